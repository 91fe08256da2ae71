"""The questions of an Encounter: a procedure yields an ``Ask`` to a seat and receives an answer that its
options contain. ``rules.dialogue`` holds what the Aftermath shares: questions and options.

The functions at the end ask and return a typed answer. With ``forced`` a question with one possible answer is
skipped; with ``noted`` it is skipped and the log records the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.dialogue import Choice, DialogueQuestion, Number, OneOf, Options, Several
from rules.game.events.announcements import OnlyChoice
from rules.game.events.base import Event

T = TypeVar("T")
Words = str | Callable[[], str]
"""The text of a question, or what tells it once somebody looks: following a log does not need it."""


class Ask(DialogueQuestion, frozen=True, kw_only=True):
    """One question to one seat. ``kind`` is a key of ``KINDS``, ``rule`` the ID of the row that demands it,
    ``about`` the ids it concerns. ``text`` is shown to the seat that is asked; the other sees only the kind.
    ``inches`` is the range within which a target is looked for; ``more`` is how often the same
    question is asked of that seat after this one. What is laid at a place is ``mm`` wide, where it is not the
    first of ``about`` that goes there; ``touching``: it matters which models it touches. ``again``: what is
    used is asked about once more before it changes anything, and may be left then. ``worded`` tells the text
    of a question that is not yet written out."""

    seat: int
    options: Options
    about: tuple[str, ...] = ()
    inches: float = 0.0
    more: int = 0
    mm: float = 0.0
    touching: bool = False
    again: bool = False
    worded: Callable[[], str] | None = None

    def written_out(self) -> Ask:
        """The question with its text and its answers listed, for display."""
        options = self.options.written_out()
        if self.worded is not None:
            return replace(self, options=options, text=self.worded(), worded=None)
        return self if options is self.options else replace(self, options=options)


class RecurringUse(Struct, frozen=True):
    """What may come again: its ``name``, under which the usual answer is kept, and the ``key`` of the choice
    that uses it. Without a key it can only be left, by the answer ``leaves``; ``None``: by what declines."""

    name: str
    key: str = ""
    leaves: Any = None


class Beside(Struct, frozen=True):
    """A question after the open one that the same form may answer: the ``ask`` as it will be, what its text
    begins with (``of``) where several of the kind come, and its answers with their words. ``words`` say
    what is asked; where it is ``proposed`` the first answer is."""

    ask: Ask
    words: str
    answers: tuple[tuple[Any, str], ...]
    of: str = ""
    proposed: bool = False


class AskEach(Struct, frozen=True):
    """Secret choices made at the same time: one ask for each seat. The procedure continues when every seat
    has answered."""

    asks: tuple[Ask, ...]


Proc = Generator[Ask | AskEach, Any, T]

# Every kind of question and what it decides.
KINDS: dict[str, str] = {
    "action": "which Action the model takes, or that its Activation ends",
    "activate": "which model Activates",
    "apply": "table commands for an effect the engine does not know",
    "attack": "whether and with what to attack",
    "award": "which awards of the Weekly Event were had",
    "bounty": "which portion of a Bounty was done",
    "branch": "one of several ways out of an effect",
    "by_hand": "what scored that the engine does not know",
    "card": "which model's card is Summoned or Replaces another, which Upgrade",
    "cards": "which hand cards",
    "cheat": "which hand card replaces the one in the Conflict, or none",
    "condition": "which Condition",
    "cut": "where the opponent's deck is cut",
    "deploy": "where a model is deployed",
    "destination": "where a model ends its move",
    "draw": "whether to spend a Soulstone for cards",
    "first": "which group is deployed first",
    "faction": "which Faction is declared",
    "focus": "whether Focused is used",
    "group": "which models are deployed together",
    "hire": "the Crew",
    "initiative": "who has Initiative",
    "interact": "what an Interact does",
    "leader": "who leads the Crew, by name",
    "marker": "which marker",
    "masters": "which additional Masters are announced",
    "model": "which model, chosen and not targeted",
    "number": "a number",
    "object": "whether an act of the other's hand is objected to",
    "order": "what comes first",
    "pass": "whether a Pass Token is used",
    "play_on": "whether to play on after the other Crew withdrew",
    "relent": "whether a friendly model relents",
    "schemes": "which Schemes",
    "secret": "what a Scheme wants written down",
    "spot": "a place on the table",
    "stone": "whether a Soulstone is spent",
    "suit": "the suit of the Red Joker, or of a stone",
    "take": "which revealed card enters the Conflict",
    "target": "the target of an Action",
    "terrain": "which piece of terrain is set up, or none",
    "trigger": "which trigger is declared",
    "use": "whether an optional effect resolves",
    "withdraw": "whether to declare a Strategic Withdrawal",
    "zone": "a Deployment Zone",
}
YES, NO = Choice("yes", "Yes"), Choice("no", "No")
LOOK_AGAIN = "look again"
"""Not a player's answer: it tells a procedure that the table changed. Only questions in ``PUT_AGAIN`` are put
again."""
PUT_AGAIN = ("action",)


def in_words(text: Words) -> str:
    return text if isinstance(text, str) else text()


def one_of(
    seat: int,
    kind: str,
    choices: Iterable[Choice],
    *,
    rule: str = "",
    text: Words = "",
    about: tuple[str, ...] = (),
    inches: float = 0.0,
    more: int = 0,
    again: bool = False,
    forced: bool = False,
    noted: Callable[[Event], None] | None = None,
) -> Proc[str]:
    """The key chosen. With ``forced`` a single choice is taken without asking; ``noted`` receives the
    event that records it, for choices that later events would not show."""
    offered = tuple(choices)
    assert offered, f"a question without an answer: {kind}"
    if (forced or noted is not None) and len(offered) == 1:
        if noted is not None:
            noted(OnlyChoice(seat, kind, in_words(text), offered[0].label or offered[0].key))
        return offered[0].key
    answer = yield Ask(
        seat=seat,
        kind=kind,
        options=OneOf(offered),
        rule=rule,
        text=text if isinstance(text, str) else "",
        worded=None if isinstance(text, str) else text,
        about=about,
        inches=inches,
        more=more,
        again=again,
    )
    return str(answer)


def yes(seat: int, kind: str, *, rule: str = "", text: Words = "", about: tuple[str, ...] = ()) -> Proc[bool]:
    """Whether the player answered yes."""
    return (yield from one_of(seat, kind, (YES, NO), rule=rule, text=text, about=about)) == "yes"


def several(
    seat: int,
    kind: str,
    choices: Iterable[Choice],
    least: int,
    most: int,
    *,
    ordered: bool = False,
    rule: str = "",
    text: str = "",
    about: tuple[str, ...] = (),
) -> Proc[list[str]]:
    """The keys chosen; nothing is asked when there is no choice."""
    offered = tuple(choices)
    if not offered or most <= 0:
        return []
    options = Several(offered, least, min(most, len(offered)), ordered)
    answer = yield Ask(seat=seat, kind=kind, options=options, rule=rule, text=text, about=about)
    return [str(key) for key in answer]


def number(seat: int, kind: str, least: int, most: int, *, rule: str = "", text: str = "") -> Proc[int]:
    """A whole number; nothing is asked when only one is possible."""
    if least == most:
        return least
    answer = yield Ask(seat=seat, kind=kind, options=Number(least, most), rule=rule, text=text)
    return int(answer)


def spot(
    seat: int,
    kind: str,
    options: Options,
    *,
    rule: str = "",
    text: str = "",
    about: tuple[str, ...] = (),
    mm: float = 0.0,
    touching: bool = False,
) -> Proc[tuple[float, float]]:
    """A place on the table, in inches."""
    answer = yield Ask(
        seat=seat,
        kind=kind,
        options=options,
        rule=rule,
        text=text,
        about=about,
        mm=mm,
        touching=touching,
    )
    return float(answer[0]), float(answer[1])
