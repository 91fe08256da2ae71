"""Rulings on models that something under way goes by, or that have left meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import bounties
from mfcampaign.campaigns.game import additional
from mfcampaign.campaigns.models import Aftermath, ArsenalUpgrade, Entry, Game
from mfcampaign.campaigns.restart import barter as restart_barter
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import Give, SetPlaying, Take, TickBounty, Undo, VoidGame
from mfcampaign.campaigns.scripted import play
from mfcampaign.dispatch import operations as dispatch
from rules.game.results.casualties import Casualty
from rules.refusal import Refusal
from tests.campaigns.conftest import League
from tests.campaigns.restart.test_restart import found
from tests.campaigns.rulings.scenes import close, fresh, live, made_of, ruled, unhurt, with_casualties
from tests.campaigns.rulings.test_owed_flips import loaded_bounty, owe_reward
from tests.campaigns.seasons.beginning import EDITIONS
from tests.campaigns.seasons.invariants import everything_wrong

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture
def played(make_league: Callable[..., League]) -> Callable[..., League]:
    """Two players; the result of the first game stands, both Aftermaths are open."""

    def make(**options: Any) -> League:
        league = make_league(players=2, **options)
        league.found_all()
        league.start()
        play.play(league.games(1)[0])
        return league

    return make


@pytest.fixture
def begun(make_league: Callable[..., League]) -> League:
    """Two players in the games of their first week."""
    league: League = make_league(players=2)
    league.found_all()
    league.start()
    return league


def agreed(league: League) -> Game:
    """One more game of the two."""
    offer = additional.propose(league.entry(0), league.players[0], league.entry(1), "reuse")
    return additional.accept(offer, league.players[1])


@pytest.fixture
def over(make_league: Callable[..., League]) -> League:
    """Two players; week 1 is over, week 2 at its hires."""
    league: League = make_league(players=2)
    league.found_all()
    league.start()
    live(league, 1)
    close(league.week(1))
    return league


def bearer_of(game: Game) -> int:
    """A model of the first side that its Aftermath still counts."""
    return min(replay.living(made_of(game, 0)))


@pytest.mark.rule("SL-ANNIH-04", "SL-INJURY-10", "SL-UPG-09")
@pytest.mark.parametrize("edition", EDITIONS)
def test_models_stay_as_they_are_while_an_aftermath_counts_them(played, edition):
    """It would injure one that has left, or teach a Skill too many."""
    league = played(edition=edition)
    game = league.games(1)[0]
    entry, model = made_of(game, 0).side.entry, bearer_of(game)
    take = Take(entry=entry.pk, what="model", row=model)
    injury = Give(
        entry=entry.pk, what="injury", slug=loading.charts(league.campaign).injuries[0].slug, bearer=model
    )
    for request in (take, injury):
        with pytest.raises(Refusal, match=r"is part of .*Aftermath of week 1, table 1, which is under way"):
            ruling_operations.preview(league.campaign, league.organiser, request)
    ruled(league, Give(entry=entry.pk, what="scrip", amount=1))
    new = ruled(league, Give(entry=entry.pk, what="model", slug=entry.models.get(pk=model).slug))
    ruled(league, Undo(ruling=new.number))
    play.finish(game)
    ruled(league, Take(entry=entry.pk, what="model", row=entry.models.owned().first().pk))
    assert everything_wrong(league.campaign) == []


def test_nor_while_a_new_arsenal_makes_its_barter_flips(over):
    entry = over.entry(0)
    restarting.ask(entry, entry.user)
    found(over, over.entry(0))
    restart_barter.begin(over.entry(0), entry.user)
    dispatch.drain()
    model = entry.models.filter(roster=2).first()
    with pytest.raises(Refusal, match="is part of the Barter of"):
        ruled(over, Take(entry=entry.pk, what="model", row=model.pk))


@pytest.mark.rule("SL-UPG-09", "SL-ANNIH-04")
@pytest.mark.parametrize("since", ["full", "gone"])
def test_a_skill_comes_back_to_no_model_that_is_full_or_gone(over, since):
    entry, rules = over.entry(0), over.campaign.rules
    model = next(m for m in loading.arsenal(entry).models if m.skill_limit(rules) > len(m.skills))
    skills = (row.slug for row in loading.charts(over.campaign).upgrades if row.category == "skill")

    def learn() -> ArsenalUpgrade:
        ruled(over, Give(entry=entry.pk, what="campaign_upgrade", slug=next(skills), bearer=model.id))
        learnt: ArsenalUpgrade = entry.upgrades.filter(kind="skill", bearer=model.id).latest("pk")
        return learnt

    taken = ruled(over, Take(entry=entry.pk, what="upgrade", row=learn().pk))
    if since == "gone":
        ruled(over, Take(entry=entry.pk, what="model", row=model.id))
    else:
        for _ in range(model.skill_limit(rules) - len(model.skills)):
            learn()
        ruled(over, Take(entry=entry.pk, what="model", row=model.id))
        ruled(over, Take(entry=entry.pk, what="model", row=model.id, back=True))
        assert everything_wrong(over.campaign) == [], "the model is back without what it had before"
    with pytest.raises(Refusal, match="is gone, and" if since == "gone" else "may carry no more"):
        ruled(over, Undo(ruling=taken.number))
    assert everything_wrong(over.campaign) == []


@pytest.mark.rule("SL-INJURY-01")
def test_casualties_are_corrected_once_flips_made_up_for_are_decided(over):
    """Its Injuries are over: the flip is one more, and the answers given stay what they were."""
    game = over.games(1)[0]
    model = unhurt(game, 0)
    owe_reward(over, game)
    assert made_of(game, 0).state == Aftermath.State.OPEN
    fallen = with_casualties(game, 0, Casualty(model_id=model, finished_off=True))
    with pytest.raises(Refusal, match="is part of"):
        ruled(over, fallen)
    play.finish_aftermath(made_of(game, 0))
    ruling = ruled(over, fallen)
    assert "InjuryDue" in [change["type"] for change in ruling.changes]
    assert everything_wrong(over.campaign) == []


@pytest.mark.rule("SL-AFTER-08")
def test_no_two_aftermaths_of_a_player_are_open_after_an_undoing(begun):
    """What a voided game kept waiting has begun, and goes by what is there now."""
    first, second = begun.games(1)[0], agreed(begun)
    for game in (first, second):
        play.play(fresh(game))
    assert made_of(second, 0).state == Aftermath.State.QUEUED
    void = ruled(begun, VoidGame(encounter=first.pk))
    assert made_of(second, 0).state == Aftermath.State.OPEN
    with pytest.raises(Refusal, match="table 2 has begun since"):
        ruled(begun, Undo(ruling=void.number))
    ruled(begun, VoidGame(encounter=second.pk))
    ruled(begun, Undo(ruling=void.number))
    assert made_of(first, 0).state == Aftermath.State.OPEN
    play.finish(fresh(first))
    assert everything_wrong(begun.campaign) == []


@pytest.mark.rule("A-29")
def test_a_voided_game_whose_arsenal_was_given_up_owes_it_nothing_again(over):
    game = over.games(1)[0]
    entry = made_of(game, 0).side.entry
    owe_reward(over, game)
    void = ruled(over, VoidGame(encounter=game.pk))
    restarting.ask(over.entry(0), entry.user)
    with pytest.raises(Refusal, match="has left the Arsenal since"):
        ruled(over, Undo(ruling=void.number))
    assert everything_wrong(over.campaign) == []


@pytest.mark.rule("SL-ANEW-01")
def test_a_retirement_undone_late_lets_nobody_play_without_an_arsenal(over):
    entry = over.entry(0)
    retired = ruled(over, SetPlaying(entry=entry.pk, playing=False))
    ruled(over, SetPlaying(entry=entry.pk, playing=True))
    restarting.ask(over.entry(0), entry.user)
    with pytest.raises(Refusal, match="plays already"):
        ruled(over, Undo(ruling=retired.number))
    again = ruled(over, SetPlaying(entry=entry.pk, playing=False))
    for ruling in (retired, again):
        before = ruled(over, Undo(ruling=ruling.number))
        assert over.entry(0).state == Entry.State.BUILDING, "back at the new Arsenal"
        ruled(over, Undo(ruling=before.number))
    ruled(over, SetPlaying(entry=entry.pk, playing=True))
    found(over, over.entry(0))
    assert (over.entry(0).state, over.entry(0).roster) == (Entry.State.ACTIVE, 2)


@pytest.mark.rule("SL-BOUNTY-03", "A-29")
@pytest.mark.parametrize("since", ["another", "dropped", "given up"])
def test_a_bounty_undone_is_under_way_again_only_where_it_can_be(over, since):
    """Not beside another one, not once its player dropped it, not in an Arsenal that is none of it."""
    game, entry = over.games(1)[0], over.entry(0)
    row = loaded_bounty(entry)
    part = row.portions[0]["id"]
    request = TickBounty(bounty=row.pk, encounter=game.pk, portion=part, count=1)
    if since == "dropped":
        row.portions.append({"id": "part-2", "goal": "Live on."})
        row.save()
    ticked = ruled(over, request)
    play.finish_aftermath(made_of(game, 0))
    if since == "another":
        bought = next(each for each in loading.charts(over.campaign).bounties if each.slug != row.slug)
        bounties.buy(entry, bought, 0, week=2)
    elif since == "dropped":
        bounties.drop(entry, week=2)
    else:
        restarting.ask(entry, entry.user)
    plan = ruling_operations.preview(over.campaign, over.organiser, Undo(ruling=ticked.number))
    assert ("is dropped" in " ".join(change.sentence for change in plan.changes)) == (since != "dropped")
    ruled(over, Undo(ruling=ticked.number))
    row.refresh_from_db()
    assert (row.state, row.ticks.filter(stands=True).count()) == ("discarded", 0)
    assert entry.bounties.filter(state="active").count() == (since == "another")
    assert everything_wrong(over.campaign) == []
