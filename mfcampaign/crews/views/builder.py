"""The builder: one page and its actions. htmx gets the changed parts, a plain form a redirect."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.accounts.persons import PortalRequest
from mfcampaign.catalog.queries import cards_with_pack, pack_choices
from mfcampaign.catalog.sheets import sheet
from mfcampaign.crews import access, handing_in, operations, queries
from mfcampaign.crews.collecting import collected
from mfcampaign.crews.forms import SettingsForm
from mfcampaign.crews.models import Crew
from mfcampaign.crews.statistics import rows_of, statistics_of
from mfcampaign.crews.views.common import number, once, opened, see_other, seen, to_crew
from mfcampaign.web.drawings.qr import qr

LONGEST_FILTER = 60


@require_safe
@opened
def crew(request: PortalRequest, own_crew: Crew) -> HttpResponse:
    """The builder; only the candidates when the search asks for them."""
    build = queries.build(own_crew)
    if htmx(request) and request.htmx.target == "candidates":
        return render(request, "crews/parts.html#candidates", _parts(request, build))
    return _page(request, build, _settings_form(request, build))


@require_POST
@opened
def add(request: HttpRequest, own_crew: Crew) -> HttpResponse:
    """One model, or as many ``copies`` of it."""
    slug, copies = request.POST.get("slug", ""), number(request, "copies") or 1
    return _act(
        request,
        own_crew,
        lambda row: operations.add(row, request.user, slug, copies=copies, seen=seen(request)),
    )


@require_POST
@opened
def remove(request: HttpRequest, own_crew: Crew) -> HttpResponse:
    """That ``member``, or the last copy of a ``slug``."""
    member = number(request, "member") or queries.last_copy(own_crew, request.POST.get("slug", ""))
    return _act(
        request, own_crew, lambda row: operations.remove(row, request.user, member, seen=seen(request))
    )


@require_POST
@opened
def undo(request: HttpRequest, own_crew: Crew) -> HttpResponse:
    return _act(request, own_crew, lambda row: operations.undo(row, request.user, seen=seen(request)))


@require_POST
@opened
def fill(request: HttpRequest, own_crew: Crew) -> HttpResponse:
    """From all models, or from one's own."""
    owned = request.POST.get("owned") == "1"
    return _act(
        request, own_crew, lambda row: operations.fill(row, request.user, owned=owned, seen=seen(request))
    )


@require_POST
@opened
def cost(request: HttpRequest, own_crew: Crew) -> HttpResponse:
    """The player's own figure for a Cost that nobody knows; none posted takes it back."""
    slug, figure = request.POST.get("slug", ""), number(request, "cost")
    with once():
        operations.set_cost(own_crew, request.user, slug, figure, seen=seen(request))
    return to_crew(own_crew, _words(request))


@require_POST
@opened
def keep(request: PortalRequest, own_crew: Crew) -> HttpResponse:
    """A Crew of nobody becomes the visitor's own; who has none is led to the sign-up."""
    if not request.user.is_authenticated:
        access.remember(request, own_crew)
        return see_other(f"{reverse('account_signup')}?{urlencode({'next': own_crew.get_absolute_url()})}")
    operations.keep(own_crew, request.user)
    messages.success(request, f"{own_crew.name} is among your Crews now.")
    return to_crew(own_crew)


@require_safe
@opened
def card(request: PortalRequest, own_crew: Crew, slug: str) -> HttpResponse:
    """A model's card beside the Crew: in a drawer of the builder, or as a page."""
    build = queries.build(own_crew)
    candidate = build.candidate(slug)
    printed = cards_with_pack(own_crew.release_id, own_crew.pack_id)[0].get(slug)
    if candidate is None or printed is None:
        raise Http404("No such model.")
    drawer = htmx(request) and request.htmx.target == "drawer"
    context = {
        "build": build,
        "crew": own_crew,
        "candidate": candidate,
        "sheet": sheet(printed),
        "q": _words(request),
        "own_cost": own_crew.own_costs.get(slug),
        "drawer": drawer,
    }
    return render(request, "crews/card_body.html" if drawer else "crews/card.html", context)


@require_safe
@opened
def tried(request: PortalRequest, own_crew: Crew) -> HttpResponse:
    """The Injuries and Campaign Upgrades tried in the Crew, and those that can be."""
    context = {"build": queries.build(own_crew), "crew": own_crew, "offered": queries.to_try(own_crew)}
    return render(request, "crews/tried.html", context)


@require_POST
@opened
def upgrade(request: HttpRequest, own_crew: Crew) -> HttpResponse:
    """``member`` 0 is the Leader; the posted ``upgrade`` values are what it has from then on."""
    member = number(request, "member") or None
    upgrades = request.POST.getlist("upgrade")
    return _act(
        request,
        own_crew,
        lambda row: operations.set_upgrades(row, request.user, member, upgrades, seen=seen(request)),
    )


@require_POST
@opened
def settings(request: HttpRequest, own_crew: Crew) -> HttpResponse:
    build = queries.build(own_crew)
    form = _settings_form(request, build, request.POST)
    if not form.is_valid():
        return _page(request, build, form, status=422)
    changes = form.settings()
    version = changes.pop("version")
    with once():
        operations.change_settings(own_crew, request.user, seen=version, **changes)
    return to_crew(own_crew)


def htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _act(request: HttpRequest, own_crew: Crew, act: Callable[[Crew], object]) -> HttpResponse:
    """Do it once, then show what changed. A page that is out of date is brought up to date."""
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
    collects = bool(collected(request.user, build.edition.code))
    return {"build": build, "crew": build.crew, "q": words, "hall": build.hall(words), "collects": collects}


def _page(
    request: HttpRequest, build: queries.Build, form: SettingsForm, *, status: int = 200
) -> HttpResponse:
    share = request.build_absolute_uri(f"/crews/s/{build.crew.share_token}/")
    context = _parts(request, build) | {
        "form": form,
        "factions": build.hiring.factions,
        "faction": form.initial["faction"],
        "news": queries.news(build),
        "share": share,
        "qr": qr(share),
        "hand_in": handing_in.hand_in_of(request, build.crew.public_id),
        "drawn": build.hired_for(handing_in.drawn_for(request, build.crew.public_id)),
        "statistics": rows_of(statistics_of(build), build.printed) if build.leader else (),
        "versions": build.crew.versions.all(),
        "folders": queries.folders_and_tags(request.user)[0],
        "kept_days": operations.KEPT_WITHOUT_ACCOUNT.days,
    }
    return render(request, "crews/builder.html", context, status=status)


def _settings_form(request: HttpRequest, build: queries.Build, data: Any = None) -> SettingsForm:
    """``?faction=`` shows the Leaders of another Faction before it is saved."""
    row = build.crew
    faction = (data or request.GET).get("faction", row.faction)
    faction = faction if faction in build.hiring.factions else row.faction
    packs = pack_choices(request.user, build.edition.code)
    if row.pack and row.pack_id not in dict(packs):  # a kept state, or one that its owner hides now
        packs.append((row.pack.pk, row.pack.name))
    return SettingsForm(
        data,
        catalogue=build.catalogue,
        faction=faction,
        packs=packs,
        initial={
            "faction": faction,
            "leader": row.leader,
            "size": row.size,
            "format": row.format,
            "name": row.name,
            "dead_mans_hand": row.dead_mans_hand,
            "pack": row.pack_id,
            "notes": row.notes,
            "folder": row.folder,
            "tags": ", ".join(row.tags),
            "version": row.version,
        },
    )


def _words(request: HttpRequest) -> str:
    return (request.POST.get("q") or request.GET.get("q") or "").strip()[:LONGEST_FILTER]
