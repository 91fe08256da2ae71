"""The rows of a ladder's challenges, and of every move on its rungs."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from mfcampaign.events.models.event import Event
from mfcampaign.events.models.player import Player
from mfcampaign.events.models.round import Round


class Challenge(models.Model):
    """One player challenges another above. Once accepted it is played as the round of the same ``number``,
    which holds one game with the challenger first. ``costs`` marks a refusal that costs the rung;
    ``late_at`` is when everybody concerned was told that it was not played in time."""

    class State(models.TextChoices):
        WAITING = "waiting", "waits for an answer"
        ACCEPTED = "accepted", "to be played"
        PLAYED = "played", "played"
        DECLINED = "declined", "refused"
        EXPIRED = "expired", "not answered in time"
        WITHDRAWN = "withdrawn", "taken back"
        LIFTED = "lifted", "called off"

    OPEN = (State.WAITING, State.ACCEPTED)
    REFUSED = (State.DECLINED, State.EXPIRED)

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="challenges")
    number = models.PositiveSmallIntegerField()
    challenger = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    challenged = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    made_at = models.DateTimeField()
    answer_by = models.DateTimeField()
    play_by = models.DateTimeField(null=True, blank=True)
    late_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    costs = models.BooleanField(default=False)
    round = models.OneToOneField(
        Round, null=True, blank=True, on_delete=models.SET_NULL, related_name="challenge"
    )
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["number"]
        # What the clock asks for each minute.
        indexes = [
            models.Index(fields=["answer_by"], condition=Q(state="waiting"), name="challenge_unanswered"),
            models.Index(
                fields=["play_by"], condition=Q(state="accepted", late_at=None), name="challenge_unplayed"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="event_challenge_once"),
            models.UniqueConstraint(
                fields=["challenger"],
                condition=Q(state__in=["waiting", "accepted"]),
                name="event_challenger_one_open",
            ),
            models.UniqueConstraint(
                fields=["challenged"],
                condition=Q(state__in=["waiting", "accepted"]),
                name="event_challenged_one_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.challenger} challenges {self.challenged}"

    @property
    def open(self) -> bool:
        return self.state in self.OPEN


class LadderStep(models.Model):
    """Something that moved the rungs, as ``rules.tournament.ladder.Step`` has it. Where everybody stands
    is reckoned from all steps in the order of ``number``; the winner of a challenge is its game's."""

    class Kind(models.TextChoices):
        BEGUN = "begun", "the ladder began"
        JOINED = "joined", "joined at the bottom"
        LEFT = "left", "left"
        PLACED = "placed", "placed by an organiser"
        SETTLED = "settled", "a challenge was settled"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="ladder_steps")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    kind = models.CharField(max_length=7, choices=Kind.choices)
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    rung = models.PositiveSmallIntegerField(default=0)
    order = models.JSONField(default=list, blank=True)
    challenge = models.OneToOneField(
        Challenge, null=True, blank=True, on_delete=models.CASCADE, related_name="step"
    )

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="event_ladder_step_once")]

    def __str__(self) -> str:
        return self.get_kind_display()
