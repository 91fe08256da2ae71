from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("play", "0008_friendly_games_in_history"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="asks_everything",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="seat",
            name="habits",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
