"""The week's sealed fate: where the portal's flips come from.

The seed is drawn and its commitment published when a week opens; every flip derives from it and a
natural key, so a retry, a restart or a resubmission finds the same card.
"""

from __future__ import annotations

import secrets
from itertools import count
from typing import Any

import msgspec

from mfcampaign.campaigns.models import EncounterSide, Week
from mfcampaign.catalog import queries as catalog
from rules.core.fate.league import FateDeck, commitment, fate_of
from rules.core.game.scenario import draw_scenario


def new_secret() -> tuple[bytes, str]:
    """A fresh seed of 32 bytes, and the commitment that may be published."""
    seed = secrets.token_bytes(32)
    return seed, commitment(seed)


def scenario(week: Week) -> dict[str, Any]:
    """The week's Strategy, deployment and Scheme pool by fate flips (M3E-SETUP-04 to -06, -15)."""
    campaign = week.campaign
    deck = fate_of(bytes(week.fate_seed), "scenario", campaign.slug, week.number)
    flips = (deck.draw(position) for position in count())
    found: dict[str, Any] = msgspec.to_builtins(
        draw_scenario(lambda: next(flips), catalog.season(campaign.season))
    )
    return found


def aftermath_deck(side: EncounterSide) -> FateDeck:
    """The deck of one side's aftermath; nothing chosen after the week opened goes into it."""
    week = side.encounter.week
    return fate_of(
        bytes(week.fate_seed),
        "aftermath",
        week.campaign.slug,
        week.number,
        side.encounter.table,
        side.seat,
    )
