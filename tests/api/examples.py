"""Queries and bodies as a schema describes them, and some a little beside it.

Hypothesis takes as long to make a body up as the portal to answer it; this, next to nothing. Nothing is
shrunk: a failure names what was sent. Chance follows from the name that is given, so that each landing asks
the same.
"""

from __future__ import annotations

import copy
import random
from typing import Any

# What reads a value has to expect in the place of any other.
BESIDE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 2**63, 1e308, 0.5),
    *(
        "",
        " ",
        "0",
        "²",
        "9" * 5000,
        "a\u202eb",
        "\u200b",
        "=1+1",
        "'\"<b>",
        "2026-02-30",
        "\U0001f600",
        "x" * 300,
    ),
    *([], {}, [[]], [None], {"": 0}),
)
LETTERS = "aZ09 -_.,:;'\"<>&%/\\=+@#éßя字\u0301\U0001f600"
# One text that fits, where a pattern is more than "no control characters".
FITTING = {
    "^[a-z0-9]+(-[a-z0-9]+)*$": ("guild-hound", "guild", "a", "0-0"),
    "^[a-z0-9-]*$": ("", "guild-hound", "-", "a--b"),
    "^[a-z0-9-]+$": ("guild-hound", "-", "0"),
    "^([1-9][rmct]|1[0-3][rmct]|RJ|BJ)$": ("9r", "13c", "RJ", "BJ", "1t"),
    "^([0-9a-f]{64})?$": ("", "0" * 64, "f" * 64),
    "^[A-Za-z0-9_-]+$": ("a", "A_-9"),
    "^[0-2][0-9]:[0-5][0-9]$": ("00:00", "19:30", "29:59"),
    "^[0-9a-f]+$": ("0", "ff"),
    "^([A-Za-z0-9_-]{11})?$": ("", "A_-9" * 2 + "abc"),
}


class MadeUp:
    """Values of schemas of one OpenAPI document."""

    def __init__(self, document: dict[str, Any], name: str, beside: float) -> None:
        self.schemas = document["components"]["schemas"]
        self.chance = random.Random(name)
        self.beside = beside
        """How often a value stands beside what its schema says."""

    def value(self, schema: dict[str, Any], depth: int = 0) -> Any:
        chance = self.chance
        if "$ref" in schema:
            return self.value(self.schemas[schema["$ref"].rpartition("/")[2]], depth)
        if chance.random() < self.beside:
            return copy.deepcopy(chance.choice(BESIDE))
        if "default" in schema and chance.random() < 0.2:
            return copy.deepcopy(schema["default"])
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return chance.choice(schema["enum"])
        if choices := schema.get("anyOf") or schema.get("oneOf"):
            return self.value(chance.choice(choices), depth)
        match schema.get("type"):
            case "object":
                return self._object(schema, depth)
            case "array":
                return self._array(schema, depth)
            case "string":
                return self._text(schema)
            case "integer" | "number":
                return self._number(schema)
            case "boolean":
                return chance.random() < 0.5
            case "null":
                return None
        return copy.deepcopy(chance.choice(BESIDE))

    def _object(self, schema: dict[str, Any], depth: int) -> dict[str, Any]:
        chance, required = self.chance, schema.get("required", ())
        often = 0.5 if depth < 4 else 0.0
        made = {
            name: self.value(inner, depth + 1)
            for name, inner in schema.get("properties", {}).items()
            if chance.random() < (often if name not in required else 1 - self.beside)
        }
        more = schema.get("additionalProperties")
        if isinstance(more, dict) and depth < 4:
            made |= {self._word(): self.value(more, depth + 1) for _ in range(chance.randrange(3))}
        if chance.random() < self.beside:
            made[self._word()] = copy.deepcopy(chance.choice(BESIDE))
        return made

    def _array(self, schema: dict[str, Any], depth: int) -> list[Any]:
        if places := schema.get("prefixItems"):
            return [self.value(place, depth + 1) for place in places]
        least = schema.get("minItems", 0)
        most = min(schema.get("maxItems", least + 3), least + (3 if depth < 4 else 0))
        made = [
            self.value(schema.get("items", {}), depth + 1) for _ in range(self.chance.randint(least, most))
        ]
        return made + made[-1:] if self.chance.random() < self.beside else made

    def _text(self, schema: dict[str, Any]) -> str:
        if schema.get("format") == "date":
            return self.chance.choice(("2026-03-29", "0001-01-01", "9999-12-31", "2026-11-24"))
        if fitting := FITTING.get(schema.get("pattern", "")):
            return self.chance.choice(fitting)
        least = schema.get("minLength", 0)
        most = min(schema.get("maxLength", 30), 3000)
        length = self.chance.choice((least, most, min(most, least + 8), min(most, least + 8)))
        return "".join(self.chance.choices(LETTERS, k=length))

    def _number(self, schema: dict[str, Any]) -> int | float:
        low, high = schema.get("minimum", -(10**6)), schema.get("maximum", 10**12)
        number = self.chance.choice((low, high, low + 1, 1, 2, 3, self.chance.randint(int(low), int(high))))
        number = min(max(number, low), high)
        return number if schema["type"] == "integer" else float(number) + self.chance.choice((0, 0.25))

    def coin(self) -> bool:
        return self.chance.random() < 0.6

    def _word(self) -> str:
        return self.chance.choice(("a", "guild", "1", "0", "²", "", "x" * 90, "__proto__"))
