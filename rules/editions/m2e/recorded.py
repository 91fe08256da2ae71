"""How games of the Second Edition are recorded beside a real table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.editions.m2e.record import CONDITIONS, STORED, RecordM2
from rules.editions.m2e.upgrades import reminders
from rules.game.pictures.board import acting_layers, no_zones
from rules.game.recording.edition import OfSetup, Printed, RecordedEdition, borne_by, left_to_the_catalogue
from rules.game.recording.reminders import Reminder
from rules.game.setup.setup import Setup
from rules.game.state import Model, State


class _Recorded(OfSetup):
    code, engine = "m2e", "m2e-1"
    turns: int | None = None
    conditions = CONDITIONS
    stats: Mapping[str, str] = {"df": "Df", "wp": "Wp"}
    health, passes = "Wounds", False
    hazards, cites = True, False
    table_rule, ground_rule = "M2-SETUP-02", "M2-SETUP-01"
    zones = staticmethod(no_zones)

    def record(self, setup: Setup) -> RecordM2:
        return RecordM2(setup)

    def printed(self, setup: Setup, state: State, model: Model) -> Printed | None:
        """Return its Wounds and Upgrades; the rest is in the catalogue or on the printed cards."""
        card = {**setup.cards, **state.cards}.get(model.card)
        if card is None:
            return None
        return left_to_the_catalogue(card, model, borne_by(model, setup, state), "Wd")

    def layers(self, setup: Setup, state: State) -> list[str]:
        return acting_layers(state)

    def reminders(self, setup: Setup, state: State, last: Any) -> tuple[Reminder, ...]:
        return reminders(setup, state, last)


RECORDED: RecordedEdition = _Recorded(STORED, RecordM2.hand)
