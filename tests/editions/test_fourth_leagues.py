"""A league of the Fourth Edition: its pages, a week of it with a recorded game, a Master with its Totem."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import msgspec
import pytest
from django.urls import reverse
from django.utils import timezone

from mfcampaign.campaigns.arsenal import hires
from mfcampaign.campaigns.forecast import operations as forecasts
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.ledger import operations as ledger
from mfcampaign.campaigns.models import ArsenalBounty, Campaign, Entry, Game, Report, Week
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import fate
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.catalog import queries as catalog
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.play.engines import recorded_of
from mfcampaign.play.loading import record_of
from mfcampaign.play.models import Encounter
from rules.editions.m4e.readings import READINGS
from rules.fate.league import commitment
from tests.campaigns.conftest import catalogue, figures, in_process, person  # noqa: F401  fixtures
from tests.editions.test_walk import Walker
from tests.markup import read_aloud

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalogue", "in_process")]
EDITION = "m4e"
MASTER, TOTEM = "charles-hoffman-inventor", "edie-clark"


# Schemes that are taken with a secret choice (M4-SCH-02).
WITH_A_CHOICE = {"Assassinate", "Frame Job", "Grave Robbing", "Public Demonstration", "Reshape the Land"}


class World:
    """A league with two players, joined."""

    def __init__(self, weeks_total: int = 6, **policies: Any) -> None:
        self.organiser, *self.players = Walker("olga"), Walker("mara"), Walker("ilse")
        self.league = opening.open_league(
            self.organiser.user,
            name="The meridian league",
            edition=EDITION,
            starts_on=timezone.localdate() + dt.timedelta(days=7),
            turnover_time=dt.time(19),
            zone="Europe/London",
            weeks_total=weeks_total,
            policies=READINGS.usual | {"weekly_events": "off"} | policies if policies else None,
        )
        token = opening.invite(self.league, self.organiser.user)
        for who, faction in zip(self.players, ("guild", "explorers-society"), strict=True):
            assert "Explorer" in who.page(f"/leagues/join/{token}/")
            opening.join(self.league, who.user, faction=faction, token=token)

    def at(self, name: str, *args: Any) -> str:
        return reverse(f"campaigns:{name}", args=[self.league.slug, *args])

    def begins(self) -> Week:
        for who in self.players:
            play.found_arsenal(Entry.objects.select_related("user", "campaign").get(user=who.user))
        opening.close_registration(self.league, self.organiser.user)
        return weeks.start(self.league, self.organiser.user)

    def next_week(self, week: Week) -> Week:
        weeks.reach_deadline(week, self.organiser.user)
        dispatch.drain()
        return Week.objects.select_related("campaign").get(campaign=self.league, number=week.number + 1)


def test_a_league_is_opened_and_its_arsenals_are_bought() -> None:
    world = World()
    organiser, mara = world.organiser, world.players[0]
    assert "Fourth Edition" in organiser.client.get("/leagues/new/").content.decode()
    assert world.league.policies == dict(READINGS.usual)
    assert (world.league.season, world.league.charts.name) == ("gg0-4e", "House charts, Fourth Edition")
    for page in ("league", "standings", "settings", "organise", "charts", "forecasts", "front", "season"):
        organiser.page(world.at(page))
    settings = read_aloud(organiser.page(world.at("settings")))
    assert "3 where half of all Crews should flip again" in settings
    assert "Dead Man’s Hand" not in settings
    begun = read_aloud(mara.page(world.at("arsenal_start")))
    for words in ("Melissa K.O.R.E.", "Augmented", "others of your Faction 1 more", "The Judge"):
        assert words in begun, words
    assert "Charles Hoffman" not in begun
    mara.sends(world.at("arsenal_start"), 303, leader="melissa-kore")
    offered = mara.page(world.at("arsenal_start"))
    assert "One Upgrade" not in offered
    assert "<option>Henchman</option>" in offered
    only = read_aloud(mara.page(world.at("arsenal_start"), station="Henchman"))
    assert "Francisco Ortega" in only
    assert "Guild Hound" not in only
    told = mara.asks(f"leagues/{world.league.slug}/rules")
    assert "SL-4E-20" in str(told)


@pytest.mark.rule("SL-4E-21", "SL-4E-22")
def test_a_week_is_lived_with_a_recorded_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecasts, "SEASONS", (4,))
    seed = (7).to_bytes(32, "big")
    monkeypatch.setattr(fate, "new_secret", lambda: (seed, commitment(seed)))
    world = World(weekly_events="off")
    week = world.begins()
    game = Game.objects.select_related("week__campaign").get(week=week)
    assert game.scenario["strategy"] in {
        "Informants",
        "Plant Explosives",
        "Boundary Dispute",
        "Recover Evidence",
    }
    assert len(game.scenario["schemes"]) == 3
    sides = play.sides(game)
    own, other = (next(p for p in world.players if p.user == side.entry.user) for side in sides)
    for side in sides:
        play.submit_crew(side)
    shown = own.page(world.at("game", 1, 1))
    for words in (game.scenario["strategy"], game.scenario["schemes"][0]["name"], "Record it"):
        assert words in shown, words
    own.sends(world.at("play", 1, 1), 302, mode="record")
    row = Encounter.objects.get(origin=league_play.origin_key(game))
    assert row.engine == "m4e-1"
    names = [each["name"] for each in game.scenario["schemes"] if each["name"] not in WITH_A_CHOICE]
    names = names * 2

    def enter(who: Walker = own, **entry: object) -> None:
        row.refresh_from_db()
        who.sends(f"{row.get_absolute_url()}enter/", 302, seen=row.version, **entry)

    enter(do="schemes", seat="0", schemes=names[0])
    enter(other, do="schemes", seat="1", schemes=names[1])
    page = own.page(row.get_absolute_url())
    assert names[1] in page or names[0] in page
    enter(tap="turn:1")
    enter(tap="turn_ends")
    enter(do="counted", first="2", second="0")
    enter(tap="turn:2")
    enter(tap="turn_ends")
    enter(do="counted", first="1", second="1")
    enter(tap="slay:b2")
    enter(do="finished_off", model="b2", card="9r", how="killed")
    for more in ("", "cards/", "referee/", "replay/"):
        own.page(f"{row.get_absolute_url()}{more}")
    enter(tap="over")
    row.refresh_from_db()
    again = recorded_of(row).record(record_of(row).setup)
    again.enter(msgspec.to_builtins(record_of(row).entries))
    assert again.hash == row.hash
    own.sends(world.at("play_report", 1, 1), 302)
    report = Report.objects.get(game=game)
    assert [seat["vp"] for seat in report.result["seats"]] == [2, 1]
    for name in ("game", "report"):
        own.page(world.at(name, 1, 1))
    play.confirm(game)
    play.let_draw(game)
    play.finish(game)
    second = world.next_week(week)
    assert second.state == Week.State.NEW_HIRES
    open_hires = read_aloud(own.page(world.at("hires")))
    assert "Upgrades Twice their Soulstones" not in open_hires
    play.live_week(second)
    world.next_week(second)
    _is_looked_at(world)
    given = {"policies": {}, "charts_id": world.league.charts_id, "seasons": 4, "players": 2}
    forecast = forecasts.order(world.league, world.organiser.user, name="As it is", **given)
    dispatch.drain()
    world.organiser.page(world.at("forecast", forecast.pk))
    phrase = "a lamp on the rail"
    content = write(world.league, phrase=phrase)
    arrived = transfer.import_league(read(content).opened(phrase), person("far-away"))
    assert arrived.edition == EDITION
    assert write(arrived, phrase=phrase) == content


@pytest.mark.rule("M4-STR-03", "M4-STR-05", "M4-SCH-06", "M4-TURN-24")
def test_a_result_is_reported_with_two_vp_in_a_turn_and_schemes_that_followed() -> None:
    world = World(weekly_events="off")
    game = Game.objects.select_related("week__campaign").get(week=world.begins())
    sides = play.sides(game)
    own = next(p for p in world.players if p.user == sides[0].entry.user)
    for side in sides:
        play.submit_crew(side)
    form = own.page(world.at("report", 1, 1))
    assert "one tap for each VP" in read_aloud(form)
    assert 'name="s0-strategy"' in form
    boxes = re.findall(r'name="s0-strategy"\s+value="([^"]+)"', form)
    assert boxes == ["1", "1+", "2", "2+", "3", "3+", "4", "4+"], "from the first Turn, two VP in each"
    season = {scheme.name: scheme.followers for scheme in catalog.season("gg0-4e").schemes}
    pool = [scheme["name"] for scheme in game.scenario["schemes"]]
    stranger = next(name for name in pool[1:] if name not in season[pool[0]])
    sent = {"ended": "4", "s0-strategy": ["1", "2", "2+"], "s0-scheme-0": pool[0], "s0-scheme-0-vp": "2"}
    sent |= {"s0-scheme-1": season[pool[0]][0], "s0-scheme-1-vp": "1"}
    wrong = own.client.post(world.at("report", 1, 1), {**sent, "ended": "1", "s0-strategy": ["1"]})
    assert "each follower after another" in wrong.content.decode(), "one Scheme in one Turn"
    if not any(stranger in season[name] for name in season[pool[0]]):
        wrong = own.client.post(world.at("report", 1, 1), {**sent, "s0-scheme-1": stranger, "ended": "2"})
        assert "M4-SCH-06" in wrong.content.decode()
    own.sends(world.at("report", 1, 1), 303, **sent)
    seat = Report.objects.get(game=game).result["seats"][0]
    assert (seat["strategy_vp"], seat["vp"]) == ([1, 2, 0, 0], 6)
    again = own.page(world.at("report", 1, 1))
    assert len(re.findall(r'name="s0-strategy"\s+value="(?:1|2|2\+)" checked', again)) == 3


def _is_looked_at(world: World) -> None:
    mara, slug = world.players[0], world.league.slug
    for page in ("league", "standings", "diary", "history", "season", "rulings", "organise", "settings"):
        world.organiser.page(world.at(page))
    for number in (1, 2):
        for page, more in (("week", ()), ("game", (1,)), ("aftermath", (1,))):
            mara.page(world.at(page, number, *more))
    for entry in Entry.objects.filter(campaign=world.league):
        for page in ("arsenal", "sheet", "player"):
            mara.page(world.at(page, entry.pk))
        told = mara.asks(f"leagues/{slug}/entries/{entry.pk}/arsenal")
        for model in told["arsenal"]["models"]:
            mara.page(world.at("arsenal_card", model["slug"]))
    for what in ("", "rules", "standings", "history", "weeks", "weeks/1/games/1", "charts", "entries"):
        mara.asks(f"leagues/{slug}/{what}".rstrip("/"))


@pytest.mark.rule("SL-4E-05", "SL-4E-14", "SL-4E-15", "SL-LEADER-01")
def test_a_master_brings_its_totem_into_the_arsenal() -> None:
    world = World(weeks_total=2, weekly_events="off")
    week = world.begins()
    play.live_week(week)
    second = world.next_week(week)
    entry = Entry.objects.select_related("user", "campaign").get(user=world.players[0].user)
    ArsenalBounty.objects.create(
        entry=entry,
        slug="x",
        name="X",
        portions=[],
        price=4,
        state=ArsenalBounty.State.ACCOMPLISHED,
        bought_week=1,
        ended_week=1,
    )
    ledger.pay(entry, 20, reason="ruling", natural_key="test/purse")
    assert second.state == Week.State.NEW_HIRES
    drawer = world.players[0].page(world.at("hires"), q="Hoffman")
    assert "Charles Hoffman, Inventor" in drawer
    hires.hire_model(entry, entry.user, MASTER)
    mine = {row.slug: row for row in entry.models.owned()}
    assert (mine[MASTER].cost, mine[MASTER].is_leader, mine[MASTER].station) == (15, True, "Master")
    assert (mine[TOTEM].cost, mine[TOTEM].is_leader) == (0, False)
    assert sum(row.is_leader for row in mine.values()) == 1
    diary = read_aloud(world.organiser.page(world.at("diary")))
    assert "hired Charles Hoffman, Inventor for 10 Scrip and made it Leader; with it Edie Clark" in diary
    world.players[0].page(world.at("hires"))
    world.players[0].page(world.at("arsenal", entry.pk))
    sheet = read_aloud(world.players[0].page(world.at("sheet", entry.pk)))
    assert "Edie Clark" in sheet
    assert Campaign.objects.get().rules.master_value == 15
