"""A shared feature as what stands on the table: a piece that who picks sides puts down before all other
terrain, the ground between all pieces, or markers that both put down (M1-FEAT).

Rows name least and most sizes; a feature is as large as its row names. Areas are square, elements round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import cos, pi, sin

from rules.dialogue import Answer, Choice, Options
from rules.editions.m1e.play.ground.places import base_of, zone_of
from rules.editions.m1e.play.ground.placing import PieceSpots
from rules.editions.m1e.play.match import Match
from rules.editions.m1e.special import feature_named
from rules.fate.shuffle import Stream
from rules.game.events.announcements import Remark
from rules.game.events.table import MarkerDropped, TerrainPlaced
from rules.game.procedure.asks import Ask, Proc, one_of
from rules.game.setup.special import SpecialTerrain
from rules.game.state import Marker, VictoryPoint, other
from rules.game.table_access.spots import Ending, grid, is_place
from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.geometry.footprints import (
    MM,
    TOUCH,
    Footprint,
    Outline,
    RoundFootprint,
    difference,
    rectangle,
)
from rules.table.measuring import horizontal_gap, inside_of
from rules.table.terrain import Piece, Trait, covers

HAZARDOUS = "Hazardous Terrain"
EFFIGY = "effigy"
CORNERS = 16
"""Of a round piece where the ground is cut out round it."""
EFFIGIES = "Mysterious Effigies"
TRAITS: dict[str, tuple[Trait, ...]] = {
    "Bog": ("severe",),
    "Campsite": ("severe",),
    "Forested": ("soft_cover",),
    "Rubble": ("severe",),
    HAZARDOUS: ("hazardous",),
}
"""Elements besides stand in the way (M1-FEAT-01, -08); of the other features the ground is open."""


def place_feature(g: Match) -> Proc[None]:
    """Who picks sides puts the feature of the Encounter down; Effigies both in turns."""
    feature = feature_named(g.setup.feature)
    if feature is None or feature.shape == "whole table":
        return
    if feature.shape == "markers":
        yield from _place_effigies(g, feature)
        return
    seat = g.setup.first
    hazard = (yield from _hazard(g, seat)) if feature.name == HAZARDOUS else ""
    piece = piece_of(feature, hazard)
    spots = PieceSpots(piece, standing(g), g.table.width, g.table.depth, feature.rule)
    if next(spots.listed(), None) is None:
        g.emit(Remark(f"There is no room for {feature.name}.", feature.rule))
        return
    text = f"Where is {feature.name}?"
    answer = yield Ask(seat=seat, kind="spot", options=spots, rule=feature.rule, text=text)
    g.emit(TerrainPlaced(seat, spots.placed(answer)))


def _hazard(g: Match, seat: int) -> Proc[str]:
    """What it is and so what it does (M1-FEAT-09, M1-TER-08)."""
    kinds = [Choice(name, name.capitalize()) for name, _ in g.rules.hazards]
    return (yield from one_of(seat, "branch", kinds, rule="M1-FEAT-09", text="Which hazard is it?"))


def piece_of(feature: SpecialTerrain, hazard: str = "") -> Piece:
    """The piece, its middle anywhere.

    >>> piece_of(feature_named("Soulstone Vein")).footprint.area
    4.0
    """
    footprint: Footprint
    traits = TRAITS.get(feature.name, ())
    if feature.base:
        footprint, traits = RoundFootprint(0.0, 0.0, float(feature.base)), ("blocking", "impassable")
    else:
        side = float(feature.least or feature.most or 0)
        footprint = rectangle(0, 0, side, side)
    return Piece(feature.name, footprint, traits, height=feature.height, hazard=hazard)


def cover_the_ground(g: Match) -> None:
    """All ground without terrain is a Bog, Forested, Rubble, once the other terrain stands (M1-FEAT-02, -06,
    -12)."""
    feature = feature_named(g.setup.feature)
    if feature is None or feature.shape != "whole table":
        return
    table = rectangle(0, 0, g.table.width, g.table.depth)
    taken = tuple(_outline(piece.footprint) for piece in standing(g))
    for number, part in enumerate(difference(table, taken) if taken else (table,), 1):
        name = feature.name if number == 1 else f"{feature.name} {number}"
        g.emit(TerrainPlaced(g.setup.first, Piece(name, part, TRAITS[feature.name], known_as=feature.name)))


def _outline(footprint: Footprint) -> Outline:
    """A round one as a polygon that holds it."""
    if isinstance(footprint, Outline):
        return footprint
    far = footprint.radius / cos(pi / CORNERS)
    turns = [2 * pi * corner / CORNERS for corner in range(CORNERS)]
    return Outline(tuple((footprint.x + far * cos(turn), footprint.y + far * sin(turn)) for turn in turns))


def standing(g: Match) -> tuple[Piece, ...]:
    """The terrain agreed on, and what was set up since."""
    return (*g.setup.terrain, *g.state.terrain_placed)


# Effigies


class MarkerSpots(Options, frozen=True):
    """Places for a marker completely outside the zones, on no other marker, off what is Impassable."""

    zones: tuple[Outline, ...]
    taken: tuple[tuple[float, float], ...]
    solid: tuple[Piece, ...]
    mm: float
    side: float
    rule: str

    def contains(self, answer: Answer) -> bool:
        return is_place(answer) and self.refused(answer) is None

    def refused(self, answer: Answer) -> Refusal | None:
        if not is_place(answer):
            return None
        x, y = float(answer[0]), float(answer[1])
        own = self.mm / 2 * MM
        if not (own - TOUCH <= min(x, y) and max(x, y) <= self.side - own + TOUCH):
            return Refusal("It would hang over the edge.", rule=self.rule, fix="Put it inward.")
        if any(inside_of(Base("", x, y, self.mm, 0), zone) for zone in self.zones):
            return Refusal(
                "It lies between the Deployment Zones.", rule=self.rule, fix="Put it outside of both."
            )
        if any((x - a) ** 2 + (y - b) ** 2 < (2 * own - TOUCH) ** 2 for a, b in self.taken):
            return Refusal("Another marker lies there.", rule=self.rule, fix="Put it beside.")
        if any(covers(piece, x, y, own) for piece in self.solid):
            return Refusal("That is impassable.", rule="M1-TER-10", fix="Put it beside.")
        return None

    def end(self, answer: Answer) -> Ending:
        return Ending(float(answer[0]), float(answer[1]))

    def listed(self) -> Iterator[Answer]:
        """Every third inch."""
        places = (
            [float(x), float(y)] for x in range(3, int(self.side), 3) for y in range(3, int(self.side), 3)
        )
        return (place for place in places if self.contains(place))

    def sample(self, stream: Stream) -> Answer:
        for _ in range(100):
            place = grid(*(stream.below(1 << 20) / (1 << 20) * self.side for _ in (0, 1)))
            if self.contains(place):
                return place
        return next(iter(self.listed()))


def _place_effigies(g: Match, feature: SpecialTerrain) -> Proc[None]:
    """Two a player, one by one in turns (M1-FEAT-11)."""
    zones = tuple(zone_of(g.setup.deployment, end) for end in ("south", "north"))
    for number in range(feature.count):
        seat = g.setup.first if number % 2 == 0 else other(g.setup.first)
        solid = tuple(piece for piece in standing(g) if piece.has("impassable"))
        taken = tuple((marker.x, marker.y) for marker in g.state.markers.values())
        mm = float(feature.base or 30)
        spots = MarkerSpots(zones, taken, solid, mm, g.table.width, feature.rule)
        text = f"Where does an Effigy stand, {number // 2 + 1} of {feature.count // 2}?"
        answer = yield Ask(seat=seat, kind="spot", options=spots, rule=feature.rule, text=text)
        marker = Marker(
            id=g.fresh_id("m"), kind=EFFIGY, x=float(answer[0]), y=float(answer[1]), mm=mm, name=EFFIGIES
        )
        g.emit(MarkerDropped(marker))


def effigy_scores(g: Match) -> Iterable[VictoryPoint]:
    """One Victory Point for the side of the model nearest to an Effigy, no farther than 2" (Q-28). Of two
    sides as near as each other neither."""
    feature = feature_named(EFFIGIES)
    effigies = [base_of(marker) for marker in g.state.markers.values() if marker.kind == EFFIGY]
    if feature is None or not effigies or not feature.within:
        return
    gaps = {
        model.id: min(horizontal_gap(base_of(model), effigy) for effigy in effigies)
        for model in g.state.on_table()
    }
    least = min(gaps.values(), default=feature.within + 1.0)
    seats = {g.state.models[name].seat for name, gap in gaps.items() if gap <= least + TOUCH}
    if least <= feature.within + TOUCH and len(seats) == 1:
        yield VictoryPoint(g.state.turn, seats.pop(), EFFIGIES, "end")
