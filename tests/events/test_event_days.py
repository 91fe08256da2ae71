"""Event days in calendars: those of one's own, of all listed events, and of one event."""

from __future__ import annotations

import datetime as dt

from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from mfcampaign.events.operations import creation
from mfcampaign.notices.operations import calendars
from tests.campaigns.conftest import person


def read(path: str):
    """What the calendar at that address holds, by what it says."""
    answer = Client().get(path)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/calendar")
    return {str(entry["summary"]): entry for entry in Calendar.from_ical(answer.content).walk("VEVENT")}


def test_a_day_lasts_its_rounds_in_its_own_zone(make_day, host):
    starts = timezone.now().replace(second=0, microsecond=0) + dt.timedelta(days=20)
    day = make_day(
        2, starts_at=starts, rounds=3, round_minutes=100, place="The Shop", timezone="Europe/Madrid"
    )
    own = reverse("notices:calendar", args=[calendars.make(host)])
    for path in (own, reverse("notices:event_days"), reverse("notices:event_day", args=[day.event.slug])):
        entry = read(path)["Event at The Shop · Shop Cup"]
        assert entry["dtstart"].dt == starts
        assert entry["dtend"].dt - entry["dtstart"].dt == dt.timedelta(minutes=300)
        assert entry["dtstart"].params["TZID"] == "Europe/Madrid"
        assert str(entry["url"]).endswith(reverse("events:event", args=[day.event.slug]))


def test_calendars_hold_what_is_ones_own_and_what_is_listed(make_day, host):
    listed = make_day(2, name="Listed Cup", listed=True)
    hidden = make_day(2, name="Hidden Cup", listed=False)
    make_day(2, name="Long Ladder", format="ladder", listed=True)
    public = " ".join(read(reverse("notices:event_days")))
    assert "Listed Cup" in public
    assert "Hidden Cup" not in public
    assert "Long Ladder" not in public, "which has no day"
    own = " ".join(read(reverse("notices:calendar", args=[calendars.make(host)])))
    assert "Listed Cup" in own
    assert "Hidden Cup" in own
    stranger = person("somebody-else")
    assert read(reverse("notices:calendar", args=[calendars.make(stranger)])) == {}
    creation.cancel(listed.event, host, "Too few came.")
    assert "Listed Cup" not in " ".join(read(reverse("notices:event_days")))
    assert "Cancelled" in " ".join(read(reverse("notices:event_day", args=[listed.event.slug])))
    assert hidden.event.pk


def test_a_ladder_has_no_day(make_day):
    ladder = make_day(2, name="Long Ladder", format="ladder")
    assert Client().get(reverse("notices:event_day", args=[ladder.event.slug])).status_code == 404
    page = Client().get(reverse("events:event", args=[ladder.event.slug])).content.decode()
    assert "Add to your calendar" not in page
