"""A person's games over all events and leagues."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.people.past import Past, past_of
from mfcampaign.web.drawings.lines import Line, lines

A_PAGE, LEAST_MONTHS = 24, 2


@require_safe
def past(request: HttpRequest, person: int) -> HttpResponse:
    """Totals, Factions, Strategies, head to head, each opened to its games; the course over the months."""
    found = past_of(request.user, person)
    own = request.user.pk == person
    answer = render(
        request,
        "people/past.html",
        {
            "past": found,
            "page": Paginator(found.games, A_PAGE).get_page(request.GET.get("page")),
            "own": own,
            "you": None if own else found.against(request.user.pk),
            "picture": _picture(found),
        },
    )
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _picture(found: Past) -> str:
    """Games won and lost in all, month by month; nothing before the second month."""
    if len(found.course) < LEAST_MONTHS:
        return ""
    won, lost = (tuple(getattr(month, name) for month in found.course) for name in ("won", "lost"))
    months = [f"{int(month.month[5:])}/{month.month[2:4]}" for month in found.course]
    drawn = [Line("Won", "W", "of-won", won), Line("Lost", "L", "of-lost", lost)]
    return lines("Games won and lost", "in all by the end of each month", months, drawn)
