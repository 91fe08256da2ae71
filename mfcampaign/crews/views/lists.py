"""Pages of a person's Crews: the list, a new one, import from text, copies, deletion. None of them needs an
account."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.persons import PortalRequest
from mfcampaign.catalog.queries import (
    catalogue_for,
    current_release,
    edition_choices,
    edition_looked_at,
    pack_choices,
)
from mfcampaign.crews import access, handing_in, operations, queries
from mfcampaign.crews.forms import CrewForm, ImportForm
from mfcampaign.crews.models import Crew
from mfcampaign.crews.statistics import compared
from mfcampaign.crews.views.common import to_crew
from rules.crews.catalogue import MASTER, faction_name
from rules.crews.hiring import HiringRules
from rules.crews.text.doubts import Doubt, corrected
from rules.crews.text.reading import LARGEST_SIZE, Read
from rules.edition import edition_of
from rules.plain_numbers import whole
from rules.refusal import Refusal
from rules.wording import listed

MOST_COMPARED = 60
LONGEST_NAME = 60
MEANT, LEAVE_OUT, MOST_ASIDE = "mean-", "-", 12


@require_safe
def crew_list(request: HttpRequest) -> HttpResponse:
    """One's own Crews, or those this browser began without an account."""
    begun = queries.of_nobody(access.begun_here(request)) if access.begun_here(request) else ()
    context: dict[str, Any] = {"begun": [queries.build(crew) for crew in begun]}
    if request.user.is_authenticated:
        folder, tag = request.GET.get("folder", ""), request.GET.get("tag", "")
        folders, tags = queries.folders_and_tags(request.user)
        page = queries.listed(request.user, request.GET.get("page", "1"), folder=folder, tag=tag)
        context |= {
            "page": page,
            "builds": [queries.build(crew) for crew in page],
            "deleted": queries.deleted(request.user),
            "folders": folders,
            "tags": tags,
            "folder": folder,
            "tag": tag,
        }
    context["kept_days"] = operations.KEPT_WITHOUT_ACCOUNT.days
    return render(request, "crews/list.html", context)


@require_safe
def compare(request: PortalRequest) -> HttpResponse:
    """Two Crews side by side: ``?one=`` and ``?other=`` name Crews that the visitor may read, by id or by
    share link; ``?version=`` puts a kept version of the first in the place of the other."""
    one, other = (_readable(request, request.GET.get(name, "")) for name in ("one", "other"))
    context: dict[str, Any] = {"one": one, "other": other, "choices": _own_choices(request)}
    first = queries.build(one) if one else None
    second = queries.build(other) if other else None
    kept = whole(request.GET.get("version"))
    if first and kept is not None:
        version = get_object_or_404(first.crew.versions, pk=kept)
        second = queries.version_build(first.crew, version)
    if first and second:
        context |= {"first": first, "second": second, "comparison": compared(first, second)}
    return render(request, "crews/compare.html", context)


def _readable(request: PortalRequest, text: str) -> Crew | None:
    """The Crew of that id or share link; nothing for no text, 404 for one the visitor may not read."""
    name = text.strip().rstrip("/").rpartition("/")[2][:40]
    if not name:
        return None
    try:
        return access.crew_or_404(request.user, name)
    except Http404:
        return access.shared_or_404(name)


def _own_choices(request: PortalRequest) -> list[tuple[str, str]]:
    """Ids and names of Crews to compare: one's own, and those begun in this browser."""
    begun = access.begun_here(request)
    rows = list(queries.of_nobody(begun)) if begun else []
    if request.user.is_authenticated:
        rows += queries.own(request.user)[:MOST_COMPARED]
    return [(crew.public_id, crew.name) for crew in rows]


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """A Master is picked, and the Crew begins; ``?faction=`` shows one Faction's alone. The longer form
    besides has Henchmen, the size and a name."""
    data = request.POST if request.method == "POST" else None
    asked = (data or request.GET).get
    edition = edition_of(edition_looked_at(request))
    hiring, faction = edition.hiring, asked("faction", "")
    faction = faction if faction in hiring.factions else ""
    catalogue = catalogue_for(current_release(edition.code).pk)
    words = request.GET.get("q", "").strip()[:LONGEST_NAME]
    addressed, drawn = _from_address(request, hiring), handing_in.code_of(asked("drawn", ""))
    form = CrewForm(
        data,
        catalogue=catalogue,
        faction=faction,
        packs=pack_choices(request.user, edition.code),
        initial={"faction": faction} | addressed,
    )
    if data is not None and form.is_valid():
        access.limit_beginnings(request)
        crew = operations.create(request.user, start="start" in data, **form.settings())
        access.remember(request, crew)
        if drawn:
            handing_in.hire_for(request, crew.public_id, drawn)
        return to_crew(crew)
    more = {"edition": edition.code} | addressed
    more |= {"drawn": drawn} if drawn else {}
    context = {
        "form": form,
        "drawn": drawn,
        "faction": faction,
        "faction_name": faction_name(faction, edition.code),
        "factions": hiring.factions,
        "edition": edition.code,
        "editions": edition_choices(),
        "more": f"&{urlencode(more)}",
        "joins": hiring.joins_free is not None,
        "formats": listed(hiring.formats.values(), "or") if hiring.formats else "",
        "others_lead": any(profile.station != MASTER for profile in queries.leaders(catalogue, faction)),
        "q": words,
        "masters": queries.masters(catalogue, faction, words),
        "plays": edition.play is not None,
        "size": form["size"].value() or hiring.size,
        "format": form["format"].value() or "" if hiring.formats else "",
    }
    return render(request, "crews/new.html", context, status=422 if form.errors else 200)


def _from_address(request: HttpRequest, hiring: HiringRules[Any]) -> dict[str, Any]:
    """Size and kind of the Encounter where a link names them."""
    size, kind = whole(request.GET.get("size"), LARGEST_SIZE), request.GET.get("format", "")
    return ({"size": size} if size else {}) | ({"format": kind} if kind in hiring.formats else {})


@require_http_methods(["GET", "HEAD", "POST"])
def import_text(request: HttpRequest) -> HttpResponse:
    """Bad lines are told with their numbers, the text kept for fixing; a name that nobody knows is chosen
    among the nearest, and what was chosen (``mean-0``, …, as doubts stand) is in the text from then on."""
    data, usual = request.POST.copy() if request.method == "POST" else None, edition_looked_at(request)
    if data is not None and any(name.startswith(MEANT) for name in data):
        data["text"] = _as_meant(data, usual)
    form = ImportForm(data)
    refusal = None
    doubts: tuple[Doubt, ...] = ()
    if form.is_bound and form.is_valid():
        access.limit_beginnings(request)
        try:
            crew = operations.import_text(
                request.user, form.cleaned_data["text"], name=form.cleaned_data["name"], usual=usual
            )
        except Refusal as problem:
            refusal, doubts = problem, operations.doubts(form.cleaned_data["text"], usual)
        else:
            access.remember(request, crew)
            for sentence in _remarks(operations.account_of(form.cleaned_data["text"], usual)):
                messages.info(request, sentence)
            return to_crew(crew)
    asked = {f"line {doubt.line}" for doubt in doubts}
    problems = refusal.violations or (refusal,) if refusal else ()
    context = {
        "form": form,
        "doubts": doubts,
        "violations": [each for each in problems if isinstance(each, Refusal) or each.subject not in asked],
    }
    return render(request, "crews/import.html", context, status=422 if refusal or form.errors else 200)


def _remarks(account: Read) -> list[str]:
    """What was left aside, guessed or not compared."""
    remarks = list(account.notes[:MOST_ASIDE])
    if aside := [f"line {each.line} ({each.words})" for each in account.lines if each.reported]:
        more = f" and {len(aside) - MOST_ASIDE} more" if len(aside) > MOST_ASIDE else ""
        lines = ", ".join(aside[:MOST_ASIDE])
        remarks.append(f"Left aside: {lines}{more}. Everything else is in the Crew.")
    return remarks


def _as_meant(data: QueryDict, usual: str) -> str:
    """The text with what was chosen for its doubtful names; nothing chosen leaves a name as it is."""
    text = data.get("text", "")
    doubtful = operations.doubts(text, usual)
    chosen = {doubt: data.get(f"{MEANT}{number}", "") for number, doubt in enumerate(doubtful)}
    meant = {doubt: "" if name == LEAVE_OUT else name for doubt, name in chosen.items() if name}
    return corrected(text, meant)
