"""Calendars to subscribe to: the page of their secret addresses, and the feeds."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.campaigns.league import dates, news
from mfcampaign.events.queries import dates as ladders
from mfcampaign.notices import calendar_feed as feeds
from mfcampaign.notices import queries
from mfcampaign.notices.mail_messages import absolute
from mfcampaign.notices.operations import calendars as verbs

ALL = "all"


@sign_in_to("get your calendars")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def calendars(request: PersonRequest) -> HttpResponse:
    """One address for all leagues and ladders, one for each league; shown once when made, never again."""
    leagues = news.leagues_of(request.user)
    if request.method == "POST":
        return _changed(request, leagues)
    return _page(request, leagues)


def _page(request: PersonRequest, leagues: list[Any], link: str = "", of: str = "") -> HttpResponse:
    links = queries.calendar_links(request.user)
    rows = [(ALL, queries.EVERYTHING, links.get(None))]
    rows += [(str(campaign.pk), campaign.name, links.get(campaign.pk)) for campaign in leagues]
    return render(request, "notices/calendars.html", {"rows": rows, "link": link, "of": of})


def _changed(request: PersonRequest, leagues: list[Any]) -> HttpResponse:
    which = request.POST.get("of", "")
    by_key = {str(campaign.pk): campaign for campaign in leagues}
    if which != ALL and which not in by_key:
        raise Http404
    campaign = by_key.get(which)
    if "revoke" in request.POST:
        verbs.revoke(request.user, campaign)
        messages.success(request, "That address no longer works.")
        return redirect("notices:calendars")
    token = verbs.make(request.user, campaign)
    return _page(request, leagues, absolute(reverse("notices:calendar", args=[token])), which)


@never_cache
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The feed behind a secret address; it leaves out leagues that the person may no longer see."""
    link = verbs.use(token)
    if link is None:
        raise Http404
    feed_dates: list[feeds.Dates]
    if link.campaign is not None:
        feed_dates, name = [dates.calendar_of(link.user, link.campaign.slug)], link.campaign.name
    else:
        leagues = news.leagues_of(link.user)
        feed_dates = [dates.calendar_of(link.user, campaign.slug) for campaign in leagues]
        feed_dates += ladders.moments(link.user)
        name = "Malifaux Leagues"
    answer = HttpResponse(
        feeds.calendar(name, feed_dates, timezone.now()), content_type="text/calendar; charset=utf-8"
    )
    answer["Content-Disposition"] = 'inline; filename="malifaux.ics"'
    answer["X-Robots-Tag"] = "noindex"
    return answer
