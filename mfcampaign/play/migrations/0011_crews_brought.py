import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("crews", "0007_tried"),
        ("play", "0010_acts_that_waited"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="crew",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="crews.crew",
            ),
        ),
    ]
