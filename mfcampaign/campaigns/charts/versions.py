"""The versions of charts that a league may read, and its own, which its organisers edit."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404

from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.catalog import queries as catalog
from mfcampaign.catalog.charts.chart import CHARTS, Chart, faults_of, flat_rows
from rules.wording import counted


def readable_set(visit: LeagueVisit, pk: int) -> Any:
    """One version with its rows; 404 for another league's, and for a draft that is not theirs to see."""
    campaign = visit.campaign
    readable = catalog.readable_charts(campaign.pk, campaign.edition, campaign.system, drafts=visit.organiser)
    return get_object_or_404(readable.defer(None).defer("forked_from__body"), pk=pk)


def own_set(visit: LeagueVisit, pk: int) -> Any:
    """One of the league's own versions; 404 for everybody's, which nobody edits."""
    charts = readable_set(visit, pk)
    if charts.campaign_id != visit.campaign.pk:
        raise Http404("Not this league’s own charts.")
    return charts


def chart_called(slug: str) -> Chart:
    if slug not in CHARTS:
        raise Http404("No such chart.")
    return CHARTS[slug]


def row_at(charts: Any, chart: Chart, number: int) -> Any:
    """The row of that number, counted from 1; 404 for a number that no row has."""
    rows = flat_rows(charts.body, chart)
    if not 1 <= number <= len(rows):
        raise Http404("No such row.")
    return rows[number - 1]


def edit_in_words(edited: Any, charts: Any) -> str:
    """Where an edit of ``charts`` is kept, and how much is to fix in it."""
    sentence = (
        f"Kept in {edited}."
        if edited.pk == charts.pk
        else f"{charts} is in use, so {edited} begins with this edit."
    )
    count = len(faults_of(edited.body))
    return f"{sentence} {counted(count, 'thing')} to fix before it can be used." if count else sentence
