"""The referee's hand at a First Edition table: each command by the edition's own procedures; replay."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.editions.m1e.by_hand import EFFIGIES, POSSIBLE, by_hand, problems_of
from rules.editions.m1e.examples import encounter_of
from rules.editions.m1e.play.figures import Figure
from rules.editions.m1e.play.play import PlayM1
from rules.editions.m1e.readings import M1E
from rules.editions.m1e.scoring import WHOLE
from rules.editions.m1e.simulation.simulate import players
from rules.fate.dealer import KeyDealer
from rules.fate.shuffle import digest
from rules.game.events.announcements import DuelEnded, Remark
from rules.game.events.cards import CardsLookedAt, CardsShown, Reshuffled
from rules.game.log import dump, fold, follow, load
from rules.game.referee.commands import BY_WORD
from rules.game.stored import PLAIN
from rules.game.table_access.exact_table import ExactTable
from rules.table.geometry.footprints import rectangle
from rules.table.terrain import Piece
from tests.rules.editions.m1e.play.scenes import GUN, SWORD, Scene, figure

MAN = figure()
TOUGH = figure("tough", wd=9, talents=["Hard to Kill"], characteristics=("Construct",))


def scene(**more: Any) -> Scene:
    return Scene([(MAN, 10, 10), (MAN, 12, 10)], [(TOUGH, 20, 10)], **more)


def do(at: Scene, *lines: dict[str, Any], **answers: Any) -> None:
    act = PLAIN.act({"lines": list(lines)})
    assert problems_of(at.match.state, at.setup, at.match.table, 0, act) == []
    at.run(by_hand(at.match, 0, act), **answers)


@pytest.mark.rule("M1R-DMG-02", "M1-ABL-13", "M1-GLO-04", "M1-GLO-10")
def test_wounds_deaths_and_sacrifices_follow_the_editions_rules() -> None:
    at = scene()
    do(at, {"do": "hurt", "model": "b1", "amount": 20})
    assert at["b1"].health == 1, "it is hard to kill"
    do(at, {"do": "heal", "model": "b1", "amount": 3}, {"do": "slay", "model": "b1", "by": "a1"})
    assert not at["b1"].in_play
    assert [marker.kind for marker in at.match.state.markers.values()] == ["scrap"]
    do(at, {"do": "sacrifice", "model": "a2"})
    assert (at["a2"].in_play, len(at.match.state.markers)) == (False, 1)
    flipped = scene(decks=("11c", ""))
    do(flipped, {"do": "damage_flip", "model": "b1", "weak": 1, "moderate": 2, "severe": 5})
    assert flipped["b1"].health == 4


@pytest.mark.rule("M1-MOD-05", "M1R-BURY-02", "M1R-BURY-07", "M1-MAG-06", "M1-GLO-03")
def test_modifiers_places_markers_and_arrivals() -> None:
    at = scene()
    do(
        at,
        {"do": "condition", "model": "a1", "condition": "fast"},
        {"do": "condition", "model": "a1", "condition": "slow"},
    )
    assert at["a1"].conditions == {}, "they cancel each other"
    do(at, {"do": "condition", "model": "a1", "condition": "poison", "value": 3})
    do(at, {"do": "put", "model": "a1", "x": 10, "y": 13, "way": "move", "inches": 5})
    assert (at["a1"].y, at["a1"].conditions) == (13, {"poison": 3})
    do(at, {"do": "put", "model": "a1", "x": 30, "y": 30, "way": "push", "inches": 2, "anyway": True})
    assert (at["a1"].x, at["a1"].y) == (30, 30)
    do(at, {"do": "bury", "model": "a2"}, {"do": "unbury", "model": "a2", "x": 5, "y": 5})
    assert (at["a2"].where, at["a2"].x) == ("table", 5)
    do(
        at,
        {"do": "drop", "kind": "corpse", "x": 8, "y": 8},
        {"do": "tokens", "model": "a2", "name": "scrap", "number": 2},
    )
    (marker,) = at.match.state.markers.values()
    do(
        at,
        {"do": "move_marker", "marker": marker.id, "x": 9, "y": 9},
        {"do": "take_off", "marker": marker.id},
    )
    assert at.match.state.markers == {}
    do(at, {"do": "summon", "card": "tough", "seat": 0, "x": 15, "y": 15})
    (summoned,) = [model for model in at.match.state.models.values() if model.id.startswith("s")]
    assert (summoned.name, summoned.seat, summoned.has("slow")) == ("Tough", 0, True)
    do(at, {"do": "nickname", "model": "a1", "name": "Red"}, {"do": "stones", "seat": 1, "change": 2})
    assert at.match.crew(1).stones == 2


@pytest.mark.rule("M1-TURN-02", "M1-GLO-02", "M1-GLO-12")
def test_cards_by_hand() -> None:
    at = scene(decks=("5r 6r 7r 8r", "9c"), hands=("1c 2c 3c", ""))
    do(at, {"do": "draw", "seat": 0, "cards": 2}, {"do": "discard", "seat": 0, "named": ["1c"]})
    assert [card.code for card in at.match.crew(0).hand] == ["2c", "3c", "5r", "6r"]
    do(at, {"do": "discard", "seat": 0, "cards": 1}, {"do": "mill", "seat": 0}, cards=[["2c"]])
    do(at, {"do": "flip", "seat": 0, "why": "luck"}, cheat="3c")
    assert [card.code for card in at.match.crew(0).discard] == ["1c", "2c", "7r", "8r", "3c"]
    assert at.match.crew(0).conflict == ()
    do(at, {"do": "shuffle", "seat": 0})
    assert at.match.crew(0).discard == ()


@pytest.mark.rule("M1-DUEL-01", "M1-DUEL-05", "M1-OPP-01", "M1-OPP-02", "M1-OPP-03", "M1-CARD-11")
def test_duels_by_hand_are_the_editions_own() -> None:
    at = scene(decks=("9c 8r 6m", "7c"), hands=("12t", ""))
    do(at, {"do": "duel", "model": "a1", "stat": "wp", "tn": 14}, cheat="keep")
    (ended,) = at.all_of(DuelEnded)
    assert (ended.model, ended.success) == ("a1", False), "9 and Wp 4"
    do(at, {"do": "duel", "model": "a1", "stat": "cb", "against": "b1", "resist": "df"}, cheat="12t")
    (_, opposed) = at.all_of(DuelEnded)
    assert (opposed.model, opposed.success) == ("a1", True)
    assert at.kinds().count("cheat") == 2
    assert [card.code for card in at.match.crew(0).discard] == ["9c", "8r", "12t"]
    assert at.match.crew(0).conflict == at.match.crew(1).conflict == ()
    two = figure("two", weapons=(SWORD, replace(GUN, combat=9)))
    armed = Scene([(two, 10, 10)], [(TOUGH, 20, 10)], decks=("2c", "2r"))
    do(armed, {"do": "duel", "model": "a1", "stat": "cb", "tn": 11}, attack="Gun")
    assert [ended.success for ended in armed.all_of(DuelEnded)] == [True]


def test_cards_that_are_looked_at_or_put_back() -> None:
    at = scene(decks=("5r 6r 7r", "9c 10c"), hands=("1c 2c 3c", "4t"))
    do(at, {"do": "look", "seat": 1, "cards": 2, "by": 0}, {"do": "look", "seat": 0, "source": "hand"})
    (looked,), (shown,) = at.all_of(CardsLookedAt), at.all_of(CardsShown)
    assert ([card.code for card in looked.cards], looked.audience) == (["9c", "10c"], 0)
    assert (len(shown.cards), shown.seat) == (3, 0)
    do(at, {"do": "put_back", "seat": 0, "cards": 2}, cards=[["3c", "1c"]])
    assert [card.code for card in at.match.crew(0).deck[:3]] == ["3c", "1c", "5r"]
    do(at, {"do": "put_back", "seat": 0, "to": "bottom"}, cards=[["2c"]])
    assert (at.match.crew(0).hand, at.match.crew(0).deck[-1].code) == ((), "2c")
    before = len(at.match.crew(1).deck)
    do(at, {"do": "put_back", "seat": 1, "to": "shuffled"}, cards=[["4t"]])
    assert (at.match.crew(1).hand, len(at.match.crew(1).deck)) == ((), before + 1)
    assert at.all_of(Reshuffled)


@pytest.mark.rule("M1-MOVE-08", "M1-MOVE-09", "M1R-SPI-06")
@pytest.mark.parametrize(
    ("who", "possible"),
    [
        (MAN, False),
        (figure("ghost", characteristics=("Spirit",)), True),
        (figure("imp", talents=["Fly"]), True),
    ],
)
def test_a_move_by_hand_is_made_as_its_model_moves(who: Figure, possible: bool) -> None:
    rock = Piece("rock", rectangle(11.5, 0, 1, 36), ("impassable",), 5)
    line = {"do": "put", "model": "a1", "x": 14, "y": 10, "inches": 5}
    at = Scene([(who, 10, 10)], table=ExactTable((rock,), {}, M1E.table))
    moved = PLAIN.act({"lines": [{**line, "way": "move"}]})
    assert (problems_of(at.match.state, at.setup, at.match.table, 0, moved) == []) is possible
    do(at, {**line, "way": "push"})
    assert (at["a1"].x == 14) is possible


@pytest.mark.rule("M1-MOVE-01", "M1R-SPI-09", "M1R-BURY-07", "M1-TURN-07", "M1-DMG-02", "M1-ABL-30")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ({"do": "put", "model": "a1", "x": 30, "y": 10, "way": "move", "inches": 4}, "M1-MOVE-01"),
        ({"do": "put", "model": "a1", "x": 0, "y": 10}, "M1-MOVE-01"),
        ({"do": "unbury", "model": "a1", "x": 5, "y": 5}, "M1R-BURY-07"),
        ({"do": "summon", "card": "man", "seat": 0, "x": 10, "y": 10}, "M1R-SPI-09"),
        ({"do": "hurt", "model": "z9", "amount": 1}, "M1-TURN-07"),
        ({"do": "hurt", "model": "a1", "amount": 1, "by": "z9"}, "M1-GLO-04"),
        ({"do": "damage_flip", "model": "a1", "weak": 3, "moderate": 2, "severe": 1}, "M1-DMG-02"),
        ({"do": "stones", "seat": 0, "change": -1}, "M1-ABL-30"),
        ({"do": "condition", "model": "a1", "condition": "fast", "value": 2}, "M1R-MOD-02"),
        ({"do": "take_off", "marker": "m9"}, "M1-GLO-03"),
        ({"do": "drop", "kind": "scrap", "x": -3, "y": 2}, "M1-GLO-03"),
        ({"do": "discard", "seat": 1, "named": ["1c"]}, "M1-TURN-03"),
        ({"do": "draw", "seat": 0, "cards": 99}, "M1-TURN-02"),
        ({"do": "heal", "model": "a1", "amount": 1}, "M1-ACT-01"),
        ({"do": "tokens", "model": "a1", "name": " ", "number": 1}, "M1-GLO-03"),
        ({"do": "condition", "model": "a1", "condition": "sleepy"}, "M1-MOD-01"),
        ({"do": "score", "seat": 0, "source": "Nothing"}, "M1-ENC-20"),
        ({"do": "score", "seat": 0, "source": "Nothing", "lost": True}, "M1-ENC-20"),
        ({"do": "summon", "card": "man", "seat": 0, "x": 5, "y": 5, "upgrade": "coat"}, "M1-MAG-06"),
        ({"do": "summon", "card": "nobody", "seat": 0, "x": 5, "y": 5}, "M1-MAG-06"),
        ({"do": "summon", "card": "man", "seat": 0, "x": 0, "y": 5}, "M1-MOVE-01"),
        ({"do": "drop", "kind": " ", "x": 3, "y": 2}, "M1-GLO-03"),
        ({"do": "move_marker", "marker": "m9", "x": 3, "y": 2}, "M1-GLO-03"),
        ({"do": "discard", "seat": 0, "named": ["1c", "1c"]}, "M1-TURN-03"),
        ({"do": "discard", "seat": 0, "cards": 9}, "M1-TURN-03"),
        ({"do": "mill", "seat": 0, "cards": 99}, "M1-TURN-02"),
        ({"do": "draw", "seat": 2}, ""),
        ({"do": "draw", "seat": 0, "cards": 0}, ""),
        ({"do": "look", "seat": 0, "cards": 99}, "M1-TURN-02"),
        ({"do": "put_back", "seat": 0, "cards": 9}, "M1-TURN-03"),
        ({"do": "duel", "model": "a1", "stat": "sz", "tn": 9}, "M1-CARD-09"),
        ({"do": "duel", "model": "a1", "stat": "wp"}, "M1-DUEL-01"),
        ({"do": "duel", "model": "a1", "stat": "wp", "against": "a1"}, "M1-OPP-01"),
        ({"do": "duel", "model": "a1", "stat": "wp", "against": "z9"}, "M1-TURN-07"),
        ({"do": "attach", "model": "a1", "upgrade": "none"}, ""),
        ({"do": "hurt", "model": "a1", "amount": 100}, ""),
    ],
)
def test_what_cannot_be_done_is_said_by_its_row(line: dict[str, Any], rule: str) -> None:
    at = scene()
    problems = problems_of(at.match.state, at.setup, at.match.table, 0, PLAIN.act([line]))
    assert [fault.rule for fault in problems] == [rule]


def problems(at: Scene, *lines: dict[str, Any]) -> list[str]:
    found = problems_of(at.match.state, at.setup, at.match.table, 0, PLAIN.act({"lines": list(lines)}))
    return [f"{fault.sentence} [{fault.rule}]" for fault in found]


@pytest.mark.rule("M1R-SPI-09", "M1-MOVE-01", "M1R-BURY-07")
def test_each_line_is_judged_after_those_before_it_and_told_by_its_number() -> None:
    at, buried = scene(), {"do": "bury", "model": "a2"}
    assert problems(at, buried, {"do": "unbury", "model": "a2", "x": 20, "y": 10}) == [
        "2: Another base is there. [M1R-SPI-09]"
    ]
    assert problems(at, buried, {"do": "unbury", "model": "a2", "x": 20, "y": 10, "anyway": True}) == []
    assert problems(at, buried, {"do": "put", "model": "a2", "x": 5, "y": 5, "way": "move", "inches": 9}) == [
        "2: It is not on the table. [M1-MOVE-01]"
    ]
    summoned = {"do": "summon", "card": "man", "seat": 0, "x": 5, "y": 5}
    assert problems(at, summoned, {"do": "bury", "model": "s1"}) == []
    assert problems(at, {"do": "slay", "model": "a2"}, {"do": "hurt", "model": "a2", "amount": 1}) == [
        "2: There is no model a2 in play. [M1-TURN-07]"
    ]


@pytest.mark.rule("M1-ENC-20", "M1-FEAT-11")
def test_points_are_those_that_a_side_can_have() -> None:
    at = scene()
    strategy = at.match.setup.strategies[0]
    point = {"do": "score", "seat": 0, "source": strategy}
    assert problems(at, *[point] * WHOLE) == []
    assert problems(at, *[point] * (WHOLE + 1)) == [f"5: {strategy} has scored all it can. [M1-ENC-20]"]
    assert problems(at, point, point | {"lost": True}) == []
    assert problems(at, point | {"lost": True}) == [f"{strategy} has scored nothing. [M1-ENC-20]"]
    effigies = {"do": "score", "seat": 0, "source": EFFIGIES}
    assert problems(at, effigies) == [f"That side has no Strategy or Scheme “{EFFIGIES}”. [M1-ENC-20]"]
    at.setup = replace(at.setup, feature=EFFIGIES)
    assert problems(at, effigies) == []
    assert problems(at, effigies, effigies | {"seat": 1}) == [
        "2: The Effigies are worth one Victory Point in all. [M1-FEAT-11]"
    ]


def test_what_became_impossible_is_left_out_and_the_other_may_object() -> None:
    at = scene(decks=("", "5c"))
    act = PLAIN.act({"lines": [{"do": "slay", "model": "a2"}, {"do": "hurt", "model": "a2", "amount": 1}]})
    assert at.run(by_hand(at.match, 0, act)), "what can be done is done"
    said = [event.text for event in at.match.fresh if isinstance(event, Remark)]
    assert said == ["Not done: There is no model a2 in play."]
    asked = PLAIN.act({"name": "Lure", "asked": True, "lines": [{"do": "hurt", "model": "b1", "amount": 1}]})
    for answer, done, health in (("object", False, 9), ("accept", True, 8)):
        assert at.run(by_hand(at.match, 0, asked), object=answer) is done
        assert at["b1"].health == health


@pytest.mark.rule("M1-GLO-02")
def test_a_flip_by_hand_need_not_be_cheatable_and_the_acting_model_may_be_done() -> None:
    at = scene(decks=("5r", ""), hands=("1c", ""))
    do(at, {"do": "flip", "seat": 0, "cheatable": False})
    assert [card.code for card in at.match.crew(0).discard] == ["5r"]
    do(at, {"do": "activated", "model": "a1"})
    assert at["a1"].activated
    at.match.state = replace(at.match.state, activating="a2")
    do(at, {"do": "activated", "model": "a2"})
    assert (at.match.ended, at["a2"].activated) == ("a2", False), "its activation ends where it is asked next"


def test_every_command_there_is_is_possible_or_said_to_be_none() -> None:
    assert set(POSSIBLE) <= set(BY_WORD.values())
    assert len(POSSIBLE) >= 20


def test_acts_between_questions_are_replayed_and_taken_back() -> None:
    """Twelve times in a game, whenever it is possible: the logs give the same state again, at every cut."""
    setup = replace(encounter_of("by hand"), turns=2)
    play, bots = PlayM1(setup, KeyDealer(digest("by hand"))), players("by hand", 2)
    acted = 0
    for number in range(400):
        if play.over:
            break
        ask = play.asks[0]
        alive = [model.id for model in play.state.on_table() if model.seat != ask.seat and model.health > 1]
        if ask.kind in ("action", "activate") and number % 5 == 0 and acted < 12 and alive:
            play.act(ask.seat, [{"do": "hurt", "model": alive[0], "amount": 1}])
            acted += 1
        ask = play.asks[0]
        play.answer(ask.seat, bots[ask.seat].answer(play, ask))
    assert acted >= 6
    again = follow(PlayM1(setup, KeyDealer(digest("by hand"))), load(dump(play.decisions)))
    assert (again.hash, again.state) == (play.hash, play.state)
    assert fold(setup.first_state(), play.events) == play.state
    assert play.checkpoint.decisions > 0
    rest = follow(
        PlayM1(setup, KeyDealer(digest("by hand")), checkpoint=play.checkpoint),
        play.decisions[play.checkpoint.decisions :],
    )
    assert rest.hash == play.hash
