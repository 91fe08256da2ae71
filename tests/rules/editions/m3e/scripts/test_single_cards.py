"""Words of single cards at work: what answers a Trigger, a price, a zone, a push that is stopped; each with
a name that needs it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.abilities.manner import larger_hand
from rules.editions.m3e.play.abilities.passive import ground_for, is_ruthless
from rules.editions.m3e.play.actions.available import can_be_taken, legal_targets
from rules.editions.m3e.play.actions.registry import GENERAL
from rules.editions.m3e.play.duels.steps import simple_duel
from rules.editions.m3e.play.effects.arrivals import attach_upgrade, discard_upgrade, ignored_for_own_scoring
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.effects.healing import heal
from rules.editions.m3e.play.effects.markers import drop
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.carried_out import lacking
from rules.editions.m3e.scripts.registry import scripted_ability, scripted_action, scripted_trigger
from rules.editions.m3e.scripts.selects import Acts, Markers, Models
from rules.editions.m3e.statcards import Action, StatCard, Trigger, UpgradeCard
from rules.editions.m3e.zones import zone_named
from rules.game.events.announcements import DuelBegan
from rules.table import Base
from tests.rules.editions.m3e.scene import A, B, Scene
from tests.rules.editions.m3e.scripts.test_wider_words import STRIKE, able, acting


def scripted(name, kind="", model=""):
    ability = scripted_ability(name, None, kind, model)
    assert ability is not None, name
    return (ability,)


@pytest.mark.rule("M3E-TIME-03")
@pytest.mark.parametrize(
    ("name", "declares", "health"),
    [
        ("unimpressed", True, 7),
        ("unimpressed", False, 5),
        ("disarming", False, 7),
        ("disarming", True, 5),
    ],
)
def test_a_resistance_trigger_looks_at_whether_the_attacker_declared_one(ruleset, name, declares, health):
    resist = scripted_trigger(name, (), resists="df")
    surge = Trigger(name="Surge", effects=())
    strike = replace(STRIKE, triggers=(surge,), effects=(w.Damage(amount=3),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(strike,))
    scene.model("b1", at=(11.2, 10), triggers=(resist,)).deck("A", "9r").deck("B", "1c")
    scene.act("a1", "Strike", A.trigger("Surge" if declares else "none"), B.trigger(resist.name))
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-DMG-11")
def test_added_damage_of_a_trigger_that_comes_after_the_damage_is_dealt_then(ruleset):
    slander = scripted_trigger("slander", ())
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(replace(STRIKE, triggers=(slander,)),))
    scene.model("b1", at=(11.2, 10)).deck("A", "9r 5m").deck("B", "1c").marker("m1", "scheme", (11.2, 12))
    scene.act("a1", "Strike", A.trigger("slander"))
    assert scene["b1"].health == 5
    assert scene["b1"].conditions == {"distracted": 1}


@pytest.mark.rule("M3E-DUEL-01")
@pytest.mark.parametrize(("generator", "minus"), [("a2", 1), ("a1", 0), ("b2", 0)])
def test_wp_duels_that_other_friends_demand_have_a_minus_near_scarlet_temptation(ruleset, generator, minus):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=scripted("scarlet temptation"))
    scene.model("a2", at=(30, 30)).model("b1", at=(11.5, 10), wp=5).model("b2", at=(30, 10))
    scene.deck("B", "9r 5m")
    scene.run(lambda g: simple_duel(g, scene["b1"], "wp", 10, by=generator))
    assert scene.events(DuelBegan)[0].minus[0] == minus


@pytest.mark.rule("M3E-MARK-09")
@pytest.mark.parametrize(("at", "answers", "seat"), [((12, 10), ("Special:0:a1",), 0), ((25, 10), (), 1)])
def test_a_scheme_marker_that_would_be_dropped_near_it_is_a_friendly_one_for_a_card(
    ruleset, at, answers, seat
):
    scene = (
        Scene(ruleset)
        .model("a1", at=(10, 10), abilities=able(*scripted("subterfuge")[0].parts))
        .hand("A", "3c")
    )
    scene.run(lambda g: drop(g, "scheme", *at, seat=1), *(A.use(key) for key in answers))
    assert [marker.seat for marker in scene.g.state.markers.values()] == [seat]
    assert len(scene.seat("A").hand) == 1 - len(answers)


@pytest.mark.rule("M3E-SETUP-19")
def test_a_corpse_marker_is_dropped_within_the_own_deployment_zone(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 30), abilities=scripted("recent funeral"))
    scene.crew("A", zone="south").state(deployment="standard")
    zone = zone_named("standard", "south")
    inside = next(place for place in ([18.0, 1.0], [18.0, 34.0]) if zone.touches(Base("", *place, 30)))
    scene.run(lambda g: happen(g, Happening("game_begins")), A.spot(inside))
    assert [(marker.kind, marker.y) for marker in scene.g.state.markers.values()] == [("corpse", inside[1])]
    far = [18.0, 36.0 - inside[1]]
    assert not scene.asked[0].options.contains(far)


@pytest.mark.rule("M3E-COND-02")
def test_threaten_asks_for_a_keyword_of_the_models_in_the_encounter(ruleset):
    threaten = Action(
        name="Threaten", stat=5, resist="wp", reach=8, effects=(w.Gain(condition="adversary", of="chosen"),)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), keywords=("Woe",), actions=(threaten,)).deck("A", "9r")
    scene.model("b1", at=(12, 10), keywords=("Guard", "Elite")).deck("B", "1c")
    scene.act("a1", "Threaten", A.branch("Elite"))
    assert scene["b1"].conditions == {"adversary:Elite": 1}


@pytest.mark.rule("M3E-MATH-01")
def test_a_tn_that_is_the_distance_to_the_marker(ruleset):
    script = scripted_action("target practice", attack=False)
    shot = Action(
        name="Practice", stat=3, reach=20, targets="marker", counted_tn=script.tn, effects=script.effects
    )
    for card, left in (("7r", 0), ("6r", 1)):
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(shot,)).deck("A", card)
        scene.marker("m1", "scheme", (20.5, 10))
        scene.act("a1", "Practice")
        assert len(scene.g.state.markers) == left, "9.32 inches from base to base make a TN of 10"


@pytest.mark.rule("M3E-TIME-09", "M3E-CTRL-03")
@pytest.mark.parametrize(("answer", "health"), [("yes", 8), ("no", 6)])
def test_the_unyielding_may_stay_out_of_what_others_make_them_do(ruleset, answer, health):
    order = w.TakeAction(whom="target", acts=Acts(names=("Strike",)), controlled_by="self", optional=False)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(acting(order, targets="model", reach=6),))
    scene.model("b1", at=(12, 10), abilities=scripted("unyielding"), actions=(STRIKE,))
    scene.model("b2", at=(13.2, 10)).deck("A", "9r 5m").deck("B", "1c")
    more = () if answer == "yes" else (A.target("b2"),)
    if answer == "no":
        more = (*more, B.relent("no"))
    scene.act("a1", "Act", A.target("b1"), B.use(answer), *more)
    assert scene["b2"].health == health


@pytest.mark.rule("M3E-DUEL-14")
def test_nobody_is_ruthless_near_a_weeping_widow(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=scripted("weeping widow"))
    scene.model("b1", at=(12, 10), abilities=able(w.Ruthless())).model(
        "b2", at=(30, 10), abilities=able(w.Ruthless())
    )
    assert [is_ruthless(scene.g, scene[name]) for name in ("b1", "b2")] == [False, True]


@pytest.mark.rule("M3E-MOVE-13")
@pytest.mark.parametrize(("end", "hurt"), [([14.818, 10.0], 2), ([12.0, 10.0], 0), ([12.0, 18.0], 0)])
def test_who_is_tossed_against_somebody_is_hurt_with_it_and_who_stops_freely_is_not(ruleset, end, hurt):
    script = scripted_action("toss", attack=True)
    toss = Action(name="Toss", reach=2, stat=5, resist="sz", effects=script.effects)
    scene = Scene(ruleset).model("a1", at=(10, 10), sz=3, actions=(toss,)).deck("A", "9r")
    scene.model("b1", at=(12, 10), sz=1, df=1).model("b2", at=(16, 10), df=1).deck("B", "1c 2c 3c")
    scene.act("a1", "Toss", A.destination(end))
    assert [8 - scene[name].health for name in ("b1", "b2")] == [hurt, hurt]


@pytest.mark.rule("M3E-HEAL-01")
def test_a_twin_heals_as_much_and_does_not_answer_in_turn(ruleset):
    scene = Scene(ruleset)
    for name, own, twin in (("a1", "Lelu", "Lilitu"), ("a2", "Lilitu", "Lelu")):
        bond = scripted("twinned soul", twin)
        scene.model(name, card=StatCard(slug=name, name=own, health=8, abilities=bond), health=2)
    scene.run(lambda g: heal(g, "a1", 3), A.model("a2"))
    assert (scene["a1"].health, scene["a2"].health) == (5, 5)


@pytest.mark.rule("M3E-FATE-16")
@pytest.mark.parametrize(("card", "left"), [("3c", 5), ("8c", 6)])
def test_a_pig_lowers_damage_by_the_value_of_the_card_it_discards(ruleset, card, left):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=scripted("sturdy critters")).hand("A", card)
    scene.model("a2", at=(12, 10), keywords=("Pig",))
    scene.run(lambda g: damage(g, Hit("a2", 4)), A.use("yes"))
    assert scene["a2"].health == left


@pytest.mark.rule("M3E-FATE-06")
def test_the_opponent_holds_a_card_fewer_while_its_manipulator_leads(ruleset):
    scene = Scene(ruleset).model("a1", leader=True, abilities=scripted("unseen manipulator")).model("b1")
    assert [larger_hand(scene.g, seat) for seat in (0, 1)] == [0, -1]
    other = Scene(ruleset).model("a1", abilities=scripted("unseen manipulator")).model("b1")
    assert larger_hand(other.g, 1) == 0


@pytest.mark.rule("M3E-DUEL-09")
def test_a_total_is_lowered_for_a_suit_before_triggers_are_declared(ruleset):
    surge = Trigger(name="Surge", suits=("tome",), effects=(w.Draw(),))
    strike = replace(STRIKE, triggers=(surge,))
    press = scripted("press the advantage")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(strike,), abilities=press)
    scene.model("b1", at=(11.2, 10)).deck("A", "9r").deck("B", "1c")
    label = f"{press[0].name}:0:a1"
    took = scene.act("a1", "Strike", A.use(label), A.suit("tome"), A.trigger("Surge"))
    assert took.duel.actor.total == 12


@pytest.mark.rule("M3E-DMG-04")
def test_a_minus_on_the_damage_flip_counts_as_a_plus(ruleset):
    part = w.DamageModifier(minus_is_plus=True)
    scene = Scene(ruleset).model(
        "a1",
        at=(10, 10),
        actions=(replace(STRIKE, parts=(part,), effects=(w.Damage(amount=(1, 2, 3), minus=1),)),),
    )
    scene.model("b1", at=(11.2, 10)).deck("A", "5r 4m 12m").deck("B", "1c")
    scene.act("a1", "Strike", A.take("12m"))
    assert scene["b1"].health == 5


@pytest.mark.rule("M3E-DUEL-06")
@pytest.mark.parametrize(("construct", "minus"), [(True, 1), (False, 0)])
def test_a_duel_that_an_action_demands_is_harder_for_constructs(ruleset, construct, minus):
    script = scripted_action("whirling hammer", attack=False)
    hammer = Action(name="Hammer", icon="pulse", reach=3, effects=script.effects)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hammer,)).deck("B", "2c 9c")
    scene.model("b1", at=(12, 10), df=5, characteristics=("Construct",) if construct else ())
    scene.act("a1", "Hammer")
    assert scene.events(DuelBegan)[0].minus[0] == minus
    assert scene["b1"].conditions == {"injured": 2}


@pytest.mark.rule("M3E-DUEL-06")
def test_an_action_gives_its_resister_a_minus(ruleset):
    part = w.DuelModifier(minus=1, when="resisting")
    scene = (
        Scene(ruleset).model("a1", at=(10, 10), actions=(replace(STRIKE, parts=(part,)),)).deck("A", "9r 5m")
    )
    scene.model("b1", at=(11.2, 10)).deck("B", "1c 2c")
    scene.act("a1", "Strike")
    assert scene.events(DuelBegan)[0].minus == (0, 1)


@pytest.mark.rule("M3E-TRAIT-04", "M3E-TRAIT-08", "M3E-COVER-02")
def test_markers_of_a_kind_do_not_affect_the_model_and_others_do(ruleset):
    part = w.Ignores(what=("severe", "hazardous", "concealment"), markers=Markers(kinds=("web",)))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=able(part)).model("a2", at=(10, 20))
    for name, kind, y in (("m1", "web", 10), ("m2", "web", 20), ("m3", "rubble", 30)):
        scene.marker(name, kind, (13, y), traits=("severe", "hazardous", "concealing"))
    scene.marker("m4", "web", (13, 10), traits=("impassable",))
    unaffected = ("a1", {"m3", "m4"}), ("a2", {"m1", "m2", "m3", "m4"})
    for what in ("severe", "hazardous", "concealment"):
        for name, left in unaffected:
            assert set(ground_for(scene.g, scene[name], what).markers) == left
    assert lacking(w.Ignores(what=("sight",), markers=Markers(kinds=("web",))))
    assert not lacking(part)


@pytest.mark.rule("M3E-BURY-02")
def test_who_is_beyond_time_targets_the_buried_too(ruleset):
    beyond = able(w.ActionModifier(acts=Acts(), target_buried=True))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=beyond, actions=(STRIKE,))
    scene.model("a2", at=(10, 11), actions=(STRIKE,)).model("b1", at=(11.2, 10))
    scene.model("b2", at=(30, 30), where="buried")
    found = {name: [one.id for one in legal_targets(scene.g, scene[name], STRIKE)] for name in ("a1", "a2")}
    assert found == {"a1": ["a2", "b1", "b2"], "a2": ["a1", "b1"]}
    scene.deck("A", "9r 5m").deck("B", "1c")
    scene.act("a1", "Strike", A.target("b2"))
    assert scene["b2"].health == 6


@pytest.mark.rule("M3E-ACT-17")
@pytest.mark.parametrize(("answer", "conditions"), [("yes", {"injured": 1}), ("no", {})])
def test_a_cost_that_may_be_left_unpaid(ruleset, answer, conditions):
    script = scripted_action("wrastle", attack=True)
    wrastle = Action(name="Wrastle", stat=5, resist="df", reach=1, cost=script.cost, effects=script.effects)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(wrastle,)).deck("A", "9r 5m").deck("B", "1c")
    scene.model("b1", at=(11.2, 10)).marker("m1", "corpse", (10, 11.5)).marker("m2", "scheme", (9, 10))
    scene.act("a1", "Wrastle", A.use(answer))
    assert scene["b1"].conditions == conditions
    assert sorted(scene.g.state.markers) == (["m2"] if answer == "yes" else ["m1", "m2"])


@pytest.mark.rule("M3E-STRAT-02", "M3E-AREA-01")
def test_restrained_models_do_not_count_for_their_own_side(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=scripted("restraints"), actions=(STRIKE,))
    scene.model("b1", at=(11.2, 10), conditions={"staggered": 1}).model("b2", at=(10, 11.2))
    scene.model("b3", at=(30, 30), conditions={"staggered": 1})
    passed_over = [ignored_for_own_scoring(scene.g, scene[name]) for name in ("b1", "b2", "b3")]
    assert passed_over == [True, False, False], "engaged and Staggered"


@pytest.mark.rule("M3E-ACT-03", "M3E-AREA-01")
def test_an_ability_without_a_range_reaches_friends_all_over_the_table(ruleset):
    scene = Scene(ruleset).model("a1", at=(3, 3), abilities=scripted("training grounds"))
    scene.model("a2", at=(33, 33), keywords=("Monk",)).model("a3", at=(33, 3))
    for name in ("a2", "a3"):
        scene.models[name] = replace(scene.models[name], once_activation={"Concentrate": 1})
    may = [can_be_taken(scene.g, scene[name], GENERAL["Concentrate"].action) for name in ("a2", "a3")]
    assert may == [True, False]


@pytest.mark.rule("M3E-HIRE-19")
def test_a_river_style_had_before_in_this_turn_gives_no_second_concentrate(ruleset):
    style = UpgradeCard(slug="high", name="High River Style", kinds=("Style", "High River"))
    other = UpgradeCard(slug="low", name="Low River Style", kinds=("Style", "Low River"))
    scene = Scene(ruleset).upgrade(style).upgrade(other).model("a1", at=(10, 10), leader=True)
    scene.model("a2", at=(20, 10), abilities=scripted("river's conflux", "High"))
    scene.run(lambda g: attach_upgrade(g, "a1", "low"))
    scene.run(lambda g: attach_upgrade(g, "a1", "high"), A.action("Concentrate"))
    scene.run(lambda g: discard_upgrade(g, "a1", "high"))
    scene.run(lambda g: attach_upgrade(g, "a1", "high"))
    assert scene["a2"].conditions == {"focused": 1}


@pytest.mark.rule("M3E-MOVE-05")
def test_a_place_beside_blocking_terrain(ruleset):
    hop = w.Move(kind="place", whom="self", in_range=True, beside="blocking")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(acting(hop, reach=12),))
    scene.marker("m1", "wall", (20, 10), traits=("blocking", "impassable"))
    scene.act("a1", "Act", A.destination([18.5, 10.5]))
    assert scene["a1"].x == 18.5
    assert not scene.asked[0].options.contains([14.0, 10.0])


@pytest.mark.rule("M3E-REPL-01")
def test_three_models_are_replaced_by_one(ruleset):
    join = w.Replace(card="Swarm", together=Models(words=("Spider",), other=True, which="some", number=2))
    spider = StatCard(slug="spider", name="Spider", health=4, actions=(acting(join),))
    scene = Scene(ruleset).card(StatCard(slug="swarm", name="Swarm", health=9))
    for number in (1, 2, 3, 4):
        scene.model(f"a{number}", at=(10, 10 + 2 * number), card=spider)
    scene.act("a1", "Act", A.model(["a2", "a4"]), A.spot([11.181, 12.0]))
    left = sorted(model.card for model in scene.g.state.models.values() if model.in_play)
    assert left == ["spider", "swarm"]


@pytest.mark.rule("M3E-MARK-09")
def test_two_markers_are_dropped_in_base_contact_with_each_other(ruleset):
    walls = w.DropMarker(
        kind="wind wall", number=2, touching=True, in_range=True, mm=50, traits=("concealing",)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(acting(walls, reach=12),))
    scene.act("a1", "Act", A.spot([14.0, 10.0]), A.spot([15.969, 10.0]))
    assert [marker.x for marker in scene.g.state.markers.values()] == [14.0, 15.969]
    assert not scene.asked[1].options.contains([17.0, 10.0])


@pytest.mark.rule("M3E-TRIG-05")
@pytest.mark.parametrize(("answer", "tokens"), [("0", (0, 1)), ("1", (1, 0))])
def test_a_token_of_this_model_or_of_the_target_pays_for_a_trigger(ruleset, answer, tokens):
    sharp = scripted_trigger("sharpened brilliance", ())
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(replace(STRIKE, triggers=(sharp,)),))
    scene.model("b1", at=(11.2, 10)).deck("A", "9r 5m").deck("B", "1c")
    for name in ("a1", "b1"):
        scene.models[name] = replace(scene.models[name], tokens={"brilliance": 1})
    scene.act("a1", "Strike", A.trigger("sharpened brilliance"), A.branch(answer))
    assert scene["b1"].health == 5
    assert tuple(scene[name].tokens.get("brilliance", 0) for name in ("a1", "b1")) == tokens


@pytest.mark.rule("M3E-HEAL-01")
def test_chi_tokens_heal_more(ruleset):
    calm = scripted_trigger("the inner calm", ())
    energy = Action(
        name="Energy", stat=6, tn=5, reach=8, targets="model", triggers=(calm,), effects=(w.Heal(amount=1),)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(energy,), tokens={"chi": 3}).deck("A", "9r")
    scene.model("a2", at=(12, 10), health=2)
    scene.act(
        "a1", "Energy", A.target("a2"), A.trigger("the inner calm"), A.use("yes"), A.use("yes"), A.use("no")
    )
    assert (scene["a2"].health, scene["a1"].tokens) == (5, {"chi": 1})


@pytest.mark.rule("M3E-ABIL-01")
@pytest.mark.parametrize(
    ("conditions", "answers", "gained"),
    [
        ({"fast": 1}, (), {"fast": 1}),
        ({"slow": 1}, (), {"slow": 1}),
        ({"fast": 1, "slow": 1}, (A.branch("1"),), {"slow": 1}),
        ({"fast": 1, "slow": 1}, (A.branch("0"),), {"fast": 1}),
    ],
)
def test_a_stitch_in_time_gives_one_condition_where_there_were_two(ruleset, conditions, answers, gained):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=scripted("a stitch in time"))
    scene.model("b1", at=(12, 10), conditions=conditions, health=1).model("b2", at=(14, 10))
    stitch = A.use("a stitch in time:0:a1")
    scene.run(lambda g: damage(g, Hit("b1", 2, by="a1")), stitch, A.model("b2"), *answers)
    assert scene["b2"].conditions == gained


@pytest.mark.rule("M3E-ACT-18")
@pytest.mark.parametrize(("health", "wounds"), [(8, 3), (7, 2)], ids=["full", "hurt"])
def test_cut_down_to_size_looks_at_the_target_when_it_is_targeted(ruleset, health, wounds):
    """The Trigger's damage comes before the Action's, and the flip has its plus all the same."""
    jab = Trigger(name="Jab", timing="immediately", effects=(w.Damage(amount=1),))
    strike = replace(STRIKE, triggers=(jab,), effects=(w.Damage(amount=(1, 2, 3)),))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=scripted("cut down to size"), actions=(strike,))
    scene.model("b1", at=(11.2, 10), df=3, health=8)
    scene = scene.deck("A", "9r 7m 11t").deck("B", "1c")
    scene.models["b1"] = replace(scene.models["b1"], health=health)
    take = (A.take("11t"),) if wounds == 3 else ()
    scene.act("a1", "Strike", A.trigger("Jab"), *take)
    assert scene["b1"].health == health - 1 - wounds


@pytest.mark.rule("M3E-CHOICE-03")
def test_any_amount_of_damage_leaves_who_chooses_it_alive(ruleset):
    from_me = scripted_trigger("from me", ())
    strike = replace(STRIKE, triggers=(from_me,), effects=())
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(strike,), health=4)
    scene.model("b1", at=(11.2, 10)).deck("A", "9r").deck("B", "1c")
    scene.act("a1", "Strike", A.trigger("from me"), A.number(3))
    assert scene["a1"].health == 1
    assert next(ask for ask in scene.asked if ask.kind == "number").options.most == 3


@pytest.mark.rule("M3E-FATE-03")
@pytest.mark.parametrize(
    ("suit", "health", "hand"), [("tome", 6, ""), ("ram", 8, "RJ")], ids=["a Tome", "no Tome"]
)
def test_the_owner_of_a_revealed_red_joker_says_which_suit_it_is(ruleset, suit, health, hand):
    reason = scripted_action("the risk of reason", attack=False)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(Action(name="Reason", effects=reason.effects),))
    scene.deck("A", "RJ 5m").model("b1", at=(20, 10))
    scene.act("a1", "Reason", A.number(1), A.suit(suit))
    assert scene["a1"].health == health
    assert scene.cards_of("A", "hand") == hand


@pytest.mark.rule("M3E-FATE-03")
def test_a_red_joker_of_which_nobody_says_the_suit_has_each(ruleset):
    search = scripted_action("frantic search", attack=False)
    act = Action(name="Search", targets="marker", reach=4, effects=search.effects)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(act,)).marker("m1", "corpse", (11, 10))
    scene.deck("A", "RJ").model("b1", at=(20, 10))
    scene.act("a1", "Search")
    assert scene.seat("A").stones == 1
