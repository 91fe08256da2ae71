from django.db import migrations, models


class Migration(migrations.Migration):
    """A template is archived, as its page says."""

    dependencies = [
        ("campaigns", "0020_import_withdrawn"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="leaguetemplate", name="template_name_once"),
        migrations.RenameField(model_name="leaguetemplate", old_name="put_away_at", new_name="archived_at"),
        migrations.AddConstraint(
            model_name="leaguetemplate",
            constraint=models.UniqueConstraint(
                condition=models.Q(archived_at=None), fields=("owner", "name"), name="template_name_once"
            ),
        ),
    ]
