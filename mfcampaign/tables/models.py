"""The row of a saved table: its pieces and bases, in the documented form of ``rules.table.sheet``."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse


class SavedTable(models.Model):
    """``code`` is its short address; who knows it may look, ``owner`` alone may change it.

    ``sheet`` is the table itself (``rules.table.sheet``). ``made`` holds the wishes and the word of the
    generator when it came from there. ``version`` counts the saves: a save names the one it was based on.
    A table with ``deleted_at`` leads nowhere and can still be brought back, while it is among the last few.
    """

    code = models.CharField(max_length=16, unique=True, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="tables"
    )
    title = models.CharField(max_length=80)
    sheet = models.JSONField()
    made = models.JSONField(default=dict, blank=True)
    copied_from = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="copies"
    )
    version = models.PositiveIntegerField(default=1)
    deleted_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("tables:table", args=[self.code])

    @property
    def aggregate(self) -> SavedTable:
        return self
