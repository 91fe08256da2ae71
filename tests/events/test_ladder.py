"""A ladder lived through the operations: challenges, answers, results, and what they do to the rungs."""

from __future__ import annotations

import datetime as dt
import json

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.utils import timezone

from mfcampaign.audit.models import Act
from mfcampaign.events import handlers, ladder, portable, stages
from mfcampaign.events.loading import record
from mfcampaign.events.models import Challenge, Event, LadderStep, Round
from mfcampaign.events.operations import creation, people, results, rounds
from mfcampaign.events.operations import ladder as challenges
from mfcampaign.events.operations.importing import take_in
from mfcampaign.notices.models import Notice
from rules.refusal import Refusal
from tests.events.making import Day

State = Challenge.State


@pytest.fixture
def climb(make_day):
    """Five on a ladder in the order of their numbers."""

    def make(**rules) -> Day:
        day = make_day(5, format="ladder", ladder={"rest_days": 0} | rules)
        for number in range(1, 6):
            day.event.players.filter(number=number).update(rating=1000 - number)
        creation.begin(day.event, day.host)
        day.fresh()
        return day

    return make


def rungs(day):
    return ladder.rungs(record(day.fresh()))


def challenge(day, one, other):
    return challenges.challenge(day.event, None, one, other)


def accepted(day, one, other):
    challenge(day, one, other)
    return challenges.answer(day.event, None, other, accept=True)


def play(day, one, other, mine=6, theirs=2):
    """``one`` challenges ``other``; both report."""
    number = accepted(day, one, other).number
    results.report(day.event, None, day.player(one), number, mine, theirs)
    results.confirm(day.event, None, day.player(other), number)
    return number


def test_it_begins_by_rating_without_a_desk_and_a_winner_takes_the_rung(climb):
    day = climb()
    assert rungs(day) == (1, 2, 3, 4, 5)
    number = play(day, 5, 2)
    assert rungs(day) == (1, 5, 2, 3, 4)
    assert stages.final_order(record(day.event)) == [(1, 1), (2, 5), (3, 2), (4, 3), (5, 4)]
    act = Act.objects.get(kind="game.confirmed")
    assert act.sentence == "Challenge 1: Ilse confirmed 6–2. Anselm takes rung 2."
    challenge_row = Challenge.objects.get(number=number)
    assert (challenge_row.state, challenge_row.round.state) == (State.PLAYED, Round.State.CLOSED)
    assert challenge_row.round.scenario["strategy"], "each challenge has its own Encounter"
    play(day, 4, 2, 3, 3)
    assert rungs(day) == (1, 5, 2, 3, 4), "a draw changes nothing"
    play(day, 3, 1, 2, 5)
    assert rungs(day) == (1, 5, 2, 3, 4), "who is challenged and wins keeps the rung"


def test_games_go_on_side_by_side(climb):
    day = climb()
    first, second = accepted(day, 3, 1), accepted(day, 5, 4)
    results.report(day.event, None, day.player(5), second.number, 7, 1)
    results.confirm(day.event, None, day.player(4), second.number)
    assert rungs(day) == (1, 2, 3, 5, 4)
    results.report(day.event, None, day.player(3), first.number, 5, 1)
    results.report(day.event, None, day.player(1), first.number, 1, 5)
    assert rungs(day) == (3, 1, 2, 5, 4)


def test_exchange_changes_only_the_two(climb):
    day = climb(exchange=True)
    play(day, 5, 2)
    assert rungs(day) == (1, 5, 3, 4, 2)
    with pytest.raises(Refusal, match="cannot be changed once the ladder has begun"):
        creation.change(day.event, day.host, ladder={})


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (5, 1, "3 rungs at the most"),
        (1, 5, "goes up"),
        (4, 3, "open challenge"),
        (5, 3, "open challenge"),
        (2, 9, "Two different"),
        (9, 1, "Nobody here"),
    ],
)
def test_a_challenge_that_is_not_allowed_says_why(climb, one, other, reason):
    day = climb()
    challenge(day, 3, 2)
    with pytest.raises(Refusal, match=reason):
        challenge(day, one, other)
    assert day.event.challenges.count() == 1


def test_days_of_a_ladder_keep_the_hour_on_the_wall(climb):
    day = climb(answer_days=3)
    with time_machine.travel(dt.datetime(2027, 3, 26, 19, 0, tzinfo=dt.UTC), tick=False):
        row = challenge(day, 3, 2)
    # London's clocks go forward on the 28th: 19:00 on the 29th is an hour earlier in UTC.
    assert row.answer_by == dt.datetime(2027, 3, 29, 18, 0, tzinfo=dt.UTC)


def test_not_the_same_again_before_another_and_rest_after_a_loss(climb):
    day = climb(rest_days=2)
    play(day, 5, 4, 6, 1)
    assert ladder.possible_opponents(record(day.fresh()), 4, timezone.now()).whom == tuple(
        record(day.event).players[n] for n in (3, 2)
    )
    with pytest.raises(Refusal, match="only just now"):
        challenge(day, 4, 5)
    play(day, 4, 3, 1, 6)
    with pytest.raises(Refusal, match="rests 2 days"):
        challenge(day, 4, 5)
    choice = ladder.possible_opponents(record(day.fresh()), 4, timezone.now())
    assert not choice.whom
    assert choice.why.startswith("You lost your last challenge")
    Challenge.objects.update(ended_at=timezone.now() - dt.timedelta(days=3))
    challenge(day, 4, 5)


def test_one_refusal_is_free_and_the_next_costs_the_rung_until_one_plays(climb):
    day = climb(others_between=0)
    challenge(day, 3, 2)
    challenges.answer(day.event, None, 2, accept=False)
    assert rungs(day) == (1, 2, 3, 4, 5)
    challenge(day, 4, 2)
    challenges.answer(day.event, None, 2, accept=False)
    assert rungs(day) == (1, 4, 2, 3, 5)
    assert "costs rung 2" in Act.objects.filter(kind="ladder.answered").last().sentence
    play(day, 5, 2, 1, 4)
    challenge(day, 3, 2)
    challenges.answer(day.event, None, 2, accept=False)
    assert rungs(day) == (1, 4, 2, 3, 5), "who has played may refuse once again"


def test_no_answer_in_time_is_a_refusal_found_by_the_ticker_once(climb):
    day = climb(free_refusals=0)
    row = challenge(day, 4, 2)
    handlers.turn_ladders(row.answer_by - dt.timedelta(minutes=1))
    assert rungs(day) == (1, 2, 3, 4, 5)
    late = row.answer_by + dt.timedelta(minutes=1)
    for _ in range(2):
        handlers.turn_ladders(late)
    assert rungs(day) == (1, 4, 2, 3, 5)
    assert Act.objects.filter(kind="ladder.expired").count() == 1
    challenge(day, 5, 3)
    Challenge.objects.filter(state="waiting").update(answer_by=timezone.now() - dt.timedelta(hours=1))
    with pytest.raises(Refusal, match="has passed"):
        challenges.answer(day.event, None, 3, accept=True)


def test_a_second_tap_changes_nothing(climb):
    day = climb()
    assert challenge(day, 3, 2) == challenge(day, 3, 2)
    challenges.answer(day.event, None, 2, accept=True)
    with pytest.raises(Refusal, match="Nobody waits"):
        challenges.answer(day.event, None, 2, accept=True)
    assert (Challenge.objects.count(), Round.objects.count()) == (1, 1)
    assert not Act.objects.filter(sentence="").exists()


def test_taken_back_and_called_off(climb):
    day = climb()
    challenge(day, 3, 2)
    with pytest.raises(Refusal, match="no challenge that waits"):
        challenges.withdraw(day.event, None, 2)
    challenges.withdraw(day.event, None, 3)
    with pytest.raises(Refusal, match="only just now"):
        challenge(day, 3, 2)
    row = accepted(day, 3, 1)
    challenges.lift(day.event, day.host, row.number, "One of them moved away.")
    row.refresh_from_db()
    assert (row.state, row.round, Round.objects.count()) == (State.LIFTED, None, 0)
    again = accepted(day, 3, 1)
    assert again.number == row.number + 1, "numbers are never used twice, so the Encounter is another"


def test_a_result_put_right_moves_whom_it_would_have_moved(climb):
    day = climb()
    first = play(day, 4, 2)
    play(day, 5, 2)
    assert rungs(day) == (1, 4, 5, 2, 3)
    game = record(day.fresh()).of_round(first)[0]
    results.rule(day.event, day.host, first, game.pk, vp=(1, 6), reason="Written down the wrong way")
    assert rungs(day) == (1, 5, 2, 3, 4), "as if the first game had ended so"


def test_leaving_joining_and_a_hand(climb):
    day = climb()
    accepted(day, 4, 2)
    challenge(day, 5, 3)
    people.leave(day.event, None, 2)
    assert rungs(day) == (1, 4, 3, 5), "an unfinished game goes to the other side, and all move up"
    people.leave(day.event, None, 3)
    assert Challenge.objects.get(number=2).state == State.LIFTED
    late = people.sign_up(day.fresh(), None, name="Odile")
    assert rungs(day) == (1, 4, 5, late.number)
    people.come_back(day.event, day.host, 2)
    assert rungs(day) == (1, 4, 5, late.number, 2)
    challenges.place(day.event, day.host, 2, 2, "Was second before the illness")
    assert rungs(day) == (1, 2, 4, 5, late.number)
    with pytest.raises(Refusal, match="a rung from 1 to 5"):
        challenges.place(day.event, day.host, 2, 6, "Too far down")
    assert [kind for (kind,) in LadderStep.objects.values_list("kind")] == [
        "begun",
        "settled",
        "left",
        "left",
        "joined",
        "joined",
        "placed",
    ]


def test_a_result_of_who_has_left_moves_no_rung(climb):
    day = climb()
    number = accepted(day, 4, 2).number
    results.report(day.event, None, day.player(4), number, 6, 2)
    people.leave(day.event, None, 4)
    assert rungs(day) == (1, 2, 3, 5)
    results.confirm(day.event, None, day.player(2), number)
    assert Challenge.objects.get().state == State.PLAYED
    assert rungs(day) == (1, 2, 3, 5)


def test_a_full_ladder_has_a_waiting_list_that_moves_up(climb):
    day = climb()
    creation.change(day.event, day.host, capacity=5)
    odile = people.sign_up(day.fresh(), None, name="Odile")
    assert odile.state == "waiting"
    assert rungs(day) == (1, 2, 3, 4, 5)
    people.leave(day.event, None, 2)
    assert rungs(day) == (1, 3, 4, 5, odile.number)
    people.sign_up(day.fresh(), None, name="Silas")
    creation.change(day.event, day.host, capacity=6)
    people.fill_up(day.event, day.host)
    assert rungs(day) == (1, 3, 4, 5, odile.number, 7)


def test_nobody_decides_about_themselves(climb):
    day = climb()
    day.event.players.filter(number=3).update(user=day.host)
    row = challenge(day, 3, 2)
    for act in (
        lambda: challenges.lift(day.event, day.host, row.number, "I would rather not"),
        lambda: challenges.place(day.event, day.host, 3, 1, "I deserve it"),
    ):
        with pytest.raises(Refusal, match="another organiser"):
            act()


def test_the_other_side_is_told_and_an_end_is_an_end(climb):
    day = climb()
    mara = get_user_model().objects.create_user("mara", "mara@example.org", "iron-harvest-moon-47")
    day.event.players.filter(number=1).update(user=mara)
    number = accepted(day, 2, 1).number
    with pytest.raises(Refusal, match="1 result is missing"):
        creation.finish(day.event, day.host)
    results.report(day.event, None, day.player(2), number, 6, 2)
    subjects = [notice.subject for notice in Notice.objects.filter(user=mara).order_by("pk")]
    assert "Ilse challenges you; answer until" in subjects[0]
    assert "Ilse reported 6–2" in subjects[-1]
    results.confirm(day.event, mara, day.player(1), number)
    challenge(day, 4, 3)
    with pytest.raises(Refusal, match="nobody is paired"):
        rounds.pair(day.event, day.host)
    creation.finish(day.event, day.host)
    assert set(Challenge.objects.values_list("state", flat=True)) == {State.PLAYED, State.LIFTED}
    with pytest.raises(Refusal, match="is not running"):
        challenge(day, 5, 3)


def test_three_are_needed_and_rules_are_checked(make_day):
    day = make_day(2, format="ladder")
    with pytest.raises(Refusal, match="3 are needed"):
        creation.begin(day.event, day.host)
    with pytest.raises(Refusal, match="no rules of a ladder"):
        creation.change(day.event, day.host, ladder={"reach": 0})
    with pytest.raises(Refusal, match="no ladder"):
        challenge(make_day(2, name="Rounds"), 2, 1)


def lived(climb) -> Day:
    """Played, refused, joined, left, open and being played: everything a file of a ladder holds."""
    day = climb(free_refusals=0, others_between=0)
    play(day, 5, 2)
    challenge(day, 4, 5)
    challenges.answer(day.event, None, 5, accept=False)
    people.sign_up(day.fresh(), None, name="Odile")
    people.leave(day.event, None, 3)
    accepted(day, 2, 4)
    challenge(day, 6, 5)
    return day


def test_a_ladder_goes_on_from_its_file(climb):
    day = lived(climb)
    before = record(day.fresh())
    data = portable.write(before, {})
    again = take_in(day.host, portable.read(data))
    imported = record(again)
    assert ladder.rungs(imported) == rungs(day) == (1, 4, 5, 2, 6)
    same, other = (
        [(c.number, c.state, c.costs, c.answer_by, c.play_by) for c in each.challenges]
        for each in (before, imported)
    )
    assert same == other
    assert ladder.rules_of(again) == ladder.rules_of(day.event)
    open_ = next(c for c in imported.challenges if c.state == State.ACCEPTED)
    results.report(again, None, again.players.get(number=2), open_.number, 5, 1)
    results.confirm(again, None, again.players.get(number=4), open_.number)
    assert ladder.rungs(record(again)) == (1, 2, 4, 5, 6)


SPOILT = (
    (("steps", 1, "challenge"), 77, "not there"),
    (("steps", 0, "order"), [1, 2, 99], "unknown"),
    (("steps", 0, "order"), [1, 2], "contradicts"),
    (("steps", 1, "kind"), "jumped", "cannot be used"),
    (("challenges", 0, "number"), 2, "twice"),
    (("challenges", 0, "state"), "accepted", "two open"),
    (("challenges", 0, "made_at"), "yesterday", "no moment"),
    (("challenges", 0, "made_at"), "2026-01-01", "time zone"),
    (("challenges", 3, "state"), "accepted", "no game"),
    (("settings", "ladder"), {"reach": 900}, "no rules of a ladder"),
)


def test_a_file_that_contradicts_itself_is_refused(climb):
    day = lived(climb)
    data = portable.write(record(day.fresh()), {})
    for at, value, reason in SPOILT:
        spoilt = json.loads(data)
        place = spoilt
        for key in at[:-1]:
            place = place[key]
        place[at[-1]] = value
        with pytest.raises(Refusal, match=reason):
            take_in(day.host, portable.read(json.dumps(spoilt).encode()))
    assert Event.objects.count() == 1
