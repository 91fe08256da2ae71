"""The base class of aggregates: models whose rows count their acts."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar

from django.db import models

from mfcampaign.audit.tables import show_every_act


class CountsActs(models.Model):
    """An aggregate that counts its acts: whatever was read of it at an earlier count may be stale."""

    COUNTED: ClassVar[tuple[str, ...]] = ("acts",)
    """The fields that ``after_act`` reads."""

    acts = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        abstract = True

    def after_act(self, written: Collection[str]) -> dict[str, Any]:
        """What an act that wrote to those tables writes into the aggregate's row."""
        return {"acts": self.acts + 1}

    @property
    def acts_to_follow(self) -> int:
        """The count as pages show it that follow the acts: what is made with it is stale after each."""
        show_every_act()
        return self.acts

    def stale(self, acts: int, tables: Collection[str]) -> bool:
        """Whether a value made of those tables at that count may be out of date."""
        return acts != self.acts
