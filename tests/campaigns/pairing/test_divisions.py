"""Divisions, promotion and relegation (A-44)."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import override_settings

from mfcampaign.campaigns.divisions import operations as divisions
from mfcampaign.campaigns.divisions import queries
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Campaign, Division, Placing
from mfcampaign.campaigns.next_season import operations as next_season
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.week import operations as week
from rules.refusal import Refusal
from tests.campaigns.conftest import opened, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process"), pytest.mark.rule("A-44")]
NAMES = ["Premier", "Challengers"]


def met(league, number: int) -> list[set[str]]:
    """The divisions of the two of each game of that week."""
    return [{side.entry.division.name for side in game.sides.all()} for game in league.games(number)]


def turn(league, number: int) -> None:
    week.reach_deadline(league.week(number), league.organiser, "Agreed.")
    week.close_hires(league.week(number + 1), league.organiser, "Agreed.")


@pytest.fixture(scope="module")
def six(figures, django_db_blocker):
    """Six players in two divisions of three; week 2 is paired."""
    with django_db_blocker.unblock(), override_settings(DISPATCH_IN_PROCESS=True):
        league = opened(players=6, name="Two divisions", weeks_total=3)
        divisions.name_divisions(league.campaign, league.organiser, NAMES)
        league.found_all()
        league.start()
        turn(league, 1)
    return league.again


@pytest.fixture
def league(six, db, in_process):
    return six()


def test_divisions_take_the_players_evenly_and_pair_within(league):
    parts = queries.divisions(league.campaign)
    assert [(part.name, len(part.players)) for part in parts] == [("Premier", 3), ("Challengers", 3)]
    for number in (1, 2):
        across = [names for names in met(league, number) if len(names) > 1]
        assert len(across) == 1, "both are odd, so one of each is left over"
    left_over = {
        side.entry_id
        for number in (1, 2)
        for game in league.games(number)
        for side in game.sides.all()
        if len({s.entry.division_id for s in game.sides.all()}) > 1
    }
    assert len(left_over) == 4, "by turns"
    whys = [pair["why"].split(":")[0] for pair in league.week(1).pairing["pairs"]]
    assert sorted(why for why in whys if why in NAMES) == sorted(NAMES)


def test_each_division_has_its_own_places(league):
    rows = league_page.table(league.campaign)
    parts = queries.tables(league.campaign, rows)
    assert [(part.name, part.rows[0].standing.rank, part.up, part.down) for part in parts] == [
        ("Premier", 1, 0, 1),
        ("Challengers", 1, 1, 0),
    ]
    assert {row.entry.pk for part in parts for row in part.rows} == {row.entry.pk for row in rows}


@pytest.mark.switch("promotion", 1)
def test_the_next_season_promotes_and_relegates_and_its_players_just_join(league):
    over_from_two(league)
    parts = queries.tables(league.campaign, league_page.table(league.campaign))
    first, last = parts[1].rows[0].entry.person, parts[0].rows[-1].entry.person
    following = next_season.open_next_season(
        league.campaign, league.organiser, name="Second season", starts_on=dt.date(2026, 3, 2)
    )
    assert (following.previous, following.policies) == (league.campaign, league.campaign.policies)
    moves = {
        row.user.username: (row.division.name, row.move)
        for row in Placing.objects.filter(division__campaign=following)
    }
    assert len(moves) == 6
    assert moves[first] == ("Premier", "up")
    assert moves[last] == ("Challengers", "down")
    assert sorted(move for _, move in moves.values()) == ["down", "stays", "stays", "stays", "stays", "up"]
    user = next(user for user in league.players if user.username == first)
    joined = opening.join(following, user, faction="guild")
    assert joined.division.name == "Premier"
    new = opening.join(following, person("somebody-new"), faction="guild", by=league.organiser)
    assert new.division.name == "Challengers"
    with pytest.raises(Refusal, match="invitation cannot be used"):
        opening.join(following, person("a-stranger"), faction="guild")
    with pytest.raises(Refusal, match="open already"):
        next_season.open_next_season(
            league.campaign, league.organiser, name="Once more", starts_on=dt.date(2026, 3, 2)
        )


@pytest.mark.switch("promotion", 0)
def test_with_no_promotion_everybody_stays(league):
    league.campaign.policies = league.campaign.policies | {"promotion": 0}
    league.campaign.save(update_fields=["policies"])
    over_from_two(league)
    following = next_season.open_next_season(
        league.campaign, league.organiser, name="Second season", starts_on=dt.date(2026, 3, 2)
    )
    placings = Placing.objects.filter(division__campaign=following)
    assert {row.move for row in placings} == {"stays"}


def over_from_two(league) -> None:
    turn(league, 2)
    week.reach_deadline(league.week(3), league.organiser, "Agreed.")
    league.campaign.refresh_from_db()


def test_what_organisers_may_and_may_not(league):
    campaign, organiser = league.campaign, league.organiser
    with pytest.raises(Refusal, match="before the first week"):
        divisions.name_divisions(campaign, organiser, ["One", "Two"])
    with pytest.raises(Refusal, match="once this one is over"):
        next_season.open_next_season(campaign, organiser, name="Too soon", starts_on=dt.date(2026, 3, 2))
    lower = Division.objects.get(campaign=campaign, rank=2)
    entry = campaign.entries.filter(division__rank=1).first()
    divisions.place(campaign, organiser, entry.pk, lower.pk)
    entry.refresh_from_db()
    assert entry.division == lower
    with pytest.raises(Refusal, match="no such player or division"):
        divisions.place(campaign, organiser, entry.pk, 0)


def test_a_league_has_two_divisions_or_none(make_league):
    league = make_league(players=2)
    with pytest.raises(Refusal, match="two to 8 divisions"):
        divisions.name_divisions(league.campaign, league.organiser, ["Alone"])
    with pytest.raises(Refusal, match="same name"):
        divisions.name_divisions(league.campaign, league.organiser, ["One", "one"])
    divisions.name_divisions(league.campaign, league.organiser, [*NAMES, " "])
    assert league.join("late", "bayou").division.name == "Challengers"
    divisions.name_divisions(league.campaign, league.organiser, [])
    assert queries.divisions(league.campaign) == ()


def test_pages_show_divisions_and_let_players_of_the_season_before_join(league, client):
    client.force_login(league.organiser)
    url = f"/leagues/{league.campaign.slug}/divisions/"
    assert "Challengers" in client.get(url).content.decode()
    standings = client.get(f"/leagues/{league.campaign.slug}/standings/").content.decode()
    assert standings.count("<table") == 2
    over_from_two(league)
    act = f"/do/open-next-season/{league.campaign.slug}/"
    for _ in range(2):
        client.post(act, {"name": "Second season", "starts_on": "2026-03-02", "key": "once"})
    following = Campaign.objects.get(name="Second season")
    home = client.get(f"/leagues/{league.campaign.slug}/").content.decode()
    assert "Second season" in home
    player = league.players[0]
    client.force_login(player)
    ask = f"/leagues/{following.slug}/ask/"
    assert "need no invitation" in client.get(ask).content.decode()
    client.post(ask, {"faction": "guild", "crew_name": ""})
    assert following.entries.filter(user=player).exists()
