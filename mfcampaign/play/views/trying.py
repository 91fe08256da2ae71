"""The page for trying a pack's card on a table of two models."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.catalog.access import readable_pack
from mfcampaign.catalog.cards import ModelCard, Upgrade
from mfcampaign.catalog.queries import cards_with_pack, current_release
from mfcampaign.catalog.release_cards import cards_of_release
from mfcampaign.catalog.search_page import resolve
from mfcampaign.play.operations import trying
from mfcampaign.web.resilience.cost import expensive
from rules.edition import edition_of
from rules.refusal import Refusal

USUAL, BEARER = "Guild Hound", "Sergeant"


@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_to("try a card")
def try_card(request: PersonRequest, pack_id: int, kind: str, slug: str) -> HttpResponse:
    """Ask for the opponent, or for the model that gets the Upgrade; then open their table."""
    pack = readable_pack(request.user, pack_id)
    release = current_release(pack.edition).pk
    cards, upgrades = cards_with_pack(release, pack.pk)
    of_kind: Mapping[str, ModelCard | Upgrade] = cards if kind == "model" else upgrades
    if slug not in of_kind:
        raise Http404("No such card.")
    against, bearer = (
        " ".join(request.POST.get(name, usual).split())[:80]
        for name, usual in (("against", USUAL), ("bearer", BEARER))
    )
    refusal = None
    if request.method == "POST":
        try:
            with expensive(request):
                row = trying.try_card(
                    request.user,
                    edition_of(pack.edition),
                    slug if kind == "model" else _named(bearer, cards, release),
                    _named(against, cards, release),
                    upgrade="" if kind == "model" else slug,
                    pack_id=pack.pk,
                )
        except Refusal as refused:
            refusal = refused
        else:
            return redirect(row, permanent=False)
    context = {
        "pack": pack,
        "card": of_kind[slug],
        "kind": kind,
        "against": against,
        "bearer": bearer,
        "refusal": refusal,
        "house": [card for card in cards.values() if card.house == "new" and card.slug != slug],
    }
    return render(request, "play/try.html", context, status=422 if refusal else 200)


def _named(name: str, cards: dict[str, ModelCard], release: int) -> str:
    """The slug of the model that a person typed."""
    card, near = resolve(name, cards, cards_of_release(release).index)
    if card is None:
        hint = f"Did you mean {near[0].full_name}?" if near else "Write a model’s name."
        raise Refusal(f"No model is called {name!r}.", fix=hint)
    return card.slug
