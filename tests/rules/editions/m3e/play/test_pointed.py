"""What a tap on the table proposes: Actions at a model, a Charge, one Walk or two."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from math import hypot

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.pointed import listed, pointed
from rules.editions.m3e.play.turn import step_c_activate
from rules.editions.m3e.scripts.words import Ability, Aura, InteractsFor
from rules.editions.m3e.statcards import Action, StatCard
from rules.game.events.announcements import Targeted
from rules.game.events.table import MarkerDropped
from rules.game.procedure.asks import Ask, yes
from rules.game.state import Marker
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m3e.scene import Scene

SWORD = Action(name="Sword", icon="melee", reach=1, stat=5, resist="df", targets="model")
RIFLE = Action(name="Rifle", icon="missile", reach=12, stat=5, resist="df", targets="model")
SOLDIER = StatCard(slug="soldier", name="Soldier", health=6, df=5, wp=5, mv=5, sz=2, actions=(SWORD, RIFLE))


def acting(ruleset, *others, card=None, pieces=()):
    scene = Scene(ruleset).model("a1", at=(10, 10), card=SOLDIER)
    scene.table = ExactTable(pieces, policies=ruleset.table)
    for name, place in others:
        scene.model(name, at=place, card=card)
    asked = step_c_activate(scene.g, "a1")
    ask = next(asked)
    assert isinstance(ask, Ask)
    assert ask.kind == "action"
    return scene.g, asked, ask


def carried_out(asked, ask, answers):
    """Give the answers to the questions in turn; a question that is not asked is left out."""
    with suppress(StopIteration):  # the Activation is over
        for kind, value in answers:
            if ask.kind == kind:
                assert ask.options.contains(value), (kind, value)
                ask = asked.send(value)


@pytest.mark.rule("M3E-ACT-18")
def test_actions_in_range_of_the_target_are_offered_each_with_its_odds(ruleset):
    g, _, ask = acting(ruleset, ("b1", (16, 10)), ("b2", (30, 10)))
    rifle, *charge = pointed(g, ask, "a1", g.model("b1"), (0, 0))
    assert rifle.answers == (("action", "Rifle"), ("target", "b1"))
    assert "away" in rifle.words
    assert rifle.words.endswith("% to succeed")
    assert [one.words.partition(":")[0] for one in charge] == ["Charge, Sword"]
    assert pointed(g, ask, "a1", g.model("b2"), (0, 0)) == ()
    assert pointed(g, ask, "b1", g.model("a1"), (0, 0)) == (), "it does not act now"
    other = next(yes(0, "use", rule="M3E-ABIL-01", text="Use it?", about=("a1",)))
    assert isinstance(other, Ask)
    assert pointed(g, other, "a1", g.model("b1"), (0, 0)) == ()


@pytest.mark.rule("M3E-ACT-14")
def test_no_charge_is_proposed_while_engaged(ruleset):
    g, _, ask = acting(ruleset, ("b1", (11.5, 10)), card=SOLDIER)
    assert [one.answers[0] for one in pointed(g, ask, "a1", g.model("b1"), (0, 0))] == [("action", "Sword")]


@pytest.mark.rule("M3E-ACT-14")
def test_a_charge_ends_where_the_attack_reaches(ruleset):
    g, asked, ask = acting(ruleset, ("b1", (16, 10)))
    charge = pointed(g, ask, "a1", g.model("b1"), (0, 0))[-1]
    assert [kind for kind, _ in charge.answers] == ["action", "destination", "attack", "target"]
    carried_out(asked, ask, charge.answers)
    assert g.model("a1").x > 14
    assert any(isinstance(event, Targeted) and event.target == "b1" for event in g.fresh)


@pytest.mark.rule("M3E-ACT-13")
@pytest.mark.parametrize(("x", "walks"), [(14.5, 1), (19.0, 2), (23.0, 0)])
def test_ground_is_one_walk_or_two_as_far_as_they_go(ruleset, x, walks):
    g, asked, ask = acting(ruleset, ("b1", (30, 30)))
    (one,) = pointed(g, ask, "a1", None, (x, 10.0))
    assert (one.sure, len(one.answers)) == (walks > 0, 2 * max(walks, 1))
    if walks:
        carried_out(asked, ask, one.answers)
        assert hypot(g.model("a1").x - x, g.model("a1").y - 10) < 0.01


@pytest.mark.rule("M3E-ENG-03")
@pytest.mark.parametrize(("actions", "walks"), [((SWORD,), 0), ((), 2)])
def test_no_second_walk_is_proposed_out_of_an_engagement(ruleset, actions, walks):
    g, _, ask = acting(ruleset, ("b1", (15.5, 10)), card=replace(SOLDIER, actions=actions))
    (one,) = pointed(g, ask, "a1", None, (19.0, 10.0))
    assert (one.sure, len(one.answers)) == (walks > 0, 2 * max(walks, 1))


@pytest.mark.rule("M3E-ACT-18")
def test_the_list_says_who_what_and_whom_without_a_place(ruleset):
    g, _, ask = acting(ruleset, ("b1", (16, 10)), ("b2", (30, 10)))
    said = [(one.answers, one.words) for one in listed(g, ask, "a1")]
    assert ((("action", "Concentrate"),), "Concentrate") in said
    (rifle,) = [words for answers, words in said if answers == (("action", "Rifle"), ("target", "b1"))]
    assert rifle.startswith("Rifle at ")
    assert not any(("target", "b2") in answers for answers, _ in said), "it is out of reach"
    assert not any(answers[0] == ("action", "Walk") for answers, _ in said)
    assert [answers[0][1] for answers, _ in said if len(answers) == 4] == ["Charge"]
    assert listed(g, ask, "b1") == ()


@pytest.mark.rule("M3E-ACT-04")
def test_an_interact_is_said_with_what_it_does(ruleset):
    g, asked, ask = acting(ruleset)
    said = [one.answers for one in listed(g, ask, "a1") if one.answers[0] == ("action", "Interact")]
    assert said == [(("action", "Interact"), ("interact", "drop"))], "with nothing else in base contact"
    g.emit(MarkerDropped(Marker(id="m1", kind="scheme", x=10.9, y=10.0, seat=1)))
    (_, away) = [one.answers for one in listed(g, ask, "a1") if one.answers[0] == ("action", "Interact")]
    assert away[1][0] == "interact"
    carried_out(asked, ask, away)
    assert "m1" not in g.state.markers


@pytest.mark.rule("M3E-CTRL-02")
@pytest.mark.parametrize(("side", "said"), [("enemy", ()), ("friendly", (("interact", "drop"),))])
def test_what_an_interact_does_is_not_said_where_the_opponent_decides_it(ruleset, side, said):
    hers = Ability(name="Interview", parts=(Aura(inches=6, side=side, part=InteractsFor()),))
    reporter = replace(SOLDIER, slug="reporter", actions=(), abilities=(hers,))
    g, _, ask = acting(ruleset, ("b1" if side == "enemy" else "a2", (14, 10)), card=reporter)
    interacts = [one.answers for one in listed(g, ask, "a1") if one.answers[0] == ("action", "Interact")]
    assert interacts == [(("action", "Interact"), *said)]


@pytest.mark.rule("M3E-MOVE-03")
def test_a_tap_hardly_beyond_a_walk_means_its_end(ruleset):
    g, asked, ask = acting(ruleset)
    (walk,) = pointed(g, ask, "a1", None, (15.05, 10))
    assert walk.sure
    assert [kind for kind, _ in walk.answers] == ["action", "destination"]
    carried_out(asked, ask, walk.answers)
    assert g.model("a1").x == pytest.approx(15, abs=0.01)


ROCK = Piece("rock", rectangle(11, 9.6, 1, 2.5), ("impassable",), 5)
MUD = Piece("mud", rectangle(11, 5, 0.5, 10), ("severe",))


@pytest.mark.rule("M3E-MOVE-02", "M3E-TRAIT-14")
@pytest.mark.parametrize(
    ("pieces", "x", "words"),
    [
        ((), 14, "Walk 4.0″ to there"),
        ((MUD,), 13, "Walk 4.7″ to there"),
        ((ROCK,), 13.5, "Walk 4.3″ to there"),
        ((ROCK,), 16, "Walk twice, 6.6″ to there"),
        ((), 30, "Walk toward there, 20.0″ away"),
    ],
)
def test_a_walks_inches_are_those_of_its_path(ruleset, pieces, x, words):
    g, _, ask = acting(ruleset, pieces=pieces)
    (walk,) = pointed(g, ask, "a1", None, (x, 10))
    assert walk.words == words
    stops = [(10.0, 10.0), *walk.path]
    if pieces == (ROCK,):
        length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(stops))
        assert length > x - 10
        assert f"{length:.1f}″" in walk.words


@pytest.mark.rule("M3E-ACT-14", "M3E-TRAIT-08")
def test_a_charge_through_hazardous_terrain_says_so_and_is_not_sure(ruleset):
    fire = Piece("fire", rectangle(11, 5, 1, 10), ("hazardous",))
    g, _, ask = acting(ruleset, ("b1", (16, 10)), pieces=(fire,))
    charge = pointed(g, ask, "a1", g.model("b1"), (0, 0))[-1]
    assert charge.words.startswith("Charge, Sword: ")
    assert charge.words.endswith(", which does harm")
    assert not charge.sure
