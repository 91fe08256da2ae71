"""Pages that open a league or join one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.names import zones
from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to, signs_in_to
from mfcampaign.campaigns import access
from mfcampaign.campaigns.costs.queries import warnings as unknown_costs
from mfcampaign.campaigns.divisions import queries as divisions
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.page import back_to
from mfcampaign.campaigns.models import Campaign, Entry, Invitation, JoinRequest
from mfcampaign.campaigns.opening import join_requests, operations
from mfcampaign.campaigns.opening import queries as beginnings
from mfcampaign.campaigns.opening import templates as template_verbs
from mfcampaign.campaigns.opening.forms import AskForm, JoinForm, LeagueForm
from mfcampaign.campaigns.restart import queries as restart_page
from mfcampaign.campaigns.settings.forms import FewForm
from mfcampaign.campaigns.week.calendar import boundary_of
from mfcampaign.web.navigation import asked_to_sign_in, edition_for
from mfcampaign.web.refusals import in_words
from rules.refusal import Refusal


@sign_in_to("open a league")
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PersonRequest) -> HttpResponse:
    """Open a league: one form, sensible where left alone."""
    data, token = request.POST or None, request.GET.get("template", "")
    offered = beginnings.beginnings(request.user, token)
    linked = {"begin": f"template-{token}"} if f"template-{token}" in {b.key for b in offered} else {}
    edition = edition_for(request, lambda each: each.arsenal is not None)
    form = LeagueForm(data, user=request.user, beginnings=offered, edition=edition, initial=linked)
    rules = FewForm(data)
    if data is not None and form.is_valid() and rules.is_valid():
        try:
            campaign = _opened(request, form, rules)
        except Refusal as refusal:
            form.add_error(None, in_words(refusal))
        else:
            messages.success(request, f"{campaign.name} is open. Now send the invitation.")
            return back_to("organise", campaign.slug)
    wrong = form.is_bound and bool(form.errors or rules.errors)
    return render(
        request,
        "campaigns/opening/new.html",
        {"form": form, "rules": rules, "zones": zones(), "beginnings": offered},
        status=422 if wrong else 200,
    )


def _opened(request: PersonRequest, form: LeagueForm, rules: FewForm) -> Campaign:
    """The league as the form says, on top of what it begins from."""
    begun, options = form.beginning, form.options()
    options["policies"] = form.policies() | rules.policies()
    if begun.template is None:
        return operations.open_league(request.user, **options)
    options["pack_id"] = options["pack_id"] or template_verbs.usable_pack(begun.template, request.user)
    return template_verbs.found_league(request.user, begun.template, **options)


@signs_in_to("join the league")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: PersonRequest, token: str) -> HttpResponse:
    """What the league is, and the way in. One page for every link that leads nowhere."""
    invitation = operations.invitation(token)
    if invitation is None:
        answer = render(request, "campaigns/opening/join_closed.html", status=404)
    else:
        answer = _invited(request, invitation, token)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _invited(request: HttpRequest, invitation: Invitation, token: str) -> HttpResponse:
    campaign = invitation.campaign
    here = reverse("campaigns:join", args=[token])
    person = request.user if request.user.is_authenticated else None
    earlier = campaign.entries.filter(user=person).select_related("campaign").first() if person else None
    away = earlier is not None and operations.came_away(earlier)
    if earlier is not None and not away:
        messages.info(request, f"You play in {campaign.name} already.")
        return back_to("league", campaign.slug)
    if request.method == "POST" and person is None:
        return asked_to_sign_in(request)
    if earlier is not None and person is not None and request.method == "POST":
        operations.join(campaign, person, faction=earlier.faction, token=token)
        messages.success(request, f"You are back in {campaign.name}.")
        return back_to("league", campaign.slug)
    form = JoinForm(request.POST if request.method == "POST" else None, campaign=campaign)
    if person is not None and request.method == "POST" and form.is_valid():
        operations.join(campaign, person, token=token, **form.cleaned_data)
        messages.success(request, f"You are in {campaign.name}. Now build your starting Arsenal.")
        return back_to("arsenal_start", campaign.slug)
    late = restart_page.next_to_play(campaign)
    context = {
        "campaign": campaign,
        "form": form,
        "here": here,
        "joinable": campaign.state in Campaign.BEFORE_FIRST_WEEK or late is not None,
        "late": late,
        "away": away,
        "starts_at": boundary_of(campaign, 1),
        "players": campaign.entries.exclude(state=Entry.State.RETIRED).count(),
        "organisers": league_page.organisers(campaign),
        "unknown_costs": unknown_costs(campaign),
    }
    return render(request, "campaigns/opening/join.html", context, status=422 if form.errors else 200)


@sign_in_to("join the league")
@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: PersonRequest, slug: str) -> HttpResponse:
    """Ask the organisers to be let in, without an invitation."""
    visit = access.league(request.user, slug)
    campaign, entry = visit.campaign, visit.entry
    if entry is not None and entry.state != Entry.State.RETIRED:
        return back_to("league", slug)
    placing = divisions.placing_of(campaign, request.user)
    waiting = campaign.join_requests.filter(user=request.user, state=JoinRequest.State.OPEN).first()
    earlier = waiting and {"faction": waiting.faction, "crew_name": waiting.crew_name, "words": waiting.words}
    form = AskForm(request.POST if request.method == "POST" else None, campaign=campaign, initial=earlier)
    if request.method == "POST" and form.is_valid() and placing is not None:
        words = form.cleaned_data
        operations.join(campaign, request.user, faction=words["faction"], crew_name=words["crew_name"])
        messages.success(request, f"You are in {campaign.name}.")
        return back_to("arsenal_start", slug)
    if request.method == "POST" and form.is_valid():
        join_requests.ask(campaign, request.user, **form.cleaned_data)
        messages.success(request, "The organisers are asked; you get a notice when they answer.")
        return back_to("ask", slug)
    context = {
        "campaign": campaign,
        "form": form,
        "waiting": waiting,
        "placing": placing,
        "unknown_costs": unknown_costs(campaign),
    }
    return render(request, "campaigns/opening/ask.html", context, status=422 if form.errors else 200)


@require_safe
def leave(request: PersonRequest, slug: str) -> HttpResponse:
    """Leave a league, once it was read what follows."""
    visit = access.player(request.user, slug)
    began = visit.campaign.state not in Campaign.BEFORE_FIRST_WEEK
    consequences = ["Finished games count, and your Arsenal stays readable."]
    if began:
        consequences += [
            "A game that is still open is the organisers' to declare forfeited.",
            "Later weeks pair without you; an organiser can bring you back.",
        ]
    else:
        consequences.append("You can come back by an invitation link until the campaign begins.")
    context = {
        "campaign": visit.campaign,
        "title": f"Leave {visit.campaign.name}?",
        "consequences": consequences,
        "action": "Leave the league",
        "danger": True,
        "post_to": reverse("act:leave_league", args=[slug]),
        "cancel_url": reverse("campaigns:members", args=[slug]),
    }
    return render(request, "web/confirm.html", context)
