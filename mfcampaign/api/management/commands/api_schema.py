"""``manage.py api_schema``: write or compare ``docs/api-outline.txt``, or write the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import get_resolver

OUTLINE = "docs/api-outline.txt"
# A struct wider than this has a line for each field.
WIDTH = 200
HEAD = """\
The API in lines to compare: what it accepts and answers, without descriptions, examples and refusals.
`manage.py api_schema` writes this file from the code, and a test compares them. The whole document is served
at /api/v1/openapi.json. An operation: method, address, id, scope (open: to all), queries, body, -> answer.
A field with = may be left out; 1..40 bounds a number, a length or a list; ? may be null; [] is a list, {} has
any names; /x/ is a pattern; a closed struct refuses fields it does not know.

"""
# The three pairs of bounds: of a number, of a text's length, of a list's.
BOUNDS = (("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"))
# What a line says in its own way or leaves to descriptions; any other limit stands by its name.
SAID = {
    *("type", "format", "items", "prefixItems", "additionalProperties", "pattern", "default", "description"),
    *("title", "required", *(bound for pair in BOUNDS for bound in pair)),
}


class Command(BaseCommand):
    help = f"Write {OUTLINE}, or --check that it is the code's, or write the OpenAPI document --json FILE."

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--check", action="store_true", help="compare, write nothing")
        what.add_argument("--json", metavar="FILE", help="the OpenAPI document; - for the standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        _ = get_resolver().url_patterns  # every operation is declared now
        from mfcampaign.api.views import written

        if options["json"] == "-":
            self.stdout.write(written().decode(), ending="")
        elif options["json"]:
            Path(options["json"]).write_bytes(written())
        else:
            self._keep(outline(json.loads(written())), settings.BASE_DIR / OUTLINE, options["check"])

    def _keep(self, text: str, place: Path, check: bool) -> None:
        if not check:
            place.write_text(text, encoding="utf-8")
            self.stdout.write(f"{OUTLINE}: {text.count(chr(10))} lines")
        elif not place.exists() or place.read_text(encoding="utf-8") != text:
            raise CommandError(f"{OUTLINE} is stale: run `python manage.py api_schema`.")


def outline(description: dict[str, Any]) -> str:
    """The OpenAPI document as lines: one an operation, one a struct, or one a field of a wide struct."""
    operations = [
        _operation(method, path, operation)
        for path, operations in sorted(description["paths"].items())
        for method, operation in sorted(operations.items())
    ]
    structs = [
        line for name, shape in description["components"]["schemas"].items() for line in _struct(name, shape)
    ]
    return HEAD + "\n".join(operations) + "\n\n" + "\n".join(structs) + "\n"


def _operation(method: str, path: str, operation: dict[str, Any]) -> str:
    scopes = [scope for way in operation["security"] for scope in way.get("token", ())]
    scope = "open" if {} in operation["security"] else " ".join(scopes)
    parts = [f"{method.upper():<6} {path.removeprefix('/api/v1')} {operation['operationId']} {scope}"]
    parts += [
        f"?{_field(each['name'], each['schema'], each.get('required', False))}"
        for each in operation.get("parameters", ())
        if each["in"] == "query"
    ]
    if body := operation.get("requestBody"):
        parts.append(_kind(body["content"]["application/json"]["schema"]))
    status, answer = next(each for each in operation["responses"].items() if int(each[0]) < 300)
    return f"{' '.join(parts)} -> {status} {_kind(answer['content']['application/json']['schema'])}"


def _struct(name: str, shape: dict[str, Any]) -> Iterator[str]:
    if "properties" not in shape:
        yield f"{name}: {_kind(shape)}"
        return
    needed = shape.get("required", ())
    fields = [_field(field, inner, field in needed) for field, inner in shape["properties"].items()]
    name += " closed" if shape.get("additionalProperties") is False else ""
    if len(line := f"{name}: {', '.join(fields)}") <= WIDTH:
        yield line
    else:
        yield f"{name}:"
        yield from (f"  {field}" for field in fields)


def _field(name: str, shape: dict[str, Any], needed: bool) -> str:
    """
    >>> _field("club", {"type": "string", "maxLength": 40, "default": ""}, False)
    'club string ..40=""'
    """
    default = shape.get("default", ...)
    if needed:
        said = ""
    elif default is ... or (
        isinstance(default, dict) and default
    ):  # a struct's own fields say their defaults
        said = "="
    else:
        said = f"={json.dumps(default, ensure_ascii=False)}"
    return f"{name} {_kind(shape)}{said}"


def _kind(shape: dict[str, Any]) -> str:
    """
    >>> _kind({"type": "array", "items": {"$ref": "#/components/schemas/Card"}, "maxItems": 6})
    'Card[] ..6'
    >>> _kind({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]})
    '(integer 1..)?'
    """
    if "$ref" in shape:
        return str(shape["$ref"].rpartition("/")[2])
    if "anyOf" in shape:
        kinds = [_kind(each) for each in shape["anyOf"] if each.get("type") != "null"]
        either = "|".join(kinds)
        return f"{_one(either)}?" if len(kinds) < len(shape["anyOf"]) else either
    if "enum" in shape:
        return "|".join(json.dumps(value, ensure_ascii=False) for value in shape["enum"])
    if "prefixItems" in shape:
        kind = f"({', '.join(_kind(each) for each in shape['prefixItems'])})"
    elif shape.get("type") == "array":
        kind = f"{_one(_kind(shape.get('items', {})))}[]"
    elif shape.get("type") == "object":
        values = shape.get("additionalProperties")
        kind = f"{{{_kind(values if isinstance(values, dict) else {})}}}"
    else:
        kind = str(shape.get("format") or shape.get("type") or "any")
    for low, high in BOUNDS:
        if low in shape or high in shape:
            kind += f" {shape.get(low, '')}..{shape.get(high, '')}"
    kind += f" /{shape['pattern']}/" if "pattern" in shape else ""
    rest = {key: value for key, value in shape.items() if key not in SAID}
    return kind + "".join(f" {key}={json.dumps(value)}" for key, value in sorted(rest.items()))


def _one(kind: str) -> str:
    """A kind of several words in brackets, so that what follows is of all of it."""
    return f"({kind})" if " " in kind or "|" in kind else kind
