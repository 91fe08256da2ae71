"""The builder: one page, and the acts it offers. htmx gets the changed parts, a plain form a redirect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from mfcampaign.accounts.persons import PortalRequest
from mfcampaign.catalog.queries import pack_choices
from mfcampaign.crews import handing_in, operations, queries
from mfcampaign.crews.access import crew_or_404
from mfcampaign.crews.forms import SettingsForm
from mfcampaign.crews.models import Crew
from mfcampaign.crews.views.common import number, once, seen, to_crew

LONGEST_FILTER = 60


@require_safe
@login_required
@vary_on_headers("HX-Request", "HX-Target")
def crew(request: PortalRequest, public_id: str) -> HttpResponse:
    """The builder; only the candidates when the filter asks for them."""
    own_crew = crew_or_404(request.user, public_id)
    build = queries.build(own_crew)
    if htmx(request) and request.htmx.target == "candidates":
        return render(request, "crews/parts.html#candidates", _parts(request, build))
    return _page(request, build, _settings_form(request, build))


@require_POST
@login_required
def add(request: HttpRequest, public_id: str) -> HttpResponse:
    slug = request.POST.get("slug", "")
    return _act(request, public_id, lambda row: operations.add(row, request.user, slug, seen=seen(request)))


@require_POST
@login_required
def remove(request: HttpRequest, public_id: str) -> HttpResponse:
    member = number(request, "member") or 0
    return _act(
        request, public_id, lambda row: operations.remove(row, request.user, member, seen=seen(request))
    )


@require_POST
@login_required
def upgrade(request: HttpRequest, public_id: str) -> HttpResponse:
    """``member`` 0 is the Leader; every ``upgrade`` posted is what it then bears."""
    member = number(request, "member") or None
    upgrades = request.POST.getlist("upgrade")
    return _act(
        request,
        public_id,
        lambda row: operations.set_upgrades(row, request.user, member, upgrades, seen=seen(request)),
    )


@require_POST
@login_required
def settings(request: HttpRequest, public_id: str) -> HttpResponse:
    own_crew = crew_or_404(request.user, public_id)
    build = queries.build(own_crew)
    form = _settings_form(request, build, request.POST)
    if not form.is_valid():
        return _page(request, build, form, status=422)
    changes = form.settings()
    version = changes.pop("version")
    with once():
        operations.change_settings(own_crew, request.user, seen=version, **changes)
    return to_crew(own_crew)


@require_POST
@login_required
def submit(request: HttpRequest, public_id: str) -> HttpResponse:
    """Refused with every reason while the Crew is not legal; ``draft`` takes a submitted one back."""
    own_crew = crew_or_404(request.user, public_id)
    with once():
        if request.POST.get("state") == Crew.State.DRAFT:
            operations.unsubmit(own_crew, request.user, seen=seen(request))
        else:
            operations.submit(own_crew, request.user, seen=seen(request))
            messages.success(request, f"{own_crew.name} is submitted.")
    return to_crew(own_crew)


@require_POST
@login_required
def release(request: HttpRequest, public_id: str) -> HttpResponse:
    own_crew = crew_or_404(request.user, public_id)
    with once():
        release_id = number(request, "release") or 0
        operations.use_release(own_crew, request.user, release_id, seen=seen(request))
        messages.success(request, "The Crew uses the newest figures now.")
    return to_crew(own_crew)


@require_POST
@login_required
def renew_share(request: HttpRequest, public_id: str) -> HttpResponse:
    own_crew = crew_or_404(request.user, public_id)
    with once():
        operations.renew_share(own_crew, request.user, seen=seen(request))
        messages.success(request, "The old share link no longer works.")
    return to_crew(own_crew)


def htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _act(request: HttpRequest, public_id: str, act: Callable[[Crew], object]) -> HttpResponse:
    """Do it once, then show what changed. A page that is out of date is brought up to date."""
    own_crew = crew_or_404(request.user, public_id)
    words = _words(request)
    try:
        with once():
            act(own_crew)
    except operations.Stale as stale:
        if not htmx(request):
            raise
        return _changed(request, own_crew, status=409, stale=stale)
    return _changed(request, own_crew) if htmx(request) else to_crew(own_crew, words)


def _changed(request: HttpRequest, own_crew: Crew, *, status: int = 200, **more: Any) -> HttpResponse:
    context = _parts(request, queries.build(own_crew)) | more | {"oob": True}
    return render(request, "crews/parts.html#changed", context, status=status)


def _parts(request: HttpRequest, build: queries.Build) -> dict[str, Any]:
    words = _words(request)
    candidates = queries.filtered(build.candidates, words) if build.leader else ()
    return {
        "build": build,
        "crew": build.crew,
        "q": words,
        "legal": [candidate for candidate in candidates if candidate.legal],
        "illegal": [candidate for candidate in candidates if not candidate.legal],
    }


def _page(
    request: HttpRequest, build: queries.Build, form: SettingsForm, *, status: int = 200
) -> HttpResponse:
    share = request.build_absolute_uri(f"/crews/s/{build.crew.share_token}/")
    context = _parts(request, build) | {
        "form": form,
        "factions": build.edition.factions,
        "faction": form.initial["faction"],
        "news": queries.news(build.crew, build.written),
        "share": share,
        "hand_in": handing_in.hand_in_of(request, build.crew.public_id),
    }
    return render(request, "crews/builder.html", context, status=status)


def _settings_form(request: HttpRequest, build: queries.Build, data: Any = None) -> SettingsForm:
    """``?faction=`` shows the Leaders of another Faction before it is saved."""
    row = build.crew
    faction = (data or request.GET).get("faction", row.faction)
    faction = faction if faction in build.edition.factions else row.faction
    return SettingsForm(
        data,
        catalogue=build.catalogue,
        faction=faction,
        packs=pack_choices(request.user, build.edition.slug),
        initial={
            "faction": faction,
            "leader": row.leader,
            "size": row.size,
            "name": row.name,
            "dead_mans_hand": row.dead_mans_hand,
            "pack": row.pack_id,
            "notes": row.notes,
            "version": row.version,
        },
    )


def _words(request: HttpRequest) -> str:
    return (request.POST.get("q") or request.GET.get("q") or "").strip()[:LONGEST_FILTER]
