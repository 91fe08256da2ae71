"""Pages of a league's house rules, charts and figures."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns import access
from mfcampaign.campaigns.league.page import act_key, back_to, new_key, show
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.opening import queries as beginnings
from mfcampaign.campaigns.settings import changes, operations
from mfcampaign.campaigns.settings import figures as adoption
from mfcampaign.campaigns.settings import forms as readings
from mfcampaign.campaigns.settings.change_form import ChangeForm
from mfcampaign.campaigns.settings.labels import WORDS
from mfcampaign.catalog import queries as catalog
from mfcampaign.web.refusals import in_words
from rules.campaign.policies import policies_from
from rules.plain_numbers import whole
from rules.refusal import Refusal


@require_safe
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Every house rule with the rule it changes, what differs marked; organisers change them here."""
    return _settings(request, access.member(request.user, slug))


def _form(campaign: Campaign, data: object = None) -> readings.PolicyForm:
    """The house rules as they are planned; those that can never change again are fixed."""
    return readings.PolicyForm(
        data,
        current=policies_from(operations.planned_policies(campaign)),
        fixed=lambda name: operations.when_changed(campaign, name) == "never",
        edition=campaign.edition,
        system=campaign.system,
    )


def _settings(
    request: HttpRequest, visit: access.LeagueVisit, form: readings.PolicyForm | None = None
) -> HttpResponse:
    campaign = visit.campaign
    changeable = visit.organiser and campaign.state in operations.CHANGEABLE
    if form is None and changeable:
        form = _form(campaign)
    groups = readings.groups(
        campaign.rules,
        policies_from(operations.planned_policies(campaign)),
        lambda name: operations.when_changed(campaign, name),
        campaign.edition,
    )
    sets = {c.pk: c for c in catalog.chart_sets(campaign.pk, campaign.edition, campaign.system)}
    return show(
        request,
        "campaigns/settings/settings.html",
        visit,
        status=422 if form is not None and form.errors else 200,
        groups=[
            (
                group,
                [
                    (s, form[s.name] if form else None)
                    for s in group.settings
                    if readings.applies(s.name, campaign.edition, campaign.system)
                ],
            )
            for group in groups
            if any(readings.applies(s.name, campaign.edition, campaign.system) for s in group.settings)
        ],
        special=sum(group.special for group in groups),
        planned=sum(bool(setting.planned) for group in groups for setting in group.settings),
        changeable=changeable,
        open=campaign.state in Campaign.BEFORE_FIRST_WEEK,
        rules_form=form,
        charts=sets[campaign.charts_id],
        coming=sets.get(campaign.next_charts_id or 0),
        beginnings=beginnings.for_league(request.user, campaign) if changeable else [],
        packs=catalog.pack_choices(request.user, campaign.edition)
        if changeable and campaign.state in Campaign.BEFORE_FIRST_WEEK
        else [],
        season=dict(catalog.season_choices(campaign.edition)).get(campaign.season, campaign.season),
    )


@require_POST
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """All house rules at once."""
    visit = access.organiser(request.user, slug)
    campaign = visit.campaign
    form = _form(campaign, request.POST)
    if not form.is_valid():
        return _settings(request, visit, form)
    changed = operations.change_policies(campaign, request.user, form.policies())
    now = [WORDS[name][0] for name in changed if operations.when_changed(campaign, name) == "at once"]
    later = [WORDS[name][0] for name in changed if operations.when_changed(campaign, name) != "at once"]
    if now:
        messages.success(request, f"Changed: {', '.join(now)}.")
    if later:
        messages.success(request, f"From the next week on: {', '.join(later)}.")
    if not changed:
        messages.info(request, "Nothing was changed.")
    return back_to("settings", slug)


@require_safe
def figures(request: HttpRequest, slug: str) -> HttpResponse:
    """Another release or pack for a week to come: what it would change for whom."""
    visit = access.organiser(request.user, slug)
    league, given = visit.campaign, request.GET
    weeks = adoption.weeks_to_choose(league)
    release = whole(given.get("release")) or league.release_id
    pack = whole(given.get("pack")) if "pack" in given else league.pack_id
    preview, refusal = None, None
    if "look" in given:
        try:
            preview = adoption.preview(league, request.user, release, pack)
        except Refusal as refused:
            refusal = refused
    return show(
        request,
        "campaigns/settings/figures.html",
        visit,
        status=422 if refusal else 200,
        weeks=weeks,
        releases=adoption.release_choices(league),
        packs=adoption.pack_choices(league, request.user),
        chosen={
            "release": release,
            "pack": pack,
            "week": whole(given.get("week")) or (weeks[0] if weeks else 0),
        },
        running=league.state == Campaign.State.RUNNING,
        preview=preview,
        refusal=refusal,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def change_league(request: PersonRequest, slug: str) -> HttpResponse:
    """Name, description, calendar and season of a league: what a change would do first, then the change."""
    visit = access.organiser(request.user, slug)
    form = ChangeForm(request.POST or None, campaign=visit.campaign)
    if request.method != "POST" or not form.is_valid():
        return _change_page(request, visit, form)
    wanted = form.facts()
    try:
        if request.POST.get("do") != "act":
            return _change_page(request, visit, form, changes.preview(visit.campaign, wanted))
        changes.change(
            visit.campaign,
            request.user,
            wanted,
            form.cleaned_data["reason"],
            seen=request.POST.get("seen", ""),
            key=act_key(request, "change", request.user.pk),
        )
    except AlreadyDone as done:
        messages.info(request, str(done))
    except Refusal as refusal:
        form.add_error(None, in_words(refusal))
        return _change_page(request, visit, form)
    else:
        messages.success(request, "The league is changed; the diary says how.")
    return back_to("settings", slug)


def _change_page(
    request: HttpRequest, visit: access.LeagueVisit, form: ChangeForm, plan: changes.ChangePlan | None = None
) -> HttpResponse:
    return show(
        request,
        "campaigns/settings/change.html",
        visit,
        status=422 if form.errors else 200,
        form=form,
        plan=plan,
        running=visit.campaign.state not in Campaign.BEFORE_FIRST_WEEK,
        key=request.POST.get("key") or new_key(),
    )
