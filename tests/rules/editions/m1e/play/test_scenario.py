"""The First Edition's set-up by cards, its features and special events."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.editions.m1e.setup import (
    BRAWL,
    SCRAP,
    another_turn,
    deployment_by_card,
    draw_scenario_m1,
    size_for,
    sizes_of,
    strategy_by_card,
)
from rules.editions.m1e.special import EVENTS, FEATURES, Luck, creepy_structure, event_strikes, feature_named
from rules.fate.cards import FULL_DECK, Card
from rules.game.setup.scenario import SeparateScenario
from rules.refusal import Refusal


def draw(codes: str, **options: bool) -> SeparateScenario:
    return draw_scenario_m1(iter([Card.parse(code) for code in codes.split()]), SCRAP, **options)


@pytest.mark.rule("M1-ENC-01", "M1-ENC-02", "M1-ENC-09")
def test_a_scrap_is_small_and_a_brawl_is_large():
    assert (SCRAP.least, SCRAP.most, SCRAP.hand, SCRAP.masters, SCRAP.pool, SCRAP.schemes) == (
        1,
        45,
        6,
        1,
        8,
        2,
    )
    assert (BRAWL.least, BRAWL.most, BRAWL.hand, BRAWL.masters, BRAWL.pool, BRAWL.schemes) == (
        30,
        70,
        7,
        2,
        10,
        3,
    )
    assert (SCRAP.copies, BRAWL.copies) == (1, 2)
    by_size = {n: [size.slug for size in sizes_of(n)] for n in (0, 1, 29, 30, 45, 46, 70, 71)}
    assert by_size == {
        0: [],
        1: ["scrap"],
        29: ["scrap"],
        30: ["scrap", "brawl"],
        45: ["scrap", "brawl"],
        46: ["brawl"],
        70: ["brawl"],
        71: [],
    }
    with pytest.raises(Refusal) as refused:
        size_for("scrap", 46)
    assert refused.value.rule == "M1-ENC-01"
    with pytest.raises(Refusal) as refused:
        size_for("brawl", 29)
    assert refused.value.rule == "M1-ENC-02"


@pytest.mark.rule("M1-ENC-05")
def test_the_card_names_the_deployment():
    named = [deployment_by_card(Card("ram", value)) for value in range(1, 14)]
    assert named == ["Diagonal"] * 4 + ["Standard"] * 5 + ["Corners"] * 4


@pytest.mark.rule("M1-ENC-05")
@pytest.mark.parametrize(("joker", "chooser"), [("BJ", 0), ("RJ", 1)])
def test_a_joker_leaves_the_deployment_to_the_flipper_or_the_other(joker, chooser):
    scenario = draw(f"5r {joker} 1m 4c 9r 8r")
    assert (scenario.deployment, scenario.deployment_by) == ("", chooser)


@pytest.mark.rule("M1-ENC-07")
def test_each_player_flips_a_strategy_of_their_own():
    named = [strategy_by_card(Card("ram", value)) for value in range(1, 14)]
    assert named == (
        ["Treasure Hunt"] * 3
        + ["Assassinate"] * 2
        + ["Slaughter"] * 3
        + ["Claim Jump"] * 2
        + ["Reconnoiter"] * 3
    )
    assert draw("5r 5r 1m 13c 9r 8r").strategies == ("Treasure Hunt", "Reconnoiter")
    assert draw("5r 5r RJ BJ 9r 8r").strategies == ("", "")


@pytest.mark.rule("M1-ENC-03", "M1-ENC-17")
def test_the_location_is_a_card_and_the_higher_flip_picks_sides():
    scenario = draw("11t 5r 1m 4c 7r 7m RJ 13c")
    assert scenario.location.code == "11t"
    assert scenario.first == 0
    assert [(f.role, f.stands) for f in scenario.flips[4:]] == [
        ("sides_0", False),
        ("sides_1", False),
        ("sides_0", True),
        ("sides_1", True),
    ]
    assert draw("11t 5r 1m 4c BJ 1m").first == 1


@pytest.mark.rule("M1-ENC-19", "Q-07")
def test_a_ten_prolongs_the_game_from_the_sixth_turn_on():
    assert another_turn(5, None)
    assert [another_turn(6, Card.parse(code)) for code in ("9r", "10r", "BJ", "RJ")] == [
        False,
        True,
        False,
        True,
    ]
    assert another_turn(9, Card.parse("13c"))


def test_the_value_counts_down_the_lists_and_what_lies_beyond_is_flipped_again():
    scenario = draw("5r 5r 1m 4c 9r 8r BJ 1r 12c 11m", feature=True, event=True)
    assert (scenario.feature, scenario.event) == ("Ancient Monument", "Torrential Rains")
    assert [(f.card.code, f.stands) for f in scenario.flips[6:]] == [
        ("BJ", False),
        ("1r", True),
        ("12c", False),
        ("11m", True),
    ]
    assert draw("5r 5r 1m 4c 9r 8r RJ", feature=True).feature == "Soulstone Vein"


def test_too_few_cards_are_refused():
    with pytest.raises(Refusal, match="ran out"):
        draw("5r 5r 1m 4c 9r")


@given(st.permutations(FULL_DECK))
def test_any_deck_gives_a_whole_set_up(deck):
    scenario = draw_scenario_m1(iter(deck), BRAWL, feature=True, event=True)
    assert (scenario.deployment == "") == (scenario.deployment_by is not None)
    assert feature_named(scenario.feature)
    assert scenario.event in {event.name for event in EVENTS}
    assert [flip.card for flip in scenario.flips] == deck[: len(scenario.flips)]


@pytest.mark.rule(
    "M1-FEAT-01", "M1-FEAT-02", "M1-FEAT-03", "M1-FEAT-05", "M1-FEAT-06", "M1-FEAT-07", "M1-FEAT-08"
)
@pytest.mark.rule("M1-FEAT-09", "M1-FEAT-10", "M1-FEAT-11", "M1-FEAT-12", "M1-FEAT-13", "M1-FEAT-14")
def test_the_features_have_their_measures():
    assert {f.rule: (f.name, f.shape, f.measure, f.within, f.count) for f in FEATURES} == {
        "M1-FEAT-01": ("Ancient Monument", "element", "50 mm, Ht 5", 1, 1),
        "M1-FEAT-02": ("Bog", "whole table", "all ground without terrain", None, 1),
        "M1-FEAT-03": ("Campsite", "area", "at least 2″ × 2″", None, 1),
        "M1-FEAT-04": ("Creepy Structure", "area", "at least 3″ × 3″", None, 1),
        "M1-FEAT-05": ("Dead Zone", "area", "at least 3″ × 3″", None, 1),
        "M1-FEAT-06": ("Forested", "whole table", "all ground without terrain", None, 1),
        "M1-FEAT-07": ("Gravestone", "area", "at least 3″ × 3″", None, 1),
        "M1-FEAT-08": ("Hanging Tree", "element", "50 mm, Ht 6", 2, 1),
        "M1-FEAT-09": ("Hazardous Terrain", "area", "at least 3″ × 3″", None, 1),
        "M1-FEAT-10": ("Magic Nexus", "area", "at most 3″ × 3″", None, 1),
        "M1-FEAT-11": ("Mysterious Effigies", "markers", "30 mm", 2, 4),
        "M1-FEAT-12": ("Rubble", "whole table", "all ground without terrain", None, 1),
        "M1-FEAT-13": ("Scrap Pile", "area", "at least 3″ × 3″", None, 1),
        "M1-FEAT-14": ("Soulstone Vein", "area", "at most 2″ × 2″", None, 1),
    }


@pytest.mark.rule("M1-FEAT-04")
def test_a_creepy_structure_kills_hurts_heals_and_gives():
    lucks = [creepy_structure(Card("crow", value)) for value in (1, 3, 4, 6, 7, 9, 10, 11, 12, 13)]
    assert lucks == [
        *[Luck(wounds=2)] * 2,
        *[Luck(gift=2)] * 2,
        *[Luck(wounds=-2)] * 2,
        *[Luck(soulstones=2)] * 2,
        *[Luck(soulstones=2, all_healed=True)] * 2,
    ]
    assert creepy_structure(Card.parse("RJ")) == creepy_structure(Card.parse("BJ")) == Luck(killed=True)


@pytest.mark.rule("M1-EVT-01")
def test_an_event_strikes_on_ten_or_a_joker():
    struck = [card for card in FULL_DECK if event_strikes(card)]
    assert len(struck) == 18
    assert {card.value for card in struck} == {0, 10, 11, 12, 13, 14}


@pytest.mark.rule("M1-EVT-02", "M1-EVT-03", "M1-EVT-04", "M1-EVT-05", "M1-EVT-06", "M1-EVT-07", "M1-EVT-08")
@pytest.mark.rule("M1-EVT-09", "M1-EVT-10", "M1-EVT-11", "M1-EVT-12")
def test_the_special_events_say_what_they_do_and_when():
    words_of = {
        "M1-EVT-02": ("all game", "falls back", "killed"),
        "M1-EVT-03": ("the event turn", "edge when the game starts", "push of 1″"),
        "M1-EVT-04": ("the event turn", "Ones count 13 and thirteens 1", "Draw Phase"),
        "M1-EVT-05": ("all game", "−1 Wp", "Defenders"),
        "M1-EVT-06": ("the event turn", "every enemy model 1″", "none with Flight or Float"),
        "M1-EVT-07": ("the event turn", "Ranged attacks", "negative"),
        "M1-EVT-08": ("the event turn", "Wk and Cg", "1 less"),
        "M1-EVT-09": ("the event turn", "Nobody charges", "−2 Cb"),
        "M1-EVT-10": ("the event turn", "within 1″ of terrain", "1 Wd"),
        "M1-EVT-11": ("the event turn", "within 8″ of the centreline", "Ht"),
        "M1-EVT-12": ("the event turn", "Nobody charges", "."),
    }
    assert [event.rule for event in EVENTS] == list(words_of)
    for event in EVENTS:
        span, *words = words_of[event.rule]
        assert event.span == span
        assert all(word in event.effect for word in words), event.name


@pytest.mark.rule("M1-FEAT-01", "M1-FEAT-02", "M1-FEAT-03", "M1-FEAT-05", "M1-FEAT-06", "M1-FEAT-07")
@pytest.mark.rule("M1-FEAT-08", "M1-FEAT-09", "M1-FEAT-10", "M1-FEAT-12", "M1-FEAT-13", "M1-FEAT-14")
def test_the_features_say_what_they_do():
    words = {
        "Ancient Monument": "+1 Ca",
        "Bog": "severe and water",
        "Campsite": "one card of the hand",
        "Dead Zone": "casts nothing",
        "Forested": "covering",
        "Gravestone": "Corpse Counter",
        "Hanging Tree": "Terrifying duel of 12",
        "Hazardous Terrain": "its kind and its damage",
        "Magic Nexus": "cast and resist with a positive",
        "Mysterious Effigies": "1 VP",
        "Rubble": "severe",
        "Scrap Pile": "Scrap Counter",
        "Soulstone Vein": "gain a Soulstone",
    }
    for name, phrase in words.items():
        feature = feature_named(name)
        assert feature is not None
        assert phrase in feature.effect, name
