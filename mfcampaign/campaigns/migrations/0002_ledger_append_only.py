"""Transfers and their lines can be written once and never again, whoever asks.

Only ``flush`` empties them: it lifts SQLite's triggers, and sets ``mfcampaign.flush`` for
PostgreSQL's, within its own transaction. A later migration that rebuilds one of these tables on
SQLite loses its triggers and must run ``guard`` again; a test over all migrations tells.
"""

from django.db import migrations

TABLES = ("campaigns_transfer", "campaigns_ledgerentry")
SENTENCE = "Scrip that moved stays written: make a new transfer instead."

POSTGRESQL_FUNCTION = f"""
CREATE OR REPLACE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('mfcampaign.flush', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION '{SENTENCE}' USING ERRCODE = 'restrict_violation';
END $$
"""


def guard(apps, schema_editor):
    for statement in _statements(schema_editor.connection.vendor):
        schema_editor.execute(statement)


def unguard(apps, schema_editor):
    for table in TABLES:
        if schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(f"DROP TRIGGER ledger_append_only_rows ON {table}")
            schema_editor.execute(f"DROP TRIGGER ledger_append_only_table ON {table}")
        else:
            schema_editor.execute(f"DROP TRIGGER ledger_append_only_update_{table}")
            schema_editor.execute(f"DROP TRIGGER ledger_append_only_delete_{table}")
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION ledger_append_only()")


def _statements(vendor):
    if vendor == "postgresql":
        yield POSTGRESQL_FUNCTION
    for table in TABLES:
        if vendor == "postgresql":
            yield (
                f"CREATE TRIGGER ledger_append_only_rows BEFORE UPDATE OR DELETE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION ledger_append_only()"
            )
            yield (
                f"CREATE TRIGGER ledger_append_only_table BEFORE TRUNCATE ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION ledger_append_only()"
            )
        else:
            for event in ("update", "delete"):
                yield (
                    f"CREATE TRIGGER ledger_append_only_{event}_{table} BEFORE {event.upper()} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
                )


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0001_initial")]
    operations = [migrations.RunPython(guard, unguard)]
