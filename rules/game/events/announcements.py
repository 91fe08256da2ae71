"""What is said at the table: duels, triggers, Actions as they go. The log in words; no state changes."""

from __future__ import annotations

from typing import Literal

from rules.fate.cards import Card
from rules.game.events.base import Said


class ActionDeclared(Said, frozen=True):
    model: str
    action: str
    generated: bool = False


class ActionEnded(Said, frozen=True):
    """``outcome``: succeeded, or failed and why."""

    model: str
    action: str
    outcome: str


class OnlyChoice(Said, frozen=True):
    """A question with one possible answer was not asked: its ``kind`` and ``text``, and the answer."""

    seat: int
    kind: str
    text: str
    answer: str


class Targeted(Said, frozen=True):
    model: str
    action: str
    target: str


class DuelBegan(Said, frozen=True):
    """``stat`` against a stat of ``resister``, or against ``tn``."""

    model: str
    stat: str
    resister: str = ""
    resist: str = ""
    tn: int | None = None
    plus: tuple[int, int] = (0, 0)
    minus: tuple[int, int] = (0, 0)
    why: tuple[str, ...] = ()


class TotalAnnounced(Said, frozen=True):
    """``step``: current (M3E-DUEL-07), final (-09) or outcome (-12)."""

    model: str
    total: int
    suits: tuple[str, ...]
    step: str


class Relented(Said, frozen=True):
    model: str


class TriggerDeclared(Said, frozen=True):
    model: str
    trigger: str


class DuelEnded(Said, frozen=True):
    """Whether each side succeeded; both may fail (M3E-DUEL-13)."""

    model: str
    success: bool
    resister: str = ""
    resisted: bool = False


class DamageReduced(Said, frozen=True):
    """From what to what, and by what."""

    model: str
    before: int
    after: int
    by: str


class NumberFlipped(Said, frozen=True):
    """What a variable flip came to."""

    seat: int
    number: int
    why: str


class CardEntered(Said, frozen=True):
    """A card as flipped on a real table, entered by a player."""

    seat: int
    card: Card
    why: str = ""


class Remark(Said, frozen=True):
    """A sentence about a rule that just mattered, with its ID."""

    text: str
    rule: str = ""


class TableWord(Said, frozen=True):
    """A sentence the players were asked to apply by hand, and what they said when it was done."""

    model: str
    text: str
    outcome: str = ""


class ActSaid(Said, frozen=True):
    """An act of the referee's hand: ``lines`` are its commands in words that both may know. ``step``:
    proposed (the other seat may object), begun, objected, or done."""

    seat: int
    name: str
    lines: tuple[str, ...]
    step: Literal["proposed", "begun", "objected", "done"]
