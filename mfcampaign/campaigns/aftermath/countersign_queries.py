"""Cards entered from the table, as the opponent, the organisers and their owner may see them.

Cards in a hand are shown to nobody here: only their owner knows them until they are played.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from mfcampaign.campaigns.access import Seat
from mfcampaign.campaigns.models import Countersign, Game, Week
from rules.campaign.aftermath.asks import Answer
from rules.campaign.policies import Policies
from rules.fate.cards import Card

State = Countersign.State
WORDS = {
    "barter_flip": "Barter flip",
    "reward_flip": "Reward flip",
    "injury_flip": "Injury flip",
    "lucky_miss_flip": "Lucky Miss flip",
}
TONES = {
    State.WAITING: "waiting",
    State.AGREED: "confirmed",
    State.UNANSWERED: "confirmed",
    State.OBJECTED: "disputed",
    State.UPHELD: "confirmed",
    State.STRUCK: "void",
}


class EnteredRow(Struct, frozen=True):
    """One entered flip and what was said to it; ``due`` while it waits."""

    number: int
    what: str
    cards: tuple[Card, ...]
    state: str
    tone: str
    objection: str
    ruling: str
    ruled_by: str
    due: dt.datetime | None
    open_to_object: bool
    open_to_rule: bool


class Part(Struct, frozen=True):
    """One side's entered flips; ``waiting`` are those its opponent, who looks, may countersign."""

    seat: int
    label: str
    faction: str
    mine: bool
    rows: tuple[EnteredRow, ...]
    waiting: tuple[int, ...]


class CountersignPage(Struct, frozen=True):
    parts: tuple[Part, ...]


def load(seat: Seat) -> CountersignPage:
    """Both sides' entered cards. One query beyond those of ``access``."""
    rows = list(of_game(seat.game).select_related("decision__aftermath", "ruled_by"))
    parts = []
    for side in seat.sides:
        own = [row for row in rows if row.decision.aftermath.side_id == side.pk]
        if not own:
            continue
        mine = seat.own is not None and side.pk == seat.own.pk
        against = seat.own is not None and not mine and not seat.visit.campaign.cancelled
        waiting = [row.pk for row in own if against and row.state == State.WAITING]
        parts.append(
            Part(
                seat=side.seat,
                label=side.label,
                faction=side.entry.faction,
                mine=mine,
                rows=tuple(_row(row, seat, against) for row in own),
                waiting=tuple(waiting),
            )
        )
    return CountersignPage(tuple(parts))


def _row(row: Countersign, seat: Seat, against: bool) -> EnteredRow:
    answer = msgspec.convert(row.decision.answer, Answer)
    hand = row.decision.kind == "draw_hand"
    drawn = "1 card" if len(answer.cards) == 1 else f"{len(answer.cards)} cards"
    state = State(row.state)
    going_on = not seat.visit.campaign.cancelled
    waiting = going_on and state == State.WAITING
    return EnteredRow(
        number=row.pk,
        what=f"Drew {drawn} into the hand, face down" if hand else WORDS.get(row.decision.kind, "Flip"),
        cards=() if hand else answer.cards or ((answer.card,) if answer.card else ()),
        state=state.label,
        tone=TONES[state],
        objection=row.objection,
        ruling=row.ruling,
        ruled_by=str(row.ruled_by or ""),
        due=due_at(row, seat.game.week.rules) if waiting else None,
        open_to_object=against and waiting,
        open_to_rule=going_on and seat.visit.organiser and not seat.party and state == State.OBJECTED,
    )


class WaitingCards(Struct, frozen=True):
    """How many entered flips of one seat wait for its opponent, and how many are objected to."""

    seat: int
    waiting: int
    objected: int


def waiting_at(game: int) -> tuple[WaitingCards, ...]:
    """The sides of a game by seat, as far as they have anything open. One query."""
    rows = Countersign.objects.filter(decision__aftermath__side__game=game, state__in=Countersign.OPEN)
    seats: dict[int, list[str]] = {}
    for seat, state in rows.values_list("decision__aftermath__side__seat", "state"):
        seats.setdefault(seat, []).append(state)
    return tuple(
        WaitingCards(seat, states.count(State.WAITING), states.count(State.OBJECTED))
        for seat, states in sorted(seats.items())
    )


def of_game(game: Game) -> Any:
    """All countersigned cards of one Encounter, as they were entered."""
    return Countersign.objects.filter(decision__aftermath__side__game=game).order_by(
        "decision__aftermath", "decision__ordinal"
    )


def unsettled(**where: Any) -> Any:
    """Cards that wait and objections nobody ruled on; nothing of a voided game waits."""
    rows = Countersign.objects.filter(state__in=Countersign.OPEN, **where)
    return rows.exclude(decision__aftermath__side__game__state=Game.State.VOID)


def held_open(week: Week) -> list[str]:
    """What keeps the week open here, in words: waiting cards and objections nobody ruled on. One query."""
    game = "decision__aftermath__side__game"
    rows = unsettled(**{f"{game}__week": week}).values_list(f"{game}__table", "state")
    return _held(rows)


def held_at(sides: Iterable[Any]) -> list[str]:
    """The same of the week's sides (``sides_of``). No query."""
    played = [side for side in sides if side.game.state != Game.State.VOID]
    waiting = {(side.game.table, State.WAITING) for side in played if side.cards_waiting}
    return _held(waiting | {(side.game.table, State.OBJECTED) for side in played if side.cards_objected})


def _held(states: Iterable[tuple[int, str]]) -> list[str]:
    words = {State.WAITING: "cards to be countersigned", State.OBJECTED: "an objection to entered cards"}
    return [f"table {table} ({words[State(state)]})" for table, state in sorted(set(states))]


def due_at(row: Countersign, rules: Policies) -> dt.datetime:
    """When unanswered cards count by themselves: after as long as a report waits."""
    return row.created_at + dt.timedelta(hours=rules.report_timeout_h)
