"""The editions whose Encounters are played here, and those that are recorded, by their codes."""

from __future__ import annotations

from rules.editions.m1e.played import PLAYED as FIRST
from rules.editions.m2e.recorded import RECORDED as SECOND
from rules.editions.m3e.played import PLAYED as THIRD
from rules.game.playing import PlayedEdition
from rules.game.recording.edition import RecordedEdition

PLAYED: dict[str, PlayedEdition] = {THIRD.code: THIRD, FIRST.code: FIRST}
RECORDED: dict[str, RecordedEdition] = {**PLAYED, SECOND.code: SECOND}
UNNAMED = THIRD.code
"""The edition of a call that names none."""
