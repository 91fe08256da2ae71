"""Small First Edition scenes: a few models on a plain, stacked decks, a procedure run with given answers.

A procedure is driven by ``Scene.run``: what is asked is answered from ``answers`` by the kind of the
question, in order, and otherwise in the least way (keep, no, none, the first)."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any

from msgspec.structs import replace

from rules.dialogue import Number, OneOf, Several
from rules.editions.m1e.play.actions import one_action
from rules.editions.m1e.play.figures import Figure, Talent, Weapon
from rules.editions.m1e.play.match import CrewM1, EncounterSetupM1, Match
from rules.editions.m1e.readings import STANDARD
from rules.fate.cards import FULL_DECK, Card
from rules.fate.dealer import StackedDealer
from rules.game.events import Event
from rules.game.procedure.asks import Ask
from rules.game.state import Model
from rules.game.table_access.open_field import OpenField

LEAST = ("no", "keep", "none", "end")
SWORD = Weapon(name="Sword", kind="melee", inches=1, combat=5, damage=(1, 2, 4))
GUN = Weapon(name="Gun", kind="ranged", inches=10, combat=5, damage=(1, 2, 4))


def figure(slug: str = "man", **more: Any) -> Figure:
    """A plain figure: Wk 4, Cg 6, Wp 4, Ca 4, Df 4, Wd 6, a Sword."""
    talents = tuple(
        talent if isinstance(talent, Talent) else Talent(talent) for talent in more.pop("talents", ())
    )
    plain: dict[str, Any] = {"faction": "Guild", "wd": 6, "ca": 4, "weapons": (SWORD,)}
    return Figure(slug=slug, name=slug.capitalize(), talents=talents, **{**plain, **more})


class Scene:
    """``own`` and ``enemies`` are figures with their places; ids are a1…, b1…."""

    def __init__(
        self,
        own: Iterable[tuple[Figure, float, float]],
        enemies: Iterable[tuple[Figure, float, float]] = (),
        *,
        decks: tuple[str, str] = ("", ""),
        hands: tuple[str, str] = ("", ""),
        stones: tuple[int, int] = (0, 0),
        table: Any = None,
        **readings: Any,
    ) -> None:
        figures: dict[str, Figure] = {}
        sides = tuple(tuple((_known(figures, held), x, y) for held, x, y in side) for side in (own, enemies))
        self.setup = EncounterSetupM1(
            encounter="a scene",
            crews=tuple(  # type: ignore[arg-type]
                CrewM1(name=name, models=tuple(held.slug for held, _, _ in side), stones=stones[seat])
                for seat, (name, side) in enumerate(zip(("First", "Second"), sides, strict=True))
            ),
            figures=figures,
        )
        state = self.setup.first_state()
        for seat, side in enumerate(sides):
            for number, (_, x, y) in enumerate(side, 1):
                model = state.models[f"{'ab'[seat]}{number}"]
                state = state.with_model(replace(model, x=float(x), y=float(y), where="table"))
            held = [Card.parse(code) for code in hands[seat].split()]
            top = [Card.parse(code) for code in decks[seat].split()]
            rest = [card for card in FULL_DECK if card not in (*held, *top)]
            crew = replace(state.crews[seat], hand=tuple(held), deck=(*top, *rest))
            state = state.with_crew(crew)
        state = replace(state, phase="activation", turn=1, active=0)
        rules = STANDARD.with_readings(readings)
        self.match = Match(self.setup, rules, table or OpenField(), StackedDealer({}), state, one_action)
        self.asked: list[Ask] = []

    def __getitem__(self, name: str) -> Model:
        return self.match.state.models[name]

    @property
    def events(self) -> list[Event]:
        return self.match.fresh

    def all_of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def kinds(self) -> list[str]:
        return [ask.kind for ask in self.asked]

    def begin(self, name: str) -> Scene:
        """It is that model's activation."""
        state = self.match.state
        self.match.state = replace(state, activating=name, active=state.models[name].seat)
        return self

    def change(self, name: str, **fields: Any) -> Scene:
        """The model is otherwise than the set-up made it."""
        self.match.state = self.match.state.with_model(replace(self[name], **fields))
        return self

    def run(self, procedure: Generator[Any, Any, Any], **answers: Any) -> Any:
        """What the procedure returned. ``answers`` by kind: a value, or a list of values for one after the
        other (a list of lists where an answer is a list)."""
        left = {kind: list(value) if isinstance(value, list) else [value] for kind, value in answers.items()}
        value = None
        try:
            while True:
                ask = procedure.send(value)
                assert isinstance(ask, Ask)
                self.asked.append(ask)
                value = left[ask.kind].pop(0) if left.get(ask.kind) else least_answer(ask)
                ask.options.check(value, ask.rule)
        except StopIteration as end:
            assert not any(left.values()), f"never asked: {left}"
            return end.value


def _known(figures: dict[str, Figure], held: Figure) -> Figure:
    """The figure under a slug that no other has."""
    if figures.get(held.slug, held) != held:
        held = replace(held, slug=f"{held.slug}-{len(figures)}")
    figures[held.slug] = held
    return held


def least_answer(ask: Ask) -> Any:
    """The answer that does least."""
    options = ask.options
    if isinstance(options, Number):
        return options.least
    if isinstance(options, Several):
        return [choice.key for choice in options.choices[: options.least]]
    if isinstance(options, OneOf):
        keys = [choice.key for choice in options.choices]
        return next((key for key in LEAST if key in keys), keys[0])
    return next(iter(options.listed()))
