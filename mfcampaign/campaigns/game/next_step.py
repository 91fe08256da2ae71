"""The next step of one side of a game, decided here alone, for the game's page and for every list of next
actions."""

from __future__ import annotations

from enum import Enum, auto

from mfcampaign.campaigns.models import Aftermath, Game, GameSide, Report


class GameStep(Enum):
    """What is next for one side; ``…_AWAITED`` ones wait for somebody else."""

    HIRE = auto()
    CREW_AWAITED = auto()
    PLAY = auto()
    CONFIRM = auto()
    CONFIRMATION_AWAITED = auto()
    RULING_AWAITED = auto()
    AFTERMATH = auto()
    CARD_AWAITED = auto()
    EARLIER_AFTERMATH = auto()
    AFTERMATH_AWAITED = auto()


def next_step(side: GameSide, report: Report | None, aftermath: Aftermath | None) -> GameStep:
    """The step of ``side`` in a game that is open, or whose Aftermath is; ``report`` is the one that stands
    to be confirmed."""
    state = side.game.state
    if state == Game.State.SCHEDULED:
        return GameStep.HIRE if side.crew_submitted_at is None else GameStep.CREW_AWAITED
    if state == Game.State.PLAYING:
        return GameStep.PLAY
    if state == Game.State.REPORTED:
        own = report is not None and report.by_entry_id == side.entry_id
        return GameStep.CONFIRMATION_AWAITED if own else GameStep.CONFIRM
    if state == Game.State.DISPUTED:
        return GameStep.RULING_AWAITED
    if aftermath is None:
        return GameStep.AFTERMATH_AWAITED
    return aftermath_step(aftermath.state, aftermath.waiting_for)


def aftermath_step(state: str, waiting_for: str) -> GameStep:
    """The step of a side whose Aftermath is in that state and waits for that one."""
    if state == Aftermath.State.LOCKED:
        return GameStep.AFTERMATH_AWAITED
    if state == Aftermath.State.QUEUED:
        return GameStep.EARLIER_AFTERMATH
    return GameStep.CARD_AWAITED if waiting_for == "fate" else GameStep.AFTERMATH
