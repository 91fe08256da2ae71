"""Template tags that draw the charts of a league."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from mfcampaign.campaigns.history.front_page import headline
from mfcampaign.campaigns.history.record import Record, SeasonGame
from mfcampaign.campaigns.history.series import Chart
from mfcampaign.web.drawings.duel import duel
from mfcampaign.web.drawings.icons import icon
from mfcampaign.web.drawings.lines import DrawnLine, lines

register = template.Library()
AWARDS = {
    "Champion": "trophy",
    "Heaviest Hand": "hand",
    "Finest Hour": "star",
    "Long Run": "boot",
    "Giant Slayer": "swords",
    "Undertaker’s Friend": "candle",
    "Walking Wounded": "injury",
    "Fresh Graves": "grave",
    "Deep Pockets": "scrip",
    "Old Hand": "heart",
}
"""The icon on the medal of each award (``rules.tournament.awards``)."""


@register.filter
def at(mapping: Mapping[Any, Any], key: Any) -> Any:
    """``{{ people|at:side.entry }}``: the value under a key; ``None`` when there is none."""
    return mapping.get(key)


@register.simple_tag
def line_chart(chart: Chart) -> SafeString:
    """``{% line_chart chart %}``: one line a player, in the colour of the Faction, marked by its number."""
    steps = ["start" if week == 0 else str(week) for week in chart.weeks]
    drawn = [
        DrawnLine(course.person.label, str(number), f"of-{course.person.faction}", course.values)
        for number, course in enumerate(chart.courses, start=1)
    ]
    return lines(chart.title, chart.what, steps, drawn)


@register.simple_tag
def duel_of(game: SeasonGame, record: Record, slug: str) -> SafeString:
    """``{% duel_of game record campaign.slug %}``: the result of a game as a picture that leads to it."""
    first, second = game.sides
    drawn = duel(
        (record.people[first.entry].faction, record.people[second.entry].faction),
        (first.vp, second.vp),
        f"Table {game.table}: {headline(game)}",
    )
    names = format_html(
        '<span class="duel-names" aria-hidden="true"><span>{}</span><span>{}</span></span>',
        first.label,
        second.label,
    )
    at = reverse("campaigns:game", args=[slug, game.week, game.table])
    return format_html('<a class="duel-link" href="{}">{}{}</a>', at, drawn, names)


@register.simple_tag
def award_icon(name: str) -> SafeString:
    """``{% award_icon given.award.name %}``: what its medal shows."""
    return icon(AWARDS[name])
