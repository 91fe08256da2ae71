"""Each league says which campaign it plays; those of before play Shifting Loyalties. What becomes of Leaders that
are built has a row of its own. SQLite rebuilds the table of leagues for the column and loses the triggers of
0011, which are made anew."""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

import mfcampaign.campaigns.models.league

edition_stays = import_module("mfcampaign.campaigns.migrations.0011_edition_stays")


def guard_again(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        edition_stays.guard(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0026_points_teams"),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, guard_again),
        migrations.AddField(
            model_name="campaign",
            name="system",
            field=models.CharField(
                default=mfcampaign.campaigns.models.league.usual_system, editable=False, max_length=20
            ),
        ),
        migrations.RunPython(guard_again, migrations.RunPython.noop),
        migrations.CreateModel(
            name="LeaderGrowth",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                (
                    "roster",
                    models.PositiveSmallIntegerField(
                        default=1, help_text="Which Arsenal of the player: Entry.roster."
                    ),
                ),
                ("facts", models.JSONField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="growth",
                        to="campaigns.entry",
                    ),
                ),
            ],
            options={"ordering": ["pk"], "verbose_name_plural": "leader growth"},
        ),
        migrations.AddConstraint(
            model_name="leadergrowth",
            constraint=models.UniqueConstraint(fields=("entry", "roster"), name="growth_once_an_arsenal"),
        ),
        migrations.AlterField(
            model_name="transfer",
            name="reason",
            field=models.CharField(
                choices=[
                    ("start", "left from the starting Arsenal"),
                    ("payday", "Payday"),
                    ("event", "weekly event"),
                    ("bye", "bye"),
                    ("hire", "new hire"),
                    ("upgrade", "Upgrade"),
                    ("master", "Master"),
                    ("barter", "Barter"),
                    ("bounty", "Bounty"),
                    ("advancement", "advancement"),
                    ("doctor", "doctor"),
                    ("restart", "starting anew"),
                    ("ruling", "organiser's ruling"),
                    ("reversal", "reversal"),
                ],
                max_length=12,
            ),
        ),
    ]
