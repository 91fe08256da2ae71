"""Its record of a real table: the common one."""

from __future__ import annotations

from rules.game.conditions import Condition
from rules.game.recording.edition import OfSetup, RecordedEdition
from rules.game.recording.record import SetupRecord
from rules.game.referee.hand import PlayersApply
from rules.game.setup.setup import EncounterSetup
from rules.game.stored import PLAIN
from tests.editions.m0e.rows import ROWS
from tests.editions.m0e.scoring import SCORING

CONDITIONS = {"damp": Condition(name="damp", valued=True), "scorched": Condition(name="scorched")}


class ToyRecord(SetupRecord):
    hand = PlayersApply(CONDITIONS, SCORING, ROWS)
    rows = ROWS
    scoring = SCORING


class _Recorded(OfSetup):
    code, engine = "m0e", "m0e-1"
    turns = SCORING.turns
    conditions = tuple(CONDITIONS)
    stats = {"mv": "Pace", "df": "Df"}
    health, short_health = "Grit", "Gr"

    def record(self, setup: EncounterSetup) -> ToyRecord:
        return ToyRecord(setup)


RECORDED: RecordedEdition = _Recorded(PLAIN, ToyRecord.hand)
