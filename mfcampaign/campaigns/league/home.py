"""What the home of a league shows: parts that everybody reads alike, and what depends on who looks.

Each part is kept for the present act count by itself, so after an act the first visitor pays for the
shared parts and everybody else for their own alone.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.queries import ActSnapshot, act_snapshots, acts_of
from mfcampaign.campaigns.access import Standing
from mfcampaign.campaigns.league import dates
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.next_actions import NextAction, next_actions, waited_for
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

EXCERPT = 6


class Following(Struct, frozen=True):
    """The league that is the next season."""

    name: str
    slug: str


class WeekNow(Struct, frozen=True):
    """The week under way as everybody reads it."""

    week: WeekSnapshot
    tables: tuple[week_page.Table, ...]
    idle: tuple[week_page.Idle, ...]
    scenario: Scenario | None
    event: week_page.EventView | None
    rows: tuple[league_page.TableRow, ...]


class Shared(Struct, frozen=True):
    """What every visitor reads: the week under way, or who has entered while there is none."""

    now: WeekNow | None
    entrants: tuple[EntrySnapshot, ...]
    waited_for: tuple[str, ...]
    starts_at: dt.datetime
    champion: EntrySnapshot | None
    following: Following | None


class Home(Struct, frozen=True):
    """All that the home of a league shows to one visitor."""

    actions: tuple[NextAction, ...]
    waited_for: tuple[str, ...]
    week: WeekSnapshot | None
    tables: tuple[week_page.Table, ...]
    idle: tuple[week_page.Idle, ...]
    scenario: Scenario | None
    event: week_page.EventView | None
    rows: tuple[league_page.TableRow, ...]
    entrants: tuple[EntrySnapshot, ...]
    starts_at: dt.datetime
    diary: tuple[ActSnapshot, ...]
    coming: tuple[Moment, ...]
    step: OrganiserStep | None
    champion: EntrySnapshot | None
    following: Following | None


def home(user: Person, standing: Standing) -> Home:
    """The home as ``user`` reads it; at most twenty queries after an act, none before the next."""
    return cached(standing.campaign, "home", lambda: _home(user, standing), *standing.viewer)


def _home(user: Person, standing: Standing) -> Home:
    campaign, you = standing.campaign, standing.entry
    shared = cached(campaign, "home-shared", lambda: _shared(campaign))
    now, pk = shared.now, you.pk if you is not None else None
    return Home(
        actions=(*(next_actions(user, campaign) if you is not None else ()), *_stood_in(standing)),
        waited_for=shared.waited_for,
        week=now.week if now is not None else None,
        tables=week_page.as_seen_by(pk, now.tables) if now is not None else (),
        idle=now.idle if now is not None else (),
        scenario=now.scenario if now is not None else None,
        event=now.event if now is not None else None,
        rows=_excerpt(league_page.as_seen_by(pk, now.rows)) if now is not None else (),
        entrants=shared.entrants,
        starts_at=shared.starts_at,
        diary=cached(
            campaign, "diary-excerpt", lambda: _diary(campaign, standing.organiser), standing.organiser
        ),
        coming=tuple(dates.coming(campaign, timezone.now(), you)),
        step=_step(campaign, shared) if standing.organiser else None,
        champion=shared.champion,
        following=shared.following,
    )


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


def _step(campaign: Campaign, shared: Shared) -> OrganiserStep | None:
    now = shared.now
    states = [table.game.state for table in now.tables] if now is not None else []
    return organiser_step(
        campaign,
        now.week if now is not None else None,
        shared.waited_for,
        entrants=sum(entrant.state != Entry.State.RETIRED for entrant in shared.entrants),
        disputed=states.count(Game.State.DISPUTED),
        now=timezone.now(),
    )


def step_of(campaign: Campaign) -> tuple[OrganiserStep | None, tuple[str, ...]]:
    """The organiser's next step, and who is waited for."""
    shared = cached(campaign, "home-shared", lambda: _shared(campaign))
    return _step(campaign, shared), shared.waited_for


def _shared(campaign: Campaign) -> Shared:
    week = current_week(campaign) if campaign.state not in Campaign.BEFORE_FIRST_WEEK else None
    return Shared(
        now=_now(campaign, week) if week is not None else None,
        entrants=tuple(map(entry_snapshot, league_page.members(campaign))) if week is None else (),
        waited_for=tuple(waited_for(campaign, week)),
        starts_at=boundary_of(campaign, 1),
        champion=_champion(campaign) if campaign.state == Campaign.State.COMPLETE else None,
        following=_following(campaign) if campaign.state == Campaign.State.COMPLETE else None,
    )


def _following(campaign: Campaign) -> Following | None:
    """The next season, for everybody only where it is listed."""
    row = campaign.next_seasons.filter(listed=True).exclude(state=Campaign.State.CANCELLED).first()
    return Following(row.name, row.slug) if row is not None else None


def _champion(campaign: Campaign) -> EntrySnapshot | None:
    """Who won the play-offs of a season that is over."""
    pk = playoffs.champion(campaign)
    return entry_snapshot(Entry.objects.select_related("user").get(pk=pk)) if pk is not None else None


def _now(campaign: Campaign, week: Week) -> WeekNow:
    return WeekNow(
        week=week_snapshot(week),
        tables=week_page.tables(week),
        idle=week_page.idle(week),
        scenario=week_page.scenario(week),
        event=week_page.event(week),
        rows=league_page.table(campaign),
    )


def _diary(campaign: Campaign, organiser: bool) -> tuple[ActSnapshot, ...]:
    return act_snapshots(acts_of(campaign, organiser=organiser)[:EXCERPT])


def _excerpt(rows: tuple[league_page.TableRow, ...]) -> tuple[league_page.TableRow, ...]:
    """The top of the table, and the visitor's own row."""
    return tuple(row for place, row in enumerate(rows) if place < EXCERPT or row.mine)
