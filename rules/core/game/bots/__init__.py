"""Players made of code: ``legal.py`` answers anything lawful, ``greedy.py`` plainly seeks fights and VP.

A bot sees what its seat may see: the question put to it and the public part of the state.
"""

from __future__ import annotations

from typing import Protocol

from rules.core.game.asks import Ask
from rules.core.game.options import Answer
from rules.core.game.play import Play


class Bot(Protocol):
    def answer(self, play: Play, ask: Ask) -> Answer:
        """An answer that ``ask.options`` contains."""
