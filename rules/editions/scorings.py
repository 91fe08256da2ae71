"""The VP of an Encounter, edition by edition."""

from __future__ import annotations

from rules.editions.m1e.scoring import SCORING as FIRST
from rules.editions.m2e.scoring import SCORING as SECOND
from rules.editions.m3e.scoring import SCORING as THIRD
from rules.game.results.result import Scoring

SCORING: dict[str, Scoring] = {"m3e": THIRD, "m2e": SECOND, "m1e": FIRST}
