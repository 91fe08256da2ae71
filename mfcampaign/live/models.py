"""The rows of frames, one for each act, and of ended rights to listen."""

from __future__ import annotations

from django.db import models


class Frame(models.Model):
    """What one act changed. Frames of one ``topic`` (``"<model>:<pk>"``) are numbered without a gap by the
    count of its acts. ``public`` is for whoever may look, ``first`` and ``second`` for the players of seat 0
    and 1 beside it: JSON objects, written together with the act. Old frames go; pages that missed them load
    the whole."""

    topic = models.CharField(max_length=60)
    number = models.PositiveIntegerField()
    public = models.TextField(default="{}")
    first = models.TextField(default="{}")
    second = models.TextField(default="{}")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["topic", "number"], name="frame_number_once")]

    def __str__(self) -> str:
        return f"{self.topic} #{self.number}"


class Ended(models.Model):
    """Tickets of ``holder`` (a session, a person, a link to watch) that were given until ``at``, in
    milliseconds since 1970, open no stream any more."""

    holder = models.CharField(max_length=80, unique=True)
    at = models.BigIntegerField(db_index=True)

    class Meta:
        verbose_name_plural = "ended"

    def __str__(self) -> str:
        return f"{self.holder} until {self.at}"
