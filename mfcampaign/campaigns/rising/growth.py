"""The only writer of ``LeaderGrowth``: the Leader's card and what the Arsenal has done."""

from __future__ import annotations

import msgspec
from django.db.models import F
from msgspec.structs import replace

from mfcampaign.campaigns.models import Entry, LeaderGrowth
from rules.campaign.rising.growth import Growth, ModelGrowth


def begin(entry: Entry, growth: Growth) -> None:
    """Keep the growth of a new Arsenal. Part of the act that founds it."""
    LeaderGrowth.objects.update_or_create(
        entry=entry, roster=entry.roster, defaults={"facts": msgspec.to_builtins(growth)}
    )


def of(entry: Entry) -> Growth:
    """That of the present Arsenal; ``LeaderGrowth.DoesNotExist`` before it is founded. One query."""
    rows = LeaderGrowth.objects.filter(entry=entry.pk, roster=F("entry__roster"))
    return msgspec.convert(rows.values_list("facts", flat=True).get(), Growth)


def change(entry: Entry, growth: Growth) -> None:
    """Keep it as it is now. Part of the act that changed it."""
    rows = LeaderGrowth.objects.filter(entry=entry.pk, roster=F("entry__roster"))
    rows.update(facts=msgspec.to_builtins(growth))


def change_model(entry: Entry, model_id: int, own: ModelGrowth) -> None:
    """What one model has that its card does not print."""
    growth = of(entry)
    change(entry, replace(growth, models={**growth.models, str(model_id): own}))
