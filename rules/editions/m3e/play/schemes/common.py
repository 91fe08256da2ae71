"""Shared parts of Schemes: the default behaviour ``Plain`` (revealed at the end of a Turn, nothing written
down, nothing paid), and sets of markers that fulfil a condition together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from rules.dialogue import Choice
from rules.editions.m3e.play.effects.markers import remove
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.scoring.places import matters
from rules.editions.m3e.play.scoring.wants import Wants
from rules.game.procedure.asks import Proc, one_of
from rules.game.state import Marker, Model, other

Secret = dict[str, str]


class Plain(Wants):
    moment = "turn_ends"

    def secrets(self, g: Game, seat: int) -> Iterable[Choice]:
        return ()

    def pay_reveal(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from ()

    def pay_end(self, g: Game, seat: int, secret: Secret) -> Proc[None]:
        yield from ()


def written_down(g: Game, secret: Secret, key: str = "model") -> Model | None:
    """The model written down, in its current state; ``None`` when there was none to write down."""
    return g.state.models.get(secret.get(key, ""))


def choosable(g: Game, seat: int, own: bool) -> list[Model]:
    """The models of a Crew that may be written down; Insignificant ones may not (M3E-STRAT-02)."""
    crew = seat if own else other(seat)
    return [model for model in g.state.models.values() if model.seat == crew and matters(g, model, seat)]


def killed_by_its_own(g: Game, model: Model) -> bool:
    """Whether the model was killed by a model friendly to it (M3E-KILL-04)."""
    return not model.in_play and any(
        kill.victim == model.id and kill.by_seat == model.seat for kill in g.state.kills
    )


Fits = Callable[[Sequence[Marker]], bool]


def anything(markers: Sequence[Marker]) -> bool:
    return True


def sets_of(candidates: Iterable[Marker], size: int, fits: Fits = anything) -> Iterator[tuple[Marker, ...]]:
    """The sets of that many different markers that fulfil the condition together."""
    return (markers for markers in combinations(tuple(candidates), size) if fits(markers))


def there_are(candidates: Iterable[Marker], size: int, fits: Fits = anything) -> bool:
    return next(sets_of(candidates, size, fits), None) is not None


def pay(
    g: Game, seat: int, candidates: Iterable[Marker], size: int, rule: str, fits: Fits = anything
) -> Proc[None]:
    """Let the player remove one such set, marker by marker. Only markers that can complete a set are offered;
    when one set is left it is removed without a question."""
    sets = list(sets_of(candidates, size, fits))
    while len(sets) > 1 and sets[0]:
        ready = {marker.id: marker for group in sets for marker in group}
        choices = [
            Choice(marker.id, f"Scheme Marker at ({marker.x:g}, {marker.y:g})", marker.id)
            for marker in ready.values()
        ]
        name = yield from one_of(
            seat, "marker", choices, rule=rule, text="Which Scheme Marker is removed?", noted=g.emit
        )
        sets = [
            tuple(marker for marker in group if marker.id != name)
            for group in sets
            if any(marker.id == name for marker in group)
        ]
        yield from remove(g, name)
    for marker in sets[0] if sets else ():
        yield from remove(g, marker.id)


def matched(edges: Sequence[frozenset[str]]) -> bool:
    """Whether each of them can have one of its own that no other has.

    >>> matched([frozenset("ab"), frozenset("a")]), matched([frozenset("a"), frozenset("a")])
    (True, False)
    """
    if not edges:
        return True
    first, rest = edges[0], edges[1:]
    return any(matched([edge - {one} for edge in rest]) for one in sorted(first))
