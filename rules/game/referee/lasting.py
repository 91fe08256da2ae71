"""Effects that the referee's hand begins and ends, the same in play and in a record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rules.game.events import Event
from rules.game.events.table import ControlSet, LastingBegan, LastingEnded
from rules.game.narration import BY_HAND
from rules.game.printed import PrintedModel, PrintedUpgrade
from rules.game.referee.ground import Ground
from rules.game.state import Lasting, State

EndTime = Literal["activation", "turn", "end_phase", "next_activation", "game"]


def plain(name: str) -> str:
    """The name of a lasting effect without the number of its part."""
    return name.partition("#")[0].casefold()


def began(name: str, on: str, until: EndTime, **more: object) -> LastingBegan:
    fields = {"key": f"{name}:{on}:{BY_HAND}", "name": name, "on": on, "source": BY_HAND, "until": until}
    return LastingBegan(Lasting(**{**fields, **more}))  # type: ignore[arg-type]


def ended(state: State, *until: EndTime) -> Iterator[Event]:
    """The end of what lasts until one of those times. In play the procedures end it."""
    for effect in state.lasting:
        if effect.until in until:
            yield LastingEnded(effect.key)
            if effect.control is not None:
                yield ControlSet(effect.on, None)


def gained(state: State, model: str, ability: str, until: EndTime, ground: Ground) -> Iterator[LastingBegan]:
    """Every part of the ability as a card of the Encounter has it; of an unknown ability only its
    name."""
    cards: list[PrintedModel | PrintedUpgrade] = [*ground.cards(state).values()]
    cards += ground.upgrades(state).values()
    looked_up = (ground.hand.parts_of(card, ability) for card in cards)
    name, parts = next((known for known in looked_up if known[0]), ("", ()))
    if not parts:
        yield began(ability, model, until)
        return
    for place, part in enumerate(parts, 1):
        yield began(f"{name}#{place}" if place > 1 else name, model, until, part=part)
