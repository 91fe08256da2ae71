"""Schemes 1 to 5 and 8, which want markers (M3E-SCHEME-03 to -08, -11)."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.effects.damage import kill
from rules.editions.m3e.play.scoring.score import reveal_at_turn_end
from rules.editions.m3e.ruleset import RulesetPolicies
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import crates, water
from tests.rules.editions.m3e.play.schemes.making import SMALL, ends, grave, may, reveals, signs, table
from tests.rules.editions.m3e.scene import A


def charges(ruleset, *places, **enemy):
    scene = signs(table(ruleset, "Detonate Charges").model("a1", at=(3, 3)), *places)
    return scene.model("b1", at=(18, 18), **enemy)


@pytest.mark.rule("M3E-SCHEME-03")
def test_detonate_charges(ruleset):
    near, near_too, touching, far = (18, 21.18), (14.82, 18), (18, 16.819), (18, 21.19)
    scene = charges(ruleset, near, near_too, touching)
    assert reveals(scene, "Detonate Charges", A.marker("s1"), A.marker("s2")) == 1
    assert not may(charges(ruleset, near, far))
    assert not may(charges(ruleset, near, near_too, abilities=SMALL))
    split = charges(ruleset, near, (30, 30)).model("b2", at=(30, 31.5))
    assert not may(split)
    foreign = signs(charges(ruleset, near), near_too, seat=1)
    assert not may(foreign)
    assert ends(charges(ruleset, near, near_too)) == (1, 0)
    assert ends(charges(ruleset, near, far)) == (0, 2)
    # Only markers that go together are offered.
    two = charges(ruleset, near, near_too, (30, 29), (30, 32)).model("b2", at=(30, 30.5))
    two.run(lambda g: reveal_at_turn_end(g, 0), A.schemes(["Detonate Charges"]), A.marker("s2"))
    assert sorted(two.g.state.markers) == ["s0", "s1"]


@pytest.mark.rule("M3E-SCHEME-04")
def test_breakthrough(ruleset):
    def through(model=(18, 32), enemy=(30, 10), *more, **kwargs):
        scene = table(ruleset, "Breakthrough").model("a1", at=model, **kwargs)
        return signs(scene, (5, 33), *more).model("b1", at=enemy)

    assert reveals(through(), "Breakthrough") == 0
    assert may(through(model=(18, 27.5)))  # any part of the base is in the zone
    assert not may(through(model=(18, 27.4)))
    assert not may(through(enemy=(18, 32 - 4.18)))  # within 3"
    assert may(through(enemy=(18, 32 - 4.19)))
    assert not may(through(abilities=SMALL))
    assert not may(signs(table(ruleset, "Breakthrough").model("a1", at=(18, 32)), (5, 10)))
    assert ends(
        through((3, 3), (30, 10), (3, 32), (8, 33), (30, 33), (33, 33)),
        A.marker("s1"),
        A.marker("s0"),
        A.marker("s2"),
    ) == (1, 2)
    assert ends(through((3, 3), (30, 10), (3, 32))) == (0, 2)


@pytest.mark.rule("M3E-SCHEME-04", "M3E-STRAT-13")
@pytest.mark.parametrize(("policy", "least"), [("any_part", 27.42), ("centre", 28.0), ("wholly", 28.6)])
def test_what_in_a_zone_means(ruleset, policy, least):
    for y, inside in ((least + 0.03, True), (least - 0.05, False)):
        scene = signs(table(ruleset, "Breakthrough", on_a_half=policy).model("a1", at=(18, y)), (5, 33))
        assert may(scene) == inside


@pytest.mark.rule("M3E-SCHEME-05", "M3E-SETUP-12", "M3E-SETUP-13")
@pytest.mark.parametrize("deployment", ["Standard", "Corner", "Flank", "Wedge"])
def test_harness_the_ley_line(ruleset, deployment):
    straight = deployment in ("Standard", "Wedge")
    line = [(x, 18.5 if straight else 36.4 - x) for x in (5, 15, 25)]
    scene = signs(table(ruleset, "Harness the Ley Line", deployment=deployment).model("a1"), *line)
    assert may(scene)
    assert may(scene, end=True)
    assert reveals(scene, "Harness the Ley Line") == 0
    off = [*line[:2], (25, 18.6 if straight else 11.9)]
    beside = signs(table(ruleset, "Harness the Ley Line", deployment=deployment).model("a1"), *off)
    assert not may(beside)
    assert ends(signs(table(ruleset, "Harness the Ley Line", deployment=deployment), *line)) == (1, 0)


def ruins(ruleset, *places, **policies):
    scene = signs(table(ruleset, "Search the Ruins", **policies).model("a1", at=(3, 3)), *places)
    scene.table = ExactTable(
        (
            crates("north", rectangle(10, 24, 2, 2), 2),
            water("pond", rectangle(20, 24, 4, 4)),
            crates("third", rectangle(28, 24, 2, 2), 1),
            crates("home", rectangle(10, 6, 2, 2), 2),
        )
    )
    return scene


@pytest.mark.rule("M3E-SCHEME-06")
def test_search_the_ruins(ruleset):
    north, north_too, pond, third, home = (11, 26.59), (9.41, 25), (22, 26), (29, 26.59), (11, 8.59)
    assert reveals(ruins(ruleset, north, pond), "Search the Ruins") == 0
    assert not may(ruins(ruleset, north, north_too))  # one piece for two
    assert not may(ruins(ruleset, north, home))  # the own half
    assert not may(ruins(ruleset, north, (22, 28.7)))  # not touching
    assert not may(ruins(ruleset, north, pond), end=True)
    assert ends(ruins(ruleset, north, pond, third)) == (1, 0)
    # The last chosen must go with the others: with one of the pair gone, the other no longer helps.
    scene = ruins(ruleset, north, north_too, pond)
    scene.run(lambda g: reveal_at_turn_end(g, 0), A.schemes(["Search the Ruins"]), A.marker("s0"))
    assert sorted(scene.g.state.markers) == ["s1"]


@pytest.mark.rule("M3E-SCHEME-06", "M3E-MARK-01")
def test_a_marker_with_traits_is_a_ruin_too(ruleset):
    scene = signs(table(ruleset, "Search the Ruins").model("a1"), (10, 26), (20, 26))
    scene.marker("w1", "pyre", (10, 27), traits=("hazardous",)).marker(
        "w2", "pillar", (20, 27), traits=("blocking",)
    )
    assert may(scene)
    plain = signs(table(ruleset, "Search the Ruins").model("a1"), (10, 26), (20, 26))
    plain.marker("w1", "corpse", (10, 27)).marker("w2", "corpse", (20, 27))
    assert not may(plain)


@pytest.mark.rule("M3E-SCHEME-07", "M3E-KILL-04")
def test_dig_their_graves_upon_a_kill(ruleset):
    near, far = (18, 20.18), (18, 20.2)
    scene = grave(ruleset, near, (16.5, 18))
    scene.run(lambda g: kill(g, "b1", by="a1", instant=True), A.schemes(["Dig Their Graves"]), A.marker("s0"))
    assert (scene.g.state.vp(0), sorted(scene.g.state.markers)) == (1, ["s1"])
    assert not may(grave(ruleset, near)), "at no other time"
    grave(ruleset, far).run(lambda g: kill(g, "b1", by="a1", instant=True))
    grave(ruleset, near).run(lambda g: kill(g, "b1", by="b2", instant=True))  # their own kill
    grave(ruleset, near).run(lambda g: kill(g, "b1", instant=True))  # nobody's kill
    grave(ruleset, near, abilities=SMALL).run(lambda g: kill(g, "b1", by="a1", instant=True))
    grave(ruleset, near, turn=1).run(lambda g: kill(g, "b1", by="a1", instant=True))  # M3E-SCHEME-19


@pytest.mark.rule("M3E-SCHEME-07", "M3E-SETUP-18")
def test_whoever_might_have_the_scheme_is_asked_so_that_the_question_tells_nothing(ruleset):
    scene = grave(ruleset, (18, 20), hidden=False)
    scene.run(lambda g: kill(g, "b1", by="a1", instant=True), A.schemes("none"))
    assert [choice.key for choice in scene.asked[0].options.choices] == ["none"]
    out_of_pool = grave(ruleset, (18, 20), hidden=False, pool=())
    out_of_pool.run(lambda g: kill(g, "b1", by="a1", instant=True))


@pytest.mark.rule("M3E-SCHEME-07", "M3E-SCHEME-08")
@pytest.mark.parametrize(("policy", "gained"), [("any", (1, 3)), ("friendly", (0, 6))])
def test_dig_their_graves_at_the_end(ruleset, policy, gained):
    scene = signs(table(ruleset, "Dig Their Graves", dig_markers=policy).model("a1"), (5, 5), (10, 5))
    signs(signs(scene, (15, 5), seat=1), (5, 6.5), (10, 6.5), (15, 6.5), kind="corpse", seat=None)
    assert ends(scene) == gained
    assert RulesetPolicies().dig_markers == "any"


@pytest.mark.rule("M3E-SCHEME-07")
def test_each_grave_serves_one_marker(ruleset):
    scene = signs(table(ruleset, "Dig Their Graves").model("a1"), (5, 5), (6.5, 5), (8, 5))
    signs(scene, (5.5, 6.3), (7.5, 6.3), kind="scrap", seat=None)
    assert not may(scene, end=True)
    signs(scene, (8.5, 6.3), kind="corpse", seat=None)
    third = signs(table(ruleset, "Dig Their Graves").model("a1"), (5, 5), (6.5, 5), (8, 5))
    signs(third, (5.5, 6.3), (7.5, 6.3), kind="scrap", seat=None)
    assert may(signs(third, (8.5, 6.3), kind="corpse", seat=None), end=True)


@pytest.mark.rule("M3E-SCHEME-11", "M3E-SETUP-14")
def test_power_ritual(ruleset):
    def ritual(*places, deployment="Standard"):
        return signs(table(ruleset, "Power Ritual", deployment=deployment).model("a1"), *places)

    nw, ne, sw, se = (2, 34), (34, 34), (2, 2), (34, 2)
    assert reveals(ritual(nw, sw), "Power Ritual") == 1
    assert not may(ritual(sw, se))  # both in the own zone
    assert not may(ritual((2.6, 33.4)))
    assert ends(ritual(nw, ne, sw)) == (1, 0)
    assert ends(ritual(nw, sw, se)) == (0, 3)  # two own corners
    assert ends(ritual(nw, (1, 33.5), ne)) == (0, 3)  # two at one corner
    # In Corner the own zone holds one corner, and that one may be among the three.
    assert may(ritual(se, deployment="Corner"))
    assert not may(ritual(sw, deployment="Corner"))
    assert ends(ritual(sw, se, ne, deployment="Corner")) == (1, 0)
    assert ends(ritual(nw, se, ne, sw), A.marker("s0"), A.marker("s2"), A.marker("s1")) == (1, 1)
