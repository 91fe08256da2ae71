"""Scrip that a ruling took back and a purse did not hold: whatever comes in next pays it first.

A purse is never below zero. What it lacks is lent by the bank as an ordinary transfer, so the ruling's
entries are whole and all balances still sum to zero; the loan stays owed until it is repaid or an
organiser writes it off.
"""

from __future__ import annotations

from typing import Any

from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.models import Correction, Debt, Entry, Repayment, Transfer


def open_debts(entry: Entry) -> list[Debt]:
    """The debts of a player with something still owed, oldest first; ``left`` on each says how much."""
    paid = Coalesce(Sum("repayments__transfer__amount"), 0)
    found = Debt.objects.filter(entry=entry).annotate(left=F("amount") - F("forgiven") - paid)
    return list(found.filter(left__gt=0).order_by("pk"))


def owed(entry: Entry) -> int:
    """All that the player still owes, in Scrip."""
    return sum(debt.left for debt in open_debts(entry))  # type: ignore[attr-defined]


def lend(entry: Entry, amount: int, correction: Correction, *, week: int | None, act: Any) -> Debt:
    """What the purse lacks for a ruling; it is owed from now on."""
    ledger.pay_whole(
        entry,
        amount,
        reason="ruling",
        natural_key=f"correction:{correction.pk}/lent:{entry.pk}",
        week=week,
        act=act,
        memo=f"Ruling {correction.number}: lent, and owed until later earnings pay it",
    )
    return Debt.objects.create(entry=entry, correction=correction, amount=amount)


def repay(entry: Entry, cause: str, *, most: int | None = None, act: Any = None) -> int:
    """Pay what is owed out of the purse, at most ``most``; the Scrip that went.

    ``cause`` names what filled the purse: the same cause repays once.
    """
    debts = open_debts(entry)
    if not debts:
        return 0
    left = ledger.balance(entry) if most is None else min(most, ledger.balance(entry))
    gone = 0
    for debt in debts:
        part = min(left - gone, debt.left)  # type: ignore[attr-defined]
        key = f"debt:{debt.pk}/{cause}"
        if part <= 0 or Transfer.objects.filter(natural_key=key).exists():
            continue
        moved = ledger.charge(
            entry,
            part,
            reason="ruling",
            natural_key=key,
            act=act,
            memo=f"Pays what ruling {debt.correction.number} left owed",
        )
        if moved is not None:
            Repayment.objects.create(debt=debt, transfer=moved)
            gone += part
    return gone
