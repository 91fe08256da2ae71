"""The page of one week: its games, byes, scenario, Weekly Event, and the proof of its flips."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

import msgspec
from django.db.models import Exists, F, OuterRef
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.league.queries import SealedWeek, sealed
from mfcampaign.campaigns.models import Campaign, Countersign, Game, GameSide, Restart, Week, WeekEntry
from mfcampaign.campaigns.pairing.values import current_week
from mfcampaign.campaigns.snapshots import (
    EntrySnapshot,
    GameSnapshot,
    WeekSnapshot,
    entry_snapshot,
    game_snapshot,
    week_snapshot,
)
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week.calendar import Calendar
from mfcampaign.campaigns.week.scenario import origin_of, scenario_of
from mfcampaign.setups import queries as encounters
from rules.campaign.charts.rows import ScripAward, WeeklyEvent
from rules.campaign.payday import bye_in_words
from rules.campaign.weekly_events import EventFlip, EventGain
from rules.fate.cards import Card
from rules.game.setup.scenario import Scenario
from rules.refusal import Refusal


def week_under_way(campaign: Campaign) -> Week:
    """The present week of a league that runs; ``Refusal`` without one."""
    week = current_week(campaign)
    if week is None:
        raise Refusal("No week has begun yet.", fix="Start the campaign first.")
    if campaign.state != Campaign.State.RUNNING:
        raise Refusal("This league has ended; its weeks stay as they are.")
    return week


class WeekTableSide(Struct, frozen=True):
    """One side of a table: ``vp`` and ``won`` once there is a result (``won`` is ``None`` for a draw)."""

    entry: EntrySnapshot
    label: str
    mine: bool = False
    vp: int | None = None
    won: bool | None = None
    forfeited: bool = False


class WeekTable(Struct, frozen=True):
    """One game of the week, and why these two meet."""

    game: GameSnapshot
    sides: tuple[WeekTableSide, ...]
    why: str

    @property
    def mine(self) -> bool:
        return any(side.mine for side in self.sides)


class Idle(Struct, frozen=True):
    """A player without a game this week, and why."""

    entry: EntrySnapshot
    why: str
    bye: bool


def sides_of(weeks: Sequence[Week]) -> list[Any]:
    """The sides of all games of ``weeks`` by table and seat, without Crews, with who plays them, the state of
    their Aftermath and whether cards that they entered wait or are objected to (``cards_waiting``,
    ``cards_objected``). One query."""
    if not weeks:
        return []
    entered = Countersign.objects.filter(decision__aftermath__side=OuterRef("pk"))
    rows: Any = (
        GameSide.objects.filter(game__week__in=weeks)
        .select_related("game", "entry__user")
        .defer("crew", "game__scenario", "game__reveal")
        .annotate(
            aftermath_state=F("aftermath__state"),
            cards_waiting=Exists(entered.filter(state=Countersign.State.WAITING)),
            cards_objected=Exists(entered.filter(state=Countersign.State.OBJECTED)),
        )
    )
    return list(rows.order_by("game__table", "seat"))


def parts_of(weeks: Sequence[Week]) -> list[WeekEntry]:
    """What all players did in ``weeks``. One query."""
    rows = WeekEntry.objects.filter(week__in=weeks).select_related("entry__user")
    return list(rows.order_by("-bye", "pk")) if weeks else []


class WeekRows:
    """The weeks of a league, its calendar, and who plays in its newest week; each read when first asked
    for."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign

    @cached_property
    def weeks(self) -> list[Week]:
        """The newest first."""
        return list(self.campaign.weeks.order_by("-number"))

    @property
    def newest(self) -> Week | None:
        return self.weeks[0] if self.weeks else None

    @cached_property
    def calendar(self) -> Calendar:
        return Calendar(self.campaign)

    @cached_property
    def sides(self) -> list[Any]:
        return sides_of(self.weeks[:1])

    @cached_property
    def parts(self) -> list[WeekEntry]:
        return parts_of(self.weeks[:1])


def tables(week: Week, sides: Iterable[Any]) -> tuple[WeekTable, ...]:
    """The games of the week by their tables, of its ``sides_of``."""
    why = {frozenset((pair["a"], pair["b"])): pair["why"] for pair in week.pairing.get("pairs", ())}
    games: dict[int, list[GameSide]] = {}
    for side in sides:
        games.setdefault(side.game_id, []).append(side)
    return tuple(
        WeekTable(
            game=game_snapshot(both[0].game),
            sides=tuple(_side(side.game, side) for side in both),
            why=why.get(frozenset(side.entry_id for side in both), ""),
        )
        for both in games.values()
    )


def _side(game: Game, side: GameSide) -> WeekTableSide:
    entry = entry_snapshot(side.entry)
    if game.state in Game.WITH_RESULT and game.outcome:
        winner = game.outcome["winner"]
        won = None if winner is None else winner == side.seat
        return WeekTableSide(entry, side.label, vp=game.outcome["vp"][side.seat], won=won)
    return WeekTableSide(entry, side.label, forfeited=game.outcome.get("forfeit") == side.seat)


def as_seen_by(entry: int | None, week_tables: tuple[WeekTable, ...]) -> tuple[WeekTable, ...]:
    """The tables as the player of that entry reads them: their own first, and marked."""
    if entry is None:
        return week_tables
    marked = (
        replace(table, sides=tuple(replace(side, mine=side.entry.pk == entry) for side in table.sides))
        for table in week_tables
    )
    return tuple(sorted(marked, key=lambda table: (not table.mine, table.game.table)))


def idle(week: Week, parts: Iterable[WeekEntry]) -> tuple[Idle, ...]:
    """The players with a bye, and those who sit out for an unpaid hire, of the week's ``parts_of``."""
    reason = week.pairing.get("bye_reason", "")
    owing = week.rules.forced_hire_timeout == "sit_out"
    why = f"{reason or 'An odd number plays.'} {bye_in_words(week.rules)}"
    byes = (Idle(entry_snapshot(part.entry), why, True) for part in parts if part.bye)
    others = (
        Idle(entry_snapshot(part.entry), part.flagged, False)
        for part in parts
        if part.flagged and not part.bye and (owing or part.new_arsenal)
    )
    return (*byes, *others)


def scenario(week: Week) -> Scenario | None:
    """What the week's flips decided; ``None`` for a week without any."""
    return msgspec.convert(scenario_of(week), Scenario) if week.scenario else None


def set_up(week: Week) -> Any:
    """The week's scenario as a set-up with its link and its earlier drawings. One query."""
    return encounters.from_origin(origin_of(week)) if week.scenario else None


class Purpose(Struct, frozen=True):
    """One purpose of the week's fate and the parts of its natural key."""

    what: str
    key: str


class Proof(Struct, frozen=True):
    """What anyone needs to lay the week's cards again, and whether the scenario does come out again."""

    purposes: tuple[Purpose, ...]
    scenario_agrees: bool


def proof(week: Week, tables: tuple[WeekTable, ...]) -> Proof | None:
    """``None`` while the week is open: only a closed week tells its seed."""
    if week.state != Week.State.CLOSED:
        return None
    slug, number = week.campaign.fate_name, week.number
    last = len(week.drawings) + 1
    purposes = [
        Purpose(
            "The scenario" if last == 1 else f"The scenario, drawing {drawing}",
            " / ".join(str(part) for part in fate.scenario_deck(week, drawing)),
        )
        for drawing in range(1, last + 1)
    ]
    for table in tables:
        if table.game.additional:
            place = table.game.table
            key = f"extra-scenario / {slug} / {number} / {place}"
            purposes.append(Purpose(f"Scenario of table {place}, if it was a new one", key))
        for seat, side in enumerate(table.sides):
            place = table.game.table
            purposes.append(
                Purpose(
                    f"Aftermath of {side.label}, table {place}",
                    f"aftermath / {slug} / {number} / {place} / {seat}",
                )
            )
    if week.event:
        purposes.append(Purpose("The Weekly Event", f"event / {slug} / {number}"))
    if week.event.get("contest"):
        purposes.append(Purpose("Its contest", f"contest / {slug} / {number}"))
    begun = Restart.objects.filter(entry__campaign=week.campaign, plays_from__gte=number)
    for restart in begun.filter(begun_week__lte=number + 1).exclude(context={}).select_related("entry__user"):
        key = f"anew / {slug} / {number} / {restart.entry_id} / {restart.roster}"
        purposes.append(Purpose(f"Barter flips of {restart.entry.label}'s new Arsenal in this week", key))
    drawn = msgspec.convert(week.scenario, Scenario) if week.scenario else None
    again = msgspec.convert(fate.scenario(week), Scenario)
    return Proof(tuple(purposes), scenario_agrees=again == drawn)


class Contestant(Struct, frozen=True):
    """One player's cards in a contest of cards, in the order of their flips."""

    label: str
    faction: str
    cards: tuple[Card, ...]
    won: bool


class EventView(Struct, frozen=True):
    """The event of a week; ``awaits`` while an organiser has yet to enter who won its contest."""

    event: WeeklyEvent
    how: str
    reason: str
    flips: tuple[EventFlip, ...]
    contest: tuple[Contestant, ...]
    winners: tuple[str, ...]
    settled: bool
    awaits: bool
    gains: tuple[EventGain, ...]
    rule: str

    @property
    def awards(self) -> tuple[ScripAward, ...]:
        return self.event.scrip_awards


def event(week: Week, parts: Iterable[WeekEntry]) -> EventView | None:
    """The event of the week, with the names of those who flipped or won, of its ``parts_of``."""
    weekly_event = loading.event_of(week)
    if weekly_event is None:
        return None
    by_pk = {part.entry_id: part.entry for part in parts}
    cards: dict[int, list[Card]] = {}
    for flip in weekly_event.contest:
        cards.setdefault(flip.entry, []).append(flip.card)
    winners = weekly_event.winners or ()
    return EventView(
        event=weekly_event.event,
        how=weekly_event.how,
        reason=weekly_event.reason,
        flips=weekly_event.flips,
        contest=tuple(
            Contestant(by_pk[pk].label, by_pk[pk].faction, tuple(fell), pk in winners)
            for pk, fell in cards.items()
        ),
        winners=tuple(by_pk[pk].label for pk in winners),
        settled=weekly_event.winners is not None,
        awaits=weekly_event.awaits_contest,
        gains=weekly_event.gains,
        rule=week.campaign.played.rows.event,
    )


class ScenarioSheet(Struct, frozen=True):
    """The set-up behind the week's scenario: the code of its link, and whether it is locked."""

    code: str
    locked_at: dt.datetime | None


class WeekPage(Struct, frozen=True):
    """All that the page of a week shows to everybody; ``override_reason``: why an organiser set the
    scenario, ``others``: the numbers of all weeks."""

    week: WeekSnapshot
    tables: tuple[WeekTable, ...]
    idle: tuple[Idle, ...]
    scenario: Scenario | None
    set_up: ScenarioSheet | None
    event: EventView | None
    override_reason: str
    sealed: SealedWeek
    proof: Proof | None
    others: tuple[int, ...]


def week_page(week: Week) -> WeekPage:
    """At most eight queries, whatever the number of tables."""
    sheet, week_tables, parts = set_up(week), tables(week, sides_of([week])), parts_of([week])
    return WeekPage(
        week=week_snapshot(week),
        tables=week_tables,
        idle=idle(week, parts),
        scenario=scenario(week),
        set_up=ScenarioSheet(sheet.code, sheet.locked_at) if sheet is not None else None,
        event=event(week, parts),
        override_reason=week.scenario_override.get("reason", ""),
        sealed=sealed(week),
        proof=proof(week, week_tables),
        others=tuple(week.campaign.weeks.order_by("number").values_list("number", flat=True)),
    )
