"""10 Assassinate (M3E-SCHEME-14)."""

from __future__ import annotations

from rules.core.game.arithmetic import half_of
from rules.core.game.context import Game
from rules.core.game.schemes.plain import Plain, Secret
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import matters
from rules.core.game.state import Model, other


def leaders(g: Game, seat: int) -> list[Model]:
    """The enemy Leader while in play, Buried or not (M3E-SCHEME-20)."""
    return [model for model in g.state.crew_of(other(seat)) if model.leader and matters(g, model, seat)]


@scheme
class Assassinate(Plain):
    name, number = "Assassinate", 10

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return any(model.health <= half_of(model.most, g.policies) for model in leaders(g, seat))

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return not leaders(g, seat)
