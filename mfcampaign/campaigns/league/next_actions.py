"""A person's next action in every league that they play or organise, and who else is waited for.

The same sentences are those of reminders: in the inbox, in e-mail text, in calendars.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from django.db.models import Count, FilteredRelation, Q
from django.urls import reverse
from django.utils import timezone
from msgspec import Struct

from mfcampaign.accounts.persons import Person
from mfcampaign.campaigns.aftermath import countersign_queries as countersigned
from mfcampaign.campaigns.built_leaders import BuiltLeaders, built_leaders
from mfcampaign.campaigns.game.next_step import (
    GameStep,
    OpenGame,
    beside_the_encounter,
    due_of,
    has_step,
    next_step,
    open_games,
)
from mfcampaign.campaigns.game.queries import origin_key
from mfcampaign.campaigns.league.organiser_step import organiser_step
from mfcampaign.campaigns.models import (
    Aftermath,
    Campaign,
    Entry,
    Game,
    GameProposal,
    GameSide,
    Restart,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.restart.queries import UNFINISHED, owed_by, unfinished
from mfcampaign.campaigns.snapshots import week_snapshot
from mfcampaign.campaigns.week.queries import parts_of, sides_of
from mfcampaign.play.origins import Encounter, under_way_or_over
from rules.wording import listed


class NextAction(Struct, frozen=True):
    """One thing to do: ``sentence`` for a button or link to ``url``; ``waiting`` when it is not yours.
    ``zone`` is the league's, for readers who chose none; ``word`` is on an organiser's button."""

    league: str
    slug: str
    sentence: str
    url: str
    due: dt.datetime | None = None
    waiting: bool = False
    zone: str = ""
    word: str = ""


LIVE = (Campaign.State.REGISTRATION, Campaign.State.ARSENAL_BUILD, Campaign.State.RUNNING)


def next_actions(user: Person, campaign: Campaign | None = None) -> list[NextAction]:
    """What ``user`` should do next in each league they play, the most pressing first. Six queries."""
    mine = Entry.objects.filter(user=user, campaign__state__in=LIVE).exclude(state=Entry.State.RETIRED)
    if campaign is not None:
        mine = mine.filter(campaign=campaign)
    actions = of_entries(list(mine.select_related("campaign")))
    return in_order(action for _, theirs in actions for action in theirs)


def in_order(actions: Iterable[NextAction]) -> list[NextAction]:
    """What can be done now first, then by its deadline."""
    far = dt.datetime.max.replace(tzinfo=dt.UTC)
    return sorted(actions, key=lambda action: (action.waiting, action.due or far))


def plays(entry: Entry) -> bool:
    """Whether anything is asked of an entry: nothing once the player or the league is done."""
    return entry.state != Entry.State.RETIRED and entry.campaign.state in LIVE


class Hiring(Struct, frozen=True):
    """A player's part in a week of hires; ``done`` once they locked it."""

    entry: int
    week: int
    due: dt.datetime
    done: bool


def hiring(week: Week, parts: Iterable[WeekEntry]) -> Iterator[Hiring]:
    if week.state == Week.State.NEW_HIRES:
        for part in parts:
            done = part.hires_locked_at is not None
            yield Hiring(part.entry_id, week.number, week.hires_close_at, done)


def of_entries(entries: list[Entry]) -> list[tuple[Entry, tuple[NextAction, ...]]]:
    """What each of ``entries`` should do next, joined to their users and leagues: one thing at least. Five
    queries, whatever their number."""
    if not entries:
        return []
    parts = WeekEntry.objects.filter(entry__in=entries, week__state=Week.State.NEW_HIRES)
    hires = [each for part in parts.select_related("week") for each in hiring(part.week, [part])]
    return with_games(entries, open_games(entries), hires)


def with_games(
    entries: list[Entry], games: list[OpenGame], hires: Iterable[Hiring]
) -> list[tuple[Entry, tuple[NextAction, ...]]]:
    """As ``of_entries``, of open games and parts in weeks of hires that were read before. Two queries, three
    while a game is played, and one or two where Leaders are built."""
    by_pk = {entry.pk: entry for entry in entries}
    actions = {entry.pk: [*_builds(entry)] for entry in entries}
    asked = (_restarts(by_pk), _hires(by_pk, hires), _games(games), _offers(by_pk), _traitors(by_pk))
    for pk, action in chain(*asked):
        actions[pk].append(action)
    return [(entry, tuple(actions[entry.pk]) or (_nothing(entry),)) for entry in entries]


def _builds(entry: Entry) -> Iterator[NextAction]:
    """What an Arsenal that is not ready asks for."""
    if entry.state == Entry.State.BUILDING:
        late = entry.campaign.state == Campaign.State.RUNNING
        what = "Build your new Arsenal" if late else "Build your starting Arsenal"
        yield _action(entry.campaign, what, "arsenal_start")
    elif entry.state == Entry.State.INACTIVE and entry.campaign.state == Campaign.State.RUNNING:
        yield _action(entry.campaign, "Build an Arsenal to join", "restart")


OwnedActions = Iterator[tuple[int, NextAction]]
"""Actions, each with the id of the entry whose it is."""


def _restarts(mine: dict[int, Entry]) -> OwnedActions:
    """Barter flips of a new Arsenal, before anything else of the week. One query, and two for each league
    with some."""
    by_league: dict[Campaign, list[Restart]] = defaultdict(list)
    for restart in Restart.objects.filter(entry__in=mine, state__in=UNFINISHED):
        by_league[mine[restart.entry_id].campaign].append(restart)
    for campaign, restarts in by_league.items():
        owed = owed_by(campaign, restarts)
        for restart in restarts:
            waiting = restart.state == Restart.State.FLIPPING and restart.waiting_for == "fate"
            flips = owed[restart.entry_id]
            what = f"Make the Barter flips of your new Arsenal, or sit out week {flips.week}"
            what = "Your card is being flipped" if waiting else what
            yield restart.entry_id, _action(campaign, what, "restart", due=flips.due, waiting=waiting)


def _hires(mine: dict[int, Entry], hires: Iterable[Hiring]) -> OwnedActions:
    done = "Your hires are done; the others are still hiring"
    for part in hires:
        entry = mine[part.entry]
        if entry.state == Entry.State.ACTIVE:
            what = done if part.done else f"Hire for week {part.week}"
            yield entry.pk, _action(entry.campaign, what, "hires", due=part.due, waiting=part.done)


def _games(games: list[OpenGame]) -> OwnedActions:
    """The next step in each game, then flips that an opponent made at the table, which one has seen and
    countersigns."""
    playing = [side.game for side, _ in games if side.game.state == Game.State.PLAYING]
    here = under_way_or_over([origin_key(game) for game in playing])
    for side, other in games:
        if has_step(side):
            yield side.entry_id, _game(side, other, here)
    for side, _ in games:
        if side.countersigns:
            sentence = f"Countersign the cards of table {side.game.table}, week {side.game.week.number}"
            yield side.entry_id, _table(side.game, sentence, "aftermath_entered")


def _offers(mine: dict[int, Entry]) -> OwnedActions:
    """Additional games that somebody offers."""
    offers = GameProposal.objects.filter(to__in=mine, state=GameProposal.State.OPEN)
    for offer in offers.select_related("by__user", "week"):
        what = f"Answer {offer.by.label}, who offers an additional game"
        campaign = mine[offer.to_id].campaign
        yield offer.to_id, _action(campaign, what, "additional", due=offer.week.games_close_at)


def _traitors(mine: dict[int, Entry]) -> OwnedActions:
    """Models of opponents that changed sides. Two queries a campaign where Leaders are built, else none."""
    built: dict[BuiltLeaders, list[int]] = defaultdict(list)
    for pk, entry in mine.items():
        if (leaders := built_leaders(entry.campaign)) is not None:
            built[leaders].append(pk)
    for leaders, entries in built.items():
        for pk, names in leaders.offered(entries).items():
            league = mine[pk].campaign
            url = reverse("campaigns:leader_card", args=[league.slug, pk])
            what = f"Take {listed(names, 'or')}, who changed sides, or refuse"
            yield pk, NextAction(league.name, league.slug, what, url, zone=league.timezone)


def _aftermath(side: GameSide) -> Aftermath | None:
    return getattr(side, "aftermath", None)


def _game(side: Any, other: GameSide, here: Mapping[str, Any]) -> NextAction:
    """The next action in one game, in the words of the lists; ``here`` are the Encounters of games."""
    game, row = side.game, here.get(origin_key(side.game))
    step = next_step(side, side.reported_by, _aftermath(side))
    step = beside_the_encounter(step, row.over if row is not None else None)
    aftermath = _aftermath(side)
    if aftermath is not None:
        aftermath.side = side
    due = due_of(step, game, side.answer_due, aftermath)
    if step is GameStep.AFTERMATH:
        what = "your Aftermath" if game.state == Game.State.AFTERMATH else "the flips a ruling owes you"
        return _table(game, f"Continue {what}", "aftermath", due=due)
    name = other.entry.label
    if step is GameStep.JOIN and row is not None:
        sentence = f"Continue your game against {name}"
        if row.mode == Encounter.Mode.RECORD:
            own = row.begun_by == side.entry.user_id
            sentence = f"{'Continue' if own else 'Join'} the record of your game against {name}"
        return _table(game, sentence, row.get_absolute_url())
    sentence, page, waiting = {
        GameStep.HIRE: (f"Hire your Crew against {name}", "crew", False),
        GameStep.CREW_AWAITED: (f"Your Crew is in; {name} is still hiring", "game", True),
        GameStep.PLAY: (f"Play {name}, then report the result", "report", False),
        GameStep.REPORT: (f"Report your game against {name}", "report", False),
        GameStep.CONFIRM: (f"Confirm what {name} reported", "game", False),
        GameStep.CONFIRMATION_AWAITED: (f"{name} has to confirm your report", "game", True),
        GameStep.RULING_AWAITED: ("An organiser has to rule on your game", "game", True),
        GameStep.CARD_AWAITED: ("Your card is being flipped", "aftermath", True),
        GameStep.EARLIER_AFTERMATH: ("Finish your other Aftermath first", "aftermath", True),
        GameStep.AFTERMATH_AWAITED: (f"{name} is still in the Aftermath", "game", True),
    }[step]
    return _table(game, sentence, page, due=due, waiting=waiting)


def _nothing(entry: Entry) -> NextAction:
    campaign = entry.campaign
    if campaign.state != Campaign.State.RUNNING:
        return _action(campaign, "Your Arsenal is ready; the campaign begins soon", "league", waiting=True)
    return _action(campaign, "Your part of this week is done", "league", waiting=True)


def _action(
    campaign: Campaign, sentence: str, name: str, *, due: dt.datetime | None = None, waiting: bool = False
) -> NextAction:
    url = reverse(f"campaigns:{name}", args=[campaign.slug])
    return NextAction(campaign.name, campaign.slug, sentence, url, due, waiting, campaign.timezone)


def _table(
    game: Game, sentence: str, name: str, *, due: dt.datetime | None = None, waiting: bool = False
) -> NextAction:
    """``name`` is a page of the table, or an address elsewhere."""
    week = game.week
    at = [week.campaign.slug, week.number, game.table]
    url = name if name.startswith("/") else reverse(f"campaigns:{name}", args=at)
    league = week.campaign
    due = due or week.games_close_at
    return NextAction(league.name, league.slug, sentence, url, due, waiting, league.timezone)


def waited_for_before(campaign: Campaign) -> list[str]:
    """A sentence for each player for whom the league waits before its first week. One query."""
    gathering = campaign.state in Campaign.BEFORE_FIRST_WEEK
    return _building([campaign])[campaign.pk] if gathering else []


def waited_for(week: Week, sides: Sequence[Any], parts: Iterable[WeekEntry]) -> list[str]:
    """The same in ``week``, of its ``sides_of`` and ``parts_of``."""
    if week.state == Week.State.NEW_HIRES:
        hiring = list(parts)
        flipping = unfinished(week.campaign) if any(part.new_arsenal for part in hiring) else set()
        return [
            f"{part.entry.label} has Barter flips to make"
            if part.entry_id in flipping
            else f"{part.entry.label} is hiring"
            for part in hiring
            if part.hires_locked_at is None and part.entry.state == Entry.State.ACTIVE
        ]
    if week.state == Week.State.EVENT:
        return ["An organiser has to record who won the contest of the Weekly Event"]
    if week.state != Week.State.GAMES_OPEN:
        return []
    games: dict[int, list[Any]] = {}
    for side in sides:
        games.setdefault(side.game_id, []).append(side)
    return [
        *(sentence for both in games.values() for sentence in _game_waited_for(both)),
        *countersigned.held_at(sides),
    ]


def _building(leagues: Sequence[Campaign]) -> dict[int, list[str]]:
    sentences: dict[int, list[str]] = {campaign.pk: [] for campaign in leagues}
    if leagues:
        building = Entry.objects.filter(campaign__in=leagues, state=Entry.State.BUILDING)
        for entry in building.select_related("user"):
            sentences[entry.campaign_id].append(f"{entry.label} is building an Arsenal")
    return sentences


def _game_waited_for(sides: Sequence[Any]) -> list[str]:
    game = sides[0].game
    if game.state not in Game.OPEN_STATES:
        return []
    if game.state == Game.State.SCHEDULED:
        late = (side.entry.label for side in sides if side.crew_submitted_at is None)
        return [f"{label} has to hand in a Crew" for label in late]
    if game.state == Game.State.PLAYING:
        both = " and ".join(side.entry.label for side in sides)
        return [f"{both} have to report the result"]
    if game.state == Game.State.REPORTED:
        return [f"The opponent has to confirm the report of table {game.table}"]
    if game.state == Game.State.DISPUTED:
        return [f"An organiser has to rule on table {game.table}"]
    return [
        f"{side.entry.label} is in the Aftermath"
        for side in sides
        if side.aftermath_state not in (None, Aftermath.State.LOCKED)
    ]


OPEN = [state for state in Week.State if state != Week.State.CLOSED]


def organised(user: Person) -> list[NextAction]:
    """The organiser's next step in each live league that ``user`` organises, what they can do now first;
    practice waits for nobody. At most five queries."""
    leagues: Any = (
        Campaign.objects.filter(organisers__user=user, state__in=LIVE, sandbox_of=None)
        .annotate(
            now=FilteredRelation("weeks", condition=Q(weeks__state__in=OPEN)),
            entrants=Count("entries", filter=~Q(entries__state=Entry.State.RETIRED), distinct=True),
            disputed=Count("now__games", filter=Q(now__games__state=Game.State.DISPUTED), distinct=True),
        )
        .order_by("-pk")
    )
    by_pk = {league.pk: league for league in leagues}
    weeks = {week.campaign_id: week for week in _open_weeks(by_pk)}
    # Before registration is closed nobody is waited for.
    building = _building([row for row in leagues if row.state == Campaign.State.ARSENAL_BUILD])
    playing = [week for week in weeks.values() if week.state == Week.State.GAMES_OPEN]
    hiring = [week for week in weeks.values() if week.state == Week.State.NEW_HIRES]
    sides, parts = sides_of(playing), parts_of(hiring)
    actions = []
    for league in leagues:
        week = weeks.get(league.pk)
        waiting = building.get(league.pk, [])
        if week is not None:
            of_week = [side for side in sides if side.game.week_id == week.pk]
            waiting = waited_for(week, of_week, [part for part in parts if part.week_id == week.pk])
        actions.append(_organiser_action(league, week, waiting))
    return sorted(actions, key=lambda action: action.waiting)


def _open_weeks(leagues: dict[int, Campaign]) -> Iterator[Week]:
    running = [pk for pk, league in leagues.items() if league.state == Campaign.State.RUNNING]
    rows = Week.objects.filter(campaign__in=running, state__in=OPEN).order_by("number") if running else ()
    for week in rows:
        week.campaign = leagues[week.campaign_id]
        yield week


def _organiser_action(league: Any, week: Week | None, waiting: list[str]) -> NextAction:
    """``organiser_step`` in the words of the lists."""
    step = organiser_step(
        league,
        week_snapshot(week) if week is not None else None,
        tuple(waiting),
        entrants=league.entrants,
        disputed=league.disputed,
        now=timezone.now(),
    )
    if step is None:
        url = reverse("campaigns:organise", args=[league.slug])
        return NextAction(league.name, league.slug, "The league needs nothing from you", url, waiting=True)
    return NextAction(league.name, league.slug, step.sentence, step.url, waiting=not step.due, word=step.word)
