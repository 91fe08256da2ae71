"""The set-up by cards, the zones and the VP of the Fourth Edition."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from rules.edition import edition_of
from rules.editions.m4e.scoring import SCORING
from rules.editions.m4e.setup import SUITS, VALUES, draw_scenario, faults_of, scheme_of
from rules.editions.m4e.zones import DEPLOYMENTS
from rules.fate.cards import Card
from rules.game.results.result import EncounterResult, SchemeScore, SeatResult, check_result
from rules.refusal import Refusal
from rules.table.geometry.plane import point_to_segment
from tests.rules.editions.m4e.season import FOLLOWERS, SEASON


def flipped(cards: str):
    return draw_scenario(iter(map(Card.parse, cards.split())), SEASON)


@pytest.mark.rule("M4-SETUP-02", "M4-SETUP-03", "M4-SETUP-01", "M4-FATE-01", "M4-HIRE-03")
def test_the_attackers_suit_is_the_strategy_and_the_defenders_the_deployment() -> None:
    drawn = flipped("RJ 4c 9m 9t 4c 11r 1r 2r 3r")
    assert (drawn.attacker_seat, drawn.strategy, drawn.deployment) == (1, "Informants", "Corner")
    assert [(flip.card.code, flip.reason) for flip in drawn.flips if not flip.stands] == [
        ("RJ", "joker: both flip again"),
        ("4c", "joker: both flip again"),
        ("9m", "tie: both flip again"),
        ("9t", "tie: both flip again"),
    ]
    named = {"r": "Informants", "m": "Boundary Dispute", "t": "Plant Explosives", "c": "Recover Evidence"}
    zones = {"r": "Standard", "m": "Wedge", "t": "Flank", "c": "Corner"}
    for high in "rmtc":
        for low in "rmtc":
            sheet = flipped(f"12{high} 3{low} 1r 2r 3r")
            assert (sheet.attacker_seat, sheet.strategy, sheet.deployment) == (0, named[high], zones[low])


@pytest.mark.rule("M4-SETUP-06", "M4-HIRE-04")
def test_three_different_schemes_are_dealt_and_each_is_as_likely() -> None:
    drawn = flipped("12r 3c 1r BJ 3t 7c 2r 3r")
    assert [scheme.number for scheme in drawn.schemes] == [1, 2, 3]
    assert [flip.reason for flip in drawn.flips if flip.role == "pool" and not flip.stands] == [
        "joker: flipped again",
        "Assassinate is in the pool: flipped again",
        "left over: flipped again",
    ]
    deck = [Card.parse(f"{value}{suit[0]}") for suit in SUITS for value in range(1, VALUES + 1)]
    stood = Counter(scheme.name for card in deck if (scheme := scheme_of(card, SEASON.schemes)) is not None)
    assert stood == {scheme.name: 3 for scheme in SEASON.schemes}
    with pytest.raises(Refusal, match="ran out"):
        flipped("12r 3c 1r 2r")


@pytest.mark.rule("M4-SCH-08")
def test_each_scheme_follows_three_and_none_comes_back_within_three_changes() -> None:
    assert len(FOLLOWERS) == 15
    followed = Counter(name for names in FOLLOWERS.values() for name in names)
    assert followed == dict.fromkeys(FOLLOWERS, 3)
    for first, one in FOLLOWERS.items():
        for second in one:
            for third in FOLLOWERS[second]:
                assert first not in FOLLOWERS[third]


@pytest.mark.rule("M4-SETUP-04", "M4-SETUP-05", "M4-MEAS-01")
def test_the_zones_and_the_line_between_them() -> None:
    by_name = {each.slug: each for each in DEPLOYMENTS}
    assert edition_of("m4e").setup.deployments == ("Standard", "Wedge", "Flank", "Corner")
    inside = {
        "standard": [(18, 7.9), (0.1, 0.1)],
        "wedge": [(18, 11.5), (1, 0.1)],
        "flank": [(17, 8.5), (8.5, 17), (1, 1)],
        "corner": [(8, 8), (0.5, 11)],
    }
    outside = {"standard": [(18, 8.6)], "wedge": [(1, 3)], "flank": [(12, 12), (20, 1)], "corner": [(9.5, 9)]}
    for slug, points in inside.items():
        low, _ = by_name[slug].both()
        for x, y in points:
            assert low.apart(x, y) == 0, (slug, x, y)
        for x, y in outside[slug]:
            assert low.apart(x, y) > 0, (slug, x, y)
    across, diagonal = ((0.0, 18.0), (36.0, 18.0)), ((0.0, 36.0), (36.0, 0.0))
    lines = {slug: each.centre_line() for slug, each in by_name.items()}
    assert lines == {"standard": across, "wedge": across, "flank": diagonal, "corner": diagonal}
    off = round(10 / 2**0.5, 2)
    assert off == 7.07
    assert point_to_segment(18 - off, 18 + off, *diagonal) == pytest.approx(0), "markers ten inches off"
    assert not edition_of("m4e").table.policies.vertical_counts


@pytest.mark.rule("M4-SCH-06")
def test_a_season_that_is_amiss_is_refused_with_every_reason() -> None:
    assert [*faults_of(SEASON)] == []
    first, *rest = SEASON.schemes
    lost = replace(first, followers=("Breakthrough", "Nobody"))
    wrong = replace(SEASON, strategies=SEASON.strategies[:3], schemes=(lost, *rest, rest[0]))
    sentences = [fault.sentence for fault in faults_of(wrong)]
    for words in (
        "Scheme Breakthrough is there twice",
        "followed by Nobody, which is no other Scheme",
        "one Strategy of each suit",
        "Assassinate has 2 followers",
    ):
        assert any(words in sentence for sentence in sentences), words
    with pytest.raises(Refusal, match="is there twice"):
        draw_scenario(iter([Card.parse("1r")]), wrong)


def reported(strategy: tuple[int, ...], **schemes: tuple[int, ...]):
    vp = sum(strategy) + sum(map(sum, schemes.values()))
    scores = tuple(SchemeScore(name, scored) for name, scored in schemes.items())
    seat = SeatResult(strategy_vp=strategy, schemes=scores, vp=vp)
    result = EncounterResult(seats=(seat, SeatResult()), ended_turn=4)
    return [(fault.rule, fault.sentence) for fault in check_result(result, edition="m4e")]


@pytest.mark.rule("M4-TURN-24", "M4-TURN-25", "M4-END-02")
def test_a_report_has_at_most_eleven_vp_from_the_first_turn_on() -> None:
    assert SCORING.most == 11
    full = {"one": (2,), "two": (0, 2), "three": (0, 0, 2)}
    assert reported((1, 1, 1, 2), **full) == []
    assert reported((1, 1, 2, 2)) == [("M4-TURN-25", "Strategy: 6 VP; 5 is the most.")]
    assert reported((3,)) == [("M4-STR-03", "Strategy: 3 VP in Turn 1; 2 is the most in a Turn.")]
    assert reported((), one=(3,)) == [("M4-TURN-25", "one: 3 VP; 2 is the most.")]
    together = reported((), **full, four=(0, 0, 0, 1))
    assert together == [("M4-TURN-25", "Schemes: 7 VP; 6 is the most of all together.")]
