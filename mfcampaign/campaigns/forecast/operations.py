"""Forecasts: an organiser starts one, the workers compute it in parts, an organiser can stop it at any
time."""

from __future__ import annotations

import secrets
from contextlib import nullcontext
from typing import Any

import msgspec
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.computing import computed, computes
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.forecast import rosters as starting_rosters
from mfcampaign.campaigns.models import Campaign, Forecast, ForecastPart
from mfcampaign.catalog import queries as catalog
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.web.resilience import cost
from rules.campaign.forecast.season import Begun, ForecastSetting, Season, simulate
from rules.campaign.forecast.tally import ForecastTally, tally_as_dict
from rules.campaign.policies import Policies, policies_from
from rules.refusal import Refusal

PART = "forecast.part"
SEASONS = (40, 100, 200)
# Of one league, and of one person in all leagues.
MOST_OPEN = 4
# Weeks of players in one part: about a second of work.
WORK = 150


@computes
def order(
    campaign: Campaign,
    actor: Person | None,
    *,
    name: str,
    policies: dict[str, Any],
    charts_id: int,
    seasons: int,
    players: int,
    key: str | None = None,
) -> Forecast:
    """So many seasons by ``policies`` (what differs from the defaults) and charts, from the league as it
    is now; the workers begin at once."""
    rules = policies_from(policies)
    if seasons not in SEASONS:
        raise Refusal(f"A forecast has {', '.join(map(str, SEASONS))} seasons.")
    if not starting_rosters.FEWEST <= players <= starting_rosters.MOST:
        raise Refusal(f"{starting_rosters.FEWEST} to {starting_rosters.MOST} players.")
    if not catalog.chart_sets(campaign.pk, campaign.edition, campaign.system).filter(pk=charts_id).exists():
        raise Refusal("These charts are not for this league.", fix="Choose some from the list.")
    if actor is not None:
        cost.expect_share(str(actor.pk))
    with operation(campaign, actor, kind="league.forecast", key=key) as act:
        league = act.row
        if actor is not None:
            Person.objects.select_for_update().get(pk=actor.pk)  # two at once are counted one after the other
        theirs = Forecast.objects.filter(Q(campaign=league) | Q(by=actor, by__isnull=False))
        if open_forecasts(theirs) >= MOST_OPEN:
            raise Refusal(
                f"{MOST_OPEN} forecasts of this league, or of yours in others, are being calculated.",
                fix="Wait for one, or stop one.",
            )
        first = starting_rosters.first_week(league)
        if first > league.weeks_total:
            raise Refusal("This league has no week left to look forward to.")
        rosters = computed(_rosters, league.pk, league.acts, rules, charts_id, players)
        weeks = league.weeks_total - first + 1
        forecast = Forecast.objects.create(
            campaign=league,
            by=actor,
            name=name,
            players=len(rosters),
            weeks=league.weeks_total,
            first_week=first,
            rosters=msgspec.to_builtins(rosters),
            policies=policies,
            charts_id=charts_id,
            seasons=seasons,
            chunk=max(1, WORK // (len(rosters) * weeks)),
            seed=secrets.token_bytes(32),
        )
        act.say(f"{actor} started the forecast “{name}”.", organisers_only=True)
        _submit_part(forecast, 0)
    return forecast


def _submit_part(forecast: Forecast, number: int) -> None:
    """Each part asks for the next: of a hundred, one at a time stands in the queue with others' commands."""
    dispatch.submit(
        PART,
        f"forecast:{forecast.pk}/{number}",
        {"forecast": forecast.pk, "number": number},
        campaign_id=forecast.campaign_id,
        subject=f"{forecast.name}, part {number + 1}",
        at_leisure=True,
    )


def _rosters(league: int, acts: int, rules: Policies, charts_id: int, players: int) -> tuple[Begun, ...]:
    """Those of the league as it is after so many ``acts``."""
    campaign = Campaign.objects.get(pk=league)
    setting = starting_rosters.setting(
        campaign, catalog.charts(charts_id), policies=rules, weeks=campaign.weeks_total
    )
    return starting_rosters.rosters(campaign, setting, players)


def parts_of(forecast: Forecast) -> int:
    return -(-forecast.seasons // forecast.chunk)


def open_forecasts(rows: QuerySet[Forecast]) -> int:
    """How many of them are neither stopped nor through. One query."""
    counted = rows.filter(stopped_at=None).annotate(there=Count("parts"))
    there = counted.values_list("seasons", "chunk", "there")
    return sum(number < -(-seasons // chunk) for seasons, chunk, number in there)


def simulate_part(forecast_id: int, number: int) -> bool:
    """The worker's part: its seasons, once. False when the forecast was stopped or the part is there."""
    forecast = Forecast.objects.select_related("campaign").get(pk=forecast_id)
    if forecast.stopped_at is not None or forecast.parts.filter(number=number).exists():
        return False
    first = number * forecast.chunk
    seasons = range(first, min(first + forecast.chunk, forecast.seasons))
    season = forecast.campaign.played.forecast.season
    who, seed = str(forecast.by_id or ""), bytes(forecast.seed)
    tally = computed(_simulated, who, season, setting(forecast), seed, seasons)
    _, new = ForecastPart.objects.get_or_create(
        forecast=forecast, number=number, defaults={"tally": tally_as_dict(tally)}
    )
    if number + 1 < parts_of(forecast):
        _submit_part(forecast, number + 1)
    return new


def _simulated(
    who: str, season: type[Season[Any]], setting: ForecastSetting, seed: bytes, seasons: range
) -> ForecastTally:
    """Charged to who ordered it; a person's own forecasts are all that it can use up."""
    with cost.charged(who) if who else nullcontext():
        return simulate(season, setting, seed, seasons)


def setting(forecast: Forecast) -> ForecastSetting:
    """What the core needs of a forecast."""
    roster = forecast.campaign.played.forecast.roster
    return starting_rosters.setting(
        forecast.campaign,
        catalog.charts(forecast.charts_id),
        policies=policies_from(forecast.policies),
        weeks=forecast.weeks,
        rosters=[msgspec.convert(each, roster) for each in forecast.rosters],
        first_week=forecast.first_week,
    )


def stop(forecast: Forecast, actor: Actor) -> None:
    """Stop computing further parts; the finished ones remain readable."""
    with operation(forecast.campaign, actor, kind="league.forecast_stopped") as act:
        fresh = Forecast.objects.select_for_update().get(pk=forecast.pk)
        if fresh.stopped_at is not None or fresh.parts.count() >= parts_of(fresh):
            raise Refusal("This forecast is through, or stopped already.")
        fresh.stopped_at = timezone.now()
        fresh.save(update_fields=["stopped_at"])
        act.say(f"{actor} stopped the forecast “{fresh.name}”.", organisers_only=True)
