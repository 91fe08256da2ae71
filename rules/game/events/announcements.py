"""Announcements: duels, Triggers and Actions as they proceed. They appear in the log but do not change the
state."""

from __future__ import annotations

from typing import Literal

from rules.fate.cards import Card
from rules.game.events.base import Said


class ActionDeclared(Said, frozen=True):
    model: str
    action: str
    generated: bool = False


class ActionEnded(Said, frozen=True):
    """``outcome`` is "succeeded", or says why the Action failed."""

    model: str
    action: str
    outcome: str


class OnlyChoice(Said, frozen=True):
    """A question was skipped because it had one possible answer: its ``kind`` and ``text``, and that
    answer."""

    seat: int
    kind: str
    text: str
    answer: str


class Targeted(Said, frozen=True):
    model: str
    action: str
    target: str


class DuelBegan(Said, frozen=True):
    """A duel of ``stat`` against a stat of ``resister``, or against ``tn``."""

    model: str
    stat: str
    resister: str = ""
    resist: str = ""
    tn: int | None = None
    plus: tuple[int, int] = (0, 0)
    minus: tuple[int, int] = (0, 0)
    why: tuple[str, ...] = ()


class TotalAnnounced(Said, frozen=True):
    """``step`` is current (M3E-DUEL-07), final (M3E-DUEL-09) or outcome (M3E-DUEL-12)."""

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
    """Damage was reduced from one amount to another, and by what."""

    model: str
    before: int
    after: int
    by: str


class NumberFlipped(Said, frozen=True):
    """The result of a variable flip."""

    seat: int
    number: int
    why: str


class CardEntered(Said, frozen=True):
    """A card flipped on a real table and entered by a player."""

    seat: int
    card: Card
    why: str = ""


class Remark(Said, frozen=True):
    """A sentence about a rule that applied, with its ID."""

    text: str
    rule: str = ""


class TableWord(Said, frozen=True):
    """A sentence that the players were asked to apply by hand, and what they entered when it was done."""

    model: str
    text: str
    outcome: str = ""


class ActSaid(Said, frozen=True):
    """An act of the referee's hand. ``lines`` describe its commands in words that both players may see.
    ``step`` is proposed (the other seat may object), begun, objected or done."""

    seat: int
    name: str
    lines: tuple[str, ...]
    step: Literal["proposed", "begun", "objected", "done"]
