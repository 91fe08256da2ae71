"""The only way to write the log: lock the row, compare the version that was seen, append decisions and
events.

A decision is its own act of record (who, when, what); it leaves no ``Act`` beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import aggregate_name
from mfcampaign.live.frames import write_frame
from mfcampaign.play import loading
from mfcampaign.play.clocks import NOBODY, running
from mfcampaign.play.engines import AnySetup, Played
from mfcampaign.play.frame_parts import parts_of, tell_late
from mfcampaign.play.models import LONGEST_KEY, LONGEST_TITLE, Decision, Encounter, Event, LaidDeck, Seat
from rules.fate.dealer import SEATS
from rules.fate.league import face
from rules.fate.shuffle import ShuffledDeck, shuffle_key
from rules.game.events import Event as Fact
from rules.game.events import encode
from rules.game.events.cards import Reshuffled, Shuffled
from rules.game.events.turns import TurnBegan
from rules.refusal import Refusal

# Columns of an Encounter that a writer of its log may change; the set-up only through ``Log.hired``.
CHANGING = (
    "acts",
    "state",
    "version",
    "hash",
    "checkpoint",
    "asked_back",
    "asked_end",
    "result",
    "fate_round",
    "server_seed",
    "server_commitment",
    "void_rounds",
    "watch_link",
    "epoch",
    "updated_at",
    "ended_at",
)


class StaleVersion(Refusal):
    """The Encounter changed since ``seen``, the version the writer knew."""

    def __init__(self, seen: int) -> None:
        super().__init__(
            "The Encounter went on meanwhile; your answer was not taken.", fix="Look, then answer again."
        )
        self.seen = seen


class AnsweredBefore(Refusal):
    """The request is a retry: the first answer stands and nothing was done."""

    def __init__(self) -> None:
        super().__init__("Your first answer had arrived and stands; nothing was done twice.")


@contextmanager
def log_of(row: Encounter) -> Iterator[Log]:
    """Open one transaction on one Encounter with its row locked and read again. A ``Refusal`` rolls it
    back."""
    with transaction.atomic():
        fresh = Encounter.objects.select_for_update().get(pk=row.pk)
        log = Log(fresh)
        yield log
        log.write()
    for field in Encounter._meta.concrete_fields:
        setattr(row, field.attname, getattr(fresh, field.attname))


class Log:
    """The log of a locked ``row``. ``seats`` are read once; ``note`` and ``append_events`` append, ``write``
    stores. ``play`` is the Encounter after it, if a writer has it."""

    def __init__(self, row: Encounter) -> None:
        self.row = row
        self._decisions: list[Decision] = []
        self._events: list[Event] = []
        self._decks: list[LaidDeck] = []
        self._facts: list[Fact] = []
        self.play: Played | None = None
        self._fields: tuple[str, ...] = CHANGING
        self._last = Event.objects.filter(encounter=row).aggregate(last=Max("number"))["last"] or 0

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.row.seats.all())

    def seat_of(self, actor: Person, seat: int) -> Seat:
        """The seat if it is that person's. Raise ``Refusal`` otherwise."""
        for seat_row in self.seats:
            if seat_row.seat == seat and seat_row.user_id is not None and seat_row.user_id == actor.pk:
                return seat_row
        raise Refusal("That is not your side.", fix="Answer for your own.")

    def answered(self, key: str) -> Decision | None:
        """The decision that was written under that key, of which as much counts as is kept."""
        return self.row.decisions.filter(key=key[:LONGEST_KEY]).first() if key else None

    def expect_new(self, key: str, seat: int, value: str) -> None:
        """Raise ``AnsweredBefore`` for a retry, ``Refusal`` when the key was used for something else."""
        done = self.answered(key)
        if done is None:
            return
        if (done.seat, done.value) != (seat, value):
            raise Refusal("That key was used for another answer.", fix="Load the page again.")
        raise AnsweredBefore

    def expect_seen(self, seen: int, seat: int) -> None:
        """Raise ``StaleVersion`` when anything but a secret answer of the other player was written since
        ``seen``; an own answer from another device counts.

        One half of two secret choices reveals nothing and changes no question of this side, nor does taking
        it back.
        """
        if seen == self.row.version:
            return
        since = self.row.decisions.filter(number__gt=seen).exclude(kind__in=("say", "asking"))
        gone = self.row.decisions.filter(undone_by__gt=seen)
        since_seen = Q(decision__gt=seen) | Q(decision__in=gone.values("number"))
        if seen > self.row.version or self.row.events.filter(since_seen).exists():
            raise StaleVersion(seen)
        if (since | gone).filter(Q(seat=seat) | Q(kind__in=("rewind", "leave"))).exists():
            raise StaleVersion(seen)

    def note(
        self, actor: Person | None, seat: int, kind: str, value: Any, *, after: str, key: str = ""
    ) -> int:
        """Append a decision; return its number."""
        self.row.version += 1
        self._decisions.append(
            Decision(
                encounter=self.row,
                number=self.row.version,
                actor=actor,
                seat=seat,
                kind=kind,
                value=dumped(value),
                key=key[:LONGEST_KEY],
                hash=after,
            )
        )
        return self.row.version

    def append_events(self, facts: Iterable[Fact], decision: int, key: bytes | None = None) -> None:
        """Append events. With the shuffles' ``key`` the root of each new deck is published with them."""
        for fact in facts:
            self._facts.append(fact)
            self._last += 1
            body = encode(fact).decode()
            self._events.append(Event(encounter=self.row, number=self._last, decision=decision, body=body))
            if key is not None and isinstance(fact, Shuffled | Reshuffled) and fact.order:
                self._decks.append(self._deck(fact, decision, key))

    def _deck(self, fact: Shuffled | Reshuffled, decision: int, key: bytes) -> LaidDeck:
        faces = [face(card) for card in fact.order]
        deck = ShuffledDeck(shuffle_key(key, SEATS[fact.seat], fact.number, faces), faces)
        return LaidDeck(
            encounter=self.row,
            seat=fact.seat,
            number=fact.number,
            cards=len(faces),
            root=deck.root.hex(),
            decision=decision,
        )

    def hired(self, setup: AnySetup) -> None:
        """Store the set-up with the Crews that were hired in the Encounter, or without them again; the
        Encounter is named after them."""
        self.row.setup = msgspec.json.encode(setup).decode()
        self.row.title = setup.title[:LONGEST_TITLE]
        self._fields = (*CHANGING, "setup", "title")

    def end(self, state: str, result: Any = None) -> None:
        self.row.state = state
        self.row.ended_at = timezone.now()
        self.row.asked_back, self.row.asked_end = {}, {}
        self.row.result = None if result is None else msgspec.to_builtins(result)

    def _set_clocks(self) -> None:
        """Store whose clocks run from here on, when this act changes it."""
        if not self.row.clock_seconds or not self._decisions:
            return
        if self.row.over:
            self._decisions[-1].clocks = NOBODY
        elif self.play is not None:
            self._decisions[-1].clocks = running(self.play.asks)

    def write(self) -> None:
        self._set_clocks()
        Decision.objects.bulk_create(self._decisions)
        Event.objects.bulk_create(self._events)
        LaidDeck.objects.bulk_create(self._decks)
        self.row.acts += 1
        self.row.save(update_fields=self._fields)
        clock = loading.clock_of(self.row)
        write_frame(
            aggregate_name(self.row), self.row.acts, *parts_of(self.row, self.play, self._facts, clock)
        )
        if self.row.over or any(isinstance(fact, TurnBegan) for fact in self._facts):
            tell_late(self.row)


def dumped(value: Any) -> str:
    return msgspec.json.encode(value).decode()
