"""New Hires: what the purse can buy while the week's window is open."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import access
from mfcampaign.campaigns.forms.arsenal import FilterForm
from mfcampaign.campaigns.models import Entry, Week, WeekEntry
from mfcampaign.campaigns.operations import hires as hiring
from mfcampaign.campaigns.operations.calendar import Calendar
from mfcampaign.campaigns.queries import arsenal_page
from mfcampaign.campaigns.queries import table as pairing_values
from mfcampaign.campaigns.views.page import act_key, back_to, new_key, show
from rules.crews.catalogue import MASTER
from rules.refusal import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def hires(request: HttpRequest, slug: str) -> HttpResponse:
    """The window, or when the next one opens."""
    standing = access.player(request.user, slug)
    entry = standing.entry
    assert entry is not None, "players have an entry"
    if request.method == "POST":
        _do(request, entry)
        return back_to("hires", slug)
    part = arsenal_page.window_of(entry)
    if part is None:
        return _closed(request, standing)
    kind = next((name for name in ("hire", "upgrade") if name in request.GET), "")
    if kind and not part.hires_locked_at:
        return _sure(request, standing, part, kind)
    sought = FilterForm.of(request.GET)
    fragment = "#shelf" if request.htmx else ""  # type: ignore[attr-defined]
    return show(
        request,
        "campaigns/hires.html" + fragment,
        standing,
        page=arsenal_page.hire_page(part, sought),
        week=part.week,
    )


def _sure(request: HttpRequest, standing: access.Standing, part: WeekEntry, kind: str) -> HttpResponse:
    """What one purchase costs and why, before it is made."""
    offer, scrip = arsenal_page.offer_of(part, kind, request.GET[kind])
    if offer is None:
        raise Http404
    return show(
        request,
        "campaigns/hires_confirm.html",
        standing,
        offer=offer,
        kind=kind,
        week=part.week,
        scrip=scrip,
        left=scrip - offer.price.amount if offer.price else scrip,
        leads=offer.station == MASTER,
        key=new_key(),
    )


def _closed(request: HttpRequest, standing: access.Standing) -> HttpResponse:
    campaign = standing.campaign
    week = pairing_values.current_week(campaign)
    coming = (week.number if week else 0) + 1
    opens_at = None
    if coming <= campaign.weeks_total and campaign.state not in ("complete", "cancelled"):
        # A moved deadline moves the next window with it. The first week has none (SL-HIRE-01).
        to_come = Calendar(campaign).to_come(week)
        opens_at = next((days.opens for days in to_come if days.number > 1), None)
    closed_now = week is not None and week.state != Week.State.NEW_HIRES
    return show(
        request,
        "campaigns/hires_closed.html",
        standing,
        week=week,
        opens_at=opens_at,
        number=max(2, coming),
        closed_now=closed_now,
    )


# -- the buttons ------------------------------------------------------------------------------------


def _hire(request: HttpRequest, entry: Entry) -> str:
    slug = request.POST["hire"]
    bought = hiring.hire_model(entry, request.user, slug, key=act_key(request, "hire", entry.pk, slug))
    return f"{bought.name} joins your Arsenal."


def _buy(request: HttpRequest, entry: Entry) -> str:
    slug = request.POST["upgrade"]
    bought = hiring.buy_upgrade(entry, request.user, slug, key=act_key(request, "upgrade", entry.pk, slug))
    return f"{bought.name} is yours."


def _lock(request: HttpRequest, entry: Entry) -> str:
    hiring.lock(entry, request.user)
    return "Your hires are done for this week."


def _unlock(request: HttpRequest, entry: Entry) -> str:
    hiring.unlock(entry, request.user)
    return "Your hires are open again."


_ACTS: dict[str, Callable[[HttpRequest, Entry], str]] = {
    "hire": _hire,
    "upgrade": _buy,
    "lock": _lock,
    "unlock": _unlock,
}


def _do(request: HttpRequest, entry: Entry) -> None:
    act = next((name for name in _ACTS if name in request.POST), None)
    if act is None:
        raise Refusal("Nothing was chosen.")
    if act in ("hire", "upgrade") and not request.POST.get("key"):
        raise Refusal("This form is incomplete.", fix="Load the page again and choose once more.")
    try:
        messages.success(request, _ACTS[act](request, entry))
    except AlreadyDone as done:
        messages.info(request, done.sentence)
