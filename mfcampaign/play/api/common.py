"""What the endpoints of an Encounter share: fetching it, and the 409 for an answer that comes too late."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import PortalCall
from mfcampaign.api.endpoint import act
from mfcampaign.api.problems import Problem, ProblemDetails
from mfcampaign.play import access, loading
from mfcampaign.play.access import Visit
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations.log import StaleVersion
from mfcampaign.play.queries import encounter_page
from rules.game.state import State

TAG = "Play"
PLAY = "play/<slug:play>/"
players = partial(act, access=access.own_visit, tag=TAG)
"""Acts in an Encounter. Their forms have views: these answer with the changed parts of the page, also to a
visitor without an account."""
Version = Annotated[int, Meta(ge=0, le=1_000_000_000, description="The version that was looked at")]
SeatNumber = Annotated[int, Meta(ge=0, le=1)]
GroundKind = Literal["open", "ready", "fate", "saved"]
Word = Annotated[str, Meta(max_length=80)]


class PlayUpdate(Struct, frozen=True):
    """The version now, and what was heard since the one that was seen, oldest first. A ``state`` other than
    ``playing`` says that it is over, or waits for the shuffles."""

    version: int
    state: str
    said: tuple[str, ...]


class WentOn(Problem):
    """409: the Encounter went on meanwhile, with what was missed."""

    def __init__(self, missed: StaleVersion, version: int, said: tuple[str, ...]) -> None:
        super().__init__(409, missed.sentence, fix=missed.fix)
        self.version, self.said = version, said

    def details(self) -> ProblemDetails:
        return replace(super().details(), title="It went on", version=self.version, missed=self.said)


def terrain_data(body: Any) -> dict[str, str]:
    """The terrain that a body names, as ``TerrainForm`` takes it: ``table`` is a code or a link."""
    word = getattr(body, "word", "")
    return {"ground": body.ground, "theme": body.theme, "word": word, "link": body.table}


def visit_of(call: PortalCall, play: str) -> Visit:
    """The Encounter as the caller stands in it."""
    visit = access.visit(call.user, play)
    call.about(visit.row)
    return visit


def state_of(row: Encounter) -> State:
    """How it stands, whichever way it is written."""
    if row.mode == Encounter.Mode.RECORD:
        return loading.record_of(row).state
    if row.state == Encounter.State.PLAYING:
        return loading.play_of(row).state
    return loading.state_after(row, loading.facts(row))


def update_since(visit: Visit, seen: int, state: State | None = None) -> PlayUpdate:
    """What that visitor hears of all that came after ``seen``."""
    row = visit.row
    return PlayUpdate(row.version, row.state, lines(visit, seen, state or state_of(row)))


def lines(visit: Visit, seen: int, state: State) -> tuple[str, ...]:
    seat = None if visit.alone else visit.seat
    newest_first = encounter_page.last_lines(visit.row, seat, state, after=seen)
    return tuple(line.words for line in reversed(newest_first))


@contextmanager
def held_against(visit: Visit) -> Iterator[None]:
    """``StaleVersion`` becomes a 409 that says what was missed."""
    try:
        yield
    except StaleVersion as missed:
        visit.row.refresh_from_db()
        raise WentOn(missed, visit.row.version, lines(visit, missed.seen, state_of(visit.row))) from None
