"""What a player owns in a league. Nothing is deleted: the Annihilated stay as history (SL-ANNIH-01),
and so does a roster given up for a new one (SL-ANEW-02). ``owned`` is what is there to play with now."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from mfcampaign.campaigns.models.campaign import Entry


class OwnedNow(models.QuerySet):
    """Rows of an Arsenal; ``owned`` keeps those of the present roster that are not Annihilated."""

    def owned(self) -> OwnedNow:
        return self.filter(roster=F("entry__roster"), annihilated_week=None)


class ArsenalModel(models.Model):
    """One model of an Arsenal, in Soulstones: ``cost`` as printed, ``surcharge`` paid on top (A-03)."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="models")
    roster = models.PositiveSmallIntegerField(
        default=1, help_text="Which Arsenal of the player: Entry.roster."
    )
    slug = models.CharField(max_length=120)
    name = models.CharField(max_length=120)
    station = models.CharField(max_length=20, blank=True)
    cost = models.PositiveSmallIntegerField()
    surcharge = models.PositiveSmallIntegerField(default=0)
    nickname = models.CharField(max_length=60, blank=True)
    is_leader = models.BooleanField(default=False)
    hired_week = models.PositiveSmallIntegerField()
    annihilated_week = models.PositiveSmallIntegerField(null=True, blank=True)
    annihilated_why = models.CharField(max_length=200, blank=True)

    objects = OwnedNow.as_manager()

    class Meta:
        ordering = ["-is_leader", "-cost", "name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "roster"],
                condition=Q(is_leader=True, annihilated_week__isnull=True),
                name="one_leader_an_arsenal",
            )
        ]

    def __str__(self) -> str:
        return self.nickname or self.name


class ArsenalUpgrade(models.Model):
    """An ordinary Upgrade, Equipment, Skill or Injury. Skills and Injuries are bound to ``bearer``."""

    class Kind(models.TextChoices):
        ORDINARY = "ordinary", "Upgrade"
        EQUIPMENT = "equipment", "Equipment"
        SKILL = "skill", "Skill"
        INJURY = "injury", "Injury"

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="upgrades")
    roster = models.PositiveSmallIntegerField(
        default=1, help_text="Which Arsenal of the player: Entry.roster."
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    slug = models.CharField(max_length=120)
    name = models.CharField(max_length=120)
    ss_cost = models.PositiveSmallIntegerField(default=0)
    bearer = models.ForeignKey(
        ArsenalModel, null=True, blank=True, on_delete=models.CASCADE, related_name="bound"
    )
    effect = models.CharField(max_length=300, blank=True)
    stat_mods = models.JSONField(default=list, blank=True)
    restricted = models.JSONField(default=list, blank=True)
    # None: by kind (SL-RATING-02, -05).
    rating_weight = models.SmallIntegerField(null=True, blank=True)
    rating_bonus = models.SmallIntegerField(default=0)
    gained_week = models.PositiveSmallIntegerField()
    gained_how = models.CharField(max_length=20)
    annihilated_week = models.PositiveSmallIntegerField(null=True, blank=True)

    objects = OwnedNow.as_manager()

    class Meta:
        ordering = ["kind", "name", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(bearer__isnull=False) | ~Q(kind__in=["skill", "injury"]),
                name="skills_and_injuries_have_a_bearer",
            )
        ]

    def __str__(self) -> str:
        return self.name
