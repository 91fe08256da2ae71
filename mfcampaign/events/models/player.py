"""The rows of an event's players; an account is not needed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from mfcampaign.events.models.event import Event


class Player(models.Model):
    """One player of one event, ``number`` from 1 in the order of coming; never deleted.

    ``code`` is the way to the player's own page: its holder may report for them, so it is
    shown to them and to the organisers only, who may print it again or change it. ``company`` is whom
    they travel with.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "on the waiting list"
        SIGNED = "signed", "signed up"
        HERE = "here", "checked in"
        OUT = "out", "out"

    IN_PLAY = (State.SIGNED, State.HERE)

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    name = models.CharField(max_length=40)
    club = models.CharField(max_length=40, blank=True)
    company = models.CharField(max_length=40, blank=True)
    team = models.ForeignKey(
        "events.Team", null=True, blank=True, on_delete=models.SET_NULL, related_name="players"
    )
    rating = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State.choices, default=State.SIGNED)
    out_because = models.CharField(max_length=60, blank=True)
    paid = models.BooleanField(default=False)
    ringer = models.BooleanField(default=False)
    faction = models.CharField(max_length=40, blank=True)
    crew = models.TextField(blank=True)
    code = models.CharField(max_length=40, unique=True)
    since_round = models.PositiveSmallIntegerField(default=1)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="event_player_number_once"),
            models.UniqueConstraint(
                fields=["event", "user"], condition=Q(user__isnull=False), name="event_player_user_once"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def in_play(self) -> bool:
        return self.state in self.IN_PLAY

    def declared(self, declares: str) -> bool:
        """Whether a player has declared all that an event of ``declares`` requires."""
        return declared(declares, self.faction, self.crew)


def declared(declares: str, faction: str, crew: str) -> bool:
    """Whether ``faction`` and ``crew`` are all that an event of ``declares`` requires."""
    if declares == Event.Declares.NOTHING:
        return True
    return bool(faction) and (declares != Event.Declares.CREW or bool(crew))
