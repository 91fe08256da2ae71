"""What a ruling changes, one small fact each, in words and in numbers; and how each is taken back.

A ruling is a list of these. They are shown before they are done, kept as they were done, and their
opposites make the ruling that undoes it. Ids are the campaign's own; Scrip in whole Scrip.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace


class Change(Struct, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """``sentence`` describes it; ``entry`` is the player it concerns (``None``: the game or the league)."""

    sentence: str
    entry: int | None = None


class Unchanged(Change, frozen=True, kw_only=True, tag=True):
    """Nothing changes: what stays as it is, and why."""


class Earned(Change, frozen=True, kw_only=True, tag=True):
    """What one cause paid towards a week's maximum: ``before`` is taken back, ``after`` paid instead.

    Derived: a ruling's week is always recomputed, so this has no opposite of its own.
    """

    cause: str
    week: int
    before: int
    after: int
    reason: str
    memo: str


class Moved(Change, frozen=True, kw_only=True, tag=True):
    """Scrip granted (above 0) or taken (below 0)."""

    amount: int
    week: int
    memo: str


class Refunded(Change, frozen=True, kw_only=True, tag=True):
    """A purchase whose price comes back; ``transfer`` is the payment."""

    transfer: int
    amount: int
    week: int
    memo: str


class UpgradeGone(Change, frozen=True, kw_only=True, tag=True):
    """An Upgrade, Skill or Injury is annulled; ``name`` says which."""

    upgrade: int
    name: str


class UpgradeBack(Change, frozen=True, kw_only=True, tag=True):
    """One that was annulled or Annihilated is there again."""

    upgrade: int
    name: str


class UpgradeGiven(Change, frozen=True, kw_only=True, tag=True):
    """A new one; ``kind`` as in the Arsenal, ``upgrade`` its id once it is there."""

    kind: str
    slug: str
    name: str
    week: int
    bearer: int | None = None
    upgrade: int | None = None


class ModelGone(Change, frozen=True, kw_only=True, tag=True):
    """A model leaves with what is bound to it; ``bound`` are the ids that went with it, once it is done."""

    model: int
    name: str
    bound: tuple[int, ...] = ()


class ModelBack(Change, frozen=True, kw_only=True, tag=True):
    """A model that was Annihilated is there again with what went with it."""

    model: int
    name: str
    bound: tuple[int, ...] = ()


class ModelGiven(Change, frozen=True, kw_only=True, tag=True):
    slug: str
    name: str
    week: int
    model: int | None = None


class LeaderSet(Change, frozen=True, kw_only=True, tag=True):
    """The Leader flag changes hands; ``None``: nobody leads."""

    before: int | None
    after: int | None


class RowSet(Change, frozen=True, kw_only=True, tag=True):
    """A word or figure of an owned row is corrected: ``table`` is ``model`` or ``upgrade``."""

    table: str
    row: int
    field: str
    before: str | int
    after: str | int


class GrowthSet(Change, frozen=True, kw_only=True, tag=True):
    """What is kept of a Leader who grows, as plain values."""

    before: dict[str, Any]
    after: dict[str, Any]


class BountySet(Change, frozen=True, kw_only=True, tag=True):
    """Progress or state of a Bounty; ``before`` and ``after`` are its stored facts."""

    bounty: int
    before: dict[str, Any]
    after: dict[str, Any]


class ResultSet(Change, frozen=True, kw_only=True, tag=True):
    """The result of a game as it is now; both as the plain values of an ``EncounterResult``."""

    encounter: int
    before: dict[str, Any]
    after: dict[str, Any]


class ResultEntered(Change, frozen=True, kw_only=True, tag=True):
    """A game that had no result, and was in state ``before``, has one; ``crews`` by seat where none were
    handed in, as plain values."""

    encounter: int
    before: str
    result: dict[str, Any]
    crews: tuple[dict[str, Any], ...] = ()


class GameSet(Change, frozen=True, kw_only=True, tag=True):
    """The state of a game, with its outcome as stored."""

    encounter: int
    before: str
    after: str
    outcome_before: dict[str, Any]
    outcome_after: dict[str, Any]


class AftermathSet(Change, frozen=True, kw_only=True, tag=True):
    """The state of one side's aftermath."""

    aftermath: int
    before: str
    after: str


class FactsSet(Change, frozen=True, kw_only=True, tag=True):
    """Facts that an aftermath starts from and has not used yet."""

    aftermath: int
    before: dict[str, Any]
    after: dict[str, Any]


class InjuryDue(Change, frozen=True, kw_only=True, tag=True):
    """An Injury flip that a ruling found owed, drawn by fate once; ``followed`` is what it led to, and
    ``drawn`` says from which seed."""

    side: int
    model: int
    name: str
    followed: tuple[Any, ...] = ()
    drawn: str = ""


class FlipsDue(Change, frozen=True, kw_only=True, tag=True):
    """Barter flips and a Reward flip, with its fate modifiers, that a ruling found due, asked for after one
    side's aftermath; ``ruling`` is its number once it is made."""

    aftermath: int
    barter: int = 0
    reward: bool = False
    reward_modifier: int = 0
    ruling: int = 0


class FlipsOff(Change, frozen=True, kw_only=True, tag=True):
    """What ruling ``ruling`` made up for is due no more; nothing of it was drawn."""

    aftermath: int
    ruling: int
    barter: int = 0
    reward: bool = False
    reward_modifier: int = 0


class AnswerBack(Change, frozen=True, kw_only=True, tag=True):
    """A player's last answer is set aside, to be given again; ``answer`` is the answer as stored."""

    aftermath: int
    ordinal: int
    answer: dict[str, Any]


class ResultOpened(Change, frozen=True, kw_only=True, tag=True):
    """A confirmed result is open again. ``set_aside`` keeps each aftermath's facts and answers."""

    encounter: int
    set_aside: tuple[dict[str, Any], ...] = ()


class HiresOpened(Change, frozen=True, kw_only=True, tag=True):
    """A player's locked hires are open again; ``before`` is when they were locked, as ISO time."""

    part: int
    before: str


class EntrySet(Change, frozen=True, kw_only=True, tag=True):
    """Whether a player plays."""

    before: str
    after: str


class PlayerSet(Change, frozen=True, kw_only=True, tag=True):
    """Another person plays on; ``before`` and ``after`` are the people, ``label`` the old name."""

    before: int
    after: int
    label: str
    label_after: str
    week: int


class ExtensionSet(Change, frozen=True, kw_only=True, tag=True):
    """One player's own deadline in one week, as ISO time; empty: the week's."""

    part: int
    before: str
    after: str


class DeadlineSet(Change, frozen=True, kw_only=True, tag=True):
    """The hires or the games of week number ``week`` are due at another time, as ISO times."""

    week: int
    what: Literal["hires", "games"]
    before: str
    after: str


class DebtForgiven(Change, frozen=True, kw_only=True, tag=True):
    """What is still owed of a debt is written off."""

    debt: int
    amount: int


AnyChange = (
    Unchanged
    | Earned
    | Moved
    | Refunded
    | UpgradeGone
    | UpgradeBack
    | UpgradeGiven
    | ModelGone
    | ModelBack
    | ModelGiven
    | LeaderSet
    | RowSet
    | GrowthSet
    | BountySet
    | ResultSet
    | ResultEntered
    | GameSet
    | AftermathSet
    | FactsSet
    | InjuryDue
    | FlipsDue
    | FlipsOff
    | AnswerBack
    | ResultOpened
    | HiresOpened
    | EntrySet
    | PlayerSet
    | ExtensionSet
    | DeadlineSet
    | DebtForgiven
)
TAKEN = "Taken back: “"
FINAL = (AnswerBack, ResultOpened, HiresOpened, DebtForgiven, ResultEntered)
"""What no ruling takes back: an open question is answered again, a debt forgiven stays forgiven, and a game
with a result that should not count is voided."""


def opposite(change: AnyChange) -> list[AnyChange]:
    """What takes ``change`` back, in words of its own; nothing for what is unchanged or derived.

    >>> opposite(Moved(sentence="", entry=1, amount=3, week=2, memo="A prize"))[0].amount
    -3
    """
    match change:
        case Moved(amount=amount):
            word = "loses" if amount > 0 else "has back"
            sentence = f"The player {word} {abs(amount)} Scrip: {change.memo}."
            return [replace(change, amount=-amount, sentence=sentence)]
        case Refunded():
            sentence = f"The price of {change.memo} is paid again: {change.amount} Scrip."
            return [
                Moved(
                    sentence=sentence,
                    entry=change.entry,
                    amount=-change.amount,
                    week=change.week,
                    memo=change.memo,
                )
            ]
        case UpgradeGone():
            return [_upgrade(UpgradeBack, change, f"{change.name} is there again.")]
        case UpgradeBack():
            return [_upgrade(UpgradeGone, change, f"{change.name} is annulled.")]
        case UpgradeGiven(upgrade=int(upgrade)):
            sentence = f"{change.name} is taken back."
            return [UpgradeGone(sentence=sentence, entry=change.entry, upgrade=upgrade, name=change.name)]
        case ModelGone():
            return [_model(ModelBack, change, f"{change.name} is back, with all that went with it.")]
        case ModelBack():
            return [_model(ModelGone, change, f"{change.name} is gone again.")]
        case ModelGiven(model=int(model)):
            sentence = f"{change.name} is taken back."
            return [ModelGone(sentence=sentence, entry=change.entry, model=model, name=change.name)]
        case InjuryDue():
            return [each for done in reversed(change.followed) for each in opposite(done)]
        case FlipsDue():
            return [_flips(FlipsOff, change, f"{TAKEN}{change.sentence}”")]
        case FlipsOff():
            return [_flips(FlipsDue, change, f"{TAKEN}{change.sentence}”")]
        case PlayerSet():
            turned = replace(
                change,
                before=change.after,
                after=change.before,
                label=change.label_after,
                label_after=change.label,
            )
            return [replace(turned, sentence=f"{change.label} plays again instead of {change.label_after}.")]
        case GameSet():
            outcomes = {
                "outcome_before": change.outcome_after,
                "outcome_after": change.outcome_before,
            }
            return [replace(_turned(change), **outcomes)]
        case (
            LeaderSet()
            | RowSet()
            | GrowthSet()
            | BountySet()
            | ResultSet()
            | AftermathSet()
            | FactsSet()
            | EntrySet()
            | ExtensionSet()
            | DeadlineSet()
        ):
            return [_turned(change)]
        case _:
            return []


def _turned(change: Any) -> Any:
    return replace(change, before=change.after, after=change.before, sentence=_taken_back(change.sentence))


def _taken_back(sentence: str) -> str:
    """What is taken back twice is there again in its own words."""
    if sentence.startswith(TAKEN) and sentence.endswith("”"):
        return sentence[len(TAKEN) : -1]
    return f"{TAKEN}{sentence}”"


def _upgrade(kind: Any, change: Any, sentence: str) -> Any:
    return kind(sentence=sentence, entry=change.entry, upgrade=change.upgrade, name=change.name)


def _model(kind: Any, change: Any, sentence: str) -> Any:
    return kind(
        sentence=sentence, entry=change.entry, model=change.model, name=change.name, bound=change.bound
    )


def _flips(kind: Any, change: Any, sentence: str) -> Any:
    return kind(
        sentence=sentence,
        entry=change.entry,
        ruling=change.ruling,
        aftermath=change.aftermath,
        barter=change.barter,
        reward=change.reward,
        reward_modifier=change.reward_modifier,
    )
