"""Names that many cards print, at work as their scripts say."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.abilities.execution import execute
from rules.editions.m3e.play.actions.available import can_be_taken, legal_targets, menu
from rules.editions.m3e.play.actions.registry import GENERAL
from rules.editions.m3e.play.actions.take import Wanted, candidates
from rules.editions.m3e.play.duels.steps import simple_duel
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.effects.healing import heal
from rules.editions.m3e.play.effects.markers import remove
from rules.editions.m3e.play.effects.movement import move_marker
from rules.editions.m3e.play.procedure.hooks import Happening, stat
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.carried_out import lacking
from rules.editions.m3e.scripts.catalogue import card_of, is_complete, with_script
from rules.editions.m3e.scripts.registry import scripted_ability, scripted_action, scripted_trigger
from rules.editions.m3e.scripts.selects import Acts
from rules.editions.m3e.statcards import Action, StatCard, Trigger
from rules.game.table_access.exact_table import ExactTable
from tests.rules.editions.m3e.scene import A, B, Scene
from tests.rules.editions.m3e.scripts.test_catalogue import CARDS, RECORDS


def known(name, value=None, kind=""):
    return (scripted_ability(name, value, kind),)


@pytest.mark.rule("M3E-DMG-08", "M3E-COND-05")
def test_flameborne_takes_no_damage_from_burning_and_does_from_others(ruleset):
    scene = Scene(ruleset).model("a1", abilities=known("Flameborne"), conditions={"burning": 4})
    scene.run(lambda g: happen(g, Happening("end_phase")))
    assert scene["a1"].health == 8
    scene.run(lambda g: damage(g, Hit("a1", 2)))
    assert scene["a1"].health == 6


@pytest.mark.rule("M3E-DMG-08")
def test_evasive_takes_none_of_a_blast_and_all_of_a_blow(ruleset):
    scene = Scene(ruleset).model("a1", abilities=known("Evasive"))
    scene.run(lambda g: damage(g, Hit("a1", 2, kinds=frozenset({"blast"}))))
    assert scene["a1"].health == 8
    scene.run(lambda g: damage(g, Hit("a1", 2, kinds=frozenset({"attack"}))))
    assert scene["a1"].health == 6


@pytest.mark.rule("M3E-KILL-06")
def test_a_model_killed_so_leaves_no_marker_and_its_demise_is_silent(ruleset):
    loud = known("Demise", 2, "Explosive")
    scene = Scene(ruleset).model("a1").model("b1", at=(18, 20), abilities=loud, characteristics=("Living",))
    scene.run(
        lambda g: execute(g, (w.Kill(no_demise=True, no_markers=True),), Effects("a1", "b1", label="End"))
    )
    assert scene["b1"].where == "gone"
    assert scene["a1"].health == 8
    assert not scene.g.state.markers


@pytest.mark.rule("M3E-KILL-06")
def test_another_kind_of_marker_may_be_left_instead(ruleset):
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5), characteristics=("Undead",))
    scene.run(lambda g: execute(g, (w.NoMarkers(),), Effects("a1", "b1")))
    scene.run(lambda g: kill(g, "b1", by="a1", instant=True))
    assert not scene.g.state.markers


@pytest.mark.rule("M3E-ACT-04")
def test_dont_mind_me_interacts_while_engaged_and_others_do_not(ruleset):
    claw = Action(name="Claw", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=1),))
    for abilities, may in ((known("Don't Mind Me"), True), ((), False)):
        scene = Scene(ruleset).model("a1", at=(10, 10), abilities=abilities)
        scene.model("b1", at=(11.2, 10), actions=(claw,)).state(activating="a1")
        assert ("Interact" in [action.name for action in menu(scene.g, scene["a1"])]) is may


@pytest.mark.rule("M3E-ACT-14")
def test_rush_charges_farther(ruleset):
    (rush,) = known("Rush")
    far = Scene(ruleset).model("a1", at=(10, 10), mv=5, abilities=(rush,)).model("b1", at=(30, 30))
    far.act("a1", "Charge", A.destination([17.0, 10.0]))
    assert far["a1"].x == 17.0


HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df")


@pytest.mark.rule("M3E-ACT-14", "M3E-ACT-18", "M3E-TIME-09")
def test_disguised_is_no_target_of_what_a_charge_generates_and_of_all_else(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(HIT,))
    scene.model("b1", at=(11.181, 10), abilities=known("Disguised"))
    offered = [
        [
            action.name
            for action in candidates(scene.g, scene["a1"], "", "melee", "", wanted=Wanted(origin=origin))
        ]
        for origin in ("Charge", "Walk", "")
    ]
    assert offered == [[], ["Hit"], ["Hit"]]
    assert [model.id for model in legal_targets(scene.g, scene["a1"], HIT)] == ["b1"]


@pytest.mark.rule("M3E-ABIL-01")
def test_what_cannot_be_told_by_its_origin_is_prompted_as_a_whole():
    """A longer range of what a Charge generates is not half executed."""
    charge = w.ReachModifier(inches=2, acts=Acts(generated_by=("Charge",)))
    assert lacking(charge) == ("reach_modifier.acts by what generated them",)
    assert lacking(w.DamageModifier(plus=1, acts=Acts(generated_by=("Charge",)))) == ()
    assert lacking(w.Cannot(what="be_targeted", acts=Acts(generated_by=("Charge",)))) == ()


@pytest.mark.rule("M3E-AREA-01", "M3E-AREA-02")
def test_an_aura_of_its_own_reaches_its_bearer_and_two_of_one_name_count_once(ruleset):
    scene = Scene(ruleset)
    for name, x in (("a1", 10.0), ("a2", 13.0), ("a3", 30.0)):
        scene.model(name, at=(x, 10.0), mv=5, keywords=("Guard",), abilities=known("Lead the Patrol"))
    scene.run(lambda g: happen(g, Happening("activation_begins", model=g.model("a1"))), A.model("a2"))
    assert stat(scene.g, scene["a1"], "mv") == 6
    scene.run(lambda g: happen(g, Happening("activation_begins", model=g.model("a3"))))
    assert stat(scene.g, scene["a3"], "mv") == 6


@pytest.mark.rule("M3E-HEAL-01", "M3E-AREA-02")
def test_two_curses_on_healing_take_two_and_spare_nobody_within_them(ruleset):
    less = w.Reaction(moment="would_heal", about="any", inches=4, effects=(w.ChangeHeal(more=-2),))
    curse = (w.Ability(name="Curse", parts=(less,)),)
    scene = Scene(ruleset).model("a1", at=(10, 10), health=2, abilities=curse)
    scene.model("a2", at=(13, 10), abilities=curse)
    scene.run(lambda g: heal(g, "a1", 5, "a1"), A.model("a1"))
    assert scene["a1"].health == 5


@pytest.mark.rule("M3E-LOS-02")
def test_a_friendly_model_in_sight_may_be_this_one(ruleset):
    patched = known("Grit", None, "Steel Patch")
    scene = Scene(ruleset).model("a1", at=(10, 10), health=4, abilities=patched)
    used = A.use("Grit (Steel Patch):0:a1")
    scene.run(lambda g: happen(g, Happening("activation_begins", model=g.model("a1"))), used)
    assert scene["a1"].has("shielded")


@pytest.mark.rule("M3E-TOKEN-01")
@pytest.mark.parametrize(("source", "to", "left"), [("target", "it", (0, 2)), ("it", "target", (2, 0))])
def test_a_token_goes_from_whom_the_word_says(ruleset, source, to, left):
    scene = Scene(ruleset).model("a1").model("a2", at=(5, 5), tokens={"chi": 1})
    scene.model("a3", at=(9, 5), tokens={"chi": 1})
    move = w.MoveTokens(name="chi", number=1, source=source, to=to)
    scene.run(lambda g: execute(g, (move,), Effects("a1", "a2", it="a3")))
    assert tuple(scene[name].tokens.get("chi", 0) for name in ("a2", "a3")) == left


@pytest.mark.rule("M3E-MARK-04")
def test_a_trigger_pushes_the_marker_that_its_action_dropped(ruleset):
    burn = Action(
        name="Burn",
        stat=5,
        tn=10,
        reach=6,
        targets="marker",
        effects=(w.DropMarker(kind="pyre", whom="target_marker"), w.Remove(markers="target_marker")),
        triggers=(
            Trigger(
                name="Shift",
                suits=("tome",),
                effects=(w.MoveMarkers(markers="it_marker", kind="push", inches=4),),
            ),
        ),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(burn,)).marker("body", "corpse", (13.0, 10.0))
    scene.deck("A", "9t")
    scene.act("a1", "Burn", A.trigger("Shift"), A.spot([13.0, 11.181]), A.spot([16.0, 12.0]))
    (pyre,) = scene.g.state.markers.values()
    assert (pyre.kind, pyre.x, pyre.y) == ("pyre", 16.0, 12.0)


@pytest.mark.rule("M3E-MARK-04")
def test_ever_changing_wind_answers_to_a_marker_placed_near_it_and_to_none_pushed(ruleset):
    for placed, moves in ((True, (A.use("yes"), A.destination([10.0, 12.0]))), (False, ())):
        scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Ever-Changing Wind"))
        scene.model("b1", at=(14, 14)).marker("sign", "scheme", (25.0, 10.0), seat=1)
        scene.run(lambda g, placed=placed: move_marker(g, "sign", 13, 10, "b1", placed=placed), *moves)
        assert scene["a1"].y == (12 if placed else 10)


def printed_action(model, name):
    """An Action of the catalogue, as its figures and its script make it."""
    record = next(record for record in RECORDS if record["name"] == model and is_complete(record))
    return card_of(record).action(name)


@pytest.mark.rule("M3E-ACT-17", "M3E-TRIG-05")
def test_a_cost_of_three_markers_in_range_needs_three_and_takes_three(ruleset):
    act = printed_action("Dr. McMourning", "Twisted Genius")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(act,)).state(activating="a1")
    for number, x in enumerate((8, 12)):
        scene.marker(f"m{number}", "corpse", (x, 10))
    scene.marker("far", "corpse", (30, 30))
    assert not can_be_taken(scene.g, scene["a1"], act)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(act,)).state(activating="a1")
    for number, x in enumerate((8, 12, 13, 7)):
        scene.marker(f"m{number}", "corpse", (x, 10))
    assert can_be_taken(scene.g, scene["a1"], act)
    scene.act("a1", act, A.marker("m1"), A.marker("m0"), A.marker("m3"))
    assert list(scene.g.state.markers) == ["m2"]
    assert scene["a1"].has("distracted")


@pytest.mark.rule("M3E-ACT-17", "M3E-AREA-09")
def test_markers_removed_as_the_cost_are_counted_by_the_effects(ruleset):
    act = printed_action("Poltergeist", "Telekinesis")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(act,)).state(activating="a1")
    scene.model("b1", at=(13, 10), mv=5).model("b2", at=(30, 10))
    scene.marker("m0", "scrap", (10, 12)).marker("m1", "scheme", (10, 8)).marker("m2", "scrap", (30, 30))
    scene.deck("A", "9r").deck("B", "2r")
    scene.act("a1", act)
    assert list(scene.g.state.markers) == ["m2"]
    assert (scene["b1"].health, scene["b2"].health) == (6, 8)


@pytest.mark.rule("M3E-ACT-18", "M3E-ACT-24")
def test_whom_a_restriction_of_two_halves_lets_be_targeted(ruleset):
    act = printed_action("Sorrow", "Misery Loves Company")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(act,)).model("a2", at=(14, 10))
    scene.model("b1", at=(10, 14), conditions={"stunned": 1}).model("b2", at=(10, 6))
    assert can_be_taken(scene.g, scene["a1"], act)
    assert {model.id for model in legal_targets(scene.g, scene["a1"], act)} >= {"a2", "b1"}
    assert "b2" not in {model.id for model in legal_targets(scene.g, scene["a1"], act)}


@pytest.mark.rule("M3E-BURY-02")
def test_an_attack_on_the_buried_finds_them_and_nobody_else(ruleset):
    act = printed_action("Talos", "Steal Essence")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(act,))
    scene.model("b1", at=(11, 10)).model("b2", where="buried")
    assert [model.id for model in legal_targets(scene.g, scene["a1"], act)] == ["b2"]


@pytest.mark.rule("M3E-DUEL-06")
def test_an_opportunist_asks_in_opposed_duels_alone(ruleset):
    scene = Scene(ruleset).model("a1", abilities=known("Opportunist", kind="Slow"), conditions={"slow": 1})
    scene.deck("A", "9r")
    assert scene.run(lambda g: simple_duel(g, g.model("a1"), "wp", 10))
    assert scene["a1"].has("slow")


def printed(name, attack=True, **figures):
    """The Action of that name, with those figures."""
    return with_script(
        Action(name=name, **figures), scripted_action(name, attack), {"damage": None, "blasts": None}
    )


@pytest.mark.rule("M3E-AREA-10", "M3E-AREA-11")
def test_cataclysm_drops_a_second_shockwave_marker(ruleset):
    bolt = Action(
        name="Bolt",
        icon="missile",
        reach=8,
        stat=7,
        tn=13,
        effects=(w.Shockwave(inches=1, stat="mv", tn=13, penalty=(w.Damage(amount=2),)),),
        triggers=(scripted_trigger("Cataclysm", ("tome",)),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(bolt,)).model("b1", at=(17, 10))
    scene.model("b2", at=(10, 17)).model("b3", at=(17, 17)).deck("A", "9t").deck("B", "1c 2c")
    spots = (A.spot([15.5, 10.0]), A.spot([10.0, 15.5]))
    scene.act("a1", "Bolt", A.trigger("Cataclysm"), *spots, A.order("b1"))
    assert [scene[name].health for name in ("b1", "b2", "b3")] == [6, 6, 8]


@pytest.mark.rule("M3E-AREA-10")
def test_arson_burns_round_a_scheme_marker_and_drops_none(ruleset):
    arson = printed("Arson", reach=10, stat=6, tn=12)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(arson,)).marker("sign", "scheme", (16, 10))
    scene.model("b1", at=(17.5, 10)).model("b2", at=(21, 10)).deck("A", "9c").deck("B", "1c")
    scene.act("a1", "Arson")
    assert [(scene[name].health, scene[name].has("burning")) for name in ("b1", "b2")] == [
        (6, True),
        (8, False),
    ]
    assert not scene.g.state.markers


@pytest.mark.rule("M3E-AREA-10")
@pytest.mark.parametrize(("ignored", "health"), [("yes", 8), ("no", 6)])
def test_friendly_woe_may_ignore_given_fears_and_nobody_else_may(ruleset, ignored, health):
    fears = printed("Fears Given Form", icon="missile", reach=10, stat=6, tn=13)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(fears,))
    scene.model("a2", at=(17, 10), keywords=("Woe",)).model("b1", at=(17, 12), keywords=("Woe",))
    scene.deck("A", "9c 1c").deck("B", "1c")
    answers = (A.spot([17.0, 11.0]), A.order("a2"), A.use(ignored))
    scene.act("a1", "Fears Given Form", *answers)
    assert (scene["a2"].health, scene["b1"].health) == (health, 6)


@pytest.mark.rule("M3E-MOVE-15", "M3E-ENG-01")
def test_pull_places_the_target_where_neither_engages_the_other(ruleset):
    (place, _) = scripted_trigger('"Pull!"', ("mask",)).effects
    claw = Action(name="Claw", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=1),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(claw,)).model("b1", at=(11.2, 10))
    scene.run(lambda g: execute(g, (place,), Effects("a1", "b1")), A.destination([14.0, 10.0]))
    (asked,) = [ask for ask in scene.asked if ask.kind == "destination"]
    assert not asked.options.contains([12.0, 10.0])
    assert scene["b1"].x == 14


@pytest.mark.rule("M3E-SUMM-01")
def test_arachnophilia_favours_those_that_its_action_summoned(ruleset):
    spider = StatCard(slug="spider", name="Steam Arachnid", health=3, limit=3)
    build = Action(
        name="Build",
        stat=6,
        tn=10,
        effects=(w.Summon(card="Steam Arachnid"),),
        triggers=(scripted_trigger("Arachnophilia", ("ram",)),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(build,)).model("a2", at=(5, 5), card=spider)
    scene.deck("A", "9r")
    scene.act("a1", "Build", A.trigger("Arachnophilia"), A.spot([11.181, 10.0]))
    assert not scene["a2"].has("focused")
    assert [m.has("focused") for m in scene.g.state.models.values() if m.summoned] == [True]


@pytest.mark.rule("M3E-DUEL-03")
@pytest.mark.parametrize(("tokens", "minus"), [({"brilliance": 1}, 1), ({}, 0)])
def test_who_bites_the_hand_has_a_minus(ruleset, tokens, minus):
    claw = Action(name="Claw", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=1),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(claw,), tokens=tokens)
    scene.model("b1", at=(11.2, 10), abilities=known("Don't Bite the Hand")).deck("A", "9c 8c").deck(
        "B", "1c"
    )
    act = scene.act("a1", "Claw")
    assert (act.duel.actor.minus, act.duel.resister.minus) == (minus, 0)


@pytest.mark.rule("M3E-ACT-24")
def test_covetous_cravings_want_a_scheme_marker_near_the_target(ruleset):
    craving = printed("Covetous Cravings", attack=False, reach=6, stat=5, tn=10)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(craving,)).model("a2", at=(14, 10))
    scene.model("a3", at=(10, 14)).marker("sign", "scheme", (20, 10)).deck("A", "9c")
    assert [model.id for model in legal_targets(scene.g, scene["a1"], craving)] == ["a2"]
    scene.act("a1", "Covetous Cravings")
    assert scene["a2"].has("fast")
    assert not scene.g.state.markers


@pytest.mark.rule("M3E-STONE-01")
@pytest.mark.parametrize(("victim", "stones"), [("b1", (3, 1)), ("a2", (2, 2))])
def test_an_expert_thief_robs_the_targets_own_pool(ruleset, victim, stones):
    steal = printed("Expert Thief", icon="melee", reach=1, stat=5, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(steal,))
    for name, y in (("b1", 10.0), ("a2", 11.2)):
        if name == victim:
            scene.model(name, at=(11.2, y), station="Henchman")
    scene.crew("A", stones=2).crew("B", stones=2).deck("A", "9c 9m").deck("B", "1c")
    scene.run(lambda g: execute(g, steal.effects, Effects("a1", victim)))
    assert (scene.seat("A").stones, scene.seat("B").stones) == stones


@pytest.mark.rule("M3E-AREA-09")
def test_those_in_a_pulse_suffer_what_it_says_and_its_source_does_not(ruleset):
    """Bacon Bomb, Devastation: Conditions too go to those in range."""
    bomb = printed("Bacon Bomb", attack=False, icon="pulse", reach=2)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(bomb,)).model("b1", at=(12, 10))
    scene.model("b2", at=(20, 10)).deck("B", "1c")
    scene.act("a1", "Bacon Bomb")
    assert (scene["b1"].health, scene["b1"].conditions) == (5, {"injured": 1})
    assert (scene["a1"].where, scene["b2"].health) == ("gone", 8)
    end = scripted_trigger("Devastation", ("ram",) * 5).effects
    revel = Action(name="Revel", icon="pulse", reach=6, effects=end)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(revel,)).model("b1", at=(12, 10)).deck("A", "5m")
    scene.act("a1", "Revel")
    assert (scene["b1"].health, scene["b1"].conditions) == (6, {"slow": 1, "burning": 1})
    assert not scene["a1"].conditions


@pytest.mark.rule("M3E-TURN-11")
def test_fleeting_moments_gain_pass_tokens(ruleset):
    scene = Scene(ruleset).model("a1")
    gain = scripted_trigger("Fleeting Moments", ("crow",)).effects
    scene.run(lambda g: execute(g, gain, Effects("a1")))
    assert scene.seat("A").passes == 2


@pytest.mark.rule("M3E-ACT-18")
@pytest.mark.parametrize("companion", ["a2", "none"])
def test_ride_with_me_takes_a_smaller_friend_along_or_nobody(ruleset, companion):
    ride = printed("Ride with Me", attack=False, reach=2, stat=6, tn=12, bonus=True)
    scene = Scene(ruleset).model("a1", at=(10, 10), sz=3, actions=(ride,)).model("a2", at=(10, 12), sz=2)
    scene.model("a3", at=(8, 10), sz=3).deck("A", "9c")
    beside = [A.destination([15.0, 11.181])] if companion == "a2" else []
    scene.act("a1", "Ride with Me", A.target(companion), A.destination([15.0, 10.0]), *beside)
    assert [choice.key for choice in scene.asked[0].options.choices] == ["a2", "none"]
    assert scene["a1"].x == 15
    assert scene["a2"].x == (15 if companion == "a2" else 10)


@pytest.mark.rule("M3E-TIME-08")
def test_dust_that_was_kicked_up_settles_in_the_end_phase(ruleset):
    kick = printed("Kick Up Dust", attack=False, reach=3, stat=5, tn=10, bonus=True)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(kick,)).marker("old", "dust cloud", (30, 30))
    scene.deck("A", "9c")
    scene.act("a1", "Kick Up Dust", A.spot([13.0, 10.0]))
    assert len(scene.g.state.markers) == 2
    scene.run(lambda g: happen(g, Happening("end_phase")))
    assert list(scene.g.state.markers) == ["old"]


@pytest.mark.rule("M3E-TIME-08", "M3E-TURN-18")
def test_dust_kicked_up_twice_settles_twice_also_when_its_bearer_is_dead(ruleset):
    kick = printed("Kick Up Dust", attack=False, reach=3, stat=5, tn=10, bonus=True)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(kick,)).model("b1", at=(30, 30))
    scene.deck("A", "9c 9m")
    for y in (8.0, 12.0):
        scene.act("a1", "Kick Up Dust", A.spot([13.0, y]))
    scene.run(lambda g: kill(g, "a1", instant=True))
    assert len(scene.g.state.markers) == 2
    scene.run(lambda g: happen(g, Happening("end_phase")), A.order("later:Kick Up Dust, later#1::a1"))
    assert (scene.g.state.markers, scene.g.state.lasting) == ({}, ())


@pytest.mark.rule("M3E-MARK-09")
def test_a_pillar_of_the_frozen_domain_is_one_of_ice(ruleset):
    pillars = printed("Ice Pillars", attack=False, reach=12, stat=6, tn=11)
    pillars = replace(pillars, triggers=(scripted_trigger("Frozen Domain", ("tome",), "Ice Pillars"),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(pillars,)).deck("A", "9t")
    there = A.spot([14.0, 10.0]), A.spot([16.0, 12.0])
    scene.act("a1", "Ice Pillars", A.trigger("Frozen Domain"), *there)
    one, two = scene.g.state.markers.values()
    assert (one.traits, one.size) == (two.traits, two.size) == (("blocking", "destructible", "impassable"), 4)


@pytest.mark.rule("M3E-MARK-04")
@pytest.mark.parametrize(("seat", "health"), [(1, 8), (0, 6)])
def test_a_debt_is_paid_with_a_scheme_marker_of_the_targets_crew_or_with_blood(ruleset, seat, health):
    debt = scripted_trigger("Debt of Gratitude", ("crow",)).effects
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(11.2, 10))
    scene.marker("sign", "scheme", (30, 30), seat=seat)
    scene.run(lambda g: execute(g, debt, Effects("a1", "b1")))
    assert (scene["b1"].health, bool(scene.g.state.markers)) == (health, seat == 0)


@pytest.mark.rule("M3E-AREA-04", "M3E-DMG-11")
def test_a_slug_hits_harder_and_bursts_nobody(ruleset):
    shot = Action(
        name="Shot",
        icon="missile",
        reach=10,
        stat=6,
        resist="df",
        effects=(w.Damage(amount=(2, 2, 2), blasts=(1, 1, 1)),),
        triggers=(scripted_trigger("Slug", ("ram",)),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(shot,)).model("b1", at=(16, 10))
    scene.model("b2", at=(17.2, 10)).deck("A", "9r 5c 6c").deck("B", "1c")
    scene.act("a1", "Shot", A.target("b1"), A.trigger("Slug"))
    assert (scene["b1"].health, scene["b2"].health) == (5, 8)


@pytest.mark.rule("M3E-AREA-10")
@pytest.mark.parametrize(("trigger", "health"), [("Hurricane", 6), ("none", 8)])
def test_a_hurricane_is_harder_to_withstand(ruleset, trigger, health):
    bolt = Action(
        name="Bolt",
        icon="missile",
        reach=8,
        stat=7,
        tn=13,
        effects=(w.Shockwave(inches=1, stat="mv", tn=13, penalty=(w.Damage(amount=2),)),),
        triggers=(scripted_trigger("Hurricane", ("ram",)),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(bolt,)).model("b1", at=(17, 10), mv=5)
    scene.deck("A", "9r").deck("B", "9c")
    scene.act("a1", "Bolt", A.trigger(trigger), A.spot([15.5, 10.0]))
    assert scene["b1"].health == health


CLAW = Action(name="Claw", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=1),))


@pytest.mark.rule("M3E-TRIG-12")
@pytest.mark.parametrize(("neighbour", "health"), [((13.5, 10), 8), ((20, 10), 7)])
def test_who_is_separated_from_the_pack_is_struck(ruleset, neighbour, health):
    leap = Action(
        name="Leap", stat=6, tn=10, triggers=(scripted_trigger("Separated from the Pack", ("crow",)),)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(leap, CLAW)).model("b1", at=(11.2, 10))
    scene.model("b2", at=neighbour).deck("A", "9c 9m").deck("B", "1c")
    struck = [A.attack("Claw")] if health < 8 else []
    scene.act("a1", "Leap", A.trigger("Separated from the Pack"), *struck)
    assert (scene["b1"].health, scene["b2"].health) == (health, 8)


@pytest.mark.rule("M3E-KILL-06")
def test_final_repose_leaves_no_marker_of_whom_this_model_kills(ruleset):
    for killer, kinds in (("a1", []), ("a2", ["corpse"])):
        scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Final Repose"))
        scene.model("a2", at=(5, 5)).model("b1", at=(18, 18), characteristics=("Living",))
        lies = [B.spot([19.181, 18.0])] if kinds else []
        scene.run(lambda g, by=killer: kill(g, "b1", by=by, instant=True), *lies)
        assert [marker.kind for marker in scene.g.state.markers.values()] == kinds


@pytest.mark.rule("M3E-AREA-01")
@pytest.mark.parametrize(("activating", "may"), [("b1", True), ("a1", False)])
def test_crowd_control_bars_actions_outside_of_an_activation(ruleset, activating, may):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Crowd Control"))
    scene.model("b1", at=(11.2, 10), actions=(CLAW,)).state(activating=activating)
    assert can_be_taken(scene.g, scene["b1"], CLAW) is may


@pytest.mark.rule("M3E-TOKEN-01")
@pytest.mark.parametrize("moment", ["deployed", "summoned", "replaced"])
def test_the_succumbed_enter_play_with_brilliance(ruleset, moment):
    scene = Scene(ruleset).model("a1", abilities=known("Succumbed", 2))
    scene.run(lambda g: happen(g, Happening(moment, model=g.model("a1"))))
    assert scene["a1"].tokens == {"brilliance": 2}


@pytest.mark.rule("M3E-MARK-04")
@pytest.mark.parametrize(("who", "stones"), [("a1", 1), ("a2", 0)])
def test_an_enemy_scheme_marker_that_it_removes_by_interact_fetches_a_stone(ruleset, who, stones):
    high = known("This Will Fetch a High Price")
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=high).model("a2", at=(12, 10))
    scene.marker("sign", "scheme", (11, 10), seat=1)
    interact = GENERAL["Interact"].action
    scene.g.in_progress.append(ActionInProgress(who, interact))
    scene.run(lambda g: remove(g, "sign", who))
    assert scene.seat("A").stones == stones


@pytest.mark.rule("M3E-ACT-22")
@pytest.mark.parametrize(("at", "answers"), [((16, 11.2), 1), ((30, 30), 0)])
def test_backup_answers_who_shot_a_friend_near_it(ruleset, at, answers):
    gun = Action(name="Gun", icon="missile", reach=12, stat=5, resist="df", effects=(w.Damage(amount=1),))
    scene = Scene(ruleset).model("b1", at=(10, 10), actions=(gun,)).model("a1", at=(16, 10))
    scene.model("a2", at=at, abilities=known("Backup"), actions=(gun,))
    scene.hand("A", "3m").deck("A", "1c").deck("B", "9c")
    aimed = [B.target("a1")] if answers else []
    replies = [A.use("Backup:0:a2"), A.attack("none")] if answers else []
    scene.act("b1", "Gun", *aimed, A.cheat("keep"), *replies)
    assert len(scene.seat("A").hand) == 1 - answers


@pytest.mark.rule("M3E-ACT-17", "M3E-ACT-18")
@pytest.mark.parametrize(("friend", "may"), [((17.181, 10), True), ((10, 20), False)])
def test_a_straitjacket_is_for_whom_a_friend_engages(ruleset, friend, may):
    """What has to hold of the target is asked when there is one, not before."""
    jacket = printed("Straitjacket", icon="missile", reach=8, stat=6, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(jacket,)).model("a2", at=friend, actions=(CLAW,))
    scene.model("b1", at=(16, 10)).deck("A", "9c 9m").deck("B", "2c")
    assert can_be_taken(scene.g, scene["a1"], jacket) is may
    if may:
        scene.act("a1", "Straitjacket", A.take("9c"))
        assert scene["b1"].conditions == {"staggered": 1, "slow": 1}


@pytest.mark.rule("M3E-ACT-17", "M3E-ACT-18")
@pytest.mark.parametrize(("burning", "may"), [(3, True), (2, False)])
def test_a_brand_is_for_whom_burns_enough(ruleset, burning, may):
    brand = printed("Flaming Brand", icon="missile", reach=8, stat=5, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(brand,))
    scene.model("b1", at=(14, 10), conditions={"burning": burning})
    assert [action.name for action in menu(scene.g, scene["a1"])].count("Flaming Brand") == may


@pytest.mark.rule("M3E-ACT-14")
def test_who_runs_and_guns_charges_with_a_missile(ruleset):
    shot = Action(name="Shot", icon="missile", reach=8, stat=6, resist="df", effects=(w.Damage(amount=2),))
    scene = Scene(ruleset).model("a1", at=(10, 10), mv=5, actions=(shot,), abilities=known("Run and Gun"))
    scene.model("b1", at=(20, 10)).deck("A", "9c").deck("B", "2c")
    scene.act("a1", "Charge", A.destination([15.0, 10.0]), A.action("Shot"))
    assert scene["b1"].health == 6


@pytest.mark.rule("M3E-TRAIT-08", "M3E-TIME-05")
def test_black_blood_answers_no_terrain_met_during_an_action(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Black Blood"))
    scene.model("b1", at=(5, 12)).marker("m0", "pyre", (10, 10), traits=("hazardous",))
    scene.table = ExactTable((), policies=ruleset.table)
    scene.act("a1", "Walk", A.destination([5.0, 10.0]))
    assert (scene["a1"].health, scene["b1"].health) == (7, 8)


@pytest.mark.rule("M3E-CHOICE-01")
@pytest.mark.parametrize(
    ("hand", "stones", "slow", "left"),
    [
        ("", 2, False, ("", 1, 1)),
        ("3c", 0, False, ("", 0, 0)),
        ("", 0, False, ("", 0, 0)),
        ("3c", 1, True, ("", 1, 0)),
    ],
)
def test_who_must_choose_chooses_what_can_be_done(ruleset, hand, stones, slow, left):
    """Without a card the Gift is a Soulstone; who is Slow already discards for the Straitjacket."""
    gift = scripted_trigger("Expensive Gift", ("mask",)).effects
    jacket = scripted_action("Straitjacket", attack=True).effects
    scene = Scene(ruleset).model("a1", at=(10, 10))
    scene.model("b1", at=(11.2, 10), station="Master", conditions={"slow": 1} if slow else {})
    scene.hand("B", hand).crew("B", stones=stones)
    scene.run(lambda g: execute(g, jacket if slow else gift, Effects("a1", "b1")))
    assert (scene.cards_of("B", "hand"), scene.seat("B").stones, scene.seat("A").stones) == left


SUFFERING = (
    ("Power Blast", 1, True),
    ("Reckless", 1, False),
    ("Dance Apart", None, True),
    ("Risky Maneuver", 1, False),
    ("Draw Essence", 1, False),
    ("Regurgitate", 2, False),
    ("Throw 'Em a Bone", 1, True),
    ("Frantic Attack", 1, False),
    ("Throw Yer Arm At 'Em", 1, False),
)


@pytest.mark.rule("M3E-ACT-17", "M3E-CHOICE-03", "M3E-TRIG-05")
def test_a_first_sentence_that_damages_its_own_model_is_a_cost():
    """One reading for all nine names (decision 24)."""
    printed = {
        one.name: one.cost
        for card in CARDS.values()
        for action in card.actions
        for one in (action, *action.triggers)
    }
    for name, amount, irreducible in SUFFERING:
        (cost,) = printed[name]
        assert isinstance(cost, w.PayDamage), name
        assert (amount is None or cost.amount == amount, cost.irreducible) == (True, irreducible), name
