"""How leagues of the Third Edition read the campaign: as the ledger recommends."""

from __future__ import annotations

from rules.campaign.readings import Preset, Readings

READINGS = Readings(
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
