"""The rows of a game of the league: two sides, a report, an agreement (ledger section 4.3)."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from mfcampaign.campaigns.models.league import Entry
from mfcampaign.campaigns.models.week import Week


class Game(models.Model):
    """One game of a week. Its state follows the ledger's machine; see ``campaigns.game``."""

    class State(models.TextChoices):
        SCHEDULED = "scheduled", "Crews due"
        PLAYING = "playing", "being played"
        REPORTED = "reported", "reported"
        DISPUTED = "disputed", "disputed"
        AFTERMATH = "aftermath", "aftermath"
        CLOSED = "closed", "closed"
        FORFEITED = "forfeited", "forfeited"
        VOID = "void", "void"

    REPORTABLE = (State.PLAYING, State.REPORTED, State.DISPUTED)
    BEFORE_RESULT = (State.SCHEDULED, *REPORTABLE)
    WITH_RESULT = (State.AFTERMATH, State.CLOSED)
    OPEN_STATES = (*BEFORE_RESULT, State.AFTERMATH)

    week = models.ForeignKey(Week, on_delete=models.CASCADE, related_name="games")
    table = models.PositiveSmallIntegerField()
    additional = models.BooleanField(default=False, help_text="Agreed on by the players, not paired.")
    state = models.CharField(max_length=12, choices=State.choices, default=State.SCHEDULED)
    ceiling = models.PositiveSmallIntegerField(help_text="Largest permitted size, in Soulstones.")
    size = models.PositiveSmallIntegerField(null=True, blank=True)
    scenario = models.JSONField(default=dict)
    # Campaign Rating and Pools with their lines, fixed at the reveal (SL-RATING-01).
    reveal = models.JSONField(default=dict)
    outcome = models.JSONField(default=dict)
    revealed_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["week", "table"]
        constraints = [models.UniqueConstraint(fields=["week", "table"], name="one_game_a_table")]

    def __str__(self) -> str:
        return f"table {self.table}, {self.week}"

    @property
    def unplayed(self) -> bool:
        """Whether nobody came, so that each is paid half a bye."""
        return bool(self.outcome.get("unplayed"))


class GameProposal(models.Model):
    """An additional game in a week, offered by one player to another (SL-SCHEME-02, -03)."""

    class SetUp(models.TextChoices):
        REUSE = "reuse", "the week's scenario"
        NEW = "new", "a new scenario, by fate"

    class State(models.TextChoices):
        OPEN = "open", "waits for an answer"
        ACCEPTED = "accepted", "agreed"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "withdrawn"
        LAPSED = "lapsed", "lapsed with the week"

    week = models.ForeignKey(Week, on_delete=models.CASCADE, related_name="proposals")
    by = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    to = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="+")
    set_up = models.CharField(max_length=6, choices=SetUp.choices)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    game = models.OneToOneField(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="proposal"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.by} offers {self.to} a game in {self.week}"


class GameSide(models.Model):
    """One player's side; seats as in ``EncounterResult``. The Crew stays hidden until both are in."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="sides")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="sides")
    seat = models.PositiveSmallIntegerField(choices=[(0, "first"), (1, "second")])
    proposed_size = models.PositiveSmallIntegerField(null=True, blank=True)
    # A rules.campaign.crew.CampaignCrew as plain values.
    crew = models.JSONField(default=dict)
    crew_submitted_at = models.DateTimeField(null=True, blank=True)
    # rules.game.setup.schemes.WrittenScheme as plain values, hidden until the result is final.
    schemes = models.JSONField(default=list, blank=True)
    # The former player's name, where another person has taken the entry over since.
    played_as = models.CharField(max_length=200, blank=True)
    # Since then the opponent, who organises the league, may decide this game as an organiser too.
    consented_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="seat_once"),
            models.UniqueConstraint(fields=["game", "entry"], name="entry_once_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.entry} at {self.game}"

    @property
    def label(self) -> str:
        """The names of those who played it, as of that time."""
        return self.played_as or self.entry.label


class Report(models.Model):
    """A result as one player wrote it down; the newest standing one is the one to answer."""

    class State(models.TextChoices):
        PROPOSED = "proposed", "waiting for the opponent"
        CONFIRMED = "confirmed", "confirmed"
        OBJECTED = "objected", "objected to"
        SUPERSEDED = "superseded", "replaced"
        RULED = "ruled", "ruled by an organiser"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reports")
    number = models.PositiveSmallIntegerField()
    by_entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    result = models.JSONField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.PROPOSED)
    objection = models.TextField(blank=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # Without an answer it counts from then on, whatever becomes of settings and deadlines since.
    due_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="report_number_once")]

    def __str__(self) -> str:
        return f"report {self.number} of {self.game}"
