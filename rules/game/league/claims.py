"""What is written down for the league: Bounty portions and awards that players claim when the Encounter
ends, and Upgrades that Annihilate themselves when used (SL-UPG-13).
"""

from __future__ import annotations

from rules.dialogue import Choice
from rules.game.events import Event
from rules.game.events.crews import Claimed
from rules.game.events.table import Detached
from rules.game.league.terms import Award, Portion, SideTerms
from rules.game.procedure.asks import Proc, one_of, several
from rules.game.procedure.context import Game
from rules.game.state import Claim, Model, State

NOTHING = Choice("none", "Nothing more")


def claims(g: Game) -> Proc[None]:
    """Each side ticks what it did; the opponent confirms it with the result (SL-BOUNTY-05, SL-EVENT-04)."""
    if g.setup.terms is None:
        return
    for seat in g.seats():
        side = g.setup.terms.sides[seat]
        yield from _bounty(g, seat, side)
        choices = [Choice(str(a.number), f"{a.condition} ({a.scrip} Scrip)") for a in side.awards]
        for key in (
            yield from several(
                seat, "award", choices, 0, len(choices), rule="SL-EVENT-04", text="Which awards were had?"
            )
        ):
            g.emit(Claimed(Claim(kind="award", seat=seat, what=key)))


def _bounty(g: Game, seat: int, side: SideTerms) -> Proc[None]:
    """One tick after the other, since some portions come only after others."""
    while open_ones := ready(g.state, seat, side):
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


def ready(state: State, seat: int, side: SideTerms) -> list[Portion]:
    """The portions that side may tick now: in their order, no more often than is left or a game may bring."""
    return [portion for portion in side.portions if _ready(state, seat, side, portion)]


def left_of(state: State, seat: int, side: SideTerms) -> list[Award]:
    """The awards that side has not claimed."""
    had = {claim.what for claim in state.claims if claim.seat == seat and claim.kind == "award"}
    return [award for award in side.awards if str(award.number) not in had]


def _ready(state: State, seat: int, side: SideTerms, portion: Portion) -> bool:
    done = _ticked(state, seat, portion)
    if done >= portion.left or (portion.per_game is not None and done >= portion.per_game):
        return False
    before = side.portions[: side.portions.index(portion)]
    return not portion.in_order or all(_ticked(state, seat, earlier) >= earlier.left for earlier in before)


def _ticked(state: State, seat: int, portion: Portion) -> int:
    return sum(
        claim.seat == seat and claim.kind == "portion" and claim.what == portion.id for claim in state.claims
    )


def use_up(g: Game, model: str, upgrade: str) -> None:
    """Off the model, and written down for the league; nothing when it does not bear it."""
    for event in used_up(g.model(model), upgrade):
        g.emit(event)


def used_up(model: Model, upgrade: str) -> list[Event]:
    """The facts of it."""
    if upgrade not in model.upgrades:
        return []
    return [
        Detached(model.id, upgrade),
        Claimed(Claim(kind="used_up", seat=model.seat, what=upgrade, model=model.id)),
    ]
