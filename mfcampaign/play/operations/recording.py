"""Records of a real table: enter, and take the last entry back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from mfcampaign.accounts.persons import Person
from mfcampaign.play import by_hand, loading
from mfcampaign.play.engines import recorded_of
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import table_clocks
from mfcampaign.play.operations.log import AnsweredBefore, Log, StaleVersion, dumped, log_of
from rules.game.log import chain
from rules.game.referee.command import Command
from rules.refusal import Refusal


def enter(
    row: Encounter,
    actor: Person | None,
    entries: list[dict[str, Any]],
    *,
    seen: int,
    key: str = "",
    said_before: bool = False,
) -> None:
    """Enter what happened on the table, all or none; with ``said_before`` each side has told the portal what
    it hides. Raise ``StaleVersion`` when the version is not the one that was seen."""
    with log_of(row) as log:
        log.expect_new(key, _seat(log, actor), dumped(entries))
        _expect_record(log)
        if log.row.version != seen:
            raise StaleVersion(seen)
        record = loading.record_of(log.row)
        game = recorded_of(log.row).of_catalogue(record.setup)
        if actor is not None and game is not None:
            entries = by_hand.completed(log.row, actor, game, record.state, entries)
        if not said_before:
            expect_own(log.row, actor, record.entries_of(entries))
        facts = record.enter(entries)
        number = log.note(actor, _seat(log, actor), "enter", entries, after=record.hash, key=key)
        log.append_events(facts, number)
        log.row.hash = record.hash
        if record.state.phase == "over":
            log.end(Encounter.State.OVER, record.result())
            table_clocks.end_beside(log.row)


def undo(row: Encounter, actor: Person | None, *, seen: int, key: str = "") -> None:
    """Take the last entry back; it stays in the log, marked."""
    with log_of(row) as log:
        if log.answered(key) is not None:
            raise AnsweredBefore
        _expect_record(log)
        seat = _seat(log, actor)
        if log.row.version != seen:
            raise StaleVersion(seen)
        last = loading.counting(log.row).last()
        if last is None:
            raise Refusal("Nothing was entered yet.")
        count = loading.counting(log.row).count()
        number = log.row.version + 1
        log.row.decisions.filter(pk=last.pk).update(undone_by=number)
        record = loading.record_of(log.row)
        log.note(actor, seat, "take_back", {"to": count - 1, "shuffles": []}, after=record.hash, key=key)
        log.row.hash = chain(record.events)
        if record.state.phase != "over":
            log.row.state, log.row.result, log.row.ended_at = Encounter.State.PLAYING, None, None
            table_clocks.go_on_beside(log.row)


def _seat(log: Log, actor: Person | None) -> int:
    seat = log.row.seats.filter(user=actor).first()
    if seat is None:
        raise Refusal("That is not your side.")
    return seat.seat


def expect_own(row: Encounter, actor: Person | None, entries: Collection[Command]) -> None:
    """Raise ``Refusal`` for what the other side alone knows, once a person has its seat."""
    if not any(entry.of_its_side for entry in entries):
        return
    taken = {seat.seat for seat in row.seats.all() if seat.user is not None and seat.user != actor}
    if any(entry.of_its_side and getattr(entry, "seat", None) in taken for entry in entries):
        raise Refusal("That is the other side’s to say.", fix="Ask your opponent to enter it.")


def _expect_record(log: Log) -> None:
    if log.row.mode != Encounter.Mode.RECORD or log.row.state == Encounter.State.LEFT:
        raise Refusal("This Encounter is not being recorded.")
