"""The result of an Encounter of the Third Edition."""

from __future__ import annotations

from rules.editions.m3e.scoring import SCORING
from rules.game.results import from_state
from rules.game.results.result import EncounterResult
from rules.game.setup.setup import EncounterSetup
from rules.game.state import State


def result_of(setup: EncounterSetup, state: State, gave_up: int | None = None) -> EncounterResult:
    """The result of an Encounter played or recorded; ``gave_up`` is the seat that ended it early, if
    any."""
    return from_state.result_of(setup, state, SCORING, gave_up)
