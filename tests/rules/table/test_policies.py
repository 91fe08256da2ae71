"""Each open reading of the table has its recommended default."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import asdict

from rules.edition import edition_of, editions
from rules.table import policies
from rules.table.policies import POLICIES, TablePolicies


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


@pytest.mark.rule(
    "T2-A02", "T2-A03", "T2-A04", "T2-A05", "T2-A06", "T2-A07", "T2-A08", "T2-A09", "T2-A10", "T2-A13"
)
def test_the_guides_open_questions_are_read_as_recommended():
    recommended = {
        "blocking_compare": "both",
        "fog_los_height": None,
        "cover_stack": False,
        "half_rounding": "up",
        "incorporeal_fall": "by_terrain",
        "barbed_extra": 0,
        "vantage_ht": "with_elevation",
        "hazard_area_fourth": "deploy",
        "wall_cross_cost": "path_plus_1",
        "ledge": "along_line",
    }
    assert {
        name: value for name, value in asdict(edition_of("m2e").table.policies).items() if name in recommended
    } == recommended


def test_each_policy_says_what_it_reads_or_whose_way_it_is():
    """Beside each stands a row of a ledger, and every ruleset is made of known ones."""
    source = Path(policies.__file__).read_text()
    named = [line for line in source.splitlines() if re.match(r"    \w+: .* = ", line)]
    assert len(named) == len(TablePolicies.__struct_fields__) > 40
    assert all(re.search(r"# .*(M3E|T2|M1R?|M4)-", line) for line in named)
    assert edition_of("m3e").table.policies == POLICIES
    assert (
        len({id(policy) for policy in (each.table.policies for each in editions())})
        == len(set(map(str, (each.table.policies for each in editions()))))
        == 4
    )
