"""The chess clock beside a real table: two halves for two thumbs, on one phone or on several kept in step."""

from __future__ import annotations

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.visitors import players_only
from mfcampaign.audit.operations import aggregate_name
from mfcampaign.live import following
from mfcampaign.play import access
from mfcampaign.play.forms import TableClockForm
from mfcampaign.play.operations import table_clocks
from mfcampaign.play.queries import clocks
from mfcampaign.web.drawings.qr import qr
from rules.refusal import Refusal


@never_cache
@require_safe
def table_clock(request: HttpRequest, code: str) -> HttpResponse:
    """Show the clock to whoever holds its code."""
    row = access.table_clock(request.user, code)
    link = request.build_absolute_uri(reverse("play:table_clock", args=[code]))
    key = secrets.token_urlsafe(12)
    context = {"page": clocks.table_clock(row), "link": link, "qr": qr(link), "key": key}
    answer = render(request, "play/table_clock.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
def follow(request: HttpRequest, code: str) -> HttpResponse:
    """Frames since the press that the page shows, and where to listen for more."""
    row = access.table_clock(request.user, code)
    return following.follow(request, aggregate_name(row), row.acts)


@require_POST
@players_only
def start(request: PersonRequest, public_id: str) -> HttpResponse:
    """Start a clock beside the table of a record, or open the one that is there."""
    visit = access.own_visit(request.user, public_id)
    form = TableClockForm(request.POST)
    if not form.is_valid():
        raise Refusal("That is no time for a clock.", fix="Choose minutes, and what overtime costs.")
    clock = table_clocks.start_beside(visit.row, request.user, form.cleaned_data["minutes"], form.penalty)
    return redirect(clock)
