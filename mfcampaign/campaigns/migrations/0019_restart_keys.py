"""Keys of what a new Arsenal was paid say ``restart:5/week-2``: in ``week:2`` the number of a week was read as a
row's, and no file could be written. The ledger's triggers are lifted for that one step and put back."""

import re
from importlib import import_module

from django.db import migrations

ledger = import_module("mfcampaign.campaigns.migrations.0001_initial")


def _rename(apps, schema_editor, old, new):
    """``old`` between ``restart:5/week`` and the number becomes ``new``, also within the key of a repayment."""
    key = re.compile(rf"(restart:\d+/week){old}(\d+)$")
    transfers = apps.get_model("campaigns", "Transfer").objects
    wrong = transfers.filter(natural_key__regex=rf"restart:[0-9]+/week{old}[0-9]+$")
    keys = dict(wrong.values_list("pk", "natural_key"))
    if not keys:
        return
    ledger.unguard(apps, schema_editor)
    for pk, natural_key in keys.items():
        transfers.filter(pk=pk).update(natural_key=key.sub(rf"\g<1>{new}\2", natural_key))
    ledger.guard(apps, schema_editor)


def forwards(apps, schema_editor):
    _rename(apps, schema_editor, ":", "-")


def backwards(apps, schema_editor):
    _rename(apps, schema_editor, "-", ":")


class Migration(migrations.Migration):
    dependencies = [
        ("campaigns", "0018_acts_alone"),
    ]

    operations = [
        migrations.RunPython(forwards, backwards),
    ]
