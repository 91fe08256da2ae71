"""The database itself keeps a league's edition, and its figures in it, whoever asks.

A later migration that rebuilds ``campaigns_campaign`` on SQLite loses the triggers and must run ``guard``
again; ``tests/campaigns/second_edition/test_edition_stays.py`` tells.
"""

from django.db import migrations

TABLE = "campaigns_campaign"
STAYS = "The edition of a league stays: open another league."
FIGURES = "The figures of a league are of its edition."
OTHER = "(SELECT edition FROM catalog_release WHERE id = NEW.release_id) <> NEW.edition"

POSTGRESQL_FUNCTION = f"""
CREATE OR REPLACE FUNCTION league_edition_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.edition <> NEW.edition THEN
        RAISE EXCEPTION '{STAYS}' USING ERRCODE = 'restrict_violation';
    END IF;
    IF {OTHER} THEN
        RAISE EXCEPTION '{FIGURES}' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$
"""
POSTGRESQL = (
    POSTGRESQL_FUNCTION,
    f"CREATE TRIGGER league_edition_stays BEFORE INSERT OR UPDATE OF edition, release_id ON {TABLE} "
    "FOR EACH ROW EXECUTE FUNCTION league_edition_stays()",
)
SQLITE = (
    f"CREATE TRIGGER league_edition_stays BEFORE UPDATE OF edition ON {TABLE} "
    f"WHEN OLD.edition <> NEW.edition BEGIN SELECT RAISE(ABORT, '{STAYS}'); END",
    f"CREATE TRIGGER league_edition_figures_insert BEFORE INSERT ON {TABLE} "
    f"WHEN {OTHER} BEGIN SELECT RAISE(ABORT, '{FIGURES}'); END",
    f"CREATE TRIGGER league_edition_figures_update BEFORE UPDATE OF release_id ON {TABLE} "
    f"WHEN {OTHER} BEGIN SELECT RAISE(ABORT, '{FIGURES}'); END",
)


def guard(apps, schema_editor):
    postgresql = schema_editor.connection.vendor == "postgresql"
    for statement in POSTGRESQL if postgresql else SQLITE:
        schema_editor.execute(statement)


def unguard(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER league_edition_stays ON {TABLE}")
        schema_editor.execute("DROP FUNCTION league_edition_stays()")
        return
    for name in ("league_edition_stays", "league_edition_figures_insert", "league_edition_figures_update"):
        schema_editor.execute(f"DROP TRIGGER {name}")


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0010_seasons"),
        ("catalog", "0002_second_edition"),
    ]

    operations = [migrations.RunPython(guard, unguard)]
