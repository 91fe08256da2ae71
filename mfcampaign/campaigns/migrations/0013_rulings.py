from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("campaigns", "0012_set_ups_of_weeks")]

    operations = [
        migrations.RenameModel("Correction", "Ruling"),
        migrations.RenameField("ruling", "wish", "request"),
        migrations.AlterField(
            "ruling",
            "campaign",
            models.ForeignKey("campaigns.campaign", models.CASCADE, related_name="rulings"),
        ),
        migrations.AlterField(
            "ruling",
            "encounter",
            models.ForeignKey(
                "campaigns.encounter", models.PROTECT, null=True, blank=True, related_name="rulings"
            ),
        ),
        migrations.AlterField(
            "ruling", "entries", models.ManyToManyField("campaigns.entry", related_name="rulings")
        ),
        migrations.RemoveConstraint("debt", "one_debt_a_ruling"),
        migrations.RenameField("debt", "correction", "ruling"),
        migrations.RenameField("supplement", "correction", "ruling"),
        migrations.RenameField("tenure", "correction", "ruling"),
        migrations.RemoveConstraint("ruling", "correction_number_once"),
        migrations.AddConstraint(
            "ruling", models.UniqueConstraint(fields=["campaign", "number"], name="ruling_number_once")
        ),
        migrations.AddConstraint(
            "debt", models.UniqueConstraint(fields=["entry", "ruling"], name="one_debt_a_ruling")
        ),
    ]
