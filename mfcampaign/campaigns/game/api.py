"""Endpoints of a game: size, Crew, report, confirmation, objection; additional games."""

from __future__ import annotations

import datetime as dt
from functools import partial
from typing import Annotated, Any, Literal

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from msgspec import Meta, Struct

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import Done, act, get
from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.access import PlayerSeat
from mfcampaign.campaigns.api_access import GAME, LEAGUE, Id, league
from mfcampaign.campaigns.game import additional, results
from mfcampaign.campaigns.game import crew_queries as crew_page
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import queries as game_page
from mfcampaign.campaigns.game import schemes as written
from mfcampaign.campaigns.game.forms import crew_from
from mfcampaign.campaigns.game.report.words import ReportView
from mfcampaign.campaigns.game.schemes import WrittenSchemes
from mfcampaign.campaigns.models import Entry, GameProposal
from rules.campaign.crew import CampaignCrew
from rules.game.results.result import EncounterOutcome, EncounterResult
from rules.game.setup.scenario import Scenario
from rules.game.setup.schemes import WrittenScheme
from rules.refusal import CheckReport

TAG = "Games"
at_table = partial(act, access=access.played_side, page="campaigns:game", tag=TAG)
plays = partial(act, access=access.own_entry, page="campaigns:additional", tag=TAG)
CREW = {"leader_id": 12, "members": [{"model_id": 12}, {"model_id": 15, "upgrade_ids": [3]}]}


class ReportRow(Struct, frozen=True):
    """A result as somebody wrote it down, and what it comes to; ``changed``: what it says otherwise than the
    game's record, in sentences."""

    number: int
    state: str
    by: str
    result: EncounterResult
    outcome: EncounterOutcome
    objection: str
    reason: str
    changed: tuple[str, ...] = ()


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
    sides: tuple[game_page.LeagueGameSideView, game_page.LeagueGameSideView]
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


def as_sent(_visit: Any) -> dict[str, Any]:
    """What waited says itself what its writer saw: the models of a Crew, the number of a report."""
    return {}


def crew_of_form(request: HttpRequest) -> CampaignCrew:
    """The Crew of the page's form, out of the Arsenal of who sends it."""
    assert request.resolver_match is not None
    side = access.played_side(request.user, **request.resolver_match.kwargs).own
    return crew_from(request.POST, loading.arsenal(side.entry))


@get(GAME, LeagueGameView, open=True, tag=TAG)
def league_game(call: PortalCall, slug: str, week: int, table: int) -> LeagueGameView:
    """The state of one game. It shows nothing of a hidden Crew to anybody."""
    visit = access.playing(league(call, slug), week, table)
    seat = access.at_table(visit, week, table)
    page, game = game_page.game_page_of(seat), seat.game
    played = game_page.played_here(game, game.week, slug, call.user.pk)
    here = next((each for each in played if not each.left), None)
    step = game_page.step_beside(page, here, visit.campaign) or game_page.after_of(page, visit).step
    shown = game_page.beside_record(page, here, visit.campaign)
    return LeagueGameView(
        week,
        game.table,
        game.state,
        game.additional,
        game.ceiling,
        game.size,
        page.scenario,
        page.sides,
        _report_row(shown) if shown is not None else None,
        step.what if step is not None else "",
        page.written,
    )


def _report_row(report: ReportView) -> ReportRow:
    return ReportRow(
        report.number,
        report.state,
        report.by,
        report.result,
        report.outcome,
        report.objection,
        report.reason,
        tuple(each.sentence for each in report.changed),
    )


@at_table("post", f"{GAME}size/", example={"size": 30})
def propose_size(call: PersonCall, seat: PlayerSeat, body: EncounterSize) -> str:
    """Propose a size, or agree to the opponent's by naming the same one."""
    game_operations.propose_size(seat.own, call.user, body.size)
    return ""


@get(f"{GAME}crew/", OwnCrew, tag=TAG)
def own_crew(call: PersonCall, slug: str, week: int, table: int) -> OwnCrew:
    """Your own Crew for this game, with its report. Nobody else can read it before both are revealed."""
    seat = access.played_side(call.user, slug, week, table)
    page = crew_page.load(call.about(seat.aggregate), seat.game, seat.own)
    return OwnCrew(page.crew, page.report, page.report.legal, seat.own.crew_submitted_at is not None)


@at_table("put", f"{GAME}crew/", page="", example=CREW)
def write_crew(call: PersonCall, seat: PlayerSeat, body: CampaignCrew) -> str:
    """Save a Crew, legal or not, without handing it in."""
    game_operations.save_crew(seat.own, call.user, body)
    return ""


@at_table("post", f"{GAME}crew/hand-in/", read_form=crew_of_form, waits=as_sent, example=CREW)
def hand_in_crew(call: PersonCall, seat: PlayerSeat, body: CampaignCrew) -> str:
    """Hand a legal Crew in; once both are in, both are revealed."""
    game_operations.submit_crew(seat.own, call.user, body)
    return ""


@at_table("post", f"{GAME}crew/take-back/", page="campaigns:crew", waits=as_sent)
def take_back_crew(call: PersonCall, seat: PlayerSeat) -> str:
    """Take your Crew back, while the opponent's is not in."""
    game_operations.take_back_crew(seat.own, call.user)
    return ""


@at_table(
    "put",
    f"{GAME}schemes/",
    page="",
    example={"schemes": [{"name": "Outflank", "revealed": True}, {"name": "Bodyguard", "own": 12}]},
)
def choose_schemes(call: PersonCall, seat: PlayerSeat, body: ChosenSchemes) -> str:
    """Save your Schemes before a game, where the edition has them written down, with the models they note.
    What is hidden is shown to nobody until the result is final."""
    written.write_down(seat.own, call.user, body.schemes)
    return ""


@at_table(
    "post",
    f"{GAME}report/",
    page="",
    status=201,
    example={
        "result": {
            "ended_turn": 5,
            "seats": [{"strategy_vp": [0, 1, 1], "vp": 2}, {"strategy_vp": [0, 0, 1], "vp": 1}],
        }
    },
)
def report_game(call: PersonCall, seat: PlayerSeat, body: NewReport) -> str:
    """Report the result; the opponent confirms it or objects."""
    results.report(seat.own, call.user, body.result)
    return ""


@at_table("post", f"{GAME}report/withdraw/", page="campaigns:report")
def withdraw_report(call: PersonCall, seat: PlayerSeat) -> str:
    """Take your own report back while your opponent has not answered it."""
    results.withdraw_report(seat.own, call.user)
    return "Your report is taken back. Report the game again."


@at_table("post", f"{GAME}confirm/", waits=as_sent, example={"number": 1})
def confirm_report(call: PersonCall, seat: PlayerSeat, body: ReportConfirmation) -> str:
    """Confirm the opponent's report; the Aftermath begins."""
    results.confirm(seat.own, call.user, body.number)
    return ""


@at_table("post", f"{GAME}object/", example={"reason": "My Leader lived.", "number": 1})
def object_to_report(call: PersonCall, seat: PlayerSeat, body: ReportObjection) -> str:
    """Object to the opponent's report; an organiser has to rule."""
    results.object_to(seat.own, call.user, body.reason.strip(), body.number)
    return "Your objection is sent; an organiser is asked to rule."


class OrganiserConsent(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the opponent, who organises the league, may decide this game too."""

    given: bool = False


@at_table("put", f"{GAME}organiser-consent/", access=access.own_side, example={"given": True})
def consent_to_organiser(call: PersonCall, seat: PlayerSeat, body: OrganiserConsent) -> str:
    """Let your opponent, who organises the league, act as an organiser on this game, or no longer. Without it
    another organiser decides."""
    game_operations.consent(seat.own, call.user, body.given)
    return "Your opponent may act as organiser on this game." if body.given else "Another organiser decides."


# -- additional games ------------------------------------------------------------------------------------


@get(f"{LEAGUE}additional-games/", tuple[GameOfferRow, ...], tag=TAG)
def game_offers(call: PersonCall, slug: str) -> tuple[GameOfferRow, ...]:
    """Additional games that you offered or were offered, the newest first."""
    visit = league(call, slug, access.player)
    rows = _offers(visit.entry).order_by("-pk")[:50]
    return tuple(
        GameOfferRow(row.pk, row.week.number, row.by_id, row.to_id, row.set_up, row.state, row.created_at)
        for row in rows
    )


def _offers(entry: Entry | None) -> QuerySet[GameProposal]:
    return GameProposal.objects.filter(Q(by=entry) | Q(to=entry)).select_related("week__campaign")


@plays("post", f"{LEAGUE}additional-games/", example={"opponent": 4, "set_up": "new"}, status=201)
def offer_game(call: PersonCall, entry: Entry, body: NewGameOffer) -> str:
    """Offer a player an additional game in this week."""
    other = get_object_or_404(entry.campaign.entries.select_related("user"), pk=body.opponent)
    key = f"{call.key}:{other.pk}" if call.key else None
    additional.propose(entry, call.user, other, body.set_up, key=key)
    return f"{other.label} has your offer."


@plays("post", f"{LEAGUE}additional-games/<int:offer>/accept/")
def accept_game(call: PersonCall, entry: Entry, offer: int) -> Done[None]:
    """Accept an offer of an additional game; its table opens."""
    game = additional.accept(get_object_or_404(_offers(entry), pk=offer), call.user)
    return Done(f"Table {game.table} is yours. Hire your Crew.", None, game_page.address(game, "game"))


@plays("post", f"{LEAGUE}additional-games/<int:offer>/decline/")
def decline_game(call: PersonCall, entry: Entry, offer: int) -> str:
    """Decline an offer of an additional game."""
    additional.decline(get_object_or_404(_offers(entry), pk=offer), call.user)
    return "Declined."


@plays("post", f"{LEAGUE}additional-games/<int:offer>/withdraw/")
def withdraw_game(call: PersonCall, entry: Entry, offer: int) -> str:
    """Withdraw your own offer."""
    additional.withdraw(get_object_or_404(_offers(entry), pk=offer), call.user)
    return "Offer withdrawn."
