"""What is tried out before a league is brought in leaves nothing and locks nobody out."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest
from django.db import connection, transaction

from mfcampaign.accounts.models import User
from mfcampaign.campaigns.transfer.trial import on_trial

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def names() -> list[str]:
    return sorted(User.objects.filter(username__startswith="trial-").values_list("username", flat=True))


def lets_others_write() -> bool:
    """Whether another process gets SQLite's one lock now."""
    name = str(connection.settings_dict["NAME"])
    other = sqlite3.connect(name, uri=name.startswith("file:"), isolation_level=None, timeout=0.1)
    try:
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
    except sqlite3.OperationalError:
        return False
    else:
        return True
    finally:
        other.close()


def test_what_is_tried_sees_all_there_is_and_leaves_nothing() -> None:
    User.objects.create_user(username="trial-before")
    with on_trial():
        User.objects.create_user(username="trial-within")
        assert names() == ["trial-before", "trial-within"]
    assert names() == ["trial-before"]
    with pytest.raises(User.DoesNotExist), on_trial():
        User.objects.get(username=User.objects.create_user(username="trial-within").username + "-not")
    assert names() == ["trial-before"]


def test_nobody_waits_for_what_is_tried(settings: Any) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL locks rows, and these are new")
    here = dict(connection.settings_dict)
    with on_trial():
        User.objects.create_user(username="trial-within")
        copy = str(connection.settings_dict["NAME"])
        assert copy.startswith(str(settings.VAR_DIR))
        connection.settings_dict["NAME"] = here["NAME"]
        assert lets_others_write()
    with transaction.atomic():
        User.objects.create_user(username="trial-within")
        assert not lets_others_write(), "the negative control"
        transaction.set_rollback(True)
