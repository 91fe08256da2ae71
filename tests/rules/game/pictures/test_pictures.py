"""The one drawing of an Encounter: who stands where, what a question offers, what hides whom."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
import shapely
from msgspec.structs import replace

from rules.dialogue import Choice, OneOf
from rules.editions.m1e.played import PLAYED as FIRST
from rules.editions.m3e.pictures import moment_layers
from rules.editions.m3e.played import PLAYED
from rules.editions.m3e.scripts.words import Ability, Armor, Aura, StatBonus
from rules.editions.m3e.statcards import StatCard, UpgradeCard
from rules.editions.m3e.zones import zone_named
from rules.fate.shuffle import Stream, digest
from rules.game.pictures.board import (
    asked_layers,
    board,
    board_of_tokens,
    paths_layer,
    standing_terrain,
    targets_layer,
    unseen_words,
)
from rules.game.pictures.offered import offered_layer, room_of
from rules.game.pictures.tokens import MOST_MARKS, initials, tokens
from rules.game.procedure.asks import Ask
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece, flat_building, water
from tests.rules.editions.m3e.scene import Scene

WALL = flat_building("wall", rectangle(14, 6, 1, 8), 3)
ROCK = Piece("rock", rectangle(12, 9, 2, 2), ("impassable",))
FAR_ROCK = Piece("rock", rectangle(30, 30, 2, 2), ("impassable",))


def drawn(svg):
    assert not re.search(r"style=|<script|\son\w+=|javascript:", svg)
    return ET.fromstring(svg)  # noqa: S314 - our own text


def classes(root, name):
    return [node for node in root.iter() if name in (node.get("class") or "").split()]


def among(ruleset, *pieces):
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(20, 10)).model("b2", at=(10, 20))
    if pieces:
        scene.table = ExactTable(pieces, {}, ruleset.table)
    return scene


def target(*names, inches=12.0):
    options = OneOf(tuple(Choice(name, name, name) for name in names))
    return Ask(seat=0, kind="target", options=options, about=("a1",), inches=inches)


def test_models_and_markers_bear_marks_sides_and_names(ruleset):
    scene = among(ruleset).marker("m0", "scheme", (4, 4), seat=1).marker("m1", "strategy", (6, 6))
    scene.state(deployment="Standard").crew("A", zone="north").crew("B", zone="south")
    root = drawn(board(scene.g.state, (WALL,), zones=PLAYED.zones))
    assert {mark.text for mark in classes(root, "base-mark")} == {"A1", "B1", "B2", "▲", "◆"}
    titles = [title.text for title in root.iter() if title.tag.endswith("title")]
    assert "B1 b1, 30 mm, Sz 2" in titles
    assert "M0 Scheme Marker, 30 mm, Ht 0" in titles
    assert len(classes(root, "base-model")) == 3
    assert [len(classes(root, f"side-{seat}")) for seat in (0, 1)] == [2, 4], "bases and their Crew's zone"
    low = next(zone for zone in classes(root, "zone") if "side-1" in zone.get("class"))
    assert low.get("d").startswith("M0 0"), "the zone in the south is the Crew's that chose it"
    assert [number.text for number in classes(root, "terrain-number")] == ["1"]


def test_what_is_gone_and_who_is_not_on_the_table_are_not_drawn(ruleset):
    scene = among(ruleset).model("a2", where="buried").state(terrain_gone=("wall",))
    root = drawn(board(scene.g.state, standing_terrain(scene.g.state, (WALL, ROCK)), zones=PLAYED.zones))
    assert len(classes(root, "terrain")) == 1
    assert "A2" not in {mark.text for mark in classes(root, "base-mark")}
    assert classes(drawn(board(scene.g.state, nobody=True)), "base") == []


@pytest.mark.rule("M3E-ACT-18", "M3E-LOS-02")
def test_a_target_is_shown_by_its_line_and_who_is_hidden_by_what_hides_them(ruleset):
    scene = among(ruleset, WALL)
    layers = asked_layers(scene.table, scene.g.state, target("b2"))
    root = drawn(board(scene.g.state, (WALL,), *layers, zones=PLAYED.zones))
    assert len(classes(root, "sight-free")) == 1
    assert len(classes(root, "blocker")) == 1
    assert unseen_words(scene.table, scene.g.state, target("b2")) == ("b1 (behind wall)",)
    assert len(classes(root, "reached")) == 1
    assert float(classes(root, "reach-range")[0].get("r")) == pytest.approx(12 + 15 / 25.4, abs=0.001)
    short = asked_layers(scene.table, scene.g.state, target("b2", inches=8.0))
    assert "blocker" not in "".join(short), "nobody asks about whom it does not reach"


def test_on_a_plain_a_target_is_shown_by_the_distance(ruleset):
    scene = among(ruleset)
    layers = "".join(asked_layers(scene.table, scene.g.state, target("b1", "b2")))
    assert layers.count('class="gap"') == 2


def test_the_room_of_a_straight_move_is_exactly_where_it_may_end(ruleset):
    """Every place drawn is an answer and every answer is drawn, but for a hair at the rim."""
    scene = among(ruleset).model("a2", at=(12, 11)).marker("m0", "pit", (8, 8), traits=("impassable",))
    spots = scene.table.reach(
        scene.g.state, scene["a1"], 6, "walk", bound=[(scene["b2"], 6.0)], traps=[(scene["b1"], 5.0)]
    )
    room, stream = room_of(spots), Stream(digest("rooms"))
    held = 0
    for _ in range(3000):
        x, y = (round(4 + stream.below(12_000) / 1000, 3) for _ in range(2))
        if room.boundary.distance(shapely.Point(x, y)) > 0.02:
            held += room.contains(shapely.Point(x, y))
            assert room.contains(shapely.Point(x, y)) == spots.contains([x, y]), (x, y)
    assert held > 300


@pytest.mark.rule("M3E-MOVE-02", "M3E-TRAIT-13")
def test_each_kind_of_place_has_its_picture(ruleset):
    scene = among(ruleset, ROCK, water("pond", rectangle(6, 6, 3, 3)))
    ground, state, model = scene.table, scene.g.state, scene["a1"]
    walk = ground.reach(state, model, 5, "walk")
    assert 'class="region region-ground"' in offered_layer(walk)
    assert 'class="reach reach-walk"' in offered_layer(walk, quick=True)
    assert 'class="region region-ground"' in offered_layer(ground.reach(state, model, 5, "place"))
    assert 'class="reach reach-push"' in offered_layer(ground.reach(state, model, 5, "push"))
    assert 'class="path"' in offered_layer(ground.reach(state, model, 5, "push", toward=scene["b1"]))
    assert 'class="zone zone-offered"' in offered_layer(
        ground.zone(state, zone_named("standard", "south"), model)
    )
    dropped = offered_layer(ground.spots(state, model, 3, 30.0))
    assert 'class="region"' in dropped
    clear = replace(scene["a1"], id="a9", x=30.0, y=30.0)
    assert offered_layer(ground.spots(state, clear, 3, 30.0)) != dropped
    assert offered_layer(OneOf((Choice("x"),))) == ""


@pytest.mark.rule("M3E-MARK-09", "M3E-TRAIT-13")
def test_a_marker_may_lie_under_a_model_and_off_what_is_impassable(ruleset):
    def dropped(scene):
        return offered_layer(scene.table.spots(scene.g.state, scene["a1"], 3, 30.0))

    crowded = among(ruleset, ROCK).model("a2", at=(8, 8))
    assert dropped(crowded) == dropped(among(ruleset, ROCK)) != dropped(among(ruleset, FAR_ROCK))


@pytest.mark.rule("M3E-MOVE-03")
def test_a_place_round_a_corner_is_walked_to_by_the_shortest_way(ruleset):
    pillar = Piece("pillar", rectangle(12, 9, 1, 2), ("impassable", "blocking"), 3)
    scene = among(ruleset, pillar)
    ways = scene.table.reach(scene.g.state, scene["a1"], 8, "walk")
    assert not ways.contains([15.0, 10.0])
    path = ways.path_to(15.0, 10.0)
    assert path is not None
    assert ways.contains(path)
    assert (ways.end(path).x, ways.end(path).y) == (15.0, 10.0)
    assert ways.path_to(30.0, 30.0) is None
    assert {"way": "walk", "inches": 8, "from": [10.0, 10.0]}.items() <= ways.shown().items()
    assert "table" not in ways.shown()
    assert scene.table.reach(scene.g.state, scene["a1"], 8, "push").path_to(15.0, 10.0) is None


@pytest.mark.rule("M3E-AREA-01")
def test_the_auras_of_the_acting_model_are_drawn_and_the_ways_of_those_that_moved(ruleset):
    aura = Ability(name="Chill", parts=(Aura(inches=3, side="enemy", part=StatBonus(stat="mv", amount=-1)),))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=(aura,)).state(activating="a1")
    layers = "".join(moment_layers(scene.g.setup, scene.g.state))
    assert 'class="reach reach-aura"' in layers
    assert f'r="{3 + 15 / 25.4:.3f}"' in layers
    after = scene.g.state.with_model(replace(scene["a1"], x=14.0))
    assert paths_layer(scene.g.state, after, [("a1", ((12.0, 12.0),))]).count("L") == 2
    pair = among(ruleset).model("b3", where="gone").g.state
    assert targets_layer(pair, [("a1", "b1"), ("a1", "b3")]).count('class="gap"') == 1


def titled(root):
    return [title.text for title in root.iter() if title.tag.endswith("title")]


def tokens_of(scene, offered=()):
    """The tokens by their ids."""
    root = drawn(f"<g>{tokens(scene.g.state, frozenset(offered), 36.0)}</g>")
    return {node.get("data-model"): node for node in root.iter() if node.get("data-model")}


@pytest.mark.rule("M3E-TOKEN-01")
def test_a_token_tells_by_name_and_class_how_its_model_stands(ruleset):
    scene = Scene(ruleset).state(activating="a1").crew("A", name="Guild").crew("B", name="Woe")
    scene.model("a1", at=(10, 10), leader=True, health=3, conditions={"focused": 2}).model(
        "a2", activated=True
    )
    scene.model("b1", at=(20, 30)).model("b2", where="buried")
    found = tokens_of(scene, ["b1"])
    assert {name: node.get("class") for name, node in found.items()} == {
        "a1": "token side-0 token-acting",
        "a2": "token side-0 token-activated",
        "b1": "token side-1 token-offered",
    }
    assert found["a1"].get("aria-label") == "a1, Guild, Health 3 of 8, Leader, Activates now, Focused 2"
    assert found["a2"].get("aria-label") == "a2, Guild, Health 8 of 8, has Activated"
    assert found["a1"].get("href") == "#card-a1"
    disc = classes(found["b1"], "token-disc")[0]
    assert (disc.get("cx"), disc.get("cy")) == ("20", "6"), "y runs down"


def test_pips_are_filled_as_far_as_health_is_left(ruleset):
    scene = Scene(ruleset).model("a1", at=(9, 9), health=2).model("a2").model("b1", health=0)
    found = tokens_of(scene)
    dashes = {
        name: [pip.get("stroke-dasharray") for pip in classes(node, "token-health")]
        for name, node in found.items()
    }
    assert dashes == {"a1": ["0.7 0.3 0.7 6.3"], "a2": ["0.7 0.3 " * 7 + "0.7 0.3"], "b1": []}
    assert {node.get("pathLength") for node in classes(found["b1"], "token-lost")} == {"8"}


def test_as_many_conditions_as_fit_have_a_mark_with_their_words(ruleset):
    many = {"burning": 1, "focused": 2, "slow": 1, "stunned": 1, "poison": 3}
    scene = Scene(ruleset).model("a1", conditions=many).model("a2", at=(9, 9))
    found = tokens_of(scene)
    marks = classes(found["a1"], "token-mark")
    assert [title for mark in marks for title in titled(mark)] == [
        "Burning 1",
        "Focused 2",
        "Slow 1",
        "Stunned 1",
    ]
    assert len(marks) == MOST_MARKS
    assert [mark[2].text for mark in marks] == ["Bu", "Fo", "Sl", "St"]
    assert classes(found["a2"], "token-mark") == []


def test_initials_leave_out_small_words_and_number_those_alike(ruleset):
    scene = Scene(ruleset)
    for name, printed in [
        ("a1", "Guild Hound"),
        ("a2", "Guild Hound"),
        ("a3", "The Scribe"),
        ("a4", "Lord of the Flies"),
        ("a5", "The"),
        ("b1", "Guild-Hound"),
    ]:
        scene.model(name, card=StatCard(slug=name, name=printed, health=1))
    assert initials(scene.g.state) == {
        "a1": "GH1",
        "a2": "GH2",
        "a3": "Sc",
        "a4": "LF",
        "a5": "Th",
        "b1": "GH",
    }


def test_initials_with_a_number_are_written_smaller(ruleset):
    """Else three letters would run over the edge of the token."""
    scene = Scene(ruleset)
    for name in ("a1", "a2", "b1"):
        scene.model(name, card=StatCard(slug=name, name="Guild Hound", health=1))
    found = tokens_of(scene)
    sizes = [float(classes(found[name], "token-name")[0].get("font-size")) for name in ("a1", "a2", "b1")]
    assert sizes[0] == sizes[1] < sizes[2]


def test_tokens_of_markers_bear_their_sign_side_and_name(ruleset):
    scene = Scene(ruleset).model("a1").marker("m0", "scheme", (4, 4), seat=1)
    scene.marker("m1", "pit", (6, 6), name="Old Shaft", mm=50.0, size=2).marker("m2", "strategy", (8, 8))
    found = tokens_of(scene, ["m2"])
    assert [found[name].get("class") for name in ("m0", "m1", "m2")] == [
        "token-marker side-1",
        "token-marker",
        "token-marker token-offered",
    ]
    assert [titled(found[name]) for name in ("m0", "m1")] == [
        ["M0 Scheme Marker, 30 mm, Ht 0"],
        ["M1 Old Shaft, 50 mm, Ht 2"],
    ]
    assert [classes(found[name], "base-mark")[0].text for name in ("m0", "m1", "m2")] == ["▲", "P", "◆"]


def test_the_board_of_tokens_is_the_same_table_to_be_pointed_at(ruleset):
    scene = among(ruleset).state(deployment="Standard", turn=0)
    root = drawn(board_of_tokens(scene.g.state, (WALL,), offered=("b1",), zones=PLAYED.zones))
    assert root.get("role") == "group"
    assert "The table before Turn 1" in titled(root)
    assert len(classes(root, "token")) == 3
    assert classes(root, "base") == []
    assert len(classes(root, "token-offered")) == 1
    assert len(classes(root, "terrain")) == 1
    assert len(classes(root, "centre-line")) == 1


@pytest.mark.rule("M1-ENC-05", "M1-ENC-06")
def test_each_edition_has_its_zones_once_they_are_agreed(ruleset):
    unknown = among(ruleset).state(deployment="None")
    assert classes(drawn(board(unknown.g.state, zones=PLAYED.zones)), "centre-line") == []
    assert FIRST.zones(unknown.g.state) == ""
    first = among(ruleset).state(deployment="Diagonal").crew("A", zone="north")
    layer = drawn(f"<g>{FIRST.zones(first.g.state)}</g>")
    assert [node.get("class").split()[-1] for node in classes(layer, "zone")] == ["zone-open", "side-0"]
    assert len(classes(layer, "centre-line")) == 1


def test_nothing_is_drawn_of_a_question_whose_model_is_not_there(ruleset):
    scene = among(ruleset).model("a2", where="buried").state(activating="a2")
    state, options = scene.g.state, target("b1").options
    for about in ((), ("z9",), ("a2",)):
        assert (
            asked_layers(scene.table, state, Ask(seat=0, kind="target", options=options, about=about)) == []
        )
    assert asked_layers(scene.table, state, Ask(seat=0, kind="action", options=options, about=("a1",))) == []
    assert moment_layers(scene.g.setup, state) == []
    assert moment_layers(scene.g.setup, replace(state, activating="")) == []


@pytest.mark.rule("M3E-AREA-01")
def test_auras_of_upgrades_are_drawn_each_reach_once(ruleset):
    chill = Aura(inches=3, side="enemy", part=StatBonus(stat="mv", amount=-1))
    abilities = (Ability(name="Chill", parts=(chill, Armor(amount=1))), Ability(name="Frost", parts=(chill,)))
    wide = (Ability(name="Gale", parts=(Aura(inches=6, side="any", part=StatBonus(stat="mv", amount=-1)),)),)
    scene = (
        Scene(ruleset).model("a1", abilities=abilities, upgrades=("gale", "unknown")).state(activating="a1")
    )
    scene.upgrade(UpgradeCard(slug="gale", name="Gale", abilities=wide))
    layers = moment_layers(scene.g.setup, scene.g.state)
    assert ["reach-aura" in layer for layer in layers] == [True, True, False]


def test_a_move_of_who_was_not_there_leaves_no_path(ruleset):
    scene = among(ruleset).model("a2", where="buried")
    state = scene.g.state
    assert paths_layer(state, state, [("a2", ()), ("z9", ())]) == ""
    assert targets_layer(state, [("a1", "a2"), ("a2", "a1"), ("a1", "z9")]) == ""
