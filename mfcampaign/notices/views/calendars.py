"""Calendars to subscribe to: the page of their secret addresses, and the feeds."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.campaigns.league import dates, news
from mfcampaign.events import access as events_access
from mfcampaign.events.queries import dates as events
from mfcampaign.notices import access, queries
from mfcampaign.notices import calendar_feed as feeds
from mfcampaign.notices.mail_messages import absolute
from mfcampaign.notices.operations import calendars as calendar_operations


@sign_in_to("get your calendars")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def calendars(request: PersonRequest) -> HttpResponse:
    """One address for all leagues and ladders, one for each league; shown once when made, never again."""
    link = ""
    if request.method == "POST":
        token = calendar_operations.make(
            request.user, access.own_league(request.user, request.POST.get("league", ""))
        )
        link = absolute(reverse("notices:calendar", args=[token]))
    rows = queries.calendars(request.user)
    return render(request, "notices/calendars.html", {"rows": rows, "link": link})


@never_cache
@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The feed behind a secret address; it leaves out leagues that the person may no longer see."""
    link = calendar_operations.use(token)
    if link is None:
        raise Http404
    feed_dates: list[feeds.Dates]
    if link.campaign is not None:
        feed_dates, name = [dates.calendar_of(link.user, link.campaign.slug)], link.campaign.name
    else:
        leagues = news.leagues_of(link.user)
        feed_dates = [dates.calendar_of(link.user, campaign.slug) for campaign in leagues]
        feed_dates += [*events.days(link.user), *events.moments(link.user)]
        name = "Malifaux Leagues"
    return _feed(name, feed_dates)


@require_safe
def event_days(request: HttpRequest) -> HttpResponse:
    """The days of all listed events, for anybody's calendar."""
    return _feed("Malifaux events", [*events.public_days()])


@require_safe
def event_day(request: HttpRequest, slug: str) -> HttpResponse:
    """The day of one event, for whoever has its address."""
    event = events_access.event(request.user, slug).event
    if event.climbing:
        raise Http404
    return _feed(event.name, [(event, [events.day_of(event)])])


def _feed(name: str, feed_dates: list[feeds.Dates]) -> HttpResponse:
    answer = HttpResponse(
        feeds.calendar(name, feed_dates, timezone.now()), content_type="text/calendar; charset=utf-8"
    )
    answer["Content-Disposition"] = 'inline; filename="malifaux.ics"'
    answer["X-Robots-Tag"] = "noindex"
    return answer
