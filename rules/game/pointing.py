"""What a tap on the table may mean while an Action, or who Activates, is asked for: several answers that one
act gives, the open question's first. None is carried out here and no card is read: what is proposed follows
from what lies on the table, and where something comes between, the question after it is asked as ever."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from math import hypot
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from rules.dialogue import Answer, OneOf, Options
from rules.game.procedure.asks import Ask
from rules.game.state import Model, State
from rules.game.table_access.exact_moves import MoveTargets
from rules.game.table_access.interface import MoveRegion
from rules.game.table_access.spots import as_path, grid

HALVINGS = 12
"""How often the way of two Walks is halved to find where the first ends: 0.01 inches of it."""
LEEWAY = 0.1
"""Inches beyond a move's end that still mean its end: nobody points more exactly."""
HARMFUL = "which does harm"
"""The risk of a way on which the model falls or meets Hazardous terrain."""
POINTED = ("action", "activate", "pass")
"""Kinds of questions at which a tap on the table may say the answers after it, too."""
Answers = tuple[tuple[str, Answer], ...]


class Proposal(Struct, frozen=True):
    """``answers`` are kinds of questions, each with its answer, in the order in which they come. ``sure``: it
    is what was pointed at, and may be done at once. ``path`` are the places of the way, in inches."""

    answers: Answers
    words: str
    sure: bool = True
    path: tuple[tuple[float, float], ...] = ()


def ready(ask: Ask) -> tuple[str, ...]:
    """The models that act, or may Activate, now."""
    if ask.kind == "action":
        return ask.about[:1]
    if ask.kind in POINTED and isinstance(ask.options, OneOf):
        return tuple(choice.key for choice in ask.options.choices if choice.about == choice.key)
    return ()


def ready_model(state: State, ask: Ask, actor: str) -> Model | None:
    """The model ``actor``, if it is on the table and acts, or may Activate, now."""
    model = state.models.get(actor)
    return model if actor in ready(ask) and model is not None and model.on_table else None


def begun(ask: Ask, actor: str, proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """The proposals for a model that is ``ready`` as answers to that question: its Activation comes first."""
    begins: Answers = () if ask.kind == "action" else (("activate", actor),)
    said = (replace(one, answers=(*begins, *one.answers)) for one in proposals)
    return tuple(one for one in said if ask.options.contains(one.answers[0][1]))


def risked(proposal: Proposal, risks: Iterable[str]) -> Proposal:
    """The proposal with what may come of it said after its words; with any risk it is not sure."""
    words = ", ".join((proposal.words, *risks))
    return replace(proposal, words=words, sure=proposal.sure and words == proposal.words)


class Walker(Struct, frozen=True):
    """How the model Walks: ``region`` are the places of a Walk from where it stands, ``engaged`` whether it
    could not simply Walk on from there, ``risks`` what may come of a way to where it ends, in words that
    follow those of the Walk; at most ``walks`` of them."""

    model: Model
    region: Callable[[Model], Options]
    engaged: Callable[[Model], bool]
    risks: Callable[[Model, Model, Options, Answer], tuple[str, ...]]
    walks: int

    def reached(self, place: list[float]) -> Reached | None:
        """How one Walk comes to the place, or two, the first as far as it goes on the shortest path; ``None``
        where it does not come there."""
        walks = self.region(self.model)
        one = toward(walks, place)
        if one is not None:
            return self._along(self.model, walks, one)
        if not isinstance(walks, MoveTargets) or self.walks < 2:
            return None
        path = as_path(way_to(replace(walks, inches=2 * walks.inches + LEEWAY), place))
        if path is None:
            return None
        one = _first_of(walks, path)
        stop = there(self.model, walks, one)
        if self.engaged(stop):
            return None
        then = self.region(stop)
        two = toward(then, place)
        if two is None:
            return None
        return self._along(self.model, walks, one).and_then(self._along(stop, then, two))

    def _along(self, model: Model, walks: Options, way: Answer) -> Reached:
        end = there(model, walks, way)
        far = hypot(end.x - model.x, end.y - model.y)
        inches = walks.spent(way) if isinstance(walks, MoveTargets) else far
        return Reached((way,), self.risks(model, end, walks, way), inches)


class Reached(Struct, frozen=True):
    """The way of each Walk to a place, their risks, and the movement that they take, in inches: the length of
    the path, more where terrain slows it."""

    ways: tuple[Answer, ...]
    risks: tuple[str, ...]
    inches: float

    def and_then(self, other: Reached) -> Reached:
        risks = tuple(dict.fromkeys(self.risks + other.risks))
        return Reached(self.ways + other.ways, risks, self.inches + other.inches)


def walk_proposals(walker: Walker, key: str, place: list[float], *, measured: bool) -> Iterator[Proposal]:
    """A Walk to the place, or two where the second is needed; otherwise one, whose place is then asked for.
    ``measured``: its inches may be said, or how far away a place lies that it does not reach."""
    reached = walker.reached(place)
    if reached is None:
        far = f", {hypot(place[0] - walker.model.x, place[1] - walker.model.y):.1f}″ away" if measured else ""
        answers: Answers = (("action", key), ("destination", place))
        yield Proposal(answers, f"Walk toward there{far}", False, ((place[0], place[1]),))
        return
    inches = f" {reached.inches:.1f}″" if measured else ""
    answers = tuple(one for way in reached.ways for one in (("action", key), ("destination", way)))
    path = tuple((point[0], point[1]) for way in reached.ways for point in as_path(way) or ())
    words = f"Walk{f' twice,{inches}' if len(reached.ways) > 1 else inches} to there"
    yield risked(Proposal(answers, words, path=path), reached.risks)


def way_to(walks: Options, place: list[float]) -> Answer | None:
    """The place, or the shortest path to it; ``None`` where the move does not come there."""
    if walks.contains(place):
        return place
    return walks.path_to(place[0], place[1]) if isinstance(walks, MoveTargets) else None


def toward(walks: Options, place: list[float]) -> Answer | None:
    """The way to the place, or as far as it goes to one that lies hardly beyond its end."""
    way = way_to(walks, place)
    if way is not None or not isinstance(walks, MoveTargets):
        return way
    path = as_path(way_to(replace(walks, inches=walks.inches + LEEWAY), place))
    return None if path is None else _first_of(walks, path)


def there(model: Model, moves: Options, way: Answer) -> Model:
    """The model where that way ends."""
    end = cast(MoveRegion, moves).end(way)
    level = model.elevation if end.elevation is None else end.elevation
    return replace(model, x=end.x, y=end.y, elevation=level)


def _first_of(walks: MoveTargets, path: list[tuple[float, ...]]) -> Answer:
    """The longest beginning of the path that is one Walk."""
    stops: list[tuple[float, ...]] = [(walks.base.x, walks.base.y), *path]
    legs = [(a, b, hypot(b[0] - a[0], b[1] - a[1])) for a, b in pairwise(stops)]

    def until(inches: float) -> Answer:
        way: list[list[float]] = []
        for before, after, leg in legs:
            if inches < leg:
                share = inches / leg
                at = (before[axis] + share * (after[axis] - before[axis]) for axis in (0, 1))
                way.append(grid(*at))
                break
            inches -= leg
            way.append(list(after))
        return way[0] if len(way) == 1 else way

    low, high = 0.0, min(sum(leg for *_, leg in legs), walks.inches)
    if walks.contains(until(high)):
        return until(high)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if walks.contains(until(middle)) else (low, middle)
    return until(low)
