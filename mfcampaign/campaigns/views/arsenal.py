"""The starting Arsenal as it is built, the sheet of what a player owns, and the purse."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.forms.arsenal import FilterForm, NicknameForm
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.campaigns.operations import arsenal as verbs
from mfcampaign.campaigns.operations import debts, ledger
from mfcampaign.campaigns.queries import arsenal_page
from mfcampaign.campaigns.queries.remembered import remembered
from mfcampaign.campaigns.views.page import back_to, show
from rules.refusal import Refusal

LONGEST_DRAFT = 60


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest, slug: str) -> HttpResponse:
    """The starting Arsenal: each tap is kept at once, legal or not."""
    standing = access.player(request.user, slug)
    entry = standing.entry
    assert entry is not None, "players have an entry"
    if entry.state != Entry.State.BUILDING:
        if request.method == "POST":
            raise Refusal("This Arsenal is founded already.", fix="New models are hired week by week.")
        return back_to("arsenal", slug, entry.pk)
    if request.method == "POST":
        _tap(request, entry)
        if not request.htmx:  # type: ignore[attr-defined]
            return back_to("arsenal_start", slug, query=_query(request))
    sought = FilterForm.of(request.POST if request.method == "POST" else request.GET)
    fragment = _fragment(request)
    return show(
        request,
        "campaigns/arsenal_start.html" + fragment,
        standing,
        page=arsenal_page.start_page(entry, sought),
        state=entry.state,
    )


def _tap(request: HttpRequest, entry: Entry) -> None:
    """One of the named buttons was pressed; its value is the slug."""
    act = next((name for name in arsenal_page.TAPS if name in request.POST), None)
    if act is None:
        raise Refusal("Nothing was chosen.")
    before = verbs.draft_of(entry)
    if act == "add" and len(before.models) >= LONGEST_DRAFT:
        raise Refusal(f"A draft holds at most {LONGEST_DRAFT} models.", fix="Take some out.")
    verbs.save_draft(entry, request.user, arsenal_page.changed(before, act, request.POST[act]))


def _query(request: HttpRequest) -> str:
    """The filter goes on through a POST without JavaScript."""
    kept = request.GET.copy()
    for name in ("q", "station"):
        if value := request.POST.get(name):
            kept[name] = value
    return f"?{kept.urlencode()}" if kept else ""


def _fragment(request: HttpRequest) -> str:
    """htmx asks for the builder after a tap, for the shelf alone while one types."""
    if not request.htmx:  # type: ignore[attr-defined]
        return ""
    return "#shelf" if request.htmx.target == "shelf" else "#builder"  # type: ignore[attr-defined]


@require_POST
def found(request: HttpRequest, slug: str) -> HttpResponse:
    """Buy it: what is left becomes Scrip."""
    entry = access.player(request.user, slug).entry
    assert entry is not None, "players have an entry"
    report = verbs.found(entry, request.user)
    messages.success(
        request,
        f"Your Arsenal stands: {report.spent.amount} Soulstones spent, {report.scrip} Scrip in the purse.",
    )
    if entry.campaign.state == Campaign.State.RUNNING:
        return back_to("anew", slug)
    return back_to("arsenal", slug, entry.pk)


@require_POST
def reopen(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the founded Arsenal apart to build it again, before the first week."""
    entry = access.player(request.user, slug).entry
    assert entry is not None, "players have an entry"
    verbs.reopen(entry, request.user)
    messages.info(request, "The Arsenal is open again; your draft is as you left it.")
    return back_to("arsenal_start", slug)


def _entry_of(standing: access.Standing, pk: int) -> Entry:
    """Anybody's entry in this league."""
    if standing.entry is not None and standing.entry.pk == pk:
        return standing.entry
    found = get_object_or_404(standing.campaign.entries.select_related("user"), pk=pk)
    found.campaign = standing.campaign
    return found


@require_safe
def sheet(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    """The Arsenal sheet of any player, for members."""
    standing = access.member(request.user, slug)
    owner = _entry_of(standing, entry)
    mine = standing.entry is not None and standing.entry.pk == owner.pk
    before = standing.campaign.state in (Campaign.State.REGISTRATION, Campaign.State.ARSENAL_BUILD)
    return show(
        request,
        "campaigns/arsenal.html",
        standing,
        kept_as="" if mine else "arsenal",
        kept_by=owner.pk,
        owner=owner,
        mine=mine,
        sheet=remembered(standing.campaign, "sheet", lambda: arsenal_page.sheet(owner), owner.pk),
        reopenable=mine and before and owner.state == Entry.State.READY,
    )


@require_POST
def nickname(request: HttpRequest, slug: str, entry: int, model: int) -> HttpResponse:
    """The owner's own name for one model."""
    own = access.player(request.user, slug).entry
    if own is None or own.pk != entry:
        raise Http404
    row = get_object_or_404(own.models, pk=model, annihilated_week=None)
    form = NicknameForm(request.POST)
    if not form.is_valid():
        raise Refusal("A nickname is at most 60 plain characters.", fix="Shorten it.")
    row.entry = own
    verbs.nickname(row, request.user, form.cleaned_data["nickname"])
    messages.success(
        request, f"{row.name} now goes by {row}." if row.nickname else f"{row.name} it is again."
    )
    return back_to("arsenal", slug, entry)


@require_safe
def scrip(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    """The purse, line by line, each with its cause; newest first."""
    standing = access.member(request.user, slug)
    owner = _entry_of(standing, entry)
    lines = list(ledger.lines(owner))[::-1]
    balance = lines[0].balance_after if lines else 0
    owed = debts.owed(owner)
    return show(
        request, "campaigns/scrip.html", standing, owner=owner, lines=lines, balance=balance, owed=owed
    )
