"""Movement of the First Edition: Walk, Charge, Jump, falling back, what hinders models, and falls (M1-MOVE,
M1-MOR-05, -06)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor, hypot
from typing import Literal, cast

from msgspec.structs import replace

from rules.dialogue import Answer, Choice, Options
from rules.editions.m1e.play.cards import flip_number
from rules.editions.m1e.play.damage import TREASURE, HitM1, deal, drop_treasure, kill, leave
from rules.editions.m1e.play.figures import Figure, Weapon
from rules.editions.m1e.play.flips import fall_flips
from rules.editions.m1e.play.ground.pieces import elements_met
from rules.editions.m1e.play.match import (
    BRAVE,
    FELL_BACK,
    PANIC,
    Match,
    opponents,
    reaches,
    threatened_by,
    within,
)
from rules.editions.m1e.play.strikes import disengaging_strikes
from rules.game.events.table import ConditionSet, MarkerRemoved, Moved, TokensSet
from rules.game.procedure.asks import Ask, Proc, one_of
from rules.game.state import Marker, Model
from rules.game.table_access.interface import Manner, MoveKind, MoveRegion
from rules.game.table_access.spots import Ending, grid
from rules.table.geometry.footprints import MM, TOUCH
from rules.table.geometry.plane import point_to_segment

STEP = 0.125  # inches between the places that a straight retreat is tried at
TAKERS = {"corpse": "Graverobber", "scrap": "Scavenger"}
"""The characteristics that let a model pick up Counters of a kind (M1-CARD-02)."""
EDGES = ("south", "north", "west", "east")


def manner_of(g: Match, model: Model) -> Manner:
    """How the model moves now besides its inches."""
    return manner(g.figure(model), model, g.movement(model, "cg"))


def manner(figure: Figure, model: Model, cg: float) -> Manner:
    """What does not hinder the model: severe terrain for scouts and arachnids, which climb with their
    Cg; terrain and models for those that float or fly and for Spirits; models for those that pass through
    them (M1-ABL-01, -09, -11, -21, -27, M1-CARD-06, M1R-SPI-05). The bearer of the treasure only walks
    (M1-STR-06)."""
    if model.tokens.get(TREASURE):
        return Manner()
    flies: Literal["", "flight", "float"] = (
        "float" if figure.has("Float") else "flight" if figure.has("Fly") else ""
    )
    over = bool(flies) or figure.is_a("Spirit")
    slow_free = over or figure.has("Scout") or figure.has("Arachnid")
    return Manner(
        unaffected=("severe",) if slow_free else (),
        through_models=over or figure.has("Pass Through"),
        flies=flies,
        climbs=cg if figure.has("Arachnid") else 0.0,
    )


def region(
    g: Match, model: Model, inches: float, way: MoveKind = "walk", toward: Model | None = None
) -> Options:
    """Where a move of that many inches may end."""
    return g.table.reach(g.state, model, max(0.0, inches), way, toward=toward, manner=manner_of(g, model))


def walk(g: Match, name: str, inches: float, way: str = "walk") -> Proc[bool]:
    """Walk up to that many inches on any path, out of melee only past Disengaging Strikes; return whether the
    model moved. A jump leads straight over a gap or down (M1-MOVE-06)."""
    model = g.model(name)
    options = region(g, model, inches, "jump" if way == "jump" else "walk")
    answer = yield Ask(
        seat=model.player,
        kind="destination",
        options=options,
        rule="M1-MOVE-06" if way == "jump" else "M1-MOVE-01",
        text=f"Where does {model.name} end?",
        about=(name,),
        inches=inches,
    )
    return (yield from go(g, name, cast(MoveRegion, options).end(answer), way))


def go(g: Match, name: str, end: Ending, way: str, *, free: bool = False) -> Proc[bool]:
    """Move the model to that end unless a Disengaging Strike stops it, by an enemy whose reach or sight it
    leaves (M1-CMB-05, M1R-SPI-10), and resolve falls; return whether it moved. A ``free`` move is a push,
    which draws no strikes (M1-MOVE-08)."""
    model = g.model(name)
    if (end.x, end.y) == (model.x, model.y) and not end.path:
        return False
    if not free:
        leaving = enemies_left(g, model, moved_to(model, end))
        if not (yield from disengaging_strikes(g, name, leaving)):
            return False
        if not g.model(name).on_table:
            return False
    elevation = model.elevation if end.elevation is None else end.elevation
    g.emit(Moved(name, end.x, end.y, elevation, way, "", end.path))
    settle_bravery(g, model)
    if way not in ("push", "place"):
        pick_up_counters(g, name, [(model.x, model.y), *end.path, (end.x, end.y)])
    for drop in end.falls:
        yield from fall(g, name, drop.inches)
    for hazard in hazards_met(g, model, g.model(name), end):
        yield from meet_hazard(g, name, hazard)
    return True


def enemies_left(g: Match, model: Model, there: Model) -> list[Model]:
    """The enemies whose melee range or sight the model leaves when it moves ``there``: each may make a
    Disengaging Strike (M1-CMB-05, M1R-SPI-10)."""
    return [
        enemy
        for enemy in threatened_by(g, model)
        if not reaches(g, enemy, there)
        or (g.table.sees(g.state, enemy, model) and not g.table.sees(g.state, enemy, there))
    ]


def hazards_met(g: Match, model: Model, here: Model, end: Ending) -> list[str]:
    """The kinds of hazardous terrain on the way of the model to its place ``here``: areas that it
    enters, and elements that it comes near (M1-TER-01, -02, -08)."""
    way_gone = [(model.x, model.y), *end.path, (end.x, end.y)]
    areas = g.table.hazards(g.state, model, here, end.legs, resolving=False, placed=False)
    entered = (hazard.condition for hazard in areas)
    passed = (piece.hazard or piece.name for piece in elements_met(g, here, way_gone))
    return list(dict.fromkeys((*entered, *passed)))


def hazards_ahead(g: Match, ask: Ask, answer: Answer) -> list[str]:
    """The kinds of hazardous terrain for which damage would be flipped after that answer to where a
    move ends."""
    model, end = g.model(ask.about[0]), cast(MoveRegion, ask.options).end(answer)
    there = moved_to(model, end)
    if (there.x, there.y) == (model.x, model.y) and not end.path:
        return []
    return [hazard for hazard in hazards_met(g, model, there, end) if _harms(g, there, hazard)]


def harms_on(g: Match, model: Model, there: Model, moves: Options, answer: Answer) -> bool:
    """Whether the model would fall on that way, or have damage flipped for hazardous terrain."""
    end = cast(MoveRegion, moves).end(answer)
    return bool(end.falls) or any(_harms(g, there, hazard) for hazard in hazards_met(g, model, there, end))


def _harms(g: Match, model: Model, hazard: str) -> bool:
    return hazard in dict(g.rules.hazards) and model.on_table and not manner_of(g, model).flies


def pick_up_counters(g: Match, name: str, way: Sequence[tuple[float, float]]) -> None:
    """Take Corpse Counters with a grave robber and Scrap Counters with a scavenger that move over them
    (M1-GLO-03, M1-CARD-02)."""
    figure = g.figure(name)
    kinds = [kind for kind, who in TAKERS.items() if figure.is_a(who)]
    for marker in tuple(g.state.markers.values()):
        near = (marker.mm + g.model(name).mm) / 2 * MM + TOUCH
        if marker.kind in kinds and any(
            point_to_segment(marker.x, marker.y, start, stop) <= near for start, stop in pairwise(way)
        ):
            g.emit(MarkerRemoved(marker.id, name))
            g.emit(TokensSet(marker.kind, g.model(name).tokens.get(marker.kind, 0) + 1, name))


def meet_hazard(g: Match, name: str, hazard: str) -> Proc[None]:
    """Flip damage for hazardous terrain that was moved through; what flies ignores it, so not the bearer of
    the treasure. Terrain that kills does so whatever wounds are left, and a deep chasm leaves no Counter
    (M1-TER-08, M1-STR-06)."""
    model = g.model(name)
    if not _harms(g, model, hazard):
        return
    profile = dict(g.rules.hazards)[hazard]
    numbers = (profile[0] or 0, profile[1] or 0, profile[2] or 0)
    flipped = yield from flip_number(g, model.player, numbers, 0, hazard, about=name)
    step: int = min(2, flipped.strength)
    if step >= 0 and profile[step] is None:
        yield from kill(g, name, source=hazard, counters=any(profile), outright=True)
        return
    kinds = frozenset({"hazard"})
    yield from deal(g, HitM1(target=name, amount=flipped.value, source=hazard, kinds=kinds))


def moved_to(model: Model, end: Ending) -> Model:
    """The model as it would stand there."""
    elevation = model.elevation if end.elevation is None else end.elevation
    return replace(model, x=end.x, y=end.y, elevation=elevation)


def fall(g: Match, name: str, inches: float) -> Proc[None]:
    """Flip damage 2/4/6 for every 3 inches of the fall; the flips may not be cheated (M1-MOVE-11)."""
    for _ in range(fall_flips(inches, g.rules)):
        model = g.model(name)
        if not model.in_play:
            return
        flipped = yield from flip_number(
            g, model.player, g.rules.fall, 0, "fall", cheatable=False, about=name
        )
        yield from deal(g, HitM1(target=name, amount=flipped.value, source="fall", kinds=frozenset({"fall"})))


def settle_bravery(g: Match, before: Model) -> None:
    """Forget the passed Morale Duels of models that left the melee range of the enemy they faced; ``before``
    is the moved model as it was (M1-MOR-04)."""
    for model in tuple(g.state.on_table()):
        for condition in model.conditions:
            if not condition.startswith(f"{BRAVE}:"):
                continue
            enemy = g.state.models[condition.partition(":")[2]]
            if before.id not in (model.id, enemy.id):
                continue
            was = reaches(g, before, model) if before.id == enemy.id else reaches(g, enemy, before)
            if was and not reaches(g, enemy, model):
                g.emit(ConditionSet(model.id, condition, 0))


def charge(g: Match, name: str, target: str, inches: float) -> Proc[bool]:
    """Charge straight at the target until each basic melee weapon reaches it; return whether one does
    (M1-MOVE-03, -05)."""
    model, aim = g.model(name), g.model(target)
    reach = min((weapon.inches for weapon in melee_weapons(g, model)), default=0.0)
    if not within(g, model, aim, reach):
        options = region(g, model, inches, "charge", aim)
        place = _first_in_reach(g, options, model, aim, inches, reach)
        if place is not None:
            yield from go(g, name, cast(MoveRegion, options).end(place), "charge")
    moved = g.model(name)
    return moved.on_table and bool(charging_weapons(g, moved, g.model(target)))


def melee_weapons(g: Match, model: Model) -> list[Weapon]:
    """The basic melee weapons of the card, with which a Charge strikes (M1-MOVE-04)."""
    return [weapon for weapon in g.figure(model).weapons if weapon.kind == "melee"]


def charging_weapons(g: Match, model: Model, target: Model) -> list[Weapon]:
    """Those of them that reach the target."""
    return [weapon for weapon in melee_weapons(g, model) if within(g, model, target, weapon.inches)]


def _first_in_reach(
    g: Match, options: Options, model: Model, aim: Model, inches: float, reach: float
) -> list[float] | None:
    """The nearest place on the straight way from which the target is within ``reach``; otherwise the
    farthest place."""
    far = hypot(aim.x - model.x, aim.y - model.y)
    steps = floor(min(inches, far) / STEP)
    last: list[float] | None = None
    for step in range(1, steps + 1):
        share = step * STEP / far
        place = grid(model.x + (aim.x - model.x) * share, model.y + (aim.y - model.y) * share)
        if not options.contains(place):
            continue
        last = place
        if within(g, replace(model, x=place[0], y=place[1]), aim, reach):
            return place
    return last


# Falling back


def edge_gaps(g: Match, model: Model) -> dict[str, float]:
    """The inches from the base to each edge of the table."""
    own = model.mm / 2 * MM
    gaps = (model.y - own, g.table.depth - model.y - own, model.x - own, g.table.width - model.x - own)
    return {edge: max(0.0, gap) for edge, gap in zip(EDGES, gaps, strict=True)}


def fall_back(g: Match, name: str, cause: str = "") -> Proc[None]:
    """Move twice the model's Wk straight to the nearest edge, or away from the model that caused it when they
    are in melee. The model stops at the edge; one that starts at an edge leaves the table (M1-MOR-05, -06).
    """
    model = g.model(name)
    gaps = edge_gaps(g, model)
    least = min(gaps.values())
    if least <= TOUCH:
        drop_treasure(g, model)
        leave(g, name, "fell back")
        return
    inches = g.rules.fall_back_walks * g.movement(model, "wk")
    feared = g.state.models.get(cause)
    direction: tuple[float, float] | None = None
    if feared is not None and feared.on_table and opponents(g, model):
        direction = _away(model, feared)
    if direction is None:
        edge = yield from _nearest_edge(model, gaps, least)
        direction = {"south": (0.0, -1.0), "north": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}[edge]
        inches = min(inches, least)
    g.emit(ConditionSet(name, PANIC, FELL_BACK))
    yield from _run(g, name, direction, inches)
    if g.state.activating == name:
        g.ended = name


def _nearest_edge(model: Model, gaps: dict[str, float], least: float) -> Proc[str]:
    """The nearest edge; its player chooses between edges at the same distance."""
    edges = [edge for edge, gap in gaps.items() if gap <= least + TOUCH]
    choices = [Choice(edge, f"The {edge} edge") for edge in edges]
    text = f"{model.name} falls back to which edge?"
    return (
        yield from one_of(
            model.player, "branch", choices, rule="M1-MOR-05", text=text, about=(model.id,), forced=True
        )
    )


def _away(model: Model, feared: Model) -> tuple[float, float] | None:
    dx, dy = model.x - feared.x, model.y - feared.y
    far = hypot(dx, dy)
    return None if far == 0.0 else (dx / far, dy / far)


def _run(g: Match, name: str, direction: tuple[float, float], inches: float) -> Proc[None]:
    """Move as far as possible in that direction on the table; enemies it leaves may strike (Q-20)."""
    model = g.model(name)
    aim = Marker(id="", kind="", x=model.x + direction[0] * 1000, y=model.y + direction[1] * 1000)
    options = g.table.reach(g.state, model, inches, "walk", toward=aim, manner=manner_of(g, model))
    left = inches
    while left > 0.0:
        place = grid(model.x + direction[0] * left, model.y + direction[1] * left)
        if options.contains(place):
            yield from go(g, name, cast(MoveRegion, options).end(place), "fall back")
            return
        left -= STEP
