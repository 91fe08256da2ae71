"""Without workers, deliveries go beside the clock: a receiver who drips stops neither tick nor sweep."""

from __future__ import annotations

import threading
import time

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import registry, wakeups
from mfcampaign.dispatch.models import Outbox

TOPIC = "tests.dripping"
PATIENCE = 60


@pytest.fixture
def dripping(settings, monkeypatch):
    """A receiver that takes until it is told to be done; says how often it was asked."""
    settings.DISPATCH_IN_PROCESS, settings.DISPATCH_DELIVERY_THREADS = True, 2
    done, asked = threading.Event(), []

    def deliver(payload):
        asked.append(threading.current_thread().name)
        assert done.wait(PATIENCE)

    monkeypatch.setitem(registry._deliveries, TOPIC, deliver)
    yield done, asked
    done.set()


@pytest.mark.django_db(transaction=True)
def test_the_sweep_goes_on_while_a_receiver_drips(dripping):
    done, asked = dripping
    rows = [Outbox.objects.create(topic=TOPIC, payload={}) for _ in range(3)]
    began = time.monotonic()
    later = timezone.now() + wakeups.retry_policy.resend_after() * 2
    assert dispatch.sweep(later) == 3
    assert dispatch.sweep(later) == 3, "nobody has answered yet: they are looked at again"
    assert time.monotonic() - began < PATIENCE / 2, "the sweep waited for the receiver"
    done.set()
    until = time.monotonic() + PATIENCE
    while Outbox.objects.filter(delivered_at=None).exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert Outbox.objects.exclude(delivered_at=None).count() == len(rows)
    assert len(asked) == 3, "what is under way is not begun again"
    assert all(name.startswith("deliverer") for name in asked)


@pytest.mark.django_db
def test_a_tick_that_is_out_of_time_says_so(monkeypatch):
    """A worker's soft limit ends the task; the tickers that come after it are not begun."""
    begun = []

    def slow(now):
        begun.append("slow")
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(registry, "_tickers", {"slow": slow, "after": begun.append})
    with pytest.raises(SoftTimeLimitExceeded):
        dispatch.tick()
    assert begun == ["slow"]
