"""Seeds of the shuffles are sealed at rest; those that lie open are sealed now."""

from django.db import migrations

from mfcampaign.play import sealing


def close(apps, schema_editor):
    for model, name in (("Encounter", "server_seed"), ("Seat", "seed")):
        rows = apps.get_model("play", model).objects.only("pk", name)
        for row in rows.iterator():
            if open_seed := bytes(getattr(row, name) or b""):
                setattr(row, name, sealing.seal(open_seed))
                row.save(update_fields=[name])


def reopen(apps, schema_editor):
    for model, name in (("Encounter", "server_seed"), ("Seat", "seed")):
        rows = apps.get_model("play", model).objects.only("pk", name)
        for row in rows.iterator():
            if sealed := bytes(getattr(row, name) or b""):
                setattr(row, name, sealing.unseal(sealed))
                row.save(update_fields=[name])


class Migration(migrations.Migration):
    dependencies = [("play", "0001_initial")]

    operations = [
        migrations.RunPython(close, reopen),
        migrations.AlterField(
            model_name="encounter",
            name="server_seed",
            field=sealing.SealedField(max_length=64),
        ),
        migrations.AlterField(
            model_name="seat",
            name="seed",
            field=sealing.SealedField(blank=True, default=b"", max_length=64),
        ),
    ]
