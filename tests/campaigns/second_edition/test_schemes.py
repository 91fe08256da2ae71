"""Schemes written down before a game: hidden from everybody else until the result stands."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from mfcampaign.campaigns import access
from mfcampaign.campaigns.game import results, schemes
from mfcampaign.campaigns.models import Game
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from rules.campaign.readings import preset
from rules.editions.m2e.schemes import terms_of_scheme
from rules.game.results.result import EncounterResult, SchemeScore, SeatResult
from rules.game.setup.schemes import WrittenScheme
from rules.refusal import Refusal
from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(make_league, in_process) -> Game:
    """A game of week 1, both Crews revealed, with a pool that is known."""
    league = make_league(players=2, edition="m2e", policies=preset("by-the-book").policies)
    league.found_all()
    league.start()
    (game,) = league.games()
    game.scenario["schemes"] = [{"number": n, "name": name} for n, name in enumerate(POOL, 1)]
    game.save()
    for side in play.sides(game):
        play.submit_crew(side)
    game.refresh_from_db()
    return game


POOL = ("Outflank", "Distract", "Breakthrough", "Assassinate", "Take Prisoner")
OPEN, HIDDEN = WrittenScheme("Outflank", revealed=True), WrittenScheme("Distract")


def client_of(side) -> Client:
    client = Client()
    client.force_login(side.entry.user)
    return client


def address(name: str, game: Game) -> str:
    return reverse(f"campaigns:{name}", args=[game.week.campaign.slug, 1, game.table])


def reported(game: Game, *scored: tuple[str, int]) -> EncounterResult:
    by = tuple(SchemeScore(name, (0, 0, 0, 0, vp)) for name, vp in sorted(scored))
    mine = SeatResult(schemes=by, vp=sum(vp for _, vp in scored))
    return EncounterResult(seats=(mine, SeatResult()), ended_turn=5)


@pytest.mark.rule("M2-SETUP-15", "M2-SETUP-17")
def test_a_hidden_scheme_is_seen_by_nobody_else_until_the_result_stands(game):
    first, second = play.sides(game)
    own, other = client_of(first), client_of(second)
    form = {"name-0": "Outflank", "revealed-0": "on", "name-1": "Distract"}
    assert own.post(address("schemes", game), form).status_code == 303
    assert "Distract" in own.get(address("schemes", game)).content.decode()
    page = own.get(address("game", game)).content.decode()
    assert "Yours: Outflank, Distract." in page
    assert "Change your Schemes" in page
    api = f"/api/v1/leagues/{game.week.campaign.slug}/weeks/1/games/{game.table}/"
    for page in (other.get(address("game", game)), other.get(address("game", game))):
        text = page.content.decode()
        assert "Schemes chosen" in text
        assert "1 hidden" in text
        assert "Choose your Schemes" in text
        assert "Yours:" not in text
    told = other.get(api).json()["written"][0]
    assert (told["shown"], told["hidden"]) == (["Outflank"], 1)
    diary = other.get(reverse("campaigns:diary", args=[game.week.campaign.slug])).content.decode()
    assert "reveals Outflank" in diary
    assert "Distract" not in diary
    results.report(first, first.entry.user, reported(game, ("Outflank", 3), ("Distract", 1)))
    results.confirm(second, second.entry.user)
    assert other.get(api).json()["written"][0]["shown"] == ["Outflank", "Distract"]


@pytest.mark.rule("M2-SETUP-15", "M2-SETUP-16")
def test_a_report_is_held_against_what_its_writer_chose(game):
    first, second = play.sides(game)
    schemes.write_down(first, first.entry.user, (OPEN, HIDDEN))
    with pytest.raises(Refusal, match="not written down") as refused:
        results.report(first, first.entry.user, reported(game, ("Breakthrough", 1)))
    assert refused.value.violations[0].rule == "M2-SETUP-15"
    # The opponent cannot try names to learn them: only their owner is held to them.
    results.report(second, second.entry.user, reported(game, ("Breakthrough", 1)))
    with pytest.raises(Refusal, match="not written down"):
        results.confirm(first, first.entry.user)


@pytest.mark.rule("M2-SETUP-14", "M2-SETUP-15")
def test_choices_are_checked_and_stand_once_both_have_chosen(game):
    first, second = play.sides(game)
    page = client_of(first).post(address("schemes", game), {"name-0": "Outflank", "name-1": "Take Prisoner"})
    assert page.status_code == 422
    assert "one enemy model noted" in page.content.decode()
    enemy = schemes.candidates(game, 1)[0].id
    client = client_of(first)
    path = f"/api/v1/leagues/{game.week.campaign.slug}/weeks/1/games/{game.table}/schemes/"
    body = {"schemes": [{"name": "Outflank"}, {"name": "Take Prisoner", "enemy": enemy}]}
    key = {"Idempotency-Key": "one"}
    assert client.put(path, body, content_type="application/json", headers=key).status_code == 200
    schemes.write_down(first, first.entry.user, (OPEN, HIDDEN))
    schemes.write_down(second, second.entry.user, (OPEN, HIDDEN))
    with pytest.raises(Refusal, match="final"):
        schemes.write_down(first, first.entry.user, (OPEN, HIDDEN))
    assert "Both sides have chosen" in client.get(address("schemes", game)).content.decode()
    assert "your Schemes" not in client.get(address("game", game)).content.decode(), "nothing to change"
    assert access.own_side(first.entry.user, game.week.campaign.slug, 1, game.table).own.schemes


def test_hidden_ones_travel_sealed(game):
    first, _ = play.sides(game)
    schemes.write_down(first, first.entry.user, (WrittenScheme("Assassinate"), HIDDEN))
    league = game.week.campaign
    content = write(league, phrase="a lamp in the quarry")
    lines = [line for line in content.decode().splitlines() if '"is":"side"' in line]
    assert not any('"schemes":[{' in line for line in lines)
    arrived = transfer.import_league(read(content).opened("a lamp in the quarry"), person("far-away"))
    again = Game.objects.get(week__campaign=arrived).sides.get(seat=0)
    assert schemes.written_by(again) == (WrittenScheme("Assassinate"), HIDDEN)


@pytest.mark.rule("M2-STR-07", "M2-SCORE-08")
def test_the_page_says_what_counts_for_the_strategy_and_how_long_it_takes(game):
    game.scenario["strategy"] = "Collect the Bounty"
    game.save()
    page = client_of(play.sides(game)[0]).get(address("game", game)).content.decode()
    assert "counts 3 for the" in page
    assert "minutes" in page
    assert terms_of_scheme("Outflank", "m2e-2016").reveal == "hidden"
