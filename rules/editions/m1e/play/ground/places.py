"""Where models are deployed (M1-ENC-06), and what the table holds at the end for Strategies and Schemes
(M1-STR, M1-SCH, M1-ENC-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Literal, cast

from msgspec.structs import replace

from rules.dialogue import Answer, Choice, Several
from rules.editions.m1e.play.damage import KIDNAP, TREASURE
from rules.editions.m1e.play.ground.pieces import is_element, is_ground, pieces_of
from rules.editions.m1e.play.match import Match
from rules.editions.m1e.scoring import (
    CLAIM,
    FACTIONS,
    SABOTAGE,
    SCHEME,
    THWART,
    ChosenScheme,
    FinalCounts,
    ScoredSide,
    Treasure,
    score_m1,
)
from rules.editions.m1e.setup import SIZES
from rules.editions.m1e.zones import DeploymentM1, centre_line, zones
from rules.fate.shuffle import Stream
from rules.game.events.turns import Noted, SchemeRevealed, SchemesChosen
from rules.game.narration import Names
from rules.game.procedure.asks import Ask, AskEach, Proc, several
from rules.game.state import Marker, Model, Scheme, State, VictoryPoint, other
from rules.game.table_access.interface import TableAccess
from rules.game.table_access.spots import NEAR, Box, CircularArea, InZone, grid, is_place
from rules.refusal import Refusal
from rules.table.bases import Base
from rules.table.geometry.footprints import MM, TOUCH, Footprint, Outline, bounds, distance_to, rectangle
from rules.table.measuring import completely_inside, inside_of
from rules.table.terrain import Piece, covers, touches
from rules.table.zones import Zone

CENTRAL = 2.5  # half the side of the area of a Claim Jump in inches (M1-STR-02)
STAKED = 2.0  # inches round an element in which Stake a Claim counts (M1-SCH-10)


@lru_cache(maxsize=16)
def zone_of(deployment: str, end: str) -> Outline:
    """The zone of the lower (``south``) or upper (``north``) end."""
    return zones(cast(DeploymentM1, deployment))[int(end == "north")]


def base_of(body: Model | Marker) -> Base:
    return Base(body.id, body.x, body.y, body.mm, body.size)


def stands_in(model: Model, area: Outline) -> bool:
    """Whether any part of the model's base is in the area."""
    return _in_part(base_of(model), area)


def wholly_in(model: Model, area: Outline) -> bool:
    return _in_whole(base_of(model), area)


_in_part = lru_cache(maxsize=4096)(inside_of)
_in_whole = lru_cache(maxsize=4096)(completely_inside)


def quarter_of(model: Model, width: float, depth: float) -> int | None:
    """The table quarter, 0 to 3, that the model is completely in; ``None`` when it is in several
    (M1-STR-03)."""
    own = model.mm / 2 * MM
    if abs(model.x - width / 2) < own - TOUCH or abs(model.y - depth / 2) < own - TOUCH:
        return None
    return int(model.x > width / 2) + 2 * int(model.y > depth / 2)


def _is_solid(piece: Piece) -> bool:
    """Whether no model can stand in the piece on the ground: it is Impassable or can only be climbed
    (M1-TER-05, -10)."""
    climbed = piece.has("climbable") and not piece.gradual and piece.interior is None and not piece.open_below
    return piece.has("impassable") or (climbed and bool(piece.height))


class DeploymentSpots(InZone, frozen=True):
    """Places for a base completely in a zone, on no other base and in nothing solid."""

    area: Outline
    box: Box
    clear: tuple[CircularArea, ...]
    mm: float
    solid: tuple[Piece, ...] = ()

    @property
    def zone(self) -> Zone:
        return Zone(self.area)

    @classmethod
    def of(cls, state: State, deployment: str, end: str, model: Model, table: TableAccess) -> DeploymentSpots:
        own, side = model.mm / 2 * MM, table.width
        clear = tuple(
            CircularArea(other.x, other.y, other.mm / 2 * MM + own)
            for other in state.on_table()
            if other.id != model.id
        )
        box = Box(own, own, side - own, side - own)
        solid = tuple(piece for piece in table.as_table(state).pieces if _is_solid(piece))
        return cls(zone_of(deployment, end), box, clear, model.mm, solid)

    def contains(self, answer: Answer) -> bool:
        if not is_place(answer):
            return False
        x, y = float(answer[0]), float(answer[1])
        return self.box.holds(x, y) and self._free(x, y) and self._inside(x, y)

    def refused(self, answer: Answer) -> Refusal | None:
        if not is_place(answer) or self.contains(answer):
            return None
        x, y = float(answer[0]), float(answer[1])
        if piece := self._within(x, y):
            return Refusal(f"{piece.name} cannot be entered.", rule="M1-TER-10", fix="Deploy beside it.")
        if not self._free(x, y):
            return Refusal("Another base is there.", rule="M1-ENC-06", fix="Deploy beside it.")
        sentence = "That is not completely within the Deployment Zone."
        return Refusal(sentence, rule="M1-ENC-06", fix="Deploy inside it.")

    def _free(self, x: float, y: float) -> bool:
        taken = any(hypot(x - disc.x, y - disc.y) < disc.radius - NEAR for disc in self.clear)
        return not taken and self._within(x, y) is None

    def _within(self, x: float, y: float) -> Piece | None:
        return next((piece for piece in self.solid if covers(piece, x, y, self.mm / 2 * MM)), None)

    def _inside(self, x: float, y: float) -> bool:
        return completely_inside(Base("", x, y, self.mm), self.area)

    def listed(self) -> Iterator[Answer]:
        """Places every second inch; every half inch when those are taken."""
        for step in (2.0, 0.5):
            for x, y in _inside(self.area, self.box, self.mm, step):
                if self._free(x, y):
                    yield [x, y]

    def sample(self, stream: Stream) -> Answer:
        xs = [x for x, _ in self.area.points]
        ys = [y for _, y in self.area.points]
        for _ in range(200):
            share, other = (stream.below(1 << 20) / (1 << 20) for _ in (0, 1))
            place = grid(min(xs) + share * (max(xs) - min(xs)), min(ys) + other * (max(ys) - min(ys)))
            if self.contains(place):
                return place
        return next(iter(self.listed()))


@lru_cache(maxsize=64)
def _inside(area: Outline, box: Box, mm: float, step: float) -> tuple[tuple[float, float], ...]:
    """The places on a grid of ``step`` inches at which a base of that size is completely in the
    area."""
    empty = DeploymentSpots(area, box, (), mm)
    far = int(box.right / step) + 1
    places = ((across * step, up * step) for across in range(1, far) for up in range(1, far))
    return tuple(place for place in places if empty.contains(place))


# At the end


def counts_of(g: Match, seat: int) -> FinalCounts:
    """What the side has left. All counts but ``masters`` and ``insignificant`` exclude Insignificant
    models. Buried models do not count (M1-GLO-01), but by reading ``buried_are_left`` as models and Masters
    that are left (Q-63)."""
    own = [model for model in g.state.on_table() if model.seat == seat]
    left = list(g.state.crew_of(seat)) if g.readings.buried_are_left else own
    significant = [model for model in left if not g.figure(model).is_a("Insignificant")]
    counted = [model for model in own if not g.figure(model).is_a("Insignificant")]
    centre = _central(g.table.width, g.table.depth)
    home = zone_of(g.setup.deployment, g.crew(seat).zone)
    far = zone_of(g.setup.deployment, g.crew(other(seat)).zone)
    quarters = {quarter_of(model, g.table.width, g.table.depth) for model in counted} - {None}
    return FinalCounts(
        masters=sum(g.figure(model).station == "Master" for model in left),
        models=len(significant),
        insignificant=len(left) - len(significant),
        minions=sum(g.figure(model).station == "Minion" for model in counted),
        undead=sum(g.figure(model).is_a("Undead") for model in counted),
        corpses=sum(model.tokens.get("corpse", 0) for model in own),
        quarters=len(quarters),
        central=sum(stands_in(model, centre) for model in counted),
        central_whole=sum(wholly_in(model, centre) for model in counted),
        home=sum(stands_in(model, home) for model in counted),
        far=sum(stands_in(model, far) for model in counted),
        treasure=_treasure(g, seat, own, counted),
    )


@lru_cache(maxsize=16)
def _central(width: float, depth: float) -> Outline:
    return rectangle(width / 2 - CENTRAL, depth / 2 - CENTRAL, 2 * CENTRAL, 2 * CENTRAL)


def treasure(g: Match) -> Marker:
    """The treasure at the centre of the table, on the highest surface there; where that cannot be stood on,
    beside it, as near to the centre as there is a place (M1-STR-05)."""
    marker = Marker(
        id=g.fresh_id("m"),
        kind=TREASURE,
        x=g.table.width / 2,
        y=g.table.depth / 2,
        mm=g.rules.counter_mm,
    )
    shut = [piece for piece in pieces_of(g) if piece.has("impassable")]
    own = marker.mm / 2 * MM
    for x, y in _outward(marker.x, marker.y, g.table.width / 2 - own):
        if not any(touches(piece, x, y, own - TOUCH) for piece in shut):
            lies = replace(marker, x=x, y=y)
            return replace(lies, elevation=g.table.level(g.state, lies))
    return marker


def _outward(x: float, y: float, most: float) -> Iterator[tuple[float, float]]:
    """The place, then places around it: rings a quarter inch apart."""
    yield x, y
    for ring in range(1, int(most * 4) + 1):
        for turn in range(24):
            angle = 2 * pi * turn / 24
            across, up = grid(x + ring / 4 * cos(angle), y + ring / 4 * sin(angle))
            yield across, up


def _treasure(g: Match, seat: int, own: list[Model], counted: list[Model]) -> Treasure:
    """Whether the treasure is in the side's own zone: carried by a model that counts, or there all the same,
    lying or with an Insignificant model of its own (M1-STR-07, Q-40)."""
    home = zone_of(g.setup.deployment, g.crew(seat).zone)
    bearers = [model for model in own if model.tokens.get(TREASURE) and wholly_in(model, home)]
    if bearers:
        return "carried" if any(model in counted for model in bearers) else "lies"
    lying = (marker for marker in g.state.markers.values() if marker.kind == TREASURE)
    return "lies" if any(completely_inside(base_of(marker), home) for marker in lying) else ""


# Schemes in play


def schemes_offered(g: Match, seat: int) -> dict[str, Scheme]:
    """The Schemes of the side's faction that it may take, for every model and piece of terrain that
    they can be chosen for, by the key of the answer."""
    faction = g.crew(seat).faction.lower()
    names = Names(g.state)
    offered: dict[str, Scheme] = {}
    for scheme in SCHEME.values():
        if scheme.faction and scheme.faction.lower() != faction:
            continue
        if not scheme.chosen:
            offered[scheme.name] = Scheme(name=scheme.name)
            continue
        if scheme.name in (SABOTAGE, CLAIM):
            for piece in _on_enemy_half(g, seat):
                if scheme.name == CLAIM or is_element(g, piece):
                    label = f"{scheme.name}: {piece.name}"
                    offered[f"{scheme.name}:{piece.name}"] = Scheme(name=label, secret={"of": piece.name})
            continue
        whose = other(seat) if scheme.name == KIDNAP else seat
        for model in g.state.crew_of(whose):
            if g.figure(model).station in ("Master", "Henchman"):
                label = f"{scheme.name}: {names(model.id)}"
                offered[f"{scheme.name}:{model.id}"] = Scheme(name=label, secret={"of": model.id})
    return offered


def _on_enemy_half(g: Match, seat: int) -> Iterator[Piece]:
    """The terrain whose middle is beyond the line between both sides, without the ground itself
    (Q-50)."""
    (ax, ay), (bx, by) = centre_line(cast(DeploymentM1, g.setup.deployment))
    far = zone_of(g.setup.deployment, g.crew(other(seat)).zone)

    def side(x: float, y: float) -> float:
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax)

    theirs = side(*_middle(far))
    for piece in pieces_of(g):
        if not is_ground(piece) and side(*_middle(piece.footprint)) * theirs > TOUCH:
            yield piece


def _middle(footprint: Footprint) -> tuple[float, float]:
    left, low, right, high = bounds(footprint)
    return (left + right) / 2, (low + high) / 2


def to_sabotage(g: Match, model: Model) -> list[str]:
    """The elements that the side chose, that the model touches, and that nobody has sabotaged
    (M1-SCH-09)."""
    if model.player != model.seat:
        return []
    chosen = [
        scheme.secret["of"]
        for scheme in g.crew(model.seat).schemes
        if scheme.name.startswith(f"{SABOTAGE}: ") and _saboteur(g, model.seat, scheme.secret["of"]) is None
    ]
    own = model.mm / 2 * MM
    return [
        piece.name
        for piece in (pieces_of(g) if chosen else ())
        if piece.name in chosen and touches(piece, model.x, model.y, own)
    ]


def sabotage(g: Match, name: str, piece: str) -> None:
    """Reveal the Scheme by an Interact; it scores while that model is alive (M1-SCH-09)."""
    seat = g.model(name).seat
    scheme = next(held for held in g.crew(seat).schemes if held.name == f"{SABOTAGE}: {piece}")
    if not scheme.revealed:
        g.emit(SchemeRevealed(seat, scheme))
    g.emit(Noted(_note_of(seat, piece), name))


def _note_of(seat: int, piece: str) -> str:
    return f"{SABOTAGE} {seat}: {piece}"


def _saboteur(g: Match, seat: int, piece: str) -> Model | None:
    """The model that sabotaged the piece for that side."""
    return g.state.models.get(g.state.notes.get(_note_of(seat, piece), ""))


def is_claimed(g: Match, seat: int, name: str) -> bool:
    """Whether only that side has models within 2" of the element, or completely within the area;
    Insignificant models do not count (M1-SCH-10, -12)."""
    piece = next((held for held in pieces_of(g) if held.name == name), None)
    if piece is None:
        return False
    near = _near_element if is_element(g, piece) else _wholly_within
    counted = (model for model in g.state.on_table() if not g.figure(model).is_a("Insignificant"))
    return {model.seat for model in counted if near(model, piece.footprint)} == {seat}


def _near_element(model: Model, footprint: Footprint) -> bool:
    return distance_to(footprint, model.x, model.y) <= model.mm / 2 * MM + STAKED + TOUCH


def _wholly_within(model: Model, footprint: Footprint) -> bool:
    if isinstance(footprint, Outline):
        return wholly_in(model, footprint)
    far = hypot(model.x - footprint.x, model.y - footprint.y)
    return far + model.mm / 2 * MM <= footprint.radius + TOUCH


def take_schemes(g: Match) -> Proc[None]:
    """Let both players choose Schemes in secret after deployment; then they may announce them (M1-ENC-08,
    -18)."""
    most = min(g.setup.schemes, SIZES[g.setup.size].schemes)
    if not most:
        return
    offered = [schemes_offered(g, seat) for seat in (0, 1)]
    asks = tuple(
        Ask(
            seat=seat,
            kind="schemes",
            options=Several(
                tuple(Choice(key, _in_words(scheme)) for key, scheme in offered[seat].items()),
                0,
                most,
                False,
            ),
            rule="M1-ENC-08",
            text=f"Which Schemes do you take? Up to {most}, or none.",
        )
        for seat in (0, 1)
    )
    answers = yield AskEach(asks)
    for seat in (0, 1):
        g.emit(SchemesChosen(seat, tuple(offered[seat][key] for key in answers[seat])))
    for seat in g.seats():
        held = {scheme.name: scheme for scheme in g.crew(seat).schemes}
        choices = [Choice(name, name) for name in held]
        text = "Which of them do you announce now? Those worth 1 pay 1 more then."
        for name in (
            yield from several(seat, "schemes", choices, 0, len(choices), rule="M1-ENC-18", text=text)
        ):
            g.emit(SchemeRevealed(seat, held[name]))


def _in_words(scheme: Scheme) -> str:
    """The Scheme with whom or what it is taken for, its VP and its aim."""
    rules = SCHEME[scheme.name.partition(": ")[0]]
    return f"{scheme.name} ({rules.worth} VP). {rules.aim}"


def taken(g: Match, seat: int) -> tuple[ChosenScheme, ...]:
    """The side's Schemes, and which came true; a Thwart that was kept secret does not count
    (M1-SCH-03, -07, -09 to -11)."""
    chosen = []
    for scheme in g.crew(seat).schemes:
        name, _, of = scheme.name.partition(": ")
        if name == THWART and not scheme.revealed:
            continue
        chosen.append(ChosenScheme(name, scheme.revealed, of, _came_true(g, seat, name, scheme)))
    return tuple(chosen)


def _came_true(g: Match, seat: int, name: str, scheme: Scheme) -> bool:
    """Whether a Scheme came true that no final count decides. A buried model fulfils none
    (M1-GLO-01)."""
    if name == KIDNAP:
        return g.state.vp_from(seat, scheme.name) > 0
    of = scheme.secret.get("of", "")
    if name == CLAIM:
        return is_claimed(g, seat, of)
    whom = _saboteur(g, seat, of) if name == SABOTAGE else g.state.models.get(of)
    return whom is not None and whom.on_table


def sides_of(g: Match, by: int | None = None) -> list[ScoredSide]:
    """Both sides as they would be scored now. ``by`` knows of the other side only what is announced."""
    sides = []
    for seat in (0, 1):
        faction = next((held for held in FACTIONS if held.lower() == g.crew(seat).faction.lower()), None)
        known = tuple(scheme for scheme in taken(g, seat) if by in (None, seat) or scheme.announced)
        sides.append(ScoredSide(g.setup.strategies[seat], counts_of(g, seat), known, faction))
    return sides


def points_of(g: Match) -> list[VictoryPoint]:
    """One score for each Victory Point of Strategies and Schemes that was not scored before."""
    scores = []
    for seat, total in enumerate(score_m1(sides_of(g), SIZES[g.setup.size]).totals):
        points: Counter[str] = Counter()
        for line in total.lines:
            points[line.label.removesuffix(", announced")] += line.amount
        for source, number in points.items():
            step: Literal["strategy", "end"] = "strategy" if source == g.setup.strategies[seat] else "end"
            more = number - g.state.vp_from(seat, source)
            scores += [VictoryPoint(g.state.turn, seat, source, step)] * max(0, more)
    return scores
