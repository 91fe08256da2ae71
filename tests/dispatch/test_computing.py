"""Nothing long is computed under a lock: it is computed outside, and the operation is done again."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from mfcampaign.audit import computing
from mfcampaign.audit.computing import computed, computes, nobody_waits
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import wakeups
from mfcampaign.dispatch.models import Command, Outbox
from rules import budget
from rules.campaign.forecast.season import simulate
from rules.editions.m1e.simulation.simulate import simulate as simulate_m1e
from rules.editions.m3e.simulation.simulate import simulate as simulate_m3e
from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.movement.moves import Allowance
from rules.table.pictures.drawing import picture
from rules.table.reach.reachable_region import reachable_region
from rules.tournament.pairing.field import Entrant
from rules.tournament.pairing.swiss import pair_round

pytestmark = pytest.mark.django_db(transaction=True)

LONG: dict[str, Any] = {
    "a season": lambda: simulate(None, None, b"", ()),  # type: ignore[arg-type]
    "an Encounter of the Third Edition": lambda: list(simulate_m3e(0, "", None, None)),  # type: ignore[arg-type]
    "an Encounter of the First Edition": lambda: list(simulate_m1e(0, "")),
    "a pairing": lambda: pair_round([Entrant(1), Entrant(2)]),
    "a region": lambda: reachable_region(Table(), Base("a", 10, 10), Allowance(2)),
    "a picture": lambda: picture(Table()),
}


@pytest.mark.parametrize("what", LONG)
def test_what_takes_long_refuses_to_begin_in_a_transaction(what: str) -> None:
    LONG[what]()
    with pytest.raises(budget.Misplaced), transaction.atomic():
        LONG[what]()
    with transaction.atomic(), nobody_waits():
        LONG[what]()


def test_without_the_guard_it_would_be_computed_under_the_lock() -> None:
    """The negative control: the guard alone says no."""
    budget.refuse_while(lambda: False)
    try:
        with transaction.atomic():
            LONG["a pairing"]()
    finally:
        budget.refuse_while(computing.in_transaction)


def rows() -> list[str]:
    return list(Command.objects.order_by("pk").values_list("natural_key", flat=True))


def test_the_operation_is_rolled_back_and_done_again_with_the_answer() -> None:
    inside = []

    def long(number: int) -> int:
        inside.append((connection.in_atomic_block, rows()))
        return number * 2

    @computes
    def operation() -> int:
        with transaction.atomic():
            Command.objects.create(kind="test", natural_key="once")
            return computed(long, 4) + computed(long, 5)

    assert operation() == 18
    assert inside == [(False, []), (False, [])], "without a transaction, nothing written yet"
    assert rows() == ["once"]


def test_what_changed_meanwhile_is_computed_again_and_a_fault_is_the_operations() -> None:
    facts = [1]

    def long(number: int) -> int:
        facts[0] = 2  # somebody else writes while this computes
        if number == 2:
            raise ValueError("no such pairing")
        return number

    @computes
    def operation() -> str:
        with transaction.atomic():
            try:
                return str(computed(long, facts[0]))
            except ValueError as wrong:
                return f"refused: {wrong}"

    assert operation() == "refused: no such pairing"


def test_facts_that_never_stand_still_are_refused_in_the_end() -> None:
    facts = [0]

    @computes
    def operation() -> int:
        with transaction.atomic():
            facts[0] += 1
            return computed(abs, facts[0])

    with pytest.raises(Refusal, match="changed each time"):
        operation()
    assert facts == [computing.MOST_TRIES]


def test_a_command_is_left_alone_while_it_is_computed_and_is_missed_afterwards(stage: Any) -> None:
    stood: dict[str, Any] = {}

    def long(command_id: int) -> int:
        assert not connection.in_atomic_block, "its row is free"
        stood["again"] = dispatch.execute(command_id)
        stood["missed"] = wakeups._abandoned(timezone.now() + timedelta(seconds=20))
        stood["late"] = wakeups._abandoned(timezone.now() + timedelta(seconds=40))
        return 7

    @dispatch.handler("test.long")
    def do(command: Any) -> dict[str, Any]:
        stage.write(command)
        return {"came to": computed(long, command.pk)}

    with transaction.atomic():
        command = dispatch.submit("test.long", "long", {}, at_leisure=True)
    Outbox.objects.update(sent_at=timezone.now() - timedelta(seconds=60))
    with time_machine.travel(timezone.now() - timedelta(seconds=10), tick=True):
        assert dispatch.execute(command.pk) == "done"
    command.refresh_from_db()
    assert stood == {"again": "skipped", "missed": [], "late": [command.pk]}
    assert (command.result, command.attempts, stage.effects()) == ({"came to": 7}, 1, ["effect:long"])
    assert command.held_ms is not None


def test_without_workers_a_sweep_ends_in_time_whatever_waits_at_leisure(
    stage: Any, settings: Any, monkeypatch: Any
) -> None:
    settings.DISPATCH_IN_PROCESS = True
    monkeypatch.setattr(wakeups, "LEISURE_SECONDS", 1.0)
    done: list[str] = []

    @dispatch.handler("test.slow")
    def slow(command: Any) -> None:
        done.append(command.natural_key)
        clock.shift(timedelta(seconds=0.4))

    with transaction.atomic():
        for number in range(9):
            dispatch.submit("test.slow", f"l{number}", {}, at_leisure=True)
    with time_machine.travel(timezone.now() + timedelta(seconds=70), tick=False) as clock:
        monkeypatch.setattr(wakeups.time, "monotonic", lambda: timezone.now().timestamp())
        dispatch.sweep()
    assert done == ["l0", "l1", "l2"], "the clock's next turn comes before the others"
