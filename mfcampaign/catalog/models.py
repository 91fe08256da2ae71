"""The rows of the catalogue: releases of figures, packs of organisers, seasons, and charts.

A release never changes once loaded: a corrected figure is a new release, and what was built with the old one
keeps it. Figures of a house are in packs, never in a release.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models

from rules.campaign.system import system_of
from rules.edition import meant_by, name_of


class Release(models.Model):
    """One state of all figures of an edition; ``sha256`` is of its canonical content.

    ``changes`` lists, as ``[slug, name, figure, before, after]``, what differs from the release before.
    """

    edition = models.CharField(max_length=20)
    version = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    notes = models.TextField(blank=True)
    changes = models.JSONField(default=list, blank=True)
    is_current = models.BooleanField(default=False)

    class Meta:
        ordering = ["edition", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["edition", "version"], name="release_version_once"),
            models.UniqueConstraint(
                fields=["edition"], condition=models.Q(is_current=True), name="release_one_current"
            ),
        ]

    def __str__(self) -> str:
        return f"{name_of(self.edition)} release {self.version}"


class Faction(models.Model):
    """A Faction; Dead Man's Hand is shown like one but never declared (M3E-HIRE-15)."""

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=40)
    declarable = models.BooleanField(default=True)
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["order"]

    def __str__(self) -> str:
        return self.name


class Keyword(models.Model):
    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=40, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class StatCard(models.Model):
    """One model as printed (M3E-GEN-06). Cost in Soulstones, base in millimetres, ``None`` is unknown.

    In earlier editions ``mv`` is Walk, ``sz`` Height and ``health`` Wounds; ``cg`` (Charge) and ``cache`` are
    printed there only, ``ca`` (casting) in the First, ``limit`` 0 is none. ``hiring`` is what the card says
    about hiring. ``figures`` holds ``abilities``, ``actions`` with their triggers (names and numbers), the
    suits beside Df and Wp, and ``doubts`` where a second source disagrees; or the lists that the edition's
    ``Cards`` names.
    """

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="cards")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=80)
    title = models.CharField(max_length=80, blank=True)
    station = models.CharField(max_length=12, blank=True)
    cost = models.PositiveSmallIntegerField(null=True)
    df = models.PositiveSmallIntegerField(null=True)
    wp = models.PositiveSmallIntegerField(null=True)
    mv = models.PositiveSmallIntegerField(null=True)
    sz = models.PositiveSmallIntegerField(null=True)
    health = models.PositiveSmallIntegerField(null=True)
    base_mm = models.PositiveSmallIntegerField(null=True)
    cg = models.PositiveSmallIntegerField(null=True)
    ca = models.PositiveSmallIntegerField(null=True)
    cache = models.PositiveSmallIntegerField(null=True)
    limit = models.PositiveSmallIntegerField(default=1)
    is_totem = models.BooleanField(default=False)
    totem_for = models.CharField(max_length=80, blank=True)
    versatile = models.BooleanField(default=False)
    verified = models.BooleanField(default=False)
    characteristics = models.JSONField(default=list)
    hiring = models.JSONField(default=dict)
    figures = models.JSONField(default=dict)
    aliases = models.JSONField(default=list)
    sources = models.JSONField(default=list)
    factions = models.ManyToManyField(Faction, related_name="cards")
    keywords = models.ManyToManyField(Keyword, related_name="cards")
    search = models.TextField(help_text="Folded names, keywords, characteristics, abilities and actions.")

    class Meta:
        ordering = ["name", "title"]
        constraints = [models.UniqueConstraint(fields=["release", "slug"], name="card_slug_once")]

    def __str__(self) -> str:
        return f"{self.name}, {self.title}" if self.title else self.name


class UpgradeCard(models.Model):
    """One Upgrade (M3E-HIRE-16): ``special`` is never hired, ``restricted`` binds the bearer; ``requires``
    and ``marks`` say the same of Second Edition cards, ``plentiful`` 0 where no Rare is printed. Crew cards
    of the Fourth Edition are among them; ``figures`` holds ``keywords`` and the names of ``tokens``."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="upgrades")
    slug = models.SlugField(max_length=80)
    name = models.CharField(max_length=80)
    factions = models.JSONField(default=list)
    cost = models.PositiveSmallIntegerField()
    special = models.JSONField(default=list)
    restricted = models.JSONField(default=list)
    plentiful = models.PositiveSmallIntegerField(default=1)
    requires = models.JSONField(default=list)
    marks = models.JSONField(default=list)
    hiring = models.JSONField(default=dict)
    actions = models.JSONField(default=list)
    figures = models.JSONField(default=dict)

    class Meta:
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["release", "slug"], name="upgrade_slug_once")]

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """The Strategies and Schemes played together: the core book, or a Gaining Grounds season. Slugs of all
    editions differ. ``brought_by`` is who had it in hand before the portal's files did."""

    brought_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    edition = models.CharField(max_length=20, default=meant_by)
    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ["slug"]

    def __str__(self) -> str:
        return self.name


class Strategy(models.Model):
    """``suit`` is empty where no source prints one."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="strategies")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    suit = models.CharField(max_length=4, blank=True)

    class Meta:
        ordering = ["season", "position"]
        constraints = [models.UniqueConstraint(fields=["season", "position"], name="strategy_place_once")]

    def __str__(self) -> str:
        return self.name


class Scheme(models.Model):
    """``followers`` are the names of those of which one takes its place during the game; none in most
    editions."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="schemes")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    followers = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["season", "number"]
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="scheme_number_once")]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class ChartSet(models.Model):
    """One version of the charts a campaign flips on; ``campaign_id`` is empty for everybody's.

    Until ``frozen_at`` it is a draft, which may have faults and cannot be flipped on; from then on it never
    changes. ``forked_from`` is the set it was copied from: of another name a fork, of the same name the
    version before.
    """

    class Source(models.TextChoices):
        HOUSE = "house", "house charts of this portal"
        UPLOAD = "upload", "uploaded by an organiser"
        FORK = "fork", "an organiser’s own"

    SHIFTING_LOYALTIES = "shifting-loyalties"

    kind = models.CharField(max_length=30, default=SHIFTING_LOYALTIES)
    name = models.CharField(max_length=80)
    version = models.CharField(max_length=20)
    source = models.CharField(max_length=8, choices=Source.choices)
    body = models.JSONField()
    sha256 = models.CharField(max_length=64)
    campaign_id = models.BigIntegerField(null=True, blank=True, db_index=True)
    forked_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="forks"
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    frozen_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["kind", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "sha256"], condition=models.Q(campaign_id=None), name="charts_shared_once"
            ),
            models.UniqueConstraint(fields=["kind", "sha256", "campaign_id"], name="charts_of_campaign_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, version {self.version}"


def chart_kind(edition: str = "", system: str = "") -> str:
    """The ``kind`` of the charts that leagues of that edition and campaign flip on; ``Refusal`` where there
    is none."""
    return system_of(system).charts.kind(meant_by(edition))


class Pack(models.Model):
    """An organiser's own figures, laid over releases of its ``edition`` alone; ``version`` rises with
    every change. With ``kept_at`` it is the state that the pack ``state_of`` had at ``version``, kept for the
    leagues and finished Crews that play by it."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="packs")
    name = models.CharField(max_length=60)
    edition = models.CharField(max_length=20, default=meant_by)
    version = models.PositiveIntegerField(default=1)
    public = models.BooleanField(default=False, help_text="Everyone may see this pack and use it.")
    # The state of another pack that a league plays by: it never changes, and nobody chooses it from a list.
    state_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="states"
    )
    kept_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["name", "id"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="pack_name_once_an_owner")]

    def __str__(self) -> str:
        return self.name


class PackEntry(models.Model):
    """Figures that replace those of ``slug``, or a whole house model when ``house`` is set."""

    class Kind(models.TextChoices):
        MODEL = "model", "model"
        UPGRADE = "upgrade", "Upgrade"

    pack = models.ForeignKey(Pack, on_delete=models.CASCADE, related_name="entries")
    slug = models.SlugField(max_length=80)
    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.MODEL)
    house = models.BooleanField(default=False)
    body = models.JSONField(default=dict)

    class Meta:
        ordering = ["kind", "slug"]
        constraints = [models.UniqueConstraint(fields=["pack", "kind", "slug"], name="pack_entry_once")]

    def __str__(self) -> str:
        return f"{self.pack}: {self.slug}"
