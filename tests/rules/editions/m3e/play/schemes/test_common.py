"""What all Schemes have in common (M3E-SCHEME): when they are revealed, what they pay, who is asked."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.effects.damage import kill
from rules.editions.m3e.play.scoring.registry import SCHEMES
from rules.editions.m3e.play.scoring.score import reveal_at_turn_end, score_game_end
from rules.editions.m3e.ruleset import RulesetPolicies
from rules.game.events.turns import SchemeRevealed
from rules.game.state import VictoryPoint
from tests.rules.editions.m3e.play.schemes.making import (
    SMALL,
    claim,
    ends,
    flanks,
    grave,
    may,
    reveals,
    signs,
    table,
)
from tests.rules.editions.m3e.scene import A


@pytest.mark.rule("M3E-SCHEME-01", "M3E-SCHEME-02", "M3E-TURN-22")
def test_one_vp_a_turn_so_a_reveal_in_the_last_turn_bars_the_end(ruleset):
    def leader_hurt(turn, scores=()):
        scene = table(ruleset, "Assassinate", turn=turn).state(scores=scores)
        return scene.model("a1").model("b1", leader=True, health=1, at=(30, 30))

    last = leader_hurt(5)
    reveals(last, "Assassinate")
    last.run(lambda g: kill(g, "b1", instant=True))
    last.run(score_game_end)
    assert last.g.state.vp(0) == 1
    earlier = leader_hurt(5, (VictoryPoint(4, 0, "Assassinate", "reveal"),))
    earlier.run(lambda g: kill(g, "b1", instant=True))
    earlier.run(score_game_end)
    assert earlier.g.state.vp(0) == 2
    unrevealed = leader_hurt(5)
    unrevealed.run(lambda g: kill(g, "b1", instant=True))
    unrevealed.run(score_game_end)
    assert unrevealed.g.state.scores == (VictoryPoint(5, 0, "Assassinate", "end"),)


@pytest.mark.rule("M3E-SCHEME-19", "M3E-SCHEME-02")
def test_nothing_is_revealed_in_turn_one(ruleset):
    scene = table(ruleset, "Assassinate", turn=1).model("a1").model("b1", leader=True, health=1, at=(30, 30))
    scene.run(lambda g: reveal_at_turn_end(g, 0))
    assert not scene.events(SchemeRevealed)
    assert RulesetPolicies().reveal_without_vp is False


@pytest.mark.rule("M3E-SCHEME-19", "M3E-TURN-21")
def test_revealed_for_nothing_where_that_is_allowed(ruleset):
    scene = table(ruleset, "Assassinate", turn=1, reveal_without_vp=True).model("a1")
    scene.model("b1", leader=True, health=1, at=(30, 30))
    scene.run(lambda g: reveal_at_turn_end(g, 0), A.schemes(["Assassinate"]))
    assert scene.seat("A").schemes[0].revealed
    assert scene.g.state.vp(0) == 0
    digging = grave(ruleset, (18, 20), turn=1, reveal_without_vp=True)
    digging.run(lambda g: kill(g, "b1", by="a1", instant=True), A.schemes(["Dig Their Graves"]))
    assert (digging.g.state.vp(0), len(digging.g.state.markers)) == (0, 0)


@pytest.mark.rule("M3E-SCHEME-01", "M3E-TURN-20")
def test_a_player_with_a_hidden_scheme_is_asked_whether_it_can_be_revealed_or_not(ruleset):
    """The question itself tells the opponent nothing."""
    scene = table(ruleset, "Assassinate").model("a1").model("b1", leader=True, at=(30, 30))
    scene.run(lambda g: reveal_at_turn_end(g, 0), A.schemes("none"))
    assert not scene.events(SchemeRevealed)
    ready = table(ruleset, "Assassinate").model("a1").model("b1", leader=True, health=1, at=(30, 30))
    ready.run(lambda g: reveal_at_turn_end(g, 0), A.schemes([]))
    assert not ready.events(SchemeRevealed)


@pytest.mark.rule("M3E-TURN-22")
def test_whose_two_schemes_want_the_same_markers_says_which_scores_first(ruleset):
    def both(first, *answers):
        scene = table(ruleset, "Breakthrough", "Detonate Charges").model("a1", at=(3, 3))
        signs(scene, (18, 32), (20, 32), (22, 32)).model("b1", at=(20, 33))
        return ends(scene, A.order(first), *answers)

    assert both("Breakthrough") == (1, 0)
    assert both("Detonate Charges", A.marker("s0"), A.marker("s1")) == (1, 1)


@pytest.mark.rule("M3E-STRAT-02", "M3E-SCHEME-18")
def test_insignificant_models_cannot_be_written_down(ruleset):
    scene = (
        table(ruleset, "Take Prisoner").model("a1", cost=3).model("a2", cost=2, abilities=SMALL, at=(9, 9))
    )
    scene.model("b1", station="Minion", cost=5, at=(20, 20))
    scene.model("b2", station="Minion", cost=6, abilities=SMALL, at=(30, 20))

    def keys(name):
        return [choice.key for choice in SCHEMES[name].secrets(scene.g, 0)]

    assert keys("Take Prisoner") == ["model=b1"]
    assert keys("Claim Jump") == ["model=a1"]
    assert keys("Vendetta") == ["friend=a1 enemy=b1"]


@pytest.mark.rule("M3E-SUMM-04", "M3E-SCHEME-02")
def test_a_model_summoned_this_turn_serves_no_scheme_of_its_own_side(ruleset):
    scene = claim(ruleset, enemy=(18, 23))
    scene.models["b1"] = replace(scene.models["b1"], summoned=2)
    assert not may(scene)  # the enemy's still see it
    own = flanks(ruleset, ((3, 18), 0), ((33, 18), 0))
    own.models["a2"] = replace(own.models["a2"], summoned=2)
    assert not may(own)


@pytest.mark.rule("M3E-SCHEME-02")
def test_the_thirteen_and_when_they_are_revealed():
    by_number = {scheme.number: (scheme.name, scheme.moment) for scheme in SCHEMES.values()}
    assert sorted(by_number) == list(range(1, 14))
    other = {5: "killed", 11: "interact", 13: "activation_ends"}
    assert {n: moment for n, (_, moment) in by_number.items() if moment != "turn_ends"} == other


def test_the_opponents_voice_is_never_asked_for_anothers_scheme(ruleset):
    scene = table(ruleset, "Assassinate").model("a1").model("b1", leader=True, health=1, at=(30, 30))
    scene.run(lambda g: reveal_at_turn_end(g, 1))
    assert not scene.asked
