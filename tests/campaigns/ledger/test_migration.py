"""From 0001 to the newest: words change in rows, nothing else does, and the ledger is guarded again.

That way is released and does not change; a landing walks it forwards with a league, as
tests/project/test_upgrades.py does.
"""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger.queries import balance
from mfcampaign.campaigns.models import Restart, RestartDecision, Transfer
from mfcampaign.dispatch.models import Command
from tests.campaigns.ledger.making import make_league, make_player

FIRST = [("campaigns", "0001_initial")]


def migrate(target=None):
    """To ``target``, by default to the newest of all apps, as the next test expects."""
    executor = MigrationExecutor(connection)
    target = target or executor.loader.graph.leaf_nodes()
    executor.migrate(target)
    return MigrationExecutor(connection).loader.project_state(target).apps


@pytest.mark.both
@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_rows_keep_what_they_hold_and_the_ledger_its_triggers():
    league = make_league()
    mara = make_player(league)
    ledger.pay(mara, 5, reason="restart", natural_key="restart:7/week-2", week=2)
    ledger.pay(mara, 3, reason="payday", natural_key="payday:1", week=2)
    restart = Restart.objects.create(entry=mara, roster=2, why="late", begun_week=2, keyed_as="entry-1")
    RestartDecision.objects.create(restart=restart, ordinal=0, kind="lock", answer={}, source="portal")
    Act.objects.create(aggregate="campaign:1", ordinal=900, kind="additional.accepted")
    Command.objects.create(
        kind="restart.flip",
        natural_key="campaign:1/entry:1/roster:2/restart/3",
        payload={"restart": restart.pk, "ordinal": 3},
    )
    try:
        before = migrate(FIRST)
        old = before.get_model("campaigns", "NewStartDecision").objects.get()
        assert (old.new_start_id, old.new_start.why) == (restart.pk, "late")
        moved = before.get_model("campaigns", "Transfer").objects.order_by("pk")
        assert [(t.reason, t.natural_key) for t in moved] == [
            ("anew", "anew:7/week:2"),
            ("payday", "payday:1"),
        ]
        assert Act.objects.filter(kind="extra.accepted").exists()
        command = Command.objects.get()
        assert (command.kind, command.payload) == ("anew.flip", {"new_start": restart.pk, "ordinal": 3})
        with pytest.raises(IntegrityError), transaction.atomic():
            moved.update(amount=99)
    finally:
        migrate()
    assert RestartDecision.objects.get().restart == restart
    assert [(t.reason, t.natural_key) for t in Transfer.objects.order_by("pk")] == [
        ("restart", "restart:7/week-2"),
        ("payday", "payday:1"),
    ]
    assert balance(mara) == 8
    assert Act.objects.filter(kind="additional.accepted").exists()
    command = Command.objects.get()
    assert command.natural_key == "campaign:1/entry:1/roster:2/restart/3"
    assert (command.kind, command.payload) == ("restart.flip", {"restart": restart.pk, "ordinal": 3})
    for change in (Transfer.objects.all().delete, lambda: Transfer.objects.update(amount=99)):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


@pytest.mark.both
@pytest.mark.django_db
def test_keys_that_named_a_week_as_a_row_are_renamed_and_nothing_else_is():
    """What late joiners were paid before 0019, and what of it went to a debt."""
    rename = import_module("mfcampaign.campaigns.migrations.0019_restart_keys")
    mara = make_player(make_league())
    ledger.pay(mara, 9, reason="restart", natural_key="restart:7/week:12", week=2)
    ledger.charge(mara, 1, reason="ruling", natural_key="debt:3/restart:7/week:12", week=2)
    ledger.charge(mara, 1, reason="restart", natural_key="restart:7/lost", week=2)
    ledger.pay(mara, 1, reason="bye", natural_key="week:12/bye:7", week=2)
    editor = SimpleNamespace(connection=connection, execute=connection.cursor().execute)

    def keys():
        return list(Transfer.objects.order_by("pk").values_list("natural_key", flat=True))

    old = keys()
    rename.forwards(apps, editor)
    assert keys() == ["restart:7/week-12", "debt:3/restart:7/week-12", "restart:7/lost", "week:12/bye:7"]
    with pytest.raises(IntegrityError), transaction.atomic():
        Transfer.objects.update(amount=99)
    rename.backwards(apps, editor)
    assert keys() == old
