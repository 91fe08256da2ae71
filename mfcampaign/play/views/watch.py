"""Watching an Encounter by link, and allowing others to."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.views.decorators.http import require_POST, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.visitors import players_only
from mfcampaign.audit.operations import aggregate_name
from mfcampaign.live import following
from mfcampaign.live.frames import latest
from mfcampaign.play import access
from mfcampaign.play.frame_parts import late_topic
from mfcampaign.play.operations import watching as watching_operations
from mfcampaign.play.queries import clocks, watched_page
from mfcampaign.play.watching import Watching, watch_holder, watching
from mfcampaign.web.cache import cached


@require_safe
def watch(request: HttpRequest, token: str) -> HttpResponse:
    """Show the table to a watcher; everything is open once it is over."""
    seen = watching(request.user, token)
    if seen.row.over:
        whole = redirect("play:encounter", seen.row.public_id)
        if getattr(request, "htmx", False):
            return HttpResponse(headers={"HX-Redirect": whole.url})
        return whole
    context: dict[str, Any] = {"watching": seen, "encounter": seen.row, "token": token, "shown": _shown(seen)}
    context["clocks"] = None if seen.late else clocks.shown(seen.row, seen.seats)
    context["table"] = cached(seen.row, "watched", lambda: _table(seen), seen.late)
    answer = render(request, "play/watch.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_safe
def follow(request: HttpRequest, token: str) -> HttpResponse:
    """Frames since the version seen, with what this watcher may know."""
    seen = watching(request.user, token)
    topic = late_topic(seen.row) if seen.late else aggregate_name(seen.row)
    return following.follow(request, topic, _shown(seen), holders=(watch_holder(seen.row),))


@require_POST
@players_only
def let_watch(request: PersonRequest, public_id: str) -> HttpResponse:
    """Store whom the player lets watch."""
    visit = access.own_visit(request.user, public_id)
    watching_operations.let_watch(visit.row, request.user, request.POST.get("watched", ""))
    return redirect(visit.row)


def _table(seen: Watching) -> SafeString:
    """The table; it is the same for all watchers and rendered once for each act."""
    return render_to_string("play/_watched.html", {"page": watched_page.load(seen)})


def _shown(seen: Watching) -> int:
    return latest(late_topic(seen.row)) if seen.late else seen.row.acts
