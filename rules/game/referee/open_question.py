"""The options that an open question still has after an act changed the table."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from msgspec.structs import replace

from rules.dialogue import Answer, Choice, Number, OneOf, Options, Several
from rules.game.procedure.asks import Ask
from rules.game.state import Marker, Model, State
from rules.game.table_access.spots import Narrowed
from rules.table.geometry.footprints import MM, TOUCH

HAND = ("cards", "cheat")


class Follows(Options, frozen=True):
    """Options that go on whatever an act does on the table."""

    def after(self, now: State) -> Options:
        """What may be answered in that state."""
        return self


def remaining_question(ask: Ask, before: State, now: State) -> Ask | None:
    """The question with its remaining options; ``None`` when none remain, or when a model it is about
    was moved or removed."""
    options = ask.options
    if isinstance(options, Number):
        return ask
    if isinstance(options, Follows):
        return replace(ask, options=options.after(now))
    if isinstance(options, OneOf):
        choices = tuple(_left(ask, options.choices, before, now))
        return replace(ask, options=OneOf(choices)) if choices else None
    if isinstance(options, Several):
        choices = tuple(_left(ask, options.choices, before, now))
        least, most = min(options.least, len(choices)), min(options.most, len(choices))
        left = replace(options, choices=choices, least=least, most=most)
        return replace(ask, options=left) if choices or not options.choices else None
    if any(_changed(name, before, now) for name in ask.about[:1]):
        return None
    came = tuple(_newcomers(before, now, ask.about[:1]))
    if not came:
        return ask
    mm = next((now.models[name].mm for name in ask.about[:1] if name in now.models), 30.0)

    def free(answer: Answer) -> bool:
        """Whether no body that arrived since stands where that answer ends."""
        end = answer[-1] if answer and isinstance(answer[0], list | tuple) else answer
        return not any(
            hypot(body.x - end[0], body.y - end[1]) < (body.mm + mm) / 2 * MM - TOUCH for body in came
        )

    return replace(ask, options=Narrowed(options, free))


def _left(ask: Ask, choices: tuple[Choice, ...], before: State, now: State) -> Iterator[Choice]:
    gone = {name for name, model in before.models.items() if model.in_play and not now.models[name].in_play}
    gone |= before.markers.keys() - now.markers.keys()
    if ask.kind in HAND:
        held = now.crews[ask.seat].hand
        gone |= {card.code for card in before.crews[ask.seat].hand if card not in held}
    for choice in choices:
        if choice.key not in gone and choice.about not in gone:
            yield choice


def _place(state: State, name: str) -> tuple[object, ...]:
    model = state.models.get(name)
    return (model.where, model.x, model.y, model.elevation) if model is not None else ()


def _changed(name: str, before: State, now: State) -> bool:
    return _place(before, name) != _place(now, name)


def _newcomers(before: State, now: State, mover: tuple[str, ...]) -> Iterator[Model | Marker]:
    """The bodies that stand where none of them stood before."""
    for name, model in now.models.items():
        if model.on_table and name not in mover and _changed(name, before, now):
            yield model
    for name, marker in now.markers.items():
        old = before.markers.get(name)
        if "impassable" in marker.traits and (old is None or (old.x, old.y) != (marker.x, marker.y)):
            yield marker
