"""The Second Edition's set-up by cards."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.edition import edition_of
from rules.editions.m2e.setup import CORE, SEASONS, draw_scenario_m2, season_named
from rules.editions.m2e.zones import DEPLOYMENTS
from rules.fate.cards import FULL_DECK, Card
from rules.game.setup.drawn import flip_scenario
from rules.game.setup.scenario import Scenario, SeasonCards
from rules.refusal import Refusal


def draw(codes: str, season: SeasonCards = CORE) -> Scenario:
    return draw_scenario_m2(iter([Card.parse(code) for code in codes.split()]), season)


def pool(codes: str, season: SeasonCards = CORE) -> set[str]:
    return {scheme.name for scheme in draw(codes, season).schemes}


@pytest.mark.rule("M2-SETUP-03")
@pytest.mark.parametrize(
    ("card", "deployment"),
    [
        ("1r", "Standard"),
        ("7c", "Standard"),
        ("8m", "Corner"),
        ("10t", "Corner"),
        ("11r", "Flank"),
        ("13c", "Flank"),
        ("RJ", "Close"),
        ("BJ", "Close"),
    ],
)
def test_the_value_of_the_first_card_is_the_deployment(card: str, deployment: str) -> None:
    assert draw(f"{card} 2r 3c 4m").deployment == deployment


@pytest.mark.rule("M2-SETUP-09", "M2-STR-01", "M2-STR-02", "M2-STR-03", "M2-STR-04", "M2-STR-05")
@pytest.mark.parametrize(
    ("card", "strategy"),
    [
        ("9r", "Turf War"),
        ("9c", "Reckoning"),
        ("2m", "Reconnoiter"),
        ("2t", "Squatter's Rights"),
        ("RJ", "Stake a Claim"),
        ("BJ", "Stake a Claim"),
    ],
)
def test_the_suit_of_the_second_is_the_strategy_of_both(card: str, strategy: str) -> None:
    assert draw(f"1r {card} 3c 4m").strategy == strategy


@pytest.mark.rule("M2-STR-06", "M2-STR-08", "M2-STR-09")
@pytest.mark.parametrize(
    ("year", "card", "strategy"),
    [
        ("2016", "3c", "Guard the Stash"),
        ("2016", "4c", "Reckoning"),
        ("2017", "RJ", "Collect the Bounty"),
        ("2017", "BJ", "Stake a Claim"),
        ("2018", "5m", "Symbols of Authority"),
        ("2018", "6m", "Interference"),
    ],
)
def test_later_years_have_two_sets(year: str, card: str, strategy: str) -> None:
    season = season_named(f"m2e-{year}")
    assert season is not None
    assert draw(f"1r {card} 3r 4m 5c 6t 7r", season).strategy == strategy


@pytest.mark.rule("M2-SETUP-10", "M2-SCH-01", "M2-SCH-04", "M2-SCH-05", "M2-SCH-09", "M2-SCH-10")
def test_each_card_gives_the_scheme_of_its_suit_and_of_its_value() -> None:
    wanted = {"A Line in the Sand", "Assassinate", "Breakthrough", "Plant Evidence", "Entourage"}
    assert pool("1r 2r 3c 4m") == wanted


@pytest.mark.rule("M2-SETUP-11", "M2-SCH-02")
def test_where_two_are_the_same_doubles_is_the_missing_one() -> None:
    same_suit = {"A Line in the Sand", "Bodyguard", "Plant Evidence", "Entourage", "Distract"}
    assert pool("1r 2r 3r 4r") == same_suit
    same_value = {"A Line in the Sand", "Bodyguard", "Protect Territory", "Power Ritual", "Distract"}
    assert pool("1r 2r 13r 13t") == same_value


@pytest.mark.rule("M2-SETUP-12")
def test_jokers_among_the_scheme_cards_are_flipped_again_and_kept_on_record() -> None:
    scenario = draw("1r RJ BJ 3c 4m")
    fell = [(flip.role, flip.card.code, flip.stands) for flip in scenario.flips]
    kept = [("pool", "3c", True), ("pool", "4m", True)]
    assert fell[1:] == [("strategy", "RJ", True), ("pool", "BJ", False), *kept]


@pytest.mark.rule("M2-SETUP-13", "M2-SETUP-18")
def test_one_deck_is_enough_and_nobody_attacks() -> None:
    scenario = draw("1r 2r 3c 4m 5t")
    assert (scenario.attacker, scenario.attacker_seat, len(scenario.flips)) == (None, None, 4)
    with pytest.raises(Refusal):
        draw("1r 2r 3c")


@pytest.mark.rule("M2-SETUP-20", "M2-SCH-20", "M2-SCH-21", "M2-SCH-23")
def test_each_year_has_its_own_chart() -> None:
    assert "Convict Labor" in pool("1r 2r 3c 4m", season_named("m2e-2016") or CORE)
    assert "Claim Jump" in pool("1r 2r 3c 4m", season_named("m2e-2017") or CORE)
    assert pool("1r 2r 3c 4m", season_named("m2e-2015") or CORE) == pool("1r 2r 3c 4m")


@pytest.mark.rule("M2-SCH-22")
def test_2018_pairs_a_scheme_with_the_strategy_and_draws_four() -> None:
    season = season_named("m2e-2018") or CORE
    assert pool("1r 2m 1r RJ 1c 2c 3c 4c", season) == {
        "Punish the Weak",
        "Covert Breakthrough",
        "Dig Their Graves",
        "Set Up",
        "Hold Up Their Forces",
    }
    assert "Guarded Treasure" in pool("1r BJ 1r 2c 3c 4c", season)


@pytest.mark.rule("M2-SCH-03", "M2-SCH-06", "M2-SCH-07", "M2-SCH-08", "M2-SCH-11", "M2-SCH-12", "M2-SCH-13")
@pytest.mark.rule("M2-SCH-14", "M2-SCH-15", "M2-SCH-16", "M2-SCH-17", "M2-SCH-18", "M2-SCH-19")
def test_the_core_chart_has_each_scheme_at_its_place() -> None:
    by_mark = {scheme.mark: scheme.name for scheme in CORE.schemes}
    assert by_mark == {
        "1": "Cursed Object",
        "2": "Outflank",
        "3": "Plant Evidence",
        "4": "Entourage",
        "5": "Vendetta",
        "6": "Plant Explosives",
        "7": "Make Them Suffer",
        "8": "Deliver a Message",
        "9": "Take Prisoner",
        "10": "Spring the Trap",
        "11": "Murder Protégé",
        "12": "Frame for Murder",
        "13": "Power Ritual",
        "ram": "Bodyguard",
        "mask": "Breakthrough",
        "crow": "Assassinate",
        "tome": "Protect Territory",
        "always": "A Line in the Sand",
        "doubles": "Distract",
    }


@given(st.permutations(FULL_DECK), st.sampled_from(SEASONS))
def test_any_deck_makes_a_pool_of_five_different_schemes(deck: list[Card], season: SeasonCards) -> None:
    scenario = flip_scenario(iter(deck), season)
    assert len({scheme.name for scheme in scenario.schemes}) == 5
    assert scenario.deployment in edition_of("m2e").setup.deployments
    assert scenario.strategy in {strategy.name for strategy in season.strategies}


@pytest.mark.rule("M2-SETUP-02", "M2-SETUP-04", "M2-SETUP-05", "M2-SETUP-06", "M2-SETUP-07", "M2-SETUP-08")
def test_the_zones_are_as_deep_as_printed_and_lie_opposite() -> None:
    assert [each.name for each in DEPLOYMENTS] == [*edition_of("m2e").setup.deployments]
    depth = {}
    for each in DEPLOYMENTS:
        name, (south, north) = each.slug, each.both()
        if south.area is None:
            depth[name] = south.reach
            assert (south.corner, north.corner) == ((0.0, 0.0), (36.0, 36.0))
            continue
        assert north.area is not None
        turned = {(36 - x, 36 - y) for x, y in south.area.points}
        assert turned == set(north.area.points)
        depth[name] = sorted({y for _, y in south.area.points})[1]
    assert depth == {"standard": 6.0, "corner": 12.0, "flank": 9.0, "close": 12.0}
