"""Wake-ups may be lost, doubled or broken; the sweeper sends them again, once among many sweepers."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import tasks, wakeups
from mfcampaign.dispatch.breaker import Breaker
from mfcampaign.dispatch.models import Command, Outbox

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def broker(settings, monkeypatch):
    """A broker in place of Celery's: the messages it got, and whether it is down."""
    settings.DISPATCH_IN_PROCESS = False
    messages = []

    class Broker:
        down = False

        def __call__(self, args=(), **options):
            if self.down:
                raise ConnectionError("no broker")
            assert options.pop("producer", None) is not None, "a request waits a second at the most"
            messages.append((tuple(args), options))

    broker = Broker()
    broker.messages = messages
    monkeypatch.setattr(tasks.execute_command, "apply_async", broker)
    monkeypatch.setattr(wakeups, "broker", Breaker("the broker"))
    return broker


def submit(number=1):
    with transaction.atomic():
        return dispatch.submit("test.flip", f"k{number}", {"secret": "never in a message"})


def after(seconds):
    return time_machine.travel(timezone.now() + timedelta(seconds=seconds), tick=True)


def test_the_message_is_the_id_and_nothing_else(stage, broker):
    command = submit()
    assert broker.messages == [((command.pk,), {"retry": False})]
    assert Outbox.objects.get().sends == 1
    tasks.execute_command(command.pk)
    tasks.execute_command(command.pk)
    command.refresh_from_db()
    assert (command.status, stage.effects()) == ("done", ["effect:k1"])


def test_a_broker_that_is_down_breaks_no_request_and_loses_no_command(stage, broker):
    broker.down = True
    commands = [submit(number) for number in range(3)]
    assert (broker.messages, Command.objects.filter(status="waiting").count()) == ([], 3)
    with after(61):
        assert dispatch.sweep() == 0, "still down"
    broker.down = False
    with after(130):
        assert dispatch.sweep() == 3
    assert [args for args, _ in broker.messages] == [(command.pk,) for command in commands]


def test_a_process_that_dies_between_commit_and_wakeup_is_made_up_for_within_seconds(stage, broker):
    row = Outbox.objects.create(
        topic="command", command=Command.objects.create(kind="test.flip", natural_key="k")
    )
    soon = row.created_at + timedelta(seconds=4)
    assert dispatch.sweep(soon) == 0, "the process may still be about to ring"
    with after(6):
        tasks.sweep()
    assert broker.messages == [((row.command_id,), {"retry": False})]


def test_what_a_killed_worker_left_is_woken_again_within_seconds(stage, broker):
    Command.objects.filter(pk=submit().pk).update(status=Command.Status.RUNNING, started_at=timezone.now())
    with after(2):
        assert dispatch.sweep() == 0, "it has just begun"
    with after(4):
        assert (dispatch.sweep(), dispatch.sweep()) == (1, 0), "and is left to that wake-up for a while"
    with after(8):
        assert dispatch.sweep() == 1


@pytest.mark.skipif(connection.vendor != "postgresql", reason="whoever writes holds all of SQLite")
def test_what_a_worker_is_at_is_not_woken_again(stage, broker):
    command = submit()
    Command.objects.filter(pk=command.pk).update(status=Command.Status.RUNNING, started_at=timezone.now())
    held, swept = threading.Event(), threading.Event()

    def worker():
        with transaction.atomic():
            Command.objects.select_for_update().get(pk=command.pk)
            held.set()
            swept.wait(30)
        connection.close()

    thread = threading.Thread(target=worker)
    thread.start()
    assert held.wait(30)
    try:
        with after(10):
            assert dispatch.sweep() == 0
    finally:
        swept.set()
        thread.join()
    with after(10):
        assert dispatch.sweep() == 1, "nobody holds it any more"


@pytest.mark.parametrize("status", ["done", "rejected", "stuck"])
def test_what_has_ended_or_is_stuck_is_not_rung_for(stage, broker, status):
    command = Command.objects.create(kind="test.flip", natural_key="k", status=status)
    Outbox.objects.create(topic="command", command=command)
    with after(3600):
        assert dispatch.sweep() == 0


def test_three_sweepers_send_each_wakeup_once(stage, broker):
    for number in range(20):
        command = Command.objects.create(kind="test.flip", natural_key=f"k{number}")
        Outbox.objects.create(topic="command", command=command)
    start = threading.Barrier(3)
    rung = []

    def sweeper():
        start.wait()
        rung.append(dispatch.sweep(timezone.now() + timedelta(seconds=30)))
        connection.close()

    threads = [threading.Thread(target=sweeper) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(rung) == 20
    sent = [pk for args, _ in broker.messages for pk in args]
    assert sorted(sent) == list(Command.objects.values_list("pk", flat=True))


def test_a_lease_taken_by_somebody_else_is_left_alone(stage, broker):
    row = Outbox.objects.create(
        topic="command", command=Command.objects.create(kind="test.flip", natural_key="k")
    )
    stale = Outbox.objects.get()
    assert wakeups.wake([row]) == 1
    assert wakeups.wake([stale]) == 0
    assert len(broker.messages) == 1


def test_of_a_bundle_only_the_rows_that_nobody_took_are_sent(stage, broker):
    rows = []
    for number in range(3):
        command = Command.objects.create(kind="test.flip", natural_key=f"k{number}")
        rows.append(Outbox.objects.create(topic="command", command=command))
    wakeups.wake([rows[1]])
    assert wakeups.wake(rows) == 2
    assert [args for args, _ in broker.messages] == [(rows[n].command_id,) for n in (1, 0, 2)]


def test_what_one_act_makes_due_travels_in_bundles(stage, broker):
    with transaction.atomic():
        commands = [dispatch.submit("test.flip", f"k{number}", {}) for number in range(200)]
        with transaction.atomic():
            dispatch.submit("test.flip", "regretted", {})
            transaction.set_rollback(True)
    sent = [args for args, _ in broker.messages]
    assert [len(args) for args in sent] == [20] * 10
    assert [pk for args in sent for pk in args] == [command.pk for command in commands]
    for args in sent:
        tasks.execute_command(*args)
    assert len(stage.effects()) == 200


def test_a_slow_bundle_leaves_the_rest_to_the_sweeper(stage, broker, monkeypatch):
    monkeypatch.setattr(tasks, "BUNDLE_SECONDS", -1)
    tasks.execute_command(submit().pk)
    assert stage.ran == []


def test_a_regretted_act_does_not_silence_the_next_one(stage, broker):
    def regret():
        with transaction.atomic():
            dispatch.submit("test.flip", "regretted", {})
            raise RuntimeError

    for _ in range(2):
        with pytest.raises(RuntimeError):
            regret()
        command = submit()
    assert [args for args, _ in broker.messages] == [(command.pk,)]


def test_something_for_the_outside_is_carried_after_the_commit_and_again_when_the_delivery_failed(stage):
    stage.delivery_faults = [ConnectionError("mail server down")]
    with transaction.atomic():
        dispatch.post("test.mail", {"id": "reminder/1"})
        assert stage.carried == []
    row = Outbox.objects.get()
    assert (stage.carried, stage.delivery_faults != [], row.sends) == ([], True, 0), "no request waits for it"
    with after(6):
        assert dispatch.sweep() == 1
    assert (stage.carried, stage.delivery_faults) == ([], [])
    with after(30):
        assert dispatch.sweep() == 0
    with after(70):
        assert dispatch.sweep() == 1
    row.refresh_from_db()
    assert (stage.carried, row.sends) == ([{"id": "reminder/1"}], 2)
    assert row.delivered_at is not None
    with after(600):
        assert dispatch.sweep() == 0


def test_a_delivery_sets_its_own_pause(stage):
    stage.delivery_faults = [
        dispatch.RetryLater(timedelta(hours=1)),
        dispatch.RetryLater(timedelta(seconds=10)),
    ]
    dispatch.post("test.mail", {"id": "1"})
    with after(6):
        assert dispatch.sweep() == 1
    with after(600):
        assert dispatch.sweep() == 0, "asked for an hour, and the usual pace would be a minute"
    with after(3700):
        assert dispatch.sweep() == 1
    with after(3720):
        assert dispatch.sweep() == 1, "asked for ten seconds"
    assert stage.carried == [{"id": "1"}]


def test_workers_carry_outwards_too_and_never_twice_what_was_delivered(stage, broker, monkeypatch):
    woken = []
    monkeypatch.setattr(tasks.deliver, "apply_async", lambda args=(), **options: woken.append(tuple(args)))
    row = dispatch.post("test.mail", {"id": "1"})
    assert (woken, stage.carried) == ([(row.pk,)], [])
    tasks.deliver(row.pk)
    tasks.deliver(row.pk)
    assert stage.carried == [{"id": "1"}]


def test_a_topic_without_a_delivery_stays_undelivered_and_harms_nobody(stage):
    with transaction.atomic():
        dispatch.post("test.unheard", {})
        dispatch.submit("test.flip", "k", {})
    assert Outbox.objects.get(topic="test.unheard").delivered_at is None
    assert stage.effects() == ["effect:k"]


def test_a_broker_that_failed_is_left_alone_for_a_while(stage, broker):
    """One request waits for a broker that does not answer; those after it do not, and the sweep makes up."""
    broker.down = True
    submit(1)
    broker.down = False
    submit(2)
    assert broker.messages == [], "the second was not even tried"
    assert Outbox.objects.filter(sends=0).count() == 1
    with after(70):
        assert dispatch.sweep() == 2


@pytest.mark.skipif(
    connection.vendor != "sqlite", reason="reads the plan of SQLite; PostgreSQL's follows its figures"
)
def test_a_sweep_reads_no_command_that_has_ended(stage, broker):
    for rows in wakeups._open_rows():
        plan = rows[:500].explain()
        assert "SCAN dispatch_outbox" not in plan, plan
        assert "SCAN U0\n" not in plan, plan
    submit()
    commands, deliveries = wakeups._open_rows()
    assert (commands.count(), deliveries.count()) == (1, 0)
    Command.objects.update(status=Command.Status.DONE)
    assert not commands.exists()
    assert "SCAN dispatch_command\n" not in wakeups._unended().filter(status="running").explain() + "\n"
