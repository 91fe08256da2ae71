"""What people with an account are told of an event, once each, and not of what they did themselves."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from mfcampaign.events.operations import creation, people, results, rounds
from mfcampaign.notices.models import Notice
from mfcampaign.notices.operations import mails, notification
from tests.events.test_pages import text


def person(name: str):
    return get_user_model().objects.create_user(name, f"{name}@example.org", "iron-harvest-moon-47")


def told(user) -> list[str]:
    return [notice.subject.partition(": ")[2] for notice in Notice.objects.filter(user=user).order_by("pk")]


@pytest.fixture
def day(make_day):
    return make_day(2, name="Cup", capacity=4, rounds=1)


def test_a_day_in_the_inboxes_of_its_people(day, host):
    users = [person(name) for name in ("ilona", "bertram", "waldo")]
    for user in users:
        people.sign_up(day.event, user, name=user.username, user=user)
    ilona, bertram, waldo = users
    assert told(host) == ["ilona signed up.", "bertram signed up.", "waldo signed up and waits for a place."]
    people.leave(day.event, ilona, 3, because="withdrew")
    assert told(waldo) == ["you have a place."]
    creation.announce(day.event, host, "Bring a tape measure.")
    day.begin()
    rounds.pair(day.event, host)
    assert told(bertram) == ["Bring a tape measure."], "a draft is nobody's news"
    rounds.publish(day.event, host, 1)
    assert told(bertram)[1:] == ["the pairings of round 1 are out."]
    game = next(g for g in day.games(1) if g.a.name == "bertram" or g.b.name == "bertram")
    results.report(day.event, None, game.a, 1, 5, 3)
    results.report(day.event, None, game.b, 1, 5, 3)
    title = f"Round 1, table {game.table}"
    assert told(host)[3:] == [f"{title}: the reports differ."]
    results.rule(day.event, host, 1, game.pk, vp=(5, 3))
    assert told(bertram)[-1] == f"{title}: an organiser entered 5–3."
    day.play(1)
    creation.finish(day.event, host)
    assert told(bertram)[-1] == "the standings are final."
    assert told(ilona) == [], "who is out is left alone"
    assert len(told(host)) == 4, "nobody is told of what they did themselves"


def test_the_inbox_leads_to_the_event_and_a_kind_can_be_closed(day, host):
    ilona, bertram = person("ilona"), person("bertram")
    for user in (ilona, bertram):
        people.sign_up(day.event, user, name=user.username, user=user)
    notification.choose(bertram, "inbox", wanted=False, kind="news")
    notification.choose(bertram, "mail", wanted=False, kind="news")
    creation.announce(day.event, host, "Bring a tape measure.")
    assert told(bertram) == []
    (notice,) = Notice.objects.filter(user=ilona)
    assert notice.mail_due_at is not None
    assert notice.url == reverse("events:event", args=[day.event.slug])
    client = Client()
    client.force_login(ilona)
    assert "Cup: Bring a tape measure." in text(client.get(reverse("notices:inbox")))
    assert mails.gather(notice.mail_due_at) == 0, "an address that is not confirmed gets no mail"


def test_who_is_paired_anew_is_told_and_nobody_else(make_day, host):
    day = make_day(0, name="Cup")
    users = [person(f"player{n}") for n in range(6)]
    for user in users:
        people.sign_up(day.event, user, name=user.username, user=user)
    day.begin()
    day.round(play=False)
    one, other, third = day.games(1)
    rounds.exchange(day.event, host, 1, one.a.number, other.a.number)
    anew = "your game of round 1 is another now."
    for game, news in ((one, True), (other, True), (third, False)):
        assert [(anew in told(p.user)) for p in (game.a, game.b)] == [news, news]
