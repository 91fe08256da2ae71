"""Further games by agreement: offer, accept, decline, take back."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods

from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import access
from mfcampaign.campaigns.models import Entry, GameProposal
from mfcampaign.campaigns.operations import extra as additional
from mfcampaign.campaigns.queries import extra_page
from mfcampaign.campaigns.views.page import act_key, back_to, new_key, show
from rules.refusal import Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def extra(request: HttpRequest, slug: str) -> HttpResponse:
    standing = access.player(request.user, slug)
    entry = standing.entry
    assert entry is not None, "players have an entry"
    if request.method == "POST":
        return _do(request, slug, entry)
    return show(request, "campaigns/extra.html", standing, page=extra_page.load(entry), key=new_key())


def _do(request: HttpRequest, slug: str, entry: Entry) -> HttpResponse:
    do = request.POST.get("do", "")
    if do == "propose":
        _propose(request, entry)
        return back_to("extra", slug)
    if do not in ("accept", "decline", "withdraw"):
        raise Refusal("Nothing was chosen.")
    found = _proposal(request, entry)
    if do == "accept":
        game = additional.accept(found, request.user)
        messages.success(request, f"Table {game.table} is yours. Hire your Crew.")
        return back_to("encounter", slug, found.week.number, game.table)
    if do == "decline":
        additional.decline(found, request.user)
        messages.info(request, "Declined.")
    else:
        additional.withdraw(found, request.user)
        messages.info(request, "The offer is taken back.")
    return back_to("extra", slug)


def _propose(request: HttpRequest, entry: Entry) -> None:
    other = get_object_or_404(Entry, campaign=entry.campaign, pk=_number(request, "opponent"))
    set_up = request.POST.get("set_up", "")
    try:
        additional.propose(
            entry, request.user, other, set_up, key=act_key(request, "extra", entry.pk, other.pk)
        )
        messages.success(request, f"{other.label} is asked.")
    except AlreadyDone as done:
        messages.info(request, done.sentence)


def _proposal(request: HttpRequest, entry: Entry) -> GameProposal:
    """An offer this player made or was made; somebody else's is not to be found."""
    rows = GameProposal.objects.filter(Q(by=entry) | Q(to=entry)).select_related("week__campaign")
    return get_object_or_404(rows, pk=_number(request, "proposal"))


def _number(request: HttpRequest, name: str) -> int:
    found = request.POST.get(name, "")
    return int(found) if found.isascii() and found.isdigit() and len(found) < 12 else 0
