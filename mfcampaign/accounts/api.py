"""Who one is."""

from __future__ import annotations

from msgspec import Struct

from mfcampaign.api.calls import Call
from mfcampaign.api.endpoint import get


class Me(Struct, frozen=True):
    """The person behind the token or session, and what this way in may do."""

    id: int
    name: str
    timezone: str
    guest: bool
    scopes: tuple[str, ...]


@get(
    "me/",
    Me,
    tag="You",
    answer_example={
        "id": 7,
        "name": "Mara",
        "timezone": "Europe/Madrid",
        "guest": False,
        "scopes": ["read", "play"],
    },
)
def me(call: Call) -> Me:
    """Who you are, and what this token may do."""
    user = call.user
    return Me(user.pk, str(user), user.timezone, user.is_guest, call.scopes)
