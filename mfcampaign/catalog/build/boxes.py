"""Which models come in which box: from a table of boxes to ``data/<edition>/boxes.json``.

The table is a CSV with ``model``, ``copies`` and a column ``<edition>_box`` for each edition. A name that no
card of the edition has, or several, is kept beside the box, so that nobody takes the box for whole.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from mfcampaign.catalog.build.datafiles import Row, folder_of, read_documents, write_files
from mfcampaign.catalog.cards import card_from, profile_of
from rules.crews.catalogue import Catalogue
from rules.crews.text.names import model_names

TABLE, FILE = "boxes.csv", "boxes"
REMARK = re.compile(r"\s*\([^)]*\)\s*$")
"""What the table says of a model beside its name: what it was called before, that it is a Totem."""
SPELT = {
    "Alphonse Le Blanc": "Alphonse LeBlanc",
    "Averison": "Aversion",
    "Burt Jebson": "Burt Jebsen",
    "Courtisan": "Courtesan",
    "Cypsis Corps": "Crypsis Corps",
    "Dead Outlaws": "Dead Outlaw",
    "Elijah Borgmann": "Elijah Borgman",
    "Freikorpsman": "Freikorpsmann",
    "Gibson De Walt": "Gibson DeWalt",
    "Kastore, Fevrent": "Kastore, Fervent",
    "Kenshiro The Tactician": "Kenshiro",
    "Maxine Agassiz, Monomaniacle": "Maxine Agassiz, Monomaniacal",
    "Montressor": "Montresor",
    "Oliva Bernard": "Olivia Bernard",
    "Reva Cortinas, Death Shepard": "Reva Cortinas, Death Shepherd",
    "Self-Repair Bots": "Self-Repair Bot",
    "Shield Bearer": "Shieldbearer",
    "Sparks Le Blanc": "Sparks LeBlanc",
    "Strix": "Stryx",
    "Trixibelle": "Trixiebelle",
    "Union Journeymen": "Union Journeyman",
    "Wild Boars": "Wild Boar",
    "Wong, Enchanter": "Wong, The Enchanter",
    "Yan Lo, The Spirit Walker": "Yan Lo, Spirit Walker",
}
"""Names that the table spells otherwise than the cards."""


class Box(Struct, frozen=True):
    """Copies by slug, and the names of models that are in it and in no card."""

    name: str
    models: Mapping[str, int]
    unknown: tuple[str, ...] = ()


def build_boxes(table: Path, edition: str, target: Path) -> dict[str, int]:
    """Write the boxes of the edition beside its other files; the number of them. ``KeyError`` where the table
    has no column for it."""
    documents = read_documents(target)
    figures = Catalogue((profile_of(card_from(row, edition)) for row in documents.models), edition=edition)
    names = model_names(figures)

    def meant(model: str, box_name: str) -> tuple[str, ...]:
        """Slugs of the cards so called; of several titles that of the box."""
        plain = REMARK.sub("", model)
        for text in (SPELT.get(plain, plain), model):
            slugs = names.find(text)
            if len(slugs) > 1:
                titles = {slug: figures.profile(slug).title for slug in slugs}
                slugs = tuple(slug for slug, title in titles.items() if title and title in box_name)
            if slugs:
                return slugs
        return ()

    boxes: dict[str, Row] = {}
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if not (name := row[f"{edition}_box"].strip()):
                continue
            box = boxes.setdefault(name, {"name": name, "models": {}, "unknown": []})
            slugs = meant(row["model"], name)
            if len(slugs) == 1:
                box["models"][slugs[0]] = box["models"].get(slugs[0], 0) + int(row["copies"])
            else:
                box["unknown"].append(row["model"])
    return write_files({FILE: [boxes[name] for name in sorted(boxes)]}, target)


def boxes_of(edition: str) -> tuple[Box, ...]:
    """The boxes that are known, by name; none where the edition has no such file."""
    path = folder_of(edition) / f"{FILE}.json"
    if not path.exists():
        return ()
    return tuple(Box(**row) for row in json.loads(path.read_text(encoding="utf-8")))
