"""Access to the exact table of ``rules.table``: terrain, sight, cover, movement, hazards.

What may be answered where a place is asked for is in ``exact_moves.py``. ``table_for`` gives the table an
Encounter names: the exact one, or a plain.

>>> from rules.table.geometry.footprints import rectangle
>>> from rules.table.terrain import flat_building
>>> table = ExactTable((flat_building("house", rectangle(10, 10, 5, 5), 3),))
>>> one = Model(id="a1", card="", name="One", seat=0, health=1, most=1, x=8, y=12, where="table")
>>> two = replace(one, id="b1", seat=1, x=18)
>>> table.sees(State(crews=(Crew(seat=0), Crew(seat=1)), models={"a1": one, "b1": two}), one, two)
False
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import floor
from typing import Any, Protocol, cast

from msgspec.structs import replace

from rules.dialogue import Answer, Options
from rules.game.setup.setup import EncounterSetup
from rules.game.state import Crew, Marker, Model, State
from rules.game.table_access.exact_moves import FittingPlaces, MoveTargets
from rules.game.table_access.interface import USUAL, Body, Hazard, Manner, MoveKind, TableAccess, hazard_of
from rules.game.table_access.open_field import OpenField
from rules.game.table_access.spots import Narrowed, Spots, grid
from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.elevation import surface_elevations
from rules.table.geometry.footprints import TOUCH, RoundFootprint
from rules.table.measuring import gap, in_contact, vertical_gap, within
from rules.table.movement.hazards import DAMAGE, harmed_by
from rules.table.movement.moves import move_marker
from rules.table.obstacles.falls import stuck_in
from rules.table.obstacles.legs import Leg, leg_to, obstacles
from rules.table.policies import POLICIES, TablePolicies
from rules.table.reach.visibility_polygons import RAY_DIRECTIONS
from rules.table.sight.cover import concealment, cover
from rules.table.sight.line_of_sight import LineOfSight, line_of_sight, sees
from rules.table.sight.terrain_pieces import sees_piece
from rules.table.terrain import TRAITS, Piece, Trait, covers, reaches_elevation, touches
from rules.table.zones import Zone

__all__ = [
    "Crew",
    "ExactTable",
    "replace",
]


class ExactTable:
    """Implements ``interface.TableAccess``. ``pieces`` is the terrain as agreed, ``reaches`` the engagement
    ranges by card."""

    def __init__(
        self,
        pieces: Iterable[Piece] = (),
        reaches: Mapping[str, float | None] | None = None,
        policies: TablePolicies = POLICIES,
        width: float = 36.0,
        depth: float = 36.0,
    ) -> None:
        self.pieces = tuple(pieces)
        self.reaches = dict(reaches or {})
        self.spirits: frozenset[str] = frozenset()
        self.policies = policies
        self._slopes = tuple(piece for piece in self.pieces if piece.gradual)
        self.width = width
        self.depth = depth
        self._plain = OpenField(width, depth)
        self._gap = lru_cache(8192)(lambda one, two: gap(_base("", *one), _base("", *two), policies))
        self._last: tuple[State | None, Table | None] = (None, None)
        self._kept: dict[str, tuple[Model, Base]] = {}

    def know(self, reaches: Mapping[str, float | None], spirits: Iterable[str] = ()) -> None:
        known = {**reaches, **self.reaches}, self.spirits | frozenset(spirits)
        if known != (self.reaches, self.spirits):
            self.reaches, self.spirits = known
            self._plain.know(reaches, spirits)
            self._last, self._kept = (None, None), {}

    # Bodies and terrain

    def as_table(self, state: State) -> Table:
        """The state as a table: its terrain, terrain markers and bases.

        The same object is returned while they are unchanged, because sight and paths are cached by table.
        """
        last, table = self._last
        if table is None or last is None or not _stands_alike(last, state):
            if table is not None and last is not None and _lies_alike(last, state):
                pieces = table.pieces
            else:
                pieces = tuple(self._pieces(state))
            bases = tuple(self._bases(state))
            if table is None or table.bases != bases or table.pieces != pieces:
                table = Table(pieces, bases, self.width, self.depth)
            self._last = (state, table)
        return table

    def _pieces(self, state: State) -> Iterator[Piece]:
        yield from self.standing(state)
        for marker in state.markers.values():
            if _terrain_traits(marker):
                yield terrain_of(marker)

    def standing(self, state: State) -> list[Piece]:
        """The terrain as agreed and as set up since, without what was destroyed."""
        return [
            piece for piece in (*self.pieces, *state.terrain_placed) if piece.name not in state.terrain_gone
        ]

    def _bases(self, state: State) -> Iterator[Base]:
        """The bases of all models on the table; an unchanged model has the same object."""
        kept, self._kept = self._kept, {}
        for model in state.on_table():
            before = kept.get(model.id)
            held = before if before is not None and before[0] is model else (model, self.base(model))
            self._kept[model.id] = held
            yield held[1]

    def base(self, body: Body) -> Base:
        """A model or marker as a base of the table."""
        if isinstance(body, Model):
            spirit = body.card in self.spirits
            return _base(body.id, *_place(body), side=str(body.seat), reach=self._reach(body), spirit=spirit)
        return _base(body.id, *_place(body), kind="marker")

    def _reach(self, model: Model) -> float | None:
        """The longest melee range of its card and Upgrades."""
        reach = self.reaches.get(model.card)
        for upgrade in model.upgrades:
            carried = self.reaches.get(upgrade)
            if carried is not None:
                reach = carried if reach is None else max(reach, carried)
        return reach

    def gap(self, one: Body, two: Body) -> float:
        return self._gap(_place(one), _place(two))

    def sees(self, state: State, one: Body, two: Body) -> bool:
        return one.id == two.id or sees(self.as_table(state), self.base(one), self.base(two), self.policies)

    def witness(self, state: State, one: Body, two: Body) -> LineOfSight:
        return line_of_sight(self.as_table(state), self.base(one), self.base(two), self.policies)

    def touching(self, one: Body, two: Body) -> bool:
        return in_contact(self.base(one), self.base(two), self._slopes)

    def cover(self, state: State, attacker: Model, target: Model) -> bool:
        return bool(cover(self.as_table(state), self.base(attacker), self.base(target), self.policies))

    def concealed(self, state: State, attacker: Model, target: Model) -> bool:
        return bool(concealment(self.as_table(state), self.base(attacker), self.base(target), self.policies))

    # Where a base may go

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
        """The exact table keeps to engagement ranges by itself; ``bound`` and ``traps`` say how far they
        reach now. A Spirit that does not go through models moves like any body (M1-STR-06)."""
        loose = cast(
            Spots, self._plain.reach(state, model, inches, way, toward=toward, away=away, manner=manner)
        )
        about = toward or away
        aim = None if about is None else (about.x, about.y, "toward" if toward is not None else "away")
        base = self.base(model)
        spirit = base.spirit and manner.through_models
        base = replace(base, unaffected=manner.unaffected, spirit=spirit)
        ranges = {enemy.id: reach for enemy, reach in (*bound, *traps)}
        table = self._for(self.as_table(state), base, manner, ranges)
        return MoveTargets(
            table,
            base,
            inches,
            way,
            loose,
            self.policies,
            aim,
            manner.ignores,
            manner.through_models,
            manner.flies,
            manner.climbs,
        )

    def _for(self, table: Table, mover: Base, manner: Manner, ranges: Mapping[str, float]) -> Table:
        """The table for that mover: without bodies that let it through and ranges that cannot hold it;
        with those ``ranges`` of enemies, if any, and no others."""
        if not manner.passable and not manner.unbound and not ranges:
            return table

        def met(base: Base) -> Base:
            passable, reach = base.passable or base.name in manner.passable, base.reach
            if base.side != mover.side and (manner.unbound or ranges):
                reach = None if manner.unbound else ranges.get(base.name)
            alike = (passable, reach) == (base.passable, base.reach)
            return base if alike else replace(base, passable=passable, reach=reach)

        bases = tuple(met(base) for base in table.bases)
        return table if bases == table.bases else replace(table, bases=bases)

    def contact(self, state: State, mover: Body, bodies: Iterable[Body], gap: float = 0.0) -> Options:
        near = tuple(bodies)
        return FittingPlaces(
            self.as_table(state),
            self.base(mover),
            self._plain.contact(state, mover, near, gap),
            True,
            policies=self.policies,
            grounded=True,
            near=tuple(self.base(body) for body in near),
            inches=gap,
            arrives=isinstance(mover, Model) and not mover.on_table,
        )

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
        body = self.base(source)
        marker = Base("marker", source.x, source.y, mm, 0, source.elevation, kind="marker")
        if not inches:
            apart = tuple(self._apart_on_its_level(marker, apart))
        return FittingPlaces(
            self.as_table(state),
            marker,
            self._plain.spots(state, source, inches, mm, apart=apart),
            False,
            body if seen else None,
            self.policies,
            grounded=True,
            near=(body,),
            inches=inches,
        )

    def _apart_on_its_level(
        self, marker: Base, apart: Iterable[tuple[Body, float]]
    ) -> Iterator[tuple[Body, float]]:
        """The inches that are left of each distance between levels (M3E-MEAS-02)."""
        for body, inches in apart:
            rise = vertical_gap(marker, self.base(body), self.policies)
            if inches >= rise or rise < 1.0:
                yield body, inches - rise if rise >= 1.0 else inches

    def droppable(self, state: State, places: Spots, mm: float, elevation: float) -> Options:
        table = self.as_table(state)
        if not any(piece.has("impassable") for piece in table.pieces):
            return places
        marker = Base("marker", *places.start, mm, 0, elevation, kind="marker")
        # When the listed places are on Impassable terrain, another place on the same circle may not be.
        more = (
            grid(disc.x + share * disc.radius * x, disc.y + share * disc.radius * y)
            for disc in places.either
            for share in (1.0, 0.5)
            for x, y in RAY_DIRECTIONS[::2].tolist()
        )
        return FittingPlaces(table, marker, replace(places, marks=(*places.marks, *more)), False)

    def movable(self, state: State, places: Spots, marker: Marker, inches: float) -> Options:
        table, base = self.as_table(state), self.base(marker)

        def gets_there(answer: Answer) -> bool:
            there = (float(answer[0]), float(answer[1]))
            if there == places.start:
                return True
            if not _terrain_traits(marker):
                way = leg_to(base, *there)
                return not obstacles(table, way, base, through_models=True, policies=self.policies)
            try:
                piece = terrain_of(marker)
                move_marker(table.with_pieces(piece), piece, [there], inches + TOUCH, self.policies)
            except Refusal:
                return False
            return True

        return Narrowed(places, gets_there)

    def zone(self, state: State, area: Zone, model: Model) -> Options:
        loose = self._plain.zone(state, area, model)
        base = replace(self.base(model), elevation=0.0)
        return FittingPlaces(self.as_table(state), base, loose, True, policies=self.policies, grounded=True)

    # Terrain

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
        if not here.on_table:
            return ()
        met = harmed_by(
            self.as_table(state),
            self.base(before),
            [leg for leg in legs if isinstance(leg, Leg)],
            self.base(here),
            own_action=resolving,
            placed=placed,
            policies=self.policies,
        )
        return tuple(_harm(state, piece) for piece in met)

    def level(self, state: State, body: Body, at_most: float | None = None) -> float:
        table, base = self.as_table(state), self.base(body)
        if isinstance(body, Marker) and at_most is not None and _on_impassable(table, base, at_most):
            return at_most
        elevations = surface_elevations(table, base)
        return next(level for level in elevations if at_most is None or level <= at_most + TOUCH)

    def out_of_solid(self, state: State, marker: Marker) -> float:
        table, base = self.as_table(state).without_piece(marker.id), self.base(marker)
        while name := stuck_in(table, base):
            base = base.at(base.x, base.y, max(base.elevation, table.piece(name).top or 0))
            table = table.without_piece(name)
        return base.elevation

    def terrain_at(
        self, state: State, body: Body, *, trait: str = "", overlapping: bool = False
    ) -> tuple[str, ...]:
        meets = covers if overlapping else touches
        base = self.base(body)
        return tuple(
            piece.name
            for piece in self.as_table(state).pieces
            if piece.name != body.id
            and (not trait or piece.has(cast(Trait, trait)))
            and reaches_elevation(piece, base.elevation)
            and meets(piece, base.x, base.y, base.radius)
        )

    def terrain_near(
        self, state: State, body: Body, inches: float, trait: str, *, seen: bool = False
    ) -> tuple[str, ...]:
        base = self.base(body)
        return tuple(
            piece.name
            for piece in self.standing(state)
            if piece.has(cast(Trait, trait))
            and within(base, piece, inches, self.policies)
            and (not seen or sees_piece(self.as_table(state), base, piece, self.policies))
        )


# A body that stays in place is measured often: its base is cached, which is most of the cost.
_base = lru_cache(4096)(Base)


def _place(body: Body) -> tuple[float, float, float, int, float]:
    return body.x, body.y, body.mm, body.size, body.elevation


def _on_impassable(table: Table, base: Base, elevation: float) -> bool:
    """Whether a marker there lies on top of Impassable terrain, where nothing else may be
    (M3E-MARK-03)."""
    return any(
        piece.has("impassable") and piece.top == elevation and covers(piece, base.x, base.y, base.radius)
        for piece in table.pieces
    )


def _terrain_traits(body: Body) -> tuple[Trait, ...]:
    return tuple(trait for trait in getattr(body, "traits", ()) if trait in TRAITS)


def _stands_alike(one: State, two: State) -> bool:
    """Whether nothing on the table can differ between the states."""
    return one.models is two.models and _lies_alike(one, two)


def _lies_alike(one: State, two: State) -> bool:
    """Whether no terrain or marker can differ between the states."""
    return (
        one.markers is two.markers
        and one.terrain_gone is two.terrain_gone
        and one.terrain_placed is two.terrain_placed
    )


def _harm(state: State, piece: Piece) -> Hazard:
    """What a Hazardous piece or marker is called and does (M3E-TRAIT-08)."""
    marker = state.markers.get(piece.name)
    if marker is None:
        return Hazard(piece.name, piece.hazard, 1 if piece.hazard else DAMAGE)
    return hazard_of(marker)


@lru_cache(512)
def terrain_of(marker: Marker) -> Piece:
    """A marker with Terrain Traits is terrain where it lies, atop other terrain too (M3E-MARK-01,
    M3E-LOS-06); those of one name are one hazard (M3E-TRAIT-09)."""
    bottom = floor(marker.elevation + TOUCH)
    return Piece(
        marker.id,
        RoundFootprint(marker.x, marker.y, marker.mm),
        _terrain_traits(marker),
        height=marker.size or None,
        bottom=bottom,
        open_below=bottom > 0,
        hazard=marker.hazard,
        known_as=marker.name or marker.kind,
    )


class MeasuredBy(Protocol):
    """A ruleset, whose ``table`` says how is measured."""

    @property
    def table(self) -> TablePolicies: ...


def table_for(setup: EncounterSetup, rules: MeasuredBy) -> TableAccess:
    """The table of a set-up. Raise ``Refusal`` for an unknown kind of table, or terrain on an open
    field."""
    if setup.ground == "open":
        if setup.terrain:
            raise Refusal("A plain has no terrain.", rule="setup.terrain", fix="Play on the exact table.")
        return OpenField()
    if setup.ground == "exact":
        return ExactTable(setup.terrain, policies=rules.table)
    raise Refusal(f"There is no ground called “{setup.ground}”.", fix="“open” or “exact”.")
