"""Small words for the pages of a league."""

from __future__ import annotations

from django import template

from rules.core.crews.factions import faction_name

register = template.Library()
register.filter("faction_name", faction_name)
