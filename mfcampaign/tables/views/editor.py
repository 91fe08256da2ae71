"""The editor of tables: everybody may draw; saving needs an account."""

from __future__ import annotations

from typing import Any

import msgspec
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from mfcampaign.accounts.persons import Person, PersonRequest, PortalRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.tables import access, operations
from mfcampaign.tables.forms import TableForm
from mfcampaign.tables.generation import CHECKED_AN_HOUR, guides, limit_rate
from mfcampaign.tables.models import SavedTable
from mfcampaign.tables.pictures import drawn_table
from mfcampaign.web.resilience.cost import expensive
from rules.edition import unnamed
from rules.refusal import Refusal
from rules.table.pictures.drawing import SIDES
from rules.table.sheet import Sheet, sheet_from
from rules.table.terrain import TRAITS


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PortalRequest) -> HttpResponse:
    """A table not yet saved: empty, or one that is shared (``?from=``); posted, it is saved."""
    if request.method == "POST":
        return _saved(request, None)
    source = request.GET.get("from", "")
    row = access.read_or_404(source) if source else None
    sheet = sheet_from(row.sheet) if row else _empty()
    title = f"{row.title}, copy"[:60] if row else "A new table"
    form = TableForm.of(sheet, title=title, code=operations.new_code(), source=source)
    return _editor(request, form, sheet, None)


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_to("edit your table")
def edit(request: PersonRequest, code: str) -> HttpResponse:
    """One's own table."""
    row = access.own_or_404(request.user, code)
    if request.method == "POST":
        return _saved(request, row)
    sheet = sheet_from(row.sheet)
    return _editor(request, TableForm.of(sheet, title=row.title, row=row), sheet, row)


@require_POST
def check(request: HttpRequest) -> HttpResponse:
    """What the checker says of the table in the form; nothing is kept."""
    form = TableForm(request.POST)
    context: dict[str, Any] = {"with_picture": True}
    try:
        limit_rate(request, "checked", CHECKED_AN_HOUR)
        if not form.is_valid() and "sheet" in form.errors:
            raise Refusal("There is no table in the form.", fix="Load the page again.")
        with expensive(request):
            context["shown"] = drawn_table(form.read())
    except Refusal as refusal:
        context["refusal"] = refusal
    return render(request, "tables/_report.html", context)


def _saved(request: PortalRequest, row: SavedTable | None) -> HttpResponse:
    """Save what was sent and go there; else the editor again, with what is wrong and nothing lost."""
    form = TableForm(request.POST)
    sheet = Sheet()
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            sheet = form.read()
            if "load" in request.POST:
                sheet.contents(unnamed().table.deployments)
                return _editor(request, form, sheet, row)
            if not request.user.is_authenticated:
                raise Refusal("To save a table, sign in.", fix="Its text below can be kept and pasted later.")
            return _to(_save(request.user, form, sheet, row).get_absolute_url())
        except Refusal as problem:
            refusal = problem
    return _editor(request, form, sheet, row, refusal, status=200 if refusal is None else 409)


def _save(person: Person, form: TableForm, sheet: Sheet, row: SavedTable | None) -> SavedTable:
    data = form.cleaned_data
    if row is not None:
        return operations.change(row, person, sheet, title=data["title"], version=data["version"] or 0)
    source = access.read_or_404(data["source"]) if data["source"] else None
    return operations.keep(person, sheet, title=data["title"], code=data["code"], copied_from=source)


def _editor(
    request: HttpRequest,
    form: TableForm,
    sheet: Sheet,
    row: SavedTable | None,
    refusal: Refusal | None = None,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "form": form,
        "row": row,
        "refusal": refusal,
        "deployments": unnamed().table.deployments,
        "sides": SIDES,
        "traits": [(trait, trait.replace("_", " ")) for trait in TRAITS],
        "guides": [(guide.name, guide.kinds) for guide in guides()],
        "kinds": _kinds(),
    }
    try:
        with expensive(request):
            context["shown"] = drawn_table(sheet)
    except Refusal as problem:  # the time that was spent, too: the empty table costs none of it
        context |= {"shown": drawn_table(Sheet()), "refusal": refusal or problem}
    return render(request, "tables/editor.html", context, status=status)


def _empty() -> Sheet:
    """A table to begin with: for the usual Deployment."""
    known = unnamed().table.deployments
    return Sheet(deployment=known[0].slug if known else None)


def _kinds() -> dict[str, Any]:
    """Every ready-made piece around (0, 0), by its slug, as the editor sets it down."""
    return {
        kind.slug: {"name": kind.name, "parts": msgspec.to_builtins(kind.sheets())}
        for guide in guides()
        for kind in guide.kinds
    }


def _to(address: str) -> HttpResponse:
    return HttpResponseRedirect(address, status=303)
