"""Writes and reads frames. ``write_frame`` runs in the transaction of the act that the frame describes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from django.db import connection
from django.db.models import Max

from mfcampaign.live.models import Frame
from mfcampaign.live.wire import CHANNEL, KEPT, Missed, missed

PRUNED_EACH = 64


def write_frame(topic: str, number: int, public: Any = None, seats: Sequence[Any] = ()) -> None:
    """Write the frame of an act, in the transaction of that act."""
    own = [_text(part) for part in seats] or ["{}", "{}"]
    Frame.objects.create(topic=topic, number=number, public=_text(public), first=own[0], second=own[1])
    if number % PRUNED_EACH == 0:
        Frame.objects.filter(topic=topic, number__lte=number - KEPT).delete()
    wake(topic)


def latest(topic: str) -> int:
    """The number of the last frame; 0 before the first."""
    return Frame.objects.filter(topic=topic).aggregate(last=Max("number"))["last"] or 0


def wake(what: str) -> None:
    """PostgreSQL tells the listening process when the transaction commits; SQLite is watched by it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, what])


def _text(part: Any) -> str:
    return msgspec.json.encode(part or {}).decode()


def missed_of(topic: str, since: int, part: str) -> Missed:
    """What came of ``topic`` after ``since``. One query, two where the page is behind what is kept."""
    frames = Frame.objects.filter(topic=topic).order_by("number")
    columns = ("number", "public", "first", "second")
    rows = list(frames.filter(number__gte=since).values_list(*columns)[: KEPT + 2])
    if not rows:
        rows = list(frames.reverse().values_list(*columns)[:1])
    return missed(rows, since, part)
