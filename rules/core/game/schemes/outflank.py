"""9 Outflank (M3E-SCHEME-12, -13)."""

from __future__ import annotations

from rules.core.game.context import Game
from rules.core.game.schemes.plain import Plain, Secret
from rules.core.game.schemes.sets import matched
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import centreline, enemies, friends, near_point

INCHES = 3.0


@scheme
class Outflank(Plain):
    name, number = "Outflank", 9

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        """Two different models, each within 3" of another end of the centreline; the player's own, or
        anybody's (policy ``outflank_models``)."""
        models = friends(g, seat)
        if g.policies.outflank_models == "any":
            models += enemies(g, seat)
        return matched(
            [
                frozenset(model.id for model in models if near_point(model, point, INCHES))
                for point in centreline(g)
            ]
        )

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return self.may_reveal(g, seat, secret)
