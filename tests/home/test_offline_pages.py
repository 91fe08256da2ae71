"""What a device keeps for use without signal: what waits for its person, and nothing of anybody else's."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.home.offline_pages import pages_of
from tests.campaigns.conftest import League, catalogue, figures, in_process, make_league  # noqa: F401  fixtures

pytestmark = pytest.mark.django_db


@pytest.mark.usefixtures("in_process")
def test_open_games_aftermaths_and_hires_are_kept(make_league: Any) -> None:  # noqa: F811
    league: League = make_league(players=2)
    league.found_all()
    slug, user = league.campaign.slug, league.players[0]
    assert pages_of(user) == [reverse("home"), reverse("play:outbox")]
    first = league.start()
    (game,) = league.games()
    there = [slug, 1, game.table]
    arsenal = reverse("campaigns:arsenal", args=[slug, league.entry(0).pk])
    game_page, crew = (reverse(f"campaigns:{name}", args=there) for name in ("game", "crew"))
    assert pages_of(user)[2:] == [game_page, crew, arsenal]
    for side in play.sides(game):
        play.submit_crew(side)
    both = play.sides(game)
    results.report(both[0], both[0].entry.user, choices.result(both, taste="kept"))
    play.confirm(game)
    assert reverse("campaigns:aftermath", args=there) in pages_of(user)
    first.refresh_from_db()
    week.reach_deadline(first, league.organiser, reason="A test")
    play.settle()
    assert pages_of(user)[2:] == [reverse("campaigns:hires", args=[slug]), arsenal]
    assert pages_of(league.organiser) == [reverse("home"), reverse("play:outbox")]
