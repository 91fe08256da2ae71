"""Endpoints of saved tables: find, read, save, delete, restore."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Annotated

from django.urls import reverse
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import Person, PersonCall, PortalCall
from mfcampaign.accounts.signing_in import signed_in
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.tables import access, operations, queries
from mfcampaign.tables.models import SavedTable
from rules.table.sheet import Sheet, sheet_from

TAG = "Saved tables"
AT = "tables/<slug:layout>/"
Title = Annotated[str, Meta(min_length=1, max_length=60)]


class SavedTableRow(Struct, frozen=True):
    """One of your tables; ``version`` counts its saves, ``link`` is its address."""

    code: str
    title: str
    version: int
    changed_at: dt.datetime
    link: str


class SavedTableView(Struct, frozen=True):
    """A table in its documented form; ``mine`` when you may change it."""

    table: SavedTableRow
    sheet: Sheet
    mine: bool


class NewSavedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """``copied_from`` is the code of the table that it began as."""

    title: Title
    sheet: Sheet
    copied_from: Annotated[str, Meta(max_length=16)] = ""


class TableChange(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole table as it is to be; ``seen`` is the version that was read."""

    title: Title
    sheet: Sheet
    seen: Annotated[int, Meta(ge=1, le=2**31 - 1)]


def _row(call: PortalCall, row: SavedTable) -> SavedTableRow:
    return SavedTableRow(row.code, row.title, row.version, row.updated_at, call.link(row.get_absolute_url()))


def _view(call: PortalCall, row: SavedTable) -> SavedTableView:
    return SavedTableView(_row(call, row), sheet_from(row.sheet), access.may_change(call.user, row))


@get("tables/", Page[SavedTableRow], query=PageQuery, tag=TAG)
def saved_tables(call: PersonCall) -> Page[SavedTableRow]:
    """Your saved tables, the newest first."""

    def rows(kept: Iterable[SavedTable]) -> list[SavedTableRow]:
        return [_row(call, row) for row in kept]

    return by_key(queries.own(call.user), call.query, rows)


@get(AT, SavedTableView, open=True, tag=TAG)
def saved_table(call: PortalCall, layout: str) -> SavedTableView:
    """A table by its code."""
    return _view(call, access.read_or_404(layout))


@act(
    "post",
    "tables/",
    signed_in,
    example={"title": "The square", "sheet": {"deployment": "standard"}},
    status=201,
    tag=TAG,
)
def save_table(call: PersonCall, user: Person, body: NewSavedTable) -> Done[SavedTableView]:
    """Save a table; one that cannot be laid is refused."""
    source = access.read_or_404(body.copied_from) if body.copied_from else None
    row = operations.keep(user, body.sheet, title=body.title, copied_from=source)
    return Done("", _view(call, row))


@act(
    "put",
    AT,
    access.own_or_404,
    example={"title": "The square", "sheet": {"deployment": "corner"}, "seen": 1},
    tag=TAG,
)
def change_table(call: PersonCall, row: SavedTable, body: TableChange) -> Done[SavedTableView]:
    """Save your table as it is now; a version that is not the last one is refused."""
    row = operations.change(row, call.user, body.sheet, title=body.title, version=body.seen)
    return Done("", _view(call, row))


@act("delete", AT, access.own_or_404, page="tables:table", tag=TAG)
def delete_table(call: PersonCall, row: SavedTable) -> Done[None]:
    """Delete your table; its link no longer works until it is restored."""
    operations.remove(row, call.user)
    undo = reverse("act:restore_table", args=[row.code])
    return Done(f"{row} was deleted.", None, reverse("tables:list"), undo)


@act("post", f"{AT}restore/", access.deleted_or_404, page="tables:table", tag=TAG)
def restore_table(call: PersonCall, row: SavedTable) -> str:
    """Bring a table back that you deleted, under its link."""
    return f"{operations.restore(row, call.user)} is back."
