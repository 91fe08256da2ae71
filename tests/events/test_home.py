"""Home tells of the events one runs or plays in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.test import Client
from django.urls import reverse

from mfcampaign.events.operations import people
from mfcampaign.events.queries import own as events
from tests.events.making import Day
from tests.play.playing import person


def test_events_one_runs_or_plays_in_stand_at_home_until_they_are_over(
    client: Client, make_day: Callable[..., Day], host: Any
) -> None:
    day, mara = make_day(3), person("mara")
    people.sign_up(day.event, host, name="Maren", user=mara, by_organiser=True)
    at = f'href="{reverse("events:event", args=[day.event.slug])}"'
    for who, words in ((host, "you organise"), (mara, "you play")):
        client.force_login(who)
        page = client.get("/").content.decode()
        assert words in page
        assert at in page
    day.begin()
    assert "You play today" in client.get("/").content.decode()
    assert list(events.coming(person("stranger"))) == []
    day.fresh()
    day.event.format = "ladder"
    day.event.save()
    assert "You play this ladder" in client.get("/").content.decode(), "a ladder goes on for weeks"
    day.event.phase = "finished"
    day.event.save()
    assert list(events.coming(mara)) == []
    assert at not in client.get("/").content.decode()
