"""Deadlines that are near, by each league's own notice."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from mfcampaign.campaigns.league import news
from mfcampaign.campaigns.models import Campaign, Week
from mfcampaign.dispatch.models import Command
from mfcampaign.notices import handlers

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("hours", "near"), [(24, False), (48, True), (0, False)])
@pytest.mark.switch("reminder_h", 24)
@pytest.mark.switch("reminder_h", 48)
def test_a_league_reminds_as_early_as_it_says(make_league, hours, near):
    league = make_league(policies={"reminder_h": hours})
    league.found_all()
    league.start()
    now = timezone.now()
    due = now + dt.timedelta(hours=30)
    Week.objects.filter(campaign=league.campaign).update(games_close_at=due)
    campaign = Campaign.objects.get(pk=league.campaign.pk)
    notice = due - dt.timedelta(hours=hours)
    assert news.deadlines_to_come(campaign, now) == [(1, due, notice)]
    for _ in range(2):
        moments = list(handlers.detect(campaign, now))
        assert moments == ([] if near else [notice]), "it is looked at again when the reminder is due"
    reminders = Command.objects.filter(kind=handlers.REMIND)
    assert reminders.count() == int(near), "one for a deadline, however often it is looked for"
    campaign.state = Campaign.State.CANCELLED
    assert news.deadlines_to_come(campaign, now) == []
