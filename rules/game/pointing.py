"""What a tap on the table may mean while an Action, or who Activates, is asked for: several answers that one
act gives, the open question's first. None is carried out here and no card is read: what is proposed follows
from what lies on the table, and where something comes between, the question after it is asked as ever."""

from __future__ import annotations

from msgspec import Struct

from rules.dialogue import Answer


class Proposal(Struct, frozen=True):
    """``answers`` are kinds of questions, each with its answer, in the order in which they come. ``sure``: it
    is what was pointed at, and may be done at once. ``path`` are the places of the way, in inches."""

    answers: tuple[tuple[str, Answer], ...]
    words: str
    sure: bool = True
    path: tuple[tuple[float, float], ...] = ()
