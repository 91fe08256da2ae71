"""What is drawn of a Third Edition Encounter beside its zones: the auras of whose Activation it is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from rules.editions.m3e.scripts.words import Ability, auras_of
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.game.pictures.board import acting_layers, base_of
from rules.game.setup.setup import EncounterSetup
from rules.game.state import Model, State
from rules.table.pictures.layers import reach_layer


def moment_layers(setup: EncounterSetup, state: State) -> list[str]:
    """The auras of the model whose Activation it is, and a ring around it."""
    model = state.models.get(state.activating)
    if model is None or not model.on_table:
        return []
    auras = [reach_layer(base_of(model), inches, "aura") for inches in sorted(set(_auras(setup, model)))]
    return [*auras, *acting_layers(state)]


def _auras(setup: EncounterSetup, model: Model) -> Iterable[float]:
    abilities: list[Ability] = list(cast(StatCard, setup.cards[model.card]).abilities)
    for slug in model.upgrades:
        if slug in setup.upgrades:
            abilities += cast(UpgradeCard, setup.upgrades[slug]).abilities
    return auras_of(abilities)
