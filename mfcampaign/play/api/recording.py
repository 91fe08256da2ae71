"""Endpoints that record a game at a real table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict

from mfcampaign.accounts.persons import Person, PersonCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.endpoint import Done, act
from mfcampaign.api.form_validation import Amiss, filled
from mfcampaign.play.access import Visit
from mfcampaign.play.api.commands import ENTRIES
from mfcampaign.play.api.common import (
    PLAY,
    TAG,
    GroundKind,
    PlayUpdate,
    SeatNumber,
    Version,
    Word,
    held_against,
    players,
    terrain_data,
    update_since,
)
from mfcampaign.play.api.reading import PlayView, own_view
from mfcampaign.play.forms import (
    AS_TEXT,
    LINK,
    ReadingsForm,
    ScenarioForm,
    SideForm,
    Size,
    StonesLeft,
    crews_of,
)
from mfcampaign.play.models import Encounter, public_id
from mfcampaign.play.operations import open_play, recording
from mfcampaign.play.terrain import TerrainForm
from rules.crews.crewlist import STANDARD_SIZE
from rules.crews.text.kinds import LONGEST_TEXT
from rules.edition import Edition, edition_of, editions, unnamed
from rules.game.setup.agreed import READING
from rules.game.setup.equipping import EquippedCrew
from rules.refusal import Refusal

RECORDED = [
    each.code for each in editions() if each.record is not None and each.record.recorded_after is None
]
"""The editions whose records begin here."""


class RecordSide(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One side: a saved Crew of yours by its id, a shared one by its ``link``, or its ``models`` one a line,
    the Leader first, each with its Health where the catalogue does not know it (``Old Bess 7``)."""

    crew: Annotated[str, Meta(max_length=40)] = ""
    link: Annotated[str, Meta(max_length=300)] = ""
    name: Annotated[str, Meta(max_length=60)] = ""
    models: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    stones: StonesLeft = 0


class NewRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Two Crews of an ``edition``, and what is played: flipped by ``fate`` from a ``season``, entered by
    ``hand``, ``drawn`` under a link, or ``none`` written down. ``readings`` are those of open rows that are
    not as usual, by name, where the edition asks."""

    edition: Annotated[str, Meta(max_length=20, extra_json_schema={"enum": RECORDED})] = unnamed().code
    first: RecordSide = RecordSide()
    second: RecordSide = RecordSide()
    size: Size = STANDARD_SIZE
    how: Literal["fate", "hand", "drawn", "none"] = "none"
    season: Annotated[str, Meta(max_length=20)] = ""
    drawn: Annotated[str, Meta(max_length=200)] = ""
    attacker: SeatNumber = 0
    strategy: Word = ""
    deployment: Word = ""
    schemes: Annotated[tuple[Word, ...], Meta(max_length=13)] = ()
    ground: GroundKind = "open"
    theme: Word = ""
    word: Word = ""
    table: Annotated[str, Meta(max_length=200)] = ""
    readings: dict[str, Annotated[str, Meta(max_length=40)]] = {}


class RecordEntries(Struct, frozen=True, forbid_unknown_fields=True):
    """What happened, in order; all of it is taken or nothing. ``do`` names each: the commands of an act by
    hand, and what only a record has (``turn``, ``schemes``, ``health`` of a model of which no source has it,
    ``over`` and the like)."""

    entries: Annotated[
        tuple[Annotated[dict[str, Any], Meta(extra_json_schema=ENTRIES)], ...],
        Meta(min_length=1, max_length=50),
    ]
    seen: Version


class SeenVersion(Struct, frozen=True, forbid_unknown_fields=True):
    """The version that was looked at."""

    seen: Version


@act(
    "post",
    "play/record/",
    signed_in,
    example={
        "first": {"name": "Frontier", "models": "Old Bess 7"},
        "second": {"name": "Strangers"},
        "how": "fate",
    },
    status=201,
    tag=TAG,
)
def new_record(call: PersonCall, user: Person, body: NewRecord) -> Done[PlayView]:
    """Begin to record a game at a real table; the second side is free for whoever gets the invitation."""
    edition = edition_of(body.edition)
    open_play.recorded(edition)
    given = asdict(body) | {"season": body.season or edition.setup.usual_season}
    scenario = filled(ScenarioForm, given, edition=edition, query={})
    first, second = (
        _cast(user, edition, body.first, "First Crew"),
        _cast(user, edition, body.second, "Second Crew"),
    )
    if (agreed := scenario.agreed()) is None:
        raise Amiss(scenario)
    readings = filled(ReadingsForm, _as_fields(body.readings, edition), edition=edition)
    terrain = TerrainForm(terrain_data(body), user=user).terrain(call.request)
    row = open_play.begin_record(
        user,
        (first, second),
        agreed,
        terrain,
        edition=edition,
        name=public_id(),
        size=body.size,
        readings=readings.chosen(),
    )
    return Done("", own_view(call, row.public_id))


def _as_fields(readings: dict[str, str], edition: Edition) -> dict[str, str]:
    """The readings by the names of their fields. Raise ``Refusal`` for one that is not asked for."""
    given = {f"{READING}{name}": value for name, value in readings.items()}
    asked = [each.name for each in (edition.record.readings if edition.record is not None else ())]
    if unknown := [name for name in given if name not in asked]:
        known = ", ".join(name.removeprefix(READING) for name in asked) or "none here"
        name = unknown[0].removeprefix(READING)
        raise Refusal(f"“{name}” is no reading of the {edition.name}.", fix=f"There are: {known}.")
    return given


def _cast(user: Person, edition: Edition, side: RecordSide, called: str) -> EquippedCrew:
    fields = asdict(side) | {"crew": side.crew or (LINK if side.link else AS_TEXT)}
    form = filled(SideForm, fields, edition=edition, own=crews_of(user, edition), called=called)
    if (crew := form.cast()) is None:
        raise Amiss(form)
    return crew


def _expect_record(visit: Visit) -> None:
    if visit.row.mode != Encounter.Mode.RECORD:
        raise Refusal("This Encounter is played here, not recorded.")


@players(
    "post",
    f"{PLAY}entries/",
    example={"entries": [{"do": "turn", "turn": 1}, {"do": "hurt", "model": "a1", "amount": 2}], "seen": 1},
)
def enter_entries(call: PersonCall, visit: Visit, body: RecordEntries) -> Done[PlayUpdate]:
    """Enter what happened. When the other side entered something meanwhile: 409 with what you missed."""
    _expect_record(visit)
    with held_against(visit):
        recording.enter(visit.row, call.user, list(body.entries), seen=body.seen)
    return Done("", update_since(visit, body.seen))


@players("post", f"{PLAY}entries/undo/", example={"seen": 2})
def undo_entry(call: PersonCall, visit: Visit, body: SeenVersion) -> Done[PlayUpdate]:
    """Take the last entry back; it stays in the log, marked."""
    _expect_record(visit)
    with held_against(visit):
        recording.undo(visit.row, call.user, seen=body.seen)
    return Done("", update_since(visit, body.seen))
