"""The replay of an Encounter by decision or Activation; each moment has an address and a picture."""

from __future__ import annotations

import hashlib

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from mfcampaign.accounts.visitors import else_sign_in, visitors_too
from mfcampaign.play import access
from mfcampaign.play.queries import replay_page
from mfcampaign.web.drawings import sharing
from mfcampaign.web.resilience.cost import expensive
from rules.plain_numbers import whole


@require_safe
@else_sign_in
def replay(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the moment after the decision ``?at=``; by default the latest."""
    visit = access.visit(request.user, public_id)
    page = replay_page.load(visit, whole(request.GET.get("at")))
    context = {"page": page, "visit": visit, "encounter": visit.row, "pictures": sharing.drawable()}
    return render(request, "play/replay.html", context)


@require_safe
@visitors_too
def picture(request: HttpRequest, public_id: str, at: int) -> HttpResponse:
    """The moment after decision ``at`` as PNG, with what both players may see."""
    visit = access.visit(request.user, public_id)
    if not sharing.drawable():
        return redirect(static("icons/share.png"))
    with expensive(request):
        shown, table = replay_page.picture(visit, at)
        drawing = sharing.beside_table(shown, table)
        kept, key = caches["made"], f"moment:{hashlib.sha256(drawing.encode()).hexdigest()}"
        png = kept.get(key)
        if png is None:
            png = sharing.as_png(drawing)
            kept.set(key, png, sharing.KEPT_SECONDS)
    answer = HttpResponse(png, content_type="image/png")
    answer["Cache-Control"] = "public, max-age=86400" if visit.row.over else "private, no-store"
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    return answer
