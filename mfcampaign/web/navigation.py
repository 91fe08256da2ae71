"""The rooms of the portal, and which of them one is in."""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from mfcampaign.web.icons import icon


class Room(Struct, frozen=True):
    """One entry of the navigation; ``door`` is the name of its address."""

    name: str
    label: str
    door: str
    drawing: str


ROOMS = (
    Room("home", "Home", "home", "home"),
    Room("leagues", "Leagues", "campaigns:leagues", "league"),
    Room("events", "Events", "events:events", "trophy"),
    Room("crews", "Crews", "crews:list", "crew"),
    Room("catalogue", "Catalogue", "catalog:models", "book"),
)
YOU = Room("you", "You", "accounts:profile", "person")
STRANGER = Room("you", "Sign in", "account_login", "person")
_BY_FIRST_PART = {
    "": "home",
    "leagues": "leagues",
    "events": "events",
    "crews": "crews",
    "setups": "crews",
    "play": "crews",
    "tables": "crews",
    "catalogue": "catalogue",
    "account": "you",
    "notices": "you",
}


def room_of(path: str) -> str:
    """The room an address belongs to, by its first part; empty for none."""
    return _BY_FIRST_PART.get(path.strip("/").partition("/")[0], "")


@lru_cache(maxsize=32)
def bar(here: str, *, signed_in: bool) -> SafeString:
    """The navigation with ``here`` marked as the present page's room."""
    rooms = (*ROOMS, YOU if signed_in else STRANGER)
    links = "".join(
        f'<a href="{reverse(room.door)}"{_mark(room, here)}>{icon(room.drawing)}<span>{room.label}</span></a>'
        for room in rooms
    )
    return mark_safe(f'<nav class="tabbar" aria-label="Main">{links}</nav>')


def _mark(room: Room, here: str) -> str:
    return ' aria-current="true"' if room.name == here else ""
