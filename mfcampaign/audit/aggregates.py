"""What a model is built on whose rows are aggregates: they count their acts."""

from __future__ import annotations

from django.db import models


class CountsActs(models.Model):
    """An aggregate that counts its acts: whatever was read of it at an earlier count may be stale."""

    acts = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        abstract = True
