"""Routes: which acts of a league are notified to whom, and under which webhook topic.

The kind of an act (``week.closed``) decides, by the longest entry that begins it. An act without an entry is
notified to nobody and sent nowhere: it is in the diary alone.
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


class Route(Struct, frozen=True):
    """``kind`` of the notice, whom it concerns, ``topic`` of the webhook."""

    kind: Kind
    to: str
    topic: str


_ROUTES = {
    "week.": Route(Kind.NEWS, ALL, "weeks"),
    # What follows is told: the week closes, or somebody is called to what holds it open.
    "week.deadline": Route(Kind.NEWS, NOBODY, "weeks"),
    "week.contest_entered": Route(Kind.NEWS, NOBODY, "weeks"),
    "league.started": Route(Kind.NEWS, ALL, "weeks"),
    "league.registration_closed": Route(Kind.NEWS, ALL, "weeks"),
    "league.cancelled": Route(Kind.NEWS, ALL, "weeks"),
    "encounter.reported": Route(Kind.NEWS, NOBODY, "games"),
    "encounter.confirmed": Route(Kind.NEWS, TABLE, "games"),
    "encounter.report_withdrawn": Route(Kind.NEWS, TABLE, "games"),
    "encounter.consented": Route(Kind.NEWS, TABLE, "games"),
    "encounter.objected": Route(Kind.RULING, TABLE, "games"),
    "encounter.ruled": Route(Kind.RULING, TABLE, "games"),
    "encounter.forfeited": Route(Kind.RULING, TABLE, "games"),
    # Each of the two sees the other's wish on the Encounter's own page, which calls them.
    "encounter.begun": Route(Kind.NEWS, NOBODY, "games"),
    "encounter.given_up": Route(Kind.NEWS, TABLE, "games"),
    "encounter.restored": Route(Kind.RULING, TABLE, "games"),
    "encounter.round_void": Route(Kind.NEWS, NOBODY, "games"),
    "encounter.set_aside": Route(Kind.RULING, TABLE, "games"),
    "aftermath.": Route(Kind.NEWS, NOBODY, "arsenals"),
    "hire.": Route(Kind.NEWS, NOBODY, "arsenals"),
    "aftermath.cards_": Route(Kind.RULING, TABLE, "rulings"),
    "restart.": Route(Kind.NEWS, NOBODY, "arsenals"),
    "restart.asked": Route(Kind.MEMBERSHIP, ORGANISERS, "arsenals"),
    "restart.begun": Route(Kind.MEMBERSHIP, ORGANISERS, "arsenals"),
    "restart.came_in": Route(Kind.MEMBERSHIP, ORGANISERS, "arsenals"),
    "restart.called_off": Route(Kind.MEMBERSHIP, ORGANISERS, "arsenals"),
    # An offer notifies the other player itself; an agreed game is on both their pages.
    "additional.": Route(Kind.NEWS, NOBODY, "games"),
    "playoff.decided": Route(Kind.RULING, ALL, "rulings"),
    "division.": Route(Kind.NEWS, ALL, "people"),
    "league.next_season": Route(Kind.NEWS, ALL, "weeks"),
    "league.ruling": Route(Kind.RULING, ALL, "rulings"),
    "league.rules_in_force": Route(Kind.RULING, ALL, "rulings"),
    "league.settings_changed": Route(Kind.RULING, ALL, "rulings"),
    "cost.": Route(Kind.RULING, ALL, "rulings"),
    "points.": Route(Kind.RULING, ALL, "rulings"),
    "team.": Route(Kind.NEWS, NOBODY, "people"),
    "league.announced": Route(Kind.NEWS, ALL, "weeks"),
    "league.changed": Route(Kind.RULING, ALL, "weeks"),
    "league.charts_changed": Route(Kind.RULING, ALL, "rulings"),
    "league.pack_changed": Route(Kind.RULING, ALL, "rulings"),
    "league.figures_adopted": Route(Kind.RULING, ALL, "rulings"),
    "league.figures_in_force": Route(Kind.RULING, ALL, "rulings"),
    "league.joined": Route(Kind.MEMBERSHIP, ORGANISERS, "people"),
    "league.left": Route(Kind.MEMBERSHIP, ORGANISERS, "people"),
    "league.player_left": Route(Kind.MEMBERSHIP, ORGANISERS, "people"),
    "entry.": Route(Kind.MEMBERSHIP, ORGANISERS, "people"),
    "league.guest_linked": Route(Kind.MEMBERSHIP, ORGANISERS, "people"),
    "league.organiser_": Route(Kind.MEMBERSHIP, ALL, "people"),
}


# In the diary, and nobody's news: hidden Crews, one's own settings, and what only its maker waits for.
SILENT = (
    "arsenal.",
    "encounter.crew_",
    "encounter.schemes_chosen",
    "encounter.size_proposed",
    "forecast.part",
    "league.announcement_taken_away",
    "league.exported",
    "league.file_read",
    "league.forecast",
    "league.import",
    "league.invit",
    "league.sandbox",
    "sandbox.",
    # The act itself notifies the organisers and the person who asked.
    "league.join_",
    "league.opened",
    "pairing.",
    "template.",
)


def route_of(act_kind: str) -> Route | None:
    """The route of acts of this kind; ``None`` when nobody is notified."""
    begun = [prefix for prefix in _ROUTES if act_kind.startswith(prefix)]
    return _ROUTES[max(begun, key=len)] if begun else None
