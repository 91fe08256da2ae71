"""The OpenAPI document as an HTML page: operations by tag, each with its fields and examples."""

from __future__ import annotations

import functools
import json
from typing import Any

from msgspec import Struct

from mfcampaign.api.endpoint import REGISTERED, Endpoint
from mfcampaign.api.schema import document


class Field(Struct, frozen=True):
    """One field of a body, an answer or an address."""

    name: str
    kind: str
    needed: bool = False
    about: str = ""


class Operation(Struct, frozen=True):
    """One operation, as the page shows it."""

    name: str
    method: str
    path: str
    summary: str
    about: tuple[str, ...]
    scope: str
    acts: bool
    parameters: tuple[Field, ...]
    body: tuple[Field, ...]
    answer: tuple[Field, ...]
    answers_list: bool
    example: str
    errors: tuple[str, ...]


class Room(Struct, frozen=True):
    title: str
    slug: str
    operations: tuple[Operation, ...]


@functools.cache
def rooms() -> tuple[Room, ...]:
    """All operations by room, in the order in which they were declared."""
    by_tag: dict[str, list[Operation]] = {}
    description = document()
    by_name = {
        operation["operationId"]: (path, operation)
        for path, operations in description["paths"].items()
        for operation in operations.values()
    }
    for endpoint in REGISTERED.values():
        path, operation = by_name[endpoint.name]
        by_tag.setdefault(endpoint.tag, []).append(_operation(endpoint, path, operation, description))
    return tuple(
        Room(title, title.lower().replace(" ", "-"), tuple(operations))
        for title, operations in by_tag.items()
    )


def _operation(
    endpoint: Endpoint, path: str, operation: dict[str, Any], description: dict[str, Any]
) -> Operation:
    shapes = description["components"]["schemas"]
    answer = operation["responses"][str(endpoint.status)]["content"]["application/json"]["schema"]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    listed = answer.get("type") == "array"
    return Operation(
        name=endpoint.name,
        method=endpoint.method.upper(),
        path=path,
        summary=endpoint.summary,
        about=tuple(endpoint.description.replace("``", "").partition("\n")[2].split("\n\n"))
        if "\n" in endpoint.description
        else (),
        scope="" if endpoint.open else endpoint.scope,
        acts=endpoint.acts,
        parameters=tuple(
            Field(p["name"], _kind(p["schema"]), p.get("required", False), p.get("description", ""))
            for p in operation.get("parameters", ())
            if p["in"] in ("query", "path")
        ),
        body=_fields(body, shapes) if body is not None else (),
        answer=_fields(answer, shapes),
        answers_list=listed,
        example=json.dumps(endpoint.example, indent=2, ensure_ascii=False) if endpoint.example else "",
        errors=tuple(sorted(status for status in operation["responses"] if int(status) >= 400)),
    )


def _fields(shape: dict[str, Any], shapes: dict[str, Any]) -> tuple[Field, ...]:
    """The fields of an object, or of the objects of a list."""
    while "$ref" in shape or shape.get("type") == "array":
        if "$ref" in shape:
            shape = shapes[shape["$ref"].rpartition("/")[2]]
        else:
            shape = shape["items"] if "items" in shape else shape["prefixItems"][0]
    needed = set(shape.get("required", ()))
    return tuple(
        Field(name, _kind(inner), name in needed, inner.get("description", ""))
        for name, inner in shape.get("properties", {}).items()
    )


def _kind(shape: dict[str, Any]) -> str:
    """The name of a type, for people.

    >>> _kind({"anyOf": [{"type": "integer"}, {"type": "null"}]})
    'integer or null'
    """
    if "$ref" in shape:
        return str(shape["$ref"].rpartition("/")[2])
    if "anyOf" in shape:
        return " or ".join(_kind(each) for each in shape["anyOf"])
    if "enum" in shape:
        return " or ".join(json.dumps(value) for value in shape["enum"])
    if shape.get("type") == "array":
        items = shape.get("items")
        return f"list of {_kind(items)}" if isinstance(items, dict) and items else "list"
    return str(shape.get("format") or shape.get("type") or "anything")
