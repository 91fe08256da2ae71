"""A template says of which campaign it is; those of before are of Shifting Loyalties."""

from django.db import migrations, models

import mfcampaign.campaigns.models.league


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0028_sandbox"),
    ]

    operations = [
        migrations.AddField(
            model_name="leaguetemplate",
            name="system",
            field=models.CharField(default=mfcampaign.campaigns.models.league.usual_system, max_length=20),
        ),
    ]
