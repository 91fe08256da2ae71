"""The organisers' page of divisions and the next season."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import Standing
from mfcampaign.campaigns.divisions import operations as verbs
from mfcampaign.campaigns.divisions import queries
from mfcampaign.campaigns.divisions.forms import NamesForm, PlaceForm, SeasonForm
from mfcampaign.campaigns.league.page import act_key, back_to, new_key, show
from mfcampaign.campaigns.models import Campaign


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    """The divisions' players, and the next season of a league that is over."""
    standing = access.organiser(request.user, slug)
    return _shown(request, standing, None, None)


@require_POST
def act(request: PersonRequest, slug: str, what: str) -> HttpResponse:
    """Name the divisions, move a player, or open the next season."""
    standing = access.organiser(request.user, slug)
    campaign, user = standing.campaign, request.user
    if what == "names":
        names = NamesForm(request.POST)
        if not names.is_valid():
            return _shown(request, standing, names, None)
        verbs.name_divisions(campaign, user, names.cleaned_data["names"])
        messages.success(request, "The divisions are named.")
    elif what == "place":
        place = PlaceForm(request.POST)
        if place.is_valid():
            verbs.place(campaign, user, **place.cleaned_data)
            messages.success(request, "The player is moved.")
    elif what == "next-season":
        season = SeasonForm(request.POST)
        if not season.is_valid():
            return _shown(request, standing, None, season)
        try:
            key = act_key(request, "next season", campaign.pk)
            following = verbs.open_next_season(campaign, user, **season.cleaned_data, key=key)
        except AlreadyDone as done:
            messages.info(request, done.sentence)
            return back_to("divisions", slug)
        messages.success(request, "The next season is open; its players get a notice.")
        return back_to("league", following.slug)
    else:
        raise Http404
    return back_to("divisions", slug)


def _shown(
    request: HttpRequest, standing: Standing, names: NamesForm | None, season: SeasonForm | None
) -> HttpResponse:
    campaign = standing.campaign
    divisions = queries.divisions(campaign)
    written = "\n".join(row.name for row in divisions)
    return show(
        request,
        "campaigns/divisions/divisions.html",
        standing,
        status=422 if names or season else 200,
        divisions=divisions,
        nameable=campaign.state in Campaign.BEFORE_FIRST_WEEK,
        movable=campaign.state in verbs.OPEN,
        names_form=names or NamesForm(initial={"names": written}),
        season_form=season or SeasonForm(initial={"name": f"{campaign.name}, next season"[:80]}),
        following=campaign.next_seasons.exclude(state=Campaign.State.CANCELLED).first(),
        key=new_key(),
    )
