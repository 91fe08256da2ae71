"""Room for a larger base where a model stands, as an Avatar or a transformed model needs it (M1R-AV,
M1-MAG-07)."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, hypot, pi, sin

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


def shifts_for(
    g: Match, name: str, figure: Figure, at: list[float] | None = None
) -> tuple[dict[str, list[float]], list[str]]:
    """Where each model in the way of a larger base is shifted to, by as little as needed, and the
    models that cannot be shifted. The base is centred ``at`` a place, or over its model (M1R-AV-01, -02)."""
    grown = in_place(g, g.model(name), figure)
    if at is not None:
        grown = replace(grown, x=float(at[0]), y=float(at[1]))
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
    if not is_barred(g, model, figure) and not shifts_for(g, model.id, figure)[1]:
        return True
    return next(iter(_shifted_itself(g, model, figure).listed()), None) is not None


def _shifted_itself(g: Match, model: Model, figure: Figure) -> Options:
    """The places for the larger base that still hold its model's centre and where whoever is in its way can
    be shifted back; who cannot stays, so the base is nowhere in its way (M1R-AV-02)."""
    spots = g.table.spots(g.state, model, -model.mm / 2 * MM, float(figure.mm))
    far = (figure.mm - model.mm) / 2 * MM
    rings = [
        grid(model.x + far * share * cos(turn * pi / 12), model.y + far * share * sin(turn * pi / 12))
        for share in (0.25, 0.5, 0.75, 1.0)
        for turn in range(24)
    ]

    def keeps(answer: Answer) -> bool:
        level = elevation_at(spots, float(answer[0]), float(answer[1]))
        return level in (None, model.elevation) and not shifts_for(g, model.id, figure, list(answer))[1]

    return Narrowed(spots, keeps, tuple((x, y) for x, y in rings))


def make_room(g: Match, name: str, figure: Figure) -> Proc[Room | None]:
    """Where a larger base stands and who is shifted; ``None`` without room. Where something impassable or a
    model that cannot be shifted straight back is in its way, both players agree on another place for it
    (M1R-AV-01 to -03)."""
    model = g.model(name)
    grown = in_place(g, model, figure)
    places, stuck = shifts_for(g, name, figure)
    if not stuck and not is_barred(g, model, figure):
        return Room([grown.x, grown.y], places)
    options = _shifted_itself(g, model, figure)
    if next(iter(options.listed()), None) is None:
        return None
    text = f"Where does {figure.name} stand?"
    answer = yield Ask(
        seat=model.player, kind="spot", options=options, rule="M1R-AV-02", text=text, about=(name,)
    )
    place = [float(answer[0]), float(answer[1])]
    text = f"{figure.name} needs room: may it stand at ({place[0]:g}, {place[1]:g})?"
    if (yield from yes(other(model.player), "use", rule="M1R-AV-02", text=text, about=(name,))):
        return Room(place, shifts_for(g, name, figure, place)[0])
    return None
