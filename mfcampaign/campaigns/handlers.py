"""What the workers and the ticker do for leagues. Commands carry ids; each handler calls one operation."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db import transaction

from mfcampaign.campaigns.aftermath import countersign_queries as countersigned
from mfcampaign.campaigns.aftermath import countersigning
from mfcampaign.campaigns.aftermath import deadlines as aftermath_time
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.forecast import operations as forecasting
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.models import Campaign, Countersign, Encounter, Report, Week
from mfcampaign.campaigns.restart import barter as restart_barter
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.week import extensions
from mfcampaign.campaigns.week import operations as week
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.campaigns.week.calendar import boundary_of
from mfcampaign.dispatch import operations as dispatch

START, HIRES_CLOSE, GAMES_DUE = "league.start", "week.hires_close", "week.games_due"
CONTEST_DUE = "week.contest_due"
REPORT_UNANSWERED = "encounter.report_unanswered"
CARDS_UNANSWERED = "aftermath.cards_unanswered"
AFTERMATH_DUE = "aftermath.time_up"


@dispatch.handler(aftermath.FLIP)
def draw_flip(command: Any) -> dict[str, Any]:
    return aftermath.draw(command.payload["aftermath"], command.payload["ordinal"])


@dispatch.handler(restart_barter.FLIP)
def draw_restart(command: Any) -> dict[str, Any]:
    return restart_barter.draw(command.payload["restart"], command.payload["ordinal"])


@dispatch.handler(START)
def start_league(command: Any) -> dict[str, Any]:
    return {"week": week.start(Campaign.objects.get(pk=command.payload["campaign"]), None).number}


@dispatch.handler(HIRES_CLOSE)
def close_hires(command: Any) -> dict[str, Any]:
    week.close_hires(_week(command), None)
    return {}


@dispatch.handler(CONTEST_DUE)
def contest_due(command: Any) -> dict[str, Any]:
    events.close_contest(_week(command))
    return {}


@dispatch.handler(GAMES_DUE)
def games_due(command: Any) -> dict[str, Any]:
    return {"held_open": week.reach_deadline(_week(command))}


@dispatch.handler(REPORT_UNANSWERED)
def report_unanswered(command: Any) -> dict[str, Any]:
    game = Encounter.objects.select_related("week__campaign").get(pk=command.payload["encounter"])
    return {"confirmed": results.confirm_unanswered(game, command.payload["number"])}


@dispatch.handler(CARDS_UNANSWERED)
def cards_unanswered(command: Any) -> dict[str, Any]:
    game = Encounter.objects.select_related("week__campaign").get(pk=command.payload["encounter"])
    return {"stand": countersigning.stand_unanswered(game, command.payload["countersign"])}


@dispatch.handler(AFTERMATH_DUE)
def aftermath_due(command: Any) -> dict[str, Any]:
    return {"finished": aftermath.finish_late(command.payload["aftermath"])}


def _week(command: Any) -> Week:
    return Week.objects.select_related("campaign").get(pk=command.payload["week"])


@dispatch.handler(transfer.IMPORT)
def bring_league_in(command: Any) -> dict[str, Any]:
    return {"state": transfer.arrive(command.payload["file"]).state}


@dispatch.handler(forecasting.PART)
def reckon_forecast(command: Any) -> dict[str, Any]:
    return {"reckoned": forecasting.reckon(command.payload["forecast"], command.payload["number"])}


@dispatch.ticker
def turn_leagues(now: dt.datetime) -> None:
    """Ring for every boundary that is past; each is one occurrence and one command, ever."""
    _start_due(now)
    _weeks_due(now)
    _reports_due(now)
    _cards_due(now)
    _aftermaths_due(now)


def _start_due(now: dt.datetime) -> None:
    for campaign in Campaign.objects.filter(state=Campaign.State.ARSENAL_BUILD):
        due = boundary_of(campaign, 1)
        if due <= now and campaign.entries.filter(state="ready").count() >= 2:
            _ring(START, campaign, f"campaign:{campaign.pk}/start", due, {"campaign": campaign.pk})


def _weeks_due(now: dt.datetime) -> None:
    open_weeks = Week.objects.exclude(state=Week.State.CLOSED).select_related("campaign")
    for open_week in open_weeks.filter(campaign__state=Campaign.State.RUNNING):
        key, payload = f"campaign:{open_week.campaign_id}/week:{open_week.number}", {"week": open_week.pk}
        if open_week.state == Week.State.NEW_HIRES and open_week.hires_close_at <= now:
            if (closes := extensions.hires_close_at(open_week)) <= now:
                _ring(HIRES_CLOSE, open_week.campaign, f"{key}/hires", closes, payload)
        elif (
            open_week.state == Week.State.EVENT
            and open_week.contest_closes_at is not None
            and open_week.contest_closes_at <= now
        ):
            _ring(CONTEST_DUE, open_week.campaign, f"{key}/contest", open_week.contest_closes_at, payload)
        elif open_week.state == Week.State.GAMES_OPEN and open_week.games_close_at <= now:
            _ring(GAMES_DUE, open_week.campaign, f"{key}/games", open_week.games_close_at, payload)
            for until in extensions.further_deadlines(open_week, now):
                _ring(GAMES_DUE, open_week.campaign, f"{key}/games", until, payload)


def _reports_due(now: dt.datetime) -> None:
    waiting = Report.objects.filter(
        state=Report.State.PROPOSED, encounter__state=Encounter.State.REPORTED
    ).select_related("encounter__week__campaign")
    for report in waiting:
        game = report.encounter
        due = report.created_at + dt.timedelta(hours=game.week.campaign.rules.report_timeout_h)
        if due <= now:
            _ring(
                REPORT_UNANSWERED,
                game.week.campaign,
                f"encounter:{game.pk}/report:{report.number}",
                due,
                {"encounter": game.pk, "number": report.number},
            )


def _cards_due(now: dt.datetime) -> None:
    waiting = Countersign.objects.filter(state=Countersign.State.WAITING).select_related(
        "decision__aftermath__side__encounter__week__campaign"
    )
    for row in waiting:
        game = row.decision.aftermath.side.encounter
        due = countersigned.due_at(row, game.week.rules)
        if due <= now:
            _ring(
                CARDS_UNANSWERED,
                game.week.campaign,
                f"encounter:{game.pk}/countersign:{row.pk}",
                due,
                {"encounter": game.pk, "countersign": row.pk},
            )


def _aftermaths_due(now: dt.datetime) -> None:
    for row in aftermath_time.late(now):
        due = aftermath_time.due_at(row)
        game = row.side.encounter
        # One that has no longer than its week ends with that week's own boundary, unless its game was over
        # and a ruling opened it again: the boundary waits for open games alone.
        if due <= now and (due > game.week.games_close_at or game.state == Encounter.State.CLOSED):
            _ring(
                AFTERMATH_DUE,
                game.week.campaign,
                f"aftermath:{row.pk}",
                due,
                {"aftermath": row.pk},
            )


def _ring(kind: str, campaign: Campaign, schedule: str, due: dt.datetime, payload: dict[str, int]) -> None:
    """One occurrence for one due moment: a deadline that was moved rings again at its new time."""
    number = int(due.timestamp()) // 60
    with transaction.atomic():
        if dispatch.materialise(schedule, number, due):
            dispatch.submit(
                kind,
                f"{schedule}/{number}",
                payload,
                campaign_id=campaign.pk,
                subject=f"{campaign.name}: {kind.split('.')[1].replace('_', ' ')}",
            )
