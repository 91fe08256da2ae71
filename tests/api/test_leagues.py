"""What the pages of leagues tell and do besides games, asked by programs."""

from __future__ import annotations

import json

import pytest

from mfcampaign.campaigns.models import Campaign, LeagueFile, LeagueTemplate
from mfcampaign.campaigns.pairing.values import IN_LEAGUES
from mfcampaign.campaigns.scripted import play
from mfcampaign.dispatch.models import Command
from mfcampaign.notices.models import Notice
from mfcampaign.notices.operations import notify
from tests.api.conftest import Program

pytestmark = pytest.mark.django_db


def ok(answer, status=200):
    assert answer.status_code == status, answer.content
    return answer.json()


@pytest.fixture
def started(make_league):
    """Four players in their first week."""
    league = make_league(players=4)
    league.found_all()
    league.start()
    return league


def test_history_is_told_from_the_record(make_league):
    started = make_league()
    started.found_all()
    started.start()
    play.play(started.games()[0])
    at = f"leagues/{started.campaign.slug}/"
    stranger, player = Program(), Program(started.players[0])
    history = ok(stranger.get(f"{at}history/"))
    assert len(history["people"]) == 2
    (game,) = history["games"]
    assert {chart["name"] for chart in history["charts"]} >= {"value", "scrip", "vp"}
    entry = game["sides"][0]["entry"]
    way = ok(stranger.get(f"{at}players/{entry}/"))
    assert way["won"] + way["drawn"] + way["lost"] == 1
    assert [rival["opponent"]["entry"] for rival in way["rivals"]] == [game["sides"][1]["entry"]]
    model = game["sides"][0]["crew"][0]
    assert stranger.get(f"{at}models/{model}/").status_code == 401, "biographies are for members"
    life = ok(player.get(f"{at}models/{model}/"))
    assert life["owner"]["entry"] == entry
    assert len(life["outings"]) == 1
    season = ok(stranger.get(f"{at}archive/"))
    assert not season["complete"]
    assert season["chapters"][0]["games"] == [game]
    rows = ok(stranger.get(f"{at}sheets/encounters/"))["items"]
    assert {row["cells"]["vp"] for row in rows if row["cells"]["vp"] != ""} >= {
        side["vp"] for side in game["sides"]
    }
    assert stranger.get(f"{at}sheets/ledger/").status_code == 404


def test_an_organiser_wishes_exchanges_and_pairs_again(started):
    at = f"leagues/{started.campaign.slug}/"
    mara = Program(started.organiser, "organise")
    preferred = [str(preference) for preference in IN_LEAGUES[:2]]
    ok(mara.send("put", f"{at}pairing/preferences/", {"preferences": preferred}))
    entries = sorted(entry.pk for entry in started.campaign.entries.all())
    pair_rule = ok(
        mara.post(f"{at}pairing/rules/", {"kind": "forbidden", "one": entries[0], "other": entries[1]}), 201
    )
    plan = ok(mara.get(f"{at}pairing/"))
    assert plan["order"] == preferred
    assert [rule["id"] for rule in plan["rules"]] == [pair_rule["id"]]
    ok(mara.send("delete", f"{at}pairing/rules/{pair_rule['id']}/"))
    assert ok(mara.get(f"{at}pairing/"))["rules"] == []
    why = ok(Program(started.players[0]).get(f"{at}weeks/1/pairing/?who={entries[0]}"))
    assert len(why["pairs"]) == 2
    assert why["instead"], "the price of another choice is told"
    pairs = why["pairs"]
    swap = {"one": pairs[0]["a"], "other": pairs[1]["a"]}
    looked = ok(mara.post(f"{at}pairing/exchange/preview/", swap, key=None))
    assert looked["before"]
    assert looked["after"]
    ok(mara.post(f"{at}pairing/exchange/", swap | {"reason": "They share a car."}))
    now = ok(mara.get(f"{at}weeks/1/pairing/"))["pairs"]
    assert {pair["a"] for pair in now} | {pair["b"] for pair in now} == set(entries)
    assert {frozenset((pair["a"], pair["b"])) for pair in now} == {
        frozenset((swap["other"], pairs[0]["b"])),
        frozenset((swap["one"], pairs[1]["b"])),
    }
    ok(mara.post(f"{at}pairing/again/", {"entries": entries, "reason": "Once more."}))


def test_a_player_says_when_they_can_play(started):
    at = f"leagues/{started.campaign.slug}/evenings/"
    player = Program(started.players[0], "play")
    ok(player.send("put", f"{at}facts/", {"club": "Tower"}))
    ok(player.send("put", f"{at}2/", {"evenings": ["thu", "tue"]}))
    availability = ok(player.get(at))
    assert availability["club"] == "Tower"
    assert availability["weeks"][0] == {"week": 2, "away": False, "evenings": ["tue", "thu"]}
    assert player.send("put", f"{at}1/", {"away": True}).status_code == 409, "week 1 is paired"


def test_charts_are_forked_edited_compared_and_used(league):
    at = f"leagues/{league.campaign.slug}/charts/sets/"
    mara, stranger = Program(league.organiser, "organise"), Program()
    before = league.campaign.charts_id
    draft = ok(mara.post(f"{at}{before}/fork/", {"name": "Ours"}), 201)
    table = ok(mara.get(f"{at}{draft['id']}/barter/"))
    cells = {name: cell for name, cell in table["rows"][0].items() if name != "source"}
    price = str(int(cells["campaign_cost"]) + 1)
    row = {"cells": cells | {"campaign_cost": price}, "stands": table["sha256"]}
    edited = ok(mara.send("put", f"{at}{draft['id']}/barter/1/", row))
    assert edited["id"] == draft["id"]
    late = mara.send("put", f"{at}{draft['id']}/barter/1/", row)
    assert late.status_code == 409, "somebody changed it since it was read"
    (changes,) = ok(mara.get(f"{at}{draft['id']}/against/{before}/"))
    assert changes["chart"] == "barter"
    assert price in changes["sentences"][0]
    assert stranger.get(f"{at}{draft['id']}/").status_code == 404, "a draft is its organisers'"
    ok(mara.post(f"{at}{draft['id']}/use/"))
    league.campaign.refresh_from_db()
    assert league.campaign.charts_id == draft["id"]
    fork = ok(stranger.get(f"{at}{draft['id']}/"))
    assert fork["charts"]["in_force"]
    wrong = mara.post(f"{at}{draft['id']}/barter/", {"cells": {"colour": "red"}})
    assert wrong.status_code == 409
    csv = mara.send("put", f"{at}{draft['id']}/barter/", {"csv": "nothing\n1\n"})
    assert "line 1" in csv.json()["detail"]


def test_house_rules_presets_and_templates(make_league):
    league = make_league()
    at = f"leagues/{league.campaign.slug}/"
    mara, ash = Program(league.organiser, "organise"), Program(league.players[0], "organise")
    rules = {rule["name"]: rule for rule in ok(ash.get(f"{at}rules/"))["rules"]}
    assert rules["weekly_cap"]["rules"], "each names the rules it touches"
    offered = ok(ash.get("presets/"))
    other = next(row for row in offered if row["edition"] == "m2e")
    assert mara.post(f"{at}rules/take-on/", {"key": other["key"]}).status_code == 409, "of another edition"
    preset = next(row for row in offered if row["policies"] and not row["edition"])
    ok(mara.post(f"{at}rules/take-on/", {"key": preset["key"]}))
    after = {rule["name"]: rule for rule in ok(ash.get(f"{at}rules/"))["rules"]}
    taken = {name for name, rule in after.items() if rule["special"] or rule["planned"]}
    assert taken & set(preset["policies"])
    template = ok(mara.post(f"{at}organise/template/", {"name": "Saturdays"}), 201)
    token = template["url"].rstrip("/").rpartition("/")[2]
    seen = ok(Program().get(f"templates/{token}/"))
    assert (seen["mine"], seen["url"]) == (False, "")
    ok(ash.post(f"templates/{token}/copy/"), 201)
    assert LeagueTemplate.objects.filter(owner=league.players[0]).count() == 1
    ok(mara.post(f"templates/{token}/put-away/"))
    assert Program().get(f"templates/{token}/").status_code == 404
    assert ash.post(f"templates/{token}/bring-back/").status_code == 404, "only its owner brings it back"
    ok(mara.post(f"templates/{token}/bring-back/"))


def test_a_league_travels_as_a_file(league):
    at = f"leagues/{league.campaign.slug}/"
    mara = Program(league.organiser, "organise")
    first, again = (mara.post(f"{at}organise/export/", {}, key="out") for _ in range(2))
    text = ok(first)["text"]
    assert json.loads(text.splitlines()[0])["is"] == "league"
    assert ok(again)["text"] == "", "a file is told once"
    file = ok(mara.post("league-files/", {"text": text, "name": "here.league.jsonl"}), 201)
    assert file["state"] == "read"
    assert {person["name"] for person in file["people"]} >= {str(user) for user in league.players}
    ordered = ok(mara.post(f"league-files/{file['id']}/order/", {"person": None}))
    assert ordered["state"] != "read"
    assert mara.post("league-files/", {"text": "no league", "name": "x"}).status_code == 409
    other = Program(league.players[0], "organise")
    assert other.get(f"league-files/{file['id']}/").status_code == 404
    assert LeagueFile.objects.count() == 1
    assert Campaign.objects.count() >= 1


def test_forecasts_are_ordered_and_stopped(league):
    at = f"leagues/{league.campaign.slug}/forecasts/"
    mara = Program(league.organiser, "organise")
    forecast = ok(mara.post(at, {"name": "Poor", "policies": {"start_budget": 30}}), 201)
    assert ok(mara.get(f"{at}{forecast['id']}/"))["done"] == 0
    ok(mara.post(f"{at}{forecast['id']}/stop/"))
    assert ok(mara.get(at))["items"][0]["stopped"]
    assert mara.post(at, {"name": "Odd", "policies": {"no_such": 1}}).status_code == 409


def test_notices_wishes_and_calendars(league):
    user = league.players[0]
    notify([user], kind="news", subject="A week opens", url="/about/", key="a")
    notify([user], kind="news", subject="Another", url="/about/", key="b")
    player = Program(user, "play")
    rows = ok(player.get("me/notices/?unread=true"))["items"]
    assert len(rows) == 2
    assert ok(player.post("me/notices/read/", {"notices": [rows[0]["id"]]}))["changed"] == 1
    assert len(ok(player.get("me/notices/?unread=true"))["items"]) == 1
    assert Notice.objects.filter(user=user, read_at=None).count() == 1
    slug = league.campaign.slug
    wish = {"mails": "weekly", "mail": ["action"], "leagues": [{"league": slug, "level": "inbox"}]}
    settings = ok(player.send("put", "me/notice-settings/", wish))
    assert (settings["mails"], settings["mail"]) == ("weekly", ["action"])
    assert len(settings["inbox"]) == 5, "what was left out stays as it was"
    assert settings["leagues"] == wish["leagues"]
    calendar = ok(player.post("me/calendars/", {"league": slug}), 201)
    address = calendar["url"].partition("://")[2].partition("/")[2]
    assert player.http.get(f"/{address}").status_code == 200
    assert [row["league"] for row in ok(player.get("me/calendars/")) if row["since"]] == [slug]
    ok(player.post("me/calendars/revoke/", {"league": slug}))
    assert player.http.get(f"/{address}").status_code == 404


def test_lists_of_a_league_ask_no_more_for_more(league, django_assert_num_queries):
    at = f"leagues/{league.campaign.slug}/"
    mara = Program(league.organiser, "organise")
    for number in (1, 2):
        ok(mara.post(f"{at}charts/sets/{league.campaign.charts_id}/fork/", {"name": f"Ours {number}"}), 201)
        ok(mara.post(f"{at}forecasts/", {"name": f"Poor {number}", "policies": {}}), 201)
        for path, queries in (
            (f"{at}charts/sets/", 3),
            (f"{at}forecasts/", 3),
            ("league-files/", 2),
            ("setups/", 2),
        ):
            with django_assert_num_queries(queries):
                assert "items" in ok(mara.get(path))


def test_a_sheet_is_shared_by_a_link_that_ends(league):
    at = f"leagues/{league.campaign.slug}/arsenal/sheet/"
    player = Program(league.players[0], "play")
    link = ok(player.post(at), 201)
    path = "/" + link["url"].partition("://")[2].partition("/")[2]
    assert player.http.get(path).status_code == 200
    ok(player.send("delete", at))
    assert player.http.get(path).status_code == 404


def test_the_work_of_a_league_is_told_and_tried_again(league):
    at = f"leagues/{league.campaign.slug}/work/"
    mara = Program(league.organiser, "organise")
    ok(mara.post(f"leagues/{league.campaign.slug}/forecasts/", {"name": "Poor"}), 201)
    command = Command.objects.filter(campaign_id=league.campaign.pk).latest("pk")
    Command.objects.filter(pk=command.pk).update(status="stuck", error="No luck.")
    items = ok(Program(league.players[0]).get(at))["items"]
    assert [(row["id"], row["status"], row["error"]) for row in items][:1] == [
        (command.pk, "stuck", "No luck.")
    ]
    ok(mara.post(f"{at}{command.pk}/retry/"))
    command.refresh_from_db()
    assert command.status != "stuck"
    assert mara.post(f"{at}{command.pk + 99}/retry/").status_code == 404
