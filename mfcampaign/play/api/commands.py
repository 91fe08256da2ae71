"""Commands of the referee's hand and entries of a record as programs read them: one shape, made of their
classes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from rules.edition import editions
from rules.game.referee.command import Command
from rules.game.referee.commands import BY_WORD

LOOKED_UP = ("printed", "bought")
"""Cards that the portal adds from the catalogue."""


def shape_of(kinds: Iterable[type[Command]]) -> dict[str, Any]:
    """The JSON Schema of any of them: ``do`` names it, and each has some of the other fields, with
    their bounds."""
    needed: dict[str, dict[str, bool]] = {}
    fields: dict[str, list[dict[str, Any]]] = {}
    for kind in kinds:
        tag = str(kind.__struct_config__.tag)
        shape = _own_shape(kind)
        needed.setdefault(tag, {})
        for name, each in shape["properties"].items():
            if name == "do":
                continue
            fields.setdefault(name, []).append(_plain(each))
            needed[tag][name] = needed[tag].get(name, True) and name in shape["required"]
    words = [
        f"`{tag}`: {', '.join(name if all_need else f'[{name}]' for name, all_need in names.items())}"
        for tag, names in needed.items()
    ]
    return {
        "type": "object",
        "description": f"Fields in brackets may be left out. {'; '.join(words)}.",
        "properties": {
            "do": {"type": "string", "enum": list(needed)},
            **{name: _any_of(shapes) for name, shapes in sorted(fields.items())},
        },
        "required": ["do"],
    }


def _own_shape(kind: type[Command]) -> dict[str, Any]:
    (reference,), components = msgspec.json.schema_components(
        [kind], schema_hook=lambda card: {"type": "object"}
    )
    shape: dict[str, Any] = components[reference["$ref"].rpartition("/")[2]]
    held = {name: each for name, each in shape["properties"].items() if name not in LOOKED_UP}
    return shape | {"properties": held}


def _plain(shape: dict[str, Any]) -> dict[str, Any]:
    """The shape of a field without its default; of a list of objects no more than that."""
    if "$ref" in str(shape):
        return {"type": "array", "items": {"type": "object"}}
    if "prefixItems" in shape:
        return {"type": "array", "items": shape["prefixItems"][0]}
    return {key: value for key, value in shape.items() if key != "default"}


def _any_of(shapes: list[dict[str, Any]]) -> dict[str, Any]:
    """A shape for all of these: of each type the widest."""
    options = [option for shape in shapes for option in shape.get("anyOf", [shape])]
    if all("enum" in option for option in options):
        return {"type": "string", "enum": sorted({word for option in options for word in option["enum"]})}
    by_type: dict[str, list[dict[str, Any]]] = {}
    for option in options:
        by_type.setdefault(option.get("type", "string"), []).append(option)
    merged = [_widest(kind, of_type) for kind, of_type in by_type.items()]
    return merged[0] if len(merged) == 1 else {"anyOf": merged}


def _widest(kind: str, shapes: list[dict[str, Any]]) -> dict[str, Any]:
    widest: dict[str, Any] = {"type": kind}
    for bound, of_all in (("minimum", min), ("maximum", max), ("maxLength", max), ("minLength", min)):
        if all(bound in shape for shape in shapes):
            widest[bound] = of_all(shape[bound] for shape in shapes)
    if "items" in shapes[0]:
        widest["items"] = _any_of([shape["items"] for shape in shapes])
    return widest


COMMANDS = shape_of(BY_WORD.values())
RECORDS = [edition.record for edition in editions() if edition.record is not None]
ENTRIES = shape_of(dict.fromkeys(kind for record in RECORDS for kind in get_args(record.kinds)))
