"""A ladder for leagues with free order: challenges upwards, and what a result does to the rungs."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from rules.core.refusal import Refusal


class LadderRules(Struct, frozen=True):
    """How far up one may challenge, how many others one must play before the same again, and whether the
    winner takes the loser's rung (everybody between moves down one) or the two exchange rungs."""

    reach: int = 3
    others_between: int = 1
    exchange: bool = False


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
    the opponents of ``id``, the last first; whoever has an open challenge is busy.

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
        raise Refusal("Two different players of the ladder are needed.", mend="Choose somebody above you.")
    if any(player in (c.challenger, c.challenged) for c in open_ for player in (id, other)):
        raise Refusal("One of the two has an open challenge.", mend="Play that game first.")
    steps = rungs.index(id) - rungs.index(other)
    if not 0 < steps <= rules.reach:
        raise Refusal(
            f"A challenge goes up, {rules.reach} rungs at the most; this one would go {steps}.",
            mend="Choose somebody nearer above you.",
        )
    if other not in may_challenge(rungs, id, rules, open_, recent):
        raise Refusal(
            "You met only just now.", mend=f"Play {rules.others_between} other game(s) before that."
        )
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


def joined(rungs: Sequence[int], id: int) -> tuple[int, ...]:
    """A late entry begins at the bottom."""
    if id in rungs:
        raise ValueError(f"{id} stands on the ladder already.")
    return (*rungs, id)


def left(rungs: Sequence[int], id: int) -> tuple[int, ...]:
    """Who drops frees the rung; all below move up."""
    return tuple(other for other in rungs if other != id)
