from django.db import migrations


class Migration(migrations.Migration):
    """What is kept of a league is fresh by its count of acts alone."""

    dependencies = [
        ("campaigns", "0017_editions_without_a_frozen_list"),
    ]

    operations = [
        migrations.RemoveField(model_name="campaign", name="changes"),
    ]
