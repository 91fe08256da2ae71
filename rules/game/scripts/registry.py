"""Abilities, triggers and Actions that the engine knows by their printed names.

``settled`` says where a name's effect stands: ``rulebook`` (the core text shows it), ``public`` (a public
guide or ruling says it), ``house`` (our reading of a name whose text no source of the catalogue holds;
correct it here when a card says otherwise). Whatever is not here is prompted.

>>> scripted_ability("Armor", 2, "").parts[0].amount
2
>>> scripted_ability("Devour Souls", None, "") is None
True
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.game.scripts import words as w
from rules.game.scripts.statcards import Timing, Trigger
from rules.game.scripts.words import Ability, Part

Settled = Literal["rulebook", "public", "house"]
K = TypeVar("K")
MakeParts = Callable[[int, str], tuple[Part, ...]]


class ScriptedAbility(Struct, frozen=True):
    """``make`` gives the parts for the printed value (1 where none is printed) and type."""

    make: MakeParts
    settled: Settled
    status: Literal["automated", "prompted"] = "automated"


class ScriptedTrigger(Struct, frozen=True):
    timing: Timing
    effects: tuple[w.Effect, ...]
    settled: Settled
    restrictions: tuple[w.Restriction, ...] = ()
    again: bool = False


def _cheater(effect: w.Effect, *, optional: bool) -> tuple[Part, ...]:
    """After an enemy within 6" and sight cheats, once the Action or ability going on is resolved."""
    return (
        w.Reaction(
            moment="cheated",
            about="others",
            side="enemy",
            inches=6,
            after_current=True,
            optional=optional,
            effects=(effect,),
        ),
    )


def _demise(value: int, kind: str) -> tuple[Part, ...]:
    """The moment is known, what comes of it stands on the card."""
    text = f"Apply Demise ({kind}) as its card says." if kind else "Apply Demise as its card says."
    return (w.Reaction(moment="killed", effects=(w.Prompted(text=text),)),)


ABILITIES: dict[str, ScriptedAbility] = {
    "Armor": ScriptedAbility(lambda value, kind: (w.Armor(amount=value),), "rulebook"),
    "Demise": ScriptedAbility(_demise, "rulebook", "prompted"),
    "Hard to Kill": ScriptedAbility(lambda value, kind: (w.HardToKill(),), "public"),
    "Hard to Wound": ScriptedAbility(lambda value, kind: (w.HardToWound(),), "public"),
    "Hold 'Em": ScriptedAbility(lambda value, kind: _cheater(w.Damage(amount=1), optional=False), "rulebook"),
    "Insignificant": ScriptedAbility(lambda value, kind: (w.Insignificant(),), "rulebook"),
    "Manipulative": ScriptedAbility(lambda value, kind: (w.Manipulative(),), "public"),
    "Regeneration": ScriptedAbility(
        lambda value, kind: (
            w.Reaction(moment="activation_begins", effects=(w.Heal(amount=value, whom="self"),)),
        ),
        "house",
    ),
    "Ruthless": ScriptedAbility(lambda value, kind: (w.Ruthless(),), "house"),
    "Scamper": ScriptedAbility(
        lambda value, kind: _cheater(w.Move(kind="push", inches=2, whom="self"), optional=True), "rulebook"
    ),
    "Stealth": ScriptedAbility(lambda value, kind: (w.Stealthy(inches=6),), "house"),
    "Terrifying": ScriptedAbility(
        lambda value, kind: (w.Terrifying(tn=int(kind)),) if kind.isdigit() else (), "rulebook"
    ),
}

TRIGGERS: dict[str, ScriptedTrigger] = {
    "Blaze": ScriptedTrigger("after_succeeding", (w.Gain(condition="burning"),), "house"),
    "Critical Strike": ScriptedTrigger("when_resolving", (w.MoreDamage(amount=1),), "house"),
    "Daze": ScriptedTrigger("after_succeeding", (w.Gain(condition="stunned"),), "house"),
    "Delay": ScriptedTrigger("after_succeeding", (w.Gain(condition="slow"),), "house"),
    "Infect": ScriptedTrigger("after_succeeding", (w.Gain(condition="poison"),), "house"),
    "Onslaught": ScriptedTrigger("after_resolving", (w.TakeAction(on_target=True),), "house", again=True),
    "Reposition": ScriptedTrigger("after_resolving", (w.Move(kind="move", inches=3, whom="self"),), "house"),
    "Severe Injury": ScriptedTrigger("after_succeeding", (w.Gain(condition="injured"),), "house"),
    "Squeal": ScriptedTrigger(
        "after_resolving",
        (w.Move(kind="move", inches=3, whom="self"),),
        "rulebook",
        (w.TargetIs(side="enemy"),),
    ),
    "Stagger": ScriptedTrigger("after_succeeding", (w.Gain(condition="staggered"),), "house"),
    "Surge": ScriptedTrigger("after_succeeding", (w.Draw(),), "rulebook"),
}

# What a printed Action does besides what its figures say, by name.
ACTIONS: dict[str, tuple[w.Effect, ...]] = {
    "Lightning Strike": (w.Shockwave(inches=1, stat="mv", tn=13, penalty=(w.Damage(amount=2),)),),
}


def scripted_ability(name: str, value: int | None, kind: str) -> Ability | None:
    """The ability of that name, value and type; ``None`` when the engine does not know it so."""
    script = _find(ABILITIES, name)
    parts = script.make(1 if value is None else value, kind) if script else ()
    if script is None or not parts:
        return None
    return Ability(name=printed_name(name, value, kind), parts=parts, status=script.status)


def scripted_trigger(
    name: str, suits: tuple[str, ...], action: str = "", resists: str = ""
) -> Trigger | None:
    """The trigger of that name under an Action, or resisting with a stat; ``None`` when unknown."""
    script = _find(TRIGGERS, name)
    if script is None:
        return None
    effects = script.effects
    if script.again:
        effects = tuple(
            replace(effect, name=action) if isinstance(effect, w.TakeAction) else effect for effect in effects
        )
    return Trigger(
        name=name,
        suits=suits,
        timing=script.timing,
        effects=effects,
        restrictions=script.restrictions,
        resists=resists,
    )


def settled_by(name: str) -> Settled | None:
    """Where the effect of that name was taken from; ``None`` when the engine does not know it."""
    script = _find(ABILITIES, name) or _find(TRIGGERS, name)
    return script.settled if script is not None else None


def printed_name(name: str, value: int | None, kind: str) -> str:
    """As on the card: ``Armor +1``, ``Terrifying (12)``."""
    number = f" +{value}" if value is not None else ""
    return f"{name}{number}{f' ({kind})' if kind else ''}"


def _find(scripts: dict[str, K], name: str) -> K | None:
    """By name, whatever its capitals and apostrophes."""
    plain = name.replace("’", "'").casefold()
    return next((script for key, script in scripts.items() if key.casefold() == plain), None)
