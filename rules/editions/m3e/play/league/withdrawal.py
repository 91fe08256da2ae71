"""Strategic Withdrawal: the question after each initiative flip, and its effect (SL-WITHDRAW-01 to -07)."""

from __future__ import annotations

from functools import partial

from rules.editions.m3e.play.effects.damage import kill
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.timing import whole
from rules.game.events.crews import Withdrew
from rules.game.events.table import LeftPlay
from rules.game.league.withdrawal import WITHDRAWN, may_withdraw
from rules.game.procedure.asks import Proc, yes
from rules.game.state import other


def offer_withdrawal(g: Game, winner: int) -> Proc[None]:
    """Ask directly after the flip, its winner first. Once a Crew has withdrawn the other may not, unless the
    league allows both (A-09)."""
    terms = g.setup.terms
    if terms is None:
        return
    for seat in (winner, other(winner)):
        gone = tuple(withdrawal.seat for withdrawal in g.state.withdrawals)
        if seat not in may_withdraw(winner, gone, terms):
            continue
        text = f"Turn {g.state.turn}: declare a Strategic Withdrawal? All of your models leave play."
        if (yield from yes(seat, "withdraw", rule="SL-WITHDRAW-01", text=text)):
            yield from withdraw(g, seat)


def withdraw(g: Game, seat: int) -> Proc[None]:
    """Remove every model of the Crew from play, neither killed nor sacrificed and so without a flip; Buried
    models as the league says (A-10)."""
    assert g.setup.terms is not None
    g.emit(Withdrew(seat))
    for name, model in tuple(g.state.models.items()):
        if model.seat != seat or not g.model(name).in_play:
            continue
        if model.where == "buried" and g.setup.terms.withdraw_buried == "killed":
            yield from whole(g, partial(_killed, g, name))
        else:
            g.emit(LeftPlay(name, WITHDRAWN))


def _killed(g: Game, name: str) -> Proc[None]:
    yield from kill(g, name, source=WITHDRAWN, instant=True)


def goes_on(g: Game) -> Proc[bool]:
    """Whether the Turn is played: a player left alone may play out the rest (SL-WITHDRAW-06, -07)."""
    left = [seat for seat in (0, 1) if g.state.withdrew(seat) is None]
    if len(left) == 2:
        return True
    if not left:
        return False
    text = "The other Crew has withdrawn. Play on for VP?"
    return (yield from yes(left[0], "play_on", rule="SL-WITHDRAW-06", text=text))
