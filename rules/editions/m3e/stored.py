"""What an Encounter of the Third Edition stores: its Stat Cards, Upgrades and words are read as the
engine's."""

from __future__ import annotations

from rules.editions.m3e.scripts.words import Part
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.game.stored import Stored

STORED = Stored(StatCard, UpgradeCard, Part)
