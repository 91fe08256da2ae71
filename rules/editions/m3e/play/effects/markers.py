"""Markers: dropping, creating, removing (M3E-MARK)."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import Any

from msgspec import UNSET, UnsetType

from rules.dialogue import Choice, Options
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.timing import happen
from rules.game.events.table import LastingEnded, MarkerDropped, MarkerMoved, MarkerRemoved
from rules.game.procedure.asks import Proc, several, spot
from rules.game.state import Marker, Model
from rules.game.table_access.interface import Body, elevation_at
from rules.table.geometry.footprints import MM, TOUCH
from rules.wording import titled

IMMUNE = "strategy"  # M3E-MARK-12


def drop(
    g: Game,
    kind: str,
    x: float,
    y: float,
    *,
    seat: int | None,
    by: str = "",
    mm: float | None = None,
    name: str = "",
    traits: tuple[str, ...] = (),
    hazard: str = "",
    hazard_value: int = 1,
    hazard_damage: int | UnsetType = UNSET,
    kept: bool = False,
    credited: bool = False,
    size: int = 0,
    quiet: bool = False,
    elevation: float = 0.0,
) -> Proc[str]:
    """Put a marker on the table at (x, y) in inches; return its id. It is friendly to ``seat`` (M3E-MARK-05)
    and 30 mm unless ``mm`` says otherwise (M3E-MARK-01). See ``Marker`` for Hazardous ones. It keeps ``by``
    when ``kept`` or ``credited``."""
    marker = Marker(
        id=g.fresh_id("m"),
        kind=kind,
        x=float(x),
        y=float(y),
        seat=seat,
        mm=float(mm or g.rules.marker_mm),
        name=name,
        traits=traits,
        hazard=hazard,
        hazard_value=hazard_value,
        hazard_damage=hazard_damage,
        by=by if kept or credited else UNSET,
        credited=credited or UNSET,
        size=size,
        elevation=elevation,
    )
    if not quiet and "would_drop" in g.moments:
        coming: dict[str, Any] = {"marker": marker}
        yield from happen(g, Happening("would_drop", by=g.state.models.get(by), seat=seat, facts=coming))
        marker = coming["marker"]
        seat = marker.seat
    g.emit(MarkerDropped(marker, by, "impassable" in traits))
    lay_atop(g, marker.id, by)
    if not quiet:
        facts = {"marker": marker}
        yield from happen(g, Happening("marker_dropped", by=g.state.models.get(by), seat=seat, facts=facts))
    return marker.id


def lay_atop(g: Game, terrain: str, by: str = "") -> None:
    """Lay the markers that a terrain marker was made or moved onto on top of it (M3E-MARK-03)."""
    held = g.state.markers[terrain]
    for marker in tuple(g.state.markers.values()) if held.traits else ():
        apart = hypot(marker.x - held.x, marker.y - held.y)
        if marker.id != terrain and apart < (marker.mm + held.mm) / 2 * MM - TOUCH:
            level = g.table.out_of_solid(g.state, marker)
            if level > marker.elevation + TOUCH:
                g.emit(MarkerMoved(marker.id, marker.x, marker.y, level, by))


def level_of(g: Game, options: Options | None, x: float, y: float, mm: float, beside: Body) -> float:
    """How high a marker lies there: as the places say, else on the highest surface no higher than what it is
    dropped beside."""
    level = elevation_at(options, x, y) if options is not None else None
    if level is not None:
        return level
    lying = Marker(id="", kind="", x=x, y=y, mm=float(mm), elevation=beside.elevation)
    return g.table.level(g.state, lying, beside.elevation)


def where_it_lies(kind: str) -> str:
    """The question where a marker that is dropped lies."""
    return f"Where does the {titled(kind)} Marker lie?"


def drop_touching(
    g: Game,
    kind: str,
    model: Model,
    *,
    seat: int | None,
    by: str = "",
    apart: Iterable[tuple[Body, float]] = (),
    chooser: int | None = None,
) -> Proc[str]:
    """Drop a marker in base contact with the model, where its player chooses (M3E-MARK-09)."""
    options = g.table.spots(g.state, model, 0.0, g.rules.marker_mm, apart=apart)
    if next(iter(options.listed()), None) is None:
        return ""
    x, y = yield from spot(
        model.player if chooser is None else chooser,
        "spot",
        options,
        rule="M3E-MARK-09",
        text=where_it_lies(kind),
        about=(model.id,),
        mm=g.rules.marker_mm,
    )
    level = level_of(g, options, x, y, g.rules.marker_mm, model)
    return (yield from drop(g, kind, x, y, seat=seat, by=by or model.id, elevation=level))


def remove(g: Game, marker: str, by: str = "", *, quiet: bool = False) -> Proc[None]:
    """Remove a marker; nothing reacts when ``quiet`` (M3E-MARK-04)."""
    held = g.state.markers.get(marker)
    if held is None:
        return
    g.emit(MarkerRemoved(marker, by, quiet))
    for effect in g.state.lasting:
        if effect.on == marker:
            g.emit(LastingEnded(effect.key))
    if not quiet:
        facts = {"marker": held}
        yield from happen(
            g, Happening("marker_removed", by=g.state.models.get(by), seat=held.seat, facts=facts)
        )


def near(g: Game, body: Body, inches: float, kind: str, seat: int | None = -1) -> tuple[Marker, ...]:
    """The markers of a kind within ``inches`` of a body; ``seat`` -1 stands for any side."""
    return tuple(
        marker
        for marker in g.state.markers.values()
        if marker.kind == kind
        and (seat == -1 or marker.seat == seat)
        and g.table.gap(marker, body) <= inches + TOUCH
    )


def remove_some(
    g: Game, markers: Iterable[Marker], least: int, most: int, *, seat: int, by: str, rule: str
) -> Proc[int]:
    """Let the player remove that many of the markers; return how many were removed."""
    choices = [Choice(marker.id, f"{titled(marker.kind)} Marker", marker.id) for marker in markers]
    if len(choices) == least:
        keys = [choice.key for choice in choices]
    else:
        keys = yield from several(
            seat, "marker", choices, min(least, len(choices)), most, rule=rule, text="Remove which markers?"
        )
    for key in keys:
        yield from remove(g, key, by)
    return len(keys)
