"""Endpoints of a game: size, Crew, report, confirmation, objection; additional games."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from django.db.models import Q, QuerySet
from django.http import Http404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import acts, get
from mfcampaign.api.form_validation import filled
from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.api_access import GAME, LEAGUE, Id, league, played_side, player
from mfcampaign.campaigns.game import additional, results
from mfcampaign.campaigns.game import crew_queries as crew_page
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import queries as game_page
from mfcampaign.campaigns.game import schemes as written
from mfcampaign.campaigns.game.forms import SizeForm
from mfcampaign.campaigns.game.report_forms import ReasonForm
from mfcampaign.campaigns.game.schemes import WrittenSchemes
from mfcampaign.campaigns.models import Entry, GameProposal
from rules.campaign.crew import CampaignCrew
from rules.game.results.result import EncounterOutcome, EncounterResult
from rules.game.setup.scenario import Scenario
from rules.game.setup.schemes import WrittenScheme
from rules.refusal import CheckReport

TAG = "Games"


class LeagueGameSideView(Struct, frozen=True):
    """One side as everyone who may look sees it; ``crew`` once both are revealed."""

    seat: int
    entry: int
    label: str
    faction: str
    mine: bool
    attacker: bool
    handed_in: bool
    proposed_size: int | None
    crew: game_page.RevealedCrew | None
    vp: int | None
    won: bool
    forfeited: bool


class ReportRow(Struct, frozen=True):
    """A result as somebody wrote it down, and what it comes to."""

    number: int
    state: str
    by: str
    result: EncounterResult
    outcome: EncounterOutcome
    objection: str
    reason: str


class LeagueGameView(Struct, frozen=True):
    """One game. ``size`` in Soulstones, at most ``ceiling``; ``report`` is the newest one; ``written``
    what may be seen of Schemes that were written down."""

    week: int
    table: int
    state: str
    additional: bool
    ceiling: int
    size: int | None
    scenario: Scenario | None
    sides: tuple[LeagueGameSideView, LeagueGameSideView]
    report: ReportRow | None
    next: str
    written: tuple[WrittenSchemes, ...] = ()


class EncounterSize(Struct, frozen=True, forbid_unknown_fields=True):
    """In Soulstones."""

    size: Annotated[int, Meta(ge=1, le=1000)]


class OwnCrew(Struct, frozen=True):
    """Your Crew for this game, hidden until both are in."""

    crew: CampaignCrew
    report: CheckReport
    legal: bool
    handed_in: bool


class ChosenSchemes(Struct, frozen=True, forbid_unknown_fields=True):
    """Two Schemes of the pool; ``own`` and ``enemy`` are the ids of hired models."""

    schemes: Annotated[tuple[WrittenScheme, ...], Meta(max_length=9)]


class NewReport(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole result; everything impossible in it is named."""

    result: EncounterResult


class ReportConfirmation(Struct, frozen=True, forbid_unknown_fields=True):
    """``number`` of the report that was read: a newer one is not confirmed by it."""

    number: Annotated[int, Meta(ge=1, le=30_000)] | None = None


class ReportObjection(Struct, frozen=True, forbid_unknown_fields=True):
    """What is wrong with report ``number``; the league can read it."""

    reason: Annotated[str, Meta(min_length=1, max_length=500)]
    number: Annotated[int, Meta(ge=1, le=30_000)] | None = None


class GameOfferRow(Struct, frozen=True):
    """An additional game that somebody offers; ``set_up`` is ``reuse`` or ``new`` (by fate)."""

    id: int
    week: int
    by: int
    to: int
    set_up: str
    state: str
    at: dt.datetime


class NewGameOffer(Struct, frozen=True, forbid_unknown_fields=True):
    """The opponent you want, by the number of their entry."""

    opponent: Id
    set_up: Literal["reuse", "new"] = "reuse"


@get(GAME, LeagueGameView, open=True, tag=TAG)
def league_game(call: PortalCall, slug: str, week: int, table: int) -> LeagueGameView:
    """The state of one game. It shows nothing of a hidden Crew to anybody."""
    standing = access.playing(league(call, slug), week, table)
    seat = access.at_table(standing, week, table)
    page = game_page.game_page_of(seat)
    step = game_page.after_of(page, standing).step
    game = seat.game
    sides = [
        LeagueGameSideView(
            side.seat,
            row.entry_id,
            side.label,
            side.faction,
            side.mine,
            side.attacker,
            side.handed_in,
            side.proposed_size,
            side.crew,
            side.vp,
            side.won,
            side.forfeited,
        )
        for side, row in zip(page.sides, seat.sides, strict=True)
    ]
    newest = game.reports.order_by("-number").first() if page.report is not None else None
    report = None
    if newest is not None and page.report is not None:
        game_report = page.report
        report = ReportRow(
            newest.number,
            newest.state,
            game_report.by,
            loading.result(newest),
            game_report.outcome,
            game_report.objection,
            game_report.reason,
        )
    return LeagueGameView(
        week,
        game.table,
        game.state,
        game.additional,
        game.ceiling,
        game.size,
        page.scenario,
        (sides[0], sides[1]),
        report,
        step.what if step is not None else "",
        page.written,
    )


@acts("post", f"{GAME}size/", body=EncounterSize, tag=TAG, example={"size": 30})
def propose_size(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Propose a size, or agree to the opponent's by naming the same one."""
    side = played_side(call, slug, week, table)
    form = filled(SizeForm, call.body, ceiling=side.game.ceiling)
    game_operations.propose_size(side, call.user, form.cleaned_data["size"])


@get(f"{GAME}crew/", OwnCrew, tag=TAG)
def own_crew(call: PersonCall, slug: str, week: int, table: int) -> OwnCrew:
    """Your own Crew for this game, with its report. Nobody else can read it before both are revealed."""
    side = played_side(call, slug, week, table)
    page = crew_page.load(side.entry.campaign, side.game, side)
    return OwnCrew(page.crew, page.report, page.report.legal, side.crew_submitted_at is not None)


@acts(
    "put",
    f"{GAME}crew/",
    body=CampaignCrew,
    tag=TAG,
    example={"leader_id": 12, "members": [{"model_id": 12}, {"model_id": 15, "upgrade_ids": [3]}]},
)
def write_crew(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Save a Crew, legal or not, without handing it in."""
    game_operations.save_crew(played_side(call, slug, week, table), call.user, call.body)


@acts(
    "post",
    f"{GAME}crew/hand-in/",
    body=CampaignCrew,
    example={"leader_id": 12, "members": [{"model_id": 12}, {"model_id": 15, "upgrade_ids": [3]}]},
    tag=TAG,
)
def hand_in_crew(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Hand a legal Crew in; once both are in, both are revealed."""
    game_operations.submit_crew(played_side(call, slug, week, table), call.user, call.body)


@acts("post", f"{GAME}crew/take-back/", tag=TAG)
def take_back_crew(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Take your Crew back, while the opponent's is not in."""
    game_operations.take_back_crew(played_side(call, slug, week, table), call.user)


@acts(
    "put",
    f"{GAME}schemes/",
    body=ChosenSchemes,
    tag=TAG,
    example={"schemes": [{"name": "Outflank", "revealed": True}, {"name": "Bodyguard", "own": 12}]},
)
def choose_schemes(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Save your Schemes before a game, where the edition has them written down, with the models they note.
    What is hidden is shown to nobody until the result is final."""
    written.write_down(played_side(call, slug, week, table), call.user, call.body.schemes)


@acts(
    "post",
    f"{GAME}report/",
    body=NewReport,
    status=201,
    tag=TAG,
    example={
        "result": {
            "ended_turn": 5,
            "seats": [{"strategy_vp": [0, 1, 1], "vp": 2}, {"strategy_vp": [0, 0, 1], "vp": 1}],
        }
    },
)
def report_game(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Report the result; the opponent confirms it or objects."""
    results.report(played_side(call, slug, week, table), call.user, call.body.result)


@acts("post", f"{GAME}report/withdraw/", tag=TAG)
def withdraw_report(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Take your own report back while your opponent has not answered it."""
    results.withdraw_report(played_side(call, slug, week, table), call.user)


@acts("post", f"{GAME}confirm/", body=ReportConfirmation, tag=TAG, example={"number": 1})
def confirm_report(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Confirm the opponent's report; the Aftermath begins."""
    results.confirm(played_side(call, slug, week, table), call.user, call.body.number)


@acts(
    "post",
    f"{GAME}object/",
    body=ReportObjection,
    example={"reason": "My Leader lived.", "number": 1},
    tag=TAG,
)
def object_to_report(call: PersonCall, slug: str, week: int, table: int) -> None:
    """Object to the opponent's report; an organiser has to rule."""
    side = played_side(call, slug, week, table)
    form = filled(ReasonForm, {"reason": call.body.reason})
    results.object_to(side, call.user, form.cleaned_data["reason"], call.body.number)


# -- additional games ------------------------------------------------------------------------------------


@get(f"{LEAGUE}additional-games/", tuple[GameOfferRow, ...], tag=TAG)
def game_offers(call: PersonCall, slug: str) -> tuple[GameOfferRow, ...]:
    """Additional games that you offered or were offered, the newest first."""
    standing = league(call, slug, access.player)
    rows = _offers(standing.entry).order_by("-pk")[:50]
    return tuple(
        GameOfferRow(row.pk, row.week.number, row.by_id, row.to_id, row.set_up, row.state, row.created_at)
        for row in rows
    )


def _offers(entry: Entry | None) -> QuerySet[GameProposal]:
    return GameProposal.objects.filter(Q(by=entry) | Q(to=entry)).select_related("week__campaign")


@acts(
    "post",
    f"{LEAGUE}additional-games/",
    body=NewGameOffer,
    example={"opponent": 4, "set_up": "new"},
    status=201,
    tag=TAG,
)
def offer_game(call: PersonCall, slug: str) -> None:
    """Offer a player an additional game in this week."""
    entry = player(call, slug)
    other = entry.campaign.entries.select_related("user").filter(pk=call.body.opponent).first()
    if other is None:
        raise Http404
    additional.propose(entry, call.user, other, call.body.set_up)


def _proposal(call: PortalCall, slug: str, number: int) -> GameProposal:
    proposal = _offers(player(call, slug)).filter(pk=number).first()
    if proposal is None:
        raise Http404
    return proposal


@acts("post", f"{LEAGUE}additional-games/<int:offer>/accept/", tag=TAG)
def accept_game(call: PersonCall, slug: str, offer: int) -> None:
    """Accept an offer of an additional game; its table opens."""
    additional.accept(_proposal(call, slug, offer), call.user)


@acts("post", f"{LEAGUE}additional-games/<int:offer>/decline/", tag=TAG)
def decline_game(call: PersonCall, slug: str, offer: int) -> None:
    """Decline an offer of an additional game."""
    additional.decline(_proposal(call, slug, offer), call.user)


@acts("post", f"{LEAGUE}additional-games/<int:offer>/withdraw/", tag=TAG)
def withdraw_game(call: PersonCall, slug: str, offer: int) -> None:
    """Withdraw your own offer."""
    additional.withdraw(_proposal(call, slug, offer), call.user)
