"""Pages of forecasts: one forecast, and two side by side."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.campaigns import access
from mfcampaign.campaigns.forecast import operations as forecasting
from mfcampaign.campaigns.forecast.forms import ForecastForm
from mfcampaign.campaigns.forecast.queries import forecast_of, outlook
from mfcampaign.campaigns.league.page import act_key, back_to, new_key, show
from mfcampaign.campaigns.models import Forecast
from mfcampaign.campaigns.settings.forms import PolicyForm
from mfcampaign.catalog import queries as catalog
from rules.campaign.policies import POLICIES, policies_as_dict
from rules.plain_numbers import whole


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def forecasts(request: PersonRequest, slug: str) -> HttpResponse:
    """Those there are, and the form for another: by the league's settings, or by some that one tries."""
    visit = access.organiser(request.user, slug)
    campaign = visit.campaign
    charts = [
        (row.pk, str(row)) for row in catalog.chart_sets(campaign.pk, campaign.edition, campaign.system)
    ]
    players = max(2, campaign.entries.exclude(state="retired").count())
    initial = {"charts": campaign.charts_id, "players": players, "name": "As the league is"}
    data = request.POST or None
    form, rules = (
        ForecastForm(data, charts=charts, initial=initial),
        PolicyForm(data, current=campaign.rules, edition=campaign.edition, system=campaign.system),
    )
    if data is not None and form.is_valid() and rules.is_valid():
        forecast = forecasting.order(
            campaign,
            request.user,
            name=form.cleaned_data["name"],
            policies=rules.policies(),
            charts_id=form.cleaned_data["charts"],
            seasons=form.cleaned_data["seasons"],
            players=form.cleaned_data["players"],
            key=act_key(request, "forecast", request.user.pk),
        )
        return back_to("forecast", slug, forecast.pk)
    wrong = form.is_bound and bool(form.errors or rules.errors)
    return show(
        request,
        "campaigns/forecast/new.html",
        visit,
        status=422 if wrong else 200,
        form=form,
        rules=rules,
        key=new_key(),
        forecasts=campaign.forecasts.select_related("by")[:20],
    )


@never_cache
@require_safe
def forecast(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One forecast, with its progress; beside it another, if one is chosen."""
    visit = access.organiser(request.user, slug)
    campaign = visit.campaign
    view = outlook(forecast_of(campaign, number))
    chosen = whole(request.GET.get("beside"))
    beside = outlook(forecast_of(campaign, chosen)) if chosen is not None else None
    return show(
        request,
        "campaigns/forecast/forecast.html",
        visit,
        here=view.forecast.name,
        outlooks=[each for each in (view, beside) if each is not None],
        shown=view,
        beside=beside,
        under_way=view.under_way or (beside is not None and beside.under_way),
        others=campaign.forecasts.exclude(pk=number)[:20],
        differences=_differences(view.forecast, beside.forecast) if beside else [],
    )


def _differences(a: Forecast, b: Forecast) -> list[tuple[str, Any, Any]]:
    """Every setting in which two forecasts differ: its name, and both values."""
    usual = policies_as_dict(POLICIES)
    left, right = usual | a.policies, usual | b.policies
    differences = [
        (name.replace("_", " "), left[name], right[name]) for name in usual if left[name] != right[name]
    ]
    if a.charts_id != b.charts_id:
        differences.append(("charts", a.charts, b.charts))
    return differences
