"""What an edition of the game is: one frozen record, found by its code.

Shared code knows editions through this module alone: it asks a member of the record and compares no codes.
Each edition stands in one folder, ``rules/editions/<code>``, and is listed once, in ``rules.editions``. Entry
points (``rules.apps``, the public face, tests) import that list; ``edition_of()`` never does, so nothing here
imports an edition.

>>> edition_of("m3e").name, edition_of("m2e").arsenal is not None, edition_of("m1e").arsenal
('Third Edition', True, None)
>>> unnamed().code
'm3e'
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from rules.refusal import Refusal

if TYPE_CHECKING:
    from rules.campaign.arsenal_rules import ArsenalRules
    from rules.campaign.readings import Readings
    from rules.crews.hiring import HiringRules
    from rules.crews.printed import Cards
    from rules.game.playing import PlayedEdition
    from rules.game.recording.edition import RecordedEdition
    from rules.game.results.result import Scoring
    from rules.game.setup.drawn import SetUpRules
    from rules.game.setup.scenario import SeasonCards
    from rules.table.rules import TableRules
    from rules.topics import Rows


class Edition(Struct, frozen=True, kw_only=True):
    """One edition of the game.

    ``code`` is stored with what is of the edition and never changes; ``name`` is for people. ``unnamed``
    marks the one that an address, a stored row, a file or a call means which names none. The other members:

    * ``cards``: what its cards print and what they call it;
    * ``hiring``: by which rules a Crew is hired;
    * ``arsenal``: what an Arsenal and its Crews may hold; ``None`` where no league plays it;
    * ``readings``: how its leagues read the campaign;
    * ``charts``: the kind of charts that its leagues flip on, as stored; empty where no league plays it;
    * ``campaigns``: the codes of the campaigns that its leagues may play, the usual first
      (``rules.campaign.system``);
    * ``setup``: how an Encounter is set up by cards;
    * ``scoring``: the VP of an Encounter, and the rows of what is impossible in a report;
    * ``record``: how a game at a real table is recorded; ``None`` where it cannot be;
    * ``play``: how it is played on screen; ``None`` where it is not;
    * ``table``: measuring, zones and pieces of its tables;
    * ``rows``: which of its rows it cites for a topic of shared code;
    * ``ledger``: the documents of docs/rules that hold its rows, each with its title;
    * ``signs``: patterns of the signs in its rows, each with the words for players.
    """

    code: str
    name: str
    unnamed: bool = False
    cards: Cards
    hiring: HiringRules[Any]
    arsenal: ArsenalRules | None
    readings: Readings
    charts: str
    campaigns: tuple[str, ...] = ()
    setup: SetUpRules
    scoring: Scoring
    record: RecordedEdition | None = None
    play: PlayedEdition | None = None
    table: TableRules
    rows: Rows
    ledger: tuple[tuple[str, str], ...] = ()
    signs: tuple[tuple[str, str], ...] = ()

    @property
    def seasons(self) -> tuple[SeasonCards, ...]:
        """The seasons it has by itself; further ones may be in the catalogue's files."""
        return self.setup.seasons


_EDITIONS: dict[str, Edition] = {}


def register(edition: Edition) -> Edition:
    """List the edition. Raise ``ValueError`` for a second one of the same code."""
    if edition.code in _EDITIONS:
        raise ValueError(f"There are two editions called {edition.code!r}.")
    _EDITIONS[edition.code] = edition
    return edition


@contextmanager
def registered(edition: Edition) -> Iterator[Edition]:
    """List the edition for as long as the block runs, for tests."""
    register(edition)
    try:
        yield edition
    finally:
        del _EDITIONS[edition.code]


def editions() -> tuple[Edition, ...]:
    """All editions, in the order of ``rules.editions``."""
    return tuple(_EDITIONS.values())


def edition_of(code: str) -> Edition:
    """The edition of that code. ``Refusal`` where there is none."""
    if code not in _EDITIONS:
        raise Refusal("There is no such edition of the game here.", fix=f"One of {', '.join(_EDITIONS)}.")
    return _EDITIONS[code]


def is_known(code: str) -> bool:
    """Whether there is an edition of that code."""
    return code in _EDITIONS


def name_of(code: str) -> str:
    """The name for people; the code itself where there is no such edition."""
    return _EDITIONS[code].name if code in _EDITIONS else code


def choices() -> list[tuple[str, str]]:
    """Code and name of all editions, for a form."""
    return [(each.code, each.name) for each in editions()]


def unnamed() -> Edition:
    """The edition that an address, a stored row, a file or a call means which names none."""
    return next(each for each in _EDITIONS.values() if each.unnamed)


def meant_by(code: str = "") -> str:
    """The code of the edition that an address, a stored row, a file or a call means by ``code``."""
    return code or unnamed().code
