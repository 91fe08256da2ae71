"""Stat Cards and Upgrades as plain facts, alike from a data file, from a row, and with a pack.

A pack changes figures of a release's cards and adds cards of its own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from mfcampaign.web.navigation import edition_query
from rules.crews.catalogue import ANY_NUMBER, Profile, UpgradeProfile
from rules.crews.permissions import NO_TERMS, HiringTerms
from rules.crews.printed import Cards
from rules.edition import edition_of, meant_by

STATS = ("df", "wp", "mv", "sz", "health", "base_mm", "cg", "ca")


class ModelCard(msgspec.Struct, frozen=True):
    """One model. Units and meaning as in ``StatCard``; ``factions`` are slugs, ``keywords`` names.

    ``house`` tells what a pack did: empty, ``"changed"`` or ``"new"``. ``form_of`` is the slug of the model
    that this card is another form of: it comes by Replace and is never hired.
    """

    slug: str
    name: str
    title: str = ""
    station: str = ""
    factions: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    characteristics: tuple[str, ...] = ()
    cost: int | None = None
    limit: int = 1
    is_totem: bool = False
    totem_for: str = ""
    versatile: bool = False
    df: int | None = None
    wp: int | None = None
    mv: int | None = None
    sz: int | None = None
    health: int | None = None
    base_mm: int | None = None
    cg: int | None = None
    ca: int | None = None
    cache: int | None = None
    hiring: HiringTerms = NO_TERMS
    verified: bool = False
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    figures: dict[str, Any] = {}
    house: str = ""
    edition: str = msgspec.field(default_factory=meant_by)
    form_of: str = ""

    @property
    def full_name(self) -> str:
        return f"{self.name}, {self.title}" if self.title else self.name

    @property
    def edition_query(self) -> str:
        """What its address needs besides the slug."""
        return edition_query(self.edition)

    @property
    def printed(self) -> Cards:
        """What its edition prints and calls it."""
        return edition_of(self.edition).cards

    @property
    def costless(self) -> bool:
        """Whether nothing is paid for it in its edition, whose card prints no cost."""
        return self.cost is None and self.printed.needs_no_cost(self.station)

    @property
    def station_words(self) -> str:
        return self.station or self.printed.no_station

    @property
    def limit_words(self) -> str:
        return self.printed.limit_words(self.limit)

    @property
    def found_in(self) -> tuple[str, ...]:
        """Its sources in words; one that is not known by its own name."""
        return tuple(map(self.source_called, self.sources))

    def source_called(self, source: str) -> str:
        return self.printed.source_names.get(source, source)

    @property
    def abilities(self) -> tuple[str, ...]:
        return self.named("abilities")

    def named(self, *lists: str) -> tuple[str, ...]:
        """The names of what is written in those lists of its figures."""
        return tuple(row["name"] for name in lists for row in self.figures.get(name, ()))


class Upgrade(msgspec.Struct, frozen=True):
    """One Upgrade card (M3E-HIRE-16), or a crew card (M4-HIRE-09): ``actions`` are the names of those it
    grants; ``figures`` its ``keywords`` and ``tokens`` by name where they are known, or what a house wrote on
    it, as on a model."""

    slug: str
    name: str
    factions: tuple[str, ...] = ()
    cost: int = 0
    special: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()
    plentiful: int = 1
    requires: tuple[tuple[str, ...], ...] = ()
    marks: tuple[str, ...] = ()
    hiring: HiringTerms = NO_TERMS
    actions: tuple[str, ...] = ()
    house: str = ""
    edition: str = msgspec.field(default_factory=meant_by)
    figures: dict[str, Any] = {}

    @property
    def full_name(self) -> str:
        return self.name

    @property
    def edition_query(self) -> str:
        """What its address needs besides the slug."""
        return edition_query(self.edition)

    @property
    def keywords(self) -> tuple[str, ...]:
        return tuple(self.figures.get("keywords", ()))

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(self.figures.get("tokens", ()))

    @property
    def printed(self) -> Cards:
        """What its edition prints and calls it."""
        return edition_of(self.edition).cards

    @property
    def copies_words(self) -> str:
        return self.printed.copies_words(self.plentiful)


def _as_written(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """With the small particle that people write in names, whatever the source has: Pistolero de Latigo."""
    name = record.get("name")
    return {**record, "name": name.replace(" De ", " de ")} if isinstance(name, str) else record


def card_from(record: Mapping[str, Any], edition: str = "") -> ModelCard:
    """From a row of ``models.json``; ``msgspec.ValidationError`` names a figure of the wrong kind."""
    return msgspec.convert({**_as_written(record), "edition": meant_by(edition)}, ModelCard)


def upgrade_from(record: Mapping[str, Any], edition: str = "") -> Upgrade:
    """From a row of ``upgrades.json``."""
    return msgspec.convert({**_as_written(record), "edition": meant_by(edition)}, Upgrade)


def profile_of(card: ModelCard) -> Profile:
    """What the hiring rules need of it (M3E-GEN-06)."""
    return Profile(
        slug=card.slug,
        name=card.name,
        title=card.title,
        factions=card.factions,
        keywords=card.keywords,
        station=card.station,
        cost=card.cost,
        limit=card.limit or ANY_NUMBER,
        is_totem=card.is_totem,
        totem_for=card.totem_for,
        versatile=card.versatile,
        characteristics=card.characteristics,
        abilities=card.abilities,
        cache=card.cache or 0,
        hiring=card.hiring,
        aliases=card.aliases,
        **{stat: getattr(card, stat) for stat in STATS},
    )


def upgrade_profile_of(upgrade: Upgrade) -> UpgradeProfile:
    return UpgradeProfile(
        slug=upgrade.slug,
        name=upgrade.name,
        factions=upgrade.factions,
        cost=upgrade.cost,
        special=upgrade.special,
        restricted=upgrade.restricted,
        plentiful=upgrade.plentiful,
        requires=upgrade.requires,
        marks=upgrade.marks,
        hiring=upgrade.hiring,
    )


def folded(text: str) -> str:
    """What the search compares: lower case, without accents and apostrophes.

    >>> folded("Arik Schöttemer, Som'er")
    'arik schottemer, somer'
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in plain if not unicodedata.combining(c) and c not in "'’`")


def search_text(card: ModelCard) -> str:
    """Everything a search may find it by, one field a line, names first."""
    parts = (
        card.full_name,
        *card.aliases,
        *card.keywords,
        *card.characteristics,
        *card.named(*card.printed.lists),
    )
    return "\n".join(folded(part) for part in parts)


@dataclass(frozen=True)
class Entry:
    """One row of a pack, as plain facts (see ``PackEntry``)."""

    slug: str
    kind: str
    house: bool
    body: Mapping[str, Any]


def cards_under(
    cards: Mapping[str, ModelCard], entries: Iterable[Entry], edition: str
) -> dict[str, ModelCard]:
    """``cards`` of that edition by slug with the entries of kind ``model`` over them. A change to a card
    that this release does not have is left aside: another release may have it."""
    laid = dict(cards)
    for entry in entries:
        if entry.kind != "model":
            continue
        if entry.house:
            laid[entry.slug] = card_from({"slug": entry.slug, "house": "new", **entry.body}, edition)
        elif entry.slug in cards:
            laid[entry.slug] = _changed(cards[entry.slug], entry.body)
    return laid


def upgrades_under(
    upgrades: Mapping[str, Upgrade], entries: Iterable[Entry], edition: str
) -> dict[str, Upgrade]:
    """As ``cards_under`` for the entries of kind ``upgrade``."""
    laid = dict(upgrades)
    for entry in entries:
        if entry.kind != "upgrade":
            continue
        if entry.house:
            laid[entry.slug] = upgrade_from({"slug": entry.slug, "house": "new", **entry.body}, edition)
        elif entry.slug in upgrades:
            laid[entry.slug] = _changed(upgrades[entry.slug], entry.body)
    return laid


def _changed(card: Any, body: Mapping[str, Any]) -> Any:
    facts = msgspec.to_builtins(card) | dict(body) | {"house": "changed"}
    return msgspec.convert(facts, type(card))
