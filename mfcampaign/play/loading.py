"""From rows to the engine's objects: the set-up, the running Encounter, the key of its shuffles."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator

import msgspec
from django.db.models import Q, QuerySet

from mfcampaign.play.clocks import Clock, ClockedDecision, reckoned
from mfcampaign.play.engines import AnyRecord, AnySetup, Played, played_of, recorded_of
from mfcampaign.play.hiring import figures_named
from mfcampaign.play.models import Decision, Encounter, Event, Seat, TableClock
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import encounter_key
from rules.game.events import Event as Fact
from rules.game.log import fold, follow
from rules.game.state import State
from rules.game.stored import Checkpoint
from rules.game.stored import StoredDecision as Answered
from rules.refusal import Refusal

log = logging.getLogger(__name__)

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
    "history",
    "claim_time",
    "asking",
)

_value = msgspec.json.decode


class Diverged(Refusal):
    """The present procedures do not give this log: a rule was corrected since it was written. The first
    ``kept`` of the decisions that count still give what they gave."""

    def __init__(self, kept: int) -> None:
        super().__init__(
            "A rule was corrected since this was played, so it does not go on as it stands.",
            fix="Open its page: it can go on from before the first answer that the correction changes.",
        )
        self.kept = kept


def setup_of(row: Encounter) -> AnySetup:
    setup: AnySetup = recorded_of(row).setup(row.setup)
    return setup


def key_of(row: Encounter, seats: Iterable[Seat]) -> bytes:
    """The key of every shuffle. Raise ``ValueError`` while a seed is missing."""
    first, second = sorted(seats, key=lambda seat: seat.seat)
    return encounter_key(bytes(row.server_seed), row.fate_name, bytes(first.seed), bytes(second.seed))


def counting(row: Encounter) -> QuerySet[Decision]:
    """The decisions that count, in order: without those taken back and without notes."""
    return row.decisions.filter(undone_by=None).exclude(kind__in=NOTES).order_by("number")


def _counting_then(row: Encounter) -> QuerySet[Decision]:
    """The decisions that counted at the version of ``row``."""
    stood = Q(undone_by=None) | Q(undone_by__gt=row.version)
    return row.decisions.filter(stood, number__lte=row.version).exclude(kind__in=NOTES).order_by("number")


def _answered(decisions: QuerySet[Decision]) -> Iterator[tuple[Answered, str]]:
    """The decisions, each with the hash of the log after it."""
    for seat, kind, value, after in decisions.values_list("seat", "kind", "value", "hash"):
        yield Answered(seat, kind, _value(value)["shuffles"] if kind == "rewind" else _value(value)), after


def play_of(
    row: Encounter, *, whole: bool = False, key: bytes | None = None, as_read: bool = False
) -> Played:
    """The Encounter, rebuilt from its checkpoint; ``whole`` rebuilds from its first card, ``as_read``
    at the version of ``row`` even if more was written since. Two queries, one when the ``key`` of its
    shuffles is given. Raise ``Diverged`` where the log after a decision is another than was stored."""
    _expect_engine(row)
    dealer = KeyDealer(key_of(row, row.seats.all()) if key is None else key)
    since = None if whole else checkpoint_of(row)
    kept = since.decisions if since else 0
    decisions = _counting_then(row) if as_read else counting(row)
    play = played_of(row).play(setup_of(row), dealer, since, figures_named)
    for decision, after in _answered(decisions[kept:]):
        if not _follows(play, decision, after):
            log.warning("%s: decision %s gives another log than it gave", row.public_id, kept)
            raise Diverged(kept)
        kept += 1
    return play


def _follows(play: Played, decision: Answered, after: str) -> bool:
    """Whether the decision leads to the log it led to. What was lawful once can fail in any way under
    corrected procedures."""
    try:
        follow(play, (decision,))
    except Exception:
        return False
    return play.hash == after


def checkpoint_of(row: Encounter) -> Checkpoint | None:
    return recorded_of(row).stored.checkpoint(row.checkpoint) if row.checkpoint else None


def clock_of(row: Encounter, at: int | None = None) -> Clock | None:
    """The chess clocks after decision ``at``, or now; ``None`` when there are none. One query."""
    if not row.clock_seconds:
        return None
    ticks = row.decisions.exclude(clocks="").order_by("number")
    if at is not None:
        ticks = ticks.filter(number__lte=at)
    # Only a restore from a backup deals again without a take-back.
    return reckoned(
        row.clock_limit,
        (
            ClockedDecision(when, asked, idle=kind == "rewind" and actor is None)
            for when, asked, kind, actor in ticks.values_list("at", "clocks", "kind", "actor")
        ),
    )


def table_clock_of(row: TableClock) -> Clock:
    """The clock beside a real table after all presses, by when they were made. One query; none once it has
    ended."""
    if row.ended_at is not None and row.left:
        first, second = row.left
        return Clock((first, second), (), row.ended_at)
    presses = row.presses.order_by("at", "pk").values_list("at", "runs")
    return reckoned(row.limit, (ClockedDecision(at, runs) for at, runs in presses))


def record_of(row: Encounter) -> AnyRecord:
    """The recorded Encounter. Three queries. Its entries were checked when they were made; the events
    are read as stored, so that a rule corrected since refuses none of them."""
    record = recorded_of(row).record(setup_of(row))
    entries = (_value(value) for value in counting(row).values_list("value", flat=True))
    record.read(entries, (fact for _number, fact in facts(row)))
    return record


def _expect_engine(row: Encounter) -> None:
    if row.engine != recorded_of(row).engine:
        raise Refusal(
            f"This Encounter's log has an older form ({row.engine}); it can be looked at only.",
            fix="Its replay shows all that happened.",
        )


def facts(row: Encounter) -> list[tuple[int, Fact]]:
    """Every event that counts, in order, with the number of its decision. Two queries."""
    gone = set(row.decisions.exclude(undone_by=None).values_list("number", flat=True))
    rows = Event.objects.filter(encounter=row).order_by("number").values_list("decision", "body")
    read = recorded_of(row).stored.event
    return [(number, read(body)) for number, body in rows if number not in gone]


def first_state(row: Encounter) -> State:
    """The state before the first event."""
    if row.mode == Encounter.Mode.RECORD:
        return recorded_of(row).record(setup_of(row)).first
    return setup_of(row).first_state()


def state_after(row: Encounter, facts: Iterable[tuple[int, Fact]]) -> State:
    """The state after those events. No rules are applied."""
    return fold(first_state(row), (fact for _number, fact in facts))
