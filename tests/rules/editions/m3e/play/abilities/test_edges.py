"""Effects at their edges: empty decks, who cannot be moved, markers that nothing moves, who is not there."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.abilities.execution import execute
from rules.editions.m3e.play.effects.conditions import burn, gain, set_tokens
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.league.withdrawal import goes_on
from rules.editions.m3e.play.procedure import cards as fate
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.scripts import selects as s
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action
from rules.fate.cards import FULL_DECK
from rules.game.events.cards import CardsLookedAt, Milled
from rules.game.events.table import ConditionSet, Damaged, TokensSet, UsedOnce
from rules.game.events.turns import PointLost
from rules.game.state import VictoryPoint, Withdrawal
from tests.rules.editions.m3e.scene import A, B, Scene

ALL = " ".join(card.code for card in FULL_DECK)


def does(scene: Scene, *effects, answers=(), it: str = "", source: str = "a1"):
    """What the words do, of an ability of ``source``."""
    return scene.run(lambda g: execute(g, effects, Effects(source, it, label="Text")), *answers)


# Cards


def empty(ruleset) -> Scene:
    """All cards of A are in its hand."""
    return Scene(ruleset).model("a1").model("b1", at=(9, 9)).hand("A", ALL)


@pytest.mark.rule("M3E-FATE-05", "M3E-FATE-08")
def test_nothing_comes_from_a_deck_without_cards(ruleset):
    scene = empty(ruleset)
    scene.run(lambda g: fate.draw(g, 0, 3))
    assert len(scene.seat("A").hand) == 54
    assert scene.run(lambda g: fate.mill(g, 0, 2)) == ()
    assert scene.run(lambda g: fate.arrange(g, 0, 0, 3, fate.Arrangement(), "Look")) == 0
    flip = scene.run(lambda g: fate.reveal(g, 0, 1, 0, "Luck"))
    assert (flip.revealed, flip.card) == ((), None)
    assert scene.events(Milled) == scene.events(CardsLookedAt) == []


@pytest.mark.rule("M3E-FATE-08", "M3E-FATE-14")
def test_a_deck_that_runs_out_is_shuffled_before_it_is_looked_at(ruleset):
    scene = Scene(ruleset).model("a1").discard("A", "rest").deck("A", "")
    looked = scene.run(
        lambda g: fate.arrange(g, 0, 0, 2, fate.Arrangement(drawn=1, reorder=False), "Look"),
        B.cut(0),
        A.cards(["1c"]),
    )
    assert looked == 2
    assert scene.cards_of("A", "hand") == "1c"
    assert (scene.seat("A").deck[0].code, len(scene.seat("A").deck)) == ("BJ", 53), (
        "the other lies where it lay"
    )


# Conditions, tokens, damage


@pytest.mark.rule("M3E-COND-15", "M3E-COND-20", "M3E-TOKEN-01")
def test_what_changes_nothing_is_not_told(ruleset):
    scene = Scene(ruleset).model("a1", conditions={"focused": ruleset.focused_cap}, tokens={"omen": 2})
    assert scene.run(lambda g: gain(g, "a1", "focused", 1)) == 0
    assert scene.events(ConditionSet) == []
    assert scene.run(lambda g: set_tokens(g, "a1", "omen", 2)) == 0
    assert scene.events(TokensSet) == []
    assert [burn(value) for value in (-1, 0, 1)] == [0, 0, 1]


@pytest.mark.rule("M3E-DMG-01")
def test_who_has_left_play_suffers_nothing(ruleset):
    scene = Scene(ruleset).model("a1", where="gone").model("a2", health=0)
    assert scene.run(lambda g: damage(g, Hit("a1", 3))) == 0
    assert scene.run(lambda g: damage(g, Hit("a2", 3))) == 0
    assert scene.events(Damaged) == []


@pytest.mark.rule("M3E-ONCE-01")
def test_once_a_game_is_remembered_by_the_game(ruleset):
    scene = Scene(ruleset).model("a1").model("a2", at=(9, 9))
    state = UsedOnce("a1", "Howl", "game").on(scene.g.state)
    assert state.once_game == (("a1", "Howl"),)
    assert state.models["a1"].once_turn == {}


@pytest.mark.rule("M3E-TURN-19")
def test_a_point_that_nobody_scored_is_not_lost_and_only_the_last_of_several_is(ruleset):
    scores = (
        VictoryPoint(2, 0, "Reckoning", "strategy"),
        VictoryPoint(2, 1, "Reckoning", "strategy"),
        VictoryPoint(3, 0, "Reckoning", "end"),
    )
    state = Scene(ruleset).model("a1").state(scores=scores).g.state
    assert PointLost(1, "Outflank").on(state).scores == scores
    assert PointLost(0, "Reckoning").on(state).scores == scores[:2]


# Nerve


@pytest.mark.rule("M3E-DUEL-14")
@pytest.mark.parametrize(
    ("hand", "answers", "left"),
    [
        ("2m", (A.use("yes"),), 6),
        ("2m", (A.use("no"),), 8),
        ("", (), 8),
    ],
)
def test_a_failed_duel_against_terror_is_ignored_for_a_price(ruleset, hand, answers, left):
    hurt = w.Damage(amount=2)
    hit = Action(name="Hit", icon="melee", reach=2, stat=9, resist="df", effects=(hurt,))
    nerve = Ability(name="Nerve", parts=(w.Nerve(cost=(w.PayCards(),)),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hit,), abilities=(nerve,))
    scene.model("b1", at=(12, 10), abilities=(Ability(name="Terrifying", parts=(w.Terrifying(tn=15),)),))
    scene.deck("A", "5m 6c").deck("B", "2c").hand("A", hand)
    cheats = (A.cheat("keep"),) if hand else ()
    scene.act("a1", "Hit", *cheats, *answers)
    assert scene["b1"].health == left


# Places and markers


@pytest.mark.rule("M3E-MOVE-13")
def test_the_opponent_may_choose_where_somebody_is_pushed(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("a2", at=(14, 10))
    push = w.Move(kind="push", inches=3, whom="it", chosen_by="opposing")
    does(scene, push, it="a2", answers=[B.destination([17.0, 10.0])])
    assert scene["a2"].x == 17.0


@pytest.mark.rule("M3E-COND-12", "M3E-MOVE-15")
def test_who_cannot_be_moved_by_a_friend_changes_no_places(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("a2", at=(14, 10), conditions={"staggered": 1})
    does(scene, w.Swap(one="self", two="it"), it="a2")
    assert (scene["a1"].x, scene["a2"].x) == (10, 14)
    free = Scene(ruleset).model("a1", at=(10, 10)).model("a2", at=(14, 10))
    does(free, w.Swap(one="self", two="it"), it="a2")
    assert (free["a1"].x, free["a2"].x) == (14, 10)


@pytest.mark.rule("M3E-MARK-09")
def test_the_opponent_may_choose_where_a_marker_lies(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(30, 30))
    does(scene, w.DropMarker(kind="scrap", chooser="opposing"), answers=[B.spot([11.181, 10.0])])
    (marker,) = scene.g.state.markers.values()
    assert (marker.kind, marker.x) == ("scrap", 11.181)


@pytest.mark.rule("M3E-MARK-12")
def test_strategy_markers_are_neither_removed_nor_moved_nor_turned(ruleset):
    words = (
        w.Remove(markers=s.Markers()),
        w.MoveMarkers(markers=s.Markers(), inches=3),
        w.TurnMarkers(markers=s.Markers(), side="own"),
    )
    for word in words:
        scene = Scene(ruleset).model("a1", at=(10, 10)).marker("m1", "strategy", (12, 10), seat=1)
        before = scene.g.state.markers
        does(scene, word)
        assert scene.g.state.markers == before, word


@pytest.mark.rule("M3E-AREA-09", "M3E-AREA-10")
def test_who_is_not_on_the_table_pulses_and_shocks_nobody(ruleset):
    hurt = (w.Damage(amount=2, whom="it"),)
    for where, left in (("buried", 8), ("table", 6)):
        scene = Scene(ruleset).model("a1", at=(10, 10), where=where).model("b1", at=(12, 10))
        does(scene, w.Pulse(inches=3, effects=hurt, side="enemy"))
        assert scene["b1"].health == left, where
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(12, 10))
    does(scene, w.Shockwave(inches=3, stat="df", tn=30, penalty=hurt, on="it_marker"))
    assert (scene["b1"].health, scene.asked) == (8, []), "there is no marker it would come from"


# Withdrawal


@pytest.mark.rule("SL-WITHDRAW-06", "SL-WITHDRAW-07")
@pytest.mark.parametrize(
    ("gone", "answers", "on"),
    [
        ((), (), True),
        ((0, 1), (), False),
        ((0,), (B.play_on("yes"),), True),
        ((0,), (B.play_on("no"),), False),
    ],
)
def test_who_is_left_alone_plays_on_or_not_and_nobody_plays_on_without_crews(ruleset, gone, answers, on):
    withdrawals = tuple(Withdrawal(turn=2, seat=seat) for seat in gone)
    scene = Scene(ruleset).model("a1").model("b1", at=(9, 9)).state(withdrawals=withdrawals)
    assert scene.run(goes_on, *answers) is on
