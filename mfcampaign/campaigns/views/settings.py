"""By what rules a league plays: its settings, its charts, its figures."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.campaigns import access
from mfcampaign.campaigns.forms import policies as readings
from mfcampaign.campaigns.forms.leagues import ChartsForm
from mfcampaign.campaigns.operations import settings as verbs
from mfcampaign.campaigns.views.page import back_to, show
from mfcampaign.catalog import operations as catalog_verbs
from mfcampaign.catalog import queries as catalog
from rules.core.refusal import Refusal


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
        charts_form=ChartsForm(),
        chart_sets=catalog.chart_sets(campaign.pk),
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
def charts(request: HttpRequest, slug: str) -> HttpResponse:
    """Flip on other charts: chosen from the list, or uploaded and checked row by row."""
    standing = access.organiser(request.user, slug)
    campaign = standing.campaign
    chosen = request.POST.get("use", "")
    if chosen.isdigit():
        verbs.use_charts(campaign, request.user, int(chosen))
    else:
        upload = request.FILES.get("file")
        if upload is None:
            raise Refusal("No file was chosen.", mend="Choose the JSON file with your charts.")
        if campaign.state not in verbs.OPEN:
            raise Refusal("Charts stand once the campaign has begun.")
        made = catalog_verbs.upload_charts(campaign.pk, upload, actor=request.user)
        verbs.use_charts(campaign, request.user, made.pk)
    messages.success(request, "The league flips on these charts now.")
    return back_to("settings", slug)


@require_POST
def pack(request: HttpRequest, slug: str) -> HttpResponse:
    """Lay another pack over the figures, or none."""
    standing = access.organiser(request.user, slug)
    chosen = request.POST.get("pack", "")
    verbs.use_pack(standing.campaign, request.user, int(chosen) if chosen.isdigit() else None)
    messages.success(request, "The league plays by these figures now.")
    return back_to("settings", slug)


@require_safe
def download(request: HttpRequest, slug: str, chart_set: int) -> HttpResponse:
    """Charts as a file: to read, or as a pattern for one's own."""
    standing = access.member(request.user, slug)
    found = get_object_or_404(catalog.chart_sets(standing.campaign.pk).defer(None), pk=chart_set)
    answer = JsonResponse(found.body, json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="charts-{found.pk}.json"'
    return answer
