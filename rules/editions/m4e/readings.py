"""How leagues of the Fourth Edition read the campaign (SL-4E)."""

from __future__ import annotations

from typing import Any

from rules.campaign.readings import Preset, Readings

USUAL: dict[str, Any] = {
    "peon_mapping": "none",
    "pool_cap": 6,
    "barter_strategy_vp": 4,
}
"""Peons are printed; at most 6 Soulstones from hiring; 4 of the 5 VP of a Strategy for another Barter flip
(SL-4E-01, -08, -20)."""

READINGS = Readings(
    usual=USUAL,
    not_asked=frozenset(
        {
            "dead_mans_hand",
            "factions",
            "zero_cost_formula",
            "zero_henchman_cost",
            "totem_policy",
            "cache_mode",
            "max_masters",
            "master_cost_for_schemes",
            "avatar_uses_slot",
            "let_in_by_upgrade",
            "clock_minutes",
            "clock_runs_out",
        }
    ),
    not_offered=frozenset({("stat_map", "2e"), ("master_value", "printed")}),
    notes={
        "pool_cap": "As in an ordinary game.",
        "barter_strategy_vp": "3 where half of all Crews should flip again: even Strategies pay both sides.",
        "vp_for_scrip": "A game has 11 VP: 2 pay 6 Scrip at the most, 3 pay 4.",
        "peon_mapping": "Most models have no station: counting them as Peons leaves Skills to few.",
        "stat_map": "Off where your charts name Sp, Health and Sz only.",
        "leader_cost_policy": "Free, every start is one model larger.",
    },
    presets=(
        Preset(
            "fourth-edition",
            "Fourth Edition",
            "The campaign adapted to the Fourth Edition: Henchmen lead, a Master comes late with crew card "
            "and Totems, Upgrades come from the Barter alone. Six weeks.",
            USUAL,
        ),
    ),
)
