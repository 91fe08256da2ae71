"""Terrain of the First Edition in play: sight through what obscures, elements, water, heights; Auras, pulls,
Avatars; terrain set up in turns."""

from __future__ import annotations

import re
from math import cos, pi, sin

import pytest
from msgspec.structs import replace

from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.play.actions import menu
from rules.editions.m1e.play.figures import Figure, Spell
from rules.editions.m1e.play.ground.movement import hazards_ahead, region, walk
from rules.editions.m1e.play.ground.pieces import affects, in_water, obscured, of_first_edition, sees
from rules.editions.m1e.play.magic import can_manifest, cast_spell, castable, manifest
from rules.editions.m1e.play.match import Match
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.play.strikes import cover_of, seen_targets
from rules.editions.m1e.play.turn import closing_phase
from rules.editions.m1e.readings import M1E
from rules.editions.m1e.simulation.simulate import players
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.events.cards import Flipped
from rules.game.events.table import Moved, TerrainPlaced
from rules.game.examples import terrain as ground
from rules.game.log import dump, follow, load
from rules.game.pictures.board import standing_terrain
from rules.game.procedure.asks import Ask
from rules.game.table_access.exact_table import ExactTable
from rules.game.table_access.spots import grid
from rules.refusal import Refusal
from rules.table.geometry.footprints import RoundFootprint, rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m1e.play.scenes import Scene, figure

MAN = figure()
R30 = 15 / 25.4


def on(*pieces: Piece, **more) -> Scene:
    """a1 at (10, 10), b1 at (20, 10), among these pieces."""
    table = ExactTable(pieces, {}, M1E.table)
    own = more.pop("own", MAN)
    return Scene([(own, 10, 10)], [(MAN, 20, 10)], table=table, **more)


def agreed(at: Scene, **fields) -> Scene:
    """The same scene with that agreed beforehand."""
    at.match.setup = replace(at.match.setup, **fields)
    return at


def wood(deep: float, height: int | None = None) -> Piece:
    return Piece("wood", rectangle(12, 5, deep, 10), ("concealing",), height)


# Obscuring terrain


@pytest.mark.rule("M1-TER-11")
def test_one_sees_three_inches_through_what_obscures() -> None:
    thin, thick = on(wood(3.0)), on(wood(3.1))
    assert obscured(thin.match, thin["a1"], thin["b1"]) == pytest.approx(3.0)
    assert sees(thin.match, thin["a1"], thin["b1"])
    assert not sees(thick.match, thick["a1"], thick["b1"])
    assert not sees(thick.match, thick["b1"], thick["a1"])
    assert seen_targets(thick.match, thick["a1"], shot=False) == []


@pytest.mark.rule("M1-TER-11")
def test_one_sees_three_inches_into_it() -> None:
    """The target stands in it: its edge is 20 - 0.59; the wood begins 3 inches before it, or more."""
    edge = 20 - R30
    for begins, seen in ((edge - 3.0, True), (edge - 3.2, False)):
        at = on(Piece("wood", rectangle(begins, 5, 10, 10), ("concealing",)))
        assert sees(at.match, at["a1"], at["b1"]) == seen


@pytest.mark.rule("M1-TER-11")
def test_what_obscures_is_soft_cover() -> None:
    at = on(wood(2.0))
    assert cover_of(at.match, at["a1"], at["b1"]) == "soft"


@pytest.mark.rule("M1-TER-11", "M1-TER-03", "M1-TER-09")
def test_who_is_higher_than_it_is_not_obscured() -> None:
    """Its height is inches on the table, as models have theirs: 2 hides models of Ht 2, 1 does not."""
    low, level = on(wood(8.0, 1)), on(wood(8.0, 2))
    assert sees(low.match, low["a1"], low["b1"])
    assert not sees(level.match, level["a1"], level["b1"])


@pytest.mark.rule("M1-TER-09", "M1-TER-03")
def test_height_is_inches_on_the_table() -> None:
    """A wall 2" high hides models of Ht 2 and not those of Ht 3; climbing it costs 2" an inch."""
    wall = Piece("wall", rectangle(14, 0, 1, 36), ("blocking", "climbable"), 2)
    for height, seen in ((2, False), (3, True)):
        tall = figure(ht=height)
        table = ExactTable((wall,), {}, M1E.table)
        at = Scene([(tall, 10, 10)], [(tall, 20, 10)], table=table)
        assert sees(at.match, at["a1"], at["b1"]) == seen
    assert wall.top == 2


@pytest.mark.rule("M1-ABL-17")
def test_a_hunter_sees_six_inches_through_it() -> None:
    hunter = figure("hunter", talents=["Hunter"])
    assert sees(on(wood(5.9), own=hunter).match, *_pair(on(wood(5.9), own=hunter)))
    assert not sees(on(wood(6.1), own=hunter).match, *_pair(on(wood(6.1), own=hunter)))


def _pair(at: Scene):
    return at["a1"], at["b1"]


@pytest.mark.rule("M1-TER-11")
def test_a_spell_needs_that_sight_too() -> None:
    bolt = Spell(name="Bolt", cc=10, inches=12, damage=(1, 2, 3))
    thin, thick = on(wood(2.0), own=figure(spells=(bolt,))), on(wood(5.0), own=figure(spells=(bolt,)))
    assert castable(thin.match, thin["a1"], bolt)
    assert not castable(thick.match, thick["a1"], bolt)


def test_a_wood_of_any_table_obscures_here() -> None:
    """What is Dense in the Third Edition stops lines there; here how deep it is decides."""
    dense = Piece("wood", rectangle(14, 5, 2, 10), ("dense", "severe"))
    at = on(of_first_edition(dense))
    assert sees(at.match, at["a1"], at["b1"])
    assert not sees(on(dense).match, *_pair(on(dense)))


# Elements, areas, water


@pytest.mark.rule("M1-TER-02", "M1-TER-01")
def test_an_element_affects_who_is_within_an_inch_an_area_who_is_in_it() -> None:
    fire = Piece("fire", RoundFootprint(10 + 2 * R30 + 0.9, 10, 30), ("hazardous",), hazard="burning")
    at = on(fire)
    assert not affects(at.match, fire, at["a1"])
    agreed(at, elements=("fire",))
    assert affects(at.match, fire, at["a1"])
    agreed(at.change("a1", x=9.8))
    assert not affects(at.match, fire, at["a1"])


@pytest.mark.rule("M1-TER-02", "M1-TER-08")
def test_who_passes_a_burning_element_within_an_inch_is_burned_once() -> None:
    for elements, left in ((), 6), (("fire",), 4):
        fire = Piece("fire", RoundFootprint(12, 11.5, 30), ("hazardous",), hazard="burning")
        at = agreed(on(fire, decks=("3c", "")), elements=elements)
        at.run(walk(at.match, "a1", 4), destination=[[14.0, 10.0]])
        assert at["a1"].health == left
    inside = agreed(
        on(Piece("fire", rectangle(11, 9, 1, 2), ("hazardous",), hazard="burning"), decks=("3c", ""))
    )
    agreed(inside, elements=("fire",))
    inside.run(walk(inside.match, "a1", 4), destination=[[14.0, 10.0]])
    assert inside["a1"].health == 4, "through it and past it is one damage flip"


@pytest.mark.rule("M1-TER-02", "M1-TER-08")
@pytest.mark.parametrize("talents", [(), ("Fly",), ("Scout",)])
def test_a_move_is_said_to_meet_exactly_what_damage_is_flipped_for(talents) -> None:
    met = set()
    for step in range(16):
        turn, inches = step * pi / 8, (2.0, 3.9)[step % 2]
        place = grid(10 + inches * cos(turn), 10 + inches * sin(turn))
        fire = Piece("fire", RoundFootprint(12.5, 11.5, 30), ("hazardous",), hazard="burning")
        lava = Piece("pool", rectangle(6, 8, 2, 2), ("hazardous",), hazard="lava")
        at = agreed(on(fire, lava, own=figure(talents=talents, wd=20)), elements=("fire",))
        match, options = at.match, region(at.match, at["a1"], 4)
        ask = Ask(seat=0, kind="destination", options=options, rule="M1-MOVE-01", about=("a1",))
        ahead = hazards_ahead(match, ask, place)
        at.run(walk(match, "a1", 4), destination=[place])
        assert [flip.why for flip in at.all_of(Flipped)] == ahead, place
        met |= set(ahead or ["nothing"])
    assert met == ({"nothing"} if talents == ("Fly",) else {"burning", "lava", "nothing"})


@pytest.mark.rule("M1-TER-14")
def test_water_does_nothing_by_itself() -> None:
    pool = Piece("pool", rectangle(8, 5, 8, 10))
    dry, wet = on(pool), agreed(on(pool), water=("pool",))
    assert in_water(wet.match, wet["a1"])
    assert not in_water(dry.match, dry["a1"])
    assert not in_water(wet.match, wet["b1"])
    for at in (dry, wet):
        assert sees(at.match, at["a1"], at["b1"])
        at.run(walk(at.match, "a1", 4), destination=[[14.0, 10.0]])
        assert (at["a1"].x, at["a1"].health) == (14.0, 6)
        assert cover_of(at.match, at["a1"], at["b1"]) == ""


# Auras


PALL = Spell(name="Pall", cc=10, inches=12, aura=3, aura_changes=("wp", -2))


@pytest.mark.rule("M1-DMG-10", "M1-GLO-11")
def test_an_aura_is_a_circle_that_lasts_and_goes_with_its_target() -> None:
    """Round b1: it and b2 have 2 Wp less until the Closing Phase; a second one of that name adds nothing."""
    at = Scene(
        [(figure(spells=(PALL,)), 10, 10)],
        [(MAN, 18, 10), (MAN, 21, 10), (MAN, 26, 10)],
        decks=("9r 9c", ""),
    )
    before = {name: at.match.stat(at[name], "wp") for name in ("b1", "b2", "b3")}
    for _ in range(2):
        assert at.run(cast_spell(at.match, "a1", PALL), target="b1")
    changed = {name: at.match.stat(at[name], "wp") - was for name, was in before.items()}
    assert changed == {"b1": -2, "b2": -2, "b3": 0}
    at.change("b1", x=25.0)
    assert at.match.stat(at["b3"], "wp") == before["b3"] - 2
    assert at.match.stat(at["b2"], "wp") == before["b2"] - 2 + 2 * (
        at.match.table.gap(at["b1"], at["b2"]) > 3
    )
    at.run(closing_phase(at.match))
    assert at.match.stat(at["b1"], "wp") == before["b1"]


@pytest.mark.rule("M1-DMG-10")
def test_an_aura_for_friends_leaves_enemies_and_the_caster_out() -> None:
    hymn = Spell(name="Hymn", cc=10, inches=12, friendly=True, aura=6, aura_changes=("df", 1))
    at = Scene([(figure(spells=(hymn,)), 10, 10), (MAN, 13, 10)], [(MAN, 16, 10)], decks=("9r", ""))
    was = {name: at.match.stat(at[name], "df") for name in ("a1", "a2", "b1")}
    at.run(cast_spell(at.match, "a1", hymn), target="a2")
    assert {name: at.match.stat(at[name], "df") - had for name, had in was.items()} == {
        "a1": 0,
        "a2": 1,
        "b1": 0,
    }


@pytest.mark.rule("M1-DMG-10", "M1R-AURA-02")
def test_an_aura_reaches_only_where_a_route_leads() -> None:
    box = [
        Piece(f"side-{n}", rectangle(*at), ("blocking", "impassable"))
        for n, at in enumerate(
            ((18, 8.5, 4, 0.25), (18, 11.25, 4, 0.25), (18, 8.5, 0.25, 3), (21.75, 8.5, 0.25, 3))
        )
    ]
    at = Scene([(MAN, 15.5, 10)], [(MAN, 20, 10)], table=ExactTable(box, {}, M1E.table))
    assert not at.match.in_circle(at["a1"], at["b1"], 6.0)
    open_ = Scene([(MAN, 15.5, 10)], [(MAN, 20, 10)], table=ExactTable(box[:2], {}, M1E.table))
    assert open_.match.in_circle(open_["a1"], open_["b1"], 6.0)


# Toward


BECKON = Spell(name="Beckon", cc=10, inches=12, pulls=5)


def beckoned(**readings) -> Scene:
    return Scene([(figure(spells=(BECKON,)), 10, 10)], [(MAN, 18, 10)], decks=("9r", ""), **readings)


@pytest.mark.rule("M1R-TOW-01", "M1R-PUSH-01")
def test_toward_is_straight_at_it_and_no_farther_than_touching() -> None:
    at = beckoned()
    at.run(cast_spell(at.match, "a1", BECKON), target="b1", destination=[[13.0, 10.0]])
    assert (at["b1"].x, at["b1"].y) == (13.0, 10.0)
    options = at.asked[-1].options
    assert not options.contains([14.0, 12.0])
    near = Scene([(figure(spells=(BECKON,)), 10, 10)], [(MAN, 13, 10)], decks=("9r", ""))
    touching = 10 + 2 * R30
    near.run(
        cast_spell(near.match, "a1", BECKON), target="b1", destination=[[round(touching + 0.0005, 3), 10.0]]
    )
    assert near.match.table.touching(near["a1"], near["b1"])
    assert not near.asked[-1].options.contains([10.5, 10.0])


@pytest.mark.rule("M1R-TOW-01")
def test_toward_by_the_other_reading_is_any_way_that_ends_nearer() -> None:
    at = beckoned(toward="nearer")
    at.run(cast_spell(at.match, "a1", BECKON), target="b1", destination=[[14.0, 12.0]])
    assert (at["b1"].x, at["b1"].y) == (14.0, 12.0)
    options = at.asked[-1].options
    assert not options.contains([20.0, 10.0])
    assert all(place[0] <= 18.01 for place in list(options.listed())[:20])


# Avatars


AVATAR = figure("avatar", station="Master", mm=50.0, wd=9, talents=["Use Soulstones"])
MASTER = Figure(slug="master", name="Master", faction="Guild", station="Master", wd=6, avatar="avatar")


def manifesting(*others: tuple[Figure, float, float], table=None, at=(10.0, 10.0)) -> Scene:
    scene = Scene([(MASTER, *at)], others, table=table).begin("a1")
    figures = {**scene.match.setup.figures, "avatar": AVATAR}
    scene.match.setup = replace(scene.match.setup, figures=figures)
    return scene


@pytest.mark.rule("M1R-AV-01")
def test_an_avatar_stands_over_its_master_and_shifts_models_back_just_enough() -> None:
    at = manifesting((MAN, 10 + 2 * R30, 10), (MAN, 14, 10))
    assert "manifest" in [offer.key for offer in menu(at.match, at["a1"])]
    at.run(manifest(at.match, "a1"))
    avatar = at["a1"]
    assert (avatar.card, avatar.mm, avatar.x, avatar.y) == ("avatar", 50.0, 10.0, 10.0)
    assert at.match.table.gap(avatar, at["b1"]) == pytest.approx(0.0, abs=0.002)
    assert at["b1"].y == 10.0
    assert [event.model for event in at.all_of(Moved)] == ["b1"]
    assert not can_manifest(at.match, avatar), "an Avatar has none"


@pytest.mark.rule("M1R-AV-01")
def test_beside_the_edge_an_avatar_is_moved_inward_as_little_as_its_base_needs() -> None:
    at = manifesting((MAN, 20, 20), at=(10.0, R30))
    at.run(manifest(at.match, "a1"))
    assert (at["a1"].x, at["a1"].y) == (10.0, pytest.approx(25 / 25.4))


@pytest.mark.rule("M1R-AV-02")
def test_who_cannot_be_shifted_back_stays_and_the_avatar_makes_way() -> None:
    """b1 stands before lava, b2 is shifted by the Avatar, which stands where both players say."""
    at = manifesting(
        (MAN, 10, 10 + 2 * R30), (MAN, 10 + R30 + 0.1, 10 - R30), table=ExactTable((), {}, M1E.table)
    )
    at.run(manifest(at.match, "a1"))
    assert len(at.all_of(Moved)) == 2
    lava = Piece("lava", rectangle(11.3, 8, 2, 4), ("hazardous",), hazard="lava")
    at = manifesting((MAN, 10 + 1.25, 10), (MAN, 10 - 2 * R30, 10), table=ExactTable((lava,), {}, M1E.table))
    at.run(manifest(at.match, "a1"), spot=[[9.66, 10.0]], use="yes")
    assert at.kinds() == ["spot", "use"]
    assert [ask.seat for ask in at.asked] == [0, 1]
    assert not at.asked[0].options.contains([10.0, 10.0]), "over b1, who stays"
    assert (at["a1"].card, at["a1"].x, at["b1"].x) == ("avatar", 9.66, 10 + 1.25)
    assert [event.model for event in at.all_of(Moved)] == ["b2"]
    assert at["b2"].x < 10 - 2 * R30


@pytest.mark.rule("M1R-AV-02", "M1R-AV-03")
def test_an_avatar_has_no_room_in_a_corridor_and_stands_beside_a_wall_where_both_agree() -> None:
    low, high = (
        Piece(name, rectangle(4, y, 12, 0.5), ("impassable",)) for name, y in (("low", 8.9), ("high", 10.6))
    )
    corridor = manifesting(table=ExactTable((low, high), {}, M1E.table))
    assert not can_manifest(corridor.match, corridor["a1"]), "1.2 inches wide, and its base is 50 mm"
    beside = manifesting(table=ExactTable((low,), {}, M1E.table))
    assert can_manifest(beside.match, beside["a1"])
    beside.run(manifest(beside.match, "a1"), spot=[[10.0, 10.4]], use="yes")
    assert (beside["a1"].card, beside["a1"].y) == ("avatar", 10.4)
    assert [ask.seat for ask in beside.asked] == [0, 1]
    places = beside.asked[0].options
    assert not places.contains([10.0, 10.3]), "in the wall"
    assert not places.contains([10.0, 11.1]), "beside its Master"
    assert not places.contains([10.0, 7.8]), "through the wall"


@pytest.mark.rule("M1R-AV-03")
def test_without_room_it_is_not_possible_and_costs_nothing() -> None:
    lava = Piece("lava", rectangle(11.3, 8, 2, 4), ("hazardous",), hazard="lava")
    at = manifesting((MAN, 10 + 1.25, 10), table=ExactTable((lava,), {}, M1E.table))
    at.run(manifest(at.match, "a1"), spot=[[9.66, 10.0]], use="no")
    assert at["a1"].card == "master"
    assert at["a1"].acts == -at.match.rules.price("manifest"), "the AP spent on it is given back"
    pit = [
        Piece(f"rock-{n}", rectangle(*box), ("impassable",))
        for n, box in enumerate(((6, 6, 8, 3.0), (6, 11.2, 8, 3), (6, 6, 3.0, 8), (11.7, 6, 3, 8)))
    ]
    walled = manifesting((MAN, 10 + 1.05, 10), table=ExactTable(pit, {}, M1E.table))
    assert not can_manifest(walled.match, walled["a1"])
    assert "manifest" not in [offer.key for offer in menu(walled.match, walled["a1"])]


# Terrain set up in turns


STOCK = (
    Piece("wood", rectangle(0, 0, 5, 5), ("dense", "severe")),
    Piece("wall", rectangle(0, 0, 4, 0.5), ("blocking",), 2),
    Piece("well", RoundFootprint(0, 0, 50), ("impassable",)),
    Piece("hut", rectangle(0, 0, 4, 4), ("blocking", "impassable"), 4),
)


def laying() -> PlayM1:
    return PlayM1(replace(encounter_of("a prompt"), stock=STOCK, first=0), KeyDealer(digest("terrain")))


@pytest.mark.rule("M1-ENC-04")
def test_terrain_is_set_up_in_turns_until_one_stops_and_the_other_adds_one() -> None:
    play = laying()
    assert (play.asks[0].kind, play.asks[0].seat) == ("terrain", 0)
    play.answer(0, "wood")
    play.answer(0, [10.0, 18.0])
    assert play.asks[0].seat == 1
    play.answer(1, "stop")
    assert [choice.key for choice in play.asks[0].options.choices] == ["wall", "well", "hut"]
    play.answer(0, "hut")
    with pytest.raises(Refusal, match="Another piece"):
        play.answer(0, [11.0, 18.0])
    with pytest.raises(Refusal, match="wholly on the table"):
        play.answer(0, [1.0, 18.0])
    play.answer(0, [20.0, 18.0])
    assert play.asks[0].kind == "zone"
    placed = [event.piece.name for event in play.events if isinstance(event, TerrainPlaced)]
    assert placed == ["wood", "hut"]
    assert [piece.name for piece in standing_terrain(play.state, ())] == placed
    assert isinstance(play.table, ExactTable)
    assert [piece.name for piece in play.table.standing(play.state)] == placed
    assert "dense" not in play.table.standing(play.state)[0].traits, "a wood obscures here"


@pytest.mark.rule("M1-ENC-04")
def test_an_encounter_on_terrain_that_was_set_up_replays() -> None:
    play, bots = laying(), players("terrain", 2)
    while not play.over and len(play.decisions) < 60:
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    again = follow(laying(), load(dump(play.decisions)))
    assert (again.state, again.hash) == (play.state, play.hash)
    assert play.state.terrain_placed
    assert isinstance(play.match, Match)


@pytest.mark.rule("M1-MOVE-01", "M1-MOVE-03", "M1R-SPI-09", "M1-ENC-06")
def test_what_the_table_refuses_is_refused_by_a_row_of_the_edition() -> None:
    """Wherever a place is asked for in two turns among terrain: off the table, too far, on a base."""
    setup = replace(encounter_of("refused", ground()), turns=2)
    play, bots = PlayM1(setup, KeyDealer(digest("refused"))), players("refused", 2)
    said: dict[str, set[str]] = {}
    while not play.over and len(play.decisions) < 400:
        ask = play.asks[0]
        bases = [[round(model.x, 3), round(model.y, 3)] for model in play.state.on_table()]
        for place in ([-1.0, 3.0], [35.9, 0.1], [18.0, 18.0], *bases) if hasattr(ask.options, "end") else ():
            if not ask.options.contains(place):
                with pytest.raises(Refusal) as refused:
                    play.answer(ask.seat, place, ask.kind)
                said.setdefault(refused.value.sentence, set()).add(refused.value.rule)
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    assert not [sentence for sentence in said if re.search(r"\b[ab]\d", sentence)], "by names, not by ids"
    rows = set().union(*said.values())
    assert {row for row in rows if not row.startswith(("M1-", "M1R-"))} == set(), said
    assert {"M1-MOVE-01", "M1R-SPI-09"} <= rows
