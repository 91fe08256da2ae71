"""What the hiring rules need to know of models, Upgrades and Factions: figures, no text.

Costs are in Soulstones, bases in millimetres. A ``Catalogue`` is one release of the figures, with
an organiser's pack already laid over it, of one edition; it never changes once made. A Crew declares one of
eight Factions (M3E-FACTION-01); Dead Man's Hand is none (M3E-FACTION-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from rules.crews.permissions import NO_TERMS, HiringTerms

MASTER, HENCHMAN, ENFORCER, MINION, PEON = "Master", "Henchman", "Enforcer", "Minion", "Peon"
STATIONS = (MASTER, HENCHMAN, ENFORCER, MINION)
ANY_NUMBER = 99
"""The model limit of a card that prints none (M2-HIRE-18)."""
THIRD, SECOND, FIRST = "m3e", "m2e", "m1e"
"""The editions whose figures the catalogue holds."""
DEAD_MANS_HAND = "dead-mans-hand"


class Profile(Struct, frozen=True):
    """One model as printed on its Stat Card (M3E-GEN-06).

    ``slug`` is unique in a release; ``name`` is the name without its title, ``title`` may be empty.
    ``factions`` are faction slugs, ``keywords`` names as printed. ``cost`` is ``None`` while nobody
    knows it: such a model is shown but cannot be hired. ``limit`` is the model limit (M3E-HIRE-12).
    ``totem_for`` is the *name* of the linked Master. ``station`` is empty where none is known;
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

    @property
    def full_name(self) -> str:
        return f"{self.name}, {self.title}" if self.title else self.name

    @property
    def insignificant(self) -> bool:
        return "Insignificant" in self.abilities

    @property
    def dead_mans_hand(self) -> bool:
        return DEAD_MANS_HAND in self.factions


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
    """One release of the figures: look-up by slug, iteration in name order.

    >>> hound = Profile("guild-hound", "Guild Hound", "", ("guild",), ("Guard",), MINION, 3, limit=4)
    >>> Catalogue([hound]).profile("guild-hound").cost
    3
    """

    __slots__ = ("_profiles", "_upgrades", "edition", "release")

    def __init__(
        self,
        profiles: Iterable[Profile],
        upgrades: Iterable[UpgradeProfile] = (),
        *,
        release: str = "",
        edition: str = THIRD,
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


FACTIONS: dict[str, str] = {
    "arcanists": "Arcanists",
    "bayou": "Bayou",
    "explorers-society": "Explorer's Society",
    "guild": "Guild",
    "neverborn": "Neverborn",
    "outcasts": "Outcasts",
    "resurrectionists": "Resurrectionists",
    "ten-thunders": "Ten Thunders",
}


OLDER_NAMES = {"bayou": "Gremlins"}
SINCE_THIRD = frozenset({"explorers-society"})
OF_FIRST = ("guild", "resurrectionists", "arcanists", "neverborn", "outcasts")


def factions_of(edition: str) -> dict[str, str]:
    """Slug and name of the Factions that a Crew of the edition may declare (M3E-FACTION-01, M2-HIRE-05).

    >>> len(factions_of(THIRD)), len(factions_of(SECOND))
    (8, 7)
    """
    if edition == THIRD:
        return dict(FACTIONS)
    if edition == FIRST:
        return {slug: FACTIONS[slug] for slug in OF_FIRST}
    return {slug: faction_name(slug, edition) for slug in FACTIONS if slug not in SINCE_THIRD}


def faction_name(slug: str, edition: str = THIRD) -> str:
    """The printed name of a Faction; the slug itself where there is no such Faction.

    >>> faction_name("ten-thunders"), faction_name("bayou", SECOND)
    ('Ten Thunders', 'Gremlins')
    """
    older = OLDER_NAMES if edition == SECOND else {}
    return older.get(slug, FACTIONS.get(slug, slug))
