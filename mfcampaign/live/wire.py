"""The form of a frame outside the database, alike in streams and in answers to polling. It uses no models,
because the listening process runs without Django's apps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

KEPT = 200
"""The number of latest frames of a topic that are kept at least."""
CHANNEL = "live"
"""The PostgreSQL channel of notifications."""
ENDED = "ended"
"""The channel's message that a right to listen has ended; every other message is the topic of a frame."""
PARTS = ("public", "first", "second", "both")
"""The view of a page or ticket: the public one, one player's, or both players' on one device."""


class Missed(Struct, frozen=True):
    """What came after the frame that somebody saw: ``frames`` in order as JSON, up to ``number``; ``whole``
    where they are gone and the page has to be reloaded."""

    number: int
    frames: tuple[str, ...] = ()
    whole: bool = False


def body_of(number: int, columns: Sequence[str], part: str) -> str:
    """A frame as a client with view ``part`` gets it, the same by stream and by polling. ``columns``
    are those of the public and of both seats.

    >>> body_of(3, ('{"turn":2}', '{"asked":true}', "{}"), "first")
    '{"number":3,"public":{"turn":2},"own":{"asked":true}}'
    >>> body_of(3, ('{"turn":2}', '{"asked":true}', "{}"), "public")
    '{"number":3,"public":{"turn":2}}'
    """
    public, first, second = columns
    if part == "public":
        return f'{{"number":{number},"public":{public}}}'
    own = {"first": first, "second": second, "both": f"[{first},{second}]"}[part]
    return f'{{"number":{number},"public":{public},"own":{own}}}'


def missed(rows: Iterable[tuple[int, str, str, str]], since: int, part: str) -> Missed:
    """What ``rows`` (number, public, first, second; the latest of a topic from ``since`` on, in order) are to
    a page that saw ``since``. The row of ``since`` itself, where it is still there, proves that none is
    missing; before its first frame nothing is known of a topic.

    >>> rows = [(n, "{}", "{}", "{}") for n in (4, 5, 6)]
    >>> missed(rows, 4, "public").frames[0], missed(rows, 6, "public").frames
    ('{"number":5,"public":{}}', ())
    >>> missed(rows, 2, "public")
    Missed(number=6, frames=(), whole=True)
    """
    rows = list(rows)
    latest = rows[-1][0] if rows else since
    if since == latest:
        return Missed(latest)
    after = [row for row in rows if row[0] > since]
    if since > latest or not after or after[0][0] != since + 1 or len(after) > KEPT:
        return Missed(latest, whole=True)
    return Missed(latest, tuple(body_of(number, columns, part) for number, *columns in after))


def message_of(number: int, body: str) -> bytes:
    """A frame as a server-sent event; JSON holds no line break."""
    return f"id: {number}\ndata: {body}\n\n".encode()
