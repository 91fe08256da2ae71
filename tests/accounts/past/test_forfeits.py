"""Forfeits in a person's past: shown for what they are, in no figure of play, won as the standings say."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from mfcampaign.accounts.past import past_of
from mfcampaign.campaigns.game import results as league_results
from mfcampaign.campaigns.league.queries import standings
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.events.loading import record
from mfcampaign.events.operations import results
from tests.accounts.past.test_past import page_of, person

NOBODY = AnonymousUser()
NOTE = "Forfeits are listed among the games and count in no figure here"


@pytest.fixture
def missed(league, in_process):
    """Week 1 was played by nobody; in week 2 ``absent`` did not come to ``present``."""
    current = league.start()
    week.reach_deadline(current, league.organiser, "Agreed.")
    play.hire_all(league.week(2))
    game = league.games(2)[0]
    present, absent = (side.entry for side in play.sides(game))
    league_results.forfeit(game, league.organiser, play.sides(game)[1], "Ill")
    return SimpleNamespace(present=present, absent=absent, league=league, table=game.table)


def test_forfeited_games_of_leagues_are_shown_and_counted_for_nobody(missed):
    who = f"{missed.absent.label} did not come"
    for entry in (missed.present, missed.absent):
        past = past_of(NOBODY, entry.user_id)
        assert [(g.about.partition(",")[0], g.instead, g.won, g.forfeit) for g in past.games] == [
            ("week 2", who, None, True),
            ("week 1", "nobody played it in time", None, True),
        ]
        assert (past.total.played, past.total.wins, past.total.draws, past.total.losses) == (0, 0, 0, 0)
        (rival,) = past.rivals
        assert (len(rival.games), rival.tally.played) == (2, 0)
        assert (past.course, past.strategies, past.forfeits) == ((), (), 2)
        page = page_of(NOBODY, entry.user)
        assert NOTE in page
        assert who in page
        assert "nobody played it in time" in page
        assert page.count("not played") >= 2
        assert "drawn" not in page.partition("Games ")[2], "no game is no draw"
    rows = standings(missed.league.campaign)
    assert {(row.wins, row.draws, row.losses) for row in rows} == {(0, 0, 0)}


def test_the_page_of_a_player_in_the_league_tells_of_them_too(missed):
    campaign = missed.league.campaign
    at = reverse("campaigns:player", args=[campaign.slug, missed.present.pk])
    page = Client().get(at).content.decode()
    plain = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))
    assert f"Forfeited in week 2, table {missed.table}: {missed.absent.label} did not come." in plain
    assert "Forfeited in week 1, table 1: nobody played it in time. It counts in no figure." in plain
    assert reverse("campaigns:game", args=[campaign.slug, 2, missed.table]) in page


@pytest.mark.parametrize(
    ("outcome", "instead", "won", "wins"),
    [
        ("forfeit-by-b", "Ilse was not there", (True, False), (1, 0)),
        ("forfeit-by-a", "Mara was not there", (False, True), (0, 1)),
        ("forfeit-by-both", "neither was there", (False, False), (0, 0)),
    ],
)
def test_forfeits_at_events_are_won_and_lost_as_the_standings_have_it(make_day, outcome, instead, won, wins):
    day = make_day(2, name="Cup", rounds=1)
    users = [person("mara"), person("ilse")]
    for number, user in enumerate(users, start=1):
        day.event.players.filter(number=number).update(user=user)
    day.begin()
    day.round(play=False)
    (game,) = day.games(1)
    if game.a.number == 2 and outcome != "forfeit-by-both":
        outcome = {"forfeit-by-a": "forfeit-by-b", "forfeit-by-b": "forfeit-by-a"}[outcome]
    results.rule(day.event, day.host, 1, game.pk, outcome=outcome)
    for user, expected in zip(users, won, strict=True):
        past = past_of(NOBODY, user.pk)
        assert [(g.instead, g.won, g.forfeit) for g in past.games] == [(instead, expected, True)]
        assert past.total.played == 0
        page = page_of(NOBODY, user)
        assert NOTE in page
        assert ("won" if expected else "lost") + " " in page.partition("Head to head")[0]
    table = {row.player: row.figures for row in record(day.event).table().rows}
    assert tuple(table[number]["wins"] for number in (1, 2)) == wins


def test_who_forfeited_nothing_reads_nothing_of_it(past):
    assert NOTE not in page_of(NOBODY, past.first.user)
