"""The aftermath stored as answers: idempotent, replayable, the same cards whatever happens."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, AftermathDecision
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import fate
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.dispatch.models import Command
from rules.campaign.aftermath.asks import OpponentEarns
from rules.fate.league import commitment
from rules.game.results.result import EncounterResult, SeatResult
from rules.refusal import Refusal

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def one_game(lived):
    """Under a seed of its own: by others the Aftermath may end with the first answer, or without a flip."""
    seed = b"a game whose Aftermath has flips"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fate, "new_secret", lambda: (seed, commitment(seed)))
        return lived(lambda begun: play.play(begun.games()[0]), name="One Game")


@pytest.fixture
def league(one_game, db):
    """Two players, their first game confirmed."""
    return one_game()


@pytest.fixture
def opened(league, in_process) -> list[Aftermath]:
    return play.aftermaths(league.games()[0])


def state(aftermath_row: Aftermath) -> tuple:
    aftermath_row.refresh_from_db()
    entry = aftermath_row.side.entry
    return (
        balances.balance(entry),
        sorted(entry.upgrades.values_list("slug", "annihilated_week")),
        sorted(entry.models.values_list("pk", "annihilated_week", "is_leader")),
        aftermath_row.applied,
    )


@pytest.mark.rule("SL-AFTER-08")
def test_the_same_answer_twice_is_one_answer_and_another_one_is_refused(opened):
    aftermath_row = opened[0]
    ask = replay.view(aftermath_row).ask
    chosen = choices.answer(ask, 0)
    user = aftermath_row.side.entry.user
    aftermath.choose(aftermath_row, user, ask.ordinal, chosen.option, bearer=chosen.bearer)
    after = state(aftermath_row)
    aftermath.choose(aftermath_row, user, ask.ordinal, chosen.option, bearer=chosen.bearer)
    assert state(aftermath_row) == after
    with pytest.raises(Refusal, match="answered already"):
        aftermath.choose(aftermath_row, user, ask.ordinal, "something else")


def test_a_step_reads_the_answers_and_the_aftermath_once(opened):
    aftermath_row = opened[0]
    ask = replay.view(aftermath_row).ask
    chosen = choices.answer(ask, 0)
    with CaptureQueriesContext(connection) as queries:
        aftermath.choose(
            aftermath_row, aftermath_row.side.entry.user, ask.ordinal, chosen.option, bearer=chosen.bearer
        )
    reads = Counter(
        table for query in queries for table in re.findall(r'^SELECT .*? FROM "(\w+)"', query["sql"])
    )
    assert reads["campaigns_aftermathdecision"] == reads["campaigns_aftermath"] == 1
    assert reads["campaigns_campaign"] == 2, "under the lock; at the end the number of the act, for its frame"


def test_a_card_of_fate_stays_the_same_however_often_it_is_drawn(opened):
    aftermath_row = opened[0]
    first = aftermath_row.decisions.filter(source="fate").order_by("ordinal").first()
    answer = first.answer
    assert aftermath.draw(aftermath_row.pk, first.ordinal)["again"] is True
    AftermathDecision.objects.filter(aftermath=aftermath_row).delete()
    Aftermath.objects.filter(pk=aftermath_row.pk).update(applied=0)
    aftermath_row.refresh_from_db()
    aftermath.draw(aftermath_row.pk, first.ordinal)
    assert aftermath_row.decisions.get(ordinal=first.ordinal).answer == answer, "no retry rolls again"


def test_every_flip_is_one_command_with_a_natural_key_and_hides_its_cards(opened):
    for aftermath_row in opened:
        play.finish_aftermath(aftermath_row)
    flips = AftermathDecision.objects.filter(source="fate")
    commands = Command.objects.filter(kind=aftermath.FLIP)
    assert flips.count() == commands.count() > 0
    assert {c.status for c in commands} == {"done"}
    for command in commands:
        assert set(command.result) == {"drawn", "again"}
        dispatch.execute(command.pk)
    assert flips.count() == commands.count(), "executing again does nothing"


def test_a_player_who_flips_at_the_table_enters_the_cards(opened):
    aftermath_row = opened[0]
    user = aftermath_row.side.entry.user
    aftermath.flip_source(aftermath_row, user, "entered")
    seen = set()
    for _ in range(40):
        aftermath_row.refresh_from_db()
        if aftermath_row.state == Aftermath.State.LOCKED:
            break
        ask = replay.view(aftermath_row).ask
        if ask.who == "fate":
            codes = [c for c in ("7r", "8m", "9c", "4t", "5r", "12m", "3c") if c not in ask.out][: ask.cards]
            with pytest.raises(Refusal, match="is no card"):
                aftermath.enter_cards(aftermath_row, user, ask.ordinal, ["99x"])
            aftermath.enter_cards(aftermath_row, user, ask.ordinal, codes)
            seen.add(ask.kind)
        else:
            chosen = choices.answer(ask, balances.balance(aftermath_row.side.entry))
            aftermath.choose(aftermath_row, user, ask.ordinal, chosen.option, bearer=chosen.bearer)
    assert aftermath_row.state == Aftermath.State.LOCKED
    assert set(aftermath_row.decisions.values_list("source", flat=True)) >= {"entered", "player", "portal"}
    assert balances.verify(aftermath_row.side.entry.campaign) == []


def test_the_finished_aftermath_is_exactly_its_replay(opened):
    for aftermath_row in opened:
        play.finish_aftermath(aftermath_row)
        aftermath_row.refresh_from_db()
        view = replay.view(aftermath_row)
        assert view.finished
        assert aftermath_row.applied == len(view.effects)
        earned = sum(
            t.amount
            for t in balances.standing_transfers(aftermath_row.side.entry)
            if t.reason == "payday" and t.natural_key.startswith(f"aftermath:{aftermath_row.pk}/")
        )
        assert earned == sum(e.total.amount for e in view.effects if hasattr(e, "total"))


def test_the_second_game_of_a_player_waits_for_the_first_aftermath(league, opened):
    from mfcampaign.campaigns.game import operations as game_operations

    first = opened[0]
    week = league.week(1)
    again = game_operations.schedule(week, 9, *(s.entry for s in play.sides(first.side.game)), ceiling=40)
    play.play(again)
    second = play.aftermaths(again)[0]
    assert second.state == Aftermath.State.QUEUED
    play.finish_aftermath(first)
    second.refresh_from_db()
    assert second.state == Aftermath.State.OPEN
    league.check()


@pytest.mark.rule("SL-PAY-05")
def test_scrip_from_the_opponents_injury_stays_within_the_week(opened):
    from mfcampaign.audit.models import Act
    from mfcampaign.campaigns.aftermath import effects

    aftermath_row, other = opened
    entry, week = other.side.entry, aftermath_row.side.game.week.number
    room = 16 - balances.earned_in_week(entry, week)
    ledger.pay(entry, room - 1, reason="event", natural_key="almost full", week=week)
    earning = OpponentEarns(amount=2, model_id=1, sentence="A bounty was on its head.", rule="SL-INJURY-05")
    effects.apply(aftermath_row, earning, 99, Act.objects.latest("pk"))
    assert balances.earned_in_week(entry, week) == 16


@pytest.mark.rule("SL-WITHDRAW-05", "SL-WITHDRAW-06")
@pytest.mark.parametrize("gone", [0, 1])
def test_who_withdrew_early_is_done_at_once_and_the_game_waits_for_the_other(make_league, in_process, gone):
    league = make_league(players=2, name="Left early")
    league.found_all()
    league.start()
    (game,) = league.games()
    for side in play.sides(game):
        play.submit_crew(side)
    own, other = play.sides(league.games()[0])
    left = SeatResult(withdrew_turn=1)
    seats = (left, SeatResult()) if gone == 0 else (SeatResult(), left)
    results.report(own, own.entry.user, EncounterResult(seats=seats, ended_turn=2))
    results.confirm(other, other.entry.user)
    aftermaths = play.aftermaths(league.games()[0])
    assert [aftermaths[gone].state, aftermaths[1 - gone].state] == ["locked", "open"]
    assert league.games()[0].state == "aftermath"
    play.let_draw(league.games()[0])
    play.finish(league.games()[0])
    assert league.games()[0].state == "closed"
