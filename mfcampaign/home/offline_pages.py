"""The pages that a device stores for use without signal: records under way, what their players read, and what
waits for a player in leagues."""

from __future__ import annotations

from django.http import JsonResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from mfcampaign.accounts.persons import Person, PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.campaigns.arsenal import queries as arsenal_page
from mfcampaign.campaigns.game import next_step
from mfcampaign.play.queries import under_way


@require_safe
@sign_in_to("keep tonight’s Encounter on your device")
def addresses(request: PersonRequest) -> JsonResponse:
    """The addresses that a device keeps."""
    return JsonResponse({"user": str(request.user.pk), "pages": pages_of(request.user)})


def pages_of(person: Person) -> list[str]:
    """The front page, the outbox, each record under way with its cards, its game and its clock; in leagues
    one's open games with their Aftermaths, open hires, and the Arsenals. Somebody without any gets the first
    two."""
    pages = [reverse("home"), reverse("play:outbox")]
    for record in under_way.recorded(person):
        pages += filter(None, (record.url, record.cards_url, record.game_url, record.clock_url))
    waiting = [*next_step.open_pages(person), *arsenal_page.open_hires(person)]
    sheets = arsenal_page.own_sheets(person) if waiting or len(pages) > 2 else []
    return list(dict.fromkeys((*pages, *waiting, *sheets)))
