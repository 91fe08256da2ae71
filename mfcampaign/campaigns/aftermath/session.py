"""One aftermath as an operation works on it: read once under the lock, answered on, written once."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db.models import F

from mfcampaign.accounts.persons import Person
from mfcampaign.campaigns.aftermath import countersigning
from mfcampaign.campaigns.aftermath.replay import answer_of, context, stored_answers
from mfcampaign.campaigns.models import Aftermath, AftermathDecision
from rules.campaign.aftermath.asks import AftermathView, Answer
from rules.campaign.aftermath.procedure import Replay


class AftermathSession:
    """The row, what is stored of its answers, and the replay of them, which goes on with each new one.

    It lives no longer than the transaction in which it was read. ``now`` is where the aftermath stands.
    """

    def __init__(self, aftermath: Aftermath) -> None:
        self.aftermath = aftermath
        self._stored: dict[int, Any] = dict(stored_answers(aftermath))
        self._replay = Replay(context(aftermath), [answer_of(plain) for plain in self._stored.values()])
        self.now: AftermathView = self._replay.view()

    def answered(self, ordinal: int) -> Answer | None:
        """The stored answer to question ``ordinal``, if there is one."""
        plain = self._stored.get(ordinal)
        return None if plain is None else answer_of(plain)

    def take(self, answer: Answer, source: str, actor: Person | None) -> None:
        """Store one answer once the core has accepted it; ``Refusal`` when it does not fit."""
        ask = self.now.ask
        assert ask is not None, "a finished aftermath asks nothing"
        self._replay.answer(answer)
        self.now = self._replay.view()
        plain = self._stored[ask.ordinal] = msgspec.to_builtins(answer)
        decision = AftermathDecision.objects.create(
            aftermath=self.aftermath,
            ordinal=ask.ordinal,
            kind=ask.kind,
            answer=plain,
            source=source,
            actor=actor if getattr(actor, "is_authenticated", False) else None,
        )
        if source == "entered":
            countersigning.ask(decision, self.aftermath.side.encounter.week.rules)


def locked(aftermath: Aftermath) -> Aftermath:
    """The row under its lock; its side is the one that was fetched, its game's state is fresh."""
    rows = Aftermath.objects.select_for_update(of=("self",)).annotate(game=F("side__encounter__state"))
    fresh = rows.get(pk=aftermath.pk)
    fresh.side = aftermath.side
    fresh.side.encounter.state = fresh.game
    return fresh
