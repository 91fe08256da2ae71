"""Who flips is asked before the hand is drawn; cards written down from the table wait for the opponent."""

from __future__ import annotations

import datetime as dt

import pytest

from mfcampaign.campaigns import handlers
from mfcampaign.campaigns.aftermath import countersign_queries as countersigned
from mfcampaign.campaigns.aftermath import countersigning, replay
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.league.next_actions import next_actions
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, AftermathDecision, Countersign, Game, Week
from mfcampaign.campaigns.rulings.requests import VoidGame
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.dispatch import operations as dispatch
from rules.refusal import Refusal
from tests.campaigns.rulings.scenes import ruled

pytestmark = pytest.mark.django_db
State = Countersign.State
CODES = ("7r", "8m", "9c", "4t", "5r", "12m", "3c", "6t", "2r", "11c", "10m", "1t", "13r")


def confirmed(league) -> Game:
    league.start()
    (game,) = league.games()
    for side in play.sides(game):
        play.submit_crew(side)
    play.report(game)
    play.confirm(game)
    play.settle()
    game.refresh_from_db()
    return game


def finish_at_the_table(aftermath_row: Aftermath) -> None:
    """Every card from the player's own deck, every choice by default."""
    user = aftermath_row.side.entry.user
    for _ in range(60):
        aftermath_row.refresh_from_db()
        if aftermath_row.state == Aftermath.State.LOCKED:
            return
        ask = replay.view(aftermath_row).ask
        if ask.who == "fate":
            codes = [code for code in CODES if code not in ask.out][: ask.cards]
            aftermath.enter_cards(aftermath_row, user, ask.ordinal, codes)
        else:
            chosen = choices.answer(ask, balances.balance(aftermath_row.side.entry))
            aftermath.choose(aftermath_row, user, ask.ordinal, chosen.option, bearer=chosen.bearer)
    raise AssertionError("it does not end")


def test_nobody_draws_before_the_player_has_said_who_flips(league, in_process):
    game = confirmed(league)
    for aftermath_row in play.aftermaths(game):
        assert (aftermath_row.flips, aftermath_row.waiting_for, aftermath_row.asks) == (
            "",
            "player",
            "draw_hand",
        )
        assert not aftermath_row.decisions.exists(), "the hand is not drawn"
    first, second = play.aftermaths(game)
    with pytest.raises(Refusal, match="portal draws"):
        aftermath.enter_cards(first, first.side.entry.user, 0, ["7r", "8m"][: replay.view(first).ask.cards])
    aftermath.flip_source(first, first.side.entry.user, "entered")
    ask = replay.view(first).ask
    first.refresh_from_db()
    aftermath.enter_cards(first, first.side.entry.user, ask.ordinal, list(CODES[: ask.cards]))
    assert first.decisions.get(kind="draw_hand").source == "entered"
    aftermath.flip_source(second, second.side.entry.user, "fate")
    play.settle()
    assert second.decisions.get(kind="draw_hand").source == "fate"


def test_while_the_portal_draws_no_card_can_be_entered(league, in_process):
    game = confirmed(league)
    aftermath_row = play.aftermaths(game)[0]
    aftermath_row.flips = "fate"
    aftermath_row.save()
    with pytest.raises(Refusal, match="portal draws"):
        aftermath.enter_cards(
            aftermath_row,
            aftermath_row.side.entry.user,
            0,
            list(CODES[: replay.view(aftermath_row).ask.cards]),
        )


def test_the_deadline_lets_the_portal_draw_for_who_never_said(league, in_process):
    game = confirmed(league)
    week.reach_deadline(league.week(1), league.organiser, "Agreed.")
    for aftermath_row in play.aftermaths(game):
        assert (aftermath_row.state, aftermath_row.flips) == (Aftermath.State.LOCKED, "")
        assert aftermath_row.decisions.filter(kind="draw_hand", source="fate").exists()


@pytest.fixture
def entered(league, in_process) -> Game:
    """Seat 0 flipped at the table, seat 1 let the portal draw; both are done."""
    game = confirmed(league)
    first, second = play.aftermaths(game)
    aftermath.flip_source(first, first.side.entry.user, "entered")
    finish_at_the_table(first)
    play.finish_aftermath(second)
    game.refresh_from_db()
    return game


@pytest.mark.switch("entered_flips", "countersign")
@pytest.mark.rule("A-35")
def test_every_entered_flip_waits_for_the_opponent_and_holds_the_week(league, entered):
    rows = countersigned.of_game(entered)
    by_hand = AftermathDecision.objects.filter(source="entered")
    assert rows.count() == by_hand.count() > 1
    assert set(rows.values_list("state", flat=True)) == {State.WAITING}
    assert entered.state == Game.State.CLOSED, "the aftermath itself goes on"
    assert countersigned.held_open(league.week(1)) == ["table 1 (cards to be countersigned)"]


def test_the_opponent_countersigns_all_of_it_once(league, entered):
    first, second = play.sides(entered)
    numbers = list(countersigned.of_game(entered).values_list("pk", flat=True))
    assert countersigning.agree(first, first.entry.user, numbers) == 0, "nobody signs their own"
    assert countersigning.agree(second, second.entry.user, numbers) == len(numbers)
    assert countersigning.agree(second, second.entry.user, numbers) == 0, "twice is once"
    assert countersigned.held_open(league.week(1)) == []


@pytest.mark.rule("A-35")
def test_an_objection_needs_a_reason_and_holds_the_week_until_an_organiser_rules(league, entered):
    first, second = play.sides(entered)
    row, other, *_rest = countersigned.of_game(entered)
    with pytest.raises(Refusal, match="your own"):
        countersigning.object_to(first, first.entry.user, row.pk, "no")
    with pytest.raises(Refusal, match="Say what"):
        countersigning.object_to(second, second.entry.user, row.pk, " ")
    countersigning.object_to(second, second.entry.user, row.pk, "It was a 2.")
    countersigning.object_to(second, second.entry.user, other.pk, "That one, too.")
    held = week.reach_deadline(league.week(1), league.organiser, "Agreed.")
    assert held == ["table 1 (an objection to entered cards)"], "the others stand at the deadline"
    assert league.week(1).state == Week.State.GAMES_OPEN
    assert countersigned.of_game(entered).filter(state=State.UNANSWERED).exists()

    last = countersigned.of_game(entered).last()
    with pytest.raises(Refusal, match="Nobody objects"):
        countersigning.rule(entered, league.organiser, last.pk, True, "why not")
    countersigning.rule(entered, league.organiser, row.pk, True, "I saw it fall.")
    assert league.week(1).state == Week.State.GAMES_OPEN, "one objection is left"
    countersigning.rule(entered, league.organiser, other.pk, False, "The deck was short.")
    row.refresh_from_db()
    other.refresh_from_db()
    assert (row.state, other.state) == (State.UPHELD, State.STRUCK)
    assert other.ruled_by == league.organiser
    assert league.week(1).state == Week.State.CLOSED, "the last ruling lets the week go"
    assert AftermathDecision.objects.filter(pk=other.decision_id).exists(), "nothing is deleted or redrawn"


def test_a_party_does_not_rule_on_cards(league, entered):
    _first, second = play.sides(entered)
    row = countersigned.of_game(entered).first()
    countersigning.object_to(second, second.entry.user, row.pk, "It was a 2.")
    player = second.entry.user
    league.campaign.organisers.create(user=player)
    with pytest.raises(Refusal, match="play this game yourself"):
        countersigning.rule(entered, player, row.pk, True, "mine")


@pytest.mark.rule("A-35")
def test_unanswered_cards_stand_when_a_report_would(league, entered):
    row = countersigned.of_game(entered).first()
    hours = league.campaign.rules.report_timeout_h
    early, late = (row.created_at + dt.timedelta(hours=hours, minutes=m) for m in (-10, 10))
    handlers.turn_leagues(early)
    dispatch.drain()
    row.refresh_from_db()
    assert row.state == State.WAITING
    handlers.turn_leagues(late)
    dispatch.drain()
    row.refresh_from_db()
    assert row.state == State.UNANSWERED
    assert countersigned.held_open(league.week(1)) == []


@pytest.mark.switch("entered_flips", "trust")
@pytest.mark.rule("A-35")
def test_on_trust_nobody_is_asked(make_league, in_process):
    league = make_league(name="Trusting", policies={"entered_flips": "trust"})
    league.found_all()
    game = confirmed(league)
    aftermath_row = play.aftermaths(game)[0]
    aftermath.flip_source(aftermath_row, aftermath_row.side.entry.user, "entered")
    finish_at_the_table(aftermath_row)
    assert aftermath_row.decisions.filter(source="entered").exists()
    assert not Countersign.objects.exists()


def test_the_cards_of_a_voided_game_hold_nothing_and_ask_nobody(league, entered):
    _first, second = play.sides(entered)
    actions = [action.sentence for action in next_actions(second.entry.user, league.campaign)]
    assert actions == ["Countersign the cards of table 1, week 1"], "until then it is the opponent's to do"
    row = countersigned.of_game(entered).first()
    countersigning.object_to(second, second.entry.user, row.pk, "It was a 2.")
    assert week.reach_deadline(league.week(1), league.organiser, "Agreed."), "the objection holds the week"
    ruled(league, VoidGame(encounter=entered.pk))
    assert countersigned.held_open(league.week(1)) == []
    assert league.week(1).state == Week.State.CLOSED, "and nothing else does"
    actions = [action.sentence for action in next_actions(second.entry.user, league.campaign)]
    assert not any("Countersign" in sentence for sentence in actions)
