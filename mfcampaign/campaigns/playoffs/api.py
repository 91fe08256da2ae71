"""Endpoints of the play-offs: the bracket, and an organiser's decision of a match."""

from __future__ import annotations

from msgspec import Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import act, get
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.api_access import LEAGUE, Id, LeagueReason, league
from mfcampaign.campaigns.playoffs import operations, queries

TAG = "Pairings"
PLAYOFFS = f"{LEAGUE}play-offs/"


class PlayOffPlace(Struct, frozen=True):
    """One half of a match: an entry with its seed, or null and in words where it comes from."""

    entry: int | None
    seed: int | None
    label: str
    vp: int | None


class PlayOffMatch(Struct, frozen=True):
    """One match; ``why`` says how its winner was found, ``table`` is that of its game in ``week``."""

    number: int
    round: str
    week: int
    table: int | None
    places: tuple[PlayOffPlace, PlayOffPlace]
    winner: int | None
    bye: bool
    why: str


class PlayOffBracket(Struct, frozen=True):
    """``drawn``: the seeds are fixed; before that the bracket is as the standings are now. Without play-offs
    ``size`` is 0."""

    drawn: bool
    size: int
    first_week: int | None
    champion: int | None
    matches: tuple[PlayOffMatch, ...]


class MatchDecision(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """The winner of a match, and the reason."""

    winner: Id


@get(PLAYOFFS, PlayOffBracket, open=True, tag=TAG)
def playoffs(call: PortalCall, slug: str) -> PlayOffBracket:
    """The play-offs of the season (A-43), round by round."""
    shown = queries.bracket(league(call, slug).campaign)
    if shown is None:
        return PlayOffBracket(False, 0, None, None, ())
    matches = tuple(
        PlayOffMatch(
            match.number,
            match.name,
            match.week,
            match.table,
            (_place(match.places[0]), _place(match.places[1])),
            match.winner,
            match.bye,
            match.why,
        )
        for row in shown.rounds
        for match in row.matches
    )
    champion = shown.champion.pk if shown.champion is not None else None
    return PlayOffBracket(shown.drawn, shown.size, shown.first_week, champion, matches)


def _place(place: queries.BracketPlace) -> PlayOffPlace:
    return PlayOffPlace(place.entry.pk if place.entry else None, place.seed, place.text, place.vp)


@act(
    "post",
    f"{PLAYOFFS}<int:match>/decide/",
    access.organiser,
    scope="organise",
    page="campaigns:playoffs",
    example={"winner": 3, "reason": "They agreed to flip for it."},
    tag=TAG,
)
def decide_playoff_match(call: PersonCall, visit: LeagueVisit, match: int, body: MatchDecision) -> str:
    """Decide a match of the play-offs, until the next round is paired."""
    operations.decide(visit.campaign, call.user, match, body.winner, body.reason, key=call.key)
    return "The match is decided; the diary says why."
