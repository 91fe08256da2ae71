"""What a page shows of a moment in any edition: the Action in progress with its duel, and a model's card.
Each edition fills these structs in a file here; a ``rules.game.driver.Driver`` returns them."""

from __future__ import annotations

from msgspec import Struct


class SideShown(Struct, frozen=True, kw_only=True):
    """One model of a duel: its ``stat``, the card in the Conflict, the current total, and the sources of its
    fate modifiers."""

    model: str
    name: str
    seat: int
    stat_name: str
    stat: int
    card: str
    total: int
    suits: tuple[str, ...]
    why: tuple[str, ...]


class ActionShown(Struct, frozen=True, kw_only=True):
    """The Action in progress: who takes it, what it does in words, its target, its duel so far."""

    actor: str
    action: str
    figures: str
    does: str
    target: str = ""
    tn: int | None = None
    sides: tuple[SideShown, ...] = ()


class PrintedLine(Struct, frozen=True):
    """One Action, Trigger or ability of a card: name, figures, effect in words."""

    name: str
    figures: str
    does: str


class CardShown(Struct, frozen=True):
    """A model's card with its current values; ``reaches`` are the ranges of its Actions in inches,
    ``auras`` how far its auras go."""

    figures: str
    actions: tuple[PrintedLine, ...]
    abilities: tuple[PrintedLine, ...]
    reaches: tuple[float, ...]
    auras: tuple[float, ...] = ()
