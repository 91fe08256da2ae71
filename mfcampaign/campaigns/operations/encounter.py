"""An Encounter from pairing to the aftermath (ledger section 4.3).

Crews are handed in hidden and revealed together; a result stands once the opponent agreed, the
time to object ran out, or an organiser who is no party ruled.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.utils import timezone

from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.models import Campaign, Encounter, EncounterSide, Entry, Report, Week
from mfcampaign.campaigns.operations import aftermath, ledger
from rules.core.campaign.arsenal import Arsenal
from rules.core.campaign.crew import (
    CampaignCrew,
    CrewReport,
    campaign_rating,
    check_crew,
    hired_members,
    pools,
)
from rules.core.campaign.payday import bye_pay, unplayed_pay
from rules.core.game.result import EncounterResult, check_result, outcome
from rules.core.refusal import Refusal, Total


def schedule(week: Week, table: int, a: Entry, b: Entry, *, ceiling: int) -> Encounter:
    """A game of the week; the scenario is the week's (SL-SCHEME-01). Part of the pairing's act."""
    found, new = Encounter.objects.get_or_create(
        week=week, table=table, defaults={"ceiling": ceiling, "scenario": week.scenario}
    )
    if new:
        EncounterSide.objects.create(encounter=found, entry=a, seat=0)
        EncounterSide.objects.create(encounter=found, entry=b, seat=1)
    return found


REPORTABLE = (Encounter.State.PLAYING, Encounter.State.REPORTED, Encounter.State.DISPUTED)


# -- size and Crews ---------------------------------------------------------------------------


def propose_size(side: EncounterSide, actor: Any, size: int) -> None:
    """Both may agree on less than the largest size (SL-SIZE-04); equal proposals are an agreement."""
    with _on(side.encounter, actor, "encounter.size_proposed") as (act, game):
        _expect(game, Encounter.State.SCHEDULED, "The size is settled once the Crews are in.")
        if game.size is not None:
            raise Refusal(f"The size is settled: {game.size} Soulstones.", rule="SL-SIZE-04")
        if not 1 <= size <= game.ceiling:
            raise Refusal(f"The largest size for this game is {game.ceiling} Soulstones.", rule="SL-SIZE-02")
        own, other = _sides(game, side)
        own.proposed_size = size
        own.save(update_fields=["proposed_size"])
        if other.proposed_size == size:
            game.size = size
            game.save(update_fields=["size"])
            act.say(f"Table {game.table} plays {size} Soulstones, by agreement.", encounter=game.pk)
        else:
            act.say(
                f"{own.entry.label} proposes {size} Soulstones for table {game.table}.", encounter=game.pk
            )


def save_crew(side: EncounterSide, actor: Any, crew: CampaignCrew) -> CrewReport:
    """Keep a draft of the Crew, legal or not; what is wrong with it comes back."""
    with _on(side.encounter, actor, "encounter.crew_saved") as (_, game):
        own, _other = _sides(game, side)
        _expect_unsubmitted(game, own)
        own.crew = msgspec.to_builtins(crew)
        own.save(update_fields=["crew"])
        return _check(own, crew, game.size or game.ceiling)


def submit_crew(side: EncounterSide, actor: Any, crew: CampaignCrew) -> bool:
    """Hand in a legal Crew, hidden; the second one in reveals both. True when they are revealed."""
    with _on(side.encounter, actor, "encounter.crew_submitted") as (act, game):
        own, other = _sides(game, side)
        _expect_unsubmitted(game, own)
        if game.size is None:
            game.size = game.ceiling
            game.save(update_fields=["size"])
        report = _check(own, crew, game.size)
        if report.violations:
            raise Refusal.of(report.violations)
        own.crew = msgspec.to_builtins(crew)
        own.crew_submitted_at = timezone.now()
        own.save(update_fields=["crew", "crew_submitted_at"])
        if other.crew_submitted_at is None:
            act.say(f"{own.entry.label} handed in a Crew for table {game.table}.", encounter=game.pk)
            return False
        _reveal(act, game, own, other)
        return game.state == Encounter.State.PLAYING


def take_back_crew(side: EncounterSide, actor: Any) -> None:
    """Take a hidden Crew back to change it, as long as the opponent's is not in."""
    with _on(side.encounter, actor, "encounter.crew_taken_back") as (act, game):
        own, _other = _sides(game, side)
        _expect(game, Encounter.State.SCHEDULED, "Both Crews are revealed; they stand.")
        if own.crew_submitted_at is None:
            raise Refusal("No Crew of yours is handed in.")
        own.crew_submitted_at = None
        own.save(update_fields=["crew_submitted_at"])
        act.say(f"{own.entry.label} took the Crew for table {game.table} back.", encounter=game.pk)


def _check(side: EncounterSide, crew: CampaignCrew, size: int) -> CrewReport:
    campaign = side.encounter.week.campaign
    return check_crew(crew, loading.arsenal(side.entry), size, loading.catalogue(campaign), campaign.rules)


def _reveal(act: ActInProgress[Campaign], game: Encounter, own: EncounterSide, other: EncounterSide) -> None:
    """Both Crews are in: look again (an Arsenal may have changed), rate, fill the Pools, begin."""
    a, b = sorted((own, other), key=lambda s: s.seat)
    for side in (a, b):
        report = _check(side, loading.submitted_crew(side), game.size or game.ceiling)
        if report.violations:
            side.crew_submitted_at = None
            side.save(update_fields=["crew_submitted_at"])
            act.say(
                f"{side.entry.label}'s Crew for table {game.table} is no longer legal "
                "and goes back to be changed.",
                encounter=game.pk,
            )
            return
    game.reveal = rated(game, a, b)
    game.revealed_at = timezone.now()
    game.state = Encounter.State.PLAYING
    game.save(update_fields=["reveal", "revealed_at", "state"])
    act.say(
        f"The Crews of table {game.table} are revealed: {a.entry.label} against {b.entry.label}, "
        f"{game.size} Soulstones.",
        encounter=game.pk,
    )


def rated(game: Encounter, a: EncounterSide, b: EncounterSide) -> dict[str, Any]:
    """Campaign Ratings and Soulstone Pools of both Crews with their lines (SL-RATING, SL-POOL)."""
    rules = game.week.campaign.rules
    crews = [loading.submitted_crew(side) for side in (a, b)]
    arsenals = loading.arsenals(game.week.campaign, [a.entry, b.entry])
    owned = [arsenals[side.entry_id] for side in (a, b)]
    reports = [
        check_crew(crew, arsenal, game.size or game.ceiling, loading.catalogue(game.week.campaign), rules)
        for crew, arsenal in zip(crews, owned, strict=True)
    ]
    ratings = [campaign_rating(crew, arsenal, rules) for crew, arsenal in zip(crews, owned, strict=True)]
    found = pools(reports[0], ratings[0], reports[1], ratings[1], rules)
    return {
        "seats": [
            msgspec.to_builtins(
                {"cost": report.total, "rating": rating, "pool": pool, "members": _roster(crew, arsenal)}
            )
            for report, rating, pool, crew, arsenal in zip(reports, ratings, found, crews, owned, strict=True)
        ]
    }


def _roster(crew: CampaignCrew, arsenal: Arsenal) -> list[dict[str, Any]]:
    """Who was hired with what, for pages that outlive the models."""
    return [
        {
            "id": model.id,
            "slug": model.slug,
            "name": model.name,
            "station": model.station,
            "leader": model.id == crew.leader_id,
            "upgrades": [{"name": u.name, "kind": u.kind} for u in (*loose, *model.bound)],
        }
        for model, loose in hired_members(crew, arsenal)
    ]


# -- the result -------------------------------------------------------------------------------


def report(side: EncounterSide, actor: Any, result: EncounterResult, *, key: str | None = None) -> Report:
    """Write the result down. An equal report of the opponent confirms it at once."""
    with _on(side.encounter, actor, "encounter.reported", key=key) as (act, game):
        own, other = _sides(game, side)
        if game.state not in REPORTABLE:
            raise Refusal("A result can be reported once both Crews are revealed.")
        _check_result(game, result)
        standing = game.reports.filter(state=Report.State.PROPOSED).first()
        if standing is not None and standing.by_entry_id == other.entry_id:
            if loading.result(standing) == result:
                _confirm(act, game, standing, f"{own.entry.label} reported the same result")
                return standing
            raise Refusal(
                f"{other.entry.label} has reported another result.",
                mend="Confirm it, or object to it and say what is wrong.",
            )
        made = _write(game, result, by=own.entry)
        act.say(f"{own.entry.label} reported table {game.table}: {_score(game, result)}.", encounter=game.pk)
        return made


def confirm(side: EncounterSide, actor: Any, number: int | None = None) -> None:
    """Agree with what the opponent reported; ``number`` says which report was read."""
    with _on(side.encounter, actor, "encounter.confirmed") as (act, game):
        own, _other = _sides(game, side)
        standing = _standing_report(game, number)
        if standing.by_entry_id == own.entry_id:
            raise Refusal("This is your own report; your opponent confirms it.")
        _confirm(act, game, standing, f"{own.entry.label} confirmed the result")


def object_to(side: EncounterSide, actor: Any, objection: str, number: int | None = None) -> None:
    """Disagree, with a reason; the table waits for a ruling or for a new report both accept."""
    with _on(side.encounter, actor, "encounter.objected", reason=objection) as (act, game):
        own, _other = _sides(game, side)
        standing = _standing_report(game, number)
        if standing.by_entry_id == own.entry_id:
            raise Refusal("This is your own report.", mend="Report again to replace it.")
        if not objection.strip():
            raise Refusal("Say what is wrong with the report.", mend="One sentence is enough.")
        standing.state = Report.State.OBJECTED
        standing.objection = objection
        standing.answered_at = timezone.now()
        standing.save(update_fields=["state", "objection", "answered_at"])
        game.state = Encounter.State.DISPUTED
        game.save(update_fields=["state"])
        act.say(
            f"{own.entry.label} objects to the report of table {game.table}: {objection}", encounter=game.pk
        )


def rule(game: Encounter, actor: Any, result: EncounterResult, reason: str) -> None:
    """An organiser who is no party settles the result."""
    with _on(game, actor, "encounter.ruled", reason=reason) as (act, game):
        _not_a_party(game, actor)
        _expect_open(game)
        if not game.revealed_at:
            raise Refusal(
                "The Crews are not revealed yet.", mend="Declare a forfeit or void the game instead."
            )
        _check_result(game, result)
        made = _write(game, result, by=None)
        made.ruled_by, made.reason = actor, reason
        made.save(update_fields=["ruled_by", "reason"])
        made.state = Report.State.RULED
        _settle(act, game, made, f"{actor} ruled on table {game.table} ({reason})")


def forfeit(game: Encounter, actor: Any, absent: EncounterSide, reason: str) -> None:
    """One side did not come: the other is paid as for a bye, nobody is injured (ledger 4.3)."""
    with _on(game, actor, "encounter.forfeited", reason=reason) as (act, game):
        _not_a_party(game, actor)
        _expect_open(game, before_result=True)
        present = next(s for s in game.sides.select_related("entry__user") if s.pk != absent.pk)
        number = game.week.number
        others = [
            ledger.earned_in_week(part.entry, number)
            for part in game.week.parts.exclude(entry=present.entry).select_related("entry")
        ]
        earned = ledger.earned_in_week(present.entry, number)
        pay = bye_pay(others, earned, game.week.campaign.rules)
        _pay_without_game(game, present.entry, pay, "The opponent did not come")
        _end(game, Encounter.State.FORFEITED, {"forfeit": absent.seat})
        act.say(
            f"Table {game.table}: {absent.entry.label} forfeits to {present.entry.label}: {reason}",
            encounter=game.pk,
        )
        _close_week(game)


def void(game: Encounter, actor: Any, reason: str) -> None:
    """A game without a result counts for nothing. (Undoing an aftermath is another matter.)"""
    with _on(game, actor, "encounter.voided", reason=reason) as (act, game):
        _not_a_party(game, actor)
        _expect_open(game, before_result=True)
        _end(game, Encounter.State.VOID, {})
        act.say(f"Table {game.table} is void: {reason}", encounter=game.pk)
        _close_week(game)


def at_deadline(game: Encounter) -> None:
    """What the deadline of the week settles by itself. Part of the deadline's act."""
    rules = game.week.campaign.rules
    if game.state == Encounter.State.SCHEDULED and rules.unplayed_policy != "forfeits":
        for side in game.sides.select_related("entry__user"):
            pay = unplayed_pay(ledger.earned_in_week(side.entry, game.week.number), rules)
            _pay_without_game(game, side.entry, pay, "The game was not played")
        _end(game, Encounter.State.FORFEITED, {"unplayed": True})
    elif game.state == Encounter.State.REPORTED:
        confirm_unanswered(game)
    elif game.state == Encounter.State.AFTERMATH:
        aftermath.finish_by_default(game)


def confirm_unanswered(game: Encounter, number: int | None = None) -> bool:
    """Nobody objected in time: the report stands (``report_timeout_h``). False when it was answered."""
    with _on(game, None, "encounter.confirmed_unanswered") as (act, game):
        standing = game.reports.filter(state=Report.State.PROPOSED).first()
        if standing is None or (number is not None and standing.number != number):
            return False
        _confirm(act, game, standing, "Nobody objected in time")
        return True


def close(game: Encounter) -> None:
    """Both aftermaths are locked. Part of the act that locked the second one."""
    _end(game, Encounter.State.CLOSED, game.outcome)
    _close_week(game)


# -- steps --------------------------------------------------------------------------------------


def _confirm(act: ActInProgress[Campaign], game: Encounter, standing: Report, how: str) -> None:
    standing.state = Report.State.CONFIRMED
    _settle(act, game, standing, how)


def _settle(act: ActInProgress[Campaign], game: Encounter, standing: Report, how: str) -> None:
    """The result stands: the withdrawal rules apply, and both aftermaths begin."""
    standing.answered_at = timezone.now()
    standing.save(update_fields=["state", "answered_at"])
    result = loading.result(standing)
    found = outcome(result, game.week.campaign.rules)
    game.outcome = msgspec.to_builtins(found)
    game.confirmed_at = timezone.now()
    game.state = Encounter.State.AFTERMATH
    game.save(update_fields=["outcome", "confirmed_at", "state"])
    game.reports.filter(state=Report.State.PROPOSED).update(state=Report.State.SUPERSEDED)
    act.say(f"{how}: table {game.table} ends {_score(game, result)}.", encounter=game.pk)
    aftermath.begin(game, result)


def _write(game: Encounter, result: EncounterResult, *, by: Entry | None) -> Report:
    game.reports.filter(state=Report.State.PROPOSED).update(state=Report.State.SUPERSEDED)
    game.state = Encounter.State.REPORTED
    game.save(update_fields=["state"])
    return Report.objects.create(
        encounter=game, number=game.reports.count() + 1, by_entry=by, result=msgspec.to_builtins(result)
    )


def _check_result(game: Encounter, result: EncounterResult) -> None:
    first, second = game.sides.all()
    crews = (loading.hired_ids(first), loading.hired_ids(second))
    schemes = [scheme["name"] for scheme in game.scenario["schemes"]]
    if violations := check_result(result, crews, schemes, game.week.campaign.rules):
        raise Refusal.of(violations)


def _score(game: Encounter, result: EncounterResult) -> str:
    found = outcome(result, game.week.campaign.rules)
    return ", ".join(
        f"{side.entry.label} {found.vp[side.seat]}" for side in game.sides.select_related("entry__user")
    )


def _standing_report(game: Encounter, number: int | None = None) -> Report:
    standing = game.reports.filter(state=Report.State.PROPOSED).first()
    if standing is None:
        raise Refusal("There is no report to answer.")
    if number is not None and standing.number != number:
        raise Refusal(
            "The report was replaced while you were reading it.", mend="Read the new one, then answer."
        )
    return standing


def _pay_without_game(game: Encounter, entry: Entry, pay: Total, memo: str) -> None:
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


def _end(game: Encounter, state: str, found: dict[str, Any]) -> None:
    game.state = state
    game.outcome = found
    game.closed_at = timezone.now()
    game.save(update_fields=["state", "outcome", "closed_at"])


def _close_week(game: Encounter) -> None:
    from mfcampaign.campaigns.operations import week

    week.close_when_done(game.week)


@contextmanager
def _on(
    game: Encounter, actor: Any, kind: str, *, key: str | None = None, reason: str = ""
) -> Iterator[tuple[ActInProgress[Campaign], Encounter]]:
    """``operation`` on the league of an Encounter, with the Encounter itself re-read under the lock."""
    with operation(game.week.campaign, actor, kind=kind, key=key, reason=reason) as act:
        fresh = Encounter.objects.select_for_update().get(pk=game.pk)
        fresh.week = Week.objects.get(pk=fresh.week_id)
        fresh.week.campaign = act.row
        if act.row.state == Campaign.State.CANCELLED:
            raise Refusal("This league was cancelled; its games stay as they are.")
        yield act, fresh


def _sides(game: Encounter, side: EncounterSide) -> tuple[EncounterSide, EncounterSide]:
    """``side`` and the opponent's, freshly read."""
    found = list(game.sides.select_related("entry__user"))
    for each in found:
        each.encounter = game
    own = next(s for s in found if s.pk == side.pk)
    return own, next(s for s in found if s.pk != side.pk)


def _expect(game: Encounter, state: str, sentence: str) -> None:
    if game.state != state:
        raise Refusal(sentence)


def _expect_unsubmitted(game: Encounter, own: EncounterSide) -> None:
    _expect(game, Encounter.State.SCHEDULED, "The Crews of this game are settled.")
    if own.crew_submitted_at is not None:
        raise Refusal("Your Crew is handed in.", mend="Take it back first to change it.")


def _expect_open(game: Encounter, *, before_result: bool = False) -> None:
    states = set(Encounter.OPEN_STATES) - {Encounter.State.AFTERMATH}
    if game.state not in states:
        why = "It has a result already." if before_result else "Its aftermath has begun."
        raise Refusal(f"Table {game.table} cannot be changed this way any more. {why}")


def _not_a_party(game: Encounter, actor: Any) -> None:
    """Whoever plays a game does not rule on it (ledger 4.3)."""
    if game.sides.filter(entry__user=actor).exists():
        raise Refusal(
            "You play this game yourself, so another organiser rules on it.",
            mend="Ask a second organiser; the league's page lets you add one.",
        )
