"""A league's house rules, charts, figures and schedule under a name, to begin the next league with."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from rules.campaign.policies import Policies, policies_from


class LeagueTemplate(models.Model):
    """What a league was played by, kept by its organiser; ``share_token`` lets others read and copy it.

    ``schedule`` holds ``weeks_total``, ``hire_days``, ``turnover_time`` (HH:MM) and ``season``. One that is
    put away is offered no more; nothing made from it changes.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="templates")
    name = models.CharField(max_length=80)
    policies = models.JSONField(default=dict, blank=True)
    charts = models.ForeignKey("catalog.ChartSet", on_delete=models.PROTECT, related_name="+")
    pack = models.ForeignKey(
        "catalog.Pack", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    schedule = models.JSONField(default=dict)
    share_token = models.CharField(max_length=40, unique=True)
    made_from = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    put_away_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner", "name"], condition=models.Q(put_away_at=None), name="template_name_once"
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Policies:
        return policies_from(self.policies)
