"""The dates of a league's weeks: by its wall clock, unless its organisers planned otherwise."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from mfcampaign.campaigns.models import Campaign, Week, WeekPlan
from rules.campaign.calendar import instant, shifted, zone_called

What = Literal["hires", "games"]


def boundary_of(campaign: Campaign, number: int) -> dt.datetime:
    """When week ``number`` opens by the league's wall clock alone, in UTC."""
    return _local(campaign, 7 * (number - 1))


def _local(campaign: Campaign, days: int) -> dt.datetime:
    """The turnover time so many local days after the league's first day, as one instant."""
    day = campaign.starts_on + dt.timedelta(days=days)
    return instant(day, campaign.turnover_time, zone_called(campaign.timezone))


class Days(Struct, frozen=True):
    """When a week opens, when its hires close and when its games are due. Week 1 has no hires."""

    number: int
    opens: dt.datetime
    hires: dt.datetime
    games: dt.datetime


class Calendar:
    """What weeks that have not begun will go by. One query for the whole league, none where its ``plans`` are
    given."""

    def __init__(self, campaign: Campaign, plans: Iterable[WeekPlan] | None = None) -> None:
        self.campaign = campaign
        rows = WeekPlan.objects.filter(campaign=campaign) if plans is None else plans
        self._plans = {plan.number: plan for plan in rows}

    def week(self, number: int, opens: dt.datetime) -> Days:
        """Week ``number``, if it opens then: as planned, or by the clock on the wall. A league that runs
        behind its calendar has whole weeks from there."""
        games = self._moment(number, "games", 7)
        if games <= opens:
            zone = zone_called(self.campaign.timezone)
            hires, games = (shifted(opens, dt.timedelta(days=n), zone) for n in (self.campaign.hire_days, 7))
        else:
            hires = self._moment(number, "hires", self.campaign.hire_days)
        if number == 1:
            hires = opens  # there is no window in the first week (SL-HIRE-01)
        return Days(number, opens, max(opens, min(hires, games)), games)

    def to_come(self, now: Week | None) -> list[Days]:
        """The weeks after ``now`` (``None``: all of them), one after the other."""
        number = now.number if now is not None else 0
        opens = now.games_close_at if now is not None else boundary_of(self.campaign, 1)
        days = []
        while number < self.campaign.weeks_total:
            number += 1
            days.append(self.week(number, opens))
            opens = days[-1].games
        return days

    def _moment(self, number: int, what: What, days: int) -> dt.datetime:
        planned = getattr(self._plans.get(number), FIELD[what], None)
        return planned or _local(self.campaign, 7 * (number - 1) + days)


FIELD: dict[What, str] = {"hires": "hires_close_at", "games": "games_close_at"}
