"""The Aftermath of one Crew after one Encounter (SL-AFTER; state machine A0 to A8).

``aftermath`` is the rulebook's procedure; ``Replay`` runs it over stored answers. Nothing suspended is
ever kept: to go on, replay.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence

from rules.core.campaign.asks import AftermathContext, AftermathOutcome, AftermathView, Answer, Ask
from rules.core.fate.cards import Card


def aftermath(context: AftermathContext) -> Generator[Ask, Answer, AftermathOutcome]:
    """Phases 1 to 6, in order, one flip at a time (SL-AFTER-01, -08)."""
    raise NotImplementedError


class Replay:
    """Pure replay of an Aftermath."""

    @staticmethod
    def run(context: AftermathContext, answers: Sequence[Answer]) -> AftermathView:
        """Where the Aftermath stands after ``answers``; ``Refusal`` at the first that does not fit."""
        raise NotImplementedError


def draws_needed(ask: Ask) -> int:
    """How many cards fate owes this ask; 0 for others."""
    return ask.cards if ask.who == "fate" else 0


def cards_for(ask: Ask, order: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of ``ask`` from ``order``, the full 54 cards in the order of shuffle ``ask.shuffle``."""
    raise NotImplementedError


def fate_answer(ask: Ask, cards: Sequence[Card], source: str = "fate") -> Answer:
    """The answer that gives ``cards`` to a fate ask; ``Refusal`` when their number is wrong."""
    raise NotImplementedError


def default_answer(ask: Ask) -> Answer:
    """What happens at the timeout of a player's ask."""
    raise NotImplementedError
