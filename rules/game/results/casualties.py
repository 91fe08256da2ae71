"""Fallen models and the Injury flips owed for them: Finished Off, Replaces and summons (SL-FINISH,
SL-SUMMON).

Only models of the Arsenal fall in this sense. A summoned model is exempt (SL-FINISH-02), unless it stands for
a model that was given up for it: then that model owes the flip (SL-SUMMON-04).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from rules.fate.cards import BLACK_JOKER, Card
from rules.refusal import Violation

How = Literal["killed", "sacrificed", "buried", "automatic"]


class FinishPolicies(Protocol):
    """The settings by which Finished Off is judged."""

    @property
    def finish_threshold(self) -> int: ...
    @property
    def finish_jokers(self) -> Literal["core", "reflip"]: ...
    @property
    def finish_trigger(self) -> Literal["killed", "killed_or_sacrificed"]: ...
    @property
    def replace_chain(self) -> bool: ...
    @property
    def withdraw_buried(self) -> Literal["removed", "killed"]: ...


class Casualty(Struct, frozen=True):
    """A model of the Arsenal and its first fall of the game (SL-FINISH-06).

    ``how``: killed, which includes Replaced by a model of another Crew; sacrificed; buried at the end
    (SL-FINISH-07); or finished off by an effect itself, without a flip (SL-FINISH-08). ``flip`` is the final
    card of its Finished Off flip as a code (``9r``, ``BJ``), ``None`` when there was none or nobody entered
    it; ``cheated_from`` is the card flipped first when ``flip`` was cheated in. ``killed_by`` is the model of
    the other Arsenal that killed it, if entered; only biographies use it. ``owed``: its flip is still to be
    made or entered, so that no report can be made of it yet.
    """

    model_id: int
    finished_off: bool
    flip: str | None = None
    how: How = "killed"
    cheated_from: str | None = None
    killed_by: int | None = None
    owed: bool = False


class Successor(Struct, frozen=True, kw_only=True):
    """A model that took the place of others in the same Crew, by Replace or by a summon for which they were
    given up (SL-SUMMON-03 to -05, SL-3E-12).

    ``originals`` are the models of the Arsenal it stands for: the summoning model and those given up for it.
    ``names`` is what it was through several Replaces, in order. ``killed``, with the flip as for a
    ``Casualty``, says whether the last of them fell, ``owed`` whether its flip is still to be entered. None
    of them is ever in the Arsenal (SL-SUMMON-02).
    """

    originals: tuple[int, ...]
    names: tuple[str, ...]
    killed: bool = False
    finished_off: bool = False
    flip: str | None = None
    cheated_from: str | None = None
    owed: bool = False


def is_finished_off(card: Card, policies: FinishPolicies) -> bool:
    """Whether the card of a Finished Off flip finishes the model off: 3 or more (SL-FINISH-03, -04),
    so never the Black Joker and always the Red (A-08)."""
    return card.value >= policies.finish_threshold


def owes_injuries(
    casualties: Sequence[Casualty], successors: Sequence[Successor], policies: FinishPolicies
) -> tuple[int, ...]:
    """The models that owe an Injury flip, each once: those Finished Off, and those whose successor was
    (SL-FINISH-03, SL-SUMMON-04, -05, SL-3E-12)."""
    owed = [casualty.model_id for casualty in casualties if casualty.finished_off]
    for successor in successors:
        if successor.finished_off and (policies.replace_chain or len(successor.names) == 1):
            owed += successor.originals
    return tuple(dict.fromkeys(owed))


def owes_flip(how: How, policies: FinishPolicies) -> bool:
    """Whether a model that fell in that way owes a Finished Off flip: a sacrificed one only where a sacrifice
    triggers it (SL-FINISH-01, SL-3E-11)."""
    return how != "sacrificed" or policies.finish_trigger == "killed_or_sacrificed"


def were_killed(casualties: Sequence[Casualty], policies: FinishPolicies) -> tuple[int, ...]:
    """The models that count as killed (SL-3E-11); a sacrificed model counts where a sacrifice triggers
    the flip."""
    return tuple(c.model_id for c in casualties if owes_flip(c.how, policies))


# -- what cannot be ---------------------------------------------------------------------------------------


def casualty_faults(
    seat: int,
    casualties: Sequence[Casualty],
    successors: Sequence[Successor],
    crew: Collection[int] | None,
    withdrew: bool,
    policies: FinishPolicies,
    foes: Collection[int] | None = None,
) -> Iterator[Violation]:
    """Everything impossible in one side's losses; ``foes`` are the models that the other side
    hired."""
    seen: set[int] = set()
    for casualty in casualties:
        if casualty.model_id in seen:
            sentence = f"Model {casualty.model_id} is listed twice; one Finished Off flip a game."
            yield _fault("SL-FINISH-06", seat, sentence)
        seen.add(casualty.model_id)
        if crew is not None and casualty.model_id not in crew:
            yield _fault("SL-FINISH-01", seat, f"Model {casualty.model_id} was not in that Crew.")
        if foes is not None and casualty.killed_by is not None and casualty.killed_by not in foes:
            sentence = f"Model {casualty.killed_by} was not in the Crew that is said to have killed it."
            yield _fault("SL-FINISH-01", seat, sentence)
        yield from fall_faults(seat, casualty, withdrew, policies)
    for successor in successors:
        yield from _successor_faults(seat, successor, crew, seen, policies)


def fall_faults(seat: int, fell: Casualty, withdrew: bool, policies: FinishPolicies) -> Iterator[Violation]:
    """Everything impossible in how one model fell, and in its flip."""
    yield from _how_faults(seat, fell, withdrew, policies)
    yield from _flip_faults(seat, fell, policies)


def _how_faults(seat: int, fell: Casualty, withdrew: bool, policies: FinishPolicies) -> Iterator[Violation]:
    if fell.how == "automatic" and (fell.flip is not None or not fell.finished_off):
        sentence = f"Model {fell.model_id}: an effect finished it off, so nothing was flipped."
        yield _fault("SL-FINISH-08", seat, sentence)
    if not owes_flip(fell.how, policies) and (fell.finished_off or fell.flip is not None):
        sentence = f"Model {fell.model_id} was sacrificed, not killed: it owes no flip."
        yield _fault("league.killed", seat, sentence)
    if fell.how == "buried" and withdrew and policies.withdraw_buried == "removed":
        sentence = f"Model {fell.model_id}: a withdrawing Crew leaves with its buried models."
        yield _fault("A-10", seat, sentence)


def _successor_faults(
    seat: int,
    successor: Successor,
    crew: Collection[int] | None,
    fallen: Collection[int],
    policies: FinishPolicies,
) -> Iterator[Violation]:
    if not successor.originals or not all(successor.names) or not successor.names:
        yield _fault("SL-SUMMON-04", seat, "A successor needs a name and the models it stands for.")
    for model_id in successor.originals:
        if crew is not None and model_id not in crew:
            yield _fault("SL-SUMMON-05", seat, f"Model {model_id} was not in that Crew.")
        if model_id in fallen:
            sentence = f"Model {model_id} gave itself up for a successor, so it did not fall itself."
            yield _fault("SL-SUMMON-03", seat, sentence)
    if not successor.killed and (successor.finished_off or successor.flip is not None):
        yield _fault("SL-SUMMON-04", seat, f"{successor.names[-1]} was not killed, so nothing was flipped.")
    yield from _flip_faults(seat, successor, policies)


def _flip_faults(seat: int, fell: Casualty | Successor, policies: FinishPolicies) -> Iterator[Violation]:
    if fell.owed:
        who = f"Model {fell.model_id}" if isinstance(fell, Casualty) else fell.names[-1]
        sentence = f"{who} fell, and its Finished Off flip is not written down."
        yield _fault("SL-FINISH-01", seat, sentence, "Write its card, or what became of it.")
        return
    try:
        card = Card.parse(fell.flip) if fell.flip is not None else None
        first = Card.parse(fell.cheated_from) if fell.cheated_from is not None else None
    except ValueError as error:
        yield _fault("SL-FINISH-01", seat, str(error))
        return
    if first is not None and (card is None or card == first):
        yield _fault("SL-FINISH-05", seat, f"The {first.spoken} was cheated: with which card?")
    if first == BLACK_JOKER:
        yield _fault("A-08", seat, "The Black Joker cannot be cheated.")
    if policies.finish_jokers == "reflip" and any(
        entered is not None and entered.is_joker for entered in (card, first)
    ):
        yield _fault("A-08", seat, "A joker on a Finished Off flip is flipped again.", "Write the next card.")
        return
    if card is None or is_finished_off(card, policies) == fell.finished_off:
        return
    if fell.finished_off:
        sentence = f"The {card.spoken} is below {policies.finish_threshold}: not Finished Off."
        yield _fault("SL-FINISH-04", seat, sentence)
    else:
        sentence = f"The {card.spoken} is {policies.finish_threshold} or more: Finished Off."
        yield _fault("SL-FINISH-03", seat, sentence)


def _fault(rule: str, seat: int, sentence: str, fix: str = "Correct the report.") -> Violation:
    return Violation(rule, sentence, fix, f"seat-{seat}")
