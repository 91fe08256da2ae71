"""Does the ledger still add up? Everything recomputed from the transfers, nothing believed."""

from __future__ import annotations

from collections import defaultdict

from mfcampaign.campaigns.models.league import Campaign
from mfcampaign.campaigns.models.ledger import Account, LedgerEntry, Transfer


def problems_of(campaign: Campaign) -> list[str]:
    """Every way in which the league's Scrip does not hold together, in words; empty when it does."""
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


def _transfer_problems(transfer: Transfer, accounts: dict[int, Account], found: dict[int, int]) -> list[str]:
    problems = []
    if found != {transfer.debit_id: -transfer.amount, transfer.credit_id: transfer.amount}:
        problems.append(f"Transfer {transfer.pk} ({transfer}) has the lines {found}.")
    if not {transfer.debit_id, transfer.credit_id} <= accounts.keys():
        problems.append(f"Transfer {transfer.pk} ({transfer}) crosses into another league.")
    return problems
