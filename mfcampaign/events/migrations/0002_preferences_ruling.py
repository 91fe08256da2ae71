"""``wishes`` become ``preferences``, ``put_right`` becomes ``ruling``; certificates and kinds of acts follow."""

import json

from django.db import migrations


def _certificates(apps, old, new, certificate_format):
    for round_ in apps.get_model("events", "Round").objects.exclude(certificate="").iterator():
        document = json.loads(round_.certificate)
        document |= {new: document.pop(old), "format": certificate_format}
        round_.certificate = json.dumps(document, indent=1, sort_keys=True)
        round_.save(update_fields=["certificate"])


def _acts(apps, old, new):
    apps.get_model("audit", "Act").objects.filter(kind=old).update(kind=new)


def forwards(apps, schema_editor):
    _certificates(apps, "wishes", "preferences", "round-certificate-2")
    _acts(apps, "round.mended", "round.paired_again")


def backwards(apps, schema_editor):
    _certificates(apps, "preferences", "wishes", "round-certificate-1")
    _acts(apps, "round.paired_again", "round.mended")


class Migration(migrations.Migration):

    dependencies = [
        ("audit", "0001_initial"),
        ("events", "0001_initial"),
    ]

    operations = [
        migrations.RenameField("event", "wishes", "preferences"),
        migrations.RenameField("game", "put_right", "ruling"),
        migrations.RunPython(forwards, backwards),
    ]
