"""What a question comes from, in a player's words: "Terrifying: Rifle at Beckoner needs a Wp duel"."""

from __future__ import annotations

from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress
from rules.game.narration import Names
from rules.game.procedure.asks import Words


def cause(g: Game) -> str:
    """The duel that no Action makes, or else the innermost Action; empty when nothing is being resolved."""
    depth, duel = g.simple[-1] if g.simple else (-1, None)
    going_on = g.in_progress[-1] if g.in_progress else None
    if duel is not None and depth == len(g.in_progress):
        return _of_duel(g, duel, going_on)
    return _of_action(g, going_on) if going_on is not None else ""


def asked(g: Game, question: str) -> Words:
    """The question behind its cause."""

    def worded() -> str:
        said = cause(g)
        return f"{said}. {question}" if said else question

    return worded


def _of_action(g: Game, going_on: ActionInProgress) -> str:
    names = Names(g.state)
    at = f" at {names(going_on.target)}" if going_on.target else ""
    return f"{names(going_on.model)}: {going_on.action.name}{at}"


def _of_duel(g: Game, duel: DuelInProgress, going_on: ActionInProgress | None) -> str:
    names, stat = Names(g.state), duel.actor.stat_name
    needs = f"{stat.capitalize() if len(stat) == 2 else 'Skill'} duel"
    why = f"{duel.why}: " if duel.why else ""
    if going_on is not None and going_on.model == duel.actor.model:
        at = f" at {names(going_on.target)}" if going_on.target else ""
        return f"{why}{going_on.action.name}{at} needs a {needs} of {names(duel.actor.model)}"
    return f"{why}a {needs} of {names(duel.actor.model)}"
