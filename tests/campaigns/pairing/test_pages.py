"""The pages of pairings as members, players and organisers see them."""

import json
import re

import pytest
from django.test import Client

from mfcampaign.campaigns.models import Availability, Game, PairRule, WeekEntry
from rules.tournament.pairing.certificate_check import verify

pytestmark = pytest.mark.django_db


def of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def league(make_league):
    opened = make_league(players=5)
    opened.found_all()
    return opened


def test_the_reasons_the_proof_and_every_other_choice(league):
    week = league.start()
    slug = league.campaign.slug
    bye = WeekEntry.objects.select_related("entry").get(week=week, bye=True).entry
    client = of(league.players[0])
    text = client.get(f"/leagues/{slug}/week/1/pairing/?who={bye.pk}").content.decode()
    assert "They have not met before; level on wins." in text
    assert "Best possible pairing: no other way to pair" in text
    assert "An odd number plays; nobody had a bye yet" in text
    assert text.count("just as good; the draw decided.") == 4 + 4, "four opponents, four other byes"
    document = json.loads(client.get(f"/leagues/{slug}/week/1/pairing/certificate/").content)
    assert verify(document).startswith("Best possible pairing")
    assert "Show alternatives" in client.get(f"/leagues/{slug}/week/1/").content.decode()


def test_a_proof_that_names_who_never_meets_is_for_organisers(league):
    one, other = league.entry(0).pk, league.entry(1).pk
    organiser, slug = of(league.organiser), league.campaign.slug
    form = {"kind": "forbidden", "one": one, "other": other}
    assert organiser.post(f"/do/add-pair-rule/{slug}/", form).status_code == 303
    league.start()
    where = f"/leagues/{slug}/week/1/pairing/certificate/"
    assert of(league.players[2]).get(where).status_code == 404
    assert organiser.get(where).status_code == 200
    rule = PairRule.objects.get()
    assert "never meet" in organiser.get(f"/leagues/{slug}/pairings/").content.decode()
    organiser.post(f"/do/remove-pair-rule/{slug}/", {"rule": rule.pk})
    assert "Remove<span" not in organiser.get(f"/leagues/{slug}/pairings/").content.decode()


def test_an_organiser_sees_what_an_exchange_breaks_before_it_is_made(league):
    week = league.start()
    organiser, slug = of(league.organiser), league.campaign.slug
    organiser.post(f"/do/order-pairing-preferences/{slug}/", {"preferences": ["rating", "mirror", ""]})
    bye = WeekEntry.objects.get(week=week, bye=True).entry_id
    game = week.games.order_by("table").first()
    one = game.sides.order_by("seat").first().entry_id
    page = organiser.get(f"/leagues/{slug}/pairings/?one={bye}&other={one}").content.decode()
    assert "What it breaks" in page
    key = page.split('name="key" value="')[1].split('"')[0]
    sent = {"one": bye, "other": one, "reason": "The train is late.", "key": key}
    for _ in range(2):
        organiser.post(f"/do/exchange-places/{slug}/", sent)
    assert WeekEntry.objects.get(week=week, bye=True).entry_id == one
    assert week.games.filter(state=Game.State.VOID).count() == 1, "sent twice, done once"
    why = of(league.players[0]).get(f"/leagues/{slug}/week/1/pairing/").content.decode()
    assert "An organiser changed this round" in why
    assert "rating" in organiser.get(f"/leagues/{slug}/pairings/").content.decode()


def test_the_two_who_are_offered_can_exchange_their_places(league):
    league.start()
    league.join("late", "bayou")
    client, where = of(league.organiser), f"/leagues/{league.campaign.slug}/pairings/"
    page = client.get(where).content.decode()
    selects = [re.search(rf'<select id="{name}".*?</select>', page, re.S)[0] for name in ("one", "other")]
    one, other = (int(re.findall(r'value="(\d+)" selected', select)[0]) for select in selects)
    assert one != other
    assert [select.count("<option") for select in selects] == [5, 5], "who is not paired has no place"
    assert "What it breaks" not in page, "nobody asked yet"
    assert "What it breaks" in client.get(f"{where}?one={one}&other={other}").content.decode()


def test_a_player_says_when_and_is_not_paired_while_away(league):
    slug = league.campaign.slug
    client = of(league.players[0])
    page = client.get(f"/leagues/{slug}/evenings/").content.decode()
    assert "Week 1" in page
    client.post(f"/do/set-availability/{slug}/", {"week": 1, "away": "on"})
    client.post(f"/do/set-availability/{slug}/", {"week": 2, "evenings": ["wed", "mon"]})
    client.post(f"/do/change-pairing-facts/{slug}/", {"club": "Lanterns", "company": "", "place": ""})
    assert Availability.objects.get(week=2).evenings == ["mon", "wed"]
    week = league.start()
    assert not week.games.filter(sides__entry=league.entry(0)).exists()
    page = client.get(f"/leagues/{slug}/evenings/").content.decode()
    assert 'value="Lanterns"' in page
    assert "Week 1" not in page.split('id="stand-in"')[0].split("<h1")[1]
