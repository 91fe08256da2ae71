"""The pages of a Leader: built step by step, and as it stands."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.persons import PortalRequest
from mfcampaign.campaigns import access
from mfcampaign.campaigns.league.page import back_to, new_key, show
from mfcampaign.campaigns.models import Entry, LeaderGrowth
from mfcampaign.campaigns.next_season.queries import former_arsenal
from mfcampaign.campaigns.rising import drafts, queries
from mfcampaign.campaigns.rising.forms import changed
from rules.refusal import CheckReport, Refusal


@require_http_methods(["GET", "HEAD", "POST"])
def leader(request: PortalRequest, slug: str) -> HttpResponse:
    """The path to a Leader and its Arsenal: a step each time, kept at once, legal or not."""
    visit = access.player(request.user, slug)
    entry = visit.entry
    if not visit.campaign.played.start.leader_is_built:
        return back_to(visit.campaign.played.start.page, slug)
    if entry.state != Entry.State.BUILDING:
        if request.method == "POST":
            raise Refusal("This Arsenal is confirmed already.", fix="New models are hired week by week.")
        return back_to("arsenal", slug, entry.pk)
    if request.method == "POST":
        report = drafts.save_draft(entry, request.user, changed(drafts.draft_of(entry), request.POST))
        step = _after(request, report)
        if not request.htmx:
            return back_to("leader", slug, query=f"?step={step}")
    else:
        step = request.GET.get("step", queries.STEPS[0])
    return show(
        request,
        "campaigns/rising/leader.html" + ("#path" if request.htmx else ""),
        visit,
        page=queries.path_page(entry, step if step in queries.STEPS else queries.STEPS[0]),
        kept=former_arsenal(entry) if not request.htmx else None,
        key=new_key(),
    )


def _after(request: HttpRequest, report: CheckReport) -> str:
    """The next step; buying stays where it is, and so does a step with something to correct."""
    step = request.POST.get("step", "")
    at = queries.STEPS.index(step) if step in queries.STEPS else 0
    stays = step in ("models", queries.STEPS[-1]) or bool(queries.faults_by_step(report).get(step))
    return queries.STEPS[at if stays else at + 1]


@require_safe
def card(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    """The Leader of any player of the league, to read and to print."""
    visit = access.member(request.user, slug)
    owner = get_object_or_404(visit.campaign.entries.select_related("user"), pk=entry)
    owner.campaign = visit.campaign
    try:
        page = queries.leader_page(owner)
    except LeaderGrowth.DoesNotExist:
        return back_to("arsenal", slug, owner.pk)
    mine = visit.entry is not None and visit.entry.pk == owner.pk
    return show(request, "campaigns/rising/card.html", visit, owner=owner, mine=mine, page=page)
