"""A person's policy: the second level's answers, given as a person gives them through the page, and counted.

A person is not asked what does not matter (``rules.game.asking``), uses an ability every time once it was
used, and leaves cheating when ahead to itself once it was left. One form is one act: the models of a
deployment, a list of abilities or of tokens, passing with who Activates.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from rules.dialogue import OneOf
from rules.editions.m3e.examples.encounters import among_terrain
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.simulation.catalogue_crews import CatalogueStock
from rules.editions.m3e.simulation.tactics import Tactician
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.asking import Usual, abilities, habits_from, unasked
from rules.game.procedure.asks import Ask
from rules.game.table_access.exact_table import table_for

PERSON = 0


class Acts(Struct, frozen=True):
    """Acts before the first Activation, and in each whole Turn; ``kinds`` are those of the Turns by the
    question that they answered."""

    before: int
    turns: tuple[int, ...]
    kinds: dict[str, int]


def acts_of(stock: CatalogueStock, name: str, turns: int = 2, *, everything: bool = False) -> Acts:
    """How many acts a person needs against a bot in the first Turns of that pair of Crews. With
    ``everything`` nothing is left out and no answer is given every time."""
    setup = among_terrain(stock.encounter(name))
    rules = M3E.with_policies(setup.policies)
    play = Play(setup, rules, table_for(setup, rules), KeyDealer(digest("asked", name)))
    bots = [Tactician(Stream(digest("asked", name, str(seat)))) for seat in (0, 1)]
    counted: Counter[int] = Counter()
    kinds: Counter[str] = Counter()
    habits: dict[str, Usual] = {}
    last: Ask | None = None
    before, begun = 0, False
    while not play.over and play.state.turn <= turns:
        ask = play.asks[0]
        if ask.seat != PERSON:
            play.answer(ask.seat, bots[ask.seat].answer(play, ask))
            continue
        value = unasked(play, ask, habits, alone=True, everything=everything)
        if value is None:
            value = bots[PERSON].answer(play, ask)
            begun = begun or ask.kind in ("activate", "pass")
            if last is None or not _same_form(last, ask):
                before += not begun
                if begun:
                    counted[play.state.turn] += 1
                    kinds[ask.kind] += 1
            last = ask
            if not everything:
                habits |= _every_time(play, ask, value)
        play.answer(PERSON, value)
    return Acts(before, tuple(counted[turn] for turn in range(1, turns + 1)), dict(kinds))


def _same_form(last: Ask, ask: Ask) -> bool:
    """Whether the form of the question before answered this one, too."""
    if ask.kind == "deploy" or (last.kind, ask.kind) == ("pass", "activate"):
        return last.kind in ("deploy", "pass")
    return ask.kind == last.kind and last.more > ask.more and isinstance(ask.options, OneOf)


def _every_time(play: Play, ask: Ask, value: Any) -> dict[str, Usual]:
    """What the person answers every time from then on."""
    recurring = play.recurring(ask)
    said = habits_from(abilities(ask, recurring), ask, value)
    return {name: usual for name, usual in said.items() if recurring or usual == "yes"}
