"""Questions and answers: one vocabulary for an Encounter, its Aftermath, and whatever else asks players.

A procedure of the rulebook is a generator. It yields a ``DialogueQuestion``, receives the answer, and returns
its result; ``Dialogue`` drives it. Nothing suspended is ever stored: what is stored are the answers, and to
go on, or back, they are replayed.

>>> def cut(deck):
...     at = yield DialogueQuestion(kind="cut", text="Cut the deck?", rule="M3E-FATE-09")
...     return deck[at:] + deck[:at]
>>> dialogue = Dialogue(cut("2345"))
>>> dialogue.question.text
'Cut the deck?'
>>> dialogue.answer(1)
>>> dialogue.over, dialogue.result
(True, '3452')
>>> Dialogue(cut("2345"), answers=[3]).result
'5234'

``Options`` say what may be answered. One object lists, contains and samples: page, judge, bot and fuzzer
share it. Answers that are places of a table: ``rules.game.table_access.spots``.

>>> position = Number(0, 53)
>>> position.contains(12), position.contains(54), position.size
(True, False, 54)
>>> hand = Several((Choice("9c"), Choice("2r")), least=0, most=2)
>>> list(hand.listed())
[[], ['9c'], ['2r'], ['9c', '2r']]
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from itertools import combinations, permutations
from math import comb, perm
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from rules.fate.shuffle import Stream
from rules.refusal import Refusal
from rules.wording import how_many

Answer = Any
Q = TypeVar("Q")
A = TypeVar("A")
R = TypeVar("R")


class DialogueQuestion(Struct, frozen=True, kw_only=True):
    """What every question has: its ``kind``, the sentence for the one who is asked, and the row of the ledger
    that puts it. Subclasses say whom it is put to, and what may be answered."""

    kind: str
    text: str = ""
    rule: str = ""


class Dialogue(Generic[Q, A, R]):
    """One procedure asked and answered. ``question`` is the open one, ``None`` at the end; ``result`` is then
    what the procedure returned.

    The procedure may refuse an answer; then the dialogue is spent, and the answers before it are replayed to
    ask again. ``closed`` is the refusal of an answer after the end.
    """

    def __init__(
        self, procedure: Generator[Q, A, R], answers: Iterable[A] = (), *, closed: Refusal | None = None
    ) -> None:
        self._procedure: Generator[Q, Any, R] = procedure
        self._closed = closed or Refusal("Nothing is asked any more.")
        self._spent = False
        self.question: Q | None = None
        self.result: R | None = None
        self._advance(None)
        for answer in answers:
            self.answer(answer)

    @property
    def over(self) -> bool:
        return self.question is None

    def answer(self, answer: A) -> None:
        """Go on by one answer; ``Refusal`` when it does not fit, or when nothing is asked any more."""
        if self._spent:
            raise RuntimeError("An answer was refused; replay the answers before it.")
        if self.question is None:
            raise self._closed
        self._advance(answer)

    def _advance(self, answer: A | None) -> None:
        try:
            self.question = self._procedure.send(answer)
        except StopIteration as end:
            self.question, self.result = None, end.value
        except BaseException:
            self._spent = True
            raise


class Choice(Struct, frozen=True):
    """One option: a stable ``key`` (stored), a ``label`` for people, and the id it is ``about``."""

    key: str
    label: str = ""
    about: str = ""


class Options(Struct, frozen=True, tag=True, tag_field="options"):
    """Every answer to one question."""

    def contains(self, answer: Answer) -> bool:
        """Whether that is one of the answers."""
        raise NotImplementedError

    def listed(self) -> Iterator[Answer]:
        """Every answer in a fixed order; of a region, some that matter."""
        raise NotImplementedError

    def sample(self, stream: Stream) -> Answer:
        """Some answer, by the chance of ``stream``."""
        raise NotImplementedError

    @property
    def size(self) -> int | None:
        """How many answers there are, ``None`` when there are too many to count."""
        return None

    def check(self, answer: Answer, rule: str = "") -> None:
        """``Refusal`` unless that is one of the answers; ``rule`` is the row that put the question."""
        if not self.contains(answer):
            raise self.refused(answer) or Refusal(
                "That is not one of the answers.", rule=rule, fix="Choose one that is offered."
            )

    def refused(self, answer: Answer) -> Refusal | None:
        """Why that is no answer, where more is to be said than that it is not offered."""
        return None

    def written_out(self) -> Options:
        """The same with every answer looked for, where ``contains`` does without."""
        return self

    def shown(self) -> dict[str, Any]:
        """Plain data for the person who is asked."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


class OneOf(Options, frozen=True):
    """Exactly one key."""

    choices: tuple[Choice, ...]

    def contains(self, answer: Answer) -> bool:
        return any(choice.key == answer for choice in self.choices)

    def listed(self) -> Iterator[Answer]:
        return (choice.key for choice in self.choices)

    def sample(self, stream: Stream) -> Answer:
        return self.choices[stream.below(len(self.choices))].key

    @property
    def size(self) -> int | None:
        return len(self.choices)


class Several(Options, frozen=True):
    """A list of ``least`` to ``most`` different keys; with ``ordered`` their order means something."""

    choices: tuple[Choice, ...]
    least: int = 0
    most: int = 0
    ordered: bool = False

    def contains(self, answer: Answer) -> bool:
        if not isinstance(answer, list | tuple) or not self.least <= len(answer) <= self.most:
            return False
        keys = {choice.key for choice in self.choices}
        return len(set(answer)) == len(answer) and all(key in keys for key in answer)

    def check(self, answer: Answer, rule: str = "") -> None:
        if isinstance(answer, list | tuple) and not self.least <= len(answer) <= self.most:
            raise Refusal(
                f"{len(answer) or 'None'} chosen.", rule=rule, fix=f"{how_many(self.least, self.most)}."
            )
        super().check(answer, rule)

    def listed(self) -> Iterator[Answer]:
        pick = permutations if self.ordered else combinations
        keys = [choice.key for choice in self.choices]
        for number in range(self.least, min(self.most, len(keys)) + 1):
            yield from (list(chosen) for chosen in pick(keys, number))

    def sample(self, stream: Stream) -> Answer:
        left = [choice.key for choice in self.choices]
        most = min(self.most, len(left))
        count = self.least + stream.below(most - self.least + 1)
        return [left.pop(stream.below(len(left))) for _ in range(count)]

    @property
    def size(self) -> int | None:
        count = perm if self.ordered else comb
        return sum(
            count(len(self.choices), n) for n in range(self.least, min(self.most, len(self.choices)) + 1)
        )


class Number(Options, frozen=True):
    """A whole number, both ends included."""

    least: int
    most: int

    def contains(self, answer: Answer) -> bool:
        return isinstance(answer, int) and not isinstance(answer, bool) and self.least <= answer <= self.most

    def listed(self) -> Iterator[Answer]:
        return iter(range(self.least, self.most + 1))

    def sample(self, stream: Stream) -> Answer:
        return self.least + stream.below(self.most - self.least + 1)

    @property
    def size(self) -> int | None:
        return self.most - self.least + 1
