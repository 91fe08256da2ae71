"""Every Skill, Equipment, Reward, Lucky Miss and Injury that the engine knows does at the table what its
digest says: one scene each, the bearer ``a1`` beside the enemy ``b1``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules.campaign.arsenal import OwnedUpgrade
from rules.editions.m3e.arsenal.cards import ScriptedCards
from rules.editions.m3e.examples.encounters import skirmish
from rules.editions.m3e.play.abilities.manner import manner_of
from rules.editions.m3e.play.abilities.passive import (
    always_finished_off,
    change_hit,
    ignores,
    is_barred,
    is_concealed,
    is_insignificant,
    terror,
)
from rules.editions.m3e.play.actions.available import can_be_taken, legal_targets, longer, menu
from rules.editions.m3e.play.actions.general import hindered
from rules.editions.m3e.play.actions.take import duel_of
from rules.editions.m3e.play.duels.modifiers import gather
from rules.editions.m3e.play.duels.steps import simple_duel, spend_stone
from rules.editions.m3e.play.effects.conditions import gain
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.effects.healing import heal
from rules.editions.m3e.play.effects.markers import drop, remove
from rules.editions.m3e.play.effects.movement import move
from rules.editions.m3e.play.finished_off import flip as finish_flip
from rules.editions.m3e.play.procedure.hooks import Happening, most_cards, stat
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.play.turn import step_a_effects, step_c_initiative
from rules.editions.m3e.ruleset import M3E
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.campaign_upgrades import EQUIPMENT, INJURIES, PROMPTS, SKILLS, UPGRADES
from rules.editions.m3e.scripts.load import coverage
from rules.editions.m3e.simulation.simulate import simulate
from rules.editions.m3e.statcards import Action, Trigger
from rules.fate.shuffle import Stream, digest
from rules.game.events.turns import TurnBegan
from rules.game.league.terms import Terms
from rules.game.setup.setup import EncounterSetup
from rules.game.simulation.playout import summed
from tests.rules.editions.m3e.scene import A, B, Scene

HOUSE = json.loads(Path("mfcampaign/catalog/data/m3e/charts/house-3e.json").read_text(encoding="utf-8"))
DIGESTS = {row["slug"]: row["digest"] for row in (*HOUSE["upgrades"], *HOUSE["injuries"])}
HIT = (w.Damage(amount=2),)
STRIKE = Action(name="Strike", icon="melee", reach=1, stat=5, resist="df", effects=HIT)
SHOT = Action(name="Shot", icon="missile", reach=8, stat=5, resist="df", effects=HIT)
CURSE = Action(name="Curse", reach=6, stat=5, resist="wp", effects=HIT)
ACTIONS = (STRIKE, SHOT, CURSE)
OUTSIDE = {slug for slug, upgrade in UPGRADES.items() if upgrade.outside}


def card(slug):
    kind = "injury" if slug in INJURIES else "skill" if slug in SKILLS else "equipment"
    return ScriptedCards().upgrade(OwnedUpgrade(id=7, slug=slug, name=slug, kind=kind), DIGESTS[slug])


def bearing(slug, at=(11.2, 10), **more) -> Scene:
    """The bearer at (10, 10) and an enemy beside it."""
    scene = Scene(M3E).upgrade(card(slug))
    scene.model("a1", **{"at": (10, 10), "upgrades": (slug,), "actions": ACTIONS, "health": 6, **more})
    return scene.model("b1", at=at, actions=ACTIONS)


def use(slug, number=0, whose="a1"):
    """The key of its reaction."""
    return f"{slug}:{number}:{whose}"


def moment(scene, name, *answers, model="a1", by=None, **facts):
    def run(g):
        about = g.model(model) if model else None
        yield from happen(g, Happening(name, model=about, by=g.model(by) if by else None, facts=facts))

    scene.run(run, *answers)


def won(scene, action="Strike", *answers, by="a1", **more):
    """An Attack that succeeds without a question of its own."""
    mine, other = ("A", "B") if by.startswith("a") else ("B", "A")
    scene.deck(mine, "9r 5m 5c").deck(other, "1c 1m 1t")
    return scene.act(by, action, *answers, **more)


def lost(scene, action="Strike", *answers, by="a1", **more):
    mine, other = ("A", "B") if by.startswith("a") else ("B", "A")
    scene.deck(mine, "1r 1m").deck(other, "9c 9m")
    return scene.act(by, action, *answers, **more)


def acting(scene, action, by="a1", at="b1", **more) -> ActionInProgress:
    """An Action going on, at its target."""
    in_progress = ActionInProgress(by, action, target_model=scene[at], **more)
    scene.g.in_progress[:] = [in_progress]
    return in_progress


def flips_of(scene, action, by="a1", at="b1", **more):
    """Net modifiers of both sides of that Attack's duel."""
    in_progress = acting(scene, action, by, at, **more)
    in_progress.duel = duel_of(scene.g, in_progress, scene[by])
    gather(scene.g, in_progress.duel)
    scene.g.in_progress.clear()
    return tuple(side.plus - side.minus for side in in_progress.duel.sides)


def damage_of(scene, action, by="a1", at="b1", **more) -> Hit:
    """That Attack's damage, as abilities change it."""
    in_progress = acting(scene, action, by, at, **more)
    kinds = frozenset({"action", "attack", action.icon})
    hit = Hit(at, (1, 2, 3), by=by, in_progress=in_progress, kinds=kinds)
    change_hit(scene.g, hit)
    scene.g.in_progress.clear()
    return hit


def suffers(scene, amount, *answers, model="a1", by="b1", kinds=("action", "attack", "melee"), **more):
    before = scene[model].health
    hit = Hit(model, amount, by=by, kinds=frozenset(kinds), **more)
    scene.run(lambda g: damage(g, hit), *answers)
    return before - scene[model].health


def is_offered(scene, slug, name, number=0, **facts):
    """Whether the reaction is offered at that moment, declined."""
    before = len(scene.asked)
    moment(scene, name, **facts)
    return len(scene.asked) > before


@pytest.mark.rule("SL-UPG-01", "SL-INJURY-05")
def test_of_the_house_charts_the_engine_knows_all_but_three_upgrades_and_every_injury():
    upgrades, injuries = ({row["slug"] for row in HOUSE[kind]} for kind in ("upgrades", "injuries"))
    figures = {row["slug"] for row in HOUSE["injuries"] if row["stat_mods"]}
    assert (len(upgrades), len(injuries)) == (130, 24)
    assert upgrades - UPGRADES.keys() == upgrades & PROMPTS.keys() == {"combo", "fated", "secret-directive"}
    assert injuries - UPGRADES.keys() == figures
    assert SKILLS.keys() | EQUIPMENT.keys() <= upgrades
    covered = coverage([card(slug) for slug in UPGRADES])
    assert (covered.names["prompted"], covered.names["manual"]) == (("extra-powder",), ("machete",))


def test_this_file_has_a_scene_for_each():
    told = Path(__file__).read_text(encoding="utf-8")
    assert [slug for slug in UPGRADES if f'"{slug}"' not in told] == []


@pytest.mark.parametrize(
    ("slug", "name"),
    [("combo", "trigger_declared"), ("fated", "flipped"), ("secret-directive", "activation_begins")],
)
def test_what_words_cannot_say_is_asked_for_at_its_moment(slug, name):
    (part,) = card(slug).abilities[0].parts
    assert (part.moment, part.optional) == (name, True)
    assert DIGESTS[slug] in part.effects[0].text


def test_a_second_trigger_is_asked_for_when_the_first_is_declared():
    stab = w.Token(name="stabbed")
    strike = Action(
        name="Stab",
        icon="melee",
        reach=1,
        stat=5,
        resist="df",
        triggers=(Trigger(name="Twist", effects=(stab,)),),
    )
    scene = bearing("combo", actions=(strike,)).deck("A", "9r").deck("B", "1c")
    scene.act("a1", "Stab", A.trigger("Twist"), A.use(use("combo")), A.apply([]))
    assert scene["b1"].tokens == {"stabbed": 1}


# What is always on: figures, duels, damage, range


@pytest.mark.parametrize(
    ("slug", "figure", "now"),
    [("fast-runner", "mv", 6), ("pneumatic-legs", "mv", 7), ("metal-plate", "mv", 4)],
)
def test_figures(slug, figure, now):
    scene = bearing(slug)
    assert stat(scene.g, scene["a1"], figure) == now


def test_a_cold_wind_slows_enemies_within_2():
    scene = bearing("a-cold-wind").model("b2", at=(20, 10)).model("a2", at=(10, 11.2))
    assert [stat(scene.g, scene[name], "mv") for name in ("b1", "b2", "a2")] == [4, 5, 5]


@pytest.mark.parametrize(
    ("slug", "condition"),
    [
        ("embalmed", "poison"),
        ("freikorps-suit", "burning"),
        ("helmet", "stunned"),
        ("helmet", "distracted"),
        ("lost-expedition-veteran", "distracted"),
        ("out-of-the-fire", "burning"),
        ("foolhardy", "shielded"),
        ("unfocused", "focused"),
    ],
)
def test_conditions_it_never_has(slug, condition):
    scene = bearing(slug)
    scene.run(lambda g: gain(g, "a1", condition, 1))
    assert scene["a1"].conditions == {}


@pytest.mark.parametrize(
    ("slug", "action", "more", "expected"),
    [
        ("berserk", STRIKE, {"health": 4}, 1),
        ("berserk", STRIKE, {"health": 5}, 0),
        ("berserk", CURSE, {"health": 1}, 0),
        ("scope", SHOT, {"conditions": {"focused": 1}}, 1),
        ("scope", SHOT, {}, 0),
        ("to-the-death", STRIKE, {"health": 1}, 1),
        ("to-the-death", STRIKE, {"health": 2}, 0),
    ],
)
def test_its_own_attack_flips(slug, action, more, expected):
    scene = bearing(slug, at=(12, 10), **more)
    assert flips_of(scene, action)[0] == expected


def test_a_model_that_moved_does_not_use_its_scope():
    scene = bearing("scope", at=(15, 10), conditions={"focused": 1})
    scene.run(lambda g: move(g, "a1", 1, "move"), A.destination([9.5, 10]), settle=False)
    assert flips_of(scene, SHOT)[0] == 0


def test_enemies_within_4_of_the_disruptor_have_minus_on_magic_alone():
    scene = bearing("aetheric-disruptor", at=(13, 10)).model("b2", at=(15.9, 10), actions=ACTIONS)
    assert flips_of(scene, CURSE, "b1", "a1")[0] == -1
    assert flips_of(scene, SHOT, "b1", "a1")[0] == 0
    assert flips_of(scene, CURSE, "b2", "a1")[0] == 0


def test_magic_against_its_bearer_has_minus():
    scene = bearing("arcane-disturbance").deck("B", "9r 1m").deck("A", "4c")
    scene.act("b1", "Curse")
    assert scene["a1"].health == 6, "the lower card counts"
    plain = bearing("arcane-disturbance").deck("B", "9r").deck("A", "1c")
    plain.act("b1", "Strike")
    assert plain["a1"].health == 4


@pytest.mark.parametrize(("slug", "minus"), [("shaken", -1)])
def test_shaken_resists_with_minus(slug, minus):
    assert flips_of(bearing(slug), STRIKE, "b1", "a1") == (0, minus)
    assert flips_of(bearing(slug), STRIKE)[0] == 0


@pytest.mark.parametrize(
    ("slug", "action", "enemy", "plus"),
    [
        ("duelist", STRIKE, {"leader": True}, 1),
        ("duelist", STRIKE, {}, 0),
        ("duelist", SHOT, {"leader": True}, 0),
        ("the-murderer", SHOT, {"health": 4}, 1),
        ("the-murderer", SHOT, {"health": 5}, 0),
    ],
)
def test_its_damage_flips(slug, action, enemy, plus):
    scene = bearing(slug).model("b1", at=(11.2, 10), **enemy)
    assert damage_of(scene, action).plus == plus


def test_bestial_rage_holds_after_a_charge():
    scene = bearing("bestial-rage", at=(14, 10))
    assert damage_of(scene, STRIKE).plus == 0
    scene.act("a1", "Charge", A.destination([10.5, 10]))
    assert damage_of(scene, STRIKE).plus == 1


def test_damage_flips_against_the_fragile_gain_plus():
    assert damage_of(bearing("fragile"), STRIKE, "b1", "a1").plus == 1


def test_other_damage():
    assert damage_of(bearing("extra-powder"), SHOT).more == 1
    assert damage_of(bearing("extra-powder"), STRIKE).more == 0
    assert damage_of(bearing("enchanted-weapons"), STRIKE).ignoring == {"incorporeal"}


def test_a_misfire_is_told_of_when_the_black_joker_comes():
    scene = bearing("extra-powder", at=(14, 10)).deck("A", "BJ").deck("B", "5c")
    scene.act("a1", "Shot", A.apply([]))
    assert "misfire" in scene.asked[-1].text
    plain = bearing("extra-powder", at=(14, 10)).deck("A", "1r").deck("B", "5c")
    plain.act("a1", "Shot")


@pytest.mark.parametrize(
    ("slug", "card_value", "suffered"),
    [
        ("brutal", "3r", 1),
        ("brutal", "8r", 3),
        ("brutal", "12r", 3),
        ("hydraulic-limb", "8r", 2),
        ("hydraulic-limb", "12r", 4),
    ],
)
def test_moderate_or_severe_damage_is_one_higher(slug, card_value, suffered):
    strike = Action(
        name="Chop", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=(1, 2, 3)),)
    )
    scene = bearing(slug, actions=(strike,)).deck("A", f"13r {card_value} 1r").deck("B", "2c")
    scene.act("a1", "Chop", A.take(card_value))
    assert 8 - scene["b1"].health == suffered


@pytest.mark.parametrize(
    ("slug", "kinds", "amount", "suffered"),
    [
        ("armor", ("action", "attack", "melee"), 3, 2),
        ("metal-plate", ("action", "attack", "melee"), 3, 2),
        ("flak-jacket", ("action", "attack", "missile"), 3, 2),
        ("flak-jacket", ("action", "attack", "missile"), 1, 1),
        ("flak-jacket", ("action", "attack", "melee"), 3, 3),
        ("freikorps-suit", ("blast",), 3, 2),
        ("pith-helmet", ("blast",), 1, 0),
        ("pith-helmet", ("shockwave", "action"), 2, 1),
        ("tough-as-nails", ("action", "attack", "melee"), 5, 4),
        ("tough-as-nails", ("action", "attack", "melee"), 3, 3),
        ("tough-as-nails", ("falling",), 5, 5),
    ],
)
def test_damage_it_suffers_less_of(slug, kinds, amount, suffered):
    assert suffers(bearing(slug), amount, kinds=kinds) == suffered


@pytest.mark.parametrize(
    ("slug", "action", "inches"),
    [
        ("sharpshooter", SHOT, 2),
        ("sharpshooter", CURSE, 0),
        ("modified-barrel", SHOT, 2),
        ("extended-blade", STRIKE, 1),
    ],
)
def test_longer_ranges(slug, action, inches):
    scene = bearing(slug)
    assert longer(scene.g, scene["a1"], action) == inches


@pytest.mark.parametrize(
    ("slug", "what", "action"),
    [
        ("relentless", "terrifying", None),
        ("steady-aim", "concealment", SHOT),
        ("modified-barrel", "friendly_fire", SHOT),
        ("jetpack", "falling", None),
        ("native-guide", "severe", None),
    ],
)
def test_what_it_ignores(slug, what, action):
    scene = bearing(slug)
    in_progress = ActionInProgress("a1", action) if action is not None else None
    assert ignores(scene.g, scene["a1"], what, in_progress)
    assert not ignores(scene.g, scene["b1"], what, in_progress)


def test_a_guide_leads_those_within_3():
    scene = bearing("native-guide").model("a2", at=(12, 11)).model("a3", at=(20, 10))
    assert [manner_of(scene.g, scene[name]).unaffected for name in ("a2", "a3")] == [("severe",), ()]


def test_the_spirit_passes_through_everything_on_turn_1():
    scene = bearing("spirit").state(turn=1)
    assert manner_of(scene.g, scene["a1"]).through_models
    assert manner_of(scene.g, scene["a1"]).ignores
    assert not manner_of(bearing("spirit").g, bearing("spirit")["a1"]).through_models


def test_jetpack_flies():
    scene = bearing("jetpack", at=(11.2, 14)).model("b2", at=(12, 10))
    scene.act("a1", "Walk", A.use("yes"), A.destination([14.9, 10]))
    assert scene["a1"].x == 14.9


def test_the_slippery_leave_engagement_by_walking():
    scene = bearing("slippery")
    scene.act("a1", "Walk", A.destination([7, 10]))
    assert scene["a1"].x == 7


def test_concealment_at_the_centre_and_until_the_first_attack():
    scene = bearing("on-our-ground").model("a2", at=(18, 18), upgrades=("on-our-ground",))
    shot = acting(scene, SHOT, "b1", "a2")
    assert is_concealed(scene.g, scene["b1"], scene["a2"], shot)
    assert not is_concealed(scene.g, scene["b1"], scene["a1"], shot)
    ninja = bearing("ninja-attack", at=(11.2, 10))
    shot = acting(ninja, SHOT, "b1", "a1")
    assert is_concealed(ninja.g, ninja["b1"], ninja["a1"], shot)
    ninja.g.in_progress.clear()
    won(ninja)
    assert not is_concealed(ninja.g, ninja["b1"], ninja["a1"], acting(ninja, SHOT, "b1", "a1"))


def test_nobody_targets_the_made_up_on_turn_1():
    scene = bearing("stage-makeup").state(turn=1).model("a2", at=(11.2, 11.4))
    assert [model.id for model in legal_targets(scene.g, scene["b1"], STRIKE)] == ["a2"]
    later = bearing("stage-makeup")
    assert [model.id for model in legal_targets(later.g, later["b1"], STRIKE)] == ["a1"]


def test_terrifying_and_hard_to_kill_and_soulstones():
    scene = bearing("neverborn-hide")
    assert terror(scene.g, scene["a1"]) == 11
    assert suffers(bearing("determination"), 9) == 5
    stones = bearing("the-chosen").crew("A", stones=1)
    suffers(stones, 2, A.stone("no"))


def test_nerve_against_terror():
    for slug, deck, answers, health in (
        ("fortitude-of-mind", "2r 7m 9c", (A.take("7m"),), 6),
        ("lowered-expectations", "2r 9c", (A.use("yes"),), 6),
        ("lowered-expectations", "2r 9c", (A.use("no"),), 8),
    ):
        scene = bearing(slug).model(
            "b1", at=(11.2, 10), abilities=(w.Ability(name="T", parts=(w.Terrifying(tn=12),)),)
        )
        scene.deck("A", deck).deck("B", "1c")
        if slug == "lowered-expectations":
            scene.hand("A", "1t")
            answers = (A.cheat("keep"), *answers)
        scene.act("a1", "Strike", *answers)
        assert scene["b1"].health == health, slug


def test_a_steady_hand_interacts_while_engaged_and_others_are_barred():

    assert not hindered(bearing("steady-hands").g, bearing("steady-hands")["a1"])
    for slug, action in (("not-quite-right", "Interact"), ("shaky-nerves", "Charge")):
        scene = bearing(slug, at=(30, 30))
        assert action not in [one.name for one in menu(scene.g, scene["a1"])]


def test_two_different_bonus_actions():
    one, two = (
        Action(name=name, bonus=True, effects=(w.Token(name=name, whom="self"),)) for name in ("One", "Two")
    )
    scene = bearing("instinctual", actions=(one, two))
    scene.act("a1", "One")
    assert [action.name for action in menu(scene.g, scene["a1"]) if action.bonus] == ["Two"]
    scene.act("a1", "Two")
    assert [action.name for action in menu(scene.g, scene["a1"]) if action.bonus] == []
    assert scene["a1"].acts == 0


def test_a_card_more_in_the_first_turn():
    assert most_cards(bearing("blessings-of-fate").state(turn=1).g, 0) == 7
    assert most_cards(bearing("blessings-of-fate").g, 0) == 6


def test_plus_on_the_first_initiative_flip():
    scene = bearing("quick-reflexes").state(turn=1, active=None, phase="start")
    scene.deck("A", "2r 9m " + "1t 2t 3t 4t 5t 6t").deck("B", "3c " + "1m 2m 3m 4m 5m 6m")
    scene.hand("A", "7t 8t 9t 10t 11t 12t").hand("B", "7c 8c 9c 10c 11c 12c")

    scene.run(step_c_initiative, A.take("9m"), B.cheat("keep"), A.cheat("keep"), A.initiative("0"))
    assert scene.g.state.initiative == 0


def test_insignificant_and_always_finished_off():

    assert is_insignificant(bearing("easily-distracted").g, bearing("easily-distracted")["a1"])
    assert always_finished_off(bearing("accident-prone").g, bearing("accident-prone")["a1"])


def test_enemies_near_the_blight_do_not_heal():
    scene = bearing("those-who-thirst-blight").model("b1", at=(12, 10), health=4)
    scene.run(lambda g: heal(g, "b1", 2, "b1"))
    assert scene["b1"].health == 4


def test_bonded_models_stand_by_each_other():
    scene = bearing("bond").model("a2", at=(10, 12)).model("a3", at=(10, 14))
    moment(scene, "game_begins", A.use(use("bond")), A.model("a2"), model=None)
    assert flips_of(scene, CURSE, "b1", "a1")[1] == 1
    assert flips_of(scene, CURSE, "b1", "a2")[1] == 1
    assert flips_of(scene, CURSE, "b1", "a3")[1] == 0
    assert flips_of(scene, STRIKE, "b1", "a1")[1] == 0
    scene.run(lambda g: move(g, "a2", 4, "place"), A.destination([10, 15.9]), settle=False)
    assert flips_of(scene, CURSE, "b1", "a1")[1] == 0


# Weapons and other Actions


@pytest.mark.parametrize(
    ("slug", "icon", "reach", "stat_used", "profile"),
    [
        ("arcane-background", "", 8, 5, (1, 2, 3)),
        ("collier-pistol", "missile", 8, 5, (1, 3, 4)),
        ("flammenwerfer", "missile", 6, 5, (1, 2, 3)),
        ("gatling-gun", "missile", 10, 5, (2, 3, 5)),
        ("greatsword", "melee", 2, 5, (3, 4, 5)),
        ("machete", "melee", 1, 5, (2, 3, 4)),
        ("relic-hammer", "melee", 1, 6, (2, 4, 6)),
    ],
)
def test_weapons(slug, icon, reach, stat_used, profile):
    (action,) = card(slug).actions
    assert (action.icon, action.reach, action.stat, action.effects[0].amount) == (
        icon,
        reach,
        stat_used,
        profile,
    )
    scene = bearing(slug, at=(11.2, 10) if icon == "melee" else (14, 10))
    assert can_be_taken(scene.g, scene["a1"], action)


def test_the_hammer_ignores_armor():
    scene = bearing("relic-hammer").model(
        "b1", at=(11.2, 10), abilities=(w.Ability(name="P", parts=(w.Armor(amount=2),)),)
    )
    scene.deck("A", "13r 8m 1r").deck("B", "2c")
    scene.act("a1", "Relic Hammer", A.take("8m"))
    assert scene["b1"].health == 4


def test_equipment_as_bonus_actions():
    beans = bearing("can-o-beans", health=2)
    beans.act("a1", "Can O' Beans")
    assert beans["a1"].health == 5
    salve = bearing("healing-salve").model("a2", at=(10, 11.181), health=3, characteristics=("Living",))
    salve.act("a1", "Healing Salve")
    assert salve["a2"].health == 5
    tools = bearing("tool-kit").model("a2", at=(10, 12), health=3, characteristics=("Construct",))
    tools.act("a1", "Tool Kit")
    assert tools["a2"].health == 4
    snares = bearing("snares", at=(14, 10)).deck("B", "1c")
    snares.act("a1", "Snares")
    assert snares["b1"].has("slow")


def test_dynamite_hurts_everybody_within_2_of_its_point():
    scene = bearing("dynamite", at=(15, 10)).model("b2", at=(16, 11)).model("b3", at=(25, 10))
    scene.act("a1", "Dynamite", A.spot([15, 11.5]), A.order("b1"))
    assert [8 - scene[name].health for name in ("b1", "b2", "b3")] == [3, 3, 0]
    assert scene.g.state.markers == {}
    assert (
        not can_be_taken(scene.g, scene["a1"], card("dynamite").actions[0])
        or "dynamite" not in scene["a1"].upgrades
    )


def test_dolly_drops_scrap():
    scene = bearing("dolly-makin-time")
    scene.act("a1", "Dolly Makin' Time", A.spot([8, 10]))
    assert [marker.kind for marker in scene.g.state.markers.values()] == ["scrap"]


# When it Activates


def activates(scene, slug, *answers, number=0):
    moment(scene, "activation_begins", A.use(use(slug, number)), *answers)
    return scene


def test_equipment_that_is_used_up_when_it_activates():
    coffee = activates(bearing("coffee"), "coffee")
    assert coffee["a1"].has("fast")
    whiskey = activates(bearing("whiskey", conditions={"slow": 1, "burning": 2}), "whiskey")
    assert whiskey["a1"].conditions == {}
    moment(bearing("whiskey"), "activation_begins")
    ale = activates(bearing("soulstone-ale"), "soulstone-ale")
    assert ale.seat("A").stones == 1


def test_once_a_game_is_once_a_game():
    scene = activates(bearing("second-wind", health=2), "second-wind")
    assert scene["a1"].health == 5
    moment(scene, "activation_begins")

    scene.g.emit(TurnBegan(3))
    moment(scene, "activation_begins")
    assert scene["a1"].health == 5


def test_more_of_what_it_may_do_when_it_activates():
    paid = activates(bearing("paid-in-advance"), "paid-in-advance")
    assert paid.seat("A").stones == 1
    wind = activates(bearing("favors-of-wind"), "favors-of-wind", A.destination([15, 13]))
    assert (wind["a1"].x, wind["a1"].y) == (15, 13)
    swap = bearing("long-lost-cousin").model("a2", at=(10, 13))
    activates(swap, "long-lost-cousin")
    assert (swap["a1"].y, swap["a2"].y) == (13, 10)
    clear = bearing("clear-mind-pure-body", conditions={"slow": 1, "burning": 2})
    activates(clear, "clear-mind-pure-body", A.condition("slow"))
    assert clear["a1"].conditions == {"burning": 2}
    learned = bearing("the-scholar").hand("A", "3c").deck("A", "9r")
    activates(learned, "the-scholar")
    assert learned.cards_of("A", "hand") == "9r"


def test_remains_are_eaten():
    for slug, kind, healed in (("expanded-palate", "scrap", 1), ("ravenous", "corpse", 2)):
        scene = bearing(slug, health=3).marker("m1", kind, (8.82, 10))
        activates(scene, slug)
        assert (scene["a1"].health, scene.g.state.markers) == (3 + healed, {})
        far = bearing(slug, health=3).marker("m1", kind, (8, 10))
        moment(far, "activation_begins")


def test_an_enemy_does_not_interact_under_the_edict():
    scene = bearing("those-who-thirst-edict").deck("B", "1c")
    activates(scene, "those-who-thirst-edict")

    assert is_barred(scene.g, scene["b1"], "Interact")
    assert not is_barred(scene.g, scene["a1"], "Interact")


def test_a_minion_takes_the_action_it_is_told():
    scene = bearing("our-commands").model("b1", at=(14, 10), station="Minion")
    activates(scene, "our-commands", A.action("Concentrate"))
    assert scene["b1"].has("focused")


def test_a_blow_to_the_head_costs_a_card_or_speed():
    scene = bearing("blow-to-the-head").hand("A", "3c")
    moment(scene, "activation_begins", A.branch("0"))
    assert scene.seat("A").hand == ()
    moment(bearing("blow-to-the-head"), "activation_begins")


def test_friends_that_activate_near_the_front_push():
    scene = bearing("lead-from-the-front").model("a2", at=(10, 12))
    moment(
        scene,
        "activation_begins",
        A.use(use("lead-from-the-front", whose="a2")),
        A.destination([10, 13]),
        model="a2",
    )
    assert scene["a2"].y == 13


# Attacks


def test_suits_and_pluses_of_attacks_once_an_activation():
    twist = Trigger(name="Twist", suits=("ram",), effects=(w.Token(name="twisted"),))
    strike = Action(name="Strike", icon="melee", reach=1, stat=5, resist="df", effects=HIT, triggers=(twist,))
    scene = bearing("katanas", actions=(strike,))
    scene.deck("A", "9c 9t").deck("B", "1c 1m")
    scene.act("a1", "Strike", A.use(use("katanas")), A.trigger("Twist"))
    assert scene["b1"].tokens == {"twisted": 1}
    scene.act("a1", "Strike")
    tome = Trigger(name="Read", suits=("tome",), effects=(w.Token(name="read"),))
    curse = Action(name="Curse", reach=6, stat=5, resist="wp", effects=HIT, triggers=(tome,))
    scrolls = bearing("ancient-scrolls", actions=(curse,)).deck("A", "9c").deck("B", "1c")
    scrolls.act("a1", "Curse", A.use(use("ancient-scrolls")), A.trigger("Read"))
    assert scrolls["b1"].tokens == {"read": 1}
    limbs = bearing("extra-limbs").deck("A", "2c 9t 9r").deck("B", "1c 1m")
    limbs.act("a1", "Strike", A.take("9t"))
    limbs.act("a1", "Strike")


@pytest.mark.parametrize(
    ("slug", "action", "condition"),
    [("anaphylactic-shock", "Shot", "poison"), ("welding-torch", "Strike", "burning")],
)
def test_conditions_that_attacks_add(slug, action, condition):
    scene = bearing(slug, at=(11.2, 10) if action == "Strike" else (14, 10))
    won(scene, action)
    assert scene["b1"].has(condition)
    missed = bearing(slug, at=(11.2, 10) if action == "Strike" else (14, 10))
    lost(missed, action)
    assert missed["b1"].conditions == {}


@pytest.mark.parametrize(
    ("slug", "action", "at"), [("off-hand-fighting", "Strike", 11.2), ("off-hand-shot", "Shot", 14)]
)
def test_an_off_hand_deals_one_more_once(slug, action, at):
    scene = bearing(slug, at=(at, 10)).deck("A", "9r 9m").deck("B", "1c 1m")
    scene.act("a1", action)
    assert scene["b1"].health == 5
    scene.act("a1", action)
    assert scene["b1"].health == 3


def test_fan_the_hammer_shoots_again_with_minus():
    scene = bearing("fan-the-hammer", at=(14, 10)).deck("A", "9r 9m 1c").deck("B", "1c 4m")
    scene.act("a1", "Shot", A.use(use("fan-the-hammer")), A.attack("Shot"))
    assert scene["b1"].health == 6, "the lower card counts"


def test_hydraulics_push_after_a_melee_attack():
    scene = bearing("hydraulics")
    won(scene, "Strike", A.use(use("hydraulics")), A.destination([9, 9]))
    assert (scene["a1"].x, scene["a1"].y) == (9, 9)


def test_the_hunter_goes_for_the_dearest_once():
    scene = bearing("the-hunter").model("b1", at=(11.2, 10), cost=9).model("b2", at=(10, 11.2), cost=5)
    scene.deck("A", "9t 2c 9r 9m").deck("B", "1c 1m 1t")
    scene.act("a1", "Strike", A.target("b2"))
    scene.act("a1", "Strike", A.target("b1"), A.take("9r"))
    scene.act("a1", "Strike", A.target("b1"))


def test_flips_made_again():
    scene = bearing("field-experience").deck("A", "1c 9r").deck("B", "2c")
    scene.act("a1", "Strike", A.use(use("field-experience")))
    assert scene["b1"].health == 6
    chop = Action(
        name="Chop", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=(1, 2, 3)),)
    )
    charm = bearing("fossil-charm", actions=(chop,)).deck("A", "13r 1c 2t 12m 3t").deck("B", "2c")
    charm.act("a1", "Chop", A.use("pass"), A.take("2t"), A.use(use("fossil-charm", 1)), A.take("12m"))
    assert charm["b1"].health == 5
    theirs = bearing("favors-of-fate").deck("A", "5c").deck("B", "13r 1c")
    theirs.act("b1", "Strike", A.use(use("favors-of-fate")))
    assert theirs["a1"].health == 6


def test_terror_of_those_around_is_felt_once_a_turn():
    scene = bearing("echoes-of-madness", at=(12, 10)).deck("B", "9r 2c 8m")
    scene.run(
        lambda g: simple_duel(g, g.model("b1"), "wp", 12),
        A.use(use("echoes-of-madness", whose="b1")),
    )
    scene.run(lambda g: simple_duel(g, g.model("b1"), "wp", 12))


# Suffering, dying, killing


def test_steel_prevents_one_attack():
    scene = bearing("favors-of-steel")
    assert suffers(scene, 4, A.use(use("favors-of-steel"))) == 0
    assert suffers(scene, 2) == 2
    assert suffers(bearing("favors-of-steel"), 2, kinds=("falling",)) == 2


def test_retribution_once_a_turn():
    scene = bearing("retribution")
    suffers(scene, 1)
    suffers(scene, 1)
    assert scene["b1"].health == 7


def test_a_martyr_suffers_for_a_friend():
    scene = bearing("martyr").model("a2", at=(10, 12))
    assert suffers(scene, 2, A.use(use("martyr")), model="a2") == 0
    assert scene["a1"].health == 4
    two = bearing("martyr").model("a2", at=(10, 12), upgrades=("martyr",))
    suffers(two, 2, A.use(use("martyr")), A.use(use("martyr", whose="a2")), model="a2")
    assert (two["a1"].health, two["a2"].health) == (4, 8), "what was taken over is not handed back"


def test_stitches_close_at_the_end_of_the_turn():
    scene = bearing("my-lucky-stitches")
    suffers(scene, 2)
    suffers(scene, 2)
    scene.run(step_a_effects)
    assert scene["a1"].health == 3
    scene.run(step_a_effects)
    assert scene["a1"].health == 3


def test_death_is_put_off():
    eternity = bearing("edge-of-eternity", health=2)
    suffers(eternity, 5)
    assert (eternity["a1"].where, eternity["a1"].health) == ("table", 1)
    suffers(eternity, 5)
    assert eternity["a1"].where == "gone"
    covenant = bearing("those-who-thirst-covenant", health=2).model("a2", at=(10, 12))
    suffers(covenant, 5, A.use(use("those-who-thirst-covenant")))
    assert (covenant["a1"].health, covenant["a2"].where) == (1, "gone")


def test_what_is_left_when_it_is_killed():
    for slug, kind, number in (("restless-dead", "corpse", 2), ("too-many-pieces", "scrap", 2)):
        scene = bearing(slug, health=1)
        suffers(scene, 2, A.spot([8.82, 10]), A.spot([10, 8.82]))
        assert [marker.kind for marker in scene.g.state.markers.values()] == [kind] * number
    bomb = bearing("improvised-explosives", health=1)
    suffers(bomb, 2, A.use(use("improvised-explosives")))
    assert bomb["b1"].health == 6
    baggage = bearing("baggage", health=1)
    suffers(baggage, 2, B.use("yes"), B.spot([8.82, 10]))
    (marker,) = baggage.g.state.markers.values()
    assert (marker.kind, marker.seat) == ("scheme", 1)


def kills(scene, *answers):
    scene.run(lambda g: kill(g, "b1", by="a1", instant=True), *answers)
    return scene


def test_killing_enemies():
    assert kills(bearing("decembers-hunger", health=3))["a1"].health == 4
    assert kills(bearing("the-hags-kiss", health=3), A.use(use("the-hags-kiss")))["a1"].health == 5
    debts = kills(bearing("debts-paid").model("a2", at=(10, 12)))
    assert debts["a2"].has("fast")
    death = bearing("favors-of-death", health=2)
    death.run(lambda g: kill(g, "b1", instant=True), A.use(use("favors-of-death", whose="a1")))
    assert death["a1"].health == 6


def test_research_draws_when_it_is_finished_off():
    scene = bearing("in-the-name-of-research").deck("A", "13r 9m")

    scene.g.setup = replace(scene.g.setup, finish_threshold=3)
    scene.run(lambda g: finish_flip(g, g.model("a1"), "killed"))
    assert scene.cards_of("A", "hand") == "9m"


# Others: being targeted, moving, Conditions, Soulstones, Markers, Turns


def test_being_targeted():
    goat = bearing("scapegoat").model("a2", at=(11.2, 11.3)).deck("B", "9r").deck("A", "1c")
    goat.act("b1", "Strike", B.target("a2"), A.use(use("scapegoat")))
    assert (goat["a1"].health, goat["a2"].health) == (4, 8)
    charged = bearing("flashbacks").deck("A", "1c 1m").deck("B", "9r")
    charged.act("b1", "Strike", generated=True, generated_by="Charge")
    assert charged["a1"].has("stunned")
    plain = bearing("flashbacks")
    won(plain, "Strike", by="b1")
    assert plain["a1"].conditions == {}


def test_stop_hitting_yourself():
    scene = bearing("stop-hitting-yourself")
    lost(scene, "Strike", by="b1")
    assert scene["b1"].health == 7
    hit = bearing("stop-hitting-yourself")
    won(hit, "Strike", by="b1")
    assert hit["b1"].health == 8


def test_enemies_that_end_a_move_nearby():
    trophy = bearing("grotesque-trophy", at=(15, 10)).deck("B", "1c")
    trophy.run(lambda g: move(g, "b1", 5, "move"), B.destination([12, 10]))
    assert trophy["b1"].has("distracted")
    pounce = bearing("pounce", at=(15, 10)).deck("A", "9r").deck("B", "1c")
    pounce.run(
        lambda g: move(g, "b1", 5, "move"),
        B.destination([11.3, 10]),
        A.use(use("pounce")),
        A.attack("Strike"),
    )
    assert pounce["b1"].health == 6


def test_enemies_do_not_react_to_the_silent():
    listening = w.Ability(
        name="Ears",
        parts=(
            w.Reaction(
                moment="moved", about="others", side="enemy", effects=(w.Token(name="heard", whom="self"),)
            ),
        ),
    )
    for slug, heard in (("silent", {}), ("armor", {"heard": 1})):
        scene = bearing(slug).model("b2", at=(15, 10), abilities=(listening,))
        scene.run(lambda g: move(g, "a1", 1, "push"), A.destination([9.5, 10]))
        assert scene["b2"].tokens == heard


def test_ends_of_enemy_activations():
    gas = bearing("swamp-gas", at=(12, 10))
    moment(gas, "activation_ends", model="b1")
    assert gas["b1"].has("poison")
    twitch = bearing("twitchy", at=(12, 10))
    moment(twitch, "activation_ends", A.use(use("twitchy")), A.destination([9, 10]), model="b1")
    assert twitch["a1"].x == 9


def test_soulstones_of_enemies_feed():
    scene = bearing("aetheric-feed", health=3).crew("B", stones=2)
    scene.run(lambda g: spend_stone(g, g.model("b1"), "block"))
    assert (scene["a1"].health, scene.seat("B").stones) == (5, 1)


def test_torment_is_shared_and_ends():
    scene = bearing("torment-to-share", at=(12, 10)).model("b1", at=(12, 10), upgrades=("torment-to-share",))
    scene.run(lambda g: gain(g, "a1", "burning", 2))
    assert scene["b1"].conditions == {"burning": 2}
    assert scene["a1"].conditions == {"burning": 4}, "the enemy shares it too, once"


def test_concentrating_and_interacting():
    mind = bearing("introspection", conditions={"slow": 1})
    mind.act("a1", "Concentrate", A.use(use("introspection")), A.condition("slow"))
    assert mind["a1"].conditions == {"focused": 1}
    notes = bearing("field-notes").hand("A", "3c").deck("A", "9r")
    interact = Action(name="Interact")
    notes.act("a1", interact, A.cards(["3c"]))
    assert notes.cards_of("A", "hand") == "9r"


def test_markers():
    eye = (
        bearing("curators-eye")
        .marker("m1", "scheme", (12, 12), seat=1)
        .marker("m2", "scheme", (13, 13), seat=0)
    )
    eye.deck("A", "9r")
    eye.run(lambda g: remove(g, "m2", "a1"))
    assert eye.cards_of("A", "hand") == ""
    eye.run(lambda g: remove(g, "m1", "b1"))
    assert eye.cards_of("A", "hand") == ""
    eye = bearing("curators-eye").marker("m1", "scheme", (12, 12), seat=1).deck("A", "9r")
    eye.run(lambda g: remove(g, "m1", "a1"))
    assert eye.cards_of("A", "hand") == "9r"
    line = bearing("survey-line")
    line.run(
        lambda g: drop(g, "scheme", 8.82, 10, seat=0, by="a1"), A.use(use("survey-line")), A.spot([7.82, 10])
    )
    (marker,) = line.g.state.markers.values()
    assert marker.x == pytest.approx(7.82)
    scraps = bearing("the-scavenger").marker("m1", "scrap", (14, 14))
    moment(scraps, "end_phase", A.use(use("the-scavenger")), model=None, in_play=frozenset())
    (turned,) = scraps.g.state.markers.values()
    assert (turned.kind, turned.seat) == ("scheme", 0)


def test_the_turns_ends_and_beginnings():
    tools = bearing("tools-of-the-trade").model("a2", at=(10, 12), health=3, characteristics=("Construct",))
    tools.run(step_a_effects)
    assert tools["a2"].health == 4
    insight = bearing("those-who-thirst-insight").deck("A", "1c 2c")
    moment(insight, "start_phase", A.use(use("those-who-thirst-insight")), A.cards(["2c", "1c"]), model=None)
    assert insight.cards_of("A", "deck").startswith("2c 1c")
    away = bearing("wanders-off").state(turn=1)
    moment(away, "start_phase", B.destination([10, 15]), model=None)
    assert away["a1"].y == 15
    moment(bearing("wanders-off"), "start_phase", model=None)


def test_before_the_game():
    seeker = bearing("clockwork-seeker")
    moment(seeker, "game_begins", A.use(use("clockwork-seeker")), A.spot([5, 10]), model=None)
    assert [marker.kind for marker in seeker.g.state.markers.values()] == ["scheme"]
    push = bearing("uncharted-instinct")
    moment(push, "game_begins", A.use(use("uncharted-instinct")), A.destination([8, 10]), model=None)
    assert push["a1"].x == 8
    trained = bearing("well-trained")
    moment(trained, "deployed", A.use(use("well-trained")))
    assert trained["a1"].has("focused")
    reserve = bearing("reserves").model("a2", at=(20, 20)).state(turn=1)
    moment(reserve, "deployed", A.use(use("reserves")))
    assert reserve["a1"].where == "buried"
    reserve.run(step_a_effects, A.spot([20, 18.819]))
    assert (reserve["a1"].where, reserve["a1"].tokens) == ("table", {})


def test_cheating_teaches_once_a_turn():
    scene = bearing("quick-study").hand("A", "3c").deck("A", "9r")
    moment(scene, "cheated")
    moment(scene, "cheated")
    assert scene.cards_of("A", "hand") == "3c 9r"


def test_hexes_cost_cards():
    bonus = Action(name="Hop", bonus=True, effects=(w.Token(name="hopped", whom="self"),))
    swamp = bearing("swamp-hex", actions=(bonus,)).hand("A", "3c")
    swamp.act("a1", "Hop")
    assert (swamp.seat("A").hand, swamp["a1"].tokens) == ((), {"hopped": 1})
    assert not can_be_taken(swamp.g, swamp["a1"], bonus)
    twist = Trigger(name="Twist", effects=(w.Token(name="twisted"),))
    strike = Action(name="Strike", icon="melee", reach=1, stat=5, resist="df", triggers=(twist,))
    blood = bearing("blood-hex", actions=(strike,)).deck("A", "9r").deck("B", "1c").hand("A", "3c")
    blood.act("a1", "Strike", A.cheat("keep"), A.trigger("Twist"))
    assert (blood.seat("A").hand, blood["b1"].tokens) == ((), {"twisted": 1})
    broke = bearing("blood-hex", actions=(strike,)).deck("A", "9r").deck("B", "1c")
    broke.act("a1", "Strike")
    assert broke["b1"].tokens == {}


def test_what_acts_outside_of_the_game_is_no_question_in_it():
    """Agility, Thick Hide and the curse stand on the bearer's card, Deep Pockets in hiring, Big Head in the
    Crew's bill, Wanted in the Aftermath."""
    assert {"agility", "thick-hide", "cursed", "deep-pockets", "big-head", "wanted"} == OUTSIDE
    for slug in sorted(OUTSIDE):
        assert (card(slug).abilities[0].parts, card(slug).actions) == ((), ())


def laden(encounter: str) -> EncounterSetup:
    """A league's skirmish in which every Upgrade is borne by somebody, dealt out anew each time."""
    setup, order = skirmish(encounter), Stream(digest("laden", encounter))
    slugs = sorted(DIGESTS.keys() & {*UPGRADES, *PROMPTS})
    cards = {slug: card(slug) for slug in slugs}
    deal: dict[str, list[str]] = {name: [] for name in setup.hired()}
    while slugs:
        for borne in deal.values():
            if slugs:
                borne.append(slugs.pop(order.below(len(slugs))))
    crews, number = [], 0
    for seat, crew in enumerate(setup.crews):
        models = []
        for at, hired in enumerate(crew.models, 1):
            number += 1
            borne = tuple(deal[f"{'ab'[seat]}{at}"])
            owned = {slug: 100 * number + n for n, slug in enumerate(borne) if slug in ONE_USE}
            models.append(replace(hired, model_id=number, upgrades=(*hired.upgrades, *borne), owned=owned))
        crews.append(replace(crew, models=tuple(models)))
    upgrades = setup.upgrades | cards
    return replace(setup, crews=(crews[0], crews[1]), upgrades=upgrades, finish_threshold=8, terms=Terms())


ONE_USE = {row["slug"] for row in HOUSE["upgrades"] if row["self_annihilates"]}


def test_bots_play_with_all_of_them_at_once(seeds):
    """Each Encounter has them all in it, replays to the same and breaks nothing."""
    for seed in seeds(1):
        summary = summed(simulate(3, f"laden/{seed}", laden, M3E), str(seed))
        assert summary.violations == ()
        assert summary.decisions > 500
