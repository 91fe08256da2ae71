"""What must hold where Leaders are built and grow: rows are what the replays say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalModel,
    ArsenalUpgrade,
    Campaign,
    Entry,
    LeaderGrowth,
    Restart,
    Ruling,
    Transfer,
)
from rules.campaign.aftermath.asks import OpponentEarns
from rules.campaign.rising.aftermath import facts
from rules.campaign.rising.arsenal import RisingArsenal
from rules.campaign.rising.growth import Growth, rising_arsenal

LATE = 5
"""Scrip for each week after the first (M4-CAMP-28)."""
OF_THE_AFTERMATH = ("payday", "barter", "advancement", "doctor")


def _told(arsenal: RisingArsenal) -> dict[str, Any]:
    models = Counter(
        (
            each.titles,
            each.role,
            each.copied,
            tuple(sorted(i.slug for i in each.injuries)),
            each.lucky,
            each.gained,
        )
        for each in arsenal.models
    )
    return {
        "models": models,
        "Equipment": Counter(piece.slug for piece in arsenal.equipment),
        "Scrip": arsenal.scrip,
        "experience": arsenal.experience,
        "advancements": [replace(each, week=0) for each in arsenal.advancements],
        "recovered": arsenal.recovered,
    }


def written_as_replayed(row: Aftermath) -> Iterator[str]:
    """The Arsenal just after its Aftermath was locked is the one that the replay ends with."""
    view = replay.view(row)
    outcome = getattr(view, "outcome", None)
    if row.state != Aftermath.State.LOCKED or not isinstance(outcome, facts.RisingOutcome):
        return
    if any(isinstance(effect, facts.CrewEnds) for effect in outcome.effects):
        return
    entry = Entry.objects.select_related("user", "campaign").get(pk=row.side.entry_id)
    written = _told(rising_arsenal(loading.arsenal(entry), loading.catalogue(entry.campaign)))
    followed = _told(outcome.arsenal)
    for name, value in followed.items():
        if written[name] != value:
            yield f"{row}: {name} {written[name]} are written, {value} follow."


def wrong_with_growth(campaign: Campaign) -> Iterator[str]:
    """Experience, advancements and recovery; Scrip of each Aftermath; what a late Arsenal was given."""
    start = campaign.played.start
    if not start.leader_is_built:
        return
    rosters = dict(ArsenalModel.objects.filter(entry__campaign=campaign).values_list("pk", "roster"))
    effects: dict[tuple[int, int], list[Any]] = defaultdict(list)
    aftermaths = Aftermath.objects.filter(side__game__week__campaign=campaign).exclude(state="queued")
    moved: dict[str, int] = defaultdict(int)
    transfers = Transfer.objects.filter(campaign=campaign, reason__in=OF_THE_AFTERMATH, reversed_by=None)
    transfers = transfers.exclude(memo__contains=", by ruling ")  # a Payday that came to nothing at its time
    for key, amount, into in transfers.values_list("natural_key", "amount", "credit__entry"):
        moved[key.partition("/effect")[0]] += amount if into is not None else -amount
    reversed_ones = Transfer.objects.filter(campaign=campaign, reversed_by__isnull=False)
    back = {key.partition("/effect")[0] for key in reversed_ones.values_list("natural_key", flat=True)}
    for row in aftermaths.select_related("side__game__week__campaign").order_by("pk"):
        crew = loading.submitted_crew(row.side)
        written = replay.view(row).effects[: row.applied]
        effects[row.side.entry_id, rosters[crew.leader_id]] += written
        flowed = sum(_flow(written))
        if moved[row.key] != flowed and row.key not in back:
            yield f"{row}: {moved[row.key]} Scrip moved, {flowed} follow."
    rulings = Ruling.objects.filter(campaign=campaign).values_list("changes", flat=True)
    ruled = {each["entry"] for changes in rulings for each in changes if each["type"] == "GrowthSet"}
    for kept in LeaderGrowth.objects.filter(entry__campaign=campaign).exclude(entry__in=ruled):
        for fault in start.faults_of(kept.facts, effects[kept.entry_id, kept.roster]):
            yield f"{kept}: {fault}"
        yield from _traitors(kept)
    yield from _turned(campaign)
    yield from _late(campaign)


def _flow(effects: Any) -> Iterator[int]:
    for effect in effects:
        match effect:
            case facts.ScripPaid():
                yield effect.total.amount
            case OpponentEarns():
                yield effect.amount
            case facts.EquipmentBought() | facts.Advanced() | facts.InjuryTreated():
                yield -effect.price


def _traitors(kept: LeaderGrowth) -> Iterator[str]:
    """Only what an opponent lost may be taken, with what it had then."""
    for model, things in kept.facts.get("traitors", ()):
        row = ArsenalModel.objects.get(pk=model)
        if row.entry_id == kept.entry_id or row.annihilated_week is None:
            yield f"{row} changes sides and is there still."
        before = LeaderGrowth.objects.filter(entry=row.entry_id, roster=row.roster).first()
        own = before.facts.get("free") if before is not None else None
        if ArsenalUpgrade.objects.filter(pk__in=things, annihilated_week=None).exclude(pk=own).exists():
            yield f"{row} changes sides, what it carried stays."


def _turned(campaign: Campaign) -> Iterator[str]:
    """Nobody stands on both sides: who was taken is lost to the side before, and taken by one alone."""
    taken: Counter[int] = Counter()
    for kept in LeaderGrowth.objects.filter(entry__campaign=campaign):
        growth = msgspec.convert(kept.facts, Growth)
        offered = [pk for pk, _ in growth.traitors]
        for each in growth.turned:
            taken[each.model] += 1
            there, here = (ArsenalModel.objects.get(pk=pk) for pk in (each.model, each.row))
            if there.entry_id == kept.entry_id or there.annihilated_week is None:
                yield f"{there} was taken and is there still."
            if (here.entry_id, here.slug, here.name) != (kept.entry_id, there.slug, there.name):
                yield f"{here} is not who was taken, {there}."
            pieces = ArsenalUpgrade.objects.filter(pk__in=each.pieces).exclude(entry=kept.entry_id)
            if each.model in offered or pieces.exists():
                yield f"{there} was taken and is offered still, or what it carried went elsewhere."
    yield from (f"model {pk} was taken {times} times." for pk, times in taken.items() if times > 1)


def _late(campaign: Campaign) -> Iterator[str]:
    """5 Scrip a week for who begins late (M4-CAMP-28)."""
    for restart in Restart.objects.filter(entry__campaign=campaign, state=Restart.State.DONE):
        own = Transfer.objects.filter(campaign=campaign, natural_key__startswith=f"restart:{restart.pk}/")
        paid = sum(own.filter(credit__entry=restart.entry_id).values_list("amount", flat=True))
        models = ArsenalModel.objects.filter(entry=restart.entry_id, roster=restart.roster)
        week = models.order_by("pk").values_list("hired_week", flat=True)[0]
        if paid != LATE * (week - 1):
            yield f"{restart}: {paid} Scrip for an Arsenal of week {week}."
