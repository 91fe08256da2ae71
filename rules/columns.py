"""The columns of standings, each said once: what leagues and events rank by, show and write to files.

>>> Criterion.WINS.words, Criterion.WINS.column.title, [str(each) for each in LEAGUE_TABLE][:3]
('wins', 'Won', ['played', 'wins', 'draws'])
"""

from __future__ import annotations

import enum

from msgspec import Struct


class Criterion(enum.StrEnum):
    """What standings can be ordered by: the first of an order ranks, each further one is a
    tiebreak. All count upwards but those whose column says ``fewer``."""

    POINTS = "points"
    WINS = "wins"
    DRAWS = "draws"
    LOSSES = "losses"
    DIFFERENCE = "difference"
    VICTORY_POINTS = "victory-points"
    CONCEDED = "conceded"
    OPPONENTS = "opponents"
    OPPONENTS_CUT = "opponents-cut"
    OPPONENTS_OPPONENTS = "opponents-opponents"
    BEATEN = "beaten"
    HEAD_TO_HEAD = "head-to-head"
    PLAYED = "played"
    BYES = "byes"
    ARSENAL = "arsenal"
    RATING = "rating"
    BOUNTIES = "bounties"
    SCRIP = "scrip"

    @property
    def column(self) -> Column:
        return COLUMNS[self]

    @property
    def words(self) -> str:
        return COLUMNS[self].words


class Column(Struct, frozen=True, kw_only=True):
    """A column of standings. ``words`` name it in a sentence, ``title`` over a table; ``fewer`` is better.

    ``held`` is the field of ``Holding`` that it shows, empty for what games feed; ``measure`` is the word by
    which a league's table may be ordered by it in an address. In a league's table of its own it is the
    ``field`` of a row, as programs read it, and ``heading`` in files; both empty where it has none there.
    """

    words: str
    title: str
    fewer: bool = False
    held: str = ""
    measure: str = ""
    field: str = ""
    heading: str = ""


COLUMNS = {
    Criterion.POINTS: Column(words="tournament points", title="Tournament points"),
    Criterion.PLAYED: Column(words="games played", title="Games", field="played", heading="played"),
    Criterion.WINS: Column(words="wins", title="Won", measure="wins", field="wins", heading="won"),
    Criterion.DRAWS: Column(words="draws", title="Drawn", field="draws", heading="drawn"),
    Criterion.LOSSES: Column(words="losses", title="Lost", fewer=True, field="losses", heading="lost"),
    Criterion.BYES: Column(words="byes", title="Byes", fewer=True, field="byes", heading="byes"),
    Criterion.VICTORY_POINTS: Column(
        words="Victory Points", title="VP", measure="vp", field="vp", heading="vp"
    ),
    Criterion.DIFFERENCE: Column(
        words="difference of Victory Points",
        title="VP ±",
        measure="difference",
        field="difference",
        heading="vp_difference",
    ),
    Criterion.CONCEDED: Column(words="Victory Points conceded", title="Victory Points conceded", fewer=True),
    Criterion.OPPONENTS: Column(words="strength of schedule", title="Strength of schedule"),
    Criterion.OPPONENTS_CUT: Column(
        words="strength of schedule without the weakest", title="Strength of schedule without the weakest"
    ),
    Criterion.OPPONENTS_OPPONENTS: Column(
        words="opponents' strength of schedule", title="Opponents' strength of schedule"
    ),
    Criterion.BEATEN: Column(words="strength of those beaten", title="Strength of those beaten"),
    Criterion.HEAD_TO_HEAD: Column(words="games among the tied", title="Games among the tied"),
    Criterion.ARSENAL: Column(
        words="Arsenal value",
        title="Arsenal value",
        held="arsenal",
        measure="arsenal",
        field="arsenal_value",
        heading="arsenal_value",
    ),
    Criterion.RATING: Column(
        words="campaign rating", title="Campaign rating", held="rating", measure="rating"
    ),
    Criterion.BOUNTIES: Column(words="Bounties", title="Bounties", held="bounties", measure="bounties"),
    Criterion.SCRIP: Column(
        words="Scrip", title="Scrip", held="scrip", measure="scrip", field="scrip", heading="scrip"
    ),
}
LEAGUE_TABLE = (
    Criterion.PLAYED,
    Criterion.WINS,
    Criterion.DRAWS,
    Criterion.LOSSES,
    Criterion.BYES,
    Criterion.VICTORY_POINTS,
    Criterion.DIFFERENCE,
    Criterion.SCRIP,
    Criterion.ARSENAL,
)
"""What every league's table shows, in this order, whatever it ranks by."""
