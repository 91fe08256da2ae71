"""Bury and Unbury (M3E-BURY)."""

from __future__ import annotations

from rules.core.game.asks import Proc, spot
from rules.core.game.context import Game
from rules.core.game.events.models import CameUp, WentUnder
from rules.core.game.ground import Body
from rules.core.game.hooks import Happening
from rules.core.game.timing import happen


def bury(g: Game, model: str, by: str = "") -> Proc[None]:
    """Off the table, still in play; ignored when Buried already (M3E-BURY-01, -05)."""
    if not g.model(model).on_table:
        return
    g.emit(WentUnder(model, by))
    yield from happen(g, Happening("buried", model=g.model(model), by=g.state.models.get(by)))


def unbury(g: Game, model: str, near: Body, inches: float = 0.0, *, chooser: int) -> Proc[None]:
    """Back within ``inches`` of a body (base contact), placed by whose effect it is; where nothing fits its
    owner places it in the own Deployment Zone. Nothing that stops moves stops it (M3E-BURY-03)."""
    held = g.model(model)
    if held.where != "buried":
        return
    options = g.ground.contact(g.state, held, (near,), inches)
    if next(iter(options.listed()), None) is None:
        zone = g.crew(held.seat).zone or "south"
        options = g.ground.zone(g.state, g.state.deployment or "standard", zone, held)
        chooser = held.seat
    x, y = yield from spot(
        chooser, "spot", options, rule="M3E-BURY-03", text=f"Where does {held.name} come up?", about=(model,)
    )
    g.emit(CameUp(model, x, y))
    yield from happen(g, Happening("unburied", model=g.model(model)))
