"""What every edition prints on a model or an Upgrade: the figures that set-up, table and record read.

State, events and commands hold a card as ``PrintedModel`` or ``PrintedUpgrade``, and the effect that rests
on a model as ``Part``. An edition that is played here has cards of its own with more on them; how they are
read back from JSON its ``Stored`` says. ``PlainModel`` and ``UpgradeFigures`` are the cards of an edition
whose effects stay with the players.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from msgspec import Struct


@runtime_checkable
class Part(Protocol):
    """An effect in the words of an edition; the engine of that edition reads it, and nobody else."""


@runtime_checkable
class PrintedModel(Protocol):
    """A model as printed. ``title`` distinguishes versions of one name. ``health`` is 0 in a record where
    nobody knows it, ``mm`` the diameter of its base."""

    @property
    def slug(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def station(self) -> str: ...
    @property
    def cost(self) -> int: ...
    @property
    def sz(self) -> int: ...
    @property
    def health(self) -> int: ...
    @property
    def mm(self) -> float: ...
    @property
    def keywords(self) -> tuple[str, ...]: ...
    @property
    def characteristics(self) -> tuple[str, ...]: ...
    @property
    def limit(self) -> int: ...
    @property
    def totem_for(self) -> str: ...
    @property
    def printed_as(self) -> str:
        """The slug of the printed card, also of one model's own card, changed by its Injuries."""

    def is_a(self, word: str) -> bool:
        """Whether the card has that characteristic, keyword, station or name (M3E-ACT-24)."""


@runtime_checkable
class PrintedUpgrade(Protocol):
    """An Upgrade attached to a model. ``kind`` and ``text`` are shown: what sort of Upgrade of a league, its
    effect in a few own words."""

    @property
    def slug(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def summon(self) -> bool: ...
    @property
    def kind(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def copies(self) -> int: ...
    @property
    def restricted(self) -> tuple[str, ...]: ...
    def fits(self, bearer: PrintedModel) -> bool:
        """Whether that card meets every restriction (M3E-HIRE-21)."""


Models = Mapping[str, PrintedModel]
"""Cards by slug."""
Upgrades = Mapping[str, PrintedUpgrade]


class ModelFigures(Struct, frozen=True, kw_only=True):
    """The figures of a model, first on every card of one."""

    slug: str
    name: str
    title: str = ""
    station: str = ""
    cost: int = 0
    df: int = 5
    wp: int = 5
    mv: int = 5
    sz: int = 2
    health: int = 5
    mm: float = 30.0
    df_suits: tuple[str, ...] = ()
    wp_suits: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    characteristics: tuple[str, ...] = ()
    limit: int = 1
    totem_for: str = ""

    def is_a(self, word: str) -> bool:
        wanted = word.casefold()
        return any(
            wanted == printed.casefold()
            for printed in (*self.characteristics, *self.keywords, self.station, self.name)
        )


class PlainModel(ModelFigures, frozen=True, kw_only=True):
    """A model without more than its figures. ``of`` is the slug of the printed card when this is one model's
    own card, changed by its Injuries."""

    of: str = ""

    @property
    def printed_as(self) -> str:
        return self.of or self.slug


class UpgradeFigures(Struct, frozen=True, kw_only=True):
    """What is shown of an Upgrade. ``summon`` marks Summon upgrades (M3E-SUMM-03). ``kinds`` are those
    printed, which effects name ("Equipment"); ``restricted`` is what its bearer must be, all of it, in play
    too; alternatives as "living or undead" (M3E-HIRE-16, -21)."""

    slug: str
    name: str
    summon: bool = False
    kind: str = ""
    text: str = ""
    copies: int = 1
    kinds: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()

    def fits(self, bearer: PrintedModel) -> bool:
        return all(any(bearer.is_a(word) for word in words.split(" or ")) for words in self.restricted)
