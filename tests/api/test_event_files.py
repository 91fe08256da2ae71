"""Tables and whole events by programs: all of a file or nothing, and room for the largest event."""

from __future__ import annotations

import json
from typing import Any

import pytest

from mfcampaign.events import portable
from mfcampaign.events.api.files import SMALL
from mfcampaign.events.models import Event, Game
from mfcampaign.events.operations import rounds
from tests.api.conftest import Program, person
from tests.api.test_events import ok, organiser_client  # noqa: F401  fixture
from tests.events.making import Day


@pytest.mark.django_db
def test_players_and_results_come_from_tables(organiser_client):  # noqa: F811
    day = Day(organiser_client.user, 0)
    at = f"events/{day.event.slug}/"
    wrong = organiser_client.post(f"{at}organise/players/table/", {"csv": "name,rating\nRobin,much\nI,\n"})
    assert wrong.status_code == 409
    assert "Line 2" in wrong.content.decode()
    assert "Line 3" in wrong.content.decode()
    assert not day.event.players.exists()
    ok(
        organiser_client.post(
            f"{at}organise/players/table/", {"csv": "name,club,company\nRobin,Tower,van\nMara,,van\n"}
        )
    )
    ok(
        organiser_client.post(
            f"{at}organise/players/list/", {"players": [{"name": "Ilse", "company": "train"}]}
        )
    )
    ok(organiser_client.post(f"{at}organise/players/", {"name": "Tobin", "company": "train"}), 201)
    listed = organiser_client.get(f"{at}organise/players/").json()["items"]
    assert [(p["name"], p["company"]) for p in listed] == [
        ("Robin", "van"),
        ("Mara", "van"),
        ("Ilse", "train"),
        ("Tobin", "train"),
    ]
    day.begin()
    day.round(play=False)
    table = "round,table,VP first,VP second\n1,1,6,4\n"
    refused = organiser_client.post(f"{at}organise/results/table/", {"csv": f"{table}1,7,3,3\n"})
    assert refused.status_code == 409
    assert "no game was paired at table 7" in refused.content.decode()
    assert not Game.objects.filter(state="confirmed").exists(), "all of a table, or nothing"
    for _ in range(2):
        ok(organiser_client.post(f"{at}organise/results/table/", {"csv": table}))
    assert [(g.vp_a, g.vp_b) for g in Game.objects.filter(state="confirmed")] == [(6, 4)]


@pytest.mark.django_db
def test_what_else_a_pairing_could_have_been(organiser_client):  # noqa: F811
    day = Day(organiser_client.user, 4)
    day.begin()
    day.round()
    rounds.pair(day.event, day.host)
    at = f"events/{day.event.slug}/rounds/2/choices/1/"
    choices = ok(organiser_client.get(at))
    first = next(g for g in day.games(1) if g.a.number == 1 or g.b.number == 1)
    met = first.b.number if first.a.number == 1 else first.a.number
    rematch = next(choice for choice in choices if choice["opponent"] == met)
    assert rematch["costs"][0] == {"kind": "rematch", "more": 2}, "its own rematch makes the other one"
    assert "rematches +2" in rematch["sentence"]
    player = Program(person("ilse"), "read", "organise")
    assert player.get(at).status_code == 404

    field = [{"id": 1, "points": 3}, {"id": 2, "points": 3}, {"id": 3}, {"id": 4}]
    question = {"players": field, "player": 1, "most": 1}
    (only,) = ok(Program().post("calculator/pairing/choices/", question, key=None))
    assert only == {
        "opponent": 3,
        "costs": [{"kind": "gap", "more": 18}],
        "sentence": "1 with 3: gaps of points (squared) +18 over the whole round.",
    }
    assert (
        Program().post("calculator/pairing/choices/", question | {"player": 9}, key=None).status_code == 422
    )


@pytest.mark.django_db
@pytest.mark.parametrize("odd", [{"byes": -1}, {"rating": 10**30}, {"tables": {"1": -2}}, {"met": {"2": -1}}])
def test_players_of_figures_that_no_event_has_are_not_paired(odd):
    field = [{"id": 1} | odd, {"id": 2}]
    assert Program().post("calculator/pairing/", {"players": field}, key=None).status_code == 422


@pytest.mark.django_db
def test_games_of_figures_that_no_event_has_are_not_ranked():
    game = {"round": 1, "a": 1, "b": 2, "vp_a": 10**30}
    answer = Program().post("calculator/standings/", {"players": [1, 2], "games": [game]}, key=None)
    assert answer.status_code == 422


def largest() -> dict[str, Any]:
    """1,024 players with long Crews, eight rounds, certificates as large as such rounds have."""
    game = {
        "why": "They have not met before; level on points.",
        "match": 0,
        "state": "confirmed",
        "vp_a": 6,
        "vp_b": 4,
        "outcome": "score",
        "winner": None,
        "ruling": "",
    }
    player = SMALL["players"][0] | {"club": "Club of the Northern Rail", "crew": "Lady Justice\n" * 100}
    certificate = json.dumps({"numbers": {str(n): str(n) * 6 for n in range(9_000)}})
    assert len(certificate) > 198_647, "as the eighth round of 1,024 players has it"
    return SMALL | {
        "settings": SMALL["settings"] | {"capacity": 1024, "rounds": 8},
        "players": [player | {"number": n, "name": f"Player {n}"} for n in range(1, 1025)],
        "rounds": [
            {
                "number": r,
                "knockout": False,
                "scenario": {},
                "proof": "",
                "certificate": certificate,
                "games": [
                    game | {"table": n, "a": n, "b": 512 + (n + r - 1) % 512 + 1} for n in range(1, 513)
                ],
            }
            for r in range(1, 9)
        ],
    }


def test_the_largest_event_fits():
    data = json.dumps(largest(), indent=1).encode()
    assert 5_000_000 < len(data) < portable.MOST_BYTES * 0.7
    assert len(portable.read(data).players) == 1024


@pytest.mark.soak
@pytest.mark.django_db
def test_the_largest_event_comes_in_by_a_program(organiser_client):  # noqa: F811
    imported = ok(organiser_client.post("events/import/", largest()), 201)
    event = Event.objects.get(slug=imported["slug"])
    assert (event.players.count(), Game.objects.filter(round__event=event).count()) == (1024, 4096)


@pytest.mark.django_db
def test_a_file_beyond_the_limit_is_refused(organiser_client):  # noqa: F811
    answer = organiser_client.post("events/import/", SMALL | {"format": "x" * portable.MOST_BYTES})
    assert answer.status_code == 413
    assert "8192 KiB" in answer.content.decode()


@pytest.mark.django_db
def test_a_ladder_by_programs_alone(organiser_client):  # noqa: F811
    form = {"name": "Long Winter", "starts_at": "2027-01-06T19:00", "preset": "ladder"}
    at = f"events/{ok(organiser_client.post('events/', form), 201)['slug']}/"
    settings = form | {"zone": "Europe/Madrid", "format": "ladder", "answer_days": 3, "free_refusals": 0}
    settings["others_between"] = 0
    del settings["preset"]
    ok(organiser_client.send("put", f"{at}settings/", settings))
    ok(
        organiser_client.post(
            f"{at}organise/players/list/", {"players": [{"name": n} for n in ("Mara", "Ilse", "Tobin")]}
        )
    )
    ok(organiser_client.post(f"{at}organise/begin/"))
    stranger, ilse = Program(), Program(person("ilse"), "play")
    ladder = ok(stranger.get(f"{at}ladder/"))
    assert (ladder["rules"]["answer_days"], ladder["rules"]["reach"]) == (3, 3)
    top, middle, low = (rung["player"] for rung in ladder["rungs"])
    codes = {p["number"]: p["code"] for p in organiser_client.get(f"{at}organise/players/").json()["items"]}
    own = {number: f"events/play/{code}/" for number, code in codes.items()}
    assert stranger.get(own[low]).json()["may_challenge"] == [middle, top]
    ok(ilse.post(f"{own[low]}challenge/", {"whom": top}))
    refused = ilse.post(f"{own[middle]}challenge/", {"whom": top})
    assert refused.status_code == 409
    assert "open challenge" in refused.json()["detail"]
    ok(ilse.post(f"{own[top]}answer/", {"accept": True}))
    ok(ilse.post(f"{own[low]}report/", {"round": 1, "mine": 6, "theirs": 4}))
    ok(ilse.post(f"{own[top]}confirm/", {"round": 1}))
    rungs = ok(stranger.get(f"{at}ladder/"))["rungs"]
    assert [(r["player"], r["moved"]) for r in rungs] == [(low, 2), (top, -1), (middle, -1)]
    ok(ilse.post(f"{own[middle]}challenge/", {"whom": low}))
    ok(ilse.post(f"{own[low]}answer/", {"accept": False}))
    ok(ilse.post(f"{own[top]}challenge/", {"whom": low}))
    ok(ilse.post(f"{own[top]}withdraw/"))
    ok(ilse.post(f"{own[top]}challenge/", {"whom": middle}))
    ok(organiser_client.post(f"{at}challenges/4/lift/", {"reason": "Moved away"}))
    ok(organiser_client.post(f"{at}organise/place/", {"player": top, "rung": 1, "reason": "Agreed by all"}))
    listed = ok(stranger.get(f"{at}challenges/"))["items"]
    assert [(c["number"], c["state"], c["costs"]) for c in listed] == [
        (1, "played", False),
        (2, "declined", True),
        (3, "withdrawn", False),
        (4, "lifted", False),
    ]
    assert [r["player"] for r in ok(stranger.get(f"{at}ladder/"))["rungs"]] == [top, middle, low]
    assert ok(stranger.get(f"{at}standings/"))["items"][0]["player"] == top
    day = Day(organiser_client.user, 2, name="Rounds")
    assert stranger.get(f"events/{day.event.slug}/ladder/").status_code == 404
