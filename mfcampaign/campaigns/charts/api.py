"""Endpoints of a league's own charts: versions, drafts, rows, and the differences between two versions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any

import msgspec
from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, league
from mfcampaign.campaigns.charts.versions import (
    chart_called,
    edit_in_words,
    own_set,
    readable_set,
    row_at,
)
from mfcampaign.campaigns.settings import operations as settings
from mfcampaign.catalog import operations as drafts
from mfcampaign.catalog import queries as catalog
from mfcampaign.catalog.charts import csv_file
from mfcampaign.catalog.charts.cells import cells_of, columns, row_of
from mfcampaign.catalog.charts.changes import changes_between
from mfcampaign.catalog.charts.chart import Chart, faults_of, flat_rows
from rules.campaign.charts import Charts
from rules.refusal import Refusal, Violation

TAG = "Charts"
organises = partial(act, access=access.organiser, scope="organise", tag=TAG)
SETS = f"{LEAGUE}charts/sets/"
SET = f"{SETS}<int:charts>/"
CHART = f"{SET}<slug:chart>/"
ROW = f"{CHART}<int:row>/"
LARGEST = 1_048_576
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Digest = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?$", description="`sha256` of what was looked at")]


class ChartSetRow(Struct, frozen=True):
    """A version of charts. ``own``: this league's; a draft may still be edited; ``sha256`` is of all it
    holds."""

    id: int
    name: str
    version: str
    own: bool
    draft: bool
    in_force: bool
    coming: bool
    made_by: str
    forked_from: int | None
    sha256: str
    at: dt.datetime


class ChartFault(Struct, frozen=True):
    """What keeps a draft from being flipped on: in which chart, at which row (from 1)."""

    chart: str
    row: int | None
    sentence: str
    fix: str


class ChartSetView(Struct, frozen=True):
    """A version whole, with what is still to fix in it."""

    charts: ChartSetRow
    body: dict[str, Any]
    faults: tuple[ChartFault, ...]


class ChartTable(Struct, frozen=True):
    """One chart as cells of a table, each a text; ``columns`` say what a row is made of."""

    title: str
    about: str
    rules: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[dict[str, str], ...]
    sha256: str


class ChartChanges(Struct, frozen=True):
    """What becomes different in one chart, in sentences."""

    chart: str
    sentences: tuple[str, ...]


class ForkName(Struct, frozen=True, forbid_unknown_fields=True):
    """What the league calls its copy."""

    name: Name


class ChartCells(Struct, frozen=True, forbid_unknown_fields=True):
    """A row as texts by its columns; those left out have their usual value. ``stands`` is held against what
    is there: nothing that somebody else changed meanwhile is lost."""

    cells: Annotated[
        dict[Annotated[str, Meta(max_length=40)], Annotated[str, Meta(max_length=4000)]], Meta(max_length=40)
    ]
    stands: Digest = ""


class SeenChart(Struct, frozen=True, forbid_unknown_fields=True):
    """What was looked at."""

    stands: Digest = ""


class ChartText(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole chart as CSV, the columns named in its first line."""

    csv: Annotated[str, Meta(min_length=1, max_length=csv_file.LARGEST_FILE)]


class ChartSetText(Struct, frozen=True, forbid_unknown_fields=True):
    """All charts as one document, as ``body`` of a version shows it."""

    charts: dict[str, Any]


def _row(visit: LeagueVisit, chart_set: Any) -> ChartSetRow:
    campaign = visit.campaign
    return ChartSetRow(
        chart_set.pk,
        chart_set.name,
        str(chart_set.version),
        chart_set.campaign_id == campaign.pk,
        chart_set.frozen_at is None,
        chart_set.pk == campaign.charts_id,
        chart_set.pk == campaign.next_charts_id,
        str(chart_set.made_by or ""),
        chart_set.forked_from_id,
        chart_set.sha256,
        chart_set.created_at,
    )


@get(SETS, Page[ChartSetRow], query=PageQuery, open=True, tag=TAG)
def chart_sets(call: PortalCall, slug: str) -> Page[ChartSetRow]:
    """All versions of charts that this league may use; drafts for its organisers alone."""
    visit = league(call, slug)

    def rows(stored: Iterable[Any]) -> list[ChartSetRow]:
        return [_row(visit, each) for each in stored]

    campaign = visit.campaign
    readable = catalog.readable_charts(campaign.pk, campaign.edition, campaign.system, drafts=visit.organiser)
    return by_key(readable, call.query, rows)


@get(SET, ChartSetView, open=True, tag=TAG)
def chart_set(call: PortalCall, slug: str, charts: int) -> ChartSetView:
    """One version: all its charts, and what is still to fix in a draft."""
    visit = league(call, slug)
    row = readable_set(visit, charts)
    faults = faults_of(row.body) if row.frozen_at is None else ()
    return ChartSetView(
        _row(visit, row),
        row.body,
        tuple(ChartFault(f.table.slug if f.table else "", f.row, f.sentence, f.fix) for f in faults),
    )


@get(f"{SET}against/<int:other>/", tuple[ChartChanges, ...], open=True, tag=TAG)
def compare_charts(call: PortalCall, slug: str, charts: int, other: int) -> tuple[ChartChanges, ...]:
    """The differences between version ``other`` and this one."""
    visit = league(call, slug)
    chart_set, before = readable_set(visit, charts), readable_set(visit, other)
    return tuple(
        ChartChanges(each.table.slug, each.sentences) for each in changes_between(before.body, chart_set.body)
    )


@get(CHART, ChartTable, open=True, tag=TAG)
def chart_table(call: PortalCall, slug: str, charts: int, chart: str) -> ChartTable:
    """One chart as cells: ``barter``, ``injuries``, ``weekly-events`` and the others."""
    visit = league(call, slug)
    table, chart_set = chart_called(chart), readable_set(visit, charts)
    return ChartTable(
        table.title,
        table.about,
        table.rules,
        tuple(column.name for column in columns(table)),
        tuple(dict(cells_of(row, table)) for row in flat_rows(chart_set.body, table)),
        chart_set.sha256,
    )


@organises(
    "post",
    SETS,
    example={"charts": {"format": "shifting-loyalties-charts-1"}},
    largest=LARGEST,
    status=201,
)
def upload_charts(call: PersonCall, visit: LeagueVisit, body: ChartSetText) -> Done[ChartSetRow]:
    """Upload charts as one document; every fault is named."""
    text = msgspec.json.encode(body.charts).decode()
    campaign = visit.campaign
    charts = drafts.upload_charts(
        campaign.pk, text, actor=call.user, edition=campaign.edition, system=campaign.system
    )
    return Done("", _row(visit, charts))


@organises("post", f"{SET}fork/", page="campaigns:charts", example={"name": "Ours"}, status=201)
def fork_charts(call: PersonCall, visit: LeagueVisit, charts: int, body: ForkName) -> Done[ChartSetRow]:
    """Create a draft of the league, copied from any version it can read."""
    campaign = visit.campaign
    copy = drafts.fork_charts(readable_set(visit, charts), campaign.pk, call.user, body.name)
    return Done(
        f"{copy} is your copy. Nobody flips on it until you use it.",
        _row(visit, copy),
        reverse("campaigns:chart_set", args=[campaign.slug, copy.pk]),
    )


@organises("post", f"{SET}use/", page="campaigns:charts")
def use_charts(call: PersonCall, visit: LeagueVisit, charts: int) -> str:
    """Flip on this version: at once before the campaign, from the next week on while it runs."""
    campaign, chart_set = visit.campaign, readable_set(visit, charts)
    settings.use_charts(campaign, call.user, chart_set.pk)
    if campaign.state in campaign.BEFORE_FIRST_WEEK:
        return f"The league flips on {chart_set} now."
    if campaign.next_charts_id is None:
        return f"The league stays with {chart_set}."
    return f"From the next week on the league flips on {chart_set}."


@organises("put", CHART, example={"csv": "values,suits,upgrade,campaign_cost\r\n"}, largest=LARGEST)
def put_chart(
    call: PersonCall, visit: LeagueVisit, charts: int, chart: str, body: ChartText
) -> Done[ChartSetRow]:
    """Replace one chart of the draft by CSV; charts in use begin their next version."""
    chart_set, table = own_set(visit, charts), chart_called(chart)
    rows = csv_file.read(body.csv.encode(), table)
    return Done("", _row(visit, drafts.put_chart(chart_set, call.user, table, rows)))


@organises("post", CHART, example={"cells": {"values": "13", "suits": "r"}}, status=201)
def add_chart_row(
    call: PersonCall, visit: LeagueVisit, charts: int, chart: str, body: ChartCells
) -> Done[ChartSetRow]:
    """Add a row at the end of a chart."""
    return _put_row(call, visit, own_set(visit, charts), chart_called(chart), None)


@organises("put", ROW, example={"cells": {"values": "13", "suits": "r"}})
def change_chart_row(
    call: PersonCall, visit: LeagueVisit, charts: int, chart: str, row: int, body: ChartCells
) -> Done[ChartSetRow]:
    """Replace row ``row`` (counted from 1)."""
    chart_set, table = own_set(visit, charts), chart_called(chart)
    row_at(chart_set, table, row)
    return _put_row(call, visit, chart_set, table, row)


@organises("post", f"{ROW}out/", page="campaigns:charts", example={"stands": ""})
def remove_chart_row(
    call: PersonCall, visit: LeagueVisit, charts: int, chart: str, row: int, body: SeenChart
) -> Done[ChartSetRow]:
    """Remove row ``row`` of a chart; the draft's history keeps it."""
    chart_set, table = own_set(visit, charts), chart_called(chart)
    row_at(chart_set, table, row)
    edited = drafts.take_row_out(chart_set, call.user, table, row, body.stands or chart_set.sha256)
    to = reverse("campaigns:chart", args=[visit.campaign.slug, edited.pk, table.slug])
    return Done(edit_in_words(edited, chart_set), _row(visit, edited), to)


def _put_row(
    call: PersonCall, visit: LeagueVisit, chart_set: Any, table: Chart, number: int | None
) -> Done[ChartSetRow]:
    body: ChartCells = call.body
    names = {column.name for column in columns(table)}
    if unknown := sorted(set(body.cells) - names):
        raise Refusal(f"There is no column “{unknown[0]}”.", fix=f"There are: {', '.join(sorted(names))}.")
    row, faults = row_of(body.cells | {"source": "organiser"}, table)
    if row is None:
        raise Refusal.of(
            [Violation("", f"{f.field}: {f.sentence}", "Fix the cell.", f.field) for f in faults]
        )
    stands = body.stands or chart_set.sha256
    return Done("", _row(visit, drafts.put_row(chart_set, call.user, table, number, row, stands)))


@get(f"{LEAGUE}charts/", Charts, open=True, tag="Leagues")
def charts(call: PortalCall, slug: str) -> Charts:
    """The charts in use: Barter, Rewards, Bounties, Injuries, Weekly Events."""
    return loading.charts(league(call, slug).campaign)
