"""The pages of an Arsenal: the starting purchase, New Hires, the sheet on screen and on paper, the purse."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.persons import PortalRequest
from mfcampaign.audit.queries import last_ordinal
from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.arsenal import operations
from mfcampaign.campaigns.arsenal import queries as arsenal_page
from mfcampaign.campaigns.arsenal.forms import FilterForm
from mfcampaign.campaigns.costs.queries import stated_of, without_cost
from mfcampaign.campaigns.league.page import back_to, new_key, show
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign, Entry, Week, WeekEntry
from mfcampaign.campaigns.next_season.queries import former_arsenal
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.campaigns.week.calendar import Calendar
from mfcampaign.catalog.sheets import sheet as sheet_of_card
from mfcampaign.web.cache import cached
from rules.crews.catalogue import MASTER
from rules.refusal import Refusal

LONGEST_DRAFT = 60


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: PortalRequest, slug: str) -> HttpResponse:
    """The starting Arsenal: each tap is kept at once, legal or not."""
    visit = access.player(request.user, slug)
    entry = visit.entry
    page = entry.campaign.played.start.page
    if page != "arsenal_start":
        return back_to(page, slug)
    if entry.state != Entry.State.BUILDING:
        if request.method == "POST":
            raise Refusal("This Arsenal is confirmed already.", fix="New models are hired week by week.")
        return back_to("arsenal", slug, entry.pk)
    if request.method == "POST":
        _tap(request, entry)
        if not request.htmx:
            return back_to("arsenal_start", slug, query=_query(request))
    sought = FilterForm.of(request.POST if request.method == "POST" else request.GET)
    fragment = _fragment(request)
    return show(
        request,
        "campaigns/arsenal/start.html" + fragment,
        visit,
        page=arsenal_page.start_page(entry, sought),
        kept=former_arsenal(entry) if not fragment else None,
        unknown=without_cost(visit.campaign, entry.faction) if not fragment else (),
        key=new_key(),
        state=entry.state,
    )


@require_safe
def card(request: PortalRequest, slug: str, model: str) -> HttpResponse:
    """A model's card by the league's figures: in a drawer beside what is bought, or as a page."""
    visit = access.player(request.user, slug)
    printed = arsenal_page.card_of(visit.campaign, model)
    if printed is None:
        raise Http404("No such model.")
    drawer = "#body" if request.htmx and request.htmx.target == "drawer" else ""
    return show(request, "campaigns/arsenal/card.html" + drawer, visit, sheet=sheet_of_card(printed))


def _tap(request: HttpRequest, entry: Entry) -> None:
    """One of the named buttons was pressed; its value is the slug."""
    act = next((name for name in arsenal_page.TAPS if name in request.POST), None)
    if act is None:
        raise Refusal("Nothing was chosen.")
    before = loading.draft_of(entry)
    if act == "add" and len(before.models) >= LONGEST_DRAFT:
        raise Refusal(f"A draft holds at most {LONGEST_DRAFT} models.", fix="Remove some.")
    operations.save_draft(entry, request.user, arsenal_page.changed(before, act, request.POST[act]))


def _query(request: HttpRequest) -> str:
    """The filter goes on through a POST without JavaScript."""
    query = request.GET.copy()
    for name in ("q", "station"):
        if value := request.POST.get(name):
            query[name] = value
    return f"?{query.urlencode()}" if query else ""


def _fragment(request: PortalRequest) -> str:
    """htmx asks for the builder after a tap, for the offers alone while one types."""
    if not request.htmx:
        return ""
    return "#offers" if request.htmx.target == "offers" else "#builder"


def _entry_of(visit: access.LeagueVisit, pk: int) -> Entry:
    """Anybody's entry in this league."""
    if visit.entry is not None and visit.entry.pk == pk:
        return visit.entry
    entry = get_object_or_404(visit.campaign.entries.select_related("user"), pk=pk)
    entry.campaign = visit.campaign
    return entry


@require_safe
def arsenal(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    """The Arsenal sheet of any player, for members."""
    visit = access.member(request.user, slug)
    owner = _entry_of(visit, entry)
    mine = visit.entry is not None and visit.entry.pk == owner.pk
    before = visit.campaign.state in Campaign.BEFORE_FIRST_WEEK
    return show(
        request,
        "campaigns/arsenal/arsenal.html",
        visit,
        cached_as="" if mine else "arsenal",
        cached_by=owner.pk,
        owner=owner,
        mine=mine,
        sheet=cached(visit.campaign, "sheet", lambda: arsenal_page.sheet_of(owner), owner.pk),
        stated=stated_of(visit.campaign, owner),
        reopenable=mine and before and owner.state == Entry.State.READY,
    )


@require_safe
def scrip(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    """The purse, line by line, each with its cause; newest first."""
    visit = access.member(request.user, slug)
    owner = _entry_of(visit, entry)
    lines = list(balances.lines(owner))[::-1]
    balance = lines[0].balance_after if lines else 0
    owed = balances.owed(owner)
    return show(
        request,
        "campaigns/arsenal/scrip.html",
        visit,
        owner=owner,
        lines=lines,
        balance=balance,
        owed=owed,
    )


@require_safe
def hires(request: PortalRequest, slug: str) -> HttpResponse:
    """The window, or when the next one opens."""
    visit = access.player(request.user, slug)
    part = arsenal_page.window_of(visit.entry)
    if part is None:
        return _closed(request, visit)
    kind = next((name for name in ("hire", "upgrade") if name in request.GET), "")
    if kind and not part.hires_locked_at:
        return _sure(request, visit, part, kind)
    sought = FilterForm.of(request.GET)
    fragment = "#offers" if request.htmx else ""
    return show(
        request,
        "campaigns/arsenal/hires.html" + fragment,
        visit,
        page=arsenal_page.hire_page(part, sought),
        week=part.week,
        key=new_key(),
        unknown=without_cost(visit.campaign) if not fragment else (),
        seen=last_ordinal(visit.campaign) if not fragment else 0,
    )


def _sure(request: HttpRequest, visit: access.LeagueVisit, part: WeekEntry, kind: str) -> HttpResponse:
    """What one purchase costs and why, before it is made."""
    offer, scrip = arsenal_page.offer_of(part, kind, request.GET[kind])
    if offer is None:
        raise Http404
    return show(
        request,
        "campaigns/arsenal/hires_confirm.html",
        visit,
        offer=offer,
        kind=kind,
        week=part.week,
        scrip=scrip,
        left=scrip - offer.price.amount if offer.price else scrip,
        leads=offer.station == MASTER,
        key=new_key(),
    )


def _closed(request: HttpRequest, visit: access.LeagueVisit) -> HttpResponse:
    campaign = visit.campaign
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
        "campaigns/arsenal/hires_closed.html",
        visit,
        week=week,
        opens_at=opens_at,
        number=max(2, coming),
        closed_now=closed_now,
    )


@require_safe
def sheet(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    """The sheet of any player, for members; its owner may make a link to it."""
    visit = access.member(request.user, slug)
    owner = get_object_or_404(visit.campaign.entries.select_related("user"), pk=entry)
    owner.campaign = visit.campaign
    mine = visit.entry is not None and visit.entry.pk == owner.pk
    link = ""
    if mine and owner.sheet_token:
        link = request.build_absolute_uri(reverse("campaigns:sheet_shared", args=[owner.sheet_token]))
    return _paper(request, owner, mine=mine, link=link)


@never_cache
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet for the holder of its link; an old link leads nowhere."""
    owner = arsenal_page.sheet_by_token(token)
    if owner is None:
        raise Http404
    answer = _paper(request, owner, mine=False, link="", shared=True)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _paper(
    request: HttpRequest, owner: Entry, *, mine: bool, link: str, shared: bool = False
) -> HttpResponse:
    context = {
        "paper": arsenal_page.paper(owner),
        "owner": owner,
        "campaign": owner.campaign,
        "mine": mine,
        "link": link,
        "shared": shared,
    }
    return render(request, "campaigns/arsenal/sheet.html", context)
