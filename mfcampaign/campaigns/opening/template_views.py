"""Pages of presets and templates: one's own, one behind a link, and what one would change in a league."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.campaigns import access
from mfcampaign.campaigns.league.page import show
from mfcampaign.campaigns.opening import queries as beginnings
from mfcampaign.campaigns.opening import templates as template_operations
from mfcampaign.campaigns.opening.access import shared_template
from mfcampaign.campaigns.settings import operations as rules_verbs
from mfcampaign.campaigns.settings.forms import different
from rules.campaign.policies import policies_from


@sign_in_to("see your templates")
@require_safe
def templates(request: HttpRequest) -> HttpResponse:
    """One's own templates."""
    mine = [beginnings.of_template(template) for template in beginnings.own_templates(request.user)]
    return render(request, "campaigns/opening/templates.html", {"templates": mine})


@require_safe
def template(request: HttpRequest, token: str) -> HttpResponse:
    """What a template makes different, for everybody who has its link."""
    shared = shared_template(request.user, token)
    mine = request.user.is_authenticated and shared.owner_id == request.user.pk
    context = {
        "template": shared,
        "beginning": beginnings.of_template(shared),
        "mine": mine,
        "link": request.build_absolute_uri(reverse("campaigns:template", args=[token])) if mine else "",
    }
    answer = render(request, "campaigns/opening/template.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
def take_on(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Play by a preset or a template: what changes, when, and what cannot change any more, comes first."""
    visit = access.organiser(request.user, slug)
    campaign, beginning = visit.campaign, beginnings.beginning(key, request.user)
    if beginning is None:
        raise Http404("No such preset or template.")
    template_operations.expect_edition(campaign, beginning.edition)
    policies = beginning.house_rules(campaign.edition)
    planned = policies_from(rules_verbs.planned_policies(campaign))
    possible = policies_from(template_operations.possible(campaign, policies))
    return show(
        request,
        "campaigns/opening/take_on.html",
        visit,
        beginning=beginning,
        lines=different(planned, possible),
        left=different(possible, policies_from(policies)),
        charts=_other_charts(campaign, beginning),
        at_once=campaign.state in campaign.BEFORE_FIRST_WEEK,
        changeable=campaign.state in rules_verbs.CHANGEABLE,
    )


def _other_charts(campaign: Any, beginning: beginnings.Beginning) -> Any:
    """The template's charts, where they are not those that the league will flip on anyway."""
    if beginning.template is None or beginning.template.charts_id == (
        campaign.next_charts_id or campaign.charts_id
    ):
        return None
    return beginning.template.charts
