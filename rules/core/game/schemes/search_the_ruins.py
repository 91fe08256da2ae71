"""4 Search the Ruins (M3E-SCHEME-06)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.schemes.plain import Plain, Secret
from rules.core.game.schemes.sets import Fits, matched, pay, there_are
from rules.core.game.scoring import scheme
from rules.core.game.scoring.places import on_half, scheme_markers
from rules.core.game.state import Marker, other

TO_REVEAL, TO_END = 2, 3


def abroad(g: Game, seat: int) -> list[Marker]:
    """The friendly Scheme Markers on the opponent's half."""
    return [marker for marker in scheme_markers(g, seat) if on_half(g, marker, other(seat))]


def different_pieces(g: Game, markers: Sequence[Marker]) -> Fits:
    """Whether each touches a piece of terrain of its own."""
    touched = {marker.id: frozenset(g.ground.terrain_at(g.state, marker)) for marker in markers}
    return lambda found: matched([touched[marker.id] for marker in found])


@scheme
class SearchTheRuins(Plain):
    name, number = "Search the Ruins", 4

    def may_reveal(self, g: Game, seat: int, secret: Secret) -> bool:
        return _searched(g, seat, TO_REVEAL)

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from _pay(g, seat, TO_REVEAL)

    def may_end(self, g: Game, seat: int, secret: Secret, revealed: bool) -> bool:
        return _searched(g, seat, TO_END)

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from _pay(g, seat, TO_END)


def _searched(g: Game, seat: int, needed: int) -> bool:
    found = abroad(g, seat)
    return there_are(found, needed, different_pieces(g, found))


def _pay(g: Game, seat: int, needed: int) -> Proc[None]:
    found = abroad(g, seat)
    yield from pay(g, seat, found, needed, "M3E-SCHEME-06", different_pieces(g, found))
