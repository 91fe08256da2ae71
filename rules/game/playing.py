"""What an edition decides about its Encounters played on screen: ``PlayedEdition``, the member ``play`` of an
edition.

State, events, questions and views are the same for all editions and are not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from rules.dialogue import Answer, Options
from rules.fate.dealer import Dealer
from rules.fate.shuffle import Stream
from rules.game.procedure.asks import Ask
from rules.game.recording.edition import RecordedEdition
from rules.game.setup import equipping
from rules.game.setup.agreed import Agreed
from rules.game.setup.trial import Trial
from rules.game.simulation.levels import Played
from rules.game.simulation.playout import Run
from rules.game.state import Model
from rules.game.stored import Checkpoint
from rules.game.with_hand import DriverWithHand
from rules.table.obstacles.falls import Fall

Shown = dict[str, str]
MakeBot = Callable[[Stream], Any]
Figures = tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]]
"""The records of a release: its models and its Upgrades."""
FindFigures = Callable[[str], equipping.Figures]


class Harm(Struct, frozen=True):
    """Hazardous terrain that a move meets: what it is called, its effect in words, its row."""

    name: str
    effect: str
    rule: str


class GuideStep(Struct, frozen=True):
    """A screen of a first game. ``said`` are paragraphs, ``tried`` is what to try in the practice Encounter;
    ``rules`` are rows to open."""

    title: str
    said: tuple[str, ...]
    tried: str
    rules: tuple[str, ...] = ()


class FirstGame(Struct, frozen=True, kw_only=True):
    """A first game: the practice Crews as ``own`` names them, the bot, what is explained."""

    crews: str
    opponent: str
    steps: tuple[GuideStep, ...]


class PlayedEdition(RecordedEdition, Protocol):
    """How an edition is played; an edition that is played can be recorded too.

    ``played_after`` is what is agreed before. ``bots`` are the bots by name, of which ``absent`` answers for
    a Crew that withdrew, where there is one; ``opponents`` those that a person may choose, in words, the
    easiest first. ``trial`` tries one card on a table; ``None`` where none is tried.
    ``first_game`` leads a newcomer through one."""

    @property
    def played_after(self) -> Agreed: ...
    @property
    def bots(self) -> Mapping[str, MakeBot]: ...
    @property
    def opponents(self) -> tuple[tuple[str, str], ...]: ...
    @property
    def trial(self) -> Trial | None: ...
    @property
    def first_game(self) -> FirstGame | None: ...

    def play(
        self, setup: Any, dealer: Dealer, since: Checkpoint | None, figures: FindFigures
    ) -> DriverWithHand:
        """The Encounter at ``since``, or at its first question. ``figures`` finds those that Crews are
        hired from during set-up, by the name that the set-up has for them."""

    def settled(self, play: Any, before: Any) -> Any | None:
        """The set-up if hiring changed it during play; else ``None``."""

    def borne(self, play: Any, model: Model) -> list[Shown]:
        """The model's Upgrades: name, kind, text, and who applies them."""

    def deployment(self, play: Any, model: Model) -> Options:
        """Where a model that is not deployed may be deployed."""

    def fall(self, play: Any, fall: Fall) -> str:
        """How deep a fall is and its damage."""

    def harms(self, play: Any, ask: Ask, answer: Answer) -> tuple[Harm, ...]:
        """The Hazardous terrain that a move meets which ends as the answer says."""

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels of bots that can be compared."""

    def simulate(
        self, encounters: int, seed: str, *, terrain: bool = False, figures: Figures | None = None
    ) -> Iterator[Run]:
        """Play that many Encounters by bots, each checked after every decision. With ``terrain`` they use the
        exact table. Crews are of a release's ``figures`` where given, else of practice; raise ``Refusal`` in
        an edition with practice Crews alone."""

    def compare(
        self,
        levels: tuple[int, int],
        pairs: int,
        seed: str,
        clock: Callable[[], float],
        *,
        terrain: bool = False,
        figures: Figures | None = None,
    ) -> Iterator[Played]:
        """Play that many pairs of mirrored Encounters between two of ``levels``; ``clock`` returns seconds of
        processor time. Raise ``Refusal`` in an edition without levels to compare."""


def deep(fall: Fall) -> str:
    """The height of a fall in inches, in words."""
    return f"{round(fall.inches, 1):g}″"
