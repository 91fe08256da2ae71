"""Auras, pulses, blasts, shockwaves, engagement."""

from __future__ import annotations

import pytest

from rules.editions.m3e.rows import ROWS
from rules.refusal import Refusal
from rules.table.areas.effects import (
    aura,
    auras_of_one_name,
    blast,
    check_blasts,
    check_shockwave,
    pulse,
    shockwave,
    shockwave_targets,
    struck_by_blasts,
)
from rules.table.movement.engagement import engaged_by, engages, engaging
from tests.rules.table.scene import R30, box, model, table

SOURCE = model("source", 10, 18)
NEAR, FAR = model("near", 13 + 2 * R30, 18), model("far", 10, 23)
WALL = box("wall", 11.5, 10, 0.5, 16, "blocking", ht=3)


def names(bases) -> list[str]:
    return sorted(base.name for base in bases)


@pytest.mark.rule("M3E-AREA-01")
def test_an_aura_reaches_what_is_near_and_in_sight_and_its_source():
    assert names(aura(table(SOURCE, NEAR, FAR), SOURCE, 3)) == ["near", "source"]
    assert names(aura(table(SOURCE, NEAR, FAR), SOURCE, 5)) == ["far", "near", "source"]
    assert names(aura(table(SOURCE, NEAR, FAR, WALL), SOURCE, 5)) == ["far", "source"]
    assert names(aura(table(SOURCE, NEAR), SOURCE, 2.9)) == ["source"]


@pytest.mark.rule("M3E-AREA-02", "M3E-AREA-03")
def test_auras_of_one_name_reach_a_model_once_though_every_bearer_reaches_it():
    other = model("other", 16, 18)
    scene = table(SOURCE, NEAR, other)
    struck = auras_of_one_name(scene, [(SOURCE, 6), (other, 6)])
    assert struck["near"] == ("source", "other")
    assert all("near" in names(aura(scene, bearer, 6)) for bearer in (SOURCE, other))


@pytest.mark.rule("M3E-AREA-09")
def test_a_pulse_leaves_its_source_out_and_takes_what_overlaps_it():
    marker = model("marker", 10, 18, 0, kind="marker")
    over = model("over", 10.2, 18)
    assert names(pulse(table(SOURCE, NEAR, FAR), SOURCE, 3)) == ["near"]
    assert names(pulse(table(marker, over), marker, 1)) == ["over"]
    assert names(pulse(table(SOURCE, NEAR, WALL), SOURCE, 3)) == []


R50 = 25 / 25.4


@pytest.mark.rule("M3E-AREA-04")
def test_the_first_blast_touches_the_target_and_each_further_one_another():
    target = model("target", 18, 18)
    first = blast("b1", 18 + R30 + R50, 18, target)
    second = blast("b2", 18 + R30 + 3 * R50, 18, target)
    check_blasts(target, [first, second])
    for wrong in ([second, first], [first, blast("b2", 22.2, 18, target)], [model("small", 18, 18)]):
        with pytest.raises(Refusal) as caught:
            check_blasts(target, wrong)
        assert ROWS.named(caught.value.rule) == "M3E-AREA-04"


@pytest.mark.rule("M3E-AREA-06", "M3E-AREA-08")
def test_blasts_strike_everyone_touched_but_the_target_once():
    target = model("target", 18, 18)
    attacker = model("attacker", 18 + R30 + R50, 18 + R50 + R30)
    under, away = model("under", 18 + R30 + 2 * R50, 18), model("away", 25, 18)
    blasts = [blast("b1", 18 + R30 + R50, 18, target), blast("b2", 18 + R30 + 3 * R50, 18, target)]
    scene = table(target, attacker, under, away)
    assert names(struck_by_blasts(scene, target, blasts)) == ["attacker", "under"]


@pytest.mark.rule("M3E-AREA-05")
@pytest.mark.parametrize(("elevation", "touched"), [(0, False), (1, True), (2, True), (3, True), (4, False)])
def test_a_blast_reaches_an_inch_up_and_down(elevation, touched):
    target, other = model("target", 18, 18, elevation=2), model("other", 20, 18, elevation=elevation)
    struck = struck_by_blasts(table(target, other), target, [blast("b", 19, 18, target)])
    assert bool(struck) is touched


@pytest.mark.rule("M3E-AREA-12", "M3E-AREA-10")
def test_a_shockwave_of_range_8_takes_who_is_within_an_inch_and_in_its_sight():
    marker = shockwave("marker", 17, 18)
    at = {"touched": 17 + 2 * R30, "in": 18 + 2 * R30, "out": 18.1 + 2 * R30}
    for name, x in at.items():
        scene = table(SOURCE, model(name, x, 18))
        check_shockwave(scene, SOURCE, marker, 8)
        assert names(shockwave_targets(scene, [marker], 1)) == ([] if name == "out" else [name])
    behind = model("behind", 17, 19.5)
    screen = box("screen", 14, 18.6, 6, 0.2, "blocking", ht=3)
    assert names(shockwave_targets(table(behind), [marker], 1)) == ["behind"]
    assert names(shockwave_targets(table(behind, screen), [marker], 1)) == []


@pytest.mark.rule("M3E-AREA-11")
def test_two_markers_of_one_action_take_a_model_once():
    one, other = shockwave("m1", 17, 18), shockwave("m2", 19, 18)
    assert names(shockwave_targets(table(model("between", 18, 18)), [one, other], 1)) == ["between"]


@pytest.mark.rule("M3E-AREA-10", "M3E-TRAIT-13")
def test_where_a_shockwave_may_not_be_dropped():
    ice = box("ice", 15, 20, 2, 2, "impassable")
    scene = table(SOURCE, WALL, ice)
    for x, y, rule in (
        (14, 18, "M3E-AREA-10"),
        (10, 30, "M3E-AREA-10"),
        (0.2, 18, "M3E-MOVE-01"),
        (16, 21, "M3E-TRAIT-13"),
    ):
        with pytest.raises(Refusal) as caught:
            check_shockwave(scene, SOURCE, shockwave("m", x, y), 8)
        assert ROWS.named(caught.value.rule) == rule


@pytest.mark.rule("M3E-ENG-01", "M3E-ENG-02")
def test_engagement_is_range_and_sight_and_may_be_one_way():
    long, short = model("long", 10, 18, side="A", reach=2), model("short", 12.5, 18, side="B", reach=1)
    scene = table(long, short, model("friend", 10, 19.5, side="A", reach=1))
    assert engages(scene, long, short)
    assert not engages(scene, short, long)
    assert names(engaged_by(scene, short)) == ["long"]
    assert names(engaging(scene, short)) == []
    assert not engages(scene, long, scene.base("friend"))
    assert not engages(table(long, short, box("wall", 11.2, 10, 0.1, 20, "blocking", ht=3)), long, short)
    unarmed = model("unarmed", 10, 18, side="A")
    assert not engages(table(unarmed, short), unarmed, short)
    high = model("high", 10, 18, side="A", reach=2, elevation=4)
    assert not engages(table(high, short), high, short), "1.3 inches across and 2 more up"
