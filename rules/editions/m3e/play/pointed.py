"""What a tap on the table proposes for a model that acts, or that may Activate: a Walk to the ground, once or
twice; the Actions that may target a model, or a Charge at it. See ``rules.game.pointing``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import cast

from rules.dialogue import Answer, Options
from rules.editions.m3e.play.actions.available import legal_targets, menu, targets_a_model
from rules.editions.m3e.play.actions.general import (
    INTERACT,
    charge_inches,
    interacts_for,
    offered,
    places_of_walk,
)
from rules.editions.m3e.play.effects.conditions import action_limit
from rules.editions.m3e.play.effects.movement import hazards_ahead, hazards_met, places_of_move
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.play.procedure.reach import is_engaged
from rules.editions.m3e.shown import target_words
from rules.editions.m3e.statcards import Action
from rules.game.narration import Names
from rules.game.pointing import (
    HARMFUL,
    Answers,
    Proposal,
    Walker,
    begun,
    ready_model,
    risked,
    there,
    toward,
    walk_proposals,
)
from rules.game.procedure.asks import Ask
from rules.game.state import Model
from rules.game.table_access.interface import MoveRegion
from rules.game.table_access.spots import as_path, grid
from rules.table.geometry.footprints import MM

CONTACT = 0.002
"""Inches before base contact, at which a Charge is aimed."""
LED = ("model", "target")
"""Kinds of questions that choose a model, which an effect may then move."""
PLACED = ("Walk", "Charge")
"""General Actions that are said by pointing at where they lead."""


def pointed(
    g: Game, ask: Ask, actor: str, target: Model | None, place: Sequence[float]
) -> tuple[Proposal, ...]:
    """What a tap on ``target``, or on the ground at ``place``, may mean for the model ``actor``; nothing
    where it neither acts nor may Activate now."""
    model = ready_model(g.state, ask, actor)
    if model is None:
        return ()
    at = _at_ground(g, model, grid(place[0], place[1])) if target is None else _at_model(g, model, target)
    return begun(ask, actor, at)


def led(g: Game, kind: str, ask: Ask, place: Sequence[float]) -> tuple[Proposal, ...]:
    """The chosen model, which the question ``ask`` after that moves, with the place it is dragged to; nothing
    where it does not come there."""
    model, way = g.model(ask.about[0]), toward(ask.options, grid(place[0], place[1]))
    if way is None:
        return ()
    ending = cast(MoveRegion, ask.options).end(way)
    harmed = bool(ending.falls or hazards_ahead(g, ask, way))
    far = hypot(ending.x - model.x, ending.y - model.y)
    words = f"{Names(g.state)(model.id)} {far:.1f}″ to there{', which does harm' if harmed else ''}"
    answers: Answers = ((kind, model.id), ("destination", way))
    path = (*(as_path(way) or ()),)
    return (Proposal(answers, words, not harmed, tuple((point[0], point[1]) for point in path)),)


def listed(g: Game, ask: Ask, actor: str) -> tuple[Proposal, ...]:
    """What the model may do now without a place to point at: each Action at each target, Charges, what an
    Interact does if its own side decides that, and what targets nobody."""
    model = ready_model(g.state, ask, actor)
    if model is None:
        return ()
    return begun(ask, actor, _without_place(g, model))


def _without_place(g: Game, model: Model) -> Iterator[Proposal]:
    names = Names(g.state)
    able = tuple(menu(g, model))
    whose = interacts_for(g, model)
    decides = whose is None or whose.player == model.player
    for action in able:
        if targets_a_model(action):
            for target in legal_targets(g, model, action):
                yield _action_at(g, model, action, target, f" at {names(target.id)}")
        elif action.name == INTERACT.name and decides:
            for one in offered(g, model):
                yield Proposal(
                    (("action", action.name), ("interact", one.key)), f"{action.name}: {one.label}"
                )
        elif action.name not in PLACED:
            yield Proposal((("action", action.name),), action.name)
    if any(action.name == "Charge" for action in able):
        for target in g.state.on_table():
            if target.seat != model.seat:
                yield from _charges(g, model, target, f" at {names(target.id)}")


def _at_ground(g: Game, model: Model, place: list[float]) -> Iterator[Proposal]:
    if next(menu(g, model, "Walk"), None) is None:
        return
    walker = Walker(
        model,
        lambda held: places_of_walk(g, held),
        lambda held: is_engaged(g, held),
        lambda held, end, walks, way: _risks(g, held, end, walks, way),
        action_limit(g, model) - model.acts,
    )
    yield from walk_proposals(walker, "Walk", place, measured=True)


def _risks(g: Game, model: Model, end: Model, moves: Options, way: Answer) -> tuple[str, ...]:
    """Whether the model falls on that way, or meets Hazardous terrain."""
    ending = cast(MoveRegion, moves).end(way)
    harmed = ending.falls or hazards_met(g, model, end, ending.legs, resolving=True, placed=False)
    return (HARMFUL,) if harmed else ()


def _action_at(g: Game, model: Model, action: Action, target: Model, named: str = "") -> Proposal:
    words = target_words(g, model, target, ActionInProgress(model.id, action))
    return Proposal((("action", action.name), ("target", target.id)), f"{action.name}{named}: {words}")


def _at_model(g: Game, model: Model, target: Model) -> Iterator[Proposal]:
    """The Actions that may target it now; a Charge at an enemy that no attack in melee reaches."""
    reached = False
    for action in menu(g, model):
        if targets_a_model(action) and legal_targets(g, model, action, target.id):
            reached = reached or (action.is_attack and action.icon == "melee")
            yield _action_at(g, model, action, target)
    if not reached and target.seat != model.seat:
        yield from _charges(g, model, target)


def _charges(g: Game, model: Model, target: Model, named: str = "") -> Iterator[Proposal]:
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
    end = there(model, region, place)
    risks = _risks(g, model, end, region, place)
    for action in g.actions(model):
        if action.icon == "melee" and action.is_attack and legal_targets(g, end, action, target.id):
            words = target_words(g, end, target, ActionInProgress(model.id, action))
            answers: Answers = (
                ("action", "Charge"),
                ("destination", place),
                ("attack", action.name),
                ("target", target.id),
            )
            charge = Proposal(answers, f"Charge, {action.name}{named}: {words}", path=((end.x, end.y),))
            yield risked(charge, risks)
