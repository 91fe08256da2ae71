"""Bots of the Third Edition: ``Greedy`` attacks whom it reaches, ``Novice`` is the first level.

>>> from rules.editions.m3e.examples.encounters import duel_of_two
>>> from rules.fate.shuffle import digest
>>> play = duel_of_two()
>>> play.asks[0].options.contains(Novice(Stream(digest("docs"))).answer(play, play.asks[0]))
True
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from math import hypot

from rules.dialogue import Answer
from rules.editions.m3e.play.actions.available import legal_targets
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.statcards import Action
from rules.fate.shuffle import Stream
from rules.game.driver import Driver
from rules.game.procedure.asks import Ask
from rules.game.simulation.bots import MOST_PLACES, SAMPLES, Fighting, nearest
from rules.game.state import Model
from rules.table.areas.effects import BLAST_MM
from rules.table.geometry.footprints import MM, TOUCH


class Greedy(Fighting):
    """A bot that fights and scores."""

    def _action(self, play: Driver, ask: Ask) -> Answer:
        """Attack if possible, otherwise Charge, Interact, or move nearer."""
        names = self._keys(ask.options)
        model = play.state.models[ask.about[0]] if ask.about else None
        attacks = [] if model is None else self._attacks(play, model, names)
        if ask.kind == "attack":
            ready = (name for name in names if name in attacks or name.partition(":")[0] in play.state.models)
            return next(ready, "none")
        preferred = [*attacks, "Charge"]
        if model is not None and nearest(play.state, model) > 4:
            preferred += ["Interact", "Walk", "Concentrate"]
        else:
            preferred += ["Walk", "Interact", "Concentrate"]
        return next((name for name in preferred if name in names), "end" if "end" in names else "none")

    def _attacks(self, play: Driver, model: Model, names: list[str]) -> list[str]:
        """The offered Attacks that reach an enemy; none at own models."""
        assert isinstance(play, Play)
        g = play.running
        return [
            action.name
            for action in g.actions(model)
            if action.is_attack and action.name in names and _reaches_an_enemy(g, model, action)
        ]

    def _blast(self, play: Driver, ask: Ask) -> Answer:
        """Lay a blast where it strikes most enemies and none of its own; of other places there is no
        opinion (M3E-AREA-04, -05)."""
        if ask.rule != "M3E-AREA-04":
            return None
        offered = list(islice(ask.options.listed(), MOST_PLACES))
        offered += [ask.options.sample(self.stream) for _ in range(2 * SAMPLES)]
        others = [model for model in play.state.on_table() if model.id not in ask.about]
        return max(offered, key=lambda place: _struck(others, ask.seat, place[0], place[1]))


class Novice(Greedy):
    """The first level: moves and fights like ``Greedy``, without cheating and Soulstones."""

    def __init__(self, stream: Stream) -> None:
        super().__init__(stream)
        self._by_kind |= {"spot": self._blast}

    def _cheat(self, play: Driver, ask: Ask) -> Answer:
        return "keep"

    _stone = Greedy._no


def _struck(others: Iterable[Model], seat: int, x: float, y: float) -> int:
    """How many enemies a blast there touches; each of its own counts against two."""
    touched = (m for m in others if hypot(x - m.x, y - m.y) <= (BLAST_MM + m.mm) / 2 * MM + TOUCH)
    return sum(1 if model.seat != seat else -2 for model in touched)


def _reaches_an_enemy(g: Game, model: Model, action: Action) -> bool:
    return any(target.seat != model.player for target in legal_targets(g, model, action))
