"""Ready-made sets of house rules to begin a league with; each is only what differs from the defaults.

>>> [preset.slug for preset in PRESETS]
['third-edition', 'by-the-book', 'short', 'gentle']
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rules.core.campaign.policies import Policies, policies_as_dict, policies_from


class Preset(Struct, frozen=True):
    """``policies`` differ from the defaults; ``weeks`` is how long such a league lasts."""

    slug: str
    name: str
    about: str
    policies: dict[str, Any]
    weeks: int = 6

    @property
    def rules(self) -> Policies:
        return policies_from(self.policies)


PRESETS: tuple[Preset, ...] = (
    Preset(
        "third-edition",
        "Third Edition",
        "The campaign as adapted to Third Edition, every open question read as the ledger recommends. "
        "Six weeks.",
        {},
    ),
    Preset(
        "by-the-book",
        "By the book",
        "The campaign’s text read literally, as it was written for the edition before: its numbers, seven "
        "Factions, Avatars, no pay for byes. Six weeks.",
        {
            "factions": "2e",
            "zero_cost_formula": "on",
            "arsenal_titles": "any",
            "avatar_policy": "flagged_upgrade",
            "pool_cap": 7,
            "cache_mode": "printed",
            "forced_hire_waiver": False,
            "finish_trigger": "killed_or_sacrificed",
            "early_withdraw_winner": "by_vp",
            "bye_policy": "none",
            "unplayed_policy": "forfeits",
        },
    ),
    Preset(
        "short",
        "Short league",
        "Everything the long campaign has, in four weeks: a larger start, more Scrip, an earlier Bounty "
        "and Master.",
        {
            "start_budget": 40,
            "start_scrip_cap": 5,
            "master_scrip": 8,
            "weekly_cap": 20,
            "barter_strategy_vp": 2,
            "bounty_cost": 2,
            "anew_scrip": 7,
            "report_timeout_h": 24,
            "aftermath_h": 24,
        },
        weeks=4,
    ),
    Preset(
        "gentle",
        "Gentle",
        "Nobody’s model is ever Annihilated, falling is less likely to hurt, and whoever starts anew keeps "
        "the Scrip. For newcomers and small collections. Six weeks.",
        {
            "annihilation": "off",
            "finish_threshold": 5,
            "lucky_miss_cheatable": True,
            "anew_keep_scrip": True,
            "bye_scrip": 4,
        },
    ),
)


def preset(slug: str) -> Preset | None:
    """The preset of that name, or ``None``."""
    return next((found for found in PRESETS if found.slug == slug), None)


def differences(before: Policies, after: Policies) -> list[str]:
    """The names of the settings that are not the same, in the order of the settings."""
    first, second = policies_as_dict(before), policies_as_dict(after)
    return [name for name, value in second.items() if first[name] != value]
