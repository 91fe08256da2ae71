"""Pages where an organiser edits charts row by row, uploads them, and sees what their use would change."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.campaigns.charts.versions import (
    chart_called,
    edit_in_words,
    own_set,
    readable_set,
    row_at,
)
from mfcampaign.campaigns.charts.views import MOST_CHANGES
from mfcampaign.campaigns.league.page import back_to, show
from mfcampaign.campaigns.settings import operations
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog import queries as catalog
from mfcampaign.catalog.charts import csv_file
from mfcampaign.catalog.charts.changes import changes_between, row_name
from mfcampaign.catalog.charts.chart import faults_of, flat_rows, without_row
from mfcampaign.catalog.charts.forms import RowForm
from mfcampaign.web.refusals import violations_of
from rules.refusal import Refusal
from rules.wording import counted


@require_http_methods(["GET", "HEAD", "POST"])
def row(
    request: PersonRequest, slug: str, chart_set: int, chart: str, number: int | None = None
) -> HttpResponse:
    """One row: edited in a draft, or in the next version of charts in use; without a number a new one."""
    visit = access.organiser(request.user, slug)
    charts, table = own_set(visit, chart_set), chart_called(chart)
    present = row_at(charts, table, number) if number is not None else None
    form = RowForm(request.POST or None, table=table, body=charts.body, row=present)
    if request.method == "POST" and form.is_valid() and form.row is not None:
        stands = request.POST.get("stands", "") or charts.sha256
        edited = drafts.put_row(charts, request.user, table, number, form.row, stands)
        messages.success(request, edit_in_words(edited, charts))
        at = reverse("campaigns:chart", args=[slug, edited.pk, table.slug])
        answer = back_to("chart", slug, edited.pk, table.slug)
        answer["Location"] = f"{at}#row-{number or len(flat_rows(edited.body, table))}"
        return answer
    return show(
        request,
        "campaigns/charts/row.html",
        visit,
        status=422 if form.is_bound and form.errors else 200,
        charts=charts,
        table=table,
        number=number,
        name=row_name(present, table, charts.body) if present else "",
        form=form,
    )


@require_safe
def out(request: HttpRequest, slug: str, chart_set: int, chart: str, number: int) -> HttpResponse:
    """Take one row out, after seeing what it says; the draft's record keeps it."""
    visit = access.organiser(request.user, slug)
    charts, table = own_set(visit, chart_set), chart_called(chart)
    removed = row_at(charts, table, number)
    without = without_row(charts.body, table, number)
    consequences = [
        sentence for changes in changes_between(charts.body, without) for sentence in changes.sentences
    ]
    present = {fault.sentence for fault in faults_of(charts.body)}
    consequences += [f"To fix then: {f.sentence}" for f in faults_of(without) if f.sentence not in present][
        :5
    ]
    context = {
        "campaign": visit.campaign,
        "title": f"Remove {row_name(removed, table, charts.body)} from {table.title}?",
        "text": f"{charts} is in use, so a new version begins without this row." if charts.frozen_at else "",
        "consequences": consequences,
        "action": "Remove row",
        "danger": True,
        "post_to": reverse("act:remove_chart_row", args=[slug]),
        "hidden": {"charts": charts.pk, "chart": table.slug, "row": number, "stands": charts.sha256},
        "cancel_url": reverse("campaigns:chart", args=[slug, charts.pk, table.slug]),
    }
    return render(request, "web/confirm.html", context)


@require_POST
def upload(request: PersonRequest, slug: str) -> HttpResponse:
    """All charts as one JSON file: a version of its own, checked whole."""
    visit = access.organiser(request.user, slug)
    file = request.FILES.get("file")
    if file is None:
        raise Refusal("No file was chosen.", fix="Choose the JSON file with your charts.")
    try:
        charts = drafts.upload_charts(
            visit.campaign.pk,
            file,
            actor=request.user,
            edition=visit.campaign.edition,
            system=visit.campaign.system,
        )
    except Refusal as refusal:
        return _refused(request, visit, refusal, file.name or "", reverse("campaigns:charts", args=[slug]))
    messages.success(request, f"{charts} has no mistakes. Read it, then use it.")
    return back_to("chart_set", slug, charts.pk)


@require_POST
def upload_chart(request: PersonRequest, slug: str, chart_set: int, chart: str) -> HttpResponse:
    """One chart as CSV in place of what the draft has."""
    visit = access.organiser(request.user, slug)
    charts, table = own_set(visit, chart_set), chart_called(chart)
    file = request.FILES.get("file")
    if file is None:
        raise Refusal("No file was chosen.", fix=f"Choose the CSV file with {table.title}.")
    try:
        rows = csv_file.read(file.read(csv_file.LARGEST_FILE + 1), table)
        edited = drafts.put_chart(charts, request.user, table, rows)
    except Refusal as refusal:
        back = reverse("campaigns:chart", args=[slug, charts.pk, table.slug])
        return _refused(request, visit, refusal, file.name or "", back)
    messages.success(request, f"{counted(len(rows), 'row')}. {edit_in_words(edited, charts)}")
    return back_to("chart", slug, edited.pk, table.slug)


def _refused(
    request: HttpRequest, visit: access.LeagueVisit, refusal: Refusal, file: str, back: str
) -> HttpResponse:
    """Everything that is wrong with a file, on one page to fix it by."""
    return show(
        request,
        "campaigns/charts/refused.html",
        visit,
        status=422,
        violations=violations_of(refusal),
        file=file,
        back=back,
    )


@require_safe
def use(request: HttpRequest, slug: str, chart_set: int) -> HttpResponse:
    """Flip on this version: what becomes different and when is shown first."""
    visit = access.organiser(request.user, slug)
    campaign, charts = visit.campaign, readable_set(visit, chart_set)
    present = (
        catalog.chart_sets(campaign.pk, campaign.edition, campaign.system)
        .defer(None)
        .get(pk=campaign.charts_id)
    )
    return show(
        request,
        "campaigns/charts/use.html",
        visit,
        charts=charts,
        present=present,
        changes=changes_between(present.body, charts.body),
        faults=faults_of(charts.body),
        at_once=campaign.state in campaign.BEFORE_FIRST_WEEK,
        changeable=campaign.state in operations.CHANGEABLE,
        most=MOST_CHANGES,
    )
