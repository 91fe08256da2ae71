"""Interact (M3E-ACT-04 to -07)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rules.core.game.actions.deed import Deed
from rules.core.game.actions.engagement import engagers
from rules.core.game.actions.general import general
from rules.core.game.actions.general.disengage import DISENGAGE
from rules.core.game.asks import Proc, one_of
from rules.core.game.context import Game
from rules.core.game.effects.markers import drop_touching, near, remove
from rules.core.game.ground import Body
from rules.core.game.options import Choice
from rules.core.game.statcards import Action
from rules.core.game.state import Model

SCHEME = "scheme"


@dataclass(frozen=True, slots=True)
class Interaction:
    """One thing an Interact may do; ``ignores`` are enemies whose engaging does not stop it
    (M3E-SCHEME-15)."""

    key: str
    label: str
    perform: Callable[[], Proc[None]]
    ignores: tuple[str, ...] = ()


Source = Callable[[Game, Model], Iterable[Interaction]]
INTERACTIONS: list[Source] = []


def interaction(source: Source) -> Source:
    """Register what a Strategy, Scheme or card lets models do by Interact (M3E-ACT-07)."""
    INTERACTIONS.append(source)
    return source


def offered(g: Game, model: Model) -> Iterator[Interaction]:
    """What the model could do by Interact now. Not in an Activation with a Disengage, not in the Turn it was
    Summoned (M3E-ACT-04, M3E-SUMM-04)."""
    if DISENGAGE in model.once_activation or (model.summoned and model.summoned == g.state.turn):
        return
    engaging = {enemy.id for enemy in engagers(g, model)}
    for source in INTERACTIONS:
        for found in source(g, model):
            if engaging <= set(found.ignores):
                yield found


@general(Action(name="Interact"), lambda g, model: next(offered(g, model), None) is not None)
def interact(g: Game, deed: Deed) -> Proc[None]:
    """One of the things it may do. Asked even when there is only one: a secret Scheme may add another, and
    the question would tell."""
    model = g.model(deed.model)
    found = list(offered(g, model))
    choices = [Choice(one.key, one.label) for one in found]
    key = yield from one_of(
        model.player,
        "interact",
        choices,
        rule="M3E-ACT-04",
        text="Interact how?",
        about=(model.id,),
    )
    yield from next(one for one in found if one.key == key).perform()


def friendly_apart(g: Game, model: Model) -> tuple[tuple[Body, float], ...]:
    """The friendly Scheme Markers a new one keeps more than 4" from."""
    return tuple(
        (marker, g.rules.scheme_marker_apart + 0.002)
        for marker in g.state.markers.values()
        if marker.kind == SCHEME and marker.seat == model.seat
    )


@interaction
def drop_scheme_marker(g: Game, model: Model) -> Iterator[Interaction]:
    """Drop one touching the model, no other friendly one within 4" of it (M3E-ACT-05)."""
    if engagers(g, model):
        return
    options = g.ground.spots(g.state, model, 0.0, g.rules.marker_mm, apart=friendly_apart(g, model))
    if next(iter(options.listed()), None) is not None:

        def perform() -> Proc[None]:
            yield from drop_touching(
                g, SCHEME, g.model(model.id), seat=model.seat, apart=friendly_apart(g, model)
            )

        yield Interaction("drop", "Drop a Scheme Marker", perform)


@interaction
def remove_scheme_markers(g: Game, model: Model) -> Iterator[Interaction]:
    """Remove all in base contact, whoever's (M3E-ACT-06)."""
    if engagers(g, model):
        return
    found = near(g, model, 0.0, SCHEME)
    if found:

        def perform() -> Proc[None]:
            for marker in found:
                yield from remove(g, marker.id, model.id)

        yield Interaction("remove", "Remove the Scheme Markers it touches", perform)
