"""The rows of a restart: a new Arsenal in a running league, after giving up the old one or for a late entry
(SL-ANEW)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from mfcampaign.campaigns.models.league import Entry


class Restart(models.Model):
    """One Arsenal founded after the first week: the facts of its Barter flips and how far they are.

    ``roster`` is the Arsenal it founds. ``context`` and the decisions are the authority over the flips,
    as in an aftermath; ``flips_due`` rises with each week that passes before they are done.
    ``waiting_for``, ``asks`` and ``asks_ordinal`` mirror the open question. ``keyed_as`` stands for the
    player in the natural key of the flips: ``entry-3`` is the third player of the league. (A bare number
    is an id of the installation that flipped them.)
    """

    class Why(models.TextChoices):
        SCRAPPED = "scrapped", "gave the old roster up"
        LATE = "late", "joined late"
        IDLE = "idle", "had no Arsenal at the start"
        ANNIHILATED = "annihilated", "lost the last model"

    class State(models.TextChoices):
        QUEUED = "queued", "begins with the next New Hires"
        BUILDING = "building", "building"
        SHOPPING = "shopping", "buying"
        FLIPPING = "flipping", "Barter flips"
        DONE = "done", "done"
        CANCELLED = "cancelled", "called off"

    OPEN_STATES = (State.QUEUED, State.BUILDING, State.SHOPPING, State.FLIPPING)

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="restarts")
    roster = models.PositiveSmallIntegerField()
    why = models.CharField(max_length=12, choices=Why.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.BUILDING)
    begun_week = models.PositiveSmallIntegerField()
    plays_from = models.PositiveSmallIntegerField(null=True, blank=True)
    flips_due = models.PositiveSmallIntegerField(default=0)
    context = models.JSONField(default=dict)
    charts = models.ForeignKey(
        "catalog.ChartSet", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    applied = models.PositiveSmallIntegerField(default=0)
    waiting_for = models.CharField(max_length=8, blank=True)
    asks = models.CharField(max_length=30, blank=True)
    asks_ordinal = models.PositiveSmallIntegerField(default=0)
    # Who flips: the portal's weekly fate, or the player at the table.
    flips = models.CharField(
        max_length=8,
        choices=[("fate", "the portal draws"), ("entered", "I flip at the table")],
        default="fate",
    )
    keyed_as = models.CharField(max_length=20)
    created_at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(state__in=["queued", "building", "shopping", "flipping"]),
                name="one_restart_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"restart of {self.entry}"

    def flip_key(self, ordinal: int) -> str:
        """The natural key of the command that draws question ``ordinal``."""
        return (
            f"campaign:{self.entry.campaign_id}/entry:{self.entry_id}/roster:{self.roster}/restart/{ordinal}"
        )


class RestartDecision(models.Model):
    """The answer to question ``ordinal``: a card, a choice, or the portal's word."""

    restart = models.ForeignKey(Restart, on_delete=models.CASCADE, related_name="decisions")
    ordinal = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=30)
    answer = models.JSONField()
    source = models.CharField(
        max_length=8,
        choices=[
            ("fate", "fate"),
            ("entered", "entered"),
            ("player", "player"),
            ("portal", "portal"),
            ("timeout", "timeout"),
        ],
    )
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["restart", "ordinal"]
        constraints = [models.UniqueConstraint(fields=["restart", "ordinal"], name="restart_ordinal_once")]

    def __str__(self) -> str:
        return f"{self.kind} #{self.ordinal} of {self.restart}"
