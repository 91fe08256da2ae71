"""Pages of files: tables, JSON and the chess report of an event, and the import."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.accounts.signing_in import sign_in_to
from mfcampaign.events import access, portable
from mfcampaign.events.operations.importing import take_in
from mfcampaign.events.queries import pages
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.queries.result_rows import MATCHES, RESULTS, TEAMS, match_lines, result_rows, team_rows
from mfcampaign.events.views.page import back_to
from mfcampaign.web.resilience.cost import expensive
from mfcampaign.web.spreadsheets import streamed
from rules.refusal import Refusal


@require_safe
def table(request: HttpRequest, slug: str, what: str) -> HttpResponseBase:
    """Players (for organisers), standings of players and teams, results of games and matches as CSV; the
    chess report as TRF."""
    visit = access.organiser(request.user, slug) if what == "players" else access.event(request.user, slug)
    record = cached_record(visit.event)
    name = f"{slug}-{visit.event.edition}-{what}.csv"
    if what == "players":
        head = ("number", "name", "club", "company", "rating", "state", "paid", "faction", "crew")
        rows = ([getattr(p, field) for field in head] for p in record.players.values())
        return streamed(name, head, rows)
    if what == "standings":
        heads = (
            "place",
            "number",
            "name",
            "club",
            *(each.column.heading for each in pages.RESULTS),
            *pages.headings(visit.event),
        )
        lines = (
            (r.rank, r.player.number, r.player.name, r.player.club, r.wins, r.draws, r.losses, *r.figures)
            for r in pages.standings(visit.event)
        )
        return streamed(name, heads, lines)
    if what == "teams":
        return streamed(name, TEAMS, team_rows(visit.event))
    if what == "matches":
        return streamed(name, MATCHES, match_lines(record))
    if what == "results":
        return streamed(name, RESULTS, result_rows(record, timezone.now()))
    if what == "trf":
        answer = HttpResponse(portable.trf(record), content_type="text/plain; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{slug}.trf"'
        return answer
    raise Http404


@require_safe
def whole_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole event as one file, for organisers."""
    visit = access.organiser(request.user, slug)
    certificates = dict(visit.event.played_rounds.values_list("number", "certificate"))
    answer = HttpResponse(
        portable.write(cached_record(visit.event), certificates), content_type="application/json"
    )
    answer["Content-Disposition"] = f'attachment; filename="{slug}.json"'
    return answer


@sign_in_to("import an event")
@require_http_methods(["GET", "HEAD", "POST"])
def take(request: PersonRequest) -> HttpResponse:
    """An event from its file."""
    if request.method != "POST":
        return render(request, "events/import.html")
    sent = request.FILES.get("file")
    if sent is None or (sent.size or 0) > portable.MOST_BYTES:
        raise Refusal("Choose the file of an event, at most 8 MiB.")
    with expensive(request):
        event = take_in(request.user, portable.read(sent.read()))
    messages.success(request, f"{event.name} is imported, unlisted.")
    return back_to("manage", event.slug)
