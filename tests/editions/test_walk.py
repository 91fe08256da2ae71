"""One edition that nothing names, through the whole portal: what a new edition needs is in its folder."""

from __future__ import annotations

import datetime as dt
import html
import json
import re
import secrets
from collections import Counter
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from mfcampaign.campaigns import access
from mfcampaign.campaigns.forecast import operations as forecasts
from mfcampaign.campaigns.game import play as league_play
from mfcampaign.campaigns.models import Campaign, Entry, Game, Report, Week
from mfcampaign.campaigns.opening import operations as opening
from mfcampaign.campaigns.scripted import play
from mfcampaign.campaigns.transfer import operations as transfer
from mfcampaign.campaigns.transfer.read import read
from mfcampaign.campaigns.transfer.write import write
from mfcampaign.campaigns.week import operations as weeks
from mfcampaign.catalog import queries as catalog
from mfcampaign.crews import operations as crews
from mfcampaign.crews import queries as built_crews
from mfcampaign.dispatch import operations as dispatch
from mfcampaign.events.operations import people
from mfcampaign.events.operations import results as event_results
from mfcampaign.events.queries import pages as event_pages
from mfcampaign.play.engines import recorded_of
from mfcampaign.play.loading import record_of
from mfcampaign.play.models import Encounter
from mfcampaign.setups import operations as setups
from mfcampaign.setups import queries as drawn
from rules.edition import Edition
from rules.game.setup.drawn import Wanted
from rules.refusal import Refusal
from rules.table.sheet import Sheet
from tests.campaigns.conftest import person
from tests.editions.m0e.factions import FACTIONS
from tests.editions.m0e.readings import READINGS
from tests.events.making import Day

pytestmark = [pytest.mark.django_db, pytest.mark.both]


class Walker:
    """One person at a browser and with a program."""

    def __init__(self, name: str) -> None:
        self.user = person(name)
        self.client = Client()
        self.client.force_login(self.user)

    def page(self, address: str, status: int = 200, **query: Any) -> str:
        answer = self.client.get(address, query)
        assert answer.status_code == status, (address, answer.status_code, _said(answer))
        return _own(answer, address)

    def sends(self, address: str, expected: int = 303, **fields: Any) -> Any:
        answer = self.client.post(address, fields)
        assert answer.status_code == expected, (address, answer.status_code, _said(answer))
        return answer

    def asks(self, operation: str, body: Any = None, status: int = 200, **query: Any) -> Any:
        at, key = f"/api/v1/{operation}/", {"idempotency-key": secrets.token_hex(8)}
        if body is None:
            answer = self.client.get(at, query)
        else:
            answer = self.client.post(at, json.dumps(body), content_type="application/json", headers=key)
        assert answer.status_code == status, (operation, answer.status_code, answer.content[:800])
        _own(answer, operation)
        return answer.json() if answer.content else None


def _own(answer: Any, asked: str) -> str:
    """The page; it cites no row of another edition."""
    text = html.unescape(answer.content.decode())
    cited = sorted(set(re.findall(r"\b(?:M3E|M2|M1|M1R)-[A-Z]+-\d+", text)))
    assert not cited, (asked, cited)
    return text


def _said(answer: Any) -> str:
    """The words of a page, in one line."""
    main = html.unescape(answer.content.decode()).partition("<main")[2]
    return " ".join(re.sub(r"<[^>]+>", " ", main).split())


def test_an_edition_walks_through_the_portal(
    toy: Edition, in_process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasts, "SEASONS", (4,))
    mara, ilse, olga = Walker("mara"), Walker("ilse"), Walker("olga")
    its_figures_are_shown(mara)
    its_crews_are_built_and_written(mara)
    its_setups_are_drawn(mara)
    its_tables_are_judged(mara)
    its_day_is_played(olga)
    its_games_are_recorded(mara)
    its_leagues_are_played(olga, mara, ilse)


def its_figures_are_shown(who: Walker, name: str = "Toy Edition") -> None:
    assert str(catalog.current_release("m0e")) == f"{name} release 1"
    assert dict(catalog.faction_choices("m0e")) == FACTIONS
    assert not FACTIONS.keys() & dict(catalog.faction_choices()).keys()
    listed = who.page("/catalogue/", edition="m0e")
    for words in ("The Salt", "Cinder Abbot", "Figures of a toy."):
        assert words in listed, words
    card = who.page("/catalogue/models/saltwife/", edition="m0e")
    assert "<dt>Pace</dt>" in card
    assert "<dt>Grit</dt>" in card
    assert "Grit" in who.page("/catalogue/compare/saltwife/", edition="m0e", **{"with": "rake"})
    assert "Whetted Edge" in who.page("/catalogue/upgrades/", edition="m0e")
    assert "Hold the Mill" in who.page("/catalogue/scenarios/", season="mill-year")
    assert name in who.page("/catalogue/releases/", edition="m0e")
    for page in ("abilities/", "abilities/saltwife/"):
        who.page(f"/catalogue/{page}", edition="m0e")
    who.page("/")
    assert [row["slug"] for row in who.asks("catalogue/models", edition="m0e", faction="salt")["items"]] == [
        "old-brine",
        "rake",
        "saltwife",
    ]
    assert [row["slug"] for row in who.asks("catalogue/upgrades", edition="m0e")["items"]] == ["whetted-edge"]
    assert "mill-year" in json.dumps(who.asks("catalogue/seasons"))
    assert who.asks("catalogue/models/saltwife", edition="m0e")["cost"] == 5
    who.asks("catalogue/releases", edition="m0e")


def its_crews_are_built_and_written(who: Walker, name: str = "Toy Edition") -> None:
    assert "The Ember" in who.page("/crews/new/", edition="m0e", faction="salt")
    who.sends("/crews/new/", edition="m0e", faction="salt", leader="old-brine", size="20")
    row = built_crews.own(who.user).get()
    for slug in ("saltwife", "rake"):
        crews.add(row, who.user, slug)
    crews.fill(row, who.user)
    build = built_crews.build(row)
    assert build.report.legal
    assert (build.edition.code, build.faction_name, row.members.count()) == ("m0e", "The Salt", 4)
    at = row.get_absolute_url()
    who.sends(f"{at}upgrade/", member=str(row.members.first().pk), upgrade="whetted-edge")
    for address in ("", "print/", "cards/", "text/", "card/saltwife/"):
        who.page(f"{at}{address}")
    assert Client().get(f"/crews/s/{row.share_token}/").status_code == 200
    build = built_crews.build(row)
    own, apps = who.page(f"{at}text/"), who.page(f"{at}text/", form="app")
    assert f"Edition: {name}" in own
    for text in (own, apps):
        assert crews.import_text(who.user, text).release_id == row.release_id
        again = built_crews.build(built_crews.own(who.user).latest("pk")).written
        assert (again.faction, again.leader, again.size) == ("salt", "old-brine", 20)
        assert Counter(again.members) == Counter(build.written.members)
    crews.add(row, who.user, "rake")
    assert "More than 5 models" in who.page(at)
    with pytest.raises(Refusal, match="one of the two Factions"):
        crews.change_settings(row, who.user, faction="guild")
    written = {"faction": "ember", "leader": "cinder-abbot", "members": [{"slug": "stoker"}]}
    told = who.asks("calculator/hiring", {"edition": "m0e", "crew": written})
    assert (told["report"]["total"]["amount"], told["report"]["violations"]) == (5, [])
    made = who.asks(
        "crews", {"edition": "m0e", "faction": "ember", "leader": "cinder-abbot", "size": 20}, 201
    )
    assert who.asks(f"crews/{made['crew']['id']}")["crew"]["size"] == 20
    assert who.asks("crews/import", {"text": own}, 201)
    who.page("/crews/")


def its_setups_are_drawn(who: Walker, name: str = "Toy Edition") -> None:
    form = who.page("/setups/new/", edition="m0e")
    assert "A deployment for the Strategy of the year." in form
    assert 'value="20"' in form
    row = setups.draw(who.user, Wanted(edition="m0e", season="mill-year", size=20))
    card = drawn.card(row)
    assert card.heading.startswith("Hold the Mill, ")
    assert card.now.agrees, "the same card falls again"
    shown = who.page(row.get_absolute_url())
    for words in (name, "Hold the Mill", "Bring Flour", "of two opposite"):
        assert words in shown, words
    who.page("/setups/")
    told = who.asks("calculator/setup", {"edition": "m0e", "season": "mill-year", "cards": "9m"})
    assert (told["scenario"]["strategy"], told["scenario"]["deployment"]) == ("Hold the Mill", "Wharf")
    refused = who.asks("calculator/setup", {"edition": "m0e", "season": "mill-year", "cards": "9m 8m"}, 409)
    assert "complete after 1 cards" in refused["detail"]
    who.asks("setups", {"edition": "m0e", "season": "mill-year", "size": 20}, 201)


def its_tables_are_judged(who: Walker, name: str = "Toy Edition") -> None:
    for page in ("new/", "generate/"):
        who.page(f"/tables/{page}")
    sent = {"sheet": Sheet().json().decode(), "title": "The yard", "code": "abcdefghijk"}
    who.sends("/tables/new/", **sent)
    who.page("/tables/abcdefghijk/")
    for page in ("sight/", "movement/"):
        assert f"{name}, by its own leaflet" in who.page(f"/tables/{page}", rules="m0e")
    assert "climb" in who.page(
        "/tables/movement/?on=roof&ax=24&ay=18&aup=0&bx=15&by=18&way=walk&inches=9&rules=m0e"
    )
    models = [{"name": "A", "x": 10, "y": 10}, {"name": "B", "x": 16, "y": 10}]
    table = {"models": models, "pieces": []}
    assert who.asks("calculator/sight", {"edition": "m0e", "table": table, "one": "A", "other": "B"})["seen"]
    who.asks(
        "calculator/measure", {"edition": "m0e", "table": table, "one": "A", "other": "B", "ranges": [3]}
    )
    who.asks("calculator/movement", {"edition": "m0e", "table": table, "model": "A", "inches": 4})
    rock = {"shape": "polygon", "points": [[0, 0], [8, 0], [8, 8], [0, 8]]}
    filled = {"pieces": [{"name": "Rock", "traits": ["impassable"], "footprint": rock}]}
    report = who.asks("calculator/table", {"edition": "m0e", "table": filled})
    assert "Wharf Deployment, 0 %" in json.dumps(report["figures"])


def its_day_is_played(host: Walker, edition: str = "Toy Edition") -> None:
    day = Day(host.user, 4, edition="m0e", season="mill-year", size=20, declares="crew", rounds=1)
    crew = crews.create(host.user, faction="salt", leader="old-brine", edition="m0e")
    link = f"https://leagues.example/crews/s/{crew.share_token}/"
    people.declare(day.event, host.user, 1, faction="salt", crew=link, by_organiser=True)
    with pytest.raises(Refusal, match="2 Factions"):
        people.declare(day.event, host.user, 2, faction="guild", by_organiser=True)
    assert "The Salt" in host.page(reverse("events:player", args=[day.event.slug, 1]))
    day.begin()
    day.round(play=False)
    one, other = day.games(1)
    assert one.scenario["strategy"] == "Hold the Mill"
    pages = [("event", ()), ("round", (1,)), ("organiser_round", (1,)), ("slips", (1,)), ("settings", ())]
    for name, more in pages:
        page = host.page(reverse(f"events:{name}", args=[day.event.slug, *more]))
        assert edition in page, name
    assert 'max="5"' in host.page(reverse("events:seat", args=[one.a.code]))
    with pytest.raises(Refusal, match=f"between 0 and 5 in the {edition}"):
        event_results.report(day.event, None, one.a, 1, 6, 0)
    event_results.report(day.event, None, one.a, 1, 5, 2)
    event_results.confirm(day.event, None, one.b, 1)
    event_results.rule(day.event, host.user, 1, other.pk, vp=(1, 3))
    rows = event_pages.standings(day.fresh())
    assert [row.player.number for row in rows[:2]] == [one.a.number, other.b.number]
    for name in ("standings", "screen", "diary"):
        host.page(reverse(f"events:{name}", args=[day.event.slug]))
    assert host.asks(f"events/{day.event.slug}")["edition"] == "m0e"
    host.asks(f"events/{day.event.slug}/statistics")


def its_games_are_recorded(who: Walker) -> None:
    """Outside a league: a saved Crew against names; a program's record of nothing but VP."""
    page = who.page("/play/new/", edition="m0e")
    assert "The Toy Edition cannot be played on screen yet" in page
    assert 'href="/play/new/record/?edition=m0e"' in page
    form = who.page("/play/new/record/", edition="m0e")
    for words in ("Hold the Mill", "Wharf", 'value="20"'):
        assert words in form, words
    saved = built_crews.own(who.user).filter(leader="old-brine").earliest("pk")
    sent = {"edition": "m0e", "name": "abcDEF_-0123", "size": "20", "season": "mill-year", "attacker": "0"}
    sent |= {"how": "hand", "strategy": "Hold the Mill", "first-crew": saved.public_id}
    sent |= {"second-crew": "text", "second-models": "Cinder Abbot\nRat 2"}
    pools = {1: "A pool holds 3 Schemes", 3: ""}
    names = ["Bring Flour", "Mind the Wheel", "Count Sacks"]
    for number, refused in pools.items():
        sent["schemes"] = names[:number]
        answer = who.sends("/play/new/record/", 422 if refused else 302, **sent)
        assert refused in html.unescape(answer.content.decode())
    row = Encounter.objects.get(engine="m0e-1")
    state = record_of(row).state
    assert (state.strategy, list(state.pool)) == ("Hold the Mill", names)
    assert [model.most for model in state.models.values() if model.seat == 1] == [9, 2]
    at = row.get_absolute_url()
    for tap in ("turn:1", "hurt:b1:2", "turn:2", "score:0:Hold the Mill:strategy", "over"):
        row.refresh_from_db()
        who.sends(f"{at}enter/", 302, seen=row.version, tap=tap)
    row.refresh_from_db()
    assert row.state == Encounter.State.OVER
    for more in ("", "cards/", "replay/"):
        who.page(f"{at}{more}")
    sides = {"first": {"models": "Stoker"}, "second": {"name": "Rats"}}
    who.asks("play/record", {"edition": "m0e", "how": "none", "size": 20, **sides}, 201)
    refused = who.asks("play", {"edition": "m0e", "opponent": "hot"}, 409)
    assert "not played here yet" in refused["detail"]


def its_leagues_are_played(organiser: Walker, *players: Walker) -> None:
    first = timezone.localdate() + dt.timedelta(days=7)
    assert "Toy Edition" in organiser.client.get("/leagues/new/").content.decode()
    usual = {"starts_on": first, "turnover_time": dt.time(19), "zone": "Europe/London"}
    league = opening.open_league(organiser.user, name="The mill league", edition="m0e", **usual)
    assert league.policies == READINGS.usual
    assert (league.season, league.charts.name) == ("mill-year", "House charts, Toy Edition")
    assert league.charts.kind == "toy"
    token = opening.invite(league, organiser.user)
    for who, faction in zip(players, FACTIONS, strict=True):
        assert "The Ember" in who.page(f"/leagues/join/{token}/")
        opening.join(league, who.user, faction=faction, token=token)
    for page in ("league", "standings", "settings", "organise", "charts", "forecasts", "front", "season"):
        organiser.page(reverse(f"campaigns:{page}", args=[league.slug]))
    assert "Two, as in an ordinary game." in organiser.page(reverse("campaigns:settings", args=[league.slug]))
    assert "Old Brine" in players[0].page(reverse("campaigns:arsenal_start", args=[league.slug]))
    for who in players:
        play.found_arsenal(Entry.objects.get(user=who.user))
    opening.close_registration(league, organiser.user)
    week = weeks.start(league, organiser.user)
    game = Game.objects.get(week=week)
    assert game.scenario["strategy"] == "Hold the Mill"
    its_game_is_recorded(organiser, *players)
    play.confirm(game)
    play.let_draw(game)
    play.finish(game)
    weeks.reach_deadline(week, organiser.user, "Agreed.")
    dispatch.drain()
    second = Week.objects.get(campaign=league, number=2)
    assert second.state == Week.State.NEW_HIRES
    assert "Stoker" in players[1].page(reverse("campaigns:hires", args=[league.slug]))
    play.live_week(second)
    weeks.reach_deadline(second, organiser.user, "Agreed.")
    dispatch.drain()
    its_league_is_looked_at(organiser, *players)
    its_season_is_reckoned(organiser)
    phrase = "a lamp in the quarry"
    content = write(league, phrase=phrase)
    arrived = transfer.import_league(read(content).opened(phrase), person("far-away"))
    assert arrived.edition == "m0e"
    assert write(arrived, phrase=phrase) == content


def its_game_is_recorded(organiser: Walker, *players: Walker) -> None:
    game = Game.objects.select_related("week__campaign").get()
    one, two = play.sides(game)
    at = {
        name: reverse(f"campaigns:{name}", args=[game.week.campaign.slug, 1, 1])
        for name in ("game", "play", "play_report", "week", "report")
        if name != "week"
    }
    own, other = (next(who for who in players if who.user == side.entry.user) for side in (one, two))
    for side in (one, two):
        play.submit_crew(side)
    shown = own.page(at["game"])
    for words in ("Hold the Mill", "Bring Flour", "of two opposite", "Record it"):
        assert words in shown, words
    assert "Play here" not in own.page(at["play"])
    with pytest.raises(Refusal, match="played at a table"):
        league_play.begin(access.own_side(own.user, game.week.campaign.slug, 1, 1), own.user, "play")
    own.sends(at["play"], 302, mode="record")
    row = Encounter.objects.get(origin=league_play.origin_key(game))
    assert row.engine == "m0e-1"

    def enter(who: Walker = own, status: int = 200, **entry: object) -> str:
        row.refresh_from_db()
        answer = who.client.post(
            f"{row.get_absolute_url()}enter/", {"seen": row.version, **entry}, follow=True
        )
        assert answer.status_code == status, _said(answer)
        return _own(answer, str(entry))

    page = enter(tap="turn:1")
    assert "Grit" in page
    assert "Damp" in page
    assert "Stunned" not in page
    both = {"do": "schemes", "seat": 0, "schemes": ["Bring Flour", "Count Sacks"]}
    assert "Each side chooses one Scheme" in enter(status=409, **both)
    assert "Bring Flour" in enter(do="schemes", seat=0, schemes="Bring Flour")
    assert "Count Sacks" in enter(other, do="schemes", seat=1, schemes="Count Sacks")
    enter(tap="turn:2")
    enter(tap="score:0:Hold the Mill:strategy")
    enter(other, tap="score:1:Count Sacks:end")
    enter(tap="slay:b1")
    enter(do="finished_off", model="b1", card="9r", how="killed")
    for more in ("cards/", "referee/", "replay/", ""):
        own.page(f"{row.get_absolute_url()}{more}")
    enter(tap="turn:3")
    enter(tap="turn:4")
    assert "cannot follow Turn 4" in enter(tap="turn:5", status=409)
    enter(tap="over")
    row.refresh_from_db()
    again = recorded_of(row).record(record_of(row).setup)
    again.enter(msgspec.to_builtins(record_of(row).entries))
    assert again.hash == record_of(row).hash == row.hash, "entered once more it is the same game"
    own.sends(at["play_report"], 302)
    report = Report.objects.get(game=game)
    assert [seat["vp"] for seat in report.result["seats"]] == [1, 1]
    for name in ("game", "report"):
        own.page(at[name])


def its_league_is_looked_at(organiser: Walker, *players: Walker) -> None:
    slug = Game.objects.first().week.campaign.slug
    for page in ("league", "standings", "diary", "history", "season", "rulings", "organise", "settings"):
        organiser.page(reverse(f"campaigns:{page}", args=[slug]))
    for number in (1, 2):
        players[0].page(reverse("campaigns:week", args=[slug, number]))
        for page in ("game", "aftermath"):
            players[0].page(reverse(f"campaigns:{page}", args=[slug, number, 1]))
    for entry in Entry.objects.all():
        for page in ("arsenal", "sheet", "player"):
            players[0].page(reverse(f"campaigns:{page}", args=[slug, entry.pk]))
        told = players[0].asks(f"leagues/{slug}/entries/{entry.pk}/arsenal")
        for model in told["arsenal"]["models"]:
            players[0].page(reverse("campaigns:arsenal_card", args=[slug, model["slug"]]))
    for what in ("", "rules", "standings", "history", "weeks", "weeks/1/games/1", "charts", "entries"):
        players[0].asks(f"leagues/{slug}/{what}".rstrip("/"))


def its_season_is_reckoned(organiser: Walker) -> None:
    league = Campaign.objects.get()
    given = {"policies": {}, "charts_id": league.charts_id, "seasons": 4, "players": 2}
    forecast = forecasts.order(league, organiser.user, name="As it is", **given)
    dispatch.drain()
    organiser.page(reverse("campaigns:forecast", args=[league.slug, forecast.pk]))


def test_an_edition_without_arsenals_and_records_is_refused_there_and_shown_elsewhere(bare: Edition) -> None:
    olga = Walker("olga")
    its_figures_are_shown(olga, "Bare Edition")
    its_crews_are_built_and_written(olga, "Bare Edition")
    its_setups_are_drawn(olga, "Bare Edition")
    its_tables_are_judged(olga, "Bare Edition")
    its_day_is_played(olga, "Bare Edition")
    refused = "Leagues of the Bare Edition are not played here."
    usual = {"starts_on": dt.date(2026, 1, 5), "turnover_time": dt.time(19), "zone": "Europe/London"}
    with pytest.raises(Refusal, match=refused):
        opening.open_league(olga.user, name="No league", edition="m0e", **usual)
    assert "Bare Edition" not in olga.client.get("/leagues/new/").content.decode()
    first = (timezone.localdate() + dt.timedelta(days=7)).isoformat()
    form = {"begin": "preset-gentle", "edition": "m0e", "name": "No league", "starts_on": first}
    form |= {"turnover_time": "19:00", "zone": "Europe/Madrid"}
    assert "m0e is not one of the available choices" in _said(olga.sends("/leagues/new/", 422, **form))
    body = {"name": "No league", "starts_on": first, "zone": "Europe/Madrid", "edition": "m0e"}
    assert olga.asks("leagues", body, 409)["detail"] == refused
    with pytest.raises(Refusal, match=refused):
        catalog.default_chart_set("m0e")
    assert not Campaign.objects.exists()
    for page in ("new/", "new/record/"):
        assert "neither be played on screen nor recorded yet" in olga.page(f"/play/{page}", edition="m0e")
        olga.sends(f"/play/{page}", 409, edition="m0e")
    sides = {"first": {"models": "Stoker"}, "second": {"name": "Rats"}}
    refused = "Games of the Bare Edition are not recorded here."
    assert olga.asks("play/record", {"edition": "m0e", "how": "none", **sides}, 409)["detail"] == refused
    assert not Encounter.objects.exists()
