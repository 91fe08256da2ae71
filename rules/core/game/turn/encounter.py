"""The outermost loop: set-up, then Turns, until the Encounter is over (M3E-TURN-01).

It can be entered from a state alone at every ``g.boundary()``: before set-up, at each Start Phase, before
each Activation, at each End Phase. That is where checkpoints lie.
"""

from __future__ import annotations

from rules.core.game import content  # noqa: F401 - registers abilities, Strategies, Schemes, general Actions
from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.turn.activation import activation_step
from rules.core.game.turn.begin import begin
from rules.core.game.turn.end import end_phase
from rules.core.game.turn.start import start_phase


def encounter(g: Game) -> Proc[None]:
    """From wherever the state is to the end."""
    if g.state.phase == "setup":
        yield from begin(g)
    while g.state.phase != "over":
        g.boundary()
        if g.state.phase == "start":
            yield from start_phase(g)
        elif g.state.phase == "activation":
            yield from activation_step(g)
        else:
            yield from end_phase(g)
