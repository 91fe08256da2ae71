"""Entries that devices wrote while offline: each is entered once, in the order of the device. Acts of pages
are done by ``waiting_acts``; here is what was recorded of an Encounter.

Each entry is its own transaction with one answer: ``done``, ``repeat`` (an earlier attempt entered it),
``same`` (somebody else entered the same), ``dropped`` (its writer gave it up), ``conflict`` (another device
wrote about the same subject, and a person decides) or ``refused``. After one of the last two the request's
remaining entries of that Encounter are left, because they were written after it. See decision 27.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.http import Http404, QueryDict

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.play import access, by_hand, loading, origins
from mfcampaign.play.engines import recorded_of
from mfcampaign.play.models import Decision, Encounter, SentEntry
from mfcampaign.play.operations import recording, waiting_acts
from mfcampaign.play.operations.waiting import STANDS, Answer, Outcome, Unread, WaitingEntry, digest_of
from mfcampaign.play.queries import encounter_page, record_page
from mfcampaign.web.forms import form_without_control_characters
from rules.game.recording.merging import relation
from rules.refusal import Refusal


class _Clash(Refusal):
    """Others wrote about the same subject since."""

    def __init__(self, sentence: str, numbers: set[int]) -> None:
        super().__init__(sentence, fix="Compare both, then enter yours too or drop it.")
        self.numbers = numbers


class _Stands(Exception):
    """Somebody else entered the same: ``number`` is their decision."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def take_all(user: Person, entries: Iterable[WaitingEntry | Unread]) -> list[Answer]:
    """Enter all entries in order, each in its own transaction; entries without an answer were not taken."""
    answers = []
    stopped: set[str] = set()
    for entry in entries:
        if entry.game in stopped:
            continue
        answer = take(user, entry) if isinstance(entry, WaitingEntry) else entry.refused
        answers.append(answer)
        if answer.is_ not in STANDS:
            stopped.add(entry.game)
    return answers


def take(user: Person, entry: WaitingEntry) -> Answer:
    """Enter one entry at most once."""
    if entry.body.to == "act":
        return waiting_acts.take(user, entry)
    try:
        visit = access.own_visit(user, entry.game)
    except Http404:
        if entry.drop:
            return Answer(entry.id, "dropped")
        return Answer(entry.id, "refused", sentence="You have no part in this Encounter any more.")
    try:
        with transaction.atomic():
            return _taken(user, visit.row, entry)
    except IntegrityError:
        # The same entry arrived twice at once, and the other request was first.
        return _earlier(user, visit.row, entry) or _refused(user, visit, entry, Refusal("Try once more."))
    except _Clash as clash:
        return _asked(visit, entry, clash)
    except Refusal as refusal:
        return _refused(user, visit, entry, refusal)


def _taken(user: Person, row: Encounter, entry: WaitingEntry) -> Answer:
    if entry.body.to != "report" or entry.drop:
        # Lock before looking, so that nothing is written in between. A report locks its league first.
        Encounter.objects.select_for_update().get(pk=row.pk)
        row.refresh_from_db()
    if (earlier := _earlier(user, row, entry)) is not None:
        return earlier
    outcome, decision = SentEntry.Outcome.DONE, None
    if entry.drop:
        outcome = SentEntry.Outcome.DROPPED
    else:
        try:
            decision = _WAYS[entry.body.to](user, row, entry)
        except _Stands as stands:
            outcome, decision = SentEntry.Outcome.SAME, stands.number
    SentEntry.objects.create(
        user=user,
        key=entry.id,
        encounter=row,
        device=entry.device,
        place=entry.n,
        digest=digest_of(entry),
        outcome=outcome,
        decision=decision,
    )
    return Answer(entry.id, cast(Outcome, outcome.value), version=row.version)


def _earlier(user: Person, row: Encounter, entry: WaitingEntry) -> Answer | None:
    """The answer of an entry that arrived before. Raise ``Refusal`` when its id was used for something
    else."""
    known = SentEntry.objects.filter(user=user, key=entry.id).first()
    if known is None:
        return None
    if known.digest != digest_of(entry):
        raise Refusal("That id was used for another entry.", fix="Drop it and write it down once more.")
    dropped = known.outcome == SentEntry.Outcome.DROPPED
    return Answer(entry.id, "dropped" if dropped else "repeat", version=row.version)


def _enter(user: Person, row: Encounter, entry: WaitingEntry) -> int:
    form = form_without_control_characters(QueryDict(entry.body.form))
    given = record_page.entries_of(form, recorded_of(row))
    record = loading.record_of(row)
    game = recorded_of(row).of_catalogue(record.setup)
    whole = given if game is None else by_hand.completed(row, user, game, record.state, given)
    record_entries = record.entries_of(whole)
    recording.expect_own(row, user, record_entries)  # before it is compared with what the other side hides
    clashing: set[int] = set()
    for decision in _unseen(row, user, entry):
        relations = {
            relation(own, theirs)
            for own in record_entries
            for theirs in record.entries_of(_entries(decision))
        }
        if relations == {"same"} and decision.undone_by is None:
            raise _Stands(decision.number)
        if relations - {"apart"}:
            clashing.add(decision.number if decision.undone_by is None else decision.undone_by)
    if clashing:
        raise _Clash("Another device wrote about the same thing meanwhile.", clashing)
    recording.enter(row, user, given, seen=row.version, key=entry.id)
    return row.version


def _undo(user: Person, row: Encounter, entry: WaitingEntry) -> int:
    unseen = {decision.number for decision in _unseen(row, user, entry)}
    if unseen:
        raise _Clash("Another device wrote something after what you take back.", unseen)
    recording.undo(row, user, seen=row.version, key=entry.id)
    return row.version


def _report(user: Person, row: Encounter, entry: WaitingEntry) -> None:
    try:
        origins.report(row, user)
    except AlreadyDone:
        raise _Stands(row.version) from None


_WAYS: dict[str, Callable[[Person, Encounter, WaitingEntry], int | None]] = {
    "enter": _enter,
    "undo": _undo,
    "report": _report,
}


def _unseen(row: Encounter, user: Person, entry: WaitingEntry) -> QuerySet[Decision]:
    """What other devices entered or took back after the version on this device's screen."""
    own = row.sent_entries.filter(user=user, device=entry.device).exclude(decision=None)
    numbers = own.values("decision")
    entered = Q(number__gt=entry.base) & ~Q(number__in=numbers)
    undone = Q(undone_by__gt=entry.base) & ~Q(undone_by__in=numbers)
    return row.decisions.filter(entered | undone).exclude(kind__in=loading.NOTES).order_by("number")


def _entries(decision: Decision) -> Any:
    return msgspec.json.decode(decision.value)


def _asked(visit: access.Visit, entry: WaitingEntry, clash: _Clash) -> Answer:
    theirs = _lines(visit, entry, clash.numbers)
    return _answer(visit, entry, "conflict", clash, theirs)


def _refused(user: Person, visit: access.Visit, entry: WaitingEntry, refusal: Refusal) -> Answer:
    visit.row.refresh_from_db()
    others = {decision.undone_by or decision.number for decision in _unseen(visit.row, user, entry)}
    return _answer(visit, entry, "refused", refusal, _lines(visit, entry, others))


def _answer(
    visit: access.Visit, entry: WaitingEntry, outcome: Outcome, refusal: Refusal, theirs: Iterator[str]
) -> Answer:
    return Answer(
        entry.id, outcome, visit.row.version, refusal.sentence, refusal.fix or "", tuple(theirs)[:12]
    )


def _lines(visit: access.Visit, entry: WaitingEntry, only: set[int]) -> Iterator[str]:
    """The lines of the decisions in ``only`` since the version on the device's screen, as the writer
    may see them, oldest first."""
    row = visit.row
    row.refresh_from_db()
    if row.mode != Encounter.Mode.RECORD:
        return
    state = loading.record_of(row).state
    seat = None if visit.alone else visit.seat
    back = row.decisions.filter(number__in=only, kind="take_back")
    for _decision in back:
        yield "Something was taken back."
    for line in reversed(encounter_page.last_lines(row, seat, state, after=entry.base)):
        if line.decision in only:
            yield line.words
