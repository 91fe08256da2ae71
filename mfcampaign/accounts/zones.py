"""Time zones as the machine knows them; reading them is slow, so it is done once."""

from __future__ import annotations

from functools import lru_cache
from zoneinfo import available_timezones

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

CONTINENTS = frozenset(
    {
        *("Africa", "America", "Antarctica", "Arctic", "Asia"),
        *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
    }
)


@lru_cache(maxsize=1)
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones())


@lru_cache(maxsize=1)
def offered_zones() -> SafeString:
    """The zones named Continent/City as ``<option>`` elements, in alphabetical order."""
    cities = sorted(zone for zone in known_zones() if zone.partition("/")[0] in CONTINENTS)
    return format_html_join("", '<option value="{}"></option>', ((zone,) for zone in cities))
