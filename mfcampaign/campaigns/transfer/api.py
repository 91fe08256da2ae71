"""Endpoints that export and import a league as a file."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import Annotated

from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import Person, PersonCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.form_validation import filled
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, Id
from mfcampaign.campaigns.models import LeagueFile
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.forms import ExportForm, PersonForm
from rules.refusal import Refusal

TAG = "League files"
organises = partial(act, scope="organise", tag=TAG)
FILE = "league-files/<int:file>/"
LARGEST = 33_554_432
Phrase = Annotated[str, Meta(max_length=200)]


class LeagueExport(Struct, frozen=True, forbid_unknown_fields=True):
    """A pass-phrase seals what is hidden; without one it stays out of the file."""

    phrase: Phrase = ""


class LeagueFileText(Struct, frozen=True):
    """The file of a league (``.league.jsonl``): a line for each row. It is answered once."""

    text: str


class NewLeagueFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it was written, with the pass-phrase it was sealed by."""

    text: Annotated[str, Meta(min_length=1)]
    name: Annotated[str, Meta(min_length=1, max_length=120)] = "league.jsonl"
    phrase: Phrase = ""


class FilePerson(Struct, frozen=True):
    """Somebody of the file, by number."""

    n: int
    name: str


class LeagueFileView(Struct, frozen=True):
    """A file that was checked: ``read``, ``waiting`` for the workers, ``done``, ``refused`` (``problem``
    says why) or ``undone`` (its import was withdrawn). ``people`` while it can be ordered."""

    id: int
    name: str
    state: str
    problem: str
    league: str
    people: tuple[FilePerson, ...]
    at: dt.datetime


class LeagueFileOwner(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose place in the league you take; none: everybody becomes a guest."""

    person: Id | None = None


@organises("post", f"{LEAGUE}organise/export/", access.organiser, example={"phrase": ""}, once=("text",))
def export_league(call: PersonCall, visit: LeagueVisit, body: LeagueExport) -> Done[LeagueFileText]:
    """Export the league as a file; the diary records it."""
    form = filled(ExportForm, body)
    content = transfer.export_league(visit.campaign, call.user, phrase=form.cleaned_data["phrase"])
    return Done("", LeagueFileText(content.decode()))


@organises("post", f"{LEAGUE}organise/withdraw-import/", access.organiser, page="campaigns:export")
def withdraw_league_import(call: PersonCall, visit: LeagueVisit) -> Done[None]:
    """End a league that was imported from a file: it is listed no more, and nobody plays on in it."""
    transfer.withdraw(visit.campaign, call.user)
    return Done(f"The import of {visit.campaign} is withdrawn.", None, reverse("campaigns:import"))


@get("league-files/", Page[LeagueFileView], query=PageQuery, tag=TAG)
def league_files(call: PersonCall) -> Page[LeagueFileView]:
    """The files that you uploaded, the newest first."""
    rows = LeagueFile.objects.filter(owner=call.user.pk).select_related("campaign").defer("content")

    def show(rows: Iterable[LeagueFile]) -> list[LeagueFileView]:
        return [_file(row, ()) for row in rows]

    return by_key(rows, call.query, show)


@organises(
    "post",
    "league-files/",
    signed_in,
    example={"text": '{"is": "league"}', "name": "saturdays.league.jsonl"},
    expensive=True,
    largest=LARGEST,
    status=201,
)
def upload_league_file(call: PersonCall, person: Person, body: NewLeagueFile) -> Done[LeagueFileView]:
    """Upload a league file; it is checked completely before anything is imported."""
    league_file = transfer.upload(person, body.name, body.text.encode(), phrase=body.phrase)
    return Done("", _file(league_file, _people(league_file)))


@get(FILE, LeagueFileView, tag=TAG)
def league_file(call: PersonCall, file: int) -> LeagueFileView:
    """One file of yours: how far it is."""
    stored = access.own_league_file(call.user, file)
    return _file(stored, _people(stored))


@organises(
    "post",
    f"{FILE}order/",
    access.own_league_file,
    page="campaigns:import_file",
    example={"person": None},
)
def import_league_file(
    call: PersonCall, league_file: LeagueFile, body: LeagueFileOwner
) -> Done[LeagueFileView]:
    """Import the league of a checked file."""
    if league_file.state != LeagueFile.State.READ:
        raise Refusal("This file is on its way already, or was refused.", fix="Look at its state.")
    people = [(each.n, each.name) for each in transfer.document_of(league_file).people]
    form = filled(PersonForm, body, people=people)
    transfer.order(league_file, call.user, form.cleaned_data["person"])
    league_file.refresh_from_db()
    return Done("The league is being imported; you need not wait here.", _file(league_file, ()))


def _people(league_file: LeagueFile) -> tuple[FilePerson, ...]:
    if league_file.state != LeagueFile.State.READ:
        return ()
    return tuple(FilePerson(each.n, each.name) for each in transfer.document_of(league_file).people)


def _file(row: LeagueFile, people: tuple[FilePerson, ...]) -> LeagueFileView:
    slug = row.campaign.slug if row.campaign is not None else ""
    return LeagueFileView(row.pk, row.name, row.state, row.problem, slug, people, row.created_at)
