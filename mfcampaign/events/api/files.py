"""Operations on files: tables of players and results as text, a whole event as one document, export and
import."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import Person, PersonCall, PortalCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.events import portable
from mfcampaign.events.access import Visit
from mfcampaign.events.api.common import EVENT, MOST_BYTES, ORGANISER_TAG, organised, organises, visit
from mfcampaign.events.api.organiser import added
from mfcampaign.events.api.reading import EventView, view_of
from mfcampaign.events.operations.importing import take_in
from mfcampaign.events.operations.results import enter_results
from mfcampaign.events.portable import FiledEvent
from mfcampaign.events.queries.cached import cached_record
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
    """The text of a table: commas between, headings in the first line, as the pages give it out."""

    csv: Annotated[str, Meta(min_length=1, max_length=MOST_BYTES)]


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
    dear=True,
)
def add_players_of_table(call: PersonCall, visit: Visit, body: CsvText) -> str:
    """Add the players of a table, all or none; every wrong line is named."""
    return added(visit.event, call.user, portable.players_csv(body.csv))


@organises(
    "post",
    f"{EVENT}organise/results/table/",
    example={"csv": "round,table,VP first,VP second\n1,1,6,4\n"},
)
def enter_results_of_table(call: PersonCall, visit: Visit, body: CsvText) -> str:
    """Enter the results of a table, all or none; a result that is entered already is left alone."""
    entered = enter_results(visit.event, call.user, portable.results_csv(body.csv))
    return f"{counted(entered, 'result')} saved."


@act(
    "post",
    "events/import/",
    signed_in,
    example=SMALL,
    dear=True,
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
