"""A game that was played and not reported: its result is entered in time, or at any time after."""

from __future__ import annotations

import datetime as dt
import html
import re
from typing import Any
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from django.utils import timezone

from mfcampaign.campaigns import loading
from mfcampaign.campaigns.aftermath import deadlines
from mfcampaign.campaigns.aftermath import operations as aftermath
from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.history.flips import flips
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, Campaign, Game, Week
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.rulings import operations as ruling_operations
from mfcampaign.campaigns.rulings.plans.enter import bring
from mfcampaign.campaigns.rulings.requests import EnterResult, Undo, VoidGame
from mfcampaign.campaigns.scripted import choices, play
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week import operations as weeks
from rules.fate.league import fate_of
from rules.refusal import Refusal
from tests.campaigns.conftest import League
from tests.campaigns.rulings.scenes import fresh
from tests.campaigns.transfer.test_transfer import PHRASE, here_again, organiser_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


def entered(game: Game, taste: str = "") -> EnterResult:
    """What was played with Crews that nobody handed in."""
    sides = play.sides(game)
    if game.revealed_at is not None:
        return EnterResult(encounter=game.pk, result=choices.result(sides, taste=taste))
    crews = tuple(choices.crew(side) for side in sides)
    bring(sides[0].game, sides, crews)
    sides[1].game = sides[0].game
    return EnterResult(encounter=game.pk, crews=crews, result=choices.result(sides, taste=taste))


def ruled(league: League, request: Any, reason: str = "Both sent a photo.") -> Any:
    plan = ruling_operations.preview(league.campaign, league.organiser, request)
    return ruling_operations.rule(league.campaign, league.organiser, request, reason, seen=plan.digest)


def scrip(league: League) -> list[int]:
    return [balances.balance(entry) for entry in league.campaign.entries.order_by("pk")]


@pytest.fixture(scope="module")
def missed(lived: Any) -> Any:
    """Week 1 closed without its only game, which both had played; the hires of week 2 are open."""
    return lived(lambda league: weeks.reach_deadline(league.week(1)), players=2)


@pytest.fixture
def league(missed: Any) -> League:
    later: League = missed()
    later.campaign.weeks.filter(number=2).update(hires_close_at=timezone.now() + dt.timedelta(days=3))
    return later


def test_a_game_entered_a_day_late_is_paid_and_ranked_and_has_its_aftermaths(league):
    (game,) = league.games(1)
    assert (game.state, game.outcome) == (Game.State.FORFEITED, {"unplayed": True})
    half_a_bye = scrip(league)
    assert all(half_a_bye)
    request = entered(game)
    plan = ruling_operations.preview(league.campaign, league.organiser, request)
    told = [change.sentence for change in plan.changes]
    assert any("0 Scrip instead of" in sentence for sentence in told), "half a bye was for no game"
    assert any("Both Aftermaths begin" in sentence for sentence in plan.stays)
    ruled(league, request)
    game = fresh(game)
    assert game.state == Game.State.AFTERMATH
    assert sum(row.played for row in league_page.standings(league.campaign)) == 2
    play.let_draw(game)
    play.finish(game)
    assert fresh(game).state == Game.State.CLOSED
    assert scrip(league) != half_a_bye
    assert league.week(2).state == Week.State.NEW_HIRES, "the weeks go on"
    league.check()


def test_its_cards_come_from_the_week_that_is_open_and_can_be_checked(league):
    """The seed of its own week is published: nobody may know the cards."""
    (game,) = league.games(1)
    ruled(league, entered(game))
    play.let_draw(game)
    play.finish(game)
    for row in play.aftermaths(game):
        row.side.game.week.campaign = league.campaign
        open_week = league.week(2)
        name = fate.late_name(open_week, row.side)
        deck = fate_of(bytes(open_week.fate_seed), *name)
        assert fate.aftermath_deck(row.side).shuffle(0).cards == deck.shuffle(0).cards
        other = fate_of(bytes(league.week(1).fate_seed), *fate.aftermath_name(row.side))
        assert deck.shuffle(0).cards != other.shuffle(0).cards
    told = [row for row in flips(league.campaign) if row[3] == "aftermath"]
    assert told
    assert {(row[9], row[10].split("/")[0]) for row in told} == {(2, "aftermath-late")}


def test_the_deadline_of_an_aftermath_entered_late_is_its_own(league):
    (game,) = league.games(1)
    ruled(league, entered(game))
    play.let_draw(game)
    rows = [row for row in play.aftermaths(game) if row.state == Aftermath.State.OPEN]
    hours = league.week(1).rules.aftermath_h
    for row in rows:
        assert row.opened_at is not None
        assert deadlines.due_at(row) == row.opened_at + dt.timedelta(hours=hours)
    with pytest.raises(Refusal, match="under way"):
        hires.hire_model(league.entry(0), league.players[0], "guild-hound")
    for row in rows:
        Aftermath.objects.filter(pk=row.pk).update(opened_at=timezone.now() - dt.timedelta(hours=hours + 1))
        aftermath.finish_late(row.pk)
    assert fresh(game).state == Game.State.CLOSED
    league.check()


def test_before_the_deadline_an_organiser_enters_it_for_both(make_league):
    league = make_league(players=2, name="In time")
    league.found_all()
    league.start()
    (game,) = league.games(1)
    ruled(league, entered(game))
    game = fresh(game)
    assert (game.state, bool(game.reveal)) == (Game.State.AFTERMATH, True)
    play.let_draw(game)
    play.finish(game)
    weeks.reach_deadline(league.week(1))
    assert league.week(1).state == Week.State.CLOSED
    league.check()


def test_after_the_season_it_counts_and_nothing_else_follows(league):
    weeks.close_hires(league.week(2), None)
    Campaign.objects.filter(pk=league.campaign.pk).update(weeks_total=2)
    weeks.reach_deadline(league.week(2))
    campaign = Campaign.objects.get(pk=league.campaign.pk)
    assert campaign.state == Campaign.State.COMPLETE
    (game,) = league.games(1)
    plan = ruling_operations.preview(campaign, league.organiser, entered(game))
    assert any("season is over" in sentence for sentence in plan.stays)
    ruling_operations.rule(campaign, league.organiser, entered(game), "A photo turned up.")
    assert fresh(game).state == Game.State.CLOSED
    assert not Aftermath.objects.filter(side__game=game).exists()
    assert sum(row.played for row in league_page.standings(campaign)) == 2
    league.check()


def test_a_crew_that_cannot_have_played_is_refused_with_the_rule(league):
    (game,) = league.games(1)
    request = entered(game)
    with pytest.raises(Refusal, match="No Crew was handed in"):
        ruled(league, EnterResult(encounter=game.pk, result=request.result))
    strange = request.crews[0]
    with pytest.raises(Refusal):
        ruled(league, EnterResult(encounter=game.pk, result=request.result, crews=(strange, strange)))
    assert fresh(game).state == Game.State.FORFEITED


def test_what_was_entered_is_voided_and_not_undone(league):
    (game,) = league.games(1)
    ruling = ruled(league, entered(game))
    with pytest.raises(Refusal, match="not undone by a button"):
        ruled(league, Undo(ruling=ruling.number))
    ruled(league, VoidGame(encounter=game.pk))
    assert fresh(game).state == Game.State.VOID
    with pytest.raises(Refusal, match="voided by a ruling"):
        ruled(league, entered(fresh(game)))
    earned = [balances.earned_in_week(entry, 1) for entry in league.campaign.entries.all()]
    assert earned == [0, 0], "no half bye for a game that counts for nothing"
    league.check()


def test_a_party_enters_nothing(league):
    (game,) = league.games(1)
    opening.add_organiser(league.campaign, league.organiser, league.players[0])
    with pytest.raises(Refusal, match="another organiser rules on it"):
        ruling_operations.preview(league.campaign, league.players[0], entered(game))


def test_the_pages_lead_from_the_unplayed_game_to_the_ruling(league, client):
    (game,) = league.games(1)
    place = [league.campaign.slug, 1, game.table]
    client.force_login(league.organiser)
    page = reverse("campaigns:enter_result", args=place)
    assert page in client.get(reverse("campaigns:rule_on_game", args=place)).content.decode()
    crews = entered(game).crews
    query: dict[str, Any] = {}
    for seat, crew in enumerate(crews):
        query |= {f"crew-{seat}": [m.model_id for m in crew.members], f"leader-{seat}": crew.leader_id}
    assert "who took part" in client.get(page).content.decode()
    refused = client.get(page, query | {"crew-0": []})
    assert refused.status_code == 422
    address = f"{page}?{urlencode(query, doseq=True)}"
    form = client.get(address).content.decode()
    assert "What was played" in form
    shown = client.post(address, {"ended": "5", "s0-strategy": ["2", "3"], "s1-strategy": ["2"]})
    text = shown.content.decode()
    assert "the result entered" in text
    assert "Both Aftermaths begin with the ruling" in text
    written = html.unescape(re.search(r'name="request" value="([^"]+)"', text)[1])
    seen = re.search(r'name="seen" value="([^"]+)"', text)[1]
    made = client.post(
        reverse("campaigns:ruling_preview", args=place[:1]),
        {"request": written, "seen": seen, "do": "act", "reason": "Both sent a photo.", "key": "k"},
    )
    assert made.status_code == 303, made.content.decode()
    assert type(ruling_operations.read(written)) is EnterResult
    assert fresh(game).state == Game.State.AFTERMATH


def test_the_same_ruling_twice_is_one(league):
    (game,) = league.games(1)
    request = entered(game)
    plan = ruling_operations.preview(league.campaign, league.organiser, request)
    campaign, organiser = league.campaign, league.organiser
    ruling_operations.rule(campaign, organiser, request, "A photo.", seen=plan.digest, key="once")
    with pytest.raises(Refusal, match="done already"):
        ruling_operations.rule(campaign, organiser, request, "A photo.", seen=plan.digest, key="once")
    assert game.reports.count() == 1


def test_a_league_with_it_travels(league):
    (game,) = league.games(1)
    ruled(league, entered(game))
    play.let_draw(game)
    content = write(league.campaign, phrase=PHRASE)
    there = here_again(content, league.organiser, organiser_in(content))
    moved = Game.objects.get(week__campaign=there, week__number=1)
    assert moved.state == Game.State.AFTERMATH
    hired = [loading.hired_ids(side) for side in moved.sides.order_by("seat")]
    owned = [set(side.entry.models.values_list("pk", flat=True)) for side in moved.sides.order_by("seat")]
    assert all(crew and crew <= own for crew, own in zip(hired, owned, strict=True))
