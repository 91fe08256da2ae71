"""The front page: an introduction for strangers, the next actions for people who are signed in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from mfcampaign.campaigns.league import next_actions
from mfcampaign.crews import queries as crews
from mfcampaign.events.queries import own as events
from mfcampaign.play.queries import under_way
from rules.edition import editions
from rules.wording import listed


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The introduction for strangers, or the next actions of a person who is signed in."""
    if not request.user.is_authenticated:
        return render(request, "home/welcome.html", _editions())
    person = request.user
    # First what is kept: it then depends on leagues alone.
    actions, organised = next_actions.next_actions(person), next_actions.organised(person)
    days, encounters = list(events.coming(person)), under_way.running(person)
    with timezone.override(person.zone):
        return render(
            request,
            "home/home.html",
            {
                "actions": actions,
                "organised": organised,
                "today": [event for event in days if event.phase == "running"],
                "events": [event for event in days if event.phase != "running"],
                "encounters": encounters,
                "crews": crews.recent(person),
            },
        )


def _editions() -> dict[str, str]:
    """Which editions one can build and record, and hold leagues in, in words."""
    known = editions()
    return {
        "recorded": listed([edition.name for edition in known if edition.record is not None]),
        "leagues": listed([edition.name for edition in known if edition.arsenal is not None]),
    }


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Where a first game begins, where rules are looked up, how common things are done."""
    return render(request, "home/help.html")
