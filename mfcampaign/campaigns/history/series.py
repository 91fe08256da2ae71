"""Figures of players over the weeks, from the record, for line charts and their tables."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from mfcampaign.campaigns.history.record import Person, Record
from mfcampaign.campaigns.models import Campaign
from rules.campaign.arsenal import OwnedModel


class Course(Struct, frozen=True):
    """One player's figure at the end of each week; ``None`` where there is none."""

    person: Person
    values: tuple[int | None, ...]


class Chart(Struct, frozen=True):
    """One figure of everybody over ``weeks`` (0: the start)."""

    name: str
    title: str
    what: str
    weeks: tuple[int, ...]
    courses: tuple[Course, ...]

    @property
    def empty(self) -> bool:
        return not any(value is not None for course in self.courses for value in course.values)


def charts(record: Record, campaign: Campaign, only: frozenset[int] = frozenset()) -> tuple[Chart, ...]:
    """All five of the league, of everybody or of ``only`` some entries."""
    people = [p for p in record.people.values() if not only or p.entry in only]
    weeks = tuple(range(record.weeks + 1))

    def chart(name: str, title: str, what: str, value: Callable[[int, int], int | None]) -> Chart:
        courses = tuple(Course(p, tuple(value(p.entry, week) for week in weeks)) for p in people)
        return Chart(name, title, what, weeks, courses)

    return (
        chart(
            "value",
            "Arsenal value",
            "Soulstones at the end of each week",
            lambda e, w: _value(record, campaign, e, w),
        ),
        chart("scrip", "Scrip", "in the purse at the end of each week", lambda e, w: _scrip(record, e, w)),
        chart("vp", "Victory Points", "scored up to each week", lambda e, w: _vp(record, e, w)),
        chart(
            "rating",
            "Campaign Rating",
            "of the Crew that played in each week",
            lambda e, w: _rating(record, e, w),
        ),
        chart(
            "injuries",
            "Injuries",
            "carried by the Arsenal at the end of each week",
            lambda e, w: _injuries(record, e, w),
        ),
    )


def _value(record: Record, campaign: Campaign, entry: int, week: int) -> int | None:
    lives = record.lives_of(entry)
    if not any(life.since <= max(week, 1) for life in lives):
        return None
    there = (
        OwnedModel(
            id=life.model, slug="", name="", station=life.station, cost=life.cost, surcharge=life.surcharge
        )
        for life in lives
        if life.there(week)
    )
    return campaign.played.crew.value(there, campaign.rules).amount


def _scrip(record: Record, entry: int, week: int) -> int | None:
    moved = record.moved.get(entry, {})
    return sum(amount for number, amount in moved.items() if number <= week)


def _vp(record: Record, entry: int, week: int) -> int | None:
    return sum(game.sides[seat].vp for game, seat in record.games_of(entry) if game.week <= week)


def _rating(record: Record, entry: int, week: int) -> int | None:
    played = [game.sides[seat].rating for game, seat in record.games_of(entry) if game.week == week]
    return played[-1] if played else None


def _injuries(record: Record, entry: int, week: int) -> int | None:
    alive = {life.model for life in record.lives_of(entry) if life.there(week)}
    return sum(
        gain.kind == "injury" and gain.there(week) and gain.bearer in alive
        for gain in record.gains
        if gain.entry == entry
    )
