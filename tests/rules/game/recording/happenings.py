"""Random games at a table, as entries of a record: what may be entered at a moment, and what the table
knows of it, told without the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from rules.game.state import State
from rules.refusal import Refusal

CARDS = ("BJ", "1r", "2c", "3m", "7t", "9r", "13c", "RJ")
KINDS = (
    *("turn",) * 4,
    *("slay",) * 4,
    *("flip",) * 3,
    *("score",) * 4,
    *("tick",) * 2,
    "initiative",
    "sacrifice",
    "bury",
    "unbury",
    "effect",
    "replace",
    "turncoat",
    "summon",
    "given_up",
    "unscore",
    "withdraw",
    "award",
    "use_up",
    "activated",
)
happenings = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 1), st.integers(0, 7), st.sampled_from(CARDS)),
    min_size=8,
    max_size=45,
)


def entry_of(state: State, happening: tuple[str, int, int, str], card: str) -> dict[str, Any] | None:
    """The happening as an entry at this moment, whether it is possible or not; ``None`` where it is about
    nobody. ``card`` is what arrives."""
    kind, seat, which, flip = happening
    models = [model for model in state.models.values() if model.seat == seat]
    there = [model.id for model in models if model.in_play]
    named = there[which % len(there)] if there else ""
    names = [name for scheme in state.crews[seat].schemes for name in (scheme.name,)] + [state.strategy]
    source = names[which % len(names)]
    step = "strategy" if source == state.strategy else "end"
    foes = [model.id for model in state.models.values() if model.seat != seat]
    anybody = models[which % len(models)].id
    entries: dict[str, Any] = {
        "turn": {"turn": state.turn + 1},
        "initiative": {"seat": seat},
        "slay": {"model": named, "by": (*foes, "")[which % (len(foes) + 1)]},
        "sacrifice": {"model": named},
        "bury": {"model": named},
        "unbury": {"model": named},
        "activated": {"model": named},
        "flip": {"do": "finished_off", "model": anybody, "card": flip, "cheated_from": "5t" * (which == 3)},
        "effect": {"do": "finished_off", "model": anybody, "how": "automatic"},
        "replace": {"models": there[which % 3 :][:2], "cards": [card]},
        "turncoat": {"do": "replace", "models": [named], "cards": [card], "seat": 1 - seat},
        "summon": {"card": card, "seat": seat},
        "given_up": {"do": "summon", "card": card, "seat": seat, "given_up": there[which % 3 :][:2]},
        "score": {"seat": seat, "source": source, "step": step},
        "unscore": {"do": "score", "seat": seat, "source": source, "lost": True},
        "withdraw": {"seat": seat},
        "tick": {"seat": seat, "portion": f"p{which % 4}"},
        "award": {"seat": seat, "award": 1 + which % 3},
        "use_up": {"model": named, "upgrade": "whisky"},
    }
    return {"do": kind} | entries[kind] if there else None


@dataclass
class Told:
    """What the people at the table remember: who is in play, who fell how, with which card, and for whom
    somebody stands. Models by their ids in the Encounter."""

    where: dict[str, str]
    seats: dict[str, int]
    fell: dict[str, str] = field(default_factory=dict)
    flips: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    stands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    points: Counter[tuple[int, str]] = field(default_factory=Counter)
    ticks: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter()])
    used: list[str] = field(default_factory=list)
    left: dict[int, int] = field(default_factory=dict)
    turn: int = 0
    arrived: int = 0

    @classmethod
    def before(cls, state: State) -> Told:
        models = state.models.values()
        return cls({model.id: "table" for model in models}, {model.id: model.seat for model in models})

    def hear(self, entry: dict[str, Any]) -> None:
        """Remember an entry that the record took."""
        getattr(self, f"_{entry['do']}", lambda _entry: None)(entry)

    def _turn(self, entry: dict[str, Any]) -> None:
        self.turn = entry["turn"]

    def _slay(self, entry: dict[str, Any]) -> None:
        self.fell[entry["model"]] = "sacrificed" if entry.get("by") == entry["model"] else "killed"
        self.where[entry["model"]] = "gone"

    def _sacrifice(self, entry: dict[str, Any]) -> None:
        self.fell[entry["model"]], self.where[entry["model"]] = "sacrificed", "gone"

    def _bury(self, entry: dict[str, Any]) -> None:
        self.where[entry["model"]] = "buried"

    def _unbury(self, entry: dict[str, Any]) -> None:
        self.where[entry["model"]] = "table"

    def _finished_off(self, entry: dict[str, Any]) -> None:
        how = entry.get("how", "killed")
        self.flips[entry["model"]] = how, entry.get("card", ""), entry.get("cheated_from", "")

    def _arrives(self, seat: int, gone: list[str]) -> None:
        self.arrived += 1
        heir = f"s{self.arrived}"
        self.where[heir], self.seats[heir] = "table", seat
        originals = tuple(one for model in gone for one in self.stands.pop(model, (model,)) if one[0] != "s")
        if originals:
            self.stands[heir] = originals

    def _replace(self, entry: dict[str, Any]) -> None:
        old = entry["models"]
        seat = entry.get("seat", self.seats[old[0]])
        mine = seat == self.seats[old[0]]
        self._arrives(seat, old if mine else [])
        for model in old:
            self.where[model] = "gone"
            if not mine:
                self.fell[model] = "killed"

    def _summon(self, entry: dict[str, Any]) -> None:
        gone = entry.get("given_up", [])
        self._arrives(entry["seat"], gone)
        for model in gone:
            self.where[model] = "gone"

    def _score(self, entry: dict[str, Any]) -> None:
        self.points[entry["seat"], entry["source"]] += -1 if entry.get("lost") else 1

    def _withdraw(self, entry: dict[str, Any]) -> None:
        self.left[entry["seat"]] = self.turn
        for model, seat in self.seats.items():
            if seat == entry["seat"] and self.where[model] != "gone":
                if self.where[model] == "buried" and self.buried_die:
                    self.fell[model] = "killed"
                self.where[model] = "gone"

    buried_die = False
    """Whether the Buried models of a Crew that withdraws count as killed (A-10)."""

    def _tick(self, entry: dict[str, Any]) -> None:
        self.ticks[entry["seat"]][entry["portion"]] += 1

    def _use_up(self, entry: dict[str, Any]) -> None:
        self.used.append(entry["model"])

    def fallen(self) -> dict[str, str]:
        """How each model of an Arsenal, or one that stands for some, fell by the end."""
        buried = {model: "buried" for model, where in self.where.items() if where == "buried"}
        given_up = {one for originals in self.stands.values() for one in originals}
        return {
            model: how
            for model, how in (buried | self.fell).items()
            if model not in given_up and (model[0] != "s" or model in self.stands)
        }


def entered(record: Any, happened: list[tuple[str, int, int, str]], card: str, told: Told) -> None:
    """Enter what is possible of it, then the end, and tell it to those at the table."""
    for happening in happened:
        entry = entry_of(record.state, happening, card)
        if entry is None:
            continue
        try:
            record.enter([entry])
        except Refusal:
            continue
        told.hear(entry)
    record.enter([{"do": "over"}])
