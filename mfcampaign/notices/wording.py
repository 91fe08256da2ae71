"""Which acts of a league are told to whom, and under which topic a webhook hears of them.

Acts are known by their kind (``week.closed``); the longest entry that begins it decides. An act that
no entry knows is told to nobody and sent to nobody: the diary has it.
"""

from __future__ import annotations

from msgspec import Struct

from mfcampaign.notices.models.notice import Kind

ALL, TABLE, ORGANISERS, NOBODY = "all", "table", "organisers", ""

TOPICS = {
    "weeks": "Weeks: opening, hires, pairings, Weekly Events, deadlines",
    "games": "Games: what was reported, confirmed, ruled",
    "arsenals": "Arsenals: hires, Aftermaths, new starts",
    "rulings": "Rulings, corrections and house rules",
    "people": "Who joins and who leaves",
}


class Manner(Struct, frozen=True):
    """``kind`` of the notice, whom it concerns, ``topic`` of the webhook."""

    kind: Kind
    to: str
    topic: str


_MANNERS = {
    "week.": Manner(Kind.NEWS, ALL, "weeks"),
    # What follows is told: the week closes, or somebody is called to what holds it open.
    "week.deadline": Manner(Kind.NEWS, NOBODY, "weeks"),
    "week.contest_entered": Manner(Kind.NEWS, NOBODY, "weeks"),
    "league.started": Manner(Kind.NEWS, ALL, "weeks"),
    "league.registration_closed": Manner(Kind.NEWS, ALL, "weeks"),
    "league.cancelled": Manner(Kind.NEWS, ALL, "weeks"),
    "encounter.reported": Manner(Kind.NEWS, NOBODY, "games"),
    "encounter.confirmed": Manner(Kind.NEWS, TABLE, "games"),
    "encounter.objected": Manner(Kind.RULING, TABLE, "games"),
    "encounter.ruled": Manner(Kind.RULING, TABLE, "games"),
    "encounter.forfeited": Manner(Kind.RULING, TABLE, "games"),
    "aftermath.": Manner(Kind.NEWS, NOBODY, "arsenals"),
    "hire.": Manner(Kind.NEWS, NOBODY, "arsenals"),
    "aftermath.cards_": Manner(Kind.RULING, TABLE, "rulings"),
    "anew.": Manner(Kind.NEWS, NOBODY, "arsenals"),
    "anew.asked": Manner(Kind.MEMBERSHIP, ORGANISERS, "arsenals"),
    "anew.begun": Manner(Kind.MEMBERSHIP, ORGANISERS, "arsenals"),
    "anew.came_in": Manner(Kind.MEMBERSHIP, ORGANISERS, "arsenals"),
    "anew.called_off": Manner(Kind.MEMBERSHIP, ORGANISERS, "arsenals"),
    # An offer calls the other by itself; an agreed game stands on both their pages.
    "extra.": Manner(Kind.NEWS, NOBODY, "games"),
    "league.ruling": Manner(Kind.RULING, ALL, "rulings"),
    "league.rules_in_force": Manner(Kind.RULING, ALL, "rulings"),
    "league.settings_changed": Manner(Kind.RULING, ALL, "rulings"),
    "league.charts_changed": Manner(Kind.RULING, ALL, "rulings"),
    "league.pack_changed": Manner(Kind.RULING, ALL, "rulings"),
    "league.joined": Manner(Kind.MEMBERSHIP, ORGANISERS, "people"),
    "entry.": Manner(Kind.MEMBERSHIP, ORGANISERS, "people"),
    "league.organiser_": Manner(Kind.MEMBERSHIP, ALL, "people"),
}


# In the diary, and nobody's news: hidden Crews, one's own desk, and what only its maker waits for.
SILENT = (
    "arsenal.",
    "encounter.crew_",
    "encounter.size_proposed",
    "forecast.part",
    "league.exported",
    "league.file_read",
    "league.forecast",
    "league.import",
    "league.invit",
    "league.opened",
    "pairing.",
    "template.",
)


def manner_of(act_kind: str) -> Manner | None:
    """How acts of this kind are told; ``None`` when they are not."""
    begun = [known for known in _MANNERS if act_kind.startswith(known)]
    return _MANNERS[max(begun, key=len)] if begun else None
