"""How the edition of an Encounter records and plays it. Its ``engine`` names the edition, and the form of the
stored log (``m3e-1``)."""

from __future__ import annotations

from typing import Any

from mfcampaign.play.models import Encounter
from rules.edition import edition_of
from rules.game.playing import PlayedEdition
from rules.game.recording.edition import RecordedEdition
from rules.game.recording.record import TableRecord
from rules.game.with_hand import DriverWithHand
from rules.refusal import Refusal

Played = DriverWithHand
AnySetup = Any
"""What was agreed, in the form of its edition."""
AnyRecord = TableRecord[Any, Any]


def recorded_of(row: Encounter) -> RecordedEdition:
    """How the Encounter is recorded, also one whose log has an older form."""
    return recorded_by(_code(row))


def played_of(row: Encounter) -> PlayedEdition:
    """The edition that plays the Encounter. Raise ``Refusal`` when it is recorded only."""
    return _played(_code(row))


def recorded_for(setup: AnySetup) -> RecordedEdition:
    """How an Encounter of this set-up is recorded."""
    return recorded_by(setup.edition)


def played_for(setup: Any) -> PlayedEdition:
    """The edition that plays this set-up. Raise ``Refusal`` when it is recorded only."""
    return _played(setup.edition)


def _code(row: Encounter) -> str:
    return row.engine.partition("-")[0]


def recorded_by(code: str) -> RecordedEdition:
    """How Encounters of that edition are recorded; what is played can be recorded.
    Raise ``Refusal`` when they are not."""
    edition = edition_of(code)
    if (recorded := edition.record or edition.play) is None:
        raise Refusal(f"Games of the {edition.name} are not recorded here.")
    return recorded


def _played(code: str) -> PlayedEdition:
    edition = edition_of(code)
    if edition.play is None:
        raise Refusal(f"The {edition.name} is played at a table, and can be recorded here.")
    return edition.play
