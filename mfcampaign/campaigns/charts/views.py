"""The charts of a league, for everybody who may read the league. Only organisers see drafts."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.charts.versions import chart_called, readable_set
from mfcampaign.campaigns.league.page import show
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.settings import operations
from mfcampaign.catalog import queries as catalog
from mfcampaign.catalog.charts import csv_file
from mfcampaign.catalog.charts import pages as chart_pages
from mfcampaign.catalog.charts.changes import changes_between
from mfcampaign.catalog.charts.chart import CHARTS, faults_of, flat_rows, printed_of

MOST_CHANGES = 400


@require_safe
def charts(request: HttpRequest, slug: str) -> HttpResponse:
    """Every version this league may flip on: which is in force, which comes next, who made it from what."""
    visit = access.league(request.user, slug)
    campaign = visit.campaign
    readable = list(
        catalog.readable_charts(campaign.pk, campaign.edition, campaign.system, drafts=visit.organiser)
    )
    body = _body(campaign.charts_id, campaign)
    present = next(chart_set for chart_set in readable if chart_set.pk == campaign.charts_id)
    return show(
        request,
        "campaigns/charts/charts.html",
        visit,
        present=present,
        coming=next((c for c in readable if c.pk == campaign.next_charts_id), None),
        chart_sets=readable,
        changeable=visit.organiser and campaign.state in operations.CHANGEABLE,
        at_once=campaign.state in campaign.BEFORE_FIRST_WEEK,
        sums=chart_pages.sums(body, []),
        by_rows=not printed_of(body),
    )


def _body(chart_set: int, campaign: Campaign) -> dict[str, Any]:
    known = catalog.chart_sets(campaign.pk, campaign.edition, campaign.system)
    body: dict[str, Any] = known.values_list("body", flat=True).get(pk=chart_set)
    return body


@require_safe
def chart_set(request: HttpRequest, slug: str, chart_set: int) -> HttpResponse:
    """One version: its charts, and what is still to fix in a draft."""
    visit = access.league(request.user, slug)
    charts = readable_set(visit, chart_set)
    faults = faults_of(charts.body) if charts.frozen_at is None else []
    return show(
        request,
        "campaigns/charts/set.html",
        visit,
        charts=charts,
        sums=chart_pages.sums(charts.body, faults),
        faults=faults,
        **_state(visit, charts),
    )


def _state(visit: access.LeagueVisit, charts: Any) -> dict[str, Any]:
    campaign = visit.campaign
    live = visit.organiser and campaign.state in operations.CHANGEABLE
    return {
        "in_force": charts.pk == campaign.charts_id,
        "coming": charts.pk == campaign.next_charts_id,
        "editable": visit.organiser and charts.campaign_id == campaign.pk and not printed_of(charts.body),
        "by_rows": not printed_of(charts.body),
        "usable": live and charts.pk != (campaign.next_charts_id or campaign.charts_id),
        "at_once": campaign.state in campaign.BEFORE_FIRST_WEEK,
    }


@require_safe
def chart(request: HttpRequest, slug: str, chart_set: int, chart: str) -> HttpResponse:
    """One chart as a table; each row can be linked."""
    visit = access.league(request.user, slug)
    charts = readable_set(visit, chart_set)
    if printed := printed_of(charts.body):
        sheet = next((each for each in printed if each.slug == chart), None)
        if sheet is None:
            raise Http404("No such chart.")
        return show(
            request,
            "campaigns/charts/printed.html",
            visit,
            charts=charts,
            table=sheet,
            tables=printed,
            **_state(visit, charts),
        )
    table = chart_called(chart)
    return show(
        request,
        "campaigns/charts/chart.html",
        visit,
        charts=charts,
        table=table,
        tables=CHARTS.values(),
        view=chart_pages.chart(charts.body, table),
        **_state(visit, charts),
    )


@require_safe
def against(request: HttpRequest, slug: str, chart_set: int, other: int) -> HttpResponse:
    """What becomes different from version ``other`` to this one, in words."""
    visit = access.league(request.user, slug)
    charts, before = readable_set(visit, chart_set), readable_set(visit, other)
    return show(
        request,
        "campaigns/charts/compare.html",
        visit,
        charts=charts,
        before=before,
        changes=changes_between(before.body, charts.body),
    )


@require_safe
def as_json(request: HttpRequest, slug: str, chart_set: int) -> HttpResponse:
    """All charts of one version as a file: to read, or as a pattern for one's own."""
    visit = access.league(request.user, slug)
    charts = readable_set(visit, chart_set)
    answer = JsonResponse(charts.body, json_dumps_params={"indent": 1, "ensure_ascii": False})
    name = f"{visit.campaign.edition}-charts-{charts.pk}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_safe
def as_csv(request: HttpRequest, slug: str, chart_set: int, chart: str) -> HttpResponse:
    """One chart for a spreadsheet; no cell of it is a formula there."""
    table = chart_called(chart)
    visit = access.league(request.user, slug)
    charts = readable_set(visit, chart_set)
    text = "\ufeff" + csv_file.written(flat_rows(charts.body, table), table)
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    name = f"{visit.campaign.edition}-{table.slug}.csv"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
