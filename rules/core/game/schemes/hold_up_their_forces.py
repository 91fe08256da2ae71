"""6 Hold Up Their Forces (M3E-SCHEME-09)."""

from __future__ import annotations

from itertools import combinations

from rules.core.game.actions.engagement import engages
from rules.core.game.context import Game
from rules.core.game.schemes.plain import Plain, Secret
from rules.core.game.schemes.sets import matched
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import enemies, friends

NEEDED = 2


@scheme
class HoldUpTheirForces(Plain):
    name, number = "Hold Up Their Forces", 6

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        """Two friendly models engage two different enemies, each of a higher Cost than its engager; the Cost
        is the card's."""
        rivals = enemies(g, seat)
        held = [
            frozenset(
                rival.id
                for rival in rivals
                if g.card(rival).cost > g.card(model).cost and engages(g, model, rival)
            )
            for model in friends(g, seat)
        ]
        return any(matched(pair) for pair in combinations(held, NEEDED))

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return self.may_reveal(g, seat, secret)
