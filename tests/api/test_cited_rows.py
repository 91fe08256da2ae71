"""What an edition's answers cite: its own rows, for every calculator that takes an edition."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.core.cache import cache

import mfcampaign.api.urls  # noqa: F401 (every operation registers itself)
from mfcampaign.api.endpoint import REGISTERED
from mfcampaign.catalog.build.datafiles import folder_of
from mfcampaign.catalog.operations import load_house_charts, load_release
from rules.table.bases import Base
from rules.table.board import Table
from rules.table.geometry.footprints import rectangle
from rules.table.presets.samples import SAMPLES
from rules.table.sheet import sheet_of
from rules.table.terrain import Piece, flat_building, steep_building, woods

OWN = {"m4e": ("M4-",), "m3e": ("M3E-", "T2-", "M1-", "M1R-"), "m2e": ("M2-", "T2-"), "m1e": ("M1-", "M1R-")}
"""Whose rows an edition's answers name; the Third borrows guides where it is silent."""
SILENT = {("m4e", "movement"), ("m1e", "campaign/crew")}
"""Of refused moves an edition's ledger says nothing, as only its players keep them; one edition has no
leagues."""
WITHOUT_ROWS = {"measure", "campaign/barter"}
"""A distance and a price name no row."""


def sheet(table: Table) -> dict[str, Any]:
    return json.loads(sheet_of(table).json())


def seen() -> Iterator[dict[str, Any]]:
    """Every sample from both ends, and what touches, hides or covers."""
    for example in SAMPLES:
        table = sheet(example.table.with_base(example.one).with_base(example.other))
        yield {"table": table, "one": example.one.name, "other": example.other.name}
        yield {"table": table, "one": example.other.name, "other": example.one.name}
    for piece in (
        woods("wood", rectangle(12, 8, 3, 4)),
        Piece("fog", rectangle(12, 8, 3, 4), ("soft_cover",)),
    ):
        ends = (Base("A", 10, 10), Base("B", 16, 10))
        yield {"table": sheet(Table((piece,), ends)), "one": "A", "other": "B"}
    yield {"table": sheet(Table((), (Base("A", 10, 10), Base("B", 11, 10)))), "one": "A", "other": "B"}


def moved() -> Iterator[dict[str, Any]]:
    """Each way to places that are free, taken, solid, too far, off the table, up and down."""
    pieces = (
        flat_building("roof", rectangle(8, 8, 3, 3), 3),
        steep_building("chapel", rectangle(14, 8, 3, 3), 5),
        Piece("wall", rectangle(4, 14, 8, 0.5), ("linear", "blocking"), 1),
        Piece("mud", rectangle(18, 18, 4, 4), ("severe",)),
    )
    for base in (Base("A", 10, 9, elevation=3), Base("A", 12, 17)):
        table = sheet(Table(pieces, (base, Base("B", 12, 6, side="b", reach=3))))
        for way in ("walk", "move", "push", "flight", "float", "incorporeal"):
            for to in ([12, 6], [15, 9], [12.5, 9], [8, 14.2], [0, 9], [20, 20], [12, 12]):
                yield {"table": table, "model": "A", "inches": 6, "way": way, "to": to}
        yield {"table": table, "model": "A", "inches": 6, "path": [[12, 6]]}
        yield {"table": table, "model": "A", "inches": 6, "path": [[15, 9]]}


ROCK = Piece("rock", rectangle(4, 4, 9, 9), ("impassable",))
NO_TABLE = {"pieces": [{"name": "x", "footprint": {"shape": "polygon", "points": [[0, 0], [1, 1], [2, 2]]}}]}
HIRED = {"faction": "guild", "leader": "nobody", "size": 50, "members": [{"slug": "nobody-else"}]}
ONE_OF_TWO = {
    "arsenal": {
        "faction": "guild",
        "models": [{"id": 1, "slug": "nobody", "name": "Nobody", "station": "Minion", "cost": 7}],
    },
    "crew": {"leader_id": 2, "members": [{"model_id": 1}, {"model_id": 3}]},
    "size": 3,
}
PROBES: dict[str, list[dict[str, Any]]] = {
    "table": [
        {"table": sheet(Table((ROCK, Piece("?", rectangle(13.5, 4, 2, 2)))))},
        {"table": sheet(Table((), (), 24, 24))},
        {"table": NO_TABLE},
    ],
    "sight": [*seen(), {"table": NO_TABLE, "one": "A", "other": "B"}],
    "measure": [{**body, "ranges": [3]} for body in seen()],
    "movement": list(moved()),
    "setup": [
        {"cards": cards, "format": "scrap", "size": 35} for cards in ("9x", "9m", "9m 4c 1r 9t 11c 3m 2c 5m")
    ],
    "campaign/payday": [{"vp": 9, "winner": True, "rating": 3, "other_rating": 0, "event_scrip": 50}],
    "campaign/crew": [ONE_OF_TWO],
    "campaign/pools": [{"left": [9, 12], "ratings": [0, 2], "master_led": [True, False]}],
    "campaign/barter": [{"card": "10r"}],
    "hiring": [{"crew": {**HIRED, "faction": faction}} for faction in ("guild", "nowhere")],
}


def editions_of(operation: str) -> list[str]:
    """Those that its body may name."""
    schema = msgspec.json.schema(REGISTERED["post", f"calculator/{operation}/"].body)
    held = schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"]
    return list(held["edition"]["enum"])


ASKED = [(operation, edition) for operation in sorted(PROBES) for edition in editions_of(operation)]


def cited_in(answer: Any) -> Iterator[str]:
    if isinstance(answer, dict):
        yield from ([answer["rule"]] if isinstance(answer.get("rule"), str) else [])
        for value in answer.values():
            yield from cited_in(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from cited_in(value)


def test_every_calculator_that_takes_an_edition_is_asked_here():
    with_edition = {
        path.removeprefix("calculator/").rstrip("/")
        for (_, path), endpoint in REGISTERED.items()
        if path.startswith("calculator/")
        and endpoint.body is not None
        and "edition" in getattr(endpoint.body, "__struct_fields__", ())
    }
    assert with_edition == PROBES.keys()


@pytest.mark.django_db
@pytest.mark.parametrize(("operation", "edition"), ASKED)
def test_a_calculator_cites_the_rows_of_the_edition_it_is_asked_by(client, operation, edition):
    campaign = operation.startswith("campaign/")
    if campaign or operation == "hiring":
        load_release(folder_of(edition))
    if campaign:
        load_house_charts(folder_of(edition) / "charts")
    found: set[str] = set()
    for body in PROBES[operation]:
        cache.clear()
        path = f"/api/v1/calculator/{operation}/"
        sent = {**body, "edition": edition}
        if operation == "setup" and edition == "m2e":
            sent = {"cards": body["cards"], "edition": edition, "season": "m2e"}
        answer = client.post(path, json.dumps(sent), content_type="application/json")
        assert answer.status_code in (200, 400, 409), answer.content
        found |= set(cited_in(answer.json()))
    found.discard("")
    silent = operation in WITHOUT_ROWS or (edition, operation) in SILENT
    assert bool(found) is not silent
    own = (*OWN[edition], *(("SL-", "A-") if campaign else ()))
    assert {rule for rule in found if not rule.startswith(own)} == set()


@pytest.mark.django_db
def test_sums_of_a_campaign_are_those_of_the_edition_that_is_named(client):
    load_house_charts()
    for edition in ("m3e", "m4e"):
        load_release(folder_of(edition))
        load_house_charts(folder_of(edition) / "charts")

    def asked(what: str, **body: Any) -> Any:
        path = f"/api/v1/calculator/campaign/{what}/"
        answer = client.post(path, json.dumps(body), content_type="application/json")
        assert answer.status_code == 200, answer.content
        return answer.json()

    left = {"left": [12, 3], "ratings": [0, 0]}
    assert [pool["amount"] for pool in asked("pools", **left)] == [10, 3]
    assert [pool["amount"] for pool in asked("pools", edition="m4e", **left)] == [6, 3]
    kept = {"pool_cap": 8}
    assert asked("pools", edition="m4e", policies=kept, **left)[0]["amount"] == 8, "what is sent decides"
    leader = {"id": 1, "slug": "melissa-kore", "name": "Melissa", "station": "Henchman", "is_leader": True}
    hound = {"id": 2, "slug": "guild-hound", "name": "Guild Hound", "station": "Minion", "cost": 4}
    arsenal = {"faction": "guild", "models": [{**leader, "cost": 10}, hound]}
    crew = {"leader_id": 1, "members": [{"model_id": 1}, {"model_id": 2}]}
    told = asked("crew", edition="m4e", arsenal=arsenal, crew=crew, size=30)
    assert (told["legal"], told["report"]["total"]["amount"]) == (True, 15)
    assert "SL-4E-12" in json.dumps(told), "a Hound is out of Melissa's Keyword"
    assert "SL-4E" not in json.dumps(asked("crew", arsenal=arsenal, crew=crew, size=30))
    assert asked("barter", edition="m4e", card="10r")
