"""By what rules a league plays: its settings, its charts, its figures."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.forms import policies as readings
from mfcampaign.campaigns.operations import settings as verbs
from mfcampaign.campaigns.views.page import back_to, show
from mfcampaign.catalog import queries as catalog


@require_safe
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Every reading with its rule, what differs marked; organisers may change them before the start."""
    return _settings(request, access.member(request.user, slug))


def _settings(
    request: HttpRequest, standing: access.Standing, form: readings.PolicyForm | None = None
) -> HttpResponse:
    campaign = standing.campaign
    changeable = standing.organiser and campaign.state in verbs.OPEN
    rules = campaign.rules
    if form is None and changeable:
        form = readings.PolicyForm(current=rules)
    return show(
        request,
        "settings.html",
        standing,
        status=422 if form is not None and form.errors else 200,
        groups=readings.groups(rules),
        changeable=changeable,
        rules_form=form,
        charts=catalog.charts(campaign.charts_id),
        packs=catalog.pack_choices(request.user) if changeable else [],
        season=dict(catalog.season_choices()).get(campaign.season, campaign.season),
    )


@require_POST
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """All readings at once."""
    standing = access.organiser(request.user, slug)
    form = readings.PolicyForm(request.POST, current=standing.campaign.rules)
    if not form.is_valid():
        return _settings(request, standing, form)
    changed = verbs.change_policies(standing.campaign, request.user, form.policies())
    if changed:
        labels = ", ".join(readings.WORDS[name][0] for name in changed)
        messages.success(request, f"Changed: {labels}.")
    else:
        messages.info(request, "Nothing was changed.")
    return back_to("settings", slug)


@require_POST
def pack(request: HttpRequest, slug: str) -> HttpResponse:
    """Lay another pack over the figures, or none."""
    standing = access.organiser(request.user, slug)
    chosen = request.POST.get("pack", "")
    verbs.use_pack(standing.campaign, request.user, int(chosen) if chosen.isdigit() else None)
    messages.success(request, "The league plays by these figures now.")
    return back_to("settings", slug)
