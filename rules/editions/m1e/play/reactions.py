"""What cards do by themselves: at the end of a phase, and when a model activates near by (M1-TURN-03, -09,
M1R-SIM-01)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.dialogue import Choice
from rules.editions.m1e.play.cards import discard
from rules.editions.m1e.play.damage import HitM1, deal, heal, put
from rules.editions.m1e.play.figures import Moment, ReactionM1
from rules.editions.m1e.play.match import Match
from rules.game.procedure.asks import Proc, one_of, yes
from rules.game.state import Model, other

RULES: dict[Moment, str] = {"draw": "M1-TURN-03", "closing": "M1-TURN-09", "activates": "M1R-SIM-01"}


def answer(g: Match, moment: Moment, name: str = "") -> Proc[None]:
    """Resolve what answers the moment, each once: the players in the Turn's order, each in the order that it
    likes. ``name`` is the model that activates, empty at the end of a phase."""
    for seat in (g.state.initiative, other(g.state.initiative)):
        ready = {
            f"{bearer.id}:{number}": (bearer.id, reaction)
            for bearer in g.state.on_table()
            if bearer.player == seat
            for number, reaction in enumerate(g.figure(bearer).reactions)
            if reaction.when == moment and _concerns(g, bearer, reaction, name)
        }
        while ready:
            choices = [
                Choice(key, f"{g.model(who).name}: {held.name}", who) for key, (who, held) in ready.items()
            ]
            key = yield from one_of(
                seat, "order", choices, rule=RULES[moment], text="What comes first?", forced=True
            )
            bearer, reaction = ready.pop(key)
            if g.model(bearer).on_table and _concerns(g, g.model(bearer), reaction, name):
                yield from _react(g, bearer, reaction, name or bearer)


def awaiting(g: Match, name: str) -> Iterator[ReactionM1]:
    """What would answer the activation of that model (M1R-SIM-01)."""
    for bearer in g.state.on_table():
        for reaction in g.figure(bearer).reactions:
            if reaction.when == "activates" and _concerns(g, bearer, reaction, name):
                yield reaction


def _concerns(g: Match, bearer: Model, reaction: ReactionM1, name: str) -> bool:
    """Whether it is the bearer's own end of a phase, or such a model activates within its inches: not the
    bearer itself."""
    if not name:
        return True
    model = g.model(name)
    if model.id == bearer.id or not g.in_circle(bearer, model, reaction.inches):
        return False
    return reaction.whom == "all" or (reaction.whom == "own") == (model.player == bearer.player)


def _react(g: Match, bearer: str, reaction: ReactionM1, target: str) -> Proc[None]:
    """The effect on the target; where it costs Control Cards, only if its player discards them."""
    model = g.model(bearer)
    if reaction.cards:
        if len(g.crew(model.player).hand) < reaction.cards:
            return
        rule = RULES[reaction.when]
        text = f"{model.name}, {reaction.name}: discard {reaction.cards} for it?"
        if not (yield from yes(model.player, "use", rule=rule, text=text, about=(bearer, target))):
            return
        yield from discard(
            g, model.player, reaction.cards, reaction.cards, rule=rule, text=f"{reaction.name}: which?"
        )
    if reaction.wounds:
        yield from deal(
            g, HitM1(target=target, amount=reaction.wounds, by=bearer, source=reaction.name, wounds=True)
        )
    if not g.model(target).in_play:
        return
    if reaction.heals:
        heal(g, target, reaction.heals, bearer)
    put(g, target, reaction.gives)
