"""Barter and Reward flips that a ruling finds due: drawn once, without a hand, decided by the player."""

from __future__ import annotations

import datetime as dt

import pytest
import time_machine
from django.urls import reverse
from msgspec.structs import replace

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, ArsenalBounty, Campaign, Entry, Game, Restart, Week
from mfcampaign.campaigns.restart import operations as restarting
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import CorrectResult, TickBounty, Undo
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week import operations as week
from mfcampaign.dispatch import operations as dispatch
from rules.campaign.rulings.changes import FlipsDue
from rules.fate.league import card_of, commitment
from rules.game.results.result import Casualty
from tests.campaigns.rulings.scenes import close, result_of, ruled, scored, with_vp
from tests.campaigns.seasons.invariants import everything_wrong
from tests.campaigns.transfer.test_transfer import PHRASE, here_again, organiser_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture
def league(make_league):
    """Two players; week 1 over, its game a draw without a point, week 2 at its hires."""
    opened = make_league(players=2, policies={"weekly_events": "off"})
    opened.found_all()
    opened.start()
    (game,) = opened.games(1)
    for side in play.sides(game):
        play.submit_crew(side)
    both = play.sides(game)
    results.report(both[0], both[0].entry.user, with_vp(choices.result(both), 0, 0))
    play.confirm(game)
    play.let_draw(game)
    play.settle()
    play.finish(game)
    close(opened.week(1))
    return opened


@pytest.fixture
def game(league) -> Game:
    """Its game, with few points for both: nobody had a second Barter flip."""
    (game_,) = league.games(1)
    flips = [barter_flips(made_of(game_, seat)) for seat in (0, 1)]
    assert flips == [1, 1]
    return game_


def made_of(game: Game, seat: int = 0) -> Aftermath:
    return play.aftermaths(game)[seat]


def barter_flips(aftermath_row: Aftermath) -> int:
    return sum(flip.kind == "barter" for flip in replay.view(aftermath_row).flips)


def more(game: Game, vp: int = 4) -> CorrectResult:
    """The first side scored four from the Strategy: a second Barter flip (SL-BARTER-03)."""
    result = result_of(game)
    return CorrectResult(
        encounter=game.pk, result=replace(result, seats=(scored(result.seats[0], vp), result.seats[1]))
    )


def seal(league, game: Game) -> None:
    """The open week's fate as one in which the next flip offers the first side something to buy."""
    side = made_of(game).side
    ledger.pay(side.entry, 30, reason="ruling", natural_key=f"uncle/entry:{side.entry_id}", week=2)
    charts = loading.charts(league.campaign)
    for number in range(1, 256):
        seed = bytes([number]) * 32
        week = league.week(2)
        week.fate_seed, week.fate_commitment = seed, commitment(seed)
        week.scenario = fate.scenario(week) if week.scenario else {}
        week.save()
        card = card_of(fate.owed_deck(side, 1).shuffle(1).cards[0])
        if any(charts.upgrade(row.upgrade).category == "equipment" for row in charts.barter_offers(card)):
            return
    raise AssertionError("no card of these charts sells Equipment")


@pytest.mark.rule("SL-BARTER-03")
def test_a_flip_found_due_is_drawn_from_the_open_week_and_decided_by_the_player(league, game, client):
    seal(league, game)
    entry = made_of(game).side.entry
    plan = ruling_operations.preview(league.campaign, league.organiser, more(game))
    (due,) = [change for change in plan.changes if isinstance(change, FlipsDue)]
    assert due.sentence == (
        f"{entry.label} has 1 Barter flip more. The portal draws, no hand cheats it, and {entry.label} "
        "decides on it within 48 hours."
    )
    assert made_of(game).state == Aftermath.State.LOCKED, "looking draws nothing"
    before = replay.view(made_of(game)).flips
    ruled(league, more(game))
    play.settle()
    aftermath_row = made_of(game)
    drawn = replay.view(aftermath_row).flips
    assert (drawn[:-1], drawn[-1].kind) == (before, "barter"), "what stands, stands; one more lies there"
    assert drawn[-1].card == card_of(
        fate.owed_deck(aftermath_row.side, 1).shuffle(drawn[-1].shuffle).cards[0]
    )
    assert (aftermath_row.state, aftermath_row.waiting_for, aftermath_row.asks) == (
        "open",
        "player",
        "barter_buy",
    )
    assert Game.objects.get(pk=game.pk).state == Game.State.CLOSED, "the game itself is over"

    client.force_login(entry.user)
    page = client.get(reverse("campaigns:aftermath", args=[league.campaign.slug, 1, game.table]))
    assert "a ruling found these flips due" in page.content.decode()
    home = client.get(reverse("campaigns:league", args=[league.campaign.slug])).content.decode()
    assert "the flips a ruling owes you" in home

    option = next(o for o in replay.view(aftermath_row).ask.options if o.legal and o.price and not o.bearers)
    purse = balances.balance(entry)
    aftermath.choose(aftermath_row, entry.user, aftermath_row.asks_ordinal, option.key)
    assert balances.balance(entry) == purse - option.price
    assert entry.upgrades.owned().filter(slug=option.key, gained_how="barter").exists()
    assert made_of(game).state == Aftermath.State.LOCKED
    league.check()

    ruled(league, more(game, 0))
    ruled(league, more(game))
    play.settle()
    assert barter_flips(made_of(game)) == 2, "the flip that stands is found, not made again"
    plan = ruling_operations.preview(league.campaign, league.organiser, more(game, 0))
    assert "made 2 Barter flips; 1 would have been due. The flips stand." in " ".join(plan.stays)
    assert [choice.label for choice in plan.choices if f"Annul {option.label}" in choice.label]


@pytest.mark.rule("SL-BARTER-03", "A-39")
@pytest.mark.parametrize("left", [0, 72])
def test_it_waits_its_hours_and_is_then_passed(league, game, left):
    """Or until the deadline of its week, where so many hours are left to that: its boundary looks at open
    games alone, and this one is closed."""
    seal(league, game)
    ruled(league, more(game))
    play.settle()
    opened = made_of(game).opened_at
    if left:
        Week.objects.filter(campaign=league.campaign, number=1).update(
            games_close_at=opened + dt.timedelta(hours=left)
        )
    over = opened + dt.timedelta(hours=left or 48)
    for moment, state in ((over - dt.timedelta(minutes=1), "open"), (over, "locked")):
        with time_machine.travel(moment, tick=False):
            dispatch.tick()
            dispatch.drain()
        assert made_of(game).state == state
    last = made_of(game).decisions.get(kind="barter_buy", ordinal=made_of(game).decisions.count() - 2)
    assert (last.source, last.answer["option"]) == ("timeout", "pass")


@pytest.mark.rule("SL-BARTER-03")
def test_an_aftermath_under_way_comes_first_and_until_then_it_can_be_taken_back(league, game):
    play.hire_all(league.week(2))
    dispatch.drain()
    (second,) = league.games(2)
    play.play(second)
    ruling = ruled(league, more(game))
    waiting = made_of(game)
    assert (waiting.state, [owed["ruling"] for owed in waiting.context["owed_flips"]]) == (
        "queued",
        [ruling.number],
    )
    assert barter_flips(waiting) == 1
    undone = ruled(league, Undo(ruling=ruling.number))
    assert (made_of(game).state, made_of(game).context["owed_flips"]) == ("locked", [])
    Entry.objects.filter(pk=waiting.side.entry_id).update(state=Entry.State.RETIRED)
    plan = ruling_operations.preview(league.campaign, league.organiser, Undo(ruling=undone.number))
    assert any("who does not play flips none" in sentence for sentence in plan.stays)
    assert not [change for change in plan.changes if isinstance(change, FlipsDue)]
    Entry.objects.filter(pk=waiting.side.entry_id).update(state=Entry.State.ACTIVE)
    again = ruled(league, Undo(ruling=undone.number))
    assert made_of(game).state == "queued"
    play.finish(second)
    play.finish_aftermath(made_of(game))
    assert (made_of(game).state, barter_flips(made_of(game))) == ("locked", 2)
    plan = ruling_operations.preview(league.campaign, league.organiser, Undo(ruling=again.number))
    assert "Flips that were made up for and are drawn stand: none is drawn again later." in plan.stays


def test_the_season_ends_with_them_decided(league, game):
    Campaign.objects.update(weeks_total=2)
    seal(league, game)
    ruled(league, more(game))
    play.settle()
    assert made_of(game).state == "open"
    week.close_hires(league.week(2), league.organiser, "Agreed.")
    week.reach_deadline(league.week(2), league.organiser, "Agreed.")
    league.campaign.refresh_from_db()
    assert league.campaign.state == Campaign.State.COMPLETE
    assert made_of(game).state == "locked"


@pytest.mark.rule("SL-ANEW-02", "A-29")
@pytest.mark.parametrize("when", ["hires", "games"])
def test_who_starts_anew_leaves_them_to_the_old_arsenal(league, game, client, when):
    """A Skill as a Reward would go on a model that is no longer there."""
    entry = made_of(game).side.entry
    if when == "games":
        week.close_hires(league.week(2), league.organiser, "Agreed.")
        assert restarting.ask(entry, entry.user).state == Restart.State.QUEUED
    owe_reward(league, game)
    assert made_of(game).asks == "reward_chart"
    if when == "hires":
        client.force_login(entry.user)
        page = client.get(reverse("campaigns:restart", args=[league.campaign.slug])).content.decode()
        assert "the flips that a ruling owes you" in page
    if when == "games":
        week.reach_deadline(league.week(2), league.organiser, "Agreed.")
    else:
        restarting.ask(entry, entry.user)
    entry.refresh_from_db()
    assert (entry.roster, made_of(game).state) == (2, "locked")
    assert entry.upgrades.filter(gained_how="reward", roster=1).exists(), "taken by default, and given up"
    assert not entry.upgrades.owned().exists()
    assert everything_wrong(league.campaign) == []


@pytest.mark.rule("SL-ANEW-01")
def test_they_keep_nobody_without_models_from_starting_anew(league, game):
    entry = made_of(game).side.entry
    play.hire_all(league.week(2))
    dispatch.drain()
    (second,) = league.games(2)
    play.play(second)
    owe_reward(league, game)
    assert made_of(game).state == "queued", "the Aftermath under way comes first"
    for model in loading.arsenal(entry).models:
        arsenal.annihilate_model(entry, model.id, week=2, why="everything fell")
    play.finish(second)
    entry.refresh_from_db()
    assert (entry.state, entry.roster, made_of(game).state) == (Entry.State.BUILDING, 2, "locked")
    assert everything_wrong(league.campaign) == []


def test_after_the_season_and_for_who_left_none_is_made_up_for(league, game):
    Entry.objects.filter(pk=made_of(game).side.entry_id).update(state=Entry.State.RETIRED)
    plan = ruling_operations.preview(league.campaign, league.organiser, more(game))
    assert any("who does not play flips none" in sentence for sentence in plan.stays)
    Entry.objects.filter(pk=made_of(game).side.entry_id).update(state=Entry.State.ACTIVE)
    Campaign.objects.update(state=Campaign.State.COMPLETE)
    league.campaign.refresh_from_db()
    plan = ruling_operations.preview(league.campaign, league.organiser, more(game))
    assert any("the season is over" in sentence for sentence in plan.stays)
    assert not [change for change in plan.changes if isinstance(change, FlipsDue)]


@pytest.mark.rule("SL-AFTER-01", "SL-UPG-09", "SL-BARTER-06")
def test_flips_made_up_for_go_by_what_the_same_ruling_leaves(league, game):
    """Its Injuries, which may teach a Skill, and its Scrip come first."""
    seal(league, game)
    entry = made_of(game).side.entry
    fallen = next(model.id for model in replay.context(made_of(game)).models if not model.is_leader)
    result = result_of(game)
    seat = replace(scored(result.seats[0], 4), casualties=(Casualty(model_id=fallen, finished_off=True),))
    request = CorrectResult(encounter=game.pk, result=replace(result, seats=(seat, result.seats[1])))
    ruling = ruled(league, request)
    kinds = [change["type"] for change in ruling.changes]
    assert {"InjuryDue", "FlipsDue"} < set(kinds)
    assert kinds[-1] == "FlipsDue"
    facts = replay.answer_of(made_of(game).decisions.get(kind="owed_flips").answer)
    now = loading.arsenal(entry)
    assert (facts.scrip, facts.models) == (max(0, now.scrip - balances.owed(entry)), now.models)
    assert everything_wrong(league.campaign) == []


@pytest.mark.rule("SL-REWARD-01", "SL-BOUNTY-06", "A-48")
def test_a_bounty_found_complete_owes_its_reward_once(league, game):
    aftermath_row = made_of(game)
    entry = aftermath_row.side.entry
    row = loaded_bounty(entry)
    portion = row.portions[0]
    request = TickBounty(
        bounty=row.pk, encounter=game.pk, portion=portion["id"], count=portion.get("repeat", 1)
    )
    seal(league, game)
    plan = ruling_operations.preview(league.campaign, league.organiser, request)
    assert any(f"{entry.label} has a Reward flip more." in change.sentence for change in plan.changes)
    ruled(league, request)
    play.settle()
    assert made_of(game).asks == "reward_chart"
    play.finish_aftermath(made_of(game))
    flips = [flip for flip in replay.view(made_of(game)).flips if flip.kind == "reward"]
    assert len(flips) >= 3, "with the [+][+] of that Bounty (A-48)"
    assert entry.upgrades.filter(gained_how="reward").count() == 1
    ruled(league, replace(request, count=0))
    ruled(league, request)
    play.settle()
    again = [flip for flip in replay.view(made_of(game)).flips if flip.kind == "reward"]
    assert again == flips, "a Reward that stands is not flipped again"


def owe_reward(league, game: Game) -> None:
    """A ruling finds that the first side had completed its Bounty in that game."""
    row = loaded_bounty(made_of(game).side.entry)
    portion = row.portions[0]["id"]
    ruled(league, TickBounty(bounty=row.pk, encounter=game.pk, portion=portion, count=1))
    play.settle()


def loaded_bounty(entry: Entry) -> ArsenalBounty:
    """A Bounty of one portion, under way since the first week."""
    return ArsenalBounty.objects.create(
        entry=entry,
        slug="just-live-through-this",
        name="Just Live Through This",
        portions=[{"id": "part-1", "goal": "Live."}],
        reward_modifier=2,
        price=4,
        bought_week=1,
    )


@pytest.mark.rule("SL-BARTER-03")
def test_a_league_with_owed_flips_travels(league, game):
    seal(league, game)
    ruled(league, more(game))
    content = write(league.campaign, phrase=PHRASE)
    again = here_again(content, league.organiser, organiser_in(content))
    assert write(again, phrase=PHRASE) == content
    play.settle()
    ours, theirs = (
        Aftermath.objects.filter(side__game__week__campaign=campaign, side__seat=0).get()
        for campaign in (league.campaign, again)
    )
    fell = [[flip.card.code for flip in replay.view(aftermath_row).flips] for aftermath_row in (ours, theirs)]
    assert fell[0] == fell[1], "the same card falls there"
    assert barter_flips(theirs) == 2
