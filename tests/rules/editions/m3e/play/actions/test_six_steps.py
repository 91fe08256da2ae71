"""An Action's steps where something is missing, forbidden or otherwise than usual (M3E-ACT-16 to -23)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.actions.available import can_be_taken, legal_markers, legal_targets, menu
from rules.editions.m3e.play.actions.take import generate
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import Acts, Markers, Models, Stat
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, StatCard, Trigger
from rules.game.events.announcements import DuelBegan
from rules.game.events.cards import Drew
from rules.game.events.table import Damaged, SpentAction
from tests.rules.editions.m3e.scene import A, B, Scene

HURT = w.Damage(amount=2)
OTHER = (w.TargetIs(other=True),)
BREAK = w.Remove(markers="target_marker")


def duo(ruleset, *actions, policies=None, **more):
    scene = Scene(ruleset, **(policies or {})).model("a1", at=(10, 10), actions=actions, **more)
    return scene.model("b1", at=(12, 10))


# Targets


@pytest.mark.rule("M3E-ACT-18")
def test_a_model_or_a_marker_may_be_the_target_of_either(ruleset):
    smash = Action(name="Smash", targets="either", reach=5, restrictions=OTHER, effects=(HURT, BREAK))
    scene = duo(ruleset, smash).marker("m5", "scrap", (10, 12))
    scene.act("a1", "Smash", A.target("m5"))
    assert (scene.g.state.markers, scene["b1"].health) == ({}, 8)
    scene.act("a1", "Smash")
    assert scene["b1"].health == 6


@pytest.mark.rule("M3E-ACT-18", "M3E-ACT-25")
@pytest.mark.parametrize("targets", ["either", "marker", "model"])
def test_without_a_target_it_fails_and_is_not_offered(ruleset, targets):
    heal = w.Heal(amount=1, whom="self")
    reach = Action(name="Reach", targets=targets, reach=0.5, restrictions=OTHER, effects=(heal,))
    scene = duo(ruleset, reach, health=5)
    assert not can_be_taken(scene.g, scene["a1"], reach)
    assert scene.act("a1", "Reach").failed == "it had no target"
    assert scene["a1"].health == 5


@pytest.mark.rule("M3E-BURY-01", "M3E-ACT-18")
def test_who_is_not_on_the_table_takes_and_targets_nothing(ruleset):
    hit = Action(name="Hit", icon="melee", reach=9, stat=5, resist="df")
    scene = duo(ruleset, hit, where="buried")
    assert not list(menu(scene.g, scene["a1"]))
    assert legal_targets(scene.g, scene["a1"], hit) == []
    assert not can_be_taken(scene.g, scene["a1"], Action(name="Walk"))


@pytest.mark.rule("M3E-ONCE-02")
def test_one_target_once_an_activation(ruleset):
    kick = Action(name="Kick", targets="model", reach=9, restrictions=OTHER, once="target", effects=(HURT,))
    scene = duo(ruleset, kick).model("b2", at=(10, 12))
    scene.act("a1", "Kick", A.target("b1"))
    assert [model.id for model in legal_targets(scene.g, scene["a1"], kick)] == ["b2"]


# Limits


@pytest.mark.rule("M3E-ACT-25", "M3E-ACT-03")
@pytest.mark.parametrize(("counts", "spent"), [(True, 1), (False, 0)])
def test_whether_a_failed_action_counts(ruleset, counts, spent):
    nothing = Action(name="Reach", targets="model", restrictions=OTHER)
    scene = duo(ruleset, nothing, policies={"failed_action_counts": counts})
    scene.act("a1", "Reach")
    assert sum(event.acts for event in scene.events(SpentAction)) == spent
    done = duo(ruleset, Action(name="Rest"), policies={"failed_action_counts": counts})
    done.act("a1", "Rest")
    assert sum(event.acts for event in done.events(SpentAction)) == 1


# Duels


@pytest.mark.rule("M3E-ACT-02", "M3E-DUEL-01")
def test_one_of_several_stats_resists_as_the_actor_says(ruleset):
    curse = Action(
        name="Curse", icon="missile", reach=9, stat=5, resist="df", resist_any=("df", "wp"), effects=(HURT,)
    )
    for stat, left in (("wp", 6), ("df", 8)):
        scene = duo(ruleset, curse).deck("A", "5m").deck("B", "6c")
        scene.model("b1", at=(12, 10), df=9, wp=1)
        scene.act("a1", "Curse", A.branch(stat))
        assert scene["b1"].health == left
        assert [event.resist for event in scene.events(DuelBegan)] == [stat]


@pytest.mark.rule("M3E-DUEL-01", "M3E-GEN-05")
def test_a_target_number_that_is_counted(ruleset):
    dig = Action(
        name="Dig", stat=5, counted_tn=Stat(stat="health"), effects=(w.Damage(amount=1, whom="self"),)
    )
    scene = duo(ruleset, dig).deck("A", "2c 3c")
    scene.act("a1", "Dig")
    assert scene["a1"].health == 8
    scene.act("a1", "Dig")
    assert scene["a1"].health == 7


@pytest.mark.rule("M3E-DUEL-14")
@pytest.mark.parametrize(
    ("parts", "ignoring", "asked", "left"),
    [((), (), True, 8), ((w.Ruthless(),), (), False, 6), ((), ("terrifying",), False, 6)],
)
def test_who_is_not_afraid_of_the_terrifying(ruleset, parts, ignoring, asked, left):
    hit = Action(name="Hit", icon="melee", reach=2, stat=9, resist="df", ignoring=ignoring, effects=(HURT,))
    scene = duo(ruleset, hit, abilities=(Ability(name="Brave", parts=parts),))
    scene.model("b1", at=(12, 10), abilities=(Ability(name="Terrifying", parts=(w.Terrifying(tn=15),)),))
    scene.deck("A", "5m 6c").deck("B", "2c")
    scene.act("a1", "Hit")
    assert scene["b1"].health == left
    assert bool([event for event in scene.events(DuelBegan) if event.tn == 15]) is asked


# Results


@pytest.mark.rule("M3E-ACT-22")
def test_what_follows_after_resolving_and_not_after_failing(ruleset):
    rest = w.Heal(amount=1, whom="self")
    act = Action(name="Act", targets="model", reach=5, restrictions=OTHER, effects=(HURT,), after=(rest,))
    scene = duo(ruleset, act, health=5)
    scene.act("a1", "Act")
    assert (scene["a1"].health, scene["b1"].health) == (6, 6)
    far = duo(ruleset, act, health=5).model("b1", at=(30, 30))
    far.act("a1", "Act")
    assert far["a1"].health == 5


# Triggers


def triggering(ruleset, trigger, *, must=False, parts=(), **more):
    hit = Action(
        name="Hit", icon="melee", reach=2, stat=9, resist="df", triggers=(trigger,), triggers_must=must
    )
    scene = duo(ruleset, hit, abilities=(Ability(name="Text", parts=parts),), **more)
    return scene.deck("A", "5m 6m").deck("B", "2c 3c")


@pytest.mark.rule("M3E-DUEL-10", "M3E-TRIG-05", "M3E-TRIG-01")
def test_a_trigger_may_must_or_cannot_be_declared(ruleset):
    trigger = Trigger(name="More", suits=("mask",), effects=(HURT,))
    free = triggering(ruleset, trigger)
    free.act("a1", "Hit", A.trigger("none"))
    assert free["b1"].health == 8
    must = triggering(ruleset, trigger, must=True)
    must.act("a1", "Hit", A.trigger("More"))
    assert [choice.key for choice in must.asked[-1].options.choices] == ["More"]
    barred = triggering(ruleset, trigger, parts=(w.Cannot(what="trigger"),))
    barred.act("a1", "Hit")
    assert barred["b1"].health == 8
    price = (w.Cannot(what="trigger", unless=(w.PayStones(),)),)
    paid = triggering(ruleset, trigger, parts=price).crew("A", stones=1)
    paid.act("a1", "Hit", A.trigger("More"))
    assert (paid["b1"].health, paid.seat("A").stones) == (6, 0)
    poor = triggering(ruleset, trigger, parts=price)
    poor.act("a1", "Hit")
    assert poor["b1"].health == 8


@pytest.mark.rule("M3E-ONCE-01", "M3E-TRIG-01")
@pytest.mark.parametrize(("once", "left"), [("turn", 6), ("activation", 6), ("", 4)])
def test_a_trigger_once_an_activation_or_turn(ruleset, once, left):
    scene = triggering(ruleset, Trigger(name="More", suits=("mask",), effects=(HURT,), once=once))
    scene.act("a1", "Hit", A.trigger("More"))
    scene.act("a1", "Hit", *(() if once else (A.trigger("More"),)))
    assert scene["b1"].health == left


@pytest.mark.rule("M3E-TRIG-02", "M3E-DMG-11")
def test_a_trigger_changes_its_own_action_and_a_resisters_does_not(ruleset):
    part = w.DamageModifier(more=1)
    hit = Action(name="Hit", icon="melee", reach=2, stat=9, resist="df", effects=(HURT,))
    for actors, left in ((True, 5), (False, 6)):
        trigger = Trigger(name="Deep", timing="when_resolving", parts=(part,), resists="" if actors else "df")
        own = replace(hit, triggers=(trigger,))
        scene = duo(ruleset, own if actors else hit).deck("A", "5m").deck("B", "2c")
        scene.model("b1", at=(12, 10), triggers=() if actors else (trigger,))
        seat = A if actors else B
        scene.act("a1", "Hit", seat.trigger("Deep"))
        assert scene["b1"].health == left


@pytest.mark.rule("M3E-TIME-07", "M3E-TRIG-10", "M3E-TRIG-11", "M3E-ACT-22")
@pytest.mark.parametrize(("blood", "order"), [(2, ["b1", "a1", "drew"]), (9, ["b1", "a1"])])
def test_what_damage_caused_comes_before_the_effects_after_resolving(ruleset, blood, order):
    """Black Blood: who dies of it declares nothing more."""
    draw = Trigger(name="Draw", suits=("mask",), effects=(w.Draw(),))
    hit = Action(name="Hit", icon="melee", reach=3, stat=9, resist="df", effects=(HURT,), triggers=(draw,))
    harm = w.Reaction(moment="damaged", effects=(w.Damage(amount=blood, whom="cause"),))
    scene = duo(ruleset, hit).model(
        "b1", at=(12, 10), abilities=(Ability(name="Black Blood", parts=(harm,)),)
    )
    scene.deck("A", "9m 5c").deck("B", "2c")
    scene.act("a1", "Hit", A.trigger("Draw"))
    assert [
        event.model if isinstance(event, Damaged) else "drew"
        for event in scene.g.fresh
        if isinstance(event, Damaged | Drew)
    ] == order


# Generated Actions


@pytest.mark.rule("M3E-TIME-09", "M3E-TIME-08")
def test_an_action_generated_where_none_goes_on_comes_when_all_is_resolved(ruleset):
    punch = Action(name="Punch", icon="melee", reach=3, stat=9, resist="df", effects=(HURT,))
    scene = duo(ruleset, punch).deck("A", "5m").deck("B", "2c")

    def start(g):
        generate(g, "a1", name="Punch", optional=False)
        yield from ()

    scene.run(start)
    assert scene["b1"].health == 6
    buried = duo(ruleset, punch, where="buried")
    buried.run(start)
    assert buried["b1"].health == 8


@pytest.mark.rule("M3E-CTRL-02", "M3E-TIME-09")
def test_only_what_names_nobody_may_be_anothers_plain_action(ruleset):
    """None that attaches an Upgrade or Summons a model by name."""
    start = Action(
        name="Order",
        targets="model",
        reach=9,
        restrictions=OTHER,
        effects=(w.TakeAction(whom="target", plain=True, acts=Acts(kind="not_general"), optional=False),),
    )
    theirs = (
        Action(name="Dress", effects=(w.Attach(upgrade="mask"),)),
        Action(name="Call", effects=(w.Summon(card="Hound"),)),
        Action(name="Rest", effects=(w.Heal(amount=1, whom="self"),)),
    )
    hound = StatCard(slug="hound", name="Hound")
    scene = duo(ruleset, start).card(hound).model("b1", at=(12, 10), actions=theirs, health=5)
    scene.act("a1", "Order")
    assert scene["b1"].health == 6


@pytest.mark.rule("M3E-ACT-24", "M3E-TRIG-06")
@pytest.mark.parametrize(
    ("restriction", "may"),
    [
        (w.SelfHas(condition="focused"), True),
        (w.SelfHas(condition="slow"), False),
        (w.NotEngaged(), True),
        (w.OnlyEngaged(), False),
        (w.TargetHas(condition="burning"), True),
        (w.TargetHas(condition="slow"), False),
        (w.TargetIs(side="enemy"), True),
        (w.TargetIs(side="friendly", other=True), False),
        (w.TargetIs(word="Living"), True),
        (w.TargetIs(word="Undead"), False),
        (w.TargetIs(other=True), True),
        (w.Only(models=Models(has=("burning",))), True),
        (w.Only(models=Models(has=("slow",))), False),
        (w.OnlyMarkers(markers=Markers()), False),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_a_restriction_lets_be_declared(ruleset, restriction, may):
    act = Action(name="Act", targets="model", reach=9, restrictions=(restriction,))
    scene = duo(ruleset, act, conditions={"focused": 1})
    scene.model("b1", at=(12, 10), conditions={"burning": 1}, characteristics=("Living",))
    assert can_be_taken(scene.g, scene["a1"], act) is may


@pytest.mark.rule("M3E-ACT-24")
@pytest.mark.parametrize(
    ("restriction", "found"),
    [
        (w.TargetIs(marker="scrap", side="friendly"), "m5"),
        (w.TargetIs(marker="scrap", side="enemy"), "m6"),
        (w.TargetIs(marker="corpse"), ""),
        (w.OnlyMarkers(markers=Markers(kinds=("scrap",))), "m5 m6"),
        (w.OnlyMarkers(markers=Markers(kinds=("corpse",))), ""),
        (w.NotEngaged(), "m5 m6"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_which_markers_a_restriction_lets_be_targeted(ruleset, restriction, found):
    act = Action(name="Act", targets="marker", reach=9, restrictions=(restriction,))
    scene = duo(ruleset, act).marker("m5", "scrap", (10, 12), seat=0).marker("m6", "scrap", (12, 12), seat=1)
    scene.marker("m7", "strategy", (9, 9))
    assert " ".join(marker.id for marker in legal_markers(scene.g, scene["a1"], act)) == found


CHANGES = Ability(name="Cocoon", parts=(w.Reaction(moment="damaged", effects=(w.Replace(card="moth"),)),))
MOTH = StatCard(slug="moth", name="Moth", health=9)


def struck(ruleset, **printed):
    """a1 strikes b1, which is Replaced as soon as it is hurt."""
    strike = Action(name="Strike", icon="melee", reach=1, stat=5, resist="df", **printed)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(strike,)).card(MOTH)
    scene.model("b1", at=(11.181, 10), df=5, health=6, abilities=(CHANGES,))
    return scene.deck("A", "12r 11c 10c").deck("B", "1c 1m 1t")


@pytest.mark.rule("M3E-REPL-04", "M3E-ACT-21", "M3E-TRIG-11", "M3E-TIME-09")
def test_what_is_left_of_an_action_resolves_on_the_model_that_replaced_its_target(ruleset):
    """Its later effects, what it suffered, the Trigger after it, and the Action that this generates."""
    again = Trigger(
        name="Again",
        suits=("ram",),
        timing="after_succeeding",
        effects=(
            w.Damage(amount=1, whom="target"),
            w.TakeAction(name="Strike", on_target=True, optional=False),
        ),
    )
    scene = struck(
        ruleset,
        effects=(
            w.Damage(amount=2, whom="target"),
            w.Gain(condition="stunned", whom="target"),
            w.Gain(condition="slow", whom=Models(damaged=True)),
        ),
        triggers=(again,),
    )
    scene.act("a1", "Strike", A.trigger("Again"), B.spot([11.772, 8.977]))
    (new,) = [model for model in scene.g.state.crew_of(1) if model.in_play]
    assert (new.name, new.conditions) == ("Moth", {"stunned": 1, "slow": 1})
    assert new.health == 6 - 2 - 1 - 2, "struck, by the Trigger, struck again"


@pytest.mark.rule("M3E-REPL-04", "M3E-TIME-07")
def test_each_model_of_an_effect_is_reached_by_the_one_that_replaced_it(ruleset):
    """a2's pain Replaces b1 before b1's turn in the pulse."""
    scream = Action(name="Scream", effects=(w.Pulse(inches=3, effects=(w.Damage(amount=1, whom="target"),)),))
    grub = Models(side="enemy", words=("Grub",))
    turn = w.Each(models=grub, effects=(w.Replace(card="moth", whom="it"),))
    replaces = w.Reaction(moment="damaged", effects=(turn,))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(scream,)).card(MOTH)
    scene.model("a2", at=(12, 10), abilities=(Ability(name="Turn", parts=(replaces,)),))
    scene.model("b1", at=(10, 12), characteristics=("Grub",), health=6)
    scene.act("a1", "Scream", A.order("a2"), B.spot([10.0, 13.181]))
    (new,) = [model for model in scene.g.state.crew_of(1) if model.in_play]
    assert (new.name, new.health) == ("Moth", 5)
