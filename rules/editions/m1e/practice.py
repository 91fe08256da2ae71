"""The models of the practice Crews as rows of the catalogue."""

from __future__ import annotations

from typing import Any

from rules.editions.m1e.examples import FIGURES
from rules.editions.m1e.written import record_of

SOURCE = "practice"


def rows() -> list[dict[str, Any]]:
    """A row for each model, as ``models.json`` has it."""
    return [record_of(figure, SOURCE) for figure in FIGURES.values()]
