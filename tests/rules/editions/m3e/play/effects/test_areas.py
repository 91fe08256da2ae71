"""Auras, blasts, pulses, shockwaves (M3E-AREA)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.actions.take import take_action
from rules.editions.m3e.play.effects.areas import blast_spots
from rules.editions.m3e.play.procedure.hooks import stat
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import Markers
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action
from rules.game.events.table import MarkerDropped, MarkerRemoved
from rules.game.state import Marker
from rules.game.table_access.exact_table import ExactTable
from rules.game.table_access.open_field import OpenField
from rules.game.table_access.spots import Box, Spots
from rules.table.geometry.footprints import Outline, rectangle
from rules.table.terrain import Piece, steep_building
from tests.rules.editions.m3e.scene import A, B, Scene

STRIKE = Action(
    name="Winter's Strike",
    icon="missile",
    reach=10,
    stat=6,
    resist="df",
    effects=(w.Damage(amount=(2, 3, 4), blasts=(0, 1, 2)),),
)


def winter(ruleset, card, *, policies=None, more=(), conditions=None, attack="13r"):
    """Rasputina a1 strikes Iggy b1; Pandora b2 stands 3" to the right of him."""
    scene = Scene(ruleset, **(policies or {})).model(
        "a1", at=(10, 10), actions=(STRIKE,), conditions=conditions
    )
    scene.model("b1", at=(18, 10)).model("b2", at=(21, 10))
    scene.deck("A", f"{attack} {card}").deck("B", "8c")
    return scene


@pytest.mark.rule("M3E-AREA-08", "M3E-AREA-04", "M3E-AREA-06")
def test_winters_strike_severe(ruleset):
    """The rulebook's example: the target suffers 4, the second blast touches another model: 3."""
    scene = winter(ruleset, "12t")
    scene.act("a1", "Winter's Strike", A.target("b1"), A.spot([18.0, 11.575]), A.spot([19.9, 11.1]))
    assert (scene["b1"].health, scene["b2"].health) == (4, 5)
    assert not scene.g.state.markers
    assert all(e.quiet for e in scene.events(MarkerRemoved))
    assert [e.marker.mm for e in scene.events(MarkerDropped)] == [50, 50]


@pytest.mark.rule("M3E-AREA-04")
def test_the_first_touches_the_target_each_further_one_another(ruleset):
    scene = winter(ruleset, "12t")
    scene.act("a1", "Winter's Strike", A.target("b1"), A.spot([18.0, 11.575]), A.spot([18.0, 13.54]))
    first, second = [ask.options for ask in scene.asked if ask.kind == "spot"]
    assert not first.contains([18.0, 11.6])
    assert not second.contains([18.0, 13.6])
    assert not second.contains([18.0, 9.0])


@pytest.mark.rule("M3E-AREA-04", "M3E-MOVE-01")
def test_no_part_of_a_blast_is_off_the_table(ruleset):
    scene = winter(ruleset, "7t")
    for spot in ((18, 10), (0.6, 0.6), (35.4, 18)):
        scene.g.state.models["b1"] = replace(scene["b1"], x=float(spot[0]), y=float(spot[1]))
        options = blast_spots(scene.g, [scene["b1"]])
        assert list(options.listed())
        for x, y in options.listed():
            assert 25 / 25.4 <= min(x, y) <= max(x, y) <= 36 - 25 / 25.4
    assert not options.contains([35.4, 18.0])


@pytest.mark.rule("M3E-TRAIT-13", "M3E-AREA-04")
def test_a_blast_lies_off_impassable_terrain(ruleset):
    rock = steep_building("rock", rectangle(17, 11, 2, 2), 5)
    scene = winter(ruleset, "7t")
    scene.table = ExactTable((rock,), {}, ruleset.table)
    scene.act("a1", "Winter's Strike", A.spot([18.0, 8.43]))
    places = next(ask.options for ask in scene.asked if ask.kind == "spot")
    assert not places.contains([18.0, 11.5]), "as near to its target, and on the rock"
    assert all(y < 11 for _, y in places.listed())
    assert scene["b1"].health == 5
    field = OpenField()
    stone = Marker(id="m", kind="pillar", name="Ice Pillar", x=18, y=12, mm=50, traits=("impassable",))
    icy = replace(scene.g.state, markers={"m": stone})
    bare = Spots(start=(18, 10), box=Box(0, 0, 36, 36))
    assert bare.contains([18.0, 11.0])
    assert not field.droppable(icy, bare, 50, 0.0).contains([18.0, 11.0])


@pytest.mark.rule("M3E-TRAIT-13")
def test_where_rock_is_all_around_no_blast_lies(ruleset):
    scene = winter(ruleset, "12t")
    well = Piece(
        "well",
        Outline(rectangle(13, 6, 10, 8).points, (rectangle(17.3, 9.3, 1.4, 1.4).points,)),
        ("impassable",),
        1,
    )
    scene.table = ExactTable((well,), {}, ruleset.table)
    scene.act("a1", "Winter's Strike")
    assert (scene["b1"].health, scene["b2"].health) == (4, 8)
    assert not scene.events(MarkerDropped)


@pytest.mark.rule("M3E-AREA-05")
@pytest.mark.parametrize(("elevation", "health"), [(0, 5), (1, 5), (2, 8)])
def test_a_blast_reaches_an_inch_up_and_no_farther(ruleset, elevation, health):
    scene = winter(ruleset, "12t")
    scene.g.state.models["b2"] = replace(scene["b2"], elevation=elevation)
    scene.act("a1", "Winter's Strike", A.target("b1"), A.spot([18.0, 11.575]), A.spot([19.9, 11.1]))
    assert scene["b2"].health == health


@pytest.mark.rule("M3E-AREA-06")
@pytest.mark.parametrize(("card", "target", "other"), [("7t", 5, 6), ("12t", 4, 5), ("RJ", 3, 5)])
def test_one_segment_lower(ruleset, card, target, other):
    scene = winter(ruleset, card)
    spots = [A.spot([19.5, 10.0])] + ([A.spot([19.5, 10.0])] if card != "7t" else [])
    scene.act("a1", "Winter's Strike", A.target("b1"), *spots)
    assert (scene["b1"].health, scene["b2"].health) == (target, other)


@pytest.mark.rule("M3E-AREA-06")
def test_weak_becomes_1_and_friend_foe_and_attacker_suffer(ruleset):
    weak = Action(
        name="Burst",
        icon="melee",
        reach=2,
        stat=6,
        resist="df",
        effects=(w.Damage(amount=(2, 3, 4), blasts=(1, 1, 1)),),
    )
    scene = (
        Scene(ruleset)
        .model("a1", at=(10, 10), actions=(weak,))
        .model("a2", at=(11.2, 11.2))
        .model("b1", at=(12.2, 10))
    )
    scene.deck("A", "13r 3t").deck("B", "8c")
    scene.act("a1", "Burst", A.target("b1"), A.spot([11.1, 10.6]), A.order("a1"))
    assert (scene["b1"].health, scene["a1"].health, scene["a2"].health) == (6, 7, 7)


@pytest.mark.rule("M3E-AREA-07", "M3E-CTRL-04")
def test_no_blast_from_a_black_joker_or_on_a_friend(ruleset):
    scene = winter(ruleset, "BJ")
    scene.act("a1", "Winter's Strike", A.target("b1"))
    assert not scene.events(MarkerDropped)
    friends = Scene(ruleset).model("a1", at=(10, 10), actions=(STRIKE,)).model("a2", at=(15, 10))
    friends.deck("A", "13r 1c 12t 11t")
    friends.act("a1", "Winter's Strike", A.relent("no"), A.take("12t"))
    assert friends["a2"].health == 4
    assert not friends.events(MarkerDropped)


@pytest.mark.rule("M3E-AREA-07")
def test_blasts_ignore_bonuses_to_the_targets_damage(ruleset):
    from rules.editions.m3e.statcards import Trigger

    critical = Trigger(name="Critical", suits=("ram",), timing="when_resolving", effects=(w.MoreDamage(),))
    action = Action(**{**{f: getattr(STRIKE, f) for f in STRIKE.__struct_fields__}, "triggers": (critical,)})
    scene = (
        Scene(ruleset)
        .model("a1", at=(10, 10), actions=(action,))
        .model("b1", at=(18, 10))
        .model("b2", at=(21, 10))
    )
    scene.deck("A", "13r 7t").deck("B", "8c")
    scene.act("a1", "Winter's Strike", A.target("b1"), A.trigger("Critical"), A.spot([19.5, 10.0]))
    assert (scene["b1"].health, scene["b2"].health) == (4, 6)


@pytest.mark.rule("M3E-AREA-13")
@pytest.mark.parametrize(("policy", "seat"), [("active", B), ("attacker", A)])
def test_who_lays_the_blasts_outside_ones_own_activation(ruleset, policy, seat):
    scene = winter(ruleset, "7t", policies={"blasts_by": policy}).state(active=1)
    scene.act("a1", "Winter's Strike", A.target("b1"), seat.spot([16.5, 10.0]))


@pytest.mark.rule("M3E-AREA-09", "M3E-TIME-07")
def test_a_pulse_once_in_sight_and_without_its_source(ruleset):
    burst = Action(name="Burst", effects=(w.Pulse(inches=2, effects=(w.Damage(amount=1),)),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(burst,)).model("a2", at=(13.18, 10))
    scene.model("b1", at=(10, 12)).model("b2", at=(10, 13.3))
    scene.act("a1", "Burst", A.order("b1"))
    assert [scene[name].health for name in ("a1", "a2", "b1", "b2")] == [8, 7, 7, 8]


@pytest.mark.rule("M3E-AREA-10", "M3E-AREA-11", "M3E-AREA-12")
def test_lightning_strike(ruleset):
    """The rulebook's example: TN 13, Shockwave 1, Mv 13, 2 damage."""
    strike = Action(
        name="Lightning Strike",
        icon="missile",
        reach=8,
        stat=7,
        tn=13,
        effects=(w.Shockwave(inches=1, stat="mv", tn=13, penalty=(w.Damage(amount=2),)),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(strike,)).model("b1", at=(17, 10), mv=5)
    scene.model("b2", at=(19.1, 10), mv=5).model("b3", at=(17, 14), mv=5)
    scene.deck("A", "6r").deck("B", "8c 7c")
    scene.act("a1", "Lightning Strike", A.spot([18.1, 10.0]), A.order("b1"))
    assert [scene[name].health for name in ("b1", "b2", "b3")] == [8, 6, 8]
    assert not scene.g.state.markers


@pytest.mark.rule("M3E-AREA-10")
def test_a_failed_shockwave_drops_nothing(ruleset):
    strike = Action(
        name="Lightning Strike",
        icon="missile",
        reach=8,
        stat=7,
        tn=13,
        effects=(w.Shockwave(inches=1, stat="mv", tn=13, penalty=(w.Damage(amount=2),)),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(strike,)).deck("A", "5r")
    scene.act("a1", "Lightning Strike")
    assert not scene.events(MarkerDropped)


@pytest.mark.rule("M3E-AREA-10", "M3E-GEN-02", "M3E-ACT-18")
@pytest.mark.parametrize(
    "word",
    [
        w.Shockwave(inches=1, stat="mv", tn=1, penalty=()),
        w.DropMarker(kind="scrap", in_range=True),
        w.MoveMarkers(markers=Markers(kinds=("scrap",)), kind="place", in_range=True),
        w.Move(whom="self", kind="place", in_range=True),
    ],
    ids=lambda word: type(word).__name__,
)
def test_an_action_that_ignores_sight_reaches_what_nobody_sees(ruleset, word):
    """Behind a wall: only with that; and as far as an ability lengthens its range, not farther."""
    for ignoring, longer, place, lies in (
        ((), 0, (18.0, 10.0), False),
        (("sight",), 0, (18.0, 10.0), True),
        (("sight",), 0, (20.5, 10.0), False),
        (("sight",), 2, (20.5, 10.0), True),
    ):
        lob = Action(name="Lob", icon="missile", reach=8, ignoring=ignoring, effects=(word,))
        long = Ability(name="Long", parts=(w.ReachModifier(inches=longer),))
        scene = Scene(ruleset).model("a1", at=(10, 10), abilities=(long,)).model("b1", at=(30, 30))
        scene.marker("m0", "scrap", (10, 14))
        scene.table = ExactTable(
            (Piece("wall", rectangle(13, 0, 1, 36), ("blocking",), 9),), policies=ruleset.table
        )
        runner = take_action(scene.g, ActionInProgress("a1", lob))
        ask = next(runner)
        assert ask.options.contains(list(place)) is lies, (ignoring, longer)


def holding(name, amount=1):
    part = w.Reaction(
        moment="cheated",
        about="others",
        side="enemy",
        inches=6,
        after_current=True,
        effects=(w.Damage(amount=amount),),
    )
    return Ability(name=name, parts=(part,))


HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=1),))


@pytest.mark.rule("M3E-AREA-02", "M3E-AREA-03")
def test_hold_em_hurts_a_cheater_once_after_the_action(ruleset):
    """Two bearers of Hold 'Em within 6": one damage, when the Action is resolved."""
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(HIT,)).model("b1", at=(11.181, 10))
    scene.model("b2", at=(14, 10), abilities=(holding("Hold 'Em"),)).model(
        "b3", at=(10, 14), abilities=(holding("Hold 'Em"),)
    )
    scene.deck("A", "2r").deck("B", "3c").hand("A", "13t")
    scene.act("a1", "Hit", A.cheat("13t"), A.model("b3"))
    assert scene["a1"].health == 7
    kinds = [type(e).__name__ for e in scene.g.fresh]
    assert kinds.index("ActionEnded") < len(kinds) - 1 - kinds[::-1].index("Damaged")


@pytest.mark.rule("M3E-AREA-03")
def test_scamper_lets_every_bearer_push(ruleset):
    scamper = Ability(
        name="Scamper",
        parts=(
            w.Reaction(
                moment="cheated",
                about="others",
                side="enemy",
                inches=6,
                optional=True,
                after_current=True,
                effects=(w.Move(kind="push", inches=2, whom="self"),),
            ),
        ),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(HIT,)).model("b1", at=(11.181, 10))
    scene.model("b2", at=(14, 10), abilities=(scamper,)).model("b3", at=(10, 14), abilities=(scamper,))
    scene.model("b4", at=(30, 30), abilities=(scamper,)).deck("A", "2r").deck("B", "3c").hand("A", "13t")
    scene.act(
        "a1",
        "Hit",
        A.cheat("13t"),
        B.use("Scamper:0:b2"),
        B.use("Scamper:0:b3"),
        B.destination([16.0, 10.0]),
        B.destination([10.0, 16.0]),
    )
    assert (scene["b2"].x, scene["b3"].y) == (16.0, 16.0)


class Wall(OpenField):
    """Nobody sees b2."""

    def sees(self, state, one, two):
        return one.id == two.id or "b2" not in (one.id, two.id)


@pytest.mark.rule("M3E-AREA-01", "M3E-AREA-02")
def test_an_aura_in_range_and_sight_itself_included_each_name_once(ruleset):
    def aura(side):
        return Ability(
            name="Lead", parts=(w.Aura(inches=4, side=side, part=w.StatBonus(stat="df", amount=1)),)
        )

    scene = Scene(ruleset).model("b1", at=(10, 10), abilities=(aura("friendly"),)).model("b2", at=(12, 10))
    scene.model("b3", at=(10, 13), abilities=(aura("friendly"),)).model("b4", at=(10, 20)).model(
        "a1", at=(12, 12)
    )
    scene.table = Wall()
    df = {name: stat(scene.g, scene[name], "df") for name in ("a1", "b1", "b2", "b3", "b4")}
    assert df == {"a1": 5, "b1": 6, "b2": 5, "b3": 6, "b4": 5}


@pytest.mark.rule("M3E-AREA-07")
def test_what_an_ability_adds_to_the_targets_damage_no_blast_does(ruleset):
    brutal = Ability(name="Brutal", parts=(w.DamageModifier(when="dealing", more=1),))
    burst = Action(
        name="Burst",
        icon="melee",
        reach=1,
        stat=5,
        resist="df",
        effects=(w.Damage(amount=(2, 3, 4), blasts=(1, 1, 1)),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(burst,), abilities=(brutal,))
    scene.model("b1", at=(11.181, 10)).model("b2", at=(12.362, 10)).deck("A", "11r 7r").deck("B", "5c")
    scene.act("a1", "Burst", A.spot([12.362, 10.0]))
    assert (scene["b1"].health, scene["b2"].health) == (4, 6)


@pytest.mark.rule("M3E-DMG-05", "M3E-AREA-09")
def test_a_pulse_of_an_attack_has_the_accuracy_of_its_duel(ruleset):
    hurt = w.Pulse(inches=8, side="enemy", effects=(w.Damage(amount=(1, 3, 5)),))
    nova = Action(name="Nova", icon="missile", reach=8, stat=5, resist="df", effects=(hurt,))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(nova,)).model("b1", at=(14, 10))
    scene.deck("A", "9r 12r 7r").deck("B", "6c").act("a1", "Nova")
    assert scene["b1"].health == 5
