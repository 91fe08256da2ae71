"""The editions of Encounters played or recorded here: which is an Encounter's, and what each is called.

An Encounter's ``engine`` names its edition and the form in which its log is stored. What an edition decides
is in its ``RecordedEdition`` and ``PlayedEdition``; no other module here tests which edition is played."""

from __future__ import annotations

from typing import Any

from mfcampaign.play.models import Encounter
from rules.crews.catalogue import FIRST, SECOND, THIRD
from rules.editions.encounters import PLAYED, RECORDED
from rules.editions.m1e.play.match import SetupM1
from rules.game.playing import PlayedEdition
from rules.game.recording.edition import RecordedEdition
from rules.game.recording.record import TableRecord
from rules.game.setup.setup import Setup
from rules.game.with_hand import DriverWithHand
from rules.refusal import Refusal

Played = DriverWithHand
AnySetup = Setup | SetupM1
AnyRecord = TableRecord[Any, Any]

EDITIONS: dict[str, PlayedEdition] = PLAYED
"""The editions that can be played here."""
NAMES = {THIRD: "Third Edition", SECOND: "Second Edition", FIRST: "First Edition"}


def edition_of(row: Encounter) -> RecordedEdition:
    """Return the edition of the row's engine, older engines included."""
    return RECORDED[row.engine.partition("-")[0]]


def played_by(row: Encounter) -> PlayedEdition:
    """Return the edition that plays the Encounter. Raise ``Refusal`` when it is recorded only."""
    return _played(edition_of(row).code)


def edition_for(setup: AnySetup) -> RecordedEdition:
    """Return the edition of this set-up."""
    return RECORDED[setup.edition]


def played_for(setup: AnySetup) -> PlayedEdition:
    """Return the edition that plays this set-up. Raise ``Refusal`` when it is recorded only."""
    return _played(setup.edition)


def _played(code: str) -> PlayedEdition:
    if code not in EDITIONS:
        raise Refusal(f"The {NAMES[code]} is played at a table, and can be recorded here.")
    return EDITIONS[code]
