"""1 Detonate Charges (M3E-SCHEME-03)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.schemes.plain import Plain, Secret
from rules.core.game.schemes.sets import Fits, pay, there_are
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import enemies, scheme_markers, within
from rules.core.game.state import Marker

NEEDED, INCHES = 2, 2.0


def near_one_enemy(g: Game, seat: int) -> Fits:
    """Whether some enemy model has all of them within 2"."""
    rivals = enemies(g, seat)

    def fits(markers: Sequence[Marker]) -> bool:
        return any(all(within(g, marker, rival, INCHES) for marker in markers) for rival in rivals)

    return fits


@scheme
class DetonateCharges(Plain):
    name, number = "Detonate Charges", 1

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return there_are(scheme_markers(g, seat), NEEDED, near_one_enemy(g, seat))

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, scheme_markers(g, seat), NEEDED, "M3E-SCHEME-03", near_one_enemy(g, seat))

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return self.may_reveal(g, seat, secret)

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from self.pay_reveal(g, seat, secret)
