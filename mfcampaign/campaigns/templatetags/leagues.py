"""Small words for the pages of a league."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from django import template
from django.utils.dateformat import format as dated
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.core.crews.factions import faction_name

register = template.Library()
register.filter("faction_name", faction_name)


@register.simple_tag
def when(at: dt.datetime, zone: str) -> SafeString:
    """``{% when week.opens_at campaign.timezone %}``: an aware moment by the league's own clock."""
    local = at.astimezone(ZoneInfo(zone))
    return format_html(
        '<time datetime="{}">{}</time> <span class="soft">({})</span>',
        local.isoformat(timespec="minutes"),
        dated(local, "l j F, H:i"),
        zone,
    )
