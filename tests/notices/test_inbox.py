"""Told once, by the ways that were left open; the count in the masthead is always the rows' own."""

from __future__ import annotations

import datetime as dt
import re
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from mfcampaign.notices.models import Notice, Subscription
from mfcampaign.notices.operations import notification, notify
from mfcampaign.notices.operations.mail_schedule import mail_due
from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def mara():
    return person("mara")


def unread(user):
    user.refresh_from_db()
    return user.unread_notices


def tell(*users, key="act:1", kind="news", **more):
    return notify(users, kind=kind, subject="Week 2 opens", url="/leagues/x/", key=key, **more)


def test_the_same_cause_tells_once_and_every_person_has_a_count_of_their_own(mara):
    other = person("vesper")
    assert len(tell(mara, other)) == 2
    assert tell(mara, other) == []
    assert len(tell(mara, key="act:2")) == 1
    assert (unread(mara), unread(other)) == (2, 1)


def test_what_is_regretted_was_never_told(mara):
    with transaction.atomic():
        tell(mara)
        transaction.set_rollback(True)
    mara.refresh_from_db()
    assert (Notice.objects.count(), unread(mara)) == (0, 0)


def test_a_kind_that_one_does_not_want_is_not_told(mara):
    notification.choose(mara, "inbox", wanted=False, kind="news")
    (notice,) = tell(mara)
    assert (notice.in_inbox, notice.mail_due_at is not None, unread(mara)) == (False, True, 0), (
        "still by mail"
    )
    notification.choose(mara, "mail", wanted=False, kind="news")
    assert tell(mara, key="act:2") == []
    assert len(tell(mara, key="act:3", kind="ruling")) == 1, "other kinds are told"
    notification.choose(mara, "inbox", wanted=True, kind="news")
    assert len(tell(mara, key="act:4")) == 1


def test_one_league_can_be_silenced_and_only_that_one(mara, make_league):
    loud, quiet = make_league(players=0, name="Loud").campaign, make_league(players=0, name="Quiet").campaign
    notification.choose(mara, "inbox", wanted=False, campaign=quiet)
    notification.choose(mara, "mail", wanted=False, campaign=quiet)
    assert tell(mara, campaign=quiet) == []
    assert len(tell(mara, campaign=loud)) == 1


def test_a_choice_is_of_a_kind_or_of_a_league_and_stands_once(mara):
    for wrong in ({"kind": ""}, {}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Subscription.objects.create(user=mara, channel="mail", **wrong)
    Subscription.objects.create(user=mara, channel="mail", kind="news")
    with pytest.raises(IntegrityError), transaction.atomic():
        Subscription.objects.create(user=mara, channel="mail", kind="news")


def test_reading_and_unreading_count(mara):
    tell(mara)
    tell(mara, key="act:2")
    first = Notice.objects.earliest("pk")
    assert notification.read(mara, [first.pk]) == 1
    assert unread(mara) == 1
    notification.read(mara, [first.pk], unread=True)
    assert unread(mara) == 2
    assert notification.read(mara) == 2
    assert unread(mara) == 0
    assert notification.read(person("thief"), [first.pk], unread=True) == 0, "only one's own"


@pytest.mark.parametrize(
    ("rhythm", "now", "zone", "due"),
    [
        ("daily", "2026-10-24T09:00+00:00", "Europe/Madrid", "2026-10-25T07:00+00:00"),  # clocks went back
        ("daily", "2026-10-24T05:00+00:00", "Europe/Madrid", "2026-10-24T06:00+00:00"),
        ("daily", "2026-06-01T08:00+00:00", "UTC", "2026-06-01T08:00+00:00"),
        ("weekly", "2026-06-01T09:00+00:00", "UTC", "2026-06-08T08:00+00:00"),  # it is Monday, past eight
        ("weekly", "2026-06-02T21:00+00:00", "Pacific/Auckland", "2026-06-07T20:00+00:00"),
    ],
)
def test_a_digest_goes_at_eight_by_ones_own_clock(rhythm, now, zone, due):
    due_at = mail_due(rhythm, dt.datetime.fromisoformat(now), ZoneInfo(zone))
    assert due_at == dt.datetime.fromisoformat(due)


def test_a_changed_rhythm_holds_for_what_waits(mara):
    with time_machine.travel("2026-06-01T12:00+00:00", tick=False):
        notification.choose_rhythm(mara, "weekly")
        tell(mara)
        assert Notice.objects.get().mail_due_at == dt.datetime(2026, 6, 8, 8, tzinfo=dt.UTC)
        notification.choose_rhythm(mara, "daily")
        assert Notice.objects.get().mail_due_at == dt.datetime(2026, 6, 2, 8, tzinfo=dt.UTC)
        notification.choose_rhythm(mara, "never")
        assert Notice.objects.get().mail_due_at is None


# -- pages ------------------------------------------------------------------------------------------


@pytest.fixture
def browser(mara):
    client = Client()
    client.force_login(mara)
    return client


def test_the_inbox_tells_what_is_unread_and_the_masthead_counts_it(browser, mara, django_assert_num_queries):
    for number in range(3):
        tell(mara, key=f"act:{number}")
    notification.read(mara, [Notice.objects.latest("pk").pk])
    with django_assert_num_queries(4):  # session, person, count, rows
        page = browser.get(reverse("notices:inbox")).content.decode()
    assert page.count("notice-unread") == 2
    assert '<span class="unread-count">2<span class="sr-only"> unread</span></span>' in page
    assert "Week 2 opens" in page
    assert [len(re.findall(rf"{word}<span", page)) for word in ("Mark as read", "Mark as unread")] == [2, 1]
    elsewhere = browser.get(reverse("about")).content.decode()
    assert '<span class="unread-count">2' in elsewhere
    one = Notice.objects.latest("pk").pk
    for read, unread_now in (("False", 3), ("True", 2)):
        browser.post(reverse("act:mark_notices"), {"notices": one, "read": read})
        assert unread(mara) == unread_now
    answer = browser.post(reverse("act:mark_notices"), {"read": "True"}, follow=True)
    assert "2 marked as read." in answer.content.decode()
    assert "unread-count" not in browser.get(reverse("about")).content.decode()
    assert "Nothing unread" in browser.get(reverse("notices:inbox"), {"show": "unread"}).content.decode()


def test_going_there_reads_it_and_nobody_elses(browser, mara):
    tell(mara)
    thief = Client()
    thief.force_login(person("thief"))
    address = reverse("notices:go", args=[Notice.objects.get().pk])
    assert thief.get(address).status_code == 404
    assert unread(mara) == 1
    assert browser.get(address).headers["Location"] == "/leagues/x/"
    assert unread(mara) == 0


def test_settings_are_kept_and_shown_again(browser, mara, make_league):
    league = make_league(players=1)
    player = league.players[0]
    browser.force_login(player)
    address = reverse("notices:settings")
    field = f"league-{league.campaign.pk}"
    data = {"rhythm": "daily", "news-inbox": "on", "action-inbox": "on", "action-mail": "on", field: "inbox"}
    assert browser.post(address, data).headers["Location"] == address
    form = browser.get(address).context["form"]
    assert form["rhythm"].value() == "daily"
    values = {name: form[name].value() for name in ("news-inbox", "news-mail", "action-mail", "ruling-inbox")}
    assert values == {"news-inbox": True, "news-mail": False, "action-mail": True, "ruling-inbox": False}
    assert form[field].value() == "inbox"
    (notice,) = tell(player, kind="action", campaign=league.campaign)
    assert notice.mail_due_at is None, "this league only on the portal"
    assert browser.post(address, data | {"rhythm": "hourly"}).status_code == 422
