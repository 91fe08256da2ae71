"""Endpoints of forecasts: seasons simulated from the league as it is now."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.form_validation import filled
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.api.problems import Problem
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, Id, organised
from mfcampaign.campaigns.forecast import operations as forecasting
from mfcampaign.campaigns.forecast.forms import ForecastForm
from mfcampaign.campaigns.forecast.queries import ForecastWeek, LeadChance, forecast_of, outlook
from mfcampaign.campaigns.forecast.rosters import Players
from mfcampaign.campaigns.models import Forecast
from mfcampaign.catalog import queries as catalog
from rules.campaign.policies import policies_from

TAG = "Forecasts"
organises = partial(act, access=access.organiser, scope="organise", tag=TAG)
FORECAST = f"{LEAGUE}forecasts/<int:forecast>/"


class NewForecast(Struct, frozen=True, forbid_unknown_fields=True):
    """``policies`` are house rules that differ from the usual; ``charts`` a version that the league may flip
    on, its own without."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    seasons: Literal[40, 100, 200] = 40
    players: Players = 4
    policies: dict[str, Any] = {}
    charts: Id | None = None


class ForecastRow(Struct, frozen=True):
    """A forecast by name."""

    id: int
    name: str
    by: str
    players: int
    seasons: int
    stopped: bool
    at: dt.datetime


class ForecastView(Struct, frozen=True):
    """``done`` of the requested seasons are computed; ``never`` in a hundred players had no Master, null
    where no Master is hired. ``leads`` are empty where nobody has begun yet."""

    forecast: ForecastRow
    done: int
    under_way: bool
    never: float | None
    weeks: tuple[ForecastWeek, ...]
    leads: tuple[LeadChance, ...] = ()


@get(f"{LEAGUE}forecasts/", Page[ForecastRow], query=PageQuery, scope="organise", tag=TAG)
def forecasts(call: PersonCall, slug: str) -> Page[ForecastRow]:
    """The forecasts of a league, the newest first."""
    rows = organised(call, slug).forecasts.select_related("by")

    def show(rows: Iterable[Forecast]) -> list[ForecastRow]:
        return [_forecast_row(row) for row in rows]

    return by_key(rows, call.query, show)


@organises(
    "post",
    f"{LEAGUE}forecasts/",
    example={"name": "A poorer start", "policies": {"start_budget": 30}},
    status=201,
)
def order_forecast(call: PersonCall, visit: LeagueVisit, body: NewForecast) -> Done[ForecastRow]:
    """Start a forecast: seasons simulated from the league as it is now, with other settings."""
    campaign = visit.campaign
    try:
        policies_from(body.policies)
    except (ValueError, TypeError) as error:
        raise Problem(422, f"{error}") from None
    charts = [
        (row.pk, str(row)) for row in catalog.chart_sets(campaign.pk, campaign.edition, campaign.system)
    ]

    class OfLeague(ForecastForm):
        def __init__(self, data: Any) -> None:
            super().__init__(data, charts=charts)

    fields = {"name": body.name, "seasons": body.seasons, "players": body.players}
    form = filled(OfLeague, fields | {"charts": body.charts or campaign.charts_id})
    cleaned = form.cleaned_data
    forecast = forecasting.order(
        campaign,
        call.user,
        name=cleaned["name"],
        policies=body.policies,
        charts_id=cleaned["charts"],
        seasons=cleaned["seasons"],
        players=cleaned["players"],
    )
    return Done("", _forecast_row(forecast))


@get(FORECAST, ForecastView, scope="organise", tag=TAG)
def forecast(call: PersonCall, slug: str, forecast: int) -> ForecastView:
    """One forecast: week by week what the poor, the middling and the rich have."""
    view = outlook(forecast_of(organised(call, slug), forecast))
    return ForecastView(
        _forecast_row(view.forecast), view.done, view.under_way, view.never, view.rows, view.leads
    )


@organises("post", f"{FORECAST}stop/", page="campaigns:forecasts", stays=True)
def stop_forecast(call: PersonCall, visit: LeagueVisit, forecast: int) -> str:
    """Stop a forecast; the seasons computed so far remain."""
    forecasting.stop(forecast_of(visit.campaign, forecast), call.user)
    return "Stopped; the seasons so far are kept."


def _forecast_row(row: Forecast) -> ForecastRow:
    return ForecastRow(
        row.pk,
        row.name,
        str(row.by or ""),
        row.players,
        row.seasons,
        row.stopped_at is not None,
        row.created_at,
    )
