"""Rulings on a game of the first week, each in a league of its own: annulled flips, void games, a low cap."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.game import operations as game_operations
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalUpgrade,
    Game,
    Supplement,
    Transfer,
)
from mfcampaign.campaigns.opening import operations as leagues
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import CorrectResult, SetPlaying, Undo, VoidGame
from mfcampaign.campaigns.scripted import play
from rules.campaign.aftermath.asks import InjuryAttached, UpgradeBought
from rules.game.results.casualties import Casualty
from rules.game.results.result import EncounterResult, SeatResult
from rules.refusal import Refusal
from tests.campaigns.conftest import League
from tests.campaigns.rulings.scenes import (
    close,
    corrected,
    fresh,
    live,
    made_of,
    purse,
    result_of,
    ruled,
    side_of,
    with_casualties,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.mark.rule("SL-PAY-05")
def test_the_weeks_maximum_binds_all_its_games_in_the_order_they_were_paid(make_league):
    """A cap of 3: what the first game no longer takes, the second one may have."""
    league: League = make_league(players=2, policies={"weekly_cap": 3})
    league.found_all()
    league.start()
    live(league, 1)
    game = league.games(1)[0]
    corrected(league, game, 4, 0)
    winner = side_of(game, 0).entry
    assert balances.earned_in_week(winner, 1) == 3
    ledger.pay(winner, 0, reason="event", natural_key="none")
    corrected(league, game, 0, 4)
    assert balances.earned_in_week(winner, 1) <= 3
    assert balances.earned_in_week(side_of(game, 1).entry, 1) == 3


@pytest.mark.rule("SL-INJURY-01")
def test_one_less_leaves_the_injury_until_the_organiser_annuls_it(make_league):
    league: League = make_league(players=4)
    league.found_all()
    league.start()
    live(league, 1)
    game, seat, effect = hurt(league)
    row = ArsenalUpgrade.objects.get(bearer=effect.model_id, slug=effect.slug)
    others = tuple(c for c in result_of(game).seats[seat].casualties if c.model_id != effect.model_id)
    request = with_casualties(game, seat, *others)
    plan = ruling_operations.preview(league.campaign, league.organiser, request)
    assert [choice.taken for choice in plan.choices] == [False]
    assert effect.sentence in plan.choices[0].label
    ruled(league, request)
    row.refresh_from_db()
    assert row.annihilated_week is None, "nobody chose to annul it"
    with_it = with_casualties(game, seat, *others, Casualty(model_id=effect.model_id, finished_off=True))
    ruled(league, with_it)
    assert not Supplement.objects.exists(), "that model's flip was made in the Aftermath"
    ruled(league, replace(request, chosen=(plan.choices[0].key,)))
    row.refresh_from_db()
    assert row.annihilated_week == 1
    ruled(league, with_it)
    row.refresh_from_db()
    assert row.annihilated_week is None, "its flip stands, so its Injury counts again"


def hurt(league: League) -> tuple[Game, int, InjuryAttached]:
    for game in league.games(1):
        for seat in (0, 1):
            for effect in replay.view(made_of(game, seat)).effects:
                if isinstance(effect, InjuryAttached):
                    bearer = ArsenalUpgrade.objects.filter(bearer=effect.model_id, slug=effect.slug)
                    if bearer.owned().exists():
                        return game, seat, effect
    raise AssertionError("nobody was hurt in this league")


def test_a_purchase_on_a_flip_that_was_not_due_may_be_annulled_with_its_price(make_league):
    """Played with tastes until somebody buys on the second flip, which the Strategy gave."""
    for taste in range(12):
        league: League = make_league(players=4, name=f"League {taste}")
        league.found_all(taste=str(taste))
        league.start()
        for entry in league.campaign.entries.all():
            ledger.pay(entry, 9, reason="ruling", natural_key=f"test:{entry.pk}")
        for game in league.games(1):
            play.play(game, taste=str(taste))
        purchases = [bought for game in league.games(1) if (bought := second_purchase(game))]
        if purchases:
            break
    game, seat, effect = purchases[0]
    row = ArsenalUpgrade.objects.filter(entry=side_of(game, seat).entry, slug=effect.slug).owned().get()
    result = result_of(game)
    seats = list(result.seats)
    low = replace(seats[seat], strategy_vp=(0, 1), schemes=(), vp=1)
    seats[seat] = low
    request = CorrectResult(encounter=game.pk, result=replace(result, seats=(seats[0], seats[1])))
    plan = ruling_operations.preview(league.campaign, league.organiser, request)
    (choice,) = plan.choices
    assert effect.name in choice.label
    before = purse(row.entry)
    ruling = ruled(league, replace(request, chosen=(choice.key,)))
    row.refresh_from_db()
    assert row.annihilated_week == 1
    paid = Transfer.objects.get(reason="barter", memo=effect.name, debit__entry=row.entry)
    assert paid.reversed_by.act == ruling.act
    assert purse(row.entry) >= before + effect.price - 5


def second_purchase(game: Game) -> tuple[Game, int, UpgradeBought] | None:
    play.finish(game)
    for seat in (0, 1):
        flips = 0
        aftermath_row = made_of(game, seat)
        bought = [e for e in replay.view(aftermath_row).effects if isinstance(e, UpgradeBought)]
        for decision in aftermath_row.decisions.order_by("ordinal"):
            flips += decision.kind == "barter_flip"
            if decision.kind == "barter_buy" and decision.answer["option"] != "pass" and flips == 2:
                return game, seat, bought[-1]
    return None


def test_a_forfeit_of_a_past_week_is_voided_with_its_pay(make_league):
    league: League = make_league(players=2)
    league.found_all()
    league.start()
    close(league.week(1))
    game = league.games(1)[0]
    assert game.state == "forfeited"
    entry = side_of(game, 0).entry
    before = purse(entry)
    ruling = ruled(league, VoidGame(encounter=game.pk))
    assert purse(entry) == before - 1, "half a bye of three"
    ruled(league, Undo(ruling=ruling.number))
    assert purse(entry) == before


def test_a_game_voided_in_its_aftermath_ends_there_and_draws_no_more(make_league):
    league: League = make_league(players=2)
    league.found_all()
    league.start()
    game = league.games(1)[0]
    play.play(game)
    ruled(league, VoidGame(encounter=game.pk))
    aftermath_row = made_of(game, 0)
    assert aftermath_row.state == Aftermath.State.LOCKED
    answers = aftermath_row.decisions.count()
    play.settle()
    assert aftermath_row.decisions.count() == answers
    with pytest.raises(Refusal, match="voided"):
        aftermath.choose(aftermath_row, aftermath_row.side.entry.user, 99, "pass")


def test_an_open_game_is_voided_and_taken_up_again(league, in_process):
    """A report of a void game wakes nobody later; undone, the game goes on where it stood."""
    league.start()
    game = league.games()[0]
    for side in play.sides(game):
        play.submit_crew(side)
    play.report(game)
    ruling = ruled(league, VoidGame(encounter=game.pk))
    assert fresh(game).state == "void"
    assert results.confirm_unanswered(fresh(game)) is False, "its report is confirmed no more"
    ruled(league, Undo(ruling=ruling.number))
    assert (fresh(game).state, fresh(game).closed_at) == ("reported", None)
    assert results.confirm_unanswered(fresh(game)) is True


def test_whoever_organises_may_leave_their_own_league_and_is_brought_back_by_another(league):
    league.start()
    entry = league.entry(0)
    leagues.add_organiser(league.campaign, league.organiser, entry.user)
    leave = SetPlaying(entry=entry.pk, playing=False)
    ruling_operations.rule(league.campaign, entry.user, leave, "No time.")
    entry.refresh_from_db()
    assert entry.state == "retired"
    with pytest.raises(Refusal, match="another organiser"):
        ruling_operations.rule(league.campaign, entry.user, replace(leave, playing=True), "Time again.")


@pytest.mark.rule("SL-INJURY-05", "SL-INJURY-11", "SL-ANNIH-04")
def test_a_voided_game_gives_back_a_model_that_its_injury_cost_later(make_league):
    league: League = make_league(players=2, policies={"injury_limit_mode": "kills_at"})
    league.found_all()
    league.start()
    first = league.games(1)[0]
    everybody_fell(first)
    again = game_operations.schedule(
        league.week(1), 9, side_of(first, 0).entry, side_of(first, 1).entry, ceiling=40
    )
    everybody_fell(again)
    entry, lost, injury = next(
        (side.entry, model, injury)
        for side in play.sides(fresh(first))
        for model in side.entry.models.exclude(annihilated_week=None)
        for injury in model.bound.filter(kind="injury")
        if injuries_of(first, side.seat).get(model.pk) == injury.slug
    )
    ruling = ruled(league, VoidGame(encounter=first.pk))
    lost.refresh_from_db()
    injury.refresh_from_db()
    assert (lost.annihilated_week, injury.annihilated_week) == (None, 1), "the model is back, unhurt"
    assert entry.models.owned().filter(is_leader=True).count() == 1
    ruled(league, Undo(ruling=ruling.number))
    lost.refresh_from_db()
    assert lost.annihilated_week == 1


def everybody_fell(game) -> None:
    """A game in which the whole Crew of either side was Finished Off, with its Aftermaths."""
    game = fresh(game)
    for side in play.sides(game):
        play.submit_crew(side)
    game.refresh_from_db()
    seats = [
        SeatResult(casualties=tuple(Casualty(member["id"], True) for member in seat["members"]))
        for seat in game.reveal["seats"]
    ]
    first, second = play.sides(fresh(game))
    results.report(first, first.entry.user, EncounterResult(seats=(seats[0], seats[1]), ended_turn=5))
    results.confirm(second, second.entry.user)
    play.finish(fresh(game))


def injuries_of(game, seat: int) -> dict[int, str]:
    effects = replay.view(made_of(game, seat)).effects
    return {effect.model_id: effect.slug for effect in effects if isinstance(effect, InjuryAttached)}
