"""Who answers for a Crew that has withdrawn: always the least, so that nobody has to stay at the table."""

from __future__ import annotations

from rules.core.game.asks import Ask
from rules.core.game.options import Answer, Number, OneOf, Several
from rules.core.game.play import Play
from rules.fate.shuffle import Stream

# What a player is asked all the same: it is theirs alone to know.
OWN_WORD = ("award", "bounty", "withdraw", "play_on")
LEAST = ("no", "keep", "none", "pass", "end")


class Absent:
    """Cuts nothing, cheats nothing, keeps what it holds; ``stream`` where there is no least."""

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def answer(self, play: Play, ask: Ask) -> Answer:
        options = ask.options
        if isinstance(options, Number):
            return options.least
        if isinstance(options, Several):
            return [choice.key for choice in options.choices[: options.least]]
        if isinstance(options, OneOf):
            keys = [choice.key for choice in options.choices]
            return next((key for key in LEAST if key in keys), keys[0])
        return next(iter(options.listed()), None) or options.sample(self.stream)
