"""The only writer of saved tables."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.utils import timezone
from msgspec.structs import replace

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import operation
from mfcampaign.tables import queries
from mfcampaign.tables.models import SavedTable
from mfcampaign.web.resilience.quotas import expect_room
from rules.edition import unnamed
from rules.refusal import Refusal
from rules.table.sheet import Sheet

"""How many tables one person keeps."""


def new_code() -> str:
    """A short code that nobody guesses."""
    return secrets.token_urlsafe(8)


def keep(
    owner: Person,
    sheet: Sheet,
    *,
    title: str,
    code: str = "",
    made: dict[str, Any] | None = None,
    copied_from: SavedTable | None = None,
) -> SavedTable:
    """Save a new table. ``code`` comes from the form; sent again by its owner, it finds the first save.

    ``Refusal`` for a sheet that cannot be laid, and for a table without a name.
    """
    code = code or new_code()
    if earlier := _earlier(owner, code):
        return earlier
    _room(owner)
    title = _title(title)
    try:
        with transaction.atomic():
            row = SavedTable.objects.create(
                code=code,
                owner=owner,
                title=title,
                sheet=_written(sheet, title),
                made=made or {},
                copied_from=copied_from,
            )
            with operation(row, owner, kind="table.saved") as act:
                act.say(f"{row} was saved.")
    except IntegrityError:  # the same form, sent twice at once
        if earlier := _earlier(owner, code):
            return earlier
        raise
    return row


def change(table: SavedTable, actor: Actor, sheet: Sheet, *, title: str, version: int) -> SavedTable:
    """Save it as it is now. ``version`` is the one that was loaded; a save that stands already and says the
    same changes nothing. ``Refusal`` when somebody, or another window, saved meanwhile."""
    title = _title(title)
    with operation(table, actor, kind="table.changed") as act:
        row = act.row
        _living(row)
        written = _written(sheet, title)
        if row.version == version + 1 and (row.title, row.sheet) == (title, written):
            act.say(f"{row} was saved again as it is.")
            return row
        if row.version != version:
            raise Refusal(
                "This table was saved meanwhile, perhaps in another window.",
                fix="Copy your text of it, load the page again, and save it as a table of its own.",
            )
        row.title, row.sheet, row.made, row.version = title, written, {}, version + 1
        row.save(update_fields=["title", "sheet", "made", "version", "updated_at"])
        act.say(f"{row} was changed.")
    return row


def remove(table: SavedTable, actor: Person) -> None:
    """Put the table away: its link leads nowhere until ``restore``. The last few that its owner deleted are
    kept."""
    with operation(table, actor, kind="table.deleted") as act:
        _living(act.row)
        act.row.deleted_at = timezone.now()
        act.row.save(update_fields=["deleted_at"])
        assert act.row.owner is not None, "whoever removes a table owns it"
        kept = [row.pk for row in queries.deleted(act.row.owner)]
        SavedTable.objects.filter(owner=act.row.owner, deleted_at__isnull=False).exclude(pk__in=kept).delete()
        act.say(f"{act.row} was deleted.")


def restore(table: SavedTable, actor: Actor) -> SavedTable:
    """Bring a deleted table back as it was, under its link."""
    with operation(table, actor, kind="table.restored") as act:
        if act.row.deleted_at is not None:
            _room(act.row.owner)
        act.row.deleted_at = None
        act.row.save(update_fields=["deleted_at"])
        act.say(f"{act.row} is back.")
    return act.row


def _living(row: SavedTable) -> None:
    if row.deleted_at is not None:
        raise Refusal("This table was deleted.", fix="Restore it from the list of your tables.")


def _room(owner: Person | None) -> None:
    held = SavedTable.objects.filter(owner=owner, deleted_at=None).count()
    expect_room("tables", held, "Delete one that nobody needs.")


def _written(sheet: Sheet, title: str) -> dict[str, Any]:
    """The sheet as JSON values, once it has been laid on trial."""
    sheet.contents(unnamed().table.deployments)
    content: dict[str, Any] = msgspec.json.decode(replace(sheet, name=title[:60]).json())
    return content


def _earlier(owner: Person, code: str) -> SavedTable | None:
    row = SavedTable.objects.filter(code=code).first()
    if row is not None and row.owner_id != owner.pk:
        raise Refusal("That form belongs to another table.", fix="Load the page again.")
    if row is not None:
        _living(row)
    return row


def _title(text: str) -> str:
    title = " ".join(text.split())[:60]
    if not title or not title.isprintable():
        raise Refusal("A table needs a name.", fix="Write one: The square, Friday’s table.")
    return title
