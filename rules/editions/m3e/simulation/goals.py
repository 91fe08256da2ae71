"""What is worth going to and doing, for one side, by the Strategy and the side's own Schemes.

Their classes say what they want (``play.scoring.wants``); here it is weighed. A side reads what its
player knows: the table, both Crews' public things, its own Schemes and hand.

>>> from rules.editions.m3e.examples.encounters import duel_of_two
>>> goals(duel_of_two().running, 0)
[]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot

from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import stat
from rules.editions.m3e.play.scoring.ground import GRID
from rules.editions.m3e.play.scoring.places import scheme_markers
from rules.editions.m3e.play.scoring.registry import SCHEMES, strategy_in_play
from rules.editions.m3e.play.scoring.score import can_score
from rules.editions.m3e.play.scoring.wants import (
    A_VP,
    STEP_OF_SCHEME,
    STEP_OF_STRATEGY,
    Goal,
    Hunt,
    Wants,
    marker_goal,
)
from rules.game.state import Model, Scheme, other
from rules.table.geometry.footprints import MM

NEARLY = 0.6
"""The share of a VP that one is worth which the end of this Turn would give."""
DENIED = 0.4
"""The share of a step that it is worth to take away an enemy Scheme Marker."""


def wanting(g: Game, seat: int) -> Iterator[tuple[Wants, Scheme]]:
    """What can still score for the side: the Strategy, then each of its Schemes as it holds it."""
    strategy = strategy_in_play(g)
    if strategy is not None and g.state.vp_from(seat, strategy.name) < g.rules.strategy_cap:
        yield strategy, Scheme(name=strategy.name)
    for scheme in g.crew(seat).schemes:
        if scheme.name in SCHEMES and g.state.vp_from(seat, scheme.name) < g.rules.scheme_cap:
            yield SCHEMES[scheme.name], scheme


def has_ground(g: Game, seat: int) -> bool:
    """Whether Deployment Zones are known, of which halves, corners and the centreline follow."""
    return g.state.deployment.lower() in ("standard", "corner", "flank", "wedge") and bool(g.crew(seat).zone)


def goals(g: Game, seat: int) -> list[Goal]:
    """Of the Strategy, then of each Scheme that can still score, then what would cost the opponent."""
    if not has_ground(g, seat):
        return []
    wanted = [goal for source, scheme in wanting(g, seat) for goal in source.goals(g, seat, scheme)]
    return [*wanted, *_denials(g, seat)]


def _denials(g: Game, seat: int) -> Iterator[Goal]:
    """The opponent's Scheme Markers, while a Scheme of the pool could want them."""
    rival = other(seat)
    shown = [scheme.name for scheme in g.crew(rival).schemes if scheme.revealed]
    could = shown if len(shown) >= g.rules.schemes_each else g.state.pool
    if any(name in SCHEMES and SCHEMES[name].held(g, rival)[1] for name in could):
        for marker in scheme_markers(g, rival):
            yield marker_goal(marker, DENIED * STEP_OF_SCHEME, "remove")


def hunts(g: Game, seat: int) -> Iterator[Hunt]:
    for source, scheme in wanting(g, seat):
        yield from source.hunts(g, seat, scheme)


def hunted_by_all(g: Game, seat: int) -> dict[str, float]:
    """The worth of the enemies to a side by the Strategy alone, which both sides know."""
    strategy = strategy_in_play(g)
    hunts = () if strategy is None else strategy.hunts(g, seat, Scheme(name=strategy.name))
    return {hunt.target: hunt.worth for hunt in hunts}


def hunted(g: Game, seat: int, by: str = "") -> dict[str, float]:
    """The enemies that are worth more than their Cost, or less: their own worth a wound, by id, where that
    model wounds them."""
    more: dict[str, float] = {}
    for hunt in hunts(g, seat):
        worth = hunt.own if by and hunt.by == by else hunt.worth
        more[hunt.target] = more.get(hunt.target, 0.0) + worth
    return more


def standing_worth(g: Game, seat: int) -> float:
    """How far the side has come: VP, what its Strategy counts now, what its Schemes would give now."""
    worth = A_VP * g.state.vp(seat)
    strategy = strategy_in_play(g)
    if strategy is not None and has_ground(g, seat):
        count, scored = strategy.count(g, seat), g.state.vp_from(seat, strategy.name)
        worth += STEP_OF_STRATEGY * min(count, g.rules.strategy_cap)
        if count > scored and can_score(g, seat, strategy.name, g.rules.strategy_cap):
            worth += A_VP * NEARLY
    return worth + sum(_scheme_worth(g, seat, scheme) for scheme in g.crew(seat).schemes)


def _scheme_worth(g: Game, seat: int, scheme: Scheme) -> float:
    rules = SCHEMES.get(scheme.name)
    if rules is None or not has_ground(g, seat):
        return 0.0
    worth = 0.0
    if not scheme.revealed and rules.may_reveal(g, seat, scheme.secret):
        worth += A_VP * NEARLY
    if scheme.revealed and rules.may_end(g, seat, scheme.secret, True):
        worth += A_VP * NEARLY / (1 + g.rules.turns - g.state.turn)
    held, needed = rules.held(g, seat)
    return worth + STEP_OF_SCHEME * min(held, needed)


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
