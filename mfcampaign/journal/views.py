"""The journal on screen and on paper."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.journal import queries
from mfcampaign.journal.operations import LONGEST_NOTE

A_PAGE, LONGEST_FILTER = 24, 200


@require_safe
@sign_in_to("see your journal")
def journal(request: PersonRequest) -> HttpResponse:
    """One's games with their notes. ``?tag=``, ``?q=`` and ``?noted=1`` choose among them, ``?game=`` and
    ``?rival=`` open one game or one opponent."""
    asked = _asked(request)
    shown = queries.journal(request.user, **asked)
    context = asked | {
        "journal": shown,
        "page": Paginator(shown.games, A_PAGE).get_page(request.GET.get("page")),
        "longest": LONGEST_NOTE,
    }
    return render(request, "journal/journal.html", context)


@require_safe
@sign_in_to("print your journal")
def print_journal(request: PersonRequest) -> HttpResponse:
    """All that was asked for on paper, without forms."""
    asked = _asked(request)
    return render(request, "journal/print.html", asked | {"journal": queries.journal(request.user, **asked)})


def _asked(request: PersonRequest) -> dict[str, Any]:
    given = {name: request.GET.get(name, "")[:LONGEST_FILTER] for name in ("tag", "q", "game", "rival")}
    return {
        "tag": given["tag"],
        "words": given["q"],
        "noted": request.GET.get("noted") == "1",
        "game": given["game"],
        "rival": given["rival"],
    }
