"""The names that people may have on pages, and the time zones they may choose."""

from __future__ import annotations

from functools import lru_cache
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from mfcampaign.web.names import honest

SHORTEST, LONGEST = 2, 40


def clean_display_name(value: str) -> str:
    """The name in NFC with single spaces; ``ValidationError`` when it is not 2–40 honest characters.

    >>> clean_display_name("  Mara   Voss ")
    'Mara Voss'
    """
    name = honest(value)
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(f"A name has {SHORTEST} to {LONGEST} characters; this one has {len(name)}.")
    if not any(char.isalnum() for char in name):
        raise ValidationError("A name has at least one letter or digit.")
    return name


CONTINENTS = frozenset(
    {
        *("Africa", "America", "Antarctica", "Arctic", "Asia"),
        *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
    }
)


@lru_cache(maxsize=1)
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def offered_zones() -> SafeString:
    """The zones named Continent/City as ``<option>`` elements, in alphabetical order."""
    cities = sorted(zone for zone in known_zones() if zone.partition("/")[0] in CONTINENTS)
    return format_html_join("", '<option value="{}"></option>', ((zone,) for zone in cities))


def zones() -> list[str]:
    """The time zones people know by name, for a list of suggestions."""
    return sorted(zone for zone in known_zones() if "/" in zone and not zone.startswith("Etc/"))
