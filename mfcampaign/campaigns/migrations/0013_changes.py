"""SQLite rebuilds the table for the new column and loses the triggers of 0011, which are made anew."""

from importlib import import_module

from django.db import migrations, models

edition_stays = import_module("mfcampaign.campaigns.migrations.0011_edition_stays")


def guard_again(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        edition_stays.guard(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0012_stand_ins"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="changes",
            field=models.JSONField(default=dict, editable=False),
        ),
        migrations.RunPython(guard_again, migrations.RunPython.noop),
    ]
