"""Tags that every template has: icons, suits, the navigation, totals.

They return ready strings: a table of two hundred rows may hold one in each cell.
"""

from __future__ import annotations

from django import template

from mfcampaign.web import icons

register = template.Library()

register.simple_tag(icons.icon, name="icon")
register.simple_tag(icons.suit, name="suit")
register.simple_tag(icons.faction, name="faction")
