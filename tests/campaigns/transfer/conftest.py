from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection


@pytest.fixture
def count_from_afar(db):
    """Every table of a league counts from its own millions; afterwards from where it did: PostgreSQL does not
    roll its counters back, and the worlds that this run keeps would have those numbers."""
    tables = [model._meta.db_table for model in apps.get_app_config("campaigns").get_models()]
    stood = {}

    def count():
        with connection.cursor() as cursor:
            for first, table in enumerate(tables):
                number = 7_000_000 + first * 50_000
                if connection.vendor == "postgresql":
                    cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [f'"{table}"'])
                    counter = cursor.fetchone()[0]
                    cursor.execute(f"SELECT last_value, is_called FROM {counter}")  # noqa: S608  our own
                    stood[counter] = cursor.fetchone()
                    cursor.execute("SELECT setval(%s, %s)", [counter, number])
                else:
                    cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                    cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])

    yield count
    with connection.cursor() as cursor:
        for counter, (last, called) in stood.items():
            cursor.execute("SELECT setval(%s, %s, %s)", [counter, last, called])
