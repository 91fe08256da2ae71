"""Each reading of the First Edition changes what it says, and is said in words."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from rules.editions.m1e.play.actions import menu
from rules.editions.m1e.play.cards import flip_number
from rules.editions.m1e.play.damage import HitM1, bury, kill, reduced
from rules.editions.m1e.play.figures import Spell, Talent
from rules.editions.m1e.play.ground.pieces import sees
from rules.editions.m1e.play.magic import cast_spell, targets_of
from rules.editions.m1e.play.strikes import strike_duel
from rules.editions.m1e.play.turn import goes_on
from rules.editions.m1e.readings import M1E, READINGS, STANDARD, ReadingsM1
from rules.game.events.announcements import DuelBegan
from rules.game.events.table import CameUp, Killed
from rules.game.table_access.exact_table import ExactTable
from rules.refusal import Refusal
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m1e.play.scenes import GUN, Scene, figure

MAN = figure()


def among(piece: Piece, who=MAN, **more) -> Scene:
    table = ExactTable((piece,), {}, M1E.table)
    return Scene([(who, 10, 10), (MAN, 9, 11.4)], [(MAN, 15, 10)], table=table, **more)


def test_every_reading_has_words_and_its_usual_value_is_the_default() -> None:
    assert list(READINGS) == list(ReadingsM1.__struct_fields__)
    for name, reading in READINGS.items():
        assert reading.usual == getattr(STANDARD.readings, name)
        for value, words in reading.answers:
            assert getattr(STANDARD.with_readings({name: value}).readings, name) == value
            assert reading.said(value) == words
    with pytest.raises(Refusal, match="no reading called"):
        STANDARD.with_readings({"humour": True})


@pytest.mark.rule("M1-DMG-02", "Q-03")
@pytest.mark.parametrize(("adds", "damage"), [(True, 5), (False, 4)])
def test_the_red_joker_adds_another_card_or_is_severe_alone(adds: bool, damage: int) -> None:
    at = Scene([(MAN, 10, 10)], decks=("RJ 5r", ""), red_joker_adds=adds)
    assert at.run(flip_number(at.match, 0, (1, 2, 4), 0, "damage", cheatable=False)).value == damage


@pytest.mark.rule("M1-GLO-05", "Q-05")
@pytest.mark.parametrize(("reading", "seen"), [("target", False), ("both", True)])
def test_a_model_hides_who_is_no_higher_or_only_from_who_is_no_higher(reading: str, seen: bool) -> None:
    """Ht 3 looks over Ht 2 at Ht 1."""
    table = ExactTable((), {}, M1E.with_readings({"models_hide": reading}).table)
    tall, small = figure("tall", ht=3), figure("small", ht=1)
    at = Scene([(tall, 10, 10)], [(small, 16, 10), (figure(ht=2), 13, 10)], table=table)
    assert sees(at.match, at["a1"], at["b1"]) is seen


@pytest.mark.rule("M1-ENC-19", "Q-07")
@pytest.mark.parametrize(("card", "on"), [("RJ", False), ("10r", True)])
def test_the_red_joker_may_end_the_game(card: str, on: bool) -> None:
    at = Scene([(MAN, 10, 10)], decks=(card, ""), red_joker_goes_on=False)
    assert goes_on(at.match, 6) is on


@pytest.mark.rule("M1-FEAT-04", "Q-08")
@pytest.mark.parametrize(("once", "offered"), [("per_model", True), ("per_structure", False)])
def test_a_creepy_structure_is_tried_by_each_model_or_by_one(once: str, offered: bool) -> None:
    piece = Piece("Creepy Structure", rectangle(7, 8.5, 6, 6), ())
    at = among(piece, creepy_once=once).change("a2", once_turn={"Creepy Structure": 1})
    assert ("feature:Creepy Structure" in [held.key for held in menu(at.match, at["a1"])]) is offered
    assert "feature:Creepy Structure" not in [held.key for held in menu(at.match, at["a2"])]


@pytest.mark.rule("M1-DMG-06", "I-08")
@pytest.mark.parametrize("twists", [1, 2])
def test_hard_cover_is_one_minus_or_two(twists: int) -> None:
    fence = Piece("fence", rectangle(12, 8, 1, 4), ("hard_cover",), 2)
    own = figure(weapons=(GUN,))
    at = among(fence, own, decks=("9r 1c 8c 7c", "3c"), hard_cover_twists=twists)
    at.run(strike_duel(at.match, at["a1"], GUN, at["b1"], shot=True))
    assert at.all_of(DuelBegan)[0].minus == (twists, 0)


@pytest.mark.rule("M1-ABL-08", "I-12")
@pytest.mark.parametrize(("kind", "left"), [("blast", (2, 4)), ("pulse", (4, 2))])
def test_evasive_is_against_blasts_or_pulses(kind: str, left: tuple[int, int]) -> None:
    quick = figure(talents=[Talent("Evasive", 2)])
    readings = STANDARD.with_readings({"evasive": kind}).readings
    of = (HitM1(target="b1", amount=4, kinds=frozenset({source})) for source in ("blast", "pulse"))
    assert tuple(reduced(quick, 4, hit, readings)[0] for hit in of) == left


@pytest.mark.rule("M1-DMG-12", "I-12")
@pytest.mark.parametrize(("kind", "health"), [("blast", 2), ("pulse", 4)])
def test_the_damage_of_a_pulse_is_known_as_that(kind: str, health: int) -> None:
    wave = Spell(name="Wave", cc=8, pulse=4, damage=(4, 4, 4))
    quick = figure("quick", talents=[Talent("Evasive", 2)])
    at = Scene(
        [(figure("caster", spells=(wave,)), 10, 10)], [(quick, 12, 10)], decks=("9r 6c", "1c"), evasive=kind
    )
    at.run(cast_spell(at.match, "a1", wave))
    assert at["b1"].health == health


@pytest.mark.rule("M1-FEAT-10", "I-19")
@pytest.mark.parametrize(("gives", "cast", "plus"), [("ram", True, 0), ("twist", False, 1)])
def test_a_magic_nexus_gives_a_twist_or_a_ram(gives: str, cast: bool, plus: int) -> None:
    flare = Spell(name="Flare", cc=8, suits=("ram",), inches=10, damage=(1, 1, 1))
    witch = figure("witch", spells=(flare,))
    at = among(
        Piece("Magic Nexus", rectangle(8.5, 8.5, 3, 3), ()), witch, decks=("9t 10t 8c 7c", ""), nexus=gives
    )
    assert at.run(cast_spell(at.match, "a1", flare), target="b1") is cast
    assert at.all_of(DuelBegan)[0].plus == (plus, 0)


@pytest.mark.rule("M1R-BURY-03", "Q-53")
@pytest.mark.parametrize("goes_on_then", [True, False])
def test_who_is_buried_and_back_in_its_activation_goes_on_or_not(goes_on_then: bool) -> None:
    at = Scene([(MAN, 10, 10)], buried_goes_on=goes_on_then).begin("a1")
    bury(at.match, "a1")
    assert menu(at.match, at["a1"]) == []
    at.match.emit(CameUp("a1", 12.0, 10.0))
    assert at.match.is_acting("a1") is goes_on_then


@pytest.mark.rule("M1R-BURY-06", "Q-54")
@pytest.mark.parametrize("killed", [True, False])
def test_who_leaves_the_game_while_buried_is_killed_or_sacrificed(killed: bool) -> None:
    at = Scene([(MAN, 10, 10)], buried_are_killed=killed)
    bury(at.match, "a1")
    at.run(kill(at.match, "a1"))
    assert at["a1"].where == "gone"
    assert bool(at.all_of(Killed)) is killed
    assert at.match.state.markers == {}


@pytest.mark.rule("M1-DMG-09", "Q-55")
@pytest.mark.parametrize(("whom", "offered"), [("in_it", ["b1"]), ("all", ["b1", "b2"])])
def test_an_attack_is_cast_in_melee_at_whom_it_is_with_or_at_all(whom: str, offered: list[str]) -> None:
    at = Scene([(MAN, 10, 10)], [(MAN, 12, 10), (MAN, 16, 11)], casters_in_melee=whom)
    bolt = Spell(name="Bolt", cc=8, inches=10, damage=(1, 2, 3))
    assert [model.id for model in targets_of(at.match, at["a1"], bolt)] == offered


def test_a_set_up_says_how_it_is_read_and_is_written_so() -> None:
    at = Scene([(MAN, 10, 10)])
    setup = replace(at.setup, readings={"toward": "nearer", "charge_strikes": 2})
    again = msgspec.json.decode(msgspec.json.encode(setup), type=type(setup))
    assert M1E.with_readings(again.readings).readings == ReadingsM1(toward="nearer", charge_strikes=2)
