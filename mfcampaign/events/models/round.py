"""The rows of rounds and their games."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import models
from django.db.models import Q

from mfcampaign.events.models.event import Event
from mfcampaign.events.models.player import Player
from rules.game.results.overtime import counted_vp


class Round(models.Model):
    """One round: a draft that organisers look at, then published, then closed.

    The clock has ``clock_left`` seconds from ``clock_since`` on, or is paused while that is empty.
    ``certificate`` is the file that proves the pairing the best there is (empty: by hand, or no search), and
    ``corrected`` says which of the results that it rests on were corrected since. A draft keeps in ``basis``
    what it was paired from (``events.drafts``), a published round in ``decided`` what the organiser had
    settled for it.
    ``scenario`` is played at every table, or empty where ``sheets`` hold one for each (beyond their
    number they begin again); ``set_up`` is the code of the drawing they come from.
    """

    class State(models.TextChoices):
        DRAFT = "draft", "being paired"
        OPEN = "open", "being played"
        CLOSED = "closed", "finished"

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="played_rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    knockout = models.BooleanField(default=False)
    scenario = models.JSONField(default=dict, blank=True)
    sheets = models.JSONField(default=list, blank=True)
    set_up = models.CharField(max_length=16, blank=True)
    proof = models.CharField(max_length=200, blank=True)
    certificate = models.TextField(blank=True)
    corrected = models.CharField(max_length=300, blank=True)
    basis = models.JSONField(default=dict, blank=True)
    decided = models.JSONField(default=dict, blank=True)
    clock_left = models.PositiveIntegerField(default=0)
    clock_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="event_round_once")]

    def __str__(self) -> str:
        return f"round {self.number}"

    def scenario_at(self, table: int) -> dict[str, Any]:
        """What is played at ``table`` (from 1)."""
        sheet: dict[str, Any] = self.sheets[(table - 1) % len(self.sheets)] if self.sheets else self.scenario
        return sheet

    @property
    def played_for(self) -> str:
        """What every table plays, in a few words."""
        return in_words(self.scenario)

    @property
    def ends_at(self) -> dt.datetime | None:
        """When the time is up; None while the clock is paused."""
        if self.clock_since is None:
            return None
        return self.clock_since + dt.timedelta(seconds=self.clock_left)


def in_words(scenario: Mapping[str, Any]) -> str:
    """A scenario as its names. In the First Edition each side has a Strategy; an empty name is a choice."""
    if not scenario:
        return ""
    deployment = scenario.get("deployment") or "Deployment by choice"
    return f"{' / '.join(strategies_in(scenario))}, {deployment}"


def strategies_in(scenario: Mapping[str, Any]) -> tuple[str, ...]:
    """The Strategy that both share, or each side's own in the First Edition; none where nothing was drawn."""
    if not scenario:
        return ()
    names = scenario.get("strategies") or [scenario.get("strategy", "")]
    return tuple(name or "own choice" for name in names)


class Game(models.Model):
    """One game of a round, or a bye (``b`` empty). Victory Points count once it is confirmed.

    ``reports`` holds what each side said: ``{"a": [5, 3], "b": [5, 4]}``, always VP of a then of b.
    ``winner`` is a player's number (0: a draw agreed on; None: the score tells), ``match`` that of the
    bracket, ``why`` the sentence of the pairing. ``clock`` is the chess clock at the table; ``time_left``
    holds the seconds that a and b had left on it when the game was reported (below 0: over), and
    ``penalty_a`` and ``penalty_b`` are the Victory Points off for that.
    """

    class State(models.TextChoices):
        OPEN = "open", "not reported"
        REPORTED = "reported", "one side reported"
        DISPUTED = "disputed", "the reports differ"
        CONFIRMED = "confirmed", "confirmed"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="games")
    table = models.PositiveSmallIntegerField(default=0)
    a = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    b = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    why = models.CharField(max_length=300, blank=True)
    match = models.PositiveSmallIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    vp_a = models.PositiveSmallIntegerField(default=0)
    vp_b = models.PositiveSmallIntegerField(default=0)
    penalty_a = models.PositiveSmallIntegerField(default=0)
    penalty_b = models.PositiveSmallIntegerField(default=0)
    time_left = models.JSONField(default=list, blank=True)
    clock = models.OneToOneField(
        "play.TableClock", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    outcome = models.CharField(max_length=20, default="score")
    winner = models.PositiveIntegerField(null=True, blank=True)
    reports = models.JSONField(default=dict, blank=True)
    ruling = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["table", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "table"], condition=Q(table__gt=0), name="event_table_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.a} against {self.b}" if self.b_id else f"bye of {self.a}"

    @property
    def scenario(self) -> dict[str, Any]:
        """What is played at this table; nothing in a bye."""
        return self.round.scenario_at(self.table) if self.b_id is not None else {}

    @property
    def played_for(self) -> str:
        """The same in a few words."""
        return in_words(self.scenario)

    @property
    def counts(self) -> tuple[int, int]:
        """The Victory Points that count."""
        return counted_vp((self.vp_a, self.vp_b), (self.penalty_a, self.penalty_b))

    @property
    def clock_code(self) -> str | None:
        """The code of the chess clock at the table, if one lies there."""
        return None if self.clock is None else str(self.clock.code)

    @property
    def attacker(self) -> Player | None:
        """The Attacker, where the set-up decides it (M3E-SETUP-04): the first seat is ``a``."""
        seat = self.scenario.get("attacker_seat")
        return None if seat is None else (self.a, self.b)[seat]
