"""The End Phase, steps A to D (M3E-TURN-18 to -23)."""

from __future__ import annotations

from functools import partial

from rules.core.game.asks import Proc
from rules.core.game.cards import check_hands, shuffle
from rules.core.game.context import Game
from rules.core.game.effects import (
    conditions_end,  # noqa: F401 - registers Burning and Poison
    lasting,
)
from rules.core.game.effects.conditions import expire
from rules.core.game.effects.kill import kill
from rules.core.game.events.turns import EncounterEnded, TurnBegan
from rules.core.game.hooks import Happening
from rules.core.game.scoring.score import score_game_end, score_turn
from rules.core.game.timing import happen, whole
from rules.core.game.turn.claims import claims


def end_phase(g: Game) -> Proc[None]:
    yield from step_a_effects(g)
    yield from whole(g, lambda: score_turn(g))
    yield from check_hands(g)
    if g.state.turn >= (g.setup.turns or g.rules.turns):
        yield from step_c_game_end(g)
        return
    for seat in g.seats():
        yield from shuffle(g, seat)
    g.emit(TurnBegan(g.state.turn + 1))


def step_a_effects(g: Game) -> Proc[None]:
    """What lasts until the End Phase expires; then what happens during it (M3E-TURN-18)."""
    for name in tuple(g.state.models):
        if g.model(name).in_play:
            yield from whole(g, partial(expire, g, name, "end_phase"))
    lasting.expire(g, "end_phase")
    in_play = frozenset(name for name, model in g.state.models.items() if model.in_play)
    yield from whole(g, lambda: happen(g, Happening("end_phase", facts={"in_play": in_play})))


def step_c_game_end(g: Game) -> Proc[None]:
    """After the last Turn: Buried models are killed, end-of-game VP scored, over (M3E-TURN-22, M3E-BURY-04,
    -06)."""
    if g.policies.buried_at_end == "kill_then_score":
        yield from _kill_buried(g)
    yield from whole(g, lambda: score_game_end(g))
    if g.policies.buried_at_end == "score_then_kill":
        yield from _kill_buried(g)
    yield from claims(g)
    g.emit(EncounterEnded())


def _kill_buried(g: Game) -> Proc[None]:
    for name, model in tuple(g.state.models.items()):
        if model.where == "buried":
            yield from whole(g, partial(_killed, g, name))


def _killed(g: Game, name: str) -> Proc[None]:
    yield from kill(g, name, source="Buried at the end", instant=True)
