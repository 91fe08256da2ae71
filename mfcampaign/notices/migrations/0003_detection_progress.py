import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notices", "0002_deadlines_passed")]

    operations = [
        migrations.RenameModel("Lookout", "DetectionProgress"),
        migrations.AlterField(
            "detectionprogress",
            "campaign",
            models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="detection",
                to="campaigns.campaign",
            ),
        ),
    ]
