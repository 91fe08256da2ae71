"""What sentences of card scripts are made of: when a thing is, until when, how a verb follows its subject."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.editions.m3e.scripts.selects import (
    ActionDamage,
    CardValue,
    ConditionValue,
    Half,
    Limit,
    MomentDamage,
    Stat,
    amount,
    scaled,
)
from rules.plain_numbers import whole
from rules.wording import listed

MOMENTS = {
    "game_begins": "At the start of the game",
    "finished_off": "When {who} is Finished Off",
    "initiative_known": "Once Initiative is settled",
    "start_phase": "In the Start Phase",
    "picked": "When {who} is chosen to Activate",
    "activation_begins": "At the start of {activation}",
    "activation_ends": "At the end of {activation}",
    "activated": "Once {who} has Activated",
    "end_phase": "In the End Phase",
    "turn_ends": "When the Turn is scored",
    "targeted": "When {act} targets {who}",
    "before_duel": "Before a duel of {who}",
    "cheated": "When {who} cheats fate",
    "action_resolved": "After {act} of {who}",
    "damaged": "After {who} suffers damage",
    "dying": "When {who} is about to be killed",
    "would_be_killed": "Before it is settled who killed {who}",
    "would_kill": "Before {who} counts as the killer of {other}",
    "killed": "When {who} is killed",
    "killing": "When {who} kills {other}",
    "would_heal": "Before {who} Heals",
    "heals": "When {who} Heals",
    "healed": "After {who} Healed",
    "excess_healing": "When {who} Heals more than it can",
    "gained_condition": "After {who} gains {condition}",
    "lost_condition": "After {condition} on {who} ends or drops",
    "moved": "After {who} moved",
    "discarded": "After {who} is told to discard",
    "would_drop": "Before {marker} is dropped",
    "marker_dropped": "After {marker} is dropped",
    "marker_placed": "After {marker} is placed",
    "marker_removed": "After {marker} is removed",
    "summoned": "After {who} is Summoned",
    "buried": "After {who} is Buried",
    "unburied": "After {who} is Unburied",
    "deployed": "After {who} is deployed",
    "declared": "When {who} declares {act}",
    "trigger_declared": "When {who} declares a Trigger",
    "resolved_upon": "After {act} that targeted {who}",
    "before_triggers": "Before Triggers are declared in a duel of {who}",
    "flipped": "After a card is flipped for a duel of {who}",
    "number_flipped": "After a variable flip for {who}",
    "duel_ended": "After a duel of {who}",
    "would_suffer": "Before {who} suffers damage",
    "reducing": "When damage to {who} is lowered",
    "would_gain": "Before {who} gains {condition}",
    "would_lose": "Before {condition} on {who} ends or drops",
    "would_move": "Before {who} is moved",
    "gained_token": "After {who} gains {token}",
    "attached": "After {upgrade} is attached to {who}",
    "upgrade_discarded": "After {upgrade} of {who} is discarded",
    "replaced": "After {who} replaces another model",
    "placed": "After {who} is placed",
    "pass_token_used": "After {player} used a Pass Token",
    "stone_used": "After a Soulstone is spent for {who}",
    "scheme_revealed": "After {scheme} is revealed",
    "drew": "After {who} draws",
}
SCHEMES = {"any": "a Scheme", "friendly": "a Scheme of this player", "enemy": "a Scheme of the opponent"}
UNTIL = {
    "action": "for this Action",
    "activation": "until the end of the Activation",
    "turn": "until the end of the Turn",
    "end_phase": "until the End Phase",
    "next_activation": "until the start of its next Activation",
    "next_duel": "in its next duel",
    "killed": "until it is killed",
    "game": "for the rest of the game",
}
ONCE = {
    "": "",
    "activation": "Once an Activation: ",
    "turn": "Once a Turn: ",
    "game": "Once a game: ",
    "target": "Once an Activation for each target: ",
}
SOURCES = {
    "any": "anything",
    "attack": "attack Actions",
    "action": "Actions",
    "trigger": "Triggers",
    "ability": "abilities",
    "melee": "melee Actions",
    "missile": "missile Actions",
    "blast": "blasts",
    "pulse": "pulses",
    "shockwave": "shockwaves",
    "hazard": "Hazardous terrain",
    "falling": "falling",
}
PLAYERS = {"own": "this player", "opposing": "the opponent", "both": "both players"}
UNVALUED = ("fast", "slow", "stunned", "staggered", "adversary")
"""Conditions without a value."""


def with_verb(subject: str, one: str) -> str:
    """The subject and its verb; of several models with "up to" it is plural."""
    several = subject.startswith("up to") and not subject.startswith("up to one")
    return f"{subject} {plural_verb(one) if several else one}"


def plural_verb(verb: str) -> str:
    """The verb after several models."""
    return {"is": "are", "has": "have"}.get(verb, verb.removesuffix("s"))


def base_verb(verb: str) -> str:
    """The verb after "may".

    >>> base_verb("draws"), base_verb("is"), base_verb("attaches"), base_verb("may"), base_verb("chooses:")
    ('draw', 'be', 'attach', '', 'choose:')
    """
    if verb.endswith(":"):
        return f"{base_verb(verb.removesuffix(':'))}:"
    return {"is": "be", "has": "have", "may": ""}.get(verb) or (
        "" if verb == "may" else verb.removesuffix("es" if verb.endswith("ches") else "s")
    )


def fate_modifiers(plus: int, minus: int) -> str:
    """The plus and minus of a flip as signs."""
    return " and ".join(text for text in ("+" * plus, "−" * minus) if text)


def added(value: Any) -> str:
    """``+2`` for a number, "+1 for each …" or "+ (…)" for what is counted."""
    if (said := scaled(value, lambda number: f"+{number}")) != f"+{amount(value)}":
        return said
    return f"{value:+d}".replace("-", "−") if isinstance(value, int) else f"+ ({amount(value)})"


def capitalised(what: Iterable[str]) -> str:
    """The names, listed; empty for none."""
    names = [name.replace("_", " ").capitalize() for name in what]
    return listed(names) if names else ""


def any_of(names: Iterable[str]) -> str:
    """Names of which one will do.

    >>> any_of(["shockwave", "pulse", "blast"]), any_of(["burning"]), any_of(["adversary:Urami"])
    ('shockwaves, pulses or blasts', 'Burning', 'Adversary (Urami)')
    """
    *others, last = [SOURCES.get(name) or _named(name) for name in names]
    return f"{', '.join(others)} or {last}" if others else last


def _named(name: str) -> str:
    """A Condition, with its X: ``Adversary (Urami)``."""
    kind, _colon, of = name.partition(":")
    return f"{kind.capitalize()} ({of})" if of else kind.capitalize()


def damage_suffered(value: Any) -> str:
    if is_figure(value):
        return f"damage equal to {amount(value)}"

    def said(number: str) -> str:
        return f"damage equal to {number}" if number.startswith("the ") else f"{number} damage"

    return scaled(value, said)


def is_figure(value: Any) -> bool:
    """Whether it is a figure of something, and not counted one by one."""
    figure = value.amount if isinstance(value, Limit | Half) else value
    return isinstance(figure, Stat | ActionDamage | ConditionValue | CardValue | MomentDamage)


def repeated(sign: str, number: str) -> str:
    times = whole(number, 9)
    return f"{sign} ({number})" if times is None else sign * times


def cards_counted(value: Any) -> str:
    return scaled(value, lambda number: "a card" if number == "1" else several(number, "cards"))


def top_cards(value: Any) -> str:
    return "top card" if value == 1 else f"top {several(amount(value), 'cards')}"


def several(number: str, noun: str) -> str:
    """So many of them.

    >>> several("up to 3", "cards"), several("the number of friendly models", "cards")
    ('up to 3 cards', 'cards (the number of friendly models)')
    """
    return f"{noun} ({number})" if number.startswith("the number of ") else f"{number} {noun}"
