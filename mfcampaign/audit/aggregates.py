"""The base class of aggregates: models whose rows count their acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db import models


class CountsActs(models.Model):
    """An aggregate that counts its acts: whatever was read of it at an earlier count may be stale."""

    SET_BY_EACH_ACT: ClassVar[Mapping[str, Any]] = {}
    """Columns that each act sets besides the count, and to what."""

    acts = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        abstract = True
