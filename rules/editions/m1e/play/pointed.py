"""What a tap on the table proposes in the First Edition: Walks to the ground; Strikes, spells and a Charge at
a model. Distances to others are not measured before a target is declared (M1-GLO-07): who is seen is offered,
and nothing says how far away it is. See ``rules.game.pointing``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.dialogue import Answer, Options
from rules.editions.m1e.play.actions import ActionOffer, ap_left, menu, targets_of_offer
from rules.editions.m1e.play.ground.movement import harms_on, region
from rules.editions.m1e.play.match import Match, opponents
from rules.game.narration import Names
from rules.game.pointing import Proposal, Walker, begun, ready_model, walk_proposals
from rules.game.procedure.asks import Ask
from rules.game.state import Model
from rules.game.table_access.spots import grid

PLACED = ("walk", "jump")
"""Actions that are said by pointing at where they lead."""


def pointed(
    g: Match, ask: Ask, actor: str, target: Model | None, place: Sequence[float]
) -> tuple[Proposal, ...]:
    """What a tap on ``target``, or on the ground at ``place``, may mean for the model ``actor``; nothing
    where it neither acts nor may activate now."""
    model = ready_model(g.state, ask, actor)
    if model is None:
        return ()
    at = _at_ground(g, model, grid(place[0], place[1])) if target is None else _at_model(g, model, target)
    return begun(ask, actor, at)


def listed(g: Match, ask: Ask, actor: str) -> tuple[Proposal, ...]:
    """What the model may do now without a place to point at."""
    model = ready_model(g.state, ask, actor)
    if model is None:
        return ()
    return begun(ask, actor, _without_place(g, model))


def _without_place(g: Match, model: Model) -> Iterator[Proposal]:
    names = Names(g.state)
    for offer in menu(g, model):
        targets = targets_of_offer(g, model, offer)
        if targets is None and offer.action not in PLACED:
            yield Proposal((("action", offer.key),), offer.label)
        for target in targets or ():
            yield _at(offer, target, f"{offer.label} at {names(target.id)}")


def _at_ground(g: Match, model: Model, place: list[float]) -> Iterator[Proposal]:
    if all(offer.key != "walk" for offer in menu(g, model)):
        return
    inches = g.movement(model, "wk")

    def walks(held: Model) -> Options:
        return region(g, held, inches)

    def harmed(held: Model, end: Model, moves: Options, way: Answer) -> bool:
        return harms_on(g, held, end, moves, way)

    number = int(ap_left(g, model) / g.rules.price("walk"))
    walker = Walker(model, walks, lambda held: bool(opponents(g, held)), harmed, number)
    yield from walk_proposals(walker, "walk", place, measured=False)


def _at_model(g: Match, model: Model, target: Model) -> Iterator[Proposal]:
    for offer in menu(g, model):
        if any(one.id == target.id for one in targets_of_offer(g, model, offer) or ()):
            yield _at(offer, target, offer.label)


def _at(offer: ActionOffer, target: Model, words: str) -> Proposal:
    return Proposal((("action", offer.key), ("target", target.id)), words)
