"""The edition of a league's figures stands on its row from the opening on; leagues there are keep that of their
release, the Third's.
"""

from django.db import migrations, models

EDITION = [("m3e", "Third Edition"), ("m2e", "Second Edition")]


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0004_game")]

    operations = [
        migrations.AddField(
            "campaign",
            "edition",
            models.CharField(choices=EDITION, default="m3e", editable=False, max_length=20),
        ),
        migrations.AddField(
            "leaguetemplate",
            "edition",
            models.CharField(choices=EDITION, default="m3e", max_length=20),
        ),
    ]
