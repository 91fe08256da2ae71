"""Pages of lists that stay exact while rows are added: a cursor names the row after which the next page
begins."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, Generic, TypeVar

from django.db.models import QuerySet
from msgspec import Meta, Struct

from mfcampaign.api.problems import Problem
from rules.plain_numbers import whole

Item = TypeVar("Item")
LARGEST, USUAL = 100, 30


class PageQuery(Struct, frozen=True):
    """The requested part of a list."""

    cursor: Annotated[str, Meta(max_length=60, description="`next` of the page before")] = ""
    limit: Annotated[int, Meta(ge=1, le=LARGEST, description="Rows in a page")] = USUAL


class Page(Struct, Generic[Item], frozen=True):
    """One page of a list; ``next`` is the cursor of the page after it, ``null`` on the last one."""

    items: tuple[Item, ...]
    next: str | None = None


def written(position: int) -> str:
    return base64.urlsafe_b64encode(f"after:{position}".encode()).decode().rstrip("=")


def read(cursor: str) -> int | None:
    """The position of a cursor; ``None`` for the beginning, ``Problem`` 400 for an invalid one."""
    if not cursor:
        return None
    try:
        text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode("ascii")
        word, _, number = text.partition(":")
        if word == "after" and (position := whole(number)) is not None:
            return position
    except (binascii.Error, ValueError):
        pass
    raise Problem(400, "This cursor is none of ours.", fix="Begin without one.")


def by_key(
    rows: QuerySet[Any],
    page_query: PageQuery,
    show: Callable[[list[Any]], Iterable[Any]],
    *,
    key: str = "pk",
    newest_first: bool = True,
) -> Page[Any]:
    """A page of ``rows`` by their unique number ``key``."""
    if (position := read(page_query.cursor)) is not None:
        rows = rows.filter(**{f"{key}__{'lt' if newest_first else 'gt'}": position})
    page_rows = list(rows.order_by(f"-{key}" if newest_first else key)[: page_query.limit + 1])
    more = len(page_rows) > page_query.limit
    page_rows = page_rows[: page_query.limit]
    return Page(tuple(show(page_rows)), written(getattr(page_rows[-1], key)) if more else None)


def by_place(rows: Sequence[Any], page_query: PageQuery, show: Callable[[Any], Any]) -> Page[Any]:
    """A page of a list that does not change while it is read, by place."""
    first = (read(page_query.cursor) or 0) if page_query.cursor else 0
    last = first + page_query.limit
    return Page(tuple(show(row) for row in rows[first:last]), written(last) if last < len(rows) else None)
