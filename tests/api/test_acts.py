"""Acts of programs: once for each key, held against versions, told in problems."""

from __future__ import annotations

import pytest

from mfcampaign.api.models import Answer
from mfcampaign.audit.models import Act
from mfcampaign.campaigns.models import Campaign
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db


def test_an_act_repeated_under_its_key_is_one_act(league):
    mara = Program(league.organiser, "organise")
    path = f"leagues/{league.campaign.slug}/organise/close-registration/"
    first = mara.post(path, key="close-1")
    again = mara.post(path, key="close-1")
    assert first.status_code == again.status_code == 200
    assert first.json() == again.json()
    assert first.json()["said"], "the act said nothing"
    sentence = first.json()["said"][0]
    assert Act.objects.filter(sentence=sentence).count() == 1
    refused = mara.post(path, key="close-2")
    assert refused.status_code == 409, "without the key it would have been refused"
    assert not Answer.objects.filter(key="close-2").exists(), "a refusal leaves nothing behind"


def test_a_key_is_for_one_request(league):
    mara = Program(league.organiser, "organise")
    at = f"leagues/{league.campaign.slug}/organise"
    assert mara.post(f"{at}/close-registration/", key="k").status_code == 200
    other = mara.post(f"{at}/start/", key="k")
    assert other.status_code == 422
    assert "another request" in other.json()["detail"]
    league.campaign.refresh_from_db()
    assert league.campaign.state != Campaign.State.RUNNING


def test_an_act_without_a_key_is_not_done(league):
    mara = Program(league.organiser, "organise")
    answer = mara.post(f"leagues/{league.campaign.slug}/organise/start/", key=None)
    assert answer.status_code == 400
    assert "Idempotency-Key" in answer.json()["detail"]


def test_a_secret_is_told_once(league):
    mara = Program(league.organiser, "organise")
    path = f"leagues/{league.campaign.slug}/organise/invite/"
    first, again = (mara.post(path, key="i") for _ in range(2))
    assert "/leagues/join/" in first.json()["url"]
    assert again.json()["url"] == ""
    assert first.json()["url"].split("/")[-2] not in str(Answer.objects.get(key="i").body)


def test_what_changed_since_is_not_acted_on(league):
    mara = Program(league.organiser, "organise")
    at = f"leagues/{league.campaign.slug}/"
    seen = mara.get(at)["ETag"]
    assert mara.post(f"{at}organise/invite/").status_code == 201
    stale = mara.post(f"{at}organise/start/", if_match=seen)
    assert stale.status_code == 412
    league.campaign.refresh_from_db()
    assert league.campaign.state != Campaign.State.RUNNING
    fresh = mara.get(at)["ETag"]
    assert mara.post(f"{at}organise/start/", if_match=fresh).status_code == 200


def test_what_did_not_change_is_not_told_again(league):
    mara = Program(league.organiser, "organise")
    at = f"leagues/{league.campaign.slug}/"
    seen = mara.get(at)["ETag"]
    assert mara.get(at, if_none_match=seen).status_code == 304
    mara.post(f"{at}organise/invite/")
    response = mara.get(at, if_none_match=seen)
    assert response.status_code == 200
    assert response.json()["version"] > 0


def test_a_refusal_names_its_rule_and_the_page_of_it(league):
    player = Program(league.players[0], "play")
    answer = player.send(
        "put", f"leagues/{league.campaign.slug}/arsenal/draft/", {"leader": "", "models": [], "upgrade": ""}
    )
    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"]
    crew = Program(league.organiser, "play")
    crew_id = crew.post("crews/", {"faction": "guild", "leader": "lady-justice"}).json()["crew"]["id"]
    for _ in range(6):
        assert crew.post(f"crews/{crew_id}/members/", {"slug": "guild-hound"}).status_code == 200
    problem = crew.post(f"crews/{crew_id}/submit/").json()
    named = [reason for reason in problem["violations"] if reason["rule"] == "M3E-HIRE-12"]
    assert named
    assert named[0]["see"] == "/about/rules/M3E-HIRE-12/"
    assert crew.http.get(named[0]["see"]).status_code == 200


@pytest.mark.parametrize("path", ["nowhere/", "leagues/no%0Asuch/%0A/"])
def test_an_address_that_leads_nowhere_says_so_as_a_program_reads_it(path):
    answer = Program().get(path)
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"]
