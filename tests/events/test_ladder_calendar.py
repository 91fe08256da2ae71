"""Open challenges in the calendars of who has a part in them: one entry each, which moves and goes."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from mfcampaign.events.models import Event
from mfcampaign.events.operations import ladder as challenges
from mfcampaign.events.operations import results
from mfcampaign.events.queries import dates
from mfcampaign.notices.operations import calendars
from tests.events.test_ladder import accepted, challenge, climb  # noqa: F401  climb is a fixture
from tests.events.test_ladder_late import day  # noqa: F401  fixture
from tests.events.test_pages import text


def entries(user):
    """What the calendar of all of ``user``'s leagues and ladders holds, by what it says."""
    token = calendars.make(user)
    answer = Client().get(reverse("notices:calendar", args=[token]))
    read = Calendar.from_ical(answer.content)
    return {str(e["summary"]).removesuffix(" · Shop Cup"): e for e in read.walk("VEVENT")}


def test_a_challenge_is_one_entry_that_moves_from_the_answer_to_the_game_and_goes(day, host):  # noqa: F811
    mara, ilse, tobin = day.users
    row = challenge(day, 2, 1)
    views = {
        mara: "Your answer to the challenge of Ilse is due",
        ilse: "The answer of Mara to your challenge is due",
        host: "The answer of Mara to the challenge of Ilse is due",
    }
    first = {}
    for user, summaries in views.items():
        ((what, first[user]),) = entries(user).items()
        assert what == summaries
        end = first[user]["dtend"].dt
        assert abs(end - row.answer_by) < dt.timedelta(seconds=1)
        assert first[user]["dtend"].params["TZID"] == "Europe/London"
    assert str(first[mara]["url"]).endswith(reverse("events:event", args=[day.event.slug]))
    assert str(first[host]["url"]).endswith(reverse("events:manage", args=[day.event.slug]))
    assert entries(tobin) == {}, "only one's own challenges"

    row = challenges.answer(day.event, mara, 1, accept=True)
    views = {
        mara: "Your game against Ilse is due",
        ilse: "Your game against Mara is due",
        host: "The game of Ilse and Mara is due",
    }
    for user, summaries in views.items():
        ((what, entry),) = entries(user).items()
        assert what == summaries
        assert abs(entry["dtend"].dt - row.play_by) < dt.timedelta(seconds=1)
        assert str(entry["uid"]) == str(first[user]["uid"]), "a calendar moves it, and has it once"
        assert int(entry["sequence"]) > int(first[user]["sequence"])

    results.report(day.event, None, day.player(2), row.number, 6, 2)
    assert entries(mara), "a report that is not confirmed is still due"
    results.confirm(day.event, None, day.player(1), row.number)
    assert [entries(user) for user in (mara, ilse, host)] == [{}, {}, {}]


def test_each_challenge_has_a_name_of_its_own_and_one_query_finds_them(
    day,  # noqa: F811
    host,
    django_assert_num_queries,
):
    for one, other in ((2, 1), (5, 4)):
        challenge(day, one, other)
    with django_assert_num_queries(1):
        ((event, found),) = dates.moments(host)
    assert event == day.event
    assert [moment.key for moment in found] == ["challenge-1", "challenge-2"]
    assert [len(entries(user)) for user in (*day.users, host)] == [1, 1, 0, 2]
    challenges.withdraw(day.event, None, 5)
    again = challenge(day, 5, 3)
    assert again.number == 3
    assert [moment.key for moment in dates.moments(host)[0][1]] == ["challenge-1", "challenge-3"]


@pytest.mark.parametrize("phase", ["cancelled", "finished"])
def test_a_ladder_that_is_over_promises_nothing(day, host, phase):  # noqa: F811
    accepted(day, 2, 1)
    assert dates.moments(host)
    Event.objects.update(phase=phase)
    assert dates.moments(host) == []


def test_the_ladder_leads_who_has_a_part_in_it_to_the_calendars(day, host):  # noqa: F811
    challenge(day, 2, 1)
    where, doors = reverse("events:ladder", args=[day.event.slug]), reverse("notices:calendars")
    for user, leads in ((day.users[0], True), (host, True), (None, False)):
        client = Client()
        if user is not None:
            client.force_login(user)
        main = client.get(where).content.decode().partition("<main")[2]
        assert (f'href="{doors}"' in main) is leads
    client.force_login(day.users[0])
    assert "All your leagues and ladders" in text(client.get(doors))
