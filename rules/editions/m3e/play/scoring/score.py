"""The order and the caps of scoring (M3E-TURN-19 to -22, M3E-STRAT-01, M3E-SCHEME-01, -02).

For Strategies and Schemes that the engine does not know (other seasons of a league) it applies order and
caps, and the players say what scored.
"""

from __future__ import annotations

from rules.dialogue import Choice
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.play.scoring.registry import SCHEMES, STRATEGIES, strategy_in_play
from rules.game.events.turns import SchemeRevealed, Scored
from rules.game.procedure.asks import Proc, one_of, several, yes
from rules.game.state import Scheme, VictoryPoint, other


def score_turn(g: Game) -> Proc[None]:
    """Score the Strategy, the player with Initiative first; then Schemes in the order that this player picks
    (M3E-TURN-19, -20)."""
    yield from happen(g, Happening("turn_ends"))
    first = g.state.initiative
    order = (first, other(first))
    if g.policies.scoring_order == "initiative_decides":
        order = yield from _order(g, "strategy")
    for seat in order:
        score_strategy(g, seat)
        able = can_score(g, seat, g.state.strategy, g.rules.strategy_cap)
        yield from strategy_by_hand(g, seat, able)
    for seat in (yield from _order(g, "schemes")) if _schemes_matter(g) else order:
        yield from reveal_at_turn_end(g, seat)
        yield from schemes_by_hand(g, seat, _able(g, seat), "turn")


def _schemes_matter(g: Game) -> bool:
    return any(crew.schemes for crew in g.state.crews) and _time_to_reveal(g)


def _order(g: Game, what: str) -> Proc[tuple[int, int]]:
    """The order in which the sides score, as the player with Initiative chooses."""
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
    """Whether the source can score now: not on Turn 1, one VP a Turn, never above its cap
    (M3E-TURN-21, M3E-SCHEME-02)."""
    return (
        g.state.turn >= g.rules.first_scoring_turn
        and not scored_this_turn(g, seat, source)
        and g.state.vp_from(seat, source) < cap
    )


def _able(g: Game, seat: int) -> list[Scheme]:
    """The Schemes unknown to the engine that can score now."""
    cap = g.rules.scheme_cap
    return [scheme for scheme in unknown(g, seat) if can_score(g, seat, scheme.name, cap)]


def score_strategy(g: Game, seat: int) -> None:
    """Score one VP when the Strategy's count exceeds the VP scored from it (M3E-STRAT-01)."""
    rules = strategy_in_play(g)
    if rules is None or not can_score(g, seat, rules.name, g.rules.strategy_cap):
        return
    if rules.count(g, seat) > g.state.vp_from(seat, rules.name):
        g.emit(Scored(VictoryPoint(g.state.turn, seat, rules.name, "strategy")))


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


def _time_to_reveal(g: Game) -> bool:
    """Whether VP can be scored, or Schemes may be revealed without (M3E-SCHEME-19)."""
    return g.policies.reveal_without_vp or g.state.turn >= g.rules.first_scoring_turn


def reveal_at_turn_end(g: Game, seat: int) -> Proc[None]:
    """Let the player reveal Schemes. The question is put while any Scheme is hidden, so that it reveals
    nothing to the opponent."""
    if not unrevealed(g, seat) or not _time_to_reveal(g):
        return
    ready = [scheme.name for scheme in revealable(g, seat, "turn_ends")]
    for name in (yield from _which(seat, ready)):
        if any(scheme.name == name for scheme in revealable(g, seat, "turn_ends")):
            yield from reveal(g, seat, name)


def _which(seat: int, ready: list[str]) -> Proc[list[str]]:
    """Which Schemes are revealed, in that order. The question is put even when none can be."""
    if ready:
        options = [Choice(name, name) for name in ready]
        return (
            yield from several(
                seat,
                "schemes",
                options,
                0,
                len(options),
                ordered=True,
                rule="M3E-SCHEME-01",
                text="Reveal which Schemes?",
            )
        )
    yield from one_of(
        seat,
        "schemes",
        (Choice("none", "No Scheme"),),
        rule="M3E-SCHEME-01",
        text="No Scheme can be revealed now.",
    )
    return []


def may_hide(g: Game, seat: int, name: str) -> bool:
    """Whether the player may, for all that the opponent knows, have that Scheme unrevealed. Whether a
    player is asked about it may depend only on this."""
    return (
        name in g.state.pool
        and _time_to_reveal(g)
        and bool(unrevealed(g, seat))
        and not any(scheme.name == name and scheme.revealed for scheme in g.crew(seat).schemes)
    )


def can_reveal(g: Game, seat: int, name: str) -> bool:
    """Whether the player has that Scheme hidden and would gain its VP now (M3E-SCHEME-19)."""
    return any(scheme.name == name for scheme in unrevealed(g, seat)) and (
        g.policies.reveal_without_vp or can_score(g, seat, name, g.rules.scheme_cap)
    )


def offer_reveal(
    g: Game, seat: int, name: str, possible: bool, facts: dict[str, str] | None = None
) -> Proc[None]:
    """Let the player reveal that Scheme in the middle of a Turn if it is held and ``possible``. Call it
    whenever ``may_hide`` and public facts allow it. ``facts`` are passed on to ``pay_reveal``."""
    chosen = yield from _which(seat, [name] if possible and can_reveal(g, seat, name) else [])
    if chosen:
        yield from reveal(g, seat, name, facts)


def reveal(g: Game, seat: int, name: str, facts: dict[str, str] | None = None) -> Proc[None]:
    """Reveal a Scheme, remove what it costs, score its VP."""
    scheme = next(held for held in g.crew(seat).schemes if held.name == name)
    yield from show(g, seat, scheme)
    yield from SCHEMES[name].pay_reveal(g, seat, {**scheme.secret, **(facts or {})})
    if can_score(g, seat, name, g.rules.scheme_cap):
        g.emit(Scored(VictoryPoint(g.state.turn, seat, name, "reveal")))


def show(g: Game, seat: int, scheme: Scheme) -> Proc[None]:
    """Reveal the Scheme; abilities may answer."""
    g.emit(SchemeRevealed(seat, scheme))
    if "scheme_revealed" in g.moments:
        yield from happen(g, Happening("scheme_revealed", seat=seat))


def score_game_end(g: Game) -> Proc[None]:
    """Score end-of-game VP, which count for the last Turn (M3E-TURN-22). The player with Initiative picks the
    order among all Schemes of both sides that score: one may remove the other's markers (M3E-TURN-20)."""
    first = g.state.initiative
    sides = (first, other(first))
    while ready := {
        scheme.name if seat == first else f"{scheme.name}, your opponent's": (seat, scheme)
        for seat in sides
        for scheme in _endable(g, seat)
    }:
        key = yield from one_of(
            first,
            "order",
            [Choice(name, name) for name in ready],
            rule="M3E-TURN-20",
            text="Which Scheme scores first?",
            forced=True,
        )
        seat, scheme = ready[key]
        if not scheme.revealed:
            yield from show(g, seat, scheme)
        yield from SCHEMES[scheme.name].pay_end(g, seat, scheme.secret)
        g.emit(Scored(VictoryPoint(g.state.turn, seat, scheme.name, "end")))
    for seat in sides:
        yield from schemes_by_hand(g, seat, _able(g, seat), "end")


def _endable(g: Game, seat: int) -> list[Scheme]:
    return [
        scheme
        for scheme in g.crew(seat).schemes
        if scheme.name in SCHEMES
        and can_score(g, seat, scheme.name, g.rules.scheme_cap)
        and SCHEMES[scheme.name].may_end(g, seat, scheme.secret, scheme.revealed)
    ]


def strategy_by_hand(g: Game, seat: int, able: bool) -> Proc[None]:
    """Ask whether a Strategy unknown to the engine scored its VP of this Turn (M3E-STRAT-01)."""
    name = g.state.strategy
    if g.setup.terms is None or not name or name in STRATEGIES or not able:
        return
    text = f"{name}: do you score 1 VP this Turn?"
    if (yield from yes(seat, "by_hand", rule="M3E-STRAT-01", text=text)):
        g.emit(Scored(VictoryPoint(g.state.turn, seat, name, "strategy")))


def schemes_by_hand(g: Game, seat: int, able: list[Scheme], step: str) -> Proc[None]:
    """Ask which Schemes unknown to the engine scored, by revealing or at the game's end (M3E-SCHEME-01, -02).
    The question is put while any is held, so that it reveals nothing."""
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
                yield from show(g, seat, scheme)
            g.emit(
                Scored(VictoryPoint(g.state.turn, seat, scheme.name, "end" if step == "end" else "reveal"))
            )


def unknown(g: Game, seat: int) -> list[Scheme]:
    """The side's Schemes that the engine does not know; empty outside a league."""
    held = g.crew(seat).schemes if g.setup.terms is not None else ()
    return [scheme for scheme in held if scheme.name not in SCHEMES]
