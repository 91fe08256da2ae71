"""The row of an event: format, size, and the order in which it ranks."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from mfcampaign.audit.aggregates import CountsActs
from rules.edition import Edition, edition_of, meant_by, unnamed
from rules.game.results.overtime import TimePenalty
from rules.tournament.standings.criteria import ByeWorth


def usual_season() -> str:
    """What an event is drawn from that says nothing."""
    return unnamed().setup.usual_season


class Event(CountsActs):
    """One event. ``rounds`` are those before a cut; ``cut`` is how many go on to a bracket (0: no cut).

    ``preferences`` are values of ``PairingPreference`` in their order, ``apart`` those that outweigh the
    points, ``forbidden`` pairs of players' numbers (where teams play, of teams'), ``order`` criteria of the
    standings (empty: those of the scheme), ``decided`` what the organiser settled for the next round:
    ``{"fixed": [[1, 2]], "byes": [3]}``. ``bye_worth`` is a ``ByeWorth``. ``seeds`` are players' numbers
    by seed once a bracket is drawn, ``groups`` those of each group. ``ladder`` holds fields of
    ``rules.tournament.ladder.LadderRules``; those that are missing have its defaults.
    """

    class Phase(models.TextChoices):
        ANNOUNCED = "announced", "announced"
        REGISTRATION = "registration", "open for registration"
        RUNNING = "running", "running"
        FINISHED = "finished", "finished"
        CANCELLED = "cancelled", "cancelled"

    class Format(models.TextChoices):
        SWISS = "swiss", "Swiss rounds"
        RANDOM = "random", "rounds by lot"
        ROBIN = "robin", "everybody against everybody"
        GROUPS = "groups", "groups, then a cut"
        SINGLE = "single", "single elimination"
        DOUBLE = "double", "double elimination"
        LADDER = "ladder", "a ladder of challenges"

    class Scenarios(models.TextChoices):
        ROUND = "round", "one for each round"
        TABLE = "table", "one for each table"

    class Declares(models.TextChoices):
        NOTHING = "nothing", "nothing"
        FACTION = "faction", "a Faction"
        CREW = "crew", "a Faction and a Crew"

    class TeamTables(models.TextChoices):
        CAPTAINS = "captains", "the captains choose, each in secret"
        LEVEL = "level", "the best pairing of the players of both teams"
        ORDER = "order", "first against first, as they joined"

    class Shown(models.TextChoices):
        AT_ONCE = "at-once", "at once"
        ALL = "all", "once everybody has declared"
        DEADLINE = "deadline", "when the deadline has passed"

    slug = models.SlugField(max_length=90, unique=True)
    name = models.CharField(max_length=80)
    place = models.CharField(max_length=120, blank=True)
    about = models.TextField(blank=True)
    starts_at = models.DateTimeField()
    timezone = models.CharField(max_length=64, default="Europe/London")
    phase = models.CharField(max_length=12, choices=Phase.choices, default=Phase.ANNOUNCED)
    edition = models.CharField(max_length=8, default=meant_by)
    season = models.CharField(max_length=20, default=usual_season)
    scenarios = models.CharField(max_length=5, choices=Scenarios.choices, default=Scenarios.ROUND)
    # What both may agree on besides, where the edition has it: a shared feature, a special event.
    with_feature = models.BooleanField(default=False)
    with_event = models.BooleanField(default=False)
    size = models.PositiveSmallIntegerField(default=50)
    format = models.CharField(max_length=8, choices=Format.choices, default=Format.SWISS)
    rounds = models.PositiveSmallIntegerField(default=3)
    round_minutes = models.PositiveSmallIntegerField(default=120)
    # The minutes of each player on a chess clock (0: half of the round), and the Victory Points that each
    # begun ``penalty_minutes`` over them cost.
    clock_each = models.PositiveSmallIntegerField(default=0)
    penalty_vp = models.PositiveSmallIntegerField(default=0)
    penalty_minutes = models.PositiveSmallIntegerField(default=5)
    cut = models.PositiveSmallIntegerField(default=0)
    group_count = models.PositiveSmallIntegerField(default=2)
    ladder = models.JSONField(default=dict, blank=True)
    preferences = models.JSONField(default=list, blank=True)
    scheme = models.CharField(max_length=20, default="malifaux")
    order = models.JSONField(default=list, blank=True)
    bye_worth = models.CharField(
        max_length=8, choices=[(str(worth), worth.words) for worth in ByeWorth], default=str(ByeWorth.SCHEME)
    )
    # How many play in a team (0: everybody for themselves), and who sits across whom where two teams meet.
    team_size = models.PositiveSmallIntegerField(default=0)
    team_tables = models.CharField(max_length=8, choices=TeamTables.choices, default=TeamTables.CAPTAINS)
    # Preferences that outweigh the points: kept apart as a rule.
    apart = models.JSONField(default=list, blank=True)
    capacity = models.PositiveSmallIntegerField(default=32)
    tables = models.PositiveSmallIntegerField(default=0)
    listed = models.BooleanField(default=True)
    by_name = models.BooleanField(default=False)
    declares = models.CharField(max_length=8, choices=Declares.choices, default=Declares.FACTION)
    declare_until = models.DateTimeField(null=True, blank=True)
    declared_shown = models.CharField(max_length=8, choices=Shown.choices, default=Shown.AT_ONCE)
    forbidden = models.JSONField(default=list, blank=True)
    decided = models.JSONField(default=dict, blank=True)
    groups = models.JSONField(default=list, blank=True)
    seeds = models.JSONField(default=list, blank=True)
    # Points beside results: {"n", "player", "points", "why"}, by players' numbers. What is taken back is not
    # there any more; the diary has it.
    adjustments = models.JSONField(default=list, blank=True)
    # What players are honoured for beside their place: {"n", "player", "award"}.
    awards = models.JSONField(default=list, blank=True)
    cancelled_reason = models.TextField(blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-starts_at", "-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Edition:
        """The edition that is played."""
        return edition_of(self.edition)

    @property
    def time_penalty(self) -> TimePenalty:
        """What overtime on the chess clocks costs."""
        return TimePenalty(self.penalty_vp, self.penalty_minutes)

    @property
    def most_vp(self) -> int:
        """VP that one game gives at most: 8, or 10 in the editions before (M2-SCORE-03, M1-ENC-02)."""
        return edition_of(self.edition).scoring.most

    @property
    def before(self) -> bool:
        """Whether the event has neither begun nor been cancelled."""
        return self.phase in (self.Phase.ANNOUNCED, self.Phase.REGISTRATION)

    @property
    def clock_minutes(self) -> int:
        """The time each player has on a chess clock, at the table or where the game is played here."""
        return self.clock_each or self.round_minutes // 2

    @property
    def over(self) -> bool:
        return self.phase in (self.Phase.FINISHED, self.Phase.CANCELLED)

    @property
    def knockout(self) -> bool:
        """Whether the whole event is a bracket."""
        return self.format in (self.Format.SINGLE, self.Format.DOUBLE)

    @property
    def of_teams(self) -> bool:
        """Whether teams are paired and ranked."""
        return self.team_size > 0

    @property
    def climbing(self) -> bool:
        """Whether there are no rounds: players challenge each other, for weeks."""
        return self.format == self.Format.LADDER


class EventOrganiser(models.Model):
    """One of the people who run an event."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="organisers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "user"], name="event_organiser_once")]

    def __str__(self) -> str:
        return f"{self.user} organises {self.event}"


class News(models.Model):
    """An organiser's announcement to everybody."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="news")
    text = models.CharField(max_length=300)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "news"

    def __str__(self) -> str:
        return self.text
