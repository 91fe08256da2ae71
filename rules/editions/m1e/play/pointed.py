"""What a tap on the table proposes in the First Edition: Walks to the ground; Strikes, spells and a Charge at
a model. Distances to others are not measured before a target is declared (M1-GLO-07): who is seen is offered,
and nothing says how far away it is, nor whose melee range a place lies in. See ``rules.game.pointing``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from rules.dialogue import Answer, Options
from rules.editions.m1e.play.actions import ActionOffer, ap_left, menu, targets_of_offer
from rules.editions.m1e.play.ground.movement import harms_on, region
from rules.editions.m1e.play.match import PANIC, POISON, Match, melee_range, threatened_by
from rules.editions.m1e.play.morale import frightened_by, shrinks_from
from rules.editions.m1e.play.reactions import awaiting
from rules.game.narration import Names
from rules.game.pointing import HARMFUL, Proposal, Walker, begun, ready_model, risked, there, walk_proposals
from rules.game.procedure.asks import Ask
from rules.game.state import Model
from rules.game.table_access.spots import grid
from rules.table.geometry.footprints import MM

MORALE, DISENGAGING = "after a Morale Duel", "perhaps past Disengaging Strikes"
"""Risks: what may stop an Action, or a Walk, before it begins (M1-MOR-03, M1-CMB-05)."""
MORALE_THERE = "perhaps into a Morale Duel"
HARM_LIES_THERE = "with harm on the way"
PLACED = ("walk", "jump")
"""Actions that are said by pointing at where they lead."""


def pointed(
    g: Match, ask: Ask, actor: str, target: Model | None, place: Sequence[float]
) -> tuple[Proposal, ...]:
    """What a tap on ``target``, or on the ground at ``place``, may mean for the model ``actor``; nothing
    where it neither acts nor may activate now."""
    model = _ready(g, ask, actor)
    if model is None:
        return ()
    at = _at_ground(g, model, grid(place[0], place[1])) if target is None else _at_model(g, model, target)
    return _begun(g, ask, model, at)


def listed(g: Match, ask: Ask, actor: str) -> tuple[Proposal, ...]:
    """What the model may do now without a place to point at."""
    model = _ready(g, ask, actor)
    if model is None:
        return ()
    return _begun(g, ask, model, _without_place(g, model))


def _ready(g: Match, ask: Ask, actor: str) -> Model | None:
    """The model that acts, or may activate and then act: one that is panicked spends its activation otherwise
    (M1-MOR-02, -08)."""
    model = ready_model(g.state, ask, actor)
    return None if model is not None and ask.kind != "action" and model.has(PANIC) else model


def _begun(g: Match, ask: Ask, model: Model, proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """Those proposals as answers to the question; each Action begins with the Morale Duels of a model that
    faces what is terrifying (M1-MOR-03)."""
    risks = [] if ask.kind == "action" else list(_activation_risks(g, model))
    if frightened_by(g, model):
        risks.append(MORALE)
    return begun(ask, model.id, (risked(one, risks) for one in proposals))


def _activation_risks(g: Match, model: Model) -> Iterator[str]:
    """What may leave the model without its Action when it activates (M1R-SIM-01, M1R-POI-02)."""
    for reaction in awaiting(g, model.id):
        if reaction.wounds or reaction.gives:
            yield f"after {reaction.name}"
    if model.conditions.get(POISON, 0) >= model.health:
        yield "after Poison"


def _without_place(g: Match, model: Model) -> Iterator[Proposal]:
    names = Names(g.state)
    for offer in menu(g, model):
        targets = targets_of_offer(g, model, offer)
        if targets is None and offer.action not in PLACED:
            yield Proposal((("action", offer.key),), offer.label)
        for target in targets or ():
            yield _at(g, model, offer, target, f"{offer.label} at {names(target.id)}")


def _at_ground(g: Match, model: Model, place: list[float]) -> Iterator[Proposal]:
    if all(offer.key != "walk" for offer in menu(g, model)):
        return
    inches = g.movement(model, "wk")

    def walks(held: Model) -> Options:
        return region(g, held, inches)

    enemies = [enemy for enemy in g.state.on_table() if enemy.player != model.player]
    threatened, faced = threatened_by(g, model), frightened_by(g, model)
    armed = any(melee_range(g, enemy) is not None for enemy in enemies)
    frightful = any(shrinks_from(g, model, enemy) for enemy in enemies if enemy not in faced)

    def risks(held: Model, end: Model, moves: Options, way: Answer) -> tuple[str, ...]:
        """The same from whatever place and to whatever place, as far as enemies are concerned."""
        said = {
            DISENGAGING: threatened or (armed and held is not model),
            HARMFUL: harms_on(g, held, end, moves, way),
            MORALE_THERE: frightful,
        }
        return tuple(words for words, applies in said.items() if applies)

    number = ap_left(g, model) // g.rules.price("walk")
    walker = Walker(model, walks, lambda held: False, risks, number)
    yield from walk_proposals(walker, "walk", place, measured=False)


def _at_model(g: Match, model: Model, target: Model) -> Iterator[Proposal]:
    for offer in menu(g, model):
        if any(one.id == target.id for one in targets_of_offer(g, model, offer) or ()):
            yield _at(g, model, offer, target, offer.label)


def _at(g: Match, model: Model, offer: ActionOffer, target: Model, words: str) -> Proposal:
    proposal = Proposal((("action", offer.key), ("target", target.id)), words)
    return risked(proposal, _charge_risks(g, model, target) if offer.action == "charge" else ())


def _charge_risks(g: Match, model: Model, target: Model) -> Iterator[str]:
    """What may come of a Charge at the target: whatever lies on the line to it, because nothing says that it
    is within reach (M1-GLO-07)."""
    if shrinks_from(g, model, target) and target not in frightened_by(g, model):
        yield MORALE
    far = hypot(target.x - model.x, target.y - model.y)
    line = region(g, model, far, "charge", target)
    share = max(0.0, 1 - (model.mm + target.mm) / 2 * MM / far) if far else 0.0
    place = grid(model.x + share * (target.x - model.x), model.y + share * (target.y - model.y))
    if line.contains(place) and harms_on(g, model, there(model, line, place), line, place):
        yield HARM_LIES_THERE
