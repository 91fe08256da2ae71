"""How games of the Second Edition are recorded beside a real table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.editions.m2e.record import CONDITIONS, STORED, RecordM2
from rules.editions.m2e.upgrades import reminders
from rules.game.recording.edition import OfSetup, RecordedEdition
from rules.game.recording.reminders import Reminder
from rules.game.setup.setup import EncounterSetup
from rules.game.state import State


class _Recorded(OfSetup):
    code, engine = "m2e", "m2e-1"
    kinds = RecordM2.kinds
    conditions = CONDITIONS
    stats: Mapping[str, str] = {"df": "Df", "wp": "Wp"}
    health, short_health = "Wounds", "Wd"
    hazards = "T2-HAZ-01"

    def record(self, setup: EncounterSetup) -> RecordM2:
        return RecordM2(setup)

    def reminders(self, setup: EncounterSetup, state: State, last: Any) -> tuple[Reminder, ...]:
        return reminders(setup, state, last)


RECORDED: RecordedEdition = _Recorded(STORED, RecordM2.hand)
