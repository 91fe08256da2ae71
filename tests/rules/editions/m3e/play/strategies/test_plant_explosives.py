"""Plant Explosives (M3E-STRAT-07 to -13)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.examples.encounters import duel_of_two
from rules.editions.m3e.play.actions.general import offered
from rules.editions.m3e.play.scoring.registry import STRATEGIES
from rules.editions.m3e.ruleset import RulesetPolicies
from tests.rules.editions.m3e.play.strategies.making import NEXT, SMALL, count, killed, strategy_marker, table
from tests.rules.editions.m3e.scene import A, B


def plant_play(models=2, **settings):
    play = duel_of_two("plant", strategy="Plant Explosives", **settings)
    while play.asks[0].kind != "model":
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    return play


@pytest.mark.rule("M3E-STRAT-07")
def test_tokens_are_placed_alternately_one_on_a_minion_two_on_others(ruleset):
    play = plant_play()
    questions = []
    while play.asks[0].kind == "model":
        ask = play.asks[0]
        questions.append((ask.seat, [choice.key for choice in ask.options.choices]))
        play.answer(ask.seat, [choice.key for choice in ask.options.choices][-1])
    # Three fit: one on the Minion, two on the Master; the last are placed unasked.
    assert questions == [(0, ["a1", "a2"]), (1, ["b1", "b2"])]
    held = {name: model.tokens.get("explosives", 0) for name, model in play.state.models.items()}
    assert held == {"a1": 2, "a2": 1, "b1": 2, "b2": 1}


def placing(ruleset, crew, **policies):
    scene = table(ruleset, "Plant Explosives", policies=policies, active=None)
    for number, fields in enumerate(crew, 1):
        scene.model(f"a{number}", at=(3 * number, 4), **fields)
    return scene


@pytest.mark.rule("M3E-STRAT-08")
@pytest.mark.parametrize(("policy", "total"), [("lost", 3), ("over_maximum", 5)])
def test_what_fits_on_nobody(ruleset, policy, total):
    scene = placing(
        ruleset,
        ({"station": "Minion"}, {"station": "Enforcer"}, {"abilities": SMALL}),
        too_few_for_tokens=policy,
    )
    answers = [A.model("a2"), A.model("a2")] if policy == "lost" else [A.model("a2")] * 2
    more = [] if policy == "lost" else [A.model("a1"), A.model("a2")]
    scene.run(STRATEGIES["Plant Explosives"].begin, *answers, *more)
    held = [scene[name].tokens.get("explosives", 0) for name in ("a1", "a2", "a3")]
    assert (sum(held), held[2]) == (total, 0)
    assert RulesetPolicies().too_few_for_tokens == "lost"


@pytest.mark.rule("M3E-STRAT-07")
def test_five_and_no_more(ruleset):
    scene = placing(ruleset, ({"station": "Master"}, {"station": "Enforcer"}, {"station": "Henchman"}))
    scene.run(
        STRATEGIES["Plant Explosives"].begin, A.model("a1"), A.model("a1"), A.model("a2"), A.model("a2")
    )
    assert [scene[name].tokens.get("explosives", 0) for name in ("a1", "a2", "a3")] == [2, 2, 1]


@pytest.mark.rule("M3E-STRAT-09")
def test_a_token_becomes_a_marker_not_within_six_of_a_friendly_one(ruleset):
    scene = table(ruleset, "Plant Explosives").model("a1", at=(10, 20), tokens={"explosives": 2})
    strategy_marker(scene, "k1", (10, 20 - NEXT - 3), seat=1)
    scene.act("a1", "Interact", A.interact("plant"), A.spot([11.181, 20.0]))
    planted = next(m for m in scene.g.state.markers.values() if m.id != "k1")
    assert (planted.kind, planted.seat, scene["a1"].tokens) == ("strategy", 0, {"explosives": 1})
    again = table(ruleset, "Plant Explosives").model("a1", at=(10, 20), tokens={"explosives": 1})
    strategy_marker(again, "k1", (10, 16), seat=0)
    assert "plant" not in [action.key for action in offered(again.g, again["a1"])]
    far = table(ruleset, "Plant Explosives").model("a1", at=(10, 20), tokens={"explosives": 1})
    strategy_marker(far, "k1", (10, 12), seat=0)
    far.act("a1", "Interact", A.interact("plant"), A.spot([10.0, 21.181]))
    options = next(ask.options for ask in far.asked if ask.kind == "spot")
    assert not options.contains([10.0, round(20 - NEXT, 3)])


@pytest.mark.rule("M3E-STRAT-10", "M3E-MARK-12")
@pytest.mark.parametrize("seat", [0, 1])
def test_either_sides_marker_is_taken_up_as_a_token(ruleset, seat):
    scene = table(ruleset, "Plant Explosives").model(
        "a1", at=(10, 20), tokens={"explosives": 1}, station="Minion"
    )
    strategy_marker(scene, "k1", (10 + NEXT, 20), seat=seat)
    scene.act("a1", "Interact", A.interact("lift:k1"))
    assert scene["a1"].tokens == {"explosives": 2}
    assert "k1" not in scene.g.state.markers


def bearer(ruleset, enemy):
    scene = table(ruleset, "Plant Explosives").model("a1", at=(10, 20), tokens={"explosives": 2})
    return scene.model("b1", at=(10, 20 + enemy + NEXT)).model("b2", at=(30, 30)).model("a2", at=(12, 20))


@pytest.mark.rule("M3E-STRAT-11")
def test_a_killed_bearers_tokens_may_be_taken_by_one_opponent_within_three(ruleset):
    scene = bearer(ruleset, 3)
    killed(scene, "a1", "", B.model("b1"))
    assert [choice.key for choice in scene.asked[0].options.choices] == ["b1", "none"]
    assert (scene["b1"].tokens, scene["a1"].tokens) == ({"explosives": 2}, {})
    left = bearer(ruleset, 3)
    killed(left, "a1", "b2", B.model("none"))
    assert not any(model.tokens for model in left.g.state.models.values())
    away = bearer(ruleset, 3.1)
    killed(away, "a1", "")
    assert not any(model.tokens for model in away.g.state.models.values())


@pytest.mark.rule("M3E-STRAT-12")
def test_plant_counts_everybodys_markers_on_the_other_half_the_centreline_for_both(ruleset):
    scene = table(ruleset, "Plant Explosives").model("a1")
    for number, (y, seat) in enumerate(((30, 0), (19, 1), (18.3, 0), (17.0, 0), (3, 1))):
        strategy_marker(scene, f"m{number}", (3 + 5 * number, y), seat=seat)
    assert (count(scene, 0), count(scene, 1)) == (3, 3)


@pytest.mark.rule("M3E-STRAT-13")
@pytest.mark.parametrize(
    ("policy", "counted"), [("any_part", (2, 2)), ("centre", (2, 1)), ("wholly", (2, 2))]
)
def test_what_on_a_half_means(ruleset, policy, counted):
    scene = table(ruleset, "Plant Explosives", policies={"on_a_half": policy}).model("a1")
    strategy_marker(scene, "k1", (5, 18.3))
    strategy_marker(scene, "m2", (9, 18.0 if policy != "wholly" else 17.6))
    assert (count(scene, 0), count(scene, 1)) == counted
