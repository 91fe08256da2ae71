"""A table as JSON: there and back, on the grid, under limits, with every fault said at once."""

from __future__ import annotations

import json
from math import inf, nan

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.editions.m3e.zones import DEPLOYMENTS
from rules.refusal import Refusal
from rules.table import sheet
from rules.table.bases import Base, marker
from rules.table.geometry.footprints import Outline, RoundFootprint, rectangle
from rules.table.sheet import MarkerSheet, ModelSheet, Sheet, TerrainSheet, read_sheet, sheet_from, sheet_of
from rules.table.terrain import TRAITS, Piece, bridge, flat_building, hill
from tests.rules.table.scene import box, model, table

SQUARE = {"shape": "polygon", "points": [[0, 0], [2, 0], [2, 1], [0, 1]]}


def a_table() -> dict:
    return {
        "name": "the docks",
        "deployment": "corner",
        "pieces": [
            {"name": "Crates", "footprint": SQUARE, "traits": ["blocking", "climbable"], "height": 2},
            {"name": "Turned", "footprint": SQUARE, "at": [12, 9], "turn": 90},
            {"name": "Pool", "footprint": {"shape": "circle", "x": 20, "y": 20, "mm": 120}},
        ],
        "models": [{"name": "Rasputina", "x": 6, "y": 6.00049}],
        "markers": [{"name": "Scheme", "x": 9, "y": 9}],
        "zones": [{"name": "the spring", "area": {"shape": "disc", "corner": [18, 18], "reach": 3}}],
    }


def laid(**changes):
    return read_sheet(json.dumps(a_table() | changes)).contents(DEPLOYMENTS)


def piece(**changes) -> dict:
    return {"pieces": [{"name": "Ruin", "footprint": SQUARE} | changes]}


@pytest.mark.rule("M3E-SETUP-03")
def test_a_sheet_becomes_the_cores_things_on_the_grid():
    contents = laid()
    assert contents.table.piece("Crates") == box("Crates", 0, 0, 2, 1, "blocking", "climbable", ht=2)
    assert set(contents.table.piece("Turned").footprint.points) == set(rectangle(11, 9, 1, 2).points)
    assert contents.table.piece("Pool").footprint == RoundFootprint(20, 20, 120)
    assert contents.table.bases == (model("Rasputina", 6, 6), marker("Scheme", 9, 9))
    assert list(contents.zones) == ["south", "north", "the spring"]
    assert contents.zones["the spring"].holds(model("a", 18, 18))


def test_what_a_sheet_holds_is_what_pieces_and_bases_hold():
    """A new field of the core has to be in the JSON form too."""
    assert set(TerrainSheet.__struct_fields__) == {*Piece.__struct_fields__, "at", "turn"}
    assert set(ModelSheet.__struct_fields__) == set(Base.__struct_fields__) - {"kind"}
    assert set(MarkerSheet.__struct_fields__) < {*Base.__struct_fields__, "height"}


ROOMS = flat_building(
    "Saloon",
    rectangle(10, 10, 6, 6),
    4,
    floors=(2,),
    interior=rectangle(10.5, 10.5, 5, 5),
    openings=(rectangle(12, 10, 1, 0.5),),
)


def test_every_kind_of_piece_goes_there_and_back():
    ring = Outline(((0, 0), (9, 0), (9, 9), (0, 9)), holes=(((3, 3), (6, 3), (6, 6), (3, 6)),))
    whole = table(
        ROOMS,
        Piece("Courtyard", ring, ("severe",)),
        Piece("Fire", RoundFootprint(30, 30, 50), ("hazardous",), known_as="Fire", hazard="Burning"),
        hill("Hill", rectangle(20, 4, 4, 4), 3),
        *bridge("Bridge", rectangle(20, 20, 8, 2), 4, 2),
        model("Pandora", 33, 5, elevation=1.25, side="red", reach=2.0, unaffected=("severe",)),
        marker("Scheme", 33, 9, 50, size=1),
    )
    there = sheet_of(whole, "all of it", "wedge")
    back = read_sheet(there.json()).contents(DEPLOYMENTS)
    assert back.table == whole
    assert (back.name, back.deployment.slug, len(back.zones)) == ("all of it", "wedge", 2)
    assert sheet_from(msgspec.to_builtins(there)) == there


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.floats(0, 30),
            st.floats(0, 30),
            st.floats(0.1, 6),
            st.floats(0.1, 6),
            st.sets(st.sampled_from(TRAITS)),
            st.none() | st.integers(0, 9),
        ),
        max_size=6,
    )
)
def test_any_table_goes_there_and_back(rows):
    whole = table(
        *(
            Piece(f"p{i}", rectangle(x, y, w, d), tuple(traits), height)
            for i, (x, y, w, d, traits, height) in enumerate(rows)
        )
    )
    assert read_sheet(sheet_of(whole).json()).contents().table == whole


TURNS = [(0, (1, 0)), (90, (0, 1)), (180, (-1, 0)), (-90, (0, -1)), (360, (1, 0)), (45, (0.707, 0.707))]


@pytest.mark.parametrize(("turn", "end"), TURNS)
def test_pieces_are_turned_against_the_clock_then_set_down(turn, end):
    thin = {"shape": "polygon", "points": [[0, 0], [1, 0], [0, 0.5]]}
    outline = laid(**piece(footprint=thin, at=[10, 10], turn=turn)).table.piece("Ruin").footprint
    assert (10 + end[0], 10 + end[1]) in outline.points


def corners(count: int) -> dict:
    """A comb of so many corners, honest but for their number."""
    top = [[round(i * 0.01, 3), 1 + i % 2] for i in range(count - 2, 0, -1)]
    return {"shape": "polygon", "points": [[0, 0], [30, 0], *top]}


BAD = [
    (
        piece(footprint={"shape": "polygon", "points": [[0, 0], [4, 2], [4, 0], [0, 3]]}),
        "Ruin.*not clean.*intersection",
    ),
    (piece(footprint={"shape": "polygon", "points": [[0, 0], [1, 1], [2, 2]]}), "encloses no area"),
    (piece(footprint={"shape": "polygon", "points": []}), "encloses no area"),
    (piece(footprint=corners(101)), "101 corners, more than 100"),
    (piece(footprint=corners(10_000)), "10,000 corners"),
    (piece(at=[35, 0]), "Ruin is not wholly on the table"),
    (piece(at=[-0.5, 0]), "Ruin is not wholly on the table"),
    (piece(at=[5000, 0]), r"Ruin: .*no place on a table"),
    (piece(height=2.5), r"pieces\[0\].height: expected `int.*got `float`"),
    (piece(height=61), r"pieces\[0\].height.*<= 60"),
    (piece(traits=["cursed"]), r"traits\[0\]: invalid enum value 'cursed'"),
    (piece(colour="red"), "unknown field `colour`"),
    (piece(name=""), r"pieces\[0\].name.*length >= 1"),
    (piece(name="a\nb"), r"pieces\[0\].name.*regex"),
    (piece(footprint={"shape": "circle", "x": 9, "y": 9, "mm": 900}), r"mm.*<= 500"),
    (piece(footprint={"points": [[0, 0]]}), "missing required field `shape`"),
    ({"pieces": [{"name": f"p{i}", "footprint": SQUARE} for i in range(101)]}, "length <= 100"),
    ({"pieces": [{"name": f"p{i}", "footprint": corners(95)} for i in range(11)]}, "1,045 corners.*in all"),
    ({"pieces": [{"name": "p", "footprint": SQUARE}] * 2}, "name of its own"),
    ({"models": [{"name": "a", "x": 0, "y": 0}]}, "a is not wholly on the table"),
    ({"models": [{"name": "Scheme", "x": 5, "y": 5}]}, "name of its own"),
    ({"width": 0.5}, "width.*>= 1"),
    ({"zones": [{"name": "south", "area": SQUARE}]}, "Two zones are called south"),
    ({"version": 2}, "invalid enum value 2"),
]


@pytest.mark.parametrize(("change", "words"), BAD)
def test_what_is_no_table_is_refused_in_a_sentence(change, words):
    with pytest.raises(Refusal, match=words) as caught:
        laid(**change)
    assert caught.value.rule


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b'{"width": NaN}', b'{"width": 1e999}', b"\xff\xfe", b"7"])
def test_what_is_no_json_is_refused(raw):
    with pytest.raises(Refusal):
        read_sheet(raw).contents()


def test_a_table_as_long_as_one_may_be_is_read():
    assert read_sheet(json.dumps(a_table()).encode().ljust(sheet.LONGEST)).contents(DEPLOYMENTS) == laid()


def test_too_much_is_not_even_read():
    with pytest.raises(Refusal, match="256 KiB"):
        read_sheet(b" " * (sheet.LONGEST + 1))


@pytest.mark.parametrize("value", [nan, inf, -inf, 1e308])
@pytest.mark.parametrize("field", ["x", "y", "mm", "elevation"])
def test_numbers_that_are_none_are_refused(value, field):
    """JSON has no NaN, values converted from elsewhere may."""
    with pytest.raises(Refusal):
        sheet_from({"models": [{"name": "a", "x": 5, "y": 5} | {field: value}]}).contents()


@pytest.mark.parametrize("value", [nan, inf])
def test_a_turn_that_is_none_is_refused(value):
    with pytest.raises(Refusal):
        sheet_from(piece(turn=value)).contents()


def test_all_faults_of_the_pieces_are_said_at_once():
    bow = {"shape": "polygon", "points": [[0, 0], [4, 2], [4, 0], [0, 3]]}
    rows = [
        {"name": "A", "footprint": bow},
        {"name": "B", "footprint": SQUARE},
        {"name": "C", "footprint": bow},
    ]
    with pytest.raises(Refusal) as caught:
        Sheet.contents(sheet_from({"pieces": rows}))
    assert [v.subject for v in caught.value.violations] == ["A", "C"]
    assert caught.value.sentence.startswith("A: that footprint cannot be used")
