"""The list of leagues, opening one, joining one, and a league's home."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns import access
from mfcampaign.campaigns.forms.leagues import JoinForm, LeagueForm, zones
from mfcampaign.campaigns.forms.policies import FewForm
from mfcampaign.campaigns.models import Campaign, Entry, Invitation
from mfcampaign.campaigns.operations import anew
from mfcampaign.campaigns.operations import league as verbs
from mfcampaign.campaigns.operations import templates as template_verbs
from mfcampaign.campaigns.operations.calendar import boundary_of
from mfcampaign.campaigns.operations.settings import differing
from mfcampaign.campaigns.queries import actions, beginnings, dates, event_page, league_page, week_page
from mfcampaign.campaigns.queries import table as pairing_values
from mfcampaign.campaigns.queries.remembered import remembered
from mfcampaign.campaigns.views.page import back_to, paged_at_once, show

EXCERPT = 6
BEFORE = (Campaign.State.REGISTRATION, Campaign.State.ARSENAL_BUILD)


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """Your leagues first, then the listed ones."""
    page = paged_at_once(request, league_page.leagues(request.user))
    return render(request, "campaigns/leagues.html", {"page": page, "cards": league_page.cards(page)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Open a league: one form, sensible where left alone."""
    data, token = request.POST or None, request.GET.get("template", "")
    known = beginnings.beginnings(request.user, token)
    linked = {"begin": f"template-{token}"} if f"template-{token}" in {b.key for b in known} else {}
    form, rules = LeagueForm(data, user=request.user, beginnings=known, initial=linked), FewForm(data)
    if data is not None and form.is_valid() and rules.is_valid():
        campaign = _opened(request, form, rules)
        messages.success(request, f"{campaign.name} is open. Now send the invitation around.")
        return back_to("organise", campaign.slug)
    wrong = form.is_bound and bool(form.errors or rules.errors)
    return render(
        request,
        "campaigns/league_form.html",
        {"form": form, "rules": rules, "zones": zones(), "beginnings": known},
        status=422 if wrong else 200,
    )


def _opened(request: HttpRequest, form: LeagueForm, rules: FewForm) -> Campaign:
    """The league as the form says, on top of what it begins from."""
    begun, options = form.beginning, form.options()
    options["policies"] = differing(begun.policies | rules.policies())
    if begun.template is None:
        return verbs.open_league(request.user, **options)
    options["pack_id"] = options["pack_id"] or template_verbs.usable_pack(begun.template, request.user)
    return template_verbs.found(request.user, begun.template, **options)


@require_safe
def league(request: HttpRequest, slug: str) -> HttpResponse:
    """The league's home: your next action, who is waited for, the week, the table, the diary."""
    standing = access.league(request.user, slug)
    found = remembered(standing.campaign, "home", lambda: _home(request.user, standing), *standing.viewer)
    return show(request, "campaigns/league.html", standing, kept_as="league", **found)


def _home(user: Any, standing: access.Standing) -> dict[str, Any]:
    """All that the home of a league shows to this visitor."""
    campaign, you = standing.campaign, standing.entry
    week = pairing_values.current_week(campaign) if campaign.state not in BEFORE else None
    return {
        "actions": actions.next_actions(user, campaign) if you is not None else [],
        "waited_for": actions.waited_for(campaign, week),
        "week": week,
        "tables": week_page.tables(week, you) if week is not None else [],
        "idle": list(week_page.idle(week)) if week is not None else [],
        "scenario": week_page.scenario(week) if week is not None else None,
        "event": event_page.event(week) if week is not None else None,
        "rows": _excerpt(league_page.table(campaign, you)) if week is not None else [],
        "entrants": list(league_page.members(campaign)) if week is None else [],
        "starts_at": boundary_of(campaign, 1),
        "diary": list(acts_of(campaign, organiser=standing.organiser)[:EXCERPT]),
        "coming": dates.coming(campaign, timezone.now(), you),
    }


def _excerpt(rows: list[league_page.TableRow]) -> list[league_page.TableRow]:
    """The top of the table, and you."""
    return [row for place, row in enumerate(rows) if place < EXCERPT or row.mine]


# -- joining ----------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """What the league is, and the way in. One page for every link that leads nowhere."""
    found = verbs.invitation(token)
    if found is None:
        answer = render(request, "campaigns/join_dead.html", status=404)
    else:
        answer = _invited(request, found, token)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _invited(request: HttpRequest, found: Invitation, token: str) -> HttpResponse:
    campaign = found.campaign
    here = reverse("campaigns:join", args=[token])
    known = request.user.is_authenticated
    if known and campaign.entries.filter(user_id=request.user.pk or 0).exists():
        messages.info(request, f"You play in {campaign.name} already.")
        return back_to("league", campaign.slug)
    if request.method == "POST" and not known:
        return redirect_to_login(here)
    form = JoinForm(request.POST if request.method == "POST" else None, rules=campaign.rules)
    if request.method == "POST" and form.is_valid():
        verbs.join(campaign, request.user, token=token, **form.cleaned_data)
        messages.success(request, f"You are in {campaign.name}. Now build your starting Arsenal.")
        return back_to("arsenal_start", campaign.slug)
    context = {
        "campaign": campaign,
        "form": form,
        "here": here,
        "joinable": campaign.state in BEFORE or anew.next_to_play(campaign) is not None,
        "late": anew.next_to_play(campaign),
        "starts_at": boundary_of(campaign, 1),
        "players": campaign.entries.exclude(state=Entry.State.RETIRED).count(),
        "organisers": league_page.organisers(campaign),
    }
    return render(request, "campaigns/join.html", context, status=422 if form.errors else 200)
