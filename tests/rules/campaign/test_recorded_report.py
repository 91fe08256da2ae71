"""Whatever was recorded at a table reaches the league: who fell, VP, ticks, Upgrades, withdrawals."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from msgspec.structs import replace

from rules.campaign.aftermath.bounties import ActiveBounty
from rules.campaign.charts.rows import Portion
from rules.campaign.encounter import ReportFacts, SideFacts, check_report, terms_of, with_awards
from rules.campaign.policies import Policies
from rules.campaign.weekly_events import EventAward
from rules.editions.m2e.record import RecordM2
from rules.editions.m3e.examples.encounters import two_crews
from rules.editions.m3e.recording.record import Record
from rules.fate.cards import Card
from rules.game.league.portions import _fighter
from rules.game.results.from_state import uncounted_claims
from rules.game.results.result import EncounterResult
from rules.game.setup.setup import Hired
from tests.rules.game.recording.happenings import Told, entered, happenings

RECORDS = {"m3e": Record, "m2e": RecordM2}
POOL = ("Outflank", "Assassinate", "Vendetta")
NEEDS = (
    "",
    "kill hired",
    "kill leader",
    "kill dearest",
    "kill first",
    "nothing lost",
    "keep minion",
    "leader stands",
    "lose",
    "win",
    "strategy 2",
    "quiet schemes",
    "both schemes",
    "stay",
    "event scrip",
    "scheme Outflank",
    "no kill before 3",
    "turn",
)
OF_AWARDS = tuple(need for need in NEEDS if need != "event scrip")
houses = st.builds(
    Policies,
    finish_threshold=st.sampled_from([3, 5]),
    finish_jokers=st.sampled_from(["core", "reflip"]),
    finish_trigger=st.sampled_from(["killed", "killed_or_sacrificed"]),
    withdraw_buried=st.sampled_from(["removed", "killed"]),
    double_withdrawal=st.booleans(),
)


def bounty_of(needs: list[str]) -> ActiveBounty:
    portions = (Portion(id=f"p{n}", goal=f"Goal {n}", repeat=2, needs=need) for n, need in enumerate(needs))
    return ActiveBounty("hunt", "The Hunt", tuple(portions))


def begun(edition: str, policies: Policies, needs: list[str], of_awards: list[str]):
    """A record of a game of a league, and what its report is held against."""
    setup = two_crews("reported", pool=POOL)
    crews = []
    for seat, crew in enumerate(setup.crews):
        thrice = (*crew.models, crew.models[-1], crew.models[-1])
        hired = (
            Hired(
                card=each.card,
                leader=each.leader,
                model_id=10 * (seat + 1) + number,
                upgrades=("whisky",),
                owned={"whisky": 100 + 10 * seat + number},
            )
            for number, each in enumerate(thrice, 1)
        )
        crews.append(replace(crew, models=tuple(hired)))
    bounty = bounty_of(needs)
    awards = [EventAward(n, f"Award {n}", 2, "game", needs=need) for n, need in enumerate(of_awards, 1)]
    setup = replace(
        setup,
        ruleset=edition,
        strategy="Turf War",
        deployment="Corner",
        crews=tuple(crews),
        finish_threshold=policies.finish_threshold,
        terms=terms_of(policies, {0: bounty, 1: bounty}, {0: awards, 1: awards}),
    )
    record = RECORDS[edition](setup)
    record.enter(
        [
            {"do": "scenario", "attacker": 0, "strategy": "Turf War", "deployment": "Corner", "pool": POOL},
            {"do": "schemes", "seat": 0, "schemes": POOL[:2]},
            {"do": "schemes", "seat": 1, "schemes": POOL[1:]},
            {"do": "turn", "turn": 1},
        ]
    )
    ids = setup.arsenal_ids()
    sides = tuple(
        SideFacts(
            crew=[10 * (seat + 1) + number for number in range(1, 5)],
            bounty=bounty,
            usable={100 + 10 * seat + number: "Whisky" for number in range(1, 5)},
            awards=awards,
            fighters={
                ids[name]: _fighter(setup, record.first, record.first.models[name])
                for name in ids
                if record.first.models[name].seat == seat
            },
        )
        for seat in (0, 1)
    )
    return record, ReportFacts(sides=sides, schemes=POOL, edition=edition)


def settled(result: EncounterResult) -> EncounterResult:
    """With a one for each flip that is owed."""
    seats = []
    for seat in result.seats:
        fell = tuple(replace(each, flip="1r", owed=False) if each.owed else each for each in seat.casualties)
        heirs = tuple(replace(each, flip="1r", owed=False) if each.owed else each for each in seat.successors)
        seats.append(replace(seat, casualties=fell, successors=heirs))
    return replace(result, seats=tuple(seats))


@pytest.mark.rule("SL-FINISH-01", "SL-FINISH-06", "SL-FINISH-07", "SL-SUMMON-04", "SL-BOUNTY-05", "SL-UPG-13")
@pytest.mark.parametrize("edition", RECORDS)
@given(
    happened=happenings,
    policies=houses,
    needs=st.lists(st.sampled_from(NEEDS), min_size=4, max_size=4),
    of_awards=st.lists(st.sampled_from(OF_AWARDS), min_size=3, max_size=3),
)
def test_the_report_of_every_record_has_all_that_it_has(edition, happened, policies, needs, of_awards):
    record, facts = begun(edition, policies, needs, of_awards)
    told = Told.before(record.state)
    told.turn, told.buried_die = 1, policies.withdraw_buried == "killed"
    entered(record, happened, "sorrow", told)
    note(f"entered: {record.entries}")
    result, ids = record.result(), record.setup.arsenal_ids()
    fallen = told.fallen()

    for seat, own in enumerate(result.seats):
        reported = {each.model_id: each for each in own.casualties}
        mine = {model: how for model, how in fallen.items() if told.seats[model] == seat}
        assert reported.keys() == {ids[model] for model in mine if model in ids}
        heirs = {each.originals: each for each in own.successors}
        assert heirs.keys() == {
            tuple(ids[one] for one in originals)
            for heir, originals in told.stands.items()
            if told.seats[heir] == seat
        }
        for model, how in mine.items():
            fell = reported[ids[model]] if model in ids else heirs[tuple(ids[o] for o in told.stands[model])]
            exempt = how == "sacrificed" and policies.finish_trigger == "killed"
            if model not in told.flips:
                assert (fell.owed, fell.flip, fell.finished_off) == (not exempt, None, False)
                continue
            way, card, cheated = told.flips[model]
            assert (fell.owed, fell.flip or "", fell.cheated_from or "") == (False, card, cheated)
            by_card = bool(card) and Card.parse(card).value >= policies.finish_threshold
            assert fell.finished_off == (way == "automatic" or by_card)
        points = Counter({source: n for (who, source), n in told.points.items() if who == seat})
        assert own.vp == points.total()
        assert sum(own.strategy_vp) == points["Turf War"]
        assert {scheme.name: sum(scheme.vp) for scheme in own.schemes} == {
            name: points[name] for name in POOL[seat : seat + 2]
        }
        assert sorted(own.used_up) == sorted(
            100 + 10 * seat + int(model[1:]) for model in told.used if told.seats[model] == seat
        )
        assert own.withdrew_turn == told.left.get(seat)
        dropped = Counter()
        for claim in uncounted_claims(record.setup, record.state, result, record.scoring):
            if claim.seat == seat and claim.what.startswith("Goal"):
                dropped[f"p{claim.what[-1]}"] += claim.times
                assert claim.why, "whoever ticked it is told"
        assert Counter(own.bounty_ticks) + dropped == told.ticks[seat]
    assert result.ended_turn == told.turn

    note(f"result: {result}")
    owing = {v.rule for v in check_report(result, facts, policies).violations}
    owed = any(each.owed for seat in result.seats for each in (*seat.casualties, *seat.successors))
    assert owing == ({"SL-FINISH-01"} if owed else set())
    assert check_report(settled(result), facts, policies).violations == ()
    assert with_awards(result, facts, policies) == result
