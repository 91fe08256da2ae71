"""Pages of what the engine plays: one for all names, one for each model. Everybody may read them."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.catalog import abilities as known
from mfcampaign.catalog.queries import current_release, edition_named

PAGE_SIZE = 60


@require_safe
def abilities(request: HttpRequest) -> HttpResponse:
    """``?status=`` and ``?kind=`` narrow the list, ``?q=`` looks for a name in that ``?edition=``."""
    edition = edition_named(request.GET.get("edition", ""))
    report = known.report(current_release(edition).pk)
    status, kind = request.GET.get("status", ""), request.GET.get("kind", "")
    query = request.GET.get("q", "").strip().casefold()[:60]
    rows = [
        row
        for row in report.names
        if (status not in known.STATUSES or row.count(status))
        and (kind not in known.KINDS or row.kind == kind)
        and query in row.name.casefold()
    ]
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    totals = [(name, report.total(name)) for name in known.STATUSES]
    context = {
        "report": report,
        "edition": edition,
        "page": page,
        "totals": totals,
        "status": status,
        "kind": kind,
        "q": query,
        "statuses": known.STATUSES,
        "kinds": known.KINDS,
    }
    return render(request, "catalog/abilities.html", context)


@require_safe
def abilities_of(request: HttpRequest, slug: str) -> HttpResponse:
    """One model: what of its card the engine applies, and what it asks the players to."""
    edition = edition_named(request.GET.get("edition", ""))
    release = current_release(edition).pk
    card = known.card(release, slug)
    if card is None:
        raise Http404
    row = next((model for model in known.report(release).models if model.slug == slug), None)
    things = known.things_of(card) or []
    context = {"row": row, "things": things, "name": card.full_name, "slug": slug, "edition": edition}
    return render(request, "catalog/abilities_of.html", context)
