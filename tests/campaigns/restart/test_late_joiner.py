"""A player who joins a running league is told what is owed, until when, and what happens without it."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from mfcampaign.campaigns.league import next_actions
from mfcampaign.campaigns.models import Restart, Week
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.restart import barter
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import operations as weeks
from tests.campaigns.conftest import League, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process"), pytest.mark.rule("SL-ANEW-04")]


@pytest.fixture
def joined(make_league: Any, client: Any) -> tuple[League, Any, str]:
    """Hires of week 2 are open; somebody joins and founds an Arsenal by the page; and what the page said."""
    league = make_league(players=2)
    league.found_all()
    league.start()
    play.live_week(league.week(1))
    weeks.reach_deadline(league.week(1))
    closes = timezone.now() + dt.timedelta(days=3)
    Week.objects.filter(campaign=league.campaign, number=2).update(hires_close_at=closes)
    league.campaign.refresh_from_db()
    league.players.append(person("latecomer"))
    entry = opening.join(league.campaign, league.players[2], faction="neverborn", token=league.token)
    from mfcampaign.campaigns.arsenal import operations as arsenal

    arsenal.save_draft(entry, entry.user, choices.start_list(entry))
    client.force_login(entry.user)
    said = client.post(reverse("act:found_arsenal", args=[league.campaign.slug]), follow=True)
    return league, entry, said.content.decode()


def test_the_flips_are_told_at_once_with_their_day_and_what_is_lost_without_them(joined):
    league, entry, page = joined
    restart = Restart.objects.get(entry=entry)
    assert restart.flips_due >= 1
    assert "without them week 2 is sat out" in page, "the message"
    assert "or you sit out week 2" in page, "the page"
    entry.refresh_from_db()
    actions = dict(next_actions.of_entries([league.entry(2)]))[league.entry(2)]
    flips = next(each for each in actions if "Barter flips" in each.sentence)
    assert flips.due == league.week(2).hires_close_at
    assert flips.sentence.endswith("or sit out week 2")


def test_the_card_that_closes_the_hires_says_who_owes_what(joined, client):
    league, entry, _ = joined
    client.force_login(league.organiser)
    page = client.get(reverse("campaigns:organise", args=[league.campaign.slug])).content.decode()
    owes = f"{entry.label}: owes the"
    assert owes in page
    assert "week 2 is sat out" in page
    assert f"{entry.label}: still open, owes nothing" not in page
    weeks.close_hires(league.week(2), None)
    part = league.week(2).parts.get(entry=entry)
    assert part.flagged, "what the card said happened"


def test_once_the_flips_are_made_nothing_is_owed(joined):
    league, entry, _ = joined
    barter.begin(league.entry(2), entry.user)
    play.settle()
    assert Restart.objects.get(entry=entry).state in (Restart.State.FLIPPING, Restart.State.DONE)
