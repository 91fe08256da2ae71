"""What follows from an Aftermath's facts alone is written before anything is asked; somebody always leads."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from mfcampaign.audit.models import Act
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.aftermath import replay
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.models import Aftermath, ArsenalModel, Campaign, Week
from mfcampaign.campaigns.opening import operations
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.requests import CorrectResult, ReopenResult, Undo, VoidGame
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import operations as week
from rules.game.results.casualties import Casualty
from rules.game.results.result import EncounterResult, SeatResult
from rules.refusal import Refusal
from tests.campaigns.conftest import League
from tests.campaigns.rulings.scenes import result_of, ruled
from tests.campaigns.seasons.invariants import everything_wrong

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
PHRASE = "the bridge behind the mill"


def story(league: League) -> None:
    """The first player withdraws early; the Leader, Shaken since before, is Annihilated by that game."""
    (game,) = league.games()
    entry = league.entry(0)
    leader = entry.models.owned().get(is_leader=True)
    others = entry.models.owned().exclude(pk=leader.pk).order_by("pk")
    ArsenalModel.objects.filter(pk__in=[row.pk for row in others[:2]]).update(station="Henchman")
    arsenal.add_injury(entry, "shaken", week=1, model_id=leader.pk)
    for side in play.sides(game):
        play.submit_crew(side)
    own, other = play.sides(league.games()[0])
    assert own.entry == entry
    left = EncounterResult(seats=(SeatResult(withdrew_turn=1), SeatResult()), ended_turn=2)
    results.report(own, own.entry.user, left)
    results.confirm(other, other.entry.user)


@pytest.fixture(scope="module")
def withdrawn(lived: Any) -> Callable[[], League]:
    return lived(story, players=2, name="Shaken")


@pytest.fixture
def league(withdrawn: Callable[[], League], db: None) -> League:
    return withdrawn()


def row_of(league: League) -> Aftermath:
    return next(row for row in play.aftermaths(league.games()[0]) if row.side.entry == league.entry(0))


def led_by(league: League) -> ArsenalModel:
    leader: ArsenalModel = league.entry(0).models.owned().get(is_leader=True)
    return leader


def lost(league: League) -> ArsenalModel:
    gone: ArsenalModel = league.entry(0).models.exclude(annihilated_week=None).get()
    return gone


@pytest.mark.rule("SL-WITHDRAW-05", "SL-LEADER-02", "SL-LEADER-03")
def test_who_is_lost_by_the_facts_alone_is_lost_at_once_and_somebody_leads(league):
    row = row_of(league)
    view = replay.view(row)
    assert (row.state, row.asks, row.applied) == ("open", "choose_leader", len(view.effects))
    assert not row.decisions.exists()
    league.check()
    heirs = [int(option.key) for option in view.ask.options]
    assert (len(heirs), led_by(league).pk) == (2, heirs[0]), "until the player chooses, the rule's first"
    told = Act.objects.filter(kind="aftermath.portal", sentence__contains="is Annihilated").get()
    assert lost(league).name in told.sentence
    assert told.facts["entry"] == league.entry(0).pk
    aftermath.choose(row, league.players[0], view.ask.ordinal, str(heirs[1]))
    assert led_by(league).pk == heirs[1]
    assert everything_wrong(league.campaign) == []


@pytest.mark.rule("SL-LEADER-02")
def test_a_league_cancelled_meanwhile_adds_up_and_its_aftermath_ends_where_it_stands(league):
    row, heir = row_of(league), led_by(league)
    operations.cancel(league.campaign, league.organiser, "Too few came")
    campaign = Campaign.objects.get(pk=league.campaign.pk)
    assert everything_wrong(campaign) == []
    row.refresh_from_db()
    assert (row.state, led_by(league)) == (Aftermath.State.OPEN, heir)
    told = Act.objects.filter(kind="league.cancelled").latest("pk").sentence
    labels = " and ".join(league.entry(number).label for number in (0, 1))
    assert told.endswith(f"Too few came. The open Aftermath of {labels} ends where it stands.")
    with pytest.raises(Refusal, match="stays as it is"):
        aftermath.choose(row, league.players[0], replay.view(row).ask.ordinal, str(heir.pk))
    with pytest.raises(Refusal, match="stays as it is"):
        aftermath.flip_source(row, league.players[0], "entered")
    content = write(campaign, phrase=PHRASE)
    again = transfer.import_league(read(content).opened(PHRASE), league.organiser)
    assert write(again, phrase=PHRASE) == content
    assert everything_wrong(again) == []


def test_a_file_of_before_whose_beginning_was_not_written_is_written_where_it_arrives(league):
    gone, row = lost(league), row_of(league)
    ArsenalModel.objects.filter(pk=led_by(league).pk).update(is_leader=False)
    ArsenalModel.objects.filter(pk=gone.pk).update(annihilated_week=None, annihilated_why="", is_leader=True)
    gone.bound.update(annihilated_week=None)
    Aftermath.objects.filter(pk=row.pk).update(applied=0)
    content = write(league.campaign, phrase=PHRASE)
    again = transfer.import_league(read(content).opened(PHRASE), league.organiser)
    assert everything_wrong(again) == []
    there = ArsenalModel.objects.filter(entry__campaign=again)
    assert there.exclude(annihilated_week=None).get().name == gone.name


def test_the_pages_of_a_cancelled_league_offer_nothing_more(league):
    client = Client()
    at = [league.campaign.slug, 1, league.games()[0].table]
    pages = [reverse(f"campaigns:{name}", args=at) for name in ("game", "aftermath", "aftermath_entered")]
    for user in (*league.players, league.organiser):
        client.force_login(user)
        assert [client.get(page).status_code for page in pages] == [200] * 3, "kept from before"
    operations.cancel(league.campaign, league.organiser, "Too few came.")
    for user in league.players:
        client.force_login(user)
        own = client.get(reverse("campaigns:aftermath", args=at)).content.decode()
        assert "This Aftermath ended where it stands" in own
        assert "you decide" not in own
        assert "What happens if you do nothing" not in own
        game = client.get(reverse("campaigns:game", args=at)).content.decode()
        assert "This league was cancelled" in game
        assert "ended where it stands" in game
        assert "Your next action" not in game
        home = client.get(reverse("campaigns:league", args=at[:1])).content.decode()
        offers = ("When you can play", "An additional game", "Waited for")
        assert not [offer for offer in offers if offer in home]
    client.force_login(league.organiser)
    for name in ("organise", "rulings"):
        page = client.get(reverse(f"campaigns:{name}", args=at[:1])).content.decode()
        assert "Make a correction" not in page
    assert "ended where it stands" in client.get(reverse("campaigns:aftermath", args=at)).content.decode()
    assert "Make a correction" not in client.get(reverse("campaigns:game", args=at)).content.decode()


@pytest.mark.rule("SL-LEADER-02")
def test_a_voided_game_gives_the_lead_back_though_no_heir_was_chosen(league):
    gone, heir, game = lost(league), led_by(league), league.games()[0]
    voided = ruled(league, VoidGame(encounter=game.pk))
    assert led_by(league) == gone
    ruled(league, Undo(ruling=voided.number))
    assert (lost(league), led_by(league)) == (gone, heir)
    row = row_of(league)
    assert (row.state, row.asks) == ("open", "choose_leader")
    assert everything_wrong(league.campaign) == []


def test_a_result_from_which_something_followed_is_corrected_not_opened(league):
    game, gone = league.games()[0], lost(league)
    with pytest.raises(Refusal, match="has gone on in the Aftermath"):
        ruling_operations.preview(league.campaign, league.organiser, ReopenResult(encounter=game.pk))
    before = result_of(game)
    stayed = replace(before, seats=(SeatResult(), before.seats[1]))
    ruled(league, CorrectResult(encounter=game.pk, result=stayed))
    assert lost(league) == gone, "what has followed stays, as after a first answer"
    assert everything_wrong(league.campaign) == []


def test_words_alone_do_not_keep_a_result_from_beginning_anew(make_league):
    """Early and with flips owed: nothing but a note has followed when the result is corrected or opened."""
    league = make_league(players=2, name="Only words")
    league.found_all()
    league.start()
    for side in play.sides(league.games()[0]):
        play.submit_crew(side)
    own, other = play.sides(league.games()[0])
    fell = Casualty(league.games()[0].reveal["seats"][0]["members"][-1]["id"], finished_off=True)
    first = SeatResult(withdrew_turn=1, casualties=(fell,))
    left = EncounterResult(seats=(first, SeatResult()), ended_turn=2)
    results.report(own, own.entry.user, left)
    results.confirm(other, other.entry.user)
    (game,) = league.games()
    row = play.aftermaths(game)[0]
    assert (row.asks, row.waiting_for, row.applied) == ("injury_flip", "player", 1)
    stayed = replace(left, seats=(replace(first, withdrew_turn=None), SeatResult()))
    corrected = ruled(league, CorrectResult(encounter=game.pk, result=stayed))
    assert everything_wrong(league.campaign) == []
    assert play.aftermaths(game)[0].asks == "draw_hand"
    ruled(league, Undo(ruling=corrected.number))
    assert everything_wrong(league.campaign) == []
    assert (play.aftermaths(game)[0].asks, play.aftermaths(game)[0].applied) == ("injury_flip", 1)
    ruled(league, ReopenResult(encounter=game.pk))
    assert everything_wrong(league.campaign) == []


@pytest.mark.rule("SL-LEADER-01", "SL-LEADER-02", "SL-HIRE-01")
def test_nobody_hires_a_master_while_a_new_leader_is_still_to_be_chosen(league):
    """Hires of the next week open with that week, and an Aftermath that is not over holds its own open."""
    row, deadline = row_of(league), league.week(1).games_close_at
    Aftermath.objects.filter(pk=row.pk).update(opened_at=deadline - dt.timedelta(minutes=1))
    with time_machine.travel(deadline + dt.timedelta(minutes=1), tick=False):
        held = week.reach_deadline(league.week(1))
        row.refresh_from_db()
        assert (row.state, row.asks) == ("open", "choose_leader")
        assert len(held) == 1
        assert league.week(1).state == Week.State.GAMES_OPEN
        with pytest.raises(Refusal, match="hire"):
            hires.hire_model(league.entry(0), league.players[0], lost(league).slug)
