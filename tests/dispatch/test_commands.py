"""A command is done once, whatever becomes of workers, wake-ups and handlers."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import OperationalError, transaction
from django.utils import timezone

from mfcampaign.audit.models import Act
from mfcampaign.dispatch import command_retries as retry_policy
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Command, Outbox
from mfcampaign.dispatch.registry import UnknownKind, handler
from rules.fate.league import fate_of
from rules.refusal import Refusal
from tests.dispatch.conftest import SEED

pytestmark = pytest.mark.django_db(transaction=True)


def later(**delta):
    return time_machine.travel(timezone.now() + timedelta(**delta), tick=True)


def submit(kind="test.flip", key="brass/3/A/flip/1", **payload):
    with transaction.atomic():
        return dispatch.submit(kind, key, payload)


def test_a_command_runs_after_the_commit_and_keeps_its_result(stage):
    with transaction.atomic():
        command = dispatch.submit("test.flip", "brass/3/A/flip/1", {}, campaign_id=7, subject="Barter flip")
        assert stage.ran == [], "nothing may run before the commit"
    command.refresh_from_db()
    deck = fate_of(SEED, "brass/3/A/flip/1")
    assert (command.status, command.attempts, command.error) == ("done", 1, "")
    assert command.result == {"cards": [deck.draw(at).code for at in range(3)]}
    assert command.created_at <= command.started_at <= command.finished_at
    assert stage.effects() == ["effect:brass/3/A/flip/1"]


def test_the_same_cause_is_the_same_command(stage):
    first, second = submit(ids=1), submit(ids=1)
    assert first.pk == second.pk
    assert (Command.objects.count(), Outbox.objects.count()) == (1, 1)
    assert stage.ran == ["brass/3/A/flip/1"]


def test_the_same_cause_cannot_mean_something_else(stage):
    submit(ids=1)
    with pytest.raises(ValueError, match=r"brass/3/A/flip/1 is test\.flip"):
        submit(ids=2)
    with pytest.raises(ValueError, match=r"not test\.refuse"):
        submit("test.refuse", ids=1)


def test_an_act_that_is_rolled_back_leaves_no_command_and_sends_no_wakeup(stage):
    def act():
        with transaction.atomic():
            dispatch.submit("test.flip", "brass/3/A/flip/1", {})
            raise RuntimeError("the act fails")

    with pytest.raises(RuntimeError, match="the act fails"):
        act()
    assert (Command.objects.count(), Outbox.objects.count(), stage.ran) == (0, 0, [])


def test_a_kind_that_nobody_does_is_refused_at_once(stage):
    with pytest.raises(UnknownKind, match=r"test\.unheard"):
        submit("test.unheard")
    with pytest.raises(ValueError, match="belongs to"):
        handler("test.flip")(lambda command: None)


def test_a_refusal_rejects_for_good_and_takes_its_effects_back(stage):
    command = submit("test.refuse")
    command.refresh_from_db()
    assert command.status == "rejected"
    assert command.result == {"sentence": "The purse is empty.", "rule": "SL-SCRIP-01", "fix": "Earn some."}
    assert command.error == "The purse is empty. [SL-SCRIP-01]"
    assert (stage.effects(), stage.ran) == ([], ["brass/3/A/flip/1"])
    assert dispatch.execute(command.pk) == "skipped"
    assert submit("test.refuse").status == "rejected"
    assert len(stage.ran) == 1, "what is rejected stays rejected"


def test_an_ended_command_is_never_done_again(stage):
    command = submit()
    assert [dispatch.execute(command.pk) for _ in range(3)] == ["skipped"] * 3
    assert dispatch.execute(999_999) == "skipped"
    command.refresh_from_db()
    assert (command.attempts, stage.effects()) == (1, ["effect:brass/3/A/flip/1"])


def test_a_broken_handler_breaks_nobody_elses_request_and_waits_for_the_sweeper(stage):
    stage.faults = [ZeroDivisionError("no cards")]
    command = submit()
    command.refresh_from_db()
    assert (command.status, command.error) == ("waiting", "ZeroDivisionError: no cards")
    assert stage.effects() == [], "what it wrote before it broke is rolled back"
    assert dispatch.sweep() == 0, "it has only just been rung"
    with later(seconds=61):
        assert dispatch.sweep() == 1
    command.refresh_from_db()
    assert (command.status, command.attempts, command.error) == ("done", 2, "")
    assert stage.effects() == ["effect:brass/3/A/flip/1"]


def test_the_fifth_failure_is_stuck_and_an_organisers_retry_draws_what_would_have_been_drawn(
    stage, admin_user
):
    stage.faults = [ValueError(f"fault {n}") for n in range(1, 9)]
    command = submit()
    for minute in range(1, 12):
        with later(minutes=2 * minute):
            dispatch.sweep()
    command.refresh_from_db()
    assert (command.status, command.attempts, command.error) == ("stuck", 5, "ValueError: fault 5")
    assert dispatch.execute(command.pk) == "skipped", "no wake-up starts what is stuck"

    stage.faults = []
    dispatch.retry(command.pk, admin_user)
    command.refresh_from_db()
    deck = fate_of(SEED, command.natural_key)
    assert (command.status, command.attempts) == ("done", 1)
    assert command.result == {"cards": [deck.draw(at).code for at in range(3)]}
    act = Act.objects.get(aggregate=f"command:{command.pk}")
    assert (act.actor, act.kind, act.audience) == (admin_user, "dispatch.retry", "organisers")
    with pytest.raises(Refusal, match="done, not stuck"):
        dispatch.retry(command.pk, admin_user)


def test_what_a_killed_worker_left_running_is_done_by_the_next_wakeup(stage, settings):
    settings.DISPATCH_IN_PROCESS = False
    command = Command.objects.create(kind="test.flip", natural_key="k", status="running", attempts=1)
    assert dispatch.execute(command.pk) == "done"
    command.refresh_from_db()
    assert (command.attempts, stage.effects()) == (2, ["effect:k"])


def test_a_killed_command_has_more_attempts_than_one_that_fails(stage):
    """Workers that are restarted again and again do not leave it stuck."""
    command = Command.objects.create(
        kind="test.flip", natural_key="k", status="running", attempts=7, started_at=timezone.now()
    )
    assert dispatch.execute(command.pk) == "done"
    command.refresh_from_db()
    assert (command.attempts, stage.effects()) == (8, ["effect:k"])


def test_a_command_that_kills_its_worker_each_time_is_stuck_once_the_last_run_must_be_over(stage):
    command = Command.objects.create(
        kind="test.flip", natural_key="k", status="running", attempts=8, started_at=timezone.now()
    )
    assert dispatch.execute(command.pk) == "skipped", "the last run may still be at it"
    with later(seconds=retry_policy.stale_after().total_seconds() + 1):
        assert dispatch.execute(command.pk) == "stuck"
    command.refresh_from_db()
    assert command.error == "The worker died each time it tried."
    assert (stage.ran, command.finished_at is not None) == ([], True)


def test_a_busy_database_costs_no_attempt(stage, monkeypatch):
    monkeypatch.setattr("mfcampaign.dispatch.execution.time.sleep", lambda seconds: None)
    stage.faults = [OperationalError("deadlock detected"), OperationalError("database is locked")]
    command = submit()
    command.refresh_from_db()
    assert (command.status, command.attempts, len(stage.ran)) == ("done", 1, 3)
    assert stage.effects() == ["effect:brass/3/A/flip/1"]


def test_a_database_that_stays_busy_waits_for_the_sweeper(stage, monkeypatch):
    monkeypatch.setattr("mfcampaign.dispatch.execution.time.sleep", lambda seconds: None)
    stage.faults = [OperationalError("deadlock detected")] * 4
    command = submit()
    command.refresh_from_db()
    assert (command.status, command.attempts, len(stage.ran)) == ("waiting", 1, 4)


def test_commands_that_a_command_submits_follow_instead_of_nesting(stage):
    submit("test.chain", "chain/60", left=60)
    assert stage.ran == [f"chain/{left}" for left in range(60, -1, -1)]
    assert set(Command.objects.values_list("status", flat=True)) == {"done"}


def test_drain_does_everything_that_waits_even_what_is_submitted_meanwhile(stage, settings):
    settings.DISPATCH_IN_PROCESS = False
    for n in range(3):
        Command.objects.create(kind="test.flip", natural_key=f"k{n}")
    stage.faults = [ValueError("once")]
    settings.DISPATCH_IN_PROCESS = True
    assert dispatch.drain() == 3, "a failure is not tried again in the same drain"
    assert dispatch.drain() == 1
    assert stage.effects() == ["effect:k0", "effect:k1", "effect:k2"]
