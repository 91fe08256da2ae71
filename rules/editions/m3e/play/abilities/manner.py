"""How abilities change the way a model moves: what it ignores, what it passes through (M3E-TRAIT-15). Also
the maximum hand size."""

from __future__ import annotations

from rules.editions.m3e.play.abilities.choosing import count, model_matches_anywhere
from rules.editions.m3e.play.abilities.held import borne, opened, parts
from rules.editions.m3e.play.abilities.passive import all_ignored
from rules.editions.m3e.play.abilities.scene import Scene
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import hand_bonus
from rules.editions.m3e.scripts.words import HandSize, Ignores, Passable, Shortens
from rules.game.state import Model
from rules.game.table_access.interface import USUAL, Manner

MOVING = frozenset(
    {
        "severe",
        "hazardous",
        "terrain",
        "models",
        "impassable",
        "falling",
        "leaving_engagement",
        "concealing",
    }
)
TERRAIN = ("climbable", "impassable", "linear", "severe")


def ignored(g: Game, model: Model) -> frozenset[str]:
    """What terrain and engagement the model ignores now when it moves."""
    if Ignores not in g.kinds and not g.state.lasting:
        return frozenset()
    in_progress = g.in_progress[-1] if g.in_progress else None
    return MOVING & all_ignored(g, model, in_progress)


def manner_of(g: Game, model: Model) -> Manner:
    """How the model moves; ``USUAL`` for most."""
    what = ignored(g, model)
    passable = tuple(
        held.id
        for held in g.state.on_table()
        if held.id != model.id and any(True for _ in parts(g, held, Passable))
    )
    if not what and not passable:
        return USUAL
    return Manner(
        unaffected=tuple(sorted(what & {"severe", "hazardous", "concealing"})),
        ignores=TERRAIN if "terrain" in what else ("impassable",) if "impassable" in what else (),
        through_models="models" in what,
        passable=passable,
        unbound="leaving_engagement" in what,
    )


def left_of(g: Game, model: Model, inches: float, by: Model | None) -> float:
    """How far a move of so many inches goes that ``by`` causes, when abilities shorten it."""
    if Shortens not in g.kinds and not g.state.lasting:
        return inches
    shorter = sum(
        count(g, Scene(bearer.id, it=model.id), part.inches)
        for part, bearer in borne(g, model, Shortens)
        if part.not_by is None
        or by is None
        or not model_matches_anywhere(g, Scene(bearer.id, it=model.id), by, part.not_by)
    )
    return max(0.0, inches - shorter)


@hand_bonus
def larger_hand(g: Game, seat: int) -> int:
    """By how many cards abilities raise or lower the player's maximum hand; abilities of one name count
    once."""
    if HandSize not in g.kinds:
        return 0
    named = {
        held.ability.name: -part.amount if part.opposing else part.amount
        for model in g.state.models.values()
        if model.in_play
        for held in g.parts_of(model, HandSize)
        for part in opened(g, held.part, model, model, HandSize)
        if part.opposing == (model.seat != seat)
    }
    return sum(named.values())
