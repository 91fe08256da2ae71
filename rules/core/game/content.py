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
from rules.core.game.effects import conditions, finish
from rules.core.game.schemes import (
    assassinate,
    breakthrough,
    claim_jump,
    deliver_a_message,
    detonate_charges,
    dig_their_graves,
    harness_the_ley_line,
    hold_up_their_forces,
    outflank,
    power_ritual,
    search_the_ruins,
    take_prisoner,
    vendetta,
)
from rules.core.game.strategies import corrupted_idols, plant_explosives, reckoning, turf_war

LOADED = (
    assist,
    charge,
    concentrate,
    conditions,
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
    # Strategies and Schemes
    corrupted_idols,
    plant_explosives,
    reckoning,
    turf_war,
    detonate_charges,
    breakthrough,
    harness_the_ley_line,
    search_the_ruins,
    dig_their_graves,
    hold_up_their_forces,
    take_prisoner,
    power_ritual,
    outflank,
    assassinate,
    deliver_a_message,
    claim_jump,
    vendetta,
)
