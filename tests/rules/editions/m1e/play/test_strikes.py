"""Strikes of the First Edition: range, cover, shots into melee, Blasts, Triggers, disengaging."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.editions.m1e.play.actions import menu
from rules.editions.m1e.play.figures import Figure, Talent, TriggerM1, Weapon
from rules.editions.m1e.play.ground.movement import walk
from rules.editions.m1e.play.match import PARALYZED, in_melee, melee_range, opponents
from rules.editions.m1e.play.strikes import (
    Struck,
    bash,
    breakable,
    cover_of,
    is_shot,
    randomised,
    seen_targets,
    shows_itself,
    strike,
    strike_terrain,
)
from rules.editions.m1e.readings import M1E
from rules.game.events.announcements import ActionEnded, DuelBegan, Targeted, TotalAnnounced
from rules.game.events.table import MarkerDropped, Moved
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m1e.play.scenes import GUN, SWORD, Scene, figure

MAN = figure()


def fight(
    own: str, enemy: str, who: Figure = MAN, foe: Figure = MAN, apart: float = 2.0, **more: Any
) -> Scene:
    """Two models ``apart`` from centre to centre, bases of 30 mm."""
    return Scene([(who, 10, 10)], [(foe, 10 + apart, 10)], decks=(own, enemy), **more)


def hit(at: Scene, weapon: Weapon = SWORD, target: str = "b1", **more: Any) -> Struck:
    answers = more.pop("answers", {})
    struck = at.run(strike(at.match, "a1", weapon, target, **more), **answers)
    assert isinstance(struck, Struck)
    return struck


@pytest.mark.rule("M1-CMB-01", "M1-CMB-06", "M1-OPP-05")
def test_combat_against_defence_then_damage() -> None:
    at = fight("9r 7c", "2c")
    assert hit(at) == Struck(True, True, 2)
    assert at["b1"].health == 4
    began = at.all_of(DuelBegan)[0]
    assert (began.stat, began.resist) == ("Sword", "df")


@pytest.mark.rule("M1-DMG-01")
def test_a_close_hit_flips_two_more_and_takes_the_lowest() -> None:
    at = fight("9r 13c 6c 2t", "10c")
    assert hit(at).wounds == 1
    wide = fight("13r 6c 13t", "1c")
    assert hit(wide).wounds == 4, "won by 13: the highest of two"


@pytest.mark.rule("M1-CMB-01")
def test_a_miss_deals_nothing() -> None:
    at = fight("2r", "9c")
    assert hit(at) == Struck(True)
    assert at["b1"].health == 6


@pytest.mark.rule("M1-CMB-06", "M1-GLO-07")
def test_out_of_range_or_sight_fails_without_a_duel() -> None:
    at = fight("9r", "2c", apart=4)
    assert hit(at) == Struck(False)
    assert at.all_of(DuelBegan) == []
    house = Piece("house", rectangle(11, 8, 1, 4), ("blocking",), 5)
    table = ExactTable((house,), {}, M1E.table)
    hidden = fight("9r", "2c", apart=6, table=table)
    assert hit(hidden, GUN) == Struck(False)


@pytest.mark.rule("M1-GLO-07")
def test_distances_are_from_base_edge_to_base_edge() -> None:
    assert hit(fight("9r 7c", "2c", apart=2.18)).hit
    assert not hit(fight("9r 7c", "2c", apart=2.19)).possible


@pytest.mark.rule("M1-CMB-07")
def test_any_model_but_itself_may_be_declared() -> None:
    at = Scene([(MAN, 10, 10), (MAN, 12, 10)], [(MAN, 30, 30)])
    assert [model.id for model in seen_targets(at.match, at["a1"], shot=False)] == ["a2", "b1"]


@pytest.mark.rule("M1-CMB-04")
def test_everybody_can_bash() -> None:
    at = fight("9r 7c", "2c", figure(weapons=()))
    weapon = bash(at.match)
    assert (weapon.inches, weapon.combat, weapon.damage) == (1, 3, (0, 1, 2))
    assert hit(at, weapon).wounds == 1
    assert at.match.figure("a1").melee_reach is None


@pytest.mark.rule("M1-CMB-02")
def test_defensive_stance_is_a_plus_for_the_defender() -> None:
    at = fight("9r 7c", "2c 12c").change("b1", conditions={"defensive stance": 1})
    assert not hit(at).hit
    assert at.all_of(DuelBegan)[0].plus == (0, 1)
    assert at.match.movement(at["b1"], "wk") == 2
    assert at.match.movement(at["b1"], "cg") == 4


@pytest.mark.rule("M1-CMB-03")
def test_focus_is_a_plus_on_both_flips() -> None:
    at = fight("2r 9c 3t 12t", "4c")
    assert hit(at, attack=1, damage=1).wounds == 4
    assert at.all_of(DuelBegan)[0].plus == (1, 0)


@pytest.mark.rule("M1-DMG-04")
def test_paired_weapons_are_a_plus() -> None:
    at = fight("2r 9c 7t", "2c")
    assert hit(at, replace(SWORD, paired=True)).hit
    assert at.all_of(DuelBegan)[0].why == ("paired weapons",)


def behind(trait: str, height: int = 2, size: int = 2, who: Figure = MAN) -> Scene:
    piece = Piece("fence", rectangle(12, 8, 1, 4), (trait,), height)  # type: ignore[arg-type]
    table = ExactTable((piece,), {}, M1E.table)
    return fight("9r 1c 8c", "3c", who, figure(ht=size), apart=6, table=table)


@pytest.mark.rule("M1-DMG-05", "M1-TER-06", "M1-GLO-06")
def test_soft_cover_is_a_minus_for_the_shot() -> None:
    at = behind("soft_cover")
    assert cover_of(at.match, at["a1"], at["b1"]) == "soft"
    assert not hit(at, GUN).hit
    assert at.all_of(DuelBegan)[0].minus == (1, 0)


@pytest.mark.rule("M1-DMG-06", "M1-TER-06")
def test_hard_cover_lends_armor() -> None:
    at = behind("hard_cover")
    assert cover_of(at.match, at["a1"], at["b1"]) == "hard"
    shielded = Scene([(MAN, 10, 10)], [(MAN, 16, 10)], decks=("13r 12c 13c", "1c"), table=at.match.table)
    assert hit(shielded, GUN).wounds == 3, "severe 4, Armor 1; the net of minus and +8 is none"


@pytest.mark.rule("M1-TER-06")
def test_who_is_twice_as_high_has_no_cover() -> None:
    tall = behind("hard_cover", height=1, size=2)
    assert cover_of(tall.match, tall["a1"], tall["b1"]) == ""
    low = behind("hard_cover", height=1, size=1)
    assert cover_of(low.match, low["a1"], low["b1"]) == "hard"


@pytest.mark.rule("M1-ABL-17")
def test_a_hunter_ignores_cover() -> None:
    at = behind("soft_cover", who=figure("hunter", talents=["Hunter"]))
    assert hit(at, GUN).hit
    assert at.all_of(DuelBegan)[0].minus == (0, 0)


@pytest.mark.rule("M1-DMG-07")
def test_a_shot_into_melee_gives_the_defender_one_for_each_in_melee_with_it() -> None:
    at = Scene(
        [(figure("gunner", weapons=(GUN,)), 4, 10), (MAN, 10, 10)],
        [(MAN, 12, 10)],
        decks=("12r 3c 9r", "8c"),
    )
    hit(at, GUN)
    assert "models in melee" in at.all_of(DuelBegan)[0].why


@pytest.mark.rule("M1-DMG-08", "Q-39")
def test_the_lowest_card_is_hit_and_the_tall_flip_two() -> None:
    gunner = figure("gunner", weapons=(GUN,))
    giant = figure("giant", ht=3, mm=50.0)
    at = Scene([(gunner, 4, 10), (MAN, 10, 10)], [(giant, 12.4, 10)], decks=("12r 9c 5c", ""))
    assert randomised(at.match, at["a1"], at["b1"]) == "a2", "12 and 9 for the giant, 5 for the man"
    again = Scene([(gunner, 4, 10), (MAN, 10, 10)], [(giant, 12.4, 10)], decks=("12r 4c 5c", ""))
    assert randomised(again.match, again["a1"], again["b1"]) == "b1"
    tied = Scene([(gunner, 4, 10), (MAN, 10, 10)], [(MAN, 12, 10)], decks=("5r 5c 9m 2c", ""))
    assert randomised(tied.match, tied["a1"], tied["b1"]) == "a2", "ties flip again"


@pytest.mark.rule("M1-DMG-07", "M1-DMG-08")
def test_who_is_hit_instead_has_its_own_melee() -> None:
    """b1 is in melee with two; a2, whose card is the lowest, with b1 alone."""
    at = Scene(
        [(figure("shooter", weapons=(GUN,)), 5, 10), (MAN, 12, 10), (MAN, 14.6, 10)],
        [(MAN, 13.3, 10)],
        decks=("9r 2c 8m 5m 1t 1m", ""),
    )
    hit(at, GUN)
    assert at.all_of(DuelBegan)[0].resister == "a2"
    assert next(total.total for total in at.all_of(TotalAnnounced) if total.model == "a2") == 1 + 4 + 1


@pytest.mark.rule("M1-DMG-08")
def test_a_shot_at_one_alone_is_not_randomised() -> None:
    at = fight("", "", figure("gunner", weapons=(GUN,)), apart=6)
    assert randomised(at.match, at["a1"], at["b1"]) == "b1"
    assert at.events == []


@pytest.mark.rule("M1-DMG-09")
def test_nobody_shoots_while_in_melee() -> None:
    at = fight("9r", "2c", figure("gunner", weapons=(GUN,)))
    assert in_melee(at.match, at["a1"], at["b1"]), "its enemy reaches it"
    assert seen_targets(at.match, at["a1"], shot=True) == []


@pytest.mark.rule("M1-ABL-12")
def test_a_gunfighter_strikes_with_its_gun() -> None:
    fighter = figure("fighter", weapons=(GUN,), talents=["Gunfighter"])
    at = fight("9r 7c", "2c", fighter, apart=3)
    assert melee_range(at.match, at["a1"]) == 2
    assert opponents(at.match, at["a1"])
    assert not is_shot(at.match, at["a1"], GUN)
    assert hit(at, GUN).wounds == 2
    far = fight("9r 7c", "2c", fighter, apart=6)
    assert is_shot(far.match, far["a1"], GUN)


@pytest.mark.rule("M1-GLO-08", "M1-MOD-03")
def test_melee_is_either_ones_reach_and_the_paralyzed_have_none() -> None:
    spear = figure("spear", weapons=(replace(SWORD, inches=3),))
    at = fight("", "", spear, apart=4)
    assert in_melee(at.match, at["a1"], at["b1"])
    assert in_melee(at.match, at["b1"], at["a1"])
    at.change("a1", conditions={PARALYZED: 1})
    assert not in_melee(at.match, at["a1"], at["b1"])
    friends = Scene([(spear, 10, 10), (MAN, 12, 10)])
    assert not in_melee(friends.match, friends["a1"], friends["a2"])


@pytest.mark.rule("M1-DMG-11", "Q-16", "M1-TRG-01")
def test_a_blast_touches_others_a_step_weaker_without_the_trigger() -> None:
    gun = replace(GUN, blasts=(0, 1, 2))
    critical = TriggerM1(name="Critical Strike", stat="cb", suits=("ram",), does="damage_per_suit")
    gunner = figure("gunner", weapons=(gun,), triggers=(critical,))
    at = Scene([(gunner, 4, 10)], [(MAN, 12, 10), (MAN, 14, 10), (MAN, 17.5, 10)], decks=("13r 7c", "8c"))
    hit(at, gun, answers={"number": 0, "trigger": "Critical Strike"})
    blast = at.all_of(MarkerDropped)[0].marker
    assert (blast.kind, blast.mm) == ("blast", 50.0)
    assert blast.x - 12 == pytest.approx((30 + 50) / 2 / 25.4)
    assert [at[name].health for name in ("b1", "b2", "b3")] == [3, 5, 6]
    assert all(marker.kind != "blast" for marker in at.match.state.markers.values())


@pytest.mark.rule("M1-DMG-11", "Q-16")
def test_a_second_blast_touches_the_first() -> None:
    gun = replace(GUN, blasts=(0, 2, 2))
    at = Scene([(figure(weapons=(gun,)), 4, 10)], [(MAN, 12, 10), (MAN, 17, 10)], decks=("13r 7c", "8c"))
    hit(at, gun, answers={"number": [0, 0]})
    one, two = (event.marker for event in at.all_of(MarkerDropped))
    assert two.x - one.x == pytest.approx(50 / 25.4)
    assert at["b2"].health == 5


@pytest.mark.rule("M1R-BLAST-01", "M1R-BLAST-02", "M1-DMG-11")
@pytest.mark.parametrize(
    ("name", "ht", "up", "left"), [("wall", 4, 0.0, 6), ("kerb", 1, 0.0, 4), ("roof", 4, 4.0, 6)]
)
def test_a_blast_goes_where_a_route_leads_three_inches_high(name: str, ht: int, up: float, left: int) -> None:
    """Beside the target: behind a high wall, behind a low one, on a roof."""
    wide, traits = (4.0, ("climbable",)) if name == "roof" else (0.2, ("blocking", "impassable"))
    piece = Piece(name, rectangle(16.7, 0, wide, 36), traits, ht)
    bomb = Weapon(name="Bomb", kind="ranged", inches=10, combat=5, damage=(2, 2, 2), blasts=(1, 1, 1))
    at = Scene(
        [(figure(weapons=(bomb,)), 10, 10)],
        [(MAN, 16, 10), (MAN, 17.6, 10)],
        decks=("12c 8c", "1c"),
        table=ExactTable((piece,), {}, M1E.table),
    ).change("b2", elevation=up)
    hit(at, bomb, answers={"number": 0})
    assert (at["b1"].health, at["b2"].health) == (4, left)


@pytest.mark.rule("M1-TRG-02", "M1-TRG-03", "Q-56")
def test_flay_and_rot_are_for_melee_unless_they_name_a_gun() -> None:
    for does in ("damage", "damage_twist"):
        for weapon, offered in (("", False), ("Gun", True)):
            trigger = TriggerM1(name="Flay", stat="cb", suits=("mask",), does=does, weapon=weapon)
            at = fight("12m 8c 7c", "1c", figure(weapons=(GUN,), triggers=(trigger,)), apart=6)
            hit(at, GUN)
            assert ("trigger" in at.kinds()) is offered


@pytest.mark.rule("M1-TRG-01", "M1-TRG-02", "M1-TRG-03")
@pytest.mark.parametrize(
    ("trigger", "own", "wounds"),
    [
        (TriggerM1(name="T", stat="cb", suits=("ram",), does="damage_per_suit"), "9r 7c", 3),
        (TriggerM1(name="T", stat="cb", suits=("ram",), does="damage", number=2), "9r 7c", 4),
        (TriggerM1(name="T", stat="cb", suits=("ram",), does="damage_twist"), "9r 7c 12c", 4),
    ],
)
def test_triggers_of_a_damaging_strike(trigger: TriggerM1, own: str, wounds: int) -> None:
    at = fight(own, "2c", figure("ready", triggers=(trigger,)))
    assert hit(at, answers={"trigger": "T"}).wounds == wounds


@pytest.mark.rule("M1-TRG-01")
def test_critical_strike_counts_every_ram_of_the_total() -> None:
    critical = TriggerM1(name="T", stat="cb", suits=("ram",), does="damage_per_suit", weapon="Sword")
    printed = replace(SWORD, suits=("ram",))
    at = fight("9r 7c", "2c", figure("ready", triggers=(critical,), weapons=(printed,)))
    assert hit(at, printed, answers={"trigger": "T"}).wounds == 4
    with_another = fight("9r 7c", "2c", figure("ready", triggers=(critical,)))
    assert hit(with_another, replace(printed, name="Axe")).wounds == 2


@pytest.mark.rule("M1-TRG-01")
def test_a_strike_that_does_no_damage_is_not_helped() -> None:
    critical = TriggerM1(name="T", stat="cb", suits=("ram",), does="damage_per_suit")
    at = fight("9r BJ", "2c", figure("ready", triggers=(critical,)))
    assert hit(at, answers={"trigger": "T"}).wounds == 0


@pytest.mark.rule("M1-ABL-14")
@pytest.mark.parametrize(("number", "cards"), [(1, 2), (2, 3), (3, 4)])
def test_hard_to_wound_is_as_many_minus(number: int, cards: int) -> None:
    own = "9r 13c 12c 8c 1c"
    at = fight(own, "2c", foe=figure("hard", talents=[Talent("Hard to Wound", number)]))
    hit(at)
    assert len(at.match.crew(0).discard) == 1 + cards


@pytest.mark.rule("M1R-POI-01")
def test_a_weapon_gives_poison_when_the_attack_is_over() -> None:
    at = fight("9r 7c", "2c")
    hit(at, replace(SWORD, gives=(("poison", 2),)))
    assert at["b1"].conditions == {"poison": 2}


@pytest.mark.rule("M1-ABL-15", "M1-ABL-16", "M1-ABL-26")
def test_harmless_needs_a_won_duel_of_the_attacker() -> None:
    meek = figure("meek", talents=["Harmless"])
    at = fight("7r", "2c", foe=meek)
    assert hit(at) == Struck(False), "7 and Wp 4 are no 12"
    assert at.all_of(ActionEnded)[0].outcome == "it is harmless"
    assert hit(fight("8r 9c 7c", "2c", foe=meek)).hit
    for free in (figure("free", talents=["Ruthless"]), figure("free", talents=[Talent("Terrifying", 12)])):
        assert hit(fight("9r 7c", "2c", free, meek)).hit
    shown = fight("9r 7c", "2c", foe=meek)
    shows_itself(shown.match, "b1", "walk")
    shows_itself(shown.match, "b1", "pass")
    assert shown["b1"].conditions == {}
    shows_itself(shown.match, "b1", "strike")
    assert hit(shown).hit


@pytest.mark.rule("M1-CMB-05", "M1-GLO-08")
def test_a_disengaging_strike_is_made_with_what_reaches() -> None:
    pike, axe = replace(SWORD, name="Pike", inches=3, combat=4), replace(SWORD, name="Axe", combat=9)
    at = fight("5c", "5c", foe=figure("pikeman", weapons=(pike, axe)), apart=3.5)
    at.run(walk(at.match, "a1", 4), destination=[[7.0, 10.0]])
    assert [duel.stat for duel in at.all_of(DuelBegan)] == ["Pike"]


@pytest.mark.rule("M1-ABL-12")
def test_a_gunfighter_fights_with_the_gun_its_talent_names() -> None:
    rifle = replace(GUN, name="Rifle")
    at = fight("", "", figure(weapons=(GUN, rifle), talents=[Talent("Gunfighter", of="Gun")]))
    keys = [offer.key for offer in menu(at.match, at["a1"])]
    assert "strike:Gun" in keys
    assert "strike:Rifle" not in keys


@pytest.mark.rule("M1-CMB-05", "M1-MOD-03")
@pytest.mark.parametrize(("enemy", "moved"), [("9c", False), ("1c", True)])
def test_who_leaves_melee_is_struck_at_and_held_by_a_hit(enemy: str, moved: bool) -> None:
    at = fight("5r", enemy)
    assert at.run(walk(at.match, "a1", 4), destination=[[6.0, 10.0]]) is moved
    assert at["a1"].health == 6
    assert len(at.all_of(Moved)) == int(moved)
    assert at.all_of(Targeted)[0].action == "Disengaging Strike"


@pytest.mark.rule("M1-CMB-05", "M1-ABL-15", "M1-ABL-26", "Q-61")
@pytest.mark.parametrize(
    ("talents", "cards", "moved"),
    [((), "1c 13c", True), ((), "13c 12c", False), (("Ruthless",), "13c", False)],
)
def test_who_strikes_at_a_harmless_model_that_leaves_needs_the_duel_too(
    talents: tuple[str, ...], cards: str, moved: bool
) -> None:
    at = fight("2r", cards, figure("meek", talents=["Harmless"]), figure("foe", talents=talents))
    assert at.run(walk(at.match, "a1", 4), destination=[[6.0, 10.0]]) is moved


@pytest.mark.rule("M1-CMB-05", "M1-MOD-03")
def test_no_strike_within_melee_or_by_the_paralyzed() -> None:
    at = fight("", "")
    at.run(walk(at.match, "a1", 4), destination=[[10.0, 10.5]])
    assert at.all_of(Targeted) == []
    held = fight("", "").change("b1", conditions={PARALYZED: 1})
    held.run(walk(held.match, "a1", 4), destination=[[6.0, 10.0]])
    assert held.all_of(Targeted) == []


@pytest.mark.rule("M1-TER-04")
@pytest.mark.parametrize(("material", "hardness"), [("wood", 3), ("brick", 6), ("stone", 8), ("metal", 10)])
@pytest.mark.parametrize("more", [0, 1])
def test_terrain_breaks_by_more_than_its_hardness(material: str, hardness: int, more: int) -> None:
    holds, damage = not more, hardness + more
    piece = Piece("door", rectangle(11, 9, 1, 2), ("destructible", "blocking"), 2)
    at = fight("7c", "", apart=10, table=ExactTable((piece,), {}, M1E.table))
    at.match.setup = replace(at.setup, materials={"door": material})
    axe = replace(SWORD, damage=(0, damage, damage))
    assert breakable(at.match, at["a1"], axe) == ("door",)
    assert at.run(strike_terrain(at.match, "a1", axe, "door")) is not holds
    assert at.all_of(DuelBegan) == []
    assert breakable(at.match, at["a1"], axe) == (("door",) if holds else ())


@pytest.mark.rule("M1-TER-04", "M1-DMG-09", "M1-ABL-12")
def test_in_melee_nobody_shoots_at_terrain_and_a_gunfighter_reaches_two_inches() -> None:
    doors = [
        Piece(name, rectangle(x, 9, 1, 2), ("destructible",), 2) for name, x in (("near", 7.5), ("far", 3))
    ]
    table = ExactTable(doors, {}, M1E.table)
    for talents, melee, there in (((), 10, ("near", "far")), ((), 2, ()), (("Gunfighter",), 2, ("near",))):
        shooter = figure("shooter", weapons=(GUN,), talents=talents)
        at = Scene([(shooter, 10, 10)], [(MAN, 10 + melee, 10)], table=table)
        assert breakable(at.match, at["a1"], GUN) == there
        offered = [offer.key for offer in menu(at.match, at["a1"]) if offer.key.startswith("break:Gun")]
        assert offered == [f"break:Gun:{name}" for name in there]


@pytest.mark.rule("M1-TER-04", "M1-CMB-06")
def test_terrain_out_of_sight_is_not_shot_at() -> None:
    door = Piece("door", rectangle(3, 9, 1, 2), ("destructible",), 2)
    wall = Piece("wall", rectangle(6, 4, 1, 12), ("blocking", "impassable"), 6)
    for pieces, there in (((door,), ("door",)), ((door, wall), ())):
        at = fight("7c", "", apart=10, table=ExactTable(pieces, {}, M1E.table))
        assert breakable(at.match, at["a1"], GUN) == there


@pytest.mark.rule("M1-TER-04", "M1-GLO-02")
def test_the_flip_against_terrain_may_be_cheated() -> None:
    piece = Piece("door", rectangle(11, 9, 1, 2), ("destructible",), 2)
    at = fight("1c", "", apart=10, table=ExactTable((piece,), {}, M1E.table), hands=("12r", ""))
    at.match.setup = replace(at.setup, materials={"door": "wood"})
    assert at.run(strike_terrain(at.match, "a1", SWORD, "door"), cheat="12r")
    assert at.match.state.terrain_gone == ("door",)
    offered = [offer.key for offer in menu(at.match, at["a1"])]
    assert "break:Sword:door" not in offered
