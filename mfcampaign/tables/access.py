"""The permission check of tables: everybody who knows the code may read, the owner alone may change."""

from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404

from mfcampaign.accounts.persons import Viewer
from mfcampaign.tables.models import SavedTable


def read_or_404(code: str) -> SavedTable:
    """A table by its code, to look at; for everybody who knows the code."""
    return get_object_or_404(SavedTable.objects.select_related("owner"), code=code, deleted_at=None)


def own_or_404(user: Viewer, code: str) -> SavedTable:
    """A table by its code, to change or delete: its owner."""
    table = read_or_404(code)
    if not may_change(user, table):
        raise Http404
    return table


def deleted_or_404(user: Viewer, code: str) -> SavedTable:
    """A table that its owner deleted, to bring it back."""
    return get_object_or_404(SavedTable, code=code, owner=user.pk, deleted_at__isnull=False)


def may_change(user: Viewer, table: SavedTable) -> bool:
    return bool(getattr(user, "is_authenticated", False) and table.owner_id == user.pk)
