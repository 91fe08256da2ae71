"""Recording a real table: entries, taking the last one back, and the report to the league."""

from __future__ import annotations

from typing import Any

import msgspec

from mfcampaign.campaigns import access as leagues
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.operations import results
from mfcampaign.campaigns.views.answers import acting
from rules import founding, reading
from rules.core.campaign.crew import hired_members
from rules.core.game.log import chain
from rules.core.game.result import EncounterResult
from rules.core.game.setup import CrewSetup, Hired, Setup
from rules.core.game.statcards import StatCard
from rules.core.refusal import Refusal
from rules.models import Encounter
from rules.writing import Log, Missed, dumped, log_of


def begin_for_league(seat: leagues.Seat, actor: Any) -> Encounter:
    """The record of a league's game, made by whichever of its two players asks first."""
    game = seat.encounter
    found = Encounter.objects.filter(game=game).first()
    if found is not None:
        return found
    if not game.reveal or game.state not in results.REPORTABLE:
        raise Refusal("A game is recorded once both Crews are revealed.", mend="Hand in the Crews first.")
    own, other = acting(seat), seat.other
    if other is None:
        raise Refusal("This game has no second side.")
    row = founding.found(
        actor, _setup(seat), opponent="known", seat=own.seat, mode="record", other=other.entry.user,
        game_id=game.pk, title=f"{seat.sides[0].label} against {seat.sides[1].label}",
    )  # fmt: skip
    scenario = game.scenario
    if scenario.get("strategy"):
        pool = [scheme["name"] for scheme in scenario.get("schemes", ())]
        entry = {
            "do": "scenario", "attacker": 0, "strategy": scenario["strategy"],
            "deployment": scenario.get("deployment", ""), "pool": pool,
        }  # fmt: skip
        enter(row, actor, [entry], seen=0)
    return row


def _setup(seat: leagues.Seat) -> Setup:
    campaign = seat.standing.campaign
    figures = loading.catalogue(campaign)
    arsenals = loading.arsenals(campaign, [side.entry for side in seat.sides])
    cards: dict[str, StatCard] = {}
    crews = []
    for side in seat.sides:
        crew = loading.submitted_crew(side)
        hired = []
        for model, _loose in hired_members(crew, arsenals[side.entry_id]):
            profile = figures.profile(model.slug) if figures.has_profile(model.slug) else None
            slug = model.slug or f"model-{model.id}"
            health = (profile.health if profile else None) or 1
            size = (profile.sz if profile else None) or 2
            mm = (profile.base_mm if profile else None) or 30
            cards.setdefault(
                slug,
                StatCard(slug=slug, name=model.name, station=model.station, health=health, sz=size, mm=mm),
            )
            hired.append(Hired(card=slug, leader=model.id == crew.leader_id, model_id=model.id))
        pool = seat.encounter.reveal["seats"][side.seat]["pool"]["amount"]
        crews.append(CrewSetup(name=side.label, models=tuple(hired), stones=max(0, int(pool))))
    rules = seat.encounter.week.rules
    return Setup(
        encounter="league", crews=(crews[0], crews[1]), cards=cards, finish_threshold=rules.finish_threshold
    )


def enter(row: Encounter, actor: Any, entries: list[dict[str, Any]], *, seen: int, key: str = "") -> None:
    """What happened on the table, all or none; the version must be the one that was seen."""
    with log_of(row) as log:
        log.expect_new(key, _seat(log, actor), dumped(entries))
        _expect_record(log)
        if log.row.version != seen:
            raise Missed(seen)
        record = reading.record_of(log.row)
        told = record.enter(entries)
        number = log.note(actor, _seat(log, actor), "enter", entries, after=record.hash, key=key)
        log.tell(told, number)
        log.row.hash = record.hash
        if record.state.phase == "over":
            log.end(Encounter.State.OVER, record.result())


def undo(row: Encounter, actor: Any, *, seen: int) -> None:
    """The last entry is taken back; it stays in the log, marked."""
    with log_of(row) as log:
        _expect_record(log)
        seat = _seat(log, actor)
        if log.row.version != seen:
            raise Missed(seen)
        last = reading.counting(log.row).last()
        if last is None:
            raise Refusal("Nothing was entered yet.")
        count = reading.counting(log.row).count()
        number = log.row.version + 1
        log.row.decisions.filter(pk=last.pk).update(undone_by=number)
        record = reading.record_of(log.row)
        log.note(actor, seat, "take_back", {"to": count - 1, "shuffles": []}, after=record.hash)
        log.row.hash = chain(record.events)
        if record.state.phase != "over":
            log.row.state, log.row.result, log.row.ended_at = Encounter.State.PLAYING, None, None


def report(row: Encounter, actor: Any) -> None:
    """Write the result down in the league, as its report would: the opponent still confirms it there."""
    if row.game is None or row.result is None:
        raise Refusal("There is no result to report yet.", mend="Say that the game is over first.")
    week = row.game.week
    seat = leagues.own_side(actor, week.campaign.slug, week.number, row.game.table)
    result = msgspec.convert(row.result, EncounterResult)
    results.report(acting(seat), actor, result, key=f"record:{row.public_id}:{row.version}:{actor.pk}")


def _seat(log: Log, actor: Any) -> int:
    found = log.row.seats.filter(user=actor).first()
    if found is None:
        raise Refusal("That is not your side.")
    return found.seat


def _expect_record(log: Log) -> None:
    if log.row.mode != Encounter.Mode.RECORD or log.row.state == Encounter.State.LEFT:
        raise Refusal("This Encounter is not being recorded.")
