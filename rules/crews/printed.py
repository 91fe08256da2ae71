"""What the cards of an edition print and what they call it. Who shows, checks or fills in a card asks here.

>>> from rules.edition import edition_of
>>> edition_of("m2e").cards.labels["mv"], edition_of("m1e").cards.labels["health"]
('Wk', 'Wd')
>>> first, third = edition_of("m1e").cards, edition_of("m3e").cards
>>> first.limit_words(2), third.limit_words(2), third.limit_words(1)
('Rare 2', '(2)', '')
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.crews.catalogue import STATIONS

OF_SOME = frozenset({"keywords", "versatile", "cg", "cache", "ca"})
"""Figures that not every edition prints."""


class Cards(Struct, frozen=True, kw_only=True):
    """``stats`` are the figures of a card's main line, before its Health; ``labels`` the names of those that
    are called otherwise than in the Third Edition. ``own`` are those of ``OF_SOME`` that it prints,
    ``lists`` what is written below them, by its name among a card's ``figures``. A ``costless`` station has
    no cost; ``rare``: the model limit is printed as Rare, and not at all where there is none. ``scripted``:
    abilities and Actions mean what the scripts of the Third Edition's cards say. Where totems are
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
