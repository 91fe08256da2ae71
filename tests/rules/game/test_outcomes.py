"""What was resolved, one line each: attacks, falls, points; and the steps of a picture."""

from __future__ import annotations

import pytest

from rules import duel_of_two
from rules.editions.m3e.ruleset import M3E
from rules.fate.cards import Card
from rules.fate.shuffle import Stream, digest
from rules.game.events import Event, crews
from rules.game.events import announcements as a
from rules.game.events import cards as c
from rules.game.events import table as t
from rules.game.events import turns as u
from rules.game.outcomes import WHY, Outcome, outcomes_of
from rules.game.simulation.invariants import disguised
from rules.game.state import State, VictoryPoint
from rules.game.view import heard_by
from tests.rules.editions.m3e.scene import Scene

TEN, NINE, KING = Card.parse("10r"), Card.parse("9c"), Card.parse("13m")


def state(**more) -> State:
    scene = Scene(M3E).model("a1", at=(4, 5)).model("b1", at=(9, 5)).model("b2", at=(20, 20))
    return scene.crew("A", name="Guild").crew("B", name="Bayou").state(**more).g.state


def told(*events: Event, **more) -> list[Outcome]:
    return outcomes_of(enumerate(events), state(**more))


def attack(*after: Event) -> list[Event]:
    return [
        a.ActionDeclared("a1", "Sabre"),
        a.Targeted("a1", "Sabre", "b1"),
        a.DuelBegan("a1", "Sabre", "b1", "df"),
        c.Flipped(0, NINE, "Sabre duel"),
        c.Flipped(1, TEN, "df duel"),
        c.Taken(0, NINE),
        c.Taken(1, TEN),
        c.Cheated(0, KING, NINE),
        a.TotalAnnounced("a1", 18, (), "current"),
        a.TotalAnnounced("a1", 18, (), "final"),
        a.TotalAnnounced("b1", 15, (), "final"),
        a.DuelEnded("a1", True, "b1", False),
        *after,
        a.ActionEnded("a1", "Sabre", "succeeded"),
    ]


def test_an_attack_is_one_line_with_the_cards_that_counted_and_what_followed():
    slow = t.ConditionSet("b1", "slow", 1)
    (line,) = told(*attack(t.Damaged("b1", 3, "a1"), slow, t.Damaged("b2", 1, "a1"), t.Healed("a1", 1)))
    assert line.words == (
        "a1: Sabre at b1: 18 against 15, succeeds; 3 damage; Slow 1; b2 1 damage; a1 heals 1"
    )
    assert [(card.seat, card.code, card.was) for card in line.cards] == [(0, "13m", "9c"), (1, "10r", "")]
    assert (line.kind, line.seat, line.first, line.last) == ("action", 0, 0, 16)
    assert [(step.does, step.model, step.at or step.words) for step in line.steps] == [
        ("aim", "a1", "b1"),
        ("rise", "b1", "−3"),
        ("rise", "b1", "Slow 1"),
        ("rise", "b2", "−1"),
        ("rise", "a1", "+1"),
    ]


def test_an_attack_that_goes_on_is_told_as_far_as_it_came_and_one_that_failed_says_so():
    (line,) = told(*attack()[:8])
    assert line.words == "a1: Sabre at b1"
    (line,) = told(a.ActionDeclared("a1", "Lure"), a.ActionEnded("a1", "Lure", "no legal target"))
    assert line.words == "a1: Lure: fails: no legal target"
    ended = a.ActionEnded("a1", "Sabre", "failed its duel")
    failed = [*attack()[:-2], a.DuelEnded("a1", False, "b1", True), ended]
    assert told(*failed)[0].words == "a1: Sabre at b1: 18 against 15, fails"


def test_a_duel_within_an_action_has_a_line_and_a_card_flipped_for_damage_belongs_to_the_attack():
    fear = [
        a.DuelBegan("b1", "wp", tn=12),
        c.Flipped(1, TEN, "wp duel"),
        a.TotalAnnounced("b1", 16, (), "final"),
        a.DuelEnded("b1", True),
    ]
    first, second = told(*attack(*fear, c.Flipped(0, TEN, "damage"), t.Damaged("b1", 2, "a1")))
    assert second.words == "b1: wp duel: 16 against TN 12, succeeds"
    assert (second.kind, second.seat, len(second.cards)) == ("duel", 1, 1)
    assert first.words.endswith("18 against 15, succeeds; 2 damage")
    assert [card.code for card in first.cards] == ["13m", "10r", "10r"]


def test_a_move_says_how_far_where_that_is_known_and_its_step_begins_where_the_model_stood():
    walk = [
        t.Moved("a1", 4, 9, way="walk"),
        a.ActionDeclared("a1", "Walk"),
        t.Moved("a1", 4, 5, way="walk"),
        a.ActionEnded("a1", "Walk", "succeeded"),
    ]
    first, second = told(*walk)
    assert (first.words, first.steps[0].known) == ("a1 walks", False)
    assert second.words == "a1 walks 4″"
    assert second.steps[0].way == ((4, 9), (4, 5))
    assert told(t.Moved("b1", 9, 5, way="push"))[0].words == "b1 is Pushed"
    assert told(t.Moved("b1", 9, 5, way="deploy")) == []
    round_it = [t.Moved("a1", 0, 0, way="place"), t.Moved("a1", 4, 5, way="push", path=((4, 0),))]
    assert told(*round_it)[1].words == "a1 is Pushed 9″"


def test_a_fallen_leader_is_an_event_of_its_own():
    models = state()
    fallen = models.models["b1"]
    lead = t.Killed("b1", type(fallen)(**{**_fields(fallen), "leader": True}), by="a1", by_seat=0)
    attacked, killed = told(*attack(t.Damaged("b1", 3, "a1"), lead))
    assert (killed.kind, killed.words, killed.seat) == ("leader", "b1, Bayou’s Leader, is killed by a1", 0)
    assert (killed.steps[0].does, killed.steps[0].way) == ("gone", ((9, 5),))
    (killed,) = told(t.Killed("b1", fallen, source="Burning"))
    assert (killed.kind, killed.words, killed.seat) == ("killed", "b1 is killed (Burning)", 1)
    assert attacked.words.endswith("3 damage")


def _fields(struct):
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def test_at_the_end_of_a_turn_it_is_told_what_scored_and_why():
    scores = (VictoryPoint(1, 0, "Plant Explosives", "strategy"), VictoryPoint(2, 1, "Breakthrough", "end"))
    lines = told(u.TurnBegan(1), u.Scored(scores[0]), u.TurnBegan(2), u.TurnBegan(3), scores=scores, turn=3)
    assert [line.words for line in lines] == [
        "Guild scores 1 VP: Plant Explosives (Strategy)",
        "Turn 1 is over: Guild 1 VP (Plant Explosives), Bayou no VP; the score is 1 : 0",
        "Turn 2 is over: Guild no VP, Bayou 1 VP (Breakthrough); the score is 1 : 1",
    ]
    (over,) = told(u.EncounterEnded(), scores=scores, turn=2)
    assert over.words.startswith("Turn 2 is over")
    assert set(WHY) == {"strategy", "reveal", "end"}


def test_initiative_is_told_with_its_cards_and_what_nobody_did_belongs_to_the_table():
    flips = [c.Flipped(0, NINE, "initiative"), c.Flipped(1, TEN, "initiative"), c.Cheated(0, KING, NINE)]
    (line,) = told(u.TurnBegan(1), *flips, u.InitiativeSet(0))
    assert (line.words, len(line.cards)) == ("Guild has Initiative", 2)
    lines = told(t.Damaged("b1", 1, source="Burning"), crews.Withdrew(0), u.StonesChanged(1, -1, "draw"))
    assert [line.words for line in lines] == [
        "b1: 1 damage (Burning)",
        "Guild withdraws strategically: its models leave the table",
        "Bayou spends 1 Soulstone (draw)",
    ]
    assert [line.seat for line in lines] == [1, 0, 1]


@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_a_seat_is_told_is_the_same_in_worlds_that_it_cannot_tell_apart(seat):
    play = duel_of_two("told")
    while not play.over:
        ask = play.asks[0]
        play.answer(ask.seat, ask.options.sample(Stream(digest("told", str(len(play.decisions))))))
    numbered = list(enumerate(heard_by(play.events, seat)))
    lines = outcomes_of(numbered, play.state)
    assert {"activation", "action", "turn"} <= {line.kind for line in lines}
    assert any(line.cards for line in lines)
    assert lines == outcomes_of(numbered, disguised(play.state, seat))
