"""Ticks may come thrice or never; every boundary still happens once, in order."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import tasks
from mfcampaign.dispatch.models import Command, Occurrence

pytestmark = pytest.mark.django_db(transaction=True)
DUE = datetime(2026, 3, 6, 19, 0, tzinfo=UTC)


def test_an_occurrence_is_made_once(stage):
    occurrence = dispatch.materialise("week:1", 3, DUE, now=DUE)
    assert (occurrence.schedule, occurrence.number, occurrence.due_at, occurrence.late) == (
        "week:1",
        3,
        DUE,
        False,
    )
    assert dispatch.materialise("week:1", 3, DUE, now=DUE) is None
    assert dispatch.materialise("week:1", 4, DUE, now=DUE) is not None
    assert dispatch.materialise("week:2", 3, DUE, now=DUE) is not None


@pytest.mark.parametrize(("minutes", "late"), [(0, False), (10, False), (11, True), (60 * 48, True)])
def test_what_was_missed_says_that_it_is_late(stage, minutes, late):
    assert dispatch.materialise("week:1", 1, DUE, now=DUE + timedelta(minutes=minutes)).late is late


def test_an_occurrence_whose_effect_fails_is_free_for_the_next_tick(stage):
    def happen():
        with transaction.atomic():
            dispatch.materialise("week:1", 1, DUE)
            raise RuntimeError("the event cannot be drawn")

    with pytest.raises(RuntimeError):
        happen()
    assert dispatch.materialise("week:1", 1, DUE) is not None


def test_three_clocks_make_one_boundary(stage):
    start, happened = threading.Barrier(3), []

    def beat():
        start.wait()
        for number in range(1, 8):
            dues = [(number, DUE + timedelta(weeks=number - 1))]
            dispatch.catch_up(
                "week:1", dues, lambda o: happened.append(o.number), now=DUE + timedelta(weeks=20)
            )
        connection.close()

    threads = [threading.Thread(target=beat) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(happened) == [1, 2, 3, 4, 5, 6, 7]
    assert Occurrence.objects.count() == 7


def test_missed_boundaries_are_made_up_for_in_order_and_ten_at_a_time(stage):
    dues = [(number, DUE + timedelta(days=number)) for number in range(14, -1, -1)]
    happened, now = [], DUE + timedelta(days=12)
    first = dispatch.catch_up("daily", dues, lambda o: happened.append(o.number), now=now)
    assert happened == [o.number for o in first] == list(range(10))
    assert [o.late for o in first] == [True] * 10
    second = dispatch.catch_up("daily", dues, lambda o: happened.append(o.number), now=now)
    assert happened == list(range(13)), "13 and 14 are not due yet"
    assert [o.late for o in second] == [True, True, False]


def test_a_boundary_that_fails_holds_up_those_behind_it(stage):
    def happen(occurrence):
        if occurrence.number == 2 and not fixed:
            raise RuntimeError("week 2 cannot open")

    dues, fixed = [(n, DUE) for n in (1, 2, 3)], []
    with pytest.raises(RuntimeError):
        dispatch.catch_up("week:1", dues, happen, now=DUE)
    assert list(Occurrence.objects.values_list("number", flat=True)) == [1]
    fixed.append(True)
    dispatch.catch_up("week:1", dues, happen, now=DUE)
    assert list(Occurrence.objects.values_list("number", flat=True)) == [1, 2, 3]


def test_a_ticker_that_fails_does_not_stop_the_others(stage):
    seen = []

    @dispatch.ticker
    def broken(now):
        raise RuntimeError("no such week")

    @dispatch.ticker
    def sound(now):
        seen.append(now)

    failed = dispatch.tick(DUE)
    assert [name.rpartition(".")[2] for name in failed] == ["broken"]
    assert seen == [DUE]
    tasks.tick()
    assert len(seen) == 2


def test_the_ticker_command_ticks_and_sweeps(stage):
    seen = []

    @dispatch.ticker
    def look(now):
        seen.append(now)
        with transaction.atomic():
            dispatch.submit("test.flip", "from a tick", {})

    call_command("ticker", "--once")
    assert len(seen) == 1
    assert Command.objects.get().status == "done"


def test_dispatch_once_does_what_waits_and_says_how_much(stage, settings):
    @dispatch.ticker
    def broken(now):
        raise RuntimeError("no such week")

    for number in range(3):
        Command.objects.create(kind="test.flip", natural_key=f"k{number}")
    out, err = StringIO(), StringIO()
    call_command("dispatch_once", stdout=out, stderr=err)
    assert out.getvalue() == "3 commands executed.\n"
    assert "broken" in err.getvalue()
    assert set(Command.objects.values_list("status", flat=True)) == {"done"}
