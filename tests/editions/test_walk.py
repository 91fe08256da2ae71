"""An edition through the whole portal: one that nothing names, as all that a new edition needs is in its
folder, and the newest."""

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
from msgspec.structs import replace

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
from rules.crews.catalogue import Catalogue
from rules.edition import Edition
from rules.game.setup.drawn import Wanted
from rules.refusal import Refusal
from rules.table.sheet import Sheet
from tests.campaigns.conftest import person
from tests.editions.walked import TOY, Walked
from tests.events.making import Day
from tests.markup import read_aloud

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
    """The page; it cites no row of an edition before."""
    text = html.unescape(answer.content.decode())
    cited = sorted(set(re.findall(r"\b(?:M3E|M2|M1|M1R)-[A-Z]+-\d+", text)))
    assert not cited, (asked, cited)
    return text


def _said(answer: Any) -> str:
    """The words of a page, in one line."""
    return read_aloud(answer.content.decode(), main=True)


def test_an_edition_walks_through_the_portal(
    of: Walked, in_process: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasts, "SEASONS", (4,))
    mara, ilse, olga = Walker("mara"), Walker("ilse"), Walker("olga")
    its_figures_are_shown(of, mara)
    its_crews_are_built_and_written(of, mara)
    its_setups_are_drawn(of, mara)
    its_tables_are_judged(of, mara)
    its_day_is_played(of, olga)
    its_games_are_recorded(of, mara)
    its_leagues_are_played(of, olga, mara, ilse)


def its_figures_are_shown(of: Walked, who: Walker) -> None:
    factions = of.edition.hiring.factions
    assert str(catalog.current_release(of.code)) == f"{of.name} release 1"
    assert dict(catalog.faction_choices(of.code)) == factions
    listed = who.page("/catalogue/", edition=of.code)
    for words in (*factions.values(), of.edition.cards.sources):
        assert words in listed, words
    one, other = of.compared
    card = who.page(f"/catalogue/models/{one}/", edition=of.code)
    for stat in of.stats:
        assert f"<dt>{stat}</dt>" in card
    assert of.edition.cards.caution in card
    assert of.stats[1] in who.page(f"/catalogue/compare/{one}/", edition=of.code, **{"with": other})
    assert of.upgrade in who.page("/catalogue/upgrades/", edition=of.code, q=of.upgrade)
    assert of.strategy in who.page("/catalogue/scenarios/", season=of.season)
    assert of.name in who.page("/catalogue/releases/", edition=of.code)
    for page in ("abilities/", f"abilities/{one}/"):
        who.page(f"/catalogue/{page}", edition=of.code)
    who.page("/")
    word, found = of.searched
    mine = built_faction(of)
    rows = who.asks("catalogue/models", edition=of.code, faction=mine, q=word)["items"]
    assert tuple(row["slug"] for row in rows) == found
    assert who.asks("catalogue/upgrades", edition=of.code)["items"]
    assert of.season in json.dumps(who.asks("catalogue/seasons"))
    assert who.asks(f"catalogue/models/{one}", edition=of.code)["cost"] == figures_of(of).profile(one).cost
    who.asks("catalogue/releases", edition=of.code)


def figures_of(of: Walked) -> Catalogue:
    return catalog.catalogue_for(catalog.current_release(of.code).pk)


def built_faction(of: Walked) -> str:
    """The Faction of the Crew that is built."""
    return figures_of(of).profile(of.leader).factions[0]


def its_crews_are_built_and_written(of: Walked, who: Walker) -> None:
    faction = built_faction(of)
    begun = who.page("/crews/new/", edition=of.code, faction=faction)
    for name in of.edition.hiring.factions.values():
        assert name in begun
    who.sends("/crews/new/", edition=of.code, faction=faction, leader=of.leader, size=str(of.size))
    row = built_crews.own(who.user).get()
    for slug in of.hired:
        crews.add(row, who.user, slug)
    crews.fill(row, who.user)
    build = built_crews.build(row)
    assert build.report.legal
    assert (build.edition.code, build.faction_name) == (of.code, of.edition.hiring.factions[faction])
    assert row.members.count() > len(of.hired), "it is filled up"
    at = row.get_absolute_url()
    if of.attached:
        who.sends(f"{at}upgrade/", member=str(row.members.first().pk), upgrade=of.attached)
    for address in ("", "print/", "cards/", "text/", f"card/{of.hired[0]}/"):
        who.page(f"{at}{address}")
    assert Client().get(f"/crews/s/{row.share_token}/").status_code == 200
    build = built_crews.build(row)
    own, apps = who.page(f"{at}text/"), who.page(f"{at}text/", form="app")
    assert f"Edition: {of.name}" in own
    for text in (own, apps):
        assert crews.import_text(who.user, text, usual=of.code).release_id == row.release_id
        again = built_crews.build(built_crews.own(who.user).latest("pk")).written
        assert (again.faction, again.leader, again.size) == (faction, of.leader, of.size)
        assert Counter(again.members) == Counter(build.written.members)
    slug, why = of.too_many
    crews.add(row, who.user, slug)
    assert why in who.page(at)
    with pytest.raises(Refusal, match=of.no_faction):
        crews.change_settings(row, who.user, faction="dead-mans-hand")
    written, amount = of.priced
    told = who.asks("calculator/hiring", {"edition": of.code, "crew": written})
    assert (told["report"]["total"]["amount"], told["report"]["violations"]) == (amount, [])
    begin = {key: written[key] for key in ("faction", "leader")}
    made = who.asks("crews", {"edition": of.code, **begin, "size": of.size}, 201)
    assert who.asks(f"crews/{made['crew']['id']}")["crew"]["size"] == of.size
    assert who.asks("crews/import", {"text": own}, 201)
    who.page("/crews/")


def its_setups_are_drawn(of: Walked, who: Walker) -> None:
    form = who.page("/setups/new/", edition=of.code)
    assert of.edition.setup.drawn_words in form
    assert f'value="{of.size}"' in form
    row = setups.draw(who.user, Wanted(edition=of.code, season=of.season, size=of.size))
    card = drawn.card(row)
    season = catalog.season(of.season)
    assert card.heading.partition(", ")[0] in {strategy.name for strategy in season.strategies}
    assert card.now.agrees, "the same card falls again"
    shown = who.page(row.get_absolute_url())
    zone = next(each for each in of.edition.table.deployments if each.name in card.heading)
    for words in (of.name, card.heading.partition(", ")[0], zone.words):
        assert words in shown, words
    assert sum(scheme.name in shown for scheme in season.schemes) >= of.edition.setup.schemes_in_pool
    who.page("/setups/")
    asked = {"edition": of.code, "season": of.season}
    told = who.asks("calculator/setup", {**asked, "cards": of.cards})["scenario"]
    assert (told["strategy"], told["deployment"]) == (of.strategy, of.deployment)
    refused = who.asks("calculator/setup", {**asked, "cards": f"{of.cards} 8m"}, 409)
    assert f"complete after {len(of.cards.split())} cards" in refused["detail"]
    who.asks("setups", {**asked, "size": of.size}, 201)


def its_tables_are_judged(of: Walked, who: Walker) -> None:
    rules = of.edition.table
    for page in ("new/", "generate/"):
        who.page(f"/tables/{page}")
    code = f"abcdefgh{of.code}"
    sent = {"sheet": Sheet().json().decode(), "title": "The yard", "code": code}
    who.sends("/tables/new/", **sent)
    who.page(f"/tables/{code}/")
    for page in ("sight/", "movement/"):
        assert f"{of.name}, {rules.words}" in who.page(f"/tables/{page}", rules=of.code)
    climbs = "?on=roof&ax=24&ay=18&aup=0&bx=15&by=18&way=walk&inches=9&rules="
    assert "climb" in who.page(f"/tables/movement/{climbs}{of.code}")
    models = [{"name": "A", "x": 10, "y": 10}, {"name": "B", "x": 16, "y": 10}]
    table = {"models": models, "pieces": []}
    pair = {"edition": of.code, "table": table, "one": "A", "other": "B"}
    assert who.asks("calculator/sight", pair)["seen"]
    who.asks("calculator/measure", {**pair, "ranges": [3]})
    who.asks("calculator/movement", {"edition": of.code, "table": table, "model": "A", "inches": 4})
    rock = {"shape": "polygon", "points": [[0, 0], [8, 0], [8, 8], [0, 8]]}
    filled = {"pieces": [{"name": "Rock", "traits": ["impassable"], "footprint": rock}]}
    report = who.asks("calculator/table", {"edition": of.code, "table": filled})
    said = json.dumps(report["figures"])
    assert any(f"{zone.name} Deployment, " in said for zone in rules.deployments)


def its_day_is_played(of: Walked, host: Walker) -> None:
    most = of.edition.scoring.most
    day = Day(host.user, 4, edition=of.code, season=of.season, size=of.size, declares="crew", rounds=1)
    faction = built_faction(of)
    crew = crews.create(host.user, faction=faction, leader=of.leader, edition=of.code)
    link = f"https://leagues.example/crews/s/{crew.share_token}/"
    people.declare(day.event, host.user, 1, faction=faction, crew=link, by_organiser=True)
    with pytest.raises(Refusal, match=f"{len(of.edition.hiring.factions)} Factions"):
        people.declare(day.event, host.user, 2, faction="dead-mans-hand", by_organiser=True)
    player = host.page(reverse("events:player", args=[day.event.slug, 1]))
    assert of.edition.hiring.factions[faction] in player
    day.begin()
    day.round(play=False)
    one, other = day.games(1)
    strategies = {strategy.name for strategy in catalog.season(of.season).strategies}
    assert one.scenario["strategy"] in strategies
    pages = [("event", ()), ("round", (1,)), ("organiser_round", (1,)), ("slips", (1,)), ("settings", ())]
    for name, more in pages:
        page = host.page(reverse(f"events:{name}", args=[day.event.slug, *more]))
        assert of.name in page, name
    assert f'max="{most}"' in host.page(reverse("events:seat", args=[one.a.code]))
    with pytest.raises(Refusal, match=f"between 0 and {most} in the {of.name}"):
        event_results.report(day.event, None, one.a, 1, most + 1, 0)
    event_results.report(day.event, None, one.a, 1, most, 2)
    event_results.confirm(day.event, None, one.b, 1)
    event_results.rule(day.event, host.user, 1, other.pk, vp=(1, 3))
    rows = event_pages.standings(day.fresh())
    assert [row.player.number for row in rows[:2]] == [one.a.number, other.b.number]
    for name in ("standings", "screen", "diary"):
        host.page(reverse(f"events:{name}", args=[day.event.slug]))
    assert host.asks(f"events/{day.event.slug}")["edition"] == of.code
    host.asks(f"events/{day.event.slug}/statistics")


def its_games_are_recorded(of: Walked, who: Walker) -> None:
    """Outside a league: a saved Crew against names; a program's record of nothing but VP."""
    page = who.page("/play/new/", edition=of.code)
    assert f"The {of.name} cannot be played on screen yet" in page
    assert f'href="/play/new/record/?edition={of.code}"' in page
    form = who.page("/play/new/record/", edition=of.code)
    for words in (of.strategy, of.deployment, f'value="{of.size}"'):
        assert words in form, words
    saved = built_crews.own(who.user).filter(leader=of.leader, release__edition=of.code).earliest("pk")
    sent = {"edition": of.code, "name": "abcDEF_-0123", "size": str(of.size), "season": of.season}
    sent |= {"how": "hand", "strategy": of.strategy, "deployment": of.deployment}
    sent |= {"first-crew": saved.public_id, "attacker": "0"}
    sent |= {"second-crew": "text", "second-models": "\n".join(of.named)}
    wanted = of.edition.setup.schemes_in_pool
    for number, refused in {1: f"A pool holds {wanted} Schemes", wanted: ""}.items():
        sent["schemes"] = list(of.pool[:number])
        answer = who.sends("/play/new/record/", 422 if refused else 302, **sent)
        assert refused in html.unescape(answer.content.decode())
    row = Encounter.objects.get(engine=of.edition.record.engine)
    state = record_of(row).state
    assert (state.strategy, list(state.pool)) == (of.strategy, [*of.pool])
    assert [model.most for model in state.models.values() if model.seat == 1] == [*of.named.values()]
    at = row.get_absolute_url()
    for tap in ("turn:1", "hurt:b1:2", "over"):
        row.refresh_from_db()
        who.sends(f"{at}enter/", 302, seen=row.version, tap=tap)
    row.refresh_from_db()
    assert row.state == Encounter.State.OVER
    for more in ("", "cards/", "replay/"):
        who.page(f"{at}{more}")
    sides = {"first": {"models": of.tried}, "second": {"name": "Rats"}}
    who.asks("play/record", {"edition": of.code, "how": "none", "size": of.size, **sides}, 201)
    refused = who.asks("play", {"edition": of.code, "opponent": "hot"}, 409)
    assert "not played here yet" in refused["detail"]


def its_leagues_are_played(of: Walked, organiser: Walker, *players: Walker) -> None:
    first = timezone.localdate() + dt.timedelta(days=7)
    assert of.name in organiser.client.get("/leagues/new/").content.decode()
    usual = {"starts_on": first, "turnover_time": dt.time(19), "zone": "Europe/London"}
    league = opening.open_league(organiser.user, name="The mill league", edition=of.code, **usual)
    assert league.policies == of.edition.readings.usual
    assert (league.season, league.charts.name) == (of.season, f"House charts, {of.name}")
    assert league.charts.kind == of.edition.charts
    token = opening.invite(league, organiser.user)
    names = of.edition.hiring.factions
    for who, faction in zip(players, of.factions, strict=True):
        assert names[faction] in who.page(f"/leagues/join/{token}/")
        opening.join(league, who.user, faction=faction, token=token)
    for page in ("league", "standings", "settings", "organise", "charts", "forecasts", "front", "season"):
        organiser.page(reverse(f"campaigns:{page}", args=[league.slug]))
    assert of.setting in organiser.page(reverse("campaigns:settings", args=[league.slug]))
    begun = [who.page(reverse("campaigns:arsenal_start", args=[league.slug])) for who in players]
    assert of.start in "".join(begun)
    for who in players:
        play.found_arsenal(Entry.objects.get(user=who.user))
    opening.close_registration(league, organiser.user)
    week = weeks.start(league, organiser.user)
    game = Game.objects.get(week=week)
    assert game.scenario["strategy"] in {each.name for each in catalog.season(of.season).strategies}
    its_game_is_recorded(of, organiser, *players)
    play.confirm(game)
    play.let_draw(game)
    play.finish(game)
    weeks.reach_deadline(week, organiser.user, "Agreed.")
    dispatch.drain()
    second = Week.objects.get(campaign=league, number=2)
    assert second.state == Week.State.NEW_HIRES
    assert of.offered in players[1].page(reverse("campaigns:hires", args=[league.slug]))
    play.live_week(second)
    weeks.reach_deadline(second, organiser.user, "Agreed.")
    dispatch.drain()
    its_league_is_looked_at(organiser, *players)
    its_season_is_reckoned(organiser)
    phrase = "a lamp in the quarry"
    content = write(league, phrase=phrase)
    arrived = transfer.import_league(read(content).opened(phrase), person("far-away"))
    assert arrived.edition == of.code
    assert write(arrived, phrase=phrase) == content


def its_game_is_recorded(of: Walked, organiser: Walker, *players: Walker) -> None:
    game = Game.objects.select_related("week__campaign").get()
    scenario = {**game.scenario, "strategy": of.strategy, "deployment": of.deployment}
    pool = {scheme.name: scheme for scheme in catalog.season(of.season).schemes}
    scenario["schemes"] = [msgspec.to_builtins(pool[name]) for name in of.pool]
    Game.objects.filter(pk=game.pk).update(scenario=scenario)
    game = Game.objects.select_related("week__campaign").get()
    one, two = play.sides(game)
    at = {
        name: reverse(f"campaigns:{name}", args=[game.week.campaign.slug, 1, 1])
        for name in ("game", "play", "play_report", "report")
    }
    own, other = (next(who for who in players if who.user == side.entry.user) for side in (one, two))
    for side in (one, two):
        play.submit_crew(side)
    shown = own.page(at["game"])
    for words in (of.strategy, of.schemes[0], of.zone, "Record it"):
        assert words in shown, words
    assert "Play here" not in own.page(at["play"])
    with pytest.raises(Refusal, match="played at a table"):
        league_play.begin(access.own_side(own.user, game.week.campaign.slug, 1, 1), own.user, "play")
    own.sends(at["play"], 302, mode="record")
    row = Encounter.objects.get(origin=league_play.origin_key(game))
    assert row.engine == of.edition.record.engine

    def enter(who: Walker = own, status: int = 200, **entry: object) -> str:
        row.refresh_from_db()
        answer = who.client.post(
            f"{row.get_absolute_url()}enter/", {"seen": row.version, **entry}, follow=True
        )
        assert answer.status_code == status, _said(answer)
        return _own(answer, str(entry))

    both = {"do": "schemes", "seat": 0, "schemes": [*of.schemes]}
    assert "one Scheme" in enter(status=409, **both)
    assert of.schemes[0] in enter(do="schemes", seat=0, schemes=of.schemes[0])
    assert of.schemes[1] in enter(other, do="schemes", seat=1, schemes=of.schemes[1])
    page = enter(tap="turn:1")
    assert of.edition.record.health in page
    own_condition, anothers = of.conditions
    assert own_condition in page
    assert anothers not in page
    for entry in of.entries:
        enter(own if entry["seat"] == 0 else other, **{k: v for k, v in entry.items() if k != "seat"})
    for more in ("cards/", "referee/", "replay/", ""):
        own.page(f"{row.get_absolute_url()}{more}")
    after = of.edition.scoring.turns + 1
    assert f"cannot follow Turn {after - 1}" in enter(tap=f"turn:{after}", status=409)
    enter(tap="over")
    row.refresh_from_db()
    again = recorded_of(row).record(record_of(row).setup)
    again.enter(msgspec.to_builtins(record_of(row).entries))
    assert again.hash == record_of(row).hash == row.hash, "entered once more it is the same game"
    own.sends(at["play_report"], 302)
    report = Report.objects.get(game=game)
    assert tuple(seat["vp"] for seat in report.result["seats"]) == of.vp
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
    of = replace(TOY, edition=bare)
    its_figures_are_shown(of, olga)
    assert not of.edition.hiring.factions.keys() & dict(catalog.faction_choices()).keys()
    its_crews_are_built_and_written(of, olga)
    its_setups_are_drawn(of, olga)
    its_tables_are_judged(of, olga)
    its_day_is_played(of, olga)
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
