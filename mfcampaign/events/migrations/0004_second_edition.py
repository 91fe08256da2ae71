from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0003_due_indexes"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="edition",
            field=models.CharField(
                choices=[("m3e", "Third Edition"), ("m2e", "Second Edition"), ("m1e", "First Edition")],
                default="m3e",
                max_length=8,
            ),
        ),
    ]
