"""What a season is to be, drawn before it begins: who plays how long by which rules, and what befalls them.

A plan shrinks to two players, four weeks, the book's rules and nothing out of the ordinary.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from msgspec import Struct

from tests.campaigns.seasons import drawn

# Small leagues for the most part: they see as many corners and cost less.
SIZES = (*(2,) * 26, *(3,) * 6, *(4,) * 2, 6, 12)
WEEKS = (*(4,) * 12, 5, 6, 7, 8)
LARGE = 6
# Leaders are built one by one, which takes long.
MOST_BUILT = 4
# After which week the organiser calls it off; 0 for never. A whole season takes as long as four short ones.
ENDS = (0, 0, 0, 1, 1, 1, 1, 2)

# When each incident can be tried: while models are hired, before the week's games, as the story of one
# table, or once the tables are done. One that finds no occasion waits for the next.
HIRES, BEFORE, TABLE, AFTER = "hires", "before", "table", "after"
MOMENTS: dict[str, tuple[str, ...]] = {
    # at one table
    "dispute": (TABLE,),
    "early_withdrawal": (TABLE,),
    "late_withdrawal": (TABLE,),
    "voided": (TABLE,),
    "forfeit": (TABLE,),
    "own_cards": (TABLE,),
    "haggling": (TABLE,),
    # people who come, go and begin again
    "late_joiner": (HIRES, BEFORE),
    "restart": (HIRES, AFTER),
    "leaves": (AFTER, HIRES),
    "comes_back": (HIRES, BEFORE),
    "replaced": (HIRES, AFTER),
    # additional games, events, deadlines, settings
    "further_game": (BEFORE,),
    "event": (HIRES, BEFORE),
    "deadline": (HIRES, BEFORE, AFTER),
    "extended": (HIRES, BEFORE),
    "away": (HIRES, BEFORE),
    "settings": (AFTER, HIRES),
    "holiday": (HIRES, BEFORE, AFTER),
    "changed": (HIRES, BEFORE, AFTER),
    "called_off": (AFTER,),
    # rulings
    "corrected": (AFTER, HIRES),
    "owed": (AFTER, HIRES),
    "entered": (AFTER, HIRES),
    "acted_for": (HIRES, AFTER),
    "undone": (AFTER, HIRES),
    "struck": (AFTER, HIRES),
    "gift": (AFTER, HIRES),
    "reopened": (AFTER, HIRES),
    "forgiven": (AFTER, HIRES),
}
# Each as often as it takes to be met; what follows from others (``comes_back``) is not drawn by itself.
WEIGHTS = {
    "dispute": 3,
    "early_withdrawal": 3,
    "late_withdrawal": 3,
    "voided": 3,
    "forfeit": 3,
    "late_joiner": 4,
    "restart": 4,
    "corrected": 3,
    "owed": 5,
    "comes_back": 0,
    "entered": 2,
    "leaves": 2,
    "further_game": 2,
    "event": 2,
    "gift": 2,
    "reopened": 2,
    "undone": 2,
}
INCIDENTS = tuple(kind for kind in MOMENTS for _ in range(WEIGHTS.get(kind, 1)))
# They want Bounties, the week's event, or Upgrades.
OF_THE_USUAL = ("owed", "event")
NEED_A_GAME = ("corrected", "owed", "struck")
NUMBERS = (0, 2, 3, 3, 4, 5)
# What becomes of a table that nothing befalls: played to its end, or left to the deadline.
PACES = (("left", "left", "played"), (*("left",) * 7, "played"))
# Where Leaders are built more games are played and answered by their people, to
# the season's end.
THOROUGH_PACE = ("left", *("played",) * 5)
THOROUGH_ENDS = (0, 0, 0, 0, 2)


class Incident(Struct, frozen=True):
    """Something out of the ordinary, from that week on, as soon as there is an occasion."""

    week: int
    kind: str


class Plan(Struct, frozen=True):
    """``ends``: see ``ENDS``; ``by_hand``: its people found the league themselves; ``travels``: its file
    goes to another installation after each week and in the end; ``listened``: the notices listen;
    ``pace``: see ``PACES`` and ``THOROUGH_PACE``."""

    players: int
    weeks: int
    ends: int
    rules: dict[str, Any]
    incidents: tuple[Incident, ...]
    by_hand: bool
    travels: bool
    listened: bool
    thorough: bool

    @property
    def pace(self) -> tuple[str, ...]:
        return THOROUGH_PACE if self.thorough else PACES[self.players >= LARGE]


def sizes(system: str) -> tuple[int, ...]:
    """How many play in leagues of that campaign, by how often."""
    return tuple(size for size in SIZES if not system or size <= MOST_BUILT)


@st.composite
def plans(draw: Any, thicker: int, edition: str, system: str = "") -> Plan:
    """Any plan of that edition and campaign; with so many times as many incidents as usual."""
    possible = INCIDENTS if not system else tuple(kind for kind in INCIDENTS if kind not in OF_THE_USUAL)
    players = draw(st.sampled_from(sizes(system)), label="players")
    weeks = 4 if players >= LARGE else draw(st.sampled_from(WEEKS), label="weeks")
    ends = draw(st.sampled_from(THOROUGH_ENDS if system else ENDS), label="called off after")
    rules = draw(drawn.house_rules(edition, system), label="house rules")
    count = thicker * draw(st.sampled_from(NUMBERS), label="how many incidents")
    kinds = draw(
        st.lists(st.sampled_from(possible), min_size=count, max_size=count, unique=True), label="incidents"
    )
    return Plan(
        players=players,
        weeks=weeks,
        rules=rules,
        ends=ends,
        incidents=tuple(
            Incident(draw(st.integers(1, ends or weeks - 1), label=kind), kind) for kind in kinds
        ),
        by_hand=draw(st.integers(0, 5), label="by hand?") == 5,
        travels=draw(st.integers(0, 29), label="travels?") % (10 if system else 3) == 2,
        listened=draw(st.integers(0, 29), label="listened?") == 17,
        thorough=bool(system),
    )
