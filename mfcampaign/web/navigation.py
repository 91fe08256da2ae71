"""The bar of the navigation; ``mfcampaign.home`` says which apps it links to."""

from __future__ import annotations

from collections.abc import Iterable

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from msgspec import Struct

from mfcampaign.web.drawings.icons import icon


class Room(Struct, frozen=True):
    """One entry of the navigation; ``door`` is the name of its address."""

    name: str
    label: str
    door: str
    drawing: str


def navigation(rooms: Iterable[Room], here: str) -> SafeString:
    """The bar of ``rooms``, with the one called ``here`` marked as the present page's."""
    links = "".join(
        f'<a href="{reverse(room.door)}"{_mark(room, here)}>{icon(room.drawing)}<span>{room.label}</span></a>'
        for room in rooms
    )
    return mark_safe(f'<nav class="tabbar" aria-label="Main">{links}</nav>')


def _mark(room: Room, here: str) -> str:
    return ' aria-current="true"' if room.name == here else ""
