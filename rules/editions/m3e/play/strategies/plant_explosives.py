"""Plant Explosives (M3E-STRAT-07 to -12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot

from rules.dialogue import Choice
from rules.editions.m3e.play.actions.general import Interaction, interaction
from rules.editions.m3e.play.effects.markers import drop_touching, remove
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, PendingReaction, reacts
from rules.editions.m3e.play.procedure.table_areas import on_centreline, on_half
from rules.editions.m3e.play.scoring.ground import ground
from rules.editions.m3e.play.scoring.places import STRATEGY, friends, matters, strategy_markers, within
from rules.editions.m3e.play.scoring.registry import strategy
from rules.editions.m3e.play.scoring.wants import STEP_OF_STRATEGY, Goal, Wants, marker_goal
from rules.game.events.table import TokensSet
from rules.game.procedure.asks import Proc, one_of
from rules.game.state import Model, Scheme, other
from rules.game.table_access.interface import Body

NAME = "Plant Explosives"
EXPLOSIVES = "explosives"
EACH, MINION_MOST, OTHERS_MOST = 5, 1, 2
APART, GRAB = 6.0, 3.0


@strategy
class PlantExplosives(Wants):
    """Tokens on models become Markers on the opponent's half."""

    name, suit = NAME, "tome"

    def lay(self, g: Game) -> Proc[None]:
        yield from ()

    def begin(self, g: Game) -> Proc[None]:
        """Let the players place Tokens in turn from Initiative, one at a time, five each; a Token that fits
        on no model is lost."""
        for more in reversed(range(EACH)):
            for seat in g.seats():
                yield from _place(g, seat, more)

    def count(self, g: Game, seat: int) -> int:
        """Count Markers on the opponent's half, whoever dropped them; those on the centreline are on both
        halves."""
        return sum(
            on_half(g, marker, other(seat)) or on_centreline(g, marker) for marker in strategy_markers(g)
        )

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        """Those that bear Tokens to the other half; anybody to what counts for the opponent alone."""
        lying = strategy_markers(g)
        bearers = frozenset(model.id for model in friends(g, seat) if tokens(model))
        own = [marker for marker in lying if marker.seat == seat]
        for x, y in ground(g, other(seat), "half") if bearers else ():
            if all(hypot(x - marker.x, y - marker.y) > APART + 1.5 for marker in own):
                yield Goal(x, y, 1.5, STEP_OF_STRATEGY, "plant", bearers)
        for marker in lying:
            if on_half(g, marker, seat) and not on_half(g, marker, other(seat)):
                yield marker_goal(marker, 0.8 * STEP_OF_STRATEGY, "lift")


def _place(g: Game, seat: int, more: int) -> Proc[None]:
    everybody = friends(g, seat)
    ready = [model for model in everybody if tokens(model) < most(g, model)]
    if not ready and g.policies.too_few_for_tokens == "over_maximum":
        ready = everybody
    if ready:
        name = yield from one_of(
            seat,
            "model",
            [Choice(model.id, model.name, model.id) for model in ready],
            rule="M3E-STRAT-07",
            text="Who gets an Explosives Token?",
            more=more,
            noted=g.emit,
        )
        g.emit(TokensSet(EXPLOSIVES, tokens(g.model(name)) + 1, name))


def tokens(model: Model) -> int:
    return model.tokens.get(EXPLOSIVES, 0)


def most(g: Game, model: Model) -> int:
    """How many Tokens may be placed on the model before the game; Tokens gained later may exceed
    it."""
    return MINION_MOST if g.card(model).station == "Minion" else OTHERS_MOST


def apart(g: Game, model: Model) -> tuple[tuple[Body, float], ...]:
    """The friendly Strategy Markers from which a new one must be more than 6" away, with that
    distance."""
    return tuple((marker, APART + 0.002) for marker in strategy_markers(g) if marker.seat == model.seat)


@interaction
def plant(g: Game, model: Model) -> Iterator[Interaction]:
    """Offer to discard a Token and Drop a Strategy Marker in base contact (M3E-STRAT-09)."""
    if g.state.strategy != NAME or not tokens(model) or not matters(g, model, model.seat):
        return
    options = g.table.spots(g.state, model, 0.0, g.rules.marker_mm, apart=apart(g, model))
    if next(iter(options.listed()), None) is None:
        return

    def perform() -> Proc[None]:
        g.emit(TokensSet(EXPLOSIVES, tokens(g.model(model.id)) - 1, model.id))
        yield from drop_touching(g, STRATEGY, g.model(model.id), seat=model.player, apart=apart(g, model))

    yield Interaction("plant", "Plant an Explosives Token", perform)


@interaction
def lift(g: Game, model: Model) -> Iterator[Interaction]:
    """Offer to turn a Strategy Marker in base contact, of either side, into a Token of the model
    (M3E-STRAT-10)."""
    if g.state.strategy != NAME or not matters(g, model, model.seat):
        return
    for marker in strategy_markers(g):
        if g.table.touching(marker, model):
            yield Interaction(
                f"lift:{marker.id}",
                f"Take up Strategy Marker {marker.id.upper()}",
                _lifting(g, marker.id, model.id),
            )


def _lifting(g: Game, marker: str, model: str) -> Callable[[], Proc[None]]:
    def perform() -> Proc[None]:
        yield from remove(g, marker, model)
        g.emit(TokensSet(EXPLOSIVES, tokens(g.model(model)) + 1, model))

    return perform


@reacts("killed")
def grab(g: Game, happening: Happening) -> Iterator[PendingReaction]:
    """A reaction to the death of a model with Tokens: one model of the opposing Crew within 3" may take
    all of them (M3E-STRAT-11)."""
    victim = happening.model
    if g.state.strategy != NAME or victim is None:
        return
    held, rival = tokens(victim), other(victim.seat)
    if not held or not victim.on_table:
        return
    ready = [model for model in friends(g, rival) if within(g, model, victim, GRAB)]
    if not ready:
        return

    def resolve() -> Proc[None]:
        choices = [Choice(model.id, model.name, model.id) for model in ready]
        name = yield from one_of(
            rival,
            "model",
            (*choices, Choice("none", "Nobody")),
            rule="M3E-STRAT-11",
            text=f"Who takes the {held} Explosives Tokens of {victim.name}?",
            about=(victim.id,),
        )
        if name != "none":
            g.emit(TokensSet(EXPLOSIVES, 0, victim.id))
            g.emit(TokensSet(EXPLOSIVES, tokens(g.model(name)) + held, name))

    yield PendingReaction(f"grab:{victim.id}", rival, NAME, resolve, rule="M3E-STRAT-11")


__all__ = ["EXPLOSIVES", "NAME", "PlantExplosives"]
