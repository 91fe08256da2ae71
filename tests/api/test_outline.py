"""The outline of the API in docs is the code's, and says each limit of the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from mfcampaign.api.management.commands import api_schema

LIMITS = {
    *("minimum", "maximum", "exclusiveMinimum", "minLength", "maxLength", "pattern"),
    *("minItems", "maxItems", "uniqueItems", "maxProperties"),
}


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    out = StringIO()
    call_command("api_schema", json="-", stdout=out)
    described: dict[str, Any] = json.loads(out.getvalue())
    return described


def test_the_outline_in_docs_is_the_code_s():
    call_command("api_schema", check=True)


def test_a_stale_outline_is_told(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    with pytest.raises(CommandError, match="stale"):
        call_command("api_schema", check=True)
    call_command("api_schema")
    call_command("api_schema", check=True)
    place = Path(tmp_path, api_schema.OUTLINE)
    place.write_text(place.read_text().replace("name string 2..40", "name string 2..41", 1))
    with pytest.raises(CommandError, match="stale"):
        call_command("api_schema", check=True)


def test_the_document_is_the_one_that_is_served(document, db):
    assert Client().get("/api/v1/openapi.json").json() == document


def test_no_limit_of_a_field_changes_unseen(document):
    """Each limit of each struct, moved by itself, changes the struct's lines."""
    moved = 0
    for name, struct in document["components"]["schemas"].items():
        alone = {"paths": {}, "components": {"schemas": {name: struct}}}
        before = api_schema.outline(alone)
        for shape in shapes(struct):
            for limit in sorted(LIMITS & shape.keys()) if "enum" not in shape else ():
                value = shape[limit]
                shape[limit] = (
                    f"{value}x" if limit == "pattern" else not value if value is True else value + 1
                )
                assert api_schema.outline(alone) != before, f"{name}: {limit} of {shape}"
                shape[limit] = value
                moved += 1
    assert moved > 700


def shapes(part: Any) -> Iterator[dict[str, Any]]:
    """Every schema within ``part``."""
    if isinstance(part, dict):
        yield part
    for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from shapes(each)
