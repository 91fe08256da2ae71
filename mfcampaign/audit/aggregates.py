"""What a model is built on whose rows are aggregates: they count their acts."""

from __future__ import annotations

from typing import Any

from django.db import models


class CountsActs(models.Model):
    """An aggregate that counts its acts: whatever was read of it at an earlier count may be stale."""

    acts = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        abstract = True

    def changed_by_act(self) -> dict[str, Any]:
        """What each act writes into the aggregate's row beside the count."""
        return {}
