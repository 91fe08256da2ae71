"""A person over all events and leagues: only what a viewer may know of anyway, and only where they let it."""

from __future__ import annotations

import datetime as dt
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mfcampaign.accounts.past import past_of
from mfcampaign.events.operations import results
from tests.markup import read_aloud

NOBODY = AnonymousUser()


def person(name):
    return get_user_model().objects.create_user(name, f"{name}@example.org", "iron-harvest-moon-47")


def signed_in(user) -> Client:
    client = Client()
    if user.is_authenticated:
        client.force_login(user)
    return client


def page_of(user, whom) -> str:
    answer = signed_in(user).get(reverse("people:past", args=[whom.pk]))
    assert answer.status_code == 200, answer.status_code
    return read_aloud(answer.content.decode(), main=True)


@pytest.fixture
def world(make_day):
    """Mara beat Ilse 6 to 1 at a listed event in spring and lost 2 to 4 at a private one in autumn."""
    mara, ilse = person("mara"), person("ilse")
    for name, listed, month, vp in (("Spring Cup", True, 3, (6, 1)), ("Private Cup", False, 9, (2, 4))):
        starts = timezone.now().replace(year=2026, month=month, day=1) + dt.timedelta(days=1)
        day = make_day(2, name=name, listed=listed, starts_at=starts, rounds=1)
        day.event.players.filter(number=1).update(user=mara, faction="guild")
        day.event.players.filter(number=2).update(user=ilse, faction="bayou")
        day.begin()
        day.round(play=False)
        (game,) = day.games(1)
        sides = vp if game.a.number == 1 else vp[::-1]
        results.rule(day.event, day.host, 1, game.pk, vp=sides)
    return SimpleNamespace(mara=mara, ilse=ilse, host=day.host, day=day)


def test_a_stranger_finds_what_is_listed_and_who_was_there_everything(world):
    stranger = person("robin")
    for viewer in (NOBODY, stranger):
        past = past_of(viewer, world.mara.pk)
        assert [(g.where, g.vp, g.vp_against, g.won) for g in past.games] == [("Spring Cup", 6, 1, True)]
        assert [part.name for part in past.parts] == ["Spring Cup"]
        page = page_of(viewer, world.mara)
        assert "Spring Cup" in page
        assert "Private" not in page
    for viewer in (world.mara, world.ilse, world.host):
        past = past_of(viewer, world.mara.pk)
        assert [g.where for g in past.games] == ["Private Cup", "Spring Cup"]
        assert (past.total.wins, past.total.losses, past.total.vp) == (1, 1, 8)
        assert [(t.name, t.played) for t in past.factions] == [("guild", 2)]
        assert sum(t.played for t in past.strategies) == 2
        (rival,) = past.rivals
        assert (rival.name, rival.person, rival.tally.played) == ("Ilse", world.ilse.pk, 2)
        assert [month.won for month in past.course] == [1, 1]
    page = page_of(world.ilse, world.mara)
    assert "You and mara" in page
    assert "You won 1, mara 1." in page
    assert "Won and lost, month by month" in page


def test_who_keeps_it_to_themselves_is_found_by_nobody_and_joined_by_nothing(world):
    own = signed_in(world.ilse)
    own.post(reverse("accounts:profile"), {"display_name": "Ilse", "timezone": ""})
    where = reverse("people:past", args=[world.ilse.pk])
    assert own.get(where).status_code == 200
    for viewer in (NOBODY, world.mara, world.host):
        assert signed_in(viewer).get(where).status_code == 404
    past = past_of(world.mara, world.mara.pk)
    assert [(rival.name, rival.person, len(rival.games)) for rival in past.rivals] == [
        ("Ilse", None, 1),
        ("Ilse", None, 1),
    ]
    assert past_of(world.ilse, world.mara.pk).against(world.ilse.pk) is not None, "they know themselves"
    page = signed_in(world.mara).get(reverse("events:player", args=[world.day.event.slug, 2]))
    assert where not in page.content.decode()
    own.post(reverse("accounts:profile"), {"display_name": "Ilse", "timezone": "", "past_open": "on"})
    assert signed_in(world.mara).get(where).status_code == 200


def test_a_person_whom_one_meets_nowhere_is_not_there(world):
    lonely = person("lonely")
    assert signed_in(world.mara).get(reverse("people:past", args=[lonely.pk])).status_code == 404
    assert "No game yet" in page_of(lonely, lonely)
    assert signed_in(lonely).get(reverse("people:past", args=[999_999])).status_code == 404


def test_standings_lead_there(world):
    at = reverse("events:player", args=[world.day.event.slug, 1])
    assert reverse("people:past", args=[world.mara.pk]) in signed_in(NOBODY).get(at).content.decode()


def test_games_of_leagues_are_among_them(past, django_assert_max_num_queries):
    first, second, league = past.first, past.second, past.campaign
    with django_assert_max_num_queries(7):
        record = past_of(NOBODY, first.user.pk)
    assert [(g.about.partition(",")[0], g.vp, g.vp_against, g.won) for g in record.games] == [
        ("week 2", 3, 3, None),
        ("week 1", 4, 2, True),
    ]
    assert [(r.person, r.tally.wins, r.tally.draws) for r in record.rivals] == [(second.user.pk, 1, 1)]
    assert league.name in page_of(NOBODY, first.user)
    page = signed_in(NOBODY).get(reverse("campaigns:player", args=[league.slug, first.pk]))
    assert reverse("people:past", args=[first.user.pk]) in page.content.decode()
    type(league).objects.filter(pk=league.pk).update(listed=False)
    assert signed_in(NOBODY).get(reverse("people:past", args=[first.user.pk])).status_code == 404
    assert len(past_of(second.user, first.user.pk).games) == 2


def test_programs_read_the_same(world):
    client = signed_in(world.ilse)
    profile = client.get(f"/api/v1/people/{world.mara.pk}/").json()
    assert (profile["name"], profile["total"]["wins"], profile["total"]["vp"]) == ("mara", 1, 8)
    assert [(r["person"], r["met"], r["tally"]["losses"]) for r in profile["rivals"]] == [
        (world.ilse.pk, 2, 1)
    ]
    first = client.get(f"/api/v1/people/{world.mara.pk}/games/?limit=1").json()
    rest = client.get(f"/api/v1/people/{world.mara.pk}/games/?limit=1&cursor={first['next']}").json()
    assert [g["where"] for g in first["items"] + rest["items"]] == ["Private Cup", "Spring Cup"]
    type(world.mara).objects.update(past_open=False)
    assert client.get(f"/api/v1/people/{world.mara.pk}/").status_code == 404
