"""Sets of things that fulfil a condition together: which markers count, which pay, who is matched to whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations

from rules.core.game.asks import Proc, one_of
from rules.core.game.context import Game
from rules.core.game.effects.markers import remove
from rules.core.game.options import Choice
from rules.core.game.state import Marker

Fits = Callable[[Sequence[Marker]], bool]


def anything(markers: Sequence[Marker]) -> bool:
    return True


def sets_of(candidates: Iterable[Marker], size: int, fits: Fits = anything) -> Iterator[tuple[Marker, ...]]:
    """The sets of so many different markers that fit together."""
    return (found for found in combinations(tuple(candidates), size) if fits(found))


def there_are(candidates: Iterable[Marker], size: int, fits: Fits = anything) -> bool:
    return next(sets_of(candidates, size, fits), None) is not None


def pay(
    g: Game, seat: int, candidates: Iterable[Marker], size: int, rule: str, fits: Fits = anything
) -> Proc[None]:
    """The player removes one such set, marker by marker; only markers that can still complete one are
    offered, and what is left when only one set can be goes unasked."""
    found = list(sets_of(candidates, size, fits))
    while len(found) > 1 and found[0]:
        ready = {marker.id: marker for group in found for marker in group}
        choices = [
            Choice(marker.id, f"Scheme Marker at ({marker.x:g}, {marker.y:g})", marker.id)
            for marker in ready.values()
        ]
        name = yield from one_of(
            seat, "marker", choices, rule=rule, text="Which Scheme Marker is removed?", forced=True
        )
        found = [
            tuple(marker for marker in group if marker.id != name)
            for group in found
            if any(marker.id == name for marker in group)
        ]
        yield from remove(g, name)
    for marker in found[0] if found else ():
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
