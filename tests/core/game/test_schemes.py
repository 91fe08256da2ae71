"""The thirteen Schemes (M3E-SCHEME): revealed, paid, ended."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.core.game.abilities import words as w
from rules.core.game.abilities.words import Ability
from rules.core.game.actions.general.interact import offered
from rules.core.game.effects.damage import damage
from rules.core.game.effects.hit import Hit
from rules.core.game.effects.kill import kill
from rules.core.game.events.models import Inherited
from rules.core.game.events.turns import SchemeRevealed
from rules.core.game.exact_table import ExactTable
from rules.core.game.hooks import Happening
from rules.core.game.ruleset import Policies
from rules.core.game.schemes.plain import killed_by_its_own
from rules.core.game.scoring import SCHEMES
from rules.core.game.scoring.score import reveal_at_turn_end, score_game_end
from rules.core.game.statcards import Action
from rules.core.game.state import Scheme, Score
from rules.core.game.timing import happen
from rules.core.game.turn.end import step_c_game_end
from rules.core.table.shapes import rectangle
from rules.core.table.terrain import crates, water
from tests.core.game.scene import A, Scene

NEXT = 1.181
SMALL = (Ability(name="Insignificant", parts=(w.Insignificant(),)),)
HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=(1, 2, 4)),))


def table(ruleset, *schemes, deployment="Standard", revealed=False, secret=None, turn=2, **policies):
    """A in the south holds the Schemes; B in the north has none."""
    held = tuple(Scheme(name=name, secret=secret or {}, revealed=revealed) for name in schemes)
    scene = Scene(ruleset, **policies).crew("A", zone="south", schemes=held).crew("B", zone="north")
    return scene.state(
        strategy="None", deployment=deployment, turn=turn, pool=schemes, phase="end", active=None
    )


def signs(scene, *places, seat=0, kind="scheme"):
    for place in places:
        scene.marker(f"{kind[0]}{len(scene.markers)}", kind, place, seat=seat)
    return scene


def may(scene, end=False):
    """Whether A's first Scheme could be revealed (or ended) now."""
    scheme = scene.seat("A").schemes[0]
    rules = SCHEMES[scheme.name]
    if end:
        return rules.may_end(scene.g, 0, scheme.secret, scheme.revealed)
    return rules.may_reveal(scene.g, 0, scheme.secret)


def reveals(scene, name, *answers):
    """A reveals it at the end of the Turn; how many markers are left."""
    before = scene.g.state.vp(0)
    scene.run(lambda g: reveal_at_turn_end(g, 0), A.schemes([name]), *answers)
    assert scene.g.state.vp(0) == before + 1
    assert scene.seat("A").schemes[0].revealed
    return len(scene.g.state.markers)


def ends(scene, *answers):
    """The game ends; how many VP A gained, and the markers left."""
    before = scene.g.state.vp(0)
    scene.state(turn=5)
    scene.run(score_game_end, *answers)
    return scene.g.state.vp(0) - before, len(scene.g.state.markers)


# What all have in common


@pytest.mark.rule("M3E-SCHEME-01", "M3E-SCHEME-02", "M3E-TURN-22")
def test_one_vp_a_turn_so_a_reveal_in_the_last_turn_bars_the_end(ruleset):
    def leader_hurt(turn, scores=()):
        scene = table(ruleset, "Assassinate", turn=turn).state(scores=scores)
        return scene.model("a1").model("b1", leader=True, health=1, at=(30, 30))

    last = leader_hurt(5)
    reveals(last, "Assassinate")
    last.run(lambda g: kill(g, "b1", instant=True))
    last.run(score_game_end)
    assert last.g.state.vp(0) == 1
    earlier = leader_hurt(5, (Score(4, 0, "Assassinate", "reveal"),))
    earlier.run(lambda g: kill(g, "b1", instant=True))
    earlier.run(score_game_end)
    assert earlier.g.state.vp(0) == 2
    unrevealed = leader_hurt(5)
    unrevealed.run(lambda g: kill(g, "b1", instant=True))
    unrevealed.run(score_game_end)
    assert unrevealed.g.state.scores == (Score(5, 0, "Assassinate", "end"),)


@pytest.mark.rule("M3E-SCHEME-19", "M3E-SCHEME-02")
def test_nothing_is_revealed_in_turn_one(ruleset):
    scene = table(ruleset, "Assassinate", turn=1).model("a1").model("b1", leader=True, health=1, at=(30, 30))
    scene.run(lambda g: reveal_at_turn_end(g, 0))
    assert not scene.events(SchemeRevealed)
    assert Policies().reveal_without_vp is False


@pytest.mark.rule("M3E-SCHEME-19", "M3E-TURN-21")
def test_revealed_for_nothing_where_that_is_allowed(ruleset):
    scene = table(ruleset, "Assassinate", turn=1, reveal_without_vp=True).model("a1")
    scene.model("b1", leader=True, health=1, at=(30, 30))
    scene.run(lambda g: reveal_at_turn_end(g, 0), A.schemes(["Assassinate"]))
    assert scene.seat("A").schemes[0].revealed
    assert scene.g.state.vp(0) == 0
    digging = grave(ruleset, (18, 20), turn=1, reveal_without_vp=True)
    digging.run(lambda g: kill(g, "b1", by="a1", instant=True), A.schemes(["Dig Their Graves"]))
    assert (digging.g.state.vp(0), len(digging.g.state.markers)) == (0, 0)


@pytest.mark.rule("M3E-SCHEME-01", "M3E-TURN-20")
def test_a_player_with_a_hidden_scheme_is_asked_whether_it_can_be_revealed_or_not(ruleset):
    """The question itself tells the opponent nothing."""
    scene = table(ruleset, "Assassinate").model("a1").model("b1", leader=True, at=(30, 30))
    scene.run(lambda g: reveal_at_turn_end(g, 0), A.schemes("none"))
    assert not scene.events(SchemeRevealed)
    ready = table(ruleset, "Assassinate").model("a1").model("b1", leader=True, health=1, at=(30, 30))
    ready.run(lambda g: reveal_at_turn_end(g, 0), A.schemes([]))
    assert not ready.events(SchemeRevealed)


@pytest.mark.rule("M3E-TURN-22")
def test_whose_two_schemes_want_the_same_markers_says_which_scores_first(ruleset):
    def both(first, *answers):
        scene = table(ruleset, "Breakthrough", "Detonate Charges").model("a1", at=(3, 3))
        signs(scene, (18, 32), (20, 32), (22, 32)).model("b1", at=(20, 33))
        return ends(scene, A.order(first), *answers)

    assert both("Breakthrough") == (1, 0)
    assert both("Detonate Charges", A.marker("s0"), A.marker("s1")) == (1, 1)


@pytest.mark.rule("M3E-STRAT-02", "M3E-SCHEME-18")
def test_insignificant_models_cannot_be_written_down(ruleset):
    scene = (
        table(ruleset, "Take Prisoner").model("a1", cost=3).model("a2", cost=2, abilities=SMALL, at=(9, 9))
    )
    scene.model("b1", station="Minion", cost=5, at=(20, 20))
    scene.model("b2", station="Minion", cost=6, abilities=SMALL, at=(30, 20))

    def keys(name):
        return [choice.key for choice in SCHEMES[name].secrets(scene.g, 0)]

    assert keys("Take Prisoner") == ["model=b1"]
    assert keys("Claim Jump") == ["model=a1"]
    assert keys("Vendetta") == ["friend=a1 enemy=b1"]


# 1 to 5: markers


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
    scene.ground = ExactTable((
        crates("north", rectangle(10, 24, 2, 2), 2), water("pond", rectangle(20, 24, 4, 4)),
        crates("third", rectangle(28, 24, 2, 2), 1), crates("home", rectangle(10, 6, 2, 2), 2),
    ))  # fmt: skip
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


def grave(
    ruleset, *places, hidden=True, pool=("Dig Their Graves",), turn=2, reveal_without_vp=False, **enemy
):
    held = ("Dig Their Graves",) if hidden else ("Outflank",)
    scene = table(ruleset, *held, turn=turn, reveal_without_vp=reveal_without_vp)
    scene.state(pool=(*pool, "Outflank")).model("a1", at=(3, 3)).model("b1", at=(18, 18), **enemy)
    return signs(scene.model("b2", at=(30, 30)), *places)


@pytest.mark.rule("M3E-SCHEME-07", "M3E-KILL-04")
def test_dig_their_graves_upon_a_kill(ruleset):
    near, far = (18, 20.18), (18, 20.2)
    scene = grave(ruleset, near, (16.5, 18))
    scene.run(lambda g: kill(g, "b1", by="a1", instant=True), A.schemes(["Dig Their Graves"]), A.marker("s0"))
    assert (scene.g.state.vp(0), sorted(scene.g.state.markers)) == (1, ["s1"])
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
    assert Policies().dig_markers == "any"


@pytest.mark.rule("M3E-SCHEME-07")
def test_each_grave_serves_one_marker(ruleset):
    scene = signs(table(ruleset, "Dig Their Graves").model("a1"), (5, 5), (6.5, 5), (8, 5))
    signs(scene, (5.5, 6.3), (7.5, 6.3), kind="scrap", seat=None)
    assert not may(scene, end=True)
    signs(scene, (8.5, 6.3), kind="corpse", seat=None)
    third = signs(table(ruleset, "Dig Their Graves").model("a1"), (5, 5), (6.5, 5), (8, 5))
    signs(third, (5.5, 6.3), (7.5, 6.3), kind="scrap", seat=None)
    assert may(signs(third, (8.5, 6.3), kind="corpse", seat=None), end=True)


# 6, 7, 9: who stands where


def holding(ruleset, *costs, own=(4, 4), apart=10.0):
    scene = table(ruleset, "Hold Up Their Forces")
    for number, cost in enumerate(own, 1):
        scene.model(f"a{number}", at=(5, apart * number), cost=cost, actions=(HIT,))
    for number, cost in enumerate(costs, 1):
        scene.model(f"b{number}", at=(5 + NEXT + 0.9, apart * number), cost=cost)
    return scene


@pytest.mark.rule("M3E-SCHEME-09")
def test_hold_up_their_forces(ruleset):
    scene = holding(ruleset, 5, 6)
    assert may(scene, end=True)
    assert reveals(scene, "Hold Up Their Forces") == 0
    assert not may(holding(ruleset, 5, 4))  # no higher Cost
    assert not may(holding(ruleset, 5))
    assert not may(holding(ruleset, 9, 9, own=(4,)))
    # Two on one enemy are one held up.
    crowd = holding(ruleset, 9, own=(4, 4), apart=0.6)
    assert not may(crowd)
    assert ends(holding(ruleset, 5, 6)) == (1, 0)
    leader = holding(ruleset, 16, 16, own=(15, 15))  # the card's Cost, whatever hiring a Leader costs
    assert may(leader)


def prison(ruleset, *, at=(18, 18), guard=(18, 19.5), other=(30, 30), revealed=False, **more):
    scene = table(ruleset, "Take Prisoner", secret={"model": "b1"}, revealed=revealed)
    scene.model("a1", at=guard, actions=(HIT,)).model("b2", at=other, **more)
    return scene.model("b1", at=at, station="Minion")


@pytest.mark.rule("M3E-SCHEME-10")
def test_take_prisoner(ruleset):
    assert reveals(prison(ruleset), "Take Prisoner") == 0
    assert not may(prison(ruleset, guard=(18, 21)))
    assert not may(prison(ruleset, other=(18, 12.82)))
    assert may(prison(ruleset, other=(18, 12.81)))
    assert may(prison(ruleset, other=(18, 15), abilities=SMALL))
    assert may(prison(ruleset, other=(18, 15)), end=True)
    stations = table(ruleset, "Take Prisoner").model("a1", station="Minion")
    for number, station in enumerate(("Master", "Henchman", "Enforcer", "Minion"), 1):
        stations.model(f"b{number}", station=station, at=(3 * number, 20))
    keys = [choice.key for choice in SCHEMES["Take Prisoner"].secrets(stations.g, 0)]
    assert keys == ["model=b3", "model=b4"]


@pytest.mark.rule("M3E-SCHEME-10")
@pytest.mark.parametrize(
    ("revealed", "by", "gained"), [(True, "b2", 1), (False, "b2", 0), (True, "a1", 0), (True, "", 0)]
)
def test_a_prisoner_killed_by_its_own_side_after_the_reveal(ruleset, revealed, by, gained):
    scene = prison(ruleset, guard=(3, 3), revealed=revealed)
    scene.run(lambda g: kill(g, "b1", by=by, instant=True))
    assert killed_by_its_own(scene.g, scene["b1"]) == (by == "b2")
    assert ends(scene)[0] == gained


def flanks(ruleset, *places, deployment="Standard", **policies):
    scene = table(ruleset, "Outflank", deployment=deployment, **policies).model("b1", at=(18, 33))
    for number, (place, seat) in enumerate(places, 1):
        scene.model(f"{'ab'[seat]}{number + 1}", at=place)
    return scene


@pytest.mark.rule("M3E-SCHEME-12")
def test_outflank(ruleset):
    west, east = ((3.5, 18), 0), ((33, 19.5), 0)
    assert reveals(flanks(ruleset, west, east), "Outflank") == 0
    assert not may(flanks(ruleset, west, ((3.0, 20), 0)))  # the same end
    assert not may(flanks(ruleset, ((3.6, 18), 0), east))  # too far
    corner = flanks(ruleset, ((2, 34), 0), ((34, 2), 0), deployment="Corner")
    assert may(corner)
    assert may(corner, end=True)
    assert not may(flanks(ruleset, west, east, deployment="Flank"))
    small = table(ruleset, "Outflank").model("a1", at=(3, 18)).model("a2", at=(33, 18), abilities=SMALL)
    assert not may(small)


@pytest.mark.rule("M3E-SCHEME-13")
@pytest.mark.parametrize(("policy", "possible"), [("own", False), ("any", True)])
def test_whose_models_outflank(ruleset, policy, possible):
    assert may(flanks(ruleset, ((3, 18), 0), ((33, 18), 1), outflank_models=policy)) == possible
    assert Policies().outflank_models == "own"


# 8: corners


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


# 10, 11, 12: one model


@pytest.mark.rule("M3E-SCHEME-14", "M3E-SCHEME-20", "M3E-MATH-02")
def test_assassinate(ruleset):
    def target(health, where="table"):
        scene = table(ruleset, "Assassinate").model("a1").model("b2", at=(9, 9), health=1)
        return scene.model("b1", leader=True, at=(30, 30), where=where, health=health)

    assert reveals(target(4), "Assassinate") == 0
    assert not may(target(5))
    assert may(target(4, where="buried"))
    assert not may(target(4, where="gone"))
    assert may(target(4, where="gone"), end=True)
    assert not may(target(1), end=True)


@pytest.mark.rule("M3E-MATH-02", "M3E-SCHEME-14")
@pytest.mark.parametrize(("policy", "possible"), [("up", True), ("exact", False)])
def test_half_of_seven(ruleset, policy, possible):
    scene = table(ruleset, "Assassinate", half_rounds=policy).model("a1")
    scene.model("b1", leader=True, health=4, at=(30, 30))
    scene.models["b1"] = replace(scene.models["b1"], most=7)
    assert may(scene) == possible


@pytest.mark.rule("M3E-SCHEME-14", "M3E-BURY-06")
@pytest.mark.parametrize(
    ("policy", "gained"), [("kill_then_score", 1), ("score_then_kill", 0)]
)  # fmt: skip
def test_a_leader_buried_at_the_end(ruleset, policy, gained):
    scene = table(ruleset, "Assassinate", turn=5, buried_at_end=policy).model("a1")
    scene.model("b1", leader=True, where="buried")
    scene.run(step_c_game_end)
    assert scene.g.state.vp(0) == gained


def courier(ruleset, *, near=1.0, turn=2, activating="a1", revealed=False, third=(30, 30), **target):
    scene = table(ruleset, "Deliver a Message", secret={"model": "b1"}, turn=turn, revealed=revealed)
    scene.state(phase="activation", active=0, activating=activating)
    scene.model("a1", at=(18, 18), abilities=target.pop("abilities", ()))
    scene.model("b1", at=(18, 18 + NEXT + near), leader=True, actions=(HIT,), **target)
    return scene.model("b2", at=third, actions=(HIT,))


def offers(scene, name="a1"):
    return [found.key for found in offered(scene.g, scene[name])]


@pytest.mark.rule("M3E-SCHEME-15", "M3E-ACT-07")
def test_deliver_a_message(ruleset):
    scene = courier(ruleset)
    scene.act("a1", "Interact", A.interact("deliver"))  # nothing else: it is engaged by the Leader
    assert (scene.g.state.vp(0), scene.seat("A").schemes[0].revealed) == (1, True)
    assert offers(courier(ruleset, near=1.02)) in ([], ["drop"])
    assert offers(courier(ruleset, third=(18, 16))) == []  # somebody else engages it
    assert "deliver" not in offers(courier(ruleset, turn=1))
    assert "deliver" not in offers(courier(ruleset, activating="a2"))
    assert "deliver" not in offers(courier(ruleset, revealed=True))
    assert "deliver" not in offers(courier(ruleset, abilities=SMALL))
    keys = [choice.key for choice in SCHEMES["Deliver a Message"].secrets(scene.g, 0)]
    assert keys == ["model=b1"]
    masters = table(ruleset, "Deliver a Message").model("a1").model("b1", station="Master").model("b2")
    assert [c.key for c in SCHEMES["Deliver a Message"].secrets(masters.g, 0)] == ["model=b1"]


@pytest.mark.rule("M3E-SCHEME-15")
def test_a_message_at_the_end(ruleset):
    assert may(signs(courier(ruleset), (18, 18 + 2 * NEXT + 1 + 2)), end=True)
    assert not may(signs(courier(ruleset), (18, 18 + 2 * NEXT + 1 + 2.1)), end=True)
    assert not may(signs(courier(ruleset), (18, 20.5), seat=1), end=True)
    for revealed, by, possible in ((True, "b2", True), (False, "b2", False), (True, "a1", False)):
        scene = signs(courier(ruleset, revealed=revealed), (18, 20.5))
        scene.run(lambda g, by=by: kill(g, "b1", by=by, instant=True))
        assert may(scene, end=True) == possible


def claim(ruleset, *, at=(18, 20.59), enemy=(18, 24.78), health=8, **more):
    scene = table(ruleset, "Claim Jump", secret={"model": "a2"}).model("a1", leader=True, at=(3, 3))
    return scene.model("a2", at=at, health=health).model("b1", at=enemy, **more)


@pytest.mark.rule("M3E-SCHEME-16")
def test_claim_jump(ruleset):
    assert reveals(claim(ruleset), "Claim Jump") == 0
    assert not may(claim(ruleset, at=(18, 20.6)))
    assert not may(claim(ruleset, enemy=(18, 24.76)))
    assert may(claim(ruleset, enemy=(18, 23), abilities=SMALL))
    assert may(claim(ruleset, enemy=(18, 23), health=4), end=True)
    assert not may(claim(ruleset, enemy=(18, 23), health=3), end=True)
    assert not may(claim(ruleset, at=(18, 21)), end=True)
    keys = [choice.key for choice in SCHEMES["Claim Jump"].secrets(claim(ruleset).g, 0)]
    assert keys == ["model=a2"]


# 13


def feud(ruleset, *, hidden=True, health=6, activating="a1", turn=2, secret=None, **policies):
    name = "Vendetta" if hidden else "Outflank"
    wanted = {"friend": "a1", "enemy": "b1"} if secret is None else secret
    scene = table(ruleset, name, secret=wanted, turn=turn, **policies)
    scene.state(pool=("Vendetta", "Outflank"), phase="activation", active=0, activating=activating)
    scene.model("a1", at=(18, 18), cost=4).model("a2", at=(20, 18), cost=4)
    return scene.model("b1", at=(18, 20), cost=6, health=health).model("b2", at=(25, 20), cost=6)


def hurt(scene, by="a1", target="b1", amount=2):
    scene.run(lambda g: damage(g, Hit(target, amount, by=by)))


def activation_over(scene, *answers, name="a1"):
    scene.run(lambda g: happen(g, Happening("activation_ends", model=g.model(name))), *answers)
    return scene.g.state.vp(0)


@pytest.mark.rule("M3E-SCHEME-17")
def test_vendetta_at_the_end_of_the_friends_activation(ruleset):
    scene = feud(ruleset)
    hurt(scene)
    assert activation_over(scene, A.schemes(["Vendetta"])) == 1
    above_half = feud(ruleset, health=7)
    hurt(above_half)
    assert activation_over(above_half) == 0
    nothing_dealt = feud(ruleset, health=2)
    assert activation_over(nothing_dealt) == 0
    dead = feud(ruleset, health=2)
    hurt(dead)
    assert activation_over(dead) == 0
    first_turn = feud(ruleset, turn=1)
    hurt(first_turn)
    assert activation_over(first_turn) == 0
    # Whoever might have it is asked.
    bluff = feud(ruleset, hidden=False, secret={})
    hurt(bluff)
    assert activation_over(bluff, A.schemes("none")) == 0
    another = feud(ruleset, secret={"friend": "a1", "enemy": "b2"})
    hurt(another)
    assert activation_over(another, A.schemes("none")) == 0


@pytest.mark.rule("M3E-SCHEME-18")
@pytest.mark.parametrize(("policy", "gained"), [("this_activation", 0), ("ever", 1)])
def test_damage_dealt_earlier(ruleset, policy, gained):
    answers = [A.schemes(["Vendetta"])] if gained else []
    scene = feud(ruleset, activating="a2", vendetta_damage=policy)
    hurt(scene)
    assert activation_over(scene, *answers) == gained
    assert Policies().vendetta_damage == "this_activation"


@pytest.mark.rule("M3E-SCHEME-17")
def test_vendetta_at_the_end_and_who_may_be_written_down(ruleset):
    scene = feud(ruleset)
    assert not may(scene, end=True)
    scene.run(lambda g: kill(g, "b1", instant=True))
    assert may(scene, end=True)
    scene.run(lambda g: kill(g, "a1", instant=True))
    assert not may(scene, end=True)
    choices = table(ruleset, "Vendetta").model("a1", cost=5, leader=True).model("a2", cost=3, totem_for="a1")
    choices.model("a3", cost=6).model("b1", cost=15, leader=True).model("b2", cost=6).model("b3", cost=5)
    keys = [choice.key for choice in SCHEMES["Vendetta"].secrets(choices.g, 0)]
    assert keys == ["friend=a1 enemy=b2"]


@pytest.mark.rule("M3E-SCHEME-20", "M3E-REPL-04")
def test_what_was_written_down_passes_to_who_replaces_it(ruleset):
    scene = claim(ruleset)
    scene.model("a3", at=(18, 18))

    def pass_on(g):
        g.emit(Inherited("a2", "a3"))
        yield from ()

    scene.run(pass_on)
    assert scene.seat("A").schemes[0].secret == {"model": "a3"}


@pytest.mark.rule("M3E-REPL-04", "M3E-SCHEME-17")
def test_a_vendetta_goes_on_with_who_replaces_the_friend(ruleset):
    scene = feud(ruleset).model("a3", at=(3, 3), cost=4)
    hurt(scene)

    def pass_on(g):
        g.emit(Inherited("a1", "a3"))
        yield from ()

    scene.run(pass_on)
    assert activation_over(scene, A.schemes(["Vendetta"]), name="a3") == 1


@pytest.mark.rule("M3E-SUMM-04", "M3E-SCHEME-02")
def test_a_model_summoned_this_turn_serves_no_scheme_of_its_own_side(ruleset):
    scene = claim(ruleset, enemy=(18, 23))
    scene.models["b1"] = replace(scene.models["b1"], summoned=2)
    assert not may(scene)  # the enemy's still see it
    own = flanks(ruleset, ((3, 18), 0), ((33, 18), 0))
    own.models["a2"] = replace(own.models["a2"], summoned=2)
    assert not may(own)


@pytest.mark.rule("M3E-SCHEME-02")
def test_the_thirteen_and_when_they_are_revealed():
    by_number = {found.number: (found.name, found.moment) for found in SCHEMES.values()}
    assert sorted(by_number) == list(range(1, 14))
    other = {5: "killed", 11: "interact", 13: "activation_ends"}
    assert {n: moment for n, (_, moment) in by_number.items() if moment != "turn_ends"} == other


def test_the_opponents_voice_is_never_asked_for_anothers_scheme(ruleset):
    scene = table(ruleset, "Assassinate").model("a1").model("b1", leader=True, health=1, at=(30, 30))
    scene.run(lambda g: reveal_at_turn_end(g, 1))
    assert not scene.asked
