"""An event of one day by programs alone: from the announcement to its file."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from mfcampaign.events.models import Event
from tests.api.conftest import Program, person
from tests.events.making import Day

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser_client(catalogue):
    return Program(person("host"), "play", "organise")


def ok(answer, status=200):
    assert answer.status_code == status, answer.content
    return answer.json()


def test_a_day_from_the_announcement_to_the_last_place(organiser_client):
    starts = (timezone.localtime() + dt.timedelta(days=3)).strftime("%Y-%m-%dT10:00")
    event = ok(
        organiser_client.post("events/", {"name": "Cup", "starts_at": starts, "preset": "evening"}), 201
    )
    assert (event["phase"], event["organiser"], event["rounds"]) == ("registration", True, 3)
    at = f"events/{event['slug']}/"
    settings = {
        "name": "Cup",
        "starts_at": starts,
        "zone": "Europe/Madrid",
        "capacity": 5,
        "rounds": 2,
        "preferences": ["tables", "club"],
    }
    ok(organiser_client.send("put", f"{at}settings/", settings))
    assert organiser_client.get(at).json()["preferences"] == ["tables", "club"], (
        "the order of preferences is theirs"
    )

    ilse = Program(person("ilse"), "play")
    own = ok(ilse.post(f"{at}players/", {"name": "Ilse"}), 201)
    others = [{"name": name} for name in ("Tobin", "Greta", "Anselm", "Rook")]
    ok(organiser_client.post(f"{at}organise/players/list/", {"players": others}))
    late = ok(organiser_client.post(f"{at}organise/players/", {"name": "Silas"}), 201)
    assert late["state"] == "waiting"
    ok(organiser_client.send("put", f"{at}players/2/paid/", {"paid": True}))
    ok(organiser_client.post(f"{at}players/2/out/", {"because": "withdrew"}))
    listed = organiser_client.get(f"{at}organise/players/").json()["items"]
    assert [(p["number"], p["state"]) for p in listed if p["number"] in (2, 6)] == [(2, "out"), (6, "signed")]
    assert listed[1]["paid"]
    ok(ilse.post(f"events/play/{own['code']}/declare/", {"faction": "guild"}))
    ok(organiser_client.send("put", f"{at}players/6/here/", {"here": True}))
    ok(organiser_client.post(f"{at}organise/all-here/"))
    ok(organiser_client.post(f"{at}organise/begin/"))

    draft = ok(organiser_client.post(f"{at}rounds/"), 201)
    assert draft["state"] == "draft"
    assert draft["certified"]
    stranger = Program()
    assert stranger.get(f"{at}rounds/1/").status_code == 404, "a draft is nobody else's"
    games = [game for game in draft["games"] if game["b"] is not None]
    pair = {"one": games[0]["a"], "other": games[1]["a"]}
    looked = ok(organiser_client.post(f"{at}rounds/1/exchange/preview/", pair, key=None))
    assert isinstance(looked["worse"], bool)
    ok(organiser_client.post(f"{at}rounds/1/exchange/", pair))
    changed = organiser_client.get(f"{at}rounds/1/").json()
    assert not changed["certified"]
    now_at = {game["id"]: game["a"] for game in changed["games"]}
    assert (now_at[games[0]["id"]], now_at[games[1]["id"]]) == (pair["other"], pair["one"])
    ok(organiser_client.post(f"{at}rounds/1/again/", {"players": list(pair.values())}))
    ok(organiser_client.post(f"{at}rounds/1/publish/"))
    ok(organiser_client.post(f"{at}rounds/1/clock/", {"do": "start"}))
    assert stranger.get(f"{at}rounds/1/").json()["ends_at"] is not None

    codes = {p["number"]: p["code"] for p in organiser_client.get(f"{at}organise/players/").json()["items"]}
    round_games = stranger.get(f"{at}rounds/1/").json()["games"]
    first, second = [game for game in round_games if game["b"] is not None]
    a, b = (f"events/play/{codes[first[side]]}/" for side in ("a", "b"))
    ok(ilse.post(f"{a}report/", {"round": 1, "mine": 6, "theirs": 4}))
    assert stranger.get(f"events/play/{codes[first['b']]}/").json()["game"]["state"] == "reported"
    ok(ilse.post(f"{b}confirm/", {"round": 1}))
    ok(
        organiser_client.send(
            "put", f"{at}rounds/1/games/{second['id']}/result/", {"outcome": "forfeit-by-b"}
        )
    )
    table = stranger.get(f"{at}standings/").json()["items"]
    assert {row["player"] for row in table if row["wins"]} == {first["a"], second["a"]}
    assert not organiser_client.post(f"{at}organise/cut/").json().get("said"), "no cut was asked for"

    ok(organiser_client.post(f"{at}organise/shorten/"))
    ok(organiser_client.post(f"{at}organise/finish/"))
    assert stranger.get(at).json()["phase"] == "finished"
    filed = ok(organiser_client.get(f"{at}file/"))
    again = ok(organiser_client.post("events/import/", filed), 201)
    assert Event.objects.get(slug=again["slug"]).players.count() == 6
    assert organiser_client.get(f"events/{again['slug']}/standings/").json()["items"] == table
    assert stranger.get(f"{at}trf/").json()["trf"].startswith("012 Cup")


def test_codes_and_declarations_are_not_told_to_others(organiser_client):
    day = Day(organiser_client.user, 2, declared_shown="all")
    day.event.players.filter(number=1).update(faction="guild")
    code = day.player(1).code
    stranger = Program()
    players = stranger.get(f"events/{day.event.slug}/players/").content.decode()
    assert "Mara" in players
    assert code not in players
    assert "guild" not in players
    assert stranger.get(f"events/play/{code}/").json()["player"]["faction"] == "guild"
    ash = Program(person("ash"), "organise")
    assert ash.get(f"events/{day.event.slug}/organise/players/").status_code == 404


def test_an_act_of_an_event_is_held_against_the_version_seen(organiser_client):
    day = Day(organiser_client.user, 2)
    at = f"events/{day.event.slug}/"
    seen = organiser_client.get(at)["ETag"]
    assert organiser_client.post(f"{at}organise/news/", {"text": "Lunch."}).status_code == 200
    assert organiser_client.post(f"{at}organise/all-here/", if_match=seen).status_code == 412
    assert not day.event.players.filter(state="here").exists()
    first, again = (
        organiser_client.post(f"{at}organise/news/", {"text": "Twice?"}, key="n") for _ in range(2)
    )
    assert first.json() == again.json()
    assert day.event.news.filter(text="Twice?").count() == 1


def test_lists_of_events_ask_no_more_for_more(organiser_client, django_assert_num_queries):
    for number, players in enumerate((2, 8)):
        day = Day(organiser_client.user, players, name=f"Cup {number}")
        day.begin()
        day.round()
        at = f"events/{day.event.slug}/"
        reader = Program()
        with django_assert_num_queries(4):
            assert len(reader.get(f"{at}players/").json()["items"]) == players
        with django_assert_num_queries(1):
            assert len(reader.get(f"{at}standings/").json()["items"]) == players
        with django_assert_num_queries(1):
            assert reader.get(f"{at}rounds/1/").json()["games"]
        with django_assert_num_queries(2):
            assert reader.get(f"{at}diary/").json()["items"]
        with django_assert_num_queries(1):
            assert len(reader.get("events/").json()["items"]) == number + 1
