"""The only writers of chess clocks beside real tables: start one, press it, end it, remove it.

A press is its own act of record (who, when, whose clock runs); it leaves no ``Act`` beside it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.utils import timezone

from mfcampaign.accounts.persons import Actor, Viewer
from mfcampaign.audit.operations import aggregate_name, operation
from mfcampaign.live.frames import write_frame
from mfcampaign.play import loading
from mfcampaign.play.clocks import MOST_MINUTES, NOBODY
from mfcampaign.play.models import LONGEST_TITLE, ClockPress, Encounter, TableClock
from rules.game.results.overtime import TimePenalty
from rules.refusal import Refusal

MOST_PRESSES = 2_000
LONGEST_NAME = 60
LATEST = dt.timedelta(hours=12)
"""How long a press may wait on a phone for a signal."""


def start(
    title: str,
    where: str,
    names: tuple[str, str],
    minutes: int,
    penalty: TimePenalty,
    encounter: Encounter | None = None,
) -> TableClock:
    """A new clock that nobody has pressed, in the transaction of who asks for it."""
    if not 0 < minutes <= MOST_MINUTES:
        raise Refusal(f"Each side has between 1 and {MOST_MINUTES} minutes.")
    return TableClock.objects.create(
        encounter=encounter,
        title=title[:LONGEST_TITLE],
        where=where,
        first=names[0][:LONGEST_NAME],
        second=names[1][:LONGEST_NAME],
        seconds=minutes * 60,
        penalty_vp=penalty.vp,
        penalty_minutes=penalty.minutes,
    )


def start_beside(row: Encounter, actor: Actor, minutes: int, penalty: TimePenalty) -> TableClock:
    """The clock of a recorded Encounter: a new one, or the one that it has."""
    if (before := TableClock.objects.filter(encounter=row).first()) is not None:
        return before
    with operation(row, actor, kind="encounter.clock") as act:
        act.refuse_again("encounter.clock")
        if act.row.mode != Encounter.Mode.RECORD or act.row.over:
            raise Refusal(
                "This Encounter is not being recorded.", fix="A game played here has its own clock."
            )
        if act.row.origin and penalty.vp:
            raise Refusal(
                "A league’s game counts as its rules say: time takes no Victory Points off.",
                fix="Choose 0; the time is noted.",
            )
        first, second = loading.setup_of(act.row).crews
        names = (first.name or "The first", second.name or "The second")
        clock = start(act.row.title, act.row.get_absolute_url(), names, minutes, penalty, act.row)
        act.say(f"A chess clock of {minutes} minutes each was started beside the table.")
        return clock


def press(
    clock: TableClock, actor: Viewer, runs: str, key: str, ago: dt.timedelta, after: str = ""
) -> TableClock:
    """From so long ``ago`` the clock of ``runs`` runs, or nobody’s; not from before the press of the key
    ``after``, whose way here may have been longer. A press sent again changes nothing."""
    with _locked(clock) as row:
        if row.presses.filter(key=key).exists():
            return row
        if row.ended_at is not None:
            raise Refusal(
                "The game is reported: its clock has ended.", fix="An organiser can correct what it cost."
            )
        if ago > LATEST:
            raise Refusal("That press is older than 12 hours.", fix="Press again.")
        if row.presses.count() >= MOST_PRESSES:
            raise Refusal(f"A clock is pressed at most {MOST_PRESSES} times.")
        before = row.presses.filter(key=after).first() if after else None
        at = max(timezone.now() - ago, before.at if before is not None else row.created_at)
        person = actor if actor.is_authenticated else None
        ClockPress.objects.create(clock=row, runs=runs, key=key, actor=person, at=at)
        _tell(row)
        return row


def end(clock: TableClock) -> TableClock:
    """What both had left now stands; nobody presses it any more. Once ended it stays so."""
    with _locked(clock) as row:
        if row.ended_at is None:
            row.ended_at = timezone.now()
            row.left = list(loading.table_clock_of(row).left_at(row.ended_at))
            _tell(row)
        return row


def rename(clock: int, seat: int, name: str) -> None:
    """Call a side otherwise."""
    side = "second" if seat else "first"
    TableClock.objects.filter(pk=clock).update(**{side: name[:LONGEST_NAME]})


def remove(clock: int) -> None:
    """Remove a clock with its presses: its game is gone."""
    TableClock.objects.filter(pk=clock).delete()


def end_beside(row: Encounter) -> None:
    """End the clock of a recorded Encounter that is over, if it has one."""
    if (clock := TableClock.objects.filter(encounter=row).first()) is not None:
        end(clock)


def go_on_beside(row: Encounter) -> None:
    """The Encounter goes on: so does its clock, once it is pressed; the time since its end is nobody’s."""
    clock = TableClock.objects.filter(encounter=row).exclude(ended_at=None).first()
    if clock is None:
        return
    with _locked(clock) as again:
        assert again.ended_at is not None
        ended = again.ended_at
        ClockPress.objects.create(clock=again, runs=NOBODY, at=ended, received_at=ended)
        again.ended_at, again.left = None, []
        _tell(again)


@contextmanager
def _locked(clock: TableClock) -> Iterator[TableClock]:
    with transaction.atomic():
        yield TableClock.objects.select_for_update().get(pk=clock.pk)


def _tell(row: TableClock) -> None:
    """Count the act, and write the frame that open pages follow."""
    row.acts += 1
    row.save(update_fields=["acts", "left", "ended_at"])
    public = {"clock": loading.table_clock_of(row).figures, "ended": row.ended_at is not None}
    write_frame(aggregate_name(row), row.acts, public)
