"""The OpenAPI description holds to what generators of clients and their readers expect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from mfcampaign.api.schema import document

WORD = re.compile(r"[A-Z][A-Za-z0-9]+")


@pytest.fixture(scope="module")
def description() -> dict[str, Any]:
    return document()


def test_each_schema_has_one_name_and_it_is_a_word(description):
    schemas = description["components"]["schemas"]
    assert len(schemas) > 300
    assert [name for name in schemas if not WORD.fullmatch(name)] == []
    assert {name: shape["title"] for name, shape in schemas.items() if shape["title"] != name} == {}


def test_each_operation_has_one_id_and_it_is_a_word(description):
    ids = [operation["operationId"] for path in description["paths"].values() for operation in path.values()]
    assert len(ids) > 200
    assert len(set(ids)) == len(ids)
    assert [name for name in ids if not re.fullmatch(r"[a-z][a-z0-9_]*[a-z0-9]", name)] == []


def test_each_schema_is_an_object(description):
    """``items: false`` is valid and refused by openapi-python-client."""
    assert [shape for shape in objects(description) if shape.get("items") is False] == []


def objects(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from objects(each)
