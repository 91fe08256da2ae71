"""Reckoning (M3E-STRAT-20 to -22)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.scoring.places import enemies, matters
from rules.editions.m3e.play.scoring.registry import strategy
from rules.editions.m3e.play.scoring.wants import Hunt, Wants
from rules.game.procedure.asks import Proc
from rules.game.state import Model, Scheme, other

NAME = "Reckoning"
MASTER, HENCHMAN, OTHERS = 3, 2, 1


@strategy
class Reckoning(Wants):
    """Each side wants to kill enemy models in the current Turn."""

    name, suit = NAME, "crow"

    def lay(self, g: Game) -> Proc[None]:
        yield from ()

    def begin(self, g: Game) -> Proc[None]:
        yield from ()

    def count(self, g: Game, seat: int) -> int:
        """Add the weights of enemies killed this Turn, whoever killed them; when no enemy is left in play the
        count suffices for any VP."""
        rivals = [model for model in g.state.crew_of(other(seat)) if matters(g, model, seat)]
        if not rivals:
            return g.rules.strategy_cap + 1
        victims = [
            g.model(kill.victim)
            for kill in g.state.kills
            if kill.turn == g.state.turn and kill.seat == other(seat)
        ]
        return sum(weight(g, model) for model in victims if matters(g, model, seat))

    def hunts(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Hunt]:
        for enemy in enemies(g, seat):
            yield Hunt(enemy.id, 2.0 * weight(g, enemy))


def weight(g: Game, model: Model) -> int:
    """3 for a Leader or Master, 2 for a Henchman, 1 for others; a Henchman who leads by policy."""
    station = g.card(model).station
    if model.leader and station == "Henchman":
        return g.policies.henchman_leader_weight
    if model.leader or station == "Master":
        return MASTER
    return HENCHMAN if station == "Henchman" else OTHERS
