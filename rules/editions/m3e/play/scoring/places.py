"""The models and markers that count for Strategies and Schemes (M3E-STRAT-02, M3E-SUMM-04)."""

from __future__ import annotations

from rules.editions.m3e.play.abilities.passive import is_insignificant
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.scoring.registry import counted
from rules.game.state import Marker, Model, other
from rules.game.table_access.interface import Body
from rules.table.geometry.footprints import TOUCH

SCHEME, STRATEGY = "scheme", "strategy"


def scheme_markers(g: Game, seat: int | None = None) -> list[Marker]:
    """The Scheme Markers friendly to a seat; all of them when ``seat`` is ``None``."""
    return [
        marker
        for marker in g.state.markers.values()
        if marker.kind == SCHEME and (seat is None or marker.seat == seat)
    ]


def strategy_markers(g: Game) -> list[Marker]:
    return [marker for marker in g.state.markers.values() if marker.kind == STRATEGY]


def friends(g: Game, seat: int) -> list[Model]:
    """The player's models on the table that count for its own Schemes and Strategies."""
    return list(counted(g, seat, seat))


def enemies(g: Game, seat: int) -> list[Model]:
    """The opponent's models on the table that count for the player's Schemes and Strategies."""
    return list(counted(g, other(seat), seat))


def within(g: Game, one: Body, two: Body, inches: float) -> bool:
    return g.table.gap(one, two) <= inches + TOUCH


def matters(g: Game, model: Model, seat: int) -> bool:
    """Whether the model counts for that player's Strategy and Schemes, wherever it is: never when it
    is Insignificant, nor for its own side in the Turn it was Summoned (M3E-STRAT-02, M3E-SUMM-04)."""
    summoned_now = model.summoned == g.state.turn and model.summoned > 0
    return not is_insignificant(g, model) and not (model.seat == seat and summoned_now)
