"""The protocols and registries of Strategies and Schemes; ``score.py`` scores them in their order.

A Strategy or Scheme is one class in ``strategies/`` or ``schemes/``, registered with ``@strategy`` or
``@scheme``; ``content.py`` imports its module. Its hooks:

* ``lay`` and ``begin`` (a Strategy) put Markers on the table before deployment, and Tokens after it;
* ``hooks.reacts`` registers reactions to moments ("initiative_known", "killed", "activation_ends", …);
* ``actions.general.interaction`` registers what models may do by Interact;
* ``count``, ``may_reveal`` and ``may_end`` say whether the VP can be scored, and ``pay_*`` remove what
  scoring costs. ``score.py`` applies caps, order, Turn 1 and one VP a Turn;
* ``goals``, ``hunts`` and ``held`` say what would score next (``wants.py``): bots go by them.

A question that would reveal a secret by being asked must be asked whatever the secret is; ``score.py`` does
so for reveals. ``counted`` yields the models that count (M3E-STRAT-02, M3E-SUMM-04).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

from rules.dialogue import Choice
from rules.editions.m3e.play.abilities.passive import is_insignificant
from rules.editions.m3e.play.effects.arrivals import ignored_for_own_scoring
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.scoring.wants import Wants
from rules.editions.m3e.setup import SUIT_ORDER
from rules.game.procedure.asks import Proc
from rules.game.state import Model


class Strategy(Wants, Protocol):
    """One Strategy (M3E-STRAT)."""

    name: str
    suit: str

    def lay(self, g: Game) -> Proc[None]:
        """Put markers on the table before deployment."""

    def begin(self, g: Game) -> Proc[None]:
        """Act after deployment, before the decks are shuffled for Turn 1."""

    def count(self, g: Game, seat: int) -> int:
        """The count at the end of a Turn; a VP is scored when it exceeds the VP already scored from
        this Strategy (M3E-STRAT-01)."""


class SchemeRules(Wants, Protocol):
    """One Scheme (M3E-SCHEME). ``moment`` is when it may be revealed: "turn_ends", or another moment at which
    the Scheme's own reaction calls ``score.offer_reveal``."""

    name: str
    number: int
    moment: str

    def secrets(self, g: Game, seat: int) -> Iterable[Choice]:
        """What may be written down, with keys such as ``model=b2`` or ``friend=a1 enemy=b2``; empty
        for nothing."""

    def may_reveal(self, g: Game, seat: int, secret: dict[str, str]) -> bool:
        """Whether the reveal condition holds now."""

    def pay_reveal(self, g: Game, seat: int, secret: dict[str, str]) -> Proc[None]:
        """Remove from the table what revealing costs."""

    def may_end(self, g: Game, seat: int, secret: dict[str, str], revealed: bool) -> bool:
        """Whether the end-of-game condition holds."""

    def pay_end(self, g: Game, seat: int, secret: dict[str, str]) -> Proc[None]:
        """Remove from the table what scoring at the end costs."""


STRATEGIES: dict[str, Strategy] = {}
SCHEMES: dict[str, SchemeRules] = {}
# The row of each Strategy and Scheme.
RULES_OF: dict[str, tuple[str, ...]] = {
    "Turf War": tuple(f"M3E-STRAT-{row:02}" for row in range(3, 7)),
    "Plant Explosives": tuple(f"M3E-STRAT-{row:02}" for row in range(7, 13)),
    "Corrupted Idols": tuple(f"M3E-STRAT-{row:02}" for row in range(14, 20)),
    "Reckoning": tuple(f"M3E-STRAT-{row:02}" for row in range(20, 23)),
    "Detonate Charges": ("M3E-SCHEME-03",),
    "Breakthrough": ("M3E-SCHEME-04",),
    "Harness the Ley Line": ("M3E-SCHEME-05",),
    "Search the Ruins": ("M3E-SCHEME-06",),
    "Dig Their Graves": ("M3E-SCHEME-07", "M3E-SCHEME-08"),
    "Hold Up Their Forces": ("M3E-SCHEME-09",),
    "Take Prisoner": ("M3E-SCHEME-10",),
    "Power Ritual": ("M3E-SCHEME-11",),
    "Outflank": ("M3E-SCHEME-12", "M3E-SCHEME-13"),
    "Assassinate": ("M3E-SCHEME-14",),
    "Deliver a Message": ("M3E-SCHEME-15",),
    "Claim Jump": ("M3E-SCHEME-16",),
    "Vendetta": ("M3E-SCHEME-17", "M3E-SCHEME-18"),
}
S = TypeVar("S", bound="type[Strategy]")
K = TypeVar("K", bound="type[SchemeRules]")


def strategy(rules: S) -> S:
    """Register a Strategy's class (instantiated without arguments)."""
    instance = rules()
    STRATEGIES[instance.name] = instance
    return rules


def scheme(rules: K) -> K:
    """Register a Scheme's class (instantiated without arguments)."""
    instance = rules()
    SCHEMES[instance.name] = instance
    return rules


def strategy_in_play(g: Game) -> Strategy | None:
    return STRATEGIES.get(g.state.strategy)


def strategy_of_suit(suit: str) -> str:
    """The Strategy that the Attacker's suit names (M3E-SETUP-05); the suit's own name when there is
    none."""
    named = next((candidate.name for candidate in STRATEGIES.values() if candidate.suit == suit), "")
    return named or f"Strategy {SUIT_ORDER.index(suit) + 1}"


def scheme_by_number(number: int) -> str:
    """The Scheme of a card's value (M3E-SETUP-15), empty when there is none."""
    return next((candidate.name for candidate in SCHEMES.values() if candidate.number == number), "")


def counted(g: Game, seat: int, scoring: int) -> Iterator[Model]:
    """The models of ``seat``'s Crew on the table that count for the Strategy or Schemes of ``scoring``:
    never Insignificant ones, nor for its own side one Summoned this Turn (M3E-STRAT-02, M3E-SUMM-04)."""
    for model in g.state.crew_of(seat):
        if model.on_table and not is_insignificant(g, model):
            if seat != scoring or not ignored_for_own_scoring(g, model):
                yield model
