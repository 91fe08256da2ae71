"""Access to Encounters: the fetch is the permission check. An Encounter that is over is open to everybody
with its link."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404
from django.shortcuts import get_object_or_404
from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.live.wire import PARTS
from mfcampaign.play.models import Encounter, Seat, TableClock
from rules.refusal import Refusal


class Visit(Struct, frozen=True):
    """A visitor of an Encounter. ``own`` are the seats the visitor plays (both, on one device). The people of
    a record also write for a side that nobody has taken yet."""

    row: Encounter
    seats: tuple[Seat, Seat]
    own: tuple[int, ...]

    @property
    def aggregate(self) -> Encounter:
        return self.row

    @property
    def alone(self) -> bool:
        """Whether one person plays both sides."""
        return len(self.own) == 2

    @property
    def seat(self) -> int | None:
        return self.own[0] if self.own else None

    @property
    def part(self) -> str:
        """The part of a frame that this visitor receives."""
        if self.alone:
            return "both"
        return "public" if self.seat is None else PARTS[1 + self.seat]


def visit(user: Viewer, public_id: str) -> Visit:
    """An Encounter to read: one's own, or any that is over. Raise 404 otherwise. Two queries."""
    row = get_object_or_404(Encounter, public_id=public_id)
    return _visit(user, row, row.seats.select_related("user"))


def _visit(user: Viewer, row: Encounter, seat_rows: Iterable[Seat]) -> Visit:
    seats = tuple(seat_rows)
    own = tuple(seat.seat for seat in seats if user.is_authenticated and seat.user_id == user.pk)
    if own and row.mode == Encounter.Mode.RECORD:
        own = tuple(seat.seat for seat in seats if seat.seat in own or not seat.user_id)
    if not own and not row.over:
        raise Http404
    return Visit(row, (seats[0], seats[1]), own)


def own_visit(user: Viewer, public_id: str) -> Visit:
    """One's own Encounter to write to. Raise 404 otherwise. Two queries."""
    row = get_object_or_404(Encounter, public_id=public_id)
    visit = _visit(user, row, row.seats.all())
    if not visit.own:
        raise Http404
    return visit


def against_bot(visit: Visit) -> bool:
    """Whether no other person plays."""
    return any(seat.bot for seat in visit.seats)


def invited(token: str) -> Seat:
    """The seat that an invitation link is for. Raise 404 once it is taken."""
    seats = Seat.objects.select_related("encounter")
    return get_object_or_404(seats, invitation=token, user=None, bot="")


def expect_own(visit: Visit, seat: int) -> int:
    """``seat`` if it is the visitor's. Raise ``Refusal`` otherwise."""
    if seat not in visit.own:
        raise Refusal("That is not your side.", fix="Answer for your own.")
    return seat


def table_clock(user: Viewer, clock: str) -> TableClock:
    """The chess clock beside a real table, for whoever holds its code."""
    return get_object_or_404(TableClock, code=clock)
