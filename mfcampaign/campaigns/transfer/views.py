"""Pages that export and import a league."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.campaigns import access
from mfcampaign.campaigns.league.page import back_to, show
from mfcampaign.campaigns.models import LeagueFile
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.forms import ExportForm, ImportForm, PersonForm
from mfcampaign.campaigns.transfer.read import LARGEST_FILE
from mfcampaign.web.resilience.cost import expensive
from rules.refusal import Refusal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """What is in the file, and the file."""
    visit = access.organiser(request.user, slug)
    form = ExportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        content = transfer.export_league(visit.campaign, request.user, phrase=form.cleaned_data["phrase"])
        answer = HttpResponse(content, content_type="application/jsonl; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{visit.campaign.slug}.league.jsonl"'
        return answer
    arrival = LeagueFile.objects.filter(campaign=visit.campaign).select_related("owner").first()
    status = 422 if form.is_bound and form.errors else 200
    return show(request, "campaigns/transfer/export.html", visit, status=status, form=form, arrival=arrival)


@sign_in_to("import a league")
@require_http_methods(["GET", "HEAD", "POST"])
def arrive(request: PersonRequest) -> HttpResponse:
    """Choose a file; it is checked whole before anything else happens."""
    form = ImportForm(request.POST or None, request.FILES or None)
    problems: list[str] = []
    if request.method == "POST" and form.is_valid():
        try:
            return back_to("import_file", _uploaded(request, form).pk)
        except Refusal as refusal:
            problems = [violation.sentence for violation in refusal.violations] or [refusal.sentence]
            if refusal.fix:
                problems.append(refusal.fix)
    context = {"form": form, "problems": problems, "files": _own(request)}
    return render(
        request, "campaigns/transfer/import.html", context, status=422 if form.errors or problems else 200
    )


def _uploaded(request: PersonRequest, form: ImportForm) -> LeagueFile:
    file = form.cleaned_data["file"]
    if file.size > LARGEST_FILE:
        raise Refusal(f"The file is larger than {LARGEST_FILE // 1024 // 1024} MB.")
    with expensive(request):
        return transfer.upload(request.user, file.name, file.read(), phrase=form.cleaned_data["phrase"])


@sign_in_to("import a league")
@require_safe
def parcel(request: PersonRequest, file: int) -> HttpResponse:
    """One file of one's own: what is in it, then how far its arrival is."""
    league_file = access.own_league_file(request.user, file)
    if league_file.state != LeagueFile.State.READ:
        return render(request, "campaigns/transfer/file.html", {"file": league_file})
    document = transfer.document_of(league_file)
    people = [(each.n, each.name) for each in document.people]
    form = PersonForm(people=people)
    context = {"file": league_file, "document": document, "form": form, "players": _players(document)}
    return render(request, "campaigns/transfer/file.html", context)


def _players(document: Any) -> list[dict[str, Any]]:
    """The standings that the file tells, with names."""
    names = {row.n: row.name for row in document.people}
    entries = document.rows["entry"]
    return [
        {"name": entries[row.entry - 1]["crew_name"] or names[entries[row.entry - 1]["user"]], "row": row}
        for row in sorted(document.totals.players, key=lambda row: (row.rank, row.entry))
    ]


def _own(request: PersonRequest) -> Any:
    return (
        LeagueFile.objects.filter(owner_id=request.user.pk).select_related("campaign").defer("content")[:10]
    )
