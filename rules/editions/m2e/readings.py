"""How leagues of the Second Edition read the campaign: as its figures print it, for which it was written."""

from __future__ import annotations

from typing import Any

from rules.campaign.readings import Preset, Readings

USUAL: dict[str, Any] = {
    "factions": "2e",
    "zero_cost_formula": "on",
    "arsenal_titles": "any",
    "peon_mapping": "none",
    "avatar_policy": "flagged_upgrade",
    "pool_cap": 7,
    "cache_mode": "printed",
    "stat_map": "2e",
    "finish_trigger": "killed_or_sacrificed",
}
"""Henchmen at 0, Cache, Peons as a station, Avatars as Upgrades, a pool of 7, sacrifices (SL-START-12,
SL-POOL-02, SL-RATING-03, M2-HIRE-56, M2-CAMP-12, SL-FINISH-01)."""

READINGS = Readings(
    usual=USUAL,
    not_asked=frozenset(
        {
            "dead_mans_hand",
            "arsenal_titles",
            "factions",
            "offkeyword_surcharge",
            "clock_minutes",
            "clock_runs_out",
        }
    ),
    not_offered=frozenset({("stat_map", "3e"), ("avatar_policy", "title_swap")}),
    notes={
        "zero_cost_formula": "Off, such a Henchman leads for nothing.",
        "avatar_policy": "The house charts have one for every Master.",
        "pool_cap": "As in an ordinary game.",
        "cache_mode": "Without it a Master brings no more than a Henchman.",
        "stat_map": "Off, an Injury changes no stat.",
    },
    presets=(
        Preset(
            "by-the-book",
            "By the book",
            "The campaign’s text read literally, in the Second Edition, for which it was written: its "
            "figures and numbers, seven Factions, Avatars, no pay for byes. Six weeks.",
            USUAL
            | {
                "forced_hire_waiver": False,
                "early_withdraw_winner": "by_vp",
                "bye_policy": "none",
                "unplayed_policy": "forfeits",
            },
        ),
    ),
)
