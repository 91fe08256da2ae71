"""Tokens: there or not, each friendly to the Crew that applied it (M4-COND).

A model stores a token as a Condition under its name and that side: ``burning:0``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rules.editions.m4e.recording.readings import readings_of
from rules.game.conditions import Condition, Conditions
from rules.game.events import Event
from rules.game.events.announcements import Remark
from rules.game.events.table import ConditionSet
from rules.game.narration import Names
from rules.game.referee.command import Fact, Subject
from rules.game.referee.ground import Ground
from rules.game.state import Model, State
from rules.refusal import Violation
from rules.wording import titled

When = Literal["", "activation", "end_phase"]
END: When = "end_phase"
OWN: When = "activation"


def _token(name: str, row: int, ends: When = "", opposite: str = "") -> Condition:
    return Condition(name=name, opposite=opposite, ends=ends, rule=f"M4-COND-{row}")


BASIC = (
    _token("adaptable", 10),
    _token("adversary", 11, END),
    _token("aura (concealment)", 12, END),
    _token("aura (hazardous)", 13, END),
    _token("aura (fire)", 13, END),
    _token("aura (poison)", 13, END),
    _token("aura (negligent)", 14, END),
    _token("aura (binding)", 15, END),
    _token("aura (fumes)", 15, END),
    _token("aura (staggered)", 15),
    _token("bolstered", 16, END, "injured"),
    _token("injured", 16, END, "bolstered"),
    _token("hidden", 17, END, "exposed"),
    _token("exposed", 17, END, "hidden"),
    _token("burning", 18, END),
    _token("challenged", 19, END),
    _token("fast", 20, OWN, "slow"),
    _token("slow", 20, OWN, "fast"),
    _token("hastened", 21, OWN, "staggered"),
    _token("staggered", 21, OWN, "hastened"),
    _token("stunned", 22, OWN),
    _token("craven", 23, OWN),
    _token("focused", 24, "", "distracted"),
    _token("distracted", 24, "", "focused"),
    _token("poison", 25),
    _token("shielded", 26),
    _token("impact", 27),
    _token("insight", 28),
    _token("entranced", 29),
    _token("summon", 30),
    _token("flicker", 31),
    _token("explosive", 32),
)
_OF_KEYWORDS: dict[When, str] = {
    END: "analyzed, glowy, numb",
    OWN: "sin, hunger, shame",
    "": "abandoned, aetheric surge, backtrack, badge, balm, blight, bog spirit, bounty, brilliance, "
    "broodling, cheese in your pockets, chi, convert, death, drift, familia, fragile ego, fright, "
    "frozen solid, glutted, "
    "graft, greedy, improvised part, incurable, instinct, interesting parts, life, new blood, paranoia, "
    "parasite, perforated, promoted, reload, replica, spiritual chains, suppressed, voyage",
}
TOKENS: Conditions = {
    token.name: token
    for token in (
        *BASIC,
        *(_token(name, 33, ends) for ends, names in _OF_KEYWORDS.items() for name in names.split(", ")),
    )
}
"""Every token by its name, with when it goes; the others are spent, or stay (M4-COND-08, -33)."""
AFTER_DAMAGE = "burning"
"""Goes in the End Phase only after its damage (M4-COND-18)."""
HURTING = ("burning", "poison", "flicker")
"""What happens to the bearer in the End Phase (M4-COND-18, -25, -31)."""


def key_of(name: str, side: int) -> str:
    return f"{name}:{side}"


def name_in(key: str) -> str:
    return key.partition(":")[0]


def one_name(name: str) -> str:
    """The name before a parenthesis: all Auras are one name (M4-COND-05)."""
    return name.partition(" (")[0]


def bears(model: Model, name: str) -> bool:
    """Whether the model has that token, whoever applied it."""
    return any(name_in(key) == name for key in model.conditions)


def gained(state: State, model: str, name: str, side: int, ground: Ground) -> Iterator[Event]:
    """The model gains the token of that Crew: not again, another Crew's goes, a pair cancels (M4-COND-01,
    -02, -05 to -07)."""
    key, held = key_of(name, side), state.models[model].conditions
    said = f"{titled(name)} ({Names(state).side(side)})"
    if key in held:
        yield Remark(f"{Names(state)(model)} has {said} already: it is not gained again.", "M4-COND-02")
        return
    for other in held:
        if one_name(name_in(other)) == one_name(name):
            yield ConditionSet(model, other, 0, "another replaces it")
    yield ConditionSet(model, key, 1, "table")
    opposite = TOKENS[name].opposite
    any_side = readings_of(ground.setup).cancelling == "any_side"
    against = [
        each for each in held if name_in(each) == opposite and (any_side or each == key_of(opposite, side))
    ]
    for each in (*against, *([key] if against else [])):
        yield ConditionSet(model, each, 0, "they cancel each other")


def went(model: Model, when: When, *, but: str = "") -> Iterator[ConditionSet]:
    """The model's tokens that go then (M4-TURN-15, -18)."""
    for key in model.conditions:
        if TOKENS[name_in(key)].ends == when and name_in(key) != but:
            yield ConditionSet(model.id, key, 0, "its time is over")


class _OfToken(Fact, frozen=True):
    """A token by its name and the seat of the Crew that applied it."""

    about = ("token", "model", "token")
    model: str
    token: str
    side: int

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        if self.token not in TOKENS:
            yield Violation("M4-COND-01", f"There is no token {self.token}.", "Choose one of the list.")
        if self.side not in (0, 1):
            yield Violation("M4-COND-03", "Whose token is it?", "Name the Crew that applied it.")

    @property
    def subject(self) -> Subject:
        return "token", self.model, one_name(self.token)


class Token(_OfToken, frozen=True, tag="token"):
    """The model gains the token."""

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield from gained(state, self.model, self.token, self.side, ground)


class TokenGone(_OfToken, frozen=True, tag="token_off"):
    """The token was spent or removed."""

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        yield from super().wrong(state, ground)
        if key_of(self.token, self.side) not in state.models[self.model].conditions:
            name = Names(state)(self.model)
            yield Violation("M4-COND-01", f"{name} has no such token.", "Choose one that it has.", self.model)

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield ConditionSet(self.model, key_of(self.token, self.side), 0, "table")
