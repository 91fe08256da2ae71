from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0004_second_edition"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="with_event",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="event",
            name="with_feature",
            field=models.BooleanField(default=False),
        ),
    ]
