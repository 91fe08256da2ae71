"""What a tap on the table proposes for a model that acts, or that may Activate: a Walk to the ground, once or
twice; the Actions that may target a model, or a Charge at it. See ``rules.game.pointing``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot
from typing import cast

from msgspec.structs import replace

from rules.dialogue import Answer, OneOf, Options
from rules.editions.m3e.play.actions.available import legal_targets, menu, targets_a_model
from rules.editions.m3e.play.actions.general import charge_inches, places_of_walk
from rules.editions.m3e.play.effects.conditions import action_limit
from rules.editions.m3e.play.effects.movement import hazards_met, places_of_move
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.play.procedure.reach import is_engaged
from rules.editions.m3e.shown import target_words
from rules.game.pointing import Proposal
from rules.game.procedure.asks import Ask
from rules.game.state import Model
from rules.game.table_access.exact_moves import MoveTargets
from rules.game.table_access.interface import MoveRegion
from rules.game.table_access.spots import as_path, grid
from rules.table.geometry.footprints import MM

HALVINGS = 12
"""How often the way of two Walks is halved to find where the first ends: 0.01 inches of it."""
LEEWAY = 0.1
"""Inches beyond a move's end that still mean its end: nobody points more exactly."""
CONTACT = 0.002
"""Inches before base contact, at which a Charge is aimed."""
Point = tuple[float, float]
Answers = tuple[tuple[str, Answer], ...]


def pointed(
    g: Game, ask: Ask, actor: str, target: Model | None, place: Sequence[float]
) -> tuple[Proposal, ...]:
    """What a tap on ``target``, or on the ground at ``place``, may mean for the model ``actor``; nothing
    where it neither acts nor may Activate now."""
    begins = _begins(ask, actor)
    model = g.state.models.get(actor)
    if begins is None or model is None or not model.on_table:
        return ()
    proposals = (
        _at_ground(g, model, grid(place[0], place[1])) if target is None else _at_model(g, model, target)
    )
    said = (replace(one, answers=(*begins, *one.answers)) for one in proposals)
    return tuple(one for one in said if ask.options.contains(one.answers[0][1]))


def _begins(ask: Ask, actor: str) -> Answers | None:
    """What is answered before an Action of the model can be chosen; ``None`` where it cannot be."""
    if ask.kind == "action":
        return () if ask.about[:1] == (actor,) else None
    if ask.kind in ("activate", "pass") and isinstance(ask.options, OneOf):
        return (("activate", actor),) if ask.options.contains(actor) else None
    return None


def _at_ground(g: Game, model: Model, place: list[float]) -> Iterator[Proposal]:
    """One Walk there, or two where the second is needed; otherwise one, whose place is then asked for."""
    if next(menu(g, model, "Walk"), None) is None:
        return
    walks = places_of_walk(g, model)
    far = hypot(place[0] - model.x, place[1] - model.y)
    to = _toward(walks, place)
    twice = _walks(g, model, walks, place) if to is None and isinstance(walks, MoveTargets) else None
    if twice is not None:
        *ways, harmed = twice
        answers = tuple(one for way in ways for one in (("action", "Walk"), ("destination", way)))
        path = tuple(point for way in ways for point in _points(way))
        yield Proposal(answers, f"Walk twice, {far:.1f}″ to there{_harm(harmed)}", not harmed, path)
        return
    harmed = to is not None and _moved(g, model, walks, to)[1]
    sure = to is not None and not harmed
    answers = (("action", "Walk"), ("destination", to or place))
    words = f"Walk {far:.1f}″ to there{_harm(harmed)}"
    yield Proposal(answers, words, sure, _points(to or place))


def _harm(harmed: bool) -> str:
    return ", which does harm" if harmed else ""


def _points(way: Answer) -> tuple[Point, ...]:
    return tuple((point[0], point[1]) for point in as_path(way) or ())


def _way(walks: Options, place: list[float]) -> Answer | None:
    if walks.contains(place):
        return place
    return walks.path_to(place[0], place[1]) if isinstance(walks, MoveTargets) else None


def _toward(walks: Options, place: list[float]) -> Answer | None:
    """The way to the place, or as far as it goes to one that lies hardly beyond its end."""
    way = _way(walks, place)
    if way is not None or not isinstance(walks, MoveTargets):
        return way
    path = as_path(_way(replace(walks, inches=walks.inches + LEEWAY), place))
    return None if path is None else _first_of(walks, path)


def _moved(g: Game, model: Model, moves: Options, way: Answer) -> tuple[Model, bool]:
    """The model where that way ends, and whether it falls or meets Hazardous terrain."""
    end = cast(MoveRegion, moves).end(way)
    level = model.elevation if end.elevation is None else end.elevation
    there = replace(model, x=end.x, y=end.y, elevation=level)
    harmed = bool(end.falls or hazards_met(g, model, there, end.legs, resolving=True, placed=False))
    return there, harmed


def _walks(
    g: Game, model: Model, walks: MoveTargets, place: list[float]
) -> tuple[Answer, Answer, bool] | None:
    """The ways of two Walks to the place, the first as far as it goes on the shortest path, and whether they
    do harm; ``None`` where the model has one Action, would be engaged on the way, or does not come there."""
    if action_limit(g, model) - model.acts < 2:
        return None
    path = as_path(_way(replace(walks, inches=2 * walks.inches + LEEWAY), place))
    if path is None:
        return None
    one = _first_of(walks, path)
    there, harmed = _moved(g, model, walks, one)
    if is_engaged(g, there):
        return None
    then = places_of_walk(g, there)
    two = _toward(then, place)
    return None if two is None else (one, two, harmed or _moved(g, there, then, two)[1])


def _first_of(walks: MoveTargets, path: list[tuple[float, ...]]) -> Answer:
    """The longest beginning of the path that is one Walk."""
    stops: list[tuple[float, ...]] = [(walks.base.x, walks.base.y), *path]
    legs = [(a, b, hypot(b[0] - a[0], b[1] - a[1])) for a, b in pairwise(stops)]

    def until(inches: float) -> Answer:
        way: list[list[float]] = []
        for before, after, leg in legs:
            if inches < leg:
                share = inches / leg
                at = (before[axis] + share * (after[axis] - before[axis]) for axis in (0, 1))
                way.append(grid(*at))
                break
            inches -= leg
            way.append(list(after))
        return way[0] if len(way) == 1 else way

    low, high = 0.0, min(sum(leg for *_, leg in legs), walks.inches)
    if walks.contains(until(high)):
        return until(high)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if walks.contains(until(middle)) else (low, middle)
    return until(low)


def _at_model(g: Game, model: Model, target: Model) -> Iterator[Proposal]:
    """The Actions that may target it now; a Charge at an enemy that no attack in melee reaches."""
    reached = False
    for action in menu(g, model):
        if targets_a_model(action) and legal_targets(g, model, action, target.id):
            reached = reached or (action.is_attack and action.icon == "melee")
            words = target_words(g, model, target, ActionInProgress(model.id, action))
            answers: Answers = (("action", action.name), ("target", target.id))
            yield Proposal(answers, f"{action.name}: {words}")
    if not reached and target.seat != model.seat:
        yield from _charges(g, model, target)


def _charges(g: Game, model: Model, target: Model) -> Iterator[Proposal]:
    """A Charge straight at the enemy, with each attack in melee that then reaches it."""
    far = hypot(target.x - model.x, target.y - model.y)
    if not far or next(menu(g, model, "Charge"), None) is None:
        return
    inches = charge_inches(g, model)
    region = places_of_move(g, model, inches, "charge", by=model.id)
    share = min(inches, max(0.0, far - (model.mm + target.mm) / 2 * MM - CONTACT)) / far
    place = grid(model.x + share * (target.x - model.x), model.y + share * (target.y - model.y))
    if not region.contains(place):
        return
    there, harmed = _moved(g, model, region, place)
    for action in g.actions(model):
        if action.icon == "melee" and action.is_attack and legal_targets(g, there, action, target.id):
            words = target_words(g, there, target, ActionInProgress(model.id, action))
            answers = (
                ("action", "Charge"),
                ("destination", place),
                ("attack", action.name),
                ("target", target.id),
            )
            yield Proposal(answers, f"Charge, {action.name}: {words}", not harmed, ((there.x, there.y),))
