"""The rows that all processes share when Redis is not available: counters and cached values."""

from __future__ import annotations

from django.db import models


class SharedEntry(models.Model):
    """One entry of the shared cache: a ``count`` or a ``value`` (JSON), until ``expires_at`` (seconds of
    the epoch). ``mfcampaign.web.resilience.shared_cache`` is its only writer; losing a row loses nothing that
    matters.
    """

    key = models.CharField(max_length=250, primary_key=True)
    value = models.TextField(default="")
    count = models.BigIntegerField(default=0)
    expires_at = models.FloatField(db_index=True)

    class Meta:
        verbose_name_plural = "shared entries"

    def __str__(self) -> str:
        return self.key
