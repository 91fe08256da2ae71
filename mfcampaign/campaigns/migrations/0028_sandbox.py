"""A league may be a sandbox of another. Its Scrip is practice: what moved of it may be deleted with it, and
that alone."""

import django.db.models.deletion
from django.db import migrations, models

SENTENCE = "Scrip that moved stays written: make a new transfer instead."
IN_SANDBOX = {
    "campaigns_transfer": """
        SELECT 1 FROM campaigns_campaign league
        WHERE league.id = OLD.campaign_id AND league.sandbox_of_id IS NOT NULL""",
    "campaigns_ledgerentry": """
        SELECT 1 FROM campaigns_account account JOIN campaigns_campaign league ON league.id = account.campaign_id
        WHERE account.id = OLD.account_id AND league.sandbox_of_id IS NOT NULL""",
}
# A condition names columns of its own table: each is planned only where its table is the one.
POSTGRESQL_FUNCTION = f"""
CREATE OR REPLACE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('mfcampaign.flush', true) = 'on' THEN
        RETURN NULL;
    END IF;
    IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'campaigns_transfer' THEN
        IF EXISTS ({IN_SANDBOX["campaigns_transfer"]}) THEN RETURN OLD; END IF;
    ELSIF TG_OP = 'DELETE' THEN
        IF EXISTS ({IN_SANDBOX["campaigns_ledgerentry"]}) THEN RETURN OLD; END IF;
    END IF;
    RAISE EXCEPTION '{SENTENCE}' USING ERRCODE = 'restrict_violation';
END $$
"""
FUNCTION_BEFORE = f"""
CREATE OR REPLACE FUNCTION ledger_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'TRUNCATE' AND current_setting('mfcampaign.flush', true) = 'on' THEN
        RETURN NULL;
    END IF;
    RAISE EXCEPTION '{SENTENCE}' USING ERRCODE = 'restrict_violation';
END $$
"""


def let_sandboxes_go(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL_FUNCTION)
        return
    for table, sandbox in IN_SANDBOX.items():
        _guard_deletion(schema_editor, table, f"WHEN NOT EXISTS ({sandbox}) ")


def keep_all(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(FUNCTION_BEFORE)
        return
    for table in IN_SANDBOX:
        _guard_deletion(schema_editor, table, "")


def _guard_deletion(schema_editor, table, condition):
    schema_editor.execute(f"DROP TRIGGER ledger_append_only_delete_{table}")
    schema_editor.execute(
        f"CREATE TRIGGER ledger_append_only_delete_{table} BEFORE DELETE ON {table} {condition}"
        f"BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
    )


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0027_campaign_system")]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="sandbox_of",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="sandboxes",
                to="campaigns.campaign",
            ),
        ),
        migrations.RunPython(let_sandboxes_go, keep_all),
    ]
