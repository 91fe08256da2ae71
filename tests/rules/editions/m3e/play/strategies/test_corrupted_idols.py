"""Corrupted Idols (M3E-STRAT-14 to -19)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as change

from rules.editions.m3e.play.turn import step_c_initiative
from rules.editions.m3e.ruleset import RulesetPolicies
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from tests.rules.editions.m3e.play.strategies.making import count, lying, strategy_marker, table
from tests.rules.editions.m3e.scene import A, B


def idols(ruleset, a="5m", b="3t", deployment="Standard", policies=None, **state):
    scene = table(ruleset, "Corrupted Idols", deployment, policies, phase="start", active=None, **state)
    return scene.deck("A", a).deck("B", b)


def initiative(scene, *answers):
    scene.run(step_c_initiative, *answers)
    return lying(scene)


@pytest.mark.rule("M3E-STRAT-14")
@pytest.mark.parametrize(
    ("card", "chosen", "where"),
    [
        ("5m", "0", (8, 18)),
        ("5t", "0", (28, 18)),
        ("5r", "0", (18, 18)),
        # The winner may give Initiative away: then the other's card and side count.
        ("5m", "1", (8, 18)),
    ],
)
def test_the_suit_of_initiatives_card_says_where_an_idol_lies(ruleset, card, chosen, where):
    scene = idols(ruleset, card, "3t").model("a1", at=(3, 3)).model("b1", at=(33, 33))
    assert initiative(scene, A.initiative(chosen)) == [where]


@pytest.mark.rule("M3E-STRAT-14", "M3E-STRAT-15", "M3E-SETUP-13")
def test_a_crow_lies_at_an_end_moved_in_as_far_as_it_must(ruleset):
    scene = idols(ruleset, "5c").model("a1", at=(3, 3)).model("b1", at=(33, 33))
    assert initiative(scene, A.initiative("0"), A.spot("right")) == [(35.41, 18)]
    north = idols(ruleset, "2c", "5c").model("a1", at=(3, 3)).model("b1", at=(33, 33))
    assert initiative(north, B.initiative("1"), B.spot("right")) == [(0.59, 18)]
    corner = idols(ruleset, "5c", deployment="Corner").model("a1", at=(3, 3)).model("b1", at=(33, 33))
    assert initiative(corner, A.initiative("0"), A.spot("left")) == [(0.59, 35.41)]


@pytest.mark.rule("M3E-STRAT-14")
def test_eight_inches_along_the_diagonal_and_a_joker_again(ruleset):
    flank = idols(ruleset, "RJ 4m", deployment="Flank").model("a1", at=(3, 3)).model("b1", at=(33, 33))
    assert initiative(flank, A.initiative("0")) == [(5.657, 30.343)]
    assert flank.seat("A").discard[-1].code == "RJ"
    assert "4m" in flank.cards_of("A", "discard")


@pytest.mark.rule("M3E-STRAT-15")
@pytest.mark.parametrize(("policy", "where"), [("conflict", (28, 18)), ("flipped", (8, 18))])
def test_a_cheated_card_counts_as_it_lies_in_the_conflict(ruleset, policy, where):
    scene = idols(ruleset, "2m", "3t", policies={"idol_card": policy}).hand("A", "9t")
    scene.model("a1", at=(3, 3)).model("b1", at=(33, 33))
    assert initiative(scene, A.cheat("9t"), A.initiative("0")) == [where]
    assert RulesetPolicies().idol_card == "conflict"


@pytest.mark.rule("M3E-STRAT-16")
def test_a_taken_spot_is_left_for_one_touching_it_on_the_line(ruleset):
    scene = idols(ruleset, "5r").model("a1", at=(18, 18.3)).model("b1", at=(33, 33))
    (where,) = initiative(scene, A.initiative("0"), A.spot("16.858,18"))
    assert where == (16.858, 18)
    keys = [choice.key for choice in scene.asked[-1].options.choices]
    assert keys == ["16.858,18", "19.142,18"]
    walled = idols(ruleset, "5r").model("b1", at=(33, 33))
    strategy_marker(walled, "k1", (18, 18))
    walled.model("a1", at=(16, 18), mm=50).model("a2", at=(20, 18), mm=50)
    assert initiative(walled, A.initiative("0")) == [(18, 18)]
    impassable = idols(ruleset, "5r").model("a1", at=(3, 3)).model("b1", at=(33, 33))
    impassable.marker("w1", "wall", (18, 18), mm=50.0, traits=("impassable",))
    assert initiative(impassable, A.initiative("0"), A.spot("19.574,18")) == [(19.574, 18)]


def bleeder(ruleset, health=3, **more):
    policies = more.pop("policies", None)
    scene = table(ruleset, "Corrupted Idols", policies=policies).model(
        "a1", at=(18, 16.819), health=health, **more
    )
    strategy_marker(scene, "k1", (18, 18))
    return scene.model("b1", at=(30, 30))


@pytest.mark.rule("M3E-STRAT-17")
def test_damage_suffered_moves_the_marker_that_far(ruleset):
    tough = (
        Ability(name="Armor +1", parts=(w.Armor(amount=1),)),
        Ability(name="Hard to Kill", parts=(w.HardToKill(),)),
    )
    scene = bleeder(ruleset, 3, abilities=tough)
    scene.act("a1", "Interact", A.interact("idol:k1"), A.number(2), A.spot([18.0, 21.0]))
    assert (scene["a1"].health, lying(scene)) == (1, [(18, 21)])
    options = scene.asked[-1].options
    assert options.contains([18.0, 21.17])
    assert not options.contains([18.0, 21.2])
    assert not options.contains([19.0, 17.0])  # touching the model
    # Hard to Kill does not help, and the Marker moves although the model died.
    dead = bleeder(ruleset, 2, abilities=tough)
    dead.act("a1", "Interact", A.interact("idol:k1"), A.number(2), A.spot([18.0, 19.5]))
    assert (dead["a1"].in_play, lying(dead)) == (False, [(18, 19.5)])
    assert (dead.asked[1].options.least, dead.asked[1].options.most) == (0, 2)
    none = bleeder(ruleset)
    none.act("a1", "Interact", A.interact("idol:k1"), A.number(0))
    assert (none["a1"].health, lying(none)) == (3, [(18, 18)])


@pytest.mark.rule("M3E-STRAT-18", "M3E-CHOICE-04")
@pytest.mark.parametrize(("suicide", "controller", "most"), [(True, None, 2), (False, None, 1), (True, 1, 1)])
def test_who_may_bleed_to_death(ruleset, suicide, controller, most):
    scene = bleeder(ruleset, 2, policies={"idol_suicide": suicide})
    scene.models["a1"] = change(scene.models["a1"], controller=controller)
    voice = A if controller is None else B
    scene.act("a1", "Interact", voice.interact("idol:k1"), voice.number(0))
    assert scene.asked[1].options.most == most


@pytest.mark.rule("M3E-STRAT-19")
def test_idols_count_completely_on_the_other_half(ruleset):
    scene = table(ruleset, "Corrupted Idols").model("a1")
    for number, y in enumerate((30, 18.6, 18.5, 17.3)):
        strategy_marker(scene, f"m{number}", (3 + 5 * number, y))
    assert (count(scene, 0), count(scene, 1)) == (2, 1)
