"""A shared feature set up on the table: who puts it where, what ground it makes, what Effigies are worth; and
where nobody is deployed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.play.events import under_rocks
from rules.editions.m1e.play.ground.features import (
    EFFIGIES,
    EFFIGY,
    cover_the_ground,
    effigy_scores,
    place_feature,
)
from rules.editions.m1e.play.ground.movement import region, walk
from rules.editions.m1e.play.ground.pieces import in_water
from rules.editions.m1e.play.ground.places import DeploymentSpots
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.play.strikes import cover_of
from rules.editions.m1e.readings import M1E
from rules.editions.m1e.special import FEATURES
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import Stream, digest
from rules.game.events.table import MarkerDropped, TerrainPlaced
from rules.game.state import Marker
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece, flat_building
from tests.rules.editions.m1e.play.scenes import Scene, figure

MAN = figure()
HOUSE = flat_building("house", rectangle(8, 8, 4, 4), 3)


def with_feature(feature: str, *pieces: Piece, own=(10.0, 20.0), enemy=(10.0, 24.0)) -> Scene:
    at = Scene([(MAN, *own)], [(MAN, *enemy)], table=ExactTable(pieces, {}, M1E.table))
    at.match.setup = replace(at.match.setup, feature=feature, terrain=pieces)
    return at


@pytest.mark.rule("M1-FEAT-01", "M1-FEAT-08", "M1-TER-10")
@pytest.mark.parametrize(("feature", "ht"), [("Ancient Monument", 5), ("Hanging Tree", 6)])
def test_an_element_stands_where_who_picks_sides_puts_it_and_in_the_way(feature: str, ht: int) -> None:
    at = with_feature(feature, HOUSE)
    at.match.setup = replace(at.match.setup, first=1)
    at.run(place_feature(at.match), spot=[[18.0, 18.0]])
    (ask,) = at.asked
    assert ask.seat == 1
    assert not ask.options.contains([10.0, 10.0]), "a house stands there"
    assert not ask.options.contains([0.5, 18.0]), "it would hang over the edge"
    piece = at.match.state.terrain_placed[0]
    assert (piece.name, piece.height, piece.has("impassable")) == (feature, ht, True)
    at.change("a1", x=15.0, y=18.0)
    pushed = region(at.match, at["a1"], 8.0, "push").end([21.0, 18.0])
    assert pushed.x < 18.0, "it stops at its side"


@pytest.mark.rule("M1-FEAT-09", "M1-TER-08")
def test_who_places_hazardous_terrain_says_what_it_is() -> None:
    at = with_feature("Hazardous Terrain", own=(13.0, 18.0))
    at.run(place_feature(at.match), branch="burning", spot=[[16.0, 18.0]])
    piece = at.match.state.terrain_placed[0]
    assert (piece.hazard, piece.footprint.area) == ("burning", 9.0)
    at.run(walk(at.match, "a1", 4), destination=[[16.0, 18.0]])
    assert at["a1"].health < 6


@pytest.mark.rule("M1-FEAT-02", "M1-FEAT-12", "M1-TER-13", "M1-TER-14")
@pytest.mark.parametrize(("feature", "wet"), [("Bog", True), ("Rubble", False)])
def test_the_ground_is_severe_but_for_the_terrain(feature: str, wet: bool) -> None:
    hill = Piece("hill", rectangle(20, 0, 16, 36), (), 0)
    at = with_feature(feature, hill, own=(10.0, 20.0), enemy=(28.0, 20.0))
    cover_the_ground(at.match)
    assert not region(at.match, at["a1"], 4.0).contains([13.0, 20.0])
    assert region(at.match, at["a1"], 4.0).contains([12.0, 20.0])
    assert region(at.match, at["b1"], 4.0).contains([32.0, 20.0]), "on the hill nothing slows it"
    assert in_water(at.match, at["a1"]) is wet
    assert not in_water(at.match, at["b1"])


@pytest.mark.rule("M1-FEAT-06", "Q-28", "M1-TER-06")
def test_in_a_forest_whoever_is_shot_at_has_soft_cover() -> None:
    at = with_feature("Forested")
    assert cover_of(at.match, at["a1"], at["b1"]) == ""
    cover_the_ground(at.match)
    assert cover_of(at.match, at["a1"], at["b1"]) == "soft"


@pytest.mark.rule("M1-EVT-10", "M1-FEAT-12")
def test_the_ground_itself_is_no_terrain_that_rocks_fall_by() -> None:
    at = with_feature("Rubble", HOUSE)
    cover_the_ground(at.match)
    assert not under_rocks(at.match, at["a1"])
    assert under_rocks(at.match, at.change("a1", y=13.0)["a1"])


@pytest.mark.rule("M1-FEAT-11")
def test_effigies_are_put_between_the_zones_two_by_each() -> None:
    at = with_feature(EFFIGIES)
    at.run(place_feature(at.match), spot=[[18.0, y] for y in (12.0, 16.0, 20.0, 24.0)])
    assert [ask.seat for ask in at.asked] == [0, 1, 0, 1]
    assert len(at.all_of(MarkerDropped)) == 4
    options = at.asked[0].options
    assert options.refused([18.0, 4.0]).rule == "M1-FEAT-11", "within a zone"
    assert options.refused([18.0, 6.5]) is not None, "partly within"
    assert options.contains([18.0, 6.7])
    assert not at.asked[1].options.contains([18.5, 12.0]), "on another one"


@pytest.mark.rule("M1-FEAT-11", "Q-28")
def test_the_nearest_to_an_effigy_earns_its_side_one_point_in_all() -> None:
    at = with_feature(EFFIGIES, own=(10.0, 18.0), enemy=(20.0, 18.0))
    markers = {f"m{x}": Marker(id=f"m{x}", kind=EFFIGY, x=float(x), y=18.0) for x in (12, 23)}
    at.match.state = replace(at.match.state, markers=markers)
    assert [score.seat for score in effigy_scores(at.match)] == [0], "its gap is the smaller one"
    at.change("a1", x=9.0)
    assert list(effigy_scores(at.match)) == [], "both as near"
    at.change("a1", x=8.0).change("b1", x=18.9)
    assert list(effigy_scores(at.match)) == [], "nobody within 2 inches"


@pytest.mark.rule("M1-TER-10", "M1-TER-05", "M1-ENC-06")
def test_nobody_is_deployed_in_what_is_solid() -> None:
    rock = Piece("rock", rectangle(4, 0, 4, 4), ("impassable",))
    hut = flat_building("hut", rectangle(14, 0, 4, 4), 3)
    pond = Piece("pond", rectangle(24, 0, 4, 4), ("severe",))
    at = with_feature("", rock, hut, pond)
    at.match.state = replace(at.match.state, models={})
    options = DeploymentSpots.of(at.match.state, "standard", "south", figure_model(), at.match.table)
    assert options.refused([6.0, 2.0]).rule == "M1-TER-10"
    assert not options.contains([16.0, 2.0])
    assert options.contains([26.0, 2.0])
    assert options.contains([10.0, 2.0])
    assert all(options.contains(place) for place in options.listed())
    assert options.contains(options.sample(Stream(digest("spots"))))


def figure_model():
    from rules.editions.m1e.play.match import new_model

    return new_model("a9", MAN, 0)


@pytest.mark.parametrize("feature", [held.name for held in FEATURES])
def test_every_feature_is_set_up_in_an_encounter_and_read_back(feature: str) -> None:
    """Up to the deployment of the first model; ground lies round what else stands."""
    setup = replace(encounter_of("a feature", (HOUSE,)), feature=feature)
    play = PlayM1(setup, KeyDealer(digest(feature)))
    stream = Stream(digest(f"places of {feature}"))
    while play.asks[0].kind != "deploy":
        ask = play.asks[0]
        play.answer(ask.seat, ask.options.sample(stream))
    named = {
        event.piece.known_as or event.piece.name for event in play.events if isinstance(event, TerrainPlaced)
    }
    dropped = [event for event in play.events if isinstance(event, MarkerDropped)]
    assert named == (set() if feature == EFFIGIES else {feature})
    assert len(dropped) == (4 if feature == EFFIGIES else 0)
