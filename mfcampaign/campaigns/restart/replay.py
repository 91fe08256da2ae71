"""The Barter flips of a new Arsenal as far as they have come: facts and answers, replayed."""

from __future__ import annotations

import msgspec

from mfcampaign.campaigns.models import Restart
from mfcampaign.catalog import queries as catalog
from rules.campaign.aftermath.asks import (
    AftermathContext,
    AftermathView,
    Answer,
)
from rules.campaign.restart import RestartReplay


def context(restart: Restart) -> AftermathContext:
    """The stored facts with their charts laid in again."""
    facts = {**restart.context, "charts": catalog.charts(restart.charts_id or 0)}
    return msgspec.convert(facts, AftermathContext, from_attributes=True)


def answers(restart: Restart) -> list[Answer]:
    return [msgspec.convert(d.answer, Answer) for d in restart.decisions.order_by("ordinal")]


def view(restart: Restart) -> AftermathView:
    """Where the flips stand: the replay of their stored answers."""
    return RestartReplay.run(context(restart), answers(restart))


def flip_key(restart: Restart, ordinal: int) -> str:
    """The natural key of the command that draws question ``ordinal``."""
    entry = restart.entry
    return f"campaign:{entry.campaign_id}/entry:{entry.pk}/roster:{restart.roster}/restart/{ordinal}"
