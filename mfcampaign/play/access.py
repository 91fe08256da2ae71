"""Who may see an Encounter: fetching it is the check. One that is over is for whoever has its link."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404
from django.shortcuts import get_object_or_404
from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.live.wire import PARTS
from mfcampaign.play.models import Encounter, Seat
from rules.refusal import Refusal


class Visit(Struct, frozen=True):
    """What one visitor is at one Encounter: ``own`` are the seats they play (both, with one device). Of a
    record each of its people writes for a side that nobody has taken yet, too."""

    row: Encounter
    seats: tuple[Seat, Seat]
    own: tuple[int, ...]

    @property
    def alone(self) -> bool:
        """Both sides are in one hand."""
        return len(self.own) == 2

    @property
    def seat(self) -> int | None:
        return self.own[0] if self.own else None

    @property
    def part(self) -> str:
        """Which part of a frame is for them."""
        if self.alone:
            return "both"
        return "public" if self.seat is None else PARTS[1 + self.seat]


def visit(user: Viewer, public_id: str) -> Visit:
    """An Encounter to read, with who plays: one's own, or any that is over. Two queries."""
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
    """One's own Encounter, to write to. Two queries, and no more than the writing needs."""
    row = get_object_or_404(Encounter, public_id=public_id)
    visit = _visit(user, row, row.seats.all())
    if not visit.own:
        raise Http404
    return visit


def against_bot(visit: Visit) -> bool:
    """Whether no other person plays."""
    return any(seat.bot for seat in visit.seats)


def invited(token: str) -> Seat:
    """The seat that a link invites to; 404 once it is taken."""
    seats = Seat.objects.select_related("encounter")
    return get_object_or_404(seats, invitation=token, user=None, bot="")


def expect_own(visit: Visit, seat: int) -> int:
    """``Refusal`` when that seat is not the visitor's."""
    if seat not in visit.own:
        raise Refusal("That is not your side.", fix="Answer for your own.")
    return seat
