"""What people see of the work that waits."""

from datetime import timedelta

import pytest
import time_machine

from mfcampaign.dispatch import queries
from mfcampaign.dispatch.models import Command

pytestmark = pytest.mark.django_db


@pytest.fixture
def queue():
    rows = [
        ("a", 1, "done"),
        ("b", 1, "waiting"),
        ("c", 2, "running"),
        ("d", 1, "stuck"),
        ("e", 1, "waiting"),
        ("f", None, "waiting"),
        ("g", 1, "rejected"),
    ]
    for key, campaign, status in rows:
        Command.objects.create(
            kind="x", natural_key=key, campaign_id=campaign, status=status, subject=f"flip {key}", error="why"
        )


def test_a_waiting_command_knows_how_many_are_ahead(queue, django_assert_num_queries):
    with django_assert_num_queries(2):
        status = queries.status_for("e")
    assert (status.status, status.label, status.subject, status.ahead) == ("waiting", "waiting", "flip e", 2)
    assert (status.open, status.stuck) == (True, False)


def test_an_ended_command_waits_for_nobody(queue, django_assert_num_queries):
    with django_assert_num_queries(1):
        status = queries.status_for("g")
    assert (status.status, status.label, status.error, status.ahead, status.open) == (
        "rejected",
        "refused",
        "why",
        0,
        False,
    )
    assert queries.status_for("nobody asked") is None


def test_the_age_of_the_queue_is_that_of_the_oldest_open_command(queue, django_assert_num_queries):
    oldest = Command.objects.filter(status__in=Command.OPEN).earliest("created_at").created_at
    with time_machine.travel(oldest + timedelta(seconds=90), tick=False), django_assert_num_queries(1):
        assert queries.queue_age_s() == pytest.approx(90)
    Command.objects.exclude(status__in=["done", "rejected", "stuck"]).update(status="done")
    assert queries.queue_age_s() is None
