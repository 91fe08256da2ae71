"""Worlds that many tests begin with: built once a run, then put back by their rows.

``world("league", build)`` calls ``build`` the first time and remembers each row that it wrote; from then on
those rows are written again, with the same primary keys, and what ``build`` returned is given back: its rows
must be read anew (``League.again``). It builds afresh where putting back would not be the same: a table that
the world fills has more rows than the first time, another catalogue lies beneath it, or the clock is turned.
A world adds rows; one that changed what lay there before could not be put back, and says so.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import time_machine
from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction

from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.scripted import demo
from mfcampaign.catalog import release_cards
from mfcampaign.catalog.models import ChartSet, Release
from mfcampaign.web import cache as page_cache
from tests import emptying, randomness, services

Value = TypeVar("Value")
Rows = tuple[str, list[Any]]
"""The columns of a table, and its rows by primary key: tuples (SQLite), lines of COPY (PostgreSQL)."""


@dataclass(frozen=True)
class Kept:
    """What a world is for its tests; by table how many rows lay there before, and those that it added."""

    value: Any
    before: dict[str, int]
    added: dict[str, Rows]


# What Django itself writes when it migrates.
ALWAYS = {"django_content_type", "auth_permission", "django_site"}
_worlds: dict[str, Kept] = {}


def world(name: str, build: Callable[[], Value]) -> Value:
    """What ``build`` wrote is in the database; the value is that of the first time."""
    key = _key(name)
    if time_machine.escape_hatch.is_travelling():
        return build()
    with services.alone(f"kept-{key}"):
        if (kept := _known(key)) is None:
            with randomness.named(f"tests/data_sets/{name}"):
                return _built(key, build)
    if not _lies(kept.before):
        return build()
    with transaction.atomic():
        for table, rows in kept.added.items():
            _write(table, *rows)
        _count_on(kept.added)
    # What was read of a world that has been taken away may be of a row with the same key and number of acts.
    page_cache._values.clear()
    value: Value = kept.value
    return value


def _key(name: str) -> str:
    """Of a world that begins with the releases and charts which lie there."""
    releases = list(Release.objects.order_by("pk").values_list("pk", "created_at"))
    charts = list(ChartSet.objects.order_by("pk").values_list("pk", "created_at"))
    return hashlib.sha256(repr((name, connection.vendor, releases, charts)).encode()).hexdigest()[:24]


def _built(key: str, build: Callable[[], Value]) -> Value:
    before = dict(_written())
    value = build()
    counts: dict[str, int] = {}
    added: dict[str, Rows] = {}
    for table, (columns, rows) in _written():
        lay = before[table][1]
        if rows != lay:
            assert rows[: len(lay)] == lay, f"a world only adds: {table} holds other rows than before"
            counts[table], added[table] = len(lay), (columns, rows[len(lay) :])
    _worlds[key] = Kept(value, counts, added)
    (services.of_this_run() / f"kept-{key}.pickle").write_bytes(pickle.dumps(_worlds[key]))
    return value


def _known(key: str) -> Kept | None:
    """Built by whatever process of this run was the first."""
    file = services.of_this_run() / f"kept-{key}.pickle"
    if key not in _worlds and file.exists():
        _worlds[key] = pickle.loads(file.read_bytes())  # noqa: S301  written by this run
    return _worlds.get(key)


@dataclass
class _Catalogue:
    """The figures that lie in the database: the world they were put back from, and whether a module has left
    them for the next one."""

    kept: Kept | None = None
    left: bool = False


_lying = _Catalogue()


def catalogue() -> None:
    """The real figures and house charts, as ``manage.py load_catalogue`` loads them.

    Those that the module before left stay, and what was read of the same rows before is kept: reading them
    again takes longer than many a test.
    """
    if not _lying.left:
        key, as_kept = _key("catalogue"), not time_machine.escape_hatch.is_travelling()
        world("catalogue", lambda: call_command("load_catalogue", verbosity=0))
        _lying.kept = _worlds.get(key) if as_kept else None
    _lying.left = False
    page_cache._values.clear()
    if not _catalogue_was_read.cache_info().currsize:
        release_cards.forget()
        _catalogue_was_read()


def leave_catalogue() -> None:
    """After the last test of a module: the catalogue stays for the next one if nothing else lies there."""
    kept = _lying.kept
    if kept is not None and _lies(dict.fromkeys(_filled_by_tests(), 0) | _counts(kept)):
        _lying.left = True
    else:
        empty()


def remove_left_catalogue() -> None:
    """Before a test that does not ask for the catalogue: take away what a module left."""
    _catalogue_was_read.cache_clear()
    if _lying.left:
        empty()


def _counts(kept: Kept) -> dict[str, int]:
    return {table: kept.before[table] + len(rows) for table, (_, rows) in kept.added.items()}


@release_cards.cached_until_release(1)
def _catalogue_was_read() -> None:
    """In this cache while those of the catalogue were not emptied, and nothing read where it did not lie."""


def empty() -> None:
    """Take away all that tests have written; the catalogue alone goes quicker."""
    _lying.left = False
    filled = [table for table in _filled_by_tests() if not _lies({table: 0})]
    if not all(table == "audit_act" or table.startswith("catalog_") for table in filled):
        emptying.empty()
        return
    with transaction.atomic(), connection.cursor() as cursor:
        for table in filled:
            cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608  as above
    release_cards.forget()


def _filled_by_tests() -> list[str]:
    return [table for table in _models() if table not in ALWAYS]


def demo_league() -> Campaign:
    """The league that ``make run`` opens with; the catalogue is there."""
    return Campaign.objects.get(pk=world("demo", lambda: demo.make().pk))


def _models() -> dict[str, Any]:
    models = {model._meta.db_table: model for model in apps.get_models(include_auto_created=True)}
    return {
        table: model
        for table, model in sorted(models.items())
        if model._meta.managed and not model._meta.proxy
    }


def _lies(counts: dict[str, int]) -> bool:
    """Whether each table has as many rows."""
    asked = ", ".join(f'(SELECT count(*) FROM "{table}")' for table in counts)  # noqa: S608  our own
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked}")
        return list(cursor.fetchone()) == list(counts.values())


def _written() -> Iterator[tuple[str, Rows]]:
    connection.ensure_connection()
    for table, model in _models().items():
        names = [field.column for field in model._meta.local_concrete_fields if not field.generated]
        if connection.vendor == "postgresql":
            columns = ", ".join(f'"{name}"' for name in names)
            with connection.connection.cursor() as cursor:
                ordered = f'SELECT {columns} FROM "{table}" ORDER BY 1'  # noqa: S608  as above
                with cursor.copy(f"COPY ({ordered}) TO STDOUT") as lines:
                    yield table, (columns, b"".join(map(bytes, lines)).splitlines(keepends=True))
        else:
            # With a sign, which changes nothing, a column has no declared type: it comes as it lies there.
            signed = ", ".join(f'+"{name}"' for name in names)
            asked = f'SELECT {signed} FROM "{table}" ORDER BY 1'  # noqa: S608  as above
            found = connection.connection.cursor().execute(asked)
            yield table, (", ".join(f'"{name}"' for name in names), list(found.fetchall()))


def _write(table: str, columns: str, rows: list[Any]) -> None:
    if connection.vendor == "postgresql":
        with (
            connection.connection.cursor() as cursor,
            cursor.copy(f'COPY "{table}" ({columns}) FROM STDIN') as lines,
        ):
            lines.write(b"".join(rows))
        return
    places = ", ".join("?" for _ in rows[0])
    statement = f'INSERT INTO "{table}" ({columns}) VALUES ({places})'  # noqa: S608  as above
    connection.connection.cursor().executemany(statement, rows)


def _count_on(tables: dict[str, Rows]) -> None:
    """PostgreSQL's counters of primary keys go on behind the rows; SQLite's do so by themselves."""
    models = _models()
    statements = connection.ops.sequence_reset_sql(no_style(), [models[table] for table in tables])
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
