"""The row of a league's file that is being imported (docs/league-file.md)."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from mfcampaign.campaigns.models.league import Campaign


class LeagueFile(models.Model):
    """One uploaded file: looked at, then brought in once by a worker, or not at all.

    ``content`` is the file with its sealed part opened; it is emptied once the league is imported. ``person``
    is the number of the person in the file whose place the uploader takes.
    """

    class State(models.TextChoices):
        READ = "read", "read, not brought in"
        WAITING = "waiting", "being brought in"
        DONE = "done", "brought in"
        REFUSED = "refused", "refused"
        UNDONE = "undone", "withdrawn"

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=120)
    sha256 = models.CharField(max_length=64)
    content = models.BinaryField()
    person = models.PositiveIntegerField(null=True, blank=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.READ)
    problem = models.TextField(blank=True)
    campaign = models.OneToOneField(
        Campaign, null=True, blank=True, on_delete=models.PROTECT, related_name="arrival"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name
