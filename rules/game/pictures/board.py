"""Draw the table of an Encounter from above: terrain, zones, models, markers, and what a question is about.

The one drawing of ``rules.table.pictures.drawing``, with its layers. A model bears its id (A1, B3), which the
lists beside the picture bear too; a marker a sign of its kind.

>>> from rules import two_crews
>>> state = two_crews().first_state()
>>> board(state)[:60]
'<svg class="table" xmlns="http://www.w3.org/2000/svg" viewBo'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rules.dialogue import OneOf
from rules.game.narration import Names
from rules.game.pictures.offered import offered_layer
from rules.game.pictures.tokens import SIGNS, tokens
from rules.game.procedure.asks import Ask
from rules.game.state import Marker, Model, State
from rules.game.table_access.interface import TableAccess
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import TOUCH
from rules.table.pictures.drawing import describe, line, picture
from rules.table.pictures.layers import (
    gap_layer,
    path_layer,
    reach_layer,
    reached_layer,
    sight_layer,
    zone_layer,
    zone_name_layer,
)
from rules.table.rules import TableRules
from rules.table.sight.line_of_sight import LineOfSight
from rules.table.terrain import Piece
from rules.table.zones import ENDS, Zone
from rules.wording import titled

Zones = Callable[[State], str]
"""A function that draws an edition's Deployment Zones as a layer."""


def no_zones(state: State) -> str:
    """Draw no zones."""
    return ""


def board(
    state: State,
    terrain: Sequence[Piece] = (),
    *layers: str,
    above: Sequence[str] = (),
    nobody: bool = False,
    zones: Zones = no_zones,
) -> str:
    """The picture as SVG. ``terrain`` is the terrain as it is now; ``layers`` are drawn under the
    bases, ``above`` over them. With ``nobody`` models and markers are left out, as for a record that knows
    no places. ``zones`` draws the edition's zones."""
    bases = {} if nobody else _bases(state)
    table = Table(tuple(terrain), tuple(bases))
    return picture(
        table,
        zones(state),
        *layers,
        above=above,
        numbered=True,
        title=_title(state),
        marks={base.name: mark for base, mark in bases.items()},
    )


def board_of_tokens(
    state: State,
    terrain: Sequence[Piece],
    *layers: str,
    above: Sequence[str] = (),
    offered: Iterable[str] = (),
    asked: int | None = None,
    zones: Zones = no_zones,
) -> str:
    """The picture with a token for each model and marker (``tokens.py``). ``offered`` holds the ids
    that the open question offers to the seat that is ``asked``."""
    table = Table(tuple(terrain), tuple(_bases(state)))
    return picture(
        Table(table.pieces),
        zones(state),
        *layers,
        above=above,
        numbered=True,
        title=_title(state),
        desc=describe(table),
        upright=(tokens(state, frozenset(offered), table.depth, asked),),
        role="group",
    )


def standing_terrain(state: State, terrain: Iterable[Piece]) -> tuple[Piece, ...]:
    """The terrain as agreed and set up since, without pieces that were destroyed or removed."""
    standing = (*terrain, *state.terrain_placed)
    return tuple(piece for piece in standing if piece.name not in state.terrain_gone)


def _title(state: State) -> str:
    return f"The table in Turn {state.turn}" if state.turn else "The table before Turn 1"


def _bases(state: State) -> dict[Base, str]:
    """The bases on the table with the mark that each bears. Names begin with the id, so that they are
    unique."""
    models = {base_of(model): model.id.upper() for model in state.on_table()}
    return {
        _lying(marker): SIGNS.get(marker.kind, marker.kind[:1].upper()) for marker in state.markers.values()
    } | models


def base_of(model: Model) -> Base:
    """The base of a model on the table."""
    return Base(
        f"{model.id.upper()} {model.name}",
        model.x,
        model.y,
        model.mm,
        model.size,
        model.elevation,
        side=str(model.seat),
    )


def _lying(marker: Marker) -> Base:
    side = "" if marker.seat is None else str(marker.seat)
    name = marker.name or f"{titled(marker.kind)} Marker"
    return Base(
        f"{marker.id.upper()} {name}",
        marker.x,
        marker.y,
        marker.mm,
        marker.size,
        marker.elevation,
        side,
        kind="marker",
    )


def zones_of(rules: TableRules) -> Zones:
    """What draws both Deployment Zones of an edition in their Crews' colours, once they are chosen,
    and the centre line."""

    def drawn(state: State) -> str:
        deployment = rules.deployment(state.deployment.lower())
        if deployment is None:
            return ""
        return _both_zones(state, deployment.both()) + line(*deployment.centre_line(), "centre-line")

    return drawn


def _both_zones(state: State, both: tuple[Zone, Zone]) -> str:
    sides = {crew.zone: crew for crew in state.crews}
    drawn = []
    for end, area in zip(ENDS, both, strict=True):
        crew = sides.get(end)
        drawn.append(zone_layer(area, f"side-{crew.seat}" if crew is not None else "zone-open"))
        if crew is not None and crew.name:
            drawn.append(zone_name_layer(area, crew.name, end, f"side-{crew.seat}"))
    return "".join(drawn)


# What the moment is about


def acting_layers(state: State) -> list[str]:
    """A ring around the model whose activation it is."""
    model = state.models.get(state.activating)
    return [reach_layer(base_of(model), 0.25, "acting")] if model is not None and model.on_table else []


def asked_layers(table: TableAccess, state: State, ask: Ask, *, quick: bool = False) -> list[str]:
    """What the question is about: where the model may go, or which targets it sees and what hides
    others. ``quick`` draws the longest straight reach instead of a region that takes long to compute."""
    if isinstance(ask.options, OneOf):
        return _targets(table, state, ask) if ask.kind == "target" else []
    return [offered_layer(ask.options, quick=quick)]


def _targets(table: TableAccess, state: State, ask: Ask) -> list[str]:
    """The reach, the sight line to each target that may be chosen, and what hides each enemy in reach
    that is not seen (M3E-ACT-18, M3E-LOS-02)."""
    actor = state.models.get(ask.about[0]) if ask.about else None
    if actor is None or not actor.on_table:
        return []
    offered = _offered(ask)
    chosen = [model for model in state.on_table() if model.id in offered and model.id != actor.id]
    rings = reached_layer(base_of(model) for model in chosen)
    lines = [_witness(table, state, actor, model) for model in chosen]
    hides = [sight_layer(table.as_table(state), sight) for _, sight in _unseen(table, state, ask)]
    return [reach_layer(base_of(actor), ask.inches, "range"), *lines, *hides, rings]


def unseen_words(table: TableAccess, state: State, ask: Ask) -> tuple[str, ...]:
    """Each enemy in reach that is not seen, with what hides it, by name."""
    names, said = Names(state), []
    for model, sight in _unseen(table, state, ask):
        hides = " and ".join(_called(names, blocker.name) for blocker in sight.blockers)
        said.append(f"{names(model.id)} (behind {hides})" if hides else names(model.id))
    return tuple(said)


def _called(names: Names, blocker: str) -> str:
    """The name of what hides a model: a model, a marker or a piece of terrain."""
    marker = names.state.markers.get(blocker)
    if marker is not None:
        return marker.name or f"{titled(marker.kind)} Marker"
    return names(blocker) if blocker in names.state.models else blocker


def _unseen(table: TableAccess, state: State, ask: Ask) -> list[tuple[Model, LineOfSight]]:
    """The enemies in reach that may not be chosen because nothing sees them."""
    actor = state.models.get(ask.about[0]) if ask.kind == "target" and ask.about else None
    if actor is None or not actor.on_table or not isinstance(ask.options, OneOf):
        return []
    offered = _offered(ask)
    near = (
        model
        for model in state.on_table()
        if model.id not in offered
        and model.seat != actor.seat
        and table.gap(actor, model) <= ask.inches + TOUCH
    )
    sights = ((model, table.witness(state, actor, model)) for model in near)
    return [(model, sight) for model, sight in sights if not sight.seen]


def _offered(ask: Ask) -> set[str]:
    return {choice.key for choice in ask.options.choices} if isinstance(ask.options, OneOf) else set()


def _witness(table: TableAccess, state: State, one: Model, other: Model) -> str:
    sight = table.witness(state, one, other)
    if sight.line is None and sight.seen:
        return gap_layer(base_of(one), base_of(other))
    return sight_layer(table.as_table(state), sight)


def paths_layer(
    before: State, after: State, moved: Iterable[tuple[str, Sequence[tuple[float, float]]]]
) -> str:
    """The paths that models took between two moments, as pairs of an id and the places in between."""
    return "".join(
        path_layer(base_of(before.models[name]), [*path, (after.models[name].x, after.models[name].y)])
        for name, path in moved
        if name in before.models and before.models[name].on_table
    )


def targets_layer(state: State, aimed: Iterable[tuple[str, str]]) -> str:
    """A line from each attacker to its target: the distance that is measured."""
    return "".join(
        gap_layer(base_of(state.models[one]), base_of(state.models[other]))
        for one, other in aimed
        if other in state.models and state.models[one].on_table and state.models[other].on_table
    )
