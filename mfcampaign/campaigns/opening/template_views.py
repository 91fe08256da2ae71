"""Pages of templates: saved by organisers, shared by a link, used for a new league."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.campaigns import access
from mfcampaign.campaigns.league.page import back_to, show
from mfcampaign.campaigns.models import LeagueTemplate
from mfcampaign.campaigns.opening import queries as beginnings
from mfcampaign.campaigns.opening import templates as verbs
from mfcampaign.campaigns.settings import operations as rules_verbs
from mfcampaign.campaigns.settings.forms import different
from mfcampaign.web.undo import undoable
from rules.campaign.policies import policies_from


@sign_in_to("see your templates")
@require_safe
def templates(request: HttpRequest) -> HttpResponse:
    """One's own templates."""
    mine = [beginnings.of_template(template) for template in beginnings.own_templates(request.user)]
    return render(request, "campaigns/opening/templates.html", {"templates": mine})


def _shared(request: HttpRequest, token: str) -> LeagueTemplate:
    template = beginnings.shared(token, request.user)
    if template is None:
        raise Http404("No such template.")
    return template


def _own(request: HttpRequest, token: str) -> LeagueTemplate:
    template = _shared(request, token)
    if not request.user.is_authenticated or template.owner_id != request.user.pk:
        raise Http404("Not your template.")
    return template


@require_safe
def template(request: HttpRequest, token: str) -> HttpResponse:
    """What a template makes different, for everybody who has its link."""
    shared = _shared(request, token)
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


@sign_in_to("save a copy of the template")
@require_POST
def copy(request: PersonRequest, token: str) -> HttpResponse:
    """Keep somebody's template as one's own."""
    template = verbs.keep_copy(_shared(request, token), request.user)
    messages.success(request, f"{template} is among your templates.")
    return back_to("templates")


@require_POST
def put_away(request: PersonRequest, token: str) -> HttpResponse:
    template = _own(request, token)
    verbs.put_away(template, request.user)
    undoable(request, f"{template} is archived.", reverse("campaigns:template_back", args=[token]))
    return back_to("templates")


@require_POST
def bring_back(request: PersonRequest, token: str) -> HttpResponse:
    """Undo of ``put_away``."""
    template = _own(request, token)
    verbs.put_away(template, request.user, back=True)
    messages.success(request, f"{template} is back.")
    return back_to("templates")


@require_POST
def save(request: PersonRequest, slug: str) -> HttpResponse:
    """This league's rules, charts, figures and schedule under a name."""
    standing = access.organiser(request.user, slug)
    template = verbs.save_template(standing.campaign, request.user, request.POST.get("name", ""))
    messages.success(request, f"{template} is saved. Start your next league with it, or share it.")
    return back_to("template", template.share_token)


@require_http_methods(["GET", "HEAD", "POST"])
def take_on(request: PersonRequest, slug: str, key: str) -> HttpResponse:
    """Play by a preset or a template: what changes, when, and what cannot change any more, comes first."""
    standing = access.organiser(request.user, slug)
    campaign, beginning = standing.campaign, beginnings.beginning(key, request.user)
    if beginning is None:
        raise Http404("No such preset or template.")
    verbs.expect_edition(campaign, beginning.edition)
    policies = beginning.house_rules(campaign.edition)
    if request.method == "POST":
        changed = verbs.take_on(
            campaign, request.user, policies, beginning.template, edition=beginning.edition
        )
        sentence = f"The league takes on {beginning.name}." if changed else "Nothing was different."
        messages.success(request, sentence)
        return back_to("settings", slug)
    planned = policies_from(rules_verbs.planned_policies(campaign))
    possible = policies_from(verbs.possible(campaign, policies))
    return show(
        request,
        "campaigns/opening/take_on.html",
        standing,
        beginning=beginning,
        lines=different(planned, possible),
        left=different(possible, policies_from(policies)),
        charts=_other_charts(campaign, beginning),
        at_once=campaign.state in rules_verbs.OPEN,
        changeable=campaign.state in rules_verbs.CHANGEABLE,
    )


def _other_charts(campaign: Any, beginning: beginnings.Beginning) -> Any:
    """The template's charts, where they are not those that the league will flip on anyway."""
    if beginning.template is None or beginning.template.charts_id == (
        campaign.next_charts_id or campaign.charts_id
    ):
        return None
    return beginning.template.charts
