"""Pages that find, show and generate tables."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from mfcampaign.tables import access, queries
from mfcampaign.tables.forms import RequirementsForm, TableForm
from mfcampaign.tables.generation import generated, suggested_word
from mfcampaign.tables.operations import new_code
from mfcampaign.tables.pictures import drawn_table
from mfcampaign.web.drawings.qr import qr
from mfcampaign.web.navigation import edition_for
from mfcampaign.web.resilience.cost import expensive
from rules.edition import edition_of, is_known, unnamed
from rules.refusal import Refusal
from rules.table.generator.themes import THEMES
from rules.table.presets.kinds import piece_of
from rules.table.sheet import sheet_from


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The tables one has saved, the newest first, and the ways to another."""
    number = request.GET.get("page", "1")
    context: dict[str, Any] = {"page": None, "themes": THEMES}
    if request.user.is_authenticated:
        context |= {"page": queries.listed(request.user, number), "deleted": queries.deleted(request.user)}
    return render(request, "tables/list.html", context)


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """One table: its picture and legend, what the checker says, its link; to print as well."""
    row = access.read_or_404(code)
    short = request.build_absolute_uri(reverse("tables:short", args=[code]))
    with expensive(request):
        shown = drawn_table(sheet_from(row.sheet))
    context = {
        "table": row,
        "shown": shown,
        "mine": access.may_change(request.user, row),
        "short": short,
        "qr": qr(short),
    }
    return render(request, "tables/table.html", context)


@require_safe
def short(request: HttpRequest, code: str) -> HttpResponse:
    """The short address that the QR code holds."""
    return HttpResponseRedirect(access.read_or_404(code).get_absolute_url())


@require_safe
def file(request: HttpRequest, code: str) -> HttpResponse:
    """The table in its documented form, to keep or to give to a program."""
    row = access.read_or_404(code)
    response = HttpResponse(sheet_from(row.sheet).json(), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="table-{row.code}.json"'
    return response


OWNED = "owned-pieces"
"""What the session calls the kinds of pieces that were ticked last."""


@require_safe
def generate(request: HttpRequest) -> HttpResponse:
    """The wishes, and with a word the table they make. The address is the table, to be shared."""
    asked = "word" in request.GET
    named = request.GET.get("rules", "")
    if is_known(named):
        edition = edition_of(named)
    else:  # an address that holds a table means the same for everybody
        edition = unnamed() if asked else edition_for(request)
    form = RequirementsForm(
        request.GET if asked else None, edition=edition, owned=request.session.get(OWNED, [])
    )
    context = {"form": form, "suggested": suggested_word()}
    if asked and form.is_valid():
        if "owned" in request.GET and request.session.get(OWNED) != form.cleaned_data["owned"]:
            request.session[OWNED] = form.cleaned_data["owned"]
        try:
            wishes = form.wishes()
            with expensive(request):
                sheet = generated(request, form.cleaned_data["word"], wishes, edition)
                shown = drawn_table(sheet, wishes.standard(), edition)
            context |= {
                "shown": shown,
                "pieces": len({piece_of(piece.name) for piece in shown.contents.table.pieces}),
                "link": request.build_absolute_uri(),
                "wishes": wishes,
                "keeping": TableForm.of(sheet, title=sheet.name, code=new_code()),
            }
        except Refusal as refusal:
            context["refusal"] = refusal
    return render(request, "tables/generate.html", context)
