"""A place to try what must not be written yet: it is rolled back, and nobody waits for it meanwhile."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from mfcampaign.audit.computing import nobody_waits


@contextmanager
def on_trial() -> Iterator[None]:
    """What is written within is rolled back. PostgreSQL locks only the new rows, which nobody else knows;
    SQLite would lock everybody out, so there it is written into a copy of the database, but for a transaction
    that is open already."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with _rolled_back():
            yield
        return
    with TemporaryDirectory(prefix="trial-", dir=settings.VAR_DIR) as folder:
        path = Path(folder) / "copy.sqlite3"
        own = connections[DEFAULT_DB_ALIAS]
        own.ensure_connection()
        with closing(sqlite3.connect(path)) as copy:
            own.connection.backup(copy)
        trial = own.copy()
        trial.settings_dict["NAME"] = str(path)
        connections[DEFAULT_DB_ALIAS] = trial
        try:
            with _rolled_back():
                yield
        finally:
            connections[DEFAULT_DB_ALIAS] = own
            trial.close()


@contextmanager
def _rolled_back() -> Iterator[None]:
    with nobody_waits(), transaction.atomic():
        yield
        transaction.set_rollback(True)
