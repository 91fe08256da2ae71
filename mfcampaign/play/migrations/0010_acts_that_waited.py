import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("play", "0009_asked_what_matters"),
    ]

    operations = [
        migrations.AddField(
            model_name="sententry",
            name="aggregate",
            field=models.CharField(blank=True, default="", max_length=80),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="sententry",
            name="encounter",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sent_entries",
                to="play.encounter",
            ),
        ),
    ]
