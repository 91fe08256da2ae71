"""Practice Crews of every Faction: Crews of the catalogue of whose cards the engine executes everything."""

from __future__ import annotations

from functools import cached_property

from rules.crews.crewlist import CrewList, Member
from rules.crews.report import HiringReport
from rules.editions.m3e.factions import FACTIONS
from rules.editions.m3e.hiring.check import check_crew
from rules.fate.shuffle import Stream, digest
from rules.game.setup.equipping import EquippedCrew, Figures

SIZE = 35
"""Soulstones: a Leader and four or five models, an evening's first game."""
MEMBERS: dict[str, tuple[str, ...]] = {
    "guild": (
        "lady-justice",
        "scales-of-justice",
        "the-lone-marshal",
        "the-jury",
        "exorcist",
        "domador-de-cadaveres",
    ),
    "resurrectionists": (
        "dr-mcmourning",
        "zombie-chihuahua",
        "sebastian",
        "rogue-necromancy",
        "flesh-construct",
        "nurse",
    ),
    "arcanists": ("rasputina", "snow-storm", "blessed-of-december", "silent-one", "hoarcat", "ice-gamin"),
    "neverborn": ("nekima", "blood-hunter", "mature-nephilim", "lilitu", "black-blood-shaman", "terror-tot"),
    "outcasts": ("parker-barrows", "doc-mitchell", "sue", "benny-wolcomb", "wokou-raider", "bayou-smuggler"),
    "bayou": (
        "the-brewmaster",
        "apprentice-wesley",
        "fingers-leong",
        "whiskey-golem",
        "moon-shinobi",
        "tanuki",
    ),
    "ten-thunders": (
        "shenlong",
        "sensei-yu",
        "high-river-monk",
        "lotus-eater",
        "wandering-river-monk",
        "low-river-monk",
    ),
    "explorers-society": ("lucas-mccabe", "desper-laraux", "ruffian", "ruffian", "ruffian"),
}
"""By Faction the Leader's slug, then those of the others."""
PREFIX = "practice-"
KEYS = tuple(f"{PREFIX}{faction}" for faction in MEMBERS)


class PracticeCrew:
    """One of them, as a saved Crew is (``rules.game.setup.equipping.SavedCrew``)."""

    def __init__(self, key: str, figures: Figures) -> None:
        self.faction = key.removeprefix(PREFIX)
        self.figures = figures
        leader, *members = MEMBERS[self.faction]
        self.written = CrewList(self.faction, leader, SIZE, tuple(map(Member, members)))

    @property
    def name(self) -> str:
        return f"{self.figures.catalogue.profile(self.written.leader).name}’s Crew"

    @cached_property
    def report(self) -> HiringReport:
        return check_crew(self.written, self.figures.catalogue)

    def wearing(self, crew: EquippedCrew) -> EquippedCrew:
        return crew


def another(than: str, encounter: str) -> str:
    """The key of a practice Crew of a Faction other than ``than``, drawn by the name of the Encounter."""
    others = [key for key in KEYS if key.removeprefix(PREFIX) != than]
    return others[Stream(digest("mfx-practice", encounter)).below(len(others))]


def words(key: str) -> str:
    return f"{FACTIONS[key.removeprefix(PREFIX)]} (practice)"
