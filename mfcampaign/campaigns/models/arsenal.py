"""The rows of what a player owns in a league: models, Upgrades, Bounties and what each game added to them.

Nothing is deleted: the Annihilated (SL-ANNIH-01), an Arsenal given up for a new one (SL-ANEW-02) and a
dropped Bounty remain as history. ``owned`` filters what the player has now.
"""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from mfcampaign.campaigns.models.game import Game
from mfcampaign.campaigns.models.league import Entry


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


class LeaderGrowth(models.Model):
    """What a league whose Leaders are built keeps beside one Arsenal of a player: the Leader's card as it is
    now, experience, advancements (``facts``: the campaign's own, ``rules.campaign.rising.growth.Growth``)."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="growth")
    roster = models.PositiveSmallIntegerField(
        default=1, help_text="Which Arsenal of the player: Entry.roster."
    )
    facts = models.JSONField()

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "leader growth"
        constraints = [models.UniqueConstraint(fields=["entry", "roster"], name="growth_once_an_arsenal")]

    def __str__(self) -> str:
        return f"the Leader of {self.entry}"


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


class ArsenalBounty(models.Model):
    """One Bounty of one player. ``portions``, ``per_game`` (so many ticks in one game at most) and
    ``reward_modifier`` (fate modifiers of its Reward flip, A-48) are the chart's at the time it was bought;
    ``roster`` is the Arsenal it belongs to (A-16, A-29)."""

    class State(models.TextChoices):
        ACTIVE = "active", "under way"
        ACCOMPLISHED = "accomplished", "accomplished"
        DISCARDED = "discarded", "dropped"

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="bounties")
    roster = models.PositiveSmallIntegerField(default=1)
    slug = models.CharField(max_length=80)
    name = models.CharField(max_length=80)
    portions = models.JSONField()
    per_game = models.PositiveSmallIntegerField(null=True, blank=True)
    reward_modifier = models.SmallIntegerField(default=0)
    price = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.ACTIVE)
    bought_week = models.PositiveSmallIntegerField()
    ended_week = models.PositiveSmallIntegerField(null=True, blank=True)
    # The Encounter that completed it: its Aftermath flips the Reward (SL-BOUNTY-06).
    ended_in = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.PROTECT, related_name="bounties_ended"
    )

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "arsenal bounties"
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(state="active"), name="one_active_bounty_a_player"
            ),
            models.UniqueConstraint(
                fields=["entry", "slug"],
                condition=Q(state="accomplished"),
                name="a_bounty_is_accomplished_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} of {self.entry}"


class BountyTick(models.Model):
    """``count`` ticks of one portion in one Encounter; one that no longer ``stands`` counts for nothing."""

    bounty = models.ForeignKey(ArsenalBounty, on_delete=models.PROTECT, related_name="ticks")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="bounty_ticks")
    portion = models.CharField(max_length=80)
    count = models.PositiveSmallIntegerField()
    stands = models.BooleanField(default=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["bounty", "game", "portion"],
                condition=Q(stands=True),
                name="a_portion_once_a_game",
            )
        ]

    def __str__(self) -> str:
        return f"{self.count} of {self.portion}, {self.bounty}"
