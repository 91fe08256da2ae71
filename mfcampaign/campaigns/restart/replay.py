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


def context(made: NewStart) -> AftermathContext:
    """The stored facts with their charts laid in again."""
    found = {**made.context, "charts": catalog.charts(made.charts_id or 0)}
    return msgspec.convert(found, AftermathContext, from_attributes=True)


def answers(made: NewStart) -> list[Answer]:
    return [msgspec.convert(d.answer, Answer) for d in made.decisions.order_by("ordinal")]


def view(made: NewStart) -> AftermathView:
    """Where the flips stand: the replay of their stored answers."""
    return RestartReplay.run(context(made), answers(made))


def flip_key(made: NewStart, ordinal: int) -> str:
    """The natural key of the command that draws question ``ordinal``."""
    entry = made.entry
    return f"campaign:{entry.campaign_id}/entry:{entry.pk}/roster:{made.roster}/anew/{ordinal}"
