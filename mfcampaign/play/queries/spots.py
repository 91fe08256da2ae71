"""A preview of a place that a visitor points at before answering: the distance, the end, or why it is
refused.

Nothing is written. The procedures are asked as an answer would ask them, so a place that is accepted here is
accepted as an answer; the exception are models of a draft, which the server does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, hypot, pi, sin
from typing import Any

from msgspec import Struct

from mfcampaign.play import loading
from mfcampaign.play.access import Visit
from mfcampaign.play.engines import Played, played_for
from mfcampaign.play.queries.questions import choice_of, deployed_by, put_to
from rules.dialogue import Options
from rules.game.narration import Names
from rules.game.playing import Harm
from rules.game.pointing import POINTED
from rules.game.procedure.asks import Ask
from rules.game.state import Model, State
from rules.game.table_access.exact_moves import MoveTargets
from rules.game.table_access.spots import NEAR, CircularArea, Spots, as_path, grid, is_place
from rules.table.areas.effects import BLAST_RISE
from rules.table.geometry.footprints import MM, TOUCH

# The distances in inches and the number of directions in which a legal place is searched near an illegal one.
RINGS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
WAYS = 16
SHARES = 24


class Spot(Struct, frozen=True, kw_only=True):
    """``x``, ``y`` are where the base would end, or the nearest legal place (``snapped``); ``why`` is what
    forbids the one pointed at, by ``rule``. ``means`` is the place to answer with: something may stop the
    move before it. The move uses ``inches`` of ``most``; ``falls`` are what each of its falls does, in words,
    ``hazards`` the Hazardous terrain that it meets. ``touches`` names the models that lie under what is laid
    there or touch it; ``None`` where it does not matter.
    """

    legal: bool
    snapped: bool = False
    x: float
    y: float
    means: tuple[float, float] | None = None
    why: str = ""
    rule: str = ""
    inches: float | None = None
    most: float | None = None
    path: tuple[tuple[float, float], ...] = ()
    falls: tuple[str, ...] = ()
    hazards: tuple[Harm, ...] = ()
    touches: tuple[str, ...] | None = None


def spot_at(visit: Visit, x: float, y: float, model: str = "") -> Spot | None:
    """The place as the visitor's open question takes it; ``None`` when no place is asked for."""
    play, ask = put_to(visit, loading.play_of(visit.row))
    if ask is None:
        return None
    options = _options(play, ask, model)
    if options is None:
        return None
    wished = grid(x, y)
    answer = _answer(options, wished)
    if answer is not None:
        return _spot(play, ask, options, answer, legal=True)
    refusal = options.refused(wished)
    refusal = play.refused(ask, refusal) if refusal is not None else None
    why, rule = (refusal.sentence, refusal.rule) if refusal else ("That place is not offered.", "")
    near = next((answer for place in _near(options, wished) if (answer := _answer(options, place))), None)
    if near is None:
        return Spot(legal=False, x=wished[0], y=wished[1], why=why, rule=rule)
    return _spot(play, ask, options, near, legal=False, snapped=True, why=why, rule=rule)


class Meaning(Struct, frozen=True):
    """What a tap may mean: the choice to send, in words, whether it may be done at once, and its way."""

    value: str
    words: str
    sure: bool
    path: tuple[tuple[float, float], ...]


def meanings(visit: Visit, actor: str, target: str, place: tuple[float, float]) -> tuple[Meaning, ...] | None:
    """What a tap on that model, or on the ground, may mean for the model ``actor``; ``None`` where neither an
    Action nor who Activates is asked for."""
    play, ask = put_to(visit, loading.play_of(visit.row))
    if ask is None or (target and target not in play.state.models):
        return None
    if ask.kind not in POINTED and not play.leads(ask):
        return None
    meant = play.pointed(play.with_next(ask), actor, play.state.models.get(target), grid(*place))
    return tuple(Meaning(choice_of(one.answers), one.words, one.sure, one.path) for one in meant)


def rest(visit: Visit, drafted: Mapping[str, Sequence[float]]) -> dict[str, Sequence[float]] | None:
    """A place by id for each model that is deployed and not in the draft: the nearest to the middle of
    the table where no other base is, also none of the draft. A model without such a place is left out.
    ``None`` when nothing is deployed."""
    play = loading.play_of(visit.row)
    ask = next((ask for ask in play.asks if ask.seat in visit.own), None)
    if ask is None or ask.kind != "deploy":
        return None
    middle = play.table.width / 2, play.table.depth / 2
    models = deployed_by(ask, play.state)
    discs = [_disc(model, drafted[model.id]) for model in models if model.id in drafted]
    chosen: dict[str, Sequence[float]] = {}
    for model in models:
        options = _options(play, ask, model.id)
        if model.id in drafted or options is None:
            continue
        free = (place for place in options.listed() if not _meets(_disc(model, place), discs))
        place = min(free, key=lambda place: hypot(place[0] - middle[0], place[1] - middle[1]), default=None)
        if place is not None:
            chosen[model.id] = place
            discs.append(_disc(model, place))
    return chosen


def _disc(model: Model, place: Sequence[float]) -> CircularArea:
    return CircularArea(place[0], place[1], model.mm / 2 * MM)


def _meets(one: CircularArea, others: Iterable[CircularArea]) -> bool:
    return any(hypot(one.x - two.x, one.y - two.y) < one.radius + two.radius - NEAR for two in others)


def _options(play: Played, ask: Ask, model: str) -> Options | None:
    """The places of the question; for a model that is deployed later those of its zone."""
    options: Any = ask.options
    if not hasattr(options, "end") and ask.kind != "deploy":
        return None
    if ask.kind == "deploy" and model and model not in ask.about:
        held = play.state.models.get(model)
        if held is None or held.where != "reserve" or held.seat != ask.seat:
            return None
        return played_for(play.setup).deployment(play, held)
    return ask.options


def _answer(options: Options, place: list[float]) -> Any:
    """The place, or the path to it, as an answer; ``None`` when there is none."""
    if options.contains(place):
        return place
    return options.path_to(place[0], place[1]) if isinstance(options, MoveTargets) else None


def touched(state: State, ask: Ask, x: float, y: float) -> tuple[str, ...]:
    """The names of the models that what is laid at that place touches, near the level of what the question is
    about."""
    radius, level, names = ask.mm / 2 * MM, state.models[ask.about[0]].elevation, Names(state)
    return tuple(
        names(model.id)
        for model in state.on_table()
        if abs(model.elevation - level) <= BLAST_RISE + TOUCH
        and hypot(model.x - x, model.y - y) <= radius + model.mm / 2 * MM + TOUCH
    )


def _near(options: Options, wished: list[float]) -> Iterator[list[float]]:
    """Places back along the line from the model, or around it and then those listed, nearest first."""
    x, y = wished
    if isinstance(options, MoveTargets):
        start, inches = (options.base.x, options.base.y), options.inches
        far = hypot(x - start[0], y - start[1]) or 1.0
        for share in range(SHARES, 0, -1):
            along = min(far, inches) * share / SHARES / far
            yield grid(start[0] + along * (x - start[0]), start[1] + along * (y - start[1]))
        if options.goal is not None:
            yield options.goal
        return
    for ring in RINGS:
        for turn in range(WAYS):
            yield grid(x + ring * cos(2 * pi * turn / WAYS), y + ring * sin(2 * pi * turn / WAYS))
    places = [place for place in options.listed() if is_place(place)]
    yield from sorted(places, key=lambda place: hypot(place[0] - x, place[1] - y))


def _spot(play: Played, ask: Ask, options: Any, answer: Any, **more: Any) -> Spot:
    if ask.kind == "destination":
        more["hazards"] = played_for(play.setup).harms(play, ask, answer)
    places = as_path(answer) or []
    x, y = places[-1][0], places[-1][1]
    if ask.touching:
        more["touches"] = touched(play.state, ask, x, y)
    if isinstance(options, Spots) and options.straight and options.within:
        gone = round(hypot(x - options.start[0], y - options.start[1]), 2)
        return Spot(x=x, y=y, inches=gone, most=options.within[0].radius, **more)
    if not isinstance(options, MoveTargets):
        return Spot(x=x, y=y, **more)
    ending = options.end(answer)
    return Spot(
        x=ending.x,
        y=ending.y,
        means=(x, y),
        inches=round(options.spent(answer), 2),
        most=options.inches,
        path=ending.path,
        falls=tuple(played_for(play.setup).fall(play, one) for one in ending.falls),
        **more,
    )
