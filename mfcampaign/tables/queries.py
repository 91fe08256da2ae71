"""What the pages of tables read: a fixed number of queries each."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Page, Paginator

from mfcampaign.tables.models import SavedTable

PAGE = 30


def listed(user: Any, number: str) -> Page[Any]:
    """The tables of a person, the newest first; two queries."""
    rows = SavedTable.objects.filter(owner=user.pk).defer("sheet").order_by("-pk")
    return Paginator(rows, PAGE).get_page(number)
