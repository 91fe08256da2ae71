"""What simulated seasons of any campaign share: weeks, pairing, byes, results at the table, who leads."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from msgspec import Struct

from rules import budget
from rules.campaign.aftermath.asks import Answer, Ask
from rules.campaign.aftermath.procedure import cards_for, fate_answer
from rules.campaign.forecast.tally import ForecastTally, add_tallies
from rules.campaign.payday import bye_pay
from rules.campaign.policies import Policies
from rules.campaign.weekly_events import draw_event
from rules.crews.catalogue import Catalogue
from rules.fate.cards import FULL_DECK, Card
from rules.fate.shuffle import Stream, digest, mac, uint32

STRATEGY_VP, SCHEME_VP, DEATH = 55, 50, 35
"""Chances of events at the table, in percent: assumptions, stated on the page."""
AT_TABLE = (
    f"{STRATEGY_VP} in 100 chances for each VP of the Strategy, {SCHEME_VP} for each of the Schemes, "
    f"{DEATH} for a model to fall"
)

NO_FIGURES = Catalogue((), edition="")


class Begun(Struct, frozen=True, kw_only=True):
    """Where a player begins: who it is, the games won so far and the VP of all games. Each campaign adds what
    is owned."""

    label: str = ""
    won: int = 0
    vp: int = 0


class ForecastSetting(Struct, frozen=True):
    """What is simulated: settings, charts, the number of weeks, and the first week. ``strategy_vp`` and
    ``scheme_vp`` are the most VP of the Strategy and of all Schemes in one game, ``vp_of_scheme`` of one
    Scheme. ``figures`` and ``cards`` (by slug) are those of the league."""

    policies: Policies
    charts: Any
    weeks: int
    rosters: Sequence[Any] = ()
    first_week: int = 1
    strategy_vp: int = 4
    scheme_vp: int = 4
    vp_of_scheme: int = 1
    figures: Catalogue = NO_FIGURES
    cards: Mapping[str, Any] = {}


class Player(ABC):
    """One player during a season with so much ``scrip``; ``earned`` is that of this week."""

    def __init__(self, number: int, begun: Begun, scrip: int) -> None:
        self.number = number
        self.won, self.vp = begun.won, begun.vp
        self.scrip = scrip
        self.earned = self.byes = 0

    @property
    @abstractmethod
    def plays(self) -> bool:
        """Whether there is somebody to play with."""


P = TypeVar("P", bound=Player)


class Scored(Struct, frozen=True):
    """One side's result of a game: its VP, those of the Strategy, and the Schemes that brought any."""

    vp: int
    strategy: int
    schemes: int


class Season(ABC, Generic[P]):
    """One season: for each week hires, games, Aftermaths, and the count at its end."""

    def __init__(self, setting: ForecastSetting, chance: Stream) -> None:
        self.setting, self.policies, self.charts = setting, setting.policies, setting.charts
        self.chance = chance
        self.players = self.begin(setting.rosters)
        self.ratings: dict[int, Counter[int]] = {}
        self.annihilated: Counter[int] = Counter()
        self.injuries: Counter[int] = Counter()
        self.advancements: Counter[int] = Counter()
        self.ended: Counter[int] = Counter()
        self._events: dict[int, Any] = {}

    @abstractmethod
    def begin(self, rosters: Sequence[Any]) -> list[P]:
        """The players, in the order of the rosters."""

    @abstractmethod
    def hire(self, player: P, week: int) -> None:
        """Their hires of a week, not of the first."""

    @abstractmethod
    def game(self, sides: tuple[P, P], week: int) -> None:
        """One game and both Aftermaths."""

    @abstractmethod
    def value(self, player: P) -> int:
        """Of the Arsenal."""

    def masters(self) -> Counter[int]:
        """The Arsenals by the week of their first Master, where the campaign counts that."""
        return Counter()

    def live(self) -> ForecastTally:
        scrip: dict[int, dict[int, int]] = {}
        values: dict[int, dict[int, int]] = {}
        for week in range(self.setting.first_week, self.setting.weeks + 1):
            for player in self.players:
                player.earned = 0
                if week > 1:
                    self.hire(player, week)
            self.play(week)
            scrip[week] = dict(Counter(player.scrip for player in self.players))
            values[week] = dict(Counter(self.value(player) for player in self.players))
        best = max(self._score(player) for player in self.players)
        return ForecastTally(
            seasons=1,
            players=len(self.players),
            scrip=scrip,
            values=values,
            annihilated=dict(self.annihilated),
            injuries=dict(self.injuries),
            masters=dict(self.masters()),
            ratings={week: dict(counts) for week, counts in self.ratings.items()},
            advancements=dict(self.advancements),
            ended=dict(self.ended),
            leads={player.number: 1 for player in self.players if self._score(player) == best},
        )

    def _score(self, player: P) -> tuple[int, int]:
        return player.won, player.vp

    def percent(self, chance: int) -> bool:
        return self.chance.below(100) < chance

    def play(self, week: int) -> None:
        waiting = [player for player in self.players if player.plays]
        order = sorted(waiting, key=lambda player: (self.chance.word(), player.number))
        if len(order) % 2:
            idle = min(order, key=lambda player: (player.byes, order.index(player)))
            order.remove(idle)
            idle.byes += 1
        else:
            idle = None
        for first, second in zip(order[::2], order[1::2], strict=True):
            self.game((first, second), week)
        if idle is not None:
            pay = bye_pay([player.earned for player in order], idle.earned, self.policies).amount
            idle.scrip += pay
            idle.earned += pay

    def results(self, sides: tuple[P, P], ratings: Sequence[int], week: int) -> tuple[Scored, Scored]:
        """What both sides score; it is kept for who leads, with the ``ratings`` of the Crews."""
        most = self.setting
        strategy = [sum(self.percent(STRATEGY_VP) for _ in range(most.strategy_vp)) for _ in sides]
        first, second = (self._scored(points) for points in strategy)
        for side, own, other in ((sides[0], first, second), (sides[1], second, first)):
            side.vp += own.vp
            side.won += own.vp > other.vp
        self.ratings.setdefault(week, Counter()).update(ratings)
        return first, second

    def _scored(self, strategy: int) -> Scored:
        rolls = [self.percent(SCHEME_VP) for _ in range(self.setting.scheme_vp)]
        each = self.setting.vp_of_scheme
        schemes = sum(any(rolls[at : at + each]) for at in range(0, len(rolls), each))
        return Scored(strategy + sum(rolls), strategy, schemes)

    def event(self, week: int) -> Any:
        """The row of the chart of Weekly Events that all games of the week are under, drawn once; ``None``
        where none is drawn (SL-EVENT-01)."""
        if week not in self._events:
            chart = self.charts.weekly_events if self.policies.weekly_events == "drawn" else ()
            self._events[week] = draw_event(self.card, chart)[0] if chart else None
        return self._events[week]

    def card(self) -> Card:
        return FULL_DECK[self.chance.below(len(FULL_DECK))]

    def flipped(self, ask: Ask, decks: dict[int, list[Card]]) -> Answer:
        """The next cards of the deck that the question names; ``decks`` are the Aftermath's by shuffle."""
        if ask.shuffle not in decks:
            decks[ask.shuffle] = self._shuffled()
        return fate_answer(ask, cards_for(ask, decks[ask.shuffle]))

    def _shuffled(self) -> list[Card]:
        deck = list(FULL_DECK)
        for last in range(len(deck) - 1, 0, -1):
            other = self.chance.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck


def simulate(
    season: type[Season[Any]], setting: ForecastSetting, seed: bytes, numbers: Iterable[int]
) -> ForecastTally:
    """The tally of the seasons with those numbers. The same arguments give the same tally."""
    budget.begin("a season")
    total = ForecastTally()
    for done, number in enumerate(numbers):
        budget.check(partial("{} seasons are calculated".format, done))
        stream = Stream(mac(seed, digest("forecast", uint32(number))))
        total = add_tallies(total, season(setting, stream).live())
    return total
