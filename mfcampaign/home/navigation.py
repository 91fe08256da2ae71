"""The entries of the navigation, and which of them a page belongs to."""

from __future__ import annotations

from django.utils.safestring import SafeString

from mfcampaign.web.navigation import Room, navigation

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
    "journal": "you",
    "notices": "you",
}


def room_of(path: str) -> str:
    """The room an address belongs to, by its first part; empty for none."""
    return _BY_FIRST_PART.get(path.strip("/").partition("/")[0], "")


def bar(here: str, *, signed_in: bool) -> SafeString:
    """The navigation with ``here`` marked as the present page's room."""
    return navigation((*ROOMS, YOU if signed_in else STRANGER), here)
