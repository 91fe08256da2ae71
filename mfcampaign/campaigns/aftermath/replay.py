"""The state of an Aftermath, or of the Barter flips of a restart: the replay of its facts and answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from mfcampaign.campaigns.models import Aftermath, Restart
from mfcampaign.catalog import queries as catalog
from rules.campaign.aftermath.asks import AftermathContext, AftermathView, Answer
from rules.campaign.aftermath.procedure import AftermathReplay
from rules.campaign.restart import RestartReplay

REPLAYS: dict[type[Aftermath | Restart], type[AftermathReplay]] = {
    Aftermath: AftermathReplay,
    Restart: RestartReplay,
}


def context(row: Aftermath) -> AftermathContext:
    """The stored facts with their charts laid in again."""
    return msgspec.convert(_facts(row), AftermathContext, from_attributes=True)


def _facts(row: Aftermath | Restart) -> dict[str, Any]:
    return {**row.context, "charts": catalog.charts(row.charts_id or 0)}


def replay_of(row: Aftermath | Restart, given: Iterable[Answer]) -> AftermathReplay:
    """What follows from the stored facts and those answers; it takes further ones."""
    replay = REPLAYS[type(row)]
    return replay(msgspec.convert(_facts(row), replay.context, from_attributes=True), given)


def stored_answers(row: Aftermath | Restart) -> Any:
    """(ordinal, plain answer) in order. One query."""
    return row.decisions.order_by("ordinal").values_list("ordinal", "answer")


def answer_of(plain: Any) -> Answer:
    return msgspec.convert(plain, Answer)


def answers(row: Aftermath | Restart) -> list[Answer]:
    return [answer_of(plain) for _, plain in stored_answers(row)]


def living(row: Aftermath | Restart) -> frozenset[int]:
    """The models that what is still to come of it may name."""
    return replay_of(row, answers(row)).living()


def view(row: Aftermath | Restart) -> AftermathView:
    """Its present position: the replay of its stored answers."""
    return replay_of(row, answers(row)).view()
