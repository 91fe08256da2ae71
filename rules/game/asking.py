"""Which questions of an Encounter need a person. The engine asks all of them; where nothing depends on an
answer, or a player has said the answer for the whole Encounter, it is given without asking.

Between two people an answer given at once tells the other that there was nothing to choose. So it may follow
from what both know, and only where nobody else plays (``alone``) from what the asked player alone knows.
What an edition adds is its ``play.needless``.

>>> from rules.game.procedure.asks import NO, YES
>>> ask = Ask(seat=0, kind="use", options=OneOf((YES, NO)), text="Lure: use it?")
>>> [one.name for one in abilities(ask)], usual_answer(abilities(ask), ask, {"Lure: use it?": "yes"})
(['Lure: use it?'], 'yes')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from rules.dialogue import Answer, OneOf
from rules.game.driver import Driver
from rules.game.procedure.asks import Ask, RecurringUse

Usual = Literal["yes", "no"]
"""What a player does whenever an ability may be used."""
Habits = Mapping[str, Usual]
"""The usual answers of a player by the names of abilities."""

ABILITIES = frozenset({"use", "trigger", "focus", "draw", "relent"})
"""Kinds of questions whose choices are abilities to use or to leave."""
NAMES = {"focus": "Focused", "relent": "Relenting", "draw": "A Soulstone for cards"}
"""What is asked in the same words whatever it is about."""
DECLINED = frozenset({"no", "none", "pass", "keep"})
OPEN_TO_BOTH = frozenset({"activate", "target", "marker", "order", "take"})
"""Questions whose choices both players know: a single one tells no secret."""
ENDS = frozenset({"action", "play_on", "withdraw"})
"""Questions that are put even where there is one answer, because it ends something."""
CHEATING_AHEAD = "Cheating when already ahead"
CHEATING_ELSE = "Cheating when not ahead"
STONES_IN_DUELS = "Soulstones in duels"
STONES_AGAINST_DAMAGE = "Soulstones against damage"
WHAT_PAYS = "Which cards pay or go"
BEFORE_DRAWING = "Discarding before drawing"
ORDER = "What resolves first"
ONLY_TRIGGER = "The only Trigger there is"
CORPSE_AND_SCRAP = "Where Corpse and Scrap Markers lie"
WON_INITIATIVE = "Initiative when you win it"
INSTEAD: Mapping[str, str] = {
    CHEATING_AHEAD: "the flip stands",
    CHEATING_ELSE: "the flip stands",
    STONES_IN_DUELS: "none is used",
    STONES_AGAINST_DAMAGE: "none is used",
    WHAT_PAYS: "the lowest",
    BEFORE_DRAWING: "none",
    ORDER: "as listed",
    ONLY_TRIGGER: "it is declared",
    CORPSE_AND_SCRAP: "the first place that is proposed",
    WON_INITIATIVE: "it is yours",
}
"""What a player may settle before it is asked, and what is done then."""
MOSTLY_LEFT = (CHEATING_AHEAD, WHAT_PAYS, ORDER, ONLY_TRIGGER, CORPSE_AND_SCRAP, WON_INITIATIVE)
"""What most people leave every time."""
BY_HAND = "By hand: "
ENDING = "Only left: "
LONGEST_NAME = 120
MOST_HABITS = 100


def abilities(ask: Ask, recurring: RecurringUse | None = None) -> tuple[RecurringUse, ...]:
    """The abilities that may be used or left, each under its name; none where something else is asked.
    ``recurring`` is what the edition lets a player leave every time (``Driver.recurring``)."""
    if recurring is not None:
        return (recurring,)
    if not isinstance(ask.options, OneOf):
        return ()
    choices = ask.options.choices
    keys = {choice.key for choice in choices}
    if ask.kind not in ABILITIES or not keys & DECLINED:
        return ()
    if keys == {"no", "yes"}:
        return (RecurringUse(NAMES.get(ask.kind, ask.text[:LONGEST_NAME]), "yes"),)
    offered = (choice.key for choice in choices if choice.key not in DECLINED)
    return tuple(RecurringUse(_called(key)[:LONGEST_NAME], key) for key in offered)


def _called(key: str) -> str:
    """The name of the ability in the key of a choice: what stands before its number and its model.

    >>> _called("From Beyond:0:a2"), _called("Gut Wound")
    ('From Beyond', 'Gut Wound')
    """
    return key.partition(":")[0]


def effect_of(text: str) -> str:
    """The name on its card of the effect that a question asks to carry out by hand.

    >>> effect_of("Apply Riptide as its card says."), effect_of("Apply Lure: Push it 3 inches.")
    ('Riptide', 'Lure')
    """
    return text.removeprefix("Apply ").partition(" as its card says")[0].partition(":")[0]


def by_hand(ask: Ask) -> RecurringUse:
    """The effect that a question asks to carry out by hand; left, it changes nothing."""
    return RecurringUse(f"{BY_HAND}{effect_of(ask.text)}"[:LONGEST_NAME], leaves=[])


def ending(names: Iterable[str]) -> RecurringUse:
    """The end of an Activation in which nothing but those Actions could still be taken."""
    return RecurringUse(f"{ENDING}{', '.join(names)}"[:LONGEST_NAME], leaves="end")


def words_of(name: str, usual: Usual) -> str:
    """What the player does every time, in words."""
    if name.startswith(BY_HAND):
        return "nothing changes"
    if name.startswith(ENDING):
        return "the Activation ends"
    return INSTEAD.get(name, usual)


def left(one: RecurringUse, ask: Ask) -> Answer:
    """The answer by which it is left."""
    return declined(ask) if one.leaves is None else one.leaves


def declined(ask: Ask) -> str:
    """The key by which everything offered is left; empty where there is none."""
    choices = ask.options.choices if isinstance(ask.options, OneOf) else ()
    return next((choice.key for choice in choices if choice.key in DECLINED), "")


def habits_from(offered: Iterable[RecurringUse], ask: Ask, value: Answer) -> dict[str, Usual]:
    """What the answer says of the abilities when it is given every time."""
    offered = tuple(offered)
    if offered and value == left(offered[0], ask):
        return {one.name: "no" for one in offered}
    return {one.name: "yes" for one in offered if one.key == value}


def usual_answer(offered: Iterable[RecurringUse], ask: Ask, habits: Habits) -> Answer | None:
    """The answer that the player gives every time; ``None`` where one ability has none, or where two are
    used every time and only one may be. A Trigger that comes alone may be settled whatever its name."""
    offered = tuple(offered)
    if ask.kind == "trigger" and ONLY_TRIGGER in habits and len(offered) == 1:
        return offered[0].key if habits.get(offered[0].name) != "no" else declined(ask)
    used = [one for one in offered if one.key and habits.get(one.name) == "yes"]
    if len(used) == 1 or (used and ask.kind != "trigger"):
        return used[0].key
    if offered and not used and all(habits.get(one.name) == "no" for one in offered):
        answer = left(offered[0], ask)
        return None if answer == "" else answer
    return None


def single(ask: Ask, *, alone: bool) -> Answer | None:
    """The only answer of a question, where asking for it would tell nobody anything; where nobody else plays
    also that the deck, which both parts of the shuffles laid, is not cut."""
    if ask.kind == "cut" and alone:
        return 0
    if not isinstance(ask.options, OneOf) or ask.kind in ENDS:
        return None
    if len(ask.options.choices) != 1 or not (alone or ask.kind in OPEN_TO_BOTH):
        return None
    return ask.options.choices[0].key


def unasked(play: Driver, ask: Ask, habits: Habits, *, alone: bool, everything: bool) -> Answer | None:
    """The answer that is given for the player without asking; ``None`` where the player is asked. With
    ``everything`` only a usual answer and a single one are."""
    given = usual_answer(abilities(ask, play.recurring(ask)), ask, habits) if habits else None
    if given is None:
        given = single(ask, alone=alone)
    if given is None and not everything:
        given = play.needless(ask, alone=alone)
    return given
