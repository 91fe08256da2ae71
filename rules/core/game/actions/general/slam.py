"""Slam (M3E-ACT-15)."""

from __future__ import annotations

from rules.core.game.actions.deed import Deed
from rules.core.game.actions.general import general
from rules.core.game.asks import Proc, one_of, spot
from rules.core.game.context import Game
from rules.core.game.effects.markers import IMMUNE, move_marker, remove
from rules.core.game.events.markers import TerrainRemoved
from rules.core.game.events.talk import Targeted
from rules.core.game.options import Choice
from rules.core.game.statcards import Action
from rules.core.game.state import Model
from rules.table.geometry.footprints import TOUCH


def within_reach(g: Game, model: Model) -> list[Choice]:
    """Impassable Markers and Destructible terrain within 1"; Strategy Markers are immune (M3E-MARK-12)."""
    markers = [
        Choice(marker.id, f"{marker.name or marker.kind.capitalize()} Marker", marker.id)
        for marker in g.state.markers.values()
        if ("impassable" in marker.traits or "destructible" in marker.traits)
        and marker.kind != IMMUNE
        and g.ground.gap(model, marker) <= g.rules.slam_range + TOUCH
    ]
    pieces = g.ground.destructible(g.state, model, g.rules.slam_range)
    return markers + [Choice(f"terrain:{piece}", piece) for piece in pieces]


@general(Action(name="Slam"), lambda g, model: bool(within_reach(g, model)))
def slam(g: Game, deed: Deed) -> Proc[None]:
    """A Destructible target leaves play; another is Placed within 1" of the model."""
    model = g.model(deed.model)
    key = yield from one_of(
        model.player,
        "marker",
        within_reach(g, model),
        rule="M3E-ACT-15",
        text="Slam what?",
        about=(model.id,),
        forced=True,
    )
    g.emit(Targeted(model.id, "Slam", key))
    if key.startswith("terrain:"):
        g.emit(TerrainRemoved(key.removeprefix("terrain:"), model.id))
        return
    marker = g.state.markers[key]
    if "destructible" in marker.traits:
        yield from remove(g, key, model.id)
        return
    options = g.ground.spots(
        g.state, model, g.rules.slam_range, marker.mm, apart=[(found, 0.0) for found in g.state.on_table()]
    )
    x, y = yield from spot(
        model.player, "spot", options, rule="M3E-ACT-15", text="Where does the marker go?", about=(model.id,)
    )
    move_marker(g, key, x, y, model.id)
