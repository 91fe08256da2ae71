"""Two people play a whole Encounter of catalogue Crews in two real browsers by pointing alone, one with a
mouse, one by touch; and once more with one of them on a slow line that is cut twice."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from mfcampaign.play import loading
from mfcampaign.play.models import Encounter
from mfcampaign.play.operations import creation
from rules.crews.crewlist import CrewList
from rules.editions.m3e.examples.encounters import among_terrain
from rules.editions.m3e.hiring.candidates import candidates
from rules.editions.m3e.simulation.catalogue_crews import CatalogueStock
from rules.fate.shuffle import Stream, digest
from rules.game.setup.setup import EncounterSetup
from tests.browser.actions import settled, sign_in
from tests.browser.checks import forget, problems
from tests.browser.pointing import Player
from tests.play.playing import lay_down, person
from tests.project.test_guards import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_ANSWERS = 3_000
MOST_REFUSALS = 5  # in a row
SIZE, HIRED = 24, 3
"""Soulstones of each Crew, and whom its Leader brings."""


def catalogue_crews(name: str) -> EncounterSetup:
    """A few of each of two Factions, with the figures of the catalogue, among terrain."""
    data = ROOT / "mfcampaign" / "catalog" / "data" / "m3e"
    stock = CatalogueStock(
        *(json.loads((data / f"{kind}.json").read_text("utf-8")) for kind in ("models", "upgrades"))
    )
    chance = Stream(digest("whole encounter", name))
    crews = [small_crew(stock, faction, chance) for faction in ("guild", "neverborn")]
    return among_terrain(stock.setup_of(name, *crews))


def small_crew(stock: CatalogueStock, faction: str, chance: Stream) -> CrewList:
    whole = stock.encounter(f"{faction} {chance.below(99)}", (faction, faction)).crews[0]
    crew = CrewList(faction, next(model.card for model in whole.models if model.leader), SIZE)
    while len(crew.members) < HIRED:
        fitting = [
            one
            for one in candidates(crew, stock.catalogue)
            if one.legal and one.profile.slug in stock.release
        ]
        if not fitting:
            break
        crew = crew.add(fitting[chance.below(len(fitting))].profile.slug)
    return crew


def begun(new_page: Any, name: str, *, slow: bool) -> tuple[Encounter, list[Player]]:
    """``slow``: the second line is."""
    people = (person("mara"), person("jonas"))
    row = creation.create(
        people[0],
        catalogue_crews(name),
        opponent="known",
        other=people[1],
        name="whole-played",
    )
    lay_down(row, dict(enumerate(people)))
    players = []
    for seat, (user, width) in enumerate(zip(people, (1280, 375), strict=True)):
        page: Page = new_page(width=width, touch=width == 375)
        sign_in(page, user.username, "secret-pass")
        page.goto(row.get_absolute_url())
        players.append(Player(page, row, Stream(digest("pointing", str(seat))), touch=width == 375))
        if slow and seat == 1:
            players[seat].far_away()
    return row, players


@pytest.mark.soak
@pytest.mark.parametrize("slow", [False, True], ids=["both near", "one far away, cut twice"])
def test_two_browsers_play_catalogue_crews_by_pointing_alone(new_page: Any, slow: bool) -> None:
    """Each sees its questions by itself. Of the slow line one request never arrives, and one answer is lost;
    what was tapped then counts once."""
    row, players = begun(new_page, "pointing", slow=slow)
    cuts = [lose_the_request, lose_the_answer] if slow else []
    refusals = 0
    for number in range(MOST_ANSWERS):
        row.refresh_from_db()
        if row.over:
            break
        seat = loading.play_of(row).asks[0].seat
        player, version = players[seat], row.version
        expect(player.page.locator(f"#encounter-now[hx-get*='seen={version}&']")).to_have_count(1)
        expect(player.page.locator("form.ask")).to_be_visible()
        if cuts and seat == 1 and number > 20:
            cuts.pop(0)(player)
            assert row.decisions.values("number").distinct().count() == row.decisions.count()
        else:
            player.answer()
        refusals = 0 if player.confirmed(version) else refusals + 1
        assert refusals < MOST_REFUSALS, player.page.locator("#messages").inner_text()
    assert row.state == Encounter.State.OVER
    assert not cuts
    for player in players:
        player.page.goto(row.get_absolute_url())
        assert player.page.get_by_text("Replay", exact=True).is_visible()
        assert problems(player.page) == []


def lose_the_request(player: Player) -> None:
    """The line is cut before the answer is sent; it is given again when the line is there."""
    settled(player.page)
    player.signal(there=False)
    player.answer()
    expect(player.page.locator("#messages")).to_contain_text("signal")
    player.signal(there=True)
    forget(player.page)
    player.answer()


def lose_the_answer(player: Player) -> None:
    """The portal has it, but the page hears nothing; whatever is tapped then, it counts once."""

    def lost(route: Route) -> None:
        route.fetch()
        route.abort()

    settled(player.page)
    player.page.route("**/answer/", lost)
    before = player.row.version
    player.answer()
    expect(player.page.locator(f"#encounter-now[hx-get*='seen={before}&']")).to_have_count(0)
    player.page.unroute("**/answer/")
    forget(player.page)
