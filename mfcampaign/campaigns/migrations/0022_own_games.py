"""When a report counts without an answer is kept with it, and who lets their opponent decide as an organiser."""

import datetime as dt

from django.db import migrations, models

USUAL_HOURS = 48


def keep_due(apps, schema_editor):
    """Reports that wait for an answer are due as the league's settings have it today."""
    waiting = apps.get_model("campaigns", "Report").objects.filter(state="proposed")
    for report in waiting.select_related("game__week__campaign"):
        hours = report.game.week.campaign.policies.get("report_timeout_h", USUAL_HOURS)
        report.due_at = report.created_at + dt.timedelta(hours=hours)
        report.save(update_fields=["due_at"])


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0021_archived_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="gameside",
            name="consented_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="report",
            name="due_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.RunPython(keep_due, migrations.RunPython.noop),
    ]
