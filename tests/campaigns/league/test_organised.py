"""Home tells an organiser what their leagues wait for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import time_machine
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.league.home import SharedParts
from mfcampaign.campaigns.league.next_actions import organised
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.scripted import play
from mfcampaign.web import cache as page_cache
from tests.campaigns.conftest import League, founded

# The leagues, their counts, weeks, games, sides with players and Aftermaths, cards to be countersigned.
FRESH = 6


def test_home_and_the_league_say_the_same_step(league: League, in_process: None) -> None:
    def said() -> tuple[str, bool]:
        (line,) = organised(league.organiser)
        step = SharedParts(Campaign.objects.get(pk=league.campaign.pk)).step()
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


def test_however_many_leagues_are_asked_for_in_two_queries(
    make_league: Callable[..., League], django_assert_num_queries: Any
) -> None:
    first = make_league(players=0, name="First")
    # Leagues that nothing was stored of are counted in one more.
    for count in (1, 3):
        with django_assert_num_queries(2):
            assert len(organised(first.organiser)) == count
        for name in ("Second", "Third"):
            if count == 1:
                more = make_league(players=0, name=name)
                more.campaign.organisers.update(user=first.organiser)


def test_running_leagues_are_asked_for_together(
    make_league: Callable[..., League], in_process: None, django_assert_num_queries: Any
) -> None:
    """Weeks, games, sides and cards of all of them are read at once, and once kept not at all."""
    first = founded(make_league, name="First")
    first.start()
    for count in (1, 2, 3):
        page_cache._values.clear()
        with django_assert_num_queries(FRESH):
            assert len(organised(first.organiser)) == count
        with django_assert_num_queries(1):
            assert [line.sentence for line in organised(first.organiser)] == [
                "2 things are still open"
            ] * count
        more = founded(make_league, name=f"Further {count}")
        more.start()
        more.campaign.organisers.update(user=first.organiser)
