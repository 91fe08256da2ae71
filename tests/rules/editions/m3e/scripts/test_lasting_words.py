"""Words that go on after their Action: who is held Buried, what a Marker does where it lies, who counts as
the killer, what is barred; each with a name that needs it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.editions.m3e.play.abilities.passive import has_cover
from rules.editions.m3e.play.abilities.reactions import of_abilities
from rules.editions.m3e.play.actions.available import can_be_taken, legal_targets
from rules.editions.m3e.play.actions.general import offered, within_reach
from rules.editions.m3e.play.actions.registry import GENERAL
from rules.editions.m3e.play.effects import lasting
from rules.editions.m3e.play.effects.arrivals import bury, come_up
from rules.editions.m3e.play.effects.damage import kill
from rules.editions.m3e.play.effects.markers import drop, remove
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.play.turn import suffer
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.carried_out import lacking
from rules.editions.m3e.scripts.catalogue import with_script
from rules.editions.m3e.scripts.registry import scripted_ability, scripted_action, scripted_trigger
from rules.editions.m3e.scripts.script import AbilityScript, TriggerScript
from rules.editions.m3e.scripts.selects import Acts, Markers
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, StatCard, UpgradeCard
from rules.game.events.announcements import DuelBegan
from rules.game.events.table import Damaged, LastingBegan, TerrainRemoved
from rules.game.narration import sentence_of
from rules.game.state import Scheme
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m3e.scene import A, B, Scene

PRINTED = {"damage": None, "blasts": None}


def known(name):
    return (scripted_ability(name, None, ""),)


def taken(name, *triggers, attack=False, printed=PRINTED, **figures):
    """The Action of that name with its script, and the Triggers of those names."""
    script = scripted_action(name, attack)
    action = Action(
        name=name,
        triggers=tuple(scripted_trigger(trigger, (), name) for trigger in triggers),
        **figures,
    )
    return with_script(action, script, printed)


# Held Buried


def boxed(ruleset, name="Pine Box", deck="9r"):
    """b1 was put into the box of a1."""
    box = taken(name, attack=True, icon="melee", reach=1, stat=6, resist="sz")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(box,)).model("a2", at=(10, 11.2), actions=(box,))
    scene.model("b1", at=(11.2, 10), wp=5, sz=2).crew("B", zone="north")
    scene.deck("A", "9r 5m").deck("B", f"1c {deck}")
    assert scene.act("a1", name).succeeded
    return scene


def begins(name):
    return lambda g: happen(g, Happening("activation_begins", model=g.model(name)))


@pytest.mark.rule("M3E-BURY-03", "M3E-CHOICE-02")
def test_who_is_boxed_attempts_a_duel_in_each_of_its_activations_until_it_passes(ruleset):
    """5 + 7 are not enough, 5 + 8 are; who holds it places it, and others' Activations change nothing."""
    scene = boxed(ruleset, deck="7m 8m 8r")
    assert (scene["b1"].where, scene["b1"].conditions) == ("buried", {"distracted": 1})
    scene.run(begins("a1"))
    scene.run(begins("b1"))
    assert scene["b1"].where == "buried"
    scene.run(begins("b1"), A.spot([11.181, 10.0]))
    assert (scene["b1"].where, scene["b1"].x) == ("table", 11.181)
    scene.run(begins("b1"))
    assert not scene.g.state.lasting


@pytest.mark.rule("M3E-BURY-03")
@pytest.mark.parametrize("leaves", [lambda g: kill(g, "a1", instant=True), lambda g: bury(g, "a1")])
def test_who_is_boxed_comes_up_beside_the_marshal_that_is_killed_or_buried(ruleset, leaves):
    scene = boxed(ruleset)
    scene.run(lambda g: kill(g, "a2", instant=True))
    assert scene["b1"].where == "buried", "another marshal does not hold it"
    scene.run(leaves, A.spot([8.819, 10.0]))
    assert (scene["b1"].where, scene["b1"].x) == ("table", 8.819)
    assert not scene["a1"].on_table
    assert not scene.g.state.lasting


@pytest.mark.rule("M3E-BURY-03")
def test_the_box_is_open_once_another_effect_has_unburied_it(ruleset):
    scene = boxed(ruleset)
    scene.run(lambda g: come_up(g, "b1", 20, 20))
    scene.run(lambda g: bury(g, "b1"))
    scene.run(begins("b1"))
    scene.run(lambda g: kill(g, "a1", instant=True))
    assert scene["b1"].where == "buried"


@pytest.mark.rule("M3E-BURY-04")
def test_nothing_waits_for_who_died_in_the_box(ruleset):
    scene = boxed(ruleset)
    killed = Happening("killed", model=scene["a1"])
    assert [ready.rule for ready in of_abilities(scene.g, killed)] == ["M3E-BURY-03"]
    scene.run(lambda g: kill(g, "b1", instant=True))
    assert list(of_abilities(scene.g, killed)) == []


@pytest.mark.rule("M3E-ACT-24")
def test_only_enemies_go_into_the_box_and_the_cage_distracts_nobody(ruleset):
    scene = boxed(ruleset, "Into the Cage")
    assert (scene["b1"].where, scene["b1"].conditions) == ("buried", {})
    assert not legal_targets(scene.g, scene["a1"], scene.action("a1", "Into the Cage"))


# What a Marker does where it lies


BLOW = "Blow It to Hell"
SHOT = Action(name="Shot", icon="missile", reach=20, stat=5, resist="df")


def blown(ruleset, pieces=(), **more):
    """a1 drops a Blown Apart Marker at (14, 10); b1 within 2 inches and b2 beyond have Cover of their own."""
    blow = taken(BLOW, bonus=True, reach=8, stat=6, tn=10)
    covered = (Ability(name="Dug In", parts=(w.Gives(what="cover"),)),)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(blow,)).model("a2", at=(10, 20), actions=(blow,))
    scene.model("b1", at=(16, 10), abilities=covered).model("b2", at=(18, 10), abilities=covered)
    scene.table = ExactTable(pieces, policies=ruleset.table)
    scene.deck("A", "9r 9m 9t 9c").marker("x0", "blown apart", (14, 14), by="a2")
    for name, (kind, at, held) in more.items():
        scene.marker(name, kind, at, **held)
    scene.act("a1", BLOW, A.spot([14.0, 10.0]))
    return scene


def in_cover(scene, name):
    g = scene.g
    return has_cover(g, g.model("a1"), g.model(name), ActionInProgress("a1", SHOT))


def lying(scene, kind):
    return [(marker.x, marker.y) for marker in scene.g.state.markers.values() if marker.kind == kind]


@pytest.mark.rule("M3E-COVER-01", "M3E-AREA-01")
def test_models_within_two_inches_of_a_blown_apart_marker_have_no_cover(ruleset):
    """Edge to edge, for everybody, and also when the model that dropped it is gone."""
    scene = blown(ruleset)
    said = sentence_of(scene.events(LastingBegan)[0], scene.g.state)
    assert said == "Blow It to Hell begins on the Blown Apart Marker M1."
    assert [in_cover(scene, name) for name in ("b1", "b2")] == [False, True]
    scene.run(lambda g: kill(g, "a1", instant=True))
    assert [in_cover(scene, name) for name in ("b1", "b2")] == [False, True]


@pytest.mark.rule("M3E-MARK-04", "M3E-MARK-09")
def test_a_new_blown_apart_marker_removes_the_models_own_and_no_other(ruleset):
    scene = blown(ruleset)
    assert lying(scene, "blown apart") == [(14, 14), (14.0, 10.0)]
    scene.act("a1", BLOW, A.spot([14.0, 6.0]))
    assert lying(scene, "blown apart") == [(14, 14), (14.0, 6.0)]
    assert in_cover(scene, "b1"), "what it did went with it"
    assert [effect.on for effect in scene.g.state.lasting] == [list(scene.g.state.markers)[-1]] * 2


@pytest.mark.rule("M3E-MARK-04", "M3E-AREA-09")
def test_destructible_markers_and_terrain_in_the_pulse_are_removed(ruleset):
    near, far, solid = (("pillar", (x, 10), {"traits": (trait,)}) for x, trait in PILLARS)
    crates = (
        Piece(name, rectangle(13, y, 1, 1), ("destructible",)) for name, y in (("near", 12), ("far", 15))
    )
    scene = blown(ruleset, tuple(crates), x1=near, x2=far, x3=solid)
    assert lying(scene, "pillar") == [(19, 10), (12, 10)]
    assert [event.piece for event in scene.events(TerrainRemoved)] == ["near"]


PILLARS = ((14, "destructible"), (19, "destructible"), (12, "climbable"))


@pytest.mark.rule("M3E-MARK-04", "M3E-TRIG-05")
def test_nothing_else_removes_a_blown_apart_marker(ruleset):
    """It is neither offered nor does it pay a cost; another marker beside it does both."""
    anything = Markers(within=20)
    clear = Action(name="Clear", effects=(w.Remove(markers=replace(anything, which="one")),))
    sell = Action(
        name="Sell", cost=(w.PayMarkers(markers=replace(anything, which="one")),), effects=(w.Draw(),)
    )
    turn = Action(name="Turn", effects=(w.TurnMarkers(markers=anything, kind="scrap"),))
    sweep = Action(name="Sweep", effects=(w.Remove(markers=anything),))
    scene = blown(ruleset)
    scene.run(lambda g: remove(g, "x0"))
    for action in (clear, turn, sweep):
        scene.act("b1", action)
    assert scene.act("b1", sell).failed
    assert lying(scene, "blown apart") == [(14.0, 10.0)]
    scene.run(lambda g: drop(g, "corpse", 16, 16, seat=None))
    assert not scene.act("b1", sell).failed
    assert lying(scene, "blown apart") == [(14.0, 10.0)]
    assert lying(scene, "corpse") == []


OWN = Markers(kinds=("egg",), own=True)
FIXED = w.Cannot(what="be_removed")


@pytest.mark.parametrize(
    ("script", "missing"),
    [
        (TriggerScript(effects=(w.DropMarker(kind="egg", own=True), w.Remove(markers=OWN))), ""),
        (TriggerScript(effects=(w.DropMarker(kind="egg"), w.Remove(markers=OWN))), "markers.own"),
        (TriggerScript(effects=(w.Remove(markers=Markers(own=True)),)), "markers.own"),
        (AbilityScript(parts=(FIXED,)), "cannot be_removed"),
        (TriggerScript(effects=(w.Grant(part=FIXED),)), "cannot be_removed"),
        (TriggerScript(effects=(w.Grant(part=FIXED, marker="it_marker"),)), ""),
        (TriggerScript(effects=(w.Grant(part=w.Armor(), marker="it_marker"),)), "grant of something else"),
        (AbilityScript(parts=(w.Cannot(what="heal", but_by=Acts()),)), "cannot.but_by"),
        (AbilityScript(parts=(w.Barred(action="Walk"),)), ""),
        (AbilityScript(parts=(w.Cannot(what="act", acts=Acts(kind="card")),)), ""),
        (AbilityScript(parts=(w.DuelModifier(plus=1, acts=Acts(kind="card")),)), "duel_modifier.acts"),
    ],
)
def test_what_the_engine_would_not_do_is_said(script, missing):
    said = lacking(script)
    assert [one.startswith(missing) for one in said] == [True] * bool(missing)


@pytest.mark.rule("M3E-MARK-04", "M3E-ACT-15")
def test_slam_does_not_offer_to_remove_what_cannot_be_removed(ruleset):
    fixed = w.Grant(until="game", marker="it_marker", part=w.Cannot(what="be_removed"))
    drop_it = w.DropMarker(kind="crate", traits=("destructible",))
    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(13, 10))
    scene.act("a1", Action(name="Build", effects=(drop_it, fixed)), A.spot([11.181, 10.0]))
    assert within_reach(scene.g, scene["b1"]) == []
    scene.run(lambda g: drop(g, "crate", 13, 11.181, seat=None, traits=("destructible",)))
    assert [choice.key for choice in within_reach(scene.g, scene["b1"])] == ["m2"]


@pytest.mark.rule("M3E-AREA-01", "M3E-TURN-18")
def test_cave_drawings_bar_two_actions_of_enemies_near_that_marker_until_the_end_phase(ruleset):
    cave = taken("Cave Drawings", bonus=True, reach=8, stat=5, tn=10)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(cave,)).model("a2", at=(15, 11.5))
    scene.model("b1", at=(16, 10)).model("b2", at=(16, 20)).deck("A", "9r")
    scene.marker("x1", "ice pillar", (14, 10)).marker("x2", "ice pillar", (14, 14)).marker(
        "x3", "scrap", (12, 10)
    )
    scene.act("a1", "Cave Drawings", A.marker("x1"))
    assert [choice.key for choice in scene.asked[0].options.choices] == ["x1", "x2"]
    barred = {name: [action.name for action in allowed(scene, name)] for name in ("a2", "b1", "b2")}
    assert barred == {"a2": BOTH, "b1": [], "b2": BOTH}
    lasting.expire(scene.g, "end_phase")
    assert [action.name for action in allowed(scene, "b1")] == BOTH


BOTH = ["Concentrate", "Interact"]


def allowed(scene, name):
    return [GENERAL[each].action for each in BOTH if can_be_taken(scene.g, scene[name], GENERAL[each].action)]


@pytest.mark.rule("M3E-MARK-04", "M3E-ACT-06")
def test_enemies_do_not_remove_scheme_markers_near_a_brother(ruleset):
    """In a 4 inch aura, by Interact, by effects and as a cost; friends do, and a Scheme is no model."""
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Protect Our Holdings"))
    scene.model("a2", at=(14.2, 11.181)).model("b1", at=(15.381, 10)).model("b2", at=(14.2, 17.081))
    scene.marker("x1", "scheme", (14.2, 10), seat=0).marker("x2", "scheme", (14.2, 15.9), seat=0)
    scene.marker("x3", "scheme", (16.562, 10), seat=1)
    sweep = Action(name="Sweep", effects=(w.Remove(markers=Markers(kinds=("scheme",))),))
    assert [removes(scene, name) for name in ("a2", "b1", "b2")] == [True, True, True]
    scene.act("b1", "Interact", B.interact("remove"))
    assert list(scene.g.state.markers) == ["x1", "x2"], "it touches x1 too"
    assert [removes(scene, name) for name in ("a2", "b1", "b2")] == [True, False, True]
    assert scene.act("b1", Action(name="Sell", cost=(w.PayMarker(kind="scheme"),))).failed
    scene.act("b1", sweep)
    assert list(scene.g.state.markers) == ["x1"]
    scene.act("a2", sweep)
    assert not scene.g.state.markers


def removes(scene, name):
    return "remove" in {one.key for one in offered(scene.g, scene[name])}


@pytest.mark.rule("M3E-KILL-04", "M3E-TRAIT-08")
@pytest.mark.parametrize("falls", [False, True])
def test_whom_a_dust_devil_kills_counts_as_killed_by_the_model_that_dropped_it(ruleset, falls):
    devil = taken("Dust Devil", bonus=True, reach=6, stat=5, tn=12)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(devil,), tokens={"flicker": 2})
    scene.model("b1", at=(16, 10), health=1).model("b2", at=(22, 10), health=1).deck("A", "9r 9m")
    scene.table = ExactTable((), policies=ruleset.table)
    scene.marker("x1", "dust devil", (20, 10), seat=1, mm=40, traits=("hazardous",))
    for y in (14.0, 10.0):
        scene.act("a1", "Dust Devil", A.spot([14.0, y]))
    assert lying(scene, "dust devil") == [(20, 10), (14.0, 10.0)], "the friendly one before is removed"
    assert scene["a1"].tokens == {}
    if falls:
        scene.run(lambda g: kill(g, "a1", instant=True))
    for name in ("b1", "b2"):
        scene.act(name, "Walk", B.destination([scene[name].x - 0.8, 10.0]))
    kills = [(kill.victim, kill.by, kill.by_seat) for kill in scene.g.state.kills if kill.seat == 1]
    assert kills == [("b1", "a1", 0), ("b2", "", None)]
    assert [hit.by for hit in scene.events(Damaged)] == ["", ""], "the Marker deals the damage"


# Who counts as the killer


STAB = Action(name="Stab", icon="melee", reach=1, stat=6, resist="df", effects=(w.Damage(amount=3),))


def killers(scene):
    return [(kill.victim, kill.by, kill.by_seat) for kill in scene.g.state.kills]


def copycat(ruleset, victim="b1", **names):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(STAB,), abilities=known("Copycat Crime"))
    scene.model(victim, at=(11.2, 10), health=2).deck("A", "9r").deck(victim[0].upper(), "9r 1c")
    for number, (seat, name) in enumerate(names.items()):
        card = StatCard(slug=f"named{number}", name=name, health=8)
        scene.model(f"{seat}7", at=(20, 10 + number), card=card)
    return scene


@pytest.mark.rule("M3E-KILL-04", "M3E-ABIL-03")
@pytest.mark.parametrize(("answer", "by"), [("Copycat Crime:0:a1", "a7"), ("pass", "a1")])
def test_a_friendly_seamus_may_count_as_the_killer_for_a_copycat(ruleset, answer, by):
    scene = copycat(ruleset, a="Seamus", b="Seamus")
    scene.act("a1", "Stab", A.use(answer))
    assert killers(scene) == [("b1", by, 0)]


@pytest.mark.rule("M3E-KILL-04")
@pytest.mark.parametrize(("victim", "names"), [("b1", {}), ("b1", {"b": "Seamus"}), ("a2", {"a": "Seamus"})])
def test_a_copycat_is_not_asked_without_a_friendly_seamus_or_for_a_friend(ruleset, victim, names):
    scene = copycat(ruleset, victim, **names)
    scene.run(lambda g: kill(g, victim, by="a1", instant=True))
    assert killers(scene) == [(victim, "a1", 0)]
    other = copycat(ruleset, a="Seamus").model("b2", at=(14, 10))
    other.run(lambda g: kill(g, "b1", by="b2", instant=True))
    assert killers(other) == [("b1", "b2", 1)], "it did not kill"


@pytest.mark.rule("M3E-KILL-04", "M3E-COND-15")
@pytest.mark.parametrize(
    ("model", "condition", "answers", "by"),
    [
        ("b1", "burning", ("Pyromaniac:0:a1",), "a1"),
        ("b1", "burning", ("pass",), ""),
        ("b1", "poison", (), ""),
        ("a2", "burning", (), ""),
    ],
)
def test_a_pyromaniac_may_count_as_the_killer_of_enemies_that_burn_to_death(
    ruleset, model, condition, answers, by
):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Pyromaniac"))
    scene.model(model, at=(30, 10), health=1, conditions={condition: 1})
    scene.run(lambda g: suffer(g, model, condition), *(A.use(key) for key in answers))
    assert killers(scene) == [(model, by, 0 if by else None)]


@pytest.mark.rule("M3E-KILL-04", "M3E-TRIG-12", "M3E-ENG-04")
@pytest.mark.parametrize(("health", "answers", "by"), [(4, ("yes",), "a1"), (4, ("no",), "a2"), (8, (), "")])
def test_viktoria_may_count_as_the_killer_of_whom_the_mercenary_kills(ruleset, health, answers, by):
    """The generated Attack declares no Triggers, ignores Friendly Fire, and has the same target."""
    mine = scripted_trigger('"That One Counts As Mine!"', ())
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(replace(STAB, triggers=(mine,)),))
    scene.model("a2", at=(18, 10), keywords=("Mercenary",), actions=(STAB, replace(SHOT, effects=(DEAL,))))
    scene.model("a3", at=(11.2, 11.2)).model("b1", at=(11.2, 10), health=health).model("b2", at=(19.2, 10))
    scene.deck("A", "9r 9m 9t").deck("B", "1c 1m 1t")
    asked = (A.target("b1"), A.trigger(mine.name), A.action("Shot"))
    scene.act("a1", "Stab", *asked, *(A.use(answer) for answer in answers))
    assert killers(scene) == ([("b1", by, 0)] if by else [])
    assert scene["a3"].health == scene["b2"].health == 8


DEAL = w.Damage(amount=3)


@pytest.mark.rule("M3E-KILL-04")
def test_viktoria_is_not_asked_about_others_that_the_mercenary_kills(ruleset):
    scene = (
        Scene(ruleset).model("a1").model("a2", at=(10, 10)).model("b1", at=(12, 10)).model("b2", at=(14, 10))
    )
    shot = ActionInProgress("a2", SHOT, target_model=scene.models["b1"], credits="a1")
    scene.run(lambda g: kill(g, "b2", by="a2", in_progress=shot, instant=True))
    scene.run(lambda g: kill(g, "b1", by="b1", in_progress=shot, instant=True))
    assert killers(scene) == [("b2", "a2", 0), ("b1", "b1", 1)]


# Minus that does not count, and what is barred


def needle(ruleset, conditions, hand=""):
    printed = {"damage": [1, 2, 4], "blasts": None}
    jab = taken("Needle and Thread", attack=True, printed=printed, icon="melee", stat=6, resist="df")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(jab,), conditions={"distracted": 1})
    scene.model("b1", at=(11.181, 10), df=5, actions=(STAB,), conditions=conditions).hand("B", hand)
    scene.upgrade(UpgradeCard(slug="knife", name="Knife", actions=(replace(STAB, name="Slash"),)))
    scene.models["b1"] = replace(scene.models["b1"], upgrades=("knife",))
    return scene


@pytest.mark.rule("M3E-DUEL-03", "M3E-DMG-05")
@pytest.mark.parametrize(("conditions", "health"), [({"staggered": 1}, 4), ({}, 7)])
def test_no_minus_counts_on_duel_and_damage_flips_against_a_staggered_model(ruleset, conditions, health):
    """Distracted makes no minus on the duel, nor accuracy on the damage; a plus still counts."""
    scene = needle(ruleset, conditions)
    scene.deck("A", "9r 13r 1c 12t").deck("B", "9c")
    scene.act("a1", "Needle and Thread")
    assert scene.events(DuelBegan)[0].minus[0] == (0 if conditions else 1)
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-CHOICE-01", "M3E-TURN-18")
@pytest.mark.parametrize(
    ("hand", "answers", "free"), [("3c 4c", (0,), True), ("3c 4c", (1,), False), ("", (), False)]
)
def test_the_target_discards_or_takes_no_action_of_its_own_card_until_the_end_phase(
    ruleset, hand, answers, free
):
    """What is printed on an Upgrade and the general Actions stay; with no card there is no choice."""
    scene = needle(ruleset, {"staggered": 1}, hand).deck("A", "9r 1r").deck("B", "1c")
    more = [B.branch(str(answer)) for answer in answers] + [B.cards(["3c"])] * free
    scene.act("a1", "Needle and Thread", *[B.cheat("keep")] * bool(hand), *more)
    b1, actions = scene["b1"], scene.g.actions(scene["b1"])
    assert [action.name for action in actions if can_be_taken(scene.g, b1, action)] == ["Stab"] * free + [
        "Slash"
    ]
    assert can_be_taken(scene.g, b1, GENERAL["Concentrate"].action)
    lasting.expire(scene.g, "end_phase")
    assert can_be_taken(scene.g, b1, actions[0])


@pytest.mark.rule("M3E-DMG-05", "M3E-ACT-17")
@pytest.mark.parametrize(("paid", "health"), [((), 6), (("yes", "no"), 6), (("yes", "yes"), 4)])
def test_each_chi_token_makes_one_minus_of_the_damage_flip_not_count(ruleset, paid, health):
    """Accuracy and Hard to Wound make two: without both of them the 13 counts. No third is asked for."""
    printed = {"damage": [2, 3, 4], "blasts": None}
    blade = taken("Chi Blade", attack=True, printed=printed, icon="melee", reach=1, stat=6, resist="wp")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(blade,), tokens={"chi": 3})
    hard = (Ability(name="Hard to Wound", parts=(w.HardToWound(),)),)
    scene.model("b1", at=(11.2, 10), wp=5, abilities=hard).deck("A", "9r 13r 4m 1c").deck("B", "9c")
    scene.act("a1", "Chi Blade", *(A.use(answer) for answer in paid or ("no",)))
    assert scene["b1"].health == health
    assert scene["a1"].tokens["chi"] == 3 - paid.count("yes")


# An Interact that another controls


def interviewed(ruleset, x=14.0, **fields):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Exclusive Interview"))
    scene.model("a2", at=(20, 20), abilities=known("Exclusive Interview"))
    return scene.model("b1", at=(x - 0.82, 10)).state(active=1, activating="b1", **fields)


@pytest.mark.rule("M3E-CTRL-02", "M3E-MARK-05", "M3E-ACT-05")
@pytest.mark.parametrize(("x", "seat"), [(14.0, 0), (14.1, 1)])
def test_an_interact_within_two_inches_of_a_reporter_is_hers(ruleset, x, seat):
    """Who controls it says what it is and where the Marker lies, which is hers; then it is its own again."""
    scene = interviewed(ruleset, x)
    voice = (A, B)[seat]
    scene.marker("x1", "scheme", (x - 2.0, 10), seat=1 - seat)
    scene.act("b1", "Interact", voice.interact("drop"), voice.spot([x - 0.82, 11.181]))
    assert [marker.seat for marker in scene.g.state.markers.values()] == [1 - seat, seat], (
        "4 inches of its own"
    )
    assert scene["b1"].player == 1
    assert scene["b1"].seat == 1


@pytest.mark.rule("M3E-ACT-04", "M3E-ENG-01")
def test_it_turns_the_strategy_marker_for_her_crew_and_its_own_crew_does_not_engage_it(ruleset):
    scene = interviewed(ruleset, strategy="Turf War")
    scene.model("b2", at=(13.18, 11.5), actions=(STAB,))
    scene.marker("s1", "strategy", (14.36, 10))
    scene.act("b1", "Interact", A.interact("turf:s1"))
    assert scene.g.state.markers["s1"].seat == 0
    assert "drop" in {choice.key for choice in scene.asked[0].options.choices}


@pytest.mark.rule("M3E-SCHEME-19", "M3E-FATE-07")
def test_her_player_is_offered_what_her_schemes_allow_and_nothing_of_the_opponents(ruleset):
    """Deliver a Message of either player, to the model beside which b1 stands."""
    for seat, told in ((0, True), (1, False)):
        scheme = Scheme(name="Deliver a Message", secret={"model": "b3" if seat == 0 else "a1"})
        scene = interviewed(ruleset).model("b3", at=(13.18, 11.3))
        scene.crew("AB"[seat], schemes=(scheme,)).crew("A", zone="south").crew("B", zone="north")
        options = {one.key for one in offered(scene.g, replace(scene["b1"], seat=0))}
        assert ("deliver" in options) is told


# A Push of a Marker that something stops


def shoved(ruleset, name, exact, at=(14.0, 10.0), **models):
    """An Ice Pillar is pushed by a1, whose final duel total is 13."""
    push = taken(name, reach=8, stat=6, tn=10)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(push,)).deck("A", "7r 1c").deck("B", "8c 7c")
    if exact:
        scene.table = ExactTable((), policies=ruleset.table)
    pillar = ("blocking", "destructible", "impassable")
    scene.marker("x1", "ice pillar", at, traits=pillar, size=4)
    for model, place in models.items():
        scene.model(model, at=place, mv=5)
    return scene


@pytest.mark.rule("M3E-MOVE-14", "M3E-MOVE-02", "M3E-AREA-09")
@pytest.mark.parametrize("exact", [False, True])
def test_a_shoved_pillar_goes_all_the_way_or_hits_whom_it_meets(ruleset, exact):
    """Who stands within 1 inch of where it ends needs the total of the Action: 5 + 8 pass, 5 + 7 do not."""
    scene = shoved(ruleset, "Glacial Shove", exact, b1=(20, 10), b2=(18.8, 11.5), b3=(14, 13))
    scene.act("a1", "Glacial Shove", A.spot([18.818, 10.0]), A.order("b1"))
    options = scene.asked[0].options
    places = ([16.0, 10.0], [14.0, 2.0], [14.0, 0.6])
    assert [options.contains(place) for place in places] == [False, False, True]
    assert lying(scene, "ice pillar") == [(18.818, 10.0)]
    assert [scene[name].health for name in ("a1", "b1", "b2", "b3")] == [8, 8, 6, 8]


@pytest.mark.rule("M3E-MOVE-01", "M3E-MOVE-02")
@pytest.mark.parametrize("place", [[24.0, 10.0], [14.0, 0.591]])
def test_a_pillar_that_goes_all_the_way_or_to_the_edge_hits_nobody(ruleset, place):
    scene = shoved(ruleset, "Glacial Shove", False, b1=(24.0, 11.5), b2=(14.0, 2.0 if place[0] == 24 else 30))
    scene.model("b3", at=(15.5, 0.6)).deck("B", "1c 1m")
    scene.act("a1", "Glacial Shove", A.spot(place))
    assert lying(scene, "ice pillar") == [tuple(place)]
    assert [scene[name].health for name in ("b1", "b2", "b3")] == [8, 8, 8]


@pytest.mark.rule("M3E-MOVE-14")
def test_a_pillar_may_be_pushed_against_whom_it_touches(ruleset):
    scene = shoved(ruleset, "Glacial Shove", False, b1=(15.181, 10))
    scene.deck("B", "7c").act("a1", "Glacial Shove", A.spot([14.0, 10.0]))
    assert scene["b1"].health == 6
    free = shoved(ruleset, "Glacial Shove", False, b1=(20, 20))
    free.act("a1", "Glacial Shove", A.spot([24.0, 10.0]))
    assert not free.asked[0].options.contains([14.0, 10.0]), "nothing stops it there"


@pytest.mark.rule("M3E-MOVE-10", "M3E-MOVE-14", "M3E-GEN-04")
def test_a_pulled_pillar_is_stopped_by_the_model_that_pulls_it_which_makes_no_duel(ruleset):
    scene = shoved(ruleset, "Arctic Pull", False, at=(16.0, 10.0), b1=(11.2, 11.5))
    scene.deck("B", "7c").act("a1", "Arctic Pull", A.spot([11.181, 10.0]))
    assert not scene.asked[0].options.contains([16.0, 10.0])
    assert lying(scene, "ice pillar") == [(11.181, 10.0)]
    assert [scene["a1"].health, scene["b1"].health] == [8, 6]
