from django.db import migrations, models

import mfcampaign.events.models.event
import rules.edition


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0005_features"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="edition",
            field=models.CharField(default=rules.edition.meant_by, max_length=8),
        ),
        migrations.AlterField(
            model_name="event",
            name="season",
            field=models.CharField(default=mfcampaign.events.models.event.usual_season, max_length=20),
        ),
    ]
