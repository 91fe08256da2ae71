"""Room for a larger base where a model stands, as an Avatar or a transformed model needs it (M1R-AV,
M1-MAG-07)."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from msgspec.structs import replace

from rules.dialogue import Answer, Options
from rules.editions.m1e.play.figures import Figure
from rules.editions.m1e.play.ground.pieces import pieces_of
from rules.editions.m1e.play.match import Match
from rules.game.procedure.asks import Ask, Proc, yes
from rules.game.state import Model, other
from rules.game.table_access.interface import elevation_at
from rules.game.table_access.spots import Narrowed, grid
from rules.table.geometry.footprints import MM, TOUCH
from rules.table.terrain import touches

SETTLED = 1.0
"""Inches from the larger base within which the players agree on a place for a model in its way."""


@dataclass(frozen=True, slots=True)
class Room:
    """The centre of a larger base, and where the models in its way are shifted to."""

    at: list[float]
    shifted: dict[str, list[float]]


def wholly_on_table(g: Match, model: Model) -> Model:
    """The model moved inward by as little as its base needs to be wholly on the table."""
    radius = model.mm / 2 * MM
    return replace(
        model,
        x=min(max(model.x, radius), g.table.width - radius),
        y=min(max(model.y, radius), g.table.depth - radius),
    )


def in_place(g: Match, model: Model, figure: Figure) -> Model:
    """The model with that figure's base in its place, wholly on the table."""
    return wholly_on_table(g, replace(model, mm=float(figure.mm)))


def is_barred(g: Match, model: Model, figure: Figure) -> bool:
    """Whether something impassable is where a larger base would stand (M1R-AV-03)."""
    grown = in_place(g, model, figure)
    return figure.mm > model.mm and any(
        piece.has("impassable")
        and (piece.top is None or model.elevation < piece.top)
        and touches(piece, grown.x, grown.y, grown.mm / 2 * MM - TOUCH)
        for piece in pieces_of(g)
    )


def shifts_for(g: Match, name: str, figure: Figure) -> tuple[dict[str, list[float]], list[str]]:
    """Where each model in the way of a larger base is shifted to, by as little as needed, and the
    models that cannot be shifted. The base is centred over its model (M1R-AV-01, -02)."""
    grown = in_place(g, g.model(name), figure)
    gaps = {
        model.id: hypot(model.x - grown.x, model.y - grown.y)
        for model in g.state.on_table()
        if model.id != name
    }
    in_the_way = [held for held, far in gaps.items() if far < (g.model(held).mm + figure.mm) / 2 * MM - TOUCH]
    others = {
        model.id: [model.x, model.y] for model in g.state.on_table() if model.id not in (name, *in_the_way)
    }
    places: dict[str, list[float]] = {}
    stuck: list[str] = []
    for held in in_the_way:
        model, far = g.model(held), gaps[held]
        apart = (model.mm + figure.mm) / 2 * MM + TOUCH
        across, up = ((model.x - grown.x) / far, (model.y - grown.y) / far) if far else (1.0, 0.0)
        place = grid(grown.x + across * apart, grown.y + up * apart)
        if may_stand(g, model, place, {**others, **places}):
            places[held] = place
        else:
            stuck.append(held)
    return places, stuck


def may_stand(g: Match, model: Model, place: list[float], others: dict[str, list[float]]) -> bool:
    """Whether the model can be there: wholly on the table, on no other base, in nothing impassable or
    dangerous."""
    own = model.mm / 2 * MM
    x, y = place
    if not (own <= x <= g.table.width - own and own <= y <= g.table.depth - own):
        return False
    for held, (left, low) in others.items():
        if hypot(x - left, y - low) < own + g.model(held).mm / 2 * MM - TOUCH:
            return False
    pieces = (piece for piece in pieces_of(g) if piece.has("impassable") or piece.has("hazardous"))
    return not any(touches(piece, x, y, own - TOUCH) for piece in pieces)


def has_room(g: Match, model: Model, figure: Figure) -> bool:
    """Whether there is room for that figure's base, by agreement if necessary (M1R-AV-03)."""
    if is_barred(g, model, figure):
        return next(iter(_shifted_itself(g, model, figure).listed()), None) is not None
    _, stuck = shifts_for(g, model.id, figure)
    return all(
        next(iter(_beside(g, model, figure, g.model(held)).listed()), None) is not None for held in stuck
    )


def _shifted_itself(g: Match, model: Model, figure: Figure) -> Options:
    """The places for the larger base that still hold its model's centre, on no other base."""
    others = [(held, 0.0) for held in g.state.on_table() if held.id != model.id]
    spots = g.table.spots(g.state, model, -model.mm / 2 * MM, float(figure.mm), apart=others)

    def on_its_level(answer: Answer) -> bool:
        return elevation_at(spots, float(answer[0]), float(answer[1])) in (None, model.elevation)

    return Narrowed(spots, on_its_level)


def _beside(g: Match, larger: Model, figure: Figure, model: Model) -> Options:
    """The places for that model beside the larger base, within 1"."""
    grown = in_place(g, larger, figure)
    return g.table.contact(g.state.with_model(grown), model, (grown,), SETTLED)


def make_room(g: Match, name: str, figure: Figure) -> Proc[Room | None]:
    """Where a larger base stands and who is shifted; ``None`` without room. Both players agree on
    places for models that cannot be shifted straight back, and for the base itself where something
    impassable stands in its way (M1R-AV-01 to -03)."""
    model = g.model(name)
    grown = in_place(g, model, figure)
    if is_barred(g, model, figure):
        text = f"Where does {figure.name} stand?"
        place = yield from _agree(g, model, figure, _shifted_itself(g, model, figure), figure.name, text)
        return None if place is None else Room(place, {})
    places, stuck = shifts_for(g, name, figure)
    for held in stuck:
        other_model = g.model(held)
        text = f"There is no room behind {other_model.name}. Where shall it stand?"
        options = _beside(g, model, figure, other_model)
        place = yield from _agree(g, model, figure, options, other_model.name, text, held)
        if place is None:
            return None
        places[held] = place
    return Room([grown.x, grown.y], places)


def _agree(
    g: Match, model: Model, figure: Figure, options: Options, who: str, text: str, about: str = ""
) -> Proc[list[float] | None]:
    """A place that the model's player names and the other accepts; ``None`` otherwise
    (M1R-AV-02)."""
    names = (about or model.id,)
    answer = yield Ask(
        seat=model.player, kind="spot", options=options, rule="M1R-AV-02", text=text, about=names
    )
    text = f"{figure.name} needs room: may {who} stand at ({answer[0]:g}, {answer[1]:g})?"
    if (yield from yes(other(model.player), "use", rule="M1R-AV-02", text=text, about=names)):
        return [float(answer[0]), float(answer[1])]
    return None
