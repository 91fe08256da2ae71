"""The Fourth Edition's figures as the project ships them, read without the portal."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import msgspec

from rules.crews.catalogue import Catalogue, Profile, UpgradeProfile
from rules.crews.crewlist import CrewList
from rules.crews.hiring import check_crew
from rules.crews.suggestions import started

DATA = Path(__file__).parents[4] / "mfcampaign" / "catalog" / "data" / "m4e"


@functools.cache
def rows(name: str) -> list[dict[str, Any]]:
    return list(json.loads((DATA / f"{name}.json").read_text(encoding="utf-8")))


@functools.cache
def fourth_edition() -> Catalogue:
    models = [
        {**row, "abilities": [ability["name"] for ability in row["figures"]["abilities"]]}
        for row in rows("models")
    ]
    return Catalogue(
        msgspec.convert(models, list[Profile]),
        msgspec.convert(rows("upgrades"), list[UpgradeProfile]),
        edition="m4e",
    )


def led_by(faction: str, leader: str, *members: str, card: str = "", size: int = 50) -> CrewList:
    """A Crew with whom its Leader brings, and these members."""
    cards = (card,) if card else ()
    crew = started(CrewList(faction, leader, size, leader_upgrades=cards), fourth_edition())
    for slug in members:
        crew = crew.add(slug)
    return crew


def broken(crew: CrewList) -> set[str]:
    """The rows that the Crew breaks."""
    return {violation.rule for violation in check_crew(crew, fourth_edition()).violations}
