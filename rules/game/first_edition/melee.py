"""Who is in melee with whom (M1-GLO-08), and what enemies do when a model leaves (M1-CMB-05)."""

from __future__ import annotations

from rules.game.first_edition.match import PARALYZED, Match
from rules.game.state import Model
from rules.game.table_access.interface import Body
from rules.table.geometry.footprints import TOUCH


def melee_range(g: Match, model: Model) -> float | None:
    """The range of its melee weapons; none while Paralyzed (M1-MOD-03). A gunfighter reaches 2" with its
    ranged weapon (M1-ABL-12)."""
    if model.has(PARALYZED) or not model.on_table:
        return None
    figure = g.figure(model)
    reach = figure.melee_reach
    if figure.has("Gunfighter"):
        return max(reach or 0.0, g.rules.gunfighter_range)
    return reach


def within(g: Match, one: Body, two: Body, inches: float) -> bool:
    return g.table.gap(one, two) <= inches + TOUCH


def reaches(g: Match, model: Model, other: Model) -> bool:
    """Whether ``other`` is within the melee range of ``model``."""
    reach = melee_range(g, model)
    return reach is not None and within(g, model, other, reach)


def in_melee(g: Match, model: Model, other: Model) -> bool:
    """Either is within the other's melee range (M1-GLO-08)."""
    if model.player == other.player or not (model.on_table and other.on_table):
        return False
    return reaches(g, model, other) or reaches(g, other, model)


def opponents(g: Match, model: Model) -> list[Model]:
    """The enemies it is in melee with, in the order of their ids."""
    return [other for other in g.state.on_table() if in_melee(g, model, other)]


def threatened_by(g: Match, model: Model) -> list[Model]:
    """The enemies within whose melee range it is."""
    return [
        other for other in g.state.on_table() if other.player != model.player and reaches(g, other, model)
    ]
