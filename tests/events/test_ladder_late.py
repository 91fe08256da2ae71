"""Challenges that are late: both sides and the organisers are told by the clock, once, as they chose."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.audit.models import Act
from mfcampaign.events import handlers
from mfcampaign.events.models import Challenge
from mfcampaign.events.operations import ladder as challenges
from mfcampaign.events.operations import results
from mfcampaign.notices.models import Notice
from mfcampaign.notices.operations import notification
from rules.refusal import Refusal
from tests.events.test_ladder import accepted, challenge, climb, rungs  # noqa: F401  climb is a fixture
from tests.play.playing import person

A_MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def day(climb):  # noqa: F811
    """A ladder whose players 1, 2, 3 have an account."""
    opened = climb(free_refusals=0)
    opened.users = [person(name) for name in ("mara", "ilse", "tobin")]
    for number, user in enumerate(opened.users, start=1):
        opened.event.players.filter(number=number).update(user=user)
    return opened


def told(user, kind="deadline"):
    return list(Notice.objects.filter(user=user, kind=kind).order_by("pk"))


def test_a_game_that_is_not_played_in_time_is_told_once_to_both_sides_and_the_organisers(day, host):
    mara, ilse, tobin = day.users
    row = accepted(day, 2, 1)
    for _ in range(2):
        handlers.turn_ladders(row.play_by)
    assert not told(host), "the last moment is in time"
    for _ in range(3):
        handlers.turn_ladders(row.play_by + A_MINUTE)
    for user, end in (
        (mara, "ask an organiser."),
        (ilse, "ask an organiser."),
        (host, "call the challenge off."),
    ):
        (notice,) = told(user)
        assert "Shop Cup: Ilse and Mara were to play until " in notice.subject
        assert notice.subject.endswith(end)
    assert not told(tobin), "nobody else"
    assert told(host)[0].url == reverse("events:manage", args=[day.event.slug])
    assert told(mara)[0].url == reverse("events:event", args=[day.event.slug])
    act = Act.objects.get(kind="ladder.late")
    assert (act.actor, act.facts) == (None, {"challenge": row.number})
    assert "there is no result" in act.sentence
    page = Client().get(reverse("events:ladder", args=[day.event.slug]))
    assert page.content.decode().count("<strong>late</strong>") == 1
    (read,) = Client().get(f"/api/v1/events/{day.event.slug}/challenges/").json()["items"]
    assert read["late_at"] > read["play_by"]
    row.refresh_from_db()
    assert (row.state, rungs(day)) == ("accepted", (1, 2, 3, 4, 5)), "who is late loses nothing by that"
    with pytest.raises(Refusal, match="Nothing new is late"):
        challenges.call_late(day.event, row.number, row.play_by + A_MINUTE)


def test_a_game_that_was_played_or_called_off_is_not_late(day, host):
    first, second = accepted(day, 2, 1), accepted(day, 5, 4)
    results.report(day.event, None, day.player(2), first.number, 6, 2)
    results.confirm(day.event, None, day.player(1), first.number)
    challenges.lift(day.event, host, second.number, "Both are away")
    handlers.turn_ladders(second.play_by + A_MINUTE)
    assert not Act.objects.filter(kind="ladder.late").exists()
    with pytest.raises(Refusal, match="no such open"):
        challenges.call_late(day.event, first.number, second.play_by + A_MINUTE)


def test_a_report_that_nobody_confirms_is_late_too(day, host):
    row = accepted(day, 2, 1)
    results.report(day.event, None, day.player(2), row.number, 6, 2)
    handlers.turn_ladders(row.play_by + A_MINUTE)
    assert [len(told(user)) for user in (*day.users, host)] == [1, 1, 0, 1]


def test_each_challenge_without_an_answer_is_an_act_that_the_organisers_hear_of(day, host):
    mara = day.users[0]
    rows = [challenge(day, 2, 1), challenge(day, 5, 4)]
    for _ in range(2):
        handlers.turn_ladders(rows[1].answer_by + A_MINUTE)
    assert Act.objects.filter(kind="ladder.expired").count() == 2
    first, second = (notice.subject.partition(": ")[2] for notice in told(host))
    assert first == "Mara did not answer Ilse in time, which costs rung 1."
    assert second == "Greta did not answer Anselm in time, which costs rung 4."
    assert first in told(mara, "news")[-1].subject
    assert rungs(day) == (2, 1, 3, 5, 4)
    with pytest.raises(Refusal, match="no such open"):
        challenges.expire(day.event, 1, rows[1].answer_by + A_MINUTE)


def test_who_answers_while_the_clock_looks_is_not_late(day):
    row = challenge(day, 2, 1)
    Challenge.objects.update(answer_by=row.answer_by + dt.timedelta(days=1))
    with pytest.raises(Refusal, match="has not run out"):
        challenges.expire(day.event, 1, row.answer_by + A_MINUTE)
    assert not Act.objects.filter(kind="ladder.expired").exists()


def test_who_closed_deadlines_is_left_alone(day, host):
    mara, ilse, _ = day.users
    for channel in ("inbox", "mail"):
        notification.choose(mara, channel, wanted=False, kind="deadline")
    notification.choose(ilse, "inbox", wanted=False, kind="deadline")
    row = accepted(day, 2, 1)
    handlers.turn_ladders(row.play_by + A_MINUTE)
    assert not told(mara)
    assert [(n.in_inbox, n.mail_due_at is not None) for n in told(ilse)] == [(False, True)]
    assert [n.in_inbox for n in told(host)] == [True]


def test_a_ladder_that_does_not_stand_turns_no_more(day):
    row = accepted(day, 2, 1)
    day.event.phase = "cancelled"
    day.event.save()
    handlers.turn_ladders(row.play_by + A_MINUTE)
    with pytest.raises(Refusal, match="is not running"):
        challenges.call_late(day.event, row.number, row.play_by + A_MINUTE)
    assert not Act.objects.filter(kind="ladder.late").exists()
