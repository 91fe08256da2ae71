"""Reasons of a week's pairings, the cost of alternatives, and the preferences for the next week."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from mfcampaign.campaigns.models import Availability, Campaign, Entry, PairRule, Week
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.campaigns.snapshots import EntrySnapshot, entry_snapshot
from rules.tournament.pairing.explain import alternatives, bye_alternatives
from rules.tournament.pairing.field import PairingPreference

MOST_CHOICES = 40


class Met(Struct, frozen=True):
    """One pair and why."""

    a: EntrySnapshot
    b: EntrySnapshot
    why: str
    fixed: bool


class Why(Struct, frozen=True):
    """The reasons of a round. ``asked`` is whose other choices are shown, ``instead`` their sentences."""

    pairs: tuple[Met, ...]
    bye: EntrySnapshot | None
    bye_reason: str
    preferences: tuple[str, ...]
    proven: str
    certified: bool
    secret: bool
    people: tuple[EntrySnapshot, ...]
    asked: EntrySnapshot | None
    instead: tuple[str, ...]
    instead_of_bye: tuple[str, ...]


def why(week: Week, who: int | None) -> Why | None:
    """None for weeks paired before reasons were kept, or not yet. Two queries."""
    field_and_round = pairing_values.stored(week)
    if field_and_round is None:
        return None
    field, round_ = field_and_round
    rows = Entry.objects.filter(pk__in=field.seats).select_related("user")
    people = {entry.pk: entry_snapshot(entry) for entry in rows}
    names = {n: people[pk].label for n, pk in enumerate(field.seats, start=1)}
    pairing = week.pairing
    here = {p.id for p in field.players}
    asked = people.get(who) if who is not None else None
    place = field.place(asked.pk) if asked else 0
    others: Any = alternatives(place, round_, field.players, field.preferences) if place in here else ()
    byes: Any = (
        bye_alternatives(round_, field.players, field.preferences)
        if asked and asked.pk == pairing["bye"]
        else ()
    )
    return Why(
        pairs=tuple(Met(people[p["a"]], people[p["b"]], p["why"], p["fixed"]) for p in pairing["pairs"]),
        bye=people.get(pairing["bye"]),
        bye_reason=pairing["bye_reason"],
        preferences=tuple(preference.words for preference in field.preferences.order),
        proven=pairing["proven"],
        certified=bool(pairing["certificate"]),
        secret=bool(field.preferences.forbidden),
        people=tuple(sorted(people.values(), key=lambda e: e.label)),
        asked=asked,
        instead=tuple(c.sentence(names) for c, _ in zip(others, range(MOST_CHOICES), strict=False)),
        instead_of_bye=tuple(c.sentence(names) for c, _ in zip(byes, range(MOST_CHOICES), strict=False)),
    )


class Planned(Struct, frozen=True):
    """What an organiser sees: preferences in their order, rules that hold, players; the week that can be
    changed, who has a place in it, and two who can exchange theirs."""

    order: tuple[str, ...]
    rules: tuple[PairRule, ...]
    people: tuple[Entry, ...]
    week: Week | None
    next_week: int
    placed: tuple[Entry, ...] = ()
    two: tuple[int, int] | None = None


def planned(campaign: Campaign) -> Planned:
    """Five queries."""
    plan = getattr(campaign, "pairing_plan", None)
    rules = PairRule.objects.filter(campaign=campaign, lifted_at=None).select_related("a__user", "b__user")
    people = campaign.entries.exclude(state=Entry.State.RETIRED).select_related("user", "facts")
    week = campaign.weeks.filter(state=Week.State.GAMES_OPEN).order_by("-number").first()
    week = week if week is not None and week.pairing.get("facts") else None
    seats = set(week.pairing["seats"]) if week is not None else set()
    return Planned(
        order=tuple(plan.preferences) if plan else (),
        rules=tuple(rules),
        people=tuple(people),
        week=week,
        next_week=pairing_values.next_to_pair(campaign),
        placed=tuple(entry for entry in people if entry.pk in seats),
        two=_two(week),
    )


def _two(week: Week | None) -> tuple[int, int] | None:
    """Two who do not meet each other."""
    lines = [pair["a"] for pair in week.pairing["pairs"]] if week is not None else []
    if week is not None and week.pairing["bye"]:
        lines.append(week.pairing["bye"])
    return (lines[0], lines[1]) if len(lines) > 1 else None


def preference_choices() -> list[tuple[str, str]]:
    """Every preference a league can have."""
    return [
        (str(preference), PairingPreference(preference).words) for preference in pairing_values.IN_LEAGUES
    ]


class WeekAhead(Struct, frozen=True):
    """One week to come, as a player has said."""

    number: int
    away: bool
    evenings: tuple[str, ...]


def weeks_ahead(entry: Entry) -> list[WeekAhead]:
    """Every week that is not paired yet. Two queries."""
    by_week = {row.week: row for row in Availability.objects.filter(entry=entry)}
    numbers = range(pairing_values.next_to_pair(entry.campaign), entry.campaign.weeks_total + 1)
    return [
        WeekAhead(
            n,
            n in by_week and by_week[n].away,
            tuple(by_week[n].evenings) if n in by_week else (),
        )
        for n in numbers
    ]
