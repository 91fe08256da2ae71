"""What a portion of a Bounty needs of a game, judged by its report."""

import pytest

from rules.game.league.needs import Fighter, finding, hopeless, needs_of, record_of
from rules.game.results.result import Casualty, EncounterResult, SchemeScore, SeatResult, Successor, outcome

CREW = {
    1: Fighter(leader=True, cost=8, words=frozenset({"henchman"})),
    2: Fighter(cost=7, words=frozenset({"enforcer", "living"})),
    3: Fighter(cost=4, words=frozenset({"minion", "undead"})),
}
FOES = {number + 10: fighter for number, fighter in CREW.items()}
POOL = ("Breakthrough", "Vendetta")


def game(own=None, foe=None, ended=5):
    result = EncounterResult(seats=(own or SeatResult(), foe or SeatResult()), ended_turn=ended)
    return record_of(result, outcome(result), (CREW, FOES), POOL)


def fell(*models, how="killed"):
    return SeatResult(casualties=tuple(Casualty(model, False, None, how) for model in models))


def most(needs, *sides, seat=0, **kinds):
    return finding(needs, seat, game(*sides, **kinds)).most


def scored(strategy=(), **schemes):
    rows = tuple(SchemeScore(name, tuple(vp)) for name, vp in schemes.items())
    return SeatResult(
        strategy_vp=tuple(strategy), schemes=rows, vp=sum(strategy) + sum(sum(row.vp) for row in rows)
    )


@pytest.mark.rule("SL-BOUNTY-05")
def test_vp_of_the_strategy():
    assert (most("strategy 3", scored((0, 1, 1, 1))), most("strategy 3", scored((0, 1, 1)))) == (1, 0)
    assert (most("hold strategy 2"), most("hold strategy 2", None, scored((0, 1, 1, 1)))) == (1, 0)
    early = SeatResult(strategy_vp=(0, 1), vp=1, withdrew_turn=2)
    assert most("strategy 1", early) == 0, "who withdraws early has no VP (SL-WITHDRAW-04)"


@pytest.mark.rule("SL-BOUNTY-05")
def test_a_scheme_must_be_in_the_pool_taken_and_scored_whole():
    whole = "scheme Breakthrough"
    assert finding(whole, 0, game()).why == "Breakthrough was not taken"
    assert finding(whole, 0, game(scored(Breakthrough=(0, 1)))).why == "Breakthrough brought 1 of 2 VP"
    done = finding(whole, 0, game(scored(Breakthrough=(0, 1, 1))))
    assert (done.most, done.proven) == (1, 1)
    assert finding("scheme Ensnare", 0, game()).why == "Ensnare is not in this game’s pool of Schemes"
    assert hopeless("win; scheme Ensnare", POOL)
    assert not hopeless("win", POOL)


@pytest.mark.rule("SL-BOUNTY-05")
def test_of_several_schemes_any_one_scored_whole_will_do():
    either = "scheme Ensnare / Vendetta / Breakthrough"
    assert most(either, scored(Breakthrough=(0, 1), Vendetta=(0, 1, 1))) == 1
    assert finding(either, 0, game(scored(Vendetta=(0, 1)))).why == "Vendetta brought 1 of 2 VP"
    why = "none of Ensnare, Vendetta and Breakthrough was taken"
    assert finding(either, 0, game()).why == why
    assert not hopeless(either, POOL)
    why = "none of Ensnare and Outflank is in this game’s pool of Schemes"
    assert hopeless("scheme Ensnare / Outflank", POOL) == why


@pytest.mark.rule("SL-BOUNTY-05")
def test_both_schemes_in_one_turn_and_none_before_the_last():
    both = scored(Breakthrough=(0, 1, 0, 1), Vendetta=(0, 1, 0, 1))
    assert (most("both schemes", both), most("both schemes", scored(Vendetta=(0, 1)))) == (2, 0)
    assert (most("quiet schemes", both), most("quiet schemes", scored(Vendetta=(0, 0, 0, 0, 1)))) == (0, 1)


@pytest.mark.rule("SL-BOUNTY-05")
def test_the_game_won_nobody_lost_scrip_of_the_event_and_turns():
    assert (most("win", scored((0, 1))), most("win")) == (1, 0)
    lived = finding("nothing lost", 0, game())
    assert (lived.most, lived.proven) == (1, 0), "a report does not name what was summoned"
    assert most("nothing lost", fell(2)) == 0
    assert (most("event scrip", SeatResult(event_scrip=2)), most("event scrip")) == (1, 0)
    assert [most("keep minion", fell(3)), most("keep minion", fell(2)), most("keep totem, minion")] == [
        0,
        1,
        1,
    ]
    assert most("no kill before 3", fell(2)) == 1, "a report does not know the Turn"
    assert most("turn", ended=3) == 3
    assert (most("stay", SeatResult(withdrew_turn=4)), most("stay")) == (0, None)


@pytest.mark.rule("SL-BOUNTY-05", "SL-WITHDRAW-04", "SL-WITHDRAW-07")
@pytest.mark.parametrize("turn", [1, 4])
def test_a_crew_that_withdrew_finished_nothing_without_a_loss(turn):
    gone = SeatResult(withdrew_turn=turn)
    for needs in ("nothing lost", "keep minion", "stay"):
        judged = finding(needs, 0, game(gone))
        assert (judged.most, judged.proven, judged.why) == (0, 0, "the Crew withdrew"), needs
        assert most(needs, gone, seat=1) in (1, None), needs


@pytest.mark.rule("SL-BOUNTY-05", "SL-WITHDRAW-04")
def test_scrip_of_the_event_that_an_early_withdrawal_forfeits_counts_for_no_bounty():
    early, late = (SeatResult(withdrew_turn=turn, event_scrip=2) for turn in (2, 4))
    assert (most("event scrip", early), most("event scrip", late)) == (0, 1)


@pytest.mark.rule("SL-BOUNTY-05")
def test_kills_a_report_can_name():
    assert [most("kill leader", None, fell(11)), most("kill leader", None, fell(12))] == [1, 0]
    assert [most("kill dearest", None, fell(12)), most("kill dearest", None, fell(13))] == [1, 0]
    assert [most("kill hired cost 6+", None, fell(11, 12, 13)), most("kill hired cost 6+")] == [2, 0]
    assert most("kill leader", None, fell(11, how="sacrificed")) == 0
    replaced = SeatResult(successors=(Successor(originals=(11,), names=("Zombie",), killed=True),))
    assert most("kill leader", None, replaced) == 1
    assert (most("leader stands", None, fell(11)), most("leader stands")) == (0, None)
    assert most("leader stands", None, SeatResult(withdrew_turn=4)) == 0


@pytest.mark.rule("SL-BOUNTY-05")
def test_kills_a_report_cannot_count_are_left_to_the_players():
    for needs in ("kill", "kill minion, totem", "kill 4 living, undead", "kill first", "lose", "word", ""):
        assert most(needs) is None, needs


def test_several_needs_hold_together_and_a_word_proves_nothing():
    won = finding("win; word", 0, game(scored((0, 1))))
    assert (won.most, won.proven) == (1, 0)
    assert finding("win; strategy 3", 0, game(scored((0, 1)))).most == 0
    with pytest.raises(ValueError, match="“dance”"):
        needs_of("win; dance")
