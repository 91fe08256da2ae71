"""A league of Rising Names, lived by the operations of every league."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, Game
from mfcampaign.campaigns.rising import growth
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from tests.campaigns.conftest import League

SYSTEM = "rising-names"

pytestmark = pytest.mark.django_db


@pytest.fixture
def rising(make_league: Callable[..., League]) -> League:
    league = make_league(players=4, edition="m4e", system=SYSTEM, weeks_total=3)
    league.found_all("a")
    return league


def test_two_weeks_lived(rising: League) -> None:
    rising.start()
    for number in (1, 2):
        current = rising.week(number)
        play.live_week(current, taste=f"rising-{number}")
        for game in rising.games(number):
            assert game.state == Game.State.CLOSED
        for row in Aftermath.objects.filter(side__game__week=current).select_related("side__entry"):
            assert row.state == Aftermath.State.LOCKED
            assert growth.of(row.side.entry).experience >= number
        assert balances.verify(rising.campaign) == []
        week.reach_deadline(rising.week(number), rising.organiser)
