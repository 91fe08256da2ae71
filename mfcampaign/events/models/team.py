"""The rows of teams and of their matches."""

from __future__ import annotations

from django.db import models

from mfcampaign.events.models.event import Event
from mfcampaign.events.models.round import Round


class Team(models.Model):
    """One team, ``number`` from 1; its players point to it. ``captain`` is a player's number, 0 while it has
    no players."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)
    captain = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="event_team_number_once")]

    def __str__(self) -> str:
        return self.name


class TeamMatch(models.Model):
    """Two teams that meet in a round, or the bye of one (``b`` empty). Its games are those of their players
    in that round.

    ``order_a`` and ``order_b`` are players' numbers table by table, as the captains chose; they are secret
    until the match is ``settled``: then its games stand as they say.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="team_matches")
    number = models.PositiveSmallIntegerField()
    a = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="+")
    b = models.ForeignKey(Team, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=300, blank=True)
    order_a = models.JSONField(default=list, blank=True)
    order_b = models.JSONField(default=list, blank=True)
    settled = models.BooleanField(default=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="event_team_match_once")]

    def __str__(self) -> str:
        return f"{self.a} against {self.b}" if self.b_id else f"bye of {self.a}"
