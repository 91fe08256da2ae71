"""The scenario flips."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.m3e.setup import draw_scenario, strategy_suits
from rules.fate.cards import FULL_DECK, Card
from rules.game.setup.scenario import Override, Scenario, SchemeCard, SeasonCards, StrategyCard, overridden
from rules.refusal import Refusal

CORE = SeasonCards(
    "gg0",
    "Core book",
    (
        StrategyCard("Turf War", "ram"),
        StrategyCard("Plant Explosives", "tome"),
        StrategyCard("Corrupted Idols", "mask"),
        StrategyCard("Reckoning", "crow"),
    ),
    tuple(SchemeCard(n, f"Scheme {n}") for n in range(1, 14)),
)
POOL = "1r 2r 3r 4r 5r"


def draw(codes, season=CORE) -> Scenario:
    return draw_scenario(iter([Card.parse(code) for code in codes.split()]), season)


@pytest.mark.rule("M3E-SETUP-04")
def test_the_higher_card_attacks():
    assert draw(f"9m 4c {POOL}").attacker_seat == 0
    scenario = draw(f"4c 9m {POOL}")
    assert (scenario.attacker_seat, scenario.attacker.code, scenario.defender.code) == (1, "9m", "4c")


@pytest.mark.rule("M3E-SETUP-04")
def test_jokers_and_ties_are_flipped_again_and_kept_on_record():
    scenario = draw(f"RJ 9m BJ 9c 5r 8t {POOL}")
    assert (scenario.attacker.code, scenario.defender.code, scenario.attacker_seat) == ("8t", "5r", 1)
    flips = [(f.role, f.card.code, f.stands) for f in scenario.flips[:6]]
    assert flips == [
        ("seat_0", "RJ", False),
        ("seat_0", "9m", False),
        ("seat_1", "BJ", False),
        ("seat_1", "9c", False),
        ("seat_0", "5r", True),
        ("seat_1", "8t", True),
    ]


@pytest.mark.rule("M3E-SETUP-05", "SL-3E-14")
@pytest.mark.parametrize(
    ("attacker", "strategy"),
    [("9r", "Turf War"), ("9t", "Plant Explosives"), ("9m", "Corrupted Idols"), ("9c", "Reckoning")],
)
def test_the_attackers_suit_is_the_strategy(attacker, strategy):
    assert draw(f"{attacker} 4c {POOL}").strategy == strategy


@pytest.mark.rule("M3E-SETUP-06", "SL-3E-14")
@pytest.mark.parametrize(
    ("defender", "deployment"), [("4r", "Standard"), ("4c", "Corner"), ("4t", "Flank"), ("4m", "Wedge")]
)
def test_the_defenders_suit_is_the_deployment(defender, deployment):
    assert draw(f"9m {defender} {POOL}").deployment == deployment


@pytest.mark.rule("M3E-SETUP-15", "SL-3E-14")
def test_five_different_schemes():
    scenario = draw("9m 4c 7r RJ 7c 1t 13m BJ 2r 1r 11c")
    assert [scheme.number for scheme in scenario.schemes] == [7, 1, 13, 2, 11]
    assert [f.card.code for f in scenario.flips if not f.stands] == ["RJ", "7c", "BJ", "1r"]


def test_seasons_without_suits_take_the_house_order():
    bare = SeasonCards("gg1", "GG1", tuple(StrategyCard(s.name) for s in CORE.strategies), CORE.schemes)
    assert strategy_suits(bare) == strategy_suits(CORE)


def test_a_deck_that_runs_out_is_refused():
    with pytest.raises(Refusal) as caught:
        draw("9m 4c 1r 1m 1c")
    assert caught.value.rule == "M3E-SETUP-04"


def test_every_season_of_the_data_can_be_drawn():
    path = Path(__file__).parents[4] / "mfcampaign" / "catalog" / "data" / "m3e" / "seasons.json"
    seasons = json.loads(path.read_text(encoding="utf-8"))
    assert len(seasons) >= 5
    for row in seasons:
        season = SeasonCards(
            row["slug"],
            row["name"],
            tuple(StrategyCard(s["name"], s.get("suit") or "") for s in row["strategies"]),
            tuple(SchemeCard(s["number"], s["name"]) for s in row["schemes"]),
        )
        assert sorted(strategy_suits(season)) == ["crow", "mask", "ram", "tome"]
        assert len(draw(f"9m 4c {POOL}", season).schemes) == 5


@given(st.permutations(FULL_DECK))
def test_any_deck_gives_a_whole_scenario_and_every_card_is_told(deck):
    cards = iter(deck)
    scenario = draw_scenario(lambda: next(cards), CORE)
    assert len({scheme.number for scheme in scenario.schemes}) == 5
    assert [flip.card for flip in scenario.flips] == list(deck[: len(scenario.flips)])
    assert scenario.attacker.value > scenario.defender.value
    assert sum(flip.stands for flip in scenario.flips) == 7


@pytest.mark.rule("M3E-SETUP-15")
def test_what_is_set_by_hand_takes_the_place_of_what_was_drawn():
    drawn = draw("3r 9c " + POOL)
    assert overridden(drawn) == drawn
    over = overridden(
        drawn,
        Override(strategy="Reckoning", terrain=("a shrine",)),
        Override(deployment="Flank", schemes=(9, 1, 2, 3, 4), terrain=("a shrine", "a well")),
        season=CORE,
    )
    assert (over.strategy, over.deployment, over.terrain) == ("Reckoning", "Flank", ("a shrine", "a well"))
    assert [scheme.number for scheme in over.schemes] == [1, 2, 3, 4, 9]
    assert over.set_by_hand == ("strategy", "terrain", "deployment", "schemes")
    assert over.flips == drawn.flips


@pytest.mark.rule("M3E-SETUP-15")
@pytest.mark.parametrize(
    ("numbers", "season", "said"),
    [
        ((1, 2, 3, 4, 99), CORE, "no Scheme 99"),
        ((1, 2, 3, 4, 5), None, "no Scheme 1"),
        ((1, 2, 3, 4), CORE, "5 different Schemes"),
        ((1, 2, 3, 4, 4), CORE, "5 different Schemes"),
        ((1, 2, 3, 4, 5, 5), CORE, "5 different Schemes"),
    ],
)
def test_a_pool_by_hand_is_of_five_different_schemes_of_the_season(numbers, season, said):
    with pytest.raises(Refusal, match=said) as refused:
        overridden(draw("3r 9c " + POOL), Override(schemes=numbers), season=season)
    assert refused.value.rule == "M3E-SETUP-15"
