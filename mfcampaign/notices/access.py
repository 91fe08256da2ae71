"""The permission check of webhooks and calendars. What is nobody's business answers 404."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.campaigns import access as leagues
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.league import news
from mfcampaign.notices.models import Webhook


def webhook(user: Viewer, slug: str, hook: int) -> Webhook:
    """A webhook of a league that was not removed; for organisers only."""
    return webhook_of(leagues.organiser(user, slug), hook)


def webhook_of(visit: LeagueVisit, hook: int) -> Webhook:
    hooks = Webhook.objects.exclude(state=Webhook.State.REMOVED)
    row = get_object_or_404(hooks, campaign=visit.campaign, pk=hook)
    row.campaign = visit.campaign
    return row


def own_league(user: Person, slug: str) -> Any:
    """The league whose calendar is meant, one of the person's own; ``None`` for all of them (no slug).
    404 for another's."""
    if not slug:
        return None
    league = next((each for each in news.leagues_of(user) if each.slug == slug), None)
    if league is None:
        raise Http404
    return league
