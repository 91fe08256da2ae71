"""Operations of ladders: rungs, challenges, and the actions of players and organisers."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import get
from mfcampaign.api.paging import Page, PageQuery, by_place
from mfcampaign.events import ladder as standing
from mfcampaign.events.access import Seat, Visit
from mfcampaign.events.api.common import EVENT, SEAT, TAG, EventReason, Number, organises, plays, visit
from mfcampaign.events.operations import ladder as challenges
from mfcampaign.events.queries import ladder as ladder_queries
from mfcampaign.events.queries.cached import cached_record
from mfcampaign.events.snapshots import ChallengeSnapshot
from rules.tournament.ladder import LadderRules


class RungRow(Struct, frozen=True):
    """One rung, 1 the top; ``moved`` rungs up by the last step (negative: down), ``challenge`` the number of
    the one that is open."""

    place: int
    player: int
    name: str
    moved: int
    challenge: int | None


class LadderView(Struct, frozen=True):
    """The ladder from the top down, its rules as figures and in sentences."""

    rules: LadderRules
    sentences: tuple[str, ...]
    rungs: tuple[RungRow, ...]


class ChallengeRow(Struct, frozen=True):
    """A challenge by players' numbers; accepted, its game is that of the round of the same ``number``.
    ``costs`` marks a refusal that cost the rung; ``late_at`` is when both sides and the organisers were
    told that it was not played in its days."""

    number: int
    challenger: int
    challenged: int
    state: str
    made_at: dt.datetime
    answer_by: dt.datetime
    play_by: dt.datetime | None
    late_at: dt.datetime | None
    ended_at: dt.datetime | None
    costs: bool
    reason: str


class NewChallenge(Struct, frozen=True, forbid_unknown_fields=True):
    """The number of the player whom you challenge."""

    whom: Number


class ChallengeAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you accept the challenge that waits for you."""

    accept: bool


class RungPlacing(Struct, frozen=True, forbid_unknown_fields=True):
    """A player, by number, the new rung, and the reason, which everybody reads."""

    player: Number
    rung: Number
    reason: Annotated[str, Meta(min_length=3, max_length=300)]


@get(f"{EVENT}ladder/", LadderView, open=True, tag=TAG)
def event_ladder(call: PortalCall, event: str) -> LadderView:
    """The state of a ladder; empty before it begins. 404 for an event of another format."""
    row = visit(call, event).event
    if not row.climbing:
        raise Http404
    rules = standing.rules_of(row)
    rungs = tuple(
        RungRow(r.place, r.player.number, r.player.name, r.moved, r.challenge.number if r.challenge else None)
        for r in ladder_queries.rungs(row)
    )
    return LadderView(rules, rules.sentences(), rungs)


@get(f"{EVENT}challenges/", Page[ChallengeRow], query=PageQuery, open=True, tag=TAG)
def event_challenges(call: PortalCall, event: str) -> Page[ChallengeRow]:
    """Every challenge of a ladder, the first one first."""
    return by_place(cached_record(visit(call, event).event).challenges, call.query, challenge_row)


def challenge_row(row: ChallengeSnapshot) -> ChallengeRow:
    return ChallengeRow(
        row.number,
        row.challenger.number,
        row.challenged.number,
        row.state,
        row.made_at,
        row.answer_by,
        row.play_by,
        row.late_at,
        row.ended_at,
        row.costs,
        row.reason,
    )


@plays("post", f"{SEAT}challenge/", example={"whom": 1})
def challenge_player(call: PersonCall, here: Seat, body: NewChallenge) -> str:
    """Challenge a player above you; the page of your code lists whom you may challenge."""
    challenge = challenges.challenge(here.event, call.user, here.player.number, body.whom)
    return f"You challenged {challenge.challenged.name}."


@plays("post", f"{SEAT}answer/", example={"accept": True})
def answer_challenge(call: PersonCall, here: Seat, body: ChallengeAnswer) -> str:
    """Accept the challenge that waits for you, and its Encounter is drawn; or refuse it."""
    challenges.answer(here.event, call.user, here.player.number, accept=body.accept)
    return "Accepted: agree on a day, and report the result here." if body.accept else "Refused."


@plays("post", f"{SEAT}withdraw/")
def withdraw_challenge(call: PersonCall, here: Seat) -> str:
    """Take your challenge back while it waits for an answer."""
    challenges.withdraw(here.event, call.user, here.player.number)
    return "Taken back."


@organises("post", f"{EVENT}challenges/<int:challenge>/lift/", example={"reason": "One of them moved away."})
def lift_challenge(call: PersonCall, visit: Visit, challenge: int, body: EventReason) -> str:
    """Call an open challenge off: it never was."""
    challenges.lift(visit.event, call.user, challenge, body.reason)
    return "The challenge is cancelled."


@organises(
    "post",
    f"{EVENT}organise/place/",
    example={"player": 4, "rung": 2, "reason": "Second of the last season."},
)
def place_on_rung(call: PersonCall, visit: Visit, body: RungPlacing) -> str:
    """Put a player on a rung; the others keep their order."""
    challenges.place(visit.event, call.user, body.player, body.rung, body.reason)
    return f"Put on rung {body.rung}."
