"""The rows of Encounters: seats, decisions, events, shuffles.

Decisions are the authority and events follow from them; both are appended and never deleted. A take-back is a
decision of its own, and marks those it took back with its number.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from mfcampaign.audit.aggregates import CountsActs
from mfcampaign.play.clocks import NOBODY, Limit
from mfcampaign.play.sealing import SealedField
from rules.game.results.overtime import TimePenalty

LONGEST_TITLE, LONGEST_KEY = 140, 80


def public_id() -> str:
    return secrets.token_urlsafe(9)


def invitation() -> str:
    return secrets.token_urlsafe(16)


class Epoch(models.Model):
    """A restore from a backup. ``mark`` holds 64 random hexadecimal digits, from which the shuffles after the
    restore follow."""

    number = models.PositiveIntegerField(unique=True)
    mark = models.CharField(max_length=64)
    reason = models.CharField(max_length=500, blank=True)
    begun_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"epoch {self.number}"


class Encounter(CountsActs):
    """One Encounter, played here or recorded beside a real table.

    ``version`` counts the log; a writer states the version it saw. ``acts`` counts every change, parts of the
    shuffles included; open pages follow it. ``setup`` stores Crews, cards, ruleset and readings; ``engine``
    the procedures. ``checkpoint`` is the latest state from which play can continue without the log,
    ``asked_back`` a take-back that waits for consent, ``asked_end`` a request to give up that does (``{}``
    for none). ``clock_seconds`` is the time of each side on a chess clock (0: none); ``clock_claim`` says
    whether the other may claim the game when it is used up (``clocks``).
    """

    class Mode(models.TextChoices):
        PLAY = "play", "played here"
        RECORD = "record", "recorded from a table"

    class State(models.TextChoices):
        GATHERING = "gathering", "before the first card"
        PLAYING = "playing", "being played"
        OVER = "over", "over"
        LEFT = "left", "given up"

    public_id = models.CharField(max_length=20, unique=True, default=public_id, editable=False)
    mode = models.CharField(max_length=6, choices=Mode.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.GATHERING)
    title = models.CharField(max_length=LONGEST_TITLE)
    setup = models.TextField()
    engine = models.CharField(max_length=20)
    version = models.PositiveIntegerField(default=0)
    hash = models.CharField(max_length=64, blank=True)
    checkpoint = models.TextField(blank=True)
    asked_back = models.JSONField(default=dict, blank=True)
    asked_end = models.JSONField(default=dict, blank=True)
    result = models.JSONField(null=True, blank=True)
    # The natural key of what this Encounter belongs to, for example a league's game (``origins``). An
    # Encounter that was given up keeps it beside its successor.
    origin = models.CharField(max_length=120, blank=True, default="")
    # The server's part of the shuffles, encrypted; secret until the Encounter is over or the round is void.
    fate_round = models.PositiveSmallIntegerField(default=1)
    server_seed = SealedField(max_length=64)
    server_commitment = models.CharField(max_length=64)
    # Void rounds of commitments, with their unused seeds.
    void_rounds = models.JSONField(default=list, blank=True)
    # The token of the watch link while both players allow watching; empty otherwise.
    watch_link = models.CharField(max_length=40, blank=True, default="")
    clock_seconds = models.PositiveIntegerField(default=0)
    clock_claim = models.BooleanField(default=False)
    # The last restore it went through.
    epoch = models.ForeignKey(Epoch, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-updated_at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=Q(mode__in=["play", "record"]), name="encounter_mode_known"),
            models.UniqueConstraint(
                fields=["origin"], condition=~Q(state="left") & ~Q(origin=""), name="one_encounter_an_origin"
            ),
            models.UniqueConstraint(
                fields=["watch_link"], condition=~Q(watch_link=""), name="watch_link_of_one_encounter"
            ),
        ]
        indexes = [models.Index(fields=["origin"], name="encounters_of_origin")]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("play:encounter", args=[self.public_id])

    @property
    def fate_name(self) -> str:
        """The name to which this round's shuffles are bound."""
        return f"{self.public_id}/{self.fate_round}"

    @property
    def people(self) -> str:
        return people_of(self, self.seats.all())

    @property
    def dealt(self) -> bool:
        """Whether its decks were dealt; from then on somebody may have seen a card."""
        return self.mode == self.Mode.PLAY and bool(self.hash)

    @property
    def clock_limit(self) -> Limit:
        return Limit(self.clock_seconds, self.clock_claim)

    @property
    def over(self) -> bool:
        return self.state in (self.State.OVER, self.State.LEFT)


class Seat(models.Model):
    """One side: a person or a bot; the ``invitation`` link lets anybody take an empty seat.

    ``commitment`` hides the player's part of the shuffles until both are in; ``seed`` opens it. ``watched``
    is whom the player lets watch; the stricter of both seats applies. ``in_history`` is set where the player
    wants a friendly game among their games (``queries.past``). ``crew`` is the saved Crew that was brought,
    if it was one: the set-up has what it was then. ``asks_everything``: the player is asked also where
    nothing depends on the answer; ``habits`` are the usual answers by the names of abilities
    (``rules.game.asking``).
    """

    WATCHED = (
        ("", "nobody"),
        ("late", "whoever has the link, one Turn late"),
        ("live", "whoever has the link"),
    )

    BOTS = (
        ("", "a person"),
        ("greedy", "a bot of level 1"),
        ("level-2", "a bot of level 2"),
        ("level-3", "a bot of level 3"),
        ("random", "a bot that does anything lawful"),
    )

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    bot = models.CharField(max_length=8, choices=BOTS, blank=True)
    invitation = models.CharField(max_length=40, unique=True, default=invitation)
    commitment = models.CharField(max_length=64, blank=True)
    seed = SealedField(max_length=64, blank=True, default=b"")
    watched = models.CharField(max_length=4, choices=WATCHED, blank=True, default="")
    in_history = models.BooleanField(default=False)
    crew = models.ForeignKey("crews.Crew", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    asks_everything = models.BooleanField(default=False)
    habits = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["encounter_id", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "seat"], name="encounter_seat_once"),
            models.CheckConstraint(condition=Q(seat__in=[0, 1]), name="seat_first_or_second"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.encounter}"

    @property
    def label(self) -> str:
        if self.bot:
            return "the bot"
        return str(self.user) if self.user_id else "nobody yet"


class Decision(models.Model):
    """One entry of the log. ``value`` is JSON; ``key`` is chosen by the client, so that a retry finds its
    answer; ``hash`` is the hash of the event chain after it; ``undone_by`` the number of the take-back, if it
    was taken back. ``clocks`` holds the seats whose clocks run from ``at`` on, when that changes
    (``clocks.ClockedDecision``)."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="decisions")
    number = models.PositiveIntegerField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    value = models.TextField()
    key = models.CharField(max_length=LONGEST_KEY, blank=True)
    hash = models.CharField(max_length=64)
    undone_by = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    clocks = models.CharField(max_length=2, blank=True, default="")

    class Meta:
        ordering = ["encounter_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number"], name="decision_number_once"),
            models.UniqueConstraint(
                fields=["encounter", "key"], condition=~Q(key=""), name="decision_key_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class Event(models.Model):
    """One event that followed from ``decision`` (its number; 0 before the first), as the canonical JSON that
    is hashed."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="events")
    number = models.PositiveIntegerField()
    decision = models.PositiveIntegerField()
    body = models.TextField()

    class Meta:
        ordering = ["encounter_id", "number"]
        constraints = [models.UniqueConstraint(fields=["encounter", "number"], name="event_number_once")]
        indexes = [models.Index(fields=["encounter", "decision"], name="events_of_decision")]

    def __str__(self) -> str:
        return f"event {self.number}"


class LaidDeck(models.Model):
    """The Merkle root of one shuffle, published before its first draw."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="decks")
    seat = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    cards = models.PositiveSmallIntegerField()
    root = models.CharField(max_length=64)
    decision = models.PositiveIntegerField()

    class Meta:
        ordering = ["encounter_id", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "seat", "number", "decision"], name="laid_deck_once")
        ]

    def __str__(self) -> str:
        return f"shuffle {self.number} of seat {self.seat}"


class TableClock(CountsActs):
    """A chess clock beside a real table, of an ``encounter`` that is recorded or of a game elsewhere that
    points to it. Whoever holds ``code`` may press it; ``where`` is the path of the page that it belongs to.

    Each side has ``seconds``; what overtime costs is ``penalty``. ``left`` holds the seconds that both had
    left (below 0: over) once it has ended.
    """

    code = models.CharField(max_length=40, unique=True, default=invitation, editable=False)
    encounter = models.OneToOneField(
        Encounter, null=True, blank=True, on_delete=models.CASCADE, related_name="table_clock"
    )
    title = models.CharField(max_length=LONGEST_TITLE)
    where = models.CharField(max_length=200)
    first = models.CharField(max_length=60)
    second = models.CharField(max_length=60)
    seconds = models.PositiveIntegerField()
    penalty_vp = models.PositiveSmallIntegerField(default=0)
    penalty_minutes = models.PositiveSmallIntegerField(default=5)
    left = models.JSONField(default=list, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"clock of {self.title}"

    def get_absolute_url(self) -> str:
        return reverse("play:table_clock", args=[self.code])

    @property
    def limit(self) -> Limit:
        return Limit(self.seconds)

    @property
    def penalty(self) -> TimePenalty:
        return TimePenalty(self.penalty_vp, self.penalty_minutes)

    @property
    def penalties(self) -> tuple[int, int]:
        """The VP off for both sides once it has ended."""
        first, second = (self.penalty.of(left) for left in self.left or (0, 0))
        return first, second


class ClockPress(models.Model):
    """One press of a table's clock: from ``at`` on the clock of ``runs`` runs. ``key`` is chosen by the
    device, so that a press sent twice counts once (empty: the portal stopped the clock itself);
    ``received_at`` is later than ``at`` without a signal."""

    RUNS = ((NOBODY, "nobody’s"), ("0", "the first side’s"), ("1", "the second side’s"))

    clock = models.ForeignKey(TableClock, on_delete=models.CASCADE, related_name="presses")
    runs = models.CharField(max_length=1, choices=RUNS)
    key = models.CharField(max_length=LONGEST_KEY, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    at = models.DateTimeField()
    received_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["clock_id", "at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["clock", "key"], condition=~Q(key=""), name="clock_press_once")
        ]
        verbose_name_plural = "clock presses"

    def __str__(self) -> str:
        return f"{self.get_runs_display()} clock runs from {self.at:%H:%M:%S}"


class SentEntry(models.Model):
    """An entry that a device sent from its outbox, under the id it was written with (``key``), so that it
    counts once however often it arrives. ``place`` is its number on the device; ``decision`` the decision it
    became, or an equal one made before. An act has no ``encounter``: ``aggregate`` names what it was done to,
    and ``decision`` is the number of the act that it left there."""

    class Outcome(models.TextChoices):
        DONE = "done", "entered"
        SAME = "same", "stood already"
        DROPPED = "dropped", "given up by its writer"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=80)
    encounter = models.ForeignKey(
        Encounter, null=True, blank=True, on_delete=models.CASCADE, related_name="sent_entries"
    )
    aggregate = models.CharField(max_length=80, blank=True)
    device = models.CharField(max_length=40)
    place = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    outcome = models.CharField(max_length=7, choices=Outcome.choices)
    decision = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["encounter_id", "pk"]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="sent_entry_once")]
        indexes = [models.Index(fields=["encounter", "device"], name="sent_entries_of_device")]

    def __str__(self) -> str:
        return self.key


def people_of(row: Encounter, seats: Iterable[Seat]) -> str:
    """The names of the players, or of the person who keeps the record alone."""
    seats = list(seats)
    here = [seat.label for seat in seats if seat.user_id or seat.bot]
    if row.mode == Encounter.Mode.RECORD and len(here) == 1:
        return f"kept by {here[0]}"
    return " against ".join(seat.label for seat in seats)
