"""Finding tables and looking at one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.tables import access, queries


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """The tables one has saved, the newest first."""
    page = (
        queries.listed(request.user, request.GET.get("page", "1")) if request.user.is_authenticated else None
    )
    return render(request, "tables/list.html", {"page": page})


@require_safe
def table(request: HttpRequest, code: str) -> HttpResponse:
    """One table: its picture and what stands on it."""
    return render(request, "tables/table.html", {"table": access.read_or_404(code)})
