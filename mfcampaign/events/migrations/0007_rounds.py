"""A draft keeps what it was paired from, a round what was settled for it; several byes can be settled."""

from django.db import migrations, models


def forwards(apps, schema_editor):
    for event in apps.get_model("events", "Event").objects.exclude(decided={}).iterator():
        bye = event.decided.pop("bye", None)
        event.decided["byes"] = [] if bye is None else [bye]
        event.save(update_fields=["decided"])


def backwards(apps, schema_editor):
    for event in apps.get_model("events", "Event").objects.exclude(decided={}).iterator():
        event.decided["bye"] = next(iter(event.decided.pop("byes", [])), None)
        event.save(update_fields=["decided"])


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0006_editions"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="bye_worth",
            field=models.CharField(
                choices=[
                    ("scheme", "as the standings say"),
                    ("win", "as a win"),
                    ("draw", "as a draw"),
                    ("half", "as half a win, rounded up"),
                    ("nothing", "nothing"),
                ],
                default="scheme",
                max_length=8,
            ),
        ),
        migrations.AddField("round", "basis", models.JSONField(blank=True, default=dict)),
        migrations.AddField("round", "corrected", models.CharField(blank=True, max_length=300)),
        migrations.AddField("round", "decided", models.JSONField(blank=True, default=dict)),
        migrations.RunPython(forwards, backwards),
    ]
