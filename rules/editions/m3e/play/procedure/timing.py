"""The order of sequential and simultaneous effects (M3E-TIME-07 to -11).

``whole`` finishes an effect and then the effects it generated, first in first out. ``happen`` resolves all
reactions to a moment: those of the first player's models one by one, then the other's, then the rest. After
each resolution the reactions are collected again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from rules.dialogue import Choice
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import OBSERVERS, SOURCES, Happening, PendingReaction
from rules.game.procedure.asks import Proc, one_of

MOST_REACTIONS = 500
PASS = Choice("pass", "Nothing more")


def whole(g: Game, effect: Callable[[], Proc[None]]) -> Proc[None]:
    """Resolve the effect, then the effects generated meanwhile in the order of generation (M3E-TIME-08)."""
    g.waiting.append(deque())
    yield from effect()
    yield from settle(g)
    g.waiting.pop()
    if len(g.waiting) == 1:
        yield from settle(g)


def settle(g: Game) -> Proc[None]:
    """Resolve the effects in the current queue until it is empty."""
    queue = g.waiting[-1]
    while queue:
        yield from queue.popleft()()


def happen(g: Game, happening: Happening) -> Proc[None]:
    """Resolve all reactions to the moment in the order of M3E-TIME-11."""
    for observe in OBSERVERS:
        observe(g, happening)
    answering = _answering(g, happening)
    done: set[str] = set()
    for seat in g.seats():
        if answering:
            answering = yield from _one_side(g, happening, seat, done, answering)


def _answering(g: Game, happening: Happening) -> list[PendingReaction]:
    return [reaction for source in SOURCES for reaction in source(g, happening)]


def _one_side(
    g: Game, happening: Happening, seat: int, done: set[str], answering: list[PendingReaction]
) -> Proc[list[PendingReaction]]:
    """Resolve one player's reactions: those of a model in any order, then those of the next model; those
    without a model last (M3E-TIME-11). ``answering`` are the reactions at the start; return those that remain
    for the other side."""
    at = ""
    while ready := [one for one in answering if one.seat == seat and one.key not in done]:
        if len(done) > MOST_REACTIONS:
            raise RecursionError(f"{happening.moment}: {ready[0].label} never ends")
        of_models = [reaction for reaction in ready if reaction.model]
        here = [reaction for reaction in of_models if reaction.model == at] or of_models or ready
        chosen = yield from _choose(seat, here)
        if chosen is None:
            done.update(reaction.key for reaction in here)
        else:
            chosen = yield from _one_replace(g, chosen, answering, done)
            done.add(chosen.key)
            at = chosen.model
            yield from whole(g, chosen.resolve)
        answering = _answering(g, happening)
    return answering


def _one_replace(
    g: Game, chosen: PendingReaction, answering: list[PendingReaction], done: set[str]
) -> Proc[PendingReaction]:
    """The Replace that resolves: when another player's effect would Replace the same model too, the
    model's controller picks one and the others are ignored (M3E-REPL-07)."""
    rivals = [
        one
        for one in answering
        if chosen.replaces == one.replaces != ""
        and (one is chosen or (one.mandatory and one.seat != chosen.seat and one.key not in done))
    ]
    if len(rivals) < 2:
        return chosen
    key = yield from one_of(
        g.model(chosen.replaces).player,
        "order",
        [Choice(one.key, one.label, one.model) for one in rivals],
        rule="M3E-REPL-07",
        text="Which Replace resolves?",
        about=(chosen.replaces,),
    )
    done.update(one.key for one in rivals)
    return next(one for one in rivals if one.key == key)


def _choose(seat: int, ready: list[PendingReaction]) -> Proc[PendingReaction | None]:
    """The reaction to resolve next; ``None`` when the optional ones are declined. A single mandatory
    reaction, and the order of mere endings, are not asked about."""
    mandatory = [reaction for reaction in ready if reaction.mandatory]
    if mandatory and (len(ready) == 1 or all(reaction.only_ends for reaction in ready)):
        return ready[0]
    choices = [Choice(reaction.key, reaction.label, reaction.model) for reaction in ready]
    if not mandatory:
        choices.append(PASS)
    kind = "use" if not mandatory else "order"
    rule = ready[0].rule or "M3E-TIME-11"
    key = yield from one_of(seat, kind, choices, rule=rule, text="What resolves next?")
    return next((reaction for reaction in ready if reaction.key == key), None)


__all__ = ["happen", "settle", "whole"]
