"""The rows of a league: its organisers, invitations and entries; and templates for further leagues."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q, TextChoices
from msgspec import Meta

from mfcampaign.audit.aggregates import CountsActs
from rules.campaign.policies import Policies, policies_from
from rules.campaign.system import CampaignSystem, system_of, unnamed_system
from rules.edition import name_of, unnamed
from rules.tournament.standings.criteria import Scheme, scheme_of

# A new league as long as nobody says otherwise: how many weeks, how many days of New Hires (the hire window)
# in each.
WEEKS_TOTAL, HIRE_DAYS = 6, 2
Weeks = Annotated[int, Meta(ge=1, le=20)]
HireDays = Annotated[int, Meta(ge=0, le=6)]
# The next tick, whatever the clock says and wherever it is set.
AT_ONCE = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


def usual_edition() -> str:
    """Of a row that names none."""
    return unnamed().code


def usual_season() -> str:
    """Whose Strategies and Schemes a row plays that names none."""
    return unnamed().setup.usual_season


def usual_system() -> str:
    """The campaign of a row that names none."""
    return unnamed_system().code


class Campaign(CountsActs):
    """One league, of the campaign ``system`` (``rules.campaign.system``).

    Wall times are local to ``timezone``; week ``k`` opens ``7 * (k - 1)`` days after ``starts_on``
    at ``turnover_time``, its hires close ``hire_days`` later. ``policies`` holds only what differs
    from the ledger's defaults. ``edition`` is that of its figures; it and ``system`` are chosen as the league
    opens and never changed.
    """

    class State(models.TextChoices):
        REGISTRATION = "registration", "open for registration"
        ARSENAL_BUILD = "arsenal_build", "building Arsenals"
        RUNNING = "running", "running"
        COMPLETE = "complete", "complete"
        CANCELLED = "cancelled", "cancelled"

    BEFORE_FIRST_WEEK = (State.REGISTRATION, State.ARSENAL_BUILD)
    OVER = (State.COMPLETE, State.CANCELLED)

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=80)
    description = models.TextField(blank=True)
    # What the organisers say to all, and since when; empty: nothing now.
    announcement = models.TextField(blank=True, default="")
    announced_at = models.DateTimeField(null=True, blank=True)
    edition = models.CharField(max_length=20, default=usual_edition, editable=False)
    system = models.CharField(max_length=20, default=usual_system, editable=False)
    state = models.CharField(max_length=16, choices=State.choices, default=State.REGISTRATION)
    weeks_total = models.PositiveSmallIntegerField(default=WEEKS_TOTAL)
    timezone = models.CharField(max_length=64, default="Europe/London")
    starts_on = models.DateField()
    turnover_time = models.TimeField()
    hire_days = models.PositiveSmallIntegerField(default=HIRE_DAYS)
    season = models.CharField(max_length=20, default=usual_season)
    policies = models.JSONField(default=dict, blank=True)
    release = models.ForeignKey("catalog.Release", on_delete=models.PROTECT, related_name="+")
    pack = models.ForeignKey(
        "catalog.Pack", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    charts = models.ForeignKey("catalog.ChartSet", on_delete=models.PROTECT, related_name="+")
    # What the organiser decided for the weeks to come; the next boundary lays it over policies and charts.
    next_policies = models.JSONField(null=True, blank=True)
    next_charts = models.ForeignKey(
        "catalog.ChartSet", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    # Figures that were adopted for a week to come: with ``next_release`` release and pack of that week on.
    next_release = models.ForeignKey(
        "catalog.Release", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    next_pack = models.ForeignKey(
        "catalog.Pack", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    next_figures_week = models.PositiveSmallIntegerField(null=True, blank=True)

    class Keeps(models.TextChoices):
        NOTHING = "none", "build new Arsenals"
        CAPPED = "cap", "keep models up to a value"
        WHOLE = "whole", "keep their Arsenals whole"

    # The season before; ``placings`` are its players, and ``keeps`` says what these may bring along: with
    # "cap" models worth so many Soulstones.
    previous = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="next_seasons"
    )
    keeps = models.CharField(max_length=5, choices=Keeps.choices, default=Keeps.NOTHING)
    keeps_value = models.PositiveSmallIntegerField(null=True, blank=True)
    # The league that an organiser practises with here: nobody is told of anything, and it may be deleted.
    sandbox_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="sandboxes"
    )
    # Whether somebody stated a Cost that no source has: only then ``StatedCost`` is read with the figures.
    costs_stated = models.BooleanField(default=False)
    listed = models.BooleanField(default=True, help_text="Shown in the public list of leagues.")
    cancelled_reason = models.TextField(blank=True)
    # A league that was brought here keeps the name its flips derive from, whatever its address is now.
    sealed_as = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    # When the clock looks at this league next (none: not before an act). See ``campaigns.clock``.
    look_at = models.DateTimeField(null=True, default=AT_ONCE, editable=False)

    # Whatever was done, the clock looks at the league.
    SET_BY_EACH_ACT: ClassVar[Mapping[str, Any]] = {"look_at": AT_ONCE}

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["look_at"], name="league_to_look_at"),
            models.Index(fields=["id"], condition=models.Q(listed=True), name="listed_leagues"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def fate_name(self) -> str:
        """What the flips of this league derive from beside its weekly seeds."""
        return self.sealed_as or self.slug

    @property
    def edition_name(self) -> str:
        return name_of(self.edition)

    @property
    def played(self) -> CampaignSystem:
        """What the league asks wherever campaigns differ."""
        return system_of(self.system)

    @property
    def sandbox(self) -> bool:
        """Whether it is for practice alone."""
        return self.sandbox_of_id is not None

    @property
    def cancelled(self) -> bool:
        """Whether it ended before its time: nothing is done in it any more."""
        return self.state == self.State.CANCELLED

    @property
    def rules(self) -> Policies:
        """The league's settings as the core reads them."""
        return policies_from(self.policies)

    @property
    def scheme(self) -> Scheme:
        """What ranks before what in this league, and how much a win counts (A-40)."""
        rules = self.rules
        return scheme_of(rules.standings_scheme, rules.standings_order)


class Organiser(models.Model):
    """One of the people who run a league."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="organisers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="organises")
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="organiser_once")]

    def __str__(self) -> str:
        return f"{self.user} organises {self.campaign}"


class Invitation(models.Model):
    """A link that lets its holder join. Only the token's SHA-256 is kept."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="invitations")
    token_hash = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    uses_left = models.PositiveIntegerField(default=64)
    revoked_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"invitation {self.pk} to {self.campaign}"


class JoinRequest(models.Model):
    """Somebody asks to join without an invitation, under a Faction and with a few words."""

    class State(TextChoices):
        OPEN = "open", "waiting"
        ACCEPTED = "accepted", "accepted"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "taken back"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="join_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="join_requests")
    faction = models.CharField(max_length=40)
    crew_name = models.CharField(max_length=60, blank=True)
    words = models.CharField(max_length=300, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    asked_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["campaign", "user"], condition=Q(state="open"), name="join_asked_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user} asks to join {self.campaign}"


class Division(models.Model):
    """A part of a league with a table of its own; rank 1 is the highest."""

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="divisions")
    rank = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=40)

    class Meta:
        ordering = ["rank"]
        constraints = [models.UniqueConstraint(fields=["campaign", "rank"], name="division_rank_once")]

    def __str__(self) -> str:
        return self.name


class Placing(models.Model):
    """A player of the former season, who joins this one without an invitation; where it has divisions, they
    begin in ``division`` (A-44)."""

    class Move(models.TextChoices):
        UP = "up", "promoted"
        STAYS = "stays", "stays"
        DOWN = "down", "relegated"

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="placings")
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.CASCADE, related_name="placings"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    place = models.PositiveSmallIntegerField(help_text="In the table of the season before; 0 for none.")
    move = models.CharField(max_length=5, choices=Move.choices, default=Move.STAYS)

    class Meta:
        ordering = ["division", "place"]
        constraints = [models.UniqueConstraint(fields=["campaign", "user"], name="placed_once")]

    def __str__(self) -> str:
        return f"{self.user} in {self.division or self.campaign}"


class Entry(models.Model):
    """A player's part in one league: the faction, the Arsenal, the purse hang on it (SL-START-01)."""

    class State(TextChoices):
        BUILDING = "building", "building the Arsenal"
        READY = "ready", "Arsenal ready"
        ACTIVE = "active", "playing"
        INACTIVE = "inactive", "not playing yet"
        RETIRED = "retired", "retired"

    # Whose Arsenal was never in play. Who builds the next one had one before, and games (SL-ANEW-01).
    BUILDS_FIRST = Q(state=State.BUILDING, roster=1)

    campaign = models.ForeignKey(Campaign, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="entries")
    faction = models.CharField(max_length=40)
    crew_name = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.BUILDING)
    division = models.ForeignKey(
        Division, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries"
    )
    # Whose results are added up with those of others; empty for nobody's.
    team = models.CharField(max_length=40, blank=True, default="")
    # Which Arsenal of this player is the present one: 1, and one more each time of Starting Anew.
    roster = models.PositiveSmallIntegerField(default=1)
    # The starting purchase while it is being built: {"leader": slug, "models": [slug], "upgrade": slug}
    draft = models.JSONField(default=dict, blank=True)
    # Who holds the link of this token may read the Arsenal sheet; empty: no such link.
    sheet_token = models.CharField(max_length=40, blank=True, default="")
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="entry_once"),
            models.UniqueConstraint(
                fields=["sheet_token"], condition=~Q(sheet_token=""), name="sheet_token_once"
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """How pages name this player: the Crew's name if they gave one, else their own."""
        return self.crew_name or str(self.user)

    @property
    def aggregate(self) -> Campaign:
        return self.campaign


class LeagueTemplate(models.Model):
    """What a league was played by, kept by its organiser; ``share_token`` lets others read and copy it.

    ``schedule`` holds ``weeks_total``, ``hire_days``, ``turnover_time`` (HH:MM) and ``season``. One that is
    put away is offered no more; nothing made from it changes.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="templates")
    name = models.CharField(max_length=80)
    edition = models.CharField(max_length=20, default=usual_edition)
    system = models.CharField(max_length=20, default=usual_system)
    policies = models.JSONField(default=dict, blank=True)
    charts = models.ForeignKey("catalog.ChartSet", on_delete=models.PROTECT, related_name="+")
    pack = models.ForeignKey(
        "catalog.Pack", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    schedule = models.JSONField(default=dict)
    share_token = models.CharField(max_length=40, unique=True)
    made_from = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "name"], condition=models.Q(archived_at=None), name="template_name_once"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def edition_name(self) -> str:
        return name_of(self.edition)

    @property
    def rules(self) -> Policies:
        return policies_from(self.policies)
