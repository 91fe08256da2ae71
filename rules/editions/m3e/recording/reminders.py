"""When Campaign Upgrades and Injuries matter in a record of the Third Edition, by the scripts that the engine
plays (``scripts``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from rules.campaign.moments import moments_of as moments_by_hand
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.campaign_upgrades import BY_BEARER
from rules.editions.m3e.statcards import UpgradeCard
from rules.game.recording import reminders as common
from rules.game.recording.reminders import OF_ANOTHER, Reminder, Side, When
from rules.game.setup.setup import EncounterSetup
from rules.game.state import State

MOMENTS: dict[str, When] = {
    "deployed": "begins",
    "game_begins": "begins",
    "initiative_known": "turn",
    "start_phase": "turn",
    "end_phase": "end",
    "turn_ends": "end",
    "damaged": "hurt",
    "would_suffer": "hurt",
    "reducing": "hurt",
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
    w.Initiative: "turn",
    w.HandSize: "turn",
}


def reminders(setup: EncounterSetup, state: State, last: Any = None) -> tuple[Reminder, ...]:
    """The reminders for the current record, after its ``last`` entry."""
    return common.reminders(setup, state, last, _moments)


def moments_of(card: UpgradeCard) -> tuple[When, ...]:
    """When that Upgrade matters in a game, each moment once; empty for effects outside the game."""
    return tuple(dict.fromkeys(when for when, _ in _moments(card)))


def _moments(card: UpgradeCard) -> Iterator[tuple[When, Side]]:
    """The same with whose moment it is, where it is another model's."""
    if not (card.actions or card.abilities):
        yield from cast("tuple[tuple[When, Side], ...]", moments_by_hand(card.slug))
        return
    if card.actions:
        yield "activation", "any"
    for ability in card.abilities:
        for part in ability.parts:
            yield _moment_of(part), part.side if isinstance(part, w.Reaction) else "any"


def _moment_of(part: w.Part) -> When:
    if isinstance(part, w.Reaction):
        when = MOMENTS.get(part.moment, "activation")
        if part.about != "others" or when not in OF_ANOTHER:
            return when
        return "activation" if BY_BEARER in part.where else OF_ANOTHER[when]
    if isinstance(part, w.While | w.Aura):
        return _moment_of(part.part)
    if isinstance(part, w.DamageModifier) and part.when == "suffering":
        return "hurt"
    return PARTS.get(type(part), "activation")
