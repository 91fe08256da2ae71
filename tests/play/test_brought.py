"""A saved Crew's games, wherever it was brought to, with what became of each model."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.crews import operations as crews
from mfcampaign.events.models import Event
from mfcampaign.events.operations import people
from mfcampaign.play.models import Encounter
from tests.campaigns.conftest import catalogue, figures  # noqa: F401  fixtures
from tests.events.making import Day
from tests.markup import read_aloud
from tests.play.playing import person
from tests.play.test_open_play import begun, browser, form, tap

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue")]


def test_a_crew_tells_its_games_and_the_story_of_each_model():
    mara, jonas = person("mara"), person("jonas")
    crew = crews.create(mara, faction="guild", leader="lady-justice", name="Night watch", start=True)
    crews.add(crew, mara, "guild-hound", copies=2)
    crew.refresh_from_db()
    client, where = browser(mara), reverse("crews:games", args=[crew.public_id])
    assert "Brought to no game yet" in client.get(where).content.decode()

    row = begun(client, **{"first-crew": crew.public_id, "second-models": "Old Bess 7\nYoung Bess 5"})
    assert list(row.seats.order_by("seat").values_list("crew", flat=True)) == [crew.pk, None]
    tap(client, row, "turn:1")
    form(client, row, do="slay", model="b1", by="a1")
    form(client, row, do="slay", model="a2", by="b2")
    tap(client, row, "turn:2")
    form(client, row, do="score", seat=0, source="Turf War", step="strategy")
    assert "Brought to no game yet" in client.get(where).content.decode(), "it is not over"
    tap(client, row, "over")

    day = Day(person("host"), players=1, declares=Event.Declares.CREW, edition="m3e")
    people.sign_up(day.event, mara, name="Mara Finch", user=mara)
    own = day.event.players.get(user=mara)
    share = f"https://portal.example{reverse('crews:share', args=[crew.share_token])}"
    people.declare(day.event, mara, own.number, faction="guild", crew=share)
    day.begin()
    day.round()

    text = read_aloud(client.get(where).content.decode())
    assert "Lady Justice 1 game, killed 1" in text
    assert "against Strangers: killed Old Bess; came through" in text
    assert "was killed by Young Bess in Turn 1" in text
    assert "Shop Cup" in text
    crew.refresh_from_db()
    assert Encounter.objects.get().seats.get(seat=0).crew == crew
    assert browser(jonas).get(where).status_code == 404
    assert Client().get(where).status_code == 302
