"""Names that few cards print, at work as their scripts say."""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.abilities.execution import execute
from rules.editions.m3e.play.abilities.passive import initiative_more
from rules.editions.m3e.play.actions.available import can_be_taken
from rules.editions.m3e.play.effects.conditions import end, gain
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.effects.healing import heal
from rules.editions.m3e.play.effects.markers import remove
from rules.editions.m3e.play.effects.movement import go
from rules.editions.m3e.play.procedure.cards import discard_these
from rules.editions.m3e.play.procedure.hooks import Happening, stat
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.play.turn import step_a_pass
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.carried_out import lacking
from rules.editions.m3e.scripts.catalogue import with_script
from rules.editions.m3e.scripts.registry import scripted_ability, scripted_action, scripted_trigger
from rules.editions.m3e.scripts.script import TriggerScript
from rules.editions.m3e.statcards import Action, StatCard, Trigger, UpgradeCard
from rules.game.table_access.spots import Ending
from tests.rules.editions.m3e.scene import A, B, Scene

PRINTED = {"damage": None, "blasts": None}
BURNING = frozenset({"burning", "condition"})


def known(name, value=None, kind=""):
    return (scripted_ability(name, value, kind),)


def taken(name, *triggers, attack=False, **figures):
    """The Action of that name with its script, and the Triggers of those names."""
    script = scripted_action(name, attack)
    action = Action(
        name=name,
        triggers=tuple(scripted_trigger(trigger, ("tome",), name) for trigger in triggers),
        **figures,
    )
    return with_script(action, script, PRINTED)


def moment(name, model=None, **more):
    return lambda g: happen(g, Happening(name, model=g.model(model) if model else None, **more))


# The halves and the centreline


@pytest.mark.rule("M3E-SETUP-14")
@pytest.mark.parametrize(("y", "fast"), [(30, True), (6, False)])
def test_an_invader_is_fast_on_the_enemy_half(ruleset, y, fast):
    scene = Scene(ruleset).crew("A", zone="south").crew("B", zone="north").state(deployment="Standard")
    scene.model("a1", at=(18, y), abilities=known("Invader"))
    scene.run(moment("activation_begins", "a1"))
    assert scene["a1"].has("fast") is fast


@pytest.mark.rule("M3E-SETUP-13")
@pytest.mark.parametrize(("y", "won"), [(18, True), (10, False)])
def test_on_the_centreline_a_duel_has_two_more_and_a_tome(ruleset, y, won):
    act = Action(name="Act", stat=5, tn=12, tn_suits=("tome",), effects=(w.Draw(),))
    scene = Scene(ruleset).crew("A", zone="south").crew("B", zone="north").state(deployment="Standard")
    scene.model("a1", at=(18, y), abilities=known("Harness Ley Line"), actions=(act,)).deck("A", "5r 13c")
    in_progress = scene.act("a1", "Act")
    assert in_progress.succeeded is won


# Damage


@pytest.mark.rule("M3E-DMG-09")
@pytest.mark.parametrize("irreducible", [False, True])
def test_an_ice_pillar_shields_from_an_attack_unless_its_damage_cannot_be_lowered(ruleset, irreducible):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Ice Shield")).model("b1", at=(14, 10))
    scene.marker("m1", "ice pillar", (11.5, 10), mm=30.0)
    hit = Hit("a1", 3, by="b1", irreducible=irreducible, kinds=frozenset({"action", "attack"}))
    answers = () if irreducible else (A.use("Ice Shield:0:a1"),)
    scene.run(lambda g: damage(g, hit), *answers)
    assert scene["a1"].health == (5 if irreducible else 8)
    assert bool(scene.g.state.markers) is irreducible


@pytest.mark.rule("M3E-DMG-01")
def test_whom_fate_is_tied_to_suffers_as_much(ruleset):
    tied = UpgradeCard(slug="karmic-fate", name="Karmic Fate")
    scene = Scene(ruleset).upgrade(tied).model("a1", at=(10, 10), abilities=known("Karmic Ties"))
    scene.model("b1", at=(14, 10)).model("b2", at=(20, 10), upgrades=("karmic-fate",))
    scene.run(lambda g: damage(g, Hit("a1", 3, by="b1")))
    assert [scene[name].health for name in ("a1", "b1", "b2")] == [5, 8, 5]


# What comes instead of an Action's effects


CHARGER = Action(name="Claw", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=1),))


@pytest.mark.rule("M3E-TRIG-08", "M3E-TRIG-13")
@pytest.mark.parametrize("charges", [True, False])
def test_the_target_charges_instead_of_moving(ruleset, charges):
    call = taken("Call of the Wild", "Hunter’s Call", reach=6.0, stat=6, tn=12)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(call,)).deck("A", "10t 5r").deck("B", "1c")
    scene.model("a2", at=(12, 10), mv=5, characteristics=("Beast",), actions=(CHARGER,))
    scene.model("b1", at=(18, 10), df=5)
    answers = [A.trigger("Hunter’s Call"), A.use("yes" if charges else "no")]
    if charges:
        answers += [A.action("Charge"), A.destination([16.5, 10]), A.attack("Claw")]
    else:
        answers += [A.use("yes"), A.destination([14, 10])]
    scene.act("a1", "Call of the Wild", *answers)
    assert scene["a2"].x == pytest.approx(16.5 if charges else 14, abs=0.5)
    assert scene["b1"].health == (7 if charges else 8)


@pytest.mark.rule("M3E-TRIG-08")
def test_a_scrap_marker_is_dropped_instead_of_the_second_scheme(ruleset):
    claim = taken("False Claim", "Inflated Worth", reach=3.0, stat=6, tn=12)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(claim,)).deck("A", "10t")
    scene.act(
        "a1", "False Claim", A.trigger("Inflated Worth"), A.use("yes"), A.spot([12, 10]), A.spot([10, 12])
    )
    assert sorted(marker.kind for marker in scene.g.state.markers.values()) == ["scheme", "scrap"]
    scene.run(moment("end_phase"))
    assert [marker.kind for marker in scene.g.state.markers.values()] == ["scrap"]


def test_only_a_trigger_when_resolving_comes_instead_of_the_effects():
    instead = w.Instead(effects=(w.Draw(),))
    assert lacking(TriggerScript(timing="when_resolving", effects=(instead,))) == ()
    assert lacking(TriggerScript(timing="after_succeeding", effects=(instead,))) == ("instead too late",)
    reaction = w.Reaction(moment="declared", effects=(instead,))
    assert lacking(w.Ability(name="Early", parts=(reaction,))) == ("instead too late",)


@pytest.mark.rule("M3E-HEAL-01")
def test_tokens_raise_the_healing_of_the_action(ruleset):
    surgery = taken("Emergency Surgery", "Frantic Triage", reach=2.0, stat=5, tn=10)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(surgery,), tokens={"power": 3})
    scene.model("a2", at=(11.5, 10), health=1, characteristics=("Living",)).deck("A", "10t 2c")
    scene.act(
        "a1",
        "Emergency Surgery",
        A.trigger("Frantic Triage"),
        A.number(2),
    )
    assert scene["a2"].health == 1 + 1 + 2
    assert scene["a1"].tokens["power"] == 1


# Shockwaves and duels


@pytest.mark.rule("M3E-AREA-10")
@pytest.mark.parametrize(("ignores", "burning"), [(True, 3), (False, 2)])
def test_who_may_ignore_a_shockwave_has_something_else_instead(ruleset, ignores, burning):
    tornado = taken("Flame Tornado", attack=True, icon="missile", reach=8.0, stat=6, tn=12)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(tornado,))
    scene.model("a2", at=(16, 10), abilities=known("Flameborne")).deck("A", "10t 1c")
    answers = [A.spot([15, 10]), A.use("yes" if ignores else "no")]
    scene.act("a1", "Flame Tornado", *answers)
    assert scene["a2"].conditions == {"burning": burning}
    assert scene["a2"].health == (8 if ignores else 6)


@pytest.mark.rule("M3E-CHOICE-02")
def test_the_target_takes_the_duel_with_a_minus_and_the_others_without(ruleset):
    wit = taken("Sharp Wit", "“Here, Hold This!”", attack=True, icon="melee", reach=1.0, stat=5, resist="wp")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(wit,)).deck("A", "13t 13r")
    scene.model("b1", at=(11.2, 10), mv=5, wp=4).model("b2", at=(13.2, 10), mv=5)
    scene.deck("B", "1c 13m 2r 13r")
    scene.act("a1", "Sharp Wit", A.trigger("“Here, Hold This!”"), A.order("b2"))
    assert (scene["b1"].health, scene["b2"].health) == (5, 8)


# Moments


@pytest.mark.rule("M3E-TURN-11")
@pytest.mark.parametrize("leads", [True, False])
def test_a_mastermind_draws_when_anybody_passes(ruleset, leads):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Mastermind"), leader=leads)
    scene.model("b1", at=(20, 10)).crew("B", passes=1).state(active=1)
    answers = [B.pass_("yes")] + [A.use("Mastermind:0:a1")] * leads
    scene.run(step_a_pass, *answers)
    assert len(scene.seat("A").hand) == leads


@pytest.mark.rule("M3E-COND-02")
def test_staggered_does_not_end_near_the_ropes(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Hanging Ropes"))
    scene.model("b1", at=(13, 10), conditions={"staggered": 1, "slow": 1})
    scene.model("b2", at=(30, 30), conditions={"staggered": 1})
    for name in ("b1", "b2"):
        scene.run(lambda g, name=name: end(g, name, "staggered"))
    scene.run(lambda g: end(g, "b1", "slow"))
    assert scene["b1"].conditions == {"staggered": 1}
    assert scene["b2"].conditions == {}


@pytest.mark.rule("M3E-COND-02")
@pytest.mark.parametrize("hates", [True, False])
def test_hatred_keeps_the_adversary_of_urami_alone(ruleset, hates):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Hatred"))
    scene.model("b1", at=(13, 10), conditions={"adversary:Urami": 1, "adversary:Family": 1})
    scene.run(lambda g: end(g, "b1", "adversary:Urami"), A.use("yes" if hates else "no"))
    scene.run(lambda g: end(g, "b1", "adversary:Family"))
    assert scene["b1"].conditions == ({"adversary:Urami": 1} if hates else {})
    assert scene["a1"].health == 8 - hates


@pytest.mark.rule("M3E-TIME-08")
def test_two_are_replaced_in_the_end_phase_if_they_touch(ruleset):
    core = StatCard(slug="core", name="Ashen Core", health=5)
    whole = StatCard(slug="whole", name="Ashes and Dust", health=14)
    for x, arrived in ((11.181, True), (14.0, False)):
        reform = taken("Initiate Reformation")
        scene = Scene(ruleset).card(whole).model("a1", at=(10, 10), actions=(reform,))
        scene.model("a2", at=(11.181, 10), card=core)
        scene.act("a1", "Initiate Reformation")
        assert scene["a2"].conditions == {"shielded": 1}
        if not arrived:
            scene.run(lambda g, x=x: go(g, "a2", Ending(x, 10), "push"))
        reformed = "later:Initiate Reformation, later#1:a2:a1"
        scene.run(moment("end_phase"), A.order(reformed), *([A.spot([10, 11.181])] if arrived else []))
        assert any(model.card == "whole" for model in scene.g.state.models.values()) is arrived


# Markers


@pytest.mark.rule("M3E-AREA-09")
def test_a_trigger_speaks_of_the_marker_that_its_action_moved(ruleset):
    hurl = taken("Hurl Corpse", "Ours", attack=True, reach=8.0, stat=6, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(hurl,)).marker("m1", "corpse", (11, 11), mm=30.0)
    scene.model("b1", at=(15, 10), wp=4).model("b2", at=(25, 25), wp=4)
    scene.deck("A", "12t 5c").deck("B", "1c 2c")
    scene.act(
        "a1",
        "Hurl Corpse",
        A.trigger("Ours"),
        A.spot([15, 11.181]),
        A.take("5c"),
    )
    assert scene["b1"].has("stunned")
    assert not scene["b2"].has("stunned")


@pytest.mark.rule("M3E-MARK-04")
def test_who_removes_an_egg_is_healed_and_the_mother_is_not(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), health=4, abilities=known("Nutritional Eggs"))
    scene.model("a2", at=(12, 10), health=4).model("b1", at=(14, 10), health=4)
    for number in range(3):
        scene.marker(f"m{number}", "egg", (11, 11 + number))
    for number, remover in enumerate(("a1", "a2", "b1")):
        scene.run(lambda g, name=f"m{number}", by=remover: remove(g, name, by))
    assert [scene[name].health for name in ("a1", "a2", "b1")] == [4, 6, 4]


@pytest.mark.rule("M3E-ACT-18")
def test_a_sniper_draws_range_and_sight_from_a_mimic(ruleset):
    sniper = taken("Hidden Sniper", attack=True, icon="missile", reach=10.0, stat=5, resist="df")
    scene = Scene(ruleset).model("a1", at=(2, 2), actions=(sniper,)).model("b1", at=(24, 2))
    scene.model("a2", at=(15, 2), keywords=("Mimic",)).deck("A", "12t 5c").deck("B", "1c")
    scene.act("a1", "Hidden Sniper", A.target("b1"), A.take("5c"))
    assert scene["b1"].health < 8
    assert scene["b1"].conditions == {"injured": 1}
    far = (
        Scene(ruleset)
        .model("a1", at=(2, 2), actions=(sniper,))
        .model("b1", at=(24, 2))
        .model("a2", at=(16, 2))
    )
    assert not far.act("a1", "Hidden Sniper").succeeded


# Others


@pytest.mark.rule("M3E-GEN-07")
def test_injuries_make_a_failed_experiment_better(ruleset):
    scene = Scene(ruleset).model("a1", df=5, wp=4, abilities=known("Failed Experiment"))
    scene.run(lambda g: gain(g, "a1", "injured", 2))
    assert (stat(scene.g, scene["a1"], "df"), stat(scene.g, scene["a1"], "wp")) == (7, 6)


@pytest.mark.rule("M3E-TIME-06")
def test_a_friend_is_replaced_when_it_would_be_killed(ruleset):
    marshal = StatCard(slug="marshal", name="Death Marshal", health=6)
    scene = (
        Scene(ruleset)
        .card(marshal)
        .model("a1", at=(10, 10), abilities=known("Grim Recruitment"))
        .hand("A", "5c")
    )
    scene.model("a2", at=(12, 10), health=2, station="Minion", characteristics=("Living",)).model(
        "b1", at=(14, 10)
    )
    scene.run(
        lambda g: damage(g, Hit("a2", 3, by="b1")), A.use("Grim Recruitment:0:a2"), A.spot([12, 11.181])
    )
    new = next(model for model in scene.g.state.models.values() if model.card == "marshal")
    assert new.health == 2
    assert not scene.seat("A").hand


@pytest.mark.rule("M3E-TIME-06")
def test_tara_is_healed_and_buried_instead_of_killed(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Necromancy Savant")).hand("A", "5c")
    scene.model("a2", at=(12, 10), card=StatCard(slug="tara", name="Tara", health=10)).model(
        "b1", at=(14, 10)
    )
    scene.run(lambda g: damage(g, Hit("a2", 12, by="b1")), A.use("yes"))
    assert (scene["a2"].where, scene["a2"].health) == ("buried", 4)


@pytest.mark.rule("M3E-DMG-08")
def test_a_rider_lowers_the_damage_by_its_suits_down_to_one(ruleset):
    strike = Action(name="Strike", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=3),))
    forged = scripted_trigger("Forged in Steel", ("tome",), resists="df")
    scene = Scene(ruleset).model("b1", at=(10, 10), actions=(strike,)).deck("B", "13c")
    scene.model("a1", at=(11.2, 10), df=5, df_suits=("tome",), triggers=(forged,)).deck("A", "5t")
    scene.act("b1", "Strike", A.trigger("Forged in Steel"))
    assert scene["a1"].health == 7


@pytest.mark.rule("M3E-ABIL-01")
def test_two_cards_are_flipped_and_the_lower_suffers(ruleset):
    gamble = taken("Gamble Your Life", reach=6.0, stat=6, tn=10)
    for own, other, hurt in (("9r", "4r", "b1"), ("4r", "9c", "a1"), ("7r", "7c", "b1")):
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(gamble,)).model("b1", at=(12, 10))
        scene.deck("A", f"10c {own} 2c").deck("B", other)
        scene.act("a1", "Gamble Your Life")
        assert [name for name in ("a1", "b1") if scene[name].health < 8] == [hurt]


@pytest.mark.rule("M3E-MOVE-01")
def test_the_suit_of_a_flip_says_what_a_gator_gets(ruleset):
    snack = taken("Gator Snack", reach=2.0)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(snack,)).marker("m1", "scrap", (12, 10), mm=30.0)
    scene.deck("A", "5c").act("a1", "Gator Snack", A.destination([12, 10]), A.spot([12, 11.181]))
    assert [marker.kind for marker in scene.g.state.markers.values()] == ["scheme"]


@pytest.mark.rule("M3E-HEAL-01")
def test_placed_near_the_king_of_medicine_a_friend_heals(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("King of Medicine"))
    scene.model("a2", at=(12, 10), health=4)
    scene.run(moment("placed", "a2"))
    assert scene["a2"].health == 5
    scene.run(lambda g: heal(g, "a2", 1))
    assert scene["a2"].health == 6


@pytest.mark.rule("M3E-KILL-06")
@pytest.mark.parametrize("burning", [5, 2])
def test_who_is_immolated_leaves_no_marker_and_who_survives_will(ruleset, burning):
    immolate = taken("Immolate", attack=True, reach=8.0, stat=5, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(immolate,)).deck("A", "13c").deck("B", "1c")
    scene.model("b1", at=(14, 10), health=4, characteristics=("Living",), conditions={"burning": burning})
    scene.act("a1", "Immolate")
    assert scene["b1"].where == ("gone" if burning == 5 else "table")
    assert not scene.g.state.markers
    if burning == 2:
        assert scene["b1"].health == 2
        scene.run(lambda g: kill(g, "b1", by="a1", instant=True), B.spot([14, 11.181]))
        assert [marker.kind for marker in scene.g.state.markers.values()] == ["corpse"]


# Named on declaring


def minion(name, cost, *words, health=5):
    return StatCard(
        slug=name.lower(), name=name, station="Minion", cost=cost, health=health, keywords=words, limit=3
    )


@pytest.mark.rule("M3E-SUMM-01")
def test_any_number_of_elementals_are_named_and_their_cost_is_the_tn(ruleset):
    creation = taken("Elemental Creation", reach=6.0, stat=7)
    bound = UpgradeCard(slug="bound", name="Shackled Elements", kinds=("bound elemental", "summon"), copies=2)
    scene = (
        Scene(ruleset).card(minion("Gamin", 3, "Elemental")).card(minion("Rat", 1, "Vermin")).upgrade(bound)
    )
    scene.model("a1", at=(10, 10), actions=(creation,)).model("b1", at=(30, 30)).deck("A", "9t")
    in_progress = scene.act(
        "a1",
        "Elemental Creation",
        A.card("gamin"),
        A.card("none"),
        A.spot([12, 10]),
        A.spot([10, 12]),
    )
    assert in_progress.named == ("gamin", "gamin")
    assert in_progress.duel.tn == 16
    assert [model.card for model in scene.g.state.models.values()].count("gamin") == 2


@pytest.mark.rule("M3E-REPL-01", "M3E-ACT-25")
def test_a_warrior_takes_the_form_of_one_who_was_killed(ruleset):
    mold = taken("Mold of the Other", stat=6)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(mold,)).deck("A", "13m")
    scene.model("a2", at=(20, 10), card=minion("Hound", 4, "Guard", health=6)).model("b1", at=(14, 10))
    scene.card(minion("Rat", 1, "Vermin"))
    assert not can_be_taken(scene.g, scene["a1"], scene.action("a1", "Mold of the Other"))
    scene.run(lambda g: kill(g, "a2", by="b1", instant=True))
    in_progress = scene.act("a1", "Mold of the Other", A.spot([10, 11.181]))
    assert in_progress.duel.tn == 14
    new = next(model for model in scene.g.state.models.values() if model.card == "hound" and model.in_play)
    assert (scene["a1"].where, new.health) == ("gone", 6)


@pytest.mark.rule("M3E-REPL-01")
def test_a_pig_grows_into_one_of_higher_cost(ruleset):
    grow = taken("Grow Up Strong", reach=6.0, stat=6)
    piglet, hog = minion("Piglet", 2, "Pig"), minion("Hog", 5, "Pig", health=7)
    scene = Scene(ruleset).card(hog).card(minion("Runt", 1, "Pig")).model("a1", at=(10, 10), actions=(grow,))
    scene.model("a2", at=(14, 10), card=piglet, health=2).model("b1", at=(30, 30)).deck("A", "10r")
    answers = [A.spot([14, 11.181]), A.destination([14, 13])]
    in_progress = scene.act("a1", "Grow Up Strong", *answers)
    assert in_progress.duel.tn == 10 + 2 * (5 - 2)
    new = next(model for model in scene.g.state.models.values() if model.card == "hog")
    assert (new.health, new.y) == (6, 13)


# Duels that a model generates, and what is declared again


@pytest.mark.rule("M3E-DUEL-01")
@pytest.mark.parametrize(("by", "health"), [("a1", 6), ("a2", 4)])
def test_seamus_feeds_on_the_wp_duels_that_he_causes(ruleset, by, health):
    scene = Scene(ruleset).model("a1", at=(10, 10), health=4, abilities=known("Feast of Fear"))
    scene.model("a2", at=(12, 10)).model("b1", at=(14, 10), wp=4).deck("B", "2c 13r 2m")
    for _ in range(3):
        word = w.Duel(stat="wp", tn=12)
        scene.run(lambda g, word=word: execute(g, (word,), Effects(by, "b1", label="Fear")))
    assert scene["a1"].health == health


@pytest.mark.rule("M3E-DUEL-01")
def test_tokens_of_a_pig_make_its_duels_harder(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Hoof Hearted"), tokens={"glowy": 5})
    scene.model("a2", at=(12, 10)).model("b1", at=(14, 10), mv=5).deck("B", "9c 9m")
    word = w.Duel(stat="mv", tn=12, failure=(w.Damage(amount=1),))
    scene.run(lambda g: execute(g, (word,), Effects("a2", "b1", label="Bang")))
    assert scene["b1"].health == 8
    scene.run(lambda g: execute(g, (word,), Effects("a1", "b1", label="Bang")))
    assert scene["b1"].health == 7, "14 is less than 12 and 3"


@pytest.mark.rule("M3E-ACT-17")
def test_who_declares_an_action_again_suffers(ruleset):
    act, other = Action(name="Act", effects=(w.Draw(),)), Action(name="Other", effects=(w.Draw(),))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Lethe’s Caress"), leader=True)
    scene.model("b1", at=(14, 10), actions=(act, other)).state(activating="b1", active=1)
    for name, health in (("Act", 8), ("Other", 8), ("Act", 6)):
        scene.act("b1", name)
        assert scene["b1"].health == health


# Others, of the other side's choice


@pytest.mark.rule("M3E-TOKEN-01")
def test_lynch_gains_no_brilliance_and_other_tokens(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("None for Me")).model("a2", at=(12, 10))
    tokens = (w.Token(name="brilliance"), w.Token(name="power"))
    for name in ("a1", "a2"):
        scene.run(lambda g, name=name: execute(g, tokens, Effects("a2", name)))
    scene.run(lambda g: execute(g, (w.MoveTokens(name="brilliance"),), Effects("a2", "a1")))
    assert scene["a1"].tokens == {"power": 1}
    assert scene["a2"].tokens == {"brilliance": 1, "power": 1}


@pytest.mark.rule("M3E-BURY-03")
def test_a_flying_piglet_comes_back_near_whom_the_opponent_names(ruleset):
    gore = taken("Gore", "Into Spaaaaace!", attack=True, icon="melee", reach=1.0, stat=6, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(gore,)).deck("A", "13t 5c").deck("B", "1c")
    scene.model("b1", at=(11.2, 10)).model("b2", at=(30, 30))
    scene.act("a1", "Gore", A.trigger("Into Spaaaaace!"), A.take("5c"))
    assert scene["a1"].where == "buried"
    scene.run(moment("end_phase"), B.model("b2"), A.spot([30, 28]))
    assert (scene["a1"].where, scene["a1"].y) == ("table", 28)


@pytest.mark.rule("M3E-TURN-16")
def test_just_a_rat_lets_another_activate_at_once(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Just a Rat...?")).crew("B", passes=2)
    scene.model("a2", at=(12, 10)).model("a3", at=(14, 10)).state(activating="a1")
    scene.run(moment("activation_begins", "a1"), A.use("Just a Rat...?:0:a1"), A.model("a3"))
    assert scene.g.ended == "a1"
    assert scene.seat("B").passes == 1
    assert scene.g.state.chain == ("a3",)


@pytest.mark.rule("M3E-ENG-03")
def test_a_misdirected_model_shoots_though_this_one_engages_it(ruleset):
    rage = taken("Sharp Wit", "Misdirected Rage", attack=True, icon="melee", reach=1.0, stat=7, resist="wp")
    shot = Action(
        name="Shot", icon="missile", reach=12, stat=5, resist="df", effects=(w.Damage(amount=(1, 1, 1)),)
    )
    for engagers, shoots in ((1, True), (2, False)):
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(rage,)).deck("A", "13t").deck("B", "1c 13m")
        scene.model("b1", at=(11.2, 10), wp=4, actions=(shot,)).model("b2", at=(16, 14))
        if engagers == 2:
            scene.model("a2", at=(11.2, 11.2), actions=(CHARGER,))
        answers = [A.target("b1")] * (engagers == 2) + [A.trigger("Misdirected Rage")]
        if shoots:
            answers += [A.target("b2"), B.relent("yes")]
        in_progress = scene.act("a1", "Sharp Wit", *answers)
        assert in_progress.succeeded
        assert (scene["b2"].health < 8) is shoots


# What a move crosses


@pytest.mark.rule("M3E-MARK-04")
def test_enemies_that_a_pushed_pyre_meets_take_a_duel(ruleset):
    fan = taken("Fan the Flames", reach=8.0, stat=6, tn=12)
    scene = Scene(ruleset).model("a1", at=(4, 10), actions=(fan,)).marker("m1", "pyre", (10, 10), mm=50.0)
    scene.model("b1", at=(12.5, 10), mv=5).model("b2", at=(10, 16), mv=5).deck("A", "10r").deck("B", "2c 2m")
    scene.act("a1", "Fan the Flames", A.spot([13.9, 10]))
    assert (scene["b1"].health, scene["b2"].health) == (6, 8)


@pytest.mark.rule("M3E-MOVE-04")
def test_a_fading_shadow_harms_whom_it_crosses_outside_of_an_action_too(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Fading", kind="Shadows"))
    scene.model("b1", at=(12, 10), mv=5).deck("B", "2c").hand("A", "5c")
    answers = (A.use("Fading (Shadows):0:a1"), A.destination([14.5, 10]))
    scene.run(lambda g: discard_these(g, 0, ("5c",), model=g.model("a1")), *answers)
    assert scene["b1"].health == 7


@pytest.mark.rule("M3E-DMG-01", "M3E-AREA-04")
def test_friends_that_live_are_healed_by_what_would_damage_them(ruleset):
    decay = taken("Decay", "Life and Death", attack=True, reach=8.0, stat=6, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(decay,)).deck("A", "13t 5c").deck("B", "1c")
    scene.model("b1", at=(14, 10)).model("a2", at=(15.5, 10), health=3, characteristics=("Living",))
    scene.model("a3", at=(14, 11.5), health=5, characteristics=("Undead",))
    answers = [A.target("b1"), A.trigger("Life and Death"), A.take("5c"), A.spot([15, 10.7]), A.order("a2")]
    scene.act("a1", "Decay", *answers)
    assert (scene["a2"].health, scene["a3"].health) == (5, 4)
    assert scene["b1"].health < 8


# Prices of range, damage lowered at a price, the killer, the markers of a Shockwave


@pytest.mark.rule("M3E-ACT-18", "M3E-TRIG-06")
@pytest.mark.parametrize(("at", "pays"), [((16, 10), False), ((24, 10), True), ((24, 10), False)])
def test_through_an_ice_mirror_no_trigger_is_declared_unless_a_card_is_discarded(ruleset, at, pays):
    surge = Trigger(name="Surge", suits=("tome",), effects=(w.Draw(),))
    bolt = Action(name="Bolt", reach=8, stat=5, resist="df", effects=(w.Damage(amount=1),), triggers=(surge,))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Ice Mirror"), actions=(bolt,))
    scene.marker("m1", "ice pillar", (17, 11), mm=30.0).model("b1", at=at).hand("A", "2c")
    scene.deck("A", "13t").deck("B", "1c")
    far = at[0] > 20
    answers = [A.use("yes" if pays else "no")] * far + [A.cheat("keep")] * (not pays)
    answers += [A.trigger("none")] * (pays or not far)
    scene.act("a1", "Bolt", *answers)
    assert scene["b1"].health == 7
    assert len(scene.seat("A").hand) == (0 if pays else 1)


@pytest.mark.rule("M3E-DUEL-09")
@pytest.mark.parametrize(("x", "total"), [(11.2, 10), (18.0, 9)])
def test_a_nightmare_lends_its_reach_for_one_less(ruleset, x, total):
    claw = Action(name="Claw", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=1),))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Horrific Reality"), actions=(claw,))
    scene.model("a2", at=(16.9, 10), keywords=("Nightmare",)).model("b1", at=(x, 10))
    scene.deck("A", "5r").deck("B", "1c")
    in_progress = scene.act("a1", "Claw", A.target("b1"))
    assert in_progress.duel.actor.total == total


@pytest.mark.rule("M3E-DMG-08", "M3E-DMG-09")
def test_burning_is_lowered_to_lower_damage_to_no_less_than_one(ruleset):
    scene = Scene(ruleset).model("a1", abilities=known("Flaming Body"), conditions={"burning": 3})
    answers = (A.use("Flaming Body:0:a1"), A.number(2))
    scene.run(lambda g: damage(g, Hit("a1", 2)), *answers)
    assert (scene["a1"].health, scene["a1"].conditions["burning"]) == (7, 1)
    scene.run(lambda g: damage(g, Hit("a1", 2, irreducible=True)))
    assert scene["a1"].health == 5


@pytest.mark.rule("M3E-KILL-04")
def test_another_nephilim_counts_as_the_killer(ruleset):
    feeds = w.Reaction(moment="killing", effects=(w.Heal(amount=2, whom="self"),))
    hungry = (w.Ability(name="Hungry", parts=(feeds,)),)
    sword = Action(
        name="Sword",
        icon="melee",
        reach=1,
        stat=6,
        resist="df",
        effects=(w.Damage(amount=9),),
        triggers=(scripted_trigger("Meat for the Young", ("ram",)),),
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), health=4, abilities=hungry, actions=(sword,))
    scene.model("a2", at=(12, 10), health=4, abilities=hungry, keywords=("Nephilim",)).model(
        "b1", at=(11.2, 10)
    )
    scene.deck("A", "13r").deck("B", "1c")
    scene.act("a1", "Sword", A.target("b1"), A.trigger("Meat for the Young"))
    assert (scene["a1"].health, scene["a2"].health) == (4, 6)
    assert scene.g.state.kills[-1].by == "a2"


@pytest.mark.rule("M3E-AREA-10")
def test_a_bomb_that_was_none_harms_nobody_and_leaves_a_scheme(ruleset):
    wave = w.Shockwave(inches=1, stat="mv", tn=14, penalty=(w.Damage(amount=2),))
    for declared, health in ((True, 8), (False, 6)):
        bombs = Action(
            name="Bombs",
            reach=10,
            stat=6,
            tn=10,
            effects=(wave,),
            triggers=(scripted_trigger("Not a Bomb?", ("tome",)),),
        )
        scene = Scene(ruleset).model("a1", at=(10, 10), actions=(bombs,)).model("b1", at=(16, 10), mv=5)
        scene.deck("A", "9t").deck("B", "1c")
        answers = [A.trigger("Not a Bomb?" if declared else "none"), A.spot([15, 11.5])]
        scene.act("a1", "Bombs", *answers, *([A.spot([15, 12.681])] if declared else []))
        assert scene["b1"].health == health
        assert [marker.kind for marker in scene.g.state.markers.values()] == ["scheme"] * declared


# Flips for Initiative, TNs of attacks, cards of another's choice


@pytest.mark.rule("M3E-TURN-05")
def test_ill_omens_count_once_for_initiative(ruleset):
    scene = Scene(ruleset).model("a1", abilities=known("Ill Omens")).model("a2", abilities=known("Ill Omens"))
    scene.model("b1", at=(30, 30))
    assert (initiative_more(scene.g, 0), initiative_more(scene.g, 1)) == (1, 0)


@pytest.mark.rule("M3E-DUEL-01", "M3E-COND-18")
@pytest.mark.parametrize(("name", "hit"), [("Innocent Bystander", False), ("Honorable", True)])
def test_an_attack_needs_twelve_on_a_bystander_and_ignores_distracted_on_the_honorable(ruleset, name, hit):
    strike = Action(name="Strike", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=1),))
    scene = Scene(ruleset).model("b1", at=(10, 10), actions=(strike,), conditions={"distracted": 1})
    scene.model("a1", at=(11.2, 10), df=3, abilities=known(name)).deck("B", "6r 5r").deck("A", "1c")
    in_progress = scene.act("b1", "Strike")
    assert in_progress.succeeded is hit
    assert in_progress.duel.tn == (None if hit else 12)


@pytest.mark.rule("M3E-FATE-12")
def test_an_enemy_shows_its_hand_and_loses_what_this_model_chooses(ruleset):
    lies = taken("Misinformation", attack=True, reach=6.0, stat=6, resist="wp")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(lies,)).model("b1", at=(13, 10), wp=4)
    scene.hand("B", "13r 12m 1c").deck("A", "13c").deck("B", "1m 4t 4c")
    scene.act("a1", "Misinformation", B.cheat("keep"), A.number(2), A.cards(["13r", "12m"]))
    assert scene.cards_of("B", "hand") == "1c 4t 4c"


@pytest.mark.rule("M3E-FATE-12")
def test_who_sees_the_future_names_the_suit_of_what_is_discarded(ruleset):
    strike = Action(name="Strike", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=1),))
    sight = scripted_trigger("Future Sight", ("tome",), resists="df")
    scene = Scene(ruleset).model("b1", at=(10, 10), actions=(strike,)).deck("B", "2c").hand("B", "3r 4r 9m")
    scene.model("a1", at=(11.2, 10), df=5, triggers=(sight,)).deck("A", "9t")
    answers = [B.cheat("keep"), A.trigger("Future Sight"), A.suit("ram"), B.cards(["4r"])]
    scene.act("b1", "Strike", *answers)
    assert scene.cards_of("B", "hand") == "3r 9m"


@pytest.mark.rule("M3E-FATE-13", "M3E-FATE-16")
def test_a_brain_freezes_by_one_of_the_discarded_cards(ruleset):
    scene = Scene(ruleset).model("a1", health=2, abilities=known("Fading", kind="Brain Freeze"))
    scene.hand("A", "2c 12m")
    discarding = lambda g: discard_these(g, 0, ("2c", "12m"), model=g.model("a1"))  # noqa: E731
    scene.run(discarding, A.cards("12m"))
    assert scene["a1"].health == 5


@pytest.mark.rule("M3E-FATE-16")
@pytest.mark.parametrize(("card", "health"), [("12c", 6), ("7c", 7), ("2c", 8)])
def test_lenny_sneezes_by_the_value_of_the_card(ruleset, card, health):
    bout = taken("Random Bout of Brilliance")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(bout,)).model("b1", at=(12, 10)).deck("A", card)
    scene.act("a1", "Random Bout of Brilliance")
    assert (scene["a1"].health, scene["b1"].health) == (8, health)


@pytest.mark.rule("M3E-MOVE-01")
def test_the_opponent_says_where_lenny_goes(ruleset):
    bout = taken("Random Bout of Brilliance")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(bout,)).model("b1", at=(22, 10)).deck("A", "12m")
    scene.act("a1", "Random Bout of Brilliance", B.destination([10, 13]))
    assert scene["a1"].y == 13


@pytest.mark.rule("M3E-TRIG-05")
@pytest.mark.parametrize("ignored", [True, False])
@pytest.mark.parametrize("timing", ["immediately", "after_succeeding"])
def test_the_effects_of_a_trigger_are_ignored_for_a_card(ruleset, timing, ignored):
    surge = Trigger(name="Surge", suits=("tome",), timing=timing, effects=(w.Draw(),))
    act = Action(name="Act", stat=5, tn=10, triggers=(surge,))
    scene = Scene(ruleset).model("b1", at=(10, 10), actions=(act,)).deck("B", "9t 4c")
    scene.model("a1", at=(14, 10), abilities=known("Knew You Were Gonna Do That")).hand("A", "2c")
    answer = A.use("Knew You Were Gonna Do That:0:a1" if ignored else "pass")
    scene.act("b1", "Act", B.trigger("Surge"), answer)
    assert len(scene.seat("B").hand) == (0 if ignored else 1)
    assert len(scene.seat("A").hand) == (0 if ignored else 1)


@pytest.mark.rule("M3E-ACT-02", "M3E-ACT-18", "M3E-ACT-25")
def test_a_magnet_pulls_toward_a_construct_that_resists_or_a_scrap_marker_that_does_not(ruleset):
    pull = taken("Magnetism", attack=True, reach=16.0, stat=7, resist="df", tn=10)
    for marker, x, tn in ((True, 18, "target_marker"), (False, 18, "target_model")):
        scene = Scene(ruleset).model("a1", at=(10, 10), mv=5, actions=(pull,)).deck("A", "9t").deck("B", "1c")
        if marker:
            scene.marker("m1", "scrap", (x, 10), mm=30.0).marker("m2", "corpse", (5, 10), mm=30.0)
        else:
            scene.model("b1", at=(x, 10), df=5, characteristics=("Construct",)).model("b2", at=(5, 5))
        in_progress = scene.act("a1", "Magnetism", A.destination([15, 10]))
        assert getattr(in_progress, tn) is not None
        assert in_progress.duel.opposed is not marker
        assert scene["a1"].x == 15
    alone = Scene(ruleset).model("a1", at=(10, 10), mv=5, actions=(pull,)).model("b2", at=(5, 5))
    assert not can_be_taken(alone.g, alone["a1"], pull)


@pytest.mark.rule("M3E-ACT-18", "M3E-ACT-25")
@pytest.mark.parametrize("health", [4, 5])
def test_an_executioner_that_is_hurt_needs_no_marker_for_its_trail_of_gore(ruleset, health):
    trail = taken("Trail of Gore", reach=3.0)
    scene = Scene(ruleset).model(
        "a1", at=(10, 10), health=health, mv=5, actions=(trail,), abilities=known("Grit", kind="Executioner")
    )
    assert can_be_taken(scene.g, scene["a1"], trail) is (health == 4)
    if health == 4:
        scene.act("a1", "Trail of Gore", A.branch("1"), A.destination([14, 10]))
        assert scene["a1"].x == 14


@pytest.mark.rule("M3E-DUEL-06")
def test_who_resists_a_modified_pickaxe_has_no_plus(ruleset):
    pickaxe = taken("Modified Pickaxe", attack=True, icon="melee", reach=1.0, stat=6, resist="df")
    plus = (w.Ability(name="Nimble", parts=(w.DuelModifier(plus=1, when="resisting"),)),)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(pickaxe,)).deck("A", "9c 5c")
    scene.model("b1", at=(11.2, 10), df=5, abilities=plus).deck("B", "2c 13c")
    in_progress = scene.act("a1", "Modified Pickaxe")
    assert in_progress.duel.resister.total == 7
