"""The pages that a device stores for use without signal: records under way, and what their players read."""

from __future__ import annotations

from django.http import JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from mfcampaign.accounts.persons import Person, PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.campaigns.arsenal import queries as arsenal_page
from mfcampaign.play.queries import under_way


@require_safe
@sign_in_to("keep tonight’s Encounter on your device")
def addresses(request: PersonRequest) -> JsonResponse:
    """The addresses that a device keeps."""
    return JsonResponse({"user": str(request.user.pk), "pages": pages_of(request.user)})


def pages_of(person: Person) -> list[str]:
    """The front page, the outbox, each record under way with its cards and its game, and one's Arsenals.
    Somebody without a record gets only the first two."""
    records = under_way.recorded(person)
    pages = [reverse("home"), reverse("play:outbox")]
    for record in records:
        pages += [record.url, record.cards_url, *([record.game_url] if record.game_url else [])]
    return [*pages, *(arsenal_page.own_sheets(person) if records else ())]
