"""What is written on cards besides the figures of their line: as a house writes it, as the engine plays it.

An edition fills these structs; where it has none of them, nothing is written and nothing played by name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal, Protocol

import msgspec
from msgspec import Struct

from rules.crews.written_faults import PLAIN, Fault, Vocabulary, faults_of
from rules.plain_numbers import whole

Record = Mapping[str, Any]
Status = Literal["automated", "prompted", "manual"]


class WrittenLine(Protocol):
    """One thing of a card: name, figures, effect in words."""

    @property
    def name(self) -> str: ...
    @property
    def figures(self) -> str: ...
    @property
    def does(self) -> str: ...


# As a house writes it


class Saying(Struct, frozen=True, kw_only=True):
    """One name: its figures in a line, and the sentence; ``by_hand`` says why the players apply it."""

    name: str
    line: str = ""
    sentence: str = ""
    by_hand: str = ""


class CardThing(Struct, frozen=True, kw_only=True):
    """A thing of the card with its Triggers; ``number`` is its place in its list."""

    thing: str
    number: int
    sayings: tuple[Saying, ...]


class WrittenCards(Struct, frozen=True, kw_only=True):
    """What a house may write on a card: the kinds of things, where each stands, its faults, its sentence.

    ``things`` are what the editor makes with the shape of each, ``names`` what people call them, ``begun``
    the least that a new one needs. ``lists`` is its place among the figures; what stands beside the
    stats is in no list. ``thing_of`` says what an entry of a list is. ``faults`` judges a whole card that may
    name models of these slugs, ``on_upgrades`` what is written on an Upgrade, if anything can be;
    ``vocabulary`` is what one thing may name. ``lacks`` are figures without which the model is not played.
    ``tried``: a model may be tried on a table of two; ``forms``: it may have further forms."""

    things: Mapping[str, type[Struct]]
    names: Mapping[str, str]
    lists: Mapping[str, str]
    begun: Mapping[str, dict[str, Any]]
    thing_of: Callable[[str, Record], str]
    faults: Callable[[Any, Collection[str] | None], list[Fault]]
    completed: Callable[[Record], dict[str, Any]]
    from_printed: Callable[[Record], dict[str, Any]]
    sayings: Callable[[Any, Record, str], list[Saying]]
    lacks: Callable[[Record], list[str]]
    vocabulary: Vocabulary = PLAIN
    on_upgrades: Callable[[Any], list[Fault]] | None = None
    known_names: Callable[[Any, Record], tuple[str, ...]] = lambda thing, data: ()
    script_like: Callable[[Any, Record, str], dict[str, Any] | None] = lambda thing, data, name: None
    tried: bool = False
    forms: bool = False

    @property
    def added(self) -> list[tuple[str, str]]:
        """The things one adds to a card, with their names."""
        return [(thing, name) for thing, name in self.names.items() if self.lists[thing]]

    def faults_of(self, data: Any, thing: str) -> list[Fault]:
        """All faults of one thing."""
        return faults_of(data, self.things[thing], self.vocabulary)

    def rows(self, figures: Record, thing: str) -> list[dict[str, Any]]:
        """The list that holds such a thing; beside the stats there is always one."""
        if name := self.lists[thing]:
            return list(figures[name])
        return [{key: figures[key] for key in self.things[thing].__struct_fields__}]

    def with_rows(self, figures: Record, thing: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
        if name := self.lists[thing]:
            return {**figures, name: rows}
        usual = self.things[thing]()
        return {**figures, **msgspec.to_builtins(usual), **(rows[0] if rows else {})}

    def things_on(self, figures: Record, model: str) -> list[CardThing]:
        """Everything on the card, list by list."""
        rows = [
            (self.thing_of(name, row), number, row)
            for name in dict.fromkeys(self.lists.values())
            for number, row in enumerate(
                figures[name] if name else self.rows(figures, self.thing_of(name, {}))
            )
        ]
        return [
            CardThing(thing=thing, number=number, sayings=tuple(self.sayings(thing, row, model)))
            for thing, number, row in rows
        ]


# As the engine plays it


class PlayedThing(Struct, frozen=True):
    """One printed thing of a card. ``settled`` is the source of its effect; ``sentence``: what the engine
    does with it, where it does all of it."""

    kind: str
    name: str
    status: Status
    settled: str
    sentence: str


class Share(Struct, frozen=True):
    """The number of ``printed`` things, and how many of them the engine executes (``played``)."""

    printed: int = 0
    played: int = 0

    @property
    def percent(self) -> float:
        return round(100 * self.played / self.printed, 1) if self.printed else 100.0


class Coverage(Struct, frozen=True, kw_only=True):
    """The counts: by kind, in total, complete models, and each Master's share by name."""

    models: int
    kinds: dict[str, Share]
    total: Share
    whole: tuple[str, ...]
    masters: dict[str, Share]

    def as_data(self) -> dict[str, object]:
        """The counts for the command's JSON."""
        return {
            "models": self.models,
            "executed_percent": self.total.percent,
            "executed": self.total.played,
            "printed": self.total.printed,
            "kinds": {
                kind: {"printed": share.printed, "executed": share.played, "percent": share.percent}
                for kind, share in self.kinds.items()
            },
            "models_whole": len(self.whole),
            "masters": {name: share.percent for name, share in sorted(self.masters.items())},
            "masters_least_percent": min((share.percent for share in self.masters.values()), default=100.0),
        }


class CardScripts(Struct, frozen=True, kw_only=True):
    """What the engine plays of abilities and Actions.

    ``ability`` is the sentence of one on a model's card, ``action`` that of an Action and of each of its
    Triggers; all empty where the players apply it. ``own`` says a house's script of that kind. ``things`` is
    everything with a name on a card, ``None`` while figures are missing; ``covered`` counts over records."""

    ability: Callable[[Record, str], str]
    action: Callable[[Record, str], tuple[str, tuple[str, ...]]]
    own: Callable[[str, Record], str]
    things: Callable[[Record], list[PlayedThing] | None]
    covered: Callable[[Iterable[Record]], Coverage]


# In words


def ability_in_words(ability: Record) -> str:
    """The ability as its card names it.

    >>> (
    ...     ability_in_words({"name": "Armor", "value": 1}),
    ...     ability_in_words({"name": "Demise", "type": "Eternal"}),
    ... )
    ('Armor +1', 'Demise (Eternal)')
    >>> ability_in_words({"name": "Counterattack", "defends": "Df", "suit": "mask"})
    'Counterattack (Df, mask)'
    """
    name = str(ability["name"])
    if "value" in ability:
        name += f" +{ability['value']}"
    if "type" in ability:
        bracket = str(ability["type"])
        name += f" {bracket}" if whole(bracket) is not None else f" ({bracket})"
    if "defends" not in ability:
        return name
    return f"{name} ({', '.join(part for part in (ability['defends'], ability.get('suit')) if part)})"


def action_in_words(action: Record) -> str:
    """Its numbers in one line: kind, range, stat, resist, TN, damage, triggers."""
    parts = [str(action["kind"]) + (" bonus" if action["bonus"] else "")]
    if action["range"] is not None:
        parts.append(f'{action["range_type"]} {action["range"]}"')
    if action["stat"] is not None:
        parts.append(
            f"stat {action['stat']}{action['stat_flip'] or ''} {' '.join(action['stat_suits'])}".strip()
        )
    if action["resist"]:
        parts.append(f"vs {action['resist']}")
    if action["tn"]:
        parts.append(f"TN {action['tn']} {' '.join(action['tn_suits'])}".strip())
    if action["damage"]:
        parts.append("damage " + "/".join(str(n) for n in action["damage"]))
    if action["blasts"]:
        parts.append("blasts " + "/".join(str(n) for n in action["blasts"]))
    parts += [f"{' '.join(t['suits'])} {t['name']}".strip() for t in action["triggers"]]
    return ", ".join(parts)
