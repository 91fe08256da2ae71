from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("play", "0005_watched")]

    operations = [
        migrations.AlterField(
            model_name="seat",
            name="bot",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "a person"),
                    ("greedy", "a bot of level 1"),
                    ("level-2", "a bot of level 2"),
                    ("level-3", "a bot of level 3"),
                    ("random", "a bot that does anything lawful"),
                ],
                max_length=8,
            ),
        ),
    ]
