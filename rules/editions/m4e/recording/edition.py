"""How games of the Fourth Edition are recorded beside a real table."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec.structs import replace

from rules.editions.m4e.recording.due import due
from rules.editions.m4e.recording.readings import FIELDS
from rules.editions.m4e.recording.record import RecordM4
from rules.editions.m4e.recording.schemes import SCHEMES
from rules.editions.m4e.recording.shown import RecorderShown, shown
from rules.editions.m4e.recording.strategies import STRATEGIES
from rules.editions.m4e.recording.tokens import TOKENS, key_of
from rules.editions.m4e.scoring import SCORING
from rules.game.driver import Driver
from rules.game.printed import PlainModel, PrintedModel
from rules.game.recording.edition import ByHand, Due, OfSetup, RecordedEdition
from rules.game.recording.record import TableRecord
from rules.game.referee.commands import Passes, Under, Up
from rules.game.referee.ground import Ground
from rules.game.setup.agreed import AgreedField
from rules.game.setup.equipping import Equipment, PlainEquipment, Record, bare_figures
from rules.game.setup.setup import EncounterSetup
from rules.game.state import State
from rules.game.stored import PLAIN


class _Cards(PlainEquipment):
    """Cards with what limits and Schemes ask of a model (M4-SUMM-05, M4-SCH-02)."""

    def bare(
        self, slug: str, name: str, row: Record | None, *, station: str = "", health: int = 0
    ) -> PrintedModel:
        known = row or {}
        return PlainModel(
            slug=slug,
            name=name,
            **bare_figures(row, station, health),
            cost=known.get("cost") or 0,
            keywords=tuple(known.get("keywords") or ()),
            characteristics=tuple(known.get("characteristics") or ()),
            limit=known.get("limit") or 1,
            totem_for=known.get("totem_for") or "",
        )


class _Recorded(OfSetup):
    code, engine = "m4e", "m4e-1"
    kinds = RecordM4.kinds
    turns = SCORING.turns
    conditions = tuple(key_of(name, side) for name in TOKENS for side in (0, 1))
    stats: Mapping[str, str] = {"df": "Df", "wp": "Wp", "mv": "Sp", "sz": "Sz"}
    equipment: Equipment = _Cards()
    readings: tuple[AgreedField, ...] = FIELDS

    def by_hand(self, held: Driver | TableRecord[Any, Any], seat: int) -> ByHand:
        """Nothing is Buried, and there are no Pass Tokens (M4-TURN-11)."""
        hand = super().by_hand(held, seat)
        return replace(
            hand, possible=tuple(kind for kind in hand.possible if kind not in (Under, Up, Passes))
        )

    def record(self, setup: EncounterSetup) -> RecordM4:
        return RecordM4(setup)

    def due(self, setup: EncounterSetup, state: State) -> tuple[Due, ...]:
        return due(state, self._ground(setup))

    def recorder(self, setup: EncounterSetup, state: State, own: Collection[int]) -> RecorderShown:
        return shown(state, self._ground(setup), own)

    def rows_of(self, name: str) -> tuple[str, ...]:
        if (strategy := STRATEGIES.get(name)) is not None:
            rows = (strategy.set_up_rule, strategy.count_rule, strategy.bonus_rule, strategy.then_rule)
            return tuple(dict.fromkeys(filter(None, rows)))
        return (SCHEMES[name].rule,) if name in SCHEMES else ()

    def _ground(self, setup: EncounterSetup) -> Ground:
        return Ground(self.hand, setup)


RECORDED: RecordedEdition = _Recorded(PLAIN, RecordM4.hand)
