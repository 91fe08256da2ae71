"""What is worth going to and doing, for one side, by the Strategy and the side's own Schemes.

A side reads what its player knows: the table, both Crews' public things, its own Schemes and hand.

>>> from rules.editions.m3e.examples.encounters import duel_of_two
>>> goals(duel_of_two().running, 0)
[]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import hypot

from msgspec import Struct

from rules.editions.m3e import zones
from rules.editions.m3e.play.procedure import table_areas
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import stat
from rules.editions.m3e.play.schemes import markers as by_markers
from rules.editions.m3e.play.schemes import places as by_places
from rules.editions.m3e.play.scoring import places
from rules.editions.m3e.play.scoring.registry import SCHEMES, strategy_in_play
from rules.editions.m3e.play.scoring.score import can_score
from rules.editions.m3e.play.strategies import corrupted_idols, plant_explosives, reckoning, turf_war
from rules.game.state import Marker, Model, Scheme, other
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import MM
from rules.table.geometry.plane import Point
from rules.table.measuring import completely_inside
from rules.table.policies import TablePolicies
from rules.table.zones import End

GRID = 4.0  # inches between the places of the table that are looked at
A_VP = 10.0
NEARLY = 0.6
"""The share of a VP that one is worth which the end of this Turn would give."""
STEP_OF_STRATEGY, STEP_OF_SCHEME = 4.0, 2.5


class Goal(Struct, frozen=True):
    """A place worth having within ``near`` inches, centre to centre, for ``who`` (all where empty). ``act``
    begins the key of the Interact that earns it; empty where standing there does."""

    x: float
    y: float
    near: float
    worth: float
    act: str = ""
    who: frozenset[str] = frozenset()

    def far(self, x: float, y: float) -> float:
        """Inches still to go."""
        return max(0.0, hypot(x - self.x, y - self.y) - self.near)


def goals(g: Game, seat: int) -> list[Goal]:
    """Of the Strategy, then of each Scheme that can still score."""
    if g.state.deployment.lower() not in ("standard", "corner", "flank", "wedge") or not g.crew(seat).zone:
        return []
    wanted = list(_STRATEGIES.get(g.state.strategy, _nothing)(g, seat))
    for scheme in g.crew(seat).schemes:
        if scheme.name in _SCHEMES and g.state.vp_from(seat, scheme.name) < g.rules.scheme_cap:
            wanted += _SCHEMES[scheme.name](g, seat, scheme)
    return wanted


def standing_worth(g: Game, seat: int) -> float:
    """How far the side has come: VP, what its Strategy counts now, what its Schemes would give now."""
    worth = A_VP * g.state.vp(seat)
    rules = strategy_in_play(g)
    if rules is not None and g.crew(seat).zone and rules.name != reckoning.NAME:
        count, scored = rules.count(g, seat), g.state.vp_from(seat, rules.name)
        worth += STEP_OF_STRATEGY * min(count, g.rules.strategy_cap)
        if count > scored and can_score(g, seat, rules.name, g.rules.strategy_cap):
            worth += A_VP * NEARLY
    elif rules is not None and can_score(g, seat, rules.name, g.rules.strategy_cap):
        worth += min(rules.count(g, seat), g.rules.strategy_cap) * STEP_OF_STRATEGY
    for scheme in g.crew(seat).schemes:
        worth += _scheme_worth(g, seat, scheme)
    return worth


def _scheme_worth(g: Game, seat: int, scheme: Scheme) -> float:
    rules = SCHEMES.get(scheme.name)
    if rules is None or not g.crew(seat).zone:
        return 0.0
    worth = 0.0
    if not scheme.revealed and rules.may_reveal(g, seat, scheme.secret):
        worth += A_VP * NEARLY
    if scheme.revealed and rules.may_end(g, seat, scheme.secret, True):
        worth += A_VP * NEARLY / (1 + g.rules.turns - g.state.turn)
    if scheme.name in _COUNTS:
        held, needed = _COUNTS[scheme.name](g, seat)
        worth += STEP_OF_SCHEME * min(held, needed)
    return worth


# Strategies


def _nothing(g: Game, seat: int) -> Iterator[Goal]:
    return iter(())


def _turf(g: Game, seat: int) -> Iterator[Goal]:
    for marker in places.strategy_markers(g):
        if marker.seat != seat:
            yield _touching(
                marker, STEP_OF_STRATEGY if marker.seat is None else 0.8 * STEP_OF_STRATEGY, "turf"
            )


def _explosives(g: Game, seat: int) -> Iterator[Goal]:
    bearers = frozenset(model.id for model in places.friends(g, seat) if plant_explosives.tokens(model))
    if not bearers:
        return
    own = [marker for marker in places.strategy_markers(g) if marker.seat == seat]
    for x, y in ground(g, other(seat), "half"):
        if all(hypot(x - marker.x, y - marker.y) > plant_explosives.APART + 1.5 for marker in own):
            yield Goal(x, y, 1.5, STEP_OF_STRATEGY, "plant", bearers)


def _idols(g: Game, seat: int) -> Iterator[Goal]:
    for marker in places.strategy_markers(g):
        if not table_areas.completely_on_half(g, marker, other(seat)):
            yield _touching(marker, STEP_OF_STRATEGY, "idol")


def _touching(marker: Marker, worth: float, act: str) -> Goal:
    """In base contact; the radius of whoever comes is added by ``reach_of``."""
    return Goal(marker.x, marker.y, marker.mm / 2 * MM, worth, act)


_STRATEGIES: dict[str, Callable[[Game, int], Iterator[Goal]]] = {
    turf_war.NAME: _turf,
    plant_explosives.NAME: _explosives,
    corrupted_idols.NAME: _idols,
}

# Schemes


def _own(g: Game, seat: int) -> list[Marker]:
    return places.scheme_markers(g, seat)


def _free(g: Game, seat: int, x: float, y: float) -> bool:
    """Whether a Scheme Marker could lie about there."""
    apart = g.rules.scheme_marker_apart + 1.0
    return all(hypot(x - marker.x, y - marker.y) > apart for marker in _own(g, seat))


def _drops(
    g: Game, seat: int, spots: Iterable[Point], held: int, needed: int, near: float = 1.5
) -> Iterator[Goal]:
    if held < needed:
        for x, y in spots:
            if _free(g, seat, x, y):
                yield Goal(x, y, near, STEP_OF_SCHEME, "drop")


def _ley_line(g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
    (ax, ay), (bx, by) = table_areas.centreline(g)
    steps = int(hypot(bx - ax, by - ay) // 2.5)
    line = [(ax + (bx - ax) * n / steps, ay + (by - ay) * n / steps) for n in range(1, steps)]
    held = len(by_markers.on_the_line(g, seat))
    return _drops(g, seat, line, held, by_markers.HARNESS_NEEDED, 0.9)


def _breakthrough(g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
    held = len(by_markers.behind_the_lines(g, seat))
    needed = by_markers.BREAKTHROUGH_AT_THE_END if scheme.revealed else 1
    yield from _drops(g, seat, ground(g, other(seat), "zone"), held, needed)
    if held and not scheme.revealed:
        for x, y in ground(g, other(seat), "zone"):
            if _alone(g, seat, x, y, by_markers.BREAKTHROUGH_ALONE):
                yield Goal(x, y, 1.0, STEP_OF_SCHEME)


def _alone(g: Game, seat: int, x: float, y: float, inches: float) -> bool:
    return all(hypot(x - enemy.x, y - enemy.y) > inches + 1.5 for enemy in places.enemies(g, seat))


def _ritual(g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
    own = table_areas.own_corners(g, seat)
    needed = 2 if scheme.revealed else 1
    held = len(by_markers.at_foreign_corner(g, seat))
    spots = [
        (abs(x - 2.0), abs(y - 2.0))
        for x, y in table_areas.corners(g)
        if (x, y) not in own or held >= needed - 1
    ]
    return _drops(g, seat, spots, held, by_markers.RITUAL_NEEDED)


def _ruins(g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
    needed = by_markers.SEARCH_TO_END if scheme.revealed else by_markers.SEARCH_TO_REVEAL
    spots = []
    for x, y in ground(g, other(seat), "half"):
        if g.table.terrain_at(g.state, Marker(id="", kind=places.SCHEME, x=x, y=y, mm=g.rules.marker_mm)):
            spots.append((x, y))
    return _drops(g, seat, spots, len(by_markers.abroad(g, seat)), needed, 1.0)


def _charges(g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
    for enemy in places.enemies(g, seat):
        beside = [marker for marker in _own(g, seat) if places.within(g, marker, enemy, 2.0)]
        if len(beside) < by_markers.DETONATE_NEEDED:
            yield Goal(enemy.x, enemy.y, 3.2, STEP_OF_SCHEME * (0.5 + 0.5 * len(beside)), "drop")


def _outflank(g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
    for x, y in table_areas.centreline(g):
        yield Goal(x, y, by_places.OUTFLANK_INCHES, STEP_OF_SCHEME * 1.4)


def _claim_jump(g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
    x, y = table_areas.centrepoint(g)
    yield Goal(x, y, 2.0, STEP_OF_SCHEME * 1.6, "", frozenset((scheme.secret.get("model", "-"),)))


def _message(g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
    target = g.state.models.get(scheme.secret.get("model", ""))
    if target is not None and target.on_table and not scheme.revealed:
        yield Goal(target.x, target.y, target.mm / 2 * MM + 1.0, STEP_OF_SCHEME * 1.6, "deliver")


_SCHEMES: dict[str, Callable[[Game, int, Scheme], Iterator[Goal]]] = {
    "Harness the Ley Line": _ley_line,
    "Breakthrough": _breakthrough,
    "Power Ritual": _ritual,
    "Search the Ruins": _ruins,
    "Detonate Charges": _charges,
    "Outflank": _outflank,
    "Claim Jump": _claim_jump,
    "Deliver a Message": _message,
}
_COUNTS: dict[str, Callable[[Game, int], tuple[int, int]]] = {
    "Harness the Ley Line": lambda g, seat: (len(by_markers.on_the_line(g, seat)), 3),
    "Breakthrough": lambda g, seat: (len(by_markers.behind_the_lines(g, seat)), 3),
    "Power Ritual": lambda g, seat: (len(by_markers.at_foreign_corner(g, seat)), 2),
    "Search the Ruins": lambda g, seat: (len(by_markers.abroad(g, seat)), 3),
}
# Which Scheme is held before which, from the one that gave most VP to who held it.
PREFERRED = (
    "Assassinate",
    "Vendetta",
    "Claim Jump",
    "Deliver a Message",
    "Take Prisoner",
    "Power Ritual",
    "Harness the Ley Line",
    "Breakthrough",
    "Dig Their Graves",
    "Hold Up Their Forces",
    "Outflank",
    "Detonate Charges",
    "Search the Ruins",
)


def hunted(g: Game, seat: int) -> dict[str, float]:
    """The enemies that are worth more than their Cost: their own worth a wound, by id."""
    more: dict[str, float] = {}
    if g.state.strategy == reckoning.NAME:
        for enemy in places.enemies(g, seat):
            more[enemy.id] = reckoning.weight(g, enemy) * 2.0
    for scheme in g.crew(seat).schemes:
        if scheme.name == "Assassinate":
            for enemy in places.enemies(g, seat):
                if enemy.leader:
                    more[enemy.id] = more.get(enemy.id, 0.0) + A_VP
        if scheme.name == "Vendetta" and scheme.secret.get("enemy"):
            more[scheme.secret["enemy"]] = more.get(scheme.secret["enemy"], 0.0) + A_VP * 0.5
    return more


# Ground


def ground(g: Game, seat: int, what: str) -> tuple[Point, ...]:
    """Places of the table wholly in that player's zone, or on that player's half."""
    end = table_areas.end_of(g, seat)
    return _ground(table_areas.deployment_of(g), end, what, g.table.width, g.table.depth, g.rules.table)


@lru_cache(maxsize=64)
def _ground(
    deployment: zones.DeploymentM3,
    end: End,
    what: str,
    width: float,
    depth: float,
    rules: TablePolicies,
) -> tuple[Point, ...]:
    table = Table(width=width, depth=depth)
    half = zones.half(deployment, end, table, rules)
    zone = zones.zone(deployment, end, table, rules)
    inside = []
    for column in range(1, int(width / GRID)):
        for row in range(1, int(depth / GRID)):
            base = Base("", column * GRID, row * GRID, 30.0)
            if completely_inside(base, half) if what == "half" else zone.holds(base):
                inside.append((base.x, base.y))
    return tuple(inside)


def best_goal(g: Game, model: Model, wanted: Iterable[Goal], x: float, y: float, mv: float) -> float:
    """What standing at a place is worth to the model: the best goal by how many moves are left to it."""
    radius, speed = model.mm / 2 * MM + 0.02, max(mv, 1.0)
    best = 0.0
    for goal in wanted:
        if goal.worth <= best or (goal.who and model.id not in goal.who):
            continue
        left = hypot(x - goal.x, y - goal.y) - goal.near - radius
        worth = goal.worth / (1.0 + left / speed) if left > 0.0 else goal.worth
        if worth > best:
            best = worth
    return best


def shared_out(g: Game, models: Iterable[Model], wanted: Iterable[Goal]) -> float:
    """What the side's places are worth together: each model has one goal and each goal one model, the best
    pairs first."""
    pairs = []
    aims = list(wanted)
    for model in models:
        radius, speed = model.mm / 2 * MM + 0.02, max(stat(g, model, "mv"), 1.0)
        for number, goal in enumerate(aims):
            if not goal.who or model.id in goal.who:
                left = max(0.0, hypot(model.x - goal.x, model.y - goal.y) - goal.near - radius)
                pairs.append((goal.worth / (1.0 + left / speed), model.id, number))
    pairs.sort(key=lambda pair: (-pair[0], pair[1], pair[2]))
    busy: set[str] = set()
    served: set[int] = set()
    worth = 0.0
    for part, name, number in pairs:
        if name in busy or number in served or _beside(aims, served, number):
            continue
        busy.add(name)
        served.add(number)
        worth += part
    return worth


def _beside(aims: list[Goal], served: set[int], number: int) -> bool:
    """Whether a goal of the same kind so near is served that one Marker would do for both."""
    goal = aims[number]
    return goal.act in ("drop", "plant") and any(
        aims[other].act == goal.act and hypot(aims[other].x - goal.x, aims[other].y - goal.y) < GRID
        for other in served
    )
