"""Commands and ticks of leagues, registered with ``dispatch``. Each handler takes ids and calls one
operation."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone

from mfcampaign.campaigns import clock
from mfcampaign.campaigns.aftermath import countersign_queries as countersigned
from mfcampaign.campaigns.aftermath import countersigning
from mfcampaign.campaigns.aftermath import deadlines as aftermath_time
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.forecast import operations as forecasting
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.models import Campaign, Countersign, Game, Report, Week
from mfcampaign.campaigns.restart import barter as restart_barter
from mfcampaign.campaigns.sandbox import operations as sandbox
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
    game = Game.objects.select_related("week__campaign").get(pk=command.payload["encounter"])
    return {"confirmed": results.confirm_unanswered(game, command.payload["number"])}


@dispatch.handler(CARDS_UNANSWERED)
def cards_unanswered(command: Any) -> dict[str, Any]:
    game = Game.objects.select_related("week__campaign").get(pk=command.payload["encounter"])
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
def simulate_forecast_part(command: Any) -> dict[str, Any]:
    return {"reckoned": forecasting.simulate_part(command.payload["forecast"], command.payload["number"])}


@dispatch.handler(sandbox.ARSENAL)
def found_in_sandbox(command: Any) -> dict[str, Any]:
    sandbox.build_arsenal(command.payload["entry"])
    return {}


@dispatch.handler(sandbox.HIRES)
def hire_in_sandbox(command: Any) -> dict[str, Any]:
    sandbox.finish_hires(command.payload["week"])
    return {}


@dispatch.handler(sandbox.GAME)
def play_in_sandbox(command: Any) -> dict[str, Any]:
    sandbox.play_game(command.payload["game"])
    return {}


@dispatch.ticker
def turn_leagues(now: dt.datetime) -> bool:
    """Look at every league in which something is due; true when some wait for another tick."""
    return clock.turn(now)


@dispatch.batch(clock.LOOK)
def check_league(pk: int) -> None:
    clock.check_league(pk, timezone.now())


@clock.watcher
def ring(campaign: Campaign, now: dt.datetime) -> Iterator[dt.datetime]:
    """Ring for every boundary of the league that is past, each one occurrence and one command, ever; the
    moments to come."""
    if campaign.state in Campaign.OVER:
        boundaries = _aftermaths_due(campaign, now)
    else:
        boundaries = itertools.chain(
            _start_due(campaign, now),
            _weeks_due(campaign),
            _reports_due(campaign),
            _cards_due(campaign),
            _aftermaths_due(campaign, now),
        )
    for boundary in boundaries:
        if boundary.due > now:
            yield boundary.due
        elif boundary.kind:
            _ring(boundary.kind, campaign, boundary.schedule, boundary.due, boundary.payload)


class Boundary(NamedTuple):
    """Something happens at ``due``; without a ``kind`` the league is only looked at again then."""

    due: dt.datetime
    kind: str = ""
    schedule: str = ""
    payload: dict[str, int] = {}


def _start_due(campaign: Campaign, now: dt.datetime) -> Iterator[Boundary]:
    if campaign.state != Campaign.State.ARSENAL_BUILD:
        return
    due = boundary_of(campaign, 1)
    if due > now or campaign.entries.filter(state="ready").count() >= 2:
        yield Boundary(due, START, f"campaign:{campaign.pk}/start", {"campaign": campaign.pk})


def _weeks_due(campaign: Campaign) -> Iterator[Boundary]:
    if campaign.state != Campaign.State.RUNNING:
        return
    for open_week in campaign.weeks.exclude(state=Week.State.CLOSED):
        open_week.campaign = campaign
        key, payload = f"campaign:{campaign.pk}/week:{open_week.number}", {"week": open_week.pk}
        if open_week.state == Week.State.NEW_HIRES:
            yield Boundary(extensions.hires_close_at(open_week), HIRES_CLOSE, f"{key}/hires", payload)
        elif open_week.state == Week.State.EVENT and open_week.contest_closes_at is not None:
            yield Boundary(open_week.contest_closes_at, CONTEST_DUE, f"{key}/contest", payload)
        elif open_week.state == Week.State.GAMES_OPEN:
            for due in (open_week.games_close_at, *extensions.further_deadlines(open_week)):
                yield Boundary(due, GAMES_DUE, f"{key}/games", payload)


def _reports_due(campaign: Campaign) -> Iterator[Boundary]:
    waiting = Report.objects.filter(
        state=Report.State.PROPOSED,
        due_at__isnull=False,
        game__state=Game.State.REPORTED,
        game__week__campaign=campaign,
    )
    for report in waiting:
        assert report.due_at is not None
        yield Boundary(
            report.due_at,
            REPORT_UNANSWERED,
            f"encounter:{report.game_id}/report:{report.number}",
            {"encounter": report.game_id, "number": report.number},
        )


def _cards_due(campaign: Campaign) -> Iterator[Boundary]:
    waiting = Countersign.objects.filter(
        state=Countersign.State.WAITING, decision__aftermath__side__game__week__campaign=campaign
    ).select_related("decision__aftermath__side__game__week__campaign")
    for row in waiting:
        game = row.decision.aftermath.side.game
        yield Boundary(
            countersigned.due_at(row, game.week.rules),
            CARDS_UNANSWERED,
            f"encounter:{game.pk}/countersign:{row.pk}",
            {"encounter": game.pk, "countersign": row.pk},
        )


def _aftermaths_due(campaign: Campaign, now: dt.datetime) -> Iterator[Boundary]:
    for row in aftermath_time.outlasting(campaign):
        if row.longer_until is not None and row.longer_until > now:
            yield Boundary(row.longer_until)
            continue
        due = aftermath_time.due_at(row)
        game = row.side.game
        # One that has no longer than its week ends with that week's own boundary, unless its game was over
        # and a ruling opened it again: the boundary waits for open games alone.
        if due > game.week.games_close_at or game.state == Game.State.CLOSED:
            yield Boundary(due, AFTERMATH_DUE, f"aftermath:{row.pk}", {"aftermath": row.pk})


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
