"""Scenes: models on a plain, stacked decks, and answers that must be asked for.

    scene = Scene(ruleset).model("a1", at=(10, 10)).model("b1", at=(11.2, 10))
    scene.deck("A", "10r 3c").hand("A", "13m").deck("B", "4c")
    scene.act("a1", "Strike", A.cheat("13m"), B.cheat("keep"))
    assert scene["b1"].health == 3

Ids begin with the letter of their seat. Answers come in order and are strict: a question nobody answered, an
answer nobody asked for, the wrong seat, kind or value fails the test and shows what was asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.editions.m3e.play.actions.registry import GENERAL
from rules.editions.m3e.play.actions.take import take_action
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress
from rules.editions.m3e.play.procedure.timing import whole
from rules.editions.m3e.play.turn import encounter  # noqa: F401 - registers all content
from rules.editions.m3e.ruleset import Ruleset
from rules.editions.m3e.statcards import Action, StatCard, UpgradeCard
from rules.editions.m3e.stored import STORED
from rules.fate.cards import FULL_DECK, Card
from rules.fate.dealer import StackedDealer
from rules.game.events import Event, encode
from rules.game.log import dump_state, fold
from rules.game.procedure.asks import Ask, AskEach, Proc
from rules.game.setup.setup import CrewSetup, EncounterSetup, new_model
from rules.game.state import Crew, Marker, Model, State
from rules.game.table_access.open_field import OpenField


class Voice:
    """A seat that answers: ``A.cheat("10t")`` is seat A answering a question of kind ``cheat``."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def __getattr__(self, kind: str) -> Callable[[Any], tuple[int, str, Any]]:
        return lambda value: (self.seat, kind.rstrip("_"), value)


A, B = Voice(0), Voice(1)
SEATS = {"A": 0, "B": 1}
Answer = tuple[int, str, Any]


class Scene:
    """See the module. ``g`` is the running ``Game``, made at the first procedure."""

    def __init__(self, ruleset: Ruleset, **policies: Any) -> None:
        self.rules = ruleset.with_policies(policies)
        self.cards: dict[str, StatCard] = {}
        self.upgrades: dict[str, UpgradeCard] = {}
        self.models: dict[str, Model] = {}
        self.markers: dict[str, Marker] = {}
        self.tops = {0: "", 1: ""}
        self.hands = {0: "", 1: ""}
        self.shuffles: dict[int, list[str]] = {0: [], 1: []}
        self.discards = {0: "", 1: ""}
        self.changes: dict[str, Any] = {}
        self.crews: dict[int, dict[str, Any]] = {0: {}, 1: {}}
        self.table = OpenField()
        self.asked: list[Ask] = []
        self._game: Game | None = None
        self._before: State | None = None

    # Setting up

    def model(
        self,
        name: str,
        *,
        at: tuple[float, float] | None = (18.0, 18.0),
        card: StatCard | None = None,
        health: int | None = None,
        conditions: dict[str, int] | None = None,
        leader: bool = False,
        where: str = "table",
        upgrades: tuple[str, ...] = (),
        tokens: dict[str, int] | None = None,
        activated: bool = False,
        **printed: Any,
    ) -> Scene:
        """A model; ``printed`` are fields of its Stat Card (df, wp, station, actions, abilities, …)."""
        held = card or StatCard(**{"slug": name, "name": name, "health": 8, **printed})
        self.cards[held.slug] = held
        placed = new_model(name, held, SEATS[name[0].upper()], leader, upgrades)
        x, y = at or (0.0, 0.0)
        self.models[name] = replace(
            placed,
            x=x,
            y=y,
            where=where,
            health=placed.health if health is None else health,
            conditions=conditions or {},
            tokens=tokens or {},
            activated=activated,
        )
        return self

    def card(self, card: StatCard) -> Scene:
        """A card in the Encounter without a model: what may be summoned."""
        self.cards[card.slug] = card
        return self

    def upgrade(self, card: UpgradeCard) -> Scene:
        self.upgrades[card.slug] = card
        return self

    def marker(self, name: str, kind: str, at: tuple[float, float], /, **more: Any) -> Scene:
        self.markers[name] = Marker(id=name, kind=kind, x=at[0], y=at[1], **more)
        return self

    def deck(self, seat: str, codes: str) -> Scene:
        """The cards on top of a deck, first on top; the rest of the deck below in a fixed order."""
        self.tops[SEATS[seat]] = codes
        return self

    def after_shuffle(self, seat: str, *codes: str) -> Scene:
        """The tops of the decks that later shuffles lay."""
        self.shuffles[SEATS[seat]] = list(codes)
        return self

    def hand(self, seat: str, codes: str) -> Scene:
        self.hands[SEATS[seat]] = codes
        return self

    def discard(self, seat: str, codes: str) -> Scene:
        """The discard pile, its top card last; "rest" is every card that is nowhere else but the named
        top."""
        self.discards[SEATS[seat]] = codes
        return self

    def crew(self, seat: str, **fields: Any) -> Scene:
        """Fields of a Crew: stones, passes, schemes, zone, …"""
        self.crews[SEATS[seat]].update(fields)
        return self

    def state(self, **fields: Any) -> Scene:
        """Fields of the State: turn, phase, active, initiative, activating, …"""
        self.changes.update(fields)
        return self

    # Running

    @property
    def g(self) -> Game:
        if self._game is None:
            crews = tuple(self._crew(seat) for seat in (0, 1))
            known = {"phase": "activation", "turn": 2, "active": 0}
            state = State(
                crews=(crews[0], crews[1]),
                models=self.models,
                markers=self.markers,
                **{**known, **self.changes},
            )
            sides = (CrewSetup(name="A", models=()), CrewSetup(name="B", models=()))
            setup = EncounterSetup(
                encounter="scene",
                crews=sides,
                cards=self.cards,
                upgrades=self.upgrades,
                ruleset=self.rules.id,
            )
            dealer = StackedDealer({seat: ["", *lines] for seat, lines in self.shuffles.items()})
            self._before = state
            self._game = Game(setup, self.rules, self.table, dealer, state)
        return self._game

    def _crew(self, seat: int) -> Crew:
        top, hand = _cards(self.tops[seat]), _cards(self.hands[seat])
        left = [card for card in FULL_DECK if card not in top and card not in hand]
        if self.discards[seat] == "rest":
            return Crew(seat=seat, deck=top, hand=hand, discard=tuple(left), shuffles=1, **self.crews[seat])
        discard = _cards(self.discards[seat])
        rest = tuple(card for card in left if card not in discard)
        return Crew(seat=seat, deck=top + rest, hand=hand, discard=discard, shuffles=1, **self.crews[seat])

    def run(self, procedure: Callable[[Game], Proc[Any]], *answers: Answer, settle: bool = True) -> Any:
        """Run a procedure to its end with exactly those answers; what it returned."""
        g, given, result = self.g, list(answers), []

        def keep() -> Proc[None]:
            result.append((yield from procedure(g)))

        runner = whole(g, keep) if settle else keep()
        question = next(runner, None)
        while question is not None:
            if isinstance(question, AskEach):
                value: Any = {ask.seat: self._answer(ask, given) for ask in question.asks}
            else:
                value = self._answer(question, given)
            try:
                question = runner.send(value)
            except StopIteration:
                question = None
        assert not given, f"nobody asked for {given}"
        self._check()
        return result[0] if result else None

    def _answer(self, ask: Ask, given: list[Answer]) -> Any:
        self.asked.append(ask)
        choices = [choice.key for choice in getattr(ask.options, "choices", ())]
        question = f"{'AB'[ask.seat]}.{ask.kind} {choices or type(ask.options).__name__} ({ask.text})"
        assert given, f"nobody answered {question}"
        seat, kind, value = given.pop(0)
        assert (seat, kind) == (ask.seat, ask.kind), f"{'AB'[seat]}.{kind}({value!r}) answers not {question}"
        assert ask.options.contains(value), f"{value!r} is no answer to {question}"
        return value

    def _check(self) -> None:
        """What must hold after everything: the log folds to the state, both survive JSON, 54 cards a deck."""
        g = self.g
        assert self._before is not None
        assert fold(self._before, g.fresh) == g.state
        assert STORED.state(dump_state(g.state)) == g.state
        assert [STORED.event(encode(event)) for event in g.fresh] == g.fresh
        for crew in g.state.crews:
            assert sorted(crew.cards) == sorted(FULL_DECK)

    def act(self, model: str, action: str | Action, *answers: Answer, **in_progress: Any) -> ActionInProgress:
        """The model takes the Action (its card's, a general one, or given); what became of it."""
        chosen = action if isinstance(action, Action) else self.action(model, action)
        in_progress_action = ActionInProgress(model, chosen, **in_progress)
        self.run(lambda g: take_action(g, in_progress_action), *answers)
        return in_progress_action

    def action(self, model: str, name: str) -> Action:
        printed = next((a for a in self.g.actions(self[model]) if a.name == name), None)
        return printed or GENERAL[name].action

    # Looking

    def __getitem__(self, name: str) -> Model:
        return self.g.model(name)

    def seat(self, seat: str) -> Crew:
        return self.g.state.crews[SEATS[seat]]

    def cards_of(self, seat: str, pile: str) -> str:
        return " ".join(card.code for card in getattr(self.seat(seat), pile))

    def events(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.g.fresh if isinstance(event, kind)]

    def kinds(self) -> list[str]:
        """The kinds of all questions asked so far."""
        return [ask.kind for ask in self.asked]


def _cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in codes.split())
