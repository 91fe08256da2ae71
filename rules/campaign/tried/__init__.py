"""Injuries and Campaign Upgrades tried on the models of a Crew that is of no league.

``judged`` adds what they cost and where they may not be to what hiring says of the Crew; ``playing`` gives
its models in an Encounter the cards that they would have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules.campaign.arsenal import OwnedModel, OwnedUpgrade, injured_stat, lasting
from rules.campaign.charts import Charts
from rules.campaign.policies import Policies
from rules.crews.catalogue import Profile
from rules.crews.words import words_of

LEADER = -1
"""The position of the Leader; members are counted from 0, as in ``MemberSheet``."""
FIGURES = ("df", "wp", "mv", "sz", "health")


class Tried(Struct, frozen=True):
    """One of them with its ``effect`` in a few words. It is kept whole: later charts do not change it."""

    upgrade: OwnedUpgrade
    effect: str = ""


TriedOn = Mapping[int, tuple[Tried, ...]]
"""What is tried, by position."""


def offered(charts: Charts, policies: Policies) -> tuple[Tried, ...]:
    """All that these charts hold, by kind and name."""
    upgrades = [
        OwnedUpgrade(
            id=0,
            slug=row.slug,
            name=row.name,
            kind=row.category,
            ss_cost=row.ss_cost,
            rating_weight=row.rating_weight,
            rating_bonus=row.rating_bonus,
            restricted=row.restricted,
        )
        for row in charts.upgrades
    ]
    injuries = [
        OwnedUpgrade(
            id=0,
            slug=row.slug,
            name=row.name,
            kind="injury",
            ss_cost=row.ss_cost,
            stat_mods=lasting(row.stat_mods, policies),
        )
        for row in charts.injuries
    ]
    words = {row.slug: row.digest for row in charts.upgrades}
    words |= {row.slug: row.digest for row in charts.injuries}
    ordered = sorted((*injuries, *upgrades), key=lambda each: (each.kind, each.name))
    return tuple(Tried(each, words[each.slug]) for each in ordered)


def carrying(profile: Profile, position: int, tried: Iterable[Tried]) -> OwnedModel:
    """The model as an Arsenal would have it, with its Skills and Injuries."""
    own = [each.upgrade for each in tried]
    return OwnedModel(
        id=position,
        slug=profile.slug,
        name=profile.full_name,
        station=profile.station,
        cost=profile.cost or 0,
        is_leader=position == LEADER,
        insignificant=profile.insignificant,
        words=tuple(sorted(words_of(profile))),
        skills=tuple(each for each in own if each.kind == "skill"),
        injuries=tuple(each for each in own if each.kind == "injury"),
    )


def injured(profile: Profile, tried: Iterable[Tried]) -> Profile:
    """The model's line of figures after its Injuries (SL-INJURY-07)."""
    hurt = [each.upgrade for each in tried if each.upgrade.kind == "injury"]
    figures = {name: getattr(profile, name) for name in FIGURES}
    changed = {name: injured_stat(value, name, hurt) for name, value in figures.items() if value is not None}
    return replace(profile, **changed) if hurt else profile
