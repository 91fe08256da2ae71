"""8 Power Ritual (M3E-SCHEME-11)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.schemes.plain import Plain, Secret
from rules.core.game.schemes.sets import Fits, matched, pay, there_are
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import corners, near_point, own_corners, scheme_markers
from rules.core.game.state import Marker

INCHES, NEEDED, MOST_OWN = 3.0, 3, 1


def at_foreign_corner(g: Game, seat: int) -> list[Marker]:
    """The friendly Scheme Markers within 3" of a corner outside the own zone."""
    away = [corner for corner in corners(g) if corner not in own_corners(g, seat)]
    return [
        marker
        for marker in scheme_markers(g, seat)
        if any(near_point(marker, corner, INCHES) for corner in away)
    ]


def three_corners(g: Game, seat: int) -> Fits:
    """Whether each has a corner of its own, at most one of them in the own zone."""
    own = own_corners(g, seat)
    lawful = [
        chosen
        for chosen in combinations(corners(g), NEEDED)
        if sum(corner in own for corner in chosen) <= MOST_OWN
    ]

    def fits(markers: Sequence[Marker]) -> bool:
        return any(
            matched(
                [
                    frozenset(str(n) for n, corner in enumerate(chosen) if near_point(marker, corner, INCHES))
                    for marker in markers
                ]
            )
            for chosen in lawful
        )

    return fits


@scheme
class PowerRitual(Plain):
    name, number = "Power Ritual", 8

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return bool(at_foreign_corner(g, seat))

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, at_foreign_corner(g, seat), 1, "M3E-SCHEME-11")

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return there_are(scheme_markers(g, seat), NEEDED, three_corners(g, seat))

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from pay(g, seat, scheme_markers(g, seat), NEEDED, "M3E-SCHEME-11", three_corners(g, seat))
