"""What bots go for: each Strategy and Scheme sends them where it scores, and no further."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from msgspec.structs import replace

from rules.dialogue import Choice, Number, OneOf
from rules.editions.m3e.play.effects.areas import blast_spots
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.play.schemes import markers as by_markers
from rules.editions.m3e.play.scoring.registry import SCHEMES
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.simulation import goals, promises
from rules.editions.m3e.simulation.bots import Greedy, Novice
from rules.editions.m3e.simulation.promises import amount
from rules.editions.m3e.simulation.tactics import LEAST_DONE, Tactician, _harms
from rules.editions.m3e.statcards import Action
from rules.fate.shuffle import Stream, digest
from rules.game.procedure.asks import Ask
from rules.game.state import Scheme, VictoryPoint
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import crates
from tests.rules.editions.m3e.play.schemes.making import HIT, signs, table
from tests.rules.editions.m3e.play.strategies import making


def acts(scene, seat=0) -> set[str]:
    return {goal.act for goal in goals.goals(scene.g, seat)}


def spots(scene, seat=0) -> list[tuple[float, float]]:
    return [(goal.x, goal.y) for goal in goals.goals(scene.g, seat)]


# Strategies


@pytest.mark.rule("M3E-STRAT-03")
def test_turf_war_sends_to_markers_that_are_not_ones_own(ruleset) -> None:
    scene = making.table(ruleset, "Turf War").model("a1", at=(18, 5))
    for name, at, seat in (("s0", (6, 18), 0), ("s1", (18, 18), None), ("s2", (30, 18), 1)):
        making.strategy_marker(scene, name, at, seat=seat)
    wanted = goals.goals(scene.g, 0)
    assert [(goal.x, goal.act) for goal in wanted] == [(18, "turf"), (30, "turf")]
    assert wanted[0].worth > wanted[1].worth, "a neutral one takes one Interact less"


@pytest.mark.rule("M3E-STRAT-07", "M3E-STRAT-08")
def test_explosives_are_carried_to_the_other_half_apart_from_those_that_lie(ruleset) -> None:
    scene = making.table(ruleset, "Plant Explosives").model("a1", at=(18, 5), tokens={"explosives": 1})
    scene.model("a2", at=(10, 5))
    wanted = goals.goals(scene.g, 0)
    assert wanted
    assert all(goal.y > 18 and goal.act == "plant" and goal.who == {"a1"} for goal in wanted)
    making.strategy_marker(scene, "s0", (20.0, 28.0), seat=0)
    lying = making.table(ruleset, "Plant Explosives").model("a1", tokens={"explosives": 1})
    making.strategy_marker(lying, "s0", (20.0, 28.0), seat=0)
    assert (20.0, 28.0) not in spots(lying)
    nobody = making.table(ruleset, "Plant Explosives").model("a1")
    assert goals.goals(nobody.g, 0) == []


@pytest.mark.rule("M3E-STRAT-14")
def test_idols_are_moved_until_they_lie_on_the_other_half(ruleset) -> None:
    scene = making.table(ruleset, "Corrupted Idols").model("a1")
    making.strategy_marker(scene, "s0", (18.0, 18.0))
    making.strategy_marker(scene, "s1", (10.0, 30.0))
    assert spots(scene) == [(18.0, 18.0)]


def test_nothing_is_wanted_before_zones_are_chosen(ruleset) -> None:
    scene = making.table(ruleset, "Corrupted Idols", deployment="None").model("a1")
    making.strategy_marker(scene, "s0", (18.0, 18.0))
    assert goals.goals(scene.g, 0) == []


# Schemes


@pytest.mark.rule("M3E-SCHEME-05")
def test_the_ley_line_wants_markers_along_the_centreline_until_there_are_enough(ruleset) -> None:
    scene = table(ruleset, "Harness the Ley Line").model("a1")
    assert {round(y, 3) for _, y in spots(scene)} == {18.0}
    assert acts(scene) == {"drop"}
    one = signs(table(ruleset, "Harness the Ley Line").model("a1"), (18, 18))
    assert all(abs(x - 18) > one.rules.scheme_marker_apart for x, _ in spots(one))
    full = signs(table(ruleset, "Harness the Ley Line").model("a1"), (5, 18), (15, 18), (25, 18))
    assert spots(full) == []


@pytest.mark.rule("M3E-SCHEME-04")
def test_breakthrough_wants_markers_in_their_zone_then_nobody_near(ruleset) -> None:
    scene = table(ruleset, "Breakthrough").model("a1")
    assert acts(scene) == {"drop"}
    assert min(y for _, y in spots(scene)) >= 28
    held = signs(table(ruleset, "Breakthrough").model("a1").model("b1", at=(4, 32)), (30, 32))
    assert acts(held) == {""}, "one is enough to reveal: now somebody stands there alone"
    alone = by_markers.BREAKTHROUGH_ALONE
    assert all((x - 4) ** 2 + (y - 32) ** 2 > alone**2 for x, y in spots(held))
    shown = signs(table(ruleset, "Breakthrough", revealed=True).model("a1"), (30, 32))
    assert acts(shown) == {"drop"}, "more of them at the end"


@pytest.mark.rule("M3E-SCHEME-11")
def test_a_ritual_wants_corners_the_own_ones_last(ruleset) -> None:
    scene = table(ruleset, "Power Ritual").model("a1")
    assert sorted(spots(scene)) == [(2.0, 34.0), (34.0, 34.0)], "it is revealed at no other"
    shown = table(ruleset, "Power Ritual", revealed=True).model("a1")
    assert sorted(spots(shown)) == [(2.0, 34.0), (34.0, 34.0)]
    last = signs(table(ruleset, "Power Ritual", revealed=True).model("a1"), (2, 34), (34, 34))
    assert sorted(spots(last)) == [(2.0, 2.0), (34.0, 2.0)]


@pytest.mark.rule("M3E-SCHEME-06")
def test_ruins_are_searched_where_terrain_is_on_the_other_half(ruleset) -> None:
    scene = table(ruleset, "Search the Ruins").model("a1")
    scene.table = ExactTable(
        (crates("north", rectangle(11, 23, 2, 2), 2), crates("home", rectangle(11, 7, 2, 2), 2))
    )
    assert spots(scene)
    assert all(9 < x < 15 and 20 < y < 28 for x, y in spots(scene))
    bare = table(ruleset, "Search the Ruins").model("a1")
    assert spots(bare) == []


@pytest.mark.rule("M3E-SCHEME-08")
def test_charges_are_laid_beside_enemies_those_half_done_first(ruleset) -> None:
    scene = (
        table(ruleset, "Detonate Charges")
        .model("b1", at=(10, 20))
        .model("b2", at=(20, 20))
        .model("b3", at=(30, 20))
    )
    signs(scene, (10, 21.5), (30, 21.5), (30, 18.5))
    wanted = {goal.x: goal.worth for goal in goals.goals(scene.g, 0)}
    assert set(wanted) == {10, 20}, "the third has its two"
    assert wanted[10] > wanted[20]


@pytest.mark.rule("M3E-SCHEME-12", "M3E-SCHEME-13")
def test_flanks_the_centre_and_whom_a_message_is_for(ruleset) -> None:
    flanks = table(ruleset, "Outflank").model("a1")
    assert spots(flanks) == [(0.0, 18.0), (36.0, 18.0)]
    (claim,) = goals.goals(table(ruleset, "Claim Jump", secret={"model": "a2"}).model("a1").g, 0)
    assert ((claim.x, claim.y), claim.who) == ((18.0, 18.0), {"a2"})
    message = table(ruleset, "Deliver a Message", secret={"model": "b1"}).model("b1", at=(20, 25))
    assert [(goal.x, goal.act) for goal in goals.goals(message.g, 0)] == [(20, "deliver")]
    buried = table(ruleset, "Deliver a Message", secret={"model": "b1"}).model("b1", where="buried")
    assert goals.goals(buried.g, 0) == []
    done = table(ruleset, "Deliver a Message", secret={"model": "b1"}, revealed=True).model("b1")
    assert goals.goals(done.g, 0) == []


@pytest.mark.rule("M3E-TURN-21")
def test_a_scheme_that_scored_all_it_can_is_wanted_no_more(ruleset) -> None:
    scores = tuple(VictoryPoint(turn, 0, "Outflank", "end") for turn in range(2, 2 + ruleset.scheme_cap))
    assert goals.goals(table(ruleset, "Outflank").state(scores=scores).model("a1").g, 0) == []


def test_each_strategy_and_scheme_says_what_it_wants_and_what_it_takes(ruleset) -> None:
    """Whatever may be written down; and who is one Walk away takes fewer Actions than who is five. Of a dead
    prisoner nothing is left to want."""
    for name, rules in SCHEMES.items():
        scene = table(ruleset, name, turn=2).model("a1", at=(18, 10), actions=(HIT,), cost=4)
        scene.model("b1", at=(18, 20), leader=True).model("b2", at=(30, 30), station="Minion", cost=9)
        scene.table = ExactTable((crates("north", rectangle(11, 23, 2, 2), 2),))
        keys = [choice.key for choice in rules.secrets(scene.g, 0)] or [""]
        held = [Scheme(name=name, secret=promises.secret_of(key)) for key in keys]
        assert any([*rules.goals(scene.g, 0, one), *rules.hunts(scene.g, 0, one)] for one in held), name
    claims = table(ruleset, "Claim Jump").model("a1", leader=True, at=(3, 3)).model("a2", at=(18, 12))
    efforts = promises.written(claims.model("a3", at=(2, 2)).model("b1", at=(18, 30)).g, 0, "Claim Jump")
    assert efforts["model=a2"] < efforts["model=a3"]
    prisoner = table(ruleset, "Take Prisoner", secret={"model": "b1"}).model("a1").model("b1", where="gone")
    assert (goals.goals(prisoner.g, 0), goals.hunted(prisoner.g, 0)) == ([], {})


# What a moment is worth


def test_what_is_held_counts_the_more_the_nearer_it_is_to_a_point(ruleset) -> None:
    def worth(*places, **more) -> float:
        return goals.standing_worth(signs(table(ruleset, "Power Ritual", **more).model("a1"), *places).g, 0)

    assert worth() == 0.0
    assert 0.0 < worth((30, 2)) + goals.STEP_OF_SCHEME
    assert worth((2, 34)) > goals.STEP_OF_SCHEME, "a step, and it may be revealed"
    assert worth((2, 34), revealed=True) == goals.STEP_OF_SCHEME
    assert worth((2, 34), (34, 34), revealed=True) == 2 * goals.STEP_OF_SCHEME


@pytest.mark.rule("M3E-SCHEME-13")
def test_a_revealed_scheme_is_worth_more_the_nearer_the_end_is(ruleset) -> None:
    def worth(turn: int) -> float:
        scene = table(ruleset, "Outflank", revealed=True).state(turn=turn)
        scene.model("a1", at=(1, 18)).model("a2", at=(35, 18))
        return goals.standing_worth(scene.g, 0)

    assert worth(5) == goals.NEARLY * goals.A_VP
    assert worth(3) == worth(5) / 3


def test_a_strategy_that_would_score_now_is_worth_more_than_one_that_has(ruleset) -> None:
    def worth(*scores, **more) -> float:
        scene = making.table(ruleset, "Corrupted Idols", scores=scores, turn=3, **more).model("a1")
        making.strategy_marker(scene, "s0", (18.0, 30.0))
        return goals.standing_worth(scene.g, 0)

    ready = worth()
    had = worth(VictoryPoint(2, 0, "Corrupted Idols", "strategy"))
    assert ready == goals.STEP_OF_STRATEGY + 0.6 * goals.A_VP
    assert had == goals.STEP_OF_STRATEGY + goals.A_VP
    before = making.table(ruleset, "Corrupted Idols", turn=1).crew("A", zone="").model("a1")
    assert goals.standing_worth(before.g, 0) == 0.0


@pytest.mark.rule("M3E-STRAT-19")
def test_whom_it_pays_to_kill(ruleset) -> None:
    scene = (
        making.table(ruleset, "Reckoning")
        .model("b1", station="Minion")
        .model("b2", station="Master", at=(9, 9))
    )
    hunted = goals.hunted(scene.g, 0)
    assert hunted["b2"] >= hunted["b1"] > 0
    assassin = table(ruleset, "Assassinate").model("b1", leader=True).model("b2", at=(9, 9))
    assert goals.hunted(assassin.g, 0) == {"b1": goals.A_VP}
    vendetta = (
        table(ruleset, "Vendetta", secret={"friend": "a1", "enemy": "b2"}).model("b1").model("b2", at=(9, 9))
    )
    assert goals.hunted(vendetta.g, 0) == {"b2": 0.5 * goals.A_VP}
    assert goals.hunted(table(ruleset, "Vendetta").model("b1").g, 0) == {}


def test_the_best_goal_is_weighed_by_the_moves_left_to_it(ruleset) -> None:
    scene = table(ruleset, "Outflank").model("a1", at=(10, 18))
    near, far = goals.Goal(14.0, 18.0, 1.0, 4.0), goals.Goal(34.0, 18.0, 1.0, 6.0)
    barred = goals.Goal(10.0, 18.0, 1.0, 99.0, who=frozenset({"a2"}))
    model = scene["a1"]

    def best(*wanted) -> float:
        return goals.best_goal(scene.g, model, wanted, 10.0, 18.0, 5.0)

    assert best(near) < 4.0
    assert best(near, far) == best(near) > best(far)
    assert best(far, near, barred) == best(near)
    assert goals.best_goal(scene.g, model, [near], 14.0, 18.0, 5.0) == 4.0, "it is there"
    assert best() == 0.0


def test_each_model_has_one_goal_and_one_marker_serves_those_beside_it(ruleset) -> None:
    scene = table(ruleset, "Outflank").model("a1", at=(10, 10)).model("a2", at=(30, 10))
    models = [scene["a1"], scene["a2"]]
    one, beside, apart = (goals.Goal(x, 10.0, 1.0, 4.0, "drop") for x in (10.0, 12.0, 30.0))
    assert goals.shared_out(scene.g, models, [one]) == 4.0
    assert goals.shared_out(scene.g, models, [one, beside]) == 4.0
    assert goals.shared_out(scene.g, models, [one, apart]) == 8.0
    only = goals.Goal(10.0, 10.0, 1.0, 4.0, "plant", frozenset({"a9"}))
    assert goals.shared_out(scene.g, models, [only]) == 0.0
    assert goals.shared_out(scene.g, [], [one]) == 0.0


# What the second level makes of a question

SHOOT = Action(name="Shoot", icon="missile", reach=12, stat=5, resist="df", effects=(w.Damage(amount=2),))
CURSE = Action(name="Curse", icon="magic", reach=6, resist="wp", effects=(w.Gain(condition="slow"),))
PULSE = Action(name="Burst", targets="none", effects=(w.Damage(amount=1),))
MEND = Action(name="Mend", targets="model", reach=6, effects=(w.Heal(amount=2),))
POISON = Action(name="Poison", targets="model", reach=6, effects=(w.Damage(amount=1),))
DANCE = Action(name="Dance", targets="none", bonus=True, effects=(w.Draw(),))


def bot() -> Tactician:
    return Tactician(Stream(digest("bot")))


def ask(kind: str, *keys: str, about=("a1",), seat=0, rule="") -> Ask:
    options = OneOf(tuple(Choice(key) for key in keys))
    return Ask(seat=seat, kind=kind, options=options, about=about, rule=rule)


def fighting(ruleset, *actions: Action, enemy=(14.0, 10.0), **scheme):
    scene = table(ruleset, "Outflank", **scheme).model("a1", at=(10, 10), actions=actions)
    return scene.model("b1", at=enemy).model("a2", at=(10, 16), health=3)


def ranked(scene, *keys: str) -> dict[str, float]:
    model = scene["a1"]
    return {answer: worth for worth, answer in bot()._of_actions(scene.g, ask("action", *keys), model)}


def test_an_attack_on_who_leaves_is_made_and_nothing_of_an_unknown_model(ruleset) -> None:
    scene = fighting(ruleset, HIT)
    assert ranked(scene, "b1:Hit", "none")["b1:Hit"] == 1.0
    assert list(bot()._of_actions(scene.g, ask("action", "Hit"), None)) == []


def test_actions_are_weighed_against_each_other(ruleset) -> None:
    scene = fighting(ruleset, SHOOT, POISON, PULSE, MEND, DANCE, enemy=(12.0, 10.0))
    worth = ranked(
        scene, "Shoot", "Poison", "Burst", "Mend", "Dance", "Concentrate", "Interact", "Disengage", "Walk"
    )
    assert worth["Shoot"] > 0.0
    assert worth["Poison"] == 0.3
    assert worth["Burst"] == 0.3, "one enemy within 3 inches, and no friend"
    assert worth["Dance"] == 0.25 < worth["Mend"], "somebody is hurt"
    assert worth["Concentrate"] == LEAST_DONE
    assert worth["Interact"] == 0.0, "nothing is to be earned here"
    assert worth["Walk"] == pytest.approx(worth["Disengage"] + 0.4)
    far = ranked(fighting(ruleset, SHOOT, POISON, PULSE, enemy=(30, 30)), "Shoot", "Poison", "Burst")
    assert far["Shoot"] < 0.0
    assert far["Poison"] == -1.0
    assert far["Burst"] == 0.0
    crowd = fighting(ruleset, PULSE, enemy=(30, 30)).model("a3", at=(11.5, 10))
    assert ranked(crowd, "Burst")["Burst"] == pytest.approx(-0.6)


def test_an_attack_without_a_stat_is_worth_nothing_and_one_behind_cover_less(ruleset) -> None:
    scene = fighting(ruleset, CURSE, SHOOT)
    model, enemy = scene["a1"], scene["b1"]
    assert bot()._worth_of(scene.g, model, CURSE, enemy) == 0.0
    free = bot()._worth_of(scene.g, model, SHOOT, enemy)
    scene.table.cover = lambda state, one, two: True
    assert 0.0 < bot()._worth_of(scene.g, model, SHOOT, enemy) < free
    melee = bot()._worth_of(scene.g, model, HIT, enemy)
    scene.table.cover = lambda state, one, two: False
    assert bot()._worth_of(scene.g, model, HIT, enemy) == melee


def test_the_first_level_strikes_enemies_and_spares_its_own(ruleset) -> None:
    """Whoever has a friend alone in range does something else, and is offered no other target."""

    def chosen(scene, *keys: str, kind: str = "action"):
        play = Mock(spec=Play, running=scene.g, state=scene.g.state)
        return Greedy(Stream(digest("bot"))).answer(play, ask(kind, *keys))

    near, far = fighting(ruleset, SHOOT), fighting(ruleset, SHOOT, enemy=(30, 30))
    assert chosen(near, "Walk", "Shoot", "end") == "Shoot"
    assert chosen(far, "Walk", "Shoot", "end") == "Walk"
    assert chosen(near, "Shoot", "none", kind="attack") == "Shoot"
    assert chosen(far, "Shoot", "none", kind="attack") == "none"
    assert chosen(far, "b1:Shoot", "none", kind="attack") == "b1:Shoot", "the enemy that leaves"
    assert chosen(near, "a2", "b1", kind="target") == "b1"
    assert chosen(near, "a2", "none", kind="target") == "none"


@pytest.mark.rule("M3E-AREA-04", "M3E-AREA-05")
@pytest.mark.parametrize("level", [Novice, Tactician])
def test_a_blast_lies_where_it_strikes_enemies_and_spares_its_own(ruleset, level) -> None:
    scene = making.table(ruleset, "Reckoning").model("a1", at=(4, 10)).model("b1", at=(10, 10))
    scene.model("a2", at=(12, 10)).model("b2", at=(10, 12.5)).model("a3", at=(8, 9))
    play = Mock(spec=Play, running=scene.g, state=scene.g.state)
    places = blast_spots(scene.g, (scene["b1"],))
    lies = Ask(seat=0, kind="spot", options=places, rule="M3E-AREA-04", about=("b1",))
    for number in range(5):
        x, y = level(Stream(digest("blast", str(number)))).answer(play, lies)
        blast = replace(scene["b1"], x=x, y=y, mm=50)
        assert [name for name in ("b2", "a2", "a3") if scene.table.gap(blast, scene[name]) < 0.01] == ["b2"]


@pytest.mark.rule("M3E-STRAT-17")
def test_nobody_bleeds_to_death_for_an_idol(ruleset) -> None:
    def choice(health: int):
        scene = making.table(ruleset, "Corrupted Idols").model("a1", at=(18, 16.8), health=health)
        making.strategy_marker(scene, "s0", (18.0, 18.0))
        scene.g.in_progress.append(ActionInProgress("a1", HIT))
        play = Mock(spec=Play, running=scene.g, state=scene.g.state)
        question = Ask(seat=0, kind="number", options=Number(0, 3), rule="M3E-STRAT-17")
        worth = bot()._interacting(scene["a1"], goals.goals(scene.g, 0))
        return worth > 0, bot().answer(play, question)

    assert choice(3) == (True, 1)
    assert choice(1) == (False, 0)


def test_a_charge_is_worth_what_it_can_reach(ruleset) -> None:
    near, far = fighting(ruleset, HIT, SHOOT), fighting(ruleset, HIT, SHOOT, enemy=(30, 30))
    assert ranked(near, "Charge")["Charge"] > 0.0
    assert ranked(far, "Charge")["Charge"] == 0.0


def test_what_one_hits_with_goes_at_enemies_what_helps_at_who_needs_it(ruleset) -> None:
    def targets(action, *keys: str) -> dict[str, float]:
        scene = fighting(ruleset, HIT)
        scene.g.in_progress.append(ActionInProgress("a1", action))
        question = ask("target", *keys)
        return {answer: worth for worth, answer in bot()._of_targets(scene.g, question, scene["a1"])}

    hit = targets(HIT, "b1", "a2", "m1")
    assert hit["b1"] > hit["m1"] == 0.0 > hit["a2"]
    helped = targets(MEND, "a1", "a2", "b1")
    assert helped["a2"] > helped["a1"] == 1.0 > helped["b1"] == -1.0


def test_damage_is_weighed_on_the_average(ruleset) -> None:
    flip = Action(
        name="Claw", icon="melee", stat=5, effects=(w.Gain(condition="slow"), w.Damage(amount=(1, 2, 4)))
    )
    drawn = Action(name="Drain", effects=(w.Damage(amount="X"),))
    assert amount(SHOOT) == 2.0
    assert amount(flip) == pytest.approx(0.45 + 0.7 + 0.8)
    assert amount(drawn) == amount(CURSE) == 0.8
    assert [_harms(action) for action in (SHOOT, PULSE, MEND)] == [True, True, False]


def test_interacts_are_ordered_and_nothing_is_dropped_where_no_scheme_wants_it(ruleset) -> None:
    def order(scheme: str) -> dict[str, float]:
        scene = table(ruleset, scheme).model("a1")
        question = ask("interact", "deliver:b1", "turf:s0", "drop", "remove:s1", "other")
        return {answer: worth for worth, answer in bot()._of_interacts(scene.g, question, scene["a1"])}

    assert order("Power Ritual")["drop"] == 3.0
    plain = order("Outflank")
    assert plain["drop"] == 0.3
    assert plain["deliver:b1"] > plain["turf:s0"] > plain["other"] > plain["remove:s1"]


def test_who_stands_nearer_takes_the_goal(ruleset) -> None:
    scene = table(ruleset, "Outflank").model("a1", at=(18, 18)).model("a2", at=(30, 18))
    east, own = goals.Goal(34.0, 18.0, 1.0, 4.0), goals.Goal(34.0, 18.0, 1.0, 4.0, "", frozenset({"a1"}))
    other = goals.Goal(34.0, 18.0, 1.0, 4.0, "", frozenset({"a2"}))
    assert list(bot()._not_taken(scene.g, scene["a1"], [east, own, other])) == [own]
    assert list(bot()._not_taken(scene.g, scene["a2"], [east])) == [east]
