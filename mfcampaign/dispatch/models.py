"""The rows of background work and of the wake-ups sent for it. Rows are the truth; a wake-up may be lost."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


class Command(models.Model):
    """One piece of work, done exactly once however often a worker is woken for it.

    ``natural_key`` names the cause (league, week, side, step, ordinal): the same cause finds the
    same row. ``payload`` holds small ids only. A rejected command stays rejected.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting"
        RUNNING = "running", "running"
        DONE = "done", "done"
        REJECTED = "rejected", "refused"
        STUCK = "stuck", "stuck"

    OPEN = (Status.WAITING, Status.RUNNING)

    kind = models.CharField(max_length=60)
    natural_key = models.CharField(max_length=200, unique=True)
    payload = models.JSONField(default=dict)
    campaign_id = models.BigIntegerField(null=True, blank=True, db_index=True)
    subject = models.CharField(max_length=200, blank=True)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    result = models.JSONField(null=True, blank=True)
    error = models.CharField(max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    # Set while the worker computes, and holds no lock: until then nobody else begins.
    computing_until = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    # How long the transaction that did it held its locks; everybody's, on SQLite.
    held_ms = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            models.Index(
                fields=["id"],
                condition=Q(status__in=["waiting", "running", "stuck"]),
                name="command_unfinished",
            )
        ]

    def __str__(self) -> str:
        return f"{self.natural_key} ({self.status})"

    @property
    def open(self) -> bool:
        return self.status in self.OPEN


class Outbox(models.Model):
    """One wake-up, written in the transaction that makes it due and sent after the commit.

    Sent again by the sweeper until its command has ended; for another ``topic`` (mail, a webhook)
    until its ``payload`` is delivered, then emptied: at least once, never "exactly once", outwards.
    ``due_at`` is set while a delivery is to be tried again, not before then.
    """

    topic = models.CharField(max_length=40)
    command = models.OneToOneField(
        Command, null=True, blank=True, on_delete=models.CASCADE, related_name="outbox"
    )
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    sends = models.PositiveIntegerField(default=0)
    delivered_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        verbose_name_plural = "outbox"
        indexes = [
            models.Index(
                fields=["id"],
                condition=Q(command__isnull=True, delivered_at__isnull=True),
                name="outbox_undelivered",
            )
        ]

    def __str__(self) -> str:
        return f"{self.topic} #{self.pk}, sent {self.sends} times"


class Heartbeat(models.Model):
    """The last run of a periodic part: ``tick``, ``sweep`` or ``beat``."""

    part = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.part} at {self.at}"


class Occurrence(models.Model):
    """The ``number``-th time of one schedule. Unique: three clocks make one boundary of a week."""

    schedule = models.CharField(max_length=120)
    number = models.PositiveBigIntegerField()
    due_at = models.DateTimeField()
    late = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["schedule", "number"]
        constraints = [models.UniqueConstraint(fields=["schedule", "number"], name="occurs_once")]

    def __str__(self) -> str:
        return f"{self.schedule} #{self.number}"
