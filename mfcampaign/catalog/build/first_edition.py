"""The builder of the First Edition’s data files: the models of the practice Crews, whose figures are our own,
as ``data/m1e/*.json``. ``python manage.py build_catalogue --edition m1e`` writes them again.
"""

from __future__ import annotations

from pathlib import Path

from mfcampaign.catalog.build.figures import Row, write_files
from rules.crews.catalogue import FIRST, factions_of
from rules.editions.m1e.examples import FIGURES
from rules.editions.m1e.written import record_of

EDITION: Row = {"slug": FIRST, "name": "Malifaux First Edition"}
SOURCE = "practice"


def build_first_edition(target: Path) -> dict[str, int]:
    """Write all files into ``target``; the number of rows of each."""
    files: dict[str, list[Row]] = {
        "editions": [EDITION],
        "factions": [
            {"slug": slug, "name": name, "declarable": True, "order": order}
            for order, (slug, name) in enumerate(factions_of(FIRST).items())
        ],
        "keywords": [],
        "models": sorted(
            (record_of(figure, SOURCE) for figure in FIGURES.values()), key=lambda row: str(row["slug"])
        ),
        "upgrades": [],
        "seasons": [],
    }
    return write_files(files, target)
