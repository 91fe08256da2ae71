"""Watchers: who may watch an Encounter without playing in it, and with what delay. The fetch is the
permission check."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import Http404
from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.play import origins
from mfcampaign.play.models import Encounter, Seat

STRICTEST_FIRST = ("", "late", "live")


class Watching(Struct, frozen=True):
    """What a watcher sees of ``row``: what both players may see, now or up to the Turn before. An
    ``organiser`` watches without the link."""

    row: Encounter
    seats: tuple[Seat, Seat]
    late: bool
    organiser: bool


def allowed(seats: Iterable[Seat]) -> str:
    """Whom the players let watch, by the stricter of both; bots and empty seats have no say."""
    words = [seat.watched for seat in seats if seat.user_id]
    return min(words, key=STRICTEST_FIRST.index, default="")


def watch_holder(row: Encounter) -> str:
    """The holder to which watchers' tickets are bound."""
    return f"watch:{row.pk}"


def watching(user: Viewer, token: str) -> Watching:
    """What a watcher may see: by the players' link, or by the Encounter's own address for organisers
    of what it belongs to. Two or three queries. Raise 404 for everybody else."""
    row = Encounter.objects.filter(watch_link=token).first() if token else None
    by_right = row is None
    if row is None:
        row = Encounter.objects.filter(public_id=token).exclude(origin="").first()
    if row is None or row.state == Encounter.State.GATHERING:
        raise Http404
    if by_right and not origins.organised_by(row, user):
        raise Http404
    first, second = row.seats.select_related("user")
    word = "live" if by_right else allowed((first, second))
    if not word and not row.over:
        raise Http404
    late = word != "live"
    return Watching(row, (first, second), late and not row.over, by_right)
