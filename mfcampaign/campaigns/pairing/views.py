"""Pages of pairings: reasons, preferences, availability of players, changes by hand."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import Standing
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.campaigns.league.page import act_key, back_to, new_key, show
from mfcampaign.campaigns.models import Entry, PairRule, Week
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
    standing = access.member(request.user, slug)
    week = get_object_or_404(standing.campaign.weeks, number=number)
    week.campaign = standing.campaign
    who = whole(request.GET.get("who"))
    who = who if who in week.pairing.get("seats", ()) else None
    page = cached(standing.campaign, "why", lambda: (pairing_page.why(week, who),), number, who)[0]
    may_check = page is not None and page.certified and (standing.organiser or not page.secret)
    return show(request, "campaigns/pairing/why.html", standing, week=week, page=page, may_check=may_check)


@require_safe
def certificate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The proof as a file. A file that says who must never meet whom is for organisers alone."""
    standing = access.member(request.user, slug)
    week = get_object_or_404(standing.campaign.weeks, number=number)
    field_and_round = pairing_values.stored(week)
    if field_and_round is None or not week.pairing["certificate"]:
        raise Http404
    if field_and_round[0].preferences.forbidden and not standing.organiser:
        raise Http404
    answer = HttpResponse(week.pairing["certificate"], content_type="application/json")
    name = f"{slug}-{standing.campaign.edition}-week-{number}.json"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_safe
def plan(request: HttpRequest, slug: str) -> HttpResponse:
    """The organisers' page: preferences, rules on pairs, and the round of the present week to change."""
    standing = access.organiser(request.user, slug)
    planned = pairing_page.planned(standing.campaign)
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
        standing,
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


@require_POST
def plan_act(request: PersonRequest, slug: str, what: str) -> HttpResponse:
    """One of the organisers' acts on pairings."""
    standing = access.organiser(request.user, slug)
    if what not in ACTS:
        raise Http404
    try:
        messages.success(request, ACTS[what](request, standing))
    except AlreadyDone as done:
        messages.info(request, done.sentence)
    return back_to("pairing_plan", slug)


def _order(request: HttpRequest, standing: Standing) -> str:
    chosen = [request.POST.get(f"preference-{n}", "") for n in range(1, len(pairing_values.IN_LEAGUES) + 1)]
    pairing_plan.set_order(
        standing.campaign, request.user, [preference for preference in chosen if preference]
    )
    return "The preferences hold for every pairing to come."


def _rule(request: HttpRequest, standing: Standing) -> str:
    kind = request.POST.get("kind", "")
    if kind not in PairRule.Kind.values:
        raise Refusal("Do they meet, or never?", fix="Choose one.")
    one, other = _two(request)
    pairing_plan.rule_pair(standing.campaign, request.user, kind, one, other)
    return "The rule holds from the next pairing on."


def _lift(request: HttpRequest, standing: Standing) -> str:
    rules = PairRule.objects.filter(campaign=standing.campaign).select_related("campaign")
    pairing_plan.lift_rule(get_object_or_404(rules, pk=whole(request.POST.get("rule")) or 0), request.user)
    return "The rule is removed."


def _swap(request: PersonRequest, standing: Standing) -> str:
    week = _week(standing)
    key = act_key(request, "places", week.pk)
    pairing.change_places(week, request.user, *_two(request), _reason(request), key=key)
    return "They have exchanged their places; the diary says why."


def _again(request: PersonRequest, standing: Standing) -> str:
    week = _week(standing)
    again = [whole(text) or 0 for text in request.POST.getlist("who")]
    key = act_key(request, "again", week.pk)
    pairing.pair_again(week, request.user, [pk for pk in again if pk], _reason(request), key=key)
    return "That part is paired again; the diary says who meets whom."


ACTS: dict[str, Callable[[PersonRequest, Standing], str]] = {
    "order": _order,
    "rule": _rule,
    "lift": _lift,
    "swap": _swap,
    "again": _again,
}


@require_http_methods(["GET", "HEAD", "POST"])
def evenings(request: HttpRequest, slug: str) -> HttpResponse:
    """When a player can play in the weeks to come, and where they come from."""
    standing = access.player(request.user, slug)
    entry = standing.entry
    assert entry is not None, "players have an entry"
    expect_going_on(standing.campaign)
    if request.method == "POST":
        _say(request, entry)
        messages.success(request, "Saved.")
        return back_to("evenings", slug)
    facts = Entry.objects.select_related("facts").get(pk=entry.pk)
    return show(
        request,
        "campaigns/pairing/evenings.html",
        standing,
        ahead=pairing_page.weeks_ahead(entry),
        days=pairing_plan.EVENINGS,
        stand_ins=stand_ins.of_entry(entry),
        stand_in_weeks=stand_ins.weeks_of(standing.campaign),
        facts=getattr(facts, "facts", None),
    )


def _say(request: HttpRequest, entry: Entry) -> None:
    if request.POST.get("do") == "facts":
        texts = {name: request.POST.get(name, "") for name in ("club", "company", "place")}
        pairing_plan.describe(entry, request.user, **texts)
        return
    week = whole(request.POST.get("week")) or 0
    if request.POST.get("do") == "stand-in":
        stand_ins.name_stand_in(entry, request.user, week, request.POST.get("username", ""))
        return
    if request.POST.get("do") == "end-stand-in":
        stand_ins.end_stand_in(entry, request.user, week)
        return
    away = request.POST.get("away") == "on"
    pairing_plan.say_when(entry, request.user, week, away=away, evenings=request.POST.getlist("evening"))


def _week(standing: Standing) -> Week:
    week = pairing_page.planned(standing.campaign).week
    if week is None:
        raise Refusal("No week is paired and open.", fix="Wait for the next pairing.")
    week.campaign = standing.campaign
    return week


def _two(request: HttpRequest) -> tuple[int, int]:
    return whole(request.POST.get("one")) or 0, whole(request.POST.get("other")) or 0


def _reason(request: HttpRequest) -> str:
    text = " ".join(request.POST.get("reason", "").split())[:300]
    if not text:
        raise Refusal("Why?", fix="Write a reason: the diary tells it.")
    return text
