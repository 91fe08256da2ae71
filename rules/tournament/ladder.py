"""A ladder for leagues with free order: who may challenge whom, and what results do to the rungs.

Rungs are players' numbers, the best first. Nothing here knows the time: days are the caller's to count.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.refusal import Refusal

Kind = Literal["begun", "joined", "left", "placed", "settled"]
Days = Annotated[int, Meta(ge=1, le=120)]
RestDays = Annotated[int, Meta(ge=0, le=60)]
Rungs = Annotated[int, Meta(ge=1, le=50)]
Few = Annotated[int, Meta(ge=0, le=10)]
"""Challenges with others before the same again; refusals that cost nothing."""


class LadderRules(Struct, frozen=True, forbid_unknown_fields=True):
    """How challenges go.

    ``reach`` rungs up one may challenge; ``others_between`` challenges one must have with others before
    the same again; ``rest_days`` after a challenge that was lost; ``answer_days`` to answer and
    ``play_days`` to play; ``free_refusals`` cost nothing until one has played again, each further one
    costs the rung as a lost game does. The winner takes the loser's rung and everybody between moves
    down one, or with ``exchange`` the two change rungs.
    """

    reach: Rungs = 3
    others_between: Few = 1
    rest_days: RestDays = 2
    answer_days: Days = 7
    play_days: Days = 21
    free_refusals: Few = 1
    exchange: bool = False

    def sentences(self) -> tuple[str, ...]:
        """The rules as people read them."""
        between = self.others_between
        again = f"not the same again before {between} other{'s' * (between != 1)}" if between else ""
        rest = (
            f"Who loses a challenge rests {days(self.rest_days)} before the next." if self.rest_days else ""
        )
        free = {0: "Every refusal", 1: "The second refusal in a row"}.get(
            self.free_refusals, f"Every refusal in a row beyond {self.free_refusals}"
        )
        sentences = (
            f"A challenge goes at most {self.reach} rung{'s' * (self.reach != 1)} up"
            f"{', ' if again else ''}{again}; everybody has one at a time.",
            f"It is answered within {days(self.answer_days)}, and played within {days(self.play_days)}.",
            f"{free} costs the rung as a lost game does; no answer in time is a refusal.",
            rest,
            "A challenger who wins and the loser change rungs; a draw changes nothing."
            if self.exchange
            else "A challenger who wins takes the rung, and all down to the one they left move down; a draw "
            "changes nothing.",
        )
        return tuple(sentence for sentence in sentences if sentence)


def days(count: int) -> str:
    return "a day" if count == 1 else f"{count} days"


class Challenge(Struct, frozen=True):
    """``challenger`` wants ``challenged``'s rung."""

    challenger: int
    challenged: int


def may_challenge(
    rungs: Sequence[int],
    id: int,
    rules: LadderRules,
    open_: Collection[Challenge] = (),
    recent: Sequence[int] = (),
) -> tuple[int, ...]:
    """Whom ``id`` may challenge, the nearest first. ``rungs`` is the ladder, best first; ``recent`` are
    those whom ``id`` had challenges with, the last first; a player with an open challenge is busy.

    >>> may_challenge([1, 2, 3, 4, 5], 5, LadderRules(), recent=[4])
    (3, 2)
    """
    busy = {player for c in open_ for player in (c.challenger, c.challenged)}
    if id not in rungs or id in busy:
        return ()
    place = rungs.index(id)
    above = rungs[max(0, place - rules.reach) : place]
    resting = set(recent[: rules.others_between])
    return tuple(other for other in reversed(above) if other not in busy and other not in resting)


def challenge(
    rungs: Sequence[int],
    wanted: Challenge,
    rules: LadderRules,
    open_: Collection[Challenge] = (),
    recent: Sequence[int] = (),
) -> Challenge:
    """``wanted`` if it is allowed; :class:`Refusal` with the reason otherwise."""
    id, other = wanted.challenger, wanted.challenged
    if id not in rungs or other not in rungs or id == other:
        raise Refusal("Two different players of the ladder are needed.", fix="Choose somebody above you.")
    if any(player in (c.challenger, c.challenged) for c in open_ for player in (id, other)):
        raise Refusal("One of the two has an open challenge.", fix="Wait until it is played or refused.")
    steps = rungs.index(id) - rungs.index(other)
    if not 0 < steps <= rules.reach:
        raise Refusal(
            f"A challenge goes up, {rules.reach} rungs at the most; this one would go {steps}.",
            fix="Choose somebody nearer above you.",
        )
    if other not in may_challenge(rungs, id, rules, open_, recent):
        raise Refusal("You met only just now.", fix=f"Play {rules.others_between} other game(s) before that.")
    return wanted


def after_result(
    rungs: Sequence[int], game: Challenge, winner: int | None, rules: LadderRules
) -> tuple[int, ...]:
    """The ladder after the game; a draw (None) or a win of the challenged leaves it as it was.

    >>> after_result([1, 2, 3, 4], Challenge(4, 2), 4, LadderRules())
    (1, 4, 2, 3)
    """
    if winner not in (None, game.challenger, game.challenged):
        raise ValueError(f"{winner} did not play.")
    order = list(rungs)
    high, low = order.index(game.challenged), order.index(game.challenger)
    if winner == game.challenger and high < low:
        if rules.exchange:
            order[high], order[low] = order[low], order[high]
        else:
            order.insert(high, order.pop(low))
    return tuple(order)


def ladder_with(rungs: Sequence[int], id: int) -> tuple[int, ...]:
    """A late entry begins at the bottom."""
    if id in rungs:
        raise ValueError(f"{id} stands on the ladder already.")
    return (*rungs, id)


def ladder_without(rungs: Sequence[int], id: int) -> tuple[int, ...]:
    """Who drops frees the rung; all below move up."""
    return tuple(other for other in rungs if other != id)


def ladder_with_placed(rungs: Sequence[int], id: int, rung: int) -> tuple[int, ...]:
    """``id`` is put on ``rung`` (from 1, at most the last) by hand; the others keep their order.

    >>> ladder_with_placed([1, 2, 3, 4], 4, 2)
    (1, 4, 2, 3)
    """
    if id not in rungs:
        raise ValueError(f"{id} does not stand on the ladder.")
    order = list(ladder_without(rungs, id))
    order.insert(max(0, rung - 1), id)
    return tuple(order)


class Step(Struct, frozen=True):
    """Something that moves the ladder: it ``begun`` with ``order``, somebody (``player``) ``joined``,
    ``left`` or was ``placed`` on ``rung``, or a ``challenge`` was ``settled`` with ``winner`` (None: a
    draw)."""

    kind: Kind
    player: int = 0
    rung: int = 0
    order: tuple[int, ...] = ()
    challenge: Challenge | None = None
    winner: int | None = None


def ladder_after_steps(steps: Iterable[Step], rules: LadderRules) -> Iterator[tuple[int, ...]]:
    """The ladder after each step, made anew from all of them: a result put right later moves whoever it
    would have moved; one of somebody who has left moves nobody. ``ValueError`` for steps that contradict
    each other.

    >>> steps = [Step("begun", order=(1, 2, 3)), Step("settled", challenge=Challenge(3, 1), winner=3)]
    >>> list(ladder_after_steps(steps, LadderRules()))
    [(1, 2, 3), (3, 1, 2)]
    """
    rungs: tuple[int, ...] = ()
    left: set[int] = set()
    for step in steps:
        if step.kind == "begun":
            rungs = step.order
        elif step.kind == "joined":
            rungs = ladder_with(rungs, step.player)
            left.discard(step.player)
        elif step.kind == "left":
            rungs = ladder_without(rungs, step.player)
            left.add(step.player)
        elif step.kind == "placed":
            rungs = ladder_with_placed(rungs, step.player, step.rung)
        elif step.challenge is not None and not left & {step.challenge.challenger, step.challenge.challenged}:
            rungs = after_result(rungs, step.challenge, step.winner, rules)
        yield rungs


def refusal_costs(refused: int, rules: LadderRules) -> bool:
    """Whether one more refusal costs the rung of somebody who ``refused`` so often since they played."""
    return refused >= rules.free_refusals
