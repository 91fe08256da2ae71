"""Where blasts may lie, and where they do most."""

from __future__ import annotations

from random import Random

import pytest

from rules.refusal import Refusal
from rules.table.areas.blast_placement import best_blasts
from rules.table.areas.effects import blast, check_blasts, struck_by_blasts
from rules.table.board import Table
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece
from tests.rules.table.scene import R30, box, model, table

TARGET = model("target", 18, 18)
R50 = 25 / 25.4


def crowd(seed: int, count: int = 9) -> Table:
    """Models within some inches of the target, none on another, at levels 0 and 2; some rocks."""
    chance, bases = Random(seed), [TARGET]
    while len(bases) < count:
        spot = model(
            f"m{len(bases)}",
            chance.uniform(14, 22),
            chance.uniform(14, 22),
            elevation=chance.choice([0, 0, 0, 2]),
        )
        if all((spot.x - b.x) ** 2 + (spot.y - b.y) ** 2 > 4 * R30 * R30 for b in bases):
            bases.append(spot)
    rocks = [
        box(f"rock {i}", chance.uniform(14, 21), chance.uniform(14, 21), 1, 1, "impassable") for i in range(2)
    ]
    return table(*bases, *rocks)


def value(scene: Table, laid, worth) -> float:
    return sum(worth.get(base.name, 0) for base in struck_by_blasts(scene, TARGET, laid))


@pytest.mark.rule("M3E-AREA-04", "M3E-TRAIT-13", "M3E-MOVE-01")
def test_a_blast_lies_on_the_table_and_off_impassable_terrain():
    edge = model("edge", 1, 18)
    off = blast("b", 0.5, 18 + 1.2, edge)
    check_blasts(edge, [off])
    for scene, marker, rule in (
        (table(edge), off, "M3E-MOVE-01"),
        (table(edge, box("ice", 1, 20, 2, 2, "impassable")), blast("b", 1.2, 19.3, edge), "M3E-TRAIT-13"),
    ):
        with pytest.raises(Refusal, match=rf"\[{rule}\]"):
            check_blasts(edge, [marker], scene)
    pond = Piece("ice", rectangle(1, 20, 2, 2), ("severe",))
    check_blasts(edge, [blast("b", 1.2, 19.3, edge)], table(edge, pond))


@pytest.mark.rule("M3E-AREA-04", "M3E-AREA-06")
@pytest.mark.parametrize("seed", range(4))
def test_no_place_on_a_fine_grid_does_more_than_the_best(seed):
    scene, chance = crowd(seed), Random(seed)
    worth = {b.name: chance.choice([1.0, 2.0, -1.0, -3.0]) for b in scene.bases if b.name != "target"}
    best = best_blasts(scene, TARGET, 1, worth)
    assert value(scene, best.blasts, worth) == best.worth
    assert sorted(b.name for b in struck_by_blasts(scene, TARGET, best.blasts)) == sorted(best.struck)
    for i in range(-24, 25):
        for j in range(-24, 25):
            other = [blast("b", 18 + i / 15, 18 + j / 15, TARGET)]
            try:
                assert value(scene, other, worth) <= best.worth
            except Refusal:
                continue


@pytest.mark.rule("M3E-AREA-04", "M3E-AREA-06")
@pytest.mark.parametrize("seed", range(2))
def test_chains_of_two_and_three_do_no_less_than_chance_finds(seed):
    scene, chance = crowd(seed), Random(seed)
    worth = {b.name: chance.choice([1.0, 2.0, -1.0]) for b in scene.bases if b.name != "target"}
    for number in (2, 3):
        best = best_blasts(scene, TARGET, number, worth)
        assert len(best.blasts) == number
        assert value(scene, best.blasts, worth) == best.worth
        for _ in range(400):
            laid = [blast("b1", *near(chance, 18, 18, R30 + R50), TARGET)]
            while len(laid) < number:
                last = chance.choice(laid)
                laid.append(blast(f"b{len(laid) + 1}", *near(chance, last.x, last.y, 2 * R50), TARGET))
            try:
                assert value(scene, laid, worth) <= best.worth
            except Refusal:
                continue


def near(chance: Random, x: float, y: float, far: float) -> tuple[float, float]:
    while True:
        dx, dy = chance.uniform(-far, far), chance.uniform(-far, far)
        if dx * dx + dy * dy <= far * far:
            return x + dx, y + dy


@pytest.mark.rule("M3E-AREA-04")
def test_a_chain_steps_over_empty_ground_and_spares_a_friend():
    far = model("far", 18 + R30 + 4 * R50 + R30 - 0.05, 18)
    friend = model("friend", 18, 18 + 2 * R30)
    found = best_blasts(table(TARGET, far, friend), TARGET, 2, {"far": 1, "friend": -2})
    assert found.struck == ("far",)
    assert best_blasts(table(TARGET, far), TARGET, 1, {"far": 1}).struck == ()
    again = best_blasts(table(TARGET, far, friend), TARGET, 2, {"far": 1, "friend": -2})
    assert again == found


@pytest.mark.rule("M3E-TRAIT-13")
def test_where_none_can_lie_it_says_so():
    rock = Piece("rock", rectangle(10, 10, 16, 16), ("impassable",))
    with pytest.raises(Refusal, match="No blast"):
        best_blasts(table(TARGET, rock), TARGET, 1, {})
