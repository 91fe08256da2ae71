"""The rows of one side's Aftermath: its facts, its answers in order, and countersigned cards from the
table."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from mfcampaign.campaigns.models.game import GameSide


class Aftermath(models.Model):
    """``context`` and the decisions are the authority; everything else is their replay.

    ``applied`` counts the effects already written to Arsenal and ledger. ``waiting_for``, ``asks`` and
    ``asks_ordinal`` mirror the open question so that lists need no replay.
    """

    class State(models.TextChoices):
        QUEUED = "queued", "waits for an earlier aftermath"
        OPEN = "open", "open"
        LOCKED = "locked", "done"

    side = models.OneToOneField(GameSide, on_delete=models.CASCADE, related_name="aftermath")
    state = models.CharField(max_length=8, choices=State.choices, default=State.QUEUED)
    # The facts it started from; the charts are kept by reference, so that a fork changes nothing open.
    context = models.JSONField(default=dict)
    charts = models.ForeignKey("catalog.ChartSet", on_delete=models.PROTECT, related_name="+")
    applied = models.PositiveSmallIntegerField(default=0)
    waiting_for = models.CharField(max_length=8, blank=True)
    asks = models.CharField(max_length=30, blank=True)
    asks_ordinal = models.PositiveSmallIntegerField(default=0)
    # Who flips: the portal's weekly fate, or the player at the table; empty until the player has said it
    # for the first time.
    flips = models.CharField(
        max_length=8,
        choices=[("fate", "the portal draws"), ("entered", "I flip at the table")],
        blank=True,
    )
    # How often a ruling opened the result again; part of the natural key of what is drawn then.
    again = models.PositiveSmallIntegerField(default=0)
    opened_at = models.DateTimeField(null=True, blank=True)
    locked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "aftermaths"

    def __str__(self) -> str:
        return f"aftermath of {self.side}"

    @property
    def key(self) -> str:
        """The natural key of this run; one that a ruling opened again has a key of its own."""
        return f"aftermath:{self.pk}" + (f"/again:{self.again}" if self.again else "")

    def flip_key(self, ordinal: int) -> str:
        """The natural key of the command that draws question ``ordinal``."""
        week = self.side.game.week
        return (
            f"campaign:{week.campaign_id}/entry:{self.side.entry_id}/week:{week.number}"
            f"/encounter:{self.side.game_id}/aftermath/{ordinal}"
        ) + (f"/again:{self.again}" if self.again else "")


class AftermathDecision(models.Model):
    """The answer to question ``ordinal``: a card, a choice, or a fact of the portal."""

    aftermath = models.ForeignKey(Aftermath, on_delete=models.CASCADE, related_name="decisions")
    ordinal = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=30)
    answer = models.JSONField()
    source = models.CharField(
        max_length=8,
        choices=[
            ("fate", "fate"),
            ("entered", "entered"),
            ("player", "player"),
            ("portal", "portal"),
            ("timeout", "timeout"),
        ],
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["aftermath", "ordinal"]
        constraints = [models.UniqueConstraint(fields=["aftermath", "ordinal"], name="decision_ordinal_once")]

    def __str__(self) -> str:
        return f"{self.kind} #{self.ordinal} of {self.aftermath}"


class Countersign(models.Model):
    """The opponent's word on the entered cards of one decision (``entered_flips`` of the league)."""

    class State(models.TextChoices):
        WAITING = "waiting", "waits for the opponent"
        AGREED = "agreed", "countersigned"
        UNANSWERED = "unanswered", "stands unanswered"
        OBJECTED = "objected", "objected to"
        UPHELD = "upheld", "stands by ruling"
        STRUCK = "struck", "struck by ruling"

    OPEN = (State.WAITING, State.OBJECTED)

    decision = models.OneToOneField(AftermathDecision, on_delete=models.CASCADE, related_name="countersign")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    objection = models.TextField(blank=True)
    ruling = models.TextField(blank=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.decision}: {self.get_state_display()}"
