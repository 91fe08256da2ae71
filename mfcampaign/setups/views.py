"""Pages that draw set-ups, show them, and draw again."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.setups import access, operations, queries
from mfcampaign.setups.drawing import secret_of
from mfcampaign.setups.forms import AgainForm, DrawForm
from mfcampaign.setups.score import read_sheet
from mfcampaign.web.drawings.qr import qr
from mfcampaign.web.navigation import edition_for
from mfcampaign.web.templatetags.portal import of_edition
from rules.edition import edition_of, editions
from rules.fate.league import commitment
from rules.plain_numbers import whole
from rules.refusal import Refusal


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The set-ups one has drawn, the newest first."""
    page = queries.listed(request.user, access.made_here(request), request.GET.get("page", "1"))
    return render(request, "setups/list.html", {"page": page})


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """The form; the seed of what will be drawn is promised on it before."""
    data = request.POST if request.method == "POST" else None
    edition = edition_for(request)
    code = operations.new_code()
    promised = commitment(secret_of(code, 1))
    form = DrawForm(
        data, edition=edition, initial={"code": code, "promised": promised, **_prefilled(request)}
    )
    refusal = None
    if data is not None and form.is_valid():
        try:
            access.limit_drawings(request)
            taken = queries.exists(form.cleaned_data["code"])
            set_up = operations.draw(request.user, form.wanted(), **form.rest())
        except Refusal as problem:
            refusal = problem
        else:
            # Sending the code of an existing set-up does not make the sender its maker.
            if not taken:
                access.add_to_session(request, set_up)
            return _to(set_up.get_absolute_url())
    context = {
        "form": form,
        "edition": edition,
        "editions": editions(),
        "promised": data.get("promised", promised) if data else promised,
        "violations": (refusal,) if refusal else (),
    }
    return render(request, "setups/new.html", context, status=422 if form.errors or refusal else 200)


@require_safe
def card(request: HttpRequest, code: str) -> HttpResponse:
    """What was drawn: to read, to print, to check. Every drawing that it replaced has its own address."""
    row = access.read_or_404(code)
    set_up = queries.card(row, whole(request.GET.get("drawing", "")) or 0)
    number = set_up.latest
    edition = edition_of(set_up.wanted.edition)
    mine = access.may_change(request, row) and row.locked_at is None and set_up.stands
    short = request.build_absolute_uri(reverse("setups:short", args=[code]))
    leads_on = of_edition("onward", set_up.wanted.edition)
    context = {
        "card": set_up,
        "edition": edition,
        "again": AgainForm(initial={"seen": number}) if mine and number < operations.MOST_DRAWINGS else None,
        "may_lock": mine,
        "onward": render_to_string(leads_on, {"card": set_up}) if set_up.stands else "",
        "may_score": set_up.stands and edition.setup.score_sheet is not None,
        "next_promise": commitment(secret_of(code, number + 1)) if mine else "",
        "short": short,
        "qr": qr(short),
    }
    return render(request, "setups/card.html", context)


@require_safe
def short(request: HttpRequest, code: str) -> HttpResponse:
    """The short address that the QR code holds."""
    return HttpResponseRedirect(access.read_or_404(code).get_absolute_url())


@require_safe
def score(request: HttpRequest, code: str) -> HttpResponse:
    """The score of a game at its end, where its edition has a score sheet; the address holds the sheet, the
    portal keeps nothing."""
    set_up = queries.card(access.read_or_404(code))
    number = request.GET.get("sheet", "1")
    drawn = {str(place): sheet for place, sheet in enumerate(set_up.now.sheets, start=1)}.get(number)
    edition = edition_of(set_up.wanted.edition)
    rules = edition.setup.score_sheet
    if drawn is None or rules is None:
        raise Http404("No sheet of this number that can be scored")
    sheet = read_sheet(request.GET, drawn.sheet.strategy_of_each, rules, set_up.wanted.format)
    context = {
        "card": set_up,
        "edition": edition,
        "rules": rules,
        "label": drawn.label,
        "number": int(number),
        "sheet": sheet,
    }
    return render(request, "setups/score.html", context)


def _prefilled(request: HttpRequest) -> dict[str, Any]:
    """What an address may fill in beforehand: ``?season=gg4&size=40``."""
    return {
        name: request.GET[name]
        for name in ("season", "size", "each", "count", "called")
        if name in request.GET
    }


def _to(address: str) -> HttpResponse:
    return HttpResponseRedirect(address, status=303)
