"""The page of the models that one owns, and their list as text."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.catalog.build.boxes import boxes_of
from mfcampaign.catalog.queries import edition_choices, edition_looked_at
from mfcampaign.crews import collecting
from rules.crews.suggestions import fielded
from rules.edition import edition_of


@require_safe
@sign_in_to("see your models")
def collection(request: PersonRequest) -> HttpResponse:
    """What one owns, what it fields, and the ways to bring more in."""
    edition = edition_of(edition_looked_at(request))
    owned = collecting.collected(request.user, edition.code)
    figures = collecting.figures_of(edition.code)
    context = {
        "edition": edition.code,
        "editions": edition_choices(),
        "models": collecting.owned_models(edition.code, owned),
        "missing": sorted(slug for slug in owned if not figures.has_profile(slug)),
        "count": sum(owned.values()),
        "fielded": fielded(figures, owned, size=edition.hiring.size) if owned else (),
        "size": edition.hiring.size,
        "keywords": sorted({keyword for profile in figures.profiles() for keyword in profile.keywords}),
        "boxes": boxes_of(edition.code),
    }
    return render(request, "crews/collection.html", context)


@require_safe
@sign_in_to("see your models")
def collection_text(request: PersonRequest) -> HttpResponse:
    edition = edition_looked_at(request)
    text = collecting.as_list(edition, collecting.collected(request.user, edition))
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="models-{edition}.txt"'
    return answer
