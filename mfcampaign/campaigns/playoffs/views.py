"""Pages of the play-offs: the bracket, and its picture for a wall screen."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.league.page import new_key, show
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.playoffs import queries
from mfcampaign.campaigns.playoffs.queries import Bracket, MatchView
from mfcampaign.web.cache import cached
from mfcampaign.web.drawings.bracket import Box, Half, bracket


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket as a picture and in words; before it is drawn, by the present standings."""
    visit = access.league(request.user, slug)
    shown = _bracket(visit.campaign)
    return show(
        request,
        "campaigns/playoffs/playoffs.html",
        visit,
        cached_as="" if visit.organiser else "playoffs",
        bracket=shown,
        picture=_picture(visit.campaign, shown) if shown else "",
        size=visit.campaign.rules.playoffs,
        key=new_key(),
    )


@require_safe
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The bracket alone, as large as the screen."""
    visit = access.league(request.user, slug)
    shown = _bracket(visit.campaign)
    picture = _picture(visit.campaign, shown) if shown else ""
    context = {"campaign": visit.campaign, "bracket": shown, "picture": picture}
    return render(request, "campaigns/playoffs/screen.html", context)


def _bracket(campaign: Campaign) -> Bracket | None:
    return cached(campaign, "bracket", lambda: (queries.bracket(campaign),))[0]


def _picture(campaign: Campaign, shown: Bracket) -> SafeString:
    columns = [[_box(match) for match in row.matches if match.name != "Third place"] for row in shown.rounds]
    third = next((match for match in shown.rounds[-1].matches if match.name == "Third place"), None)
    heads = [f"{row.name}, week {row.week}" for row in shown.rounds]
    title = f"Bracket of the play-offs of {campaign.name}; the matches stand below in words"
    return bracket(title, heads, columns, _box(third) if third else None)


def _box(match: MatchView) -> Box:
    first, second = (
        Half(
            place.text,
            place.seed,
            place.vp,
            place.won,
            place.entry is not None,
            f"of-{place.entry.faction}" if place.entry else "",
        )
        for place in match.places
    )
    return Box((first, second))
