"""A league of the Second Edition from its opening on: figures, Factions, house rules, its name everywhere."""

from __future__ import annotations

import datetime as dt
import json
import secrets

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import Campaign, LeagueTemplate
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.opening import queries as beginnings
from mfcampaign.campaigns.opening import templates
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.campaigns.settings.forms import FewForm
from mfcampaign.catalog.operations import create_pack
from rules.campaign.readings import preset
from rules.editions.m2e.readings import USUAL
from rules.refusal import Refusal
from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db


def form(**more):
    first = timezone.localdate() + dt.timedelta(days=7)
    return {
        "name": "Winter in Cadiz",
        "starts_on": first.isoformat(),
        "turnover_time": "19:00",
        "zone": "Europe/Madrid",
        "listed": "on",
    } | more


def opened_by_form(**more) -> tuple[Client, Campaign]:
    client = Client()
    client.force_login(person("olga"))
    answer = client.post(reverse("campaigns:new"), form(**more))
    assert answer.status_code == 303, answer.content.decode()
    return client, Campaign.objects.get()


def refused(client: Client, **more) -> str:
    answer = client.post(reverse("campaigns:new"), form(**more))
    assert answer.status_code == 422
    return answer.content.decode()


def test_what_is_asked_before_the_edition_is_known_says_where_it_means_nothing(catalogue):
    client = Client()
    client.force_login(person("olga"))
    page = client.get(reverse("campaigns:new")).content.decode()
    asked = [field.name for field in FewForm() if "In the Third Edition alone." in str(field.help_text)]
    assert asked == ["dead_mans_hand"]
    assert page.count("In the Third Edition alone.") == 1


@pytest.mark.rule("SL-START-01", "M2-CAMP-09", "M2-HIRE-05")
def test_by_the_book_opens_a_league_of_the_second_edition(catalogue):
    client, campaign = opened_by_form(begin="preset-by-the-book")
    assert (campaign.edition, campaign.season) == ("m2e", "m2e")
    assert campaign.policies == preset("by-the-book").policies
    assert loading.catalogue(campaign).edition == "m2e"
    assert campaign.charts.name == "House charts, Second Edition"
    assert (
        "House charts, Third Edition"
        not in client.get(reverse("campaigns:charts", args=[campaign.slug])).content.decode()
    )
    for name in ("league", "standings", "settings", "organise", "season"):
        page = client.get(reverse(f"campaigns:{name}", args=[campaign.slug])).content.decode()
        assert '<aside class="edition" aria-label="Edition">Second Edition</aside>' in page, name
    assert "Second Edition ·" in client.get(reverse("campaigns:leagues")).content.decode()
    invited = client.get(reverse("campaigns:join", args=[opening.invite(campaign, person("otto"))]))
    page = invited.content.decode()
    assert "Gremlins" in page
    assert "Explorer" not in page
    with pytest.raises(Refusal, match="7 Factions"):
        opening.join(
            campaign, person("ada"), faction="explorers-society", token=opening.invite(campaign, None)
        )


def test_what_goes_with_any_edition_begins_by_what_the_edition_reads_otherwise(catalogue):
    _, campaign = opened_by_form(begin="preset-short", edition="m2e")
    assert (campaign.edition, campaign.weeks_total) == ("m2e", 4)
    assert campaign.policies == USUAL | preset("short").policies


def test_a_league_is_of_the_third_edition_unless_somebody_says_otherwise(catalogue):
    _, campaign = opened_by_form(begin="preset-gentle")
    assert (campaign.edition, campaign.season) == ("m3e", "gg0")
    assert campaign.charts.name == "House charts, Third Edition"
    assert campaign.policies == preset("gentle").policies
    assert loading.catalogue(campaign).edition == "m3e"


def test_nothing_of_two_editions_is_mixed(catalogue):
    client = Client()
    olga = person("olga")
    client.force_login(olga)
    pack = create_pack(olga, "House of the Third").pk
    by_the_book = {"begin": "preset-by-the-book"}
    assert "is for the Second Edition" in refused(client, **by_the_book, edition="m3e")
    assert "not of the Second Edition" in refused(client, **by_the_book, season="gg0")
    assert "not for figures of the Second Edition" in refused(client, **by_the_book, pack=str(pack))
    usual = {"starts_on": dt.date(2026, 1, 5), "turnover_time": dt.time(19), "zone": "Europe/London"}
    for wrong in (
        {"edition": "m2e", "pack_id": pack},
        {"edition": "m2e", "season": "gg0"},
        {"edition": "m9e"},
    ):
        with pytest.raises(Refusal):
            opening.open_league(olga, name="Mixed", **usual, **wrong)
    assert not Campaign.objects.exists()


USUALLY = {"starts_on": dt.date(2026, 1, 5), "turnover_time": dt.time(19), "zone": "Europe/London"}


def test_who_chooses_nothing_plays_by_the_readings_of_the_edition(catalogue):
    olga = person("olga")
    league = opening.open_league(olga, name="As printed", edition="m2e", **USUALLY)
    assert league.policies == USUAL
    chosen = {"bye_scrip": 1, "pool_cap": 10}
    other = opening.open_league(olga, name="Larger pools", edition="m2e", policies=chosen, **USUALLY)
    assert (other.rules.pool_cap, other.rules.bye_scrip, other.rules.cache_mode) == (10, 1, "printed")
    template = templates.save_template(other, olga, "Larger pools")
    rules = beginnings.of_template(template).house_rules("m2e")
    again = templates.found_league(olga, template, name="Again", edition="m2e", policies=rules, **USUALLY)
    assert again.policies == other.policies
    assert opening.open_league(olga, name="The other", **USUALLY).policies == {}


def test_no_league_plays_an_edition_without_rules_for_arsenals(catalogue):
    client, olga = Client(), person("olga")
    client.force_login(olga)
    sentence = "Leagues of the First Edition are not played here."
    with pytest.raises(Refusal, match=sentence):
        opening.open_league(olga, name="Old hands", edition="m1e", **USUALLY)
    assert "m1e is not one of the available choices" in refused(client, begin="preset-gentle", edition="m1e")
    answer = by_program(client, edition="m1e")
    assert answer.status_code == 409, answer.content
    assert sentence in answer.content.decode()
    assert by_program(client, edition="m9e").status_code == 409
    assert not Campaign.objects.exists()


def by_program(client: Client, **said):
    first = timezone.localdate() + dt.timedelta(days=7)
    body = {"name": "Winter in Cadiz", "starts_on": first.isoformat(), "zone": "Europe/Madrid"} | said
    key = {"Idempotency-Key": secrets.token_hex(8)}
    return client.post("/api/v1/leagues/", json.dumps(body), content_type="application/json", headers=key)


def test_a_program_that_names_an_edition_alone_gets_its_readings(catalogue):
    client = Client()
    client.force_login(person("olga"))
    answer = by_program(client, edition="m2e")
    assert answer.status_code == 201, answer.content
    assert Campaign.objects.get().policies == USUAL


def test_the_edition_stays(make_league):
    """House rules, packs and templates of another edition are refused; the row keeps its edition."""
    league = make_league(players=0, edition="m2e", policies=USUAL)
    with pytest.raises(Refusal, match="Third Edition"):
        templates.take_on(league.campaign, league.organiser, {}, edition="m3e")
    third = create_pack(league.organiser, "House of the Third")
    with pytest.raises(Refusal, match="not yours to use"):
        settings.use_pack(league.campaign, league.organiser, third.pk)
    second = create_pack(league.organiser, "House of the Second", edition="m2e")
    settings.use_pack(league.campaign, league.organiser, second.pk)
    template = templates.save_template(league.campaign, league.organiser, "Again")
    assert LeagueTemplate.objects.get(pk=template.pk).edition == "m2e"
    campaign = Campaign.objects.get(pk=league.campaign.pk)
    assert (campaign.edition, campaign.release.edition, campaign.pack_id) == ("m2e", "m2e", second.pk)


def test_programs_are_told_the_edition(catalogue):
    client, campaign = opened_by_form(begin="preset-by-the-book")
    for path in (f"/api/v1/leagues/{campaign.slug}/", f"/api/v1/leagues/{campaign.slug}/rules/"):
        assert client.get(path).json()["edition"] == "m2e", path
    assert client.get("/api/v1/leagues/").json()["items"][0]["edition"] == "m2e"
    editions = {row["key"]: row["edition"] for row in client.get("/api/v1/presets/").json()}
    assert editions["preset-by-the-book"] == "m2e"
    assert editions["preset-gentle"] == ""
