"""Eight in a shop, on phones: a drop, a late entry, a disputed result, a cut; players need no account."""

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
ROUNDS = 3
NAMES = ("Mara", "Ilse", "Tobin", "Greta", "Anselm", "Rook", "Perpetua", "Silas")


class Shop:
    """The organiser's phone and the players' phones, who have codes and no accounts."""

    def __init__(self, new_page: Any) -> None:
        self.organiser = new_page(bypass_csp=True)
        self.phone = new_page(bypass_csp=True)
        self.faults: list[str] = []
        self.seen: set[str] = set()

    @property
    def event(self) -> Event:
        return Event.objects.get()

    def look(self, page: Any, what: str) -> None:
        """axe and the width, once for ``what`` is shown."""
        if what in self.seen:
            return
        self.seen.add(what)
        if spill := overflow(page):
            self.faults.append(f"{page.url}: {spill} px too wide")
        self.faults += [f"{page.url}: {fault}" for fault in axe(page)]

    def at(self, name: str, *args: Any) -> None:
        self.organiser.goto(reverse(f"events:{name}", args=[self.event.slug, *args]))

    def press(self, words: str, page: Any = None) -> None:
        press(page or self.organiser, words)

    def games(self, number: int) -> list[Game]:
        return record(self.event).of_round(number)

    def own_page(self, player: Player) -> None:
        self.phone.goto(reverse("events:seat", args=[player.code]))

    def report(self, player: Player, mine: int, theirs: int) -> None:
        self.own_page(player)
        self.phone.get_by_label("Your Victory Points").fill(str(mine))
        self.phone.get_by_label("Their Victory Points").fill(str(theirs))
        self.press("Report", self.phone)

    def agree(self, game: Game, vp_a: int, vp_b: int) -> None:
        self.report(game.a, vp_a, vp_b)
        self.own_page(game.b)
        press(self.phone, "Yes,", exact=False)
        self.phone.get_by_text("The next pairings appear here").wait_for()

    def send_in(self, games: list[Game], vp_a: int, vp_b: int) -> None:
        """Both sides of these report at once, from phones that nobody watches."""
        for game in games:
            for player, mine, theirs in ((game.a, vp_a, vp_b), (game.b, vp_b, vp_a)):
                row = self.event.players.get(pk=player.pk)
                results.report(self.event, None, row, game.round.number, mine, theirs)

    def pair_and_publish(self, number: int) -> None:
        self.at("manage")
        self.press("Pair next round")
        self.organiser.get_by_text("Only organisers see this yet").wait_for()
        self.look(self.organiser, f"the draft of {'a bracket' if number > ROUNDS else 'a round'}")
        self.press("Publish")
        self.organiser.get_by_role("heading", name="Results").wait_for()
        assert self.event.played_rounds.get(number=number).state == "open"


@pytest.mark.soak  # on each landing nine play two rounds (test_journeys)
def test_eight_in_a_shop(new_page: Any) -> None:
    data_sets.catalogue()
    get_user_model().objects.create_user("host", "host@example.org", PASSWORD)
    shop = Shop(new_page)
    sign_in(shop.organiser, "host", PASSWORD)
    _announce(shop)
    _enter(shop)
    shop.pair_and_publish(1)
    _first_round_with_a_dispute(shop)
    _a_drop_and_a_late_entry(shop)
    shop.pair_and_publish(2)
    _play_out(shop, 2)
    shop.pair_and_publish(3)
    _play_out(shop, 3)
    _cut(shop)
    assert not shop.faults, "\n".join(shop.faults)
    assert [p for page in (shop.organiser, shop.phone) for p in problems(page)] == []


def _announce(shop: Shop) -> None:
    shop.organiser.goto("/events/new/")
    shop.look(shop.organiser, "a new event")
    shop.organiser.get_by_label("Name of the event").fill("Autumn Evening")
    shop.press("Announce")
    shop.organiser.get_by_text("is open for registration").first.wait_for()
    shop.at("settings")
    shop.look(shop.organiser, "the settings")
    shop.organiser.get_by_label("How many go on to a bracket").fill("2")
    shop.press("Save")
    shop.organiser.get_by_text("Settings saved").wait_for()


def _enter(shop: Shop) -> None:
    shop.at("people")
    first, *others = NAMES
    shop.organiser.get_by_label("Name", exact=True).fill(first)
    shop.press("Add")
    shop.organiser.get_by_text(f"{first} is signed up").wait_for()
    table = "\n".join(["name", *others]).encode()
    shop.organiser.get_by_label("CSV with the columns").set_input_files(
        {"name": "players.csv", "mimeType": "text/csv", "buffer": table}
    )
    shop.press("Upload")
    shop.organiser.get_by_text(f"{len(others)} players were added").wait_for()
    shop.look(shop.organiser, "the players")
    shop.at("codes")
    expect(shop.organiser.locator(".slip svg")).to_have_count(len(NAMES))
    shop.own_page(Player.objects.get(name="Mara"))
    shop.look(shop.phone, "a player's page before")
    shop.phone.get_by_label("Faction").select_option("guild")
    shop.press("Declare", shop.phone)
    shop.phone.get_by_text("Show an organiser your code").first.wait_for()
    shop.at("people")
    shop.press("Check everybody in")
    shop.organiser.get_by_text("Everybody is checked in").wait_for()
    shop.at("manage")
    shop.press("Begin the event")
    shop.organiser.get_by_text("Pair round 1").wait_for()


def _first_round_with_a_dispute(shop: Shop) -> None:
    shop.at("manage")
    shop.press("Start clock")
    shop.organiser.locator("[data-ends]").filter(has_text=":").wait_for()
    one, two, *others = shop.games(1)
    shop.report(one.a, 5, 3)
    shop.look(shop.phone, "a player's page with a report")
    shop.report(one.b, 5, 3)
    shop.phone.get_by_text("an organiser decides").wait_for()
    shop.agree(two, 6, 2)
    shop.send_in(others, 6, 2)
    shop.at("manage")
    shop.organiser.get_by_text(f"{one.a.name} says 5–3, {one.b.name} says 3–5").wait_for()
    shop.look(shop.organiser, "the organiser’s page with a dispute")
    shop.organiser.get_by_label(f"VP of {one.a.name}").fill("5")
    shop.organiser.get_by_label(f"VP of {one.b.name}").fill("3")
    shop.press(f"Decide table {one.table}")
    shop.organiser.get_by_text("Pair round 2").wait_for()


def _a_drop_and_a_late_entry(shop: Shop) -> None:
    shop.own_page(Player.objects.get(name="Silas"))
    shop.phone.locator("summary").get_by_text("Leave the event").click()
    shop.press("Leave the event", shop.phone)
    shop.phone.get_by_text("You are out (dropped)").wait_for()
    shop.at("manage")
    shop.organiser.get_by_label("Name", exact=True).fill("Odile")
    shop.press("Add")
    shop.organiser.get_by_text("Odile is checked in").wait_for()


def _play_out(shop: Shop, number: int) -> None:
    games = shop.games(number)
    playing = {n.name for g in games for n in (g.a, g.b)}
    assert playing == {*NAMES, "Odile"} - {"Silas"}, "who dropped plays on, or who came late does not"
    shop.agree(games[0], 7, 1)
    shop.send_in(games[1:], 7, 1)
    shop.phone.goto(reverse("events:event", args=[shop.event.slug]))
    shop.look(shop.phone, "the event while it runs")
    shop.phone.goto(reverse("events:round", args=[shop.event.slug, number]))
    expect(shop.phone.get_by_text("They have not met before")).to_have_count(len(games))
    shop.look(shop.phone, "a round")


def _cut(shop: Shop) -> None:
    shop.at("manage")
    shop.press("Make the cut")
    shop.organiser.get_by_text("Pair round 4").wait_for()
    shop.pair_and_publish(4)
    (final,) = shop.games(4)
    shop.agree(final, 2, 4)
    shop.at("manage")
    shop.press("Finish the event")
    shop.organiser.get_by_text("The standings are final.").first.wait_for()
    for name in ("event", "standings", "screen", "diary"):
        shop.phone.goto(reverse(f"events:{name}", args=[shop.event.slug]))
        shop.look(shop.phone, f"{name} at the end")
        if name == "event":
            expect(shop.phone.get_by_text(f"{final.b.name} wins Autumn Evening")).to_be_visible()
    met = [frozenset((g.a.pk, g.b and g.b.pk)) for number in (1, 2, 3) for g in shop.games(number)]
    assert len(met) == len(set(met)) == 12
