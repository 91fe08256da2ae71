"""Starting anew and joining late, through the operations."""

from __future__ import annotations

import pytest

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.game import additional, results
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Campaign,
    Entry,
    Game,
    Restart,
    RestartDecision,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.restart import barter as restart_barter
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import ReopenResult
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.dispatch import operations as dispatch
from rules.campaign.hires import discounted, upgrade_candidates
from rules.campaign.start import start_scrip
from rules.edition import edition_of
from rules.refusal import Refusal
from tests.campaigns.conftest import person
from tests.campaigns.seasons.beginning import EDITIONS

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture
def running(make_league):
    """``running(weeks=2, players=3)``: so many weeks are played, New Hires of the next are open."""

    def make(weeks: int = 1, players: int = 3, **options):
        league = make_league(players=players, **options)
        league.found_all()
        league.start()
        for number in range(1, weeks + 1):
            play.live_week(league.week(number))
            week.reach_deadline(league.week(number))
        return league

    return make


def found(league, entry, taste="new"):
    arsenal.save_draft(entry, entry.user, choices.start_list(entry, taste=taste))
    return arsenal.found_arsenal(entry, entry.user)


def flip_all(entry):
    """Make every Barter flip, buying what scripted play would."""
    restart_barter.begin(entry, entry.user)
    for _ in range(60):
        dispatch.drain()
        restart = entry.restarts.last()
        if restart.state != Restart.State.FLIPPING:
            return restart
        ask = replay.view(restart).ask
        chosen = choices.answer(ask, balances.balance(entry))
        restart_barter.choose(entry, entry.user, ask.ordinal, chosen.option, bearer=chosen.bearer)
    raise AssertionError("the flips do not come to an end")


@pytest.mark.rule("SL-ANEW-01", "SL-ANEW-02", "A-29")
@pytest.mark.switch("restart_keep_scrip", False)
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_old_roster_is_given_up_with_its_scrip_and_bounty(running, edition):
    league = running(edition=edition)
    entry = league.entry(0)
    faction, before = entry.faction, set(entry.models.values_list("pk", flat=True))
    ledger.pay(entry, 4, reason="ruling", natural_key="test/purse")
    assert balances.balance(entry) >= 4
    restarting.ask(entry, entry.user)
    entry = league.entry(0)
    assert (entry.state, entry.roster, entry.faction) == (Entry.State.BUILDING, 2, faction)
    assert balances.balance(entry) == 0
    assert loading.arsenal(entry).models == ()
    assert set(entry.models.values_list("pk", flat=True)) == before, "nothing is deleted"
    with pytest.raises(Refusal, match="Only who plays"):
        restarting.ask(entry, entry.user)
    league.check()


@pytest.mark.rule("A-29")
@pytest.mark.switch("restart_keep_scrip", True)
@pytest.mark.switch("restart_faction_change", True)
def test_a_league_may_let_keep_the_scrip_and_change_the_faction(running):
    league = running(policies={"restart_keep_scrip": True, "restart_faction_change": True})
    entry = league.entry(0)
    had = balances.balance(entry)
    restarting.ask(entry, entry.user, faction="outcasts")
    assert balances.balance(entry) == had
    assert league.entry(0).faction == "outcasts"


@pytest.mark.rule("A-29", "SL-START-01")
@pytest.mark.switch("restart_faction_change", False)
def test_the_faction_stays_otherwise(running):
    league = running()
    with pytest.raises(Refusal, match="Faction stays"):
        restarting.ask(league.entry(0), league.players[0], faction="outcasts")


@pytest.mark.rule("SL-ANEW-02", "SL-ANEW-03", "SL-ANEW-04", "SL-ANEW-05", "A-30")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_new_arsenal_of_week_three_has_ten_scrip_more_and_three_flips(running, edition):
    league = running(weeks=2, edition=edition)
    entry = league.entry(0)
    restarting.ask(entry, entry.user)
    entry = league.entry(0)
    report = found(league, entry)
    assert report.total.amount <= 35
    assert balances.balance(entry) == start_scrip(report.total.amount) + 10
    restart = flip_all(league.entry(0))
    flips = RestartDecision.objects.filter(restart=restart, kind="barter_flip")
    assert (restart.state, restart.plays_from, flips.count()) == ("done", 3, 3)
    assert not restart.decisions.filter(kind="barter_cheat").exists()
    play.hire_all(league.week(3))
    assert any(game.sides.filter(entry=entry).exists() for game in league.games(3)) or (
        league.week(3).parts.get(entry=entry).bye
    )
    league.check()


@pytest.mark.rule("SL-ANEW-06", "SL-ANEW-07", "SL-ANEW-08")
@pytest.mark.parametrize("edition", EDITIONS)
def test_skills_go_on_fresh_models_and_upgrades_cost_the_weekly_price(running, edition):
    league = running(weeks=3, edition=edition)
    entry = league.entry(0)
    restarting.ask(entry, entry.user)
    found(league, league.entry(0))
    flip_all(league.entry(0))
    entry = league.entry(0)
    owned = loading.arsenal(entry)
    assert all(len(model.skills) <= 1 for model in owned.models)
    part = WeekEntry.objects.select_related("week__campaign", "entry__campaign", "entry__user").get(
        entry=entry, week__number=4
    )
    assert part.new_arsenal
    assert loading.forced_hire(part).state == "waived"
    ledger.pay(entry, 30, reason="ruling", natural_key="test/purse")
    figures = loading.catalogue(league.campaign)
    offers = upgrade_candidates(loading.hire_window(part), figures, part.week.rules)
    by_cost = {figures.upgrade(offer.slug).cost: offer.slug for offer in offers if offer.legal}
    assert bool(by_cost) == edition_of(edition).arsenal.sells_upgrades
    for cost, slug in by_cost.items():
        had = balances.balance(entry)
        hires.buy_upgrade(entry, entry.user, slug)
        assert had - balances.balance(entry) == {0: 2, 1: 2, 2: 4, 3: 6}[cost]
    hires.lock(entry, entry.user)


def test_flips_once_drawn_stay_and_the_same_answer_twice_is_one(running):
    league = running()
    entry = league.entry(0)
    restarting.ask(entry, entry.user)
    found(league, league.entry(0))
    entry = league.entry(0)
    restart = restart_barter.begin(entry, entry.user)
    dispatch.drain()
    first = restart.decisions.get(ordinal=0)
    assert restart_barter.draw(restart.pk, 0) == {"drawn": 0, "again": True}
    assert restart.decisions.get(ordinal=0).answer == first.answer
    with pytest.raises(Refusal, match="under way"):
        hires.hire_model(entry, entry.user, "guild-hound")
    with pytest.raises(Refusal, match="Barter flips"):
        hires.lock(entry, entry.user)


def test_cards_may_be_flipped_at_the_table(running):
    league = running()
    entry = league.entry(0)
    restarting.ask(entry, entry.user)
    found(league, league.entry(0))
    entry = league.entry(0)
    restart = restart_barter.begin(entry, entry.user, flips="entered")
    restart.refresh_from_db()
    assert restart.waiting_for == "player"
    with pytest.raises(Refusal):
        restart_barter.enter_card(entry, entry.user, 0, "99x")
    restart_barter.enter_card(entry, entry.user, 0, "BJ")
    assert restart.decisions.get(ordinal=0).source == "entered"


@pytest.mark.rule("SL-ANEW-01")
@pytest.mark.parametrize("edition", EDITIONS)
def test_asked_during_the_games_it_waits_for_the_next_hires(running, edition):
    league = running(weeks=0, edition=edition)
    entry = league.entry(0)
    restart = restarting.ask(entry, entry.user)
    assert restart.state == Restart.State.QUEUED
    assert league.entry(0).state == Entry.State.ACTIVE
    with pytest.raises(Refusal, match="under way already"):
        restarting.ask(league.entry(0), entry.user)
    restarting.call_off(league.entry(0), entry.user)
    restarting.ask(league.entry(0), entry.user)
    play.live_week(league.week(1))
    week.reach_deadline(league.week(1))
    entry = league.entry(0)
    assert (entry.state, entry.roster) == (Entry.State.BUILDING, 2)
    with pytest.raises(Refusal, match="called off"):
        restarting.call_off(entry, entry.user)


def test_who_is_not_ready_when_the_hires_close_plays_a_week_later_with_its_scrip_and_flip(running):
    league = running()
    entry = league.entry(0)
    restarting.ask(entry, entry.user)
    report = found(league, league.entry(0))
    week.close_hires(league.week(2), league.organiser, "Agreed.")
    assert not any(game.sides.filter(entry=entry).exists() for game in league.games(2))
    assert not league.week(2).parts.get(entry=entry).bye
    assert "not finished" in league.week(2).parts.get(entry=entry).flagged
    play.live_week(league.week(2))
    week.reach_deadline(league.week(2))
    restart = league.entry(0).restarts.get()
    assert (restart.plays_from, restart.flips_due) == (3, 3)
    assert balances.balance(entry) == start_scrip(report.total.amount) + 10
    assert flip_all(league.entry(0)).decisions.filter(kind="barter_flip").count() == 3
    assert league.week(3).parts.get(entry=entry).new_arsenal
    league.check()


def test_the_week_waits_for_who_builds_but_not_beyond_the_deadline(running):
    league = running(players=2)
    entry = league.entry(0)
    restarting.ask(entry, entry.user)
    play.hire_all(league.week(2))
    assert league.week(2).state == Week.State.NEW_HIRES, "somebody still builds"
    week.close_hires(league.week(2), league.organiser, "Agreed.")
    assert league.week(2).state == Week.State.GAMES_OPEN
    assert league.games(2) == []


@pytest.mark.rule("SL-ANEW-01")
def test_the_week_waits_for_who_began_to_build_during_the_games_before_it(running):
    league = running(weeks=0)
    entry = operations.join(league.campaign, person("newcomer"), faction="bayou", token=league.token)
    play.live_week(league.week(1))
    week.reach_deadline(league.week(1))
    play.hire_all(league.week(2))
    assert league.week(2).state == Week.State.NEW_HIRES, "somebody still builds"
    assert league.week(2).parts.get(entry=entry).new_arsenal
    found(league, entry)
    flip_all(entry)
    play.hire_all(league.week(2))
    assert league.week(2).state == Week.State.GAMES_OPEN
    assert any(game.sides.filter(entry=entry).exists() for game in league.games(2))


def test_the_hires_close_when_the_only_one_who_still_hires_leaves(running):
    league = running(players=3)
    for part in play.parts(league.week(2)):
        if part.entry_id != league.entry(2).pk:
            play.hire(part)
    assert league.week(2).state == Week.State.NEW_HIRES
    operations.leave(league.entry(2), league.players[2])
    assert league.week(2).state == Week.State.GAMES_OPEN
    (game,) = league.games(2)
    assert not game.sides.filter(entry=league.entry(2)).exists()


@pytest.mark.rule("SL-ANEW-02", "A-30")
def test_hires_of_the_old_arsenal_use_up_no_discount_of_the_new_one(running):
    league = running(policies={"restart_first_hire_discount": True})
    part = league.week(2).parts.select_related("entry__campaign", "week__campaign").get(entry=league.entry(0))
    hires.hire_model(league.entry(0), league.entry(0).user, choices.hire(part, taste="old"))
    restarting.ask(league.entry(0), league.entry(0).user)
    found(league, league.entry(0))
    part.refresh_from_db()
    assert discounted(loading.hire_window(part), league.campaign.rules)


@pytest.mark.rule("SL-ANEW-01", "A-33")
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_newcomer_joins_a_running_league_by_invitation(running, edition):
    league = running(edition=edition)
    user = person("newcomer")
    with pytest.raises(Refusal, match="invitation"):
        operations.join(league.campaign, user, faction="bayou")
    entry = operations.join(league.campaign, user, faction="bayou", token=league.token)
    league.players.append(user)
    assert entry.state == Entry.State.BUILDING
    assert entry.restarts.get().why == "late"
    report = found(league, league.entry(3))
    assert balances.balance(entry) == start_scrip(report.total.amount) + 5
    flip_all(league.entry(3))
    play.hire_all(league.week(2))
    assert any(game.sides.filter(entry=entry).exists() for game in league.games(2))
    assert loading.arsenal(league.entry(3)).completed_bounties == 0
    league.check()


def test_who_had_no_arsenal_at_the_start_comes_in_later(make_league):
    league = make_league(players=3)
    for number in range(2):
        play.found_arsenal(league.entry(number))
    begun = choices.start_list(league.entry(2), taste="begun")
    arsenal.save_draft(league.entry(2), league.entry(2).user, begun)
    league.start()
    late = league.entry(2)
    assert late.state == Entry.State.INACTIVE
    restart = restarting.join_late(late, late.user)
    assert (restart.why, restart.begun_week) == ("idle", 2)
    assert loading.draft_of(league.entry(2)) == begun, "what was chosen is not lost"
    found(league, league.entry(2))
    restart = flip_all(league.entry(2))
    assert restart.flips_due == 2
    play.live_week(league.week(1))
    week.reach_deadline(league.week(1))
    play.hire_all(league.week(2))
    assert league.week(2).parts.get(entry=late).new_arsenal
    league.check()


def test_who_loses_the_last_model_starts_anew_at_once(running):
    league = running(weeks=0, players=2)
    (game,) = league.games()
    play.play(game)
    entry = league.entry(0)
    play.finish_aftermath(play.aftermaths(game)[1])
    for model in loading.arsenal(entry).models:
        arsenal.annihilate_model(entry, model.id, week=1, why="everything fell")
    play.finish(league.games()[0])
    assert league.games()[0].state == Game.State.CLOSED
    entry = league.entry(0)
    assert (entry.state, entry.roster) == (Entry.State.BUILDING, 2)
    assert entry.restarts.get().why == "annihilated"
    found(league, entry)
    assert league.entry(0).restarts.get().plays_from == 2


def test_a_game_that_came_to_nothing_keeps_nobody_from_starting_anew(running):
    """Its Aftermath was set aside when its result was opened again: it is not waited for."""
    league = running(weeks=0, players=2)
    (game,) = league.games()
    play.play(game)
    ruling_operations.rule(
        league.campaign, league.organiser, ReopenResult(encounter=game.pk), "It was another."
    )
    (game,) = league.games()
    results.forfeit(game, league.organiser, play.sides(game)[1], "Never came back.")
    offer = additional.propose(league.entry(0), league.players[0], league.entry(1), "reuse")
    further = additional.accept(offer, league.players[1])
    play.play(further)
    for model in loading.arsenal(league.entry(0)).models:
        arsenal.annihilate_model(league.entry(0), model.id, week=1, why="everything fell")
    play.finish(further)
    assert league.entry(0).restarts.get().why == "annihilated"


def test_in_the_last_week_nobody_starts_anew(running):
    league = running(weeks=0, weeks_total=1)
    with pytest.raises(Refusal, match="No week is left"):
        restarting.ask(league.entry(0), league.players[0])
    assert league.campaign.state != Campaign.State.COMPLETE
