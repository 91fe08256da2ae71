"""Scoring in its order and under its caps (M3E-TURN-19 to -22, M3E-STRAT-01, M3E-SCHEME-01, -02)."""

from __future__ import annotations

from rules.core.game.asks import Proc, one_of, several
from rules.core.game.context import Game
from rules.core.game.events.turns import SchemeRevealed, Scored
from rules.core.game.hooks import Happening
from rules.core.game.options import Choice
from rules.core.game.scoring import SCHEMES, strategy_in_play
from rules.core.game.state import Scheme, Score, other
from rules.core.game.timing import happen


def score_turn(g: Game) -> Proc[None]:
    """Strategy first, Initiative's Crew first; then the Schemes, in the order Initiative picks (-19, -20)."""
    yield from happen(g, Happening("turn_ends"))
    first = g.state.initiative
    order = (first, other(first))
    if g.policies.scoring_order == "initiative_decides":
        order = yield from _order(g, "strategy")
    for seat in order:
        score_strategy(g, seat)
    for seat in (yield from _order(g, "schemes")) if _schemes_matter(g) else order:
        yield from reveal_at_turn_end(g, seat)


def _schemes_matter(g: Game) -> bool:
    return any(crew.schemes for crew in g.state.crews) and g.state.turn >= g.rules.first_scoring_turn


def _order(g: Game, what: str) -> Proc[tuple[int, int]]:
    """Who has Initiative says who scores first."""
    first = g.state.initiative
    choices = (Choice(str(first), "You"), Choice(str(other(first)), "Your opponent"))
    key = yield from one_of(first, "order", choices, rule="M3E-TURN-20", text=f"Who scores {what} first?")
    return int(key), other(int(key))


def scored_this_turn(g: Game, seat: int, source: str) -> bool:
    return any(
        score.seat == seat and score.source == source and score.turn == g.state.turn
        for score in g.state.scores
    )


def can_score(g: Game, seat: int, source: str, cap: int) -> bool:
    """Nothing on Turn 1, one VP a Turn from each source, never above its cap (M3E-TURN-21, M3E-SCHEME-02)."""
    return (
        g.state.turn >= g.rules.first_scoring_turn
        and not scored_this_turn(g, seat, source)
        and g.state.vp_from(seat, source) < cap
    )


def score_strategy(g: Game, seat: int) -> None:
    """One VP when what is counted is above the VP scored from it so far (M3E-STRAT-01)."""
    found = strategy_in_play(g)
    if found is None or not can_score(g, seat, found.name, g.rules.strategy_cap):
        return
    if found.count(g, seat) > g.state.vp_from(seat, found.name):
        g.emit(Scored(Score(g.state.turn, seat, found.name, "strategy")))


def unrevealed(g: Game, seat: int) -> list[Scheme]:
    return [scheme for scheme in g.crew(seat).schemes if not scheme.revealed and scheme.name in SCHEMES]


def revealable(g: Game, seat: int, moment: str) -> list[Scheme]:
    """The Schemes that may be revealed now; only together with their VP (M3E-SCHEME-19)."""
    return [
        scheme
        for scheme in unrevealed(g, seat)
        if SCHEMES[scheme.name].moment == moment
        and (g.policies.reveal_without_vp or can_score(g, seat, scheme.name, g.rules.scheme_cap))
        and SCHEMES[scheme.name].may_reveal(g, seat, scheme.secret)
    ]


def reveal_at_turn_end(g: Game, seat: int) -> Proc[None]:
    """The player may reveal what can be revealed. Asked while any Scheme is hidden, so that the question
    tells the opponent nothing."""
    if not unrevealed(g, seat) or g.state.turn < g.rules.first_scoring_turn:
        return
    ready = revealable(g, seat, "turn_ends")
    options = [Choice(scheme.name, scheme.name) for scheme in ready]
    if options:
        names = yield from several(
            seat, "schemes", options, 0, len(options), ordered=True, rule="M3E-SCHEME-01",
            text="Reveal which Schemes?",
        )  # fmt: skip
    else:
        yield from one_of(
            seat, "schemes", (Choice("none", "No Scheme"),), rule="M3E-SCHEME-01",
            text="No Scheme can be revealed now.",
        )  # fmt: skip
        names = []
    for name in names:
        if any(scheme.name == name for scheme in revealable(g, seat, "turn_ends")):
            yield from reveal(g, seat, name)


def reveal(g: Game, seat: int, name: str) -> Proc[None]:
    """Reveal a Scheme, take what it takes, score its VP."""
    scheme = next(found for found in g.crew(seat).schemes if found.name == name)
    g.emit(SchemeRevealed(seat, scheme))
    yield from SCHEMES[name].pay_reveal(g, seat, scheme.secret)
    if can_score(g, seat, name, g.rules.scheme_cap):
        g.emit(Scored(Score(g.state.turn, seat, name, "reveal")))


def score_game_end(g: Game) -> Proc[None]:
    """End-of-game VP, counted as scored in the last Turn (M3E-TURN-22)."""
    for seat in (g.state.initiative, other(g.state.initiative)):
        for scheme in g.crew(seat).schemes:
            rules = SCHEMES.get(scheme.name)
            if rules is None or not can_score(g, seat, scheme.name, g.rules.scheme_cap):
                continue
            if rules.may_end(g, seat, scheme.secret, scheme.revealed):
                if not scheme.revealed:
                    g.emit(SchemeRevealed(seat, scheme))
                yield from rules.pay_end(g, seat, scheme.secret)
                g.emit(Scored(Score(g.state.turn, seat, scheme.name, "end")))
