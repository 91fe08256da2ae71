"""The rows of pairing preferences: those of organisers, and what players say of themselves."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from mfcampaign.campaigns.models.league import Campaign, Entry


class PairingPlan(models.Model):
    """The preferences of a league in their order: values of ``PairingPreference``."""

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="pairing_plan")
    preferences = models.JSONField(default=list, blank=True)

    def __str__(self) -> str:
        return f"preferences of {self.campaign}"


class PairRule(models.Model):
    """Two players who never meet, or who do in week ``week``; one that is lifted stays on record."""

    class Kind(models.TextChoices):
        FORBIDDEN = "forbidden", "never meet"
        FIXED = "fixed", "meet"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="pair_rules")
    a = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    b = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    # The week of a fixed pair; empty for one that never meets.
    week = models.PositiveSmallIntegerField(null=True, blank=True)
    lifted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.CheckConstraint(condition=Q(a__lt=F("b")), name="pair_in_order")]

    def __str__(self) -> str:
        return f"{self.a} and {self.b} {self.get_kind_display()}"


class PlayerFacts(models.Model):
    """What preferences may ask of a player: the club, who they travel with, where they live."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="facts")
    club = models.CharField(max_length=60, blank=True)
    company = models.CharField(max_length=60, blank=True)
    place = models.CharField(max_length=60, blank=True)

    def __str__(self) -> str:
        return f"facts of {self.entry}"


class Availability(models.Model):
    """When a player can play in one week: ``evenings`` (mon to sun, none: any), or ``away`` altogether; or
    who plays their Crew in it as a ``stand_in`` (A-47)."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="availabilities")
    week = models.PositiveSmallIntegerField()
    away = models.BooleanField(default=False)
    evenings = models.JSONField(default=list, blank=True)
    stand_in = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["week"]
        constraints = [models.UniqueConstraint(fields=["entry", "week"], name="availability_once")]

    def __str__(self) -> str:
        return f"{self.entry} in week {self.week}"
