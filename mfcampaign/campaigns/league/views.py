"""The list of leagues, opening one, joining one, and a league's home.

What has happened in a league and what is under way: weeks, standings, diary, people, fate, work.
"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mfcampaign.accounts.names import zones
from mfcampaign.accounts.persons import Person, PersonRequest
from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns import access
from mfcampaign.campaigns.history import figures
from mfcampaign.campaigns.league import dates, next_actions
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.league.page import back_to, paged, paged_at_once, show
from mfcampaign.campaigns.league.queries import Chapter, chapters
from mfcampaign.campaigns.models import Campaign, Entry, Invitation
from mfcampaign.campaigns.opening import operations as verbs
from mfcampaign.campaigns.opening import queries as beginnings
from mfcampaign.campaigns.opening import templates as template_verbs
from mfcampaign.campaigns.opening.forms import JoinForm, LeagueForm
from mfcampaign.campaigns.pairing import values as pairing_values
from mfcampaign.campaigns.restart import queries as restart_page
from mfcampaign.campaigns.settings.forms import FewForm
from mfcampaign.campaigns.settings.operations import differing
from mfcampaign.campaigns.week import queries as week_page
from mfcampaign.campaigns.week.calendar import boundary_of
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch import queries as work
from mfcampaign.web.cache import cached

EXCERPT = 6
BEFORE = (Campaign.State.REGISTRATION, Campaign.State.ARSENAL_BUILD)


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """Your leagues first, then the listed ones."""
    page = paged_at_once(request, league_page.leagues(request.user))
    return render(request, "campaigns/league/list.html", {"page": page, "cards": league_page.cards(page)})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: PersonRequest) -> HttpResponse:
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
        "campaigns/opening/new.html",
        {"form": form, "rules": rules, "zones": zones(), "beginnings": known},
        status=422 if wrong else 200,
    )


def _opened(request: PersonRequest, form: LeagueForm, rules: FewForm) -> Campaign:
    """The league as the form says, on top of what it begins from."""
    begun, options = form.beginning, form.options()
    options["policies"] = differing(begun.policies | rules.policies())
    if begun.template is None:
        return verbs.open_league(request.user, **options)
    options["pack_id"] = options["pack_id"] or template_verbs.usable_pack(begun.template, request.user)
    return template_verbs.found(request.user, begun.template, **options)


@require_safe
def league(request: PersonRequest, slug: str) -> HttpResponse:
    """The league's home: your next action, who is waited for, the week, the table, the diary."""
    standing = access.league(request.user, slug)
    found = cached(standing.campaign, "home", lambda: _home(request.user, standing), *standing.viewer)
    return show(request, "campaigns/league/home.html", standing, kept_as="league", **found)


def _home(user: Person, standing: access.Standing) -> dict[str, Any]:
    """All that the home of a league shows to this visitor."""
    campaign, you = standing.campaign, standing.entry
    week = pairing_values.current_week(campaign) if campaign.state not in BEFORE else None
    return {
        "actions": next_actions.next_actions(user, campaign) if you is not None else [],
        "waited_for": next_actions.waited_for(campaign, week),
        "week": week,
        "tables": week_page.tables(week, you) if week is not None else [],
        "idle": list(week_page.idle(week)) if week is not None else [],
        "scenario": week_page.scenario(week) if week is not None else None,
        "event": week_page.event(week) if week is not None else None,
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
def join(request: PersonRequest, token: str) -> HttpResponse:
    """What the league is, and the way in. One page for every link that leads nowhere."""
    found = verbs.invitation(token)
    if found is None:
        answer = render(request, "campaigns/opening/join_closed.html", status=404)
    else:
        answer = _invited(request, found, token)
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _invited(request: HttpRequest, found: Invitation, token: str) -> HttpResponse:
    campaign = found.campaign
    here = reverse("campaigns:join", args=[token])
    person = request.user if request.user.is_authenticated else None
    if person is not None and campaign.entries.filter(user=person).exists():
        messages.info(request, f"You play in {campaign.name} already.")
        return back_to("league", campaign.slug)
    if request.method == "POST" and person is None:
        return redirect_to_login(here)
    form = JoinForm(request.POST if request.method == "POST" else None, rules=campaign.rules)
    if person is not None and request.method == "POST" and form.is_valid():
        verbs.join(campaign, person, token=token, **form.cleaned_data)
        messages.success(request, f"You are in {campaign.name}. Now build your starting Arsenal.")
        return back_to("arsenal_start", campaign.slug)
    context = {
        "campaign": campaign,
        "form": form,
        "here": here,
        "joinable": campaign.state in BEFORE or restart_page.next_to_play(campaign) is not None,
        "late": restart_page.next_to_play(campaign),
        "starts_at": boundary_of(campaign, 1),
        "players": campaign.entries.exclude(state=Entry.State.RETIRED).count(),
        "organisers": league_page.organisers(campaign),
    }
    return render(request, "campaigns/opening/join.html", context, status=422 if form.errors else 200)


@require_safe
def week(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One week: its pairings with why, its scenario card by card, its sealed fate."""
    standing = access.league(request.user, slug)
    found = cached(standing.campaign, "week", lambda: _week(standing, number), number, *standing.viewer)
    return show(
        request,
        "campaigns/week/week.html",
        standing,
        here=f"Week {number}",
        kept_as="week",
        kept_by=number,
        **found,
    )


def _week(standing: access.Standing, number: int) -> dict[str, Any]:
    """All that the page of a week shows to this visitor."""
    found = get_object_or_404(standing.campaign.weeks, number=number)
    found.campaign = standing.campaign
    tables = week_page.tables(found, standing.entry)
    return {
        "week": found,
        "tables": tables,
        "idle": week_page.idle(found),
        "scenario": week_page.scenario(found),
        "set_up": week_page.set_up(found),
        "event": week_page.event(found),
        "override": found.scenario_override,
        "sealed": league_page.sealed(found),
        "proof": week_page.proof(found, tables),
        "others": list(standing.campaign.weeks.order_by("number").values_list("number", flat=True)),
    }


@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """The table in the league's own order; each figure opens to the games it came from. ``?by=`` shows it
    by another measure first."""
    standing = access.league(request.user, slug)
    campaign, you = standing.campaign, standing.entry
    by = request.GET.get("by", "")
    by = by if by in figures.MEASURES else ""
    rows = cached(
        campaign,
        "placed",
        lambda: league_page.table(campaign, you, figures.scheme_by(campaign, by)),
        you and you.pk,
        by,
    )
    measures = [(name, criterion.words) for name, criterion in figures.MEASURES.items()]
    return show(
        request,
        "campaigns/league/standings.html",
        standing,
        kept_as="standings",
        kept_by=by,
        rows=rows,
        by=by,
        order=figures.order_of(campaign, by),
        measures=measures,
    )


@require_safe
def diary(request: HttpRequest, slug: str) -> HttpResponse:
    """All that was done, in words, newest first."""
    standing = access.league(request.user, slug)
    acts = acts_of(standing.campaign, organiser=standing.organiser)
    page, found = cached(
        standing.campaign,
        "diary",
        lambda: _diary(request, standing, acts),
        standing.organiser,
        request.GET.get("page", ""),
    )
    return show(
        request,
        "campaigns/league/diary.html",
        standing,
        kept_as="diary",
        kept_by=request.GET.urlencode(),
        page=page,
        chapters=found,
    )


def _diary(request: HttpRequest, standing: access.Standing, acts: Any) -> tuple[Any, list[Chapter]]:
    """A page of acts, and the same under their weeks."""
    page = paged(request, acts)
    return page, chapters(standing.campaign, page.object_list)


@require_safe
def members(request: HttpRequest, slug: str) -> HttpResponse:
    """Who plays and who organises."""
    standing = access.member(request.user, slug)
    return show(
        request,
        "campaigns/league/members.html",
        standing,
        members=league_page.members(standing.campaign),
        organisers=league_page.organisers(standing.campaign),
    )


@require_safe
def fate(request: HttpRequest, slug: str) -> HttpResponse:
    """Every week's commitment, the seeds of the closed ones, and how to check them."""
    standing = access.league(request.user, slug)
    return show(
        request, "campaigns/league/fate.html", standing, weeks=league_page.fate_of_weeks(standing.campaign)
    )


@require_safe
def commands(request: HttpRequest, slug: str) -> HttpResponse:
    """The work of the league: what waits, runs, is done, is stuck."""
    standing = access.member(request.user, slug)
    page = paged(request, work.commands_of(standing.campaign.pk))
    under_way = any(command.open for command in page)
    return show(request, "campaigns/organiser/work.html", standing, page=page, under_way=under_way)


@require_POST
def command_retry(request: HttpRequest, slug: str, command: int) -> HttpResponse:
    """An organiser lets a stuck piece of work try again; its cards stay the same."""
    standing = access.organiser(request.user, slug)
    if not work.commands_of(standing.campaign.pk).filter(pk=command).exists():
        raise Http404
    found = dispatch.retry(command, request.user)
    messages.success(request, f"“{found.subject or found.kind}” tries again, with the same cards.")
    return back_to("commands", slug)
