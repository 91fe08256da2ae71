"""The table for programs: exact answers, and a clear 400 for what is no table."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

import pytest
from django.core.cache import cache

from mfcampaign.api.endpoint import REGISTERED
from mfcampaign.tables import api
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import rectangle
from rules.table.presets.samples import sample
from rules.table.sheet import sheet_of
from rules.table.terrain import flat_building

CRATES = api.SEEN["table"]["pieces"][0]


@pytest.fixture
def ask(client):
    cache.clear()

    def asked(operation: str, body, status: int = 200):
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = client.post(f"/api/v1/calculator/{operation}/", raw, content_type="application/json")
        assert answer.status_code == status, answer.content[:400]
        assert answer["Content-Type"].startswith(
            "application/problem+json" if status >= 400 else "application/json"
        )
        return answer.json()

    return asked


def seam(**more) -> dict:
    example = sample("seam")
    table = example.table.with_base(example.one).with_base(example.other)
    return {"table": json.loads(sheet_of(table).json()), "one": "A", "other": "B", **more}


@pytest.mark.rule("M3E-LOS-02", "M3E-LOS-09")
def test_a_stranger_asks_for_sight(ask):
    answer = ask("sight", seam(drawn=True))
    assert answer["seen"] is False
    assert {b["name"] for b in answer["because"]["blockers"]} == {"West wall", "East wall"}
    assert answer["because"]["said"][0] == {
        "sentence": "A does not see B: no line is free.",
        "rule": "M3E-LOS-02",
    }
    root = ET.fromstring(answer["picture"])  # noqa: S314
    assert len([node for node in root.iter() if node.get("class") == "blocker"]) == 2


def test_the_examples_of_the_documentation_answer(ask):
    for name in ("sight", "measure", "movement", "table"):
        assert ask(name, REGISTERED["post", f"calculator/{name}/"].example)


@pytest.mark.rule("M3E-MEAS-02", "M3E-MEAS-03", "M3E-MEAS-04")
def test_distances_and_ranges(ask):
    answer = ask("measure", {**seam(), "ranges": [10.5, 11, 13]})
    assert answer["measured"]["apart"] == 10.819
    assert [(r["within"], r["completely"]) for r in answer["ranges"]] == [
        (False, False),
        (True, False),
        (True, True),
    ]


@pytest.mark.rule("M3E-MOVE-02")
def test_regions_ways_and_refusals_of_movement(ask):
    table = {
        "models": [{"name": "Iggy", "x": 18, "y": 18}, {"name": "Wall of ice", "x": 21, "y": 18, "mm": 50}]
    }
    region = ask("movement", {"table": table, "model": "Iggy", "inches": 4, "drawn": True})
    assert region["legal"]
    assert 40 < region["square_inches"] < 50.3
    assert region["region"][0]["elevation"] == 0
    assert 'class="region region-ground"' in region["picture"]
    round_it = ask("movement", {"table": table, "model": "Iggy", "inches": 8, "to": [23.2, 18]})
    assert round_it["ended"]["spent"] > 5.2
    assert len(round_it["ended"]["path"]) > 1
    through = ask("movement", {"table": table, "model": "Iggy", "inches": 8, "path": [[23.2, 18]]})
    assert through["legal"] is False
    assert through["why"][0]["rule"] == "M3E-MOVE-04"
    far = ask("movement", {"table": table, "model": "Iggy", "inches": 3, "to": [18, 26]})
    assert (far["legal"], far["why"][0]["rule"]) == (False, "M3E-MOVE-02")


def on_a_roof() -> dict:
    roof, tower = (
        flat_building("roof", rectangle(8, 8, 3, 3), 3),
        flat_building("tower", rectangle(12, 8, 3, 3), 4),
    )
    flier = Base("Nephilim", 10, 9, elevation=3)
    return {"table": json.loads(sheet_of(Table((roof, tower), (flier,))).json()), "model": "Nephilim"}


@pytest.mark.rule("T2-FLY-01", "T2-FLY-02", "T2-FLY-03", "T2-PUSH-09")
def test_flights_and_pushes_of_the_terrain_guide(ask):
    there = {**on_a_roof(), "inches": 6, "edition": "m2e"}
    flight = ask("movement", {**there, "way": "flight", "to": [13, 9]})
    assert (flight["ended"]["elevation"], flight["ended"]["fell"]) == (4, 0)
    short = ask("movement", {**there, "inches": 2, "way": "flight", "to": [13, 9]})
    assert (short["legal"], short["why"][0]["rule"]) == (False, "T2-FLY-03")
    pushed = ask("movement", {**there, "way": "push", "to": [0, 9]})
    assert (pushed["ended"]["elevation"], pushed["ended"]["fell"] > 0) == (0, True)
    flier = ask("movement", {**there, "way": "push", "to": [0, 9], "flies": True})
    assert (flier["ended"]["elevation"], flier["ended"]["fell"], flier["ended"]["damage"]) == (0, 0, 0)
    assert "say where" in ask("movement", {**there, "way": "push"}, 400)["fix"].lower()


@pytest.mark.rule("M3E-SETUP-03", "M3E-TERR-11")
def test_a_table_is_read_back_with_its_legend_and_how_well_it_plays(ask):
    answer = ask("table", {"table": {"pieces": [CRATES]}, "drawn": True})
    assert answer["legend"] == [{"number": 1, "name": "Crates", "words": "Ht 2, blocking, climbable"}]
    rules = {figure["rule"] for figure in answer["figures"] if not figure["good"]}
    assert {"M3E-TERR-11", "T2-TABLE-02"} <= rules
    bare = ask("table", {"table": {}})
    assert 0 <= bare["score"] <= answer["score"] < 100
    assert all(figure["fix"] for figure in bare["figures"] if not figure["good"])
    assert "<svg" in answer["picture"]


@pytest.mark.rule("M1-ENC-06", "M2-SETUP-02")
def test_a_table_is_held_against_the_deployments_of_its_edition(ask):
    def told(edition: str, **table) -> dict[str, str]:
        answer = ask("table", {"table": {"pieces": [CRATES], **table}, "edition": edition})
        return {figure["name"]: figure["sentence"] for figure in answer["figures"]}

    rock = {"shape": "polygon", "points": [[0, 0], [8, 0], [8, 8], [0, 8]]}
    filled = {"pieces": [{"name": "Rock", "traits": ["impassable"], "footprint": rock}]}
    assert "Corners Deployment, 0 %" in told("m1e", **filled)["Room to deploy"]
    assert "Corners" not in told("m3e", **filled)["Room to deploy"]
    small = told("m1e", width=24, depth=24)
    assert "Room to deploy" not in small
    assert "Covered by terrain" in small


def test_editions_differ(ask):
    low = {"name": "Low", "x": 10, "y": 10, "size": 1}
    table = {"models": [low, {"name": "High", "x": 14, "y": 10, "elevation": 4}]}
    body = {"table": table, "one": "Low", "other": "High"}
    assert ask("measure", body)["measured"]["up"] == 3
    assert ask("measure", {**body, "edition": "m2e"})["measured"]["up"] == 0


BOW = {"shape": "polygon", "points": [[0, 0], [4, 2], [4, 0], [0, 3]]}
PAIR = {"one": "Rasputina", "other": "Pandora"}
ABOUT = {"sight": PAIR, "measure": PAIR, "movement": {"model": "Rasputina", "inches": 5}, "table": {}}
MANY = {"shape": "polygon", "points": [[round(i * 0.003, 3), i % 2] for i in range(10_000)]}


@pytest.mark.rule("M3E-SETUP-03")
@pytest.mark.parametrize(
    ("piece", "words"),
    [
        ({"footprint": BOW}, "its outline is not clean"),
        ({"footprint": MANY, "at": [0, 0]}, "10,000 corners"),
        ({"at": [36, 36]}, "not wholly on the table"),
        ({"at": [9000, 0]}, "no place on a table"),
        ({"footprint": {"shape": "polygon", "points": [[0, 0], [1e308, 0], [0, 1]]}}, "no place on a table"),
        ({"rises": [[1, 0], [1, 1.5]]}, "only a hill or stairs rise"),
        ({"rises": [[1, 0], [1, 0]], "gradual": True}, "its foot and its head are one place"),
        ({"rises": [[1, 0], [1, 1.5]], "gradual": True, "height": None}, "what rises has a Height"),
        ({"rises": [[1, 0], [9000, 1.5]], "gradual": True}, "no place on a table"),
    ],
)
@pytest.mark.parametrize("operation", sorted(ABOUT))
def test_a_bad_polygon_is_a_400_that_says_why(ask, piece, words, operation):
    body = {"table": {**api.SEEN["table"], "pieces": [{**CRATES, **piece}]}}
    body |= ABOUT[operation]
    answer = ask(operation, body, 400)
    assert words in answer["detail"]
    assert answer["status"] == 400
    if "table" not in words:
        assert answer["violations"][0]["subject"] == "Crates"


@pytest.mark.rule("M3E-TERR-08")
def test_which_side_stairs_are_climbed_from_is_read_and_a_half_told_one_is_said(ask):
    steps = {**CRATES, "name": "Steps", "gradual": True, "rises": [[1, 0], [1, 1.5]], "turn": 90}
    answer = ask("table", {"table": {"pieces": [steps]}, "drawn": True})
    assert answer["legend"][0]["words"] == "Ht 2, blocking, climbable, rises from the east"
    assert 'class="terrain-rise"' in answer["picture"]
    half = ask("table", {"table": {"pieces": [{**steps, "rises": [[1, 0]]}]}}, 422)
    assert "rises" in half["detail"]


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"-Infinity"])
def test_a_number_that_is_none_is_a_400(ask, number):
    raw = json.dumps({**api.SEEN}).encode().replace(b'"x": 10', b'"x": ' + number)
    assert "JSON" in ask("sight", raw, 400)["detail"]


def test_who_is_not_on_the_table_is_a_400(ask):
    assert "called Nobody" in ask("sight", {**api.SEEN, "one": "Nobody"}, 400)["detail"]


def test_terrain_made_to_keep_the_desk_busy_is_a_400(ask):
    dust = [
        {
            "name": f"p{i}",
            "footprint": {"shape": "polygon", "points": [[0, 0], [0.2, 0], [0, 0.2]]},
            "at": [17.5 + i % 9 * 0.1, 6 + i // 9 * 2],
            "traits": ["impassable"],
            "height": 3,
        }
        for i in range(90)
    ]
    models = [{"name": "A", "x": 18, "y": 3}, {"name": "B", "x": 18, "y": 33}]
    table = {"pieces": dust, "models": models}
    assert "more than 200" in ask("sight", {"table": table, "one": "A", "other": "B"}, 400)["detail"]
    assert "more than 60" in ask("movement", {"table": table, "model": "A", "inches": 12}, 400)["detail"]


def test_it_is_throttled_like_the_rest(client, ask, monkeypatch):
    monkeypatch.setattr("mfcampaign.api.throttles.PerAddress.rate", "2/min", raising=False)
    monkeypatch.setattr("mfcampaign.api.throttles.PerAddress.get_rate", lambda _: "2/min")
    ask("sight", api.SEEN)
    ask("sight", api.SEEN)
    assert "throttled" in ask("sight", api.SEEN, 429)["detail"].lower()
