"""A table as pages show it: its picture with zones, its legend, and the report of the checker."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from mfcampaign.web.drawings.core import drawing
from rules.edition import Edition, unnamed
from rules.table.checker.check import Report, Standard, check
from rules.table.pictures.drawing import Entry, legend, line, picture
from rules.table.pictures.layers import zones_layer
from rules.table.sheet import Sheet, SheetContents
from rules.table.sight.lines import SightLine


class DrawnTable(Struct, frozen=True):
    """``picture`` is safe markup."""

    picture: Any
    legend: tuple[Entry, ...]
    report: Report
    contents: SheetContents


def drawn_table(sheet: Sheet, standard: Standard | None = None, edition: Edition | None = None) -> DrawnTable:
    """The sheet laid, drawn and checked by an edition, else by the one that a table means which names none;
    ``Refusal`` for one that cannot be laid."""
    rules = (edition or unnamed()).table
    contents = sheet.contents(rules.deployments)
    table = contents.table
    report = check(table, rules, contents.deployment, standard or Standard())
    layers = [zones_layer(contents.deployment, table)] if contents.deployment else []
    longest = report.figure("sight").line
    if longest is not None and not report.figure("sight").good:
        layers.append(longest_layer(longest))
    svg = picture(table, *layers, title=contents.name or "The table", numbered=True)
    return DrawnTable(drawing(svg), legend(table), report, contents)


def longest_layer(longest: SightLine) -> str:
    """The sight line that is too long."""
    return line((longest.x1, longest.y1), (longest.x2, longest.y2), "sight sight-long")
