"""The row of points beside results."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from mfcampaign.campaigns.models.league import Campaign, Entry


class PointsGiven(models.Model):
    """Points that an organiser gave a player (below 0: took) beside their results, and why. What is taken
    back stays on record and counts for nothing."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="points_given")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="points_given")
    week = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.SmallIntegerField()
    why = models.CharField(max_length=120)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    given_at = models.DateTimeField(auto_now_add=True)
    taken_back_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "points given"

    def __str__(self) -> str:
        return f"{self.points:+} for {self.entry}: {self.why}"
