"""Scrip moves by transfers: each cause once, never below zero, always in balance."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Account, LedgerEntry, Transfer
from rules.refusal import Refusal
from tests.campaigns.ledger.making import make_league, make_player


def bank(league):
    return Account.objects.get(campaign=league, kind="bank")


@pytest.mark.rule("SL-SCRIP-01")
def test_what_is_earned_pays_for_what_is_bought(league, mara):
    assert balances.balance(mara) == 12
    paid = ledger.charge(mara, 7, reason="hire", natural_key="mara/2/hire/1", week=2, memo="Guild Hound")
    assert (paid.amount, paid.reason, paid.memo, paid.week) == (7, "hire", "Guild Hound", 2)
    assert balances.balance(mara) == 5
    assert bank(league).balance == -5
    assert balances.verify(league) == []


@pytest.mark.rule("SL-HIRE-04", "SL-BARTER-06")
def test_a_purse_that_is_too_light_pays_nothing_and_says_what_is_missing(league, mara):
    with pytest.raises(Refusal) as refusal:
        ledger.charge(mara, 13, reason="hire", natural_key="mara/2/hire/1", rule="SL-HIRE-04")
    assert refusal.value.sentence == "That costs 13 Scrip and the purse holds 12."
    assert (refusal.value.rule, refusal.value.fix) == ("SL-HIRE-04", "1 Scrip more are needed.")
    assert (balances.balance(mara), Transfer.objects.count()) == (12, 1)
    ledger.charge(mara, 12, reason="barter", natural_key="mara/1/barter/1")
    assert balances.balance(mara) == 0


def test_a_cause_pays_once_however_often_it_is_told(league, mara):
    first = ledger.pay(mara, 3, reason="event", natural_key="mara/1/event", week=1)
    again = ledger.pay(mara, 3, reason="event", natural_key="mara/1/event", week=1)
    assert first == again
    assert balances.balance(mara) == 15
    with pytest.raises(ValueError, match="another way already"):
        ledger.pay(mara, 4, reason="event", natural_key="mara/1/event", week=1)
    with pytest.raises(ValueError, match="another way already"):
        ledger.charge(mara, 3, reason="event", natural_key="mara/1/event", week=1)


def test_nothing_is_moved_for_nothing_and_nothing_backwards(league, mara):
    assert ledger.pay(mara, 0, reason="payday", natural_key="a") is None
    assert ledger.charge(mara, 0, reason="hire", natural_key="b") is None
    for move in (ledger.pay, ledger.charge):
        with pytest.raises(ValueError, match="-1 Scrip cannot be moved"):
            move(mara, -1, reason="payday", natural_key="c")
    assert Transfer.objects.count() == 1


@pytest.mark.rule("SL-PAY-05")
def test_what_counts_towards_the_weeks_maximum(league, mara):
    other = make_player(league, "rix")
    ledger.pay(mara, 2, reason="event", natural_key="mara/1/event", week=1)
    ledger.pay(mara, 3, reason="bye", natural_key="mara/2/bye", week=2)
    ledger.pay(mara, 3, reason="start", natural_key="mara/start", week=1)
    ledger.pay(mara, 5, reason="restart", natural_key="mara/restart", week=1)
    ledger.charge(mara, 9, reason="hire", natural_key="mara/1/hire/1", week=1)
    ledger.pay(other, 4, reason="payday", natural_key="rix/1/payday", week=1)
    assert balances.earned_in_week(mara, 1) == 14, (
        "12 of Payday and 2 of the event; spending does not lower it"
    )
    assert balances.earned_in_week(mara, 2) == 3
    assert balances.earned_in_week(mara, 3) == 0
    assert balances.earned_by_entry(league, 1) == {mara.pk: 14, other.pk: 4}


def test_a_reversal_undoes_a_transfer_once(league, mara):
    transfer = Transfer.objects.get()
    opposite = ledger.reverse(transfer)
    assert (opposite.reverses, opposite.reason, opposite.amount, opposite.week) == (
        transfer,
        "reversal",
        12,
        1,
    )
    assert opposite.memo == "Reversal: Payday"
    assert ledger.reverse(transfer) == opposite
    assert (balances.balance(mara), balances.earned_in_week(mara, 1)) == (0, 0)
    with pytest.raises(Refusal, match="cannot be reversed"):
        ledger.reverse(opposite)
    assert list(balances.standing_transfers(mara)) == []
    assert balances.verify(league) == []


def test_what_is_spent_cannot_be_taken_back(league, mara):
    ledger.charge(mara, 10, reason="master", natural_key="mara/4/master")
    with pytest.raises(Refusal, match="costs 12 Scrip and the purse holds 2"):
        ledger.reverse(Transfer.objects.get(reason="payday"))
    assert [t.reason for t in balances.standing_transfers(mara)] == ["payday", "master"]
    assert [t.reason for t in balances.standing_transfers(mara, reason="master")] == ["master"]


def test_every_figure_opens_to_its_lines(league, mara, django_assert_num_queries):
    with operation(league, None, kind="hire.model") as act:
        ledger.charge(mara, 4, reason="hire", natural_key="mara/2/hire/1", week=2, act=act.act)
        act.say("Mara hired a Guild Hound for 4 Scrip.")
    ledger.reverse(Transfer.objects.get(reason="hire"))
    with django_assert_num_queries(1):
        lines = [
            (
                line.delta,
                line.balance_after,
                line.transfer.reason,
                line.transfer.act and line.transfer.act.kind,
            )
            for line in balances.lines(mara)
        ]
    assert lines == [(12, 12, "payday", None), (-4, 8, "hire", "hire.model"), (4, 12, "reversal", None)]


def test_accounts_are_opened_once(league):
    entry = make_player(league, "rix")
    assert ledger.open_purse(entry) == ledger.open_purse(entry)
    assert ledger.open_accounts(league) == ledger.open_accounts(league)
    assert Account.objects.count() == 2
    Account.objects.all().delete()
    ledger.pay(entry, 1, reason="payday", natural_key="rix/1/payday")
    assert (balances.balance(entry), Account.objects.count()) == (1, 2)


def test_one_league_knows_nothing_of_another(league, mara):
    elsewhere = make_league("bone")
    stranger = make_player(elsewhere, "mara")
    ledger.pay(stranger, 2, reason="payday", natural_key="bone/mara/1/payday", week=1)
    assert balances.earned_by_entry(league, 1) == {mara.pk: 12}
    assert balances.earned_by_entry(elsewhere, 1) == {stranger.pk: 2}
    assert (balances.verify(league), balances.verify(elsewhere)) == ([], [])


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "purse", "balance": -1},
        {"kind": "bank", "entry": "mara"},
        {"kind": "purse", "entry": None},
        {"kind": "bank", "entry": None},
    ],
    ids=["a purse in debt", "a bank with an owner", "a purse without", "a second bank"],
)
def test_the_database_refuses_accounts_that_cannot_be(league, mara, changes):
    values = {"campaign": league, "entry": make_player(league, "rix"), **changes}
    if values["entry"] == "mara":
        values["entry"] = mara
    Account.objects.filter(entry__crew_name="Rix").delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.create(**values)


def test_the_database_refuses_transfers_that_cannot_be(league, mara):
    purse, vault = mara.accounts.get(), bank(league)
    wrong = [
        {"debit": vault, "credit": purse, "amount": 0},
        {"debit": purse, "credit": purse, "amount": 1},
        {"debit": vault, "credit": purse, "amount": 1, "natural_key": "mara/1/payday"},
    ]
    for values in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            Transfer.objects.create(campaign=league, reason="ruling", **{"natural_key": "x", **values})
    with pytest.raises(IntegrityError), transaction.atomic():
        LedgerEntry.objects.create(
            account=purse, account_version=1, transfer=Transfer.objects.get(), delta=1, balance_after=1
        )


moves = st.lists(
    st.tuples(
        st.sampled_from(["pay", "charge", "reverse"]),
        st.integers(0, 2),
        st.integers(0, 20),
        st.integers(0, 9),
    ),
    max_size=25,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves)
def test_whatever_happens_the_ledger_adds_up(db, moves):
    with transaction.atomic():
        league = make_league()
        players = [make_player(league, name) for name in ("mara", "rix", "sol")]
        expected = dict.fromkeys(players, 0)
        for number, (verb, who, amount, which) in enumerate(moves):
            _move(verb, players[who], amount, which, f"move/{number}", expected)
        assert {player: balances.balance(player) for player in players} == expected
        assert balances.verify(league) == []
        transaction.set_rollback(True)


def _move(verb, player, amount, which, key, expected):
    standing = list(balances.standing_transfers(player))
    sign = {"pay": 1, "charge": -1, "reverse": 0}[verb]
    transfer = standing[which] if verb == "reverse" and which < len(standing) else None
    if verb == "reverse" and transfer is None:
        return
    change = (
        sign * amount if transfer is None else transfer.amount * (1 if transfer.debit.kind == "purse" else -1)
    )
    try:
        if transfer is not None:
            ledger.reverse(transfer)
        else:
            getattr(ledger, verb)(player, amount, reason="ruling", natural_key=key)
    except Refusal:
        assert expected[player] + change < 0, "only a purse that is too light refuses"
    else:
        expected[player] += change


def test_a_cause_that_is_paid_between_two_looks_is_paid_not_refused(league, mara, monkeypatch):
    paid = ledger.charge(mara, 12, reason="hire", natural_key="mara/2/hire/1")
    looks = iter([None])
    look = ledger._earlier
    monkeypatch.setattr(ledger, "_earlier", lambda *cause: next(looks, "look") and look(*cause))
    assert ledger.charge(mara, 12, reason="hire", natural_key="mara/2/hire/1") == paid
    assert balances.balance(mara) == 0
