"""The record of a league, read once: games, results, casualties, Scrip, Skills and Injuries.

All pages of the past (charts, biographies, meetings, awards, the archive) are computed from it. Only games
with a result are in it, so it holds nothing hidden.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django.db.models import F, FilteredRelation, Q, Sum
from msgspec import Struct

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import (
    ArsenalModel,
    ArsenalUpgrade,
    Campaign,
    Entry,
    Game,
    GameSide,
    LedgerEntry,
    Report,
    Week,
)
from mfcampaign.campaigns.pairing.values import instead_of_game
from mfcampaign.web.cache import cached
from rules.game.results.result import Casualty

RULING = "league.ruling"
"""The kind of act by which a ruling moves Scrip."""


class Person(Struct, frozen=True):
    """A player as the pages name them."""

    entry: int
    label: str
    faction: str
    state: str


class SeasonSide(Struct, frozen=True):
    """One side of a game. ``label`` names who played it, whoever plays on since; ``crew`` are ids of models;
    ``rating`` the Campaign Rating of that Crew."""

    entry: int
    label: str
    vp: int
    rating: int
    crew: tuple[int, ...]
    casualties: tuple[Casualty, ...]


class SeasonGame(Struct, frozen=True):
    """A game with a result; ``winner`` is a seat, ``None`` for a draw."""

    week: int
    table: int
    sides: tuple[SeasonSide, SeasonSide]
    winner: int | None
    additional: bool
    strategy: str = ""

    def seat_of(self, entry: int) -> int | None:
        return next((seat for seat, side in enumerate(self.sides) if side.entry == entry), None)

    def won_by(self, seat: int) -> bool | None:
        return None if self.winner is None else self.winner == seat


class Life(Struct, frozen=True):
    """A model from hire to end. ``gone`` is the week of its end, by whatever way; ``why`` says which."""

    model: int
    entry: int
    roster: int
    name: str
    nickname: str
    station: str
    leader: bool
    cost: int
    surcharge: int
    since: int
    gone: int | None
    why: str
    annihilated: bool

    @property
    def label(self) -> str:
        return self.nickname or self.name

    def there(self, week: int) -> bool:
        """Whether it was in the Arsenal at the end of ``week``. Week 1 hires nobody: who is there then
        was there at the start (0)."""
        return self.since <= max(week, 1) and (self.gone is None or self.gone > week)


class Gain(Struct, frozen=True):
    """An Upgrade, Skill or Injury of an Arsenal, while it was there."""

    entry: int
    roster: int
    kind: str
    name: str
    effect: str
    bearer: int | None
    since: int
    how: str
    gone: int | None

    def there(self, week: int) -> bool:
        return self.since <= week and (self.gone is None or self.gone > week)


class WeekPlayed(Struct, frozen=True):
    """A week: its scenario's Strategy and its event by name, empty without."""

    number: int
    closed: bool
    strategy: str
    event: str


class Missed(Struct, frozen=True):
    """A table that was paired and forfeited: no game, and in no figure. ``instead`` says who stayed away."""

    week: int
    table: int
    instead: str


class Record(Struct, frozen=True):
    """All of it. ``earned`` and ``moved`` are Scrip by entry and week, ``ruled`` what rulings gave and took;
    ``weeks`` the highest number, ``by_week`` each of them in order."""

    people: Mapping[int, Person]
    games: tuple[SeasonGame, ...]
    lives: Mapping[int, Life]
    gains: tuple[Gain, ...]
    moved: Mapping[int, Mapping[int, int]]
    earned: Mapping[int, int]
    byes: Mapping[int, tuple[int, ...]]
    missed: Mapping[int, tuple[Missed, ...]]
    weeks: int
    by_week: tuple[WeekPlayed, ...]
    ruled: Mapping[int, int] = MappingProxyType({})

    def games_of(self, entry: int) -> list[tuple[SeasonGame, int]]:
        """A player's games with their seat, in order."""
        seats = ((game, game.seat_of(entry)) for game in self.games)
        return [(game, seat) for game, seat in seats if seat is not None]

    def lives_of(self, entry: int) -> list[Life]:
        return [life for life in self.lives.values() if life.entry == entry]


def record(campaign: Campaign, entries: Collection[Entry] | None = None) -> Record:
    """The record of the league up to now. Seven queries the first time, six where the caller has the
    ``entries`` that have built, none until the next act."""
    return cached(campaign, "record", lambda: _read(campaign, entries))


def _read(campaign: Campaign, entries: Collection[Entry] | None) -> Record:
    models = list(ArsenalModel.objects.filter(entry__campaign=campaign).order_by("pk"))
    if entries is None:
        entries = list(campaign.entries.exclude(Entry.BUILDS_FIRST).select_related("user").order_by("pk"))
    weeks: dict[int, WeekPlayed] = {}
    byes: dict[int, list[int]] = defaultdict(list)
    with_byes = campaign.weeks.annotate(out=FilteredRelation("parts", condition=Q(parts__bye=True)))
    for row in with_byes.annotate(idle=F("out__entry")).order_by("number"):
        weeks[row.number] = _week(row)
        if row.idle is not None:
            byes[row.idle].append(row.number)
    sides = list(
        GameSide.objects.filter(
            game__week__campaign=campaign, game__state__in=[*Game.WITH_RESULT, Game.State.FORFEITED]
        )
        .select_related("game__week", "entry__user")
        .order_by("game__week__number", "game__table", "seat")
    )
    ends = _roster_ends(entries, models)
    moved, earned, ruled = _scrip(campaign)
    return Record(
        people=MappingProxyType({e.pk: Person(e.pk, e.label, e.faction, e.state) for e in entries}),
        games=_games(campaign, [side for side in sides if side.game.state in Game.WITH_RESULT]),
        lives=MappingProxyType({row.pk: _life(row, ends) for row in models}),
        gains=tuple(_gain(row, ends) for row in _upgrades(campaign)),
        moved=MappingProxyType({entry: MappingProxyType(weeks) for entry, weeks in moved.items()}),
        earned=MappingProxyType(earned),
        byes=MappingProxyType({entry: tuple(numbers) for entry, numbers in byes.items()}),
        missed=MappingProxyType(_missed(side for side in sides if side.game.state not in Game.WITH_RESULT)),
        weeks=max(weeks, default=0),
        by_week=tuple(weeks.values()),
        ruled=MappingProxyType(ruled),
    )


def _week(row: Week) -> WeekPlayed:
    event = row.event["event"]["name"] if row.event else ""
    return WeekPlayed(row.number, row.state == Week.State.CLOSED, row.scenario.get("strategy", ""), event)


def _games(campaign: Campaign, rows: Iterable[GameSide]) -> tuple[SeasonGame, ...]:
    reports = Report.objects.filter(
        game__week__campaign=campaign, state__in=[Report.State.CONFIRMED, Report.State.RULED]
    ).order_by("number")
    results = {report.game_id: loading.result(report) for report in reports}
    pairs: dict[int, list[GameSide]] = defaultdict(list)
    for row in rows:
        pairs[row.game_id].append(row)
    games = []
    for pk, (first, second) in pairs.items():
        game, result = first.game, results.get(pk)
        sides = [
            _side(row, game, result.seats[row.seat].casualties if result else ()) for row in (first, second)
        ]
        games.append(
            SeasonGame(
                week=game.week.number,
                table=game.table,
                sides=(sides[0], sides[1]),
                winner=game.outcome["winner"],
                additional=game.additional,
                strategy=game.scenario.get("strategy", ""),
            )
        )
    return tuple(games)


def _missed(rows: Iterable[GameSide]) -> dict[int, tuple[Missed, ...]]:
    tables: dict[int, list[GameSide]] = defaultdict(list)
    for row in rows:
        tables[row.game_id].append(row)
    by_entry: dict[int, list[Missed]] = defaultdict(list)
    for sides in tables.values():
        game = sides[0].game
        instead = instead_of_game(game.outcome, {side.seat: side.label for side in sides})
        for side in sides:
            by_entry[side.entry_id].append(Missed(game.week.number, game.table, instead))
    return {entry: tuple(missed) for entry, missed in by_entry.items()}


def _side(row: GameSide, game: Any, casualties: tuple[Casualty, ...]) -> SeasonSide:
    seats = game.reveal.get("seats")
    return SeasonSide(
        entry=row.entry_id,
        label=row.label,
        vp=game.outcome["vp"][row.seat],
        rating=seats[row.seat]["rating"]["amount"] if seats else 0,
        crew=tuple(sorted(loading.hired_ids(row))),
        casualties=casualties,
    )


def _roster_ends(entries: Collection[Entry], models: list[ArsenalModel]) -> dict[tuple[int, int], int]:
    """In which week a roster was given up for the next, by entry and number (SL-ANEW-02)."""
    begun: dict[tuple[int, int], int] = {}
    for model in models:
        key = (model.entry_id, model.roster)
        begun[key] = min(model.hired_week, begun.get(key, model.hired_week))
    return {(entry, number - 1): week for (entry, number), week in begun.items() if number > 1}


def _life(row: ArsenalModel, ends: dict[tuple[int, int], int]) -> Life:
    gone, why = row.annihilated_week, row.annihilated_why
    if gone is None and (end := ends.get((row.entry_id, row.roster))) is not None:
        gone, why = end, "Left behind when its Arsenal was given up for a new one."
    return Life(
        model=row.pk,
        entry=row.entry_id,
        roster=row.roster,
        name=row.name,
        nickname=row.nickname,
        station=row.station,
        leader=row.is_leader,
        cost=row.cost,
        surcharge=row.surcharge,
        since=row.hired_week,
        gone=gone,
        why=why,
        annihilated=row.annihilated_week is not None,
    )


def _upgrades(campaign: Campaign) -> list[ArsenalUpgrade]:
    return list(ArsenalUpgrade.objects.filter(entry__campaign=campaign).order_by("gained_week", "pk"))


def _gain(row: ArsenalUpgrade, ends: dict[tuple[int, int], int]) -> Gain:
    gone = row.annihilated_week
    if gone is None:
        gone = ends.get((row.entry_id, row.roster))
    return Gain(
        entry=row.entry_id,
        roster=row.roster,
        kind=row.kind,
        name=row.name,
        effect=row.effect,
        bearer=row.bearer_id,
        since=row.gained_week,
        how=row.gained_how,
        gone=gone,
    )


def _scrip(campaign: Campaign) -> tuple[dict[int, dict[int, int]], dict[int, int], dict[int, int]]:
    """Scrip moved in each purse by week (what belongs to no week counts at the start), all earned, and what
    rulings moved."""
    lines = (
        LedgerEntry.objects.filter(account__campaign=campaign, account__entry__isnull=False)
        .order_by()
        .values_list("account__entry", "transfer__week", "transfer__reason", "transfer__act__kind")
        .annotate(moved=Sum("delta"))
    )
    moved: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    earned: dict[int, int] = defaultdict(int)
    ruled: dict[int, int] = defaultdict(int)
    for entry, week, reason, kind, amount in lines:
        moved[entry][week or 0] += amount
        if reason in ("payday", "event", "bye"):
            earned[entry] += amount
        if kind == RULING:
            ruled[entry] += amount
    return {entry: dict(weeks) for entry, weeks in moved.items()}, dict(earned), dict(ruled)
