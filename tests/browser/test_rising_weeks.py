"""Three weeks of a Leader who grows, on a phone, against numbers made by hand: an advancement of each tier,
the doctor, a Traitor, a miracle, and the end of the Crew.

The player flips at the table, so every card is known; the opponent plays by the portal.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import Aftermath, Campaign, Entry, Game
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.rising import growth
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.week import operations as week
from mfcampaign.catalog.models import ChartSet
from tests import data_sets
from tests.browser.actions import press, sign_in
from tests.browser.checks import axe, problems
from tests.browser.season import aftermath, tap
from tests.browser.test_league_week import hand_in_crew, press_first
from tests.campaigns.conftest import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PASSWORD = "secret-pass"
# Each week Mara loses 1 to 3, and her Leader kills an enemy: 3 experience (played, Bruiser, lost).
#
# week   boxes           tiers      Scrip
# 1      1, 2, 3         1, 1, 2    1 VP: 1                                                    +1
# 2      5               3          1 VP: 1, the ratings' difference for the lower, doctor -1
# 3      7, 9            4, 1       the Crew ends, and its Scrip with it
CARDS = {
    # The hand, Barter, boxes 1 to 3, the Injury: 9 of Rams, Leadfooted.
    1: ["2r", "3r", "4r", "5r", "6r", "9r"],
    # The hand, Barter, the Totem of value 7, the doctor heals by a 12, the Leader's 13, the Traitor's joker.
    2: ["2r", "3r", "7m", "12m", "13r", "BJ"],
    # The hand, Barter, box 9 (an effect of the crew card is not flipped for), the Leader's second 13.
    3: ["2r", "3r", "6r", "13r"],
}
EXPERIENCE = {1: 3, 2: 6, 3: 9}
TABLES = {
    1: ["attack", "attack", "ability"],
    2: ["attack", "attack", "ability", "totem"],
    3: ["attack", "attack", "ability", "totem", "crew-card", "tactical"],
}


class Rivals:
    """Mara with her phone, Jonas by the portal until he takes the Traitor on his own."""

    def __init__(
        self, page: Page, other: Page, league: Campaign, organiser: Any, mara: Entry, jonas: Entry
    ) -> None:
        self.page, self.other, self.league, self.organiser = page, other, league, organiser
        self.mara, self.jonas = mara, jonas
        self.here = f"/leagues/{league.slug}/"

    def plays(self, number: int, killed: list[str], *wanted: str) -> Game:
        """One week: Crew, report and Aftermath on the phone."""
        game = Game.objects.get(week__campaign=self.league, week__number=number)
        table, page = f"{self.here}week/{number}/games/{game.table}/", self.page
        hand_in_crew(page, table)
        side = {each.entry_id: each for each in play.sides(game)}
        play.submit_crew(side[self.jonas.pk])
        page.goto(f"{table}report/")
        mine, theirs = (page.get_by_role("group", name=name, exact=True) for name in ("mara", "jonas"))
        tap(mine.locator("input[name$='-strategy'][value='2']"))
        for turn in (2, 3, 4):
            tap(theirs.locator(f"input[name$='-strategy'][value='{turn}']"))
        mine.locator("details.fallen summary").click()
        for name in killed:
            mine.locator(".fates li", has_text=name).locator("select").first.select_option(index=1)
        tap(mine.locator("input[value='killed-enemy']"))
        press_first(page, "Report the result")
        expect(page.get_by_role("heading", name="Report the game")).to_have_count(0)
        play.confirm(game, seat=side[self.jonas.pk].seat)
        aftermath(page, table, CARDS[number], *wanted)
        for row in play.aftermaths(game):
            if row.side.entry_id == self.jonas.pk:
                play.let_draw(game)
                play.finish_aftermath(row)
        assert Aftermath.objects.get(side__game=game, side__entry=self.mara).state == "locked"
        grown = growth.of_roster(self.mara.pk, 1)
        assert grown is not None
        assert grown.experience == EXPERIENCE[number]
        assert [each.table for each in grown.advancements] == TABLES[number]
        return game

    def next_week(self, number: int) -> int:
        """The organiser ends the week, and both hire; what Mara paid."""
        week.reach_deadline(self.league.weeks.get(number=number), self.organiser)
        before = balances.balance(self.mara)
        play.hire_all(self.league.weeks.get(number=number + 1), taste="lamps")
        return before - balances.balance(self.mara)

    def ratings(self, game: Game) -> tuple[int, int]:
        """Mara's and Jonas's, as they were told at the reveal."""
        game.refresh_from_db()
        told = [seat["rating"]["amount"] for seat in game.reveal["seats"]]
        seat = game.sides.get(entry=self.mara).seat
        return told[seat], told[1 - seat]


@pytest.fixture
def rivals(new_page: Any, settings: Any) -> Rivals:
    settings.DISPATCH_IN_PROCESS = True
    data_sets.catalogue()
    organiser = person("olive")
    league = opening.open_league(
        organiser,
        name="Three weeks of Nell",
        starts_on=dt.date(2026, 1, 5),
        turnover_time=dt.time(19, 0),
        zone="Europe/London",
        edition="m4e",
        system="rising-names",
        policies={"entered_flips": "trust"},
    )
    token = opening.invite(league, organiser)
    mara, jonas = (
        opening.join(league, person(name), faction=faction, token=token)
        for name, faction in (("mara", "guild"), ("jonas", "arcanists"))
    )
    for entry in (mara, jonas):
        play.found_arsenal(entry)
    opening.close_registration(league, organiser)
    week.start(league, organiser)
    page = new_page(width=375, bypass_csp=True)
    sign_in(page, "mara", PASSWORD)
    return Rivals(page, new_page(width=375), league, organiser, mara, jonas)


@pytest.mark.rule("M4-CAMP-20")
@pytest.mark.rule("M4-CAMP-22")
@pytest.mark.rule("M4-CAMP-23")
@pytest.mark.rule("M4-CAMP-25")
@pytest.mark.rule("M4-CAMP-26")
@pytest.mark.parametrize("weeks", [1, pytest.param(3, marks=pytest.mark.soak)])
def test_a_leader_lives_three_weeks(rivals: Rivals, weeks: int) -> None:
    page, mara, jonas = rivals.page, rivals.mara, rivals.jonas
    leader = mara.models.get(is_leader=True)
    hurt, traitor = mara.models.filter(is_leader=False).exclude(station="Peon").order_by("pk")[:2]
    purse = balances.balance(mara)
    game = rivals.plays(1, [hurt.name], "Ability")
    assert rivals.ratings(game) == (0, 0)
    assert balances.balance(mara) == purse + 1
    page.goto(f"{rivals.here}arsenal/{mara.pk}/leader/")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Experience: 3 of 39")
    expect(page.locator(".track-filled")).to_have_count(3)
    page.goto(f"{rivals.here}arsenal/{mara.pk}/")
    expect(page.locator(f"#model-{hurt.pk}")).to_contain_text("Leadfooted")
    assert axe(page) == []
    if weeks == 1:
        assert problems(page) == []
        return

    purse = balances.balance(mara) - rivals.next_week(1)
    game = rivals.plays(2, [leader.name, traitor.name], "Totem", f"{hurt.name}: Leadfooted")
    mine, theirs = rivals.ratings(game)
    assert mine == 3 - 1, "three advancements less an Injury"
    assert balances.balance(mara) == purse + 1 + max(0, theirs - mine) - 1
    assert not hurt.bound.filter(annihilated_week=None).exists(), "the doctor healed it"
    grown = growth.of(mara)
    assert grown.recovered
    charts = ChartSet.objects.get(pk=rivals.league.charts_id).body
    assert grown.totem is not None
    assert grown.totem.name == next(row["name"] for row in charts["totems"] if row["value"] == "7")
    assert not mara.models.owned().filter(pk=traitor.pk).exists()
    sign_in(rivals.other, "jonas", PASSWORD)
    rivals.other.goto(f"{rivals.here}arsenal/{jonas.pk}/leader/")
    expect(rivals.other.get_by_role("main")).to_contain_text("Who changed sides")
    press(rivals.other, "Take")
    assert jonas.models.owned().filter(name=traitor.name).exists()

    rivals.next_week(2)
    # A third trigger on the attack would cost 2 Scrip: the last advancement is tactical.
    rivals.plays(3, [leader.name], "Crew card effect", "Tactical modification")
    mara.refresh_from_db()
    assert (mara.state, mara.roster) == (Entry.State.BUILDING, 2)
    assert balances.balance(mara) == 0
    assert not mara.models.owned().exists()
    page.goto(f"{rivals.here}leader/")
    expect(page.get_by_role("heading", name="Your Leader")).to_be_visible()
    assert problems(page) == []
    assert problems(rivals.other) == []
