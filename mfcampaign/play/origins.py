"""What an Encounter belongs to: apps above this one register where their games have their pages and diaries.

``Encounter.origin`` is a natural key: the name under which such an app registered, a colon, and what the app
calls the game by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from django.db.models import QuerySet
from msgspec import Struct

from mfcampaign.accounts.persons import Actor, Person, Viewer
from mfcampaign.play.models import Encounter
from rules.refusal import Refusal

__all__ = [
    "Encounter",
    "Origin",
    "announced",
    "encounter_of",
    "encounters_of",
    "fruitless",
    "origin_of",
    "register",
    "report",
]

Say = Callable[[str], None]
Diary = Callable[[str, Actor, str, str], AbstractContextManager[Say]]


class Origin(Struct, frozen=True):
    """``url`` is the page of the game, ``report_url`` takes its result by POST."""

    url: str
    report_url: str


Figures = Callable[[str], tuple[int, int | None]]
Report = Callable[[Encounter, Person], None]
Organised = Callable[[str, Viewer], bool]
_registered: dict[str, tuple[Callable[[str], Origin], Diary, Figures, Report, Organised]] = {}


def register(
    name: str,
    origin: Callable[[str], Origin],
    diary: Diary,
    figures: Figures,
    report: Report,
    organised: Organised,
) -> None:
    """``origin`` makes an ``Origin`` of a key, without a query. ``diary`` takes a key, who acts, what they do
    (``given_up``, ``round_void``, ``restored``) and a reason; within it, what is said stands in the diary of
    those whose game it is. ``figures`` says by which release and pack the game is played. ``report`` writes
    the result of an Encounter that is over down where it belongs, for one of its players. ``organised`` says
    whether somebody organises what it belongs to."""
    _registered[name] = origin, diary, figures, report, organised


def organised_by(row: Encounter, user: Viewer) -> bool:
    """Whether that person organises what the Encounter belongs to."""
    name, _, key = row.origin.partition(":")
    return bool(name) and user.is_authenticated and _registered[name][4](key, user)


def figures_of(row: Encounter) -> tuple[int, int | None] | None:
    """The release and the pack whose cards may come into the Encounter; ``None`` for one that stands by
    itself."""
    name, _, key = row.origin.partition(":")
    return _registered[name][2](key) if name else None


def origin_of(row: Encounter) -> Origin | None:
    """What the Encounter belongs to; ``None`` for one that stands by itself."""
    name, _, key = row.origin.partition(":")
    return _registered[name][0](key) if name else None


@contextmanager
def announced(row: Encounter, actor: Actor, kind: str, reason: str = "") -> Iterator[Say]:
    """One act on the Encounter that those it belongs to are told of; entered before its log is, for the whole
    is locked before its parts. Nobody is told of one that stands by itself."""
    name, _, key = row.origin.partition(":")
    if not name:
        yield lambda _sentence: None
        return
    with _registered[name][1](key, actor, kind, reason) as say:
        yield say


def report(row: Encounter, actor: Person) -> None:
    """The result goes to whom the Encounter belongs to. ``Refusal`` for one that stands by itself."""
    name, _, _key = row.origin.partition(":")
    if not name:
        raise Refusal("This game belongs to no league: there is nobody to report to.")
    _registered[name][3](row, actor)


def encounters_of(origin: str) -> QuerySet[Encounter]:
    """All that were begun under this key, those that were given up among them, in that order."""
    return Encounter.objects.filter(origin=origin).order_by("pk")


def encounter_of(origin: str) -> Encounter | None:
    """The Encounter that was begun under this key and not given up."""
    return encounters_of(origin).exclude(state=Encounter.State.LEFT).first()


def fruitless(row: Encounter) -> int:
    """How many times all began before the first card and nothing came of it: rounds of the shuffles that are
    void, and Encounters of the same game that were given up before their cards were dealt. Those that a
    restore voided are nobody's doing."""
    same = encounters_of(row.origin) if row.origin else Encounter.objects.filter(pk=row.pk)
    known = same.values_list("mode", "state", "hash", "void_rounds")
    return sum(
        sum("epoch" not in void for void in rounds)
        + (mode == Encounter.Mode.PLAY and state == Encounter.State.LEFT and not hash_of_log)
        for mode, state, hash_of_log, rounds in known
    )
