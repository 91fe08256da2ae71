"""The schema of a league file's lines: a ``msgspec`` struct for each table, made from its columns, and the
type of each stored document in them."""

from __future__ import annotations

import datetime as dt
from functools import cache
from inspect import isfunction
from typing import Annotated, Any, Literal

import msgspec
from django.db import models
from msgspec import Meta, Struct, defstruct

from mfcampaign.campaigns.game.queries import RevealedCrew
from mfcampaign.campaigns.pairing.plan import EVENINGS
from mfcampaign.campaigns.pairing.values import stored_pairing
from mfcampaign.campaigns.rulings.requests import AnyRequest
from mfcampaign.campaigns.transfer.tables import BY_NAME, GROWTH, Table, target
from mfcampaign.campaigns.week.fate import Restore
from mfcampaign.web.refusals import in_words
from rules.campaign.aftermath.asks import Answer, AnyEffect
from rules.campaign.arsenal import StatMod
from rules.campaign.charts.rows import Portion
from rules.campaign.crew import CampaignCrew
from rules.campaign.policies import policies_from
from rules.campaign.rulings.changes import AnyChange
from rules.campaign.system import CampaignSystem, system_of
from rules.campaign.weekly_events import WeekEvent
from rules.edition import unnamed
from rules.game.results.result import EncounterOutcome, EncounterResult
from rules.game.setup.scenario import Override, Scenario
from rules.game.setup.schemes import WrittenScheme
from rules.refusal import Refusal
from rules.tournament.pairing.field import PairingPreference

FORMAT = 2
Number = Annotated[int, Meta(ge=1)]
Hex = Annotated[str, Meta(pattern=r"^([0-9a-f]{2})*$", max_length=128)]


class PackRow(Struct, frozen=True, forbid_unknown_fields=True):
    slug: str
    kind: Literal["model", "upgrade"]
    house: bool
    body: dict[str, Any]


class Pack(Struct, frozen=True, forbid_unknown_fields=True):
    """House figures, whole: they are no part of a release."""

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    entries: tuple[PackRow, ...]


class Release(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Of figures; a file that names no ``edition`` means the one that is meant where none is named."""

    edition: str = ""
    sha256: str

    @property
    def code(self) -> str:
        return self.edition or unnamed().code


class Head(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag="league", kw_only=True):
    """The first line. ``system`` is the campaign; empty: the one that is meant where none is named.
    ``sealed``: whether hidden things are in the file (encrypted) or were left out."""

    format: int
    system: str = ""
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    fate_name: Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[-a-z0-9_]+$")]
    release: Release
    pack: Pack | None
    sealed: Literal["nothing", "encrypted", "left out"]

    @property
    def played(self) -> CampaignSystem:
        """``Refusal`` for a campaign that nobody plays here."""
        return system_of(self.system)


class Person(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag="person"):
    n: Number
    name: Annotated[str, Meta(min_length=1, max_length=150)]


class ChartsRow(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag="charts"):
    """One version of charts, whole; ``sha256`` is of their canonical content."""

    n: Number
    kind: Annotated[str, Meta(max_length=30)]
    name: Annotated[str, Meta(max_length=80)]
    version: Annotated[str, Meta(max_length=20)]
    source: Annotated[str, Meta(max_length=8)]
    sha256: Annotated[str, Meta(min_length=64, max_length=64)]
    body: dict[str, Any]


class Sealed(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag="sealed"):
    """What is hidden, encrypted (see ``sealing``), as Base64."""

    box: str


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table said of one entry when the file was written."""

    entry: Number
    rank: int
    wins: int
    draws: int
    losses: int
    byes: int
    vp: int
    difference: int
    scrip: int
    arsenal_value: int


class Totals(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag="totals"):
    """The last line: how many lines each table has, the standings, and the SHA-256 of all lines before."""

    rows: dict[str, int]
    players: tuple[Player, ...]
    sha256: str


@cache
def row_type(name: str) -> type[Struct]:
    """The struct of one line of ``name``; a sealed column may be missing."""
    table = BY_NAME[name]
    fields: list[Any] = [("n", Number)]
    fields += [(field.name, _type(field), msgspec.UNSET) for field in table.fields]
    fields += [(field.name, list[Number], msgspec.UNSET) for field in table.many]
    fields += [(column, Any, msgspec.UNSET) for column in table.own]
    return defstruct(
        f"{name.title().replace('_', '')}Row",
        fields,
        kw_only=True,
        frozen=True,
        forbid_unknown_fields=True,
        tag_field="is",
        tag=name,
    )


def _type(field: Any) -> Any:
    kind = _bare(field)
    return kind | None if field.null else kind


def _bare(field: Any) -> Any:
    if target(field) is not None:
        return Number
    if field.choices:
        unsaid = ("",) if field.blank else ()
        return Literal[(*unsaid, *(value for value, _ in field.flatchoices))]
    match field:
        case models.BooleanField():
            return bool
        case models.PositiveIntegerField() | models.PositiveSmallIntegerField():
            return Annotated[int, Meta(ge=0, le=2_147_483_647)]
        case models.IntegerField():
            return Annotated[int, Meta(ge=-2_147_483_648, le=2_147_483_647)]
        case models.DateTimeField():
            return Annotated[dt.datetime, Meta(tz=True)]
        case models.DateField():
            return dt.date
        case models.TimeField():
            return Annotated[dt.time, Meta(tz=False)]
        case models.BinaryField():
            return Hex
        case models.JSONField():
            return dict[str, Any] | list[Any]
        case models.CharField():
            return Annotated[str, Meta(max_length=field.max_length)]
        case models.TextField():
            return Annotated[str, Meta(max_length=20_000)]
    raise TypeError(f"No way to write {field}.")


class Drawing(Struct, frozen=True):
    """A scenario that was flipped again: why, and by whom."""

    scenario: Scenario
    reason: str
    by: str


class ByHand(Struct, frozen=True):
    """What an organiser put in place of a drawn scenario."""

    override: Override
    reason: str


class PairedTable(Struct, frozen=True):
    a: int
    b: int
    why: str
    rematch: int
    fixed: bool


class Apart(Struct, frozen=True):
    a: int
    b: int


class Pairing(Struct, frozen=True):
    """A week's pairing: see ``pairing.operations.paired``."""

    pairs: list[PairedTable]
    bye: int | None
    bye_reason: str
    seats: list[int]
    facts: str
    round: str
    certificate: str
    proven: str
    apart: list[Apart] = []


class Revealed(Struct, frozen=True):
    seats: tuple[RevealedCrew, RevealedCrew]


class NotPlayed(Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended that nobody played: a ``forfeit`` of that seat, or ``unplayed``."""

    forfeit: Literal[0, 1] | None = None
    unplayed: bool = False


def _outcome(value: dict[str, Any]) -> None:
    msgspec.convert(value, EncounterOutcome if "vp" in value else NotPlayed)


def _policies(value: dict[str, Any]) -> None:
    policies_from(value)


def _pairing(value: dict[str, Any]) -> None:
    """Pairs, facts and round by the code that reads them."""
    stored_pairing(msgspec.convert(value, Pairing) and value)


STORED: dict[tuple[str, str], Any] = {
    ("act", "facts"): dict[str, Any],
    ("aftermath", "context"): dict[str, Any],
    ("availability", "evenings"): list[Literal[tuple(EVENINGS)]],  # type: ignore[misc]
    ("bounty", "portions"): tuple[Portion, ...],
    ("campaign", "policies"): _policies,
    ("campaign", "next_policies"): _policies,
    ("decision", "answer"): Answer,
    ("game", "outcome"): _outcome,
    ("game", "reveal"): Revealed,
    ("game", "scenario"): Scenario,
    ("pairing_plan", "preferences"): list[PairingPreference],
    ("report", "result"): EncounterResult,
    ("restart", "context"): dict[str, Any],
    ("restart_decision", "answer"): Answer,
    ("ruling", "changes"): list[AnyChange],
    ("ruling", "request"): AnyRequest,
    ("side", "crew"): CampaignCrew,
    ("side", "schemes"): list[WrittenScheme],
    ("supplement", "answers"): list[Answer],
    ("supplement", "changes"): list[AnyChange],
    ("supplement", "effects"): list[AnyEffect],
    ("upgrade", "restricted"): list[str],
    ("upgrade", "stat_mods"): tuple[StatMod, ...],
    ("week", "drawings"): list[Drawing],
    ("week", "event"): WeekEvent,
    ("week", "pairing"): _pairing,
    ("week", "policies"): _policies,
    ("week", "restores"): list[Restore],
    ("week", "scenario"): Scenario,
    ("week", "scenario_override"): ByHand,
}
"""The stored documents by table and column: a type, or what reads them. An empty one is none."""


def stored_type(table: str, column: str, played: CampaignSystem) -> Any:
    """That of a stored document in a league of that campaign; ``None`` where the column is none."""
    if (table, column) == ("entry", "draft"):
        return played.start.draft
    if (table, column) == GROWTH:
        return played.start.kept or NothingKept
    return STORED.get((table, column))


class NothingKept(Struct, frozen=True, forbid_unknown_fields=True):
    """In a league whose Leaders are hired."""


def fault_of(table: str, column: str, value: Any, played: CampaignSystem) -> str:
    """What is wrong with a value as it stands in the file; "" where nothing is."""
    field = columns(BY_NAME[table])[column]
    try:
        if field.many_to_many:
            return _unfit(value, list[Number])
        if fault := _unfit(value, _type(field), column):
            return fault
        stored = stored_type(table, column, played)
        if stored is None or value in (None, {}, []):
            return ""
        if isfunction(stored):
            stored(value)
            return ""
        return _unfit(value, stored, column)
    except Refusal as refusal:
        return in_words(refusal)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        return f"{column}: {type(error).__name__}: {str(error)[:120]}"


def _unfit(value: Any, kind: Any, column: str = "") -> str:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        where = str(error).replace("`$", f"`$.{column}")
        return where if "`$" in where else f"{where} - at `$.{column}`"
    return ""


def columns(table: Table) -> dict[str, Any]:
    """Column → Django field, those that refer to many rows too."""
    return {field.name: field for field in (*table.fields, *table.many)}
