"""Play an Encounter of the Third Edition: create it, read the open questions, answer them.

>>> from rules.editions.m3e.examples.encounters import duel_of_two
>>> play = duel_of_two()
>>> play.asks[0].kind
'cut'
>>> _ = play.answer(play.asks[0].seat, 0)
>>> len(play.decisions), play.over
(1, False)

**Decisions** are the authority, **events** what followed; ``replay`` and ``fold`` (``rules.game.log``)
rebuild one from the other. Nothing suspended is ever stored: a procedure waits in a generator, and is rebuilt
by replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rules.dialogue import Answer, OneOf, Several
from rules.editions.m3e import shown
from rules.editions.m3e.play import asking
from rules.editions.m3e.play.by_hand import performing
from rules.editions.m3e.play.pointed import LED, led, listed, pointed
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.setup.hiring import Stock
from rules.editions.m3e.play.turn import encounter
from rules.editions.m3e.recording.result import result_of
from rules.editions.m3e.rows import ROWS
from rules.editions.m3e.ruleset import Ruleset
from rules.editions.m3e.stored import STORED
from rules.fate.dealer import Dealer
from rules.game.asking import declined
from rules.game.driver import START, Following
from rules.game.log import follow
from rules.game.pointing import Proposal
from rules.game.procedure.asks import Ask, Beside, Proc, RecurringUse
from rules.game.referee.commands import Act
from rules.game.referee.open_question import remaining_question
from rules.game.results.result import EncounterResult
from rules.game.setup.setup import EncounterSetup
from rules.game.shown import ActionShown, CardShown
from rules.game.state import Model
from rules.game.stored import Checkpoint, StoredDecision
from rules.game.table_access.interface import TableAccess
from rules.game.with_hand import DriverWithHand
from rules.refusal import Refusal


class Play(DriverWithHand):
    """An Encounter of the Third Edition, with the referee's hand. ``stock`` holds the models and Upgrades
    from which Crews are hired during set-up; ``None`` when they were hired before."""

    rows = ROWS
    settles = asking.SETTLES
    stored = STORED

    def __init__(
        self,
        setup: EncounterSetup,
        rules: Ruleset,
        table: TableAccess,
        dealer: Dealer,
        checkpoint: Checkpoint | None = None,
        stock: Stock | None = None,
    ) -> None:
        self._begun = (setup, rules, table, dealer, checkpoint, stock)
        setup = setup if checkpoint else setup.before_hiring()
        super().__init__(checkpoint or Checkpoint(setup.first_state(), 0, 0, START))
        self.rules = rules
        self._game = Game(setup, rules, table, dealer, self.since.state, stock)
        self._begin(self._game, encounter(self._game))

    @property
    def setup(self) -> EncounterSetup:
        """The agreed set-up; after step H it contains the hired Crews."""
        return self._game.setup

    @property
    def running(self) -> Game:
        """The context of the procedures, for bots."""
        return self._game

    def action_shown(self) -> ActionShown | None:
        return shown.action_shown(self._game)

    def notes(self, ask: Ask) -> dict[str, str]:
        return shown.notes(self._game, ask)

    def needless(self, ask: Ask, *, alone: bool) -> Answer | None:
        return asking.needless(self._game, ask, alone=alone)

    def recurring(self, ask: Ask) -> RecurringUse | None:
        return asking.recurring(self._game, ask)

    def with_next(self, ask: Ask) -> Ask:
        return asking.with_next(self._game, ask)

    def copy(self) -> Play:
        """The same Encounter at the same question, to be played on by itself."""
        setup, rules, table, dealer, since, stock = self._begun
        done = self.checkpoint.decisions - self.since.decisions
        if done:
            setup, since = self.setup, self.checkpoint
        return follow(Play(setup, rules, table, dealer, since, stock), self.decisions[done:])

    def then(self, ask: Ask) -> Following | None:
        key = asking.only_use(ask)
        used = self._after(ask, key) if key is not None else None
        if used is None or used.ask.kind not in asking.JOINED or used.ask.more:
            return None
        if isinstance(used.ask.options, Several):
            return None
        left = self.copy()
        left.answer(ask.seat, declined(ask))
        otherwise = left.ask_for(ask.seat)
        return None if otherwise is not None and _is_same(used.ask, otherwise) else used

    def _after(self, ask: Ask, key: str) -> Following | None:
        """What the same player is asked after that answer, unless a card is turned or shown before."""
        ahead = self.copy()
        facts = ahead.answer(ask.seat, key)
        following = ahead.ask_for(ask.seat)
        return (
            Following(key, following, ahead) if following and not any(one.informs for one in facts) else None
        )

    def leads(self, ask: Ask) -> bool:
        own = (model.id for model in self.state.crew_of(ask.seat))
        first = next((name for name in own if ask.options.contains(name)), None)
        return first is not None and self._moving(ask, first) is not None

    def _moving(self, ask: Ask, name: str) -> Following | None:
        """The question where that model goes, if choosing it leads there at once."""
        if ask.kind not in LED or not isinstance(ask.options, OneOf) or not ask.options.contains(name):
            return None
        after = self._after(ask, name)
        goes = after is not None and after.ask.kind == "destination" and after.ask.about[:1] == (name,)
        return after if goes else None

    def pointed(
        self, ask: Ask, actor: str, target: Model | None, place: Sequence[float]
    ) -> tuple[Proposal, ...]:
        if ask.kind in LED:
            after = self._moving(ask, actor) if target is None else None
            return () if after is None else led(after.at.running, ask.kind, after.ask, place)
        return pointed(self._game, ask, actor, target, place)

    def beside(self, ask: Ask) -> tuple[Beside, ...]:
        return asking.beside(self._game, ask)

    def listed(self, ask: Ask, actor: str) -> tuple[Proposal, ...]:
        return listed(self._game, ask, actor)

    def card_shown(self, model: Model) -> CardShown:
        return shown.card_shown(self._game, model)

    def result(self, gave_up: int | None = None) -> EncounterResult:
        return result_of(self.setup, self.state, gave_up)

    def _expect(self, ask: Ask, value: Any) -> None:
        """Raise ``Refusal`` unless ``value`` answers ``ask``; for an act by hand with the rule that it
        breaks."""
        if isinstance(ask.options, performing.Commands):
            self.act_as_given(value)
            problems = ask.options.problems(value)
            if problems:
                raise Refusal.of(problems)
        super()._expect(ask, value)

    def _expect_possible(self, seat: int, act: Act) -> None:
        self._expect_time(act)
        ground = performing.ground_of(self._game, seat)
        if problems := act.problems(self.state, ground):
            raise Refusal.of(problems)
        if self._restarts():
            return
        then = act.after(self.state, ground)
        if any(remaining_question(ask, self.state, then) is None for ask in self.asks):
            raise Refusal(
                "That would take away what is being asked.", fix="Answer the question, then do it by hand."
            )

    def _by_hand(self, seat: int, act: Act) -> Proc[bool]:
        return performing.by_hand(self._game, seat, act)

    def _restarted(self) -> Proc[None]:
        self._game.restart()
        return encounter(self._game)


def _is_same(one: Ask, two: Ask) -> bool:
    one, two = one.written_out(), two.written_out()
    return (one.kind, one.text, one.about) == (two.kind, two.text, two.about)


def replay(
    setup: EncounterSetup,
    rules: Ruleset,
    table: TableAccess,
    dealer: Dealer,
    decisions: Iterable[StoredDecision],
    checkpoint: Checkpoint | None = None,
    stock: Stock | None = None,
) -> Play:
    """The Encounter after ``decisions``, from the start or from ``checkpoint``.

    Raise ``Refusal`` at the first decision that does not answer the open question.
    """
    return follow(Play(setup, rules, table, dealer, checkpoint, stock), decisions)
