"""Responses that the views of a game share."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from mfcampaign.campaigns.access import Seat
from mfcampaign.campaigns.game.queries import address
from mfcampaign.campaigns.models import Game

SETTLED = (
    Game.State.AFTERMATH,
    Game.State.CLOSED,
    Game.State.FORFEITED,
    Game.State.VOID,
)
"""Where no ruling is possible any more."""


def see_other(seat: Seat, name: str) -> HttpResponse:
    """303 to another page of the same table."""
    return HttpResponse(status=303, headers={"Location": address(seat.game, name)})


def is_part(request: HttpRequest) -> bool:
    """Whether htmx wants a part of the page; going back in history wants the whole."""
    htmx = getattr(request, "htmx", None)
    if not htmx:
        return False
    return not (htmx.history_restore_request or htmx.boosted)
