"""The audit log: who did what, when and why. One row for each act; rows are only appended."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Act(models.Model):
    """One act on one aggregate, told in words.

    ``aggregate`` is ``"<model>:<pk>"``; acts of one aggregate are numbered without a gap.
    ``key`` is the client's idempotency key: a retry finds the first act instead of acting again.
    """

    class Audience(models.TextChoices):
        EVERYONE = "everyone", "everyone who may see the aggregate"
        ORGANISERS = "organisers", "organisers only"

    aggregate = models.CharField(max_length=60)
    ordinal = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    sentence = models.TextField(blank=True)
    facts = models.JSONField(default=dict)
    reason = models.TextField(blank=True)
    audience = models.CharField(max_length=12, choices=Audience.choices, default=Audience.EVERYONE)
    key = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["aggregate", "ordinal"], name="act_ordinal_once"),
            models.UniqueConstraint(
                fields=["aggregate", "key"], condition=~models.Q(key=""), name="act_key_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.aggregate} #{self.ordinal} {self.kind}"
