"""Each open reading of the table has its recommended default."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict

from rules.core.table.policies import POLICIES


@pytest.mark.rule("M3E-MEAS-08", "M3E-MOVE-09", "M3E-MOVE-16", "M3E-MOVE-18", "M3E-LOS-09", "M3E-LOS-10")
@pytest.mark.rule("M3E-LOS-11", "M3E-SHADOW-08", "M3E-SHADOW-09", "M3E-SHADOW-11")
@pytest.mark.rule(
    "M3E-TRAIT-06", "M3E-TRAIT-11", "M3E-TRAIT-17", "M3E-ENG-07", "M3E-SETUP-11", "M3E-SETUP-13"
)
def test_the_defaults_are_the_ledgers_recommendations():
    third = {name: value for name, value in asdict(POLICIES).items() if name in THIRD}
    assert third == THIRD


THIRD = {
    "lower_size": "printed",
    "climbing": "walk",
    "place_within": "gap",
    "fall_landing": "nearest_legal",
    "grazing": "blocks",
    "no_height": "unlimited",
    "touching_sees": True,
    "shadow_size": "effective",
    "shadow_on_top": False,
    "roof_waiver": "either_end",
    "concealing_waiver": "drawing_end",
    "moved_hazard": "spares_mover",
    "hazard_touch": "passing",
    "walk_may_not_leave": "engaging",
    "corner_zone": "disc",
    "centre_line": "by_zone",
}
