"""The only writer of ``LeaderGrowth``: the Leader's card and what the Arsenal has done."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from django.db.models import F
from msgspec.structs import replace

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.models import ArsenalUpgrade, Entry, LeaderGrowth
from rules.campaign.rising.charts import RisingCharts
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


def of_all(entries: Iterable[int]) -> dict[int, Growth]:
    """Those of the present Arsenals by entry, where a Leader is built. One query."""
    rows = LeaderGrowth.objects.filter(entry__in=list(entries), roster=F("entry__roster"))
    return {pk: msgspec.convert(facts, Growth) for pk, facts in rows.values_list("entry", "facts")}


def of_roster(entry: int, roster: int) -> Growth | None:
    """That of one Arsenal, be it given up since. One query."""
    rows = LeaderGrowth.objects.filter(entry=entry, roster=roster).values_list("facts", flat=True)
    return msgspec.convert(rows[0], Growth) if rows else None


def change(entry: Entry, growth: Growth) -> None:
    """Keep it as it is now. Part of the act that changed it."""
    rows = LeaderGrowth.objects.filter(entry=entry.pk, roster=F("entry__roster"))
    rows.update(facts=msgspec.to_builtins(growth))


def give(entry: Entry, slug: str, *, week: int, bearer: int | None) -> ArsenalUpgrade:
    """A piece of Equipment, or an Injury of ``bearer``, by the league's charts. Part of a ruling's act."""
    charts: RisingCharts = loading.charts(entry.campaign)
    if bearer is None:
        piece = charts.piece(slug)
        return arsenal.add_piece(entry, slug, piece.name, piece.text, week=week, how="ruling")
    row = next(each for each in charts.injuries if each.slug == slug)
    return arsenal.attach_injury(
        entry, slug, row.name, row.text, row.mods, week=week, model_id=bearer, how="ruling"
    )


def change_model(entry: Entry, model_id: int, own: ModelGrowth) -> None:
    """What one model has that its card does not print."""
    growth = of(entry)
    change(entry, replace(growth, models={**growth.models, str(model_id): own}))
