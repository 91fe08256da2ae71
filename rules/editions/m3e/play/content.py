"""Import every module that registers game content. Add new content modules to this list.

Registries look content up by name, reactions and modifiers by key. The order of registration decides only the
order in which equal choices are listed.
"""

from __future__ import annotations

from rules.editions.m3e.play import finished_off
from rules.editions.m3e.play.abilities import (
    arrival_words,
    card_words,
    flow_words,
    health_words,
    manner,
    passive,
    place_words,
    reactions,
    table_words,
)
from rules.editions.m3e.play.actions import general
from rules.editions.m3e.play.duels import modifiers, triggers
from rules.editions.m3e.play.effects import conditions
from rules.editions.m3e.play.procedure import activity
from rules.editions.m3e.play.schemes import markers, models, places
from rules.editions.m3e.play.strategies import corrupted_idols, plant_explosives, reckoning, turf_war

LOADED = (
    arrival_words,
    card_words,
    conditions,
    corrupted_idols,
    activity,
    finished_off,
    flow_words,
    general,
    health_words,
    manner,
    markers,
    models,
    modifiers,
    passive,
    place_words,
    places,
    plant_explosives,
    reactions,
    reckoning,
    table_words,
    triggers,
    turf_war,
)
