"""Endpoints of rulings: preview, carry out, read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from typing import Annotated

from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import acts, asks, get
from mfcampaign.api.paging import Page, PageQuery, by_key
from mfcampaign.campaigns.access import Seat
from mfcampaign.campaigns.api_access import GAME, LEAGUE, LeagueReason, Words, league, organised, seat_of
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


@acts(
    "post",
    f"{LEAGUE}rulings/",
    RulingRow,
    body=NewRuling,
    example={
        "request": {"type": "Give", "entry": 3, "what": "scrip", "amount": 1},
        "reason": "A prize of the evening.",
        "digest": "0123456789abcdef0123456789abcdef",
    },
    scope="organise",
    status=201,
    tag=TAG,
)
def make_ruling(call: PersonCall, slug: str) -> RulingRow:
    """Make a ruling, exactly as the preview showed it."""
    campaign = organised(call, slug)
    body: NewRuling = call.body
    ruling = ruling_operations.rule(campaign, call.user, body.request, body.reason, seen=body.digest)
    return _row(rulings_page.rulings(campaign).get(number=ruling.number))


class RuledResult(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """The result as an organiser rules it."""

    result: EncounterResult


class ForfeitingSeat(LeagueReason, frozen=True, forbid_unknown_fields=True):
    """The seat that forfeits."""

    seat: Annotated[int, Meta(ge=0, le=1)]


def _ruling(call: PortalCall, slug: str, week: int, table: int) -> Seat:
    seat = seat_of(call, slug, week, table)
    if not seat.standing.organiser:
        raise Http404
    return seat


@acts(
    "post",
    f"{GAME}rule/",
    body=RuledResult,
    example={
        "result": {
            "ended_turn": 5,
            "seats": [{"strategy_vp": [0, 1, 1], "vp": 2}, {"strategy_vp": [0, 0, 1], "vp": 1}],
        },
        "reason": "Both told me so.",
    },
    scope="organise",
    tag="Organising",
)
def rule_result(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Rule the result of a game in which you do not play."""
    seat = _ruling(call, slug, week, table)
    results.rule(seat.game, call.user, call.body.result, call.body.reason)


@acts(
    "post",
    f"{GAME}encounter/set-aside/",
    body=LeagueReason,
    example={"reason": "The engine asks the same question again and again."},
    scope="organise",
    tag="Organising",
)
def set_encounter_aside(call: PersonCall, slug: str, week: int, table: int) -> None:
    """End the Encounter that a table plays or records here, without a result: its players may begin another.
    The diary and the fate page of either tell it."""
    league_play.set_aside(_ruling(call, slug, week, table), call.user, call.body.reason)


@acts(
    "post",
    f"{GAME}forfeit/",
    body=ForfeitingSeat,
    example={"seat": 0, "reason": "Did not come."},
    scope="organise",
    tag="Organising",
)
def rule_forfeit(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Report that one side did not come."""
    seat = _ruling(call, slug, week, table)
    results.forfeit(seat.game, call.user, seat.sides[call.body.seat], call.body.reason)
