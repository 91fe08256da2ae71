"""3 Harness the Ley Line (M3E-SCHEME-05)."""

from __future__ import annotations

from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.schemes.plain import Plain, Secret
from rules.core.game.schemes.sets import pay
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import on_centreline, scheme_markers
from rules.core.game.state import Marker

NEEDED = 3


def on_the_line(g: Game, seat: int) -> list[Marker]:
    return [marker for marker in scheme_markers(g, seat) if on_centreline(g, marker)]


@scheme
class HarnessTheLeyLine(Plain):
    name, number = "Harness the Ley Line", 3

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return len(on_the_line(g, seat)) >= NEEDED

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, on_the_line(g, seat), NEEDED, "M3E-SCHEME-05")

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return self.may_reveal(g, seat, secret)

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from self.pay_reveal(g, seat, secret)
