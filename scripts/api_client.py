"""Write the typed Python client from what ``manage.py api_schema --json`` says: a struct for each shape, a
method for each operation.

    python scripts/api_client.py [FOLDER]
"""

from __future__ import annotations

import json
import keyword
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "clients" / "python" / "malifaux_leagues"
PLAIN = {"integer": "int", "number": "float", "boolean": "bool", "null": "None", "string": "str"}
FORMATS = {"date-time": "dt.datetime", "date": "dt.date", "time": "dt.time"}
HEAD = '''"""Generated from the schema by scripts/api_client.py. Do not edit."""

from __future__ import annotations

import datetime as dt
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from malifaux_leagues.transport import Transport

'''


def kind(shape: dict[str, Any] | bool) -> str:
    """The Python type of a schema.

    >>> kind({"anyOf": [{"type": "integer"}, {"type": "null"}]})
    'int | None'
    >>> kind({"type": "array", "items": {"$ref": "#/components/schemas/Card"}})
    'tuple[Card, ...]'
    """
    if isinstance(shape, bool) or not shape:
        return "Any"
    if "$ref" in shape:
        return str(shape["$ref"].rpartition("/")[2])
    if "anyOf" in shape:
        return " | ".join(dict.fromkeys(kind(each) for each in shape["anyOf"]))
    if "enum" in shape:
        return f"Literal[{', '.join(repr(value) for value in shape['enum'])}]"
    if "prefixItems" in shape:
        return f"tuple[{', '.join(kind(each) for each in shape['prefixItems'])}]"
    if shape.get("type") == "array":
        return f"tuple[{kind(shape.get('items', {}))}, ...]"
    if shape.get("type") == "object":
        return f"dict[str, {kind(shape.get('additionalProperties', {}))}]"
    if shape.get("format") in FORMATS:
        return FORMATS[shape["format"]]
    return PLAIN.get(shape.get("type", ""), "Any")


def name_of(word: str) -> str:
    name = re.sub(r"\W", "_", word).strip("_")
    return f"{name}_" if keyword.iskeyword(name) else name


def shapes(schemas: dict[str, Any]) -> Iterator[str]:
    """A struct for each object, an alias for anything else; what may be left out is ``UNSET``."""
    aliases = []
    for name, shape in schemas.items():
        if shape.get("type") != "object" or "properties" not in shape:
            aliases.append(f"{name} = {kind(shape)}\n")
            continue
        fields = dict(shape["properties"])
        tag = fields.get("type", {}).get("enum", ())
        options = f', tag_field="type", tag={tag[0]!r}' if len(tag) == 1 else ""
        if options:
            del fields["type"]
        needed = set(shape.get("required", ()))
        lines = [f"class {name}(Struct, frozen=True, kw_only=True, omit_defaults=True{options}):"]
        lines += [f"    {json.dumps(shape.get('description', name), ensure_ascii=False)}\n"]
        for field, inner in fields.items():
            assert name_of(field) == field, f"{name}.{field} is no name in Python"
            free = "" if field in needed else " | UnsetType = UNSET"
            lines.append(f"    {field}: {kind(inner)}{free}")
        yield "\n".join(lines) + "\n\n"
    yield from aliases


def method(path: str, verb: str, operation: dict[str, Any]) -> str:
    """One operation as a method; paths first, then the body, then what may be left out."""
    parameters = operation.get("parameters", ())
    places = [p for p in parameters if p["in"] == "path"]
    queries = [p for p in parameters if p["in"] == "query"]
    acts = any(p["name"] == "Idempotency-Key" for p in parameters)
    parts = ["self", *(f"{name_of(p['name'])}: {kind(p['schema'])}" for p in places)]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    if body is not None:
        parts.append(f"body: {kind(body)}")
    loose = [f"{name_of(p['name'])}: {kind(p['schema'])} | None = None" for p in queries]
    loose += ['key: str = ""', "version: int | None = None"] if acts else []
    response = next(a for status, a in operation["responses"].items() if int(status) < 300)
    answer = kind(response["content"]["application/json"]["schema"])
    signature = ", ".join([*parts, *(["*", *loose] if loose else [])])
    address = re.sub(r"\{(\w+)\}", lambda match: "{" + name_of(match[1]) + "}", path)
    query = ", ".join(f"{p['name']!r}: {name_of(p['name'])}" for p in queries)
    options = (", body=body" if body is not None else "") + (", key=key, version=version" if acts else "")
    return (
        f"    def {name_of(operation['operationId'])}({signature}) -> {answer}:\n"
        f"        {json.dumps(operation['summary'] + '.', ensure_ascii=False)}\n"
        f'        reply: {answer} = self.transport.call({verb.upper()!r}, f"{address}", {answer}, '
        f"query={{{query}}}{options})\n"
        f"        return reply\n"
    )


def written(schema: dict[str, Any]) -> str:
    """The whole module."""
    methods = [
        method(path, verb, operation)
        for path, operations in sorted(schema["paths"].items())
        for verb, operation in sorted(operations.items())
    ]
    client = (
        'class Client:\n    """Every operation of the portal."""\n\n'
        "    def __init__(self, transport: Transport) -> None:\n        self.transport = transport\n\n"
    )
    return HEAD + "\n".join(shapes(schema["components"]["schemas"])) + "\n\n" + client + "\n".join(methods)


def main(folder: Path = FOLDER) -> None:
    document = subprocess.run(
        [sys.executable, ROOT / "manage.py", "api_schema", "--json", "-"], check=True, stdout=subprocess.PIPE
    ).stdout
    text = written(json.loads(document))
    (folder / "api.py").write_text(text, encoding="utf-8")
    print(f"{folder / 'api.py'}: {text.count(chr(10))} lines")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
