"""The play-offs of a season: seeds and matches (A-43)."""

from __future__ import annotations

from django.db import models

from mfcampaign.campaigns.models.league import Campaign, Entry
from mfcampaign.campaigns.models.week import Week


class PlayOff(models.Model):
    """The bracket of one season, drawn as the games of week ``first_week`` are paired."""

    campaign = models.OneToOneField(Campaign, on_delete=models.CASCADE, related_name="playoff")
    first_week = models.PositiveSmallIntegerField()
    third = models.BooleanField(
        default=False, help_text="The losers of the semi-finals meet for third place."
    )

    def __str__(self) -> str:
        return f"play-offs of {self.campaign}"


class PlayOffSeed(models.Model):
    """A player in the bracket; seed 1 was first in the standings."""

    playoff = models.ForeignKey(PlayOff, on_delete=models.CASCADE, related_name="seeds")
    seed = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["seed"]
        constraints = [
            models.UniqueConstraint(fields=["playoff", "seed"], name="seed_once"),
            models.UniqueConstraint(fields=["playoff", "entry"], name="seeded_once"),
        ]

    def __str__(self) -> str:
        return f"seed {self.seed} of {self.playoff}"


class PlayOffMatch(models.Model):
    """A match that is due in ``week``, the higher seed first. ``winner`` is written once the next round is
    paired, or an organiser decides; until then the game of the two says it."""

    playoff = models.ForeignKey(PlayOff, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    week = models.ForeignKey(Week, on_delete=models.CASCADE, related_name="playoff_matches")
    higher = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    lower = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    winner = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["playoff", "number"], name="playoff_match_once")]

    def __str__(self) -> str:
        return f"match {self.number} of {self.playoff}"
