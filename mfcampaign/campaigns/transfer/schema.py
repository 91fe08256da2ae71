"""The schema of a league file's lines: a ``msgspec`` struct for each table, made from its columns."""

from __future__ import annotations

import datetime as dt
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
from django.db import models
from msgspec import Meta, Struct, defstruct

from mfcampaign.campaigns.transfer.tables import BY_NAME, Table, target
from rules.edition import unnamed

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


class Head(Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag="league"):
    """The first line. ``sealed``: whether hidden things are in the file (encrypted) or were left out."""

    format: int
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    fate_name: Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[-a-z0-9_]+$")]
    release: Release
    pack: Pack | None
    sealed: Literal["nothing", "encrypted", "left out"]


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


def columns(table: Table) -> dict[str, Any]:
    """Column → Django field, those that refer to many rows too."""
    return {field.name: field for field in (*table.fields, *table.many)}
