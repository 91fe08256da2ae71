"""The only writer of saved tables."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import IntegrityError, transaction

from mfcampaign.audit.operations import operation
from mfcampaign.tables.models import SavedTable
from rules.core.refusal import Refusal


def new_code() -> str:
    """A short code that nobody guesses."""
    return secrets.token_urlsafe(8)


def keep(owner: Any, sheet: dict[str, Any], *, title: str, code: str = "") -> SavedTable:
    """Save a new table. ``code`` comes from the form; sent again by its owner, it finds the first save."""
    code = code or new_code()
    if earlier := _earlier(owner, code):
        return earlier
    try:
        with transaction.atomic():
            row = SavedTable.objects.create(code=code, owner=owner, title=_title(title), sheet=sheet)
            with operation(row, owner, kind="table.saved") as act:
                act.say(f"{row} was saved.")
    except IntegrityError:  # the same form, sent twice at once
        if earlier := _earlier(owner, code):
            return earlier
        raise
    return row


def _earlier(owner: Any, code: str) -> SavedTable | None:
    row = SavedTable.objects.filter(code=code).first()
    if row is not None and row.owner_id != owner.pk:
        raise Refusal("That form belongs to another table.", mend="Load the page again.")
    return row


def _title(text: str) -> str:
    found = " ".join(text.split())[:80]
    if not found:
        raise Refusal("A table needs a name.", mend="Write one: The square, Friday’s table.")
    return found
