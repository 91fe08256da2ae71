"""What is agreed before an Encounter that is set up on a page: the fields that an edition asks for, and the
set-up that follows from them, from saved Crews and from a scenario sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, Protocol

from msgspec import Struct

from rules.dialogue import Answer
from rules.game.referee.open_question import Follows
from rules.game.setup.equipping import Figures, SavedCrew
from rules.refusal import Refusal

HIRE = "hire"
"""The choice of ``crews`` by which both hire in the Encounter."""
READING = "reading_"
"""Fields for readings of ambiguous rows are called so and the name of the reading."""

Chosen = Mapping[str, Any]
"""Values by the names of their fields; a field left empty has its ``initial``."""
Control = Literal["choice", "crew", "number", "flag", "text", "link", "lines"]


class AgreedField(Struct, frozen=True, kw_only=True):
    """One thing to agree on.

    A ``choice`` is one of ``choices`` (value and words), a ``crew`` one of them or a saved Crew, a ``number``
    lies between ``least`` and ``most``; ``lines`` are a long text, ``link`` one that leads to a drawn sheet.
    Texts have at most ``longest`` characters. Programs may send a value ``unlisted``; a page leaves it out.
    ``hires``: it is about hiring in the Encounter alone, as is the
    part ``help_hiring`` of its help. Fields ``under`` a heading are shown together below the others.
    """

    name: str
    label: str
    control: Control
    choices: tuple[tuple[str, str], ...] = ()
    unlisted: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    longest: int = 0
    initial: str | int | None = None
    help: str = ""
    help_hiring: str = ""
    hires: bool = False
    under: str = ""


class CrewOffer(Struct, frozen=True, kw_only=True):
    """A Crew to choose for an Encounter played here. ``key`` is its value in the form, ``models``
    are the names of those besides the Leader, copies counted; ``by_hand`` names what the engine does not
    execute, ``refused`` says why it cannot play."""

    key: str
    name: str
    faction: str
    leader: str
    models: tuple[str, ...] = ()
    practice: bool = False
    by_hand: tuple[str, ...] = ()
    refused: str = ""


def counted(names: Iterable[str]) -> tuple[str, ...]:
    """Names with their copies.

    >>> counted(["Ruffian", "Sue", "Ruffian"])
    ('Ruffian ×2', 'Sue')
    """
    return tuple(name if copies == 1 else f"{name} ×{copies}" for name, copies in Counter(names).items())


class Supplies(Protocol):
    """What an edition is handed for a set-up by whoever keeps Crews, figures and drawn sheets."""

    @property
    def name(self) -> str:
        """The name of the Encounter."""

    @property
    def figures(self) -> Figures:
        """The figures that practice Crews are made of."""

    @property
    def stock(self) -> str:
        """The name of the figures that Crews hired in the Encounter come from."""

    def crew(self, name: str) -> SavedCrew | None:
        """The saved Crew of that name; ``None`` when there is none."""

    def drawn(self, link: str) -> Any:
        """The scenario sheet under the link. Raise ``Refusal`` when there is none of the edition."""

    def flipped(self, **asked: Any) -> Any:
        """A scenario sheet that is flipped now, under a link of its own."""


class Agreed(Protocol):
    """One edition's. ``scenario_rule`` is the row of the scenario sheet. ``described`` tells programs what
    the fields mean. ``at_table``: the game is recorded beside a real table and not played here."""

    fields: tuple[AgreedField, ...]
    scenario_rule: str
    described: str

    def faults(self, chosen: Chosen, *, at_table: bool) -> Iterator[tuple[str, str]]:
        """What does not go together: the name of a field, a sentence."""

    def setup(self, chosen: Chosen, supplies: Supplies, *, at_table: bool) -> Any:
        """The set-up. Raise ``Refusal`` for a Crew that cannot be played and for a link without a
        sheet."""

    def practice(self, figures: Figures | None) -> Iterator[CrewOffer]:
        """The practice Crews, as ``own`` offers them; without ``figures`` those that need none."""

    def offer(self, key: str, crew: SavedCrew) -> CrewOffer:
        """A saved Crew, judged as one that is played here."""

    def on_ground(self, setup: Any, chosen: Chosen, *, at_table: bool) -> Any:
        """The set-up, which has its terrain, with what was agreed about that."""

    def expect_readings(self, readings: Mapping[str, bool | int | str]) -> None:
        """Raise ``Refusal`` for what is no reading of the edition."""


class Begun(Struct, frozen=True, kw_only=True):
    """What a new Crew begins with where one is asked for; with an empty ``faction`` nothing was declared.
    ``leader`` and ``masters`` are slugs, ``called`` is the Leader's name."""

    size: int
    format: str = ""
    faction: str = ""
    leader: str = ""
    called: str = ""
    masters: tuple[str, ...] = ()


class Ready(Struct, frozen=True):
    """A Crew that anybody may hand in: its name in an address, its name, and the answer."""

    key: str
    name: str
    answer: Answer


class CrewOptions(Follows, frozen=True, kw_only=True):
    """Every Crew that may be handed in."""

    @property
    def begun(self) -> Begun:
        raise NotImplementedError

    def answer_of(self, crew: SavedCrew) -> Answer:
        """A saved Crew as an answer; ``refused`` judges it. Raise ``Refusal`` for one that cannot be
        handed in at all."""
        raise NotImplementedError

    def ready(self) -> Iterator[Ready]:
        """The Crews that are offered to everybody."""
        yield from ()

    def why_not(self, crew: SavedCrew) -> Refusal | None:
        """Why the Crew cannot be handed in; ``None`` when it can."""
        try:
            return self.refused(self.answer_of(crew))
        except Refusal as refusal:
            return refusal
