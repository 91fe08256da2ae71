"""Blasts and shockwaves, and effects on several models at once (M3E-AREA). Auras and pulses are measured in
``procedure/reach.py``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from rules.dialogue import Choice, Options
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.effects.markers import drop, level_of, remove
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.procedure.reach import in_aura
from rules.game.procedure.asks import Proc, one_of, spot
from rules.game.state import Marker, Model
from rules.game.table_access.interface import Body
from rules.game.table_access.spots import Box, CircularArea, Spots, grid
from rules.table.areas.effects import BLAST_MM, BLAST_RISE, SHOCKWAVE_MM
from rules.table.geometry.footprints import MM, TOUCH
from rules.table.geometry.plane import length


def one_by_one(
    g: Game, models: Iterable[Model], effect: Callable[[str], Proc[None]], seat: int, rule: str
) -> Proc[None]:
    """Resolve an effect that affects several models at once, one model after the other in the player's order
    (M3E-TIME-07)."""
    left = [model.id for model in models]
    while left:
        choices = [Choice(name, g.model(name).name, name) for name in left]
        name = yield from one_of(seat, "order", choices, rule=rule, text="Which model first?", forced=True)
        left.remove(name)
        if g.model(name).in_play:
            yield from effect(name)
        left = [g.heir(other) for other in left]


def lower_segment(hit: Hit) -> int:
    """The damage of a blast: the flipped damage one segment lower; 1 for Weak; Severe for the Red
    Joker (M3E-AREA-06). Additions to the target's damage do not count (M3E-AREA-07)."""
    assert isinstance(hit.amount, tuple)
    assert hit.segment is not None
    return hit.amount[hit.segment - 1] if hit.segment else 1


def blasts(g: Game, hit: Hit, target: Model) -> Proc[None]:
    """Place the blast markers of a damage flip and damage the models they touch (M3E-AREA-04 to -08, -13).

    The first marker touches the target, each further one touches another marker. There are none with the
    Black Joker, or when the attack targeted a friendly model.
    """
    if hit.segment is None or hit.black or not isinstance(hit.amount, tuple) or target.where == "buried":
        return
    attacker = g.state.models.get(hit.by)
    number = hit.blasts[hit.segment]
    if not number or attacker is None or attacker.seat == target.seat:
        return
    seat = g.first if g.policies.blasts_by == "active" else attacker.player
    laid: list[Marker] = []
    for _ in range(number):
        anchors: tuple[Body, ...] = tuple(laid) or (target,)
        places = blast_spots(g, anchors, target.elevation)
        if next(places.listed(), None) is None:
            # Impassable terrain on all sides: no marker is dropped.
            break
        x, y = yield from spot(
            seat,
            "spot",
            places,
            rule="M3E-AREA-04",
            text="Where does the blast lie?",
            about=(target.id,),
            mm=BLAST_MM,
            touching=True,
        )
        name = yield from drop(
            g, "blast", x, y, seat=None, by=hit.by, mm=BLAST_MM, quiet=True, elevation=target.elevation
        )
        laid.append(g.state.markers[name])
    struck = [
        model
        for model in g.state.on_table()
        if model.id != target.id and any(_under(marker, model) for marker in laid)
    ]
    amount = lower_segment(hit)

    def burst(name: str) -> Proc[None]:
        yield from damage(
            g,
            Hit(
                name,
                amount,
                by=hit.by,
                source=f"{hit.source} blast",
                in_progress=hit.in_progress,
                kinds=hit.kinds | {"blast"},
            ),
        )

    yield from one_by_one(g, struck, burst, seat, "M3E-AREA-06")
    for marker in laid:
        yield from remove(g, marker.id, hit.by, quiet=True)


def _under(marker: Marker, model: Model) -> bool:
    """Whether the blast touches the model or lies on it, up to 1" above or below it (M3E-AREA-05)."""
    apart = length(marker.x - model.x, marker.y - model.y)
    level = abs(marker.elevation - model.elevation) <= BLAST_RISE + TOUCH
    return level and apart <= (marker.mm + model.mm) / 2 * MM + TOUCH


def blast_spots(g: Game, anchors: Iterable[Body], elevation: float = 0.0) -> Options:
    """Where a blast marker may be placed: on the table, touching one of the anchors, not on Impassable
    terrain (M3E-TRAIT-13). It may lie over models."""
    own = BLAST_MM / 2 * MM
    bodies = tuple(anchors)
    discs = tuple(CircularArea(body.x, body.y, body.mm / 2 * MM + own) for body in bodies)
    box = Box(own, own, g.table.width - own, g.table.depth - own)

    def inward(x: float, y: float) -> tuple[float, float]:
        """The nearest place at which the whole marker is on the table (M3E-MOVE-01)."""
        near, deep = grid(
            min(max(x, box.left + TOUCH), box.right - TOUCH), min(max(y, box.low + TOUCH), box.high - TOUCH)
        )
        return near, deep

    marks = []
    for disc in discs:
        for ux, uy in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            x, y = grid(disc.x + ux * disc.radius, disc.y + uy * disc.radius)
            marks.append((x, y))
        marks.append(inward(disc.x, disc.y))
    places = Spots(
        start=(bodies[0].x, bodies[0].y), box=box, either=discs, marks=tuple(marks), may_stay=False
    )
    return g.table.droppable(g.state, places, BLAST_MM, elevation)


def shockwave(
    g: Game,
    source: Model,
    places: Callable[[], Options],
    inches: float,
    effect: Callable[[str], Proc[None]],
    markers: int = 1,
    centres: Sequence[Body] = (),
    kept: Mapping[str, Iterable[Callable[[], Proc[None]]]] = MappingProxyType({}),
) -> Proc[None]:
    """Lay Shockwave Markers at ``places``, so many less the ``centres`` that are there already: a Marker, or
    models, which are not in their own Shockwave. Resolve ``effect`` once on each model that they touch or
    reach (M3E-AREA-10, -11), what is ``kept`` when they were "dropped" and when they are "leaving"."""
    laid: list[Marker] = []
    for _ in range(markers - len(centres)):
        options = places()
        x, y = yield from spot(
            source.player,
            "spot",
            options,
            rule="M3E-AREA-10",
            text="Where does the Shockwave Marker lie?",
            about=(source.id,),
            mm=SHOCKWAVE_MM,
            touching=True,
        )
        name = yield from drop(
            g,
            "shockwave",
            x,
            y,
            seat=source.seat,
            by=source.id,
            mm=SHOCKWAVE_MM,
            quiet=True,
            elevation=level_of(g, options, x, y, SHOCKWAVE_MM, source),
        )
        laid.append(g.state.markers[name])
    for dropped in kept.get("dropped", ()):
        yield from dropped()
    laid = [marker for marker in laid if marker.id in g.state.markers]
    reached = [
        model
        for model in g.state.on_table()
        if any(body.id != model.id and in_aura(g, body, model, inches) for body in (*centres, *laid))
    ]
    yield from one_by_one(g, reached, effect, source.player, "M3E-AREA-10")
    for leaving in kept.get("leaving", ()):
        yield from leaving()
    for marker in laid:
        yield from remove(g, marker.id, source.id, quiet=True)


__all__ = ["blasts", "lower_segment", "one_by_one", "shockwave"]
