"""Killing, and the markers killed models leave (M3E-KILL)."""

from __future__ import annotations

from rules.core.game.actions.deed import Deed
from rules.core.game.asks import Proc, one_of
from rules.core.game.context import Game
from rules.core.game.effects.markers import drop_touching
from rules.core.game.events.models import Killed, LeftPlay
from rules.core.game.hooks import Happening
from rules.core.game.options import Choice
from rules.core.game.state import Model
from rules.core.game.timing import happen

LEAVES = (("Living", "corpse"), ("Undead", "corpse"), ("Beast", "corpse"), ("Construct", "scrap"))


def kill(
    g: Game, model: str, *, by: str = "", source: str = "", deed: Deed | None = None, instant: bool = False
) -> Proc[bool]:
    """The model is killed; whether it stayed so (M3E-KILL-01 to -03).

    First what heals or Replaces it; unless ``instant``, a model above 0 Health then is not killed and nothing
    else happens. Then "after killing" triggers, other effects, markers, removal.
    """
    killer = g.state.models.get(by)
    yield from happen(g, Happening("dying", model=g.model(model), by=killer, facts={"source": source}))
    snapshot = g.model(model)
    if not snapshot.in_play or (snapshot.health > 0 and not instant):
        return False
    g.emit(Killed(model, snapshot, by, killer.seat if killer else None, source))
    if deed is not None and by == deed.model:
        deed.killed.append(model)
        if model == deed.target:
            yield from _after_killing(g, deed)
    if killer is not None:
        yield from happen(g, Happening("killing", model=g.model(killer.id), by=snapshot))
    yield from happen(g, Happening("killed", model=snapshot, by=killer, facts={"source": source}))
    if not g.model(model).in_play:
        return True
    if snapshot.on_table:
        yield from drop_remains(g, snapshot)
    g.emit(LeftPlay(model))
    return True


def _after_killing(g: Game, deed: Deed) -> Proc[None]:
    """ "After killing" triggers of the Action whose target was killed by it (M3E-TRIG-09)."""
    from rules.core.game.duels.triggers import resolve_trigger

    if deed.duel is not None and not deed.no_effect:
        side = deed.duel.actor
        if side.model == deed.model and side.trigger is not None:
            if side.trigger.name not in deed.triggers_spent:
                if side.trigger.timing == "after_killing":
                    deed.triggers_spent.add(side.trigger.name)
                yield from resolve_trigger(g, deed.duel, side, "after_killing")


def remains_of(g: Game, model: Model) -> tuple[str, ...]:
    """The kinds of marker the killed model would leave (M3E-KILL-06)."""
    kinds: list[str] = []
    for characteristic, kind in LEAVES:
        if g.card(model).is_a(characteristic) and kind not in kinds:
            kinds.append(kind)
    return tuple(kinds)


def drop_remains(g: Game, model: Model) -> Proc[None]:
    """One Corpse or Scrap Marker in base contact; of several its controller picks (M3E-KILL-06, -07)."""
    kinds = remains_of(g, model)
    if not kinds:
        return
    kind = yield from one_of(
        model.player,
        "marker",
        [Choice(kind, kind.capitalize()) for kind in kinds],
        rule="M3E-KILL-07",
        text="Which marker does it leave?",
        about=(model.id,),
        forced=True,
    )
    yield from drop_touching(g, kind, model, seat=model.seat)
