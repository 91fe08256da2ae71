from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0019_restart_keys"),
    ]

    operations = [
        migrations.AlterField(
            model_name="leaguefile",
            name="state",
            field=models.CharField(
                choices=[
                    ("read", "read, not brought in"),
                    ("waiting", "being brought in"),
                    ("done", "brought in"),
                    ("refused", "refused"),
                    ("undone", "withdrawn"),
                ],
                default="read",
                max_length=8,
            ),
        ),
    ]
