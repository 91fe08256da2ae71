"""One run of a procedure with stored answers: an Aftermath, or the Barter flips of a restart (ledger section
4.4).

The stored answers are the authority. Each step replays them through ``rules.campaign``, adds one, writes the
new effects, and asks the next question. The portal answers questions about its own facts at once; a command
that the workers execute answers flips; the player answers choices, and the default does when the deadline has
passed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from mfcampaign.accounts.persons import Person
from mfcampaign.audit.operations import ActInProgress, operation
from mfcampaign.audit.queries import Act
from mfcampaign.campaigns.aftermath.replay import answer_of, replay_of, stored_answers
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Aftermath,
    AftermathDecision,
    Campaign,
    Entry,
    Restart,
    RestartDecision,
)
from mfcampaign.dispatch import operations as dispatch
from rules.campaign.aftermath.asks import AftermathView, Answer, AnyEffect, Ask, HandDrawn, Note
from rules.campaign.aftermath.procedure import cards_for
from rules.edition import edition_of
from rules.fate.cards import Card
from rules.fate.league import FateDeck, card_of
from rules.refusal import Refusal

Row = TypeVar("Row", Aftermath, Restart)


class ProcedureSession(ABC, Generic[Row]):
    """The row, what is stored of its answers, and the replay of them, which goes on with each new one.

    It lives no longer than the transaction in which it was read. ``now`` is its present position.
    """

    kind: ClassVar[str]
    """What its acts and the command that draws its cards are called."""
    another_question: ClassVar[str]

    def __init__(self, row: Row) -> None:
        self.row: Row = row
        self._stored: dict[int, Any] = dict(stored_answers(row))
        self._replay = replay_of(row, [answer_of(plain) for plain in self._stored.values()])
        self.now: AftermathView = self._replay.view()

    @property
    @abstractmethod
    def entry(self) -> Entry:
        """Whose it is."""

    @property
    @abstractmethod
    def league(self) -> Campaign:
        """As the row was read with it."""

    @property
    def facts(self) -> dict[str, Any]:
        """What its acts are about."""
        return {"entry": self.entry.pk}

    @abstractmethod
    def apply(self, effect: AnyEffect, number: int, act: Act) -> None:
        """Write effect ``number`` to Arsenal and ledger."""

    @abstractmethod
    def portal_answer(self, ask: Ask) -> Answer:
        """What only the portal knows."""

    @abstractmethod
    def deck(self, ask: Ask) -> FateDeck:
        """The deck of fate that ``ask`` is drawn from."""

    @abstractmethod
    def close(self, act: ActInProgress[Campaign] | None) -> None:
        """Nothing is asked any more."""

    def stored(self, decision: AftermathDecision | RestartDecision) -> None:
        """One more answer is stored."""

    def answered(self, ordinal: int) -> Answer | None:
        """The stored answer to question ``ordinal``, if there is one."""
        plain = self._stored.get(ordinal)
        return None if plain is None else answer_of(plain)

    def take(self, answer: Answer, source: str, actor: Person | None) -> None:
        """Store one answer once the core has accepted it; ``Refusal`` when it does not fit."""
        ask = self.now.ask
        assert ask is not None, "a procedure that is over asks nothing"
        self._expect_affordable(ask, answer)
        try:
            self._replay.answer(answer)
        except Refusal as refusal:
            raise edition_of(self.league.edition).rows.refusal(refusal) from None
        self.now = self._replay.view()
        plain = self._stored[ask.ordinal] = msgspec.to_builtins(answer)
        self.stored(
            self.row.decisions.create(
                ordinal=ask.ordinal,
                kind=ask.kind,
                answer=plain,
                source=source,
                actor=actor if getattr(actor, "is_authenticated", False) else None,
            )
        )

    def _expect_affordable(self, ask: Ask, answer: Answer) -> None:
        """A ruling may have taken Scrip since Payday. What is chosen for Scrip may be charged a flip later,
        when nobody can choose otherwise."""
        chosen = next((each for each in ask.options if each.key == answer.option), None)
        if chosen is None or not chosen.price:
            return
        purse = balances.balance(self.entry)
        if purse < chosen.price:
            sentence = f"{chosen.label} costs {chosen.price} Scrip, and the purse holds {purse}."
            rows = self.league.played.rows
            raise Refusal(sentence, rule=rows.scrip, fix="Choose something else, or go on.")

    def draw(self, ask: Ask) -> tuple[Card, ...]:
        """The cards of fate that answer ``ask``, the same ones however often."""
        return cards_for(ask, [card_of(face) for face in self.deck(ask).shuffle(ask.shuffle).cards])

    def write(self, act: ActInProgress[Campaign]) -> list[str]:
        """Write the effects that are new since the last step; return the sentences of what changed."""
        row, effects = self.row, self.now.effects
        self.entry.campaign = act.row
        new = effects[row.applied :]
        for number, effect in enumerate(new, start=row.applied):
            self.apply(effect, number, act.act)
        row.applied = len(effects)
        changes = [effect for effect in new if not isinstance(effect, (Note, HandDrawn))]
        whose = self.entry.label
        return [effect.sentence if at else effect.told_of(whose) for at, effect in enumerate(changes)]

    def _follow(self, ask: Ask | None, act: ActInProgress[Campaign]) -> None:
        """Answer ``ask`` with what the portal knows, and write what follows; the sentence of ``act`` grows by
        it."""
        if ask is not None:
            self.take(self.portal_answer(ask), "portal", None)
        sentences = " ".join(filter(None, [act.act.sentence, *self.write(act)]))
        act.say(sentences, **(act.act.facts or {"entry": self.entry.pk}))

    def go_on(self, act: ActInProgress[Campaign] | None = None) -> AftermathView:
        """Answer what the portal knows, order the cards that fate owes, or wait for the player.

        What follows from the facts alone is written before anything is asked.
        """
        row = self.row
        while True:
            ask = self.now.ask
            known = ask if ask is not None and ask.who == "system" else None
            if known is None and row.applied == len(self.now.effects):
                break
            if act is None:
                with operation(self.league, None, kind=f"{self.kind}.portal") as own:
                    self._follow(known, own)
            else:
                self._follow(known, act)
        if ask is None:
            self.close(act)
            return self.now
        row.waiting_for, row.asks, row.asks_ordinal = ask.who, ask.kind, ask.ordinal
        if ask.who == "fate" and row.flips != "fate" and not ask.run:
            row.waiting_for = "player"
        row.save(update_fields=["applied", "asks", "asks_ordinal", "waiting_for"])
        if row.waiting_for == "fate":
            dispatch.submit(
                f"{self.kind}.flip",
                row.flip_key(ask.ordinal),
                {self.kind: row.pk, "ordinal": ask.ordinal},
                campaign_id=self.league.pk,
                subject=f"{self.entry.label}: {ask.kind.replace('_', ' ')}",
            )
        return self.now


Session = TypeVar("Session", bound=ProcedureSession[Any])


def step(
    league: Campaign,
    actor: Person | None,
    ordinal: int,
    answer: Answer | Callable[[Session, Ask], Answer],
    *,
    open_session: Callable[[Campaign], Session],
    kind: str,
    source: str,
    who: str,
) -> AftermathView:
    """Add one answer, write what follows, ask on. A repeated equal answer changes nothing.

    ``open_session`` reads the row under the league's lock. ``answer`` may be made from the question once
    that is known under the lock. ``who`` has to be the one asked.
    """
    with operation(league, actor, kind=f"{kind}.{source}") as act:
        session = open_session(act.row)
        if (stored := session.answered(ordinal)) is not None:
            if stored == answer or callable(answer):
                return session.now
            rows = act.row.played.rows
            raise Refusal("This question has been answered already.", rule=rows.answered)
        ask = session.now.ask
        if ask is None or ask.ordinal != ordinal or ask.who != who:
            raise Refusal(session.another_question, fix="Look at the page again.")
        session.take(answer(session, ask) if callable(answer) else answer, source, actor)
        act.say(" ".join(session.write(act)), **session.facts)
        return session.go_on(act)
