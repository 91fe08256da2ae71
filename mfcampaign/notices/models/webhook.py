"""The rows of webhooks and their deliveries, and of calendar links."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Webhook(models.Model):
    """One address to which a league's acts are posted. ``topics`` are those of ``routing.TOPICS``.

    ``secret`` signs what is sent (Standard Webhooks); an address of Discord is a secret itself, so no
    page shows more of it than its host.
    """

    class Kind(models.TextChoices):
        DISCORD = "discord", "Discord, or what understands its messages"
        SIGNED = "signed", "a program of your own (signed JSON)"

    class State(models.TextChoices):
        ON = "on", "on"
        OFF = "off", "switched off"
        FAILED = "failed", "stopped after failures"
        REMOVED = "removed", "removed"

    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="webhooks")
    name = models.CharField(max_length=60)
    kind = models.CharField(max_length=8, choices=Kind.choices)
    url = models.CharField(max_length=500)
    secret = models.CharField(max_length=80)
    topics = models.JSONField(default=list)
    state = models.CharField(max_length=8, choices=State.choices, default=State.ON)
    # In a row; the next success starts again at none.
    failures = models.PositiveSmallIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def aggregate(self) -> models.Model:
        return self.campaign


class Delivery(models.Model):
    """One event on its way to one webhook; ``event_id`` lets the receiver tell repeats apart."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        DELIVERED = "delivered", "delivered"
        FAILED = "failed", "failed"
        DROPPED = "dropped", "not sent"

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    event_id = models.CharField(max_length=40, unique=True)
    key = models.CharField(max_length=100)
    event = models.CharField(max_length=60)
    sentence = models.TextField()
    body = models.JSONField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, blank=True)
    error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "deliveries"
        constraints = [models.UniqueConstraint(fields=["webhook", "key"], name="delivered_once")]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook}: {self.state}"


class CalendarLink(models.Model):
    """A secret address of a calendar: of one league as ``user`` sees it, or of all their leagues and ladders.

    Only the SHA-256 of its token is kept. A new link of the same calendar ends the one before.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    campaign = models.ForeignKey(
        "campaigns.Campaign", null=True, blank=True, on_delete=models.CASCADE, related_name="+"
    )
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"calendar of {self.campaign or 'all leagues'} for {self.user}"
