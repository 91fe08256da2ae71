"""The rows of a campaign week and of each player's part in it (state machine: ledger section 4.2)."""

from __future__ import annotations

from django.db import models

from mfcampaign.campaigns.models.league import Campaign, Entry
from rules.campaign.policies import Policies, policies_from


class Week(models.Model):
    """Week ``number`` of a league.

    ``fate_commitment`` is published when the week opens, ``fate_seed`` only once it is closed:
    every flip of the week that the portal draws derives from that seed and its own natural key.
    """

    class State(models.TextChoices):
        NEW_HIRES = "new_hires", "new hires"
        EVENT = "event", "weekly event"
        GAMES_OPEN = "games_open", "games"
        CLOSED = "closed", "closed"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="weeks")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=State.choices)
    opens_at = models.DateTimeField()
    hires_close_at = models.DateTimeField()
    games_close_at = models.DateTimeField()
    fate_seed = models.BinaryField(max_length=32)
    fate_commitment = models.CharField(max_length=64)
    # After a backup was restored: {"epoch", "at", "mark", "commitment"}; the mark is hidden as the seed is.
    restores = models.JSONField(default=list, blank=True)
    scenario = models.JSONField(default=dict)
    # Drawings that were flipped again, the oldest first: {"scenario", "reason" (why again), "by" (a name)}.
    drawings = models.JSONField(default=list, blank=True)
    # What an organiser put in place of the drawn scenario: see rules.game.setup.scenario.Override.
    scenario_override = models.JSONField(default=dict, blank=True)
    # The Weekly Event as it was determined, once: see rules.campaign.weekly_events.WeekEvent.
    event = models.JSONField(default=dict, blank=True)
    # While the results of an immediate event's contest are awaited: until then, at the latest.
    contest_closes_at = models.DateTimeField(null=True, blank=True)
    # The league's settings as this week is played by them; empty for the league's own.
    policies = models.JSONField(null=True, blank=True)
    # Whose Strategies and Schemes it plays; empty for those of the league.
    season = models.CharField(max_length=20, blank=True, default="")
    # Why these pairings: {"cost": ..., "notes": [...]} as the pairing explained itself.
    pairing = models.JSONField(default=dict)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="week_once")]

    def __str__(self) -> str:
        return f"week {self.number} of {self.campaign}"

    @property
    def rules(self) -> Policies:
        """What this week's games are judged by, however the league's settings change later."""
        return self.campaign.rules if self.policies is None else policies_from(self.policies)

    @property
    def season_played(self) -> str:
        """Whose Strategies and Schemes this week plays, however the league changes later."""
        return self.season or self.campaign.season


class WeekEntry(models.Model):
    """What one player did in one week: models hired, the window locked, a bye."""

    week = models.ForeignKey(Week, on_delete=models.CASCADE, related_name="parts")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="weeks")
    hired_models = models.PositiveSmallIntegerField(default=0)
    hired_masters = models.PositiveSmallIntegerField(default=0)
    hire_waived = models.BooleanField(default=False)
    hires_locked_at = models.DateTimeField(null=True, blank=True)
    flagged = models.CharField(max_length=200, blank=True)
    bye = models.BooleanField(default=False)
    new_arsenal = models.BooleanField(default=False, help_text="Plays with a new Arsenal from this week on.")
    # An organiser gave this player until then, beyond the deadline of all.
    extended_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["week", "entry"], name="week_entry_once")]

    def __str__(self) -> str:
        return f"{self.entry} in {self.week}"


class WeekPlan(models.Model):
    """What organisers planned for a week that has not begun: its deadlines, where they differ from the
    league's calendar. Once the week opens, its own row counts."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="plans")
    number = models.PositiveSmallIntegerField()
    hires_close_at = models.DateTimeField(null=True, blank=True)
    games_close_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["campaign", "number"], name="week_planned_once")]

    def __str__(self) -> str:
        return f"plan of week {self.number} of {self.campaign}"
