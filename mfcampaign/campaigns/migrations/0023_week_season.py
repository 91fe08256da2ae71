"""Each week keeps the season of Strategies and Schemes that it plays."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0022_own_games"),
    ]

    operations = [
        migrations.AddField(
            model_name="week",
            name="season",
            field=models.CharField(blank=True, default="", max_length=20),
        ),
    ]
