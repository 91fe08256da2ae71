"""The Strategies of Gaining Grounds 0: what is set up, counted for both Crews, and scored (M4-STR).

A Strategy of another season is counted and scored in the same way; of its additional VP only what every
Strategy has in common is known: at most 2 VP in a Turn and 5 in the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct

from rules.editions.m4e.recording.readings import readings_of
from rules.editions.m4e.scoring import SCORING
from rules.game.events import Event
from rules.game.events.announcements import Remark
from rules.game.events.turns import Noted, Scored
from rules.game.narration import Names
from rules.game.referee.command import Fact
from rules.game.referee.ground import Ground
from rules.game.state import State, VictoryPoint, other
from rules.refusal import Violation

CARD = "markers on the crew card"


class Strategy(Struct, frozen=True, kw_only=True):
    """One Strategy: its rows, its set-up, what a Crew counts at the end of each Turn (``most`` each, or of
    both ``together``), its additional VP (``once`` a game or the ``fourth`` Turn doubled) and what trailing
    Crews do after scoring."""

    rule: str
    set_up: str
    set_up_rule: str
    count: str
    count_rule: str
    bonus: Literal["once", "fourth"]
    bonus_words: str
    bonus_rule: str
    most: int | None = None
    together: int | None = None
    then: str = ""
    then_rule: str = ""
    bonus_in_end_phase: bool = True


STRATEGIES = {
    "Boundary Dispute": Strategy(
        rule="M4-STR-09",
        set_up="the attacker first, in turn, each makes three markers completely in the own zone, more than "
        "6 inches from every other Strategy marker",
        set_up_rule="M4-STR-09",
        count="own markers completely on the enemy half; one completely in the enemy zone counts 2",
        count_rule="M4-STR-11",
        bonus="fourth",
        bonus_words="the VP of Turn 4 count double",
        bonus_rule="M4-STR-12",
        most=6,
        then="may place one of its markers within 4 inches, in contact with nothing",
        then_rule="M4-STR-12",
    ),
    "Informants": Strategy(
        rule="M4-STR-13",
        set_up="five neutral markers: the centre, two on the centreline 10 inches from it, and, the attacker "
        "first, one of each player in the middle of a quarter completely on the own half",
        set_up_rule="M4-STR-13",
        count="markers controlled: more models without a Summon token within 2 inches than the enemy",
        count_rule="M4-STR-14",
        bonus="fourth",
        bonus_words="the VP of Turn 4 count double",
        bonus_rule="M4-STR-15",
        together=5,
        then="places up to two markers within 3 inches, in contact with no model, not within 8 inches of "
        "another Strategy marker",
        then_rule="M4-STR-15",
    ),
    "Plant Explosives": Strategy(
        rule="M4-STR-16",
        set_up="each model in play but Peons gains an Explosive token once all are deployed",
        set_up_rule="M4-STR-16",
        count="own markers completely on the enemy half",
        count_rule="M4-STR-19",
        bonus="once",
        bonus_words="once a game, at the end of a Turn: two or more own markers in the enemy zone",
        bonus_rule="M4-STR-20",
    ),
    "Recover Evidence": Strategy(
        rule="M4-STR-21",
        set_up="the attacker first, each makes one own marker completely on the enemy half",
        set_up_rule="M4-STR-21",
        count="markers on the own crew card",
        count_rule="M4-STR-23",
        bonus="once",
        bonus_words="once a game, at the end of an own Activation: own Scheme markers, as many as the Turn’s "
        "number, removed within 1 inch of terrain within 6 inches of the enemy zone",
        bonus_rule="M4-STR-24",
        then="all crew cards are emptied",
        then_rule="M4-STR-23",
        bonus_in_end_phase=False,
    ),
}
EMPTIED = "Recover Evidence"
EXPLOSIVES = "Plant Explosives"


def counted_key(turn: int) -> str:
    """Where the record notes what was counted in that Turn."""
    return f"counted {turn}"


def counts_of(state: State, turn: int) -> tuple[int, int] | None:
    """What both Crews counted in that Turn; ``None`` before it is known."""
    first, _, second = state.notes.get(counted_key(turn), "").partition(":")
    return (int(first), int(second)) if first else None


def bonus_had(state: State, seat: int) -> bool:
    """Whether the Crew has had its additional VP of once a game (M4-STR-03)."""
    return f"strategy bonus {seat}" in state.notes


def strategy_vp(state: State, seat: int, turn: int | None = None) -> int:
    """The VP of the Strategy that the Crew has, in all or in one Turn."""
    return sum(
        score.seat == seat and score.step == "strategy" and turn in (None, score.turn)
        for score in state.scores
    )


def trailing(state: State, ground: Ground) -> tuple[int, ...]:
    """The seats that move markers after scoring: the Crew with the least VP of the Strategy, of equal ones by
    the reading (M4-STR-05)."""
    first, second = (strategy_vp(state, seat) for seat in (0, 1))
    if first != second:
        return (0,) if first < second else (1,)
    if readings_of(ground.setup).equal_moves == "nobody":
        return ()
    return state.initiative, other(state.initiative)


def scored(state: State, seat: int, vp: int) -> Iterator[Event]:
    """So many VP of the Strategy; what goes beyond the most of a game is lost (M4-TURN-25)."""
    room = SCORING.strategy - strategy_vp(state, seat)
    for _ in range(min(vp, room)):
        yield Scored(VictoryPoint(state.turn, seat, state.strategy, "strategy"))
    if vp > room:
        sentence = (
            f"{Names(state).side(seat)} has {SCORING.strategy} VP of the Strategy: {vp - room} are lost."
        )
        yield Remark(sentence, "M4-TURN-25")


Count = Annotated[int, Meta(ge=0, le=40)]


class Counted(Fact, frozen=True, tag="counted"):
    """What the two Crews count for the Strategy at the end of the Turn: the leader gains 1 VP, a tie gives
    both 1 (M4-STR-02)."""

    of_a_turn: ClassVar[bool] = True
    about = ("counted",)
    first: Count
    second: Count

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        strategy = STRATEGIES.get(state.strategy)
        if not state.strategy:
            yield Violation("M4-STR-01", "No Strategy is known here.", "Enter the scenario first.")
        if state.phase != "end":
            fix = "Say first that the Turn ends."
            yield Violation("M4-STR-02", "The Strategy is counted at the end of the Turn.", fix)
        if counts_of(state, state.turn) is not None:
            fix = "Take that entry back to correct it."
            yield Violation("M4-STR-02", f"It was counted in Turn {state.turn} already.", fix)
        if strategy is None:
            return
        for count in (self.first, self.second):
            if strategy.most is not None and count > strategy.most:
                sentence = f"A Crew counts at most {strategy.most} for {state.strategy}, not {count}."
                yield Violation(strategy.count_rule, sentence, "Count again.")
        if strategy.together is not None and self.first + self.second > strategy.together:
            sentence = f"There are {strategy.together} markers; {self.first + self.second} are counted."
            yield Violation(strategy.count_rule, sentence, "Count again.")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        counts = self.first, self.second
        names = Names(state)
        line = f"{names.side(0)} counts {self.first}, {names.side(1)} {self.second} for {state.strategy}."
        yield Remark(line, "M4-STR-02")
        yield Noted(counted_key(state.turn), f"{self.first}:{self.second}")
        nobody = counts == (0, 0) and readings_of(ground.setup).zero_tie == "nobody"
        for seat in (state.initiative, other(state.initiative)):
            if counts[seat] == max(counts) and not nobody:
                yield from scored(state, seat, 2 if doubled(state) else 1)
        if state.strategy == EMPTIED:
            for seat in (0, 1):
                yield Noted(f"{CARD} {seat}", "")


def doubled(state: State) -> bool:
    """Whether the VP of this Turn's count are doubled (M4-STR-12, -15)."""
    strategy = STRATEGIES.get(state.strategy)
    return strategy is not None and strategy.bonus == "fourth" and state.turn == SCORING.turns


class Bonus(Fact, frozen=True, tag="strategy_bonus"):
    """The additional VP that a Crew has once a game (M4-STR-03, -20, -24)."""

    of_a_turn: ClassVar[bool] = True
    about = ("strategy bonus", "seat")
    seat: int

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        strategy = STRATEGIES.get(state.strategy)
        if state.turn < 1:
            yield Violation("M4-TURN-24", "Nothing scores before Turn 1.", "")
        elif strategy is not None and strategy.bonus != "once":
            fix = "Count the Strategy."
            yield Violation(strategy.bonus_rule, f"{state.strategy} has no VP of once a game.", fix)
        elif strategy is not None and strategy.bonus_in_end_phase != (state.phase == "end"):
            sentence = f"{state.strategy}: {strategy.bonus_words}."
            yield Violation(strategy.bonus_rule, sentence, "Enter it at that moment.")
        if bonus_had(state, self.seat):
            yield Violation("M4-STR-03", "It was scored already, once a game.", "Take that entry back.")
        if strategy_vp(state, self.seat, state.turn) >= SCORING.strategy_a_turn:
            yield Violation("M4-STR-03", "The Strategy gives at most 2 VP in a Turn.", "")

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        yield Noted(f"strategy bonus {self.seat}", str(state.turn))
        yield from scored(state, self.seat, 1)
