"""Endpoints of rulings: preview, carry out, read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from functools import partial
from typing import Annotated

from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import Done, act, asks, get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.campaigns import access
from mfcampaign.campaigns.access import LeagueVisit, Seat
from mfcampaign.campaigns.api_access import GAME, LEAGUE, LeagueReason, Words, league, organised
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.models import Ruling
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings import queries as rulings_page
from mfcampaign.campaigns.rulings.requests import AnyRequest
from rules.game.results.result import EncounterResult

TAG = "Rulings"


class RulingChange(Struct, frozen=True):
    """One change of a ruling; ``before`` and ``after`` where it has both."""

    sentence: str
    before: str
    after: str


class RulingRow(Struct, frozen=True):
    """A ruling; ``undoes`` and ``undone_by`` are numbers of others."""

    number: int
    title: str
    reason: str
    by: str
    at: dt.datetime
    changes: tuple[RulingChange, ...]
    undoes: int | None
    undone_by: int | None


class RulingQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """What an organiser wants to correct; ``type`` is the kind of ruling."""

    request: AnyRequest


class NewRuling(Struct, frozen=True, forbid_unknown_fields=True):
    """The request, why, and the ``digest`` of the plan that was shown: a plan that has changed is refused."""

    request: AnyRequest
    reason: Words
    digest: Annotated[str, Meta(min_length=32, max_length=32, pattern="^[0-9a-f]+$")]


class RulingPlan(Struct, frozen=True):
    """All that a ruling would do, and what it would leave and why."""

    title: str
    digest: str
    changes: tuple[str, ...]
    stays: tuple[str, ...]
    choices: tuple[str, ...]


@get(f"{LEAGUE}rulings/", Page[RulingRow], query=PageQuery, open=True, tag=TAG)
def rulings(call: PortalCall, slug: str) -> Page[RulingRow]:
    """Every ruling with its reason, who made it and what it changed; the newest first."""
    rows = rulings_page.rulings(league(call, slug).campaign)
    return by_key(rows, call.query, _rows, key="number")


@get(f"{LEAGUE}rulings/<int:number>/", RulingRow, open=True, tag=TAG)
def ruling(call: PortalCall, slug: str, number: int) -> RulingRow:
    """One ruling."""
    row = rulings_page.rulings(league(call, slug).campaign).filter(number=number).first()
    if row is None:
        raise Http404
    return _row(row)


def _rows(rulings: Iterable[Ruling]) -> list[RulingRow]:
    return [_row(row) for row in rulings]


def _row(row: Ruling) -> RulingRow:
    read = rulings_page.read(row)
    changes = tuple(RulingChange(change.sentence, change.before, change.after) for change in read.changes)
    undone = read.undone
    return RulingRow(
        row.number,
        row.title,
        row.reason,
        str(row.by or ""),
        row.created_at,
        changes,
        row.undoes.number if row.undoes is not None else None,
        undone.number if undone is not None else None,
    )


@asks(
    f"{LEAGUE}rulings/preview/",
    RulingPlan,
    body=RulingQuestion,
    scope="organise",
    tag=TAG,
    example={"request": {"type": "Give", "entry": 3, "what": "scrip", "amount": 1}},
)
def preview_ruling(call: PersonCall, slug: str) -> RulingPlan:
    """Preview a ruling."""
    campaign = organised(call, slug)
    plan = ruling_operations.preview(campaign, call.user, call.body.request)
    return RulingPlan(
        plan.title,
        plan.digest,
        tuple(change.sentence for change in plan.changes),
        plan.stays,
        tuple(choice.key for choice in plan.choices),
    )


@act(
    "post",
    f"{LEAGUE}rulings/",
    access.organiser,
    example={
        "request": {"type": "Give", "entry": 3, "what": "scrip", "amount": 1},
        "reason": "A prize of the evening.",
        "digest": "0123456789abcdef0123456789abcdef",
    },
    scope="organise",
    status=201,
    tag=TAG,
)
def make_ruling(call: PersonCall, visit: LeagueVisit, body: NewRuling) -> Done[RulingRow]:
    """Make a ruling, exactly as the preview showed it."""
    campaign = visit.campaign
    ruling = ruling_operations.rule(campaign, call.user, body.request, body.reason, seen=body.digest)
    return Done("", _row(rulings_page.rulings(campaign).get(number=ruling.number)))


class RuledResult(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """The result as an organiser rules it."""

    result: EncounterResult


class ForfeitingSeat(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """The seat that forfeits."""

    seat: Annotated[int, Meta(ge=0, le=1)]


settles = partial(act, access=access.organised_table, scope="organise", tag="Organising")


@settles(
    "post",
    f"{GAME}rule/",
    example={
        "result": {
            "ended_turn": 5,
            "seats": [{"strategy_vp": [0, 1, 1], "vp": 2}, {"strategy_vp": [0, 0, 1], "vp": 1}],
        },
        "reason": "Both told me so.",
    },
)
def rule_result(call: PersonCall, seat: Seat, body: RuledResult) -> str:
    """Rule the result of a game in which you do not play."""
    results.rule(seat.game, call.user, body.result, body.reason)
    return ""


@settles(
    "post",
    f"{GAME}encounter/set-aside/",
    example={"reason": "The engine asks the same question again and again."},
)
def set_encounter_aside(call: PersonCall, seat: Seat, body: LeagueReason) -> str:
    """End the Encounter that a table plays or records here, without a result: its players may begin another.
    The diary and the fate page of either tell it."""
    league_play.set_aside(seat, call.user, body.reason)
    return ""


@settles("post", f"{GAME}forfeit/", example={"seat": 0, "reason": "Did not come."})
def rule_forfeit(call: PersonCall, seat: Seat, body: ForfeitingSeat) -> str:
    """Report that one side did not come."""
    results.forfeit(seat.game, call.user, seat.sides[body.seat], body.reason)
    return ""
