"""Labels of the columns of charts, and the text of their cells.

A chart's row becomes cells of text, and cells become a row: the same cells in a CSV file and in the form of
one row. The row's own type determines them, so that a field added to the schema is a column at once. Numbers
stand as they are; several as ``1-3, 5``; words chosen from a list with commas; free words between bars (``a
well | four stalls``); rows within a row one a line, their fields between bars in the order of the schema
(``part-1 | kill an enemy Leader | 2``), without trailing fields that have their usual value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal, get_type_hints

import msgspec
from msgspec import Struct
from msgspec import inspect as kinds

from mfcampaign.catalog.charts.chart import OF, Chart, Plain
from rules.campaign.charts.validation import FieldFault, options_of, read_row

__all__ = [
    "ChartColumn",
    "cells_of",
    "columns",
    "row_of",
    "spans",
]


LABELS: dict[str, str] = {
    "of": "faction",
    "slug": "short name",
    "ss_cost": "Soulstones",
    "campaign_cost": "Scrip",
    "values": "cards",
    "digest": "what it does",
    "rules": "what it does",
    "rating_weight": "weight in the Campaign Rating",
    "rating_bonus": "bonus in the Campaign Rating",
    "self_annihilates": "gone when used",
    "limit_per_arsenal": "most in an Arsenal",
    "red_joker": "Red Joker",
    "black_joker": "Black Joker",
    "stat_mods": "changes to stats",
    "annihilates": "ends its bearer",
    "opponent_scrip": "Scrip for the opponent",
    "other_effect": "another effect",
    "scrip_awards": "Scrip",
    "pieces": "what the portal lays",
    "extra_barter_flips": "further Barter flips",
    "cost": "Scrip",
    "upgrade": "Campaign Upgrade",
    "restricted": "only for",
    "repeat": "times",
    "per_game": "most in one game",
    "reward_modifier": "modifiers of its Reward flip",
}
HELP: dict[str, str] = {
    "of": "A faction as it is written in addresses, such as ten-thunders; for Rewards also generic.",
    "slug": "Lower-case letters, digits and hyphens; other charts call it by this.",
    "values": "Numbers from 1 to 13, such as 1-3, 5.",
    "suits": "ram, mask, crow, tome, with commas between them.",
    "upgrade": "The short name of a Campaign Upgrade of these charts.",
    "injury": "The short name of an Injury of these charts, where the result is one.",
    "digest": "In your own words, on one line.",
    "rules": "In your own words, on one line.",
    "restricted": "What the bearer must match, with a bar between two: guild | minion.",
    "terrain": "What is on every table, with a bar between two.",
    "pieces": "The first lines of the terrain as the portal lays them on the centre of a table, one a line: "
    "name | inches across (0 for a marker of 30 mm) | Terrain Traits, with commas | Ht, such as "
    "marsh | 6 | concealing.",
    "stat_mods": "One a line: stat | change, such as wp | -1.",
    "portions": "One a line: short name | what is done | how many times | most in one game | in order (yes) "
    "| what the game must show, such as win; strategy 3; scheme Breakthrough; kill leader.",
    "per_game": "So many ticks in one game over all portions; empty for any number.",
    "reward_modifier": "2 for [+][+], -1 for [-]; empty for none.",
    "cost": "Empty for the league’s usual price.",
    "contest": "For events at once: high card lets the portal decide it by a flip for each player.",
    "strategy": "A Strategy’s name, where the event sets it; empty leaves the week’s own.",
    "deployment": "Where the event sets it.",
    "extra_barter_flips": "For everyone, in each Aftermath of the week.",
    "scrip_awards": "One a line: what for | Scrip | game or week | what the game must show, such as win.",
    "master": "A Master as it is written in the catalogue’s addresses, or any.",
    "limit_per_arsenal": "Empty for any number.",
    "joker": "black or red; then no suits and no cards.",
    "house_rule": "yes: that the Red Joker gives no Lucky Miss is meant so.",
    "faction": "Empty for everyone’s.",
    "rating_weight": "What it adds to the Campaign Rating; usually 1.",
    "rating_bonus": "Counts only where Avatars are flagged Upgrades; 3 for an Avatar.",
    "source": "figures (found in public sources), house (of this portal) or organiser.",
}


def label_of(name: str) -> str:
    """What people read above a column."""
    return LABELS.get(name, name.replace("_", " "))


Shape = Literal["text", "number", "yes", "choice", "numbers", "choices", "words", "lines"]
YES, NO = frozenset({"yes", "true", "1", "x"}), frozenset({"", "no", "false", "0"})
_RANGE = re.compile(r"^(\d{1,2})\s*(?:-|–|to)\s*(\d{1,2})$")
_BAR = re.compile(r"(?<!\\)\|")


class ChartColumn(Struct, frozen=True):
    """One field of a row: ``options`` for choices, ``inner`` the fields of rows within it, ``longest`` in
    characters where the schema bounds it."""

    name: str
    shape: Shape
    required: bool
    default: Any = None
    options: tuple[str, ...] = ()
    inner: tuple[str, ...] = ()
    longest: int | None = None

    @property
    def label(self) -> str:
        return label_of(self.name)


@lru_cache(maxsize=64)
def columns(table: Chart) -> tuple[ChartColumn, ...]:
    """The columns of one chart in the order of its file."""
    own = _columns(table.kind)
    return (ChartColumn(OF, "text", True), *own) if table.keyed else own


@lru_cache(maxsize=64)
def _columns(kind: type[Struct]) -> tuple[ChartColumn, ...]:
    hints = get_type_hints(kind, include_extras=True)
    struct = kinds.type_info(kind)
    assert isinstance(struct, kinds.StructType)
    return tuple(_column(field, hints[field.name]) for field in struct.fields)


def _column(field: kinds.Field, hint: Any) -> ChartColumn:
    default = None if field.required else field.default
    shape, inner = _shape(field.type)
    options = options_of(hint) if shape in ("choice", "choices") else ()
    longest = field.type.max_length if isinstance(field.type, kinds.StrType) else None
    return ChartColumn(field.name, shape, field.required, default, options, inner, longest)


def _shape(kind: Any) -> tuple[Shape, tuple[str, ...]]:
    if isinstance(kind, kinds.UnionType):
        return _shape(next(inner for inner in kind.types if not isinstance(inner, kinds.NoneType)))
    if isinstance(kind, kinds.IntType):
        return "number", ()
    if isinstance(kind, kinds.BoolType):
        return "yes", ()
    if isinstance(kind, kinds.LiteralType):
        return "choice", ()
    if isinstance(kind, kinds.VarTupleType):
        inner = kind.item_type
        if isinstance(inner, kinds.IntType):
            return "numbers", ()
        if isinstance(inner, kinds.LiteralType):
            return "choices", ()
        if isinstance(inner, kinds.StructType):
            return "lines", tuple(field.name for field in inner.fields)
        return "words", ()
    return "text", ()


# -- to text ------------------------------------------------------------------------------------------


def cells_of(row: Mapping[str, Any], table: Chart) -> dict[str, str]:
    """Every column's text for a well-formed row."""
    return {
        column.name: _cell(row.get(column.name, column.default), column, table) for column in columns(table)
    }


def _cell(value: Any, column: ChartColumn, table: Chart) -> str:
    if value is None:
        return ""
    if column.shape == "words":
        return " | ".join(_escaped(str(word)) for word in value)
    if column.shape == "lines":
        return "\n".join(_line(inner, _inner(table, column)) for inner in value)
    return _plain_cell(value, column)


def spans(values: Iterable[int]) -> str:
    """Numbers in order as written, neighbours drawn together.

    >>> spans([1, 2, 3, 5])
    '1-3, 5'
    """
    runs: list[list[int]] = []
    for value in values:
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def _inner(table: Chart, column: ChartColumn) -> tuple[ChartColumn, ...]:
    struct = kinds.type_info(table.kind)
    assert isinstance(struct, kinds.StructType)
    outer = next(field.type for field in struct.fields if field.name == column.name)
    assert isinstance(outer, kinds.VarTupleType)
    assert isinstance(outer.item_type, kinds.StructType)
    return _columns(outer.item_type.cls)


def _line(row: Any, inner: tuple[ChartColumn, ...]) -> str:
    plain = row if isinstance(row, Mapping) else msgspec.to_builtins(row)
    cells = [_plain_cell(plain.get(column.name, column.default), column) for column in inner]
    usual = [None if column.required else _plain_cell(column.default, column) for column in inner]
    while cells and cells[-1] == usual[len(cells) - 1]:
        cells.pop()
    return " | ".join(map(_escaped, cells))


def _plain_cell(value: Any, column: ChartColumn) -> str:
    """What may stand in a line, too: no list of words or lines of its own."""
    if value is None:
        return ""
    if column.shape == "yes":
        return "yes" if value else "no"
    if column.shape == "numbers":
        return spans(value)
    return ", ".join(value) if column.shape == "choices" else str(value)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|")


# -- from text ----------------------------------------------------------------------------------------


def row_of(cells: Mapping[str, str], table: Chart) -> tuple[Plain | None, list[FieldFault]]:
    """The row that these cells say, in plain values; or ``None`` and all its faults, each with its column."""
    faults: list[FieldFault] = []
    plain: Plain = {}
    for column in columns(table):
        text = cells.get(column.name, "").strip()
        if (
            not text
            and column.shape not in ("numbers", "choices", "words", "lines")
            and (not column.required or column.name == OF)
        ):
            continue
        try:
            plain[column.name] = _value(text, column, table)
        except ValueError as error:
            faults.append(FieldFault(column.name, str(error)))
    of = plain.pop(OF, "") if table.keyed else ""
    if table.keyed and not of:
        faults.append(FieldFault(OF, "it is missing."))
    read, wrong = read_row(plain, table.kind)
    faulty = {fault.field for fault in faults}
    faults += [fault for fault in wrong if fault.field not in faulty]
    if faults or read is None:
        return None, _in_order(faults, table)
    row: Plain = msgspec.json.decode(msgspec.json.encode(read))
    return ({OF: of, **row} if table.keyed else row), []


def _in_order(faults: list[FieldFault], table: Chart) -> list[FieldFault]:
    order = [column.name for column in columns(table)]
    return sorted(faults, key=lambda f: order.index(f.field) if f.field in order else len(order))


def _value(text: str, column: ChartColumn, table: Chart) -> Any:
    """The value a cell says; ``ValueError`` with a sentence where the text cannot say one."""
    if column.shape == "words":
        return [word for word in _split(text) if word]
    if column.shape == "lines":
        inner = _inner(table, column)
        return [_inner_row(line, inner, place) for place, line in enumerate(_filled(text), 1)]
    return _plain_value(text, column)


def _plain_value(text: str, column: ChartColumn) -> Any:
    if column.shape == "number":
        return _number(text)
    if column.shape == "yes":
        return _yes(text)
    if column.shape == "numbers":
        return _numbers(text)
    if column.shape == "choices":
        return [word for word in re.split(r"[,;\s]+", text.lower()) if word]
    return text


def _filled(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _number(text: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,4}", text, re.ASCII):
        raise ValueError("a whole number is expected.")
    return int(text)


def _yes(text: str) -> bool:
    if text.lower() in YES | NO:
        return text.lower() in YES
    raise ValueError("yes or no is expected.")


def _numbers(text: str) -> list[int]:
    numbers: list[int] = []
    for part in filter(None, (part.strip() for part in re.split(r"[,;]", text))):
        if span := _RANGE.match(part):
            first, last = int(span[1]), int(span[2])
            if first > last:
                raise ValueError(f"“{part}” runs backwards.")
            numbers += range(first, last + 1)
        elif re.fullmatch(r"\d{1,4}", part, re.ASCII):
            numbers.append(int(part))
        else:
            raise ValueError(f"“{part}” is no number; write them as 1-3, 5.")
    return numbers


def _split(text: str) -> list[str]:
    return [re.sub(r"\\([\\|])", r"\1", part.strip()) for part in _BAR.split(text)]


def _inner_row(line: str, inner: tuple[ChartColumn, ...], place: int) -> Plain:
    parts = _split(line)
    if len(parts) > len(inner):
        raise ValueError(
            f"entry {place}: {len(parts)} parts, but there are only {', '.join(c.label for c in inner)}."
        )
    plain: Plain = {}
    for column, text in zip(inner, parts, strict=False):
        if not text and not column.required:
            continue
        try:
            plain[column.name] = _plain_value(text, column)
        except ValueError as error:
            raise ValueError(f"entry {place}, {column.label}: {error}") from None
    return plain
