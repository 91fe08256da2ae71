"""Which models fell in a league's Encounter, and which of them owe a Finished Off flip that nobody has made
or entered (SL-FINISH-01 to -08, SL-SUMMON-03, -04)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from rules.game.league.policies import policies_of
from rules.game.results.casualties import owes_flip
from rules.game.setup.setup import EncounterSetup
from rules.game.state import State


class OpenFall(Struct, frozen=True):
    """A model, by its id in the Encounter, that fell without a Finished Off flip: ``how`` it fell, and
    whether it owes the flip. A sacrificed one does not where only kills count (SL-3E-11)."""

    model: str
    how: Literal["killed", "sacrificed", "buried"]
    owes: bool


def may_fall(setup: EncounterSetup, state: State, name: str) -> bool:
    """Whether the model is of an Arsenal, or stands for one that is, and has not fallen before (SL-FINISH-02,
    -06, SL-SUMMON-04). A model that was given up for another does not fall (SL-SUMMON-03)."""
    if setup.finish_threshold is None or any(fall.model == name for fall in state.falls):
        return False
    if any(name in heir.originals for heir in state.heirs):
        return False
    return name in setup.arsenal_ids() or any(heir.model == name for heir in state.heirs)


def open_falls(
    setup: EncounterSetup, state: State, *, ended: bool = False, left: int | None = None
) -> Iterator[OpenFall]:
    """The models that fell without a flip: killed, sacrificed, or still Buried at the end (SL-FINISH-07).
    ``ended``: the game ended before its last Turn was played; ``left`` is the seat that withdrew by ending
    it, whose Buried models leave with their Crew (A-10)."""
    policies = policies_of(setup)
    over = state.phase == "over" or ended
    kills = {kill.victim: kill for kill in reversed(state.kills)}
    for name, model in state.models.items():
        if not may_fall(setup, state, name):
            continue
        if (kill := kills.get(name)) is not None:
            how: Literal["killed", "sacrificed"] = "sacrificed" if kill.by == name else "killed"
            yield OpenFall(name, how, owes_flip(how, policies))
        elif (
            over and model.where == "buried" and (model.seat != left or policies.withdraw_buried == "killed")
        ):
            yield OpenFall(name, "buried", owes=True)
