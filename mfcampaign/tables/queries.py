"""The pages of tables, each with a fixed number of queries."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet

from mfcampaign.accounts.persons import Viewer
from mfcampaign.tables.models import SavedTable
from rules.table.sheet import Sheet, sheet_from

PAGE = 30
MOST_CHOICES = 200
RESTORABLE = 5
"""How many deleted tables of a person are kept."""


def own(user: Viewer) -> QuerySet[SavedTable]:
    """The tables of a person, the newest first, without their pieces."""
    return SavedTable.objects.filter(owner=user.pk, deleted_at=None).defer("sheet").order_by("-pk")


def listed(user: Viewer, number: str) -> Page[Any]:
    """The tables of a person, the newest first; two queries."""
    return Paginator(own(user), PAGE).get_page(number)


def deleted(user: Viewer) -> list[SavedTable]:
    """What a person deleted and may bring back, the latest first; one query."""
    gone = SavedTable.objects.filter(owner=user.pk, deleted_at__isnull=False)
    return list(gone.defer("sheet").order_by("-deleted_at", "-pk")[:RESTORABLE])


def choices(user: Viewer) -> list[tuple[str, str]]:
    """Codes and titles of a person's tables, the newest first, for a form; a stranger has none. One query."""
    if user.pk is None:
        return []
    rows = SavedTable.objects.filter(owner=user.pk, deleted_at=None).order_by("-pk")
    return list(rows.values_list("code", "title")[:MOST_CHOICES])


def by_code(code: str) -> tuple[str, Sheet] | None:
    """The title and the sheet of the table that somebody shares under that code; one query."""
    row = SavedTable.objects.filter(code=code, deleted_at=None).first()
    return None if row is None else (row.title, sheet_from(row.sheet))
