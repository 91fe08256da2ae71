"""The Barter flips of a new Arsenal as far as they have come: facts and answers, replayed."""

from __future__ import annotations

import msgspec

from mfcampaign.campaigns.models import NewStart
from mfcampaign.catalog import queries as catalog
from rules.campaign.aftermath.asks import (
    AftermathContext,
    AftermathView,
    Answer,
)
from rules.campaign.restart import RestartReplay


def context(new_start: NewStart) -> AftermathContext:
    """The stored facts with their charts laid in again."""
    facts = {**new_start.context, "charts": catalog.charts(new_start.charts_id or 0)}
    return msgspec.convert(facts, AftermathContext, from_attributes=True)


def answers(new_start: NewStart) -> list[Answer]:
    return [msgspec.convert(d.answer, Answer) for d in new_start.decisions.order_by("ordinal")]


def view(new_start: NewStart) -> AftermathView:
    """Where the flips stand: the replay of their stored answers."""
    return RestartReplay.run(context(new_start), answers(new_start))


def flip_key(new_start: NewStart, ordinal: int) -> str:
    """The natural key of the command that draws question ``ordinal``."""
    entry = new_start.entry
    return f"campaign:{entry.campaign_id}/entry:{entry.pk}/roster:{new_start.roster}/anew/{ordinal}"
