"""The page on which a season is brought in that somebody has in hand."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.catalog import operations
from mfcampaign.catalog.forms import SeasonForm
from mfcampaign.catalog.queries import own_season, season
from mfcampaign.catalog.seasons import as_written
from rules.refusal import Refusal, Violation


@sign_in_to("bring in a season")
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PersonRequest) -> HttpResponse:
    """The form; ``?season=`` fills it with one of one's own, to be corrected."""
    row = own_season(request.user, request.GET.get("season", ""))
    initial = {"edition": request.GET.get("edition", "")}
    if row is not None:
        strategies, schemes = as_written(season(row.slug))
        initial = {"edition": row.edition, "name": row.name, "strategies": strategies, "schemes": schemes}
    form = SeasonForm(request.POST or None, initial=initial)
    violations: tuple[Violation | Refusal, ...] = ()
    if request.method == "POST" and form.is_valid():
        try:
            row = operations.bring_season(request.user, **form.cleaned_data)
        except Refusal as refusal:
            violations = refusal.violations or (refusal,)
        else:
            return redirect(f"{reverse('catalog:scenarios')}?season={row.slug}")
    context = {"form": form, "violations": violations}
    status = 422 if form.errors or violations else 200
    return render(request, "catalog/season_new.html", context, status=status)
