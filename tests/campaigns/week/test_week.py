"""A league week through the operations, from the opening to the next week's hires."""

from __future__ import annotations

import pytest

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, AftermathDecision, Campaign, Game, Week
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from rules.fate.league import verify
from rules.refusal import Refusal

pytestmark = pytest.mark.django_db


def test_a_week_from_the_start_to_the_next_hires(league, in_process):
    first = league.start()
    (game,) = league.games()
    play.play(game)
    play.finish(game)
    game.refresh_from_db()
    assert game.state == Game.State.CLOSED
    league.check()

    assert week.reach_deadline(first, league.organiser, "Agreed.") == []
    second = league.week(2)
    assert second.state == Week.State.NEW_HIRES
    first.refresh_from_db()
    assert first.state == Week.State.CLOSED
    assert verify(bytes(first.fate_seed), first.fate_commitment)

    play.hire_all(second)
    second.refresh_from_db()
    assert second.state == Week.State.GAMES_OPEN, "the window closes by itself once all are done"
    league.check()
    table = league_page.standings(league.campaign)
    assert sum(row.wins for row in table) + sum(row.draws for row in table) // 2 == 1
    assert [row.scrip for row in table] == [
        balances.balance(league.campaign.entries.get(pk=row.entry)) for row in table
    ]
    sentences = list(Act.objects.exclude(sentence="").order_by("ordinal").values_list("sentence", flat=True))
    assert any("opened the league" in s for s in sentences)
    assert any("Week 1 closed" in s for s in sentences)


@pytest.mark.rule("SL-PAY-01", "SL-PAY-02")
def test_payday_is_paid_once_and_explains_itself(league, in_process):
    league.start()
    (game,) = league.games()
    play.play(game)
    game.refresh_from_db()
    for side in play.sides(game):
        paid = [t for t in balances.standing_transfers(side.entry) if t.reason == "payday"]
        vp = game.outcome["vp"][side.seat]
        least = (vp + 1) // 2 + (1 if game.outcome["winner"] == side.seat else 0)
        assert sum(t.amount for t in paid) >= least
        assert len(paid) <= 1


@pytest.mark.rule("SL-HIRE-01")
def test_nothing_can_be_hired_in_week_one(league, in_process):
    from mfcampaign.campaigns.arsenal import hires

    league.start()
    entry = league.entry(0)
    with pytest.raises(Refusal, match="second on") as refused:
        hires.hire_model(entry, entry.user, "guild-hound")
    assert refused.value.rule == "SL-HIRE-01"


def test_an_odd_player_has_a_bye_and_is_paid_at_the_close(make_league, in_process):
    league = make_league(players=3)
    league.found_all()
    first = league.start()
    bye = first.parts.get(bye=True).entry
    before = balances.balance(bye)
    (game,) = league.games()
    play.play(game)
    play.finish(game)
    week.reach_deadline(first, league.organiser, "Agreed.")
    assert balances.balance(bye) == before + 3
    second = league.week(2)
    play.hire_all(second)
    assert second.parts.get(bye=True).entry != bye, "no second bye before everyone had one"
    league.check()


def test_an_unplayed_game_pays_half_a_bye_to_both_and_the_week_closes(league, in_process):
    first = league.start()
    before = [balances.balance(league.entry(n)) for n in (0, 1)]
    assert week.reach_deadline(first, league.organiser, "Agreed.") == []
    assert [balances.balance(league.entry(n)) for n in (0, 1)] == [b + 1 for b in before]
    assert league.week(2).state == Week.State.NEW_HIRES


def test_a_deadline_finishes_open_aftermaths_by_default(league, in_process):
    first = league.start()
    (game,) = league.games()
    play.play(game)
    assert week.reach_deadline(first, league.organiser, "Agreed.") == []
    assert not Aftermath.objects.exclude(state=Aftermath.State.LOCKED).exists()
    assert AftermathDecision.objects.filter(source="timeout").exists()
    league.check()


def test_a_revealed_game_without_a_result_holds_the_week_open(league, in_process):
    first = league.start()
    (game,) = league.games()
    for side in play.sides(game):
        play.submit_crew(side)
    held = week.reach_deadline(first, league.organiser, "Agreed.")
    assert held == ["table 1 (being played)"]
    play.report(game)
    play.confirm(game)
    play.finish(game)
    first.refresh_from_db()
    assert first.state == Week.State.CLOSED, "it closes by itself once the last game is done"


def test_the_campaign_completes_after_its_last_week(make_league, in_process):
    league = make_league(weeks_total=2)
    league.found_all()
    first = league.start()
    play.live_week(first)
    week.reach_deadline(first, league.organiser, "Agreed.")
    second = league.week(2)
    play.live_week(second)
    second.refresh_from_db()
    week.reach_deadline(second, league.organiser, "Agreed.")
    league.campaign.refresh_from_db()
    assert league.campaign.state == Campaign.State.COMPLETE
    league.check()
