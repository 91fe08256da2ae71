"""AP of the First Edition, its Actions and extra ones, spells."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.editions.m1e.play.actions import general_ap, menu, take
from rules.editions.m1e.play.damage import HitM1, bury, deal, give, kill, suffer_poison
from rules.editions.m1e.play.figures import ALL_AP, Figure, Spell, Talent, TriggerM1, Weapon
from rules.editions.m1e.play.magic import cast_spell, drain_souls, targets_of
from rules.editions.m1e.play.match import FELL_BACK, PANIC
from rules.editions.m1e.readings import M1E
from rules.editions.m1e.shown import offer_words
from rules.game.events.announcements import ActionDeclared, DuelBegan
from rules.game.events.table import ModelAdded
from rules.game.state import Marker
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m1e.play.scenes import GUN, SWORD, Scene, figure

MAN = figure()
BOLT = Spell(name="Bolt", cc=10, inches=10, resist="df", damage=(1, 3, 5))
MASTER = figure("chief", station="Master")


def facing(who: Figure = MAN, foe: Figure = MAN, apart: float = 5.0, **more: Any) -> Scene:
    return Scene([(who, 10, 10)], [(foe, 10 + apart, 10)], **more)


def keys(at: Scene, name: str = "a1") -> list[str]:
    return [offer.key for offer in menu(at.match, at[name])]


def act(at: Scene, key: str, name: str = "a1", **answers: Any) -> None:
    offer = next(held for held in menu(at.match, at[name]) if held.key == key)
    at.run(take(at.match, name, offer), **answers)


@pytest.mark.rule("M1-MOD-01", "M1-MOD-02", "Q-13")
@pytest.mark.parametrize(
    ("printed", "modifier", "ap"), [(0, "", 2), (3, "", 3), (0, "fast", 3), (0, "slow", 1), (1, "slow", 0)]
)
def test_general_ap(printed: int, modifier: str, ap: int) -> None:
    at = facing(figure(ap=printed))
    if modifier:
        give(at.match, "a1", modifier)
    assert general_ap(at.match, at["a1"]) == ap


@pytest.mark.rule("Q-13", "M1-CARD-12")
def test_what_two_ap_allow_and_what_one() -> None:
    at = facing()
    assert keys(at) == [
        "strike:Sword",
        "focus:Sword",
        "strike:Bash",
        "walk",
        "charge",
        "defensive_stance",
        "jump",
        "pass",
    ]
    at.change("a1", acts=1)
    assert keys(at) == ["strike:Sword", "strike:Bash", "walk", "jump", "pass"]
    at.change("a1", acts=2)
    assert keys(at) == []


@pytest.mark.rule("M1-ACT-03", "M1-CMB-02")
def test_the_stance_is_the_first_action_or_none() -> None:
    at = facing()
    act(at, "pass")
    assert at["a1"].acts == 1
    assert "defensive_stance" not in keys(at)
    at.change("a1", acts=0)
    act(at, "defensive_stance")
    assert at["a1"].conditions == {"defensive stance": 1}
    assert "defensive_stance" not in keys(at)


@pytest.mark.rule("M1-MOD-03")
def test_the_paralyzed_have_no_actions() -> None:
    at = facing().change("a1", conditions={"paralyzed": 1})
    assert keys(at) == []


@pytest.mark.rule("M1-ACT-01", "M1-ABL-30")
def test_heal_costs_a_stone_and_is_for_the_wounded() -> None:
    at = facing(MASTER, decks=("8r", ""), stones=(1, 0))
    assert "heal" not in keys(at)
    at.change("a1", health=1)
    act(at, "heal")
    assert (at["a1"].health, at.match.crew(0).stones) == (3, 0)
    assert "heal" not in keys(at)


@pytest.mark.rule("M1-ACT-04", "M1-CARD-02")
def test_scavengers_gain_scrap() -> None:
    at = facing(figure(characteristics=("Scavenger",)))
    act(at, "scavenge")
    assert at["a1"].tokens == {"scrap": 1}
    assert "scavenge" not in keys(facing())


@pytest.mark.rule("M1-GLO-03", "M1-CARD-02")
@pytest.mark.parametrize(("who", "kind"), [("Graverobber", "corpse"), ("Scavenger", "scrap"), ("", "")])
def test_counters_are_picked_up_by_moving_over_them(who: str, kind: str) -> None:
    at = Scene([(figure("taker", characteristics=(who,) if who else ()), 10, 10)])
    places = (("corpse", 11.5, 10.0), ("scrap", 11.5, 11.1), ("corpse", 12.0, 12.0), ("scrap", 9.0, 12.0))
    markers = {f"m{n}": Marker(id=f"m{n}", kind=held, x=x, y=y) for n, (held, x, y) in enumerate(places)}
    at.match.state = replace(at.match.state, markers=markers)
    act(at, "walk", destination=[[14.0, 10.0]])
    assert at["a1"].tokens == ({kind: 1} if kind else {})
    assert len(at.match.state.markers) == (3 if kind else 4)


@pytest.mark.rule("M1-ABL-20", "M1-ABL-23")
@pytest.mark.parametrize(
    ("talent", "weapon", "more"),
    [
        ("Melee Expert", SWORD, 1),
        ("Melee Master", SWORD, 2),
        ("Ranged Expert", GUN, 1),
        ("Ranged Master", GUN, 2),
    ],
)
def test_extra_strikes_cost_no_general_ap(talent: str, weapon: Weapon, more: int) -> None:
    at = facing(figure(talents=[talent], weapons=(weapon,)))
    for _ in range(more):
        act(at, f"strike:{weapon.name}", target="b1")
        assert at["a1"].acts == 0
    act(at, f"strike:{weapon.name}", target="b1")
    assert at["a1"].acts == 1


@pytest.mark.rule("M1-ABL-05", "M1-ABL-06")
@pytest.mark.parametrize(("talent", "more"), [("Casting Expert", 1), ("Casting Master", 2)])
def test_extra_casts(talent: str, more: int) -> None:
    at = facing(figure(talents=[talent], spells=(BOLT,)))
    for _ in range(more):
        act(at, "cast:Bolt", target="b1")
    assert at["a1"].acts == 0
    act(at, "cast:Bolt", target="b1")
    assert at["a1"].acts == 1


@pytest.mark.rule("M1-MAG-02", "Q-14")
@pytest.mark.parametrize(("condition", "price"), [({}, 2), ({"fast": 1}, 3), ({"slow": 1}, 1)])
def test_an_all_spell_is_all_that_its_activation_holds(condition: dict[str, int], price: int) -> None:
    spells = (replace(BOLT, cost=ALL_AP), replace(BOLT, name="Spark", cost=0))
    at = facing(figure(talents=["Casting Expert"], spells=spells)).change("a1", conditions=condition)
    offer = next(offer for offer in menu(at.match, at["a1"]) if offer.key == "cast:Bolt")
    assert offer_words(at.match, at["a1"], offer).startswith(f"all {price} AP. (all), CC ")
    assert "channel:Bolt" not in keys(at)
    act(at, "cast:Bolt", target="b1")
    assert at["a1"].acts == price
    assert keys(at) == [], "neither a (0) Action nor an extra Cast beside it"
    for spent in ({"acts": 1}, {"bonus": 1}, {"once_activation": {"cast": 1}}):
        assert "cast:Bolt" not in keys(at.change("a1", **{"acts": 0, "once_activation": {}, **spent}))


@pytest.mark.rule("M1-ABL-28", "M1R-DIE-02", "Q-14")
def test_after_an_all_spell_who_is_slow_to_die_still_has_its_last_action() -> None:
    slow = figure("slow", talents=["Slow to Die"], spells=(replace(BOLT, cost=ALL_AP),))
    at = facing(slow, decks=("9r 9m", "1c 2c")).begin("a1")
    act(at, "cast:Bolt", target="b1")
    at.run(deal(at.match, HitM1(target="a1", amount=9)))
    assert at.asked[-1].rule == "M1-ABL-28"
    assert not at["a1"].in_play


@pytest.mark.rule("M1-ABL-10")
def test_a_flurry_is_up_to_three_strikes_for_a_card() -> None:
    at = facing(figure(talents=["Flurry"]), apart=2, hands=("1r", ""))
    act(at, "flurry:Sword", target="b1", use=["yes", "yes"])
    assert len(at.all_of(DuelBegan)) == 3
    stopped = facing(figure(talents=["Flurry"]), apart=2, hands=("1r", ""))
    act(stopped, "flurry:Sword", target="b1", use="no")
    assert len(stopped.all_of(DuelBegan)) == 1
    assert at["a1"].acts == 2
    assert at.match.crew(0).hand == ()
    assert "flurry:Sword" not in keys(facing(figure(talents=["Flurry"])))


@pytest.mark.rule("M1-ABL-24")
def test_rapid_fire_is_for_the_named_weapon() -> None:
    pistol = replace(GUN, name="Pistol")
    rapid = figure(talents=[Talent("Rapid Fire", of="Gun")], weapons=(GUN, pistol))
    at = facing(rapid, hands=("1r", ""))
    assert [key for key in keys(at) if key.startswith("rapid")] == ["rapid_fire:Gun"]
    act(at, "rapid_fire:Gun", target="b1", use=["yes", "yes"])
    assert len(at.all_of(DuelBegan)) == 3


@pytest.mark.rule("M1-ABL-10", "M1-ABL-15")
@pytest.mark.parametrize(("card", "strikes"), [("7c", 0), ("8c", 3)])
def test_a_flurry_at_the_harmless_is_one_duel_and_fails_with_it(card: str, strikes: int) -> None:
    meek = figure("meek", talents=["Harmless"], wd=20)
    at = facing(figure(talents=["Flurry"]), foe=meek, apart=2, hands=("1r", ""), decks=(card, "13c 13r 13m"))
    act(at, "flurry:Sword", target="b1", **({"use": ["yes", "yes"]} if strikes else {}))
    assert [duel.tn for duel in at.all_of(DuelBegan)] == [12, *[None] * strikes]


@pytest.mark.rule("M1-ABL-10")
def test_a_flurry_stops_when_the_target_is_gone() -> None:
    at = facing(figure(talents=["Flurry"]), apart=2, hands=("1r", ""), decks=("2t 13r 12c 13c", "1c"))
    at.change("b1", health=1)
    act(at, "flurry:Sword", target="b1")
    assert not at["b1"].in_play
    assert len(at.all_of(DuelBegan)) == 1


@pytest.mark.rule("M1-MOVE-02", "Q-22")
def test_who_is_in_melee_or_sees_no_enemy_does_not_charge() -> None:
    assert "charge" in keys(facing())
    assert "charge" not in keys(facing(apart=2))
    assert "charge" not in keys(Scene([(MAN, 10, 10), (MAN, 14, 10)]))
    assert "charge" not in keys(facing(figure(weapons=(GUN,))))


@pytest.mark.rule("M1-MOVE-04", "Q-01")
def test_a_charge_ends_in_one_strike_with_plus_on_damage() -> None:
    at = facing(apart=6, decks=("9r 2c 8c", "4c"))
    act(at, "charge", target="b1")
    assert at["b1"].health == 4, "won by 6: no twist but the Charge's, 8 of 2 and 8"
    assert len(at.all_of(DuelBegan)) == 1
    assert at["a1"].acts == 2


@pytest.mark.rule("M1-MOVE-03", "M1-MOVE-04", "M1-MOVE-05", "Q-58")
@pytest.mark.parametrize(
    ("apart", "offered", "left"), [(8.0, ["Pike", "Sword"], 2.181), (9.0, ["Pike"], 3.0)]
)
def test_a_charge_goes_on_until_each_of_its_weapons_reaches(
    apart: float, offered: list[str], left: float
) -> None:
    """As far as its Cg of 6 allows; it strikes with what reaches."""
    pikeman = figure("pikeman", weapons=(replace(SWORD, name="Pike", inches=3), SWORD))
    at = facing(pikeman, apart=apart)
    act(at, "charge", target="b1", **({"attack": "Sword"} if len(offered) > 1 else {}))
    asked = [ask for ask in at.asked if ask.kind == "attack"]
    assert [choice.key for ask in asked for choice in ask.options.choices] == (
        offered if len(offered) > 1 else []
    )
    assert [duel.stat for duel in at.all_of(DuelBegan)] == ["Sword" if len(offered) > 1 else "Pike"]
    assert at["b1"].x - at["a1"].x == pytest.approx(left, abs=0.13)


@pytest.mark.rule("M1-MOVE-04", "M1-ABL-12")
def test_a_gunfighter_charges_with_its_blade() -> None:
    knife = replace(SWORD, name="Knife")
    at = facing(figure(weapons=(GUN, knife), talents=["Gunfighter"]), apart=7)
    act(at, "charge", target="b1")
    assert [duel.stat for duel in at.all_of(DuelBegan)] == ["Knife"]


@pytest.mark.rule("M1-MOVE-05")
def test_a_charge_that_does_not_arrive_strikes_nobody() -> None:
    at = facing(apart=20)
    act(at, "charge", target="b1")
    assert at.all_of(DuelBegan) == []
    assert at["a1"].x == pytest.approx(16.0)


@pytest.mark.rule("M1-ABL-29")
def test_who_wants_to_charge_the_terrifying_stands_up_to_it_once() -> None:
    ghast = figure("ghast", talents=[Talent("Terrifying", 12)])
    at = facing(foe=ghast, apart=6, decks=("9r 12c 8c", "4c")).begin("a1")
    act(at, "charge", target="b1")
    assert [(event.stat, event.tn) for event in at.all_of(DuelBegan)] == [("Wp", 12), ("Sword", None)]
    afraid = facing(foe=ghast, apart=6, decks=("2r", "")).begin("a1")
    act(afraid, "charge", target="b1", branch="south")
    assert afraid["a1"].has("falling back")


@pytest.mark.rule("M1-MOVE-06")
def test_a_jump_is_half_a_walk() -> None:
    at = facing()
    act(at, "jump", destination=[[10.0, 8.0]])
    assert not at.asked[0].options.contains([10.0, 7.9])


@pytest.mark.rule("M1-ACT-02", "M1-STR-05")
def test_the_treasure_is_picked_up_passed_and_dropped() -> None:
    at = Scene([(MAN, 10, 10), (MAN, 11.3, 10)])
    lying = Marker(id="m1", kind="treasure", x=10.0, y=11.0)
    at.match.state = replace(at.match.state, markers={"m1": lying})
    act(at, "take:m1")
    assert (at["a1"].tokens, at.match.state.markers) == ({"treasure": 1}, {})
    assert "jump" not in keys(at)
    at.change("a2", x=11.1811)
    act(at, "pass:a2")
    assert (at["a1"].tokens, at["a2"].tokens) == ({}, {"treasure": 1})
    act(at, "drop", "a2")
    assert at["a2"].tokens == {}
    assert [marker.x for marker in at.match.state.markers.values()] == [11.1811]


@pytest.mark.rule("M1-ABL-28")
def test_the_last_action_costs_one_ap_at_most() -> None:
    last = figure(talents=["Slow to Die"])
    at = facing(last, apart=2, hands=("1r", "")).change("a1", acts=2, health=0)
    at.run(kill(at.match, "a1"))
    offered = {choice.key for choice in at.asked[0].options.choices}  # type: ignore[attr-defined]
    assert "strike:Sword" in offered
    assert not {"focus:Sword", "charge", "flurry:Sword"} & offered


# Spells


def cast(at: Scene, spell: Spell, *, channelled: bool = False, **answers: Any) -> bool:
    result = at.run(cast_spell(at.match, "a1", spell, channelled=channelled), **answers)
    assert isinstance(result, bool)
    return result


@pytest.mark.rule("M1-MAG-01", "M1-MAG-09", "M1-MAG-08")
def test_casting_resisting_effects() -> None:
    at = facing(figure(spells=(BOLT,)), decks=("9r 8c", "3c"))
    assert cast(at, BOLT, target="b1")
    began = [(event.stat, event.tn) for event in at.all_of(DuelBegan)]
    assert began == [("Ca", 10), ("Df", 14)]
    assert at["b1"].health == 3, "13 against 7 is a difference of 6: no twist"


@pytest.mark.rule("M1-MAG-09", "M1-DUEL-04")
def test_the_casting_needs_its_number_and_suits() -> None:
    suited = replace(BOLT, suits=("tome",))
    for spell, card, printed, done in (
        (BOLT, "5r", (), False),
        (suited, "9r", (), False),
        (suited, "9t", (), True),
        (suited, "9r", ("tome",), True),
    ):
        at = facing(figure(spells=(spell,), ca_suits=printed), decks=(f"{card} 8c", "3c"))
        assert cast(at, spell, target="b1") is done


@pytest.mark.rule("M1-MOR-07", "M1-MAG-10")
def test_who_falls_back_resists_an_enemys_spell_with_minus() -> None:
    for seat, minus in ((1, 1), (0, 0)):
        own, enemy = [(figure(spells=(BOLT,)), 10, 10)], [(MAN, 16, 10)]
        at = Scene(own, enemy, decks=("9c", "")) if seat else Scene([*own, *enemy], decks=("9c", ""))
        target = "b1" if seat else "a2"
        at.change(target, conditions={PANIC: FELL_BACK})
        at.run(cast_spell(at.match, "a1", BOLT), target=target)
        assert at.all_of(DuelBegan)[1].minus == (minus, 0)


@pytest.mark.rule("M1-MAG-10")
@pytest.mark.parametrize(("card", "resisted"), [("9c", False), ("10c", True)])
def test_the_resist_total_has_to_exceed(card: str, resisted: bool) -> None:
    at = facing(figure(spells=(BOLT,)), decks=("9r 8c 9t 10t", card))
    cast(at, BOLT, target="b1")
    assert (at["b1"].health == 6) is resisted


@pytest.mark.rule("M1-DMG-09", "M1-MAG-08", "Q-55")
def test_in_melee_an_attack_is_cast_at_whom_it_is_in_melee_with_alone() -> None:
    mend = Spell(name="Mend", cc=5, inches=10, friendly=True, heals=1)
    at = Scene([(MAN, 10, 10), (MAN, 10, 16)], [(MAN, 12, 10), (MAN, 16, 10)])
    assert [model.id for model in targets_of(at.match, at["a1"], BOLT)] == ["b1"]
    assert [model.id for model in targets_of(at.match, at["a1"], mend)] == ["a1", "a2"]
    assert len(targets_of(at.match, at["a2"], BOLT)) == 3


@pytest.mark.rule("M1-MAG-11")
def test_a_friend_that_resisted_may_let_it_work() -> None:
    haste = Spell(name="Haste", cc=8, inches=6, resist="wp", gives=(("fast", 1),), friendly=True)
    at = Scene([(figure(spells=(haste,)), 10, 10), (MAN, 12, 10)], decks=("5r 13c", ""))
    cast(at, haste, target="a2", relent="yes")
    assert at["a2"].conditions == {"fast": 1}
    kept = Scene([(figure(spells=(haste,)), 10, 10), (MAN, 12, 10)], decks=("5r 13c", ""))
    cast(kept, haste, target="a2", relent="no")
    assert kept["a2"].conditions == {}


@pytest.mark.rule("M1-MAG-02", "M1-MAG-03")
def test_what_spells_cost() -> None:
    free, dear = replace(BOLT, name="Free", cost=0), replace(BOLT, name="Dear", cost=2)
    at = facing(figure(spells=(BOLT, free, dear)))
    spells = [key for key in keys(at) if key.split(":")[0] in ("cast", "channel")]
    assert spells == ["cast:Bolt", "channel:Bolt", "cast:Free", "cast:Dear"]
    act(at, "cast:Free", target="b1")
    assert (at["a1"].acts, at["a1"].bonus) == (0, 1)
    assert "cast:Free" not in keys(at)
    act(at, "channel:Bolt", target="b1")
    assert at["a1"].acts == 2


@pytest.mark.rule("M1-MAG-03")
def test_a_channelled_spell_has_plus_on_casting_and_damage() -> None:
    at = facing(figure(spells=(BOLT,)), decks=("2r 9r 2c 8c", "3c"))
    assert cast(at, BOLT, channelled=True, target="b1")
    assert at.all_of(DuelBegan)[0].plus == (1, 0)
    assert at["b1"].health == 3


@pytest.mark.rule("M1-DMG-09", "M1-MAG-09")
def test_a_caster_may_target_whom_it_is_in_melee_with_but_not_beyond_its_range() -> None:
    near = facing(figure(spells=(BOLT,)), apart=2, decks=("9r 8c", "3c"))
    assert cast(near, BOLT, target="b1")
    far = facing(figure(spells=(BOLT,)), apart=14, decks=("9r 8c", "3c"))
    assert not cast(far, BOLT, target="b1")
    assert far.all_of(DuelBegan) == []


@pytest.mark.rule("M1-ABL-15", "M1-MAG-08")
def test_a_spell_at_the_harmless_fails_without_the_duel() -> None:
    at = facing(figure(spells=(BOLT,)), figure("meek", talents=["Harmless"]), decks=("7r", ""))
    assert not cast(at, BOLT, target="b1"), "7 and Wp 4 are no 12, though 7 and Ca 4 would cast it"


@pytest.mark.rule("M1-DMG-12", "M1-DUEL-02")
def test_a_pulse_takes_all_round_but_its_user() -> None:
    wave = Spell(name="Wave", cc=8, pulse=4, damage=(2, 2, 2))
    at = Scene(
        [(figure(spells=(wave,)), 10, 10), (MAN, 12, 10)], [(MAN, 14, 10), (MAN, 20, 10)], decks=("9r", "")
    )
    assert cast(at, wave)
    assert [at[name].health for name in ("a1", "a2", "b1", "b2")] == [6, 4, 4, 6]


@pytest.mark.rule("M1-MAG-06")
def test_the_summoned_come_near_and_slow() -> None:
    raised = figure("raised", mm=40.0)
    call = Spell(name="Call", cc=8, summons="raised")
    at = Scene([(figure(spells=(call,)), 10, 10)], [(raised, 30, 30)], decks=("9r", ""))
    assert cast(at, call, spot=[[15.4, 10.0]])
    added = at.all_of(ModelAdded)[0].model
    assert at[added.id].conditions == {"slow": 1}
    assert not at.asked[-1].options.contains([16.1, 10.0]), "completely within 6 inches of the base"
    assert at.asked[-1].options.contains([15.8, 10.0])


@pytest.mark.rule("M1-CARD-08", "M1-MAG-06")
def test_no_second_copy_of_a_unique_model_is_summoned() -> None:
    beast = figure("beast", characteristics=("Unique",))
    caller = figure("caller", spells=(Spell(name="Call", cc=5, summons="beast"),))
    at = Scene([(caller, 10, 10), (beast, 20, 20)], [(caller, 30, 30)], decks=("9r", ""))
    assert "cast:Call" not in keys(at)
    assert "cast:Call" in keys(at, "b1"), "each Crew may have its own"
    assert "cast:Call" not in keys(at.change("a2", where="buried"))
    assert "cast:Call" in keys(at.change("a2", where="gone"))


@pytest.mark.rule("M1-MAG-06", "M1R-MEAS-04", "M1R-BURY-07")
def test_who_is_called_from_a_roof_stands_where_it_is_put() -> None:
    hut = Piece("hut", rectangle(8, 8, 4, 4), ("climbable",), 3)
    table = ExactTable((hut,), {}, M1E.table)
    call, wake = Spell(name="Call", cc=5, summons="man"), Spell(name="Wake", cc=5, returns=True)
    own = [(figure("caller", spells=(call, wake)), 10, 10), (MAN, 20, 20)]
    at = Scene(own, [(MAN, 30, 30)], decks=("9r 9m 9c", ""), table=table)
    at.change("a1", elevation=3.0).change("a2", where="buried")
    assert cast(at, call, spot=[[14.0, 10.0]])
    assert cast(at, call, spot=[[9.0, 9.0]])
    assert cast(at, wake, spot=[[14.0, 12.0]])
    ground, roof = (at[event.model.id].elevation for event in at.all_of(ModelAdded))
    assert (ground, roof, at["a2"].elevation) == (0.0, 3.0, 0.0)


@pytest.mark.rule("M1-TRG-04")
def test_surge_discards_and_draws_once_the_defender_lost() -> None:
    quick = TriggerM1(name="Surge", stat="ca", suits=("tome",), does="redraw")
    at = facing(figure(spells=(BOLT,), triggers=(quick,)), decks=("9t 12c 8c", "3c"), hands=("1m 2m", ""))
    cast(at, BOLT, target="b1", trigger="Surge", cards=[["1m"]])
    assert [card.code for card in at.match.crew(0).hand] == ["2m", "12c"]
    asked = next(ask.options for ask in at.asked if ask.kind == "cards")
    assert [asked.contains(codes) for codes in ([], ["1m", "2m"])] == [False, False], "one card"
    lost = facing(figure(spells=(BOLT,), triggers=(quick,)), decks=("9t", "13c"), hands=("1m", ""))
    cast(lost, BOLT, target="b1", trigger="Surge")
    assert [card.code for card in lost.match.crew(0).hand] == ["1m"]


@pytest.mark.rule("M1-ABL-19", "Q-30")
def test_immune_to_influence_stops_what_forces_a_morale_duel_only() -> None:
    dread = Spell(name="Dread", cc=8, inches=8, resist="wp", morale=20)
    strong = figure("strong", talents=["Immune to Influence"])
    at = facing(figure(spells=(dread,)), strong, decks=("9r", "1c 2c"))
    cast(at, dread, target="b1")
    assert len(at.all_of(DuelBegan)) == 1
    assert at["b1"].conditions == {}
    weak = facing(figure(spells=(dread,)), decks=("9r", "1c 2c"))
    cast(weak, dread, target="b1")
    assert weak["b1"].has("falling back")


@pytest.mark.rule("M1-MAG-04", "M1-MAG-05", "Q-04", "Q-17")
@pytest.mark.parametrize(("reading", "less"), [("per_use", 1), ("per_model", 2)])
def test_drain_souls(reading: str, less: int) -> None:
    small = figure("small", characteristics=("Insignificant",))
    at = Scene(
        [(MASTER, 10, 10), (MAN, 12, 10), (MAN, 14, 10), (small, 8, 10), (MAN, 30, 10)],
        stones=(9, 0),
        drain_wp=reading,
    )
    at.run(drain_souls(at.match, "a1"), model=[["a2", "a3"]])
    offered = {choice.key for choice in at.asked[0].options.choices}  # type: ignore[attr-defined]
    assert offered == {"a2", "a3"}
    assert at.match.crew(0).stones == 11
    assert [at[name].where for name in ("a2", "a3")] == ["gone", "gone"]
    assert at.match.stat(at["a5"], "wp") == 4 - less
    assert at.match.stat(at["a1"], "wp") == 4, "Masters are spared"
    assert at.match.state.markers == {}


@pytest.mark.rule("Q-17")
@pytest.mark.parametrize(("binds", "stones"), [(False, 9), (True, 8)])
def test_the_pool_maximum_binds_in_play_by_the_other_reading(binds: bool, stones: int) -> None:
    at = Scene([(MASTER, 10, 10), (MAN, 12, 10)], stones=(8, 0), pool_binds_in_play=binds)
    at.run(drain_souls(at.match, "a1"), model=[["a2"]])
    assert at.match.crew(0).stones == stones


@pytest.mark.rule("M1-MAG-04")
def test_only_masters_drain_souls() -> None:
    assert "drain_souls" in keys(facing(MASTER))
    assert "drain_souls" not in keys(facing())


def test_what_is_done_is_said() -> None:
    at = facing()
    act(at, "walk")
    assert at.all_of(ActionDeclared)[0].action == "Walk"


# Transformed and buried


@pytest.mark.rule("M1-MAG-07", "Q-26", "Q-62")
@pytest.mark.parametrize(
    ("reading", "spells"), [("original", ["Shift"]), ("both", ["Bolt", "Shift"])], ids=("original", "both")
)
def test_the_transformed_have_new_stats_old_spells_and_their_wounds(reading, spells) -> None:
    shift = Spell(name="Shift", cc=5, becomes="beast")
    beast = figure("beast", wd=9, ht=3, mm=40.0, wk=6, spells=(BOLT,))
    at = Scene([(figure("shape", spells=(shift,)), 10, 10)], [(beast, 30, 30)], decks=("9r", ""))
    at.match.rules = at.match.rules.with_readings({"transformed_spells": reading})
    at.change("a1", health=4, conditions={"poison": 1}, acts=1)
    assert cast(at, shift)
    now = at["a1"]
    assert (now.name, now.most, now.health, now.size, now.mm) == ("Beast", 9, 7, 3, 40.0)
    assert (now.conditions, now.acts, now.x) == ({"poison": 1}, 1, 10)
    assert at.match.movement(now, "wk") == 6
    assert [spell.name for spell in at.match.spells(now)] == spells
    assert "cast:Shift" in keys(at)


@pytest.mark.rule("M1-MAG-07")
def test_who_changes_to_and_fro_has_each_spell_once() -> None:
    out, back = Spell(name="Out", cc=5, becomes="beast"), Spell(name="Back", cc=5, becomes="shape")
    beast = figure("beast", spells=(back,))
    at = Scene([(figure("shape", spells=(out,)), 10, 10)], [(beast, 30, 30)], decks=("9r 9m 9c", ""))
    at.match.rules = at.match.rules.with_readings({"transformed_spells": "both"})
    for spell in (out, back, out):
        assert cast(at, spell)
    assert [spell.name for spell in at.match.spells(at["a1"])] == ["Back", "Out"]
    assert len(set(keys(at))) == len(keys(at))


@pytest.mark.rule("M1-MAG-07", "M1R-AV-01", "M1R-SPI-09", "Q-60")
def test_who_grows_by_a_spell_shifts_models_back_as_an_avatar_does() -> None:
    grow = Spell(name="Grow", cc=5, becomes="giant")
    shape, giant = figure("shape", spells=(grow,)), figure("giant", mm=50.0)
    at = Scene([(shape, 10, 10)], [(MAN, 11.2, 10), (giant, 30, 30)], decks=("9r", ""))
    assert cast(at, grow)
    assert at["a1"].mm == 50.0
    assert at.match.table.gap(at["a1"], at["b1"]) == pytest.approx(0.0, abs=0.002)
    assert at["b1"].x > 11.5


def buried(**more: Any) -> Scene:
    at = Scene([(MAN, 10, 10), (MASTER, 20, 10)], [(MAN, 12, 10)], **more)
    bury(at.match, "a1")
    return at


@pytest.mark.rule("M1R-BURY-02", "M1R-BURY-05", "M1-GLO-01")
def test_the_buried_are_off_the_table_and_in_the_game() -> None:
    at = buried()
    assert (at["a1"].where, at["a1"].in_play) == ("buried", True)
    assert "a1" not in [model.id for model in targets_of(at.match, at["b1"], BOLT)]
    assert at.run(deal(at.match, HitM1(target="a1", amount=3))) == 0, "nothing new reaches it"
    at.change("a1", conditions={"poison": 2})
    at.run(suffer_poison(at.match, "a1"))
    assert at["a1"].health == 4, "what it had goes on"


@pytest.mark.rule("M1R-BURY-03")
def test_buried_in_its_own_activation_that_ends() -> None:
    at = Scene([(MAN, 10, 10)]).begin("a1")
    bury(at.match, "a1")
    assert not at.match.is_acting("a1")
    assert keys(at) == []


@pytest.mark.rule("M1R-BURY-04")
def test_buried_while_named_in_a_group_its_activation_is_over() -> None:
    at = Scene([(MAN, 10, 10), (MAN, 12, 10)]).begin("a1")
    at.match.state = replace(at.match.state, chain=("a2",))
    bury(at.match, "a2")
    assert at["a2"].activated


@pytest.mark.rule("M1R-BURY-06")
def test_who_dies_while_buried_leaves_no_counter() -> None:
    at = buried()
    at.run(kill(at.match, "a1"))
    assert at["a1"].where == "gone"
    assert at.match.state.markers == {}


@pytest.mark.rule("M1R-BURY-07")
def test_whatever_lets_models_return_brings_back_any() -> None:
    call = Spell(name="Call Up", cc=5, returns=True)
    at = Scene([(figure("caller", spells=(call,)), 10, 10), (MAN, 20, 10)], decks=("9r", ""))
    assert "cast:Call Up" not in keys(at)
    bury(at.match, "a2", by="somebody else")
    assert cast(at, call, spot=[[12.0, 10.0]])
    assert (at["a2"].where, at["a2"].x, at["a2"].conditions) == ("table", 12.0, {})


@pytest.mark.rule("M1R-BURY-02")
def test_a_spell_buries_its_target_and_the_treasure_stays() -> None:
    grave = Spell(name="Grave", cc=5, inches=8, buries=True)
    at = facing(figure(spells=(grave,)), decks=("9r", "")).change("b1", tokens={"treasure": 1})
    assert cast(at, grave, target="b1")
    assert (at["b1"].where, at["b1"].tokens) == ("buried", {})
    assert [marker.kind for marker in at.match.state.markers.values()] == ["treasure"]
