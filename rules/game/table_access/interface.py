"""The protocol by which procedures use the gaming table.

``OpenField`` implements it without terrain, ``ExactTable`` with ``rules.table``. A ``Body`` is anything with
a place and a base.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, cast

from msgspec import Struct

from rules.dialogue import Answer, Options
from rules.game.state import Marker, Model, State
from rules.game.table_access.spots import Ending, Spots
from rules.table.board import Table
from rules.table.sight.line_of_sight import LineOfSight
from rules.table.zones import Zone
from rules.wording import titled

Body = Model | Marker
MoveKind = Literal["walk", "move", "push", "place", "charge", "jump"]


class Manner(Struct, frozen=True):
    """How a model moves besides its inches: terrain traits that do not affect it (``unaffected``,
    M3E-TRAIT-15), those it ``ignores`` on the way, whether it goes ``through_models``, which models let it
    through (``passable``), and whether engagement ranges do not hold it (``unbound``). One that ``flies``
    goes over what lies between and falls nowhere (M1-MOVE-09, -10); one that ``climbs`` has so many inches
    for a Walk that climbs."""

    unaffected: tuple[str, ...] = ()
    ignores: tuple[str, ...] = ()
    through_models: bool = False
    passable: tuple[str, ...] = ()
    unbound: bool = False
    flies: Literal["", "flight", "float"] = ""
    climbs: float = 0.0


USUAL = Manner()


class Hazard(Struct, frozen=True):
    """Hazardous terrain that a model meets: what it is called, empty for the ground of an aura, and the
    Condition that it gives, empty for damage, with its value; the ``damage`` besides a Condition
    (M3E-TRAIT-08); and the model that counts as the ``killer`` of whom it kills, if any."""

    name: str
    condition: str = ""
    value: int = 1
    damage: int = 0
    killer: str = ""


def hazard_of(marker: Marker) -> Hazard:
    """What a Hazardous marker is called and does."""
    name = marker.name or f"{titled(marker.kind)} Marker"
    killer = marker.by if marker.credited and marker.by else ""
    return Hazard(name, marker.hazard, marker.hazard_value, marker.hazard_damage or 0, killer)


class MoveRegion(Protocol):
    """Options of a move, which also say where an answer ends."""

    def end(self, answer: Answer) -> Ending:
        """Where a move with that answer ends."""


def elevation_at(options: Options, x: float, y: float) -> float | None:
    """At which elevation a base stands that is set there; ``None`` where the places do not say."""
    return cast(MoveRegion, options).end([x, y]).elevation


class TableAccess(Protocol):
    """Measurements and places on the table. Distances are inches between base edges; ``state`` holds the
    other bodies."""

    width: float
    depth: float

    def know(self, reaches: Mapping[str, float | None], spirits: Iterable[str] = ()) -> None:
        """Cards come into the Encounter whose models reach so far in melee, which holds who walks
        (M3E-ENG-07), and those that are Spirits, which hide and stop nobody (M1R-SPI-02, -09)."""

    def as_table(self, state: State) -> Table:
        """The state as a table: terrain, terrain markers and bases."""

    def gap(self, one: Body, two: Body) -> float:
        """The distance in inches between the nearest points of two bases, 0 when they touch
        (M3E-MEAS-02)."""

    def sees(self, state: State, one: Body, two: Body) -> bool:
        """Whether there is line of sight (M3E-LOS-02)."""

    def witness(self, state: State, one: Body, two: Body) -> LineOfSight:
        """Line of sight with its witness, if there is terrain: a free line, or what closes all
        lines."""

    def touching(self, one: Body, two: Body) -> bool:
        """Whether the bases are in contact (M3E-MEAS-05)."""

    def cover(self, state: State, attacker: Model, target: Model) -> bool:
        """Whether the target has Cover against that attacker (M3E-COVER-01)."""

    def concealed(self, state: State, attacker: Model, target: Model) -> bool:
        """Whether the target has Concealment against that attacker (M3E-COVER-02)."""

    def reach(
        self,
        state: State,
        model: Model,
        inches: float,
        way: MoveKind,
        *,
        toward: Body | None = None,
        away: Body | None = None,
        bound: Iterable[tuple[Model, float]] = (),
        traps: Iterable[tuple[Model, float]] = (),
        manner: Manner = USUAL,
    ) -> Options:
        """Where the model may end a move of ``inches``.

        ``bound`` are enemies whose range it may not leave; ``traps`` those whose range it may not leave once
        it has entered. ``manner`` says what else it passes.
        """

    def contact(self, state: State, mover: Body, bodies: Iterable[Body], gap: float = 0.0) -> Options:
        """Where a base may be set within ``gap`` inches of any of those bodies, on no other model
        (M3E-MOVE-05)."""

    def spots(
        self,
        state: State,
        source: Body,
        inches: float,
        mm: float,
        *,
        apart: Iterable[tuple[Body, float]] = (),
        seen: bool = False,
    ) -> Options:
        """Where a marker of ``mm`` may be dropped within ``inches`` of a body, ``apart`` from others,
        and with ``seen`` in its line of sight."""

    def droppable(self, state: State, places: Spots, mm: float, elevation: float) -> Options:
        """The places where a marker of ``mm`` overlaps no Impassable terrain at that elevation
        (M3E-TRAIT-13)."""

    def movable(self, state: State, places: Spots, marker: Marker, inches: float) -> Options:
        """Those of the places to which a marker that is not among the state's gets straight, through
        nothing solid; one that is Climbable or Impassable like a model (M3E-TRAIT-13, -16)."""

    def zone(self, state: State, area: Zone, model: Model) -> Options:
        """Where the model may be deployed: completely in that zone (M3E-SETUP-19)."""

    def hazards(
        self,
        state: State,
        before: Model,
        here: Model,
        legs: Sequence[Any],
        *,
        resolving: bool,
        placed: bool,
    ) -> tuple[Hazard, ...]:
        """The Hazardous terrain that a model meets from ``before`` over ``legs`` to ``here``, each
        name once. With ``resolving``, in its own Action, touching is enough (M3E-TRAIT-08, -09)."""

    def level(self, state: State, body: Body, at_most: float | None = None) -> float:
        """The highest surface under the base, no higher than ``at_most`` inches; 0 is the table."""

    def out_of_solid(self, state: State, marker: Marker) -> float:
        """The elevation of the marker; on top of what it would be inside of (M3E-MARK-03)."""

    def terrain_at(
        self, state: State, body: Body, *, trait: str = "", overlapping: bool = False
    ) -> tuple[str, ...]:
        """The terrain pieces that the base touches (with ``overlapping`` lies on), with a trait if one
        is named; a marker with Terrain Traits is one, under its id (M3E-MARK-01)."""

    def terrain_near(
        self, state: State, body: Body, inches: float, trait: str, *, seen: bool = False
    ) -> tuple[str, ...]:
        """The terrain pieces with that trait within so many inches, with ``seen`` in the body's line of
        sight; markers not counted."""
