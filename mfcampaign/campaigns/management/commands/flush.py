"""Django's ``flush`` for a database whose ledger refuses every DELETE.

Emptying the whole database is the one thing that may remove transfers; editing them never is. So
this command, and nothing else, opens the ledger for the length of its own transaction.
"""

from __future__ import annotations

from typing import Any

from django.core.management.commands.flush import Command as Flush
from django.db import connections, transaction


class Command(Flush):
    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        with transaction.atomic(using=connection.alias):
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET LOCAL mfcampaign.flush = 'on'")
                super().handle(**options)
                return
            triggers = self._lift_triggers(connection)
            super().handle(**options)
            with connection.cursor() as cursor:
                for sql in triggers:
                    cursor.execute(sql)

    def _lift_triggers(self, connection: Any) -> list[str]:
        """Drop SQLite's triggers that guard the ledger; the SQL that makes them again."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s",
                ["ledger_append_only_%"],
            )
            triggers = cursor.fetchall()
            for name, _ in triggers:
                cursor.execute(f"DROP TRIGGER {connection.ops.quote_name(name)}")
        return [sql for _, sql in triggers]
