"""What an Encounter belongs to. Apps in higher layers register the pages and diaries of their games here.

``Encounter.origin`` is a natural key: the name under which an app registered, a colon, and the app's key of
the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from msgspec import Struct

from mfcampaign.accounts.persons import Actor, Person, Viewer
from mfcampaign.play.models import Decision, Encounter
from rules.refusal import Refusal

__all__ = [
    "Encounter",
    "Origin",
    "announced",
    "encounter_of",
    "encounters_of",
    "forget",
    "fruitless",
    "origin_of",
    "register",
    "report",
    "under_way_or_over",
]

Say = Callable[[str], None]
Diary = Callable[[str, Actor, str, str], AbstractContextManager[Say]]


class Origin(Struct, frozen=True):
    """``url`` is the page of the game; ``report_url`` accepts its result by POST, ``form_url`` shows it first
    and asks for what is still owed."""

    url: str
    report_url: str
    form_url: str


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
    """Register an app. ``origin`` makes an ``Origin`` from a key, without a query. ``diary`` takes a key, the
    actor, the kind of act (``given_up``, ``round_void``, ``restored``) and a reason, and returns a context in
    which sentences are written to the game's diary. ``figures`` returns the release and pack of the game.
    ``report`` stores the result of a finished Encounter for one of its players. ``organised`` says whether a
    person organises what it belongs to."""
    _registered[name] = origin, diary, figures, report, organised


def organised_by(row: Encounter, user: Viewer) -> bool:
    """Whether that person organises what the Encounter belongs to."""
    name, _, key = row.origin.partition(":")
    return bool(name) and user.is_authenticated and _registered[name][4](key, user)


def figures_of(row: Encounter) -> tuple[int, int | None] | None:
    """The ids of the release and pack whose cards may come into the Encounter; ``None`` when it
    belongs to nothing."""
    name, _, key = row.origin.partition(":")
    return _registered[name][2](key) if name else None


def origin_of(row: Encounter) -> Origin | None:
    """What the Encounter belongs to; ``None`` when it belongs to nothing."""
    name, _, key = row.origin.partition(":")
    return _registered[name][0](key) if name else None


@contextmanager
def announced(row: Encounter, actor: Actor, kind: str, reason: str = "") -> Iterator[Say]:
    """Run one act on the Encounter that its origin's diary records. Enter it before the Encounter's log,
    because the game's row is locked before the Encounter's. Without an origin nothing is recorded."""
    name, _, key = row.origin.partition(":")
    if not name:
        yield lambda _sentence: None
        return
    with _registered[name][1](key, actor, kind, reason) as say:
        yield say


def report(row: Encounter, actor: Person) -> None:
    """Pass the result on to the origin. Raise ``Refusal`` when the Encounter belongs to nothing."""
    name, _, _key = row.origin.partition(":")
    if not name:
        raise Refusal("This game belongs to no league: there is nobody to report to.")
    _registered[name][3](row, actor)


def encounters_of(origin: str) -> QuerySet[Encounter]:
    """All Encounters begun under this key, those given up included, in order."""
    return Encounter.objects.filter(origin=origin).order_by("pk")


def forget(beginning: str) -> None:
    """Delete the Encounters whose origin begins so: of a league that is deleted itself. Part of an act."""
    Encounter.objects.filter(origin__startswith=beginning).delete()


def encounter_of(origin: str) -> Encounter | None:
    """The Encounter begun under this key that was not given up; ``None`` when there is none."""
    return encounters_of(origin).exclude(state=Encounter.State.LEFT).first()


def under_way_or_over(origins: Collection[str]) -> dict[str, Any]:
    """The Encounters begun under these keys that were not given up, each with who first entered something
    (``begun_by``). One query, none without keys."""
    if not origins:
        return {}
    entered = Decision.objects.filter(encounter=OuterRef("pk")).exclude(actor=None).order_by("number")
    rows = Encounter.objects.filter(origin__in=origins).exclude(state=Encounter.State.LEFT)
    begun_by = Subquery(entered.values("actor")[:1])
    shown = rows.only("public_id", "origin", "mode", "state").annotate(begun_by=begun_by)
    return {row.origin: row for row in shown}


def fruitless(row: Encounter) -> int:
    """How many beginnings failed before the first card: void rounds of the shuffles, and Encounters of
    the same game that were given up before their cards were dealt. Rounds that a restore voided do not count.
    """
    same = encounters_of(row.origin) if row.origin else Encounter.objects.filter(pk=row.pk)
    known = same.values_list("mode", "state", "hash", "void_rounds")
    return sum(
        sum("epoch" not in void for void in rounds)
        + (mode == Encounter.Mode.PLAY and state == Encounter.State.LEFT and not hash_of_log)
        for mode, state, hash_of_log, rounds in known
    )
