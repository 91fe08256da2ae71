"""A record of a Third Edition game at a real table."""

from __future__ import annotations

from rules.editions.m3e.hand import HAND
from rules.editions.m3e.rows import ROWS
from rules.editions.m3e.scoring import SCORING
from rules.editions.m3e.stored import STORED
from rules.game.recording.record import SetupRecord


class Record(SetupRecord):
    """A recorded Encounter of the Third Edition."""

    hand = HAND
    rows = ROWS
    scoring = SCORING
    stored = STORED
