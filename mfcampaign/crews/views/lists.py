"""A person's Crews: the list, a new one, from text, copies, away and back."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from mfcampaign.catalog.queries import (
    EDITION,
    catalogue_for,
    current_release,
    edition_choices,
    edition_named,
    pack_choices,
)
from mfcampaign.crews import operations, queries
from mfcampaign.crews.access import crew_or_404, deleted_or_404
from mfcampaign.crews.forms import CrewForm, ImportForm
from mfcampaign.crews.views.common import once, seen, to_crew, to_list
from mfcampaign.web.undo import undoable
from rules.crews.catalogue import faction_name
from rules.crews.editions import EDITIONS
from rules.refusal import Refusal


@require_safe
@login_required
def crew_list(request: HttpRequest) -> HttpResponse:
    page = queries.listed(request.user, request.GET.get("page", "1"))
    builds = [queries.build(crew) for crew in page]
    return render(
        request,
        "crews/list.html",
        {"page": page, "builds": builds, "deleted": queries.deleted(request.user)},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Faction first, then its Leaders; htmx swaps the list of Leaders, without it a button does."""
    data = request.POST if request.method == "POST" else None
    asked = (data or request.GET).get
    edition = EDITIONS[edition_named(asked("edition", ""))]
    faction = asked("faction", "")
    faction = faction if faction in edition.factions else ""
    catalogue = catalogue_for(current_release(edition.slug).pk)
    form = CrewForm(
        data,
        catalogue=catalogue,
        faction=faction,
        packs=pack_choices(request.user, edition.slug),
        initial={"faction": faction},
    )
    if data is not None and form.is_valid():
        return to_crew(operations.create(request.user, **form.settings()))
    context = {
        "form": form,
        "faction": faction,
        "faction_name": faction_name(faction, edition.slug),
        "factions": edition.factions,
        "edition": edition.slug,
        "editions": edition_choices(),
        "more": "" if edition.slug == EDITION else f"&edition={edition.slug}",
    }
    return render(request, "crews/new.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def import_text(request: HttpRequest) -> HttpResponse:
    """Bad lines are told with their numbers, the text kept for fixing."""
    form = ImportForm(request.POST if request.method == "POST" else None)
    refusal = None
    if form.is_bound and form.is_valid():
        try:
            crew = operations.import_text(
                request.user, form.cleaned_data["text"], name=form.cleaned_data["name"]
            )
        except Refusal as problem:
            refusal = problem
        else:
            return to_crew(crew)
    context = {"form": form, "violations": refusal.violations or (refusal,) if refusal else ()}
    return render(request, "crews/import.html", context, status=422 if refusal or form.errors else 200)


@require_POST
@login_required
def duplicate(request: HttpRequest, public_id: str) -> HttpResponse:
    copy = operations.duplicate(crew_or_404(request.user, public_id), request.user)
    messages.success(request, f"{copy.name}: a draft of its own.")
    return to_crew(copy)


@require_POST
@login_required
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    crew = crew_or_404(request.user, public_id)
    with once():
        operations.delete(crew, request.user, seen=seen(request))
    undoable(request, f"{crew.name} was deleted.", reverse("crews:restore", args=[crew.public_id]))
    return to_list()


@require_POST
@login_required
def restore(request: HttpRequest, public_id: str) -> HttpResponse:
    crew = deleted_or_404(request.user, public_id)
    operations.restore(crew, request.user)
    messages.success(request, f"{crew.name} is back.")
    return to_crew(crew)
