"""A card of a pack tried on a table of two models."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.catalog.access import readable_pack
from mfcampaign.catalog.queries import current_release, laid_cards
from mfcampaign.catalog.release_cards import cards_of_release
from mfcampaign.catalog.search_page import resolve
from mfcampaign.play.operations import trying
from rules.refusal import Refusal

USUAL = "Guild Hound"


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def try_card(request: PersonRequest, pack_id: int, slug: str) -> HttpResponse:
    """Whom the model meets; then their table."""
    pack = readable_pack(request.user, pack_id)
    release = current_release(pack.edition).pk
    cards, _ = laid_cards(release, pack.pk)
    if slug not in cards:
        raise Http404("No such card.")
    against = " ".join(request.POST.get("against", USUAL).split())[:80]
    refusal = None
    if request.method == "POST":
        try:
            other, near = resolve(against, cards, cards_of_release(release).index)
            if other is None:
                hint = f"Did you mean {near[0].full_name}?" if near else "Write a model’s name."
                raise Refusal(f"No model is called {against!r}.", fix=hint)
            row = trying.try_card(request.user, slug, other.slug, pack_id=pack.pk, edition=pack.edition)
        except Refusal as refused:
            refusal = refused
        else:
            return redirect(row, permanent=False)
    context = {
        "pack": pack,
        "card": cards[slug],
        "against": against,
        "refusal": refusal,
        "house": [card for card in cards.values() if card.house == "new" and card.slug != slug],
    }
    return render(request, "play/try.html", context, status=422 if refusal else 200)
