"""Replace, Summon, Bury, markers, tokens (M3E-REPL, M3E-SUMM, M3E-BURY, M3E-MARK, M3E-TOKEN)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace as change

from rules.editions.m3e.play.actions.available import legal_markers, legal_targets, menu
from rules.editions.m3e.play.effects.arrivals import (
    bury,
    ignored_for_own_scoring,
    replace_model,
    summon,
    unbury,
)
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.effects.markers import drop, remove
from rules.editions.m3e.play.effects.movement import move_marker
from rules.editions.m3e.play.effects.upgrades import attach, detach
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.scoring.registry import counted
from rules.editions.m3e.play.turn import activation_step, step_a_effects
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, StatCard, UpgradeCard
from rules.game.events.table import Killed, MarkerDropped, MarkerRemoved, ModelAdded, TokensSet
from rules.game.state import Lasting, Scheme
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import flat_building
from tests.rules.editions.m3e.scene import A, B, Scene

NEW = StatCard(slug="new", name="New", health=5, station="Minion", limit=2)
BIG = StatCard(slug="big", name="Big", health=12, station="Minion", limit=2)


def replacing(ruleset, *, policies=None, **model):
    scene = Scene(ruleset, **(policies or {})).model("a1", at=(10, 10), **model).model("b1", at=(30, 30))
    return scene.card(NEW).card(BIG)


def do(scene, cards, *answers, **more):
    return scene.run(lambda g: replace_model(g, ("a1",), cards, **more), *answers)


@pytest.mark.rule("M3E-REPL-01", "M3E-REPL-05")
def test_the_new_model_stands_touching_the_old_which_leaves_without_a_trace(ruleset):
    wail = Ability(name="Wail", parts=(w.Reaction(moment="killed", effects=(w.Draw(),)),))
    scene = replacing(ruleset, characteristics=("Living",), abilities=(wail,))
    (new,) = do(scene, ("new",), A.spot([11.181, 10.0]))
    assert (scene[new].x, scene[new].seat, scene["a1"].where) == (11.181, 0, "gone")
    assert not scene.events(Killed)
    assert not scene.g.state.markers
    assert not scene.seat("A").hand


@pytest.mark.rule("M3E-REPL-01", "M3E-SUMM-05")
def test_a_broken_limit_or_no_room_cancels_it(ruleset):
    scene = replacing(ruleset).model("a2", at=(20, 20), card=NEW).model("a3", at=(22, 20), card=NEW)
    assert do(scene, ("new",)) == ()
    assert scene["a1"].on_table
    crowd = replacing(ruleset)
    for number, (x, y) in enumerate(
        ((11.2, 10), (8.8, 10), (10, 11.2), (10, 8.8), (10.85, 10.85), (9.15, 9.15))
    ):
        crowd.model(f"b{number + 2}", at=(x, y), mm=50)
    assert do(crowd, ("new",)) == ()
    assert crowd["a1"].on_table


@pytest.mark.rule("M3E-REPL-02")
@pytest.mark.parametrize(
    ("card", "health", "heals", "then"), [("big", 6, 0, 6), ("new", 6, 0, 5), ("big", 6, 2, 8)]
)
def test_health_is_the_sum_up_to_its_own_most(ruleset, card, health, heals, then):
    scene = replacing(ruleset, health=health)
    (new,) = do(scene, (card,), A.spot([11.181, 10.0]), heals=heals)
    assert scene[new].health == then


@pytest.mark.rule("M3E-REPL-03")
def test_conditions_tokens_and_summon_upgrades_go_over(ruleset):
    scene = replacing(ruleset, conditions={"burning": 3}, tokens={"ice": 2}, upgrades=("called", "bought"))
    scene.upgrade(UpgradeCard(slug="called", name="Called", summon=True)).upgrade(
        UpgradeCard(slug="bought", name="B")
    )
    takes, stands = A.model("s2"), A.model("s1")
    places = (A.spot([11.181, 10.0]), A.spot([10.0, 11.181]))
    first, second = do(scene, ("new", "big"), *places, takes, stands)
    assert (scene[second].conditions, scene[second].tokens) == ({"burning": 3}, {"ice": 2})
    assert scene[second].upgrades == ("called",)
    assert (scene[first].conditions, scene[first].tokens) == ({}, {})


@pytest.mark.rule("M3E-REPL-03")
def test_conditions_gained_in_the_end_phase_do_not_resolve_then(ruleset):
    turn = Ability(name="Turn", parts=(w.Reaction(moment="end_phase", effects=(w.Replace(card="new"),)),))
    scene = replacing(ruleset, conditions={"burning": 3}, abilities=(turn,)).state(phase="end", active=None)
    scene.run(step_a_effects, A.order("Turn:0:a1"), A.spot([11.181, 10.0]))
    assert scene["s1"].health == 5


@pytest.mark.rule("M3E-REPL-04", "M3E-SCHEME-20")
def test_in_its_crew_the_new_model_inherits_what_was_aimed_at_the_old(ruleset):
    scene = replacing(ruleset, leader=True)
    scene.crew("B", schemes=(Scheme(name="Take Prisoner", secret={"model": "a1"}),))
    scene.state(lasting=(Lasting(key="k", name="Curse", on="a1"),))
    (new,) = do(scene, ("new",), A.spot([11.181, 10.0]))
    assert scene[new].leader
    assert scene.seat("B").schemes[0].secret == {"model": new}
    assert scene.g.state.lasting[0].on == new


@pytest.mark.rule("M3E-REPL-05", "M3E-REPL-08")
@pytest.mark.parametrize(("policy", "kills"), [(False, 0), (True, 1)])
def test_into_the_other_crew_it_counts_as_killed_or_not(ruleset, policy, kills):
    scene = replacing(ruleset, policies={"replaced_counts_as_kill": policy}, leader=True)
    (new,) = do(scene, ("new",), B.spot([11.181, 10.0]), seat=1)
    assert (scene[new].seat, scene[new].leader) == (1, False)
    assert len(scene.g.state.kills) == kills


@pytest.mark.rule("M3E-REPL-06")
def test_at_health_0_the_new_model_is_killed(ruleset):
    scene = replacing(ruleset, health=0)
    (new,) = do(scene, ("new",), A.spot([11.181, 10.0]))
    assert scene[new].where == "gone"
    assert [kill.victim for kill in scene.g.state.kills] == [new]


@pytest.mark.rule("M3E-REPL-06")
def test_had_the_old_activated_so_has_the_new(ruleset):
    scene = replacing(ruleset, activated=True)
    (new,) = do(scene, ("new",), A.spot([11.181, 10.0]))
    assert scene[new].activated


@pytest.mark.rule("M3E-REPL-06")
def test_the_new_model_goes_on_with_the_activation(ruleset):
    change_shape = Action(name="Shift", effects=(w.Replace(card="new"),))
    scene = replacing(ruleset, actions=(change_shape,))
    scene.run(
        activation_step, A.activate("a1"), A.action("Shift"), A.spot([11.181, 10.0]), A.action("Concentrate")
    )
    assert scene["s1"].conditions == {"focused": 1}
    assert scene["s1"].activated


@pytest.mark.rule("M3E-REPL-07")
def test_of_several_replaces_at_once_one_happens(ruleset):
    def dying(name, card):
        return Ability(name=name, parts=(w.Reaction(moment="dying", effects=(w.Replace(card=card),)),))

    scene = replacing(ruleset, abilities=(dying("One", "new"), dying("Two", "big")))
    scene.run(lambda g: kill(g, "a1", instant=True), A.order("Two:0:a1"), A.spot([11.181, 10.0]))
    assert [model.card for model in scene.g.state.crew_of(0)] == ["big"]
    assert not scene.events(Killed)


# Summon


def summoner(ruleset, **model):
    return Scene(ruleset).model("a1", at=(10, 10), **model).model("b1", at=(30, 30)).card(NEW)


@pytest.mark.rule("M3E-SUMM-01", "M3E-SUMM-02", "M3E-SUMM-03")
def test_a_summoned_model_touches_its_summoner_and_the_other_crew_gains_a_pass_token(ruleset):
    scene = summoner(ruleset)
    new = scene.run(lambda g: summon(g, "a1", "new"), A.spot([11.181, 10.0]))
    assert (scene[new].seat, scene[new].health, scene[new].tokens) == (0, 5, {"summon": 1})
    assert scene.seat("B").passes == 1
    assert not scene.asked[0].options.contains([13.0, 10.0])


@pytest.mark.rule("M3E-SUMM-01")
def test_without_room_nobody_comes(ruleset):
    scene = summoner(ruleset)
    for number, (x, y) in enumerate(
        ((11.2, 10), (8.8, 10), (10, 11.2), (10, 8.8), (10.85, 10.85), (9.15, 9.15))
    ):
        scene.model(f"b{number + 2}", at=(x, y), mm=50)
    assert scene.run(lambda g: summon(g, "a1", "new")) == ""
    assert not scene.events(ModelAdded)


@pytest.mark.rule("M3E-SUMM-03")
def test_an_upgrade_that_cannot_be_attached_means_no_model(ruleset):
    scene = summoner(ruleset, upgrades=("called",)).upgrade(
        UpgradeCard(slug="called", name="Called", summon=True)
    )
    assert scene.run(lambda g: summon(g, "a1", "new", upgrade="called")) == ""
    free = summoner(ruleset).upgrade(UpgradeCard(slug="called", name="Called", summon=True))
    new = free.run(lambda g: summon(g, "a1", "new", upgrade="called"), A.spot([11.181, 10.0]))
    assert (free[new].upgrades, free[new].tokens) == (("called",), {})


@pytest.mark.rule("M3E-SUMM-04", "M3E-STRAT-02")
def test_in_its_turn_its_own_side_does_not_count_it(ruleset):
    scene = summoner(ruleset)
    new = scene.run(lambda g: summon(g, "a1", "new"), A.spot([11.181, 10.0]))
    assert ignored_for_own_scoring(scene.g, scene[new])
    assert [model.id for model in counted(scene.g, 0, scoring=0)] == ["a1"]
    assert [model.id for model in counted(scene.g, 0, scoring=1)] == ["a1", new]
    scene.run(activation_step, A.activate(new), A.action("end"))


@pytest.mark.rule("M3E-STRAT-02")
def test_the_insignificant_never_count(ruleset):
    small = Ability(name="Insignificant", parts=(w.Insignificant(),))
    scene = Scene(ruleset).model("a1", abilities=(small,)).model("a2", at=(5, 5))
    assert [model.id for model in counted(scene.g, 0, scoring=1)] == ["a2"]


@pytest.mark.rule("M3E-SUMM-05")
@pytest.mark.parametrize(("limit", "comes"), [(1, False), (2, True)])
def test_no_more_copies_than_its_limit(ruleset, limit, comes):
    card = change(NEW, limit=limit)
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("a2", at=(20, 20), card=card)
    answers = [A.spot([11.181, 10.0])] if comes else []
    assert bool(scene.run(lambda g: summon(g, "a1", "new"), *answers)) is comes


@pytest.mark.rule("M3E-SUMM-06")
def test_a_totem_only_with_its_master(ruleset):
    totem = change(NEW, totem_for="Boss")
    scene = Scene(ruleset).model("a1", at=(10, 10)).card(totem)
    assert scene.run(lambda g: summon(g, "a1", "new")) == ""
    with_him = Scene(ruleset).model("a1", at=(10, 10), card=StatCard(slug="boss", name="Boss")).card(totem)
    assert with_him.run(lambda g: summon(g, "a1", "new"), A.spot([11.181, 10.0]))


# Bury


def buried(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(14, 10)).crew("B", zone="north")
    scene.run(lambda g: bury(g, "b1", "a1"))
    return scene


@pytest.mark.rule("M3E-BURY-01")
def test_a_buried_model_is_in_play_and_takes_no_actions(ruleset):
    scene = buried(ruleset).state()
    assert scene["b1"].in_play
    assert not list(menu(scene.g, scene["b1"]))
    scene.g.state = change(scene.g.state, active=1)
    scene.run(activation_step, B.activate("b1"))
    assert scene["b1"].activated


@pytest.mark.rule("M3E-BURY-02")
def test_nothing_targets_or_reaches_it(ruleset):
    shoot = Action(name="Shoot", icon="missile", reach=30, stat=5, resist="df")
    scene = buried(ruleset)
    assert legal_targets(scene.g, scene["a1"], shoot) == []


@pytest.mark.rule("M3E-BURY-02", "M3E-BURY-03")
def test_what_targets_the_buried_ignores_where_they_were(ruleset):
    dig = Action(
        name="Dig", targets="buried", restrictions=(w.TargetIs(side="friendly"),), effects=(w.Unbury(),)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(dig,)).model("a2", at=None, where="buried")
    scene.model("b1", at=None, where="buried").model("a3", at=(11.2, 11.2))
    assert [model.id for model in legal_targets(scene.g, scene["a1"], dig)] == ["a2"]
    scene.act("a1", "Dig", A.spot([8.819, 10.0]))
    assert scene["a2"].on_table


@pytest.mark.rule("M3E-BURY-03")
def test_unbury_where_the_effect_says_or_in_the_own_zone(ruleset):
    scene = buried(ruleset)
    scene.run(lambda g: unbury(g, "b1", g.model("a1"), chooser=0), A.spot([11.181, 10.0]))
    assert (scene["b1"].x, scene["b1"].where) == (11.181, "table")
    crowd = (
        Scene(ruleset)
        .model("a1", at=(10, 10))
        .model("b1", at=None, where="buried", conditions={"staggered": 1})
    )
    for number, (x, y) in enumerate(
        ((11.2, 10), (8.8, 10), (10, 11.2), (10, 8.8), (10.85, 10.85), (9.15, 9.15))
    ):
        crowd.model(f"b{number + 2}", at=(x, y), mm=50)
    crowd.crew("B", zone="north")
    crowd.run(lambda g: unbury(g, "b1", g.model("a1"), chooser=0), B.spot([18.0, 30.0]))
    assert crowd["b1"].y == 30.0


@pytest.mark.rule("M3E-BURY-05")
def test_bury_the_buried_and_unbury_the_standing_do_nothing(ruleset):
    scene = buried(ruleset)
    before = len(scene.g.fresh)
    scene.run(lambda g: bury(g, "b1"))
    scene.run(lambda g: unbury(g, "a1", g.model("a1"), chooser=0))
    assert len(scene.g.fresh) == before


# Markers and tokens


@pytest.mark.rule("M3E-MARK-01", "M3E-MARK-02", "M3E-MARK-09")
def test_a_marker_may_lie_under_a_model_and_be_stood_upon(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=5).marker("m0", "scheme", (13, 10))
    scene.act("a1", "Walk", A.destination([13.0, 10.0]))
    assert scene.g.state.markers["m0"].mm == 30
    assert scene.g.state.markers["m0"].traits == ()


@pytest.mark.rule("M3E-MARK-09", "M3E-MARK-10")
@pytest.mark.parametrize(("traits", "over_creator"), [((), True), (("impassable",), False)])
def test_a_created_marker_lies_on_no_other_and_touches_only_its_creator(ruleset, traits, over_creator):
    word = w.DropMarker(kind="pillar", create=not traits, inches=3, traits=traits, name="Pillar")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(Action(name="Raise", effects=(word,)),))
    scene.model("b1", at=(13, 10)).marker("m0", "scheme", (10, 13))
    scene.act("a1", "Raise", A.spot([8.819, 10.0]))
    ask = scene.asked[0]
    assert ask.options.contains([10.0, 10.0]) is over_creator
    assert not ask.options.contains([10.0, 12.0])  # over the Scheme Marker
    assert ask.options.contains([10.0, 11.818])  # beside it
    assert not ask.options.contains([11.819, 10.0])  # touching an enemy
    (pillar,) = [marker for marker in scene.g.state.markers.values() if marker.kind == "pillar"]
    assert (pillar.traits, pillar.name, pillar.seat) == (traits, "Pillar", 0)
    (dropped,) = scene.events(MarkerDropped)
    assert dropped.created is bool(traits)


@pytest.mark.rule("M3E-MARK-05")
def test_a_dropped_marker_belongs_to_the_side_that_controls_the_model(ruleset):
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), actions=(Action(name="Leave", effects=(w.DropMarker(kind="scheme"),)),)
    )
    scene.models["a1"] = change(scene.models["a1"], controller=1)
    scene.act("a1", "Leave", B.spot([10.0, 10.0]))
    assert [marker.seat for marker in scene.g.state.markers.values()] == [1]


@pytest.mark.rule("M3E-MARK-04", "M3E-MARK-12")
def test_strategy_markers_are_immune_to_models(ruleset):
    action = Action(name="Take", targets="marker", reach=5)
    clear = Action(name="Clear", effects=(w.RemoveMarkers(kind="strategy", inches=5, whom="self"),))
    scene = (
        Scene(ruleset).model("a1", at=(10, 10), actions=(action, clear)).marker("m0", "strategy", (11, 10))
    )
    assert legal_markers(scene.g, scene["a1"], action) == []
    scene.act("a1", "Clear")
    assert "m0" in scene.g.state.markers


@pytest.mark.rule("M3E-MARK-04", "M3E-MARK-11")
def test_markers_are_dropped_moved_and_removed_by_effects(ruleset):
    scene = Scene(ruleset).model("a1")
    name = scene.run(lambda g: drop(g, "scheme", 5.0, 5.0, seat=0))
    scene.run(lambda g: move_marker(g, name, 6.0, 5.0))
    assert scene.g.state.markers[name].x == 6.0
    scene.run(lambda g: remove(g, name))
    assert scene.events(MarkerRemoved)
    assert not scene.g.state.markers


@pytest.mark.rule("M3E-TOKEN-01")
def test_tokens_are_kept_and_seen_by_all(ruleset):
    from rules.game.view import view

    scene = Scene(ruleset).model("a1", tokens={"ice": 2}).model("b1", at=(5, 5))
    scene.g.emit(TokensSet("ash", 1, seat=1))
    seen = view(scene.g.state, (), None)
    assert seen["models"][0]["tokens"] == {"ice": 2}
    assert seen["crews"][1]["tokens"] == {"ash": 1}


def two_originals(ruleset, one, two, **upgrades):
    scene = Scene(ruleset).model("a1", at=(10, 10), **one).model("a2", at=(12, 10), **two)
    scene.model("b1", at=(30, 30)).card(BIG)
    return scene


def both(scene, *answers):
    return scene.run(lambda g: replace_model(g, ("a1", "a2"), ("big",)), A.spot([10.0, 11.181]), *answers)


@pytest.mark.rule("M3E-REPL-03", "M3E-COND-01", "M3E-COND-03", "M3E-COND-20")
@pytest.mark.parametrize(
    ("one", "two", "then"),
    [
        ({"fast": 1}, {"slow": 1}, {}),
        ({"focused": 2}, {"distracted": 1}, {"focused": 1}),
        ({"focused": 2}, {"focused": 1}, {"focused": 2}),
        ({"burning": 2, "poison": 1}, {"burning": 3}, {"burning": 5, "poison": 1}),
    ],
)
def test_conditions_of_several_originals_add_up_or_cancel_on_the_heir(ruleset, one, two, then):
    scene = two_originals(ruleset, {"conditions": one}, {"conditions": two})
    (new,) = both(scene)
    assert scene[new].conditions == then


@pytest.mark.rule("M3E-REPL-03")
def test_an_heir_gains_no_condition_that_its_card_bars(ruleset):
    calm = Ability(name="Calm", parts=(w.NoInjury(condition="slow"),))
    scene = replacing(ruleset, conditions={"slow": 1, "burning": 1})
    scene.card(change(BIG, abilities=(calm,)))
    (new,) = do(scene, ("big",), A.spot([11.181, 10.0]))
    assert scene[new].conditions == {"burning": 1}


@pytest.mark.rule("M3E-REPL-03", "M3E-HIRE-19", "M3E-HIRE-20")
@pytest.mark.parametrize("copies", [1, 3])
def test_several_originals_bring_one_copy_of_an_upgrade(ruleset, copies):
    """One in the Crew, or three: one model never bears two."""
    scene = two_originals(ruleset, {"upgrades": ("called",)}, {"upgrades": ("called",)})
    scene.upgrade(UpgradeCard(slug="called", name="Called", summon=True, copies=copies))
    (new,) = both(scene)
    assert scene[new].upgrades == ("called",)


@pytest.mark.rule("M3E-HIRE-19", "M3E-HIRE-20", "M3E-SUMM-03")
def test_an_upgrade_is_attached_within_the_crews_copies_and_once_a_model(ruleset):
    scene = (
        Scene(ruleset).model("a1").model("a2", at=(20, 20)).model("a3", at=(22, 20)).model("b1", at=(5, 5))
    )
    scene.upgrade(UpgradeCard(slug="rifle", name="Rifle", copies=2))
    assert [attach(scene.g, name, "rifle") for name in ("a1", "a1", "a2", "a3", "b1")] == [
        True,
        False,
        True,
        False,
        True,
    ]
    assert not attach(scene.g, "a1", "unknown")
    assert (detach(scene.g, "a1", "rifle"), detach(scene.g, "a1", "rifle")) == (True, False)
    assert attach(scene.g, "a3", "rifle")


def pyre(ruleset, **fields):
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(14, 10.5)).model("b2", at=(14, 20))
    scene.table = ExactTable((), policies=ruleset.table)
    return scene.marker("m0", "pyre", (10, 10), traits=("hazardous",), **fields)


@pytest.mark.rule("M3E-TRAIT-10", "M3E-TRAIT-11", "M3E-MARK-04")
@pytest.mark.parametrize(("spared", "burning"), [("yes", {}), ("no", {"burning": 2})])
def test_a_marker_moved_onto_models_harms_them_by_its_own_effect(ruleset, spared, burning):
    scene = pyre(ruleset, hazard="burning", hazard_value=2)
    answers = [A.use(spared)] + ([A.order("b1")] if spared == "no" else [])
    scene.run(lambda g: move_marker(g, "m0", 17, 10, "a1"), *answers)
    assert (scene["a1"].conditions, scene["b1"].conditions) == (burning, {"burning": 2})
    assert scene["b2"].conditions == {}
    assert scene.g.state.markers["m0"].x == 17


@pytest.mark.rule("M3E-TRAIT-10", "M3E-TRAIT-08")
def test_a_hazardous_marker_without_a_condition_damages_and_a_placed_one_only_where_it_lies(ruleset):
    scene = pyre(ruleset, hazard_value=3)
    scene.run(lambda g: move_marker(g, "m0", 14, 20, placed=True))
    assert [scene[name].health for name in ("a1", "b1", "b2")] == [8, 8, 5]


@pytest.mark.rule("M3E-TRAIT-08")
def test_who_walks_through_a_hazardous_marker_suffers_its_effect(ruleset):
    scene = pyre(ruleset, hazard="injured", hazard_value=2, name="Mire")
    scene.act("a1", "Walk", A.destination([5.0, 10.0]))
    assert scene["a1"].conditions == {"injured": 2}


@pytest.mark.rule("M3E-MARK-03")
def test_a_marker_moved_off_an_edge_falls(ruleset):
    scene = Scene(ruleset).model("a1", at=(30, 30)).marker("m0", "scheme", (12, 12), elevation=3.0)
    scene.table = ExactTable((flat_building("house", rectangle(10, 10, 5, 5), 3),))
    scene.run(lambda g: move_marker(g, "m0", 13, 13))
    assert scene.g.state.markers["m0"].elevation == 3.0
    scene.run(lambda g: move_marker(g, "m0", 20, 13))
    assert scene.g.state.markers["m0"].elevation == 0.0


@pytest.mark.rule("M3E-REPL-01", "M3E-SUMM-05")
def test_a_replace_by_two_copies_counts_both(ruleset):
    lone = change(NEW, limit=1)
    scene = Scene(ruleset).model("a1", at=(10, 10)).card(lone)
    assert do(scene, ("new", "new")) == ()
    assert scene["a1"].on_table


@pytest.mark.rule("M3E-HIRE-16", "M3E-HIRE-21", "M3E-SUMM-03")
@pytest.mark.parametrize(
    ("restricted", "comes"),
    [(("living or undead", "minion"), True), (("undead",), False), (("living", "master"), False)],
)
def test_restrictions_of_an_upgrade_bind_in_play(ruleset, restricted, comes):
    called = UpgradeCard(slug="called", name="Called", summon=True, copies=2, restricted=restricted)
    scene = (
        Scene(ruleset).model("a1", at=(10, 10)).upgrade(called).card(change(NEW, characteristics=("Living",)))
    )
    scene.model("a2", at=(20, 20), station="Minion", characteristics=("Living",))
    answers = [A.spot([11.181, 10.0])] if comes else []
    assert bool(scene.run(lambda g: summon(g, "a1", "new", upgrade="called"), *answers)) is comes
    assert attach(scene.g, "a2", "called") is comes


def hatches(name, card, *effects, **reaction):
    """An ability by which a dying model is Replaced."""
    replaces = w.Replace(card=card, whom="target", effects=effects)
    return Ability(name=name, parts=(w.Reaction(moment="dying", effects=(replaces,), **reaction),))


@pytest.mark.rule("M3E-REPL-03", "M3E-REPL-04", "M3E-REPL-06")
def test_of_two_new_models_one_takes_the_conditions_one_leads_and_one_continues(ruleset):
    split = Action(name="Split", effects=(w.Replace(cards=("new", "big")),))
    scene = replacing(ruleset, actions=(split,), conditions={"burning": 2}, leader=True)
    places = (A.spot([11.181, 10.0]), A.spot([10.0, 11.181]))
    chosen = (A.model("s1"), A.model("s2"), A.model("s1"))
    scene.run(activation_step, A.activate("a1"), A.action("Split"), *places, *chosen, A.action("Concentrate"))
    assert (scene["s1"].conditions, scene["s2"].conditions) == ({"burning": 2, "focused": 1}, {})
    assert (scene["s1"].leader, scene["s2"].leader) == (False, True)
    assert (scene["s1"].activated, scene["s2"].activated) == (True, False)


@pytest.mark.rule("M3E-REPL-02", "M3E-REPL-06", "M3E-TIME-06")
def test_who_replaces_a_killed_model_heals_before_it_could_be_killed_itself(ruleset):
    effects = (w.Heal(amount=2, whom="it"), w.Gain(condition="slow", whom="it"))
    scene = replacing(ruleset, abilities=(hatches("Hatch", "new", *effects),), health=1)
    scene.run(lambda g: damage(g, Hit("a1", 3)), A.spot([11.181, 10.0]))
    assert (scene["s1"].health, scene["s1"].conditions) == (2, {"slow": 1})
    assert not scene.events(Killed)


@pytest.mark.rule("M3E-REPL-07")
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize(("key", "card"), [("Hatch:0:a1", "new"), ("Seize:0:b1", "big")])
def test_of_replaces_by_both_players_the_models_controller_picks_one(ruleset, active, key, card):
    seize = hatches("Seize", "big", about="others", side="enemy")
    scene = replacing(ruleset, abilities=(hatches("Hatch", "new"),)).state(active=active)
    scene.model("b1", at=(30, 30), abilities=(seize,))
    scene.run(lambda g: kill(g, "a1", instant=True), A.order(key), A.spot([11.181, 10.0]))
    assert [model.card for model in scene.g.state.crew_of(0)] == [card]
