"""Operations on files: tables of players and results as text, a whole event as one document, export and
import."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct, structs

from mfcampaign.accounts.persons import Person, PersonCall, PortalCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.endpoint import Done, act, asks, get
from mfcampaign.events import portable, tables
from mfcampaign.events.access import Visit
from mfcampaign.events.api.common import EVENT, ORGANISER_TAG, organised, organises, visit
from mfcampaign.events.api.organiser import added
from mfcampaign.events.api.reading import EventView, view_of
from mfcampaign.events.operations import people, results
from mfcampaign.events.operations.importing import take_in
from mfcampaign.events.portable import FiledEvent
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.tables import PlayersRead, ResultsRead
from rules.edition import unnamed
from rules.wording import counted

SMALL = {
    "format": portable.FORMAT,
    "starts_at": "2026-12-03T10:00:00+00:00",
    "settings": {
        "name": "Shop Cup",
        "place": "",
        "about": "",
        "timezone": "Europe/London",
        "edition": unnamed().code,
        "season": unnamed().setup.usual_season,
        "size": 50,
        "format": "swiss",
        "rounds": 3,
        "round_minutes": 120,
        "cut": 0,
        "group_count": 2,
        "preferences": [],
        "scheme": "malifaux",
        "capacity": 16,
        "tables": 0,
        "declares": "faction",
        "declared_shown": "at-once",
        "forbidden": [],
        "groups": [],
        "seeds": [],
    },
    "players": [
        {
            "number": 1,
            "name": "Mara",
            "club": "",
            "rating": 0,
            "state": "signed",
            "out_because": "",
            "paid": False,
            "ringer": False,
            "faction": "guild",
            "crew": "",
            "since_round": 1,
        }
    ],
    "rounds": [],
}


class CsvText(Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a table with headings, or of a list with a player on each line; commas, semicolons or tabs
    between."""

    csv: Annotated[str, Meta(min_length=1, max_length=tables.MOST_BYTES)]


class ChessReport(Struct, frozen=True):
    """The text of a TRF16 report."""

    trf: str


@get(f"{EVENT}file/", FiledEvent, scope="organise", tag=ORGANISER_TAG)
def event_file(call: PersonCall, event: str) -> FiledEvent:
    """The whole event: settings, players, rounds with games; no codes and no accounts."""
    row = organised(call, event)
    certificates = dict(row.played_rounds.values_list("number", "certificate"))
    return msgspec.json.decode(portable.write(cached_record(row), certificates), type=FiledEvent)


@get(f"{EVENT}trf/", ChessReport, open=True, tag="Events")
def event_trf(call: PortalCall, event: str) -> ChessReport:
    """The report that the tools of chess engines read (TRF16), as far as it fits."""
    return ChessReport(portable.trf(cached_record(visit(call, event).event)))


@organises(
    "post",
    f"{EVENT}organise/players/table/",
    example={"csv": "name,club,rating,company\nRobin,Tower,1200,van\n"},
    expensive=True,
    page="",
)
def add_players_of_table(call: PersonCall, visit: Visit, body: CsvText) -> str:
    """Add the players of a table, all or none; every wrong line is named."""
    read = tables.demanded(tables.players_of(body.csv, of_teams=visit.event.of_teams))
    return added(visit.event, call.user, read.players)


@asks(
    f"{EVENT}organise/players/table/look/",
    PlayersRead,
    body=CsvText,
    example={"csv": "name;club\nRobin;Tower\n"},
    scope="organise",
    expensive=True,
    tag=ORGANISER_TAG,
)
def look_at_players_of_table(call: PersonCall, event: str) -> PlayersRead:
    """What a table of players would add, and what each column is taken for; nothing is added."""
    row = organised(call, event)
    read = tables.players_of(call.body.csv, of_teams=row.of_teams)
    faults = people.faults_of(row, read.players)
    return structs.replace(read, faults=(*read.faults, *faults))


@organises(
    "post",
    f"{EVENT}organise/results/table/",
    example={"csv": "round,table,VP first,VP second\n1,1,6,4\n"},
    page="",
)
def enter_results_of_table(call: PersonCall, visit: Visit, body: CsvText) -> str:
    """Enter the results of a table, all or none; a result that is entered already is left alone."""
    read = tables.demanded(tables.results_of(body.csv))
    entered = results.enter_results(visit.event, call.user, read.results)
    return f"{counted(entered, 'result')} saved."


@asks(
    f"{EVENT}organise/results/table/look/",
    ResultsRead,
    body=CsvText,
    example={"csv": "round;table;VP first;VP second\n1;1;6;4\n"},
    scope="organise",
    expensive=True,
    tag=ORGANISER_TAG,
)
def look_at_results_of_table(call: PersonCall, event: str) -> ResultsRead:
    """What a table of results would enter, and what each column is taken for; nothing is entered."""
    row, read = organised(call, event), tables.results_of(call.body.csv)
    return structs.replace(read, faults=(*read.faults, *results.faults_of(row, read.results)))


@act(
    "post",
    "events/import/",
    signed_in,
    example=SMALL,
    expensive=True,
    largest=portable.MOST_BYTES,
    scope="organise",
    status=201,
    tag=ORGANISER_TAG,
)
def import_event(call: PersonCall, person: Person, body: FiledEvent) -> Done[EventView]:
    """An event from its file, unlisted, with you as its organiser and new codes for its players.

    At most 8 MiB: 1,024 players with long Crews and eight rounds take two thirds of it."""
    event = take_in(person, portable.read(msgspec.json.encode(body)))
    return Done(f"{event.name} is imported, unlisted.", view_of(call, event.slug))
