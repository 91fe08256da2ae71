"""Encounters inside a proof's process: killed between and amid decisions, raced for, answered twice.

Each verb is asked by ``tests.workers.test_encounters`` through ``tests.workers.proof``.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from unittest import mock

from django.contrib.auth import get_user_model
from django.db import connections
from django.db.models import QuerySet

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import log as writing
from mfcampaign.play.operations import playing
from mfcampaign.play.operations.log import AnsweredBefore, Log, StaleVersion
from rules.fate.shuffle import Stream, digest
from rules.game.log import chain, fold
from rules.game.procedure.asks import Ask
from tests.play.playing import duel
from tests.workers.league_races import NoTransaction
from tests.workers.portal import PATIENCE
from tests.workers.rendezvous import Meeting, at_once, one_amid_the_other

# How long somebody who holds the lock waits for one whom only a missing lock would let come.
WITH_LOCK = 0.5
# Where a process may die: nothing written yet, all written and not committed, committed and not told.
MOMENTS = ("before", "amid", "after")


def begin_encounter(slug: str) -> str:
    """Two people, two models each, at the first question."""
    people = get_user_model().objects
    two = [people.create_user(f"{slug}-{n}", f"{slug}-{n}@example.org", "secret-pass") for n in (0, 1)]
    return duel(*two).public_id


def play_and_die(public_id: str, decisions: int) -> dict[str, Any]:
    """So many decisions, each first tried by a process of its own that kills itself at one of the moments,
    then sent again with the same key, as a browser does that heard nothing."""
    counts: Counter[str] = Counter()
    for number in range(decisions):
        moment = MOMENTS[number % len(MOMENTS)]
        counts[f"died {moment}"] += _die_at(public_id, f"key {number}", moment)
        try:
            _answer(public_id, f"key {number}")
            counts["taken by the retry"] += 1
        except AnsweredBefore:
            counts["had been taken"] += 1
    return {**counts, **encounter_state(public_id)}


def encounter_state(public_id: str) -> dict[str, Any]:
    """What is wrong with the rows: numbers, chain, fold, and whether both ways to resume agree."""
    row = Encounter.objects.get(public_id=public_id)
    decisions = list(row.decisions.order_by("number"))
    facts = [fact for _number, fact in loading.facts(row)]
    whole, resumed = loading.play_of(row, whole=True), loading.play_of(row)
    wrong = []
    if [decision.number for decision in decisions] != list(range(1, row.version + 1)):
        wrong.append("the numbers of the decisions have gaps")
    if chain(facts) != row.hash or whole.hash != row.hash or resumed.hash != row.hash:
        wrong.append("the chain is another")
    if fold(loading.first_state(row), facts) != whole.state or resumed.state != whole.state:
        wrong.append("the states differ")
    if whole.asks != resumed.asks:
        wrong.append("another question is put")
    return {"decisions": len(decisions), "wrong": wrong}


def race_for_an_answer(public_id: str, rounds: int, locked: bool) -> dict[str, Any]:
    """The same question answered by two devices of one player at one moment, differently, both having seen
    the same version; the second begins when the first has looked, which waits for it there."""
    counts: list[str] = []
    errors: list[str] = []
    for _ in range(rounds):
        row = Encounter.objects.get(public_id=public_id)
        meeting, looked = Meeting(2, WITH_LOCK if locked else PATIENCE), loading.play_of
        chosen = [_lawful(row, f"{row.version}/{device}") for device in (0, 1)]

        def look(*args: Any, meeting: Meeting = meeting, looked: Any = looked, **kwargs: Any) -> Any:
            result = looked(*args, **kwargs)
            meeting.wait()
            return result

        def send(ask: Ask, value: Any, seen: int = row.version) -> None:
            try:
                _send(public_id, ask, value, seen=seen, key="")
                counts.append("taken")
            except StaleVersion:
                counts.append("missed")

        with mock.patch.object(playing.loading, "play_of", look), _locks(locked):
            errors += one_amid_the_other(*(partial(send, *one) for one in chosen), meeting)
    return {**Counter(counts), "errors": errors, **(encounter_state(public_id) if locked else {})}


def one_answer_sent_often(public_id: str, senders: int) -> dict[str, Any]:
    """One answer, chosen once, sent with one key from as many tabs at once."""
    counts: list[str] = []
    encounter = Encounter.objects.get(public_id=public_id)
    seen, (ask, value) = encounter.version, _lawful(encounter, "the one key")

    def send() -> None:
        try:
            _send(public_id, ask, value, seen=seen, key="the one key")
            counts.append("taken")
        except AnsweredBefore:
            counts.append("found")

    errors = at_once([send for _ in range(senders)])
    more = Encounter.objects.get(public_id=public_id).version - seen
    return {**Counter(counts), "errors": errors, "more": more, **encounter_state(public_id)}


def _send(public_id: str, ask: Ask, value: Any, *, seen: int, key: str) -> None:
    row = Encounter.objects.get(public_id=public_id)
    user = row.seats.get(seat=ask.seat).user
    playing.answer(row, user, ask.seat, value, kind=ask.kind, seen=seen, key=key)


def _answer(public_id: str, key: str) -> None:
    """Some lawful answer; the same for the same key."""
    row = Encounter.objects.get(public_id=public_id)
    if row.decisions.filter(key=key).exists():
        raise AnsweredBefore
    ask, value = _lawful(row, key)
    _send(public_id, ask, value, seen=row.version, key=key)


def _lawful(row: Encounter, key: str) -> tuple[Ask, Any]:
    """The first open question and a lawful answer to it; the same for the same key."""
    ask = loading.play_of(row).asks[0]
    return ask, ask.options.sample(Stream(digest("proof", key)))


def _die_at(public_id: str, key: str, moment: str) -> int:
    """A process answers and is killed there by signal 9; 1 when it did die of it."""
    connections.close_all()
    child = os.fork()
    if child == 0:
        _answer_and_die(public_id, key, moment)
    _pid, status = os.waitpid(child, 0)
    return int(os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL)


def _answer_and_die(public_id: str, key: str, moment: str) -> None:
    try:
        write = Log.write
        killed = {
            "before": lambda log: _kill(),
            "amid": lambda log: (write(log), _kill()),
            "after": write,
        }[moment]
        with mock.patch.object(Log, "write", killed):
            _answer(public_id, key)
        _kill()
    finally:
        os._exit(3)


def _kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@contextlib.contextmanager
def _locks(real: bool) -> Iterator[None]:
    """The ordinary boundary of every answer; or none: no row lock, and each statement for itself."""
    if real:
        yield
        return
    unlocked: Callable[..., Any] = lambda self, **_: self.all()  # noqa: E731
    with (
        mock.patch.object(writing, "transaction", NoTransaction),
        mock.patch.object(QuerySet, "select_for_update", unlocked),
    ):
        yield


__all__ = [
    "begin_encounter",
    "encounter_state",
    "one_answer_sent_often",
    "play_and_die",
    "race_for_an_answer",
]
