"""Any lawful answer, each as likely as ``options.sample`` makes it; decks are seldom cut.

>>> from rules.fate.shuffle import digest
>>> from rules.core.game.examples import duel_of_two
>>> play = duel_of_two()
>>> play.asks[0].options.contains(RandomLegal(Stream(digest("docs"))).answer(play, play.asks[0]))
True
"""

from __future__ import annotations

from rules.core.game.asks import Ask
from rules.core.game.options import Answer
from rules.core.game.play import Play
from rules.fate.shuffle import Stream


class RandomLegal:
    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def answer(self, play: Play, ask: Ask) -> Answer:
        return ask.options.sample(self.stream)
