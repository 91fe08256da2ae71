"""What the leagues that somebody runs wait for, on their own front page."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, FilteredRelation, Max, Min, Q
from django.urls import reverse

from mfcampaign.campaigns.models import Campaign, Encounter, Week
from mfcampaign.campaigns.queries.actions import LIVE, NextAction

OPEN = [state for state in Week.State if state != Week.State.CLOSED]


def organised(user: Any) -> list[NextAction]:
    """One line for each live league that ``user`` organises, what waits for them first. One query."""
    run: Any = Campaign.objects.filter(organisers__user=user, state__in=LIVE)
    leagues = run.annotate(
        now=FilteredRelation("weeks", condition=Q(weeks__state__in=OPEN)),
        week=Max("now__number"),
        contest=Min("now__number", filter=Q(now__state=Week.State.EVENT)),
        disputed=Count("now__encounters", filter=Q(now__encounters__state=Encounter.State.DISPUTED)),
    )
    return sorted((_of(league) for league in leagues.order_by("-pk")), key=lambda a: a.waiting)


def _of(league: Any) -> NextAction:
    """``week``: the last that is not closed; ``contest``: the one whose contest is awaited; ``disputed``: how
    many games of open weeks are."""
    sentence, part = "", ""
    if league.state == Campaign.State.REGISTRATION:
        sentence = "Invite the players; close the registration when everyone is in"
    elif league.state == Campaign.State.ARSENAL_BUILD:
        sentence = "Start the campaign once the Arsenals stand"
    elif league.disputed:
        many = league.disputed > 1
        sentence = f"Rule on {league.disputed} disputed games" if many else "Rule on a disputed game"
        part = "#disputes"
    elif league.contest is not None:
        sentence, part = f"Write down who won the contest of week {league.contest}", "#lever-contest"
    url = reverse("campaigns:organise", args=[league.slug]) + part
    calm = f"Week {league.week} goes its way" if league.week is not None else "It goes its way"
    return NextAction(league.name, league.slug, sentence or calm, url, waiting=not sentence)
