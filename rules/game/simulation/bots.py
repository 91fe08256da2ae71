"""What bots of every edition share: ``RandomLegal`` gives any legal answer, ``Fighting`` is what the greedy
ones have in common, ``Passive`` answers for a Crew that has withdrawn.

A bot sees what its seat may see: the question put to it and the public part of the state.

>>> from rules import duel_of_two
>>> from rules.fate.shuffle import digest
>>> play = duel_of_two()
>>> play.asks[0].options.contains(RandomLegal(Stream(digest("docs"))).answer(play, play.asks[0]))
True
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from math import hypot
from typing import Protocol, TypeVar

from rules.dialogue import Answer, Number, OneOf, Options, Several
from rules.fate.cards import Card
from rules.fate.shuffle import Stream
from rules.game.driver import Driver
from rules.game.procedure.asks import Ask
from rules.game.state import Model, State

P = TypeVar("P", bound=Driver, contravariant=True)


class Bot(Protocol[P]):
    def answer(self, play: P, ask: Ask) -> Answer:
        """An answer that ``ask.options`` contains."""


class RandomLegal:
    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def answer(self, play: Driver, ask: Ask) -> Answer:
        return ask.options.sample(self.stream)


SAMPLES = 6
MOST_PLACES = 24


class Fighting:
    """What bots that fight and score have in common. ``stream`` breaks ties and answers questions without a
    rule of its own."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream
        self._by_kind: dict[str, Callable[[Driver, Ask], Answer]] = {
            "action": self._action,
            "attack": self._action,
            "activate": self._activate,
            "cheat": self._cheat,
            "deploy": self._destination,
            "destination": self._destination,
            "target": self._target,
            "stone": self._stone,
            "take": self._take,
            "trigger": self._trigger,
            "cut": self._least,
            "cards": self._cards,
            "pass": self._no,
            "draw": self._no,
            "focus": self._yes,
            "relent": self._yes,
            "use": self._first,
            "schemes": self._most,
            "interact": self._interact,
            "withdraw": self._no,
            "play_on": self._yes,
        }

    def answer(self, play: Driver, ask: Ask) -> Answer:
        thought = self._by_kind.get(ask.kind)
        answer = thought(play, ask) if thought else None
        return (
            answer if answer is not None and ask.options.contains(answer) else ask.options.sample(self.stream)
        )

    def _keys(self, options: Options) -> list[str]:
        return [choice.key for choice in options.choices] if isinstance(options, OneOf) else []

    def _no(self, play: Driver, ask: Ask) -> Answer:
        return "no"

    def _yes(self, play: Driver, ask: Ask) -> Answer:
        return "yes"

    def _least(self, play: Driver, ask: Ask) -> Answer:
        return 0

    def _first(self, play: Driver, ask: Ask) -> Answer:
        return next(iter(self._keys(ask.options)), None)

    def _most(self, play: Driver, ask: Ask) -> Answer:
        """Reveal whatever can be revealed."""
        size = getattr(ask.options, "most", 0)
        return [choice.key for choice in getattr(ask.options, "choices", ())][:size]

    def _trigger(self, play: Driver, ask: Ask) -> Answer:
        return self._keys(ask.options)[-1]

    def _activate(self, play: Driver, ask: Ask) -> Answer:
        """Activate the model nearest to an enemy."""
        names = self._keys(ask.options)
        return min(names, key=lambda name: nearest(play.state, play.state.models[name]))

    def _action(self, play: Driver, ask: Ask) -> Answer:
        """Choose what to do; each edition has Actions of its own."""
        raise NotImplementedError

    def _interact(self, play: Driver, ask: Ask) -> Answer:
        names = self._keys(ask.options)
        return next((name for name in names if name not in ("drop", "remove")), names[0])

    def _target(self, play: Driver, ask: Ask) -> Answer:
        """Choose the enemy with the least Health left; nobody rather than a friendly model."""
        models, names = play.state.models, self._keys(ask.options)
        enemies = [name for name in names if name in models and models[name].seat != ask.seat]
        return min(enemies, key=lambda name: models[name].health) if enemies else "none"

    def _destination(self, play: Driver, ask: Ask) -> Answer:
        """Choose the place nearest to an enemy, of the listed places and some others."""
        if not ask.about:
            return None
        model = play.state.models[ask.about[0]]
        places = list(islice(ask.options.listed(), MOST_PLACES))
        places += [ask.options.sample(self.stream) for _ in range(SAMPLES)]
        return min(places, key=lambda place: nearest(play.state, model, place[0], place[1]))

    def _take(self, play: Driver, ask: Ask) -> Answer:
        return max(self._keys(ask.options), key=lambda code: Card.parse(code).value)

    def _cheat(self, play: Driver, ask: Ask) -> Answer:
        """Cheat with the lowest hand card that beats the card in the Conflict by three, from ten upward."""
        crew = play.state.crews[ask.seat]
        if not crew.conflict:
            return "keep"
        held = [Card.parse(code) for code in self._keys(ask.options) if code != "keep"]
        better = [card for card in held if card.value >= max(10, crew.conflict[-1].value + 3)]
        return min(better, key=lambda card: card.value).code if better else "keep"

    def _stone(self, play: Driver, ask: Ask) -> Answer:
        keys = self._keys(ask.options)
        return "yes" if "yes" in keys and self.stream.below(2) else "no"

    def _cards(self, play: Driver, ask: Ask) -> Answer:
        """Choose as few cards as possible, the lowest first."""
        least = getattr(ask.options, "least", 0)
        codes = sorted(
            (choice.key for choice in getattr(ask.options, "choices", ())),
            key=lambda code: Card.parse(code).value,
        )
        low = [code for code in codes if Card.parse(code).value <= 4]
        return codes[:least] if least else low[: getattr(ask.options, "most", 0)]


def nearest(state: State, model: Model, x: float | None = None, y: float | None = None) -> float:
    """The inches from the model (or a place) to the nearest enemy's centre; to the middle of the table
    without enemies."""
    at_x, at_y = model.x if x is None else x, model.y if y is None else y
    enemies = [enemy for enemy in state.on_table() if enemy.seat != model.seat]
    if not enemies:
        return hypot(at_x - 18, at_y - 18)
    return min(hypot(at_x - enemy.x, at_y - enemy.y) for enemy in enemies)


# Questions that the withdrawn player still answers, because they concern secrets.
OWN_WORD = ("award", "bounty", "withdraw", "play_on")
LEAST = ("no", "keep", "none", "pass", "end")


class Passive:
    """Answers with the least: cuts nothing, cheats nothing, keeps its cards; ``stream`` decides where there
    is no least."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def answer(self, play: Driver, ask: Ask) -> Answer:
        options = ask.options
        if isinstance(options, Number):
            return options.least
        if isinstance(options, Several):
            return [choice.key for choice in options.choices[: options.least]]
        if isinstance(options, OneOf):
            keys = [choice.key for choice in options.choices]
            return next((key for key in LEAST if key in keys), keys[0])
        return next(iter(options.listed()), None) or options.sample(self.stream)
