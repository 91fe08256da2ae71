"""An aftermath as far as it has come: the stored facts and answers, replayed through the core."""

from __future__ import annotations

from typing import Any

import msgspec

from mfcampaign.campaigns.models import (
    Aftermath,
)
from mfcampaign.catalog import queries as catalog
from rules.campaign.aftermath.asks import AftermathContext, AftermathView, Answer
from rules.campaign.aftermath.procedure import Replay


def context(made: Aftermath) -> AftermathContext:
    """The stored facts with their charts laid in again."""
    charts = catalog.charts(made.charts_id)
    return msgspec.convert({**made.context, "charts": charts}, AftermathContext, from_attributes=True)


def stored_answers(made: Aftermath) -> Any:
    """(ordinal, plain answer) in order. One query."""
    return made.decisions.order_by("ordinal").values_list("ordinal", "answer")


def answer_of(plain: Any) -> Answer:
    return msgspec.convert(plain, Answer)


def view(made: Aftermath) -> AftermathView:
    """Where this aftermath stands: the replay of its stored answers."""
    return Replay.run(context(made), answers(made))


def answers(made: Aftermath) -> list[Answer]:
    return [answer_of(plain) for _, plain in stored_answers(made)]


def flip_key(made: Aftermath, ordinal: int) -> str:
    """The natural key of the command that draws question ``ordinal``."""
    side = made.side
    week = side.encounter.week
    return (
        f"campaign:{week.campaign_id}/entry:{side.entry_id}/week:{week.number}"
        f"/encounter:{side.encounter_id}/aftermath/{ordinal}"
    ) + (f"/again:{made.again}" if made.again else "")
