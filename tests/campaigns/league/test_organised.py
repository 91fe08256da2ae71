"""Home tells an organiser what their leagues wait for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.league.next_actions import organised
from mfcampaign.campaigns.scripted import play
from tests.campaigns.conftest import League


def test_a_league_tells_its_organiser_what_it_waits_for(league: League, in_process: None) -> None:
    def said() -> tuple[str, bool]:
        (league_row,) = organised(league.organiser)
        return league_row.sentence, league_row.waiting

    assert said() == ("Invite the players, then close registration", False)
    league.start()
    assert said() == ("Week 1 needs nothing from you", True)
    (game,) = league.games()
    one, other = play.sides(game)
    for side in (one, other):
        play.submit_crew(side)
    play.report(game)
    results.object_to(other, other.entry.user, "That was another score.")
    assert said() == ("Rule on a disputed game", False)
    console = reverse("campaigns:organise", args=[league.campaign.slug])
    assert organised(league.organiser)[0].url == f"{console}#disputes"
    assert organised(league.players[0]) == []


def test_home_leads_an_organiser_who_does_not_play_to_the_desk(league: League, client: Client) -> None:
    client.force_login(league.organiser)
    page = client.get("/").content.decode()
    assert "You play in no league yet" not in page
    assert "which you organise" in page
    assert f'href="{reverse("campaigns:organise", args=[league.campaign.slug])}"' in page


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
