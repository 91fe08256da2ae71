"""Pages of pairings: reasons, preferences, availability of players, changes by hand."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.campaigns.league.page import new_key, show
from mfcampaign.campaigns.models import Entry
from mfcampaign.campaigns.pairing import operations as pairing
from mfcampaign.campaigns.pairing import plan as pairing_plan
from mfcampaign.campaigns.pairing import queries as pairing_page
from mfcampaign.campaigns.pairing import stand_ins
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.web.cache import cached
from rules.plain_numbers import whole
from rules.refusal import Refusal


@require_safe
def why(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Why these pairs, why this bye; ``?who=`` asks what every other choice would have cost them."""
    visit = access.member(request.user, slug)
    week = get_object_or_404(visit.campaign.weeks, number=number)
    week.campaign = visit.campaign
    who = whole(request.GET.get("who"))
    who = who if who in week.pairing.get("seats", ()) else None
    page = cached(visit.campaign, "why", lambda: (pairing_page.why(week, who),), number, who)[0]
    may_check = page is not None and page.certified and (visit.organiser or not page.secret)
    return show(request, "campaigns/pairing/why.html", visit, week=week, page=page, may_check=may_check)


@require_safe
def certificate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The proof as a file. A file that says who must never meet whom is for organisers alone."""
    visit = access.member(request.user, slug)
    week = get_object_or_404(visit.campaign.weeks, number=number)
    field_and_round = pairing_values.stored(week)
    if field_and_round is None or not week.pairing["certificate"]:
        raise Http404
    if field_and_round[0].preferences.forbidden and not visit.organiser:
        raise Http404
    answer = HttpResponse(week.pairing["certificate"], content_type="application/json")
    name = f"{slug}-{visit.campaign.edition}-week-{number}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_safe
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """The organisers' page: preferences, rules on pairs, and the round of the present week to change."""
    visit = access.organiser(request.user, slug)
    planned = pairing_page.planned(visit.campaign)
    one, other = (whole(request.GET.get(name)) or 0 for name in ("one", "other"))
    change, names, refusal = None, {}, None
    asked = bool(one and other)
    if not asked and planned.two is not None:
        one, other = planned.two
    if planned.week is not None and asked:
        try:
            change, field = pairing.what_if(planned.week, one, other)
            names = pairing.names_of(field)
        except Refusal as problem:
            refusal = problem
    return show(
        request,
        "campaigns/pairing/plan.html",
        visit,
        planned=planned,
        choices=pairing_page.preference_choices(),
        places=[
            (n, planned.order[n - 1] if n <= len(planned.order) else "")
            for n in range(1, len(pairing_values.IN_LEAGUES) + 1)
        ],
        one=one,
        other=other,
        change=change,
        breaches=[breach.sentence(names) for breach in change.breaches] if change else [],
        violations=(refusal,) if refusal else (),
        key=new_key(),
    )


@require_safe
def evenings(request: HttpRequest, slug: str) -> HttpResponse:
    """When a player can play in the weeks to come, and where they come from."""
    visit = access.player(request.user, slug)
    entry = visit.entry
    expect_going_on(visit.campaign)
    facts = Entry.objects.select_related("facts").get(pk=entry.pk)
    return show(
        request,
        "campaigns/pairing/evenings.html",
        visit,
        ahead=pairing_page.weeks_ahead(entry),
        days=pairing_plan.EVENINGS,
        stand_ins=stand_ins.of_entry(entry),
        stand_in_weeks=stand_ins.weeks_of(visit.campaign),
        facts=getattr(facts, "facts", None),
    )
