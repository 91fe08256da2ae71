"""Prepared queries: their SQL is compiled once, because Django takes many times longer to compile it than a
database to answer."""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ParamSpec, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.query import ModelIterable, ValuesListIterable

Words = ParamSpec("Words")
Row = TypeVar("Row")
# Placeholders of a number or a text until it is known: in no database, and in no other place of a query.
MARKS: dict[str, Callable[[int], int | str]] = {
    "int": lambda place: -1_918_273_645 - place,
    "str": lambda place: f"\N{BLACK SQUARE}mark-{place}\N{BLACK SQUARE}",
}


def prepared(build: Callable[Words, models.QuerySet[Any, Row]]) -> Callable[Words, list[Row]]:
    """The rows of the query that ``build`` makes of numbers and texts, annotated as ``int`` and ``str``:
    whole rows, or tuples of ``values_list``.

    For queries that nearly every page asks. It is built once for each kind of database, with marks in the
    places of its arguments, so an argument must be compared as it is: nothing may be reckoned from it, nor
    may the query depend on the time or on anything else that is not an argument.
    """
    signature = inspect.signature(build)
    marks = [MARKS[parameter.annotation](n) for n, parameter in enumerate(signature.parameters.values())]
    statements: dict[str, _Statement] = {}

    @functools.wraps(build)
    def rows(*args: Words.args, **kwargs: Words.kwargs) -> list[Row]:
        connection = connections[DEFAULT_DB_ALIAS]
        statement = statements.get(connection.vendor)
        if statement is None:
            query = cast(Callable[..., models.QuerySet[Any, Row]], build)(*marks)
            statement = statements[connection.vendor] = _Statement(query, marks)
        values = signature.bind(*args, **kwargs).args
        return statement.rows(connection, dict(zip(marks, values, strict=True)))

    return rows


class _Statement:
    """A query as Django has compiled it, with marks among its parameters."""

    def __init__(self, query: Any, marks: list[int | str]) -> None:
        self.iterable = query._iterable_class
        if self.iterable not in (ModelIterable, ValuesListIterable) or query._prefetch_related_lookups:
            raise TypeError(f"{query.model.__name__}: only whole rows or tuples of one query can be prepared")
        self.compiler = query.query.get_compiler(using=query.db)
        self.sql, self.parameters = self.compiler.as_sql()
        if missing := [mark for mark in marks if mark not in self.parameters]:
            raise TypeError(f"{query.model.__name__}: not compared as they are: {missing}")

    def rows(self, connection: BaseDatabaseWrapper, values: dict[int | str, Any]) -> list[Any]:
        parameters = tuple(values.get(each, each) for each in self.parameters)
        compiler = copy.copy(self.compiler)
        compiler.connection = connection
        compiler.as_sql = lambda: (self.sql, parameters)
        query = SimpleNamespace(get_compiler=lambda using: compiler)
        stand_in: Any = SimpleNamespace(db=connection.alias, query=query, _known_related_objects={})
        return [*self.iterable(stand_in)]
