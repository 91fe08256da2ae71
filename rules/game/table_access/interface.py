"""The one protocol by which procedures see the gaming table.

A ``TableAccess`` measures, sees, and says where a base may go. ``OpenField`` is a plain without terrain;
the exact table of ``rules.table`` fits the same protocol. A ``Body`` is anything with a place and a base.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, cast

from msgspec import Struct

from rules.dialogue import Answer, Options
from rules.game.scripts.statcards import StatCard, UpgradeCard
from rules.game.state import Marker, Model, State
from rules.game.table_access.spots import Ending, Spots
from rules.table.board import Table
from rules.table.sight.line_of_sight import LineOfSight

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


class Region(Protocol):
    """The options of a move: what they contain can be asked where it ends."""

    def end(self, answer: Answer) -> Ending:
        """Where a move with that answer ends."""


def elevation_at(options: Options, x: float, y: float) -> float | None:
    """At which elevation a base stands that is set there; ``None`` where the places do not say."""
    return cast(Region, options).end([x, y]).elevation


class TableAccess(Protocol):
    """Distances in inches between base edges. ``state`` tells what else stands on the table."""

    width: float
    depth: float

    def meet(self, cards: Mapping[str, StatCard], upgrades: Mapping[str, UpgradeCard]) -> None:
        """These are the cards of the Encounter, whose melee ranges hold who walks (M3E-ENG-07)."""

    def know(self, reaches: Mapping[str, float | None], spirits: Iterable[str] = ()) -> None:
        """Cards come into the Encounter whose models reach so far in melee, and those that are Spirits, which
        hide and stop nobody (M1R-SPI-02, -09)."""

    def as_table(self, state: State) -> Table:
        """The state as a table: terrain, terrain markers, and every base that stands on it."""

    def gap(self, one: Body, two: Body) -> float:
        """The distance between the nearest points of two bases, 0 when they touch (M3E-MEAS-02)."""

    def sees(self, state: State, one: Body, two: Body) -> bool:
        """Return whether there is line of sight (M3E-LOS-02)."""

    def witness(self, state: State, one: Body, two: Body) -> LineOfSight:
        """As ``sees``, with a free line or what closes them all, where there is terrain to speak of."""

    def touching(self, one: Body, two: Body) -> bool:
        """Base contact (M3E-MEAS-05)."""

    def cover(self, state: State, attacker: Model, target: Model) -> bool:
        """Return whether the target has Cover against that attacker (M3E-COVER-01)."""

    def concealed(self, state: State, attacker: Model, target: Model) -> bool:
        """Return whether the target has Concealment against that attacker (M3E-COVER-02)."""

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

        ``bound``: enemies whose range it may not leave; ``traps``: those whose range it may not leave once it
        has come in. ``manner``: what else it passes."""

    def contact(self, state: State, mover: Body, bodies: Iterable[Body], gap: float = 0.0) -> Options:
        """Where a base may be set within ``gap`` of any of those bodies, on no other model (M3E-MOVE-05)."""

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
        """Where a marker of ``mm`` may be dropped within ``inches`` of a body, ``apart`` from some, and where
        the body sees it with ``seen``."""

    def droppable(self, state: State, places: Spots, mm: float, elevation: float) -> Options:
        """Those of the places where a marker of ``mm`` overlaps nothing Impassable at that elevation
        (M3E-TRAIT-13)."""

    def movable(self, state: State, places: Spots, marker: Marker, inches: float) -> Options:
        """Those of the places to which a Climbable or Impassable marker, which is not among the state's, gets
        straight and like a model (M3E-TRAIT-16)."""

    def zone(self, state: State, deployment: str, end: str, model: Model) -> Options:
        """Where the model may be deployed: completely in that end's zone (M3E-SETUP-19)."""

    def hazards(
        self, state: State, before: Model, legs: Sequence[Any], *, resolving: bool, placed: bool
    ) -> tuple[tuple[str, int], ...]:
        """Hazardous terrain the model met from ``before`` over ``legs`` to where it stands now, each name
        once: Condition (or "" for damage) and number. ``resolving``: in its own Action, touching is enough
        (M3E-TRAIT-08, -09)."""

    def level(self, state: State, body: Body, at_most: float | None = None) -> float:
        """The highest surface under the base, no higher than ``at_most`` inches; 0 is the table."""

    def terrain_at(
        self, state: State, body: Body, *, trait: str = "", overlapping: bool = False
    ) -> tuple[str, ...]:
        """The terrain pieces the base touches (or, ``overlapping``, lies on), those with that trait if one is
        named; a marker with Terrain Traits is one, under its id (M3E-MARK-01)."""

    def destructible(self, state: State, model: Model, inches: float) -> tuple[str, ...]:
        """Destructible terrain pieces within range that may be slammed (M3E-ACT-15)."""
