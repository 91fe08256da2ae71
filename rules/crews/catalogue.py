"""What the hiring rules need to know of models, Upgrades and Factions: figures, no text.

Costs are in Soulstones, bases in millimetres. A ``Catalogue`` is one release of the figures, with
an organiser's pack already laid over it, of one edition; it never changes once made. A Crew declares one of
the Factions of its edition (M3E-FACTION-01, M2-HIRE-05, M1-ENC-10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules.crews.permissions import NO_TERMS, HiringTerms
from rules.edition import edition_of, editions

MASTER, HENCHMAN, ENFORCER, MINION, PEON = "Master", "Henchman", "Enforcer", "Minion", "Peon"
STATIONS = (MASTER, HENCHMAN, ENFORCER, MINION)
ANY_NUMBER = 99
"""The model limit of a card that prints none (M2-HIRE-18)."""


class Profile(Struct, frozen=True):
    """One model as printed on its Stat Card (M3E-GEN-06).

    ``slug`` is unique in a release; ``name`` is the name without its title, ``title`` may be empty.
    ``factions`` are faction slugs, ``keywords`` names as printed. ``cost`` is ``None`` while nobody
    knows it: such a model is shown but cannot be hired. ``limit`` is the model limit (M3E-HIRE-12).
    ``totem_for`` is the *name* of the linked Master. ``station`` is empty where none is known;
    ``aliases`` are other full names under which the model was printed or is listed;
    ``cache``, ``cg`` (Charge) and ``ca`` (casting) are printed on figures of an earlier edition only, whose
    Walk, Height and Wounds are ``mv``, ``sz`` and ``health``. ``hiring`` is what the card says
    about hiring.
    """

    slug: str
    name: str
    title: str
    factions: tuple[str, ...]
    keywords: tuple[str, ...]
    station: str
    cost: int | None
    limit: int = 1
    is_totem: bool = False
    totem_for: str = ""
    versatile: bool = False
    characteristics: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    df: int | None = None
    wp: int | None = None
    mv: int | None = None
    sz: int | None = None
    health: int | None = None
    base_mm: int | None = None
    cache: int = 0
    cg: int | None = None
    ca: int | None = None
    hiring: HiringTerms = NO_TERMS
    aliases: tuple[str, ...] = ()

    @property
    def figured(self) -> bool:
        """Whether its stats, its Health and its base are known."""
        return None not in (self.df, self.wp, self.mv, self.sz, self.health, self.base_mm)

    @property
    def full_name(self) -> str:
        return f"{self.name}, {self.title}" if self.title else self.name

    @property
    def insignificant(self) -> bool:
        return "Insignificant" in self.abilities


class UpgradeProfile(Struct, frozen=True):
    """One Upgrade card. ``special`` names the effects that alone may attach it (M3E-HIRE-21);
    ``restricted`` lists what the bearer must match, each of them, alternatives as "living or undead";
    ``plentiful`` is the copies a Crew may hold.

    Second Edition: ``requires`` are groups of which the bearer matches one word each (M2-HIRE-50, -51),
    ``marks`` its labels (``Leader``, ``Limited``, ``Conflux`` …); ``plentiful`` 0 where no Rare is printed.
    """

    slug: str
    name: str
    factions: tuple[str, ...]
    cost: int
    special: tuple[str, ...] = ()
    restricted: tuple[str, ...] = ()
    plentiful: int = 1
    requires: tuple[tuple[str, ...], ...] = ()
    marks: tuple[str, ...] = ()
    hiring: HiringTerms = NO_TERMS


class Catalogue:
    """One release of an edition's figures: look-up by slug, iteration in name order.

    >>> hound = Profile("guild-hound", "Guild Hound", "", ("guild",), ("Guard",), MINION, 3, limit=4)
    >>> Catalogue([hound], edition="m3e").profile("guild-hound").cost
    3
    """

    __slots__ = ("_profiles", "_upgrades", "edition", "release")

    def __init__(
        self,
        profiles: Iterable[Profile],
        upgrades: Iterable[UpgradeProfile] = (),
        *,
        edition: str,
        release: str = "",
    ) -> None:
        self._profiles = {p.slug: p for p in sorted(profiles, key=lambda p: (p.name, p.title, p.slug))}
        self._upgrades = {u.slug: u for u in sorted(upgrades, key=lambda u: (u.name, u.slug))}
        self.release = release
        self.edition = edition

    def with_costs(self, costs: Mapping[str, int]) -> Catalogue:
        """This catalogue with these Costs, by slug, where it knows none."""
        if not costs:
            return self
        own = (
            replace(p, cost=costs[p.slug]) if p.cost is None and p.slug in costs else p
            for p in self.profiles()
        )
        return Catalogue(own, self.upgrades(), release=self.release, edition=self.edition)

    def profile(self, slug: str) -> Profile:
        """The model of that slug; ``KeyError`` when this release has none."""
        return self._profiles[slug]

    def upgrade(self, slug: str) -> UpgradeProfile:
        """The Upgrade of that slug; ``KeyError`` when this release has none."""
        return self._upgrades[slug]

    def has_profile(self, slug: str) -> bool:
        return slug in self._profiles

    def has_upgrade(self, slug: str) -> bool:
        return slug in self._upgrades

    def profiles(self) -> Iterator[Profile]:
        return iter(self._profiles.values())

    def upgrades(self) -> Iterator[UpgradeProfile]:
        return iter(self._upgrades.values())


def factions_of(edition: str) -> dict[str, str]:
    """Slug and name of the Factions that a Crew of the edition may declare (M3E-FACTION-01, M2-HIRE-05).

    >>> len(factions_of("m3e")), len(factions_of("m2e")), len(factions_of("m1e"))
    (8, 7, 5)
    """
    return dict(edition_of(edition).hiring.factions)


def faction_name(slug: str, edition: str = "") -> str:
    """The printed name of a Faction, without an edition the one that the newest with such a Faction gives it;
    the slug itself where there is no such Faction.

    >>> faction_name("bayou", "m3e"), faction_name("bayou", "m2e"), faction_name("bayou")
    ('Bayou', 'Gremlins', 'Bayou')
    """
    asked = (edition_of(edition),) if edition else editions()
    named = (each.hiring.factions.get(slug) for each in asked)
    return next((name for name in named if name is not None), slug)
