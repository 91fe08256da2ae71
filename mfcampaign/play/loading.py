"""From rows to the engine's objects: the set-up, the running Encounter, the key of its shuffles."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.db.models import Q, QuerySet

from mfcampaign.play.clocks import Clock, Tick, reckoned
from mfcampaign.play.editions import AnyRecord, AnySetup, Played, edition_of
from mfcampaign.play.models import Decision, Encounter, Event, Seat
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import encounter_key
from rules.game.driver import Checkpoint
from rules.game.driver import Decision as Answered
from rules.game.events import Event as Fact
from rules.game.events import decode
from rules.game.log import fold
from rules.game.state import State
from rules.refusal import Refusal

# Kinds of log entries that answer no question.
NOTES = (
    "take_back",
    "ask_back",
    "decline_back",
    "ask_end",
    "decline_end",
    "set_aside",
    "leave",
    "watched",
    "say",
    "claim_time",
)

_value = msgspec.json.decode
_checkpoint = msgspec.json.Decoder(Checkpoint)


def setup_of(row: Encounter) -> AnySetup:
    setup: AnySetup = edition_of(row).setup(row.setup)
    return setup


def key_of(row: Encounter, seats: Iterable[Seat]) -> bytes:
    """Return the key of every shuffle. Raise ``ValueError`` while a seed is missing."""
    first, second = sorted(seats, key=lambda seat: seat.seat)
    return encounter_key(bytes(row.server_seed), row.fate_name, bytes(first.seed), bytes(second.seed))


def counting(row: Encounter) -> QuerySet[Decision]:
    """Return the decisions that count, in order: without those taken back and without notes."""
    return row.decisions.filter(undone_by=None).exclude(kind__in=NOTES).order_by("number")


def _counting_then(row: Encounter) -> QuerySet[Decision]:
    """Return the decisions that counted at the version of ``row``."""
    stood = Q(undone_by=None) | Q(undone_by__gt=row.version)
    return row.decisions.filter(stood, number__lte=row.version).exclude(kind__in=NOTES).order_by("number")


def _answered(decisions: QuerySet[Decision]) -> list[Answered]:
    return [
        Answered(seat, kind, _value(value)["shuffles"] if kind == "rewind" else _value(value))
        for seat, kind, value in decisions.values_list("seat", "kind", "value")
    ]


def play_of(
    row: Encounter, *, whole: bool = False, key: bytes | None = None, as_read: bool = False
) -> Played:
    """Return the Encounter, rebuilt from its checkpoint; ``whole`` rebuilds from its first card, ``as_read``
    at the version of ``row`` even if more was written since. Two queries, one when the ``key`` of its
    shuffles is given."""
    _expect_engine(row)
    dealer = KeyDealer(key_of(row, row.seats.all()) if key is None else key)
    since = None if whole or not row.checkpoint else _checkpoint.decode(row.checkpoint)
    decisions = _counting_then(row) if as_read else counting(row)
    if since:
        decisions = decisions[since.decisions :]
    return edition_of(row).play(setup_of(row), dealer, _answered(decisions), since)


def clock_of(row: Encounter, at: int | None = None) -> Clock | None:
    """Return the chess clocks after decision ``at``, or now; ``None`` when there are none. One query."""
    if not row.clock_seconds:
        return None
    ticks = row.decisions.exclude(clocks="").order_by("number")
    if at is not None:
        ticks = ticks.filter(number__lte=at)
    # Only a restore from a backup deals again without a take-back.
    return reckoned(
        row.clock_limit,
        (
            Tick(when, asked, idle=kind == "rewind" and actor is None)
            for when, asked, kind, actor in ticks.values_list("at", "clocks", "kind", "actor")
        ),
    )


def record_of(row: Encounter) -> AnyRecord:
    """Return the recorded Encounter. One query."""
    record = edition_of(row).record(setup_of(row))
    for decision in counting(row):
        record.enter(msgspec.json.decode(decision.value))
    return record


def _expect_engine(row: Encounter) -> None:
    if row.engine != edition_of(row).engine:
        raise Refusal(
            f"This Encounter was begun under other procedures ({row.engine}); it can be looked at only.",
            fix="Its replay shows all that happened.",
        )


def facts(row: Encounter) -> list[tuple[int, Fact]]:
    """Return every event that counts, in order, with the number of its decision. Two queries."""
    gone = set(row.decisions.exclude(undone_by=None).values_list("number", flat=True))
    rows = Event.objects.filter(encounter=row).order_by("number").values_list("decision", "body")
    return [(number, decode(body)) for number, body in rows if number not in gone]


def first_state(row: Encounter) -> State:
    """Return the state before the first event."""
    if row.mode == Encounter.Mode.RECORD:
        return edition_of(row).record(setup_of(row)).first
    return setup_of(row).first_state()


def state_after(row: Encounter, facts: Iterable[tuple[int, Fact]]) -> State:
    """Return the state after those events. No rules are applied."""
    return fold(first_state(row), (fact for _number, fact in facts))
