"""An organiser takes the league along as a file and brings one in, page by page."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.models import Campaign, LeagueFile
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.dispatch import operations as dispatch

pytestmark = pytest.mark.django_db
PHRASE = "the willow by the old mill"


@pytest.fixture
def organiser(league, in_process):
    league.start()
    client = Client()
    client.force_login(league.organiser)
    return client


def sent(content: bytes, name: str = "a.league.jsonl") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, content_type="application/jsonl")


def test_the_file_is_taken_and_everybody_can_read_that_it_was(organiser, league):
    address = reverse("campaigns:export", args=[league.campaign.slug])
    assert b"Export league" in organiser.get(address).content
    answer = organiser.post(address, {"phrase": "short"})
    assert answer.status_code == 422
    expected = write(league.campaign, phrase=PHRASE)
    answer = organiser.post(address, {"phrase": PHRASE})
    assert answer["Content-Disposition"] == 'attachment; filename="test-league.league.jsonl"'
    assert answer.content == expected
    act = Act.objects.filter(kind="league.exported").get()
    assert "exported the league" in act.sentence
    assert act.audience == Act.Audience.EVERYONE


def test_an_organiser_who_plays_seals_no_file_that_they_could_open(organiser, league):
    address = reverse("campaigns:export", args=[league.campaign.slug])
    league.campaign.organisers.create(user=league.players[0])
    playing = Client()
    playing.force_login(league.players[0])
    answer = playing.post(address, {"phrase": PHRASE}, headers={"accept": "application/json"})
    assert answer.status_code == 409
    assert "You play in this league" in answer.json()["detail"]
    assert not Act.objects.filter(kind="league.exported").exists()
    open_part = write(league.campaign)
    assert playing.post(address, {"phrase": ""}).content == open_part


def test_a_file_is_checked_looked_at_and_brought_in(organiser, league):
    page = reverse("campaigns:import")
    assert b"Check file" in organiser.get(page).content
    answer = organiser.post(page, {"file": sent(write(league.campaign, phrase=PHRASE)), "phrase": PHRASE})
    file = LeagueFile.objects.get()
    assert answer["Location"] == reverse("campaigns:import_file", args=[file.pk])
    look = organiser.get(answer["Location"]).content.decode()
    assert "Nothing has been imported yet" in look
    assert str(league.organiser) in look
    assert Campaign.objects.count() == 1
    stranger = Client()
    stranger.force_login(league.players[0])
    assert stranger.get(answer["Location"]).status_code == 404
    person = next(n for n in (1, 2, 3) if f'value="{n}">{league.organiser}<' in look)
    bring_in = reverse("act:import_league_file", args=[file.pk])
    assert stranger.post(bring_in, {"person": person}).status_code == 404
    organiser.post(bring_in, {"person": 99})
    assert b"Nothing has been imported yet" in organiser.get(answer["Location"]).content
    organiser.post(bring_in, {"person": person})
    assert b"importing" in organiser.get(answer["Location"]).content
    dispatch.drain()
    text = organiser.get(answer["Location"]).content.decode()
    assert "Imported" in text
    again = Campaign.objects.get(slug="test-league-2")
    assert reverse("campaigns:league", args=[again.slug]) in text
    assert b"Fate" in organiser.get(reverse("campaigns:league", args=[again.slug])).content
    organiser.post(bring_in, {"person": person})
    assert Campaign.objects.count() == 2, "a file arrives once"


def test_a_bad_file_is_told_line_by_line(organiser, league):
    page = reverse("campaigns:import")
    content = write(league.campaign, phrase=PHRASE).replace(b'"state":"active"', b'"state":"asleep"')
    answer = organiser.post(page, {"file": sent(content), "phrase": PHRASE})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert text.count("Line ") >= 2
    assert "$.state" in text
    answer = organiser.post(page, {"file": sent(b"\x89PNG\r\n"), "phrase": ""})
    assert "Line 1 is not the head" in answer.content.decode()
    answer = organiser.post(page, {"file": sent(write(league.campaign)), "phrase": ""})
    assert "without its sealed part" in answer.content.decode()
    assert not LeagueFile.objects.exists()


def test_what_refuses_a_file_on_its_way_is_told(organiser, league, monkeypatch):
    """Between the look and the arrival the figures went: nothing is written, and the page says why."""
    page = reverse("campaigns:import")
    answer = organiser.post(page, {"file": sent(write(league.campaign, phrase=PHRASE)), "phrase": PHRASE})
    from mfcampaign.catalog.models import Release

    organiser.post(reverse("act:import_league_file", args=[LeagueFile.objects.get().pk]), {"person": ""})
    Release.objects.update(sha256="0" * 64)
    dispatch.drain()
    assert "does not hold" in organiser.get(answer["Location"]).content.decode()
    assert Campaign.objects.count() == 1
    assert LeagueFile.objects.get().state == LeagueFile.State.REFUSED
