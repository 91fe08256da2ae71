"""A person's next action in every league that they play or organise, and who else is waited for.

The same sentences are those of reminders: in the inbox, in e-mail text, in calendars.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import (
    Count,
    Exists,
    FilteredRelation,
    OuterRef,
    Q,
    QuerySet,
    prefetch_related_objects,
)
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import Person
from mfcampaign.campaigns.aftermath import countersign_queries as countersigned
from mfcampaign.campaigns.aftermath.deadlines import due_at
from mfcampaign.campaigns.game.next_step import GameStep, next_step
from mfcampaign.campaigns.league.organiser_step import organiser_step
from mfcampaign.campaigns.models import (
    Aftermath,
    Campaign,
    Countersign,
    Entry,
    Game,
    GameProposal,
    GameSide,
    Report,
    Restart,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.snapshots import WeekSnapshot, week_snapshot
from mfcampaign.web.cache import lookup, store
from mfcampaign.web.resilience.prepared import prepared


class NextAction(Struct, frozen=True):
    """One thing to do: ``sentence`` for a button or link to ``url``; ``waiting`` when it is not yours."""

    league: str
    slug: str
    sentence: str
    url: str
    due: dt.datetime | None = None
    waiting: bool = False


LIVE = (Campaign.State.REGISTRATION, Campaign.State.ARSENAL_BUILD, Campaign.State.RUNNING)


def next_actions(user: Person, campaign: Campaign | None = None) -> list[NextAction]:
    """What ``user`` should do next in each league they play, the most pressing first."""
    mine = [entry for entry in _playing(user.pk) if campaign is None or entry.campaign_id == campaign.pk]
    return _in_order(mine)


def of_entry(entry: Entry) -> list[NextAction]:
    """The same for the league of one entry, joined to it; nothing once the player or the league is done."""
    plays = entry.state != Entry.State.RETIRED and entry.campaign.state in LIVE
    return _in_order([entry] if plays else [])


def _in_order(mine: list[Entry]) -> list[NextAction]:
    by_entry = _actions_of(mine, kept=True)
    far = dt.datetime.max.replace(tzinfo=dt.UTC)
    actions = [action for entry in mine for action in by_entry[entry.pk]]
    return sorted(actions, key=lambda a: (a.waiting, a.due or far))


@prepared
def _playing(user: int) -> QuerySet[Entry]:
    entries = Entry.objects.filter(user=user, campaign__state__in=LIVE).exclude(state=Entry.State.RETIRED)
    return entries.select_related("campaign")


@prepared
def _organising(user: int) -> QuerySet[Campaign]:
    return Campaign.objects.filter(organisers__user=user, state__in=LIVE).order_by("-pk")


def of_entries(entries: list[Entry]) -> list[tuple[Entry, tuple[NextAction, ...]]]:
    """The same for every one of ``entries``, joined to their users and leagues."""
    by_entry = _actions_of(entries, kept=False)
    return [(entry, by_entry[entry.pk]) for entry in entries]


def _actions_of(entries: list[Entry], *, kept: bool) -> dict[int, tuple[NextAction, ...]]:
    """What each of ``entries`` should do next, by id; eight queries at most, whatever their number. A part
    that was ``kept`` holds until an act writes to what it was made from."""
    parts = {name: _part(name, entries, kept=kept) for name in PARTS}
    return {
        entry.pk: (
            *_builds(entry),
            *(action for name in SHOWN for action in parts[name][entry.pk]),
        )
        or (_nothing(entry),)
        for entry in entries
    }


def _part(name: str, entries: list[Entry], *, kept: bool) -> dict[int, tuple[NextAction, ...]]:
    by_entry: dict[int, tuple[NextAction, ...]] = {}
    for entry in entries if kept else ():
        if (before := lookup(entry.campaign, "actions", entry.pk, name)) is not None:
            by_entry[entry.pk] = before
    if fresh := [entry for entry in entries if entry.pk not in by_entry]:
        actions: dict[int, list[NextAction]] = {entry.pk: [] for entry in fresh}
        PARTS[name](actions, fresh)
        for entry in fresh:
            by_entry[entry.pk] = store(entry.campaign, "actions", tuple(actions[entry.pk]), entry.pk, name)
    return by_entry


def _builds(entry: Entry) -> Iterator[NextAction]:
    """What an Arsenal that is not ready asks for."""
    if entry.state == Entry.State.BUILDING:
        late = entry.campaign.state == Campaign.State.RUNNING
        what = "Build your new Arsenal" if late else "Build your starting Arsenal"
        yield _action(entry.campaign, what, "arsenal_start")
    elif entry.state == Entry.State.INACTIVE and entry.campaign.state == Campaign.State.RUNNING:
        yield _action(entry.campaign, "Build an Arsenal to join", "restart")


def _restarts(actions: dict[int, list[NextAction]], mine: list[Entry]) -> None:
    """Barter flips of a new Arsenal, before anything else of the week."""
    for restart in Restart.objects.filter(entry__in=mine, state__in=["shopping", "flipping"]):
        campaign = next(entry.campaign for entry in mine if entry.pk == restart.entry_id)
        waiting = restart.state == Restart.State.FLIPPING and restart.waiting_for == "fate"
        what = "Your card is being flipped" if waiting else "Make the Barter flips of your new Arsenal"
        actions[restart.entry_id].append(_action(campaign, what, "restart", waiting=waiting))


def _offers(actions: dict[int, list[NextAction]], mine: list[Entry]) -> None:
    """Additional games that somebody offers."""
    offers = GameProposal.objects.filter(to__in=mine, state=GameProposal.State.OPEN)
    for offer in offers.select_related("by__user", "week__campaign"):
        what = f"Answer {offer.by.label}, who offers an additional game"
        week = offer.week
        actions[offer.to_id].append(_action(week.campaign, what, "additional", due=week.games_close_at))


def _hires(actions: dict[int, list[NextAction]], mine: list[Entry]) -> None:
    parts = WeekEntry.objects.filter(
        entry__in=mine, entry__state=Entry.State.ACTIVE, week__state=Week.State.NEW_HIRES
    ).select_related("week__campaign")
    for part in parts:
        week = part.week
        if part.hires_locked_at is None:
            action = _action(week.campaign, f"Hire for week {week.number}", "hires", due=week.hires_close_at)
        else:
            action = _action(
                week.campaign,
                "Your hires are done; the others are still hiring",
                "hires",
                due=week.hires_close_at,
                waiting=True,
            )
        actions[part.entry_id].append(action)


def _games(actions: dict[int, list[NextAction]], mine: list[Entry]) -> None:
    sides = _sides(mine[0].pk) if len(mine) == 1 else list(_open_sides().filter(entry__in=mine))
    reported = [side for side in sides if side.game.state == Game.State.REPORTED]
    prefetch_related_objects(reported, "game__reports")
    steps = {side.pk: _step(side) for side in sides}
    named = [side for side in sides if steps[side.pk] not in NAMELESS]
    prefetch_related_objects(named, GameSide.with_players("game__sides"))
    for side in sides:
        actions[side.entry_id].append(_game(side, steps[side.pk]))


# All columns from which a step is computed: a write to other columns does not change it.
STEP_FIELDS = (
    *("entry", "crew_submitted_at", "game__table", "game__state", "game__week__number"),
    *("game__week__games_close_at", "game__week__campaign__name", "game__week__campaign__slug"),
    *("game__week__campaign__policies", "aftermath__state", "aftermath__waiting_for", "aftermath__opened_at"),
)


def _open_sides() -> QuerySet[GameSide]:
    open_ones = Q(game__state__in=Game.OPEN_STATES)
    owed = Q(game__state=Game.State.CLOSED, aftermath__state=Aftermath.State.OPEN)
    rows = GameSide.objects.filter(open_ones | owed).select_related("game__week__campaign", "aftermath")
    return rows.only(*STEP_FIELDS)


@prepared
def _sides(entry: int) -> QuerySet[GameSide]:
    return _open_sides().filter(entry=entry)


def _cards(actions: dict[int, list[NextAction]], mine: list[Entry]) -> None:
    """Flips an opponent made at the table, which one has seen and countersigns."""
    theirs = countersigned.unsettled(decision__aftermath__side__game=OuterRef("game")).filter(
        state=Countersign.State.WAITING
    )
    theirs = theirs.exclude(decision__aftermath__side=OuterRef("pk"))
    sides = GameSide.objects.filter(Exists(theirs), entry__in=mine).select_related("game__week__campaign")
    for side in sides:
        sentence = f"Countersign the cards of table {side.game.table}, week {side.game.week.number}"
        actions[side.entry_id].append(_table(side.game, sentence, "aftermath_entered"))


# In the order in which they are read: a part depends on what was read before it, so what acts change most
# often comes last.
PARTS: dict[str, Callable[[dict[int, list[NextAction]], list[Entry]], None]] = {
    "restarts": _restarts,
    "hires": _hires,
    "offers": _offers,
    "cards": _cards,
    "games": _games,
}
SHOWN = ("restarts", "hires", "games", "cards", "offers")


# Where no name is said, none is read.
NAMELESS = frozenset(
    {GameStep.AFTERMATH, GameStep.CARD_AWAITED, GameStep.EARLIER_AFTERMATH, GameStep.RULING_AWAITED}
)


def _step(side: GameSide) -> GameStep:
    reports = side.game.reports.all() if side.game.state == Game.State.REPORTED else ()
    report = next((each for each in reports if each.state == Report.State.PROPOSED), None)
    return next_step(side, report, getattr(side, "aftermath", None))


def _game(side: GameSide, step: GameStep) -> NextAction:
    """The next action in one game, in the words of the lists."""
    game = side.game
    if step is GameStep.AFTERMATH:
        aftermath = side.aftermath
        aftermath.side = side
        what = "your Aftermath" if game.state == Game.State.AFTERMATH else "the flips a ruling owes you"
        return _table(game, f"Continue {what}", "aftermath", due=due_at(aftermath))
    others = () if step in NAMELESS else game.sides.all()
    other = next((each.entry.label for each in others if each.pk != side.pk), "")
    sentence, page, waiting = {
        GameStep.HIRE: (f"Hire your Crew against {other}", "crew", False),
        GameStep.CREW_AWAITED: (f"Your Crew is in; {other} is still hiring", "game", True),
        GameStep.PLAY: (f"Play {other}, then report the result", "report", False),
        GameStep.CONFIRM: (f"Confirm what {other} reported", "game", False),
        GameStep.CONFIRMATION_AWAITED: (f"{other} has to confirm your report", "game", True),
        GameStep.RULING_AWAITED: ("An organiser has to rule on your game", "game", True),
        GameStep.CARD_AWAITED: ("Your card is being flipped", "aftermath", True),
        GameStep.EARLIER_AFTERMATH: ("Finish your other Aftermath first", "aftermath", True),
        GameStep.AFTERMATH_AWAITED: (f"{other} is still in the Aftermath", "game", True),
    }[step]
    return _table(game, sentence, page, waiting=waiting)


def _nothing(entry: Entry) -> NextAction:
    campaign = entry.campaign
    if campaign.state != Campaign.State.RUNNING:
        return _action(campaign, "Your Arsenal is ready; the campaign begins soon", "league", waiting=True)
    return _action(campaign, "Your part of this week is done", "league", waiting=True)


def _action(
    campaign: Campaign, sentence: str, name: str, *, due: dt.datetime | None = None, waiting: bool = False
) -> NextAction:
    url = reverse(f"campaigns:{name}", args=[campaign.slug])
    return NextAction(campaign.name, campaign.slug, sentence, url, due, waiting)


def _table(
    game: Game, sentence: str, name: str, *, due: dt.datetime | None = None, waiting: bool = False
) -> NextAction:
    week = game.week
    url = reverse(f"campaigns:{name}", args=[week.campaign.slug, week.number, game.table])
    return NextAction(
        week.campaign.name, week.campaign.slug, sentence, url, due or week.games_close_at, waiting
    )


def waited_for(campaign: Campaign, week: Week | None) -> list[str]:
    """A sentence with the names of the players for whom the league waits."""
    return waited_for_in([(campaign, week)])[campaign.pk]


def waited_for_in(leagues: list[tuple[Campaign, Week | None]]) -> dict[int, list[str]]:
    """The same for each of ``leagues`` with its week, by the league's id; a few queries for all of them."""
    sentences: dict[int, list[str]] = {campaign.pk: [] for campaign, _ in leagues}
    gathering = [campaign.pk for campaign, _ in leagues if campaign.state in Campaign.BEFORE_FIRST_WEEK]
    weeks = [week for campaign, week in leagues if campaign.pk not in gathering and week is not None]
    if gathering:
        building = Entry.objects.filter(campaign__in=gathering, state=Entry.State.BUILDING)
        for entry in building.select_related("user"):
            sentences[entry.campaign_id].append(f"{entry.label} is building an Arsenal")
    of_league = {week.pk: sentences[week.campaign_id] for week in weeks}
    if hiring := [week.pk for week in weeks if week.state == Week.State.NEW_HIRES]:
        parts = WeekEntry.objects.filter(
            week__in=hiring, hires_locked_at=None, entry__state=Entry.State.ACTIVE
        )
        for part in parts.select_related("entry__user"):
            of_league[part.week_id].append(f"{part.entry.label} is hiring")
    for week in weeks:
        if week.state == Week.State.EVENT:
            of_league[week.pk].append("An organiser has to record who won the contest of the Weekly Event")
    if playing := [week for week in weeks if week.state == Week.State.GAMES_OPEN]:
        _games_waited_for(of_league, playing)
    return sentences


def _games_waited_for(of_league: dict[int, list[str]], weeks: list[Week]) -> None:
    games = Game.objects.filter(week__in=[week.pk for week in weeks], state__in=Game.OPEN_STATES)
    for game in games.defer("reveal").prefetch_related(GameSide.with_players("sides", aftermaths=True)):
        sentences = of_league[game.week_id]
        sides: list[Any] = list(game.sides.all())
        if game.state == Game.State.SCHEDULED:
            late = (side.entry.label for side in sides if side.crew_submitted_at is None)
            sentences += [f"{label} has to hand in a Crew" for label in late]
        elif game.state == Game.State.PLAYING:
            both = " and ".join(s.entry.label for s in sides)
            sentences.append(f"{both} have to report the result")
        elif game.state == Game.State.REPORTED:
            sentences.append(f"The opponent has to confirm the report of table {game.table}")
        elif game.state == Game.State.DISPUTED:
            sentences.append(f"An organiser has to rule on table {game.table}")
        else:
            sentences += [
                f"{s.entry.label} is in the Aftermath"
                for s in sides
                if s.aftermath_state not in (None, Aftermath.State.LOCKED)
            ]
    for week, held in countersigned.held_open_in(weeks).items():
        of_league[week] += held


OPEN = [state for state in Week.State if state != Week.State.CLOSED]


class _Stand(Struct, frozen=True):
    """What the organiser's next step in a league depends on besides the hour."""

    week: WeekSnapshot | None
    waited_for: tuple[str, ...]
    entrants: int
    disputed: int


def organised(user: Person) -> list[NextAction]:
    """The organiser's next step in each live league that ``user`` organises, what they can do now first. One
    query, a few more for all leagues in which something was done since."""
    leagues = _organising(user.pk)
    stands: dict[int, _Stand | None] = {league.pk: lookup(league, "organised") for league in leagues}
    if fresh := [league for league in leagues if stands[league.pk] is None]:
        for league, counted in _stands(fresh):
            stands[league.pk] = store(league, "organised", counted)
    now = timezone.now()
    actions = [
        _organiser_action(league, stand, now)
        for league in leagues
        if (stand := stands[league.pk]) is not None
    ]
    return sorted(actions, key=lambda action: action.waiting)


def _organiser_action(league: Campaign, stand: _Stand, now: dt.datetime) -> NextAction:
    """``organiser_step`` in the words of the lists."""
    step = organiser_step(
        league,
        stand.week,
        stand.waited_for,
        entrants=stand.entrants,
        disputed=stand.disputed,
        now=now,
    )
    if step is None:
        url = reverse("campaigns:organise", args=[league.slug])
        return NextAction(league.name, league.slug, "The league needs nothing from you", url, waiting=True)
    return NextAction(league.name, league.slug, step.sentence, step.url, waiting=not step.due)


def _stands(leagues: list[Campaign]) -> list[tuple[Campaign, _Stand]]:
    counted = {row.pk: row for row in _counted(leagues)}
    by_pk = {league.pk: league for league in leagues}
    running = [league.pk for league in leagues if league.state == Campaign.State.RUNNING]
    weeks: dict[int, Week] = {}
    if running:
        for week in Week.objects.filter(campaign__in=running, state__in=OPEN).order_by("number"):
            week.campaign = by_pk[week.campaign_id]
            weeks[week.campaign_id] = week
    # Before registration is closed nobody is waited for.
    asked = [(each, weeks.get(each.pk)) for each in leagues if each.state != Campaign.State.REGISTRATION]
    waiting = waited_for_in(asked) if asked else {}
    return [
        (
            league,
            _Stand(
                week_snapshot(weeks[league.pk]) if league.pk in weeks else None,
                tuple(waiting.get(league.pk, ())),
                counted[league.pk].entrants,
                counted[league.pk].disputed,
            ),
        )
        for league in leagues
    ]


def _counted(leagues: list[Campaign]) -> QuerySet[Any]:
    """``leagues`` with their ``entrants`` and the ``disputed`` games of their open weeks. One query."""
    rows: Any = Campaign.objects.filter(pk__in=[league.pk for league in leagues])
    counted: QuerySet[Any] = rows.annotate(
        now=FilteredRelation("weeks", condition=Q(weeks__state__in=OPEN)),
        entrants=Count("entries", filter=~Q(entries__state=Entry.State.RETIRED), distinct=True),
        disputed=Count("now__games", filter=Q(now__games__state=Game.State.DISPUTED), distinct=True),
    )
    return counted
