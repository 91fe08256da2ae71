"""Twists, jokers and bands of the First Edition, and the figures they are read on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.edition import edition_of
from rules.editions.m1e.examples import CREWS, FIGURES
from rules.editions.m1e.play.figures import NOT_LIVING, TALENTS, Talent, figure_of, problems_of
from rules.editions.m1e.play.flips import (
    bars_cheating,
    blast_damage,
    cards_flipped,
    counting,
    damage_of,
    fall_flips,
    halved,
    healed_by,
    prevented_by,
)
from rules.editions.m1e.readings import M1E, STANDARD, ReadingsM1, RulesetM1
from rules.fate.cards import BLACK_JOKER, FULL_DECK, RED_JOKER, Card
from rules.refusal import Refusal
from tests.rules.editions.m1e.play.scenes import figure

PROFILE = (1, 3, 5)


def cards(codes: str) -> list[Card]:
    return [Card.parse(code) for code in codes.split()]


def codes(chosen: tuple[Card, ...]) -> str:
    return " ".join(card.code for card in chosen)


@pytest.mark.rule("M1-GLO-12", "Q-24", "Q-37", "Q-38")
@pytest.mark.parametrize(
    ("flipped", "twist", "counts"),
    [
        ("5r", 0, "5r"),
        ("5r 9c", 1, "9c"),
        ("5r 9c 9m", 2, "9c 9m"),
        ("5r 9c", -1, "5r"),
        ("5r RJ 2c", -2, "RJ"),
        ("5r RJ 2c", 2, "RJ"),
        ("3m 3t 8c", -2, "3m 3t"),
    ],
)
def test_the_highest_or_the_lowest_counts(flipped: str, twist: int, counts: str) -> None:
    assert codes(counting(cards(flipped), twist)) == counts


@pytest.mark.rule("M1-GLO-12")
@given(st.integers(-30, 30))
def test_every_twist_is_a_card_and_there_is_no_limit(twist: int) -> None:
    assert cards_flipped(twist) == 1 + abs(twist)


@pytest.mark.rule("Q-24")
def test_any_card_of_a_positive_flip_by_the_other_reading() -> None:
    readings = ReadingsM1(positive_takes="any")
    assert codes(counting(cards("5r 9c"), 1, readings)) == "5r 9c"
    assert codes(counting(cards("5r 9c"), -1, readings)) == "5r"


@pytest.mark.rule("M1-GLO-13")
@given(st.lists(st.sampled_from(FULL_DECK), min_size=1, max_size=6, unique=True), st.integers(-5, 5))
def test_the_black_joker_overrides_everything_and_stops_cheating(flipped: list[Card], twist: int) -> None:
    counts = counting([*flipped, BLACK_JOKER], twist)
    assert counts == (BLACK_JOKER,)
    assert bars_cheating(BLACK_JOKER, twist, duel=True)
    assert bars_cheating(BLACK_JOKER, twist, duel=False)


@pytest.mark.rule("M1-GLO-02", "Q-06")
def test_no_cheating_on_a_negative_twist() -> None:
    card = Card.parse("5r")
    assert not bars_cheating(card, 0, duel=True)
    assert not bars_cheating(card, 2, duel=False)
    assert bars_cheating(card, -1, duel=False)
    assert bars_cheating(card, -1, duel=True)
    loose = ReadingsM1(negative_bars_duels=False)
    assert not bars_cheating(card, -1, duel=True, readings=loose)
    assert bars_cheating(card, -1, duel=False, readings=loose)


@pytest.mark.rule("M1-DMG-01")
@pytest.mark.parametrize(
    ("difference", "twist"), [(0, -2), (1, -1), (5, -1), (6, 0), (10, 0), (11, 1), (20, 1)]
)
def test_the_twist_of_the_damage_flip_follows_the_difference(difference: int, twist: int) -> None:
    assert STANDARD.difference_twist(difference) == twist


@pytest.mark.rule("M1-DMG-02", "Q-03")
@pytest.mark.parametrize(
    ("flipped", "damage"),
    [("BJ", 0), ("1c", 1), ("5t", 1), ("6c", 3), ("10r", 3), ("11r", 5), ("13m", 5)],
)
def test_the_card_gives_weak_moderate_or_severe(flipped: str, damage: int) -> None:
    assert damage_of(PROFILE, cards(flipped)) == damage


@pytest.mark.rule("M1-DMG-02", "Q-03")
@pytest.mark.parametrize(("more", "damage"), [("2c", 6), ("7c", 8), ("12c", 10), ("BJ", 5)])
def test_the_red_joker_is_severe_and_another_card(more: str, damage: int) -> None:
    assert damage_of(PROFILE, [RED_JOKER, Card.parse(more)]) == damage


@pytest.mark.rule("M1-DMG-03")
@pytest.mark.parametrize(
    ("flipped", "wounds"), [("BJ", 0), ("5c", 1), ("6c", 2), ("10c", 2), ("11c", 3), ("RJ 6c", 5)]
)
def test_a_prevention_flip(flipped: str, wounds: int) -> None:
    assert prevented_by(cards(flipped)) == wounds


@pytest.mark.rule("M1-ACT-01")
@pytest.mark.parametrize(
    ("flipped", "missing", "healed"),
    [("BJ", 6, 0), ("5c", 6, 1), ("10c", 6, 2), ("11c", 6, 3), ("RJ", 6, 6), ("13c", 2, 2), ("RJ", 0, 0)],
)
def test_a_healing_flip(flipped: str, missing: int, healed: int) -> None:
    assert healed_by(Card.parse(flipped), missing) == healed


@pytest.mark.rule("M1-DMG-11", "Q-16")
def test_a_blast_is_one_step_weaker_and_nothing_below_weak() -> None:
    assert [blast_damage(PROFILE, strength) for strength in range(4)] == [0, 1, 3, 5]


@pytest.mark.rule("M1-GLO-09", "Q-10")
def test_halves_are_rounded_up() -> None:
    assert [halved(amount) for amount in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]
    assert halved(3, ReadingsM1(half_rounds="down")) == 1


@pytest.mark.rule("M1-MOVE-11", "Q-02")
@pytest.mark.parametrize(("inches", "flips", "rounded"), [(2, 0, 1), (3, 1, 1), (5, 1, 2), (6, 2, 2)])
def test_a_fall_is_a_flip_for_every_three_inches(inches: float, flips: int, rounded: int) -> None:
    assert fall_flips(inches) == flips
    assert fall_flips(inches, STANDARD.with_readings({"fall_partial": "round_up"})) == rounded


def test_the_edition_has_its_table_and_refuses_unknown_readings() -> None:
    assert M1E.table == edition_of("m1e").table.policies
    with pytest.raises(Refusal):
        STANDARD.with_readings({"moon": "full"})
    with pytest.raises(Refusal):
        STANDARD.with_readings({"drain_wp": "per_moon"})


@pytest.mark.rule("Q-13")
def test_what_actions_cost_is_a_number_of_the_ruleset() -> None:
    known = {"walk": 1, "strike": 1, "bash": 1, "charge": 2, "focus": 2, "defensive_stance": 1, "heal": 1}
    assert STANDARD.general_ap == 2
    assert {name: STANDARD.price(name) for name in known} == known
    assert RulesetM1(prices=(("walk", 3),)).price("walk") == 3


# Figures


@pytest.mark.rule("M1-CARD-01", "M1-CARD-04", "M1-CARD-06", "M1R-SPI-01")
def test_who_lives_and_who_fears() -> None:
    assert figure().living
    assert figure().fears
    for name in NOT_LIVING:
        dead = figure(characteristics=(name,))
        assert not dead.living
        assert not dead.fears
    assert figure(characteristics=("Insignificant",)).living


@pytest.mark.rule("M1-CARD-08")
def test_masters_and_who_says_so_are_unique() -> None:
    assert figure(station="Master").unique
    assert figure(characteristics=("Unique",)).unique
    assert not figure().unique


@pytest.mark.rule("M1-ABL-30")
def test_masters_use_soulstones_and_who_says_so() -> None:
    assert figure(station="Master").uses_stones
    assert figure(talents=["Use Soulstones"]).uses_stones
    assert not figure().uses_stones


@pytest.mark.rule("M1-GLO-11")
def test_same_named_talents_do_not_stack_but_armor_does() -> None:
    twice = figure(talents=[Talent("Regeneration", 1), Talent("Regeneration", 2), Talent("Armor", 1)])
    assert twice.number("Regeneration") == 2
    armoured = figure(talents=[Talent("Armor", 1), Talent("Armor", 2)])
    assert armoured.stacked("Armor") == 3


@pytest.mark.rule("M1-CARD-07", "M1-CARD-09", "M1-CARD-10", "M1-CARD-11", "M1-CARD-12")
def test_figures_that_cannot_be() -> None:
    plain = {"slug": "x", "name": "X", "faction": "Guild"}
    sword = {"name": "Sword", "kind": "melee", "inches": 1, "combat": 5, "damage": [1, 2, 4]}
    assert figure_of({**plain, "weapons": [sword]}).weapon("Sword").damage == (1, 2, 4)
    for wrong, rule in (
        ({"wd": 0}, "M1-CARD-09"),
        ({"cost": -1}, "M1-CARD-10"),
        ({"station": "Totem"}, "M1-CARD-07"),
        ({"weapons": [{**sword, "damage": [4, 2, 1]}]}, "M1-CARD-11"),
        ({"weapons": [{**sword, "suits": ["stars"]}]}, "M1-CARD-11"),
        ({"talents": [{"name": "Moonwalk"}]}, "M1-CARD-12"),
        ({"talents": [{"name": "Armor"}]}, "M1-ABL-02"),
        ({"talents": [{"name": "Float", "number": 2}]}, "M1-ABL-09"),
        ({"wk": "fast"}, "M1-CARD-09"),
    ):
        with pytest.raises(Refusal) as refused:
            figure_of({**plain, **wrong})
        assert refused.value.rule == rule, wrong


def test_every_practice_figure_can_be_and_every_talent_stands_on_one() -> None:
    assert not [problem for held in FIGURES.values() for problem in problems_of(held)]
    printed = {talent.name for held in FIGURES.values() for talent in held.talents}
    missing = {name.removesuffix(" #") for name in TALENTS} - printed
    assert missing == {
        "Immune to Fast",
        "Immune to Paralyzed",
        "Immune to Reactivate",
    }
    assert len({crew.faction for crew in CREWS}) == 5
    assert all(slug in FIGURES for crew in CREWS for slug in crew.models)
