"""Strategies and Schemes of a league's other seasons: the engine holds order and caps, the players say what
scored."""

from __future__ import annotations

from rules.core.game.asks import Proc, several, yes
from rules.core.game.context import Game
from rules.core.game.events.turns import SchemeRevealed, Scored
from rules.core.game.options import Choice
from rules.core.game.scoring import SCHEMES, STRATEGIES
from rules.core.game.state import Scheme, Score


def strategy_by_hand(g: Game, seat: int, able: bool) -> Proc[None]:
    """Whether the Strategy that no file knows scored its VP of this Turn (M3E-STRAT-01)."""
    name = g.state.strategy
    if g.setup.terms is None or not name or name in STRATEGIES or not able:
        return
    text = f"{name}: do you score 1 VP this Turn?"
    if (yield from yes(seat, "by_hand", rule="M3E-STRAT-01", text=text)):
        g.emit(Scored(Score(g.state.turn, seat, name, "strategy")))


def schemes_by_hand(g: Game, seat: int, able: list[Scheme], step: str) -> Proc[None]:
    """Which of those Schemes scored: revealed for it, or at the game's end (M3E-SCHEME-01, -02). Asked while
    any is held, so that the question tells nothing."""
    choices = [Choice(scheme.name, scheme.name) for scheme in able]
    chosen = yield from several(
        seat,
        "by_hand",
        choices,
        0,
        len(choices),
        rule="M3E-SCHEME-01",
        text="Which Schemes score 1 VP at the end of the game?"
        if step == "end"
        else "Which Schemes score 1 VP this Turn?",
    )
    for scheme in able:
        if scheme.name in chosen:
            if not scheme.revealed:
                g.emit(SchemeRevealed(seat, scheme))
            g.emit(Scored(Score(g.state.turn, seat, scheme.name, "end" if step == "end" else "reveal")))


def unknown(g: Game, seat: int) -> list[Scheme]:
    """The Schemes of that side that no file knows; none outside a league."""
    held = g.crew(seat).schemes if g.setup.terms is not None else ()
    return [scheme for scheme in held if scheme.name not in SCHEMES]
