"""The state of an Aftermath, or of the Barter flips of a restart: the replay of its facts and answers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from mfcampaign.campaigns.models import Aftermath, Campaign, Restart
from mfcampaign.catalog import queries as catalog
from rules.campaign.aftermath.asks import AftermathView, Answer
from rules.campaign.aftermath.procedure import ProcedureReplay
from rules.campaign.restart import RestartReplay
from rules.campaign.system import CampaignSystem


def context(row: Aftermath) -> Any:
    """The stored facts with their charts laid in again, as the league's campaign has them."""
    return context_in(row, row.side.game.week.campaign)


def context_in(row: Aftermath, campaign: Campaign) -> Any:
    """The same, by the league it is of. No query once the charts are read."""
    return campaign.played.aftermath.replay.read(row.context, catalog.charts(row.charts_id))


def played(row: Aftermath) -> CampaignSystem:
    """The campaign of its league."""
    return row.side.game.week.campaign.played


def replay_of(row: Aftermath | Restart, given: Iterable[Answer]) -> ProcedureReplay[Any]:
    """What follows from the stored facts and those answers; it takes further ones."""
    if isinstance(row, Aftermath):
        return played(row).aftermath.replay(context(row), given)
    return RestartReplay(RestartReplay.read(row.context, catalog.charts(row.charts_id or 0)), given)


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
    position: AftermathView = replay_of(row, answers(row)).view()
    return position
