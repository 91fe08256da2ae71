"""Places of the First Edition as answers: where one deploys, where pieces and markers are put."""

from __future__ import annotations

import pytest

from rules.editions.m1e.play.ground.features import MarkerSpots
from rules.editions.m1e.play.ground.places import DeploymentSpots, zone_of
from rules.editions.m1e.play.ground.placing import PieceSpots
from rules.fate.shuffle import Stream, digest
from rules.game.pictures.offered import offered_layer, room_of
from rules.game.table_access.spots import Box, CircularArea, Spots
from rules.table.geometry.footprints import RoundFootprint, rectangle
from rules.table.terrain import Piece

ROCK = Piece("rock", rectangle(20, 1, 2, 2), ("impassable",), 2)
MAN = CircularArea(10.0, 3.0, 1.181)
ZONE = DeploymentSpots(zone_of("standard", "south"), Box(0.59, 0.59, 35.41, 35.41), (MAN,), 30.0, (ROCK,))
PIECE = PieceSpots(Piece("well", RoundFootprint(0, 0, 50)), (ROCK,), 36.0, 36.0)
EFFIGY = MarkerSpots((zone_of("standard", "south"),), ((10.0, 20.0),), (ROCK,), 30.0, 36.0, "M1-FEAT-11")
HIGH = MarkerSpots(
    (), (), (Piece("crag", rectangle(20, 20, 2, 2), ("impassable",), 2),), 30.0, 36.0, "M1-FEAT-11"
)
ALL = [ZONE, PIECE, EFFIGY, HIGH]


@pytest.mark.rule("M1-ENC-04", "M1-ENC-06", "M1-TER-10", "M1-FEAT-11")
@pytest.mark.parametrize(
    ("spots", "place", "rule", "said"),
    [
        (ZONE, [21, 2], "M1-TER-10", "rock cannot be entered"),
        (ZONE, [10.5, 3], "M1-ENC-06", "Another base is there"),
        (ZONE, [10, 20], "M1-ENC-06", "not completely within the Deployment Zone"),
        (PIECE, [20.5, 2], "M1-ENC-04", "Another piece stands there"),
        (PIECE, [0.5, 20], "M1-ENC-04", "not wholly on the table"),
        (EFFIGY, [0.2, 20], "M1-FEAT-11", "hang over the edge"),
        (EFFIGY, [20, 35.9], "M1-FEAT-11", "hang over the edge"),
        (EFFIGY, [20, 5], "M1-FEAT-11", "between the Deployment Zones"),
        (EFFIGY, [10.5, 20], "M1-FEAT-11", "Another marker lies there"),
        (HIGH, [21, 21], "M1-TER-10", "impassable"),
    ],
)
def test_what_is_said_against_a_place(spots, place, rule, said) -> None:
    assert not spots.contains(place)
    refusal = spots.refused(place)
    assert refusal is not None
    assert (refusal.rule, said in refusal.sentence) == (rule, True), refusal.sentence


@pytest.mark.rule("M1-ENC-04")
def test_the_one_place_of_a_piece_as_large_as_the_table_is_found() -> None:
    """No place by chance is that one: the first of those listed is."""
    hall = PieceSpots(Piece("hall", rectangle(0, 0, 6, 6)), (), 6.0, 6.0)
    assert hall.sample(Stream(digest("hall"))) == [3.0, 3.0]


@pytest.mark.parametrize("spots", ALL)
def test_what_holds_is_not_refused_and_what_is_no_place_is_no_answer(spots) -> None:
    listed = next(iter(spots.listed()))
    assert spots.contains(listed)
    assert spots.refused(listed) is None
    assert (spots.end(listed).x if hasattr(spots, "end") else listed[0]) == listed[0]
    for answer in ("there", [1.0], [1.0, "2"]):
        assert not spots.contains(answer)
        assert spots.refused(answer) is None


@pytest.mark.parametrize("spots", ALL)
def test_what_is_drawn_by_lot_holds(spots) -> None:
    stream = Stream(digest("lots"))
    assert all(spots.contains(spots.sample(stream)) for _ in range(10))


def test_a_zone_and_places_by_either_are_drawn() -> None:
    assert "zone-offered" in offered_layer(ZONE)
    either = Spots(
        start=(10, 10), box=Box(1, 1, 35, 35), either=(CircularArea(20, 20, 2), CircularArea(30, 30, 1))
    )
    assert room_of(either).area == pytest.approx(3.14159 * 5, rel=0.01)
    assert offered_layer(either).count("region") == 2
    within = Spots(start=(10, 10), box=Box(1, 1, 35, 35), clear=(CircularArea(10, 10.5, 1),), straight=True)
    assert room_of(within).area == pytest.approx(34 * 34 - 3.14159, rel=0.001), (
        "what one stands in hides nothing"
    )
