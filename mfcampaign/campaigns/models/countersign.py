"""Cards a player wrote down from the table, and what the opponent says to them."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from mfcampaign.campaigns.models.aftermath import AftermathDecision


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
