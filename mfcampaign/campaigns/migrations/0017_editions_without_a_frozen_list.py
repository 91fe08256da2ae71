"""No list of editions stands in the database's history any more. SQLite rebuilds the table of leagues for it and
loses the triggers of 0011, which are made anew."""

from importlib import import_module

from django.db import migrations, models

import mfcampaign.campaigns.models.league

edition_stays = import_module("mfcampaign.campaigns.migrations.0011_edition_stays")


def guard_again(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        edition_stays.guard(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0016_week_restores"),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard_again),
        migrations.AlterField(
            model_name="campaign",
            name="edition",
            field=models.CharField(
                default=mfcampaign.campaigns.models.league.usual_edition, editable=False, max_length=20
            ),
        ),
        migrations.AlterField(
            model_name="campaign",
            name="season",
            field=models.CharField(default=mfcampaign.campaigns.models.league.usual_season, max_length=20),
        ),
        migrations.AlterField(
            model_name="leaguetemplate",
            name="edition",
            field=models.CharField(default=mfcampaign.campaigns.models.league.usual_edition, max_length=20),
        ),
        migrations.RunPython(guard_again, migrations.RunPython.noop),
    ]
