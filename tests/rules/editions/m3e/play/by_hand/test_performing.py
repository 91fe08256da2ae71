"""The referee's hand at a table that is played: each command by the engine's own effects, with its edges."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.hand import ground_with
from rules.editions.m3e.play.by_hand.performing import carry_out, ground_of, perform, prompt_players
from rules.editions.m3e.rows import ROWS
from rules.editions.m3e.scripts.words import Ability, Armor, HardToKill
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.fate.cards import FULL_DECK
from rules.game.events.announcements import (
    ActSaid,
    DamageReduced,
    DuelEnded,
    NumberFlipped,
    Remark,
    TableWord,
)
from rules.game.events.cards import CardsLookedAt, CardsShown, Milled
from rules.game.events.table import Moved
from rules.game.referee import commands as c
from rules.game.setup.setup import CrewSetup, Hired
from rules.game.table_access.exact_table import ExactTable
from rules.game.view import heard, view
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import flat_building
from tests.rules.editions.m3e.scene import A, B, Scene


def do(scene, *commands, answers=(), by=""):
    """The commands one after the other, each possible, with exactly those answers."""

    def all_of(g):
        for command in commands:
            problems = command.problems(g.state, ground_of(g, 0))
            assert not problems, problems
            yield from perform(g, command, by)

    scene.run(all_of, *answers)
    return scene


def refused(scene, command, rule, words=""):
    problems = command.problems(scene.g.state, ground_of(scene.g, 0))
    assert any(ROWS.named(found.rule) == rule and words in found.sentence for found in problems), problems


@pytest.fixture
def scene(ruleset):
    armor = Ability(name="Armor", parts=(Armor(amount=1),))
    return (
        Scene(ruleset)
        .model("a1", at=(10, 10), df=5)
        .model("a2", at=(14, 10), characteristics=("Living",))
        .model("b1", at=(20, 20), abilities=(armor,), station="Henchman")
        .model("b2", at=(26, 20), where="buried")
        .marker("m1", "scheme", (5, 5), seat=0)
        .state(made=1)
    )


# Health


@pytest.mark.rule("M3E-DMG-08")
def test_damage_by_hand_counts_as_said_or_is_reduced_like_any_other(scene, ruleset):
    do(scene, c.Hurt(model="b1", amount=3))
    assert scene["b1"].health == 5
    do(scene, c.Hurt(model="b1", amount=3, reducible=True))
    assert scene["b1"].health == 3
    assert [event.by for event in scene.events(DamageReduced)] == ["Armor +1"]


@pytest.mark.rule("M3E-DMG-04", "M3E-FATE-27")
def test_a_damage_flip_by_hand_is_flipped_by_the_one_who_does_it(scene, ruleset):
    scene.deck("A", "12r")
    do(scene, c.FlipDamage(model="b1", weak=1, moderate=2, severe=5, by="a1"))
    assert scene["b1"].health == 8 - 4
    assert [event.seat for event in scene.events(NumberFlipped)] == [0]
    refused(scene, c.FlipDamage(model="b1", weak=3, moderate=2, severe=5), "M3E-DMG-04", "rise")


@pytest.mark.rule("M3E-KILL-01", "M3E-KILL-06", "M3E-KILL-04")
def test_who_is_killed_or_sacrificed_leaves_its_marker_and_its_killer_is_known(scene, ruleset):
    spot = A.spot([14.0, 10.0])
    do(scene, c.Slay(model="a2", by="b1"), answers=[spot])
    assert scene["a2"].where == "gone"
    assert [marker.kind for marker in scene.g.state.markers.values()] == ["scheme", "corpse"]
    assert (scene.g.state.kills[0].by, scene.g.state.kills[0].by_seat) == ("b1", 1)
    do(scene, c.Sacrifice(model="a1"))
    assert (scene.g.state.kills[1].victim, scene.g.state.kills[1].by) == ("a1", "a1")


@pytest.mark.rule("M3E-COND-03", "M3E-COND-20", "M3E-TOKEN-01")
def test_conditions_cancel_and_cap_and_tokens_are_counted(scene, ruleset):
    do(scene, c.SetCondition(model="a1", condition="slow"), c.SetCondition(model="a1", condition="fast"))
    assert scene["a1"].conditions == {}
    do(scene, c.SetCondition(model="a1", condition="focused", value=7))
    assert scene["a1"].conditions["focused"] == scene.rules.focused_cap
    do(scene, c.SetCondition(model="a1", condition="focused", value=0))
    assert scene["a1"].conditions == {}
    do(scene, c.SetTokens(model="a1", name="omen", number=2), c.SetTokens(model="a1", name="omen", number=0))
    assert scene["a1"].tokens == {}
    refused(scene, c.SetTokens(model="a1", name=" ", number=1), "M3E-TOKEN-01")


# Places


@pytest.mark.rule("M3E-MOVE-13", "M3E-MOVE-15", "M3E-MOVE-05")
def test_a_move_has_its_region_and_beyond_it_only_anyway(scene, ruleset):
    do(scene, c.Put(model="a1", x=10, y=13, way="push", inches=3))
    assert (scene["a1"].x, scene["a1"].y) == (10, 13)
    far = c.Put(model="a1", x=10, y=20, way="push", inches=3)
    refused(scene, far, "M3E-MOVE-13", "may not end there: ")
    refused(scene, c.Put(model="a1", x=14, y=10, way="place", inches=9), "M3E-MOVE-15")
    do(scene, c.Put(model="a1", x=10, y=20, way="push", inches=3, anyway=True))
    assert scene["a1"].y == 20
    assert [event.way for event in scene.events(Moved)] == ["push", "push"]
    assert "anyway" in scene.events(Remark)[-1].text
    refused(scene, c.Put(model="a1", x=0, y=20, way="push", inches=30, anyway=True), "M3E-MOVE-01", "wholly")
    refused(scene, c.Put(model="b2", x=9, y=9, way="move", inches=30), "M3E-MOVE-01", "not on the table")


@pytest.mark.rule("M3E-MOVE-11")
def test_toward_and_away_hold_the_line(scene, ruleset):
    do(scene, c.Put(model="a1", x=12, y=10, way="move", inches=2, toward="a2"))
    refused(scene, c.Put(model="a1", x=12, y=11, way="move", inches=2, toward="a2"), "M3E-MOVE-01")


@pytest.mark.rule("M3E-COND-12")
def test_the_staggered_is_not_moved_by_its_friends_but_anyway(scene, ruleset):
    do(scene, c.SetCondition(model="a1", condition="staggered"))
    do(scene, c.Put(model="a1", x=10, y=12, way="push", inches=3, by="a2"))
    assert scene["a1"].y == 10
    do(scene, c.Put(model="a1", x=10, y=12, way="push", inches=3, by="a2", anyway=True))
    assert scene["a1"].y == 12


@pytest.mark.rule("M3E-BURY-01", "M3E-BURY-05")
def test_down_and_up_again(scene, ruleset):
    do(scene, c.Under(model="a1"), c.Up(model="b2", x=30, y=30))
    assert (scene["a1"].where, scene["b2"].where) == ("buried", "table")
    refused(scene, c.Up(model="b2", x=3, y=3), "M3E-BURY-05")
    refused(scene, c.Up(model="a1", x=20, y=20), "M3E-MOVE-05", "Another base")


# Markers


@pytest.mark.rule("M3E-MARK-04", "M3E-TRAIT-10", "M3E-STRAT-04")
def test_markers_of_any_kind_are_dropped_moved_turned_faced_and_removed(scene, ruleset):
    pyre = c.DropOne(
        kind="Pyre", x=30, y=5, seat=1, mm=50, traits=("Hazardous",), hazard="burning", name="Pyre"
    )
    do(scene, pyre)
    marker = scene.g.state.markers["m2"]
    assert (marker.kind, marker.mm, marker.traits, marker.hazard) == ("pyre", 50, ("hazardous",), "burning")
    do(scene, c.MoveMarker(marker="m2", x=20, y=20, placed=True))
    assert scene["b1"].conditions == {"burning": 1}
    do(scene, c.TurnMarker(marker="m2", seat=None), c.FaceMarker(marker="m2"))
    assert (scene.g.state.markers["m2"].seat, scene.g.state.face_down) == (None, ("m2",))
    refused(scene, c.FaceMarker(marker="m2"), "", "face down already")
    seen = {marker["id"]: marker["face_down"] for marker in view(scene.g.state, (), None)["markers"]}
    assert seen == {"m1": False, "m2": True}
    do(scene, c.TakeOff(marker="m2"))
    assert scene.g.state.face_down == ()
    refused(scene, c.DropOne(kind="pyre", x=30, y=5, mm=900), "M3E-MARK-01")
    refused(scene, c.DropOne(kind="pyre", x=30, y=5, hazard="hunger"), "M3E-COND-01")


# Cards


@pytest.mark.rule("M3E-FATE-05", "M3E-FATE-11", "M3E-FATE-07")
def test_cards_are_drawn_discarded_and_milled_and_only_its_owner_names_a_hand_card(scene, ruleset):
    scene.deck("A", "10r 3c 5m").hand("A", "13m 2t").hand("B", "1r 9c")
    do(scene, c.DrawCards(seat=0, cards=1), c.DiscardCards(seat=0, named=("2t",)))
    assert (scene.cards_of("A", "hand"), scene.cards_of("A", "discard")) == ("13m 10r", "2t")
    do(scene, c.DiscardCards(seat=1, cards=1), answers=[B.cards(["9c"])])
    assert scene.cards_of("B", "discard") == "9c"
    do(scene, c.Mill(seat=0, cards=2))
    assert [card.code for event in scene.events(Milled) for card in event.cards] == ["3c", "5m"]
    refused(scene, c.DiscardCards(seat=1, named=("1r",)), "M3E-FATE-07")
    refused(scene, c.DiscardCards(seat=1, named=("1m",)), "M3E-FATE-07")
    refused(scene, c.DiscardCards(seat=0, named=("1m",)), "M3E-FATE-11")
    refused(scene, c.DiscardCards(seat=1, cards=2), "M3E-FATE-11")


@pytest.mark.rule("M3E-FATE-14")
def test_what_is_looked_at_only_the_one_who_looks_hears(scene, ruleset):
    scene.deck("B", "10r 3c").hand("B", "1r 9c")
    do(scene, c.Look(seat=1, source="deck", cards=2, by=0), c.Look(seat=1, source="hand", by=0))
    looks = scene.events(CardsLookedAt)
    assert [[card.code for card in look.cards] for look in looks] == [["10r", "3c"], ["1r", "9c"]]
    assert all(heard(look, 0) == look for look in looks)
    assert all(not hasattr(heard(look, seat), "cards") for look in looks for seat in (1, None))
    do(scene, c.Look(seat=1, source="hand"))
    assert heard(scene.events(CardsShown)[0], None) == scene.events(CardsShown)[0]


@pytest.mark.rule("M3E-FATE-08")
def test_cards_go_back_and_the_deck_is_shuffled(scene, ruleset):
    scene.deck("A", "10r 3c").hand("A", "13m 2t").discard("A", "4m")
    do(scene, c.PutBack(seat=0, cards=1, to="bottom"), answers=[A.cards(["2t"])])
    assert scene.seat("A").deck[-1].code == "2t"
    do(scene, c.PutBack(seat=0, cards=1, to="shuffled"))
    assert (scene.cards_of("A", "hand"), scene.seat("A").shuffles) == ("", 2)
    do(scene, c.Shuffle(seat=0), answers=[B.cut(0)])
    assert (len(scene.seat("A").deck), scene.cards_of("A", "discard")) == (54, "")


@pytest.mark.rule("M3E-DUEL-01", "M3E-FATE-15")
def test_a_flip_and_a_duel_by_hand(scene, ruleset):
    scene.deck("A", "10r 9c 4m").deck("B", "2c")
    do(scene, c.FlipOne(seat=0, why="a bet"))
    assert scene.cards_of("A", "discard") == "10r"
    do(scene, c.DuelByHand(model="a1", stat="wp", tn=14))
    do(scene, c.DuelByHand(model="a1", stat="df", against="a2", resist="wp"), answers=[A.relent("yes")])
    assert [event.success for event in scene.events(DuelEnded)] == [True, True]
    refused(scene, c.DuelByHand(model="a1", stat="df"), "M3E-DUEL-01")
    refused(scene, c.DuelByHand(model="a1", stat="df", against="a1"), "M3E-DUEL-01")


@pytest.mark.rule("M3E-STONE-01", "M3E-TURN-21", "M3E-SCHEME-02", "M3E-TURN-19")
def test_stones_passes_and_vp(scene, ruleset):
    scene.crew("A", stones=2)
    do(scene, c.Stones(seat=0, change=-1), c.Passes(seat=1, passes=3))
    assert (scene.seat("A").stones, scene.seat("B").passes) == (1, 3)
    do(scene, c.Point(seat=0, source="Turf War"))
    refused(scene, c.Point(seat=0, source="Turf War"), "M3E-SCHEME-02")
    do(scene, c.Point(seat=0, source="Turf War", lost=True))
    assert scene.g.state.scores == ()
    refused(scene, c.Point(seat=0, source="Turf War", lost=True), "M3E-TURN-19")


# Who is there

GATOR = StatCard(slug="gator", name="Gator", health=5, sz=2, mm=40.0, limit=2)


@pytest.mark.rule("M3E-SUMM-01", "M3E-SUMM-02", "M3E-SUMM-03", "M3E-SUMM-05")
def test_any_card_is_summoned_with_its_figures_in_the_log(scene, ruleset):
    gator = c.Summon(card="gator", seat=0, x=30, y=30, printed=GATOR)
    do(scene, gator, replace(gator, x=32))
    new = scene["s2"]
    assert (new.name, new.health, new.mm, new.seat, new.summoned) == ("Gator", 5, 40.0, 0, 2)
    assert scene.g.setup.cards["gator"] == GATOR
    assert scene.seat("B").passes == 2
    assert new.tokens == {"summon": 1}
    refused(scene, replace(gator, y=5), "M3E-SUMM-05", "no further Gator")
    do(scene, replace(gator, y=5, anyway=True))
    refused(scene, c.Summon(card="nobody", seat=0, x=5, y=5), "M3E-SUMM-01", "No card")
    refused(scene, c.Summon(card="gator", seat=1, x=5, y=5, by="b1"), "M3E-SUMM-01", "does not touch")
    refused(scene, c.Summon(card="gator", seat=1, x=20, y=20), "M3E-MOVE-05", "Another base")


@pytest.mark.rule("M3E-SUMM-03", "M3E-HIRE-19", "M3E-HIRE-20", "M3E-HIRE-21")
def test_upgrades_are_attached_and_discarded_within_their_limits(scene, ruleset):
    fear = UpgradeCard(slug="fear", name="Fear", copies=1)
    do(scene, c.AttachUpgrade(model="a1", upgrade="fear", bought=fear))
    assert scene["a1"].upgrades == ("fear",)
    refused(scene, c.AttachUpgrade(model="a1", upgrade="fear"), "M3E-HIRE-20")
    refused(scene, c.AttachUpgrade(model="a2", upgrade="fear"), "M3E-HIRE-19")
    refused(scene, c.AttachUpgrade(model="a2", upgrade="none-such"), "M3E-HIRE-16")
    do(scene, c.DiscardUpgrade(model="a1", upgrade="fear"))
    assert scene["a1"].upgrades == ()
    refused(scene, c.DiscardUpgrade(model="a1", upgrade="fear"), "M3E-HIRE-16")
    summon = c.Summon(card="gator", seat=0, x=30, y=30, upgrade="fear", printed=GATOR)
    do(scene, summon)
    assert scene["s2"].upgrades == ("fear",)
    assert scene["s2"].tokens == {}
    coat = UpgradeCard(slug="coat", name="Coat", restricted=("gator",))
    refused(scene, c.AttachUpgrade(model="a2", upgrade="coat", bought=coat), "M3E-HIRE-21", "Restricted")
    do(scene, c.AttachUpgrade(model="s2", upgrade="coat", bought=coat))
    assert scene["s2"].upgrades == ("fear", "coat")


@pytest.mark.rule("M3E-REPL-01", "M3E-REPL-02", "M3E-REPL-03")
def test_several_are_replaced_by_several(scene, ruleset):
    do(scene, c.Hurt(model="a1", amount=6), c.SetCondition(model="a1", condition="poison", value=2))
    both = c.Replace(models=("a1",), cards=("gator", "gator"), printed=(GATOR,))
    places = [A.spot([10.0, 8.622]), A.spot([10.0, 11.378])]
    do(scene, both, answers=[*places, A.model("s2"), A.model("s3")])
    assert scene["a1"].where == "gone"
    assert [scene[name].health for name in ("s2", "s3")] == [2, 2]
    assert scene["s2"].conditions == {"poison": 2}
    refused(scene, c.Replace(models=("a2", "b1"), cards=("gator",)), "M3E-REPL-01", "two Crews")
    refused(scene, c.Replace(models=(), cards=("gator",)), "M3E-REPL-01")
    refused(scene, c.Replace(models=("a2",), cards=("gator",)), "M3E-REPL-01", "no further Gator")
    refused(scene, c.Replace(models=("s2",), cards=("gator",) * 2), "M3E-REPL-01", "no further Gator")
    refused(scene, c.Replace(models=("b2",), cards=("gator",)), "M3E-REPL-01", "not on the table")


# For a time


@pytest.mark.rule("M3E-CTRL-02", "M3E-TURN-18")
def test_control_stats_and_abilities_change_for_a_time_and_end(scene, ruleset):
    from rules.editions.m3e.play.abilities.passive import is_hard_to_kill
    from rules.editions.m3e.play.effects import lasting
    from rules.editions.m3e.play.procedure.hooks import stat

    scene.card(
        StatCard(
            slug="zombie", name="Zombie", abilities=(Ability(name="Hard to Kill", parts=(HardToKill(),)),)
        )
    )
    do(
        scene,
        c.Control(model="b1", seat=0),
        c.ChangeStat(model="a1", stat="df", amount=-2),
        c.GainAbility(model="a1", ability="hard to kill"),
        c.LoseAbility(model="b1", ability="armor", until="game"),
    )
    assert (scene["b1"].player, stat(scene.g, scene["a1"], "df")) == (0, 3)
    assert is_hard_to_kill(scene.g, scene["a1"])
    do(scene, c.Hurt(model="b1", amount=2, reducible=True))
    assert scene["b1"].health == 6, "its Armor is lost"
    lasting.expire(scene.g, "end_phase")
    assert (scene["b1"].player, stat(scene.g, scene["a1"], "df")) == (1, 5)
    assert not is_hard_to_kill(scene.g, scene["a1"])
    do(scene, c.EndEffect(model="b1", name="No armor"), c.Hurt(model="b1", amount=2, reducible=True))
    assert scene["b1"].health == 5, "and has it again"
    refused(scene, c.EndEffect(model="b1", name="No armor"), "")
    do(scene, c.Control(model="b1", seat=0, until="game"), c.Control(model="b1", seat=1))
    assert (scene["b1"].controller, scene.g.state.lasting) == (None, ())


@pytest.mark.rule("M3E-TURN-14")
def test_more_and_fewer_actions_and_the_end_of_an_activation(scene, ruleset):
    scene.state(activating="a1")
    do(scene, c.MoreActions(model="a1", change=1))
    assert scene["a1"].acts == -1
    do(scene, c.Activate(model="a1"), c.Activate(model="a2"))
    assert (scene.g.ended, scene["a2"].activated) == ("a1", True)
    refused(scene, c.MoreActions(model="a1", change=0), "M3E-TURN-14")


@pytest.mark.rule("SL-SUMMON-03", "SL-SUMMON-04", "SL-SUMMON-05")
def test_who_gave_itself_up_owes_no_flip_and_its_successor_does(scene):
    g = scene.g
    crews = (CrewSetup(name="A", models=(Hired(card="a1", model_id=7),)), CrewSetup(name="B", models=()))
    g.settle(replace(g.setup, crews=crews, finish_threshold=3))
    do(scene, c.Summon(card="gator", seat=0, x=30, y=30, printed=GATOR, given_up=("a1",)))
    assert (scene["a1"].where, g.state.falls) == ("gone", ())
    (heir,) = g.state.heirs
    assert (heir.model, heir.originals, heir.names) == ("s2", ("a1",), ("Gator",))
    top = g.state.crews[0].deck[0].code
    do(scene, c.Slay(model="s2"))
    assert [(fall.model, fall.flip) for fall in g.state.falls] == [("s2", top)]


def test_beside_a_real_table_nothing_is_measured_and_no_card_is_known(scene):
    state = scene.g.state
    record = ground_with(scene.g.setup)
    for possible in (
        c.Put(model="a1", x=10, y=30, way="push", inches=1),
        c.DrawCards(seat=0, cards=3),
        c.Summon(card="gator", seat=0, printed=GATOR),
    ):
        assert possible.problems(state, record) == []
    for impossible in (c.FlipOne(seat=0), c.FlipDamage(model="a1", weak=1, moderate=2, severe=3)):
        assert [ROWS.named(found.rule) for found in impossible.problems(state, record)] == ["M3E-FATE-15"]


@pytest.mark.rule("M3E-FATE-22")
def test_who_may_cheat_a_flip_by_hand_is_told_what_it_is_for(scene, ruleset):
    scene.deck("A", "10r 9c").hand("A", "13m")
    flips = (c.FlipOne(seat=0, why="a bet"), c.FlipOne(seat=0))
    do(scene, *flips, answers=[A.cheat("keep"), A.cheat("keep")])
    assert [ask.text for ask in scene.asked] == ["Cheat the flip? (a bet)", "Cheat the flip? (by hand)"]


@pytest.mark.rule("M3E-FATE-15", "M3E-FATE-22")
def test_a_flip_by_hand_need_not_be_cheatable_and_an_empty_deck_shows_nothing(scene, ruleset):
    scene.deck("A", "10r").hand("A", "13m")
    do(scene, c.FlipOne(seat=0, cheatable=False))
    assert (scene.cards_of("A", "discard"), scene.cards_of("A", "hand")) == ("10r", "13m")
    empty = Scene(ruleset).model("a1").hand("A", " ".join(card.code for card in FULL_DECK))
    do(empty, c.FlipOne(seat=0))
    assert empty.asked == []
    assert len(empty.seat("A").hand) == 54


@pytest.mark.rule("M3E-ACT-21")
def test_what_an_earlier_line_made_impossible_is_left_out_and_said(scene, ruleset):
    lines = (c.Sacrifice(model="a1"), c.Hurt(model="a1", amount=1), c.Hurt(model="b1", amount=2))
    scene.run(lambda g: carry_out(g, 0, c.Act(lines=lines), ""))
    assert [event.text for event in scene.events(Remark)] == ["Not done: There is no model a1 in play."]
    assert scene["b1"].health == 6


def test_players_are_asked_again_for_what_the_other_objected_to(scene, ruleset):
    asked = {"name": "Lure", "asked": True, "lines": [{"do": "hurt", "model": "b1", "amount": 2}]}
    answers = (A.apply(asked), B.object("object"), A.apply(asked), B.object("accept"))
    scene.run(lambda g: prompt_players(g, scene["a1"], "Something odd.", ("b1", "")), *answers)
    assert scene["b1"].health == 6, "once"
    assert [event.step for event in scene.events(ActSaid)] == ["proposed", "objected", "proposed", "begun"]
    assert [event.outcome for event in scene.events(TableWord)] == ["", "applied"]
    scene.run(lambda g: prompt_players(g, scene["a1"], "Nothing at all."), A.apply([]))
    assert scene.events(TableWord)[-1].outcome == "nothing to apply"


@pytest.mark.rule("M3E-BURY-03")
def test_who_comes_up_on_a_roof_stands_on_it(scene, ruleset):
    roof = flat_building("roof", rectangle(24, 24, 6, 6), 3)
    scene.table = ExactTable((roof,), policies=ruleset.table)
    do(scene, c.Up(model="b2", x=26, y=26))
    assert (scene["b2"].x, scene["b2"].y, scene["b2"].elevation) == (26, 26, 3.0)
