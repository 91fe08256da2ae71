"""The editions of Encounters played or recorded here: which is an Encounter's, which plays a set-up.

An Encounter's ``engine`` names its edition and the form in which its log is stored. What an edition decides
is in its ``RecordedEdition`` and ``PlayedEdition``."""

from __future__ import annotations

from typing import Any

from mfcampaign.play.models import Encounter
from rules.edition import Edition, editions
from rules.edition import edition_of as edition_called
from rules.game.playing import PlayedEdition
from rules.game.recording.edition import RecordedEdition
from rules.game.recording.record import TableRecord
from rules.game.with_hand import DriverWithHand
from rules.refusal import Refusal

Played = DriverWithHand
AnySetup = Any
"""What was agreed, in the form of its edition."""
AnyRecord = TableRecord[Any, Any]


def played_editions() -> tuple[Edition, ...]:
    """The editions that can be played here, the newest first."""
    return tuple(each for each in editions() if each.play is not None)


def edition_of(row: Encounter) -> RecordedEdition:
    """Return the edition of the row's engine, older engines included."""
    return _recorded(row.engine.partition("-")[0])


def played_by(row: Encounter) -> PlayedEdition:
    """Return the edition that plays the Encounter. Raise ``Refusal`` when it is recorded only."""
    return _played(row.engine.partition("-")[0])


def edition_for(setup: Any) -> RecordedEdition:
    """Return the edition of this set-up."""
    return _recorded(setup.edition)


def played_for(setup: Any) -> PlayedEdition:
    """Return the edition that plays this set-up. Raise ``Refusal`` when it is recorded only."""
    return _played(setup.edition)


def _recorded(code: str) -> RecordedEdition:
    edition = edition_called(code)
    if edition.record is None:
        raise Refusal(f"Games of the {edition.name} are not recorded here.")
    return edition.record


def _played(code: str) -> PlayedEdition:
    edition = edition_called(code)
    if edition.play is None:
        raise Refusal(f"The {edition.name} is played at a table, and can be recorded here.")
    return edition.play
