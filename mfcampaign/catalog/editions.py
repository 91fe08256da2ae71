"""What the cards of an edition print and what they call it. Who shows, checks or fills in a card asks here.

>>> EDITIONS["m2e"].labels["mv"], EDITIONS["m1e"].labels["health"]
('Wk', 'Wd')
>>> EDITIONS["m1e"].limit_words(2), EDITIONS["m3e"].limit_words(2), EDITIONS["m3e"].limit_words(1)
('Rare 2', '(2)', '')
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.crews.catalogue import FIRST, HENCHMAN, MASTER, MINION, PEON, SECOND, STATIONS, THIRD

OF_SOME = frozenset({"keywords", "versatile", "cg", "cache", "ca"})
"""Figures that not every edition prints."""


class PrintedEdition(Struct, frozen=True, kw_only=True):
    """``stats`` are the figures of a card's main line, before its Health; ``labels`` the names of those that
    are called otherwise than in the Third Edition. ``own`` are those of ``OF_SOME`` that it prints,
    ``lists`` what is written below them, by its name among a card's ``figures``. A ``costless`` station has
    no cost; ``rare``: the model limit is printed as Rare, and not at all where there is none. ``scripted``:
    abilities and Actions mean what the scripts of the Third Edition's cards say. ``card_rule``,
    ``upgrade_rule`` and ``totem_rule`` are the rows that say what stands on one; where totems are
    ``linked_totems``, each names its Master. ``played``: Encounters of the edition are played here.
    ``sources`` says how far the figures are to be trusted."""

    slug: str
    name: str
    stats: tuple[str, ...]
    own: frozenset[str]
    labels: Mapping[str, str] = {}
    stations: tuple[str, ...] = STATIONS
    costless: tuple[str, ...] = ()
    rare: bool = False
    scripted: bool = False
    upgrades: bool = True
    linked_totems: bool = False
    played: bool = False
    lists: tuple[str, ...] = ("abilities", "actions")
    lists_title: str = "Abilities and Actions"
    card_rule: str = "M3E-GEN-06"
    upgrade_rule: str = "M3E-HIRE-16"
    totem_rule: str = "M3E-HIRE-14"
    sources: str

    def label(self, figure: str) -> str:
        """What the edition calls it: ``Wk`` for ``mv``."""
        return self.labels.get(figure, COMMON[figure])

    def prints(self, figure: str) -> bool:
        return figure not in OF_SOME or figure in self.own

    def limit_words(self, limit: int) -> str:
        if self.rare:
            return f"Rare {limit}" if limit else ""
        return f"({limit})" if limit > 1 else ""

    @property
    def stat_line(self) -> tuple[tuple[str, str], ...]:
        """Figure and name of the main line, Health last."""
        return tuple((stat, self.label(stat)) for stat in (*self.stats, "health"))


COMMON = {
    "df": "Df",
    "wp": "Wp",
    "mv": "Mv",
    "sz": "Sz",
    "cg": "Cg",
    "ca": "Ca",
    "cache": "Cache",
    "health": "Health",
    "limit": "Model limit",
}
OLDER = {"mv": "Wk", "sz": "Ht", "health": "Wd", "limit": "Rare"}
"""Names of the First and the Second Edition."""

EDITIONS: dict[str, PrintedEdition] = {
    THIRD: PrintedEdition(
        slug=THIRD,
        name="Third Edition",
        stats=("df", "wp", "mv", "sz"),
        own=frozenset({"keywords", "versatile"}),
        scripted=True,
        played=True,
        sources="Cost, statistics and actions are those of the last public beta before print (March 2019); "
        "no second source confirms them.",
    ),
    SECOND: PrintedEdition(
        slug=SECOND,
        name="Second Edition",
        stats=("df", "wp", "mv", "cg", "sz"),
        own=frozenset({"cg", "cache"}),
        labels=OLDER,
        stations=(*STATIONS, PEON),
        costless=(MASTER,),  # M2-HIRE-11
        rare=True,
        sources="Figures of waves 1 to 4; Broken Promises and later errata are not in them.",
    ),
    FIRST: PrintedEdition(
        slug=FIRST,
        name="First Edition",
        stats=("mv", "cg", "sz", "wp", "ca", "df"),
        own=frozenset({"cg", "cache", "ca"}),
        labels=OLDER,
        stations=(MASTER, HENCHMAN, MINION),
        costless=(MASTER,),  # M1-CARD-10
        rare=True,
        upgrades=False,
        played=True,
        linked_totems=True,
        lists=("talents", "weapons", "spells", "triggers"),
        lists_title="Talents, weapons, spells and Triggers",
        card_rule="M1-CARD-09",
        totem_rule="M1-CARD-07",
        sources="No free catalogue of the First Edition exists: every figure is the portal’s own, made so "
        "that the rules can be practised. Printed models are entered in a pack.",
    ),
}
NAMES = {slug: edition.name for slug, edition in EDITIONS.items()}
