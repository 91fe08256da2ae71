"""An Encounter as rows: who sits where, every decision, every fact that followed, every shuffle.

Decisions are the authority and events what followed from them; both are appended and neither is erased.
A take-back is a decision of its own, and marks those it took back with its number.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from mfcampaign.audit.aggregates import CountsActs
from mfcampaign.play.clocks import Limit
from mfcampaign.play.sealing import SealedField

LONGEST_TITLE = 140


def public_id() -> str:
    return secrets.token_urlsafe(9)


def invitation() -> str:
    return secrets.token_urlsafe(16)


class Epoch(models.Model):
    """A restore from a backup. ``mark`` is 64 hexadecimal digits of chance, from which the shuffles follow
    that were dealt anew then."""

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

    ``version`` counts the log; whoever writes says which version they saw. ``acts`` counts every change, the
    parts of the shuffles included: open pages follow it. ``setup`` pins Crews, cards,
    ruleset and readings; ``engine`` the procedures. ``checkpoint`` is the latest state from which alone play
    goes on, ``asked_back`` a take-back that waits for the other's consent, ``asked_end`` a wish to give it up
    that does (``{}`` for none). ``clock_seconds`` each side has on a chess clock (0: none), ``clock_claim``
    says whether the other may claim the game when they are used up (``clocks``).
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
    # The natural key of what this Encounter belongs to, a league's game for one (``origins``). One that was
    # given up keeps it beside the one that followed.
    origin = models.CharField(max_length=120, blank=True, default="")
    # The server's part of the shuffles: secret until the Encounter is over or the round is void, and sealed.
    fate_round = models.PositiveSmallIntegerField(default=1)
    server_seed = SealedField(max_length=64)
    server_commitment = models.CharField(max_length=64)
    # Rounds of commitments that came to nothing, with the seeds they would have used.
    void_rounds = models.JSONField(default=list, blank=True)
    # Whoever has it may watch, as long as both players let them; empty while they do not.
    watch_link = models.CharField(max_length=40, blank=True, default="")
    clock_seconds = models.PositiveIntegerField(default=0)
    clock_claim = models.BooleanField(default=False)
    # The last restore that it went through.
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
        """What the shuffles of this round are bound to."""
        return f"{self.public_id}/{self.fate_round}"

    @property
    def people(self) -> str:
        return people_of(self, self.seats.all())

    @property
    def dealt(self) -> bool:
        """Whether its decks were laid: from then on somebody may have seen a card."""
        return self.mode == self.Mode.PLAY and bool(self.hash)

    @property
    def clock_limit(self) -> Limit:
        return Limit(self.clock_seconds, self.clock_claim)

    @property
    def over(self) -> bool:
        return self.state in (self.State.OVER, self.State.LEFT)


class Seat(models.Model):
    """One side: a person, or a bot; ``invitation`` lets whoever holds it take an empty seat.

    ``commitment`` hides the player's part of the shuffles until both are in; ``seed`` opens it. ``watched``
    says whom the player lets watch; the stricter of both counts.
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
    """One entry of the log. ``value`` is JSON; ``key`` the client's, so that a retry finds its answer;
    ``hash`` the chain of events after it; ``undone_by`` the number of the take-back, if it was taken back.
    ``clocks`` are the seats whose clocks run from ``at`` on, where it changes that (``clocks.Tick``)."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="decisions")
    number = models.PositiveIntegerField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=20)
    value = models.TextField()
    key = models.CharField(max_length=80, blank=True)
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
    """One fact that followed from ``decision`` (its number; 0 for what came before the first), as the
    canonical JSON that the chain hashes."""

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


class SentEntry(models.Model):
    """An entry as a device sent it from its outbox, under the id it was written with (``key``), so that it
    counts once however often it arrives. ``place`` is its number on the device; ``decision`` what it became,
    or what said the same before it."""

    class Outcome(models.TextChoices):
        DONE = "done", "entered"
        SAME = "same", "stood already"
        DROPPED = "dropped", "given up by its writer"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=80)
    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="sent_entries")
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
    """Who plays, or who keeps the record as long as one alone does."""
    seats = list(seats)
    here = [seat.label for seat in seats if seat.user_id or seat.bot]
    if row.mode == Encounter.Mode.RECORD and len(here) == 1:
        return f"kept by {here[0]}"
    return " against ".join(seat.label for seat in seats)
