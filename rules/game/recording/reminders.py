"""Reminders in a recorded Encounter: what Campaign Upgrades and Injuries require, and when.

A record checks no rules: the players apply the Upgrades of their models. So that nobody forgets one, each
Campaign Upgrade is shown at its moment, from the scripts that the engine plays (``scripts``): before Turn 1,
when a Turn begins, until its model has Activated, when all models have, after the model was hurt, and after
it fell. Upgrades that change the printed card, hiring or the Aftermath have no reminder.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec import Struct

from rules.game.recording.record import ActEntry, FinishedOff
from rules.game.referee.commands import FlipDamage, Hurt, Sacrifice, SetCondition, Slay
from rules.game.scripts import words as w
from rules.game.scripts.statcards import UpgradeCard
from rules.game.setup.setup import Setup
from rules.game.state import Model, State

When = Literal["begins", "turn", "activation", "end", "hurt", "fallen"]
CAMPAIGN = ("skill", "equipment", "injury")
"""The kinds of Upgrade of a league's Crews; a hired Upgrade has its effect on its own card."""
MOMENTS: dict[str, When] = {
    "deployed": "begins",
    "game_begins": "begins",
    "initiative_known": "turn",
    "start_phase": "turn",
    "end_phase": "end",
    "turn_ends": "end",
    "damaged": "hurt",
    "would_suffer": "hurt",
    "would_gain": "hurt",
    "gained_condition": "hurt",
    "dying": "fallen",
    "killed": "fallen",
    "finished_off": "fallen",
}
"""When a moment of the engine occurs in a record; every other moment is part of an Activation."""
PARTS: dict[type[w.Word], When] = {
    w.Armor: "hurt",
    w.HardToKill: "hurt",
    w.NoInjury: "hurt",
    w.Reduce: "hurt",
    w.AlwaysFinishedOff: "fallen",
    w.FirstInitiative: "turn",
    w.HandSize: "turn",
}


class Reminder(Struct, frozen=True):
    """``text`` is what the Upgrade ``name`` of the model ``model`` does ``when``."""

    when: When
    model: str
    name: str
    text: str


def reminders(setup: Setup, state: State, last: Any = None) -> tuple[Reminder, ...]:
    """Return the reminders for the current record, after its ``last`` entry."""
    if state.phase == "over":
        return ()
    upgrades = setup.upgrades | state.upgrades
    touched = dict(_touched(state, last))
    said = []
    for model in state.models.values():
        now = set(_now(state, model)) | ({touched[model.id]} if model.id in touched else set())
        for slug in _borne(setup, model) if now else ():
            card = upgrades.get(slug)
            if card is None or card.kind not in CAMPAIGN:
                continue
            said += [
                Reminder(when, model.id, card.name, card.text) for when in moments_of(card) if when in now
            ]
    return tuple(said)


def _borne(setup: Setup, model: Model) -> tuple[str, ...]:
    """Return the model's Upgrades; of a model that left play those it was hired with."""
    hired = setup.hired()
    return hired[model.id].upgrades if not model.in_play and model.id in hired else model.upgrades


def moments_of(card: UpgradeCard) -> tuple[When, ...]:
    """Return when that Upgrade matters in a game, each moment once; empty for effects outside the game."""
    moments: list[When] = ["activation"] if card.actions else []
    for ability in card.abilities:
        moments += [_moment_of(part) for part in ability.parts]
    return tuple(dict.fromkeys(moments))


def _moment_of(part: w.Part) -> When:
    if isinstance(part, w.Reaction):
        return MOMENTS.get(part.moment, "activation")
    if isinstance(part, w.While | w.Aura):
        return _moment_of(part.part)
    if isinstance(part, w.DamageModifier) and part.when == "suffering":
        return "hurt"
    return PARTS.get(type(part), "activation")


def _now(state: State, model: Model) -> Iterator[When]:
    """Yield what may apply to that model now, whatever was entered last."""
    if not model.in_play:
        return
    if state.turn == 0:
        yield "begins"
        return
    here = [other for other in state.models.values() if other.in_play]
    if not any(other.activated for other in here):
        yield "turn"
    if not model.activated:
        yield "activation"
    if all(other.activated for other in here):
        yield "end"


def _touched(state: State, entry: Any) -> Iterator[tuple[str, When]]:
    """Yield the models that the last entry hurt or felled."""
    if isinstance(entry, ActEntry):
        for line in entry.lines:
            yield from _touched(state, line)
    elif isinstance(entry, Slay | Sacrifice | FinishedOff):
        yield entry.model, "fallen"
    elif isinstance(entry, Hurt | FlipDamage | SetCondition):
        model = state.models.get(entry.model)
        yield entry.model, "hurt" if model is not None and model.in_play else "fallen"
