"""A real table recorded with free commands, ending in the same result as play; numbers; Create."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m2e.record import RecordM2
from rules.editions.m3e.examples.encounters import duel_of_two, two_crews
from rules.editions.m3e.play.by_hand.performing import perform
from rules.editions.m3e.play.effects.markers import near
from rules.editions.m3e.recording.record import Record
from rules.editions.m3e.recording.result import result_of
from rules.editions.m3e.ruleset import RulesetPolicies, divided, half_of
from rules.game.events.table import Moved
from rules.game.league.terms import Award, OpenPortion, SideTerms, Terms
from rules.game.league.withdrawal import may_withdraw
from rules.game.log import fold
from rules.game.narration import sentence_of
from rules.game.recording.record import LONGEST_NOTE
from rules.game.referee.commands import Put
from rules.game.results.result import SchemeScore, check_result, outcome
from rules.game.setup.setup import Hired
from rules.game.view import view
from rules.refusal import Refusal
from tests.rules.editions.m3e.scene import Scene


def league():
    """Both Crews' models are in Arsenals: 11, 12 and 21, 22."""
    setup = two_crews("record", pool=("Outflank", "Assassinate", "Vendetta"))
    crews = tuple(
        replace(
            crew,
            models=tuple(
                Hired(card=hired.card, leader=hired.leader, model_id=10 * (seat + 1) + number)
                for number, hired in enumerate(crew.models, 1)
            ),
        )
        for seat, crew in enumerate(setup.crews)
    )
    return replace(setup, crews=crews, finish_threshold=3)


RECORDS = {"m3e": Record, "m2e": RecordM2}


def begun(edition="m3e"):
    record = RECORDS[edition](replace(league(), ruleset=edition))
    record.enter(
        [
            {
                "do": "scenario",
                "attacker": 1,
                "strategy": "Turf War",
                "deployment": "Corner",
                "pool": ["Outflank", "Assassinate", "Vendetta"],
            },
            {"do": "schemes", "seat": 0, "schemes": ["Outflank", "Vendetta"]},
            {"do": "turn", "turn": 1},
        ]
    )
    return record


def test_a_recorded_game_ends_in_a_result_without_fault():
    record = begun()
    record.enter(
        [
            {"do": "turn", "turn": 2},
            {"do": "initiative", "seat": 1},
            {"do": "hurt", "model": "b2", "amount": 5},
            {"do": "slay", "model": "b2", "by": "a1"},
            {"do": "finished_off", "model": "b2", "card": "4r", "cheated_from": "2c"},
            {"do": "condition", "model": "a1", "condition": "burning", "value": 2},
            {"do": "tokens", "model": "a1", "name": "ice", "number": 1},
            {"do": "card", "seat": 0, "card": "RJ"},
            {"do": "activated", "model": "a1"},
            {"do": "score", "seat": 0, "source": "Turf War"},
            {"do": "reveal", "seat": 0, "scheme": "Outflank"},
            {"do": "score", "seat": 0, "source": "Outflank", "step": "reveal"},
            {"do": "turn", "turn": 3},
            {"do": "stones", "seat": 0, "change": -1},
            {"do": "over"},
        ]
    )
    assert fold(record.first, record.events) == record.state
    result = record.result()
    assert result.ended_turn == 3
    first, second = result.seats
    assert (first.vp, first.strategy_vp) == (2, (0, 1, 0))
    assert first.schemes == (SchemeScore("Outflank", (0, 1, 0)), SchemeScore("Vendetta", (0, 0, 0)))
    (fell,) = second.casualties
    assert (fell.model_id, fell.finished_off, fell.flip, fell.cheated_from) == (22, True, "4r", "2c")
    assert check_result(result, ((11, 12), (21, 22)), ("Outflank", "Assassinate", "Vendetta")) == ()
    assert record.state.models["a1"].conditions == {"burning": 2}
    assert len(record.hash) == 64


@pytest.mark.parametrize(
    ("entry", "rule"),
    [
        ({"do": "turn", "turn": 3}, "M3E-TURN-01"),
        ({"do": "score", "seat": 0, "source": "Turf War"}, "M3E-TURN-21"),
        ({"do": "reveal", "seat": 0, "scheme": "Assassinate"}, "M3E-SCHEME-01"),
        ({"do": "schemes", "seat": 1, "schemes": ["Outflank", "Outflank"]}, "M3E-SETUP-18"),
        ({"do": "schemes", "seat": 1, "schemes": ["Claim Jump"]}, "M3E-SETUP-18"),
        ({"do": "finished_off", "model": "b2", "card": "4r"}, "SL-FINISH-01"),
        ({"do": "card", "seat": 0, "card": "15r"}, "M3E-FATE-01"),
        ({"do": "activated", "model": "zz"}, "M3E-TURN-12"),
        ({"do": "heal", "model": "a1", "amount": 1}, "M3E-HEAL-03"),
        ({"do": "initiative", "seat": 2}, ""),
        ({"do": "somersault"}, ""),
        ({"do": "note", "seat": 0, "text": " "}, ""),
        ({"do": "note", "seat": 0, "text": "x" * (LONGEST_NOTE + 1)}, ""),
        ({"do": "withdraw", "seat": 0}, "SL-WITHDRAW-01"),
        ({"do": "finished_off", "model": "zz", "card": "4r"}, "SL-FINISH-01"),
        ({"do": "finished_off", "model": "b2", "card": "15r"}, "SL-FINISH-01"),
        ({"do": "finished_off", "model": "b2", "card": "4r", "cheated_from": "15r"}, "SL-FINISH-05"),
        (
            {
                "do": "act",
                "lines": [{"do": "hurt", "model": "a1", "amount": 1}, {"do": "slay", "model": "zz"}],
            },
            "",
        ),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(entry, rule):
    record = begun()
    before = record.state
    with pytest.raises(Refusal) as refused:
        record.enter([{"do": "hurt", "model": "a1", "amount": 0}, entry])
    assert refused.value.rule == rule
    assert record.state is before


def of_a_league(edition="m3e", **terms):
    """A record in Turn 2 of a game of a league, with a Bounty and an award to claim."""
    side = SideTerms(
        bounty="hunt",
        bounty_name="The Hunt",
        portions=(OpenPortion(id="one", goal="Kill one", left=2, per_game=1),),
        awards=(Award(1, "Hold the middle", 2),),
    )
    setup = replace(league(), ruleset=edition, terms=Terms(sides=(side, side), **terms))
    record = RECORDS[edition](setup)
    record.enter([{"do": "turn", "turn": 1}, {"do": "turn", "turn": 2}, {"do": "initiative", "seat": 0}])
    return record


def refused_by(record, *entries) -> str:
    with pytest.raises(Refusal) as refused:
        record.enter(list(entries))
    return refused.value.rule


@pytest.mark.rule("SL-WITHDRAW-01", "SL-WITHDRAW-03", "A-09")
@pytest.mark.parametrize("double", [False, True])
@pytest.mark.parametrize("edition", RECORDS)
def test_a_withdrawal_is_entered_in_time_and_only_once_unless_both_may(double, edition):
    withdraw = {"do": "withdraw", "seat": 0}
    first = of_a_league(edition, double_withdrawal=double)
    first.enter([withdraw])
    assert {model.where for model in first.state.models.values() if model.seat == 0} == {"gone"}
    other = {"do": "withdraw", "seat": 1}
    if double:
        first.enter([other])
        assert len(first.state.withdrawals) == 2
    else:
        assert refused_by(first, other) == "A-09"
    assert refused_by(first, {"do": "finished_off", "model": "a1", "card": "4r"}) == "SL-WITHDRAW-03"
    late = of_a_league(edition, double_withdrawal=double)
    late.enter([{"do": "activated", "model": "b1"}])
    assert refused_by(late, withdraw) == "SL-WITHDRAW-01"
    early = RECORDS[edition](late.setup)
    assert refused_by(early, withdraw) == "SL-WITHDRAW-01", "before Turn 1"


@pytest.mark.rule("SL-WITHDRAW-02")
@pytest.mark.parametrize("edition", RECORDS)
@pytest.mark.parametrize("winner", [0, 1])
def test_both_may_withdraw_after_the_initiative_flip_its_winner_first(edition, winner):
    record = of_a_league(edition)
    record.enter([{"do": "initiative", "seat": winner}])
    assert may_withdraw(record.state.initiative, (), record.setup.terms) == (winner, 1 - winner)


@pytest.mark.rule("SL-WITHDRAW-07", "SL-WITHDRAW-08", "SL-WITHDRAW-09", "SL-3E-21")
@pytest.mark.parametrize("edition", RECORDS)
@pytest.mark.parametrize(
    ("turn", "other", "counts"), [(2, 4, (0, 4)), (3, 0, (2, 3)), (3, 2, (2, 3)), (3, 4, (2, 4))]
)
def test_who_withdraws_is_counted_by_the_turn_while_the_other_plays_on(edition, turn, other, counts):
    """Before Turn 3 nothing is left; later the VP stand, and who stayed has at least one more."""
    record = of_a_league(edition)

    def scored(seat, source, step):
        return {"do": "score", "seat": seat, "source": source, "step": step}

    for seat in (0, 1):
        record.enter([{"do": "schemes", "seat": seat, "schemes": ["Outflank", "Assassinate"]}])
    record.enter([scored(0, "Turf War", "strategy"), scored(0, "Outflank", "end")])
    if turn == 3:
        record.enter([{"do": "turn", "turn": 3}, {"do": "initiative", "seat": 1}])
    record.enter([{"do": "withdraw", "seat": 0}])
    for later in range(turn + 1, 6):
        record.enter([{"do": "turn", "turn": later}])
        left = other - sum(score.seat for score in record.state.scores)
        record.enter([scored(1, "Turf War", "strategy"), scored(1, "Assassinate", "end")][:left])
    record.enter([{"do": "over"}])
    assert check_result(record.result(), edition=edition) == ()
    assert (outcome(record.result()).vp, outcome(record.result()).winner) == (counts, 1)


@pytest.mark.rule("SL-FINISH-01", "SL-FINISH-06")
@pytest.mark.parametrize("edition", RECORDS)
def test_a_killed_model_has_one_finished_off_flip(edition):
    record, flip = of_a_league(edition), {"do": "finished_off", "model": "b2", "card": "2r"}
    assert refused_by(record, flip) == "SL-FINISH-01", "it stands"
    assert refused_by(record, {"do": "slay", "model": "b2"}, flip | {"how": "asleep"}) == "SL-FINISH-01"
    record.enter([{"do": "slay", "model": "b2"}, flip])
    assert [(fall.model, fall.finished_off) for fall in record.state.falls] == [("b2", False)], (
        "two is below three"
    )
    assert refused_by(record, flip) == "SL-FINISH-06"


@pytest.mark.rule("SL-BOUNTY-05", "SL-EVENT-04")
def test_portions_and_awards_are_claimed_as_often_as_there_are():
    record = of_a_league()
    assert refused_by(record, {"do": "tick", "seat": 0, "portion": "two"}) == "SL-BOUNTY-05"
    assert refused_by(record, {"do": "award", "seat": 0, "award": 2}) == "SL-EVENT-04"
    record.enter([{"do": "tick", "seat": 0, "portion": "one"}, {"do": "award", "seat": 0, "award": 1}])
    assert [(claim.kind, claim.seat, claim.what) for claim in record.state.claims] == [
        ("portion", 0, "one"),
        ("award", 0, "1"),
    ]
    with pytest.raises(Refusal, match="1 in one game is the most"):
        record.enter([{"do": "tick", "seat": 0, "portion": "one"}])
    assert refused_by(record, {"do": "award", "seat": 0, "award": 1}) == "SL-EVENT-04"
    record.enter([{"do": "award", "seat": 1, "award": 1}])


def test_caps_hold_in_a_record_too():
    record = begun()
    point = {"do": "score", "seat": 0, "source": "Outflank", "step": "reveal"}
    record.enter([{"do": "turn", "turn": 2}, point])
    with pytest.raises(Refusal):
        record.enter([point])
    record.enter([{"do": "turn", "turn": 3}, point])
    record.enter([{"do": "turn", "turn": 4}])
    with pytest.raises(Refusal):
        record.enter([point])


def test_hidden_schemes_of_a_record_stay_hidden():
    record = begun()
    assert view(record.state, (), 1)["crews"][0]["schemes"] == []
    assert [s["name"] for s in view(record.state, (), 0)["crews"][0]["own_schemes"]] == [
        "Outflank",
        "Vendetta",
    ]


def test_after_the_end_only_finished_off_flips_are_entered():
    record = begun()
    record.enter([{"do": "slay", "model": "a2"}, {"do": "over"}])
    with pytest.raises(Refusal):
        record.enter([{"do": "hurt", "model": "a1", "amount": 1}])
    record.enter([{"do": "finished_off", "model": "a2", "card": "2c"}])
    with pytest.raises(Refusal):
        record.enter([{"do": "finished_off", "model": "a2", "card": "2c"}])
    assert [c.finished_off for c in record.result().seats[0].casualties] == [False]


def test_play_and_record_end_in_the_same_shape():
    play = duel_of_two("result")
    while not play.over:
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    result = result_of(play.setup, play.state)
    assert result.ended_turn == 5
    assert check_result(result) == ()


@pytest.mark.rule("M3E-MATH-01")
def test_divisions_round_up():
    assert [divided(number, 2) for number in range(5)] == [0, 1, 1, 2, 2]


@pytest.mark.rule("M3E-MATH-02")
@pytest.mark.parametrize(("policy", "at_4", "at_3"), [("up", True, True), ("exact", False, True)])
def test_half_of_a_maximum_of_7_or_less(policy, at_4, at_3):
    half = half_of(7, RulesetPolicies(half_rounds=policy))
    assert ((half >= 4), (half >= 3)) == (at_4, at_3)
    assert half_of(8, RulesetPolicies(half_rounds=policy)) == 4


@pytest.mark.rule("M3E-MARK-07")
def test_overlapping_markers_all_count(ruleset):
    scene = (
        Scene(ruleset)
        .model("a1", at=(10, 10))
        .marker("m0", "corpse", (10, 10))
        .marker("m1", "corpse", (10, 10))
    )
    assert {marker.id for marker in near(scene.g, scene["a1"], 0, "corpse")} == {"m0", "m1"}


@pytest.mark.rule("M3E-GEN-08")
def test_a_declared_position_counts_for_every_measurement_and_both_hear_of_it(ruleset):
    """Where the real model cannot stand, its intended place is entered to the thousandth and is the place."""
    scene = Scene(ruleset).model("a1", at=(10.0, 10.0)).model("b1", at=(20.0, 10.0))
    before = scene.g.table.gap(scene["a1"], scene["b1"])
    scene.run(lambda g: perform(g, Put(model="a1", x=17.125, y=10.0), "a1"))
    assert (scene["a1"].x, scene["a1"].y) == (17.125, 10.0)
    assert scene.g.table.gap(scene["a1"], scene["b1"]) == pytest.approx(before - 7.125)
    (moved,) = scene.events(Moved)
    assert (moved.audience, moved.way) == ("all", "table"), "announced to the opponent"
    assert sentence_of(moved, scene.g.state).endswith("to (17.1, 10).")


@pytest.mark.rule("SL-SUMMON-03", "SL-SUMMON-05", "SL-ATTACH-01", "M3E-REPL-03", "M3E-COND-03")
@pytest.mark.parametrize("edition", RECORDS)
def test_a_replace_by_hand_in_a_leagues_record_reaches_the_result_and_attached_upgrades_do_not(edition):
    """Two become one: opposed Conditions cancel, the fall of the one is the debt of both, and what was
    attached in the game is in no Arsenal."""
    record = begun(edition)
    record.enter(
        [
            {"do": "condition", "model": "a1", "condition": "fast"},
            {"do": "condition", "model": "a2", "condition": "slow"},
            {"do": "condition", "model": "a2", "condition": "poison", "value": 2},
        ]
    )
    merge = {"do": "replace", "models": ["a1", "a2"], "cards": ["sorrow"]}
    record.enter([{"do": "act", "seat": 0, "name": "Merge", "lines": [merge]}])
    (heir,) = [model for model in record.state.models.values() if model.id.startswith("s")]
    assert heir.conditions == {"poison": 2}
    assert record.state.models["a1"].where == "gone"
    coat = {"slug": "coat", "name": "Coat"}
    attach = {"do": "attach", "model": heir.id, "upgrade": "coat", "bought": coat}
    record.enter([{"do": "act", "seat": 0, "name": "Dress", "lines": [attach]}])
    assert record.state.models[heir.id].upgrades == ("coat",)
    record.enter([{"do": "slay", "model": heir.id}])
    record.enter([{"do": "finished_off", "model": heir.id, "card": "9r"}, {"do": "over"}])
    seat = result_of(record.setup, record.state).seats[0]
    assert seat.casualties == ()
    (successor,) = seat.successors
    assert successor.originals == (11, 12)
    assert (successor.killed, successor.finished_off, successor.flip) == (True, True, "9r")
    assert "coat" not in str(seat)


@pytest.mark.rule("M3E-TURN-18", "M3E-CTRL-02")
def test_what_was_begun_by_hand_ends_at_its_time():
    """A table that is recorded has no procedure that would end it."""
    record = begun()
    mine, theirs = (next(record.state.crew_of(seat)).id for seat in (0, 1))
    record.enter([{"do": "stat", "model": mine, "stat": "df", "amount": 1, "until": "activation"}])
    record.enter([{"do": "stat", "model": mine, "stat": "wp", "amount": 1, "until": "game"}])
    record.enter([{"do": "control", "model": theirs, "seat": 0, "until": "turn"}])
    record.enter([{"do": "activated", "model": mine}])
    assert [effect.until for effect in record.state.lasting] == ["game", "turn"]
    record.enter([{"do": "turn", "turn": 2}])
    assert [effect.until for effect in record.state.lasting] == ["game"]
    assert record.state.models[theirs].player == 1


@pytest.mark.rule("SL-FINISH-01", "SL-FINISH-07", "SL-SUMMON-03", "SL-3E-11")
@pytest.mark.parametrize("edition", RECORDS)
@pytest.mark.parametrize("trigger", ["killed", "killed_or_sacrificed"])
def test_who_fell_without_a_flip_is_in_the_result_and_owes_it(edition, trigger):
    """Killed, sacrificed, Buried at the end: none of them is said to have survived."""
    record = of_a_league(edition, finish_trigger=trigger)
    record.enter([{"do": "slay", "model": "a1", "by": "b1"}, {"do": "sacrifice", "model": "a2"}])
    record.enter([{"do": "bury", "model": "b2"}])
    assert record.result().seats[1].casualties == (), "it may come back"
    record.enter([{"do": "over"}])
    first, second = record.result().seats
    assert [(fell.model_id, fell.how, fell.owed, fell.killed_by) for fell in first.casualties] == [
        (11, "killed", True, 21),
        (12, "sacrificed", trigger == "killed_or_sacrificed", None),
    ]
    assert [(fell.model_id, fell.how, fell.owed) for fell in second.casualties] == [(22, "buried", True)]
    assert {fault.rule for fault in check_result(record.result(), edition=edition)} == {"SL-FINISH-01"}
    record.enter([{"do": "finished_off", "model": "a1", "card": "9r"}])
    fell = record.result().seats[0].casualties[0]
    assert (fell.finished_off, fell.flip, fell.owed) == (True, "9r", False)


@pytest.mark.rule("SL-FINISH-05", "SL-FINISH-08", "A-08", "SL-3E-11")
@pytest.mark.parametrize(
    ("entered", "terms", "rule"),
    [
        ({"card": "RJ"}, {"finish_jokers": "reflip"}, "A-08"),
        ({"card": "9r", "cheated_from": "BJ"}, {}, "A-08"),
        ({"card": "9r", "cheated_from": "9r"}, {}, "SL-FINISH-05"),
        ({"card": "9r", "how": "automatic"}, {}, "SL-FINISH-08"),
        ({}, {}, "SL-FINISH-01"),
        ({"how": "sacrificed"}, {"finish_trigger": "killed_or_sacrificed"}, "SL-FINISH-01"),
    ],
)
def test_a_flip_that_no_report_could_have_is_refused_when_it_is_entered(entered, terms, rule):
    record = of_a_league(**terms)
    record.enter([{"do": "slay", "model": "b2"}])
    assert refused_by(record, {"do": "finished_off", "model": "b2", **entered}) == rule


@pytest.mark.rule("SL-FINISH-08", "SL-3E-11")
@pytest.mark.parametrize(("how", "finished_off"), [("automatic", True), ("sacrificed", False)])
def test_what_needs_no_flip_is_entered_without_a_card(how, finished_off):
    record = of_a_league()
    record.enter([{"do": "slay", "model": "b2"}, {"do": "finished_off", "model": "b2", "how": how}])
    (fell,) = record.result().seats[1].casualties
    assert (fell.how, fell.finished_off, fell.flip, fell.owed) == (how, finished_off, None, False)


@pytest.mark.rule("A-10", "SL-WITHDRAW-03")
@pytest.mark.parametrize(("buried", "owing"), [("removed", []), ("killed", [11])])
def test_buried_models_of_a_crew_that_withdraws_fall_where_the_league_says_so(buried, owing):
    record = of_a_league(withdraw_buried=buried)
    record.enter([{"do": "bury", "model": "a1"}, {"do": "withdraw", "seat": 0}, {"do": "over"}])
    assert [fell.model_id for fell in record.result().seats[0].casualties if fell.owed] == owing


def test_vp_of_a_scheme_that_nobody_chose_are_in_the_result_by_its_name():
    """The other phone enters them before its owner has said which Schemes were chosen."""
    record = begun()
    record.enter([{"do": "turn", "turn": 2}])
    record.enter([{"do": "score", "seat": 1, "source": "Assassinate", "step": "end"}])
    record.enter([{"do": "over"}])
    own = record.result().seats[1]
    assert (own.vp, own.schemes) == (1, (SchemeScore("Assassinate", (0, 1)),))
    assert check_result(record.result(), schemes=("Outflank", "Assassinate", "Vendetta")) == ()
