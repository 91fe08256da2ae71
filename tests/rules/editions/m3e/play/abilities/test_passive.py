"""What abilities change all the time: for whom, with which Actions, against whom; auras, tests, and parts
that an effect gave.
"""

from __future__ import annotations

import pytest

from rules.editions.m3e.play.abilities.execution import Scene as Effects
from rules.editions.m3e.play.abilities.execution import execute
from rules.editions.m3e.play.abilities.passive import (
    cannot,
    given,
    has_cover,
    ignores,
    ignores_with,
    is_barred,
    is_concealed,
    prices,
)
from rules.editions.m3e.play.actions.available import (
    affordable,
    can_be_taken,
    copies_of,
    is_bonus,
    legal_targets,
    longer,
)
from rules.editions.m3e.play.duels.modifiers import gather
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.procedure.hooks import Happening, stat
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress, DuelSide, Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.selects import Acts, Compare, HasDone, Is, Markers, Models, Stat, TokensOn
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action
from tests.rules.editions.m3e.scene import A, B, Scene

HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df")
SHOT = Action(name="Shot", icon="missile", reach=10, stat=5, resist="wp")
ENEMIES, FRIENDS = Models(side="enemy"), Models(side="friendly", other=True)
MASTERS = Models(words=("Master",))
MELEE = Acts(icons=("melee",))


def having(*parts, name="Text"):
    return (Ability(name=name, parts=parts),)


def duo(ruleset, *parts, theirs=(), **more):
    """a1 has the parts, b1 a Master stands 6" off with the others."""
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=having(*parts), actions=(HIT, SHOT), **more)
    return scene.model("b1", at=(17.181, 10), station="Master", abilities=having(*theirs, name="Theirs"))


def suffered(scene, amount, *answers, on="a1", by="b1", action=None, **more):
    acting = ActionInProgress(by, action) if action is not None else None
    before = scene[on].health
    if acting is not None:
        acting.target_model = scene[on]
    scene.run(lambda g: damage(g, Hit(on, amount, by=by, in_progress=acting, **more)), *answers)
    return before - scene[on].health


# Reductions


@pytest.mark.rule("M3E-DMG-08", "M3E-DMG-02")
@pytest.mark.parametrize(
    ("part", "more", "left"),
    [
        (w.Reduce(amount=1), {}, 2),
        (w.Reduce(amount=9), {}, 1),
        (w.Reduce(amount=9, floor=0), {}, 0),
        (w.Reduce(nothing=True), {}, 0),
        (w.Reduce(amount=0), {}, 3),
        (w.Reduce(amount=1, sources=("any",)), {}, 2),
        (w.Reduce(amount=1, sources=("blast",)), {}, 3),
        (w.Reduce(amount=1, sources=("blast",)), {"kinds": frozenset({"blast"})}, 2),
        (w.Reduce(amount=1, acts=MELEE), {"action": HIT}, 2),
        (w.Reduce(amount=1, acts=MELEE), {"action": SHOT}, 3),
        (w.Reduce(amount=1, acts=MELEE), {}, 3),
        (w.Reduce(amount=1, by=MASTERS), {}, 2),
        (w.Reduce(amount=1, by=FRIENDS), {}, 3),
        (w.Reduce(amount=1, by=MASTERS), {"by": ""}, 3),
        (w.Reduce(amount=1, named="ghostly"), {}, 2),
        (w.Reduce(amount=1, named="ghostly"), {"ignoring": frozenset({"Ghostly"})}, 3),
        (w.Reduce(nothing=True, named="demise", sources=("ability",)), {"source": "Demise"}, 3),
        (
            w.Reduce(nothing=True, named="demise", sources=("ability",)),
            {"source": "Demise", "kinds": frozenset({"ability"})},
            0,
        ),
        (
            w.Reduce(nothing=True, named="demise", sources=("ability",)),
            {"source": "Fire", "kinds": frozenset({"ability"})},
            3,
        ),
        (w.Reduce(amount=TokensOn(name="soul")), {}, 1),
        (w.Armor(amount=1), {"ignoring": frozenset({"armor"})}, 3),
        (w.Armor(amount=1), {"irreducible": True}, 3),
    ],
    ids=lambda value: str(value)[:70],
)
def test_what_lowers_damage(ruleset, part, more, left):
    assert suffered(duo(ruleset, part, tokens={"soul": 2}), 3, **more) == left


@pytest.mark.rule("M3E-ABIL-02", "M3E-AREA-01", "M3E-AREA-02", "M3E-DMG-08")
def test_an_aura_lowers_the_damage_of_others_once_a_name(ruleset):
    shield = having(w.Aura(inches=3, side="friendly", part=w.Reduce(amount=1), includes_self=False))
    scene = (
        Scene(ruleset).model("a1", at=(10, 10), abilities=shield).model("a2", at=(12, 10), abilities=shield)
    )
    scene.model("a3", at=(14, 10)).model("a4", at=(30, 10)).model("b1", at=(11, 12))
    assert [suffered(scene, 3, on=name) for name in ("a1", "a3", "a4", "b1")] == [2, 2, 3, 3]


# Damage dealt and suffered


@pytest.mark.rule("M3E-TIME-02", "M3E-DMG-11", "M3E-DMG-08")
@pytest.mark.parametrize(
    ("part", "more", "dealt"),
    [
        (w.DamageModifier(more=1), {"kinds": frozenset({"ability"})}, 3),
        (w.DamageModifier(more=1), {}, 2),
        (w.DamageModifier(more=1, acts=MELEE), {"action": HIT}, 3),
        (w.DamageModifier(more=1, acts=MELEE), {"action": SHOT}, 2),
        (w.DamageModifier(more=1, acts=MELEE), {}, 2),
        (w.DamageModifier(more=1, sources=("trigger",)), {"kinds": frozenset({"trigger"})}, 3),
        (w.DamageModifier(more=1, sources=("trigger",)), {"kinds": frozenset({"action"})}, 2),
        (w.DamageModifier(more=1, sources=("any",)), {"kinds": frozenset({"action"})}, 3),
        (w.DamageModifier(more=1, against=MASTERS), {"kinds": frozenset({"action"})}, 3),
        (w.DamageModifier(more=1, against=FRIENDS), {"kinds": frozenset({"action"})}, 2),
        (w.DamageModifier(more=1, when="suffering"), {"kinds": frozenset({"action"})}, 2),
        (w.DamageModifier(irreducible=True, acts=MELEE), {"action": HIT}, 3),
        (w.DamageModifier(ignoring=("armor",), acts=MELEE), {"action": HIT}, 3),
        (w.Ignores(what=("armor",)), {}, 3),
        (w.Ignores(what=("armor",), acts=MELEE), {"action": HIT}, 3),
        (w.Ignores(what=("armor",), acts=MELEE), {"action": SHOT}, 2),
        (w.Ignores(what=("armor",), acts=MELEE), {}, 2),
    ],
    ids=lambda value: str(value)[:80],
)
def test_what_raises_the_damage_that_is_dealt(ruleset, part, more, dealt):
    """3, or 4 with one more, against Armor +1."""
    scene = duo(ruleset, part, theirs=(w.Armor(amount=1),))
    assert suffered(scene, 3, on="b1", by="a1", **more) == dealt


@pytest.mark.rule("M3E-DMG-11")
@pytest.mark.parametrize(
    ("icon", "effects", "health"),
    [
        ("melee", (w.Damage(amount=2),), 5),
        ("melee", (w.Damage(amount=2), w.Damage(amount=1)), 4),
        ("melee", (w.Gain(condition="slow"),), 7),
        ("missile", (w.Gain(condition="slow"),), 8),
        ("melee", (w.May(effects=(w.Damage(amount=2),)),), 8),
    ],
    ids=["damage", "twice", "no damage", "another Action", "damage that was declined"],
)
def test_an_ability_raises_an_actions_damage_once_and_from_nothing(ruleset, icon, effects, health):
    attack = Action(name="Claw", icon=icon, reach=3, stat=9, resist="df", effects=effects)
    fierce = (Ability(name="Fierce", parts=(w.DamageModifier(more=1, acts=MELEE),)),)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(attack,), abilities=fierce)
    scene.model("b1", at=(12, 10)).deck("A", "9m").deck("B", "2c")
    scene.act("a1", "Claw", *([A.use("no")] if isinstance(effects[0], w.May) else []))
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-TIME-02")
@pytest.mark.parametrize(
    ("part", "more", "left"),
    [
        (w.DamageModifier(when="suffering", more=1), {}, 4),
        (w.DamageModifier(when="suffering", more=1, against=MASTERS), {}, 4),
        (w.DamageModifier(when="suffering", more=1, against=MASTERS), {"by": ""}, 3),
        (w.DamageModifier(when="suffering", more=1, against=FRIENDS), {}, 3),
        (w.DamageModifier(more=1), {}, 3),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_raises_the_damage_that_is_suffered(ruleset, part, more, left):
    assert suffered(duo(ruleset, part), 3, **more) == left


@pytest.mark.rule("M3E-DMG-04", "M3E-FATE-17", "M3E-FATE-22")
def test_flips_of_damage_have_modifiers_and_may_be_cheated_or_not(ruleset):
    kinds = {"kinds": frozenset({"action"})}

    def against(part, deck, *answers, hand=""):
        scene = duo(ruleset, part).deck("A", deck).hand("A", hand)
        return suffered(scene, (1, 3, 5), *answers, on="b1", by="a1", **kinds)

    assert against(w.DamageModifier(plus=1), "2c 12r", A.take("12r")) == 5
    assert against(w.DamageModifier(minus=1), "2c 12r") == 1
    assert against(w.DamageModifier(minus=1, cheatable=True), "2c 12r", A.cheat("13t"), hand="13t") == 5
    assert against(w.DamageModifier(cheatable=False), "2c", hand="13t") == 1
    assert against(w.DamageModifier(), "2c", A.cheat("13t"), hand="13t") == 5


@pytest.mark.rule("M3E-DMG-11", "M3E-TIME-02")
def test_what_holds_for_one_action_alone(ruleset):
    """Printed with the Action, behind a test, and ignored by it."""
    more = w.DamageModifier(more=2)
    held = w.While(tests=(Compare(left=Stat(stat="health"), is_="<", right=8),), part=more)
    for part, health, dealt in ((more, 8, 5), (held, 8, 3), (held, 7, 5)):
        scene = duo(ruleset, health=health)
        assert suffered(scene, 3, on="b1", by="a1", action=Action(name="Hit", parts=(part,))) == dealt
    piercing = Action(name="Hit", ignoring=("armor",))
    assert suffered(duo(ruleset, theirs=(w.Armor(),)), 3, on="b1", by="a1", action=piercing) == 3
    assert suffered(duo(ruleset, theirs=(w.Armor(),)), 3, on="b1", by="", action=None) == 2


# Ignoring, barring, forbidding


@pytest.mark.rule("M3E-GEN-02", "M3E-GEN-03")
def test_what_is_ignored_always_with_such_actions_or_of_such_models(ruleset):
    scene = duo(
        ruleset,
        w.Ignores(what=("cover",)),
        w.Ignores(what=("sight",), acts=MELEE),
        w.Ignores(what=("manipulative",), of=MASTERS),
        w.Ignores(what=("severe",), markers=Markers(kinds=("web",))),
    )
    g, model = scene.g, scene["a1"]
    assert ignores(g, model, "cover")
    assert ignores_with(g, model, "sight", HIT)
    assert not ignores_with(g, model, "sight", SHOT)
    assert not ignores_with(g, model, "sight", None)
    assert ignores_with(g, model, "manipulative", None, scene["b1"])
    assert not ignores_with(g, model, "manipulative", None, model)
    assert not ignores_with(g, model, "manipulative", None)
    assert not ignores(g, model, "severe")
    assert ignores_with(g, model, "range", Action(name="Far", ignoring=("range",)))
    one = Action(name="One", parts=(w.Ignores(what=("terrifying",)),))
    assert ignores(g, model, "terrifying", ActionInProgress("a1", one))
    assert ignores(g, model, "stealth", ActionInProgress("a1", HIT, ignoring=frozenset({"stealth"})))
    assert not ignores(g, model, "stealth", ActionInProgress("a1", HIT))
    plain = Scene(ruleset).model("a1")
    assert not ignores(plain.g, plain["a1"], "cover")


@pytest.mark.rule("M3E-GEN-03")
def test_what_a_model_may_not(ruleset):
    scene = duo(
        ruleset,
        w.Barred(action="interact"),
        w.Cannot(what="act", acts=MELEE),
        w.Cannot(what="be_targeted", against=MASTERS),
        w.Cannot(what="gain_condition", conditions=("adversary", "slow")),
        w.Cannot(what="trigger", unless=(w.PayCards(), w.PayStones())),
        w.Cannot(what="be_targeted", acts=Acts(icons=("missile",), generated_by=("Charge",))),
    )
    g, model, master = scene.g, scene["a1"], scene["b1"]
    assert [is_barred(g, model, name) for name in ("Interact", "Walk")] == [True, False]
    assert [cannot(g, model, "act", action=action) for action in (HIT, SHOT, None)] == [True, False, False]
    assert [cannot(g, model, "be_targeted", against=one) for one in (master, model, None)] == [
        True,
        False,
        False,
    ]
    assert cannot(g, model, "be_targeted", action=SHOT, origin="charge")
    assert not cannot(g, model, "be_targeted", action=SHOT, origin="Walk")
    keys = ("adversary:Guard", "slow", "fast")
    assert [cannot(g, model, "gain_condition", key=key) for key in keys] == [True, True, False]
    assert not cannot(g, model, "trigger")
    assert prices(g, model, "trigger") == (w.PayCards(), w.PayStones())
    assert not cannot(g, master, "act", action=HIT)
    none = Scene(ruleset).model("a1")
    assert not is_barred(none.g, none["a1"], "Interact")
    assert prices(none.g, none["a1"], "trigger") == ()


@pytest.mark.rule("M3E-FATE-22", "M3E-FATE-23")
@pytest.mark.parametrize(
    ("part", "stones", "answers", "total"),
    [
        (w.Cannot(what="cheat"), 1, [], 7),
        (w.Cannot(what="cheat", unless=(w.PayStones(),)), 0, [], 7),
        (w.Cannot(what="cheat", unless=(w.PayStones(),)), 1, [A.use("no")], 7),
        (w.Cannot(what="cheat", unless=(w.PayStones(),)), 1, [A.use("yes"), A.cheat("13t")], 18),
        (w.Cannot(what="cheat", against=MASTERS), 0, [A.cheat("keep")], 7),
    ],
    ids=lambda value: str(value)[:60],
)
def test_who_may_not_cheat_or_at_a_price(ruleset, part, stones, answers, total):
    scene = duo(ruleset, part).deck("A", "2c").hand("A", "13t").crew("A", stones=stones)
    duel = w.Duel(stat="wp", tn=30, whom="self")
    scene.run(lambda g: execute(g, (duel,), Effects("a1")), *answers)
    finals = [event.total for event in scene.g.fresh if getattr(event, "step", "") == "final"]
    assert finals == [total]


# Cover and Concealment


@pytest.mark.rule("M3E-COVER-01", "M3E-COVER-02")
def test_cover_and_concealment_by_ability(ruleset):
    shooting = ActionInProgress("b1", SHOT)

    def seen(*parts, by=()):
        scene = duo(ruleset, *parts, theirs=by)
        one, two = scene["b1"], scene["a1"]
        return has_cover(scene.g, one, two, shooting), is_concealed(scene.g, one, two, shooting)

    assert seen() == (False, False)
    assert seen(w.Gives(what="cover")) == (True, False)
    assert seen(w.Gives(what="cover", icon="melee")) == (False, False)
    assert seen(w.Gives(what="concealment")) == (False, True)
    assert seen(w.Gives(what="cover"), w.Gives(what="no_cover")) == (False, False)
    assert seen(w.Gives(what="concealment"), w.Gives(what="no_concealment")) == (False, False)
    ignoring = w.Ignores(what=("cover", "concealment"))
    assert seen(w.Gives(what="cover"), w.Gives(what="concealment"), by=(ignoring,)) == (False, False)
    scene = duo(ruleset, w.Gives(what="cover", icon="missile"))
    assert given(scene.g, scene["a1"], "cover", "missile")
    assert not given(scene.g, scene["a1"], "cover", "aura")


@pytest.mark.rule("M3E-COVER-01", "M3E-DMG-04")
def test_cover_is_a_minus_on_the_damage_of_a_shot_at_its_bearer(ruleset):
    for action, dealt in ((SHOT, 1), (HIT, 5)):
        scene = duo(ruleset, w.Gives(what="cover")).deck("B", "12r 2c")
        assert suffered(scene, (1, 3, 5), action=action) == dealt


# Duels


def side_of(scene, name, *, role="actor", action=HIT, simple=False):
    """That model's side of a duel between a1 and b1 once everything that stands has modified it."""
    rival = "b1" if name == "a1" else "a1"
    mine = DuelSide(name, scene[name].seat, "df", 5)
    theirs = DuelSide(rival, scene[rival].seat, "wp", 5)
    actor, resister = (mine, theirs) if role == "actor" else (theirs, mine)
    acting = ActionInProgress(actor.model, action, target_model=scene[rival if role == "actor" else name])
    duel = DuelInProgress(actor, None if simple else resister, in_progress=acting, icon=action.icon)
    gather(scene.g, duel)
    return mine


@pytest.mark.rule("M3E-DUEL-03", "M3E-DUEL-09", "M3E-ABIL-01")
@pytest.mark.parametrize(
    ("part", "more", "changed"),
    [
        ({}, {}, True),
        ({"when": "attacking"}, {}, True),
        ({"when": "attacking"}, {"simple": True}, False),
        ({"when": "attacking"}, {"role": "resister"}, False),
        ({"when": "acting"}, {"simple": True}, True),
        ({"when": "acting"}, {"role": "resister"}, False),
        ({"when": "resisting"}, {"role": "resister"}, True),
        ({"when": "resisting"}, {}, False),
        ({"icon": "melee"}, {}, True),
        ({"icon": "missile"}, {}, False),
        ({"stats": ("df", "mv")}, {}, True),
        ({"stats": ("wp",)}, {}, False),
        ({"opposed": True}, {}, True),
        ({"opposed": True}, {"simple": True}, False),
        ({"opposed": False}, {"simple": True}, True),
        ({"acts": MELEE}, {}, True),
        ({"acts": MELEE}, {"action": SHOT}, False),
        ({"against": MASTERS}, {}, True),
        ({"against": MASTERS}, {"simple": True}, True),
        ({"against": MASTERS}, {"role": "resister"}, True),
        ({"against": FRIENDS}, {}, False),
    ],
    ids=lambda value: str(value)[:50],
)
def test_which_duels_are_modified(ruleset, part, more, changed):
    scene = duo(ruleset, w.DuelModifier(plus=2, minus=1, total=3, suits=("ram", "tome"), **part))
    side = side_of(scene, "a1", **more)
    assert (side.plus, side.minus, side.extra, side.added) == (
        (2, 1, 3, ("ram", "tome")) if changed else (0, 0, 0, ())
    )
    assert side.why == (["ability", "ability"] if changed else [])


@pytest.mark.rule("M3E-DUEL-03")
def test_an_actions_own_modifier_and_one_without_an_action(ruleset):
    scene = duo(ruleset)
    own = Action(name="Aim", icon="missile", parts=(w.DuelModifier(total=1),))
    assert side_of(scene, "a1", action=own).extra == 1
    assert side_of(scene, "a1", action=own, role="resister").extra == 0
    alone = duo(ruleset, w.DuelModifier(plus=1, acts=MELEE), w.DuelModifier(minus=1, against=MASTERS))
    side = DuelSide("a1", 0, "df", 5)
    gather(alone.g, DuelInProgress(side, tn=5))
    assert (side.plus, side.minus) == (0, 0)


@pytest.mark.rule("M3E-DUEL-03")
def test_manipulative_hinders_enemies_until_it_has_activated(ruleset):
    def minus(*parts, by="b1", simple=False, **model):
        scene = Scene(ruleset).model("a1", at=(10, 10), abilities=having(w.Manipulative()), **model)
        scene.model(by, at=(20, 10), abilities=having(*parts))
        side = DuelSide(by, scene[by].seat, "df", 5)
        acting = ActionInProgress(by, HIT, target_model=scene["a1"])
        gather(
            scene.g, DuelInProgress(side, None if simple else DuelSide("a1", 0, "df", 5), in_progress=acting)
        )
        return side.minus

    assert minus() == 1
    assert minus(activated=True) == 0
    assert minus(w.Ruthless()) == 0
    assert minus(w.Ignores(what=("manipulative",))) == 0
    assert minus(by="a2") == 0
    assert minus(simple=True) == 0


# Stats, auras, tests, what lasts


@pytest.mark.rule("M3E-GEN-07", "M3E-ABIL-01")
def test_a_stat_is_changed_while_something_holds(ruleset):
    def mv(*parts, **model):
        scene = duo(ruleset, *parts, **model)
        return stat(scene.g, scene["a1"], "mv")

    assert mv(w.StatBonus(stat="mv", amount=2)) == 7
    assert mv(w.StatBonus(stat="df", amount=2)) == 5
    assert mv(w.StatBonus(stat="mv", amount=-9)) == 0
    burning = w.StatBonus(stat="mv", amount=2, while_has="burning")
    assert [mv(burning), mv(burning, conditions={"burning": 1})] == [5, 7]
    hurt = Is(who="self", like=Models(health="hurt"))
    rage = w.While(
        tests=(hurt,), part=w.While(tests=(HasDone(least=0),), part=w.StatBonus(stat="mv", amount=1))
    )
    assert [mv(rage), mv(rage, health=3)] == [5, 6]


@pytest.mark.rule("M3E-AREA-01", "M3E-AREA-02")
@pytest.mark.parametrize(
    ("aura", "slowed"),
    [
        ({"side": "enemy"}, "b1"),
        ({"side": "any"}, "a1 a2 b1"),
        ({"side": "any", "includes_self": False}, "a2 b1"),
        ({"side": "friendly"}, "a1 a2"),
        ({"side": "any", "inches": 1.0}, "a1"),
        ({"side": "any", "models": Models(words=("Rat",))}, "a2"),
        ({"side": "any", "around": Markers(kinds=("totem",))}, "b2"),
        ({"side": "any", "around": Markers(kinds=("corpse",))}, ""),
    ],
    ids=lambda value: str(value)[:60],
)
def test_who_stands_in_an_aura(ruleset, aura, slowed):
    """Printed, and given by an effect."""
    part = w.Aura(**{"inches": 3.0, "part": w.StatBonus(stat="mv", amount=-1)} | aura)
    for lasting in (False, True):
        says = (Action(name="Says", effects=(w.Grant(part=part),)),) if lasting else ()
        scene = Scene(ruleset).model(
            "a1", at=(10, 10), actions=says, abilities=() if lasting else having(part)
        )
        scene.model("a2", at=(13, 10), keywords=("Rat",)).model("b1", at=(10, 13)).model("b2", at=(30, 30))
        scene.model("b3", where="buried").marker("m5", "totem", (30, 28))
        if lasting:
            grant = w.Grant(part=part, whom="self")
            scene.run(lambda g, grant=grant: execute(g, (grant,), Effects("a1", label="Text")))
        slow = [name for name, model in scene.g.state.models.items() if stat(scene.g, model, "mv") == 4]
        assert " ".join(slow) == slowed


@pytest.mark.rule("M3E-AREA-01")
def test_an_aura_ends_with_its_test_and_with_its_source(ruleset):
    aura = w.Aura(inches=3, side="any", part=w.StatBonus(stat="mv", amount=-1))
    held = w.While(tests=(Is(who="self", like=Models(health="full")),), part=aura)
    for health, where, mv in ((8, "table", 4), (7, "table", 5), (8, "buried", 5)):
        scene = Scene(ruleset).model("a1", at=(10, 10), abilities=having(held), health=health, where=where)
        scene.model("b1", at=(12, 10))
        assert stat(scene.g, scene["b1"], "mv") == mv


@pytest.mark.rule("M3E-ABIL-02")
def test_a_second_copy_does_nothing_unless_its_value_adds(ruleset):
    def model(*abilities):
        return Scene(ruleset).model("a1", abilities=abilities).model("b1", at=(5, 5), station="Master")

    fast = Ability(name="Quick", parts=(w.StatBonus(stat="mv", amount=2),))
    again = Ability(name="Quick", parts=(w.StatBonus(stat="mv", amount=2),))
    other = Ability(name="Quicker", parts=(w.StatBonus(stat="mv", amount=2),))
    for abilities, mv in (((fast, again), 7), ((fast, other), 9)):
        scene = model(*abilities)
        assert stat(scene.g, scene["a1"], "mv") == mv
    armor = [Ability(name="Armor", parts=(w.Armor(amount=1),)) for _ in range(2)]
    assert suffered(model(*armor), 5) == 3


# Actions


@pytest.mark.rule("M3E-ACT-18", "M3E-ENG-03", "M3E-ACT-01")
def test_how_far_and_with_which_icon_an_action_is_taken(ruleset):
    reaching = duo(ruleset, w.ReachModifier(acts=MELEE, inches=2))
    assert [longer(reaching.g, reaching["a1"], action) for action in (HIT, SHOT)] == [2, 0]
    pistol = duo(ruleset, w.ReachModifier(acts=Acts(names=("Shot",)), as_icon="melee", as_inches=1.0))
    offered = [(a.icon, a.reach, a.printed) for a in copies_of(pistol.g, pistol["a1"])]
    assert offered == [("melee", 1, "Shot")]


@pytest.mark.rule("M3E-ACT-03", "M3E-COND-13")
def test_an_action_may_be_taken_as_the_bonus_action(ruleset):
    scene = duo(ruleset, w.TreatAsBonus(acts=MELEE)).state(activating="a1")
    g, model = scene.g, scene["a1"]
    assert [is_bonus(g, model, action) for action in (HIT, SHOT)] == [True, False]
    assert affordable(g, model, HIT, limit=0)
    assert not affordable(g, model, SHOT, limit=0)
    stunned = duo(ruleset, w.TreatAsBonus(acts=MELEE), conditions={"stunned": 1})
    assert not affordable(stunned.g, stunned["a1"], HIT, limit=0)


@pytest.mark.rule("M3E-ONCE-01")
def test_a_limit_that_does_not_count(ruleset):
    rare = Action(name="Rare", once="turn")
    for part, may in (
        (w.NoLimit(acts=Acts(names=("Rare",))), True),
        (w.NoLimit(acts=MELEE), False),
        (w.Armor(), False),
    ):
        scene = duo(ruleset, part)
        assert can_be_taken(scene.g, scene["a1"], rare)
        scene.run(lambda g: happen(g, Happening("start_phase")))
        scene.act("a1", rare)
        assert can_be_taken(scene.g, scene["a1"], rare) is may


@pytest.mark.rule("M3E-ACT-18", "M3E-MEAS-01")
def test_range_drawn_from_a_friend_or_a_marker(ruleset):
    def targets(*parts):
        scene = Scene(ruleset).model("a1", at=(5, 10), abilities=having(*parts), actions=(HIT,))
        scene.model("a2", at=(20, 10)).model("b1", at=(22, 10)).model("b2", at=(30, 10))
        scene.marker("m5", "totem", (30, 12))
        return " ".join(model.id for model in legal_targets(scene.g, scene["a1"], HIT))

    assert targets() == ""
    assert targets(w.DrawsFrom(models=FRIENDS)) == "a2 b1"
    assert targets(w.DrawsFrom(markers=Markers(kinds=("totem",)))) == "b2"
    assert targets(w.DrawsFrom(models=FRIENDS, acts=Acts(names=("Shot",)))) == ""


@pytest.mark.rule("M3E-ENG-03")
def test_who_ignores_engagement_shoots_while_engaged(ruleset):
    for part, may in ((w.Ignores(what=("engagement",)), True), (w.Armor(), False)):
        scene = Scene(ruleset).model("a1", at=(10, 10), abilities=having(part), actions=(SHOT,))
        scene.model("b1", at=(11.5, 10), actions=(HIT,))
        assert can_be_taken(scene.g, scene["a1"], SHOT) is may


# Reactions: whose moment, and what it is about


@pytest.mark.rule("M3E-ABIL-03", "M3E-AREA-02", "M3E-AREA-03")
@pytest.mark.parametrize(
    ("part", "answers"),
    [
        ({}, "a1"),
        ({"about": "any"}, "a1 a2 b1"),
        ({"about": "others"}, "a2 b1"),
        ({"about": "others", "side": "enemy"}, "b1"),
        ({"about": "any", "side": "friendly"}, "a1 a2"),
        ({"about": "any", "side": "enemy"}, "b1"),
        ({"about": "any", "inches": 3.0}, "a1 a2"),
        ({"about": "any", "models": Models(words=("Rat",))}, "a2"),
        ({"about": "any", "by": MASTERS}, "a1 a2 b1"),
        ({"about": "any", "by": Models(words=("Rat",))}, ""),
        ({"about": "any", "sources": ("blast",)}, ""),
        ({"about": "any", "sources": ("falling",)}, "a1 a2 b1"),
        ({"about": "any", "sources": ("any",)}, "a1 a2 b1"),
        ({"about": "any", "acts": MELEE}, ""),
        ({"about": "any", "stats": ("wp",)}, ""),
        ({"about": "any", "markers": Markers()}, ""),
        ({"about": "any", "conditions": ("burning",)}, ""),
        ({"about": "any", "where": (HasDone(),)}, ""),
    ],
    ids=lambda value: str(value)[:60],
)
def test_whose_damage_an_ability_answers_to(ruleset, part, answers):
    react = w.Reaction(moment="damaged", effects=(w.Token(name="t", whom="self"),), **part)
    answered = []
    for name in ("a1", "a2", "b1"):
        scene = Scene(ruleset).model("a1", at=(10, 10), abilities=having(react))
        scene.model("a2", at=(12, 10), keywords=("Rat",)).model("b1", at=(30, 10), station="Master")
        scene.run(lambda g, name=name: damage(g, Hit(name, 1, by="b1", source="Falling")))
        answered += [name] * scene["a1"].tokens.get("t", 0)
    assert " ".join(answered) == answers


@pytest.mark.rule("M3E-COND-04", "M3E-MARK-05", "M3E-ABIL-03")
def test_what_condition_or_marker_the_moment_is_about(ruleset):
    def tokens(part, moment, **facts):
        react = w.Reaction(moment=moment, effects=(w.Token(name="t", whom="self"),), **part)
        scene = Scene(ruleset).model("a1", abilities=having(react)).marker("m5", "scrap", (5, 5), seat=1)
        if "marker" in facts:
            facts["marker"] = scene.g.state.markers["m5"]
        about = None if moment == "marker_dropped" else scene["a1"]
        happening = Happening(moment, model=about, seat=1, facts=facts)
        scene.run(lambda g: happen(g, happening))
        return scene["a1"].tokens.get("t", 0)

    assert tokens({"conditions": ("adversary",)}, "gained_condition", condition="adversary:Guard") == 1
    assert tokens({"conditions": ("adversary",)}, "gained_condition", condition="slow") == 0
    assert tokens({"markers": Markers(kinds=("scrap",))}, "marker_dropped", marker=True) == 1
    assert tokens({"markers": Markers(kinds=("corpse",))}, "marker_dropped", marker=True) == 0
    assert tokens({"side": "enemy"}, "marker_dropped", marker=True) == 1
    assert tokens({"side": "friendly"}, "marker_dropped", marker=True) == 0
    side = DuelSide("a1", 0, "wp", 5)
    assert tokens({"stats": ("wp", "df")}, "before_duel", side=side) == 1
    assert tokens({"stats": ("df",)}, "before_duel", side=side) == 0


@pytest.mark.rule("M3E-ONCE-01", "M3E-TRIG-05")
def test_a_reaction_once_at_a_price_or_never_while_silent(ruleset):
    def scene_of(name="Text", **more):
        react = w.Reaction(moment="damaged", effects=(w.Token(name="t", whom="self"),), **more)
        return Scene(ruleset).model("a1", abilities=having(react, name=name)).crew("A", stones=1)

    def hurt(scene, *answers):
        scene.run(lambda g: damage(g, Hit("a1", 1)), *answers)
        return scene["a1"].tokens.get("t", 0)

    for once, second in (("turn", 1), ("activation", 1), ("", 2)):
        scene = scene_of(once=once)
        assert [hurt(scene), hurt(scene)] == [1, second]
    price = scene_of(cost=(w.PayStones(),), optional=True)
    assert hurt(price, A.use("Text:0:a1")) == 1
    assert hurt(price) == 1
    left = scene_of(optional=True)
    assert hurt(left, A.use("pass")) == 0
    unpaid = scene_of(cost=(w.PayStones(stones=2),))
    assert hurt(unpaid) == 0
    silent = scene_of(name="Demise (Eruption)")
    silent.g.silent.add("a1")
    assert hurt(silent) == 0


@pytest.mark.rule("M3E-ABIL-03", "M3E-TURN-18")
def test_a_reaction_that_an_effect_gave_answers_while_it_lasts(ruleset):
    react = w.Reaction(moment="damaged", effects=(w.Token(name="t", whom="self"),), once="turn")
    grant = w.Grant(part=react, whom="self")
    scene = (
        Scene(ruleset).model("a1", actions=(Action(name="Says", effects=(grant,)),)).model("a2", at=(5, 5))
    )
    scene.run(lambda g: execute(g, (grant,), Effects("a1", label="Given")))
    for name, tokens in (("a2", 0), ("a1", 1), ("a1", 1)):
        scene.run(lambda g, name=name: damage(g, Hit(name, 1)))
        assert scene["a1"].tokens.get("t", 0) == tokens


@pytest.mark.rule("M3E-AREA-02", "M3E-AREA-03")
def test_of_several_auras_of_one_name_the_affected_picks_whose(ruleset):
    burn = w.Reaction(
        moment="damaged", about="others", side="enemy", inches=6, effects=(w.Token(name="t", whom="cause"),)
    )
    mark = w.Reaction(
        moment="damaged", about="others", side="enemy", inches=6, effects=(w.Gain(condition="burning"),)
    )
    for part, tokens in ((mark, {}), (burn, {"t": 1})):
        scene = Scene(ruleset).model("a1", at=(10, 10), abilities=having(part))
        scene.model("a2", at=(14, 10), abilities=having(part)).model("b1", at=(12, 10)).model("b2", at=(9, 9))
        scene.run(lambda g: damage(g, Hit("b1", 1, by="b2")), B.model("a2"))
        assert (scene["b1"].conditions, scene["b2"].tokens) == ({} if tokens else {"burning": 1}, tokens)
