"""Points beside results, and awards."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0007_rounds"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="adjustments",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="event",
            name="awards",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
