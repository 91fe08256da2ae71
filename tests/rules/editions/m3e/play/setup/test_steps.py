"""Set-up, steps C, D and I to K (M3E-SETUP)."""

from __future__ import annotations

import pytest

from rules.dialogue import Choice
from rules.editions.m3e.examples.encounters import duel_of_two, two_crews
from rules.editions.m3e.play.play import Play
from rules.editions.m3e.play.scoring.registry import SCHEMES, STRATEGIES
from rules.fate.cards import FULL_DECK
from rules.fate.dealer import StackedDealer
from rules.game.events.cards import CardSetAside
from rules.game.events.turns import ScenarioSet, SchemesChosen
from rules.game.log import fold
from rules.game.table_access.open_field import OpenField
from rules.game.view import heard_by, view


class Some:
    def __init__(self, name, number=0, suit=""):
        self.name, self.number, self.suit, self.moment = name, number, suit, "turn_ends"

    def lay(self, g):
        yield from ()

    def begin(self, g):
        yield from ()

    def count(self, g, seat):
        return 0

    def secrets(self, g, seat):
        return (Choice("model=b1", "b1"), Choice("model=b2", "b2")) if self.number == 1 else ()

    def may_reveal(self, g, seat, secret):
        return False

    def may_end(self, g, seat, secret, revealed):
        return False


@pytest.fixture(autouse=True)
def season(monkeypatch):
    for name in [*STRATEGIES]:
        monkeypatch.delitem(STRATEGIES, name)
    for name in [*SCHEMES]:
        monkeypatch.delitem(SCHEMES, name)
    for suit in ("ram", "tome", "mask", "crow"):
        monkeypatch.setitem(STRATEGIES, suit.upper(), Some(suit.upper(), suit=suit))
    for number in range(1, 14):
        monkeypatch.setitem(SCHEMES, f"S{number}", Some(f"S{number}", number))


def begun(ruleset, a="", b="", **settings):
    known = {"attacker": None, "strategy": "", "deployment": "", "pool": ()}
    setup = two_crews("setup", ruleset=ruleset.id, **{**known, **settings})
    return Play(setup, ruleset, OpenField(), StackedDealer({0: [a], 1: [b]}))


def until(play, kind):
    """Answer with whatever comes first until such a question is open."""
    while play.asks[0].kind != kind:
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    return play


def scenario(play):
    return next(event for event in play.events if isinstance(event, ScenarioSet))


@pytest.mark.rule("M3E-SETUP-04", "M3E-SETUP-05", "M3E-SETUP-06")
def test_jokers_and_ties_are_flipped_again_and_the_higher_card_attacks(ruleset):
    play = until(begun(ruleset, "RJ 9r 4t", "BJ 9c 12c 1r 2r 3m 4m 5m"), "schemes")
    drawn = scenario(play)
    assert (drawn.attacker, drawn.strategy, drawn.deployment) == (1, "CROW", "Flank")
    assert play.state.initiative == 1


@pytest.mark.rule("M3E-SETUP-15", "M3E-FATE-04")
def test_the_attacker_flips_five_schemes_by_value_repeats_and_jokers_again(ruleset):
    play = until(begun(ruleset, "12r 3c 3m RJ 7t 7r 1m 13t 5c", "2c"), "schemes")
    assert scenario(play).pool == ("S3", "S7", "S1", "S13", "S5")
    codes = [event.card.code for event in play.events if isinstance(event, CardSetAside) and event.seat == 0]
    assert codes == ["12r", "3c", "7t", "1m", "13t", "5c"]
    assert len(play.state.crews[0].aside) == 6


@pytest.mark.rule("M3E-SETUP-01")
def test_what_was_agreed_is_not_flipped_for(ruleset):
    play = until(
        begun(ruleset, attacker=0, strategy="RAM", deployment="Corner", pool=("S1", "S2")), "schemes"
    )
    assert scenario(play).pool == ("S1", "S2")
    assert not [event for event in play.events if type(event).__name__ == "Flipped"]


@pytest.mark.rule("M3E-SETUP-18", "M3E-GEN-01")
def test_schemes_are_chosen_in_secret_with_what_they_want_written_down(ruleset):
    play = until(begun(ruleset, "12r 1c 2m 3t 4t 5c", "2c"), "schemes")
    assert {ask.seat for ask in play.asks} == {0, 1}
    assert play.answer(1, ["S2", "S3"]) == ()
    assert [ask.seat for ask in play.asks] == [0]
    assert view(play.state, play.asks, 0)["waiting"] == []
    play.answer(0, ["S1", "S4"])
    # Both are asked for what they write down, whatever the Scheme is.
    assert [(ask.seat, ask.kind) for ask in play.asks] == [(0, "secret"), (1, "secret")]
    play.answer(0, "model=b2")
    play.answer(1, "")
    play.answer(0, "")
    play.answer(1, "")
    assert play.state.crews[0].schemes[0].secret == {"model": "b2"}
    seen = view(play.state, play.asks, 1)["crews"][0]
    assert (seen["schemes"], seen["schemes_chosen"]) == ([], 2)
    assert not [
        event for event in heard_by(play.events, 1) if isinstance(event, SchemesChosen) and event.seat == 0
    ]


@pytest.mark.rule("M3E-SETUP-19")
def test_deployment_in_two_groups_completely_in_the_own_zone(ruleset):
    play = until(duel_of_two("deploy", ruleset=ruleset.id), "zone")
    assert play.asks[0].seat == 0
    play.answer(0, "north")
    play.answer(0, ["a2"])
    assert (play.asks[0].seat, play.asks[0].kind) == (1, "first")
    play.answer(1, "second")
    order = []
    while play.asks[0].kind == "deploy":
        ask = play.asks[0]
        order.append(ask.about[0])
        if ask.seat == 0:
            assert not ask.options.contains([18.0, 28.4])
            play.answer(0, [18.0 + 3 * len(order), 30.0])
        else:
            assert not ask.options.contains([18.0, 7.6])
            play.answer(1, [18.0 + 3 * len(order), 4.0])
    assert order == ["a1", "b1", "b2", "a2"]


@pytest.mark.rule("M3E-SETUP-19")
@pytest.mark.parametrize(("group", "pick", "seat"), [([], "first", 1), ([], "second", 0)])
def test_the_defender_chooses_also_when_a_group_is_empty(ruleset, group, pick, seat):
    play = until(duel_of_two("deploy", ruleset=ruleset.id), "group")
    play.answer(0, group)
    (ask,) = play.asks
    assert (ask.seat, ask.kind, ask.options.choices[0].label) == (1, "first", "Nobody")
    play.answer(1, pick)
    assert (play.asks[0].seat, play.asks[0].kind) == (seat, "deploy")


@pytest.mark.rule("M3E-SETUP-19")
@pytest.mark.parametrize(
    ("deployment", "inside", "outside"),
    [
        ("Standard", [3.0, 4.0], [3.0, 7.8]),
        ("Corner", [7.0, 7.0], [10.0, 10.0]),
        ("Flank", [4.0, 12.0], [12.0, 12.0]),
        ("Wedge", [18.0, 10.0], [3.0, 6.0]),
    ],
)
def test_every_zone(ruleset, deployment, inside, outside):
    play = until(duel_of_two("zones", ruleset=ruleset.id, deployment=deployment), "zone")
    play.answer(0, "south")
    play = until(play, "deploy")
    while play.asks[0].seat != 0:
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    options = play.asks[0].options
    assert options.contains(inside)
    assert not options.contains(outside)


@pytest.mark.rule("M3E-SETUP-20", "M3E-FATE-01", "M3E-FATE-09")
def test_both_begin_with_full_decks_and_a_cut(ruleset):
    play = begun(ruleset, "12r 1c 2m 3t 4t 5c", "2c")
    while play.state.turn == 0:
        ask = play.asks[0]
        play.answer(ask.seat, next(iter(ask.options.listed())))
    kinds = [type(event).__name__ for event in play.events]
    turn_1 = kinds.index("TurnBegan")
    begins = fold(play.setup.first_state(), play.events[: turn_1 + 1])
    assert (begins.turn, begins.phase) == (1, "start")
    for crew in begins.crews:
        assert sorted(crew.deck) == sorted(FULL_DECK)
    assert kinds.count("Shuffled") == 4
    assert "Shuffled" not in kinds[turn_1:]
    assert [decision.kind for decision in play.decisions].count("cut") == 4
