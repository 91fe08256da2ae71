"""The rows of set-ups: the drawing that is valid, and every earlier one that it replaced."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse


class SetUp(models.Model):
    """What was asked for: one set-up, or one for each of ``count`` tables or rounds.

    ``code`` is its short address; who knows it may read. ``wanted`` is a core ``Wanted``. ``origin`` is
    the natural key of whatever else asked for it (an event's round), so that asking again finds it.
    """

    class Each(models.TextChoices):
        ONE = "one", "one Encounter"
        TABLE = "table", "one for each table"
        ROUND = "round", "one for each round"

    code = models.CharField(max_length=16, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="set_ups"
    )
    title = models.CharField(max_length=80, blank=True)
    each = models.CharField(max_length=5, choices=Each.choices, default=Each.ONE)
    count = models.PositiveSmallIntegerField(default=1)
    wanted = models.JSONField()
    origin = models.CharField(max_length=120, null=True, blank=True, unique=True)
    locked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.title or f"Encounter {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("setups:card", args=[self.code])


class Drawing(models.Model):
    """One drawing; the newest is valid, the others stay visible. ``seed`` is empty for entered cards.

    ``deck`` is the natural key of a deck of another room's sealed fate (a league week's), empty for the
    generator's own; such a seed is empty until that room tells it. ``sheets`` holds a core Scenario (or
    SeparateScenario) for each table or round; ``word`` is what the player added to the seed; ``season``
    keeps the names as they were when the cards fell.
    """

    set_up = models.ForeignKey(SetUp, on_delete=models.CASCADE, related_name="drawings")
    number = models.PositiveSmallIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.CharField(max_length=200, blank=True)
    seed = models.BinaryField(max_length=32, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    deck = models.JSONField(default=list, blank=True)
    word = models.CharField(max_length=80, blank=True)
    season = models.JSONField(default=dict, blank=True)
    sheets = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["set_up", "-number"]
        constraints = [models.UniqueConstraint(fields=["set_up", "number"], name="drawing_number_once")]

    def __str__(self) -> str:
        return f"drawing {self.number} of {self.set_up}"

    @property
    def entered(self) -> bool:
        """Whether the cards fell at a real table."""
        return not self.seed and not self.deck

    @property
    def sealed(self) -> bool:
        """Whether the drawer still keeps the seed."""
        return bool(self.deck) and not self.seed
