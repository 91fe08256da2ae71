"""The plain facts of each command, as a record of a real table writes them down."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.hand import BARE, ground_with
from rules.editions.m3e.scripts.words import Ability, Armor, StatBonus
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.game.events.announcements import Remark
from rules.game.events.crews import Succeeded
from rules.game.events.table import LastingBegan
from rules.game.referee import commands as c
from rules.game.referee.ground import Ground
from rules.game.referee.lasting import plain
from rules.game.setup.setup import CrewSetup, Hired
from rules.game.state import State, VictoryPoint
from tests.rules.editions.m3e.scene import Scene

HIDE = Ability(name="Hide", parts=(Armor(amount=1), StatBonus(stat="df", amount=1)))
CUB = StatCard(slug="cub", name="Cub", health=3)
WOLF = StatCard(slug="wolf", name="Wolf", health=10)
COLLAR = UpgradeCard(slug="collar", name="Collar")
OMEN = UpgradeCard(slug="omen", name="Omen", summon=True)


@pytest.fixture
def scene(ruleset) -> Scene:
    return (
        Scene(ruleset)
        .model(
            "a1", at=(10, 10), health=4, leader=True, conditions={"burning": 2, "fast": 1}, tokens={"omen": 1}
        )
        .model("a2", at=(12, 10), health=3, conditions={"burning": 1, "slow": 1}, tokens={"omen": 2})
        .model("b1", at=(20, 20), abilities=(HIDE,))
        .card(CUB)
        .upgrade(COLLAR)
        .upgrade(OMEN)
        .marker("m1", "scheme", (5, 5), seat=0)
        .state(turn=3, made=1)
    )


def ground(scene: Scene, **setup) -> Ground:
    return ground_with(replace(scene.g.setup, **setup))


def after(state: State, *commands, ground: Ground = BARE) -> State:
    for command in commands:
        state = c.fold(state, command.events(state, ground))
    return state


def test_markers_are_moved_turned_faced_and_named(scene):
    state = scene.g.state
    moved = after(state, c.MoveMarker(marker="m1", x=7, y=8)).markers["m1"]
    assert (moved.x, moved.y) == (7, 8)
    assert after(state, c.TurnMarker(marker="m1", seat=1)).markers["m1"].seat == 1
    down = after(state, c.FaceMarker(marker="m1"))
    assert "m1" in down.face_down
    assert "m1" not in after(down, c.FaceMarker(marker="m1", down=False)).face_down
    pit = c.DropOne(kind=" Pit ", x=1, y=2, traits=(" Severe", " "), hazard="burning", hazard_value=2)
    laid = after(state, pit).markers["m2"]
    assert (laid.kind, laid.traits, laid.hazard, laid.hazard_value) == ("pit", ("severe",), "burning", 2)


@pytest.mark.rule("M3E-TURN-19")
def test_a_point_is_scored_on_its_turn_and_taken_away_again(scene, ruleset):
    scored = after(scene.g.state, c.Point(seat=1, source="Reckoning", step="end"))
    assert scored.scores == (VictoryPoint(3, 1, "Reckoning", "end"),)
    assert after(scored, c.Point(seat=1, source="Reckoning", lost=True)).scores == ()


def test_upgrades_come_and_go_nicknames_are_given(scene):
    state = scene.g.state
    borne = after(
        state, c.AttachUpgrade(model="a1", upgrade="fang", bought=UpgradeCard(slug="fang", name="Fang"))
    )
    assert borne.models["a1"].upgrades == ("fang",)
    assert borne.upgrades["fang"].name == "Fang"
    assert after(borne, c.DiscardUpgrade(model="a1", upgrade="fang")).models["a1"].upgrades == ()
    assert after(state, c.AttachUpgrade(model="a1", upgrade="collar")).upgrades == state.upgrades
    assert after(state, c.Nickname(model="a1", name=" Rex ")).nicknames == {"a1": "Rex"}
    assert after(state, c.Activate(model="a1")).models["a1"].activated
    more = after(state, c.MoreActions(model="a1", change=2)).models["a1"]
    assert more.acts == state.models["a1"].acts - 2


def test_killed_by_itself_is_sacrificed_for_nobody(scene):
    gone = after(scene.g.state, c.Sacrifice(model="a2"))
    assert gone.models["a2"].where == "gone"
    assert [(kill.by, kill.by_seat) for kill in gone.kills] == [("a2", 0)]


@pytest.mark.rule("M3E-SUMM-01")
def test_a_summoned_model_joins_and_the_rival_has_a_pass_more(scene, ruleset):
    state = scene.g.state
    held = after(state, c.Summon(card="cub", seat=0, x=3, y=4), ground=ground(scene))
    cub = held.models["s2"]
    assert (cub.name, cub.seat, cub.x, cub.y, cub.summoned, cub.where) == ("Cub", 0, 3, 4, 3, "table")
    assert held.crews[1].passes == state.crews[1].passes + 1
    assert held.crews[0].passes == state.crews[0].passes


@pytest.mark.rule("M3E-SUMM-01")
def test_what_no_card_of_the_encounter_is_brings_its_own(scene, ruleset):
    own, fang = StatCard(slug="own", name="Own", health=2), UpgradeCard(slug="fang", name="Fang")
    summon = c.Summon(card="own", seat=1, printed=own, upgrade="fang", bought=fang, given_up=("a2",))
    held = after(scene.g.state, summon, ground=ground(scene))
    assert held.models["s2"].upgrades == ("fang",)
    assert (held.cards["own"], held.upgrades["fang"]) == (own, fang)
    assert held.models["a2"].where == "gone"
    known = after(scene.g.state, c.Summon(card="cub", seat=1, upgrade="collar"), ground=ground(scene))
    assert known.models["s2"].upgrades == ("collar",)
    assert "cub" not in known.cards, "the Encounter has it"


def league(scene: Scene) -> Ground:
    """Of a league: ``a1`` and ``a2`` are the Arsenal's."""
    sides = (
        CrewSetup(name="A", models=(Hired(card="a1", model_id=7), Hired(card="a2", model_id=8))),
        CrewSetup(name="B", models=(Hired(card="b1", model_id=9),)),
    )
    return ground(scene, crews=sides, finish_threshold=6)


@pytest.mark.rule("SL-SUMMON-03", "SL-SUMMON-05")
def test_in_a_league_the_summoned_stand_for_those_that_gave_themselves_up(scene):
    where = league(scene)
    first = after(scene.g.state, c.Summon(card="cub", seat=0, given_up=("a2",)), ground=where)
    assert [(held.model, held.originals) for held in first.heirs] == [("s2", ("a2",))]
    second = c.Summon(card="cub", seat=0, given_up=("s2", "a1")).events(first, where)
    (heir,) = [event.heir for event in second if isinstance(event, Succeeded)]
    assert (heir.originals, heir.names) == (("a2", "a1"), ("Cub", "Cub"))
    assert not [e for e in c.Summon(card="cub", seat=0).events(first, where) if isinstance(e, Succeeded)]
    alone = c.Summon(card="cub", seat=0, given_up=("a2",)).events(scene.g.state, ground(scene))
    assert not [event for event in alone if isinstance(event, Succeeded)], "no league"


@pytest.mark.rule("M3E-REPL-01", "M3E-REPL-03", "M3E-REPL-04")
def test_the_replaced_leave_their_health_conditions_tokens_and_lead_to_the_first(scene, ruleset):
    state = scene.g.state
    state = state.with_model(replace(state.models["a1"], upgrades=("collar", "omen")))
    swap = c.Replace(models=("a1", "a2"), cards=("wolf",), heals=1, printed=(WOLF,))
    held = after(state, swap, ground=ground(scene))
    wolf = held.models["s2"]
    assert (wolf.health, wolf.x, wolf.leader) == (8, 10, True)
    assert wolf.conditions == {"burning": 3}, "values add up, Fast and Slow end each other"
    assert wolf.tokens == {"omen": 3}
    assert wolf.upgrades == ("omen",), "Summon Upgrades alone"
    assert held.cards["wolf"] == WOLF
    assert {held.models[name].where for name in ("a1", "a2")} == {"gone"}
    assert not held.models["a1"].leader
    assert held.kills == (), "nobody was killed"
    kept = after(state, replace(swap, keep_upgrades=True), ground=ground(scene)).models["s2"]
    assert kept.upgrades == ("collar", "omen")


@pytest.mark.rule("M3E-REPL-01")
def test_several_new_ones_stand_where_the_old_stood_with_what_they_may_have(scene, ruleset):
    state = scene.g.state.with_model(replace(scene["a1"], activated=True, elevation=2.0))
    held = after(state, c.Replace(models=("a1",), cards=("cub", "cub")), ground=ground(scene))
    new = [held.models[name] for name in ("s2", "s3")]
    assert [(model.x, model.elevation, model.health) for model in new] == [(10, 2.0, 3), (10, 2.0, 3)]
    assert all(held.models[name].activated for name in ("s2", "s3"))
    assert held.models["s3"].conditions == {}


@pytest.mark.rule("M3E-REPL-01")
def test_replaced_by_a_model_of_the_other_crew_is_lost_for_its_own(scene, ruleset):
    held = after(scene.g.state, c.Replace(models=("a1",), cards=("cub",), seat=1), ground=ground(scene))
    assert held.models["s2"].seat == 1
    assert not held.models["s2"].leader
    assert [kill.victim for kill in held.kills] == ["a1"]


def names_of(events) -> list[str]:
    return [event.effect.name for event in events if isinstance(event, LastingBegan)]


def test_control_passes_and_comes_back(scene):
    taken = after(scene.g.state, c.Control(model="a1", seat=1))
    assert taken.models["a1"].player == 1
    assert [effect.control for effect in taken.lasting] == [1]
    again = after(taken, c.Control(model="a1", seat=0))
    assert (again.models["a1"].player, again.lasting) == (0, ())
    ended = after(taken, c.EndEffect(model="a1", name="control"))
    assert (ended.models["a1"].player, ended.lasting) == (0, ())


def test_each_change_of_a_stat_is_an_effect_of_its_own(scene):
    once = after(scene.g.state, c.ChangeStat(model="b1", stat="df", amount=-1, until="turn"))
    twice = after(once, c.ChangeStat(model="b1", stat="df", amount=-1))
    assert [(effect.name, effect.until) for effect in twice.lasting] == [
        ("Df -1#1", "turn"),
        ("Df -1#2", "end_phase"),
    ]
    assert after(twice, c.EndEffect(model="b1", name="Df -1")).lasting == ()
    assert after(twice, c.EndEffect(model="a1", name="Df -1")).lasting == twice.lasting, "on another model"


def test_an_ability_of_a_card_is_gained_with_every_part_another_by_its_name(scene):
    where, state = ground(scene), scene.g.state
    assert names_of(c.GainAbility(model="a1", ability=" hide").events(state, where)) == [
        "Hide",
        "Hide#2",
    ]
    assert names_of(c.GainAbility(model="a1", ability="Flight").events(state, where)) == ["Flight"]
    lost = after(state, c.LoseAbility(model="b1", ability=" Hide "))
    assert [(effect.name, effect.data) for effect in lost.lasting] == [("No Hide", {"loses": "Hide"})]
    assert plain("Hide#2") == "hide"


def test_what_only_cards_tell_is_said_in_words_where_a_record_is_kept(scene):
    draw = c.DrawCards(seat=0, cards=2)
    (remark,) = draw.events(scene.g.state, ground(scene))
    assert isinstance(remark, Remark)
    assert remark.text == "Seat 0 draws 2 cards."
    assert [*draw.events(scene.g.state, BARE)] == []
    assert [*draw.events(scene.g.state, ground_with(scene.g.setup, scene.g.table))] == [], (
        "in play the deck does it"
    )
