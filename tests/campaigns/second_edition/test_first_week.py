"""The first week of a league of the Second Edition, by the book, through the operations alone."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils.html import escape

from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.arsenal import operations as arsenal
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.game import results
from mfcampaign.campaigns.game.report.forms import ReportForm
from mfcampaign.campaigns.game.report.views import form_for
from mfcampaign.campaigns.models import Week
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.dispatch import operations as dispatch
from rules.campaign.readings import preset
from rules.campaign.start import StartList
from rules.game.results.result import EncounterResult, SchemeScore, SeatResult
from rules.refusal import Refusal
from tests.campaigns.conftest import person

pytestmark = pytest.mark.django_db
BOOK = preset("by-the-book")
PHRASE = "a lamp in the quarry"


@pytest.fixture
def league(make_league, in_process):
    """Two players by the book, their Arsenals founded by the edition's rules, week 1 begun."""
    league = make_league(players=2, edition="m2e", policies=BOOK.policies)
    league.found_all()
    league.start()
    return league


def week_page(league, client) -> str:
    return client.get(reverse("campaigns:week", args=[league.campaign.slug, 1])).content.decode()


def game_page(league, client) -> str:
    return client.get(reverse("campaigns:game", args=[league.campaign.slug, 1, 1])).content.decode()


def seat(names: tuple[str, str], strategy: int, *schemes: int) -> SeatResult:
    scored = tuple(
        SchemeScore(name, (0, 0, 0, 0, vp)) for name, vp in zip(sorted(names), schemes, strict=True)
    )
    by_turn = (0, *(int(turn < strategy) for turn in range(4)))
    return SeatResult(strategy_vp=by_turn, schemes=scored, vp=strategy + sum(schemes))


@pytest.mark.rule("SL-START-02", "SL-START-04", "M2-CAMP-01", "M2-CAMP-02")
def test_the_arsenals_are_of_the_second_edition(league):
    figures = loading.catalogue(league.campaign)
    for number in (0, 1):
        arsenal = loading.arsenal(league.entry(number))
        leader = arsenal.leader
        assert leader is not None
        assert leader.station == "Henchman"
        assert figures.edition == "m2e"
        assert all(figures.has_profile(model.slug) for model in arsenal.models)
        paid = sum(model.cost + model.surcharge for model in arsenal.models)
        paid += sum(upgrade.ss_cost for upgrade in arsenal.upgrades)
        assert paid <= BOOK.rules.start_budget
        assert arsenal.scrip == min(BOOK.rules.start_scrip_cap, BOOK.rules.start_budget - paid)


@pytest.mark.rule("SL-SCHEME-01", "M2-SETUP-03", "M2-SETUP-09", "M2-SETUP-19", "M2-CAMP-13")
def test_the_week_is_set_up_by_the_editions_own_flips(league, client):
    (game,) = league.games()
    scenario = league.week(1).scenario
    assert game.scenario["strategy"] == scenario["strategy"]
    roles = [flip["role"] for flip in scenario["flips"]]
    assert roles[:2] == ["deployment", "strategy"]
    assert scenario["attacker"] is None
    assert "A Line in the Sand" in [scheme["name"] for scheme in scenario["schemes"]]
    client.force_login(league.players[0])
    for page in (week_page(league, client), game_page(league, client)):
        assert escape(scenario["strategy"]) in page
        assert all(escape(scheme["name"]) in page for scheme in scenario["schemes"])
        assert "Attacker" not in page


@pytest.mark.rule("SL-PAY-01", "SL-BARTER-03", "SL-POOL-02", "M2-CAMP-08", "M2-SCORE-03", "M2-SETUP-01")
def test_a_week_is_played_reported_and_closed(league, client):
    (game,) = league.games()
    both = play.sides(game)
    for side in both:
        play.submit_crew(side)
    game.refresh_from_db()
    assert all(revealed["pool"]["amount"] >= 0 for revealed in game.reveal["seats"])
    with pytest.raises(Refusal, match="played at a table"):
        league_play.begin(seat_of(league, game), league.players[0], "play")
    names = tuple(scheme["name"] for scheme in game.scenario["schemes"][:2])
    too_many = EncounterResult(seats=(seat(names, 4, 4, 3), seat(names, 0, 0, 0)), ended_turn=5)
    with pytest.raises(Refusal, match="3 is the most"):
        results.report(both[0], both[0].entry.user, too_many)
    full = EncounterResult(seats=(seat(names, 4, 3, 3), seat(names, 1, 0, 2)), ended_turn=6)
    results.report(both[0], both[0].entry.user, full)
    client.force_login(league.players[1])
    assert "10 VP" in game_page(league, client)
    results.confirm(both[1], both[1].entry.user)
    play.let_draw(game)
    play.settle()
    play.finish(game)
    before = {number: loading.arsenal(league.entry(number)).scrip for number in (0, 1)}
    assert before[0] >= 0
    weeks.reach_deadline(league.week(1), league.organiser, "Agreed.")
    dispatch.drain()
    assert league.week(1).state == Week.State.CLOSED
    assert league.week(2).state == Week.State.NEW_HIRES
    league.check()
    play.hire_all(league.week(2))
    for number in (0, 1):
        hired = loading.arsenal(league.entry(number)).models
        assert all(loading.catalogue(league.campaign).has_profile(model.slug) for model in hired)


def seat_of(league, game):
    return access.own_side(league.players[0], league.campaign.slug, 1, game.table)


@pytest.mark.rule("M2-SCORE-01", "M2-SCORE-02", "M2-SCORE-07")
def test_the_report_asks_for_each_scheme_in_all(league):
    (game,) = league.games()
    for side in play.sides(game):
        play.submit_crew(side)
    game.refresh_from_db()
    own = seat_of(league, game)
    names = [scheme["name"] for scheme in game.scenario["schemes"][:2]]
    data = {
        "ended": "6",
        "s0-strategy": ["2", "3", "6"],
        "s0-scheme-0": names[0],
        "s0-scheme-0-vp": "3",
        "s0-scheme-1": names[1],
        "s0-scheme-1-vp": "1",
    }
    form = form_for(own, data)
    assert form.is_valid(), form.violations
    result = form.result()
    assert result.seats[0].vp == 7
    assert sorted(sum(scheme.vp) for scheme in result.seats[0].schemes) == [1, 3]
    again = ReportForm(parties=form.parties, facts=form.facts, policies=form.policies, standing=result)
    assert sorted(again.sides()[0].scheme_vp) == [1, 3]
    assert again.sides()[0].vp == 7


def test_it_travels_as_a_file_and_comes_back_the_same(league):
    play.live_week(league.week(1))
    content = write(league.campaign, phrase=PHRASE)
    arrived = transfer.import_league(read(content).opened(PHRASE), person("far-away"))
    assert arrived.edition == "m2e"
    again = write(arrived, phrase=PHRASE)
    assert again == content


@pytest.mark.rule("SL-START-08", "A-01")
def test_equipment_that_shares_its_slug_with_a_printed_upgrade_is_founded_as_equipment(make_league):
    league = make_league(players=1, edition="m2e", policies={"start_upgrade_kinds": "equipment_too"})
    entry = league.entry(0)
    start = StartList("guild", "samael-hopkins", (), "hydraulics-equipment")
    assert arsenal.save_draft(entry, entry.user, start).legal
    arsenal.found_arsenal(entry, entry.user)
    (owned,) = entry.upgrades.owned()
    assert (owned.slug, owned.kind, owned.ss_cost) == ("hydraulics", "equipment", 1)
