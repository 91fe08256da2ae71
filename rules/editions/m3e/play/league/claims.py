"""The questions by which each side claims at the end of an Encounter what it did (SL-BOUNTY-05,
SL-EVENT-04)."""

from __future__ import annotations

from rules.dialogue import Choice
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.scoring import SCORING
from rules.game.events.crews import Claimed
from rules.game.league.claims import left_of, ready, used_up
from rules.game.league.terms import SideTerms
from rules.game.procedure.asks import Proc, one_of, several
from rules.game.state import Claim

NOTHING = Choice("none", "Nothing more")


def claims(g: Game) -> Proc[None]:
    """Let each side claim what it did; the opponent confirms it with the result (SL-BOUNTY-05,
    SL-EVENT-04)."""
    if g.setup.terms is None:
        return
    for seat in g.seats():
        side = g.setup.terms.sides[seat]
        yield from _bounty(g, seat, side)
        choices = [
            Choice(str(a.number), f"{a.condition} ({a.scrip} Scrip)")
            for a in left_of(g.setup, g.state, seat, SCORING)
        ]
        for key in (
            yield from several(
                seat, "award", choices, 0, len(choices), rule="SL-EVENT-04", text="Which awards were had?"
            )
        ):
            g.emit(Claimed(Claim(kind="award", seat=seat, what=key)))


def _bounty(g: Game, seat: int, side: SideTerms) -> Proc[None]:
    """Ask for one portion after the other, since some portions require others."""
    while open_ones := ready(g.setup, g.state, seat, SCORING):
        choices = [Choice(portion.id, portion.goal) for portion in open_ones]
        key = yield from one_of(
            seat,
            "bounty",
            (*choices, NOTHING),
            rule="SL-BOUNTY-05",
            text=f"{side.bounty_name}: what was done in this game?",
        )
        if key == NOTHING.key:
            return
        g.emit(Claimed(Claim(kind="portion", seat=seat, what=key)))


def use_up(g: Game, model: str, upgrade: str) -> None:
    """Remove the Upgrade from the model and record it for the league; do nothing when the model does not have
    it."""
    for event in used_up(g.model(model), upgrade):
        g.emit(event)
