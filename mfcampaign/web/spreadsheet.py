"""Cells for spreadsheets: what a person typed never becomes a formula when the file is opened.

A cell that a spreadsheet would take for a formula is led by an apostrophe; reading takes exactly these
apostrophes away again, so that a file comes back as it went.

>>> disarmed("=1+1"), armed(disarmed("=1+1")), armed("'Tis")
("'=1+1", '=1+1', "'Tis")
"""

from __future__ import annotations

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def disarmed(cell: str) -> str:
    """``cell`` as text for every spreadsheet."""
    return f"'{cell}" if _needs_leading(cell) else cell


def armed(cell: str) -> str:
    """What ``disarmed`` was given."""
    return cell[1:] if cell.startswith("'") and _needs_leading(cell[1:]) else cell


def _needs_leading(cell: str) -> bool:
    """A formula, or apostrophes before one: these would lose one when read back."""
    return cell.lstrip("'").startswith(FORMULA_STARTS)
