"""Readers of the ledger of Scrip: balances, earnings, debts, and the check that everything sums to zero."""

from __future__ import annotations

from collections import defaultdict

from django.db.models import F, QuerySet, Sum
from django.db.models.functions import Coalesce

from mfcampaign.campaigns.models import Account, Campaign, Debt, Entry, LedgerEntry, Transfer

# What counts towards the week's maximum (SL-PAY-05 with A-19; the bye by ledger section 4.2).
Reason = Transfer.Reason
EARNINGS = (Reason.PAYDAY, Reason.EVENT, Reason.BYE)


def balance(entry: Entry) -> int:
    """The Scrip in the player's purse now; 0 before it is opened."""
    scrip = (
        Account.objects.filter(entry=entry, kind=Account.Kind.PURSE).values_list("balance", flat=True).first()
    )
    return scrip or 0


def earned_in_week(entry: Entry, week: int) -> int:
    """The Scrip that counts towards the week's maximum of 16, reversed earnings left out (SL-PAY-05)."""
    return earned_by_entry(entry.campaign, week).get(entry.pk, 0)


def earned_by_entry(campaign: Campaign, week: int) -> dict[int, int]:
    """``earned_in_week`` of every entry of the league that earned anything, by entry id. One query."""
    earnings = Transfer.objects.filter(
        campaign=campaign, week=week, reason__in=EARNINGS, credit__kind=Account.Kind.PURSE, reversed_by=None
    )
    rows = earnings.order_by().values_list("credit__entry").annotate(earned=Sum("amount"))
    return {entry_id: earned for entry_id, earned in rows if entry_id is not None}


def lines(entry: Entry) -> QuerySet[LedgerEntry]:
    """The purse's lines, oldest first, each with its transfer and act. One query."""
    own = LedgerEntry.objects.filter(account__entry=entry, account__kind=Account.Kind.PURSE)
    return own.select_related("transfer__act").order_by("account_version")


def standing_transfers(entry: Entry, *, reason: str | None = None) -> QuerySet[Transfer]:
    """The transfers of a purse that are neither reversed nor reversals, oldest first."""
    own = Transfer.objects.filter(lines__account__entry=entry, reverses=None, reversed_by=None)
    return (own.filter(reason=reason) if reason else own).select_related("debit", "credit").order_by("pk")


def open_debts(entry: Entry) -> list[tuple[Debt, int]]:
    """The debts of a player with the Scrip still owed of each, oldest first."""
    paid = Coalesce(Sum("repayments__transfer__amount"), 0)
    debts = Debt.objects.filter(entry=entry).annotate(left=F("amount") - F("forgiven") - paid)
    return [(debt, debt.left) for debt in debts.filter(left__gt=0).order_by("pk")]


def owed(entry: Entry) -> int:
    """All that the player still owes, in Scrip."""
    return sum(left for _, left in open_debts(entry))


def verify(campaign: Campaign) -> list[str]:
    """Every way in which the league's Scrip does not hold together, in words; empty when it does.

    Every balance is recomputed from the transfers. Three queries.
    """
    accounts = {account.pk: account for account in Account.objects.filter(campaign=campaign)}
    transfers = list(Transfer.objects.filter(campaign=campaign))
    chains: dict[int, list[LedgerEntry]] = defaultdict(list)
    ends: dict[int, dict[int, int]] = defaultdict(dict)
    for line in LedgerEntry.objects.filter(account__campaign=campaign).order_by("account", "account_version"):
        chains[line.account_id].append(line)
        ends[line.transfer_id][line.account_id] = line.delta
    problems = [
        problem for account in accounts.values() for problem in _chain_problems(account, chains[account.pk])
    ]
    for transfer in transfers:
        problems += _transfer_problems(transfer, accounts, ends.pop(transfer.pk, {}))
    problems += [f"Lines of transfer {pk}, which is not of this league." for pk in ends]
    if total := sum(account.balance for account in accounts.values()):
        problems.append(f"All balances sum to {total}, not to 0.")
    return problems


def _chain_problems(account: Account, chain: list[LedgerEntry]) -> list[str]:
    problems, running = [], 0
    for number, line in enumerate(chain, start=1):
        running += line.delta
        if line.account_version != number:
            problems.append(f"The {account}: line {number} is numbered {line.account_version}.")
        if line.balance_after != running:
            problems.append(f"The {account}: line {number} says {line.balance_after}, its sum is {running}.")
    if account.balance != running:
        problems.append(f"The {account} holds {account.balance}, its lines sum to {running}.")
    if account.version != len(chain):
        problems.append(f"The {account} is at version {account.version} with {len(chain)} lines.")
    if account.kind == Account.Kind.PURSE and account.balance < 0:
        problems.append(f"The {account} is overdrawn: {account.balance}.")
    return problems


def _transfer_problems(transfer: Transfer, accounts: dict[int, Account], moved: dict[int, int]) -> list[str]:
    problems = []
    if moved != {transfer.debit_id: -transfer.amount, transfer.credit_id: transfer.amount}:
        problems.append(f"Transfer {transfer.pk} ({transfer}) has the lines {moved}.")
    if not {transfer.debit_id, transfer.credit_id} <= accounts.keys():
        problems.append(f"Transfer {transfer.pk} ({transfer}) crosses into another league.")
    return problems
