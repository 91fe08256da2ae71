"""What the people of a league are notified of: its acts, and who is waited for until when."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

from django.db.models import Q
from django.urls import reverse
from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.audit.queries import Act, acts_of
from mfcampaign.campaigns.league import next_actions
from mfcampaign.campaigns.league.next_actions import LIVE, NextAction
from mfcampaign.campaigns.models import Campaign, Entry, Game, Week

STALE = dt.timedelta(days=1)


class People(Struct, frozen=True):
    """The people of a league for notices: ``players`` by entry id (without the retired), ``organisers``."""

    players: dict[int, Any]
    organisers: tuple[Any, ...]

    @property
    def everyone(self) -> tuple[Any, ...]:
        users = {user.pk: user for user in (*self.players.values(), *self.organisers)}
        return tuple(users.values())


class News(Struct, frozen=True):
    """One public act: ``players`` it concerns (users; empty: the whole league) and where to read on."""

    act: Act
    url: str
    players: tuple[Any, ...]


def has_moved(campaign: Campaign) -> bool:
    """Whether the league's people were not yet notified of its newest acts. One query."""
    return not Campaign.objects.filter(pk=campaign.pk, detection__acts=campaign.acts).exists()


def league(pk: int) -> Campaign:
    return Campaign.objects.get(pk=pk)


def leagues_of(user: Viewer) -> list[Campaign]:
    """The leagues someone plays in or organises, the newest first; of a sandbox nobody hears. One query."""
    mine = Q(entries__user=user) | Q(organisers__user=user)
    return list(Campaign.objects.filter(mine, sandbox_of=None).distinct().order_by("-created_at", "-pk"))


def people(campaign: Campaign) -> People:
    """Two queries."""
    entries = campaign.entries.exclude(state=Entry.State.RETIRED).select_related("user")
    organisers = campaign.organisers.select_related("user").order_by("pk")
    return People({entry.pk: entry.user for entry in entries}, tuple(row.user for row in organisers))


def acts_after(campaign: Campaign, ordinal: int, now: dt.datetime, who: People) -> tuple[list[News], int]:
    """The public acts after ``ordinal``, oldest first, without what is stale; and the last ordinal.

    Nobody is notified of acts older than a day: they are in the diary.
    """
    acts = list(acts_of(campaign, organiser=True).filter(ordinal__gt=ordinal).order_by("ordinal"))
    last = acts[-1].ordinal if acts else ordinal
    public = [act for act in acts if act.audience == Act.Audience.EVERYONE and now - act.created_at < STALE]
    games = _games(act.facts["encounter"] for act in public if "encounter" in act.facts)
    return [_news_of(campaign, act, games, who) for act in public], last


def _games(ids: Iterable[int]) -> dict[int, Game]:
    games = Game.objects.filter(pk__in=set(ids)).select_related("week").prefetch_related("sides")
    return {game.pk: game for game in games}


def _news_of(campaign: Campaign, act: Act, games: dict[int, Game], who: People) -> News:
    game = games.get(act.facts.get("encounter", 0))
    if game is not None:
        url = reverse("campaigns:game", args=[campaign.slug, game.week.number, game.table])
        sides = [who.players.get(side.entry_id) for side in game.sides.all()]
        return News(act, url, tuple(user for user in sides if user is not None))
    if act.kind == "league.next_season":
        return News(act, reverse("campaigns:ask", args=[act.facts["slug"]]), ())
    if isinstance(number := act.facts.get("week"), int):
        return News(act, reverse("campaigns:week", args=[campaign.slug, number]), ())
    return News(act, reverse("campaigns:league", args=[campaign.slug]), ())


def calls(campaign: Campaign, who: People) -> list[tuple[Any, NextAction]]:
    """The players who are waited for, with their actions. At most ten queries for any number of players."""
    if campaign.state not in LIVE:
        return []
    entries = list(
        Entry.objects.filter(campaign=campaign).exclude(state=Entry.State.RETIRED).select_related("user")
    )
    for entry in entries:
        entry.campaign = campaign
    actions = [
        (entry.user, action)
        for entry, theirs in next_actions.of_entries(entries)
        for action in theirs
        if not action.waiting
    ]
    return actions + _rulings(campaign, who) + _contests(campaign, who)


def _contests(campaign: Campaign, who: People) -> list[tuple[Any, NextAction]]:
    """While the contest of a Weekly Event is awaited, the organisers are: nobody is paired before it."""
    url = reverse("campaigns:organise", args=[campaign.slug])
    return [
        (
            user,
            NextAction(
                campaign.name,
                campaign.slug,
                f"Record who won the contest of week {week.number}",
                url,
                week.contest_closes_at,
            ),
        )
        for week in campaign.weeks.filter(state=Week.State.EVENT)
        for user in who.organisers
    ]


def _rulings(campaign: Campaign, who: People) -> list[tuple[Any, NextAction]]:
    """The disputed games, for each organiser who plays no part in them."""
    disputed = Game.objects.filter(week__campaign=campaign, state=Game.State.DISPUTED)
    actions = []
    for game in disputed.select_related("week").prefetch_related("sides__entry"):
        parties = {side.entry.user_id for side in game.sides.all()}
        action = NextAction(
            campaign.name,
            campaign.slug,
            f"Rule on table {game.table} of week {game.week.number}",
            reverse("campaigns:rule", args=[campaign.slug, game.week.number, game.table]),
            game.week.games_close_at,
        )
        actions += [(user, action) for user in who.organisers if user.pk not in parties]
    return actions


def deadlines_to_come(campaign: Campaign, now: dt.datetime) -> list[tuple[int, dt.datetime, dt.datetime]]:
    """The deadlines of the open weeks that are not past: week number, when, and from when on people are
    reminded of it, by the league's ``reminder_h``. One query."""
    if campaign.state != Campaign.State.RUNNING:
        return []
    notice = dt.timedelta(hours=campaign.rules.reminder_h)
    hires = Q(state=Week.State.NEW_HIRES, hires_close_at__gt=now)
    games = Q(state=Week.State.GAMES_OPEN, games_close_at__gt=now)
    deadlines = []
    for week in campaign.weeks.filter(hires | games).order_by("pk"):
        due = week.hires_close_at if week.state == Week.State.NEW_HIRES else week.games_close_at
        deadlines.append((week.number, due, due - notice))
    return deadlines
