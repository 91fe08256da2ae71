"""The only writer of Scrip. Amounts are whole; every movement has a cause, and no cause moves Scrip twice.

Every function may be called inside a wider transaction and never leaves half a movement. Accounts are locked
in the order of their ids, so the league's bank always comes first.

A purse is never below zero. The bank lends what a purse lacks after a ruling, as an ordinary transfer, so the
ruling's entries are complete and all balances still sum to zero. The loan remains owed: later income pays it
first, unless an organiser writes it off.
"""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F

from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.ledger.queries import open_debts
from mfcampaign.campaigns.models import (
    Account,
    Campaign,
    Debt,
    Entry,
    LedgerEntry,
    Repayment,
    Ruling,
    Transfer,
)
from rules.refusal import Refusal

Reason = Transfer.Reason
# Each failed try means that somebody else's transfer went through, so this many is a stampede.
TRIES = 100


class _Overtaken(Exception):
    """Another transfer changed an account after it was read."""


def open_accounts(campaign: Campaign) -> Account:
    """The bank of a new league; the same one when it is open already."""
    return Account.objects.get_or_create(campaign=campaign, kind=Account.Kind.BANK)[0]


def open_purse(entry: Entry) -> Account:
    """The purse of one player; the same one when it is open already. Opens the bank when needed."""
    open_accounts(entry.campaign)
    return Account.objects.get_or_create(
        entry=entry, kind=Account.Kind.PURSE, defaults={"campaign_id": entry.campaign_id}
    )[0]


def pay(
    entry: Entry,
    amount: int,
    *,
    reason: str,
    natural_key: str,
    week: int | None = None,
    act: Any = None,
    memo: str = "",
) -> Transfer | None:
    """Move ``amount`` from the bank into the player's purse; ``None`` when there is nothing to pay.

    The same ``natural_key`` again returns the first transfer and moves nothing; ``ValueError``
    when that one was another movement, or when ``amount`` is negative. What the player owes after a
    ruling is paid out of it at once.
    """

    paid = pay_whole(entry, amount, reason=reason, natural_key=natural_key, week=week, act=act, memo=memo)
    if paid is not None:
        repay(entry, f"transfer:{paid.pk}", most=amount, act=act)
    return paid


def pay_whole(
    entry: Entry,
    amount: int,
    *,
    reason: str,
    natural_key: str,
    week: int | None = None,
    act: Any = None,
    memo: str = "",
) -> Transfer | None:
    """As ``pay``, and no debt is paid out of it: for a ruling, which settles the purse as a whole."""
    if amount == 0:
        return None
    purse, bank = _accounts(entry)
    return _moved(bank, purse, amount, reason=reason, natural_key=natural_key, week=week, act=act, memo=memo)


def charge(
    entry: Entry,
    amount: int,
    *,
    reason: str,
    natural_key: str,
    week: int | None = None,
    act: Any = None,
    memo: str = "",
    rule: str = "",
) -> Transfer | None:
    """Move ``amount`` from the player's purse to the bank; ``Refusal`` when the purse is too light.

    Otherwise as ``pay``.
    """
    if amount == 0:
        return None
    purse, bank = _accounts(entry)
    return _moved(
        purse, bank, amount, reason=reason, natural_key=natural_key, week=week, act=act, memo=memo, rule=rule
    )


def reverse(transfer: Transfer, *, act: Any = None, memo: str = "") -> Transfer:
    """Undo one transfer by its opposite, once. Again returns the same reversal.

    ``Refusal`` when the Scrip has been spent meanwhile, or when ``transfer`` is itself a reversal.
    """
    if transfer.reverses_id is not None:
        raise Refusal("A reversal cannot be reversed.", fix="Pay or charge again instead.")
    accounts = Account.objects.in_bulk([transfer.credit_id, transfer.debit_id])
    return _moved(
        accounts[transfer.credit_id],
        accounts[transfer.debit_id],
        transfer.amount,
        reason=Reason.REVERSAL,
        natural_key=f"reverse:{transfer.pk}",
        week=transfer.week,
        act=act,
        memo=memo or f"Reversal: {transfer.memo or transfer.get_reason_display()}"[:200],
        reverses=transfer,
    )


def _accounts(entry: Entry) -> tuple[Account, Account]:
    """The player's purse and the league's bank, in one query; opened when they are not."""
    accounts = {
        account.kind: account
        for account in Account.objects.filter(campaign_id=entry.campaign_id, entry__in=[entry.pk])
        | Account.objects.filter(campaign_id=entry.campaign_id, kind=Account.Kind.BANK)
    }
    if len(accounts) < 2:
        purse = open_purse(entry)
        return purse, open_accounts(entry.campaign)
    return accounts[Account.Kind.PURSE], accounts[Account.Kind.BANK]


def _moved(
    debit: Account, credit: Account, amount: int, *, natural_key: str, rule: str = "", **facts: Any
) -> Transfer:
    """One transfer with its two lines between accounts as they were just read; tried again when somebody
    else's came between."""
    if amount < 0:
        raise ValueError(f"{natural_key}: {amount} Scrip cannot be moved; turn the transfer round.")
    for tries_left in reversed(range(TRIES)):
        if tries_left < TRIES - 1:
            accounts = Account.objects.in_bulk([debit.pk, credit.pk])
            debit, credit = accounts[debit.pk], accounts[credit.pk]
        if (earlier := _earlier(natural_key, debit, credit, amount)) is not None:
            return earlier
        try:
            with transaction.atomic():
                return _move(debit, credit, amount, natural_key, rule, facts)
        except _Overtaken:
            continue
        except Refusal:
            # The purse may be light because this very cause was paid between our two looks.
            if (earlier := _earlier(natural_key, debit, credit, amount)) is not None:
                return earlier
            raise
        except IntegrityError:
            # Side by side with the same cause, or with the same line: the next round tells which.
            if not tries_left:
                raise
    raise RuntimeError(f"{natural_key}: overtaken {TRIES} times in a row.")


def _earlier(natural_key: str, debit: Account, credit: Account, amount: int) -> Transfer | None:
    transfer = Transfer.objects.filter(natural_key=natural_key).first()
    if transfer and (transfer.debit_id, transfer.credit_id, transfer.amount) != (debit.pk, credit.pk, amount):
        raise ValueError(f"{natural_key} moved {transfer.amount} Scrip another way already.")
    return transfer


def _move(
    debit: Account, credit: Account, amount: int, natural_key: str, rule: str, facts: dict[str, Any]
) -> Transfer:
    if debit.kind == Account.Kind.PURSE and debit.balance < amount:
        raise Refusal(
            f"That costs {amount} Scrip and the purse holds {debit.balance}.",
            rule=rule or debit.campaign.played.rows.scrip,
            fix=f"{amount - debit.balance} Scrip more are needed.",
        )
    transfer = Transfer.objects.create(
        campaign_id=debit.campaign_id,
        debit=debit,
        credit=credit,
        amount=amount,
        natural_key=natural_key,
        **facts,
    )
    LedgerEntry.objects.bulk_create(
        [
            _line(account, transfer, -amount if account is debit else amount)
            for account in sorted((debit, credit), key=lambda account: account.pk)
        ]
    )
    return transfer


def _line(account: Account, transfer: Transfer, delta: int) -> LedgerEntry:
    """Change the account if it still is as it was read, and number the change."""
    changed = Account.objects.filter(pk=account.pk, version=account.version).update(
        balance=F("balance") + delta, version=F("version") + 1
    )
    if changed != 1:
        raise _Overtaken
    return LedgerEntry(
        account=account,
        account_version=account.version + 1,
        transfer=transfer,
        delta=delta,
        balance_after=account.balance + delta,
    )


def lend(entry: Entry, amount: int, ruling: Ruling, *, week: int | None, act: Any) -> Debt:
    """What the purse lacks for a ruling; it is owed from now on."""
    pay_whole(
        entry,
        amount,
        reason="ruling",
        natural_key=f"ruling:{ruling.pk}/lent:{entry.pk}",
        week=week,
        act=act,
        memo=f"Ruling {ruling.number}: lent, and owed until later earnings pay it",
    )
    return Debt.objects.create(entry=entry, ruling=ruling, amount=amount)


def repay(entry: Entry, cause: str, *, most: int | None = None, act: Any = None) -> int:
    """Pay what is owed out of the purse, at most ``most``; the Scrip that went.

    ``cause`` names what filled the purse: the same cause repays once.
    """
    debts = open_debts(entry)
    if not debts:
        return 0
    left = balances.balance(entry) if most is None else min(most, balances.balance(entry))
    gone = 0
    for debt, owed in debts:
        part = min(left - gone, owed)
        key = f"debt:{debt.pk}/{cause}"
        if part <= 0 or Transfer.objects.filter(natural_key=key).exists():
            continue
        moved = charge(
            entry,
            part,
            reason="ruling",
            natural_key=key,
            act=act,
            memo=f"Pays what ruling {debt.ruling.number} left owed",
        )
        if moved is not None:
            Repayment.objects.create(debt=debt, transfer=moved)
            gone += part
    return gone
