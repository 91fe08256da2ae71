"""The rows of rulings: each with its reason and its changes, and the debts it left.

Nothing here is changed or deleted: a ruling is undone by another one.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from mfcampaign.campaigns.models.arsenal import ArsenalModel
from mfcampaign.campaigns.models.game import Game, GameSide
from mfcampaign.campaigns.models.league import Campaign, Entry
from mfcampaign.campaigns.models.ledger import Transfer


class Ruling(models.Model):
    """Ruling ``number`` of a league: what was asked for, and every change as it was done.

    ``request`` is a ``RulingRequest``, ``changes`` are those of ``rules.campaign.rulings``, as plain values.
    """

    class Kind(models.TextChoices):
        RESULT = "result", "a corrected result"
        VOID = "void", "a voided game"
        REOPEN = "reopen", "a step opened again"
        GIVE = "give", "given or taken by hand"
        ROW = "row", "a corrected Arsenal"
        PEOPLE = "people", "players"
        DEADLINE = "deadline", "a deadline"
        DEBT = "debt", "a debt written off"
        UNDO = "undo", "an earlier ruling undone"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    title = models.CharField(max_length=200)
    reason = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    request = models.JSONField()
    changes = models.JSONField(default=list)
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.PROTECT, related_name="rulings")
    entries = models.ManyToManyField(Entry, related_name="rulings")
    undoes = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="undone_by"
    )
    act = models.ForeignKey("audit.Act", null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["campaign", "number"]
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="ruling_number_once")]

    def __str__(self) -> str:
        return f"ruling {self.number} of {self.campaign}"


class Debt(models.Model):
    """Scrip that a ruling took back and the purse did not hold: lent, and paid by what comes in next.

    Owed is ``amount`` less ``forgiven`` less the repayments; ``ledger.queries`` computes it.
    """

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="debts")
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="debts")
    amount = models.PositiveIntegerField()
    forgiven = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_debt_is_something"),
            models.CheckConstraint(
                condition=Q(forgiven__lte=models.F("amount")), name="no_more_forgiven_than_owed"
            ),
            models.UniqueConstraint(fields=["entry", "ruling"], name="one_debt_a_ruling"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} owes {self.amount} Scrip"


class Repayment(models.Model):
    """One transfer that paid a part of one debt."""

    debt = models.ForeignKey(Debt, on_delete=models.PROTECT, related_name="repayments")
    transfer = models.OneToOneField(Transfer, on_delete=models.PROTECT, related_name="repays")

    def __str__(self) -> str:
        return f"{self.transfer} towards: {self.debt}"


class Supplement(models.Model):
    """The one Injury flip of a model that a ruling found owed after the Aftermath was over.

    It is drawn once for a game and a model, whatever is corrected later: a second ruling finds it.
    ``seed`` is set where no week was open to draw from; the week's own seed is published at its close.
    ``keyed_as`` stands for the model in the natural key of the flip, and means the same wherever the
    league is brought: ``model-7`` is the seventh model its player ever had. (A bare number is an id of
    the installation that flipped it.)
    """

    side = models.ForeignKey(GameSide, on_delete=models.PROTECT, related_name="supplements")
    model = models.ForeignKey(ArsenalModel, on_delete=models.PROTECT, related_name="supplements")
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="supplements")
    week = models.PositiveSmallIntegerField(null=True)
    seed = models.BinaryField(max_length=32, null=True)
    keyed_as = models.CharField(max_length=20)
    answers = models.JSONField()
    effects = models.JSONField()
    changes = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["side", "model"], name="one_flip_a_model_a_game")]

    def __str__(self) -> str:
        return f"Injury flip of {self.model}, {self.side}"


class Tenure(models.Model):
    """A former player of an entry that another person took over, with their name of that time."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="tenures")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    label = models.CharField(max_length=200)
    until_week = models.PositiveSmallIntegerField()
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="tenures")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.label} until week {self.until_week}"
