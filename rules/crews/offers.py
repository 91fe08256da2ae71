"""What could join a Crew, whatever the edition: models and Upgrades with their price, and why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from rules.crews.catalogue import STATIONS, Profile, UpgradeProfile
from rules.refusal import Total, Violation


class PriceGroup(Struct, frozen=True, kw_only=True):
    """The candidates under one price rule, for a page: ``note`` says under a Leader what they cost or share,
    ``rule`` is its row. Models of a group that ``fills`` are proposed where a Crew is to be filled up."""

    name: str
    title: str
    note: Callable[[Profile], str] = lambda leader: ""
    rule: str = ""
    fills: bool = False


class Candidate(Struct, frozen=True):
    """A model that might be hired: ``total`` is ``None`` while its Cost is unknown, ``copies_left``
    how many more the model limit allows, ``reasons`` why it cannot be added now (none: it can). ``group``
    is the name of its ``PriceGroup``, ``left`` how many Soulstones the Crew has for it; a ``barred`` model
    cannot join whatever is taken out of the Crew but what bars it."""

    profile: Profile
    total: Total | None
    copies_left: int
    keyword: bool
    reasons: tuple[Violation, ...] = ()
    group: str = "other"
    left: int = 0
    barred: bool = False

    @property
    def legal(self) -> bool:
        return not self.reasons

    @property
    def copies(self) -> int:
        """How many are in the Crew."""
        return self.profile.limit - self.copies_left

    @property
    def affordable(self) -> int:
        """How many more can join at once: of copies and of Soulstones."""
        if not self.legal or self.total is None:
            return 0
        price = self.total.amount
        return min(self.copies_left, self.left // price) if price > 0 else self.copies_left

    @property
    def why(self) -> str:
        """The first reason without the model's own name before it; empty where it can join."""
        if not self.reasons:
            return ""
        name = self.profile.full_name
        sentence = self.reasons[0].sentence.removeprefix(f"{name}: ").removeprefix(f"{name} ")
        return sentence[:1].upper() + sentence[1:]


class UpgradeCandidate(Struct, frozen=True):
    """An Upgrade one model might buy."""

    upgrade: UpgradeProfile
    copies_left: int
    reasons: tuple[Violation, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.reasons


def hiring_order(profile: Profile, stations: Sequence[str] = STATIONS) -> tuple[bool, int, int, str]:
    """A key to sort by: Totems first, then by station, the most expensive first. No hire changes the
    order."""
    place = stations.index(profile.station) if profile.station in stations else len(stations)
    return not profile.is_totem, place, -(profile.cost or 0), profile.full_name
