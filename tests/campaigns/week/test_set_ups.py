"""What a league's week is played for: drawn by its sealed fate, shared, locked, flipped again visibly."""

from __future__ import annotations

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.audit.operations import AlreadyDone
from mfcampaign.campaigns.history.flips import flips
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week import operations as week
from mfcampaign.campaigns.week import weekly_event as events
from mfcampaign.campaigns.week.scenario import origin_of, scenario_of
from mfcampaign.setups import queries as drawn
from rules.fate.league import fate_of
from rules.game.setup.scenario import Override, Scenario
from rules.refusal import Refusal

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
PHRASE = "a line of a song"


def sheet_of(row):
    return drawn.card(drawn.from_origin(origin_of(row)))


def drawings_of(row):
    """The pages of all drawings of its set-up, the newest first."""
    newest = sheet_of(row)
    return [newest.now, *(drawn.card(newest.row, other.row.number).now for other in newest.others)]


def as_scenario(stored) -> Scenario:
    return msgspec.convert(stored, Scenario)


def read_by_anybody(row) -> str:
    """The page behind the short link, for somebody without an account."""
    code = drawn.from_origin(origin_of(row)).code
    answer = Client().get(reverse("setups:short", args=[code]), follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def play_out(league, number=1) -> None:
    play.live_week(league.week(number))
    week.reach_deadline(league.week(number))


@pytest.mark.rule("SL-SCHEME-01", "SL-3E-14")
def test_the_scenario_of_a_week_has_a_link_that_anybody_may_read(league):
    current = league.start()
    card, now = sheet_of(current), scenario_of(current)
    (item,) = card.now.sheets
    assert (item.sheet.strategy, item.sheet.deployment) == (now["strategy"], now["deployment"])
    assert as_scenario(league.games()[0].scenario) == as_scenario(now) == item.sheet
    page = read_by_anybody(current)
    assert "Test League, week 1" in page
    assert "as a QR code" in page
    assert "the size is each table’s own" in page
    assert current.fate_commitment in page
    assert bytes(current.fate_seed).hex() not in page, "it is told when the week is over"
    own = Client().get(reverse("campaigns:week", args=[league.campaign.slug, 1])).content.decode()
    assert reverse("setups:card", args=[card.row.code]) in own


@pytest.mark.rule("SL-EVENT-03")
def test_what_the_weekly_event_requires_is_on_the_sheet(make_league):
    league = make_league()
    league.found_all()
    current = league.start()
    events.choose_event(current, league.organiser, "the-narrow-pass", "We own the terrain.")
    events.set_scenario(league.week(1), league.organiser, Override(terrain=("one bridge",)), "It is new.")
    (item,) = sheet_of(current).now.sheets
    assert item.sheet.deployment == "Wedge"
    assert item.sheet.terrain[-1] == "one bridge"
    assert "ridges" in item.sheet.terrain[0]
    assert [page.row.reason for page in drawings_of(current)] == ["It is new.", "We own the terrain.", ""]
    assert "Set without a flip: deployment, terrain" in read_by_anybody(current)


@pytest.mark.rule("SL-SCHEME-01", "SL-3E-14")
def test_it_is_flipped_again_for_all_to_see_until_a_game_begins(league):
    current = league.start()
    first = current.scenario
    events.set_scenario(current, league.organiser, Override(terrain=("one bridge",)), "It is new.")
    with pytest.raises(Refusal, match="Why"):
        events.flip_again(current, league.organiser, " ", seen=1)
    events.flip_again(current, league.organiser, "We played that last week.", seen=1)
    with pytest.raises(AlreadyDone):
        events.flip_again(current, league.organiser, "We played that last week.", seen=1)
    again = league.week(1)
    assert as_scenario(again.scenario) == as_scenario(fate.scenario(again))
    assert again.scenario["flips"] != again.drawings[0]["scenario"]["flips"]
    assert as_scenario(again.drawings[0]["scenario"]) == as_scenario(first)
    assert league.games()[0].scenario["flips"] == again.scenario["flips"]
    assert league.games()[0].scenario["terrain"] == ["one bridge"], "what was required stays required"
    card = sheet_of(again)
    assert (card.now.row.reason, card.now.row.by) == ("We played that last week.", league.organiser)
    assert len(card.others) == 2
    assert card.row.locked_at is None
    for side in play.sides(league.games()[0]):
        play.submit_crew(side)
    with pytest.raises(Refusal, match="has begun"):
        events.flip_again(league.week(1), league.organiser, "Once more.", seen=2)
    assert sheet_of(again).row.locked_at is not None


@pytest.mark.rule("SL-3E-14")
def test_when_the_week_is_over_every_drawing_can_be_laid_again(league):
    current = league.start()
    events.flip_again(current, league.organiser, "We played that last week.", seen=1)
    assert sheet_of(current).now.agrees is None, "the seed is sealed"
    play_out(league)
    closed, card = league.week(1), sheet_of(current)
    assert [page.agrees for page in drawings_of(closed)] == [True, True]
    assert card.row.locked_at is not None
    assert bytes(closed.fate_seed).hex() in read_by_anybody(closed)
    drawings = [row for row in flips(league.campaign) if row[3] == "scenario"]
    for row in drawings:
        *_, position, _, code, _, _, _, deck = row
        name, *parts = deck.split("/")
        key = (name, parts[0], *(int(part) for part in parts[1:]))
        assert fate_of(bytes(closed.fate_seed), *key).draw(position - 1).code == code
    assert {row[-1].split("/")[0] for row in drawings} == {"scenario", "scenario-again"}
    page = Client().get(reverse("campaigns:week", args=[league.campaign.slug, 1])).content.decode()
    assert "the same cards fell" in page
    assert "The scenario, drawing 2" in page
    newest = card.now.row
    newest.sheets[0]["strategy"] = "Another"
    newest.save()
    assert sheet_of(current).now.agrees is False


def test_a_league_that_travels_has_its_sheets_where_it_comes_to(league):
    current = league.start()
    events.flip_again(current, league.organiser, "We played that last week.", seen=1)
    play_out(league)
    content = write(league.campaign, phrase=PHRASE)
    again = transfer.import_league(read(content).opened(PHRASE), league.organiser)
    assert write(again, phrase=PHRASE) == content
    here, there = league.week(1), again.weeks.get(number=1)
    assert sheet_of(here).row.code != sheet_of(there).row.code
    assert [p.row.sheets for p in drawings_of(there)] == [p.row.sheets for p in drawings_of(here)]
    assert [p.agrees for p in drawings_of(there)] == [True, True]
    assert drawings_of(there)[0].row.reason == "We played that last week."
    assert sheet_of(again.weeks.get(number=2)).row.locked_at is None


def test_organisers_flip_it_again_from_their_page(league):
    current = league.start()
    organiser = Client()
    organiser.force_login(league.organiser)
    console = organiser.get(reverse("campaigns:organise", args=[league.campaign.slug])).content.decode()
    assert "Flip the scenario again" in console
    action = reverse("act:flip_scenario_again", args=[league.campaign.slug])
    assert organiser.post(action, {"seen": 1, "reason": ""}).status_code == 409
    for said in ("is flipped again", "That was done already"):
        done = organiser.post(action, {"seen": 1, "reason": "Rain."}, follow=True)
        assert said in done.content.decode()
    assert len(league.week(1).drawings) == 1
    page = organiser.get(reverse("campaigns:week", args=[league.campaign.slug, 1])).content.decode()
    assert "flipped again: <bdi>Rain.</bdi>" in page
    assert "Flipped 2 times" in page
    assert current.scenario != league.week(1).scenario
