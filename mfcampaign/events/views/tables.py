"""Pages that add players and enter results from a table, which show what was read before they write."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from mfcampaign.accounts.persons import PersonRequest
from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.events import access
from mfcampaign.events.access import Visit
from mfcampaign.events.models import Event
from mfcampaign.events.operations import people, results
from mfcampaign.events.tables import MOST_BYTES, PlayersRead, ResultsRead, players_of, results_of
from mfcampaign.events.views.page import back_to, show
from mfcampaign.web.resilience.cost import expensive
from mfcampaign.web.spreadsheets import decoded
from rules.plain_numbers import whole
from rules.refusal import Refusal
from rules.wording import counted

Read = TypeVar("Read", PlayersRead, ResultsRead)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def add_players(request: PersonRequest, slug: str) -> HttpResponse:
    """Players of a table or a list: looked at, then added, all or none."""

    def faults(event: Event, read: PlayersRead) -> list[str]:
        return people.faults_of(event, read.players)

    def add(event: Event, read: PlayersRead) -> str:
        key = request.POST.get("key", "")[:64] or None
        added = people.add_many(event, request.user, read.players, key=key)
        return f"{counted(len(added), 'player')} {'was' if len(added) == 1 else 'were'} added."

    def players(event: Event, text: str) -> PlayersRead:
        return players_of(text, of_teams=event.of_teams)

    return _from_table(request, slug, "players", players, faults, add)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_results(request: PersonRequest, slug: str) -> HttpResponse:
    """Results of a table: looked at, then entered, all or none."""

    def faults(event: Event, read: ResultsRead) -> list[str]:
        return results.faults_of(event, read.results)

    def enter(event: Event, read: ResultsRead) -> str:
        return f"{counted(results.enter_results(event, request.user, read.results), 'result')} saved."

    def read(event: Event, text: str) -> ResultsRead:
        return results_of(text)

    return _from_table(request, slug, "results", read, faults, enter)


def _from_table(
    request: PersonRequest,
    slug: str,
    what: str,
    read_table: Callable[[Event, str], Read],
    faults_of: Callable[[Event, Read], list[str]],
    write: Callable[[Event, Read], str],
) -> HttpResponse:
    """The page of what the table says; with ``do=add`` it is written, which names the same faults."""
    visit = access.organiser(request.user, slug)
    if request.method != "POST":
        return _page(request, visit, what, "")
    text, encoding, read, faults = "", "", None, []
    try:
        text, encoding = _sent(request)
        with expensive(request):
            read = read_table(visit.event, text)
            faults = list(read.faults)
            if request.POST.get("do") == "add" and not faults:
                messages.success(request, write(visit.event, read))
                return _back(request, slug, read)
            faults += faults_of(visit.event, read)
    except AlreadyDone as earlier:
        messages.info(request, earlier.sentence)
        return _back(request, slug, read)
    except Refusal as refusal:
        faults = _sentences(refusal)
    return _page(request, visit, what, text, encoding, read, faults)


def _back(request: HttpRequest, slug: str, read: PlayersRead | ResultsRead | None) -> HttpResponse:
    if isinstance(read, ResultsRead):
        return back_to("organiser_round", slug, max(row.round for row in read.results))
    return back_to(_returns_to(request), slug)


def _returns_to(request: HttpRequest) -> str:
    return "people" if request.POST.get("to") == "people" else "manage"


def _sent(request: HttpRequest) -> tuple[str, str]:
    """The text of the file or of the form, and the encoding of a file that is not UTF-8."""
    sent = request.FILES.get("file")
    text = request.POST.get("names", "")
    if (sent.size or 0 if sent is not None else len(text)) > MOST_BYTES:
        raise Refusal(f"A table has at most {MOST_BYTES // 1000} kB.", fix="Send it in parts.")
    return (text, request.POST.get("encoding", "")[:20]) if sent is None else decoded(sent.read())


def _sentences(refusal: Refusal) -> list[str]:
    sentences = [violation.sentence for violation in refusal.violations] or [refusal.sentence]
    return [*sentences, *filter(None, [refusal.fix])]


def _page(
    request: HttpRequest,
    visit: Visit,
    what: str,
    text: str,
    encoding: str = "",
    read: PlayersRead | ResultsRead | None = None,
    faults: list[str] | None = None,
) -> HttpResponse:
    rows: Any = ()
    if isinstance(read, PlayersRead):
        rows = read.players
    elif isinstance(read, ResultsRead):
        rows = read.results
    return show(
        request,
        "from_table.html",
        visit,
        here="Add players" if what == "players" else "Enter results",
        what=what,
        text=text,
        encoding="" if encoding == "UTF-8" else encoding,
        read=read,
        rows=rows,
        faults=faults or [],
        key=secrets.token_hex(16),
        to=_returns_to(request),
        back=whole(request.POST.get("back") or request.GET.get("back"), 999),
        status=422 if faults else 200,
    )
