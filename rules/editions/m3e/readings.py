"""How leagues of the Third Edition read the campaign: as the ledger recommends."""

from __future__ import annotations

from rules.campaign.readings import Preset, Readings

READINGS = Readings(
    notes={
        "leader_cost_policy": "Free, as in an ordinary game of Third Edition: every start is one model "
        "larger.",
        "stat_map": "Off where your charts name the stats of Third Edition only.",
    },
    presets=(
        Preset(
            "third-edition",
            "Third Edition",
            "The campaign adapted to Third Edition, with the recommended answer to each open question. "
            "Six weeks.",
            {},
        ),
    ),
)
