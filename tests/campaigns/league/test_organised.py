"""Home tells an organiser what their leagues wait for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import time_machine
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.league.home import shared
from mfcampaign.campaigns.league.next_actions import organised
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.scripted import play
from tests.campaigns.conftest import League, founded

# The leagues with their counts, weeks, the sides of all games.
RUNNING = 3


def test_home_and_the_league_say_the_same_step(league: League, in_process: None) -> None:
    def said() -> tuple[str, bool]:
        (line,) = organised(league.organiser)
        campaign = Campaign.objects.get(pk=league.campaign.pk)
        step = shared(campaign).step(campaign)
        assert step is not None
        assert (line.sentence, line.url, line.waiting) == (step.sentence, step.url, not step.due)
        return line.sentence, line.waiting

    assert said() == ("2 players have joined. Close registration when everyone is in", False)
    league.start()
    assert said() == ("2 things are still open", True)
    with time_machine.travel(league.week(1).games_close_at + dt.timedelta(minutes=1), tick=False):
        assert said() == ("2 things are still open", False)
    (game,) = league.games()
    one, other = play.sides(game)
    for side in (one, other):
        play.submit_crew(side)
    assert said() == ("One thing is still open", True)
    play.report(game)
    results.object_to(other, other.entry.user, "That was another score.")
    assert said() == ("Rule on a disputed game", False)
    assert organised(league.organiser)[0].url.endswith("#disputes")
    assert organised(league.players[0]) == []


def test_home_offers_to_close_a_week_whose_games_are_done(league: League, in_process: None) -> None:
    league.start()
    (game,) = league.games()
    play.play(game)
    play.finish(game)
    (line,) = organised(league.organiser)
    assert (line.sentence, line.waiting) == ("Every game of week 1 is done", False)
    assert line.url.endswith("?step=games_due#action-games_due")


def test_home_leads_an_organiser_who_does_not_play_to_the_desk(league: League, client: Client) -> None:
    client.force_login(league.organiser)
    page = client.get("/").content.decode()
    assert "You play in no league yet" not in page
    assert "which you organise" in page
    console = reverse("campaigns:organise", args=[league.campaign.slug])
    assert f'href="{console}?step=close_registration#action-close_registration"' in page


def test_however_many_leagues_are_asked_for_in_one_query(
    make_league: Callable[..., League], django_assert_num_queries: Any
) -> None:
    first = make_league(players=0, name="First")
    for count in (1, 3):
        with django_assert_num_queries(1):
            assert len(organised(first.organiser)) == count
        for name in ("Second", "Third"):
            if count == 1:
                more = make_league(players=0, name=name)
                more.campaign.organisers.update(user=first.organiser)


def test_running_leagues_are_asked_for_together(
    make_league: Callable[..., League], in_process: None, django_assert_num_queries: Any
) -> None:
    """Weeks, games, sides and cards of all of them are read at once."""
    first = founded(make_league, name="First")
    first.start()
    for count in (1, 2, 3):
        with django_assert_num_queries(RUNNING):
            lines = organised(first.organiser)
        assert [line.sentence for line in lines] == ["2 things are still open"] * count
        more = founded(make_league, name=f"Further {count}")
        more.start()
        more.campaign.organisers.update(user=first.organiser)
