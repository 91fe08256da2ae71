"""Abilities, Triggers and Actions that the engine knows by their printed names (``library.py``), as parts of
a Stat Card. Unknown or partly executed ones are prompted.

>>> scripted_ability("Armor", 2, "").parts[0].amount
2
>>> scripted_ability("Howl At The Moon", None, "") is None
True
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.library import entry_of, script_of
from rules.editions.m3e.scripts.script import AbilityScript, ActionScript, Kind, TriggerScript
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Trigger

KINDS: tuple[Kind, ...] = ("ability", "trigger", "resistance", "attack", "tactical")


def scripted_ability(name: str, value: int | None, kind: str, model: str = "") -> Ability | None:
    """The ability of that name, value and type; ``None`` when the engine does not know it."""
    script = script_of("ability", name, value=value, type_=kind, model=model)
    if not isinstance(script, AbilityScript):
        return None
    return Ability(name=printed_name(name, value, kind), parts=script.parts)


def scripted_trigger(
    name: str, suits: tuple[str, ...], action: str = "", resists: str = "", model: str = ""
) -> Trigger | None:
    """The Trigger of that name under an Action, or resisting with a stat; ``None`` when unknown."""
    script = script_of("resistance" if resists else "trigger", name, model=model)
    return trigger_by(script, name, suits, action, resists) if isinstance(script, TriggerScript) else None


def trigger_by(
    script: TriggerScript, name: str, suits: tuple[str, ...], action: str = "", resists: str = ""
) -> Trigger:
    """The Trigger that the script makes of a printed name."""
    return Trigger(
        name=name,
        suits=suits,
        timing=script.timing,
        cost=script.cost,
        restrictions=script.restrictions,
        effects=_again(script.effects, action),
        resists=resists,
        once=script.once,
        parts=script.parts,
    )


def _again(effects: tuple[w.Effect, ...], action: str) -> tuple[w.Effect, ...]:
    """The effects in which "again" is the Action of the Trigger."""
    return tuple(
        replace(effect, name=action) if isinstance(effect, w.TakeAction) and effect.again else effect
        for effect in effects
    )


def scripted_action(name: str, attack: bool, model: str = "") -> ActionScript | None:
    """What an Action of that name does besides its figures; ``None`` when unknown."""
    script = script_of("attack" if attack else "tactical", name, model=model)
    return script if isinstance(script, ActionScript) else None


def settled_by(name: str) -> str | None:
    """The source of the effect of that name; ``None`` when no source describes it."""
    for kind in KINDS:
        entry = entry_of(kind, name)
        if entry is not None:
            return "public"
    return None


def printed_name(name: str, value: int | None, kind: str) -> str:
    """The name as on the card: ``Armor +1``, ``Terrifying (12)``."""
    number = f" +{value}" if value is not None else ""
    return f"{name}{number}{f' ({kind})' if kind else ''}"
