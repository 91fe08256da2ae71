"""Records of a real table: enter, and take the last entry back."""

from __future__ import annotations

from typing import Any

from mfcampaign.accounts.persons import Person
from mfcampaign.play import by_hand, loading
from mfcampaign.play.engines import recorded_of
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations.log import AnsweredBefore, Log, Missed, dumped, log_of
from rules.game.log import chain
from rules.refusal import Refusal


def enter(
    row: Encounter, actor: Person | None, entries: list[dict[str, Any]], *, seen: int, key: str = ""
) -> None:
    """Enter what happened on the table, all or none. Raise ``Missed`` when the version is not the one that
    was seen."""
    with log_of(row) as log:
        log.expect_new(key, _seat(log, actor), dumped(entries))
        _expect_record(log)
        if log.row.version != seen:
            raise Missed(seen)
        record = loading.record_of(log.row)
        game = recorded_of(log.row).of_catalogue(record.setup)
        if actor is not None and game is not None:
            entries = by_hand.completed(log.row, actor, game, record.state, entries)
        facts = record.enter(entries)
        number = log.note(actor, _seat(log, actor), "enter", entries, after=record.hash, key=key)
        log.append_events(facts, number)
        log.row.hash = record.hash
        if record.state.phase == "over":
            log.end(Encounter.State.OVER, record.result())


def undo(row: Encounter, actor: Person | None, *, seen: int, key: str = "") -> None:
    """Take the last entry back; it stays in the log, marked."""
    with log_of(row) as log:
        if log.answered(key) is not None:
            raise AnsweredBefore
        _expect_record(log)
        seat = _seat(log, actor)
        if log.row.version != seen:
            raise Missed(seen)
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


def _seat(log: Log, actor: Person | None) -> int:
    seat = log.row.seats.filter(user=actor).first()
    if seat is None:
        raise Refusal("That is not your side.")
    return seat.seat


def _expect_record(log: Log) -> None:
    if log.row.mode != Encounter.Mode.RECORD or log.row.state == Encounter.State.LEFT:
        raise Refusal("This Encounter is not being recorded.")
