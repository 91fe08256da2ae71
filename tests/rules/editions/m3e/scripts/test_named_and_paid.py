"""What is named or paid on declaring, what a Trigger changes before an Action's effects, and moments that say
which: the Token gained, who passed, the card of Initiative. Some names of cards that say so."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.abilities.execution import execute
from rules.editions.m3e.play.abilities.manner import manner_of
from rules.editions.m3e.play.abilities.passive import ground_for, is_concealed
from rules.editions.m3e.play.actions.available import can_be_taken, legal_targets
from rules.editions.m3e.play.effects.arrivals import discard_upgrade
from rules.editions.m3e.play.effects.conditions import gain, set_tokens
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, Flip, Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.play.turn import activation_step
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.carried_out import lacking
from rules.editions.m3e.scripts.registry import scripted_ability, scripted_action, scripted_trigger
from rules.editions.m3e.scripts.selects import Chosen, Markers, Models, NamedCost, Sum
from rules.editions.m3e.statcards import Action, StatCard, Trigger, UpgradeCard
from rules.fate.cards import Card
from rules.game.events.cards import Reshuffled
from rules.game.table_access.exact_table import ExactTable
from tests.rules.editions.m3e.scene import A, B, Scene

HOUND = StatCard(slug="hound", name="Hound", health=4, cost=3, limit=2, station="Minion", keywords=("Guard",))
OX = StatCard(slug="ox", name="Ox", health=9, cost=7, limit=1, station="Minion", keywords=("Guard",))
LEASH = UpgradeCard(slug="short-leash", name="Short Leash", copies=3, kinds=("leash",), summon=True)
SHOT = {"name": "Shot", "icon": "missile", "reach": 12, "stat": 5, "resist": "df"}


def known(name, value=None, kind=""):
    return (scripted_ability(name, value, kind),)


def action(name, *, attack=False, **figures):
    script = scripted_action(name, attack)
    fields = ("targets", "restrictions", "cost", "once", "ignoring", "parts", "effects", "after")
    scripted = {field: getattr(script, field) for field in fields}
    return Action(name=name, **{**scripted, "counted_tn": script.tn, "tn_suits": script.tn_suits, **figures})


# Naming


def summoning(ruleset, **more):
    summon = w.Summon(all_words=("Guard", "Minion"), declared=True, upgrade="leash", **more)
    call = Action(
        name="Call", stat=6, counted_tn=Sum(of=(10, NamedCost())), tn_suits=("ram",), effects=(summon,)
    )
    scene = Scene(ruleset).card(HOUND).card(OX).upgrade(LEASH).model("b1", at=(30, 30))
    return scene.model("a1", at=(10, 10), actions=(call,))


@pytest.mark.rule("M3E-ACT-17", "M3E-SUMM-01", "M3E-SUMM-03")
def test_who_is_named_on_declaring_sets_the_tn_and_comes_with_an_upgrade_of_the_kind(ruleset):
    scene = summoning(ruleset, number=Chosen(least=1)).deck("A", "10r")
    named = (A.card("hound"), A.card("hound"), A.card("none"))
    spots = (A.spot([11.181, 10.0]), A.spot([8.819, 10.0]))
    done = scene.act("a1", "Call", *named, *spots)
    assert done.named == ("hound", "hound")
    assert done.duel.tn == 16
    new = [model for model in scene.g.state.crew_of(0) if model.name == "Hound"]
    assert [model.upgrades for model in new] == [("short-leash",), ("short-leash",)]
    second = [choice.key for choice in scene.asked[2].options.choices]
    assert second == ["ox", "none"], "no third Hound beside two that are coming"


@pytest.mark.rule("M3E-ACT-17", "M3E-SUMM-01")
def test_one_is_named_and_whoever_names_too_much_fails(ruleset):
    scene = summoning(ruleset).deck("A", "10r")
    done = scene.act("a1", "Call", A.card("ox"))
    assert (done.named, done.duel.tn, done.succeeded) == (("ox",), 17, False)
    assert [model.id for model in scene.g.state.crew_of(0)] == ["a1"]


# Costs up to


@pytest.mark.rule("M3E-ACT-17", "M3E-GEN-05", "M3E-AREA-10")
def test_bombs_away_drops_as_many_markers_more_as_cards_were_discarded(ruleset):
    bombs = action('"Bombs Away!"', attack=True, stat=5, tn=10, reach=5)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(bombs,)).model("b1", at=(14, 10), mv=5)
    scene.hand("A", "2c 3c").deck("A", "9r").deck("B", "2m")
    paid = (A.use("yes"), A.cards(["2c"]), A.use("no"))
    scene.act("a1", bombs, *paid, A.cheat("keep"), A.spot([14.0, 10.0]), A.spot([10.0, 15.0]))
    assert scene["b1"].health == 6, "X is the one card, and one more"


@pytest.mark.rule("M3E-ACT-17", "M3E-GEN-05")
@pytest.mark.parametrize(("answer", "injured"), [("yes", 1), ("no", 0)])
def test_a_marker_removed_on_declaring_injures(ruleset, answer, injured):
    punch = action("Drop-Down Takedown", attack=True, stat=6, resist="df", icon="melee", reach=1)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(punch,)).model("b1", at=(11.2, 10))
    scene.marker("m1", "scrap", (10, 12)).marker("m2", "scheme", (10, 8)).deck("A", "9r 5r").deck("B", "2c")
    scene.act("a1", punch, A.use(answer))
    assert scene["b1"].conditions.get("injured", 0) == injured
    assert len(scene.g.state.markers) == 2 - injured


# Triggers


@pytest.mark.rule("M3E-DUEL-10", "M3E-TRIG-01")
def test_tokens_of_fate_are_given_up_for_suits_while_triggers_are_declared(ruleset):
    trigger = scripted_trigger("Arcane Ritual", ("tome", "tome"), "Shot")
    shot = Action(**SHOT, effects=(w.Damage(amount=1),), triggers=(trigger,))
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), actions=(shot,), abilities=known("Chasing Fate", None, "tome")
    )
    scene.model("b1", at=(18, 10)).deck("A", "9r 1c 2c 3c").deck("B", "2c").state(turn=2)
    scene.run(lambda g: happen(g, Happening("start_phase")))
    assert scene["a1"].tokens == {"fate": 2}
    tokens = (A.use("yes"), A.use("yes"))
    scene.act("a1", shot, A.use("Chasing Fate (tome):1:a1"), *tokens, A.trigger("Arcane Ritual"))
    assert scene["a1"].tokens == {}
    assert scene.cards_of("A", "hand") == "1c 2c"


def test_only_a_total_can_change_before_triggers_are_declared():
    suits = w.ModifyDuel(suits=("ram",), total=1)
    assert not lacking(w.Reaction(moment="before_triggers", effects=(suits,)))
    for late in (w.ModifyDuel(plus=1), w.Reflip()):
        assert lacking(w.Reaction(moment="before_triggers", effects=(late,)))


@pytest.mark.rule("M3E-TRIG-08", "M3E-TIME-02")
def test_what_lasts_for_the_action_comes_before_its_effects(ruleset):
    heals = Action(
        name="Mend", stat=6, tn=8, reach=6, targets="model", effects=(w.Heal(amount=1),),
        triggers=(scripted_trigger("Extra Supplies", ("ram",), "Mend"),),
    )  # fmt: skip
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(heals,)).model("a2", at=(12, 10), health=2)
    scene.model("b1", at=(30, 30)).deck("A", "9r 8r")
    scene.act("a1", heals, A.target("a2"), A.trigger("Extra Supplies"))
    assert scene["a2"].health == 4
    scene.act("a1", heals, A.target("a2"), A.trigger("none"))
    assert scene["a2"].health == 5, "it has not lasted longer"


@pytest.mark.rule("M3E-TRIG-08", "M3E-TIME-03")
def test_desiccation_heals_friendly_undead_under_a_blast(ruleset):
    rot = Action(
        **SHOT,
        effects=(w.Damage(amount=(2, 2, 3), blasts=(1, 1, 1)),),
        triggers=(scripted_trigger("Desiccation", ("crow",), "Shot"),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(rot,)).model("b1", at=(18, 10))
    scene.model("a2", at=(19.5, 10), characteristics=("Undead",), health=3).model("a3", at=(18, 12), health=3)
    scene.deck("A", "9c 6r").deck("B", "2c")
    ask = (A.target("b1"), A.trigger("Desiccation"), A.spot([18.984, 10.984]), A.order("a2"))
    scene.act("a1", rot, *ask)
    assert (scene["a2"].health, scene["a3"].health, scene["b1"].health) == (5, 1, 6)


# Moments


@pytest.mark.rule("M3E-TOKEN-01")
def test_a_reaction_names_the_token_that_is_gained(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Delirium")).model("b1", at=(12, 10))
    scene.run(lambda g: set_tokens(g, "b1", "sin", 1))
    assert not scene.asked
    take = (A.use("Delirium:0:b1"), A.branch("1"))
    scene.run(lambda g: set_tokens(g, "b1", "brilliance", 1), *take)
    assert scene["b1"].health == 7
    scene.run(lambda g: set_tokens(g, "b1", "brilliance", 2))
    assert scene["b1"].health == 7, "once an Activation"


@pytest.mark.rule("M3E-TURN-11")
def test_big_voodoo_sees_the_opponent_pass_and_not_its_own_player(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Big Voodoo"), keywords=("Wizz-Bang",))
    scene.model("b1", at=(30, 30)).crew("A", passes=1).crew("B", passes=1).state(active=1)
    scene.run(activation_step, B.pass_("yes"), A.use("Big Voodoo:0:a1"))
    assert scene["a1"].conditions == {"focused": 1}
    scene.run(activation_step, A.pass_("yes"))
    assert scene["a1"].conditions == {"focused": 1}


@pytest.mark.rule("M3E-COND-01")
def test_envy_gains_the_whole_condition_instead(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Consumed by Envy"))
    scene.model("b1", at=(12, 10), tokens={"sin": 1}).model("b2", at=(13, 10))
    scene.run(lambda g: gain(g, "b2", "poison", 2))
    scene.run(lambda g: gain(g, "b1", "focused", 2), A.use("Consumed by Envy:0:a1"))
    assert (scene["a1"].conditions, scene["b1"].conditions) == ({"focused": 2}, {})
    assert scene["b1"].tokens == {}


@pytest.mark.rule("M3E-TURN-04")
@pytest.mark.parametrize(
    ("card", "passes", "hand"),
    [("5r", 2, ""), ("5t", 0, "1c 2c"), ("BJ", 0, "")],
    ids=["ram", "tome", "joker"],
)
def test_careful_planning_reads_its_own_card_of_initiative(ruleset, card, passes, hand):
    flips = [Flip(0, 0, 0, (), card=Card.parse(card)), Flip(1, 0, 0, (), card=Card.parse("9m"))]
    scene = (
        Scene(ruleset).model("a1", abilities=known("Careful Planning"), leader=True).model("b1", at=(5, 5))
    )
    scene.deck("A", "1c 2c")
    scene.run(lambda g: happen(g, Happening("initiative_known", facts={"flips": flips})))
    assert (scene.seat("A").passes, scene.cards_of("A", "hand")) == (passes, hand)


@pytest.mark.rule("M3E-CHOICE-01")
def test_the_opposing_player_chooses_what_it_can_discard(ruleset):
    scene = Scene(ruleset).model("a1", abilities=known("Bigger Hat Than You")).model("b1", at=(5, 5))
    scene.hand("B", "2c 3c").crew("B", passes=2)
    scene.run(lambda g: happen(g, Happening("end_phase")), B.branch("1"))
    assert (scene.cards_of("B", "hand"), scene.seat("B").passes) == ("2c 3c", 0)
    scene.run(lambda g: happen(g, Happening("end_phase")), B.cards(["2c", "3c"]))
    assert scene.cards_of("B", "hand") == "", "without a Pass Token there is no choice"


@pytest.mark.rule("M3E-FATE-09", "M3E-FATE-11")
def test_cards_are_shuffled_from_the_discard_pile_into_the_deck(ruleset):
    word = w.TakeFromDiscard(cards=2, any=True, to="shuffled")
    scene = Scene(ruleset).model("a1").model("b1", at=(5, 5)).discard("A", "5c 6c 7c")
    scene.after_shuffle("A", "7c 5c")
    deck = len(scene.seat("A").deck)
    scene.run(lambda g: execute(g, (word,), Effects("a1")), A.cards(["5c", "7c"]), B.cut(1))
    assert scene.cards_of("A", "discard") == "6c"
    assert scene.seat("A").deck[0] == Card.parse("5c")
    assert (len(scene.seat("A").deck), len(scene.events(Reshuffled))) == (deck + 2, 1)


# Names


@pytest.mark.rule("M3E-ABIL-03", "M3E-TOKEN-01")
def test_anger_issues_marks_who_hurts_a_friend_with_an_attack(ruleset):
    strike = Action(**{**SHOT, "name": "Strike"}, effects=(w.Damage(amount=2),))
    scene = Scene(ruleset).model("b1", at=(10, 10), actions=(strike,)).model("a2", at=(18, 10))
    scene.model("a1", at=(12, 12), abilities=known("Anger Issues")).deck("B", "9r").deck("A", "2c")
    scene.act("b1", strike, B.target("a2"))
    assert scene["b1"].tokens == {"sin": 1}
    scene.run(lambda g: damage(g, Hit("a2", 1, by="b1")))
    assert scene["b1"].tokens == {"sin": 1}, "no Attack"


@pytest.mark.rule("M3E-KILL-06", "M3E-MARK-10")
def test_entomb_in_ice_leaves_a_pillar_and_nothing_else(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Entomb in Ice"))
    scene.model("b1", at=(14, 10), characteristics=("Living",))
    take = (A.use("Entomb in Ice:0:b1"), A.spot([15.181, 10.0]))
    scene.run(lambda g: kill(g, "b1", by="a1", instant=True), *take)
    (pillar,) = scene.g.state.markers.values()
    assert (pillar.kind, pillar.size) == ("ice pillar", 4)


@pytest.mark.rule("M3E-FATE-14", "M3E-GEN-05")
@pytest.mark.parametrize(("own", "health"), [("9r", 6), ("8r", 8)])
def test_a_friendly_handshake_compares_the_top_cards(ruleset, own, health):
    shake = action("A Friendly Handshake", attack=True, stat=6, resist="wp", icon="melee", reach=1)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(shake,)).model("b1", at=(11.2, 10))
    scene.deck("A", f"10r {own}").deck("B", "2c 8m")
    scene.act("a1", shake, A.use("yes"))
    assert (scene["b1"].health, scene["b1"].tokens) == (health, {"brilliance": 2})


@pytest.mark.rule("M3E-COND-02", "M3E-HEAL-01")
def test_embrace_the_flame_heals_what_was_lowered_up_to_three(ruleset):
    embrace = action("Embrace the Flame", stat=6, tn=10, reach=6)
    scene = (
        Scene(ruleset)
        .model("a1", at=(10, 10), actions=(embrace,))
        .model("b1", at=(13, 10), conditions={"burning": 3})
    )
    scene.model("a2", at=(12, 10), health=2, conditions={"burning": 2}).deck("A", "9r")
    lowered = (A.order("a2"), A.number(2), A.number(2))
    scene.act("a1", embrace, A.target("a2"), *lowered)
    assert (scene["a2"].conditions, scene["b1"].conditions, scene["a2"].health) == ({}, {"burning": 1}, 5)


@pytest.mark.rule("M3E-BURY-02", "M3E-BURY-01")
def test_beyond_time_reaches_who_is_buried_without_a_place(ruleset):
    around = w.Damage(amount=1, whom=Models(within=3, of="target", area="pulse"))
    shot = Action(**SHOT, effects=(w.Damage(amount=(2, 3, 4), blasts=(1, 1, 1)), around))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(shot,), abilities=known("Beyond Time"))
    scene.model("b1", at=(0, 0), where="buried").model("b2", at=(1, 1)).model("b3", at=(18, 10))
    scene.deck("A", "9r 6r").deck("B", "2c")
    scene.act("a1", shot, A.target("b1"))
    offered = {choice.key for choice in scene.asked[0].options.choices}
    assert offered == {"b1", "b2", "b3"}
    assert (scene["b1"].health, scene["b2"].health) == (5, 8), "no blast, and nobody is near who has no place"
    plain = Scene(ruleset).model("a1", at=(10, 10), actions=(shot,)).model("b1", where="buried")
    plain.model("b3", at=(30, 30))
    assert not can_be_taken(plain.g, plain["a1"], shot)


@pytest.mark.rule("M3E-BURY-02", "M3E-BURY-03")
def test_channeled_healing_brings_back_who_is_buried_at_a_price(ruleset):
    heal = action("Channeled Healing", stat=6, tn=12, reach=6)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(heal,)).model("a2", where="buried", health=2)
    scene.model("b1", at=(30, 30)).deck("A", "9r 6r").hand("A", "2c")
    answers = (A.cheat("keep"), A.cheat("keep"), A.use("yes"), A.spot([11.181, 10.0]))
    scene.act("a1", heal, A.target("a2"), *answers)
    assert (scene["a2"].where, scene["a2"].health, scene.cards_of("A", "hand")) == ("table", 4, "")
    near = Scene(ruleset).model("a1", at=(10, 10), actions=(heal,)).model("a2", at=(12, 10), health=2)
    near.model("b1", at=(30, 30)).deck("A", "9r 6r").hand("A", "2c")
    near.act("a1", heal, A.target("a2"), *answers[:2])
    assert near.cards_of("A", "hand") == "2c", "who stands there is not asked"


@pytest.mark.rule("M3E-TIME-08", "M3E-HIRE-16")
def test_adaptive_evolution_discards_afterwards_the_upgrade_chosen_on_declaring(ruleset):
    strike = Action(**SHOT, effects=(w.DiscardUpgrade(upgrade="Horns", whom="self"), w.Damage(amount=1)))
    scene = Scene(ruleset).upgrade(UpgradeCard(slug="horns", name="Horns", kinds=("mutation",)))
    scene.upgrade(UpgradeCard(slug="wings", name="Wings", kinds=("mutation",)))
    scene.model(
        "a1",
        at=(10, 10),
        actions=(strike,),
        abilities=known("Adaptive Evolution"),
        upgrades=("horns", "wings"),
    )
    scene.model("b1", at=(18, 10)).deck("A", "9r 5r").deck("B", "2c")
    chosen = (A.use("Adaptive Evolution:0:a1"), A.card(["wings"]), A.suit("ram"))
    done = scene.act("a1", strike, *chosen, A.take("9r"))
    assert (done.duel.actor.plus, done.duel.actor.added) == (1, ("ram",))
    assert scene["a1"].upgrades == ()
    asked = [ask for ask in scene.asked if ask.kind == "card"]
    assert len(asked) == 1, "the Upgrade was chosen once"


@pytest.mark.rule("M3E-DUEL-10", "M3E-DMG-08")
@pytest.mark.parametrize(("trigger", "health"), [("none", 7), ("Push", 5)])
def test_disarming_asks_whether_the_attacker_declared_a_trigger(ruleset, trigger, health):
    push = Trigger(name="Push", suits=("ram",), effects=(w.Draw(),))
    strike = Action(**SHOT, effects=(w.Damage(amount=3),), triggers=(push,))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(strike,))
    scene.model("b1", at=(18, 10), triggers=(scripted_trigger("Disarming", ("crow",), resists="df"),))
    scene.deck("A", "9r 1c").deck("B", "2c")
    scene.act("a1", strike, A.trigger(trigger), B.trigger("Disarming"))
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-HIRE-19", "M3E-KILL-03")
def test_a_reliquary_of_the_killed_model_goes_to_a_friend_within_eight(ruleset):
    demise = (scripted_ability("Demise", None, "Reliquary", "Manos"),)
    scene = Scene(ruleset).upgrade(UpgradeCard(slug="reliquary-manos", name="Reliquary (Manos)"))
    scene.upgrade(UpgradeCard(slug="reliquary-yin", name="Reliquary (Yin)"))
    scene.model("a1", at=(10, 10), abilities=demise).model("a2", at=(14, 10)).model("a3", at=(30, 10))
    scene.model("b1", at=(12, 10))
    scene.run(lambda g: kill(g, "a1", by="b1", instant=True), A.model("a2"))
    assert [choice.key for choice in scene.asked[0].options.choices] == ["a2", "none"]
    assert scene["a2"].upgrades == ("reliquary-manos",)


@pytest.mark.rule("M3E-ACT-22", "M3E-MOVE-15")
def test_bedside_manner_fetches_who_was_hurt_in_an_action(ruleset):
    shot = Action(**SHOT, effects=(w.Damage(amount=2),))
    scene = (
        Scene(ruleset).model("a1", at=(10, 10), abilities=known("Bedside Manner")).model("a2", at=(13, 10))
    )
    scene.model("a3", at=(10, 12)).model("b1", at=(20, 10), actions=(shot,)).hand("A", "2c")
    scene.deck("B", "9r").deck("A", "3c")
    take = (A.cheat("keep"), A.use("Bedside Manner:0:a1"), A.destination([11.181, 10.0]))
    scene.act("b1", shot, B.target("a2"), *take)
    assert (scene["a2"].x, scene.cards_of("A", "hand")) == (11.181, "")


@pytest.mark.rule("M3E-TRAIT-14", "M3E-TRAIT-15", "M3E-COVER-02")
@pytest.mark.parametrize(
    ("name", "far", "concealed"),
    [("Abundant Growth", 16.0, False), ("Unimpeded", 16.0, True), ("", 13.0, True)],
)
def test_markers_of_one_kind_may_be_no_terrain_for_a_model(ruleset, name, far, concealed):
    abilities = known(name) if name else ()
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=abilities, mv=6).model("b1", at=(18, 10))
    scene.table = ExactTable((), policies=ruleset.table)
    thicket = {"mm": 200.0, "traits": ("concealing", "severe")}
    scene.marker("m1", "underbrush", (13, 10), **thicket)
    ground, manner = ground_for(scene.g, scene["a1"], "severe"), manner_of(scene.g, scene["a1"])
    options = scene.g.table.reach(ground, scene["a1"], 6, "move", manner=manner)
    assert options.contains([far, 10.0])
    assert not options.contains([far + 0.2, 10.0])
    shot = ActionInProgress("a1", Action(**SHOT), target_model=scene["b1"])
    assert is_concealed(scene.g, scene["a1"], scene["b1"], shot) is concealed
    fog = {"mm": 200.0, "traits": ("concealing",)}
    other = Scene(ruleset).model("a1", at=(10, 10), abilities=abilities).model("b1", at=(18, 10))
    other.table = ExactTable((), policies=ruleset.table)
    other.marker("m1", "fog", (13, 10), **fog)
    assert is_concealed(other.g, other["a1"], other["b1"], shot), "another kind of Marker"


@pytest.mark.rule("M3E-TRAIT-08", "M3E-TRAIT-15")
def test_a_hazardous_marker_of_that_kind_does_no_harm(ruleset):
    webs = w.Ignores(what=("hazardous", "severe"), markers=Markers(kinds=("web",)))
    spared = (w.Ability(name="Spider", parts=(webs,)),)
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=spared).model("b1", at=(10, 12))
    scene.table = ExactTable((), policies=ruleset.table)
    scene.marker("m1", "web", (10, 11), traits=("hazardous",), mm=100.0)
    wait = Action(name="Wait", effects=(w.Draw(),))
    scene.act("a1", wait)
    scene.act("b1", wait)
    assert (scene["a1"].health, scene["b1"].health) == (8, 7)
    assert lacking(w.Ignores(what=("sight",), markers=Markers(kinds=("web",))))


@pytest.mark.rule("M3E-FATE-22", "M3E-TRIG-01")
@pytest.mark.parametrize(("cheats", "suits"), [("9m", ()), ("keep", ("ram",))])
def test_by_the_book_takes_the_suits_of_who_cheats_in_a_duel(ruleset, cheats, suits):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("By the Book")).model("b1", at=(12, 10))
    scene.hand("B", "9m").deck("B", "5r 6c").deck("A", "2c")
    done = scene.act("b1", Action(**SHOT, effects=(w.Damage(amount=1),)), B.cheat(cheats))
    assert done.duel.actor.suits == suits


@pytest.mark.rule("M3E-FATE-22")
def test_by_the_book_leaves_the_duel_when_another_flip_is_cheated(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("By the Book")).model("b1", at=(12, 10))
    scene.hand("B", "9m").deck("B", "8r 6c").deck("A", "2c")
    shot = Action(**SHOT, effects=(w.Damage(amount=(1, 2, 3)),))
    done = scene.act("b1", shot, B.cheat("keep"), B.cheat("9m"))
    assert done.duel.actor.suits == ("ram",)


@pytest.mark.rule("M3E-FATE-17", "M3E-FATE-18")
def test_drunken_kung_fu_turns_plus_and_minus_in_duels_and_other_flips(ruleset):
    shot = Action(**SHOT, modifier=-1, effects=(w.Damage(amount=(1, 2, 3), minus=1),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(shot,), abilities=known("Drunken Kung Fu"))
    scene.model("b1", at=(18, 10)).deck("A", "2r 9m 3c 12t").deck("B", "2c")
    scene.act("a1", shot, A.take("9m"), A.take("12t"))
    assert scene["b1"].health == 5


@pytest.mark.rule("M3E-STONE-02", "M3E-DUEL-06")
def test_empower_adds_a_plus_to_the_duel_for_which_a_stone_is_used(ruleset):
    shot = Action(**SHOT, effects=(w.Draw(),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(shot,), station="Henchman").crew("A", stones=1)
    scene.model("a2", at=(12, 10), abilities=known("Empower")).model("b1", at=(18, 10))
    scene.deck("A", "9m 3c").deck("B", "2c")
    done = scene.act("a1", shot, A.target("b1"), A.stone("tome"), A.take("9m"))
    assert (done.duel.actor.plus, done.duel.actor.added) == (1, ("tome",))


@pytest.mark.rule("M3E-REPL-01")
def test_two_others_are_chosen_and_replaced_together(ruleset):
    three = action("Concentrated Deformation", reach=2, icon="pulse")
    engine = StatCard(slug="engine", name="Desolation Engine", health=9)
    scene = Scene(ruleset).card(engine).model("b1", at=(30, 30))
    scene.model("a1", at=(10, 10), actions=(three,), keywords=("Abomination",))
    scene.model("a2", at=(11.5, 10), keywords=("Abomination",))
    assert not can_be_taken(scene.g, scene["a1"], three)
    scene = Scene(ruleset).card(engine).model("b1", at=(30, 30))
    scene.model("a1", at=(10, 10), actions=(three,), keywords=("Abomination",))
    for name, x in (("a2", 11.5), ("a3", 12.5), ("a4", 8.5), ("a5", 20)):
        scene.model(name, at=(x, 10), keywords=("Abomination",))
    scene.act("a1", three, A.model(["a2", "a4"]), A.spot([10.0, 11.181]))
    assert sorted(model.name for model in scene.g.state.crew_of(0)) == ["Desolation Engine", "a3", "a5"]


@pytest.mark.rule("M3E-ACT-17", "M3E-DUEL-06")
def test_a_marker_removed_on_declaring_adds_a_suit_to_the_duel(ruleset):
    birth = action("Birth", stat=5, tn=11, tn_suits=("crow",), reach=2)
    piglet = StatCard(slug="piglet", name="Piglet", health=4)
    scene = Scene(ruleset).card(piglet).model("a1", at=(10, 10), actions=(birth,)).model("b1", at=(30, 30))
    scene.marker("m1", "corpse", (10, 12)).deck("A", "8r 9r")
    scene.act("a1", birth, A.use("yes"), A.spot([11.181, 10.0]))
    assert sorted(model.name for model in scene.g.state.crew_of(0)) == ["Piglet", "a1"]
    assert not scene.act("a1", birth).succeeded, "without a Marker there is no crow"


@pytest.mark.rule("M3E-HIRE-16", "M3E-HIRE-19")
def test_another_act_than_those_discarded_is_attached(ruleset):
    scene = Scene(ruleset).model(
        "a1", abilities=known("All the World's a Stage"), upgrades=("love", "artifact")
    )
    scene.model("b1", at=(5, 5)).upgrade(
        UpgradeCard(slug="artifact", name="Bladed Artifact", kinds=("artifact",))
    )
    for slug in ("love", "action", "soliloquy"):
        scene.upgrade(UpgradeCard(slug=slug, name=slug, kinds=("act",)))
    scene.run(lambda g: happen(g, Happening("start_phase")), A.card("soliloquy"))
    assert [choice.key for choice in scene.asked[0].options.choices] == ["action", "soliloquy"]
    assert scene["a1"].upgrades == ("artifact", "soliloquy")


@pytest.mark.rule("M3E-HIRE-16", "M3E-HIRE-19")
def test_armory_answers_equipment_alone_and_gives_a_different_one(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Armory")).hand("A", "2c 3c")
    scene.model("a2", at=(12, 10), station="Minion", upgrades=("boots", "mask")).model("b1", at=(30, 30))
    for slug, kind in (("boots", "equipment"), ("belt", "equipment"), ("mask", "trinket")):
        scene.upgrade(UpgradeCard(slug=slug, name=slug, kinds=(kind,)))
    scene.run(lambda g: discard_upgrade(g, "a2", "mask"))
    assert not scene.asked
    scene.run(lambda g: discard_upgrade(g, "a2", "boots"), A.use("yes"), A.cards(["2c"]))
    assert scene["a2"].upgrades == ("belt",)


@pytest.mark.rule("M3E-TRIG-08", "M3E-MOVE-10")
def test_a_trigger_turns_the_move_of_its_action(ruleset):
    lure = action("Lure", attack=True, stat=6, resist="wp", reach=12)
    trigger = scripted_trigger("Didn't Need to See That", ("mask",), "Lure")
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(16, 10), mv=5)
    scene.deck("A", "9m").deck("B", "2c")
    asked = (A.trigger("Didn't Need to See That"), A.destination([21.0, 10.0]))
    scene.act("a1", replace(lure, triggers=(trigger,)), *asked)
    assert scene["b1"].x == 21


@pytest.mark.rule("M3E-ENG-01", "M3E-ACT-18")
def test_who_is_caught_in_the_ring_attacks_only_who_holds_it(ruleset):
    claw = Action(name="Claw", icon="melee", reach=2, stat=5, resist="df", effects=(w.Damage(amount=1),))
    shot = Action(**SHOT, effects=(w.Damage(amount=1),))
    help_ = Action(name="Help", targets="model", reach=12, effects=(w.Draw(),))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(claw,), abilities=known("Caught in the Ring"))
    scene.model("a2", at=(14, 10)).model("b1", at=(13, 10)).model("b2", at=(18, 10))
    targets = [
        [target.id for target in legal_targets(scene.g, scene[who], action)]
        for who, action in (("b1", shot), ("b2", shot), ("b1", help_))
    ]
    assert targets == [["a1"], ["a1", "a2", "b1"], ["a1", "a2", "b1", "b2"]]


@pytest.mark.rule("M3E-FATE-06", "M3E-DMG-01")
@pytest.mark.parametrize(("hand", "health"), [("3c 4c 5c 6c", 6), ("", 5), ("3c 4c 5c 6c 7c 8c", 8)])
def test_a_disturbing_story_hurts_by_the_cards_missing_in_the_hand(ruleset, hand, health):
    story = action("Disturbing Story", attack=True, stat=6, resist="wp", tn=13, reach=8)
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(14, 10)).hand("B", hand)
    scene.deck("A", "9r").deck("B", "2c")
    scene.act("a1", story, *([B.cheat("keep")] if hand else []))
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-DMG-04", "M3E-TIME-03")
@pytest.mark.parametrize(("card", "health"), [("12r", 5), ("8r", 5), ("3r", 6)])
def test_cruel_disappointment_makes_severe_damage_moderate(ruleset, card, health):
    shot = Action(**SHOT, effects=(w.Damage(amount=(2, 3, 6)),))
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(18, 10))
    scene.model("b2", at=(20, 10), abilities=known("Cruel Disappointment"))
    scene.deck("A", f"13r {card}").deck("B", "2c")
    scene.act("a1", shot, A.target("b1"), A.take(card))
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-COVER-01", "M3E-COVER-02")
@pytest.mark.parametrize(
    ("given", "engaged", "plus"),
    [("", False, 1), ("cover", False, 0), ("concealment", False, 0), ("", True, 0)],
)
def test_easy_targets_are_those_without_cover_and_concealment(ruleset, given, engaged, plus):
    abilities = (w.Ability(name="Fog", parts=(w.Gives(what=given),)),) if given else ()
    shot = Action(**SHOT, effects=(w.Damage(amount=1),))
    claw = Action(name="Claw", icon="melee", reach=2, stat=5, resist="df", effects=(w.Damage(amount=1),))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Easy Targets"))
    scene.model("b1", at=(18, 10), abilities=abilities)
    scene.model("b2", at=(12, 10) if engaged else (30, 30), actions=(claw,))
    scene.deck("A", "9r 8r").deck("B", "2c")
    asked = [A.target("b1")] * engaged + [A.take("9r")] * plus
    done = scene.act("a1", shot, *asked)
    assert done.duel.actor.plus == plus


@pytest.mark.rule("M3E-AREA-09", "M3E-DMG-01")
def test_a_pustule_widens_the_black_blood_of_its_target_alone(ruleset):
    pustule = action("Black Blood Pustule", stat=6, tn=10, reach=8)
    blood = known("Black Blood")
    scene = (
        Scene(ruleset).model("a1", at=(10, 10), actions=(pustule,)).model("b1", at=(15, 10), abilities=blood)
    )
    for name, x in (("b2", 17.8), ("b3", 20), ("b4", 13.2)):
        scene.model(name, at=(x, 10))
    scene.deck("A", "9r")
    scene.act("a1", pustule, B.order("Black Blood:0:b1"))
    assert [scene[name].health for name in ("b1", "b2", "b3", "b4")] == [7, 7, 8, 7]
