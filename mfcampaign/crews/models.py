"""The rows of saved Crews. Totals and legality are never stored; ``rules.crews`` computes them each time."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from rules.crews.catalogue import faction_name
from rules.edition import name_of


def public_id() -> str:
    return secrets.token_urlsafe(9)


def share_token() -> str:
    return secrets.token_urlsafe(16)


class Crew(models.Model):
    """One Crew over one release of the figures, with a pack laid over it or not.

    ``version`` rises with every write; a form that has seen an older one is refused. ``share_token``
    lets whoever knows it read, nothing more. A Crew with ``deleted_at`` can still be restored.
    Without an ``owner`` it was begun without an account: whoever knows its ``public_id`` changes it.
    ``folder`` and ``tags`` sort a person's Crews. ``past`` holds what the Crew was before its last changes,
    the latest last, to be undone; ``own_costs`` are Costs, by slug, that the catalogue does not know and the
    player entered. Finished at ``finished_at``, it has the kept state of its pack (``Pack.kept_at``), so that
    it stays what it was then. ``leader_tried`` is as ``CrewMember.tried``.
    """

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        SUBMITTED = "submitted", "submitted"

    public_id = models.CharField(max_length=20, unique=True, default=public_id, editable=False)
    share_token = models.CharField(max_length=40, unique=True, default=share_token, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="crews"
    )
    name = models.CharField(max_length=60)
    release = models.ForeignKey("catalog.Release", on_delete=models.PROTECT, related_name="+")
    pack = models.ForeignKey(
        "catalog.Pack", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    faction = models.SlugField(max_length=30)
    leader = models.SlugField(max_length=80, blank=True)
    leader_upgrades = models.JSONField(default=list, blank=True)
    leader_tried = models.JSONField(default=list, blank=True)
    size = models.PositiveSmallIntegerField(default=50)
    # Which Encounter, where the size alone does not say it: a Scrap or a Brawl of the First Edition.
    format = models.CharField(max_length=12, blank=True)
    dead_mans_hand = models.BooleanField(default=False)
    state = models.CharField(max_length=9, choices=State.choices, default=State.DRAFT)
    finished_at = models.DateTimeField(null=True, blank=True)
    notes = models.TextField(blank=True)
    folder = models.CharField(max_length=40, blank=True)
    tags = models.JSONField(default=list, blank=True)
    past = models.JSONField(default=list, blank=True)
    own_costs = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    deleted_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated_at", "-id"]
        indexes = [models.Index(fields=["owner", "deleted_at", "-updated_at"], name="crew_of_owner")]
        constraints = [
            models.CheckConstraint(condition=Q(size__gte=1), name="crew_size_above_zero"),
            models.CheckConstraint(condition=Q(state__in=["draft", "submitted"]), name="crew_state_known"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("crews:crew", args=[self.public_id])

    @property
    def aggregate(self) -> Crew:
        return self

    @property
    def faction_name(self) -> str:
        return faction_name(self.faction)

    @property
    def is_draft(self) -> bool:
        return self.state == self.State.DRAFT


class CrewMember(models.Model):
    """One hired model other than the Leader; ``upgrades`` are slugs. Positions rise and may have gaps.
    ``tried`` are Injuries and Campaign Upgrades tried on it (``rules.campaign.tried.Tried``), whole."""

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="members")
    slug = models.SlugField(max_length=80)
    position = models.PositiveSmallIntegerField()
    upgrades = models.JSONField(default=list, blank=True)
    tried = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["crew", "position"]
        constraints = [models.UniqueConstraint(fields=["crew", "position"], name="crew_position_once")]

    def __str__(self) -> str:
        return self.slug


class CrewVersion(models.Model):
    """What a Crew was when its player kept it under a name (``stood`` as in ``Crew.past``), to compare with
    and to go back to."""

    crew = models.ForeignKey(Crew, on_delete=models.CASCADE, related_name="versions")
    name = models.CharField(max_length=60)
    stood = models.JSONField()
    kept_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["crew", "-pk"]

    def __str__(self) -> str:
        return self.name


class Collection(models.Model):
    """The models of an edition that a person owns: copies by slug."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="collections")
    edition = models.CharField(max_length=8)
    owned = models.JSONField(default=dict)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["owner", "edition"]
        constraints = [
            models.UniqueConstraint(fields=["owner", "edition"], name="collection_once_an_edition")
        ]

    def __str__(self) -> str:
        return f"{name_of(self.edition)} models of {self.owner}"
