"""What the cards of an edition print and what they call it. Who shows, checks or fills in a card asks here.

>>> from rules.edition import edition_of
>>> edition_of("m2e").cards.labels["mv"], edition_of("m1e").cards.labels["health"]
('Wk', 'Wd')
>>> first, third = edition_of("m1e").cards, edition_of("m3e").cards
>>> first.limit_words(2), third.limit_words(2), third.limit_words(1)
('Rare 2', '(2)', '')
>>> edition_of("m2e").cards.copies_words(1), third.copies_words(1), third.copies_words(2)
('Rare 1', '', 'Plentiful 2')
>>> third.field_of("cost").most, third.field_of("ca")
(30, None)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from rules.crews.written import CardScripts, WrittenCards, WrittenLine

OF_SOME = frozenset({"keywords", "versatile", "cg", "cache", "ca"})
"""Figures that not every edition prints."""
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
"""What figures are called, unless an edition calls them otherwise."""

Entered = Literal["number", "choice", "choices", "millimetres", "words", "text", "flag"]
"""How a person enters a figure."""


class FigureField(Struct, frozen=True, kw_only=True):
    """A figure that a person may enter for a card of the house or over a printed one.

    ``kind``: a ``number`` from ``least`` to ``most``; a ``choice``, a base in ``millimetres`` or several
    ``choices`` of those offered; ``words``, any; a ``text`` of at most ``most`` characters; a ``flag``.
    ``lower``: the words are in lower case. ``label`` where it is no name of the card's line; ``help`` stands
    below it. Without ``asked`` it may come from a file and is in no form."""

    name: str
    kind: Entered
    label: str = ""
    least: int = 0
    most: int = 0
    offered: tuple[Any, ...] = ()
    lower: bool = False
    help: str = ""
    asked: bool = True

    @property
    def bounds_shape(self) -> dict[str, int]:
        """The bounds as JSON Schema says them."""
        if self.kind == "number":
            return {"minimum": self.least, "maximum": self.most}
        return {"maxLength": self.most} if self.kind == "text" else {}


def number(name: str, least: int, most: int, label: str = "", help: str = "") -> FigureField:
    """A whole number between bounds, both allowed."""
    return FigureField(name=name, kind="number", least=least, most=most, label=label, help=help)


class Cards(Struct, frozen=True, kw_only=True):
    """``stats`` are the figures of a card's main line, before its Health; ``labels`` the names of those that
    are called otherwise than in ``COMMON``. ``own`` are those of ``OF_SOME`` that it prints,
    ``lists`` what is written below them, by its name among a card's ``figures``. A ``costless`` station has
    no cost; with ``costs_known`` a card without one prints none. ``no_station`` is said of a model without a
    station; without ``attack_kinds`` nobody knows which attacks are melee. ``rare``: the model limit is
    printed as Rare, and not at all where there is none.

    ``fields`` are the figures of a model that a person may enter, ``upgrade_fields`` those of an Upgrade:
    none where the edition has no Upgrades. ``upgrades_title`` and ``upgrades_note`` head their page,
    ``upgrades_hired`` are those that are not gained in play alone. ``titles``: a model of the house may have
    a title. Where totems are ``linked_totems``, each names its Master.
    ``sources`` says how far the figures are to be trusted, ``source_names`` where they were found, by the
    marks of the data files. ``caution`` is said on every card, and on every page of a Crew: of which print
    the figures are, what they lack.

    ``written`` is what a house may write on a card, ``scripts`` what the engine plays of abilities and
    Actions; both are called when a card is shown, so that no list of editions loads an engine. ``lines``
    reads an entry of the other lists, ``beside`` what stands beside the stats, by what it is called.
    ``own_models`` are rows of the catalogue for models whose figures are the portal's own."""

    stats: tuple[str, ...]
    own: frozenset[str]
    labels: Mapping[str, str] = {}
    stations: tuple[str, ...]
    costless: tuple[str, ...] = ()
    costs_known: bool = False
    no_station: str = "Station not known"
    attack_kinds: bool = True
    rare: bool = False
    fields: tuple[FigureField, ...]
    upgrade_fields: tuple[FigureField, ...] = ()
    upgrades_title: str = "Upgrades"
    upgrades_note: str = "What may be bought when hiring, and what is only ever gained in play."
    upgrades_hired: str = "Only those that can be hired"
    titles: bool = False
    linked_totems: bool = False
    lists: tuple[str, ...] = ("abilities", "actions")
    lists_title: str = "Abilities and Actions"
    sources: str
    source_names: Mapping[str, str] = {}
    caution: str = ""
    written: Callable[[], WrittenCards] | None = None
    scripts: Callable[[], CardScripts] | None = None
    lines: Mapping[str, Callable[[Mapping[str, Any]], WrittenLine]] = {}
    beside: Callable[[Mapping[str, Any]], dict[str, Any]] = lambda figures: {}
    own_models: Callable[[], list[dict[str, Any]]] | None = None

    def needs_no_cost(self, station: str) -> bool:
        """Whether a card of that station without a cost prints none, so that nobody looks for it."""
        return self.costs_known or station in self.costless

    @property
    def upgrades(self) -> bool:
        """Whether the edition has Upgrades."""
        return bool(self.upgrade_fields)

    @property
    def upgrades_priced(self) -> bool:
        """Whether its Upgrades cost Soulstones."""
        return any(field.name == "cost" for field in self.upgrade_fields)

    def field_of(self, figure: str) -> FigureField | None:
        """The figure of a model as a person may enter it; ``None`` where its cards have none."""
        return next((field for field in self.fields if field.name == figure), None)

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
    def copies_name(self) -> str:
        """What an Upgrade's number of copies in a Crew is called."""
        return "Rare" if self.rare else "Plentiful"

    def copies_words(self, copies: int) -> str:
        """The number as an Upgrade prints it: ``Rare 1``, ``Plentiful 2``; empty where none is printed."""
        return f"{self.copies_name} {copies}" if copies > (0 if self.rare else 1) else ""

    @property
    def stat_line(self) -> tuple[tuple[str, str], ...]:
        """Figure and name of the main line, Health last."""
        return tuple((stat, self.label(stat)) for stat in (*self.stats, "health"))
