"""Four teams of three in a shop: captains choose on their phones, tables are played, a team wins."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse
from playwright.sync_api import expect

from mfcampaign.events.loading import record
from mfcampaign.events.models import Event, Game, Player
from mfcampaign.events.operations import results
from tests import data_sets
from tests.browser.actions import press, sign_in
from tests.browser.checks import axe, overflow, problems

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]
PASSWORD = "iron-harvest-moon-47"
TEAMS = {
    "Tower": ("Mara", "Ilse", "Tobin"),
    "Anvil": ("Greta", "Anselm", "Rook"),
    "Lantern": ("Perpetua", "Silas", "Odile"),
    "Raven": ("Cormac", "Hanne", "Piet"),
}


def test_four_teams_of_three(new_page: Any) -> None:
    data_sets.catalogue()
    host = get_user_model().objects.create_user("host", "host@example.org", PASSWORD)
    organiser, phone = new_page(width=1280, bypass_csp=True), new_page(bypass_csp=True)
    faults: list[str] = []

    def look(page: Any) -> None:
        if spill := overflow(page):
            faults.append(f"{page.url}: {spill} px too wide")
        faults.extend(f"{page.url}: {fault}" for fault in axe(page))

    def at(page: Any, name: str, *args: Any) -> None:
        page.goto(reverse(f"events:{name}", args=[event.slug, *args]))

    sign_in(organiser, "host", PASSWORD)
    organiser.goto("/events/new/")
    organiser.get_by_label("Teams of three").check()
    organiser.get_by_label("Name of the event").fill("Team Day")
    press(organiser, "Announce")
    event = Event.objects.get()

    # twelve names with their teams, pasted at once; the organiser names another captain
    names = "\n".join(f"{name}, {team}" for team, players in TEAMS.items() for name in players)
    organiser.get_by_label("Names, one a line").fill(names)
    press(organiser, "Preview")
    expect(organiser.get_by_role("columnheader", name="Team")).to_be_visible()
    press(organiser, "Add 12 players")
    at(organiser, "teams")
    organiser.get_by_text("Name and captain of Tower").click()
    organiser.locator("#team-captain-1").select_option(label="Ilse")
    press(organiser, "Save the team")
    expect(organiser.locator("#team-1").get_by_role("listitem").filter(has_text="captain")).to_contain_text(
        "Ilse"
    )
    look(organiser)
    at(organiser, "people")
    press(organiser, "Check everybody in")
    at(organiser, "manage")
    press(organiser, "Begin the event")
    press(organiser, "Pair next round")
    expect(organiser.get_by_text("2 matches. Check, then publish")).to_be_visible()
    press(organiser, "Publish")

    # two captains choose on their phones: nobody sits anywhere before both have
    match = record(event).matches_of(1)[0]
    captains = [Player.objects.get(event=event, number=team.captain) for team in match.teams]
    first = [p.number for p in record(event).members(match.a.number)]
    for captain in captains:
        phone.goto(reverse("events:seat", args=[captain.code]))
        expect(phone.get_by_text("Choose who of you plays at which table")).to_be_visible()
        look(phone)
        if captain == captains[0]:
            for place, number in enumerate(reversed(first), start=1):
                phone.get_by_label(f"Table {place}", exact=True).select_option(str(number))
        press(phone, "Choose tables")
        assert Game.objects.exists() is (captain != captains[0])
    games = record(event).games_by_match()[match.pk]
    assert [game.a.number for game in games] == first[::-1]
    phone.goto(reverse("events:seat", args=[games[0].a.code]))
    expect(phone.get_by_text(f"against {games[0].b.name}").first).to_be_visible()
    expect(phone.get_by_text(f"Round 1 against {match.b.name}")).to_be_visible()
    at(organiser, "manage")
    press(organiser, "Settle the tables")
    at(organiser, "slips", 1)
    expect(organiser.locator(".slip-half svg")).to_have_count(12)
    look(organiser)

    # a player reports, the other confirms; the rest is brought to the desk
    phone.get_by_label("Your Victory Points").fill("6")
    phone.get_by_label("Their Victory Points").fill("2")
    press(phone, "Report")
    phone.goto(reverse("events:seat", args=[games[0].b.code]))
    press(phone, "Yes,", exact=False)
    for game in record(event).of_round(1):
        if game.state != Game.State.CONFIRMED:
            vp = (5, 3) if game.a.team in (match.a.number, 1) else (3, 5)
            results.rule(event, host, 1, game.pk, vp=vp)
    at(phone, "round", 1)
    expect(phone.get_by_role("heading", name=f"{match.a.name} 6–0 {match.b.name}")).to_be_visible()
    look(phone)
    at(phone, "standings")
    expect(phone.locator("#team-standings + .table-wrap [data-label='Table points']").first).to_have_text("6")
    look(phone)

    # the second round meets other teams; the event ends after it
    at(organiser, "manage")
    press(organiser, "Pair next round")
    press(organiser, "Publish")
    met = [frozenset(t.number for t in m.teams) for n in (1, 2) for m in record(event).matches_of(n)]
    assert len(set(met)) == 4
    organiser.goto(reverse("events:organiser_round", args=[event.slug, 2]))
    press(organiser, "Settle the tables")
    for game in record(event).of_round(2):
        vp = (5, 3) if game.a.team < game.b.team else (3, 5)
        results.rule(event, host, 2, game.pk, vp=vp)
    at(phone, "screen")
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()
    for _ in range(8):
        phone.get_by_role("link", name="next").click()
        if phone.get_by_role("heading", name="Teams").count():
            break
    expect(
        phone.get_by_role("cell", name="Table points").or_(
            phone.get_by_role("columnheader", name="Table points")
        )
    ).to_be_visible()
    look(phone)
    assert not faults, "\n".join(faults)
    assert [p for page in (organiser, phone) for p in problems(page)] == []
