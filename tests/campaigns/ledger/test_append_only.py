# ruff: noqa: S608
"""The database itself keeps what moved: no UPDATE, no DELETE, whoever asks. And verify sees the rest."""

from __future__ import annotations

from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Account, LedgerEntry, Transfer
from tests.campaigns.ledger.making import make_league, make_player

TABLES = ("campaigns_transfer", "campaigns_ledgerentry")
CHANGES = {"campaigns_transfer": "amount = 99", "campaigns_ledgerentry": "delta = 99"}


def run(sql):
    with transaction.atomic(), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Or the rows that this test's own transaction wrote would refuse the TRUNCATE.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(sql)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("verb", ["update", "delete", "truncate"])
def test_what_moved_stays_written(league, mara, table, verb):
    if verb == "truncate" and connection.vendor != "postgresql":
        verb = "delete"
    statements = {
        "update": f"UPDATE {table} SET {CHANGES[table]}",
        "delete": f"DELETE FROM {table}",
        "truncate": f"TRUNCATE {table} CASCADE",
    }
    with pytest.raises(IntegrityError, match="make a new transfer instead"):
        run(statements[verb])
    assert (Transfer.objects.get().amount, LedgerEntry.objects.count()) == (12, 2)


def test_neither_do_the_models_get_past_it(league, mara):
    transfer = Transfer.objects.get()
    transfer.memo = "a kinder memory"
    for change in (
        transfer.save,
        LedgerEntry.objects.all().delete,
        lambda: LedgerEntry.objects.update(delta=1),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


@pytest.mark.django_db(transaction=True)
def test_flush_alone_empties_the_ledger_and_leaves_it_guarded():
    league = make_league()
    ledger.pay(make_player(league), 3, reason="payday", natural_key="k")
    call_command("flush", interactive=False, verbosity=0)
    assert (Transfer.objects.count(), Account.objects.count()) == (0, 0)
    ledger.pay(make_player(make_league()), 3, reason="payday", natural_key="k")
    for table in TABLES:
        with pytest.raises(IntegrityError):
            run(f"DELETE FROM {table}")


@contextmanager
def behind_its_back():
    """As somebody with the keys to the database could."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for table in TABLES:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        else:
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in cursor.fetchall():
                cursor.execute(f"DROP TRIGGER {name}")
        yield cursor


@pytest.mark.parametrize(
    ("tampering", "faults"),
    [
        (
            "UPDATE campaigns_account SET balance = 50 WHERE kind = 'purse'",
            ["holds 50, its lines sum to 12", "sum to 38"],
        ),
        ("UPDATE campaigns_account SET version = 5 WHERE kind = 'bank'", ["is at version 5 with 1 lines"]),
        ("UPDATE campaigns_transfer SET amount = 13", ["13 Scrip, Payday) has the lines"]),
        ("UPDATE campaigns_ledgerentry SET delta = 13 WHERE delta = 12", ["line 1 says 12, its sum is 13"]),
        ("UPDATE campaigns_ledgerentry SET account_version = 2 WHERE delta = 12", ["line 1 is numbered 2"]),
        (
            "DELETE FROM campaigns_ledgerentry WHERE delta = 12",
            ["holds 12, its lines sum to 0", "has the lines"],
        ),
    ],
    ids=["balance", "version", "amount", "delta", "number", "missing line"],
)
def test_verify_finds_what_was_done_behind_its_back(league, mara, tampering, faults):
    assert balances.verify(league) == []
    with behind_its_back() as cursor:
        cursor.execute(tampering)
    problems = "\n".join(balances.verify(league))
    assert all(text in problems for text in faults), problems
    with pytest.raises(CommandError, match="brass: "):
        call_command("verify_ledger")


def test_verify_finds_lines_without_a_transfer_of_the_league(league, mara):
    elsewhere = make_league("bone")
    with behind_its_back() as cursor:
        cursor.execute(f"UPDATE campaigns_transfer SET campaign_id = {elsewhere.pk}")
    assert any("not of this league" in text for text in balances.verify(league))
    assert any("crosses into another league" in text for text in balances.verify(elsewhere))


def test_verify_ledger_is_content_when_everything_adds_up(league, mara):
    out = StringIO()
    call_command("verify_ledger", stdout=out)
    call_command("verify_ledger", "brass", stdout=out)
    assert out.getvalue() == "The Scrip of 1 leagues adds up.\n" * 2
    with pytest.raises(CommandError, match="No such league: bone"):
        call_command("verify_ledger", "bone")


def test_verify_costs_the_same_for_any_number_of_transfers(league, mara, django_assert_num_queries):
    for count in (1, 9):
        for number in range(count):
            ledger.pay(mara, 1, reason="ruling", natural_key=f"more/{count}/{number}")
        with django_assert_num_queries(3):
            assert balances.verify(league) == []
