"""The front page: what the portal is, for a stranger; what is your turn, for someone signed in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from mfcampaign.campaigns.league import next_actions
from mfcampaign.crews import queries as crews
from mfcampaign.events.queries import own as events
from mfcampaign.play.queries import under_way


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, for a stranger; what is your turn, for someone signed in."""
    if not request.user.is_authenticated:
        return render(request, "home/welcome.html")
    person = request.user
    days = list(events.coming(person))
    with timezone.override(person.zone):
        return render(
            request,
            "home/home.html",
            {
                "actions": next_actions.next_actions(person),
                "organised": next_actions.organised(person),
                "today": [event for event in days if event.phase == "running"],
                "events": [event for event in days if event.phase != "running"],
                "encounters": under_way.running(person),
                "crews": crews.recent(person),
                "zone": person.zone.key,
            },
        )
