"""Reminders in a recorded Encounter: what Campaign Upgrades and Injuries require, and when.

A record checks no rules: the players apply the Upgrades of their models. So that nobody forgets one, each
Campaign Upgrade is shown at its moment, which the edition knows: before Turn 1, when a Turn begins, until its
model has Activated, when all models have, after the model was hurt, and after it fell; some when another
model was hurt or fell. Upgrades that change the printed card, hiring or the Aftermath have no reminder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, get_args

from msgspec import Struct

from rules.game.printed import Upgrades
from rules.game.recording.record import ActEntry, FinishedOff
from rules.game.referee.commands import FlipDamage, Hurt, Sacrifice, SetCondition, Slay
from rules.game.setup.setup import EncounterSetup
from rules.game.state import Model, State

Side = Literal["any", "friendly", "enemy"]
When = Literal["begins", "turn", "activation", "end", "hurt", "fallen", "another_hurt", "another_fallen"]
Moments = tuple[tuple[When, Side], ...]
"""When an Upgrade matters, and of whose models, where it is another model's moment."""
OF_ANOTHER: dict[When, When] = {"hurt": "another_hurt", "fallen": "another_fallen"}
CAMPAIGN = ("skill", "equipment", "injury")
"""The kinds of Upgrade of a league's Crews; a hired Upgrade has its effect on its own card."""
SIDES: tuple[Side, ...] = get_args(Side)


class Reminder(Struct, frozen=True):
    """``text`` is what the Upgrade ``name`` of the model ``model`` does ``when``."""

    when: When
    model: str
    name: str
    text: str


def reminders(
    setup: EncounterSetup, state: State, last: Any, moments: Callable[[Any], Iterable[tuple[When, Side]]]
) -> tuple[Reminder, ...]:
    """The reminders for the current record, after its ``last`` entry; ``moments`` are those of an
    Upgrade in the edition."""
    if state.phase == "over":
        return ()
    upgrades: Upgrades = {**setup.upgrades, **state.upgrades}
    touched = dict(_touched(state, last))
    said = []
    for model in state.models.values():
        now = {(when, side) for when in _now(state, model) for side in SIDES}
        now |= set(_seen(state, model, touched))
        for slug in _borne(setup, model) if now else ():
            card = upgrades.get(slug)
            if card is None or card.kind not in CAMPAIGN:
                continue
            due = dict.fromkeys(when for when, side in moments(card) if (when, side) in now)
            said += [Reminder(when, model.id, card.name, card.text) for when in due]
    return tuple(said)


def _seen(state: State, model: Model, touched: dict[str, When]) -> Iterator[tuple[When, Side]]:
    """What the last entry did to the model or, while it is in play, to others of which side."""
    for name, when in touched.items():
        if name == model.id:
            yield from ((when, side) for side in SIDES)
        elif model.in_play and name in state.models:
            friendly = state.models[name].seat == model.seat
            yield OF_ANOTHER[when], "any"
            yield OF_ANOTHER[when], "friendly" if friendly else "enemy"


def _borne(setup: EncounterSetup, model: Model) -> tuple[str, ...]:
    """The model's Upgrades; of a model that left play those it was hired with."""
    hired = setup.hired()
    return hired[model.id].upgrades if not model.in_play and model.id in hired else model.upgrades


def _now(state: State, model: Model) -> Iterator[When]:
    """What may apply to that model now, whatever was entered last."""
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
    """The models that the last entry hurt or killed."""
    if isinstance(entry, ActEntry):
        for line in entry.lines:
            yield from _touched(state, line)
    elif isinstance(entry, Slay | Sacrifice | FinishedOff):
        yield entry.model, "fallen"
    elif isinstance(entry, Hurt | FlipDamage | SetCondition):
        model = state.models.get(entry.model)
        yield entry.model, "hurt" if model is not None and model.in_play else "fallen"
