"""Everybody of a season is expected in the next one, with divisions or without; what Arsenals it keeps."""

import django.db.models.deletion
from django.db import migrations, models


def name_leagues(apps, schema_editor):
    """A placing is in the league of its division."""
    for row in apps.get_model("campaigns", "Placing").objects.select_related("division"):
        row.campaign_id = row.division.campaign_id
        row.save(update_fields=["campaign"])


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0023_week_season"),
    ]

    operations = [
        migrations.AddField(
            model_name="campaign",
            name="keeps",
            field=models.CharField(
                choices=[
                    ("none", "build new Arsenals"),
                    ("cap", "keep models up to a value"),
                    ("whole", "keep their Arsenals whole"),
                ],
                default="none",
                max_length=5,
            ),
        ),
        migrations.AddField(
            model_name="campaign",
            name="keeps_value",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RemoveConstraint(model_name="placing", name="placed_once"),
        migrations.AddField(
            model_name="placing",
            name="campaign",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="placings",
                to="campaigns.campaign",
            ),
        ),
        migrations.RunPython(name_leagues, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="placing",
            name="campaign",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="placings",
                to="campaigns.campaign",
            ),
        ),
        migrations.AlterField(
            model_name="placing",
            name="division",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="placings",
                to="campaigns.division",
            ),
        ),
        migrations.AlterField(
            model_name="placing",
            name="place",
            field=models.PositiveSmallIntegerField(
                help_text="In the table of the season before; 0 for none."
            ),
        ),
        migrations.AddConstraint(
            model_name="placing",
            constraint=models.UniqueConstraint(fields=("campaign", "user"), name="placed_once"),
        ),
    ]
