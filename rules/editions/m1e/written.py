"""First Edition cards as the catalogue keeps them: figures of their line, and beside them talents, weapons,
spells, Triggers and reactions. What a house writes on one, every fault of it, and the ``Figure`` that is
played.

>>> from rules.editions.m1e.examples import FIGURES
>>> hound = record_of(FIGURES["bloodhound"])
>>> hound["mv"], hound["cg"], hound["figures"]["weapons"][0]["damage"]
(6, 9, [1, 2, 3])
>>> figure_of_record(hound) == FIGURES["bloodhound"]
True
>>> [fault.sentence for fault in faults_of_figures({"talents": [{"name": "Armor"}]})]
['The card: Armor needs a number.']
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from rules.crews.catalogue import MASTER, MINION
from rules.crews.written_faults import (
    LONGEST_LIST,
    MOST_FAULTS,
    Fault,
    Named,
    Vocabulary,
    faults_of,
    one_of,
)
from rules.editions.m1e.factions import FACTIONS
from rules.editions.m1e.play.figures import (
    TALENTS,
    Figure,
    ReactionM1,
    Spell,
    Station,
    Talent,
    TriggerM1,
    Weapon,
    problems_of,
)
from rules.fate.cards import SUITS
from rules.refusal import Refusal
from rules.wording import titled

Record = Mapping[str, Any]
NEEDED = ("df", "wp", "ca", "mv", "cg", "sz", "health", "base_mm")
"""Figures without which nobody plays it (M1-CARD-09)."""
TalentName = Literal[tuple(name.removesuffix(" #") for name in TALENTS)]  # type: ignore[valid-type]
TOTEM: Station = "Totem"
CARD = "The card"
VOCABULARY = Vocabulary(named={"suits": Named(one_of(SUITS, "suit"), {suit: titled(suit) for suit in SUITS})})
"""What written things may name besides what their types say."""


class WrittenTalent(Struct, frozen=True, forbid_unknown_fields=True):
    """A talent by its printed name, chosen among all there are."""

    name: TalentName  # type: ignore[valid-type]
    number: int = 0
    of: str = ""


class BesideStats(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is printed beside the stats: suits of Ca, general AP where the card gives a number, and whom a
    Master manifests as."""

    ca_suits: tuple[str, ...] = ()
    ap: int = 0
    avatar: str = ""


LISTS: dict[str, type[Struct]] = {
    "talents": WrittenTalent,
    "weapons": Weapon,
    "spells": Spell,
    "triggers": TriggerM1,
    "reactions": ReactionM1,
}
BESIDE = BesideStats.__struct_fields__


class _Written(Struct, frozen=True, kw_only=True):
    talents: tuple[Talent, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()
    triggers: tuple[TriggerM1, ...] = ()
    reactions: tuple[ReactionM1, ...] = ()
    ca_suits: tuple[str, ...] = ()
    ap: int = 0
    avatar: str = ""


def completed_figures(figures: Record) -> dict[str, Any]:
    """The figures with everything that a reader of cards looks at."""
    whole: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.convert(figures, _Written)))
    return whole


def faults_of_figures(figures: Any, slugs: Collection[str] | None = None) -> list[Fault]:
    """All faults of what is written on a card; ``slugs`` are the models that it may name."""
    if not isinstance(figures, dict):
        return [Fault("", f"A card is an object with {', '.join(LISTS)}.")]
    faults = [
        Fault(str(key), f"A card has no “{str(key)[:40]}”.")
        for key in figures
        if key not in LISTS and key not in BESIDE
    ]
    faults += faults_of({key: figures[key] for key in BESIDE if key in figures}, BesideStats, VOCABULARY)
    for name, kind in LISTS.items():
        rows = figures.get(name, [])
        if not isinstance(rows, list) or len(rows) > LONGEST_LIST:
            faults.append(Fault(name, f"This is a list of at most {LONGEST_LIST}."))
            continue
        seen: set[str] = set()
        for number, row in enumerate(rows):
            faults += [
                Fault(f"{name}/{number}{'/' if fault.path else ''}{fault.path}", fault.sentence)
                for fault in faults_of(row, kind, VOCABULARY)
            ]
            printed = str(row.get("name", "")).strip() if isinstance(row, dict) else ""
            if not printed:
                faults.append(Fault(f"{name}/{number}/name", "It needs a name."))
            elif name != "talents" and printed.casefold() in seen:
                faults.append(Fault(f"{name}/{number}/name", f"There are two {name} called {printed[:60]}."))
            seen.add(printed.casefold())
    if not faults:
        whole = msgspec.convert(figures, _Written)
        faults = [Fault("", problem.sentence) for problem in problems_of(_figure(CARD, whole))]
        faults += _strangers(whole, slugs)
    return faults[:MOST_FAULTS]


def _figure(name: str, whole: _Written) -> Figure:
    return Figure(slug="card", name=name, faction="", **msgspec.structs.asdict(whole))


def _strangers(whole: _Written, slugs: Collection[str] | None) -> Iterator[Fault]:
    """Models that are named and that nobody knows, and weapons that are not on the card."""
    weapons = {weapon.name for weapon in whole.weapons}
    for number, trigger in enumerate(whole.triggers):
        if trigger.weapon and trigger.weapon not in weapons:
            yield Fault(f"triggers/{number}/weapon", f"The card has no weapon “{trigger.weapon[:60]}”.")
    named = [("avatar", whole.avatar)]
    for number, spell in enumerate(whole.spells):
        named += [(f"spells/{number}/summons", spell.summons), (f"spells/{number}/becomes", spell.becomes)]
        if spell.aura and not spell.aura_changes[0]:
            yield Fault(f"spells/{number}/aura_changes", "An aura changes a stat.")
    for path, slug in named:
        if slug and slugs is not None and slug not in slugs:
            yield Fault(path, f"No model has the short name “{slug[:60]}”.")


def is_complete(record: Record) -> bool:
    """Whether all is known that is needed to play it."""
    return not lacking(record)


def lacking(record: Record) -> tuple[str, ...]:
    """Names of the figures that are not known; ``weapons`` where nothing is written on it at all."""
    missing = tuple(name for name in NEEDED if record[name] is None)
    return missing if "weapons" in record["figures"] else (*missing, "weapons")


def figure_of_record(record: Record, faction: str = "") -> Figure:
    """The model as it is played. One of several factions is of ``faction`` where that is one of them.
    ``Refusal`` while figures are missing."""
    if missing := lacking(record):
        raise Refusal(
            f"{record['name']}: nobody knows its {', '.join(missing)}.",
            rule="M1-CARD-09",
            fix="Leave it out, or enter its figures in a pack of house figures.",
        )
    slug = faction if faction in record["factions"] else record["factions"][0]
    printed: Station = record["station"] or "Minion"
    station: Station = TOTEM if record["is_totem"] else printed
    return Figure(
        slug=record["slug"],
        name=", ".join(part for part in (record["name"], record["title"]) if part),
        faction=FACTIONS.get(slug, slug),
        station=station,
        wk=record["mv"],
        cg=record["cg"],
        ht=record["sz"],
        wp=record["wp"],
        ca=record["ca"],
        df=record["df"],
        wd=record["health"],
        cost=record["cost"] or 0,
        cache=record["cache"] or 0,
        mm=float(record["base_mm"]),
        rare=record["limit"],
        characteristics=tuple(record["characteristics"]),
        linked=record["totem_for"],
        **msgspec.structs.asdict(msgspec.convert(record["figures"], _Written)),
    )


def record_of(figure: Figure, source: str = "") -> dict[str, Any]:
    """The figure as a row of the catalogue; Wk, Cg and the base are whole numbers there."""
    totem, master = figure.station == TOTEM, figure.station == MASTER
    return {
        "slug": figure.slug,
        "name": figure.name,
        "title": "",
        "station": MINION if totem else figure.station,
        "factions": [slug for slug, name in FACTIONS.items() if name == figure.faction],
        "keywords": [],
        "characteristics": list(figure.characteristics),
        "cost": None if master else figure.cost,
        "limit": figure.rare,
        "is_totem": totem,
        "totem_for": figure.linked,
        "versatile": False,
        "df": figure.df,
        "wp": figure.wp,
        "ca": figure.ca,
        "mv": int(figure.wk),
        "cg": int(figure.cg),
        "sz": figure.ht,
        "health": figure.wd,
        "base_mm": int(figure.mm),
        "cache": figure.cache if master else None,
        "hiring": {"never": True} if figure.is_a("Avatar") else {},
        "verified": True,
        "aliases": [],
        "sources": [source] if source else [],
        "figures": completed_figures(
            msgspec.to_builtins({name: getattr(figure, name) for name in (*LISTS, *BESIDE)})
        ),
    }
