"""A backup is worth what its restoring shows: equal hashes on both databases, and a hash that notices."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from mfcampaign.accounts.models import User
from scripts import restore_drill
from tests import services


@pytest.mark.workers
@pytest.mark.slow
@pytest.mark.parametrize("name", ["postgresql", pytest.param("sqlite", marks=pytest.mark.soak)])
def test_what_is_restored_is_what_was_there(name: str, tmp_path: Path) -> None:
    try:
        before, after, _ = restore_drill.DRILLS[name](tmp_path)
    except services.ServiceMissing as missing:
        pytest.skip(str(missing))
    assert len(before) == 64
    assert before == after


@pytest.mark.workers
@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(restore_drill.DRILLS))
def test_a_hundred_thousand_transfers_are_back_within_five_minutes(name: str, tmp_path: Path) -> None:
    before, after, seconds = restore_drill.DRILLS[name](tmp_path, 100_000)
    assert before == after
    assert seconds < 300


def told() -> str:
    out = StringIO()
    call_command("database_hash", stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_the_hash_notices_one_changed_value() -> None:
    """The negative control."""
    person = User.objects.create_user(username="drill", password=None)
    before = told()
    assert told() == before
    User.objects.filter(pk=person.pk).update(display_name="Drilled")
    assert told() != before
