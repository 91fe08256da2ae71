"""Which Schemes a Crew can do: the Actions that each would take it, by what the Scheme wants (``goals``).

Schemes are chosen before anybody stands on the table: both Crews are thought of along the front of their
zones.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from math import ceil, hypot

from msgspec.structs import replace

from rules.editions.m3e.play import odds
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import stat
from rules.editions.m3e.play.scoring.ground import GRID, ground
from rules.editions.m3e.play.scoring.registry import SCHEMES
from rules.editions.m3e.play.scoring.wants import Goal, Hunt
from rules.editions.m3e.scripts.words import Damage
from rules.editions.m3e.simulation import goals
from rules.editions.m3e.statcards import Action
from rules.game.state import Model, Scheme, State, other
from rules.table.geometry.footprints import MM
from rules.table.zones import ENDS

NEVER = 99.0
FRAIL = 12.0
"""Actions more for a model of one Health to whom alone a place is open."""


def chosen(g: Game, seat: int, names: list[str], most: int) -> list[str]:
    """The Schemes that take the Crew the fewest Actions."""
    ahead = deployed(g)
    efforts = {name: min(_efforts(ahead, seat, name).values(), default=NEVER) for name in names}
    return sorted(names, key=lambda name: (efforts[name], name))[:most]


def written(g: Game, seat: int, name: str) -> dict[str, float]:
    """What may be written down for the Scheme, by its key, with the Actions it would take."""
    return _efforts(deployed(g), seat, name)


def _efforts(g: Game, seat: int, name: str) -> dict[str, float]:
    if name not in SCHEMES or not goals.has_ground(g, seat):
        return {}
    keys = [choice.key for choice in SCHEMES[name].secrets(g, seat)] or [""]
    return {key: effort(g, seat, Scheme(name=name, secret=secret_of(key))) for key in keys}


def secret_of(key: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in key.split() if "=" in part)


def effort(g: Game, seat: int, scheme: Scheme) -> float:
    """The Actions until the Scheme's first VP: to its places and to do there what is asked, or until its
    enemies are wounded."""
    rules = SCHEMES[scheme.name]
    wanted, hunts = list(rules.goals(g, seat, scheme)), list(rules.hunts(g, seat, scheme))
    own = [model for model in g.state.on_table() if model.seat == seat]
    walked = _walked(g, own, wanted, rules.steps) if wanted else 0.0
    struck = [_struck(g, own, hunt) for hunt in hunts if hunt.worth > 0.0]
    return walked + min(struck, default=0.0 if wanted else NEVER)


def _walked(g: Game, own: list[Model], wanted: list[Goal], steps: int) -> float:
    """The least Actions for so many of the places, each by another model, far enough apart."""
    pairs = sorted(
        (_to(g, model, goal), model.id, number)
        for model in own
        for number, goal in enumerate(wanted)
        if not goal.who or model.id in goal.who
    )
    busy: set[str] = set()
    served: list[Goal] = []
    total = 0.0
    for actions, model, number in pairs:
        goal = wanted[number]
        apart = all(hypot(goal.x - one.x, goal.y - one.y) >= GRID for one in served)
        if len(served) < steps and model not in busy and apart:
            busy.add(model)
            served.append(goal)
            total += actions
    return total if len(served) == steps else NEVER


def _to(g: Game, model: Model, goal: Goal) -> float:
    """The Actions of that model: to whoever is there half of the way, for both sides come; to other places
    more the deeper they lie among enemies; more for who alone may go there and does not last."""
    left = max(0.0, goal.far(model.x, model.y) - model.mm / 2 * MM)
    moves = ceil((left / 2 if goal.beside else left) / max(1, stat(g, model, "mv")))
    actions = float(moves + bool(goal.act))
    if not goal.beside:
        enemy = _nearest(g, other(model.seat), goal)
        actions += max(0.0, _nearest(g, model.seat, goal) - enemy) / GRID
    return actions + (FRAIL / model.health if len(goal.who) == 1 else 0.0)


def _nearest(g: Game, seat: int, goal: Goal) -> float:
    return min(hypot(one.x - goal.x, one.y - goal.y) for one in g.state.on_table() if one.seat == seat)


def _struck(g: Game, own: list[Model], hunt: Hunt) -> float:
    """Until so much of the enemy's Health is taken by the best attacks: of whoever counts, or of the three
    best."""
    target = g.state.models.get(hunt.target)
    if target is None or not target.on_table:
        return NEVER
    by = [model for model in own if model.id == hunt.by] if hunt.by else own
    wounds = sorted((best_wounds(g, model, target) for model in by), reverse=True)[:3]
    least = sum(wounds) / len(wounds) if wounds else 0.0
    return 1.0 + target.most * hunt.share / least * (2 if hunt.by else 1) if least > 0.05 else NEVER


def best_wounds(g: Game, model: Model, target: Model) -> float:
    """What an Action of the model takes from the target on the average, within reach."""
    return max(
        (
            odds.of_attack(g, model.player, model, action, target) * amount(action)
            for action in g.actions(model)
            if action.is_attack and action.stat is not None
        ),
        default=0.0,
    )


def amount(action: Action) -> float:
    """Damage on the average of what it prints; something for what does more than wound."""
    for effect in action.effects:
        if isinstance(effect, Damage):
            printed = effect.amount
            if isinstance(printed, int):
                return float(printed)
            if isinstance(printed, tuple | list):
                return 0.45 * printed[0] + 0.35 * printed[1] + 0.2 * printed[2]
    return 0.8


def deployed(g: Game) -> Game:
    """The Encounter with whoever is not yet on the table along the front of the own zone, whichever that will
    be."""
    ahead = copy(g)
    if not any(crew.zone for crew in g.state.crews):
        for crew, end in zip(g.state.crews, ENDS, strict=True):
            ahead.state = ahead.state.with_crew(replace(crew, zone=end))
    state: State = ahead.state
    for seat in (0, 1) if goals.has_ground(ahead, 0) else ():
        front = list(_front(ahead, seat))
        waiting = [one for one in state.models.values() if one.seat == seat and one.where == "reserve"]
        for number, model in enumerate(waiting):
            x, y = front[(2 * number + 1) * len(front) // (2 * len(waiting))]
            state = state.with_model(replace(model, where="table", x=x, y=y))
    ahead.state = state
    return ahead


def _front(g: Game, seat: int) -> Iterator[tuple[float, float]]:
    """The places of the zone that are nearest to the other's, along it."""
    rival = ground(g, other(seat), "zone")
    middle = (sum(x for x, _ in rival) / len(rival), sum(y for _, y in rival) / len(rival))
    near = sorted(ground(g, seat, "zone"), key=lambda at: hypot(at[0] - middle[0], at[1] - middle[1]))
    return iter(sorted(near[: max(1, len(near) // 2)]))
