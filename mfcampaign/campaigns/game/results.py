"""The result of a game: reported, confirmed or objected to, ruled on; and games that are not played.

A result is final when the opponent agrees, when the time to object has passed, or when an organiser who does
not play in the game rules (ledger section 4.3; ``own_games`` holds organisers to that).
"""

from __future__ import annotations

import datetime as dt

import msgspec
from django.utils import timezone
from msgspec.structs import replace

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import ActInProgress
from mfcampaign.campaigns import loading, own_games
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.arsenal import bounties
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.built_leaders import built_leaders
from mfcampaign.campaigns.game.schemes import expect_as_written
from mfcampaign.campaigns.game.steps import (
    Sides,
    both_sides,
    end,
    expect_open,
    game_operation,
    in_seats,
    sides_of,
)
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Campaign, Entry, Game, GameSide, Report
from mfcampaign.campaigns.reactions import game_over
from rules.campaign.encounter import check_report
from rules.campaign.payday import bye_pay, unplayed_pay
from rules.edition import edition_of
from rules.game.results.comparing import differences
from rules.game.results.result import EncounterResult, outcome
from rules.refusal import Refusal, Total

STANDING = (Report.State.PROPOSED, Report.State.CONFIRMED)
CONFIRMING = ("encounter.confirmed", "encounter.reported", "encounter.confirmed_unanswered")
"""Acts that may have confirmed a report."""


def report(
    side: GameSide, actor: Actor, result: EncounterResult, *, key: str | None = None, logged: bool = False
) -> Report:
    """Write the result down. An equal report of the opponent confirms it at once. ``logged``: it comes from
    the log of an Encounter played or recorded here, which alone proves portions of a Bounty."""
    if not logged:
        result = without_proven_ticks(result)
    with game_operation(side.game, actor, "encounter.reported", key=key) as (act, game):
        own, other = both_sides(game, side)
        _refuse_same(act, game, own, result, logged=logged)
        if game.state not in Game.REPORTABLE and game.confirmed_at:
            raise Refusal("The result is final.", fix="An organiser can correct it by a ruling.")
        if game.state not in Game.REPORTABLE:
            raise Refusal("A result can be reported once both Crews are revealed.")
        sides = in_seats(own, other)
        check_result(game, sides, result)
        expect_as_written(game, own, result)
        standing = game.reports.filter(state=Report.State.PROPOSED).first()
        if standing is not None and standing.by_entry_id == other.entry_id:
            if _same(game, loading.result(standing), result):
                _confirm(act, game, sides, standing, f"{own.entry.label} reported the same result")
                return standing
            raise Refusal(
                f"{other.entry.label} has reported another result.",
                fix="Confirm it, or object to it and say what is wrong.",
            )
        row = _write(game, result, by=own.entry)
        act.say(
            f"{own.entry.label} reported table {game.table}: {_score(game, sides, result)}.",
            encounter=game.pk,
        )
        return row


def _refuse_same(
    act: ActInProgress[Campaign], game: Game, own: GameSide, result: EncounterResult, *, logged: bool
) -> None:
    """``AlreadyDone`` for what this side has reported already, or what is confirmed; a log says more than the
    same by word."""
    standing = game.reports.filter(state__in=STANDING).order_by("-number").first()
    if standing is None:
        return
    before = loading.result(standing)
    proven = [seat.proven_ticks for seat in before.seats] == [seat.proven_ticks for seat in result.seats]
    same = _same(game, before, result) and (proven or not logged)
    if same and (standing.state == Report.State.CONFIRMED or standing.by_entry_id == own.entry_id):
        act.refuse_again(*CONFIRMING, encounter=game.pk)


def _same(game: Game, one: EncounterResult, other: EncounterResult) -> bool:
    """Whether both reports say the same, in whatever order, by word or by log."""
    by_turn = edition_of(game.week.campaign.edition).scoring.scheme_by_turn
    return not (differences(one, other, by_turn=by_turn) or differences(other, one, by_turn=by_turn))


def without_proven_ticks(result: EncounterResult) -> EncounterResult:
    """The same result with nothing that a log would prove."""
    first, second = (replace(seat, proven_ticks=()) for seat in result.seats)
    return replace(result, seats=(first, second))


def confirm(side: GameSide, actor: Actor, number: int | None = None) -> None:
    """Agree with what the opponent reported; ``number`` says which report was read. ``AlreadyDone`` where it
    is confirmed."""
    with game_operation(side.game, actor, "encounter.confirmed") as (act, game):
        own, other = both_sides(game, side)
        confirmed = game.reports.filter(state=Report.State.CONFIRMED).order_by("-number").first()
        if confirmed is not None and number in (None, confirmed.number):
            act.refuse_again(*CONFIRMING, encounter=game.pk)
        standing = _standing_report(game, number)
        if standing.by_entry_id == own.entry_id:
            raise Refusal("This is your own report; your opponent confirms it.")
        expect_as_written(game, own, loading.result(standing))
        _confirm(act, game, in_seats(own, other), standing, f"{own.entry.label} confirmed the result")


def withdraw_report(side: GameSide, actor: Actor) -> None:
    """Take one's own report back while the opponent has not answered it; the game is to be reported again."""
    with game_operation(side.game, actor, "encounter.report_withdrawn") as (act, game):
        own, _other = both_sides(game, side)
        standing = _standing_report(game)
        if standing.by_entry_id != own.entry_id:
            raise Refusal("This is your opponent's report.", fix="Confirm it, or object to it.")
        standing.state, standing.answered_at = Report.State.SUPERSEDED, timezone.now()
        standing.save(update_fields=["state", "answered_at"])
        game.state = Game.State.PLAYING
        game.save(update_fields=["state"])
        act.say(f"{own.entry.label} took the report of table {game.table} back.", encounter=game.pk)


def object_to(side: GameSide, actor: Actor, objection: str, number: int | None = None) -> None:
    """Disagree, with a reason; the table waits for a ruling or for a new report both accept."""
    with game_operation(side.game, actor, "encounter.objected", reason=objection) as (act, game):
        own, _other = both_sides(game, side)
        standing = _standing_report(game, number)
        if standing.by_entry_id == own.entry_id:
            raise Refusal("This is your own report.", fix="Report again to replace it.")
        if not objection.strip():
            raise Refusal("Say what is wrong with the report.", fix="One sentence is enough.")
        standing.state = Report.State.OBJECTED
        standing.objection = objection
        standing.answered_at = timezone.now()
        standing.save(update_fields=["state", "objection", "answered_at"])
        game.state = Game.State.DISPUTED
        game.save(update_fields=["state"])
        act.say(
            f"{own.entry.label} objects to the report of table {game.table}: {objection}", encounter=game.pk
        )


def rule(game: Game, actor: Person | None, result: EncounterResult, reason: str) -> None:
    """An organiser who does not play in the game settles the result."""
    with game_operation(game, actor, "encounter.ruled", reason=reason) as (act, game):
        expect_open(game)
        if not game.revealed_at:
            raise Refusal(
                "The Crews are not revealed yet.", fix="Declare a forfeit or void the game instead."
            )
        sides, result = sides_of(game), without_proven_ticks(result)
        check_result(game, sides, result)
        report = _write(game, result, by=None)
        report.ruled_by, report.reason = actor, reason
        report.save(update_fields=["ruled_by", "reason"])
        report.state = Report.State.RULED
        _settle(act, game, sides, report, f"{actor} ruled on table {game.table} ({reason})")


def forfeit(game: Game, actor: Person | None, absent: GameSide, reason: str) -> None:
    """One side did not come: the other is paid as for a bye, nobody is injured (ledger 4.3)."""
    with game_operation(game, actor, "encounter.forfeited", reason=reason) as (act, game):
        expect_open(game, before_result=True)
        present = next(s for s in game.sides.select_related("entry__user") if s.pk != absent.pk)
        paid = balances.earned_by_entry(game.week.campaign, game.week.number)
        entries = game.week.parts.exclude(entry=present.entry).values_list("entry", flat=True)
        others = [paid.get(pk, 0) for pk in entries]
        earned = paid.get(present.entry_id, 0)
        pay = bye_pay(others, earned, game.week.campaign.rules)
        _pay_without_game(game, present.entry, pay, "The opponent did not come")
        end(game, Game.State.FORFEITED, {"forfeit": absent.seat})
        act.say(
            f"Table {game.table}: {absent.entry.label} forfeits to {present.entry.label}: {reason}",
            encounter=game.pk,
        )
        game_over(game.week)


def at_deadline(game: Game, *, early: bool = False) -> None:
    """What the deadline of the week settles by itself; ``early``: an organiser waits for nobody. Part of
    the deadline's act."""
    rules = game.week.rules
    if game.state == Game.State.SCHEDULED and game.additional:
        end(game, Game.State.VOID, {})  # nobody owed it to anybody
    elif game.state == Game.State.SCHEDULED and rules.unplayed_policy != "forfeits":
        for side in game.sides.select_related("entry__user"):
            pay = unplayed_pay(balances.earned_in_week(side.entry, game.week.number), rules)
            _pay_without_game(game, side.entry, pay, "The game was not played")
        end(game, Game.State.FORFEITED, {"unplayed": True})
    elif game.state == Game.State.REPORTED:
        confirm_unanswered(game, due=timezone.now())
    elif game.state == Game.State.AFTERMATH:
        aftermath.finish_by_default(game, early=early)


def confirm_unanswered(game: Game, number: int | None = None, *, due: dt.datetime | None = None) -> bool:
    """Confirm a report without an objection in time: number ``number``, or the one that was due by ``due``.
    False when it was answered, or still has time."""
    with game_operation(game, None, "encounter.confirmed_unanswered") as (act, game):
        standing = game.reports.filter(state=Report.State.PROPOSED).first()
        if game.state != Game.State.REPORTED or standing is None:
            return False
        if number is not None and standing.number != number:
            return False
        if due is not None and standing.due_at is not None and standing.due_at > due:
            return False
        _confirm(act, game, sides_of(game), standing, "Nobody objected in time")
        return True


def _confirm(act: ActInProgress[Campaign], game: Game, sides: Sides, standing: Report, how: str) -> None:
    standing.state = Report.State.CONFIRMED
    _settle(act, game, sides, standing, how)


def _settle(act: ActInProgress[Campaign], game: Game, sides: Sides, standing: Report, how: str) -> None:
    result = loading.result(standing)
    sentences = [f"{how}: table {game.table} ends {_score(game, sides, result)}."]
    act.say(" ".join(sentences + settle(game, sides, standing)), encounter=game.pk)
    aftermath.begin(sides, result)


def settle(game: Game, sides: Sides, standing: Report) -> list[str]:
    """Make the result final: the withdrawal rules apply, Bounties count; what followed, in sentences. The
    caller lets both Aftermaths begin."""
    standing.answered_at = timezone.now()
    standing.save(update_fields=["state", "answered_at"])
    result = loading.result(standing)
    score = outcome(result, game.week.rules)
    game.outcome = msgspec.to_builtins(score)
    game.confirmed_at, game.closed_at = timezone.now(), None
    game.state = Game.State.AFTERMATH
    game.save(update_fields=["outcome", "confirmed_at", "closed_at", "state"])
    game.reports.filter(state=Report.State.PROPOSED).update(state=Report.State.SUPERSEDED)
    return [*bounties.count_game(sides, result), *_used_up(sides, result)]


def _used_up(sides: Sides, result: EncounterResult) -> list[str]:
    """Upgrades that Annihilated themselves in the game leave their Arsenals (SL-UPG-13, SL-ANNIH-01), and
    Injuries that a player ended."""
    sentences = []
    for side in sides:
        leaders = built_leaders(side.game.week.campaign)
        for upgrade_id in result.seats[side.seat].used_up:
            if leaders is not None and leaders.comes_back(side.entry, upgrade_id):
                continue
            if row := arsenal.use_up(side.entry, upgrade_id, week=side.game.week.number):
                of = f" of {row.bearer}" if row.bearer else ""
                sentences.append(f"{side.entry.label} used {row.name}{of} up.")
    return sentences


def _write(game: Game, result: EncounterResult, *, by: Entry | None) -> Report:
    game.reports.filter(state=Report.State.PROPOSED).update(state=Report.State.SUPERSEDED)
    game.state = Game.State.REPORTED
    game.save(update_fields=["state"])
    return Report.objects.create(
        game=game,
        number=game.reports.count() + 1,
        by_entry=by,
        result=msgspec.to_builtins(result),
        due_at=_answer_due(game) if by is not None else None,
    )


def _answer_due(game: Game) -> dt.datetime:
    """Until when the opponent may object (``report_timeout_h``), the game's deadline at the latest; fixed as
    the report is made."""
    now = timezone.now()
    due = now + dt.timedelta(hours=game.week.rules.report_timeout_h)
    deadline = own_games.deadlines([game])[game.pk]
    return min(due, deadline) if deadline > now else due


def check_result(game: Game, sides: Sides, result: EncounterResult) -> None:
    """``Refusal`` with everything impossible in a result of this game."""
    facts = loading.report_facts(game, sides)
    check_report(result, facts, game.week.rules).demand()


def _score(game: Game, sides: Sides, result: EncounterResult) -> str:
    score = outcome(result, game.week.rules)
    return ", ".join(f"{side.entry.label} {score.vp[side.seat]}" for side in sides)


def _standing_report(game: Game, number: int | None = None) -> Report:
    standing = game.reports.filter(state=Report.State.PROPOSED).first()
    if standing is None:
        raise Refusal("There is no report to answer.")
    if number is not None and standing.number != number:
        raise Refusal(
            "The report was replaced while you were reading it.", fix="Read the new one, then answer."
        )
    return standing


def _pay_without_game(game: Game, entry: Entry, pay: Total, memo: str) -> None:
    """What a player gets who came for nothing, or whose game nobody played (ledger 4.3, 4.5)."""
    if pay.amount:
        ledger.pay(
            entry,
            pay.amount,
            reason="bye",
            natural_key=f"encounter:{game.pk}/bye:{entry.pk}",
            week=game.week.number,
            memo=memo,
        )
