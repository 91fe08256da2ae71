"""The row of a Cost that no source has, as somebody read it from the card."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from mfcampaign.campaigns.models.league import Campaign


class StatedCost(models.Model):
    """What ``by`` read on the card of the model ``slug``, in Soulstones. The confirmed one of a model counts,
    else the first that was stated."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="stated_costs")
    slug = models.CharField(max_length=120)
    cost = models.PositiveSmallIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    stated_at = models.DateTimeField(auto_now_add=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "slug", "by"], name="cost_stated_once"),
            models.UniqueConstraint(
                fields=["campaign", "slug"],
                condition=models.Q(confirmed_at__isnull=False),
                name="one_confirmed_cost",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slug}: {self.cost}"
