"""What every command of the referee's hand is: the data of one small fact, and everything that is to be said
of it. A new command is one class in ``commands.py``, listed there in ``AnyCommand``; an edition adds how it
is carried out only where its procedures do more than the events say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import asdict

from rules.bounds import bounds_of
from rules.game.events import Event
from rules.game.events.announcements import Remark
from rules.game.narration import Names
from rules.game.procedure.asks import Proc
from rules.game.procedure.running import Running
from rules.game.referee.forms import UNTIL, CommandForm
from rules.game.referee.ground import Ground, Named
from rules.game.state import State
from rules.refusal import Violation
from rules.wording import counted

Subject = tuple[str | int, ...]
"""What an entry is about: two entries about the same may be one happening, written down twice."""
TURN: Subject = ("turn",)


def name_of(slug: str) -> str:
    return slug.replace("-", " ").title()


def place(x: float, y: float) -> str:
    return f"({round(x, 1):g}, {round(y, 1):g})"


def until(end: str) -> str:
    return "for the game" if end == "game" else f"until {UNTIL[end]}"


SAID: dict[str, Callable[[Names, Any], str]] = {
    "model": lambda n, model: n(model),
    "by": lambda n, by: f" by {n(by)}" if by else "",
    "marker": lambda n, marker: n.marker(marker),
    "seat": lambda n, seat: n.side(seat),
    "cards": lambda n, cards: counted(cards, "card"),
    "upgrade": lambda n, slug: name_of(slug),
    "until": lambda n, end: until(end),
}
"""How fields are said in the words of a command; the others stand as they are."""


class Command(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """One command. One ``of_a_turn`` means another thing in another Turn; one ``after_end`` may be entered
    when the game is over. One ``of_its_side`` is about what its ``seat`` alone knows: nobody else enters it,
    not even to be refused. ``about`` names its subject and the fields of that; ``words`` are its sentence
    with its fields as ``SAID``; ``forms`` are its entries of the panel. ``model_rule`` is cited where its
    model is not in play; where ``each_once`` none may be named twice."""

    of_a_turn: ClassVar[bool] = False
    of_its_side: ClassVar[bool] = False
    after_end: ClassVar[bool] = False
    about: ClassVar[tuple[str, ...]] = ()
    words: ClassVar[str] = ""
    forms: ClassVar[tuple[CommandForm, ...]] = ()
    model_rule: ClassVar[str] = ""
    each_once: ClassVar[bool] = False

    def problems(self, state: State, ground: Ground) -> list[Violation]:
        """Everything that makes the command impossible."""
        return [*self._of_models(state), *self.out_of_bounds()] or [*self.wrong(state, ground)]

    def wrong(self, state: State, ground: Ground) -> Iterator[Violation]:
        """What makes it impossible besides the models and figures that it names."""
        yield from ()

    def events(self, state: State, ground: Ground) -> Iterator[Event]:
        """Its events, without the reactions to them: a record of a real table stores them, and later
        commands of the same act are checked after them. What only cards would decide becomes a remark."""
        if ground.setup is not None and ground.table is None:
            yield Remark(self.sentence(Names(state), ground.cards(state)))

    def perform(self, g: Running, ground: Ground) -> Proc[None]:
        """Carry it out where its events are all that happens; an edition's procedures do the others."""
        for event in self.events(g.state, ground):
            g.emit(event)
        yield from ()

    def sentence(self, n: Names, cards: Mapping[str, Named]) -> str:
        """One sentence before it is carried out, of what both players may know: a hand card is never
        named. ``cards`` holds the names of those that may arrive."""
        fields = asdict(self)
        said = {name: say(n, fields[name]) for name, say in SAID.items() if name in fields}
        where = {"place": place(fields["x"], fields["y"])} if "x" in fields else {}
        whose = {"seats": n.sides(fields["seat"])} if "seat" in fields else {}
        return self.words.format(**(fields | said | where | whose))

    @property
    def subject(self) -> Subject:
        """What it is about: without more, health and place of one model, or everything of its kind of
        one side."""
        if self.about:
            kind, *fields = self.about
            return kind, *(getattr(self, field) for field in fields)
        model = getattr(self, "model", None)
        return (
            ("model", model) if isinstance(model, str) else (type(self).__name__, getattr(self, "seat", -1))
        )

    @property
    def subjects(self) -> set[Subject]:
        return {self.subject}

    def models_named(self) -> list[str]:
        """The models that it refers to, which must be in play."""
        named = [getattr(self, field, "") for field in ("model", "toward", "away", "against")]
        return [*filter(None, named), *getattr(self, "models", ()), *getattr(self, "given_up", ())]

    def _of_models(self, state: State) -> Iterator[Violation]:
        named = self.models_named()
        if "" in (getattr(self, "model", None), *named):
            yield Violation("", "No model was named.", "Choose one.")
        for name in filter(None, named):
            model = state.models.get(name)
            if model is None or not model.in_play:
                sentence = f"There is no model {name} in play."
                yield Violation(self.model_rule, sentence, "Choose one that is.", name)
        by = getattr(self, "by", "")
        if isinstance(by, str) and by and by not in state.models:
            yield Violation("play.killer", f"There is no model {by}.", "", by)
        if self.each_once and len(set(named)) < len(named):
            yield Violation("play.replace", "A model is named twice.", "Name each once.")

    def out_of_bounds(self) -> Iterator[Violation]:
        """Each figure beyond its bounds, and each seat that is none."""
        for field, bounds in bounds_of(type(self)).items():
            value = getattr(self, field)
            if value is not None and value not in bounds:
                sentence = f"{field}: {value} is no number for that."
                yield Violation("", sentence, f"{bounds.words}.")
        for field in ("seat", "by"):
            seat = getattr(self, field, None)
            if isinstance(seat, int) and seat not in (0, 1):
                yield Violation("", f"There is no seat {seat}.", "0 or 1.")


class Fact(Command, frozen=True, kw_only=True):
    """A command that says how something is: entered twice it counts once. All others would count twice."""


def sentences_of(commands: Iterable[Command], names: Names, cards: Mapping[str, Named]) -> tuple[str, ...]:
    """A sentence for each command."""
    return tuple(command.sentence(names, cards) for command in commands)


def as_act(given: Any) -> Any:
    """Plain data of an act; a bare list of commands is an act without a name."""
    return {"lines": list(given)} if isinstance(given, list | tuple) else given
