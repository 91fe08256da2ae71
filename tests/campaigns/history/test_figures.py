"""The table by other measures, and what the games say of Factions and Strategies."""

import re

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.history import figures
from mfcampaign.campaigns.history.record import record
from mfcampaign.campaigns.history.season import season
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.queries import standings
from mfcampaign.campaigns.models import ArsenalBounty, Campaign
from mfcampaign.campaigns.opening import templates
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import Give
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.web import cache as page_cache
from rules.refusal import Refusal
from rules.tournament.standings.criteria import scheme_of
from tests.markup import flat

pytestmark = pytest.mark.django_db
PHRASE = "a line of a song"


def test_factions_and_strategies_count_every_game_once(past):
    counted = figures.figures(past.campaign)
    by_slug = {line.slug: line for line in counted.factions}
    assert set(by_slug) == {past.first.faction, past.second.faction}
    first, second = by_slug[past.first.faction], by_slug[past.second.faction]
    assert (first.played, first.wins, first.draws, first.losses, first.percent) == (2, 1, 1, 0, 75)
    assert (second.played, second.wins, second.draws, second.losses, second.percent) == (2, 0, 1, 1, 25)
    assert sum(line.played for line in counted.strategies) == 2
    assert sum(line.draws for line in counted.strategies) == 1
    assert round(sum(line.vp * line.played for line in counted.strategies)) == 4 + 2 + 3 + 3


def test_the_season_shows_them(past):
    text = Client().get(reverse("campaigns:season", args=[past.campaign.slug])).content.decode()
    assert "Factions and Strategies" in text
    assert "75 %" in text
    assert "25 %" in text


@pytest.mark.parametrize("by", figures.MEASURES)
def test_the_table_is_ordered_by_each_measure(past, by):
    page_cache._values.clear()
    rows = league_page.table(past.campaign, scheme=figures.scheme_by(past.campaign, by))
    values = [row.standing.figures[0] for row in rows]
    assert {criterion for criterion, _ in values} == {figures.MEASURES[by]}
    assert values == sorted(values, reverse=True)
    assert [row.standing.rank for row in rows] == [1, 2]
    page = Client().get(reverse("campaigns:standings", args=[past.campaign.slug]) + f"?by={by}")
    names = re.findall(r'<th scope="row">.*?</th>', page.content.decode(), re.S)
    assert [row.entry.label in name for row, name in zip(rows, names, strict=True)] == [True, True]
    assert "The league itself ranks by wins, then draws" in page.content.decode()
    assert ("of the Crew that was hired last" in page.content.decode()) == (by == "rating")


def test_a_rating_is_that_of_the_crew_hired_last_and_bounties_are_counted(past):
    rows = league_page.table(past.campaign, scheme=scheme_of("campaign", ("rating", "bounties")))
    games = record(past.campaign).games
    for row in rows:
        last = [s.rating for game in games for s in game.sides if s.entry == row.entry.pk][-1]
        done = ArsenalBounty.objects.filter(entry=row.entry.pk, state="accomplished").count()
        assert dict(row.standing.figures) == {"rating": last, "bounties": done}


def test_an_unknown_measure_is_the_leagues_own_order(past):
    where = reverse("campaigns:standings", args=[past.campaign.slug])
    own = Client().get(where + "?by=luck").content.decode()
    assert 'aria-current="page">The league’s own order<' in own
    assert "Ranked by wins, then draws" in flat(own)
    assert 'aria-current="page">By Scrip<' in Client().get(where + "?by=scrip").content.decode()


@pytest.mark.rule("A-40")
def test_a_league_ranks_by_its_own_order_wherever_it_is_told(past):
    """The purse before the games: the table, the season's Champion, the file, a template and the diary."""
    league, loser = past.league, past.second
    give = Give(entry=loser.pk, what="scrip", amount=30)
    ruling_operations.rule(past.campaign, league.organiser, give, "A prize of the shop.")
    assert standings(past.campaign)[0].entry == past.first.pk, "by wins"
    policies = past.campaign.policies | {"standings_order": ["scrip", "wins"]}
    Campaign.objects.filter(pk=past.campaign.pk).update(policies=policies, acts=F("acts") + 1)
    campaign = Campaign.objects.get(pk=past.campaign.pk)
    assert [row.entry for row in standings(campaign)] == [loser.pk, past.first.pk]
    assert season(campaign).awards[0].winners[0].entry == loser.pk
    page = Client().get(reverse("campaigns:standings", args=[campaign.slug])).content.decode()
    assert "Ranked by Scrip, then wins" in flat(page)
    content = write(campaign, phrase=PHRASE)
    again = transfer.import_league(read(content).opened(PHRASE), league.organiser)
    assert [row.rank for row in standings(again)] == [1, 2]
    assert again.scheme == campaign.scheme
    assert write(again, phrase=PHRASE) == content
    template = templates.save_template(campaign, league.organiser, "Purses first")
    assert template.rules.standings_order == ("scrip", "wins")


def test_an_organiser_orders_the_standings_on_the_page_of_house_rules(make_league):
    league = make_league()
    organiser = Client()
    organiser.force_login(league.organiser)
    where = reverse("campaigns:settings", args=[league.campaign.slug])
    form = organiser.get(where).context["rules_form"]
    data = {}
    for bound in form:
        value = bound.value()
        if bound.name == "standings_order":
            data |= {f"{bound.html_name}_0": "bounties", f"{bound.html_name}_1": "wins"}
        elif value is not False and value is not None:
            data[bound.html_name] = "on" if value is True else value
    twice = data | {f"{form['standings_order'].html_name}_1": "bounties"}
    address = reverse("campaigns:settings_rules", args=[league.campaign.slug])
    refused = organiser.post(address, twice)
    assert (refused.status_code, "once only" in refused.content.decode()) == (422, True)
    assert organiser.post(address, data).status_code == 303
    assert Campaign.objects.get(pk=league.campaign.pk).policies["standings_order"] == ["bounties", "wins"]
    page = organiser.get(where).content.decode()
    assert "usually that of the scheme" in page


@pytest.mark.rule("A-40")
def test_a_league_that_has_begun_keeps_its_order(past):
    organiser = Client()
    organiser.force_login(past.league.organiser)
    form = organiser.get(reverse("campaigns:settings", args=[past.campaign.slug])).context["rules_form"]
    assert form["standings_order"].field.disabled
    policies = past.campaign.policies | {"standings_order": ["scrip", "wins"]}
    with pytest.raises(Refusal, match="keep their order"):
        settings.change_policies(past.campaign, past.league.organiser, policies)
