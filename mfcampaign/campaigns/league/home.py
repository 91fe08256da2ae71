"""The home of a league: parts that are the same for everybody, and parts that depend on the visitor.

Each part is read when the page first asks for it, and is cached by itself until an act changes what it was
made from. After an act a visitor pays only for the parts that it changed, and only the first visitor for the
shared ones.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, TypeVar

from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from mfcampaign.audit.queries import ActSnapshot, act_snapshots, acts_of
from mfcampaign.audit.tables import depend_on, whole
from mfcampaign.campaigns.access import Standing
from mfcampaign.campaigns.league import dates
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.next_actions import NextAction, of_entry, waited_for
from mfcampaign.campaigns.league.organiser_step import OrganiserStep, organiser_step
from mfcampaign.campaigns.models import Campaign, Entry, Game, Week
from mfcampaign.campaigns.pairing import stand_ins
from mfcampaign.campaigns.pairing.values import current_week
from mfcampaign.campaigns.playoffs import queries as playoffs
from mfcampaign.campaigns.snapshots import EntrySnapshot, WeekSnapshot, entry_snapshot, week_snapshot
from mfcampaign.campaigns.week import queries as week_page
from mfcampaign.campaigns.week.calendar import boundary_of
from mfcampaign.web.cache import cached
from mfcampaign.web.moments import Moment
from rules.game.setup.scenario import Scenario

Part = TypeVar("Part")
EXCERPT = 6


class Following(Struct, frozen=True):
    """The league that is the next season."""

    name: str
    slug: str


class WeekNow(Struct, frozen=True):
    """The week under way as everybody reads it; nothing before the first."""

    week: WeekSnapshot | None = None
    scenario: Scenario | None = None
    event: week_page.EventView | None = None


class SharedParts:
    """What every visitor reads: the week under way, or who has entered while there is none."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign

    def now(self) -> WeekNow:
        return cached(self.campaign, "home-week", self._now)

    def week(self) -> WeekSnapshot | None:
        return self.now().week

    def scenario(self) -> Scenario | None:
        return self.now().scenario

    def event(self) -> week_page.EventView | None:
        return self.now().event

    def tables(self) -> tuple[week_page.WeekTable, ...]:
        return cached(self.campaign, "home-tables", lambda: self._of_week(week_page.tables))

    def idle(self) -> tuple[week_page.Idle, ...]:
        return cached(self.campaign, "home-idle", lambda: self._of_week(week_page.idle))

    def rows(self) -> tuple[league_page.TableRow, ...]:
        if self.week() is None:
            return ()
        return cached(self.campaign, "table", lambda: league_page.table(self.campaign), "")

    def entrants(self) -> tuple[EntrySnapshot, ...]:
        if self.week() is not None:
            return ()
        members = league_page.members
        return cached(self.campaign, "entrants", lambda: tuple(map(entry_snapshot, members(self.campaign))))

    def waited_for(self) -> tuple[str, ...]:
        return cached(self.campaign, "waited-for", lambda: tuple(waited_for(self.campaign, self._row())))

    def starts_at(self) -> dt.datetime:
        return boundary_of(self.campaign, 1)

    def champion(self) -> EntrySnapshot | None:
        """The winner of the play-offs of a season that is over."""
        return self._end()[0]

    def following(self) -> Following | None:
        """The next season, for everybody only where it is listed."""
        return self._end()[1]

    def step(self) -> OrganiserStep | None:
        """What an organiser does next."""
        return organiser_step(
            self.campaign,
            self.week(),
            self.waited_for(),
            entrants=sum(entrant.state != Entry.State.RETIRED for entrant in self.entrants()),
            disputed=[table.game.state for table in self.tables()].count(Game.State.DISPUTED),
            now=timezone.now(),
        )

    def _row(self) -> Week | None:
        """Read once for all parts, which depend on it in any order."""
        depend_on(whole(Week))
        return self._week

    @cached_property
    def _week(self) -> Week | None:
        before = self.campaign.state in Campaign.BEFORE_FIRST_WEEK
        return None if before else current_week(self.campaign)

    def _now(self) -> WeekNow:
        row = self._row()
        if row is None:
            return WeekNow()
        return WeekNow(week_snapshot(row), week_page.scenario(row), week_page.event(row))

    def _of_week(self, part: Callable[[Week], tuple[Part, ...]]) -> tuple[Part, ...]:
        row = self._row()
        return part(row) if row is not None else ()

    def _end(self) -> tuple[EntrySnapshot | None, Following | None]:
        if self.campaign.state != Campaign.State.COMPLETE:
            return None, None
        return cached(self.campaign, "end", lambda: (_champion(self.campaign), _following(self.campaign)))


class Home(SharedParts):
    """All that the home of a league shows to one visitor."""

    PARTS = (
        *("actions", "step", "week", "scenario", "event", "tables", "idle", "waited_for", "rows", "entrants"),
        *("starts_at", "diary", "coming", "champion", "following"),
    )

    def __init__(self, standing: Standing) -> None:
        super().__init__(standing.campaign)
        self.standing = standing

    def parts(self) -> dict[str, Any]:
        """Each part by its name, as the page asks for it."""
        return {name: getattr(self, name) for name in self.PARTS}

    def actions(self) -> tuple[NextAction, ...]:
        def read() -> tuple[NextAction, ...]:
            own = of_entry(self.standing.entry) if self.standing.entry is not None else ()
            return (*own, *_stood_in(self.standing))

        return cached(self.campaign, "home-actions", read, *self.standing.viewer)

    def step(self) -> OrganiserStep | None:
        return super().step() if self.standing.organiser else None

    def tables(self) -> tuple[week_page.WeekTable, ...]:
        return week_page.as_seen_by(self.standing.viewer[0], super().tables())

    def rows(self) -> tuple[league_page.TableRow, ...]:
        """The top of the table, and the visitor's own row."""
        rows = league_page.as_seen_by(self.standing.viewer[0], super().rows())
        return tuple(row for place, row in enumerate(rows) if place < EXCERPT or row.mine)

    def diary(self) -> tuple[ActSnapshot, ...]:
        organiser = self.standing.organiser

        def read() -> tuple[ActSnapshot, ...]:
            return act_snapshots(acts_of(self.campaign, organiser=organiser)[:EXCERPT])

        return cached(self.campaign, "diary-excerpt", read, organiser)

    def coming(self) -> tuple[Moment, ...]:
        def read() -> tuple[Moment, ...]:
            return tuple(dates.coming(self.campaign, timezone.now(), self.standing.entry))

        return cached(self.campaign, "coming", read, *self.standing.viewer)


def _stood_in(standing: Standing) -> Iterator[NextAction]:
    """The games that the visitor plays for somebody else (A-47)."""
    campaign = standing.campaign
    league_url = reverse("campaigns:league", args=[campaign.slug])
    for row in stand_ins.of_person(standing):
        place = [campaign.slug, row.week, row.table]
        yield NextAction(
            league=campaign.name,
            slug=campaign.slug,
            sentence=f"You play the Crew of {row.label} in week {row.week}.",
            url=reverse("campaigns:game", args=place) if row.table else league_url,
            waiting=not row.table,
        )


def _following(campaign: Campaign) -> Following | None:
    row = campaign.next_seasons.filter(listed=True).exclude(state=Campaign.State.CANCELLED).first()
    return Following(row.name, row.slug) if row is not None else None


def _champion(campaign: Campaign) -> EntrySnapshot | None:
    pk = playoffs.champion(campaign)
    return entry_snapshot(Entry.objects.select_related("user").get(pk=pk)) if pk is not None else None
