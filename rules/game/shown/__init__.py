"""What a page shows of a moment, of whatever edition: the Action that goes on and its duel, a model's card.
Each edition fills these in, in a file of its own here; a ``Driver`` gives them."""

from __future__ import annotations

from msgspec import Struct


class SideStanding(Struct, frozen=True, kw_only=True):
    """One model of a duel: its ``stat``, the card in the Conflict, the total of both as it stands, and where
    its fate modifiers came from."""

    model: str
    name: str
    seat: int
    stat_name: str
    stat: int
    card: str
    total: int
    suits: tuple[str, ...]
    why: tuple[str, ...]


class Standing(Struct, frozen=True, kw_only=True):
    """The Action that goes on: whose, what it does in words, at whom, and its duel so far."""

    actor: str
    action: str
    figures: str
    does: str
    target: str = ""
    tn: int | None = None
    sides: tuple[SideStanding, ...] = ()


class PrintedLine(Struct, frozen=True):
    """One Action, Trigger or ability of a card: its name, its figures, what it does in words."""

    name: str
    figures: str
    does: str


class CardShown(Struct, frozen=True):
    """A model's card as it stands in this Encounter; ``reaches`` are the ranges of
    its Actions and how far its auras go, in inches."""

    figures: str
    actions: tuple[PrintedLine, ...]
    abilities: tuple[PrintedLine, ...]
    reaches: tuple[float, ...]
