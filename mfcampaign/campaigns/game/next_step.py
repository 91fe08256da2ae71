"""The next step of one side of a game, decided here alone, for the game's page and for every list of next
actions; and the games that have one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from enum import Enum, auto
from typing import Any

from django.db.models import Exists, OuterRef, Q, Subquery
from django.urls import reverse

from mfcampaign.accounts.persons import Person
from mfcampaign.campaigns.aftermath.deadlines import due_at
from mfcampaign.campaigns.models import Aftermath, Campaign, Countersign, Entry, Game, GameSide, Report

MOST_PAGES = 6


class GameStep(Enum):
    """What is next for one side; ``…_AWAITED`` ones wait for somebody else."""

    HIRE = auto()
    CREW_AWAITED = auto()
    PLAY = auto()
    JOIN = auto()
    REPORT = auto()
    CONFIRM = auto()
    CONFIRMATION_AWAITED = auto()
    RULING_AWAITED = auto()
    AFTERMATH = auto()
    CARD_AWAITED = auto()
    EARLIER_AFTERMATH = auto()
    AFTERMATH_AWAITED = auto()


def beside_the_encounter(step: GameStep, over: bool | None) -> GameStep:
    """The step of a side whose game is played or recorded here, ``over`` or not; ``None``: it is not. Whoever
    did not begin it joins it, and what it came to is reported."""
    if step is not GameStep.PLAY or over is None:
        return step
    return GameStep.REPORT if over else GameStep.JOIN


def next_step(side: GameSide, reported_by: int | None, aftermath: Aftermath | None) -> GameStep:
    """The step of ``side`` in a game that is open, or whose Aftermath is; ``reported_by`` is the entry whose
    report waits to be confirmed."""
    state = side.game.state
    if state == Game.State.SCHEDULED:
        return GameStep.HIRE if side.crew_submitted_at is None else GameStep.CREW_AWAITED
    if state == Game.State.PLAYING:
        return GameStep.PLAY
    if state == Game.State.REPORTED:
        own = reported_by == side.entry_id
        return GameStep.CONFIRMATION_AWAITED if own else GameStep.CONFIRM
    if state == Game.State.DISPUTED:
        return GameStep.RULING_AWAITED
    if aftermath is None:
        return GameStep.AFTERMATH_AWAITED
    return aftermath_step(aftermath.state, aftermath.waiting_for)


def due_of(
    step: GameStep, game: Game, answer_due: dt.datetime | None, aftermath: Aftermath | None
) -> dt.datetime:
    """Until when the step can be done, for every page and list: an Aftermath's own deadline (A-39), that of
    the answer to a report, else the week's."""
    if step is GameStep.AFTERMATH and aftermath is not None:
        return due_at(aftermath)
    if step in (GameStep.CONFIRM, GameStep.CONFIRMATION_AWAITED) and answer_due is not None:
        return answer_due
    deadline: dt.datetime = game.week.games_close_at
    return deadline


def aftermath_step(state: str, waiting_for: str) -> GameStep:
    """The step of a side whose Aftermath is in that state and waits for that one."""
    if state == Aftermath.State.LOCKED:
        return GameStep.AFTERMATH_AWAITED
    if state == Aftermath.State.QUEUED:
        return GameStep.EARLIER_AFTERMATH
    return GameStep.CARD_AWAITED if waiting_for == "fate" else GameStep.AFTERMATH


def open_pages(person: Person) -> list[str]:
    """The addresses of somebody's open games, each with the Crew to hire or the Aftermath that it is in. Two
    queries."""
    running = Entry.objects.filter(user=person, campaign__state=Campaign.State.RUNNING)
    entries = list(running.select_related("campaign"))
    pages = []
    for own, _other in open_games(entries)[:MOST_PAGES] if entries else ():
        place = [own.game.week.campaign.slug, own.game.week.number, own.game.table]
        pages.append(reverse("campaigns:game", args=place))
        if own.game.state == Game.State.SCHEDULED:
            pages.append(reverse("campaigns:crew", args=place))
        if getattr(own, "aftermath", None) is not None:
            pages.append(reverse("campaigns:aftermath", args=place))
    return pages


OpenGame = tuple[Any, GameSide]
"""One's own side of a game, and the opponent's."""


def open_games(entries: Collection[Entry]) -> list[OpenGame]:
    """What ``entries``, joined to their leagues, have to do or to wait for in games, by week and table. One
    query.

    One's own side tells whose report waits (``reported_by``), until when (``answer_due``)
    and whether cards from the opponent's table wait to be countersigned (``countersigns``).
    """
    leagues = {entry.pk: entry.campaign for entry in entries}
    entered = Countersign.objects.filter(
        state=Countersign.State.WAITING, decision__aftermath__side__game=OuterRef("game")
    )
    countersigns = Exists(entered.exclude(decision__aftermath__side=OuterRef("pk")))
    owed = Q(game__state=Game.State.CLOSED, aftermath__state=Aftermath.State.OPEN)
    asks = Q(game__state__in=Game.OPEN_STATES) | owed | countersigns
    own = GameSide.objects.filter(asks, entry__in=leagues).exclude(game__state=Game.State.VOID)
    proposed = Report.objects.filter(game=OuterRef("game"), state=Report.State.PROPOSED)
    rows: Any = (
        GameSide.objects.filter(game__in=own.values("game"))
        .select_related("game__week", "entry__user", "aftermath")
        .defer("crew", "game__scenario", "game__reveal", "game__outcome", "aftermath__context")
        .defer("game__week__scenario", "game__week__event", "game__week__pairing")
        .annotate(
            reported_by=Subquery(proposed.values("by_entry")[:1]),
            answer_due=Subquery(proposed.values("due_at")[:1]),
            countersigns=countersigns,
        )
    )
    games: dict[int, list[Any]] = {}
    for side in rows.order_by("game__week__number", "game__table", "seat"):
        games.setdefault(side.game_id, []).append(side)
    both = [pair for one, two in games.values() for pair in ((one, two), (two, one))]
    mine = [(side, other) for side, other in both if side.entry_id in leagues]
    for side, _ in mine:
        side.game.week.campaign = leagues[side.entry_id]
    return [(side, other) for side, other in mine if has_step(side) or side.countersigns]


def has_step(side: GameSide) -> bool:
    """Whether something is next for a side besides cards to countersign: its game is open, or a ruling opened
    its Aftermath again."""
    owed = side.game.state == Game.State.CLOSED and side.aftermath.state == Aftermath.State.OPEN
    return owed or side.game.state in Game.OPEN_STATES
