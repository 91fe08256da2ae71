"""Search in a league's diary: by word, by subject, by week."""

from __future__ import annotations

from django.db.models import Q, QuerySet
from msgspec import Struct

from mfcampaign.audit.queries import Act
from mfcampaign.campaigns.models import Campaign
from rules.plain_numbers import whole

# What an act is about, by the beginnings of its kind; the longest beginning decides.
TOPICS: dict[str, tuple[str, tuple[str, ...]]] = {
    "weeks": ("Weeks and pairings", ("week.", "pairing.", "league.started", "playoff.", "division.")),
    "games": ("Games", ("encounter.", "additional.")),
    "arsenals": ("Arsenals", ("arsenal.", "hire.", "aftermath.", "restart.")),
    "people": ("People", ("league.join", "league.left", "league.player_left", "league.organiser_", "entry.")),
    "rules": ("Rules and rulings", ("league.ruling", "league.settings_", "league.rules_", "league.charts_")),
}


class DiaryFilter(Struct, frozen=True):
    """``query`` is a part of the sentence or the reason, ``about`` one of ``TOPICS``, ``week`` the week in
    which it was done (0: before the first); what is empty leaves nothing out."""

    query: str = ""
    about: str = ""
    week: int | None = None

    @property
    def chosen(self) -> bool:
        return self != DiaryFilter()


def diary_filter(query: str, about: str, week: str) -> DiaryFilter:
    """From the words of an address; what it cannot mean is left out.

    >>> diary_filter(" Hired ", "hats", "3")
    DiaryFilter(query='Hired', about='', week=3)
    """
    number = whole(week)
    return DiaryFilter(" ".join(query.split())[:60], about if about in TOPICS else "", number)


def filtered(acts: QuerySet[Act], wanted: DiaryFilter, campaign: Campaign) -> QuerySet[Act]:
    """The ``acts`` that match the search. One query more for a week."""
    if wanted.query:
        acts = acts.filter(Q(sentence__icontains=wanted.query) | Q(reason__icontains=wanted.query))
    if wanted.about:
        kinds = Q()
        for beginning in TOPICS[wanted.about][1]:
            kinds |= Q(kind__startswith=beginning)
        acts = acts.filter(kinds)
    if wanted.week is not None:
        acts = _in_week(acts, wanted.week, campaign)
    return acts


def _in_week(acts: QuerySet[Act], number: int, campaign: Campaign) -> QuerySet[Act]:
    """The acts of a week, by time, as the diary divides its weeks."""
    weeks = campaign.weeks.filter(number__in=(number, number + 1))
    opened = dict(weeks.values_list("number", "opens_at"))
    if number and number not in opened:
        return acts.none()
    if number:
        acts = acts.filter(created_at__gte=opened[number])
    return acts.filter(created_at__lt=opened[number + 1]) if number + 1 in opened else acts
