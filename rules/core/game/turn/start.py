"""The Start Phase, steps A to E (M3E-TURN-02 to -10)."""

from __future__ import annotations

from rules.core.game.asks import Proc, one_of, yes
from rules.core.game.cards import Flip, check_hands, clear, discard, draw, offer_cheat, reveal, take
from rules.core.game.context import Game
from rules.core.game.events.turns import InitiativeSet, PassesSet, PhaseBegan, StonesChanged
from rules.core.game.hooks import Happening
from rules.core.game.options import Choice
from rules.core.game.state import other
from rules.core.game.timing import happen, whole
from rules.core.game.turn.end import step_c_game_end
from rules.core.game.turn.withdraw import goes_on, offer_withdrawal


def start_phase(g: Game) -> Proc[None]:
    yield from step_a_discard(g)
    yield from step_b_draw(g)
    yield from step_c_initiative(g)
    if not (yield from goes_on(g)):
        yield from step_c_game_end(g)
        return
    yield from whole(g, lambda: happen(g, Happening("start_phase")))
    step_e_passes(g)
    g.emit(PhaseBegan("activation", g.state.initiative))


def step_a_discard(g: Game) -> Proc[None]:
    """Each player may discard any hand cards (M3E-TURN-02)."""
    for seat in g.seats():
        hand = len(g.crew(seat).hand)
        yield from discard(
            g, seat, 0, hand, rule="M3E-TURN-02", text="Discard any cards before drawing.", told=False
        )


def step_b_draw(g: Game) -> Proc[None]:
    """Up to the maximum hand; then a Soulstone for two more, and down to the maximum (M3E-TURN-03)."""
    for seat in g.seats():
        yield from draw(g, seat, max(0, g.rules.hand_size - len(g.crew(seat).hand)))
    for seat in g.seats():
        if g.crew(seat).stones > 0:
            text = f"Use a Soulstone to draw {g.rules.stone_draw} cards?"
            if (yield from yes(seat, "draw", rule="M3E-TURN-03", text=text)):
                g.emit(StonesChanged(seat, -1, "draw"))
                yield from draw(g, seat, g.rules.stone_draw)
    yield from check_hands(g)


def step_c_initiative(g: Game) -> Proc[None]:
    """Flips, cheats, Pass Tokens added; the higher total chooses who has Initiative (M3E-TURN-04 to -06)."""
    while True:
        flips = yield from _initiative_flips(g)
        totals = [_value(flip) + g.crew(flip.seat).passes for flip in flips]
        if totals[0] != totals[1]:
            break
        for flip in flips:
            clear(g, flip)
    winner = int(totals[1] > totals[0])
    yield from offer_withdrawal(g, winner)
    seats = (Choice(str(winner), "You"), Choice(str(other(winner)), "Your opponent"))
    chosen = yield from one_of(winner, "initiative", seats, rule="M3E-TURN-04", text="Who has Initiative?")
    g.emit(InitiativeSet(int(chosen)))
    for seat in (0, 1):
        if g.crew(seat).passes:
            g.emit(PassesSet(seat, 0, "Initiative is settled"))
    facts = {"flips": flips}
    yield from whole(g, lambda: happen(g, Happening("initiative_known", facts=facts)))
    for flip in flips:
        clear(g, flip)


def _value(flip: Flip) -> int:
    assert flip.card is not None
    return flip.card.value


def _initiative_flips(g: Game) -> Proc[list[Flip]]:
    """Both flip; the lower flip may cheat first, on a tie who has Initiative. No duel: a Red Joker bars
    nobody (M3E-TURN-06)."""
    flips: list[Flip] = []
    for seat in g.seats():
        flip = yield from reveal(g, seat, 0, 0, "initiative")
        yield from take(g, flip)
        flips.append(flip)
    for flip in sorted(flips, key=lambda flip: (_value(flip), flip.seat != g.state.initiative)):
        text = f"{_value(flip)} for Initiative. Cheat?"
        yield from offer_cheat(g, flip, text=text)
    return sorted(flips, key=lambda flip: flip.seat)


def step_e_passes(g: Game) -> None:
    """The smaller Crew receives the difference in Pass Tokens (M3E-TURN-09, -10)."""
    by_crew = g.policies.pass_count == "crew"  # noqa: S105 - a policy's value
    sizes = [0, 0]
    for model in g.state.models.values():
        if model.in_play:
            sizes[model.seat if by_crew else model.player] += 1
    if sizes[0] != sizes[1]:
        smaller = int(sizes[1] < sizes[0])
        g.emit(PassesSet(smaller, abs(sizes[0] - sizes[1]), "the smaller Crew"))
