"""The answer to an open page: the frames since its last one, and a ticket for the stream. The caller checks
access."""

from __future__ import annotations

from pathlib import Path

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from mfcampaign.live import tickets
from mfcampaign.live.frames import missed_of
from mfcampaign.live.wire import Missed
from rules.plain_numbers import whole


def follow(
    request: HttpRequest, topic: str, number: int, part: str = "public", holders: tuple[str, ...] = ()
) -> HttpResponse:
    """Frames of ``topic`` after ``?since=``; nothing (204) where ``number`` is what the page shows.

    With ``?open`` the answer has an address to listen at, too, where somebody listens; ``holders`` end it
    beside the visitor's own session.
    """
    since = whole(request.GET.get("since")) or 0
    opening = "open" in request.GET
    if since == number and not opening:
        return _kept_nowhere(HttpResponse(status=204))
    now = missed_of(topic, since, part) if since != number else Missed(number)
    frames = ",".join(now.frames)
    stream = address(request, topic, part, holders) if opening else ""
    facts = f'"number":{max(now.number, number)},"whole":{str(now.whole).lower()},"frames":[{frames}]'
    body = f'{{{facts},"stream":{msgspec.json.encode(stream).decode()}}}'
    return _kept_nowhere(HttpResponse(body, content_type="application/json"))


def address(request: HttpRequest, topic: str, part: str, holders: tuple[str, ...] = ()) -> str:
    """Where to listen, with a new ticket; empty where nobody listens."""
    if not Path(settings.LIVE_SOCKET).exists():
        return ""
    held = (*holders, *_holders(request))
    return f"/live/{tickets.signed(tickets.Ticket(topic, part, held, tickets.now()))}/"


def _holders(request: HttpRequest) -> tuple[str, ...]:
    user = request.user
    if not user.is_authenticated:
        return ()
    key = request.session.session_key
    session = (tickets.session_holder(key),) if key else ()
    return (*session, tickets.person_holder(user.pk))


def _kept_nowhere(answer: HttpResponse) -> HttpResponse:
    answer["Cache-Control"] = "no-store"
    return answer
