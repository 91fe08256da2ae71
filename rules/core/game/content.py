"""Everything that registers itself, imported once. New content adds its module here.

Order does not matter: registries are looked up by name, reactions and modifiers by their keys.
"""

from __future__ import annotations

from rules.core.game.abilities import (
    effects_cards,
    effects_flow,
    effects_health,
    effects_table,
    odd,
    reactions,
    standing,
)
from rules.core.game.actions.general import assist, charge, concentrate, disengage, interact, slam, walk
from rules.core.game.duels import modifiers
from rules.core.game.effects import conditions, conditions_end, finish

LOADED = (
    assist,
    charge,
    concentrate,
    conditions,
    conditions_end,
    disengage,
    effects_cards,
    effects_flow,
    effects_health,
    effects_table,
    finish,
    interact,
    modifiers,
    odd,
    reactions,
    slam,
    standing,
    walk,
)
