"""``NewStart`` becomes ``Restart``, ``anew`` becomes ``restart`` or ``new_arsenal``, ``extra`` ``additional``,
``wishes`` become ``preferences``.

Stored words follow: kinds of acts and commands, reasons and natural keys of transfers, so that nothing is
paid or drawn twice for having another name. The ledger's triggers are lifted for that one step and put back.
Purposes of the fate protocol (``anew``, ``extra-scenario``) stay: they decide which cards fall.
"""

import json
from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

ledger = import_module("mfcampaign.campaigns.migrations.0001_initial")
KINDS = (("anew.", "restart."), ("extra.", "additional."), ("pairing.wishes", "pairing.preferences"))


def _replace(rows, field, old, new):
    """``old`` at the start of a text field becomes ``new``."""
    for row in rows.filter(**{f"{field}__startswith": old}).only("pk", field).iterator():
        rows.filter(pk=row.pk).update(**{field: new + getattr(row, field)[len(old) :]})


def _commands(apps, old, new, payload_old, payload_new):
    for command in apps.get_model("dispatch", "Command").objects.filter(kind=f"{old}.flip").iterator():
        command.kind = f"{new}.flip"
        command.natural_key = command.natural_key.replace(f"/{old}/", f"/{new}/")
        command.payload = {
            payload_new if name == payload_old else name: value for name, value in command.payload.items()
        }
        command.save(update_fields=["kind", "natural_key", "payload"])


def _transfers(apps, schema_editor, old, new):
    transfers = apps.get_model("campaigns", "Transfer").objects
    if not transfers.filter(reason=old).exists():
        return
    ledger.unguard(apps, schema_editor)
    _replace(transfers, "natural_key", f"{old}:", f"{new}:")
    transfers.filter(reason=old).update(reason=new)
    ledger.guard(apps, schema_editor)


def _pairings(apps, old, new, certificate_format):
    """The facts of each paired week and its certificate."""
    for week in apps.get_model("campaigns", "Week").objects.exclude(pairing={}).iterator():
        pairing = dict(week.pairing)
        if pairing.get("facts"):
            facts = json.loads(pairing["facts"])
            facts[new] = facts.pop(old)
            pairing["facts"] = json.dumps(facts, separators=(",", ":"), ensure_ascii=False)
        if pairing.get("certificate"):
            document = json.loads(pairing["certificate"])
            document |= {new: document.pop(old), "format": certificate_format}
            pairing["certificate"] = json.dumps(document, indent=1, sort_keys=True)
        week.pairing = pairing
        week.save(update_fields=["pairing"])


def forwards(apps, schema_editor):
    for old, new in KINDS:
        _replace(apps.get_model("audit", "Act").objects, "kind", old, new)
    _commands(apps, "anew", "restart", "new_start", "restart")
    _pairings(apps, "wishes", "preferences", "round-certificate-2")
    _transfers(apps, schema_editor, "anew", "restart")


def backwards(apps, schema_editor):
    for old, new in KINDS:
        _replace(apps.get_model("audit", "Act").objects, "kind", new, old)
    _commands(apps, "restart", "anew", "restart", "new_start")
    _pairings(apps, "preferences", "wishes", "round-certificate-1")
    _transfers(apps, schema_editor, "restart", "anew")


class Migration(migrations.Migration):

    dependencies = [
        ("audit", "0001_initial"),
        ("campaigns", "0001_initial"),
        ("dispatch", "0001_initial"),
    ]

    operations = [
        migrations.RenameField("encounter", "extra", "additional"),
        migrations.RenameField("weekentry", "anew", "new_arsenal"),
        migrations.RenameField("pairingplan", "wishes", "preferences"),
        migrations.RemoveConstraint("newstart", "one_new_start_at_a_time"),
        migrations.RemoveConstraint("newstartdecision", "anew_ordinal_once"),
        migrations.RenameModel("NewStart", "Restart"),
        migrations.RenameModel("NewStartDecision", "RestartDecision"),
        migrations.AlterModelOptions("restartdecision", {"ordering": []}),
        migrations.RenameField("restartdecision", "new_start", "restart"),
        migrations.AlterModelOptions("restartdecision", {"ordering": ["restart", "ordinal"]}),
        migrations.AlterField(
            "restart",
            "entry",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="restarts", to="campaigns.entry"
            ),
        ),
        migrations.AddConstraint(
            "restart",
            models.UniqueConstraint(
                condition=models.Q(("state__in", ["queued", "building", "shopping", "flipping"])),
                fields=("entry",),
                name="one_restart_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            "restartdecision",
            models.UniqueConstraint(fields=("restart", "ordinal"), name="restart_ordinal_once"),
        ),
        migrations.AlterField(
            "transfer",
            "reason",
            models.CharField(
                choices=[
                    ("start", "left from the starting Arsenal"),
                    ("payday", "Payday"),
                    ("event", "weekly event"),
                    ("bye", "bye"),
                    ("hire", "new hire"),
                    ("upgrade", "Upgrade"),
                    ("master", "Master"),
                    ("barter", "Barter"),
                    ("bounty", "Bounty"),
                    ("restart", "starting anew"),
                    ("ruling", "organiser's ruling"),
                    ("reversal", "reversal"),
                ],
                max_length=12,
            ),
        ),
        migrations.RunPython(forwards, backwards),
    ]
