"""The clock reads what is due and nothing else, however many leagues there are."""

from __future__ import annotations

import datetime as dt

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from mfcampaign.audit.operations import operation
from mfcampaign.campaigns import clock
from mfcampaign.campaigns.models import Campaign, Week
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import tasks, wakeups
from mfcampaign.dispatch.models import Occurrence

pytestmark = [pytest.mark.django_db, pytest.mark.both]
MANY = 60


def copies(league, number):
    """So many more running leagues with a week under way, and nothing else in them."""
    original = Campaign.objects.get(pk=league.campaign.pk)
    week = league.week(1)
    fields = {
        field.attname: getattr(original, field.attname)
        for field in Campaign._meta.concrete_fields
        if field.attname not in ("id", "slug", "look_at")
    }
    rows = [Campaign(**fields, slug=f"copy-{n}") for n in range(number)]
    made = Campaign.objects.bulk_create(rows)
    part = {
        field.attname: getattr(week, field.attname)
        for field in Week._meta.concrete_fields
        if field.attname not in ("id", "campaign_id")
    }
    Week.objects.bulk_create(Week(**part, campaign=row) for row in made)
    return made


def settled():
    """Ticks until nothing is due any more."""
    for _ in range(5):
        dispatch.tick()
        dispatch.drain()
        if not clock.due(timezone.now()):
            return
    raise AssertionError("it never comes to rest")


def idle_tick():
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert dispatch.tick() == []
    return [query["sql"] for query in asked]


@pytest.fixture
def under_way(league, in_process):
    league.start()
    settled()
    return league


@pytest.fixture
def looked_at(monkeypatch):
    seen = []
    look = clock.check_league
    monkeypatch.setattr(clock, "check_league", lambda pk, now: (seen.append(pk), look(pk, now)))
    return seen


def test_an_idle_tick_asks_the_same_for_one_league_and_for_many(under_way, looked_at):
    idle_tick()  # gathers the mails of what has just begun
    one = idle_tick()
    copies(under_way, MANY)
    settled()
    assert len(looked_at) >= MANY, "each new league was looked at once"
    looked_at.clear()
    many = idle_tick()
    assert len(many) == len(one) <= 14
    assert looked_at == []


def test_the_question_is_answered_by_an_index(under_way):
    copies(under_way, MANY)
    rows = Campaign.objects.filter(look_at__lte=timezone.now()).order_by("look_at", "pk")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    assert "league_to_look_at" in rows.values_list("pk", flat=True).explain()


def test_an_act_has_its_league_looked_at_and_no_other(under_way, looked_at):
    copies(under_way, 3)
    settled()
    looked_at.clear()
    with operation(under_way.campaign, under_way.organiser, kind="tests.act"):
        pass
    dispatch.tick()
    assert looked_at == [under_way.campaign.pk]


def test_a_league_is_looked_at_when_its_next_moment_comes(under_way, looked_at):
    due = under_way.week(1).games_close_at
    before = Campaign.objects.get(pk=under_way.campaign.pk).look_at
    assert timezone.now() < before <= due, "the reminder, or the deadline itself"
    with time_machine.travel(due + dt.timedelta(seconds=1), tick=False):
        dispatch.tick()
        assert Occurrence.objects.filter(due_at=due).count() == 1
        dispatch.tick()
        assert Occurrence.objects.filter(due_at=due).count() == 1


def test_an_act_between_reading_and_writing_keeps_its_look(under_way, monkeypatch):
    """The look that was under way knew nothing of it."""
    pk = under_way.campaign.pk

    def act_meanwhile(campaign, now):
        Campaign.objects.filter(pk=pk).update(acts=campaign.acts + 1, **Campaign.SET_BY_EACH_ACT)
        return []

    monkeypatch.setattr(clock, "_watchers", [act_meanwhile])
    clock.check_league(pk, timezone.now())
    assert clock.due(timezone.now()) == [pk]


def test_a_batch_that_is_too_long_goes_on_at_the_next_tick(under_way, looked_at, monkeypatch):
    """Without workers the clock does a bounded part, says so, and sweeps in between."""
    copies(under_way, 5)
    monkeypatch.setattr(wakeups, "BATCH_SECONDS", -1)
    assert dispatch.tick().more
    assert looked_at == []
    monkeypatch.setattr(wakeups, "BATCH_SECONDS", 60)
    assert not dispatch.tick().more
    assert len(looked_at) >= 5


def test_the_workers_share_what_is_due_and_no_league_is_sent_twice(under_way, settings, monkeypatch):
    made = copies(under_way, MANY)
    settings.DISPATCH_IN_PROCESS = False
    sent = []
    monkeypatch.setattr(tasks.do_batch, "apply_async", lambda args, **_: sent.append(args))
    assert dispatch.tick() == []
    names = {args[0] for args in sent}
    assert names == {clock.LOOK}
    leagues = [pk for args in sent for pk in args[1:]]
    assert sorted(leagues) == sorted({row.pk for row in made} | set(clock.due(timezone.now())))
    assert len(sent) >= 16, "as many messages as keep all workers busy to the end"
    dispatch.tick()
    assert len([pk for args in sent for pk in args[1:]]) == len(leagues), (
        "what is under way is not sent again"
    )
    with time_machine.travel(timezone.now() + clock.LEASE + dt.timedelta(seconds=1), tick=False):
        dispatch.tick()
    assert len([pk for args in sent for pk in args[1:]]) == 2 * len(leagues), "what was lost is sent again"
    tasks.do_batch(*sent[0])
    assert not set(sent[0][1:]) & set(clock.due(timezone.now() + clock.LEASE))


def test_a_broker_that_is_away_leaves_everything_due(under_way, settings, monkeypatch):
    made = copies(under_way, 3)
    settings.DISPATCH_IN_PROCESS = False

    def away(*_, **__):
        raise ConnectionError("no broker")

    monkeypatch.setattr(tasks.do_batch, "apply_async", away)
    assert dispatch.tick() == ["mfcampaign.campaigns.handlers.turn_leagues"]
    assert {row.pk for row in made} <= set(clock.due(timezone.now()))
