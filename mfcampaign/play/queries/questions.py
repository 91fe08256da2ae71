"""Questions as forms show them, and the answers that forms send."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.play.access import Visit
from mfcampaign.play.engines import Played
from rules.dialogue import Number, OneOf, Several
from rules.game.asking import declined, effect_of, left, words_of
from rules.game.driver import Following
from rules.game.narration import Names
from rules.game.pictures.tokens import initials
from rules.game.pointing import POINTED
from rules.game.procedure.asks import YES, Ask, Beside, RecurringUse
from rules.game.setup.agreed import CrewOptions
from rules.game.state import Model, State
from rules.game.table_access.exact_moves import MoveTargets
from rules.game.table_access.spots import grid, is_place
from rules.refusal import Refusal
from rules.table.geometry.footprints import MM
from rules.wording import how_many

WORDS = {
    "action": "Which Action?",
    "activate": "Which model Activates?",
    "apply": "Carry this out by hand",
    "attack": "Attack?",
    "award": "Which awards were had?",
    "bounty": "What of your Bounty was done?",
    "branch": "Which way?",
    "by_hand": "What scores?",
    "cards": "Which cards?",
    "cheat": "Cheat?",
    "condition": "Which Condition?",
    "cut": "Cut the deck",
    "deploy": "Where is it deployed?",
    "destination": "Where does the move end?",
    "draw": "Spend a Soulstone for cards?",
    "faction": "Declare your Faction",
    "first": "Who deploys first?",
    "focus": "Use Focused?",
    "group": "Which models together?",
    "hire": "Hire your Crew",
    "initiative": "Who has Initiative?",
    "interact": "What is done?",
    "leader": "Who leads?",
    "masters": "Additional Masters?",
    "marker": "Which marker?",
    "model": "Which model?",
    "number": "How many?",
    "object": "Do you object?",
    "order": "What comes first?",
    "pass": "Use a Pass Token?",
    "play_on": "Play on?",
    "relent": "Relent?",
    "schemes": "Which Schemes?",
    "secret": "Write down in secret",
    "spot": "Where?",
    "stone": "Spend a Soulstone?",
    "suit": "Which suit?",
    "take": "Which card counts?",
    "target": "Whom?",
    "trigger": "Declare a Trigger?",
    "use": "Use it?",
    "withdraw": "Withdraw?",
    "zone": "Which Deployment Zone?",
}
MOST_PLACES = 16
MOST_DEPLOYED = 100
MOST_POSITIONS = 8

AHEAD = " then "
"""What stands in a choice between its key and the kind and answer of a question after it: one act may say a
Walk and its place, or that one does not pass and who Activates."""
NO_MORE = "pass"
"""The key by which the rest of a list of abilities is left."""
PLACES = ("destination", "spot")
"""Kinds of questions that a place on the table answers."""
BY_HAND = "apply"
"""The kind of question that is answered by commands of the referee's hand."""
NO_NOTES: Mapping[str, str] = {}
Meets = Callable[[Any], Sequence[str]]
"""A function that names the Hazardous terrain on the way to a place."""

_of_beside = msgspec.json.Decoder(tuple[str, str, Any])
_drafted = msgspec.json.Decoder(dict[str, tuple[float, float]])


class Place(Struct, frozen=True):
    """A place offered: its number in the picture, the value to send, its coordinates in inches."""

    number: int
    value: str
    x: float
    y: float
    words: str


class Token(Struct, frozen=True):
    """What a place is asked for, as drawn: its letters, its radius in inches; without ``id`` it is none of
    the models on the table."""

    id: str
    name: str
    short: str
    radius: float
    seat: int


class Offered(Struct, frozen=True):
    """One answer: the value to send, its label, and its effect where that helps."""

    value: str
    label: str
    note: str = ""


class Question(Struct, frozen=True, kw_only=True):
    """``control`` is one, several, ordered, number, spot, crew or commands. ``about`` names each model once,
    and ``text`` repeats neither it, the heading nor the caption. ``mover`` is the model for which a place is
    asked; ``deploys`` are all models that one answer may deploy, the ``mover`` first. ``series``: the choices
    answer the same question, one after the other; the form proposes the first of them. ``through`` answers
    the question where the choice is of the one after it, and ``leaves`` is then the choice that does not lead
    there. ``dragged``: a drag of a model says where it goes, too. ``every_time``: what the answer chosen of a
    list may settle for the whole Encounter; ``each_time`` are answers (JSON) that one press gives and
    settles. In the form of another question the first of its choices may be ``proposed``."""

    seat: int
    kind: str
    heading: str
    text: str
    rule: str
    about: tuple[str, ...]
    control: str
    choices: tuple[Offered, ...] = ()
    cards: bool = False
    series: bool = False
    least: int = 0
    most: int = 0
    positions: tuple[int, ...] = ()
    places: tuple[Place, ...] = ()
    mover: Token | None = None
    deploys: tuple[Token, ...] = ()
    through: str = ""
    leaves: Offered | None = None
    dragged: bool = False
    every_time: tuple[str, ...] = ()
    each_time: tuple[Offered, ...] = ()
    digest: str = ""
    proposed: bool = False

    @property
    def ticked(self) -> int:
        """How many of the first choices the form proposes."""
        return self.most if self.series else self.least if self.kind == "group" else 0

    @property
    def pointed(self) -> bool:
        """Whether a tap on the table says the answers after it, too."""
        return self.whole or self.dragged

    @property
    def whole(self) -> bool:
        """Whether a choice of a list says who, what and whom."""
        return self.kind in POINTED

    @property
    def effect(self) -> str:
        """The name of an act by hand that carries the effect out: the name on the card."""
        return effect_of(self.text)

    @property
    def how_many(self) -> str:
        """How many may be chosen, as a caption."""
        return how_many(self.least, self.most)

    @property
    def named(self) -> tuple[str, ...]:
        """The models it is about that its text does not name."""
        return tuple(name for name in self.about if name not in self.text)


def question_of(
    ask: Ask,
    state: State,
    notes: Mapping[str, str] = NO_NOTES,
    meets: Meets | None = None,
    recurring: Sequence[RecurringUse] = (),
    through: str = "",
) -> Question:
    """The question for a form. ``notes`` say what an answer would do, by its key
    (``rules.game.shown``), ``meets`` what lies on the way to a place."""
    names = Names(state)
    options: Any = ask.options
    fields: dict[str, Any] = {"control": "spot"}
    if isinstance(options, OneOf | Several):
        fields = _choices(ask, options, names, notes)
    elif isinstance(options, Number):
        fields = {"control": "number", "least": options.least, "most": options.most}
    elif ask.kind == BY_HAND:
        fields = {"control": "commands"}
    elif isinstance(options, CrewOptions):
        fields = {"control": "crew"}
    else:
        fields["places"] = tuple(places_of(ask, state, meets))
        fields |= _movers(ask, state)
    models = [model for model in dict.fromkeys(ask.about) if model in state.models]
    prefix = f"{state.models[models[0]].name}: " if models else ""
    seen = msgspec.json.encode(
        [ask.seat, ask.kind, ask.text, ask.about, fields.get("choices"), fields.get("most")]
    )
    heading = WORDS.get(ask.kind, ask.kind)
    text = names.with_display_names(ask.text.removeprefix(prefix), models)
    text = text.removesuffix(f" {heading}").removesuffix(f": {heading.lower()}")
    of_it = text.replace(names(models[0]), "it", 1) if models else text
    said = heading
    if fields["control"] in ("several", "ordered"):
        said = f"{heading} {how_many(fields['least'], fields['most'])}"
    return Question(
        seat=ask.seat,
        kind=ask.kind,
        heading=heading,
        text="" if any(_words(each) <= _words(said) for each in (text, of_it)) else text,
        rule=ask.rule,
        about=tuple(names(model) for model in models),
        digest=hashlib.sha256(seen).hexdigest()[:16],
        every_time=tuple(one.name for one in recurring) if fields.get("series") else (),
        each_time=() if fields.get("series") else tuple(_each_time(ask, recurring)),
        through=through,
        **fields,
    )


def then_of(visit: Visit, play: Played, ask: Ask | None) -> Following | None:
    """The question that the form of ``ask`` answers, too; none for whoever is asked everything."""
    if ask is None or visit.seats[ask.seat].asks_everything:
        return None
    return play.then(ask)


def put_to(visit: Visit, play: Played) -> tuple[Played, Ask | None]:
    """The last question that the visitor's form answers, and the Encounter at it."""
    ask = next((ask for ask in play.asks if ask.seat in visit.own), None)
    then = then_of(visit, play, ask)
    return (then.at, then.ask) if then else (play, ask)


def joined(ask: Ask, then: Following, after: Question, recurring: Sequence[RecurringUse]) -> Question:
    """The form that says whether the one thing offered is used, and what is asked after it."""
    options: Any = ask.options
    offered = next(choice for choice in options.choices if choice.key == then.key)
    used = ask.text if then.key == YES.key else offered.label
    then_asks = "" if after.text in used else f" {after.text}"
    text = f"{used}{'' if used.endswith('?') else '.'}{then_asks}"
    return replace(
        after,
        kind=ask.kind,
        text=text,
        rule=ask.rule,
        digest=hashlib.sha256(f"{ask.text} {after.digest}".encode()).hexdigest()[:16],
        through=then.key,
        leaves=Offered(declined(ask), "Do not use it"),
        each_time=tuple(_each_time(ask, recurring)),
    )


def beside_of(one: Beside, state: State) -> Question:
    """A question of the form of another; the values of its choices say which question they answer."""
    names = Names(state)
    choices = tuple(
        Offered(_json([one.ask.kind, one.of, value]), names.with_display_names(words, ()))
        for value, words in one.answers
    )
    return replace(question_of(one.ask, state), choices=choices, text=one.words, proposed=one.proposed)


def _each_time(ask: Ask, recurring: Sequence[RecurringUse]) -> Iterator[Offered]:
    """The answers that may be given every time: to use one of the abilities, or to leave them all."""
    for one in recurring:
        if one.key:
            yield Offered(_json(one.key), f"{one.name}: yes")
    if recurring:
        names = ", ".join(dict.fromkeys(one.name for one in recurring))
        yield Offered(_json(left(recurring[0], ask)), f"{names}: {words_of(recurring[0].name, 'no')}")


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


def _movers(ask: Ask, state: State) -> dict[str, Any]:
    """What is to be placed: a thing of that width, the model asked about, or in deployment all that are not
    deployed."""
    if ask.mm:
        return {"mover": Token("", "", "", round(ask.mm / 2 * MM, 3), ask.seat)}
    first = state.models.get(ask.about[0]) if ask.about else None
    if first is None:
        return {}
    short, names = initials(state), Names(state)
    movers = tuple(
        Token(model.id, names(model.id), short[model.id], round(model.mm / 2 * MM, 3), model.seat)
        for model in (deployed_by(ask, state) if ask.kind == "deploy" else (first,))
    )
    return {"mover": movers[0], "deploys": movers if ask.kind == "deploy" else ()}


def deployed_by(ask: Ask, state: State) -> tuple[Model, ...]:
    """The models that are not deployed yet, the one that the question asks about first."""
    first = state.models[ask.about[0]]
    own = (model for model in state.models.values() if model.seat == ask.seat and model.where == "reserve")
    return (first, *(model for model in own if model.id != first.id))


def _choices(ask: Ask, options: OneOf | Several, names: Names, notes: Mapping[str, str]) -> dict[str, Any]:
    offered = options.choices
    if ask.kind == "target":  # those of the other side first
        own = {model.id for model in names.state.models.values() if model.seat == ask.seat}
        offered = tuple(sorted(offered, key=lambda choice: choice.key in own))
    choices = tuple(
        Offered(
            choice.key,
            names.with_display_names(_label(choice.key, choice.label, names), (choice.about,)),
            notes.get(choice.key, ""),
        )
        for choice in offered
    )
    cards = ask.kind in ("cards", "cheat", "take")
    if isinstance(options, OneOf) and ask.more and ask.kind == "order":
        every = AHEAD.join([choices[0].value, *(f"order {choice.value}" for choice in choices[1:])])
        return {"control": "one", "choices": (*choices, Offered(every, "All, in this order"))}
    if isinstance(options, OneOf) and ask.more and len(choices) > 1:
        listed = tuple(choice for choice in choices if choice.value != NO_MORE)
        least, most = int(len(listed) == len(choices)), min(ask.more + 1, len(listed))
        return {"control": "several", "choices": listed, "series": True, "least": least, "most": most}
    if isinstance(options, OneOf) or options.least == options.most == 1:
        return {"control": "one", "choices": choices, "cards": cards}
    ordered = options.ordered and options.most > 1
    return {
        "control": "ordered" if ordered else "several",
        "choices": choices,
        "cards": cards,
        "least": options.least,
        "most": options.most,
        "positions": tuple(range(1, min(options.most, MOST_POSITIONS) + 1)) if ordered else (),
    }


def _label(key: str, label: str, names: Names) -> str:
    if key in names.state.models:
        model = names.state.models[key]
        return f"{names(key)} ({model.health} of {model.most})"
    return label or key.replace("_", " ").capitalize()


def places_of(ask: Ask, state: State, meets: Meets | None = None) -> list[Place]:
    """Some of the places that may be chosen, with what is near them and on the way."""
    mover = state.models.get(ask.about[0]) if ask.about else None
    places = []
    for number, value in enumerate(islice(ask.options.listed(), MOST_PLACES), 1):
        place = value[-1] if value and isinstance(value[0], list | tuple) else value
        words = f"({round(place[0], 1):g}, {round(place[1], 1):g}){_near(state, mover, place[0], place[1])}"
        if hazards := meets(value) if meets else ():
            words += f", meets Hazardous {' and '.join(hazards)}"
        places.append(Place(number, msgspec.json.encode(value).decode(), place[0], place[1], words))
    return places


def _near(state: State, mover: Model | None, x: float, y: float) -> str:
    if mover is not None and (x, y) == (mover.x, mover.y) and mover.on_table:
        return ", where it stands"
    others = [model for model in state.on_table() if mover is None or model.id != mover.id]
    if not others:
        return ""
    best = min(others, key=lambda model: math.hypot(model.x - x, model.y - y))
    return f", {math.hypot(best.x - x, best.y - y):.1f}″ from {Names(state)(best.id)}"


def answer_of(ask: Ask, post: Any) -> Any:
    """The answer of a form. Raise ``Refusal`` when it is malformed; the engine checks whether it is
    offered."""
    options: Any = ask.options
    if post.get("each_time"):
        return _said(post["each_time"])
    if isinstance(options, OneOf):
        series = _series(post)
        if ask.more and len(series) > ask.more + 1:
            raise Refusal(f"That is {len(series)} chosen.", fix=f"{how_many(1, ask.more + 1)}.")
        if post.get("series") and not series and options.contains(NO_MORE):
            return NO_MORE
        choice = post.get("choice", "") or (series or [""])[0]
        if options.contains(choice):
            return choice
        return post.get("through", "") or choice.split(AHEAD)[0]
    if isinstance(options, Several) and post.get("choice"):
        return [post["choice"]]
    if isinstance(options, Several):
        picked = [post.get(f"position-{n}", "") for n in range(1, MOST_POSITIONS + 1)]
        return [key for key in picked if key] if any(picked) else post.getlist("choices")
    if isinstance(options, Number):
        return _number(post.get("number", ""))
    if ask.kind == BY_HAND:
        return []  # the referee's hand makes the changes; this form says that there are none
    return _way(options, _drafted_place(ask, post) if post.get("placements") else _place(post))


def _said(sent: str) -> Any:
    try:
        return msgspec.json.decode(sent)
    except msgspec.DecodeError:
        raise Refusal("That is no answer.", fix="Load the page again.") from None


def _drafted_place(ask: Ask, post: Any) -> Any:
    place = placements_of(post).get(ask.about[0])
    if place is None:
        raise Refusal("The model asked for first is not in your deployment.", fix="Set it on the table too.")
    return place


class Further:
    """The answers of a form to the questions after the one it was made for: where each model of a drafted
    deployment goes, the rest of a list, what the form asks beside it, and what the choice says of the
    questions after it (``AHEAD``). What is not answered ends them.

    ``said`` are kinds of questions with their answers for the model ``actor`` that are still to come; what is
    asked in between leaves them standing (``left``), until that model is asked about another Action."""

    def __init__(self, post: Any) -> None:
        self._post, self._rest, choice = post, _series(post)[1:], post.get("choice", "")
        self._places = placements_of(post)
        self._kept = {} if self._places else placements_of(post, "draft")
        self._beside = list(_beside(post))
        self._listed = bool(post.get("series"))
        self.actor, *_ = post.get("ahead", "").split(AHEAD)
        self.said = list(_ahead(choice)) or list(_ahead(post.get("ahead", "")))
        if AHEAD in choice:
            self.actor = choice.split(AHEAD)[0]
        leads = post.get("through") and not post.get("each_time")
        self._through = choice.split(AHEAD)[0] if leads else ""
        self._goes = bool(leads and not choice)

    def begin(self, ask: Ask) -> None:
        """Take the question that the form was made for. A choice that answers it leads nowhere."""
        if isinstance(ask.options, OneOf) and ask.options.contains(self._post.get("choice", "")):
            self._through = ""
        if ask.kind == "deploy":
            self._places.pop(ask.about[0], None)
        if ask.kind == "action" and AHEAD in self._post.get("choice", ""):
            self.actor = ask.about[0] if ask.about else ""

    @property
    def left(self) -> str:
        """What is still to be answered, as the next form sends it (``ahead``); empty where nothing is."""
        return choice_of([("", self.actor), *self.said]) if self.said else ""

    @property
    def draft(self) -> str:
        """The places of a deployment that something came between, as the next form sends them (``draft``)."""
        return _json(self._kept or self._places) if self._kept or self._places else ""

    @property
    def words(self) -> str:
        """What is still to be answered, in words."""
        said = (value for kind, value in self.said if kind in ("action", "attack"))
        return ", ".join(said) or (
            "the place you chose" if self.said[0][0] == "destination" else "the target"
        )

    def __call__(self, ask: Ask) -> Any:
        if ask.kind == "deploy" and self._kept:
            place = self._kept.pop(ask.about[0], None)
            return place if place is not None and ask.options.contains(place) else None
        if ask.kind == "deploy":
            return self._places.pop(ask.about[0], None)
        for one in self._beside:
            kind, of, value = one
            if kind == ask.kind and ask.text.startswith(of) and ask.options.contains(value):
                self._beside.remove(one)
                return value
        if self._goes and ask.kind in PLACES:
            self._goes = False
            return _way(ask.options, _place(self._post))
        if self._through and ask.options.contains(self._through):
            value, self._through = self._through, ""
            return value
        if self.said:
            kind, value = self.said[0]
            own = ask.kind != "destination" or ask.about[:1] == (self.actor,)
            if kind == ask.kind and own and ask.options.contains(value):
                return self.said.pop(0)[1]
            if kind in ("order", ask.kind) or ask.kind in POINTED:
                self.said.clear()
        if self._listed and ask.kind == self._post.get("kind"):
            chosen = next((key for key in self._rest if ask.options.contains(key)), None)
            if chosen is not None:
                self._rest.remove(chosen)
                return chosen
            if not self._rest and ask.options.contains(NO_MORE):
                return NO_MORE
        self._rest.clear()
        return None


def _beside(post: Any) -> Iterator[tuple[str, str, Any]]:
    """The answers to questions beside that of the form: the kind, what the text begins with, the value."""
    try:
        yield from (_of_beside.decode(sent) for sent in post.getlist("beside") if sent)
    except msgspec.MsgspecError:
        raise Refusal("That is no answer.", fix="Load the page again.") from None


def _series(post: Any) -> list[str]:
    return list(post.getlist("choices")) if post.get("series") else []


def _ahead(choice: str) -> Iterator[tuple[str, Any]]:
    """The kinds and answers of the questions that come after the choice, if it says any.

    >>> list(_ahead("Walk then destination [10.5,12]")), list(_ahead("no then activate a1"))
    ([('destination', [10.5, 12])], [('activate', 'a1')])
    """
    for said in choice.split(AHEAD)[1:]:
        kind, _, value = said.partition(" ")
        try:
            yield kind, msgspec.json.decode(value) if value[:1] in ("[", "{") else value
        except msgspec.DecodeError:
            return


def choice_of(answers: Sequence[tuple[str, Any]]) -> str:
    """The choice that says those answers, the first of the open question.

    >>> choice_of([("action", "Walk"), ("destination", [10.5, 12])])
    'Walk then destination [10.5,12]'
    """
    (_kind, first), *others = answers
    said = (f"{kind} {value if isinstance(value, str) else _json(value)}" for kind, value in others)
    return AHEAD.join([first, *said])


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def placements_of(post: Any, field: str = "placements") -> dict[str, list[float]]:
    """The places by model of a draft on the table; empty when none was sent."""
    try:
        sent = _drafted.decode(post.get(field, "") or "{}")
    except msgspec.DecodeError:
        raise Refusal("That is no deployment.", fix="Load the page again.") from None
    if len(sent) > MOST_DEPLOYED:
        raise Refusal(f"At most {MOST_DEPLOYED} models are deployed at once.")
    return {model: grid(x, y) for model, (x, y) in sent.items()}


def _way(options: Any, place: Any) -> Any:
    """The place, or the shortest path to it when no straight line leads there (M3E-MOVE-03)."""
    if isinstance(options, MoveTargets) and is_place(place) and not options.contains(place):
        return options.path_to(place[0], place[1]) or place
    return place


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Refusal("That is no number.", fix="Write it in digits.") from None


def _place(post: Any) -> Any:
    """Entered coordinates, otherwise a place of the list."""
    x, y = post.get("x", "").strip(), post.get("y", "").strip()
    try:
        if x or y:
            return [round(float(x) * 1000) / 1000, round(float(y) * 1000) / 1000]
        return msgspec.json.decode(post.get("spot", ""))
    except (ValueError, OverflowError, msgspec.DecodeError):
        raise Refusal("That is no place.", fix="Choose one of the list, or write both distances.") from None
