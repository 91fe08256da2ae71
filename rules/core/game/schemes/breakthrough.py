"""2 Breakthrough (M3E-SCHEME-04)."""

from __future__ import annotations

from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.schemes.plain import Plain, Secret
from rules.core.game.schemes.sets import pay
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import enemies, friends, in_zone, scheme_markers, within
from rules.core.game.state import Marker, other

ALONE, AT_THE_END = 3.0, 3


def behind_the_lines(g: Game, seat: int) -> list[Marker]:
    """The friendly Scheme Markers in the enemy's zone."""
    return [marker for marker in scheme_markers(g, seat) if in_zone(g, marker, other(seat))]


@scheme
class Breakthrough(Plain):
    name, number = "Breakthrough", 2

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return bool(behind_the_lines(g, seat)) and any(
            in_zone(g, model, other(seat))
            and not any(within(g, enemy, model, ALONE) for enemy in enemies(g, seat))
            for model in friends(g, seat)
        )

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, behind_the_lines(g, seat), 1, "M3E-SCHEME-04")

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return len(behind_the_lines(g, seat)) >= AT_THE_END

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, behind_the_lines(g, seat), AT_THE_END, "M3E-SCHEME-04")
