"""After a test that commits, its rows are deleted from the tables that hold any.

Django's ``flush`` truncates all tables, filled or not, and then writes content types and permissions anew,
which nothing of the portal reads: on PostgreSQL a quarter of a second for each test.
"""

from __future__ import annotations

from django.apps import apps
from django.contrib.contenttypes.management import create_contenttypes
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models.signals import post_migrate
from django.test import TransactionTestCase


def install() -> None:
    """Let the tests of this process empty the database so."""
    post_migrate.disconnect(dispatch_uid="django.contrib.auth.management.create_permissions")
    post_migrate.disconnect(create_contenttypes)
    TransactionTestCase._fixture_teardown = lambda _: empty()


def empty() -> None:
    """Delete all rows, whatever guards them."""
    if connection.vendor != "postgresql" or not _may_skip_triggers():
        call_command("flush", verbosity=0, interactive=False)
        return
    tables = [model._meta.db_table for model in apps.get_models(include_auto_created=True)]
    asked = ", ".join(f'EXISTS (SELECT FROM "{table}")' for table in tables)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked}")
        filled = [table for table, holds in zip(tables, cursor.fetchone(), strict=True) if holds]
        # Neither keys in the wrong order nor the ledger, which is written once, stand in the way.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in filled:
            cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608  names of our own models


def _may_skip_triggers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('is_superuser')")
        return bool(cursor.fetchone()[0] == "on")
