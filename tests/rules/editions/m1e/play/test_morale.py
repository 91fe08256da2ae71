"""Fear in the First Edition: Morale Duels, Terrifying, falling back, rallying; and moves, Charges, falls."""

from __future__ import annotations

from typing import Any

import pytest

from rules.editions.m1e.play.actions import ActionOffer, menu, take
from rules.editions.m1e.play.figures import Figure, Talent
from rules.editions.m1e.play.ground.movement import charge, edge_gaps, fall, fall_back, manner_of, walk
from rules.editions.m1e.play.match import BRAVE, FELL_BACK, MUST_FALL_BACK, PANIC
from rules.editions.m1e.play.morale import frightened_by, morale_duel, panic_of, terrified
from rules.editions.m1e.play.turn import activate, forget_fear
from rules.editions.m1e.readings import M1E
from rules.game.events.table import LeftPlay, Moved
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import MM, rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m1e.play.scenes import Scene, figure

MAN = figure()
GHAST = figure("ghast", talents=[Talent("Terrifying", 12)], wp=6)


def beside(card: str, who: Figure = MAN, foe: Figure = GHAST, **more: Any) -> Scene:
    """A man in the reach of something terrifying."""
    return Scene([(who, 10, 10)], [(foe, 12, 10)], decks=(card, ""), **more)


def offer(at: Scene, name: str, key: str) -> ActionOffer:
    return next(held for held in menu(at.match, at[name]) if held.key == key)


@pytest.mark.rule("M1-MOR-01", "Q-19")
@pytest.mark.parametrize(("card", "passed"), [("8r", True), ("7r", False)])
def test_a_morale_duel_is_wp_against_the_number(card: str, passed: bool) -> None:
    at = beside(card)
    assert at.run(morale_duel(at.match, "a1", 12)) is passed


@pytest.mark.rule("M1-MOR-01")
def test_it_can_be_cheated() -> None:
    at = beside("2r", hands=("9c", ""))
    assert at.run(morale_duel(at.match, "a1", 12), cheat="9c")


@pytest.mark.rule("M1-CARD-01", "M1R-SPI-01", "M1-CARD-06")
@pytest.mark.parametrize("kind", ["Construct", "Undead", "Spirit"])
def test_the_not_living_make_none(kind: str) -> None:
    at = beside("1r", figure(characteristics=(kind,)))
    assert at.run(morale_duel(at.match, "a1", 20))
    assert frightened_by(at.match, at["a1"]) == []
    assert at.events == []


@pytest.mark.rule("M1-MOR-02")
def test_in_its_own_activation_it_falls_back_now() -> None:
    at = beside("2r", foe=figure("far"), stones=(0, 0)).begin("a1").change("b1", x=30.0)
    at.run(morale_duel(at.match, "a1", 12), branch="south")
    assert at["a1"].y == pytest.approx(2.0)
    assert at["a1"].conditions == {PANIC: FELL_BACK}
    assert not at.match.is_acting("a1")


@pytest.mark.rule("M1-MOR-02")
def test_outside_it_falls_back_in_its_next() -> None:
    at = beside("2r").change("b1", x=30.0)
    at.run(morale_duel(at.match, "a1", 12, "b1"))
    assert at["a1"].conditions == {PANIC: MUST_FALL_BACK, "cause:b1": 1}
    assert at.all_of(Moved) == []
    at.run(activate(at.match, "a1"), branch="west")
    assert at["a1"].x == pytest.approx(2.0)
    assert at["a1"].conditions == {PANIC: FELL_BACK}
    assert at.kinds() == ["branch"], "it takes no Action"


@pytest.mark.rule("M1-MOR-08", "Q-35", "Q-20")
def test_the_next_activation_is_spent_rallying() -> None:
    at = beside("2r").change("a1", conditions={PANIC: FELL_BACK})
    at.run(activate(at.match, "a1"))
    assert at["a1"].conditions == {}
    assert at.kinds() == []
    assert at.all_of(Moved) == []
    assert at["a1"].activated


@pytest.mark.rule("M1-MOR-03", "M1-ABL-29")
def test_an_action_that_starts_in_its_reach_forces_a_duel() -> None:
    at = beside("8r 9r").begin("a1")
    assert [enemy.id for enemy in frightened_by(at.match, at["a1"])] == ["b1"]
    at.run(take(at.match, "a1", offer(at, "a1", "pass")))
    assert at["a1"].has(f"{BRAVE}:b1")
    assert len(at.match.crew(0).discard) == 1, "one duel for start and end"


@pytest.mark.rule("M1-MOR-03")
def test_an_action_that_ends_there_does_too() -> None:
    at = Scene([(MAN, 10, 10)], [(GHAST, 15, 10)], decks=("2r", "")).begin("a1")
    at.run(take(at.match, "a1", offer(at, "a1", "walk")), destination=[[13.2, 10.0]])
    assert at["a1"].has(PANIC)
    assert not at.match.is_acting("a1")


@pytest.mark.rule("M1-MOR-03")
def test_who_fails_at_the_start_does_not_act() -> None:
    at = beside("2r 13r").begin("a1")
    at.run(take(at.match, "a1", offer(at, "a1", "strike:Sword")))
    assert "target" not in at.kinds()


@pytest.mark.rule("M1-MOR-04", "Q-21")
def test_a_pass_holds_until_it_leaves_the_reach() -> None:
    at = beside("8r 9r 9c", foe=figure("ghast", talents=[Talent("Terrifying", 12)], weapons=MAN.weapons))
    assert at.run(terrified(at.match, "a1"))
    assert at.run(terrified(at.match, "a1"))
    assert len(at.match.crew(0).discard) == 1
    at.run(walk(at.match, "a1", 4), destination=[[10.0, 10.4]])
    assert at["a1"].has(f"{BRAVE}:b1"), "still in reach"
    at.change("b1", conditions={"paralyzed": 1})
    forget_fear(at.match, ["a1"])
    assert not at["a1"].has(f"{BRAVE}:b1")


@pytest.mark.rule("M1-MOR-04")
def test_leaving_its_reach_forgets_the_pass() -> None:
    quiet = figure("ghast", talents=[Talent("Terrifying", 12)])
    at = Scene([(MAN, 10, 10)], [(quiet, 12, 10)], decks=("13r", "1c"))
    at.change("a1", conditions={f"{BRAVE}:b1": 1})
    assert at.run(walk(at.match, "a1", 4), destination=[[6.0, 10.0]])
    assert at["a1"].conditions == {}


@pytest.mark.rule("M1-MOR-05")
def test_twice_its_walk_to_the_nearest_edge() -> None:
    at = Scene([(figure(wk=3), 20, 8)])
    at.run(fall_back(at.match, "a1"))
    assert (at["a1"].x, at["a1"].y) == (20, pytest.approx(2.0))


@pytest.mark.rule("M1-MOR-06")
def test_it_halts_at_the_edge_and_is_removed_when_it_falls_back_from_there() -> None:
    at = Scene([(MAN, 20, 4)])
    at.run(fall_back(at.match, "a1"))
    assert at["a1"].y == pytest.approx(15 * MM, abs=0.002)
    at.run(fall_back(at.match, "a1"))
    assert at["a1"].where == "gone"
    assert at.all_of(LeftPlay)[0].why == "fell back"
    assert at.match.state.markers == {}, "no Counter"


@pytest.mark.rule("M1-MOR-06", "M1-ENC-15")
def test_the_totem_of_a_master_that_flees_leaves_with_it() -> None:
    totem = figure("totem", station="Totem", linked="Chief")
    at = Scene([(figure("chief", station="Master"), 15 * MM, 10), (totem, 8, 10)]).begin("a1")
    at.run(fall_back(at.match, "a1"))
    assert [at[name].in_play for name in ("a1", "a2")] == [False, False]
    assert at.match.ended == "a1"


@pytest.mark.rule("M1-MOR-05")
def test_out_of_melee_it_flees_from_who_caused_it() -> None:
    at = Scene([(MAN, 10, 4)], [(figure("meek", weapons=()), 8.2, 4)], decks=("", ""))
    at.run(fall_back(at.match, "a1", "b1"))
    assert (at["a1"].x, at["a1"].y) == (pytest.approx(18.0), 4), "not to the edge four inches away"


@pytest.mark.rule("M1-MOR-05", "Q-20")
def test_enemies_it_leaves_may_hold_it() -> None:
    at = Scene([(MAN, 10, 10)], [(MAN, 12, 10)], decks=("1c", "12r"))
    at.run(fall_back(at.match, "a1", "b1"))
    assert at["a1"].x == 10
    assert at["a1"].has(PANIC)


@pytest.mark.rule("M1-MOR-05")
def test_between_edges_as_near_its_player_chooses() -> None:
    at = Scene([(MAN, 10, 10)])
    at.run(fall_back(at.match, "a1"), branch="west")
    assert (at["a1"].x, at["a1"].y) == (pytest.approx(2.0), 10)
    assert set(edge_gaps(at.match, at["a1"])) == {"south", "north", "west", "east"}


@pytest.mark.rule("M1-MOR-02")
def test_nothing_to_rally_from_is_an_ordinary_activation() -> None:
    at = beside("")
    assert at.run(panic_of(at.match, "a1"))


# Moves


@pytest.mark.rule("M1-MOVE-01")
def test_a_walk_of_so_many_inches_also_into_melee() -> None:
    at = Scene([(MAN, 10, 10)], [(MAN, 15, 10)])
    assert at.run(walk(at.match, "a1", 4), destination=[[13.5, 10.0]])
    assert at["a1"].x == 13.5
    assert at.asked[0].options.contains([13.8, 10.0])
    assert not at.asked[0].options.contains([14.1, 10.0])


@pytest.mark.rule("M1-MOVE-03", "M1-MOVE-05")
@pytest.mark.parametrize(("inches", "there"), [(6.0, True), (3.0, False)])
def test_a_charge_goes_straight_until_the_target_is_in_reach(inches: float, there: bool) -> None:
    at = Scene([(MAN, 10, 10)], [(MAN, 18, 10)])
    assert at.run(charge(at.match, "a1", "b1", inches)) is there
    assert at["a1"].y == 10
    assert at["a1"].x == pytest.approx(15.875 if there else 13.0)


@pytest.mark.rule("M1-MOVE-03")
def test_a_charge_does_not_go_round_what_stands_in_the_way() -> None:
    at = Scene([(MAN, 10, 10), (MAN, 13, 10)], [(MAN, 18, 10)])
    assert not at.run(charge(at.match, "a1", "b1", 8))


@pytest.mark.rule("M1-MOVE-11", "M1-MOVE-06")
@pytest.mark.parametrize(("inches", "wounds"), [(2.0, 0), (3.0, 2), (7.0, 6)])
def test_a_fall_hurts_for_every_three_inches(inches: float, wounds: int) -> None:
    at = Scene([(figure(wd=9), 10, 10)], decks=("3c 8c", ""), hands=("13r", ""))
    at.run(fall(at.match, "a1", inches))
    assert 9 - at["a1"].health == wounds
    assert at.asked == [], "nobody cheats a fall"


@pytest.mark.rule("M1-ABL-01", "M1-ABL-09", "M1-ABL-11", "M1-ABL-21", "M1-ABL-27", "M1-STR-06")
def test_what_does_not_hold_a_model() -> None:
    walker, scout, spider = figure(), figure("s", talents=["Scout"]), figure("x", talents=["Arachnid"])
    flier, floater = figure("f", talents=["Fly"]), figure("o", talents=["Float"])
    ghost, passer = figure("g", characteristics=("Spirit",)), figure("p", talents=["Pass Through"])
    at = Scene([(held, 3 * n + 2, 5) for n, held in enumerate((walker, scout, spider, flier, floater))])
    manners = [manner_of(at.match, at[f"a{n}"]) for n in range(1, 6)]
    assert ["severe" in manner.unaffected for manner in manners] == [False, True, True, True, True]
    assert [manner.through_models for manner in manners] == [False, False, False, True, True]
    more = Scene([(ghost, 5, 5), (passer, 9, 5)])
    assert manner_of(more.match, more["a1"]).through_models
    assert manner_of(more.match, more["a2"]).through_models
    assert manner_of(more.match, more["a2"]).unaffected == ()
    more.change("a1", tokens={"treasure": 1})
    assert not manner_of(more.match, more["a1"]).through_models, "who carries the treasure only walks"


@pytest.mark.rule("M1-ABL-21", "M1R-SPI-09")
def test_who_passes_through_models_does_not_end_on_one() -> None:
    at = Scene([(figure("p", talents=["Pass Through"]), 10, 10)], [(MAN, 12, 10)])
    at.run(walk(at.match, "a1", 5), destination=[[14.0, 10.0]])
    assert at.asked[0].options.contains([14.0, 10.0])
    assert not at.asked[0].options.contains([12.0, 10.0])
    plain = Scene([(MAN, 10, 10)], [(MAN, 12, 10)])
    plain.run(walk(plain.match, "a1", 5))
    assert not plain.asked[0].options.contains([14.0, 10.0])


# Hazards and areas


def among(piece: Piece, who: Figure = MAN, cards: str = "7c", **more: Any) -> Scene:
    table = ExactTable((piece,), {}, M1E.table)
    return Scene([(who, 10, 10)], decks=(cards, ""), table=table, **more)


def through(hazard: str, who: Figure = MAN, cards: str = "7c") -> Scene:
    """It walks over two inches of that terrain."""
    at = among(Piece("pit", rectangle(11.5, 8, 1, 4), ("hazardous",), hazard=hazard), who, cards)
    at.run(walk(at.match, "a1", 5), destination=[[14.0, 10.0]])
    return at


@pytest.mark.rule("M1-TER-08")
@pytest.mark.parametrize(
    ("hazard", "card", "left", "counters"),
    [
        ("burning", "2c", 7, ["corpse"]),
        ("burning", "7c", 5, ["corpse"]),
        ("burning", "12c", 2, ["corpse"]),
        ("lava", "2c", 6, ["corpse"]),
        ("lava", "7c", 3, ["corpse"]),
        ("lava", "12c", 0, ["corpse"]),
        ("deep chasm", "2c", 0, []),
        ("deep chasm", "BJ", 9, []),
    ],
)
def test_what_is_moved_through_hurts(hazard: str, card: str, left: int, counters: list[str]) -> None:
    at = through(hazard, figure(wd=9), card)
    assert (at["a1"].health if at["a1"].in_play else 0) == left
    kinds = [marker.kind for marker in at.match.state.markers.values()]
    assert kinds == (counters if left == 0 else [])


@pytest.mark.rule("M1-TER-08")
@pytest.mark.parametrize("talent", ["Fly", "Float"])
def test_fliers_ignore_it(talent: str) -> None:
    at = through("lava", figure(talents=[talent]), "12c")
    assert at["a1"].health == 6


@pytest.mark.rule("M1-TER-08", "M1-STR-06")
@pytest.mark.parametrize("talent", ["Fly", "Float"])
def test_who_bears_the_treasure_walks_through_it(talent: str) -> None:
    at = among(
        Piece("pit", rectangle(11.5, 8, 1, 4), ("hazardous",), hazard="lava"),
        who=figure(talents=[talent]),
        cards="12c",
    )
    at.change("a1", tokens={"treasure": 1})
    at.run(walk(at.match, "a1", 4), destination=[[14.0, 10.0]])
    assert at["a1"].where == "gone"


@pytest.mark.rule("M1-TER-08")
def test_nobody_is_hurt_by_going_round() -> None:
    at = among(Piece("pit", rectangle(11.5, 8, 1, 4), ("hazardous",), hazard="lava"), cards="12c")
    at.run(walk(at.match, "a1", 4), destination=[[10.0, 13.0]])
    assert at["a1"].health == 6


@pytest.mark.rule("M1-TER-01", "M1-TER-13")
def test_an_area_affects_who_is_partly_in_it() -> None:
    bog = Piece("bog", rectangle(12, 0, 20, 36), ("severe",))
    at = among(bog)
    at.run(walk(at.match, "a1", 4))
    options = at.asked[0].options
    assert options.contains([11.4, 10.0]), "its edge at the border: as far as it likes"
    assert options.contains([12.6, 10.0]), "1.4 inches free, then 1.2 at twice the price"
    assert not options.contains([12.8, 10.0])
