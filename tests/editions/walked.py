"""What the walk through the portal expects of an edition by name; all else it reads off its record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules.edition import Edition, edition_of
from tests.editions.m0e import EDITION
from tests.editions.m0e.factions import FACTIONS


class Walked(Struct, frozen=True, kw_only=True):
    """Slugs of figures, words of pages, cards that are flipped, entries of a record.

    ``searched`` are the models of the built Crew's Faction with that word, ``hired`` join it, ``too_many`` is
    one that may not join as well; ``named`` are models as a person writes them with the Health that a record
    gives each; ``entries`` are a league's game from Turn 1 on, each by its seat, ``vp`` what they come to.
    ``conditions`` are one that its recorder offers and one that another edition's does; ``start`` and
    ``offered`` words of the pages of a new Arsenal and of New Hires.
    """

    edition: Edition
    factions: tuple[str, ...]
    searched: tuple[str, tuple[str, ...]]
    compared: tuple[str, str]
    stats: tuple[str, str]
    upgrade: str
    leader: str
    hired: tuple[str, ...]
    attached: str = ""
    too_many: tuple[str, str]
    no_faction: str
    priced: tuple[Mapping[str, Any], int]
    cards: str
    strategy: str
    deployment: str
    zone: str
    named: Mapping[str, int]
    tried: str
    schemes: tuple[str, ...]
    pool: tuple[str, ...]
    entries: tuple[Mapping[str, Any], ...]
    vp: tuple[int, int]
    conditions: tuple[str, str]
    setting: str
    start: str
    offered: str

    @property
    def code(self) -> str:
        return self.edition.code

    @property
    def name(self) -> str:
        return self.edition.name

    @property
    def season(self) -> str:
        return self.edition.setup.usual_season

    @property
    def size(self) -> int:
        return self.edition.setup.usual_size


TOY = Walked(
    edition=EDITION,
    factions=tuple(FACTIONS),
    searched=("", ("old-brine", "rake", "saltwife")),
    compared=("saltwife", "rake"),
    stats=("Pace", "Grit"),
    upgrade="Whetted Edge",
    leader="old-brine",
    hired=("saltwife", "rake"),
    attached="whetted-edge",
    too_many=("rake", "More than 5 models"),
    no_faction="one of the two Factions",
    priced=({"faction": "ember", "leader": "cinder-abbot", "members": [{"slug": "stoker"}]}, 5),
    cards="9m",
    strategy="Hold the Mill",
    deployment="Wharf",
    zone="of two opposite",
    named={"Cinder Abbot": 9, "Rat 2": 2},
    tried="Stoker",
    schemes=("Bring Flour", "Count Sacks"),
    pool=("Bring Flour", "Mind the Wheel", "Count Sacks"),
    entries=(
        {"seat": 0, "tap": "turn:2"},
        {"seat": 0, "tap": "score:0:Hold the Mill:strategy"},
        {"seat": 1, "tap": "score:1:Count Sacks:end"},
        {"seat": 0, "tap": "slay:b1"},
        {"seat": 0, "do": "finished_off", "model": "b1", "card": "9r", "how": "killed"},
        {"seat": 0, "tap": "turn:3"},
        {"seat": 0, "tap": "turn:4"},
    ),
    vp=(1, 1),
    conditions=("Damp", "Stunned"),
    setting="Two, as in an ordinary game.",
    start="Old Brine",
    offered="Stoker",
)
FOURTH = Walked(
    edition=edition_of("m4e"),
    factions=("guild", "explorers-society"),
    searched=("hoffman", ("charles-hoffman-inventor", "charles-hoffman-steel-sculptor")),
    compared=("hunter", "Guardian"),
    stats=("Sp", "Health"),
    upgrade="Ultimate Creation",
    leader="charles-hoffman-inventor",
    hired=("edie-clark", "hunter", "guardian"),
    too_many=("lady-justice-death-touched", "a Crew has one alone"),
    no_faction="one of the eight Factions",
    priced=(
        {
            "faction": "guild",
            "leader": "charles-hoffman-inventor",
            "members": [{"slug": "edie-clark"}, {"slug": "hunter"}],
        },
        6,
    ),
    cards="9m 4r 1r 2r 3r",
    strategy="Boundary Dispute",
    deployment="Standard",
    zone="of two opposite edges",
    named={"Lady Justice, Death-Touched": 14, "Rat 2": 2},
    tried="Hunter",
    schemes=("Breakthrough", "Take the Highground"),
    pool=("Breakthrough", "Take the Highground", "Ensnare"),
    entries=(
        {"seat": 0, "tap": "turn_ends"},
        {"seat": 0, "do": "counted", "first": "2", "second": "0"},
        {"seat": 0, "tap": "turn:2"},
        {"seat": 0, "tap": "turn_ends"},
        {"seat": 1, "do": "counted", "first": "0", "second": "1"},
        {"seat": 0, "tap": "slay:b1"},
        {"seat": 0, "do": "finished_off", "model": "b1", "card": "9r", "how": "killed"},
        {"seat": 0, "tap": "turn:3"},
        {"seat": 0, "tap": "turn:4"},
    ),
    vp=(1, 1),
    conditions=("Entranced", "Paralyzed"),
    setting="3 where half of all Crews should flip again",
    start="Melissa K.O.R.E.",
    offered="Done hiring",
)
WALKED = {each.code: each for each in (TOY, FOURTH)}
