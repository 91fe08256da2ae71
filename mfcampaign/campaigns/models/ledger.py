"""The rows of Scrip in double entry: accounts, immutable transfers, and each account's numbered lines.

A transfer takes ``amount`` out of ``debit`` and puts it into ``credit``, so that all balances of a league
always sum to zero. Only the league's bank may be below zero. Transfers and lines are never changed or deleted
(triggers in the database refuse it): a correction is a new transfer.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from mfcampaign.campaigns.models.league import Campaign, Entry


class Account(models.Model):
    """The bank of a league or one player's purse. ``balance`` is in Scrip; ``version`` counts its lines."""

    class Kind(models.TextChoices):
        BANK = "bank", "bank"
        PURSE = "purse", "purse"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="accounts")
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="accounts")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    balance = models.IntegerField(default=0)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="bank") | Q(balance__gte=0), name="only_the_bank_may_owe"
            ),
            models.CheckConstraint(
                condition=Q(kind="bank", entry__isnull=True) | Q(kind="purse", entry__isnull=False),
                name="a_purse_has_an_owner",
            ),
            models.UniqueConstraint(
                fields=["campaign"], condition=Q(kind="bank"), name="one_bank_a_campaign"
            ),
            models.UniqueConstraint(fields=["entry"], condition=Q(kind="purse"), name="one_purse_an_entry"),
        ]

    def __str__(self) -> str:
        return f"purse of {self.entry}" if self.kind == self.Kind.PURSE else f"bank of {self.campaign}"


class Transfer(models.Model):
    """One movement of Scrip. ``natural_key`` names its cause, so that no cause pays twice."""

    class Reason(models.TextChoices):
        START = "start", "left from the starting Arsenal"
        PAYDAY = "payday", "Payday"
        EVENT = "event", "weekly event"
        BYE = "bye", "bye"
        HIRE = "hire", "new hire"
        UPGRADE = "upgrade", "Upgrade"
        MASTER = "master", "Master"
        BARTER = "barter", "Barter"
        BOUNTY = "bounty", "Bounty"
        ADVANCEMENT = "advancement", "advancement"
        DOCTOR = "doctor", "doctor"
        RESTART = "restart", "starting anew"
        RULING = "ruling", "organiser's ruling"
        REVERSAL = "reversal", "reversal"

    campaign = models.ForeignKey(Campaign, on_delete=models.PROTECT, related_name="transfers")
    debit = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    credit = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveIntegerField()
    reason = models.CharField(max_length=12, choices=Reason.choices)
    week = models.PositiveSmallIntegerField(null=True, blank=True)
    act = models.ForeignKey("audit.Act", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    natural_key = models.CharField(max_length=160, unique=True)
    reverses = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by"
    )
    memo = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_transfer_moves_something"),
            models.CheckConstraint(condition=~Q(debit=F("credit")), name="a_transfer_has_two_ends"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} Scrip, {self.get_reason_display()}"


class LedgerEntry(models.Model):
    """Line ``account_version`` of one account: the change and the balance after it.

    Two writers who both read version ``n`` cannot both write line ``n + 1``.
    """

    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="lines")
    account_version = models.PositiveIntegerField()
    transfer = models.ForeignKey(Transfer, on_delete=models.PROTECT, related_name="lines")
    delta = models.IntegerField()
    balance_after = models.IntegerField()

    class Meta:
        ordering = ["account", "account_version"]
        verbose_name_plural = "ledger entries"
        constraints = [
            models.UniqueConstraint(fields=["account", "account_version"], name="one_line_a_version"),
            models.UniqueConstraint(fields=["transfer", "account"], name="one_line_an_end"),
        ]

    def __str__(self) -> str:
        return f"{self.delta:+d} Scrip, {self.balance_after} after"
