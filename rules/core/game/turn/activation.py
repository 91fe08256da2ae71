"""The Activation Phase, steps A to D (M3E-TURN-11 to -17)."""

from __future__ import annotations

from rules.core.game.actions.deed import Deed
from rules.core.game.actions.menu import END, menu
from rules.core.game.actions.take import take_action
from rules.core.game.asks import Proc, one_of, yes
from rules.core.game.cards import check_hands
from rules.core.game.context import Game
from rules.core.game.effects import lasting
from rules.core.game.effects.conditions import action_limit, expire
from rules.core.game.events.turns import ActivationBegan, ActivationEnded, ActiveSet, PhaseBegan, SidePassed
from rules.core.game.hooks import Happening
from rules.core.game.options import Choice
from rules.core.game.state import Model, other
from rules.core.game.timing import happen, whole


def activation_step(g: Game) -> Proc[None]:
    """One pass through A to D, or from C when a chain says who is next."""
    name = _chained(g)
    if not name:
        if (yield from step_a_pass(g)):
            step_d_next(g)
            return
        name = yield from step_b_pick(g)
    if name:
        yield from step_c_activate(g, name)
    if not _chained(g):
        step_d_next(g)


def _chained(g: Game) -> str:
    """The model that is to Activate next, if it still can (M3E-TURN-16)."""
    name = g.state.chained
    if not name or g.state.in_a_row == 0 or g.state.in_a_row >= g.policies.chain_limit:
        return ""
    return name if g.model(name).in_play and not g.model(name).activated else ""


def waiting(g: Game, seat: int) -> list[Model]:
    """The models that player could Activate: controlled, in play, not Activated this Turn (M3E-TURN-12)."""
    return [
        model
        for model in g.state.models.values()
        if model.in_play and not model.activated and model.player == seat
    ]


def step_a_pass(g: Game) -> Proc[bool]:
    """Instead of Activating the Active player may discard a Pass Token (M3E-TURN-11)."""
    seat = g.first
    passes = g.crew(seat).passes
    if not passes or not waiting(g, seat):
        return False
    if (yield from yes(seat, "pass", rule="M3E-TURN-11", text=f"Pass? You have {passes}.")):
        g.emit(SidePassed(seat, passes - 1))
        return True
    return False


def step_b_pick(g: Game) -> Proc[str]:
    """A model that has not Activated; its id, or nothing when there is none (M3E-TURN-12)."""
    ready = waiting(g, g.first)
    if not ready:
        return ""
    return (
        yield from one_of(
            g.first,
            "activate",
            [Choice(model.id, model.name, model.id) for model in ready],
            rule="M3E-TURN-12",
            text="Activate which model?",
        )
    )


def step_c_activate(g: Game, name: str) -> Proc[None]:
    """Start-of-Activation effects, Actions, end-of-Activation effects; then it has Activated
    (M3E-TURN-13)."""
    g.emit(ActivationBegan(name))
    yield from whole(g, lambda: happen(g, Happening("activation_begins", model=g.model(name))))
    yield from _actions(g)
    name = g.state.activating
    if g.model(name).in_play:
        yield from whole(g, lambda: happen(g, Happening("activation_ends", model=g.model(name))))
    if g.model(name).in_play:
        yield from whole(g, lambda: expire(g, name, "activation"))
    lasting.expire(g, "activation")
    done = g.model(name)
    g.emit(ActivationEnded(name))
    if done.in_play:
        yield from whole(g, lambda: happen(g, Happening("activated", model=done)))
    yield from check_hands(g)


def _actions(g: Game) -> Proc[None]:
    """Actions, one wholly after the other, while limits last (M3E-TURN-14, -15). A Replace during it hands
    the Activation on (M3E-REPL-07)."""
    while True:
        model = g.model(g.state.activating)
        if not model.in_play:
            return
        ready = menu(g, model)
        if not ready and (not model.on_table or model.acts >= action_limit(g, model)):
            return
        choices = [Choice(action.name, action.name) for action in ready]
        key = yield from one_of(
            model.player,
            "action",
            (*choices, END),
            rule="M3E-TURN-14",
            text=f"{model.name}: which Action?",
            about=(model.id,),
        )
        if key == END.key:
            return
        action = next(found for found in ready if found.name == key)
        yield from take_action(g, Deed(model.id, action))


def step_d_next(g: Game) -> None:
    """The opponent is Active while any model has not Activated; else the End Phase (M3E-TURN-17)."""
    if any(waiting(g, seat) for seat in (0, 1)):
        g.emit(ActiveSet(other(g.first)))
    else:
        g.emit(PhaseBegan("end"))
