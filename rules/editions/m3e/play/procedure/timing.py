"""The order of sequential and simultaneous effects (M3E-TIME-07 to -11).

``whole`` finishes an effect and then the effects it generated, first in first out. ``happen`` resolves all
reactions to moments that come at once: those of the first player's models one by one, then the other's, then
those of no model in the order of the first player. After each resolution the reactions are collected again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from rules.dialogue import Choice
from rules.editions.m3e.play.procedure.causes import cause
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import OBSERVERS, SOURCES, Happening, PendingReaction
from rules.game.narration import Names
from rules.game.procedure.asks import Proc, one_of

MOST_REACTIONS = 500
PASS = Choice("pass", "Nothing more")
Collect = Callable[[], list[PendingReaction]]
When = Callable[[], str]


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


def happen(g: Game, *happenings: Happening, besides: Collect | None = None) -> Proc[None]:
    """Resolve all reactions to moments that come at once, and what ``besides`` collects, in the order of
    M3E-TIME-11."""
    for happening in happenings:
        for observe in OBSERVERS[happening.moment]:
            observe(g, happening)

    def collect() -> list[PendingReaction]:
        reactions = [] if besides is None else besides()
        for number, happening in enumerate(happenings):
            repeated = any(earlier.moment == happening.moment for earlier in happenings[:number])
            for source in SOURCES[happening.moment]:
                for reaction in source(g, happening):
                    if repeated:
                        reaction = replace(reaction, key=f"{reaction.key}#{number}")
                    reactions.append(reaction)
        return reactions

    answering = collect()
    done: set[str] = set()
    when = partial(_when, g, happenings)
    for seat in g.seats():
        if answering:
            answering = yield from _of_models(g, collect, seat, done, answering, when)
    while ready := [one for one in answering if not one.model and one.key not in done]:
        chosen = yield from _choose(g.first, ready, when)
        if chosen is None:
            break
        done.add(chosen.key)
        yield from whole(g, chosen.resolve)
        answering = collect()


def _of_models(
    g: Game, collect: Collect, seat: int, done: set[str], answering: list[PendingReaction], when: When
) -> Proc[list[PendingReaction]]:
    """Resolve the reactions of one player's models: those of a model in any order, then those of the next one
    (M3E-TIME-11). ``answering`` are the reactions at the start; return those that remain."""
    at = ""
    while ready := [one for one in answering if one.model and one.seat == seat and one.key not in done]:
        if len(done) > MOST_REACTIONS:
            raise RecursionError(f"{ready[0].label} never ends")
        here = [reaction for reaction in ready if reaction.model == at] or ready
        chosen = yield from _choose(seat, here, when)
        if chosen is None:
            done.update(reaction.key for reaction in here)
        else:
            chosen = yield from _one_replace(g, chosen, answering, done)
            done.add(chosen.key)
            at = chosen.model
            yield from whole(g, chosen.resolve)
        answering = collect()
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


WHEN = {
    "start_phase": "Start of the Turn",
    "end_phase": "End of the Turn",
    "activation_begins": "{model} Activates",
    "activation_ends": "The Activation of {model} ends",
    "activated": "{model} has Activated",
    "damaged": "{model} was damaged",
    "killed": "{model} was killed",
    "declared": "{model} declared an Action",
    "action_resolved": "{model} resolved an Action",
    "moved": "{model} moved",
    "targeted": "{model} was targeted",
    "healed": "{model} Healed",
    "deployed": "{model} was deployed",
    "summoned": "{model} was Summoned",
    "initiative_known": "Initiative is settled",
}
"""When the reactions to a moment come, in words."""


def _when(g: Game, happenings: tuple[Happening, ...]) -> str:
    """The moment of the reactions; what they belong to where it has no words of its own."""
    first = happenings[0] if len(happenings) == 1 else None
    if first is None or first.moment not in WHEN or (first.model is None and "{" in WHEN[first.moment]):
        return cause(g)
    return WHEN[first.moment].format(model=Names(g.state)(first.model.id) if first.model else "")


def _choose(seat: int, ready: list[PendingReaction], when: When) -> Proc[PendingReaction | None]:
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
    question = "What resolves next?" if mandatory else "Which abilities are used?"

    def worded() -> str:
        said = when()
        return f"{said}. {question}" if said else question

    again = len(ready) == 1 and ready[0].again
    key = yield from one_of(seat, kind, choices, rule=rule, text=worded, more=len(ready) - 1, again=again)
    return next((reaction for reaction in ready if reaction.key == key), None)


__all__ = ["happen", "settle", "whole"]
