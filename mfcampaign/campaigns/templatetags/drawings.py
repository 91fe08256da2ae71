"""Charts of a league as pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.safestring import SafeString

from mfcampaign.campaigns.history.courses import Chart
from mfcampaign.web.drawings.lines import Line, lines

register = template.Library()


@register.filter
def at(mapping: Mapping[Any, Any], key: Any) -> Any:
    """``{{ people|at:side.entry }}``: what stands under a key; ``None`` when nothing does."""
    return mapping.get(key)


@register.simple_tag
def line_chart(chart: Chart) -> SafeString:
    """``{% line_chart chart %}``: one line a player, in the colour of the Faction, marked by its number."""
    steps = ["start" if week == 0 else str(week) for week in chart.weeks]
    drawn = [
        Line(course.person.label, str(number), f"of-{course.person.faction}", course.values)
        for number, course in enumerate(chart.courses, start=1)
    ]
    return lines(chart.title, chart.what, steps, drawn)
