"""The four Strategies (M3E-STRAT)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as change

from rules.core.game.abilities import words as w
from rules.core.game.abilities.words import Ability
from rules.core.game.actions.general.interact import offered
from rules.core.game.effects.damage import damage
from rules.core.game.effects.hit import Hit
from rules.core.game.effects.kill import kill
from rules.core.game.effects.replace import replace
from rules.core.game.events.markers import MarkerDropped
from rules.core.game.exact_table import ExactTable
from rules.core.game.examples import duel_of_two
from rules.core.game.ruleset import Policies
from rules.core.game.scoring import STRATEGIES
from rules.core.game.scoring.score import score_strategy
from rules.core.game.statcards import Action, StatCard, Trigger
from rules.core.game.state import Kill, Score
from rules.core.game.turn.start import step_c_initiative
from rules.core.table.shapes import rectangle
from rules.core.table.terrain import flat_building
from tests.core.game.scene import A, B, Scene

NEXT = 1.181  # inches between the centres of two touching 30 mm bases
SMALL = (Ability(name="Insignificant", parts=(w.Insignificant(),)),)
HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=(1, 2, 4)),))


def table(ruleset, strategy, deployment="Standard", policies=None, **state):
    """Both Crews at home: A in the south."""
    scene = Scene(ruleset, **(policies or {})).crew("A", zone="south").crew("B", zone="north")
    return scene.state(strategy=strategy, deployment=deployment, activating="a1", **state)


def count(scene, seat=0):
    return STRATEGIES[scene.g.state.strategy].count(scene.g, seat)


def strategy_marker(scene, name, at, **more):
    return scene.marker(name, "strategy", at, **more)


def killed(scene, name, by, *answers, source="test"):
    return scene.run(lambda g: kill(g, name, by=by, source=source, instant=True), *answers)


def lying(scene):
    return sorted((m.x, m.y) for m in scene.g.state.markers.values() if m.kind == "strategy")


# Every one of them


@pytest.mark.rule("M3E-STRAT-01", "M3E-SETUP-05")
def test_one_two_three_four_are_needed_one_vp_a_turn_at_most_four(ruleset):
    assert {found.suit: found.name for found in STRATEGIES.values()} == {
        "ram": "Turf War", "tome": "Plant Explosives", "mask": "Corrupted Idols", "crow": "Reckoning",
    }  # fmt: skip
    gained = {}
    for turn in range(1, 6):
        for markers in range(6):
            scene = table(ruleset, "Turf War", turn=turn).model("a1")
            before = tuple(Score(t, 0, "Turf War", "strategy") for t in range(2, turn))
            scene.state(scores=before)
            for number in range(markers):
                strategy_marker(scene, f"m{number}", (number * 3 + 2, 30), seat=0)
            score_strategy(scene.g, 0)
            gained[turn, markers] = scene.g.state.vp(0) - len(before)
    for turn in range(1, 6):
        least = next((m for m in range(6) if gained[turn, m]), None)
        assert least == (None if turn == 1 else turn - 1)
        assert all(gained[turn, m] == int(turn > 1 and m >= turn - 1) for m in range(6))
    full = table(ruleset, "Turf War", turn=5).model("a1")
    full.state(scores=tuple(Score(1, 0, "Turf War", "strategy") for _ in range(4)))
    for number in range(5):
        strategy_marker(full, f"m{number}", (number * 3 + 2, 30), seat=0)
    score_strategy(full.g, 0)
    assert full.g.state.vp(0) == 4


@pytest.mark.rule("M3E-STRAT-02")
@pytest.mark.parametrize("strategy", sorted(STRATEGIES))
def test_insignificant_models_take_no_part(ruleset, strategy):
    for abilities, others in (((), 1), (SMALL, 0)):
        scene = table(ruleset, strategy).model(
            "a1", at=(18, 20), abilities=abilities, tokens={"explosives": 1}
        )
        strategy_marker(scene, "k1", (18 + NEXT, 20), seat=1)
        keys = [found.key for found in offered(scene.g, scene["a1"]) if found.key != "drop"]
        assert bool(keys) == (others == 1 and strategy != "Reckoning")


# Turf War


@pytest.mark.rule("M3E-STRAT-03")
def test_five_neutral_impassable_markers_lie_before_anybody_is_deployed(ruleset):
    play = duel_of_two("turf", strategy="Turf War")
    while play.asks[0].kind != "deploy":
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    laid = [event.marker for event in play.events if isinstance(event, MarkerDropped)]
    assert {(m.x, m.y) for m in laid} == {(9, 9), (27, 9), (9, 27), (27, 27), (18, 18)}
    assert all(m.seat is None and m.traits == ("impassable",) and m.kind == "strategy" for m in laid)
    # On the way: nobody may be deployed on one.
    flank = duel_of_two("turf", strategy="Turf War", deployment="Flank")
    while flank.asks[0].kind != "deploy":
        ask = flank.asks[0]
        flank.answer(ask.seat, next(iter(ask.options.listed())))
    options = flank.asks[0].options
    near, far = (
        ([8.2, 8.2], [4.0, 4.0])
        if flank.state.crews[flank.asks[0].seat].zone == "south"
        else ([27.8, 27.8], [32, 32])
    )
    assert not options.contains(near)
    assert options.contains([float(n) for n in far])


@pytest.mark.rule("M3E-STRAT-03", "M3E-MARK-03")
def test_markers_lie_on_top_of_what_stands_there(ruleset):
    """A Marker in the middle of a building would be out of everybody's reach."""
    scene = table(ruleset, "Turf War").model("a1", at=(18, 19), where="reserve")
    scene.ground = ExactTable((flat_building("house", rectangle(15, 15, 6, 6), 3),))
    scene.run(STRATEGIES["Turf War"].lay)
    heights = {(m.x, m.y): m.elevation for m in scene.g.state.markers.values()}
    assert heights == {(9, 9): 0, (27, 9): 0, (9, 27): 0, (27, 27): 0, (18, 18): 3}
    roof = table(ruleset, "Plant Explosives").model("a1", at=(18, 18), tokens={"explosives": 1})
    roof.models["a1"] = change(roof.models["a1"], elevation=3.0)
    roof.ground = ExactTable((flat_building("house", rectangle(15, 15, 6, 6), 3),))
    roof.act("a1", "Interact", A.interact("plant"), A.spot([18.0, 19.181]))
    (planted,) = roof.g.state.markers.values()
    assert planted.elevation == 3
    assert roof.g.ground.touching(planted, roof["a1"])


@pytest.mark.rule("M3E-STRAT-04", "M3E-ACT-07")
@pytest.mark.parametrize(("was", "becomes"), [(1, None), (None, 0)])
def test_interact_turns_a_marker_one_step(ruleset, was, becomes):
    scene = table(ruleset, "Turf War").model("a1", at=(9, 12)).model("b1", at=(30, 30))
    strategy_marker(scene, "k1", (9, 12 - NEXT), seat=was, traits=("impassable",))
    scene.act("a1", "Interact", A.interact("turf:k1"))
    assert scene.g.state.markers["k1"].seat == becomes


@pytest.mark.rule("M3E-STRAT-04", "M3E-ENG-03")
def test_not_a_friendly_one_nor_one_out_of_contact_nor_while_engaged(ruleset):
    def keys(seat, at, enemy):
        scene = table(ruleset, "Turf War").model("a1", at=(9, 12)).model("b1", at=enemy, actions=(HIT,))
        strategy_marker(scene, "k1", at, seat=seat)
        return [found.key for found in offered(scene.g, scene["a1"]) if found.key.startswith("turf")]

    touching, away = (9, 12 - NEXT), (30, 30)
    assert keys(1, touching, away) == ["turf:k1"]
    assert keys(0, touching, away) == []
    assert keys(1, (9, 12 - NEXT - 0.1), away) == []
    assert keys(1, touching, (9, 13.5)) == []


def turf_of(ruleset, victim, by="a1", **more):
    scene = table(ruleset, "Turf War").model("a1", at=(18, 30)).model("b1", at=victim, **more)
    scene.model("b2", at=(30, 30))
    for name, at, seat in (
        ("sw", (9, 9), 1), ("se", (27, 9), 1), ("nw", (9, 27), None), ("ne", (27, 27), 0),
        ("mid", (18, 18), 1),
    ):  # fmt: skip
        strategy_marker(scene, name, at, seat=seat)
    return scene


@pytest.mark.rule("M3E-STRAT-05")
def test_a_kill_may_turn_an_enemy_marker_of_the_victims_quarter_neutral(ruleset):
    scene = turf_of(ruleset, (5, 5))
    killed(scene, "b1", "a1", A.marker("sw"))
    assert [choice.key for choice in scene.asked[0].options.choices] == ["sw", "mid", "none"]
    assert scene.g.state.markers["sw"].seat is None
    between = turf_of(ruleset, (18.2, 5))
    killed(between, "b1", "a1", A.marker("none"))
    assert [choice.key for choice in between.asked[0].options.choices] == ["sw", "se", "mid", "none"]
    assert between.g.state.markers["se"].seat == 1
    only_middle = turf_of(ruleset, (5, 30))
    killed(only_middle, "b1", "a1", A.marker("mid"))
    assert [choice.key for choice in only_middle.asked[0].options.choices] == ["mid", "none"]


@pytest.mark.rule("M3E-STRAT-05", "M3E-KILL-04", "M3E-STRAT-02")
def test_no_marker_turns_for_a_kill_of_nobodys_or_of_a_friend_or_insignificant_one(ruleset):
    killed(turf_of(ruleset, (5, 5)), "b1", "")
    killed(turf_of(ruleset, (5, 5)), "b1", "b2")
    killed(turf_of(ruleset, (5, 5), abilities=SMALL), "b1", "a1")


@pytest.mark.rule("M3E-STRAT-06")
def test_turf_war_counts_friendly_markers(ruleset):
    scene = turf_of(ruleset, (5, 5))
    assert (count(scene, 0), count(scene, 1)) == (1, 3)


# Plant Explosives


def plant_play(models=2, **settings):
    play = duel_of_two("plant", strategy="Plant Explosives", **settings)
    while play.asks[0].kind != "model":
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    return play


@pytest.mark.rule("M3E-STRAT-07")
def test_tokens_are_placed_alternately_one_on_a_minion_two_on_others(ruleset):
    play = plant_play()
    asked = []
    while play.asks[0].kind == "model":
        ask = play.asks[0]
        asked.append((ask.seat, [choice.key for choice in ask.options.choices]))
        play.answer(ask.seat, [choice.key for choice in ask.options.choices][-1])
    # Three fit: one on the Minion, two on the Master; the last are placed unasked.
    assert asked == [(0, ["a1", "a2"]), (1, ["b1", "b2"])]
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
        ruleset, ({"station": "Minion"}, {"station": "Enforcer"}, {"abilities": SMALL}),
        too_few_for_tokens=policy,
    )  # fmt: skip
    answers = [A.model("a2"), A.model("a2")] if policy == "lost" else [A.model("a2")] * 2
    more = [] if policy == "lost" else [A.model("a1"), A.model("a2")]
    scene.run(STRATEGIES["Plant Explosives"].begin, *answers, *more)
    held = [scene[name].tokens.get("explosives", 0) for name in ("a1", "a2", "a3")]
    assert (sum(held), held[2]) == (total, 0)
    assert Policies().too_few_for_tokens == "lost"


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
    assert "plant" not in [found.key for found in offered(again.g, again["a1"])]
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


# Corrupted Idols


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
        ("5m", "0", (8, 18)), ("5t", "0", (28, 18)), ("5r", "0", (18, 18)),
        # The winner may give Initiative away: then the other's card and side count.
        ("5m", "1", (8, 18)),
    ],
)  # fmt: skip
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
    assert Policies().idol_card == "conflict"


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


# Reckoning


def reckoned(ruleset, *victims, turn=2, **policies):
    scene = table(ruleset, "Reckoning", policies=policies, turn=turn).model("a1").model("b9", at=(30, 30))
    kills = []
    for number, fields in enumerate(victims, 1):
        when = fields.pop("turn", turn)
        scene.model(f"b{number}", where="gone", **fields)
        kills.append(Kill(turn=when, victim=f"b{number}", seat=1, by="", by_seat=None))
    return scene.state(kills=tuple(kills))


@pytest.mark.rule("M3E-STRAT-20")
def test_enemies_killed_this_turn_count_whoever_killed_them(ruleset):
    scene = reckoned(ruleset, {}, {}, {"turn": 1}, {"abilities": SMALL})
    assert (count(scene, 0), count(scene, 1)) == (2, 0)
    by_fire = table(ruleset, "Reckoning").model("a1").model("b1", health=1, at=(5, 5)).model("b2", at=(9, 9))
    by_fire.run(lambda g: damage(g, Hit("b1", 1, source="burning")))
    assert count(by_fire, 0) == 1


@pytest.mark.rule("M3E-STRAT-20", "M3E-STRAT-02", "M3E-SCHEME-20")
def test_nobody_left_in_play_is_enough_for_any_vp(ruleset):
    scores = tuple(Score(turn, 0, "Reckoning", "strategy") for turn in (2, 3, 4))
    alone = table(ruleset, "Reckoning", turn=5, scores=scores).model("a1").model("b1", where="gone")
    alone.model("b2", abilities=SMALL, at=(3, 30))
    score_strategy(alone.g, 0)
    assert alone.g.state.vp(0) == 4
    buried = table(ruleset, "Reckoning", turn=5, scores=scores).model("a1").model("b1", where="buried")
    score_strategy(buried.g, 0)
    assert buried.g.state.vp(0) == 3


@pytest.mark.rule("M3E-STRAT-21")
@pytest.mark.parametrize(
    ("fields", "weight"),
    [
        ({"station": "Master", "leader": True}, 3), ({"station": "Master"}, 3), ({"station": "Henchman"}, 2),
        ({"station": "Enforcer"}, 1), ({"station": "Minion"}, 1),
        ({"station": "Enforcer", "leader": True}, 3),
    ],
)  # fmt: skip
def test_who_weighs_what(ruleset, fields, weight):
    assert count(reckoned(ruleset, dict(fields)), 0) == weight


@pytest.mark.rule("M3E-STRAT-22")
@pytest.mark.parametrize("weight", [2, 3, 5])
def test_a_henchman_who_leads(ruleset, weight):
    leader = {"station": "Henchman", "leader": True}
    assert count(reckoned(ruleset, leader, henchman_leader_weight=weight), 0) == weight
    assert Policies().henchman_leader_weight == 3


@pytest.mark.rule("M3E-REPL-08", "M3E-STRAT-20")
@pytest.mark.parametrize(("counts", "number"), [(False, 0), (True, 1)])
def test_a_model_replaced_into_the_other_crew(ruleset, counts, number):
    scene = table(ruleset, "Reckoning", policies={"replaced_counts_as_kill": counts})
    scene.card(StatCard(slug="new", name="New", health=5)).model("a1", at=(3, 3)).model("b1", at=(10, 10))
    scene.model("b2", at=(30, 30))
    scene.run(lambda g: replace(g, ("b1",), ("new",), seat=0), A.spot([11.181, 10.0]))
    assert count(scene, 0) == number


@pytest.mark.rule("M3E-STRAT-20", "M3E-TRIG-09")
def test_a_kill_in_a_duel_counts_at_the_end_of_the_turn(ruleset):
    """A whole Action, not a kill by hand: the Strategy reads what the engine wrote."""
    surge = Trigger(name="Surge", suits=("ram",), effects=(w.Draw(),))
    strike = Action(
        name="Strike", icon="melee", reach=1, stat=9, resist="df", effects=(w.Damage(amount=9),),
        triggers=(surge,),
    )  # fmt: skip
    scene = table(ruleset, "Reckoning").model("a1", actions=(strike,)).model("b1", at=(18 + NEXT, 18))
    scene.model("b2", at=(30, 30)).deck("A", "9c").deck("B", "2c")
    scene.act("a1", "Strike")
    score_strategy(scene.g, 0)
    assert scene.g.state.vp(0) == 1
