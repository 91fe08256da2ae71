"""What the leagues that somebody runs wait for, on their own front page."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q
from django.urls import reverse

from mfcampaign.campaigns.models import Campaign, Encounter, Week
from mfcampaign.campaigns.queries.actions import LIVE, NextAction


def organised(user: Any) -> list[NextAction]:
    """One line for each live league that ``user`` organises, what waits for them first. Two queries."""
    open_weeks = Week.objects.filter(campaign__organisers__user=user).exclude(state=Week.State.CLOSED)
    disputed = Count("encounters", filter=Q(encounters__state=Encounter.State.DISPUTED))
    weeks: dict[int, list[Any]] = {}
    for week in open_weeks.annotate(disputed=disputed).order_by("number"):
        weeks.setdefault(week.campaign_id, []).append(week)
    leagues = Campaign.objects.filter(organisers__user=user, state__in=LIVE).order_by("-pk")
    return sorted((_of(league, weeks.get(league.pk, [])) for league in leagues), key=lambda a: a.waiting)


def _of(league: Campaign, weeks: list[Any]) -> NextAction:
    """``weeks``: those not closed, each with the number of its ``disputed`` games."""
    disputed = sum(week.disputed for week in weeks)
    contest = next((week for week in weeks if week.state == Week.State.EVENT), None)
    sentence, part = "", ""
    if league.state == Campaign.State.REGISTRATION:
        sentence = "Invite the players; close the registration when everyone is in"
    elif league.state == Campaign.State.ARSENAL_BUILD:
        sentence = "Start the campaign once the Arsenals stand"
    elif disputed:
        sentence = f"Rule on {disputed} disputed games" if disputed > 1 else "Rule on a disputed game"
        part = "#disputes"
    elif contest is not None:
        sentence, part = f"Write down who won the contest of week {contest.number}", "#lever-contest"
    url = reverse("campaigns:organise", args=[league.slug]) + part
    calm = f"Week {weeks[-1].number} goes its way" if weeks else "It goes its way"
    return NextAction(league.name, league.slug, sentence or calm, url, waiting=not sentence)
