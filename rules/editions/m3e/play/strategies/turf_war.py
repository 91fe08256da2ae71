"""Turf War (M3E-STRAT-03 to -06)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.dialogue import Choice
from rules.editions.m3e.play.actions.general import Interaction, interaction
from rules.editions.m3e.play.effects.markers import drop
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, PendingReaction, reacts
from rules.editions.m3e.play.procedure.table_areas import quarters_of
from rules.editions.m3e.play.scoring.places import STRATEGY, matters, strategy_markers
from rules.editions.m3e.play.scoring.registry import strategy
from rules.editions.m3e.play.scoring.wants import STEP_OF_STRATEGY, Goal, Wants, marker_goal
from rules.game.events.table import MarkerTurned
from rules.game.procedure.asks import Proc, one_of
from rules.game.state import Marker, Model, Scheme, other

NAME = "Turf War"


@strategy
class TurfWar(Wants):
    """Five neutral Markers; each side wants as many as possible to be friendly."""

    name, suit = NAME, "ram"

    def lay(self, g: Game) -> Proc[None]:
        """Lay the Markers, Impassable, in the middle of each quarter and of the table before deployment, on
        top of whatever is there."""
        wide, deep = g.table.width, g.table.depth
        for x, y in ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75), (0.5, 0.5)):
            spot = Marker(id="", kind=STRATEGY, x=wide * x, y=deep * y, mm=g.rules.marker_mm)
            yield from drop(
                g,
                STRATEGY,
                spot.x,
                spot.y,
                seat=None,
                name=NAME,
                traits=("impassable",),
                elevation=g.table.level(g.state, spot),
            )

    def begin(self, g: Game) -> Proc[None]:
        yield from ()

    def count(self, g: Game, seat: int) -> int:
        return sum(marker.seat == seat for marker in strategy_markers(g))

    def goals(self, g: Game, seat: int, scheme: Scheme) -> Iterator[Goal]:
        """A neutral one is one Interact from counting, an enemy one two."""
        for marker in strategy_markers(g):
            if marker.seat != seat:
                part = 1.0 if marker.seat is None else 0.8
                yield marker_goal(marker, part * STEP_OF_STRATEGY, "turf")


@interaction
def turn(g: Game, model: Model) -> Iterator[Interaction]:
    """Offer to turn a Marker in base contact by one step: from enemy to neutral, or from neutral to
    friendly."""
    if g.state.strategy != NAME or not matters(g, model, model.seat):
        return
    for marker in strategy_markers(g):
        if marker.seat != model.seat and g.table.touching(marker, model):
            to = None if marker.seat is not None else model.seat
            word = "neutral" if to is None else "friendly"
            yield Interaction(
                f"turf:{marker.id}",
                f"Turn Strategy Marker {marker.id.upper()} {word}",
                _turning(g, marker, to, model),
            )


def _turning(g: Game, marker: Marker, to: int | None, model: Model) -> Callable[[], Proc[None]]:
    def perform() -> Proc[None]:
        g.emit(MarkerTurned(marker.id, to, model.id))
        yield from ()

    return perform


@reacts("killed")
def after_a_kill(g: Game, happening: Happening) -> Iterator[PendingReaction]:
    """A reaction to a kill: the killer's side may turn one enemy Marker of the victim's quarter
    neutral; the Marker in the middle is in every quarter."""
    victim, killer = happening.model, happening.by
    if g.state.strategy != NAME or victim is None or killer is None:
        return
    if killer.seat == victim.seat or not victim.on_table:
        return
    if not matters(g, victim, killer.seat) or not matters(g, killer, killer.seat):
        return
    near_markers = [
        marker
        for marker in strategy_markers(g)
        if marker.seat == other(killer.seat) and set(quarters_of(g, marker)) & set(quarters_of(g, victim))
    ]
    if not near_markers:
        return

    def resolve() -> Proc[None]:
        choices = [
            Choice(marker.id, f"Strategy Marker {marker.id.upper()}", marker.id) for marker in near_markers
        ]
        key = yield from one_of(
            killer.player,
            "marker",
            (*choices, Choice("none", "None of them")),
            rule="M3E-STRAT-05",
            text="Which Strategy Marker becomes neutral?",
            about=(killer.id,),
        )
        if key != "none":
            g.emit(MarkerTurned(key, None, killer.id))

    yield PendingReaction(f"turf:{victim.id}", killer.player, NAME, resolve, killer.id, rule="M3E-STRAT-05")
