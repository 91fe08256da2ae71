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


def context(aftermath: Aftermath) -> AftermathContext:
    """The stored facts with their charts laid in again."""
    charts = catalog.charts(aftermath.charts_id)
    return msgspec.convert({**aftermath.context, "charts": charts}, AftermathContext, from_attributes=True)


def stored_answers(aftermath: Aftermath) -> Any:
    """(ordinal, plain answer) in order. One query."""
    return aftermath.decisions.order_by("ordinal").values_list("ordinal", "answer")


def answer_of(plain: Any) -> Answer:
    return msgspec.convert(plain, Answer)


def view(aftermath: Aftermath) -> AftermathView:
    """Where this aftermath stands: the replay of its stored answers."""
    return Replay.run(context(aftermath), answers(aftermath))


def answers(aftermath: Aftermath) -> list[Answer]:
    return [answer_of(plain) for _, plain in stored_answers(aftermath)]


def flip_key(aftermath: Aftermath, ordinal: int) -> str:
    """The natural key of the command that draws question ``ordinal``."""
    side = aftermath.side
    week = side.encounter.week
    return (
        f"campaign:{week.campaign_id}/entry:{side.entry_id}/week:{week.number}"
        f"/encounter:{side.encounter_id}/aftermath/{ordinal}"
    ) + (f"/again:{aftermath.again}" if aftermath.again else "")
