"""The rows of forecasts: seasons simulated with settings that an organiser tries."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from mfcampaign.campaigns.models.league import Campaign


class Forecast(models.Model):
    """``seasons`` random seasons by ``policies`` (only what differs from the defaults) and ``charts``.

    Chance comes from ``seed`` and the number of each season alone: the same forecast again is the same.
    """

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="forecasts")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    name = models.CharField(max_length=60)
    players = models.PositiveSmallIntegerField()
    weeks = models.PositiveSmallIntegerField()
    first_week = models.PositiveSmallIntegerField(default=1)
    # Where everybody begins: the campaign's rosters (rules.campaign.system.ForecastRules) as plain values.
    rosters = models.JSONField(default=list)
    policies = models.JSONField(default=dict)
    charts = models.ForeignKey("catalog.ChartSet", on_delete=models.PROTECT, related_name="+")
    seasons = models.PositiveIntegerField()
    chunk = models.PositiveIntegerField(help_text="Seasons of one command.")
    seed = models.BinaryField(max_length=32)
    created_at = models.DateTimeField(auto_now_add=True)
    stopped_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name


class ForecastPart(models.Model):
    """What came out of one command's seasons: a ``ForecastTally`` (rules.campaign.forecast.tally) as plain
    values."""

    forecast = models.ForeignKey(Forecast, on_delete=models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    tally = models.JSONField()

    class Meta:
        ordering = ["forecast", "number"]
        constraints = [models.UniqueConstraint(fields=["forecast", "number"], name="forecast_part_once")]

    def __str__(self) -> str:
        return f"part {self.number} of {self.forecast}"
