"""Damage, wounds, death, healing, Poison and Action Modifiers of the First Edition."""

from __future__ import annotations

import pytest

from rules.editions.m1e.play.damage import (
    HitM1,
    activation_begins,
    deal,
    give,
    heal,
    healing_flip,
    kill,
    poison,
    put,
    reduced,
    sacrifice,
    suffer_poison,
)
from rules.editions.m1e.play.figures import Talent
from rules.editions.m1e.readings import ReadingsM1
from rules.game.events.announcements import DamageReduced
from rules.game.events.table import Damaged, Killed, LeftPlay
from tests.rules.editions.m1e.play.scenes import Scene, figure

MAN = figure()
MASTER = figure("chief", station="Master", wd=8)


def hurt(at: Scene, amount: int, target: str = "a1", **more: object) -> int:
    answers = more.pop("answers", {})
    hit = HitM1(target=target, amount=amount, **more)  # type: ignore[arg-type]
    return at.run(deal(at.match, hit), **answers)  # type: ignore[arg-type]


def alone(who: object = MAN, **more: object) -> Scene:
    return Scene([(who, 10, 10)], [(MAN, 30, 30)], **more)  # type: ignore[arg-type, list-item]


def less(amount: int, *kinds: str, magical: bool = False, armor: int = 0, **printed: object) -> int:
    hit = HitM1(target="", amount=amount, kinds=frozenset(kinds), magical=magical, armor=armor)
    return reduced(figure(**printed), amount, hit)[0]


@pytest.mark.rule("M1-ABL-02")
@pytest.mark.parametrize(("amount", "left"), [(4, 2), (3, 1), (2, 1), (1, 1), (0, 0)])
def test_armor_leaves_one(amount: int, left: int) -> None:
    assert less(amount, "melee", talents=[Talent("Armor", 2)]) == left


@pytest.mark.rule("M1-ABL-02", "M1-GLO-11")
def test_armor_stacks_also_with_that_of_cover() -> None:
    two = [Talent("Armor", 1), Talent("Armor", 1)]
    assert less(6, "ranged", talents=two, armor=1) == 3


@pytest.mark.rule("M1-ABL-04")
def test_bulletproof_is_for_ranged_damage() -> None:
    proof = [Talent("Bulletproof", 2)]
    assert less(4, "ranged", talents=proof) == 2
    assert less(4, "melee", talents=proof) == 4


@pytest.mark.rule("M1-ABL-08")
def test_evasive_is_for_blasts_and_adds_to_armor() -> None:
    both = [Talent("Evasive", 2), Talent("Armor", 1)]
    assert less(5, "ranged", "blast", talents=both) == 2
    assert less(5, "ranged", talents=both) == 4


@pytest.mark.rule("M1-GLO-11", "M1-ABL-02", "M1-ABL-04", "M1-ABL-08", "M1-ABL-18")
@pytest.mark.parametrize(
    ("talent", "kind", "left"),
    [
        ("Armor", "melee", 5),
        ("Evasive", "blast", 5),
        ("Bulletproof", "ranged", 6),
        ("Magic Resistant", "spell", 6),
    ],
)
def test_of_talents_with_one_name_those_that_say_so_add_up(talent: str, kind: str, left: int) -> None:
    twice = figure(talents=[Talent(talent, 1), Talent(talent, 2)])
    assert reduced(twice, 8, HitM1(target="a1", amount=8, kinds=frozenset({kind})))[0] == left


@pytest.mark.rule("M1-ABL-18")
def test_magic_resistance_is_for_spells() -> None:
    assert less(4, "spell", magical=True, talents=[Talent("Magic Resistant", 1)]) == 3
    assert less(4, "melee", talents=[Talent("Magic Resistant", 1)]) == 4


@pytest.mark.rule("M1R-SPI-03", "M1R-SPI-04", "M1-CARD-06", "Q-10", "Q-11")
@pytest.mark.parametrize(
    ("amount", "magical", "armor", "left"),
    [
        (4, False, 1, 1),
        (4, False, 0, 2),
        (3, False, 0, 2),
        (4, True, 0, 4),
        (4, True, 1, 3),
        (1, False, 3, 1),
    ],
)
def test_a_spirit_halves_first_and_armor_comes_second(
    amount: int, magical: bool, armor: int, left: int
) -> None:
    ghost = {"characteristics": ("Spirit",), "talents": [Talent("Armor", armor)] if armor else []}
    assert less(amount, "melee", magical=magical, **ghost) == left


@pytest.mark.rule("M1R-SPI-07")
def test_a_fall_hurts_a_spirit_like_anybody() -> None:
    assert less(4, "fall", characteristics=("Spirit",)) == 4


@pytest.mark.rule("Q-10")
def test_half_rounds_down_by_the_other_reading() -> None:
    hit = HitM1(target="", amount=3)
    ghost = figure(characteristics=("Spirit",))
    assert reduced(ghost, 3, hit, ReadingsM1(half_rounds="down"))[0] == 1


@pytest.mark.rule("M1R-DMG-01", "M1-GLO-04")
def test_damage_is_reduced_then_suffered() -> None:
    at = alone(figure(talents=[Talent("Armor", 1)]))
    assert hurt(at, 4, kinds=frozenset({"melee"})) == 3
    assert at["a1"].health == 3
    assert [type(event) for event in at.events] == [DamageReduced, Damaged]


@pytest.mark.rule("M1R-DMG-02")
def test_inflicted_wounds_are_not_reduced() -> None:
    at = alone(figure(talents=[Talent("Armor", 2)], characteristics=("Spirit",)))
    assert hurt(at, 3, wounds=True) == 3


@pytest.mark.rule("M1-DMG-03", "M1-ABL-30", "Q-15")
def test_a_soulstone_prevents_after_armor_and_down_to_nothing() -> None:
    armoured = figure("chief", station="Master", talents=[Talent("Armor", 1)])
    at = alone(armoured, decks=("11r", ""), stones=(1, 0))
    assert hurt(at, 4, answers={"stone": "yes"}) == 0
    assert at["a1"].health == 6
    assert at.match.crew(0).stones == 0
    assert [ask.kind for ask in at.asked] == ["stone"]


@pytest.mark.rule("M1-DMG-03")
def test_the_red_joker_prevents_three_and_another_card() -> None:
    at = alone(MASTER, decks=("RJ 7c", ""), stones=(1, 0))
    assert hurt(at, 7, answers={"stone": "yes"}) == 2


@pytest.mark.rule("M1-DMG-03")
def test_nobody_pays_to_prevent_nothing_or_wounds() -> None:
    at = alone(MASTER, stones=(1, 0))
    assert hurt(at, 0) == 0
    assert hurt(at, 2, wounds=True) == 2
    assert at.asked == []


@pytest.mark.rule("M1-ABL-13")
@pytest.mark.parametrize(("health", "left"), [(6, 1), (2, 1), (1, 0)])
def test_hard_to_kill_with_two_wounds_left(health: int, left: int) -> None:
    at = alone(figure(talents=["Hard to Kill"])).change("a1", health=health)
    hurt(at, 9)
    assert at["a1"].health == left
    assert at["a1"].in_play is bool(left)


@pytest.mark.rule("M1-ABL-13")
def test_a_second_source_does_kill() -> None:
    at = alone(figure(talents=["Hard to Kill"]))
    hurt(at, 9)
    hurt(at, 1)
    assert not at["a1"].in_play


@pytest.mark.rule("M1R-DIE-01", "M1-ABL-03")
def test_nothing_reaches_who_bleeds_to_death_until_it_is_gone() -> None:
    """Its blood takes the last wound of one that is slow to die, who acts before the bleeder has left."""
    bleeder = figure("bleeder", faction="Neverborn", wd=1, talents=["Black Blood"])
    slow = figure("slow", wd=1, talents=["Slow to Die"])
    at = Scene([(slow, 11.5, 10)], [(bleeder, 10, 10)])
    blow = deal(at.match, HitM1(target="b1", amount=1, by="a1", kinds=frozenset({"melee"})))
    last = next(blow)
    assert (last.kind, last.about) == ("action", ("a1",))
    assert (at["b1"].health, at["b1"].in_play) == (0, True)
    assert heal(at.match, "b1", 1) == 0
    assert at.run(deal(at.match, HitM1(target="b1", amount=1, source="again"))) == 0
    assert [event.source for event in at.all_of(Damaged)] == ["", "Black Blood"]
    with pytest.raises(StopIteration):
        blow.send("end")
    assert not at["b1"].in_play
    assert not at["a1"].in_play
    assert at.match.dying == set()


@pytest.mark.rule("M1-ABL-03", "M1-ABL-28", "M1R-DIE-02")
def test_who_bleeds_and_is_slow_to_die_still_has_its_last_action() -> None:
    both = figure("both", faction="Neverborn", wd=1, talents=["Black Blood", "Slow to Die"])
    at = Scene([(MAN, 20, 10)], [(both, 10, 10)])
    at.run(deal(at.match, HitM1(target="b1", amount=1, by="a1", kinds=frozenset({"melee"}))))
    assert at.kinds() == ["action"]
    assert not at["b1"].in_play


@pytest.mark.rule("M1-ABL-03")
def test_black_blood_splashes_all_but_neverborn() -> None:
    bleeder = figure("bleeder", faction="Neverborn", talents=["Black Blood"])
    kin = figure("kin", faction="Neverborn")
    at = Scene([(bleeder, 10, 10), (kin, 11.5, 10)], [(MAN, 8.5, 10), (MAN, 14, 10)])
    hurt(at, 2, kinds=frozenset({"melee"}))
    assert [at[name].health for name in ("a1", "a2", "b1", "b2")] == [4, 6, 5, 6]
    hurt(at, 2, kinds=frozenset({"ranged"}))
    assert at["b1"].health == 5


@pytest.mark.rule("M1-ABL-03", "M1-GLO-07")
def test_black_blood_reaches_a_whole_inch_and_knows_neverborn_however_written() -> None:
    """Bases of an inch, an inch apart: 8.3 less 6.3 is a hair more than 2."""
    bleeder = figure("bleeder", mm=25.4, talents=["Black Blood"])
    kin = figure("kin", mm=25.4, faction="neverborn")
    at = Scene([(bleeder, 8.3, 10)], [(figure(mm=25.4), 6.3, 10), (kin, 8.3, 11.5)])
    hurt(at, 2, kinds=frozenset({"melee"}))
    assert [at[name].health for name in ("b1", "b2")] == [5, 6]


@pytest.mark.rule("M1-GLO-04", "M1-GLO-03", "Q-34")
@pytest.mark.parametrize(
    ("characteristics", "counter"),
    [((), "corpse"), (("Undead",), "corpse"), (("Construct",), "scrap"), (("Spirit",), "")],
)
def test_the_killed_leave_a_counter(characteristics: tuple[str, ...], counter: str) -> None:
    at = alone(figure(characteristics=characteristics))
    hurt(at, 12)
    assert at["a1"].where == "gone"
    left = [(marker.kind, marker.mm, marker.size) for marker in at.match.state.markers.values()]
    assert left == ([(counter, 30.0, 0)] if counter else [])


@pytest.mark.rule("M1-GLO-10")
def test_the_sacrificed_leave_none() -> None:
    at = alone()
    sacrifice(at.match, "a1")
    assert at["a1"].where == "gone"
    assert at.match.state.markers == {}
    assert at.all_of(Killed) == []


@pytest.mark.rule("M1-ENC-15", "M1-CARD-07")
def test_a_totem_leaves_with_its_master() -> None:
    totem = figure("totem", station="Totem", linked="Chief")
    stray = figure("stray", station="Totem", linked="Somebody")
    at = Scene([(MASTER, 10, 10), (totem, 12, 10), (stray, 14, 10)])
    hurt(at, 20)
    assert [at[name].where for name in ("a1", "a2", "a3")] == ["gone", "gone", "table"]
    assert len(at.match.state.markers) == 1


@pytest.mark.rule("M1-ABL-28", "M1R-DIE-02")
def test_slow_to_die_acts_once_more_and_is_then_killed() -> None:
    at = Scene([(figure(talents=["Slow to Die"]), 10, 10)], [(MAN, 11.5, 10)], decks=("12r 13c", "1c"))
    hurt(at, 9, answers={"action": "strike:Sword", "target": "b1"})
    assert at["b1"].health < 6, "it struck with no wounds left"
    assert at["a1"].where == "gone"
    kinds = [type(event) for event in at.events]
    assert kinds.index(Killed) > len(kinds) - 4


@pytest.mark.rule("M1R-DIE-02", "M1-ABL-28")
def test_who_heals_by_the_last_action_lives() -> None:
    lucky = figure("chief", station="Master", talents=["Slow to Die"])
    at = alone(lucky, decks=("12r", ""), stones=(1, 0))
    hurt(at, 9, wounds=True, answers={"action": "heal"})
    assert (at["a1"].health, at["a1"].where) == (3, "table")
    assert at.all_of(Killed) == []


@pytest.mark.rule("M1R-DIE-02")
def test_but_not_where_the_killing_effect_stands() -> None:
    lucky = figure("chief", station="Master", talents=["Slow to Die"])
    at = alone(lucky, decks=("12r", ""), stones=(1, 0)).change("a1", health=2)
    at.run(kill(at.match, "a1", source="lava", outright=True), action="heal")
    assert at["a1"].where == "gone"


@pytest.mark.rule("M1R-DIE-01")
def test_the_dying_neither_heal_nor_suffer() -> None:
    at = alone()
    at.match.dying.add("a1")
    assert hurt(at, 3) == 0
    at.change("a1", health=1)
    assert heal(at.match, "a1", 3) == 0


@pytest.mark.rule("M1-ACT-01")
def test_healing_stops_at_the_wounds_of_the_card() -> None:
    at = alone(decks=("12r", "")).change("a1", health=4)
    assert at.run(healing_flip(at.match, "a1")) == 2
    assert at["a1"].health == 6
    assert at.match.crew(0).conflict == ()


@pytest.mark.rule("M1R-POI-01", "M1-ABL-22")
def test_poison_rises_and_is_not_added() -> None:
    at = alone()
    poison(at.match, "a1", 2)
    poison(at.match, "a1", 1)
    assert at["a1"].conditions == {"poison": 2}
    put(at.match, "a1", (("poison", 3), ("slow", 1)))
    assert at["a1"].conditions == {"poison": 3, "slow": 1}


@pytest.mark.rule("M1R-POI-02")
def test_poison_wounds_by_its_tokens_and_one_goes() -> None:
    at = alone(figure(talents=[Talent("Armor", 3)])).change("a1", conditions={"poison": 2})
    at.run(suffer_poison(at.match, "a1"))
    assert (at["a1"].health, at["a1"].conditions) == (4, {"poison": 1})
    at.run(suffer_poison(at.match, "a1"))
    assert (at["a1"].health, at["a1"].conditions) == (3, {})


@pytest.mark.rule("M1-ABL-25", "Q-09", "Q-23")
@pytest.mark.parametrize(("first", "health"), [("poison", 5), ("regeneration", 4)])
def test_poison_and_regeneration_in_the_order_chosen(first: str, health: int) -> None:
    at = alone(figure(talents=[Talent("Regeneration", 1)])).change("a1", conditions={"poison": 2})
    at.run(activation_begins(at.match, "a1"), order=first)
    assert at["a1"].health == health
    assert at.asked[0].rule == "M1-ABL-25"


@pytest.mark.rule("M1-ABL-25")
def test_regeneration_alone_asks_nothing() -> None:
    at = alone(figure(talents=[Talent("Regeneration", 2)])).change("a1", health=1)
    at.run(activation_begins(at.match, "a1"))
    assert (at["a1"].health, at.asked) == (3, [])


@pytest.mark.rule("M1-MOD-05")
@pytest.mark.parametrize(
    ("one", "two"),
    [("fast", "slow"), ("slow", "fast"), ("paralyzed", "reactivate"), ("reactivate", "paralyzed")],
)
def test_opposites_cancel_each_other(one: str, two: str) -> None:
    at = alone()
    give(at.match, "a1", one)
    assert at["a1"].conditions == {one: 1}
    give(at.match, "a1", two)
    assert at["a1"].conditions == {}


@pytest.mark.rule("M1R-MOD-01")
def test_the_immune_does_not_get_it_so_it_cancels_nothing() -> None:
    at = alone(figure(talents=["Immune to Slow"]))
    give(at.match, "a1", "fast")
    give(at.match, "a1", "slow")
    assert at["a1"].conditions == {"fast": 1}


@pytest.mark.rule("M1R-MOD-02")
def test_the_same_modifier_does_not_stack() -> None:
    at = alone()
    give(at.match, "a1", "fast")
    give(at.match, "a1", "fast")
    assert at["a1"].conditions == {"fast": 1}


@pytest.mark.rule("M1-MOD-04")
def test_reactivate_once_a_turn() -> None:
    at = alone().change("a1", activated=True)
    give(at.match, "a1", "reactivate")
    assert not at["a1"].activated
    at.change("a1", activated=True)
    give(at.match, "a1", "reactivate")
    assert at["a1"].activated


@pytest.mark.rule("M1-STR-05")
def test_the_treasure_falls_where_its_bearer_is_killed() -> None:
    at = alone().change("a1", tokens={"treasure": 1})
    hurt(at, 9)
    kinds = sorted(marker.kind for marker in at.match.state.markers.values())
    assert kinds == ["corpse", "treasure"]
    assert at.all_of(LeftPlay)[0].why == "killed"
