"""The home of a league: what is the same for everybody, kept until the next act, and what depends on the
visitor."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any

from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from mfcampaign.audit.queries import ActSnapshot, act_snapshots, acts_of
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.game.next_step import OpenGame, open_games
from mfcampaign.campaigns.league import dates, next_actions
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.next_actions import Hiring, NextAction
from mfcampaign.campaigns.league.organiser_step import OrganiserStep, organiser_step
from mfcampaign.campaigns.models import Campaign, Entry, Game
from mfcampaign.campaigns.pairing import stand_ins
from mfcampaign.campaigns.playoffs import queries as playoffs
from mfcampaign.campaigns.snapshots import EntrySnapshot, WeekSnapshot, entry_snapshot, week_snapshot
from mfcampaign.campaigns.week import queries as week_page
from mfcampaign.campaigns.week.calendar import boundary_of
from mfcampaign.web.cache import cached
from mfcampaign.web.moments import Moment
from rules.game.setup.scenario import Scenario

EXCERPT = 6


class Following(Struct, frozen=True):
    """The league that is the next season."""

    name: str
    slug: str
    listed: bool


class Shared(Struct, frozen=True):
    """What every visitor reads: the newest week, or who has entered before the first; who is waited for, the
    moments of the league; of a season that is over the winner of the play-offs, and the next season."""

    waited_for: tuple[str, ...]
    moments: tuple[Moment, ...]
    entrants: tuple[EntrySnapshot, ...] = ()
    week: WeekSnapshot | None = None
    scenario: Scenario | None = None
    event: week_page.EventView | None = None
    tables: tuple[week_page.WeekTable, ...] = ()
    idle: tuple[week_page.Idle, ...] = ()
    hiring: tuple[Hiring, ...] = ()
    champion: EntrySnapshot | None = None
    following: Following | None = None

    def step(self, campaign: Campaign) -> OrganiserStep | None:
        """What an organiser does next."""
        return organiser_step(
            campaign,
            self.week,
            self.waited_for,
            entrants=sum(entrant.state != Entry.State.RETIRED for entrant in self.entrants),
            disputed=[table.game.state for table in self.tables].count(Game.State.DISPUTED),
            now=timezone.now(),
        )


def shared(campaign: Campaign, rows: week_page.WeekRows | None = None) -> Shared:
    """At most four queries, of a season that is over eight, those of ``rows`` for who holds them; none until
    the next act."""
    return cached(campaign, "home", lambda: _read(campaign, rows or week_page.WeekRows(campaign)))


def _read(campaign: Campaign, rows: week_page.WeekRows) -> Shared:
    week = rows.newest
    moments = tuple(dates.of_league(campaign, rows.weeks, rows.calendar))
    if week is None or campaign.state in Campaign.BEFORE_FIRST_WEEK:
        entrants = tuple(map(entry_snapshot, league_page.members(campaign)))
        waited_for = next_actions.waited_for_before(campaign)
        return Shared(waited_for=tuple(waited_for), moments=moments, entrants=entrants)
    over = campaign.state == Campaign.State.COMPLETE
    sides, parts = rows.sides, rows.parts
    return Shared(
        waited_for=tuple(next_actions.waited_for(week, sides, parts)),
        moments=moments,
        week=week_snapshot(week),
        scenario=week_page.scenario(week),
        event=week_page.event(week, parts),
        tables=week_page.tables(week, sides),
        idle=week_page.idle(week, parts),
        hiring=tuple(next_actions.hiring(week, parts)),
        champion=_champion(campaign) if over else None,
        following=_following(campaign) if over else None,
    )


class Home:
    """All that the home of a league shows to one visitor, each part read when the page first asks for it."""

    OWN = ("actions", "step", "tables", "rows", "starts_at", "diary", "coming", "following")
    OF_ALL = ("week", "scenario", "event", "idle", "waited_for", "entrants", "champion")

    def __init__(self, visit: LeagueVisit) -> None:
        self.visit, self.campaign = visit, visit.campaign

    def parts(self) -> dict[str, Any]:
        """Each part by its name: the page calls for what it shows."""
        own = {name: partial(getattr, self, name) for name in self.OWN}
        return own | {name: partial(self._of_all, name) for name in self.OF_ALL}

    def _of_all(self, name: str) -> Any:
        return getattr(self.shared, name)

    @cached_property
    def shared(self) -> Shared:
        return shared(self.campaign)

    @cached_property
    def games(self) -> list[OpenGame]:
        return open_games([self.visit.entry]) if self.visit.entry is not None else []

    @cached_property
    def actions(self) -> tuple[NextAction, ...]:
        entry = self.visit.entry
        own: tuple[NextAction, ...] = ()
        if entry is not None and next_actions.plays(entry):
            hiring = [each for each in self.shared.hiring if each.entry == entry.pk]
            ((_, own),) = next_actions.with_games([entry], self.games, hiring)
        return (*next_actions.in_order(own), *_stood_in(self.visit))

    @cached_property
    def step(self) -> OrganiserStep | None:
        return self.shared.step(self.campaign) if self.visit.organiser else None

    @property
    def following(self) -> Following | None:
        """The next season, as far as the visitor may know of it: who played this one may."""
        row = self.shared.following
        return row if row is not None and (row.listed or self.visit.member) else None

    @cached_property
    def tables(self) -> tuple[week_page.WeekTable, ...]:
        return week_page.as_seen_by(self.visit.viewer[0], self.shared.tables)

    @cached_property
    def rows(self) -> tuple[league_page.TableRow, ...]:
        """The top of the table, and the visitor's own row."""
        if self.shared.week is None:
            return ()
        table = cached(self.campaign, "table", lambda: league_page.table(self.campaign), "")
        rows = league_page.as_seen_by(self.visit.viewer[0], table)
        return tuple(row for place, row in enumerate(rows) if place < EXCERPT or row.mine)

    @cached_property
    def starts_at(self) -> dt.datetime:
        return boundary_of(self.campaign, 1)

    @cached_property
    def diary(self) -> tuple[ActSnapshot, ...]:
        return act_snapshots(acts_of(self.campaign, organiser=self.visit.organiser)[:EXCERPT])

    @cached_property
    def coming(self) -> tuple[Moment, ...]:
        moments, entry = self.shared.moments, self.visit.entry
        seen = dates.of_player(self.campaign, moments, self.games) if entry is not None else moments
        return dates.coming(seen, timezone.now())


def _stood_in(visit: LeagueVisit) -> Iterator[NextAction]:
    """The games that the visitor plays for somebody else (A-47)."""
    campaign = visit.campaign
    league_url = reverse("campaigns:league", args=[campaign.slug])
    for row in stand_ins.of_person(visit):
        place = [campaign.slug, row.week, row.table]
        yield NextAction(
            league=campaign.name,
            slug=campaign.slug,
            sentence=f"You play the Crew of {row.label} in week {row.week}.",
            url=reverse("campaigns:game", args=place) if row.table else league_url,
            waiting=not row.table,
        )


def _following(campaign: Campaign) -> Following | None:
    row = campaign.next_seasons.exclude(state=Campaign.State.CANCELLED).first()
    return Following(row.name, row.slug, row.listed) if row is not None else None


def _champion(campaign: Campaign) -> EntrySnapshot | None:
    pk = playoffs.champion(campaign)
    return entry_snapshot(Entry.objects.select_related("user").get(pk=pk)) if pk is not None else None
