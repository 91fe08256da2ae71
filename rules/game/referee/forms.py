"""How commands are filled in: the entries of the panel, and the fields of each."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

Control = Literal[
    "number",
    "signed",
    "inches",
    "text",
    "words",
    "flag",
    "place",
    "seat",
    "choice",
    "model",
    "models",
    "buried",
    "marker",
    "piece",
    "condition",
    "stat",
    "card",
    "cards_of",
    "upgrade",
    "borne",
    "source",
    "effect",
]
"""What a person fills in: figures, a text, one of the table's or the edition's things, a place."""


class CommandField(Struct, frozen=True):
    """One field of an entry: ``name`` is the command's, a ``choice`` is one of ``choices`` (value, words)."""

    name: str
    label: str
    control: Control = "number"
    initial: str = ""
    optional: bool = False
    choices: tuple[tuple[str, str], ...] = ()


class CommandForm(Struct, frozen=True):
    """One entry of the panel: its ``key``, its ``label``, its fields and the constant values of the command.
    With ``played`` it is offered only where cards are flipped here."""

    key: str
    label: str
    fields: tuple[CommandField, ...] = ()
    fixed: dict[str, Any] = {}
    played: bool = False


UNTIL = {
    "end_phase": "the End Phase",
    "activation": "the end of the Activation",
    "turn": "the end of the Turn",
    "next_activation": "its next Activation",
    "game": "the end of the game",
}
"""The ends of what lasts, in words."""


def form(key: str, label: str, *fields: CommandField, played: bool = False, **fixed: Any) -> CommandForm:
    """An entry of the panel with those fields and constant values."""
    return CommandForm(key, label, fields, fixed, played)


def number(name: str, label: str, initial: int = 0) -> CommandField:
    return CommandField(name, label, "number", str(initial))


def text(name: str, label: str, initial: str = "", *, optional: bool = False) -> CommandField:
    return CommandField(name, label, "text", initial, optional)


def flag(name: str, label: str) -> CommandField:
    return CommandField(name, label, "flag")


def choice(name: str, label: str, **choices: str) -> CommandField:
    return CommandField(name, label, "choice", choices=tuple(choices.items()))


def one_of(name: str, label: str, control: Control, *, optional: bool = False) -> CommandField:
    """A field for one or several of the table's or the edition's things."""
    return CommandField(name, label, control, optional=optional)


MODEL = one_of("model", "Model", "model")
BY = one_of("by", "By", "model", optional=True)
PLACE = one_of("place", "Where", "place")
PLACE_IF_KNOWN = one_of("place", "Where", "place", optional=True)
"""An arriving model has a place only in play; beside a real table none is entered."""
SEAT = one_of("seat", "Side", "seat")
FRIENDLY_TO = one_of("seat", "Friendly to", "seat", optional=True)
END = choice("until", "Until", **UNTIL)
MARKER = one_of("marker", "Marker", "marker")
CARDS = number("cards", "How many cards", 1)
WHO_LOOKS = one_of("by", "Who looks", "seat", optional=True)
ANYWAY = flag("anyway", "Anyway, whatever the rules say")
WAY = (
    MODEL,
    CommandField("inches", "Up to how many inches", "inches", "4"),
    PLACE,
    one_of("toward", "Straight toward", "model", optional=True),
    one_of("away", "Straight away from", "model", optional=True),
    BY,
    ANYWAY,
)
