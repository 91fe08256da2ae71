"""How the games of a season are paired, beside the standings: everybody in turn, or by agreement (A-42)."""

from __future__ import annotations

import pytest

from mfcampaign.campaigns.game import additional
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Availability, Game
from mfcampaign.campaigns.week import operations as week

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


def pairs(league, number: int) -> set[frozenset[int]]:
    return {frozenset(side.entry_id for side in game.sides.all()) for game in league.games(number)}


def next_week(league, number: int) -> None:
    """Nobody plays, nobody hires; the games of week ``number`` + 1 are paired."""
    week.reach_deadline(league.week(number))
    week.close_hires(league.week(number + 1), league.organiser, "Agreed.")


@pytest.mark.rule("A-42")
@pytest.mark.switch("pairing", "round_robin")
def test_in_turn_everybody_meets_everybody_and_a_week_says_so(make_league):
    league = make_league(players=4, policies={"pairing": "round_robin"})
    league.found_all()
    league.start()
    assert {pair["why"] for pair in league.week(1).pairing["pairs"]} == {
        "Everybody meets everybody, and it is the turn of these two."
    }
    for number in (1, 2):
        next_week(league, number)
    met = pairs(league, 1) | pairs(league, 2) | pairs(league, 3)
    assert len(met) == 6, "three weeks, each of the six pairs once"


@pytest.mark.rule("A-42")
def test_whose_turn_it_is_with_somebody_away_is_paired_by_the_standings(make_league):
    league = make_league(players=4, policies={"pairing": "round_robin"})
    league.found_all()
    Availability.objects.create(entry=league.entry(0), week=1, away=True)
    league.start()
    (game,) = league.games(1)
    bye = league.week(1).parts.get(bye=True).entry_id
    assert {side.entry_id for side in game.sides.all()} | {bye} == {league.entry(n).pk for n in (1, 2, 3)}


@pytest.mark.rule("A-42", "SL-SCHEME-02")
@pytest.mark.switch("pairing", "free")
def test_by_agreement_no_game_is_owed_and_the_players_make_their_own(make_league):
    league = make_league(players=2, policies={"pairing": "free"})
    league.found_all()
    league.start()
    assert (league.games(1), league.week(1).parts.filter(bye=True).exists()) == ([], False)
    offer = additional.propose(league.entry(0), league.players[0], league.entry(1), "reuse")
    additional.accept(offer, league.players[1])
    (game,) = league.games(1)
    week.reach_deadline(league.week(1))
    game.refresh_from_db()
    assert game.state == Game.State.VOID
    league.check()


@pytest.mark.rule("A-42")
@pytest.mark.switch("pairing", "swiss")
def test_by_the_standings_nobody_is_due_to_anybody(make_league):
    league = make_league(players=2)
    league.found_all()
    league.start()
    assert "have not met before" in league.week(1).pairing["pairs"][0]["why"]


@pytest.mark.rule("A-45")
@pytest.mark.switch("away_pay", "nothing")
@pytest.mark.switch("away_pay", "bye")
@pytest.mark.parametrize(("pay", "scrip"), [("nothing", 0), ("bye", 3)])
def test_who_is_away_skips_the_week_and_is_paid_by_the_house_rule(make_league, pay, scrip):
    league = make_league(players=3, policies={"away_pay": pay, "bye_scrip": 3})
    league.found_all()
    away = league.entry(0)
    Availability.objects.create(entry=away, week=1, away=True)
    league.start()
    week.reach_deadline(league.week(1), league.organiser, "Agreed.")
    assert balances.earned_in_week(away, 1) == scrip
    assert not league.week(1).parts.get(entry=away).bye, "a skipped week is no bye of the table"
    league.check()
