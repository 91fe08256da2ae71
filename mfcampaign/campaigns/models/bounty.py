"""Bounties a player bought, and what each game ticked of them (SL-BOUNTY). Nothing is deleted: a Bounty
that was dropped, or whose ticks were taken back, stays as history."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from mfcampaign.campaigns.models.campaign import Entry
from mfcampaign.campaigns.models.encounter import Encounter


class ArsenalBounty(models.Model):
    """One Bounty of one player. ``portions`` are the chart's at the time it was bought; ``roster`` is the
    Arsenal it belongs to (A-16, A-29)."""

    class State(models.TextChoices):
        ACTIVE = "active", "under way"
        ACCOMPLISHED = "accomplished", "accomplished"
        DISCARDED = "discarded", "dropped"

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="bounties")
    roster = models.PositiveSmallIntegerField(default=1)
    slug = models.CharField(max_length=80)
    name = models.CharField(max_length=80)
    portions = models.JSONField()
    price = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.ACTIVE)
    bought_week = models.PositiveSmallIntegerField()
    ended_week = models.PositiveSmallIntegerField(null=True, blank=True)
    # The Encounter that completed it: its Aftermath flips the Reward (SL-BOUNTY-06).
    ended_in = models.ForeignKey(
        Encounter, null=True, blank=True, on_delete=models.PROTECT, related_name="bounties_ended"
    )

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "arsenal bounties"
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(state="active"), name="one_active_bounty_a_player"
            ),
            models.UniqueConstraint(
                fields=["entry", "slug"],
                condition=Q(state="accomplished"),
                name="a_bounty_is_accomplished_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.entry}"


class BountyTick(models.Model):
    """``count`` ticks of one portion in one Encounter; one that no longer ``stands`` counts for nothing."""

    bounty = models.ForeignKey(ArsenalBounty, on_delete=models.PROTECT, related_name="ticks")
    encounter = models.ForeignKey(Encounter, on_delete=models.PROTECT, related_name="bounty_ticks")
    portion = models.CharField(max_length=80)
    count = models.PositiveSmallIntegerField()
    stands = models.BooleanField(default=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["bounty", "encounter", "portion"],
                condition=Q(stands=True),
                name="a_portion_once_a_game",
            )
        ]

    def __str__(self) -> str:
        return f"{self.count} of {self.portion}, {self.bounty}"
