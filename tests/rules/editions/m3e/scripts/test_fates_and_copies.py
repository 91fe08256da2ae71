"""What models count as, whose engagement reaches how far, rules about their flips, and Actions of others."""

from __future__ import annotations

import pytest
from msgspec import convert

from rules.editions.m3e.play.abilities.choosing import is_called
from rules.editions.m3e.play.abilities.passive import given
from rules.editions.m3e.play.actions.available import menu
from rules.editions.m3e.play.effects import lasting
from rules.editions.m3e.play.effects.conditions import gain
from rules.editions.m3e.play.effects.damage import kill
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.reach import engagement_range, engages
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts import words as w
from rules.editions.m3e.scripts.carried_out import lacking
from rules.editions.m3e.scripts.registry import scripted_ability, scripted_trigger
from rules.editions.m3e.scripts.script import ActionScript
from rules.editions.m3e.scripts.words import Ability
from rules.editions.m3e.statcards import Action, UpgradeCard
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece, flat_building
from tests.rules.editions.m3e.scene import A, B, Scene
from tests.rules.editions.m3e.scripts.test_scripted import known, printed

NEXT = (11.181, 10.0)
HIT = Action(name="Hit", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=2),))
BITE = Action(name="Bite", icon="melee", reach=1, stat=5, resist="df", effects=(w.Damage(amount=(1, 3, 5)),))


def fighting(ruleset, action=HIT, **a1):
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(action,), **a1)
    return scene.model("b1", at=NEXT, actions=(HIT,))


# Engagement


@pytest.mark.rule("M3E-ENG-01", "M3E-ENG-02")
def test_a_puny_model_engages_nobody_and_may_be_engaged(ruleset):
    scene = fighting(ruleset, abilities=known("Puny"))
    assert not engages(scene.g, scene["a1"], scene["b1"])
    assert engages(scene.g, scene["b1"], scene["a1"])
    assert (engagement_range(scene.g, scene["a1"]), scene.cards["a1"].engagement) == (None, None)


# What a model counts as


@pytest.mark.rule("M3E-ACT-24", "M3E-KILL-06", "M3E-KILL-07")
def test_false_accusation_makes_a_construct_undead_until_the_end_phase(ruleset):
    accuse = printed("False Accusation", reach=8, stat=5, resist="wp")
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(accuse,)).deck("A", "9r").deck("B", "2c")
    scene.model("b1", at=(14, 10), characteristics=("Construct",))
    scene.act("a1", "False Accusation")
    assert is_called(scene.g, scene["b1"], "undead")
    scene.run(lambda g: kill(g, "b1", instant=True), B.marker("corpse"), B.spot([14.0, 11.181]))
    assert [marker.kind for marker in scene.g.state.markers.values()] == ["corpse"]


@pytest.mark.rule("M3E-AREA-01", "M3E-ACT-24")
@pytest.mark.parametrize(("x", "undead"), [(15.0, True), (20.0, False)])
def test_the_art_of_undeath_concerns_living_enemies_in_its_aura(ruleset, x, undead):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("The Art of Undeath"))
    scene.model("b1", at=(x, 10), characteristics=("Living",)).model("b2", at=(13, 12))
    called = [is_called(scene.g, scene["b1"], word) for word in ("Undead", "Living")]
    assert called == [undead, not undead]
    assert not is_called(scene.g, scene["b2"], "Undead")


@pytest.mark.rule("M3E-COND-06", "M3E-LOS-02")
@pytest.mark.parametrize("hidden", [True, False])
def test_hidden_in_plain_sight_of_its_leader_it_has_the_leaders_keywords(ruleset, hidden):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Hidden in Plain Sight"))
    scene.model("a2", at=(20, 10), leader=True, keywords=("Family",)).model("b1", at=(10, 14))
    house = flat_building("house", rectangle(14, 5, 2, 10), 4)
    scene.table = ExactTable((house,) if hidden else ())
    assert is_called(scene.g, scene["a1"], "family") == hidden


# Flips


@pytest.mark.rule("M3E-FATE-03", "M3E-FATE-23", "M3E-FATE-25")
def test_forever_doomed_its_black_joker_counts_as_red(ruleset):
    scene = fighting(ruleset, abilities=known("Forever Doomed"), action=BITE)
    scene.deck("A", "BJ BJ").deck("B", "13c").hand("B", "12r")
    scene.deck("A", "BJ 4r")
    scene.act("a1", "Bite", A.suit("ram"))
    assert scene["b1"].health == 8 - 1


@pytest.mark.rule("M3E-FATE-03", "M3E-FATE-23", "M3E-FATE-27")
@pytest.mark.parametrize(("doomed", "health"), [(True, 8), (False, 6)])
def test_forever_doomed_the_red_joker_of_an_enemy_counts_as_black(ruleset, doomed, health):
    """The resisting enemy flips it, so it neither wins the duel nor may be cheated."""
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(HIT,)).deck("A", "RJ").deck("B", "6c")
    scene.model("b1", at=NEXT, abilities=known("Forever Doomed") if doomed else ()).hand("A", "13r")
    answers = () if doomed else (A.cheat("keep"), A.suit("ram"))
    scene.act("a1", "Hit", *answers)
    assert scene["b1"].health == health


@pytest.mark.rule("M3E-FATE-22", "M3E-FATE-26")
@pytest.mark.parametrize(("use", "health", "hand"), [("yes", 6, "2r"), ("no", 8, "2r")])
def test_in_bayou_two_card_the_top_card_of_the_deck_may_be_cheated_in(ruleset, use, health, hand):
    scene = fighting(ruleset, abilities=known("Bayou Two Card"), keywords=("Big Hat",))
    scene.deck("A", "3c 12m").deck("B", "6c").hand("A", "2r")
    scene.act("a1", "Hit", A.use(use), *([A.cheat("keep")] if use == "no" else []))
    assert (scene["b1"].health, scene.cards_of("A", "hand")) == (health, hand)


@pytest.mark.rule("M3E-DUEL-08")
@pytest.mark.parametrize("solo", [True, False])
def test_within_a_solo_friends_cheat_after_their_enemies(ruleset, solo):
    scene = fighting(ruleset).deck("A", "3c").deck("B", "6c").hand("A", "2r").hand("B", "2m")
    scene.model("a2", at=(10, 14), actions=(printed("Solo", attack=False, reach=6, icon="aura"),))
    if solo:
        scene.act("a2", "Solo")
    order = [B.cheat("keep"), A.cheat("keep")]
    scene.act("a1", "Hit", *(order if solo else reversed(order)))
    assert scene["b1"].health == 8


@pytest.mark.rule("M3E-FATE-15", "M3E-CHOICE-03")
def test_by_the_old_ways_a_card_of_the_discard_pile_is_flipped_and_goes_under_it(ruleset):
    scene = fighting(ruleset, abilities=known("The Old Ways"), health=3)
    scene.deck("A", "1c").discard("A", "5t 12m").deck("B", "6c")
    scene.act("a1", "Hit", A.use("yes"))
    assert (scene["a1"].health, scene["b1"].health) == (2, 6)
    assert scene.cards_of("A", "discard") == "12m 5t"
    assert scene.seat("A").deck[0].code == "1c"


@pytest.mark.rule("M3E-FATE-15", "M3E-FATE-22")
def test_the_flipped_card_goes_under_the_discard_pile_when_it_was_cheated_away_too(ruleset):
    scene = fighting(ruleset, abilities=known("The Old Ways"))
    scene.discard("A", "5t 2m").deck("B", "6c").hand("A", "13r")
    scene.act("a1", "Hit", A.use("yes"), A.cheat("13r"))
    assert scene.cards_of("A", "discard") == "2m 5t 13r"


@pytest.mark.rule("M3E-FATE-15", "M3E-CHOICE-03")
@pytest.mark.parametrize("change", [{"health": 1}, {"conditions": {"distracted": 1}}])
def test_the_old_ways_want_a_life_to_give_and_no_fate_modifier(ruleset, change):
    scene = fighting(ruleset, abilities=known("The Old Ways"), **change)
    scene.deck("A", "9c 10c").discard("A", "12m").deck("B", "6c")
    scene.act("a1", "Hit")
    assert scene.kinds() == []


# Actions of others

SONG = Action(name="Song", stat=6, tn=10, effects=(w.Draw(),))
RUSH = Action(name="Rush", bonus=True, effects=(w.Draw(),))
CALL = Action(name="Call", effects=(w.Summon(card="Hound"),))


@pytest.mark.rule("M3E-ACT-01", "M3E-TIME-09")
def test_just_like_you_takes_a_tactical_action_of_the_target_with_a_lower_stat(ruleset):
    like = printed("Just Like You!", attack=False, reach=5)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(like,), cost=4).deck("A", "5c 7m")
    scene.model("b1", at=(13, 10), actions=(HIT, SONG, RUSH, CALL), cost=6)
    scene.act("a1", like, A.action("Song"))
    assert scene.cards_of("A", "hand") == ""
    assert [choice.key for choice in scene.asked[-1].options.choices] == ["Song", "none"]
    scene.act("a1", like, A.action("Song"))
    assert len(scene.seat("A").hand) == 1


@pytest.mark.rule("M3E-ACT-01", "M3E-TURN-18")
def test_an_imitated_action_is_the_models_own_until_the_end_phase(ruleset):
    mimic = printed("Mimic", attack=False, reach=6, stat=7, tn=12)
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(mimic,)).deck("A", "9c 9m")
    scene.model("b1", at=NEXT, actions=(HIT, SONG, RUSH)).deck("B", "2c").state(activating="a1")
    scene.act("a1", "Mimic", A.target("b1"), A.branch("0"))
    assert scene.action("a1", "Hit").stat == 7
    scene.act("a1", "Hit")
    assert scene["b1"].health == 6
    lasting.expire(scene.g, "end_phase")
    assert "Hit" not in [action.name for action in menu(scene.g, scene["a1"])]


@pytest.mark.rule("M3E-ACT-01", "M3E-TRIG-13")
def test_an_action_of_an_upgrade_is_copied_from_there_only(ruleset):
    style = UpgradeCard(slug="style", name="Wandering River Style", actions=(RUSH,))
    copies = w.CopyAction(models="target", printed="upgrade", upgrade="style", optional=False)
    learn = Action(name="Learn", targets="model", reach=5, effects=(copies,))
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(learn,)).upgrade(style).deck("A", "5c")
    scene.model("a2", at=(13, 10), actions=(SONG,), upgrades=("style",))
    scene.act("a1", "Learn", A.target("a2"))
    assert scene.cards_of("A", "hand") == "5c"


# What generated an Action, how its damage was flipped, and whose Demise is silent


@pytest.mark.rule("M3E-TIME-09", "M3E-ONCE-01")
@pytest.mark.parametrize(("cost", "drawn"), [(9, 1), (5, 0)])
def test_following_orders_of_a_dearer_model_outside_of_its_activation(ruleset, cost, drawn):
    obey = Action(
        name="Obey", targets="model", reach=6, effects=(w.TakeAction(name="Concentrate", whom="target"),)
    )
    scene = Scene(ruleset).model("a1", at=(10, 10), actions=(obey,), cost=cost).state(activating="a1")
    scene.model("a2", at=(12, 10), cost=5, abilities=known("Following Orders"))
    use = [A.use("Following Orders:0:a2")] if drawn else []
    scene.act("a1", "Obey", A.target("a2"), A.action("Concentrate"), *use)
    assert len(scene.seat("A").hand) == drawn
    own = Scene(ruleset).model("a2", abilities=known("Following Orders")).state(activating="a2")
    own.act("a2", "Concentrate")
    assert own.asked == []


@pytest.mark.rule("M3E-DMG-06", "M3E-TRIG-11")
@pytest.mark.parametrize(("cheat", "hand"), [("12r", "5m"), ("keep", "12r")])
def test_war_eternal_draws_when_the_damage_flip_was_cheated(ruleset, cheat, hand):
    bite = Action(
        name="Bite",
        icon="melee",
        reach=1,
        stat=6,
        resist="df",
        effects=(w.Damage(amount=(1, 3, 5)),),
        triggers=(scripted_trigger("War Eternal", ("ram",)),),
    )
    scene = fighting(ruleset, bite).deck("A", "9r 2c 5m").deck("B", "2c").hand("A", "12r")
    scene.act("a1", "Bite", A.cheat("keep"), A.trigger("War Eternal"), A.cheat(cheat))
    assert scene.cards_of("A", "hand") == hand


@pytest.mark.rule("M3E-AREA-01", "M3E-KILL-02")
@pytest.mark.parametrize(("x", "drawn"), [(13, 0), (25, 1)])
def test_near_a_lantern_of_souls_an_enemys_demise_does_nothing(ruleset, x, drawn):
    last = Ability(name="Demise (Last Word)", parts=(w.Reaction(moment="killed", effects=(w.Draw(),)),))
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Lantern of Souls"))
    scene.model("b1", at=(x, 10), abilities=(last,))
    scene.run(lambda g: kill(g, "b1", instant=True))
    assert len(scene.seat("B").hand) == drawn


@pytest.mark.rule("M3E-COND-04", "M3E-AREA-01")
@pytest.mark.parametrize(("model", "answers"), [("Candy", ("fast",)), ("Pandora", ("fast", "burning"))])
def test_misery_follows_the_conditions_of_its_opportunist(ruleset, model, answers):
    for condition in ("fast", "burning"):
        misery = (scripted_ability("Misery", None, "", model),)
        scene = Scene(ruleset).model("a1", at=(10, 10), abilities=misery).model("b1", at=(14, 10))
        scene.model("a2", at=(14, 13), abilities=misery)
        said = (A.use("Misery:0:b1"), B.model("a2"), A.branch("1")) if condition in answers else ()
        scene.run(lambda g, key=condition: gain(g, "b1", key), *said)
        assert scene["b1"].health == 8 - (condition in answers)


@pytest.mark.rule("M3E-DMG-04")
def test_every_printing_of_hard_to_wound_hinders_damage_flips():
    for model in ("Abomination", "Nicodem", "Toshiro", "Yin"):
        assert scripted_ability("Hard to Wound", None, "", model).parts == (w.HardToWound(),)


# Terrain pieces


@pytest.mark.rule("M3E-COVER-01", "M3E-TRAIT-13")
@pytest.mark.parametrize(("x", "covered"), [(11.5, True), (9.0, False)])
def test_favorable_terrain_covers_beside_impassable_terrain(ruleset, x, covered):
    scene = Scene(ruleset).model("a1", at=(x, 10), abilities=known("Favorable Terrain"))
    rock = Piece("rock", rectangle(13, 8, 4, 4), ("impassable",))
    scene.table = ExactTable((rock,))
    assert given(scene.g, scene["a1"], "cover") is covered


@pytest.mark.rule("M3E-TRAIT-07", "M3E-MOVE-06", "M3E-AREA-09")
def test_a_demolitionist_removes_destructible_terrain_and_markers_around_it(ruleset):
    scene = Scene(ruleset).model("a1", at=(10, 10), abilities=known("Demolitionist")).model("b1", at=(30, 30))
    scene.marker("m0", "ice pillar", (10, 12), traits=("destructible",))
    places = (("crate", 11.2), ("far", 20), ("unseen", 7))
    pieces = [Piece(name, rectangle(x, 8, 2, 4), ("destructible",)) for name, x in places]
    scene.table = ExactTable((*pieces, Piece("wall", rectangle(9.1, 5, 0.1, 10), ("blocking",), 5)))
    begins = Happening("activation_begins", model=scene["a1"])
    scene.run(lambda g: happen(g, begins), A.use("Demolitionist:0:a1"))
    assert (scene.g.state.terrain_gone, scene.g.state.markers) == (("crate",), {})


def test_terrain_pieces_are_asked_for_and_removed_and_nothing_else_is_done_with_them():
    pieces = {"pick": "markers", "pieces": True, "traits": ["destructible"], "within": 1}
    moved = convert({"effects": [{"do": "move_markers", "markers": pieces}]}, ActionScript)
    assert lacking(moved) == ("markers.pieces of move_markers",)
    assert lacking(convert({"effects": [{"do": "remove", "markers": pieces}]}, ActionScript)) == ()
