from django.db import migrations, models


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
    ]
