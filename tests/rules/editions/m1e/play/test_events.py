"""Special events of the First Edition as they act in play, each by its row."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.editions.m1e.play.actions import menu, take
from rules.editions.m1e.play.cards import flip_number
from rules.editions.m1e.play.duels import opposed, side_of
from rules.editions.m1e.play.events import activation_phase_begins, blow, flip_for_event, name_the_wind
from rules.editions.m1e.play.figures import Figure, Spell
from rules.editions.m1e.play.magic import cast_spell
from rules.editions.m1e.play.morale import morale_duel
from rules.editions.m1e.play.strikes import strike
from rules.editions.m1e.play.turn import activate, draw_phase, initiative
from rules.editions.m1e.readings import M1E
from rules.game.events.announcements import DuelBegan
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m1e.play.scenes import GUN, Scene, figure

MAN = figure()
FLIER = figure("flier", talents=["Fly"])


def during(event: str, own: list[tuple[Figure, float, float]], *more: Any, **options: Any) -> Scene:
    """A scene in which the event rules now."""
    at = Scene(own, *more, **options)
    at.match.setup = replace(at.setup, event=event)
    at.match.state = replace(at.match.state, notes={"event": str(at.match.state.turn)})
    return at


@pytest.mark.rule("M1-EVT-01", "Q-18")
@pytest.mark.parametrize(
    ("event", "card", "note"),
    [
        ("Heat Wave", "9r", {}),
        ("Heat Wave", "10r", {"event": "2"}),
        ("Heat Wave", "BJ", {"event": "2"}),
        ("Disturbing Whispers", "12r", {"event": "all game"}),
    ],
)
def test_a_card_at_the_end_of_the_turn_brings_it(event: str, card: str, note: dict[str, str]) -> None:
    at = Scene([(MAN, 5, 5)], decks=(f"{card} 1c", ""))
    at.match.setup = replace(at.setup, event=event)
    flip_for_event(at.match)
    assert at.match.state.notes == note
    assert not at.match.happens(event) or event == "Disturbing Whispers"
    at.match.state = replace(at.match.state, turn=2)
    assert at.match.happens(event) is bool(note)
    at.match.state = replace(at.match.state, turn=3)
    assert at.match.happens(event) is (event == "Disturbing Whispers")


@pytest.mark.rule("M1-EVT-01", "Q-18")
def test_what_rules_all_game_is_not_flipped_for_again_and_nothing_without_an_event() -> None:
    at = during("Disturbing Whispers", [(MAN, 5, 5)])
    at.match.state = replace(at.match.state, notes={"event": "all game"})
    flip_for_event(at.match)
    assert at.events == []
    flip_for_event(Scene([(MAN, 5, 5)]).match)


@pytest.mark.rule("M1-EVT-02")
def test_alone_in_the_dark_who_falls_back_is_killed() -> None:
    at = during("Alone in the Dark", [(MAN, 20, 10)], decks=("2r", "")).begin("a1")
    at.run(morale_duel(at.match, "a1", 12))
    assert at["a1"].where == "gone"
    later = during("Alone in the Dark", [(MAN, 20, 10)], decks=("2r", ""))
    later.run(morale_duel(later.match, "a1", 12))
    assert later["a1"].in_play
    later.run(activate(later.match, "a1"))
    assert later["a1"].where == "gone"


@pytest.mark.rule("M1-EVT-03")
def test_cruel_winds_push_at_the_end_of_each_activation() -> None:
    at = Scene([(MAN, 10, 10), (MAN, 10, 0.6)], decks=("BJ 4m", ""))
    at.match.setup = replace(at.setup, event="Cruel Winds")
    name_the_wind(at.match)
    edge = at.match.state.notes["wind"]
    assert edge in ("south", "north", "west", "east")
    at.match.state = replace(at.match.state, notes={"event": "1", "wind": "south"})
    at.run(activate(at.match, "a1"))
    assert (at["a1"].x, at["a1"].y) == (10, 9)
    at.run(blow(at.match, "a2"))
    assert at["a2"].y == pytest.approx(0.591, abs=0.002), "no farther than the edge"
    at.match.state = replace(at.match.state, turn=2)
    at.run(blow(at.match, "a1"))
    assert at["a1"].y == 9


@pytest.mark.rule("M1-EVT-04")
def test_dark_omens_swap_one_and_thirteen() -> None:
    at = during("Dark Omens", [(MAN, 10, 10)], [(MAN, 12, 10)], decks=("1r 13c", "13t"))
    sides = side_of(at.match, at["a1"], "df"), side_of(at.match, at["b1"], "df")
    duel = at.run(opposed(at.match, *sides))
    assert (duel.actor.total, duel.target.total) == (17, 5)
    assert at.run(flip_number(at.match, 0, (1, 3, 5), 0, "damage")).value == 1
    assert [card.code for card in at.match.crew(0).discard] == ["1r", "13c"]


@pytest.mark.rule("M1-EVT-04")
def test_dark_omens_reach_initiative_and_twists_but_not_the_closing() -> None:
    at = during("Dark Omens", [(MAN, 10, 10)], [(MAN, 12, 10)], decks=("1r 13c 5t", "12t"))
    at.run(initiative(at.match))
    assert at.match.state.initiative == 0
    side = side_of(at.match, at["a1"], "df")
    side.twisted("one", 1)
    duel = at.run(opposed(at.match, side, side_of(at.match, at["b1"], "df")))
    assert duel.actor.total == 9, "of 13 and 5 the 5 is higher"
    at.match.state = replace(at.match.state, phase="end")
    assert at.match.read(at.match.crew(0).discard[0]).value == 1


@pytest.mark.rule("M1-EVT-05")
@pytest.mark.parametrize(("event", "health"), [("Disturbing Whispers", 3), ("", 6)])
def test_disturbing_whispers_lower_the_wp_of_defenders(event: str, health: int) -> None:
    bolt = Spell(name="Bolt", cc=8, inches=10, resist="wp", damage=(3, 3, 3))
    own = [(figure(spells=(bolt,)), 10.0, 10.0)]
    at = during(event, own, [(MAN, 15, 10)], decks=("8r 7c", "9c"))
    at.run(cast_spell(at.match, "a1", bolt), target="b1")
    assert at["b1"].health == health


@pytest.mark.rule("M1-EVT-06")
def test_in_an_earthquake_each_player_pushes_the_enemies_that_do_not_fly() -> None:
    at = during("Earthquake", [(MAN, 10, 10)], [(MAN, 20, 10), (FLIER, 25, 10)])
    at.match.state = replace(at.match.state, turn=2, notes={"event": "2"})
    at.run(activation_phase_begins(at.match), destination=[[20.0, 11.0], [9.0, 10.0]])
    assert [(ask.seat, ask.about) for ask in at.asked] == [(0, ("b1",)), (1, ("a1",))]
    assert (at["b1"].y, at["a1"].x) == (11.0, 9.0)
    assert not at.asked[0].options.contains([20.0, 11.1])


@pytest.mark.rule("M1-TURN-04")
def test_in_the_first_turn_chance_says_whose_effects_come_first() -> None:
    at = during("Earthquake", [(MAN, 10, 10)], [(MAN, 20, 10)], decks=("5r 3r", "5c 9c"))
    at.run(activation_phase_begins(at.match))
    assert [ask.seat for ask in at.asked] == [1, 0], "5 and 5 again, then 3 and 9"


@pytest.mark.rule("M1-TURN-01", "M1-TURN-04", "M1-TURN-05", "M1-EVT-06", "M1-EVT-10")
def test_what_starts_the_activation_phase_comes_before_the_initiative_flip() -> None:
    at = during(
        "Earthquake", [(MAN, 10, 10)], [(MAN, 20, 10)], decks=("1r 2r 3r 4r 5r 6r 9t", "1c 2c 3c 4c 5c 6c 8t")
    )
    at.match.state = replace(
        at.match.state, turn=2, phase="start", active=None, initiative=1, notes={"event": "2"}
    )
    at.run(draw_phase(at.match))
    assert [ask.seat for ask in at.asked if ask.rule == "M1-EVT-06"] == [1, 0], (
        "in the order of the turn before"
    )
    assert at.match.state.initiative == 0, "flipped for afterwards"
    rocks = Piece("rocks", rectangle(9, 11, 2, 2), ())
    table = ExactTable((rocks,), {}, M1E.table)
    chief = figure("chief", station="Master", wd=1)
    at = during(
        "Rockfall",
        [(chief, 10, 10)],
        [(MAN, 30, 10)],
        stones=(1, 0),
        table=table,
        decks=("1r 2r 3r 4r 5r 6r 1t", "1c 2c 3c 4c 5c 6c 8t"),
    )
    at.match.state = replace(at.match.state, turn=2, phase="start", active=None, notes={"event": "2"})
    at.run(draw_phase(at.match))
    assert not at["a1"].in_play
    assert "stone" not in at.kinds(), "who was killed by then buys no other flip"


@pytest.mark.rule("M1-EVT-07")
def test_fog_is_a_minus_for_shots_only() -> None:
    for weapon, apart, hit in ((GUN, 6.0, False), (MAN.weapons[0], 2.0, True)):
        own = [(figure(weapons=(weapon,)), 10.0, 10.0)]
        at = during("Foggy", own, [(figure("foe", weapons=()), 10 + apart, 10)], decks=("9r 1c 8c", "4c"))
        assert at.run(strike(at.match, "a1", weapon, "b1")).hit is hit


@pytest.mark.rule("M1-EVT-08")
def test_a_heat_wave_slows() -> None:
    at = during("Heat Wave", [(MAN, 10, 10)])
    assert (at.match.movement(at["a1"], "wk"), at.match.movement(at["a1"], "cg")) == (3, 5)


@pytest.mark.rule("M1-EVT-09", "M1-EVT-12")
@pytest.mark.parametrize(
    ("event", "talents", "charges"),
    [
        ("Heavy Snows", [], False),
        ("Heavy Snows", ["Frozen Heart"], True),
        ("Torrential Rains", ["Frozen Heart"], False),
        ("Foggy", [], True),
    ],
)
def test_nobody_charges_in_snow_or_rain(event: str, talents: list[str], charges: bool) -> None:
    at = during(event, [(figure(talents=talents), 10, 10)], [(MAN, 15, 10)])
    assert ("charge" in [offer.key for offer in menu(at.match, at["a1"])]) is charges


@pytest.mark.rule("M1-EVT-09")
@pytest.mark.parametrize(("talents", "hit"), [([], False), (["Frozen Heart"], True)])
def test_snow_takes_two_from_shots(talents: list[str], hit: bool) -> None:
    own = [(figure("gunner", weapons=(GUN,), talents=talents), 10.0, 10.0)]
    at = during("Heavy Snows", own, [(MAN, 16, 10)], decks=("8r 7c", "8c"))
    assert at.run(strike(at.match, "a1", GUN, "b1")).hit is hit


@pytest.mark.rule("M1-EVT-10")
def test_rocks_fall_beside_terrain() -> None:
    table = ExactTable((Piece("cliff", rectangle(12, 8, 4, 4), ("blocking",), 4),), {}, M1E.table)
    at = during("Rockfall", [(MAN, 10.45, 10), (MAN, 10.35, 5), (MAN, 18, 10)], table=table)
    at.run(activation_phase_begins(at.match))
    assert [at[name].health for name in ("a1", "a2", "a3")] == [5, 6, 6]


@pytest.mark.rule("M1-EVT-11")
def test_a_stampede_runs_along_the_centre() -> None:
    own = [(MAN, 10.0, 18.0), (MAN, 10.0, 9.45), (figure("giant", ht=4), 10.0, 25.0), (MAN, 10.0, 9.3)]
    at = during("Stampede!", own)
    at.run(activation_phase_begins(at.match))
    assert [at[f"a{number}"].health for number in (1, 2, 3, 4)] == [4, 4, 2, 6]


@pytest.mark.rule("M1-EVT-06", "M1-EVT-10", "M1-EVT-11")
def test_nothing_happens_in_another_turn() -> None:
    for event in ("Earthquake", "Rockfall", "Stampede!"):
        at = during(event, [(MAN, 10, 18)], [(MAN, 20, 18)])
        at.match.state = replace(at.match.state, turn=4)
        at.run(activation_phase_begins(at.match))
        assert at.events == []
        assert at.asked == []


# Features


def on(feature: str, who: Figure = MAN, x: float = 10.0, **options: Any) -> Scene:
    """A model in the middle of that feature, three inches square."""
    piece = Piece(feature, rectangle(8.5, 8.5, 3, 3), ())
    table = ExactTable((piece,), {}, M1E.table)
    return Scene([(who, x, 10.0)], [(MAN, 15, 10)], table=table, **options)


def interact(at: Scene, feature: str, **answers: Any) -> None:
    offer = next(held for held in menu(at.match, at["a1"]) if held.key == f"feature:{feature}")
    at.run(take(at.match, "a1", offer), **answers)


BOLT = Spell(name="Bolt", cc=8, inches=10, resist="df", damage=(1, 3, 5))
WITCH = figure("witch", spells=(BOLT,))


@pytest.mark.rule("M1-FEAT-01")
@pytest.mark.parametrize(("x", "ca"), [(10.0, 5), (13.0, 5), (13.2, 4)])
def test_beside_an_ancient_monument(x: float, ca: int) -> None:
    at = on("Ancient Monument", x=x)
    assert at.match.stat(at["a1"], "ca") == ca


@pytest.mark.rule("M1-FEAT-05")
@pytest.mark.parametrize(("x", "casts"), [(10.0, False), (12.0, False), (12.2, True)])
def test_who_touches_a_dead_zone_does_not_cast(x: float, casts: bool) -> None:
    at = on("Dead Zone", WITCH, x)
    assert ("cast:Bolt" in [offer.key for offer in menu(at.match, at["a1"])]) is casts


@pytest.mark.rule("M1-FEAT-10")
@pytest.mark.parametrize(("x", "plus"), [(10.0, 1), (11.5, 0)])
def test_on_a_magic_nexus_casting_has_plus(x: float, plus: int) -> None:
    at = on("Magic Nexus", WITCH, x, decks=("9r 10r 8c", "1c"))
    at.run(cast_spell(at.match, "a1", BOLT), target="b1")
    assert at.all_of(DuelBegan)[0].plus == (plus, 0)
    held = on("Magic Nexus", decks=("3c 12c", "9c 8c"))
    held.match.setup = replace(held.setup, figures={**held.setup.figures, "man": WITCH})
    held.run(cast_spell(held.match, "b1", BOLT), target="a1")
    assert held.all_of(DuelBegan)[1].plus == (1, 0), "and resisting"


@pytest.mark.rule("M1-FEAT-07", "M1-FEAT-13", "M1-ACT-02")
@pytest.mark.parametrize(("feature", "counter"), [("Gravestone", "corpse"), ("Scrap Pile", "scrap")])
def test_counters_are_dug_up(feature: str, counter: str) -> None:
    at = on(feature)
    interact(at, feature)
    assert (at["a1"].tokens, at["a1"].acts) == ({counter: 1}, 1)
    beside = on(feature, x=11.5)
    assert f"feature:{feature}" not in [offer.key for offer in menu(beside.match, beside["a1"])]


@pytest.mark.rule("M1-FEAT-14")
def test_a_soulstone_vein_is_for_masters() -> None:
    at = on("Soulstone Vein", figure("chief", station="Master"))
    interact(at, "Soulstone Vein")
    assert at.match.crew(0).stones == 1
    other = on("Soulstone Vein")
    assert "feature:Soulstone Vein" not in [offer.key for offer in menu(other.match, other["a1"])]


@pytest.mark.rule("M1-ENC-16", "M1-FEAT-04", "M1-FEAT-14", "Q-17")
@pytest.mark.parametrize(("binds", "stones"), [(False, (8, 9)), (True, (8, 8))])
def test_what_features_give_may_stop_at_the_pools_maximum(binds: bool, stones: tuple[int, int]) -> None:
    chief = figure("chief", station="Master")
    vein = on("Soulstone Vein", chief, stones=(7, 0), pool_binds_in_play=binds)
    interact(vein, "Soulstone Vein")
    luck = on("Creepy Structure", chief, decks=("10r", ""), stones=(7, 0), pool_binds_in_play=binds)
    interact(luck, "Creepy Structure")
    assert (vein.match.crew(0).stones, luck.match.crew(0).stones) == stones


@pytest.mark.rule("M1-FEAT-03")
def test_a_campsite_swaps_a_card() -> None:
    at = on("Campsite", decks=("12r", ""), hands=("1c 2c", ""))
    interact(at, "Campsite", cards=[["1c"]])
    assert [card.code for card in at.match.crew(0).hand] == ["2c", "12r"]


@pytest.mark.rule("M1-FEAT-04", "Q-08")
@pytest.mark.parametrize(
    ("card", "health", "stones"),
    [("RJ", 0, 0), ("3r", 1, 0), ("8r", 5, 0), ("10r", 3, 2), ("12r", 6, 2)],
)
def test_a_creepy_structure_once_a_turn(card: str, health: int, stones: int) -> None:
    at = on("Creepy Structure", decks=(card, "")).change("a1", health=3)
    interact(at, "Creepy Structure")
    assert (at["a1"].health if at["a1"].in_play else 0) == health
    assert at.match.crew(0).stones == stones
    assert "feature:Creepy Structure" not in [offer.key for offer in menu(at.match, at["a1"])]


@pytest.mark.rule("M1-FEAT-04")
def test_a_creepy_structure_may_hurt_who_is_on_it() -> None:
    at = on("Creepy Structure", decks=("5r", "")).change("b1", x=11.0, y=11.0)
    interact(at, "Creepy Structure", branch="a1")
    assert at["a1"].health == 4
    spared = on("Creepy Structure", decks=("5r", ""))
    interact(spared, "Creepy Structure", branch="none")
    assert spared["a1"].health == 6


@pytest.mark.rule("M1-FEAT-03", "M1-FEAT-04", "M1-FEAT-07", "M1-TER-01")
@pytest.mark.parametrize(
    ("feature", "x", "offered"),
    [
        ("Campsite", 8.2, True),
        ("Campsite", 7.8, False),
        ("Creepy Structure", 8.2, True),
        ("Creepy Structure", 7.8, False),
        ("Gravestone", 8.2, False),
    ],
)
def test_who_is_partly_on_a_feature_uses_it_unless_its_row_says_completely(
    feature: str, x: float, offered: bool
) -> None:
    at = on(feature, x=x, hands=("1r", "")).change("b1", x=30.0)
    assert (f"feature:{feature}" in [held.key for held in menu(at.match, at["a1"])]) is offered


@pytest.mark.rule("M1-EVT-04", "M1-FEAT-04")
def test_dark_omens_reach_a_creepy_structure() -> None:
    at = on("Creepy Structure", decks=("1c", ""))
    at.match.setup = replace(at.match.setup, event="Dark Omens")
    at.match.state = replace(at.match.state, notes={"event": str(at.match.state.turn)})
    interact(at, "Creepy Structure")
    assert at.match.crew(0).stones == 2


@pytest.mark.rule("M1-FEAT-08")
@pytest.mark.parametrize(("x", "afraid"), [(13.0, True), (14.2, False)])
def test_an_activation_that_ends_by_a_hanging_tree(x: float, afraid: bool) -> None:
    at = on("Hanging Tree", x=x, decks=("2r", "")).change("b1", x=30.0)
    at.run(activate(at.match, "a1"))
    assert at["a1"].has("falling back") is afraid
