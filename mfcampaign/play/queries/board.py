"""The table of an Encounter as its pages show it: the drawing and its legend."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.play import loading
from mfcampaign.play.engines import AnySetup, Played, recorded_for
from mfcampaign.play.models import Encounter
from mfcampaign.web.drawings.core import drawing
from rules.dialogue import OneOf, Several
from rules.game.events import Event
from rules.game.events.announcements import Targeted
from rules.game.events.table import Moved
from rules.game.pictures.board import (
    asked_layers,
    board,
    board_of_tokens,
    paths_layer,
    standing_terrain,
    targets_layer,
    unseen_words,
)
from rules.game.pictures.offered import is_expensive
from rules.game.procedure.asks import Ask
from rules.game.state import State
from rules.table.board import Table
from rules.table.pictures.drawing import Entry, legend
from rules.table.pictures.layers import places_layer
from rules.table.terrain import Piece

PLACES = tuple[tuple[int, float, float], ...]


class Drawn(Struct, frozen=True):
    """``picture`` is safe markup, ``legend`` the pieces by their numbers in it, ``name`` the players' name of
    their table. ``deferred`` means that the region is missing and must be requested separately. ``acting`` is
    the model that the moment is about, ``unseen`` are the enemies in reach that it does not see, in words."""

    picture: Any
    legend: tuple[Entry, ...] = ()
    name: str = ""
    deferred: bool = False
    acting: str = ""
    unseen: tuple[str, ...] = ()


def with_question(play: Played, ask: Ask | None, places: PLACES = (), *, quick: bool = False) -> Drawn:
    """A running Encounter with what the question is about and the places it numbers; ``quick`` omits a
    region that takes long to compute."""
    edition = recorded_for(play.setup)
    layers = edition.layers(play.setup, play.state)
    if ask is not None:
        layers += asked_layers(play.table, play.state, ask, quick=quick)
    pieces = standing_terrain(play.state, play.setup.terrain)
    svg = board_of_tokens(
        play.state,
        pieces,
        *layers,
        above=(places_layer(places),),
        offered=offered_ids(ask),
        asked=ask.seat if ask is not None else None,
        zones=edition.zones,
    )
    return Drawn(
        drawing(svg),
        legend(Table(pieces)),
        play.setup.ground_name or "as agreed",
        deferred=quick and ask is not None and is_expensive(ask.options),
        unseen=unseen_words(play.table, play.state, ask) if ask is not None else (),
        acting=play.state.activating or (ask.about[0] if ask is not None and ask.about else ""),
    )


def offered_ids(ask: Ask | None) -> tuple[str, ...]:
    """The ids of the models and markers among a question's answers."""
    choices = ask.options.choices if ask is not None and isinstance(ask.options, OneOf | Several) else ()
    return tuple(choice.key for choice in choices)


def moment(setup: AnySetup, before: State, state: State, facts: Iterable[Event] = ()) -> Drawn:
    """A moment of a played Encounter, with the models' paths and targets."""
    events = list(facts)
    ways: dict[str, list[tuple[float, float]]] = {}
    for fact in events:
        if isinstance(fact, Moved):
            ways.setdefault(fact.model, []).extend((*fact.path, (fact.x, fact.y)))
    moved = [(name, way[:-1]) for name, way in ways.items()]
    aimed = [(fact.model, fact.target) for fact in events if isinstance(fact, Targeted)]
    pieces, edition = standing_terrain(state, setup.terrain), recorded_for(setup)
    layers = [*edition.layers(setup, state), paths_layer(before, state, moved)]
    above = (targets_layer(state, aimed),)
    return _drawn(setup, pieces, board_of_tokens(state, pieces, *layers, above=above, zones=edition.zones))


def bare(setup: AnySetup, state: State) -> Drawn:
    """Only the terrain and the zones: before deployment, and for records."""
    state = replace(state, deployment=state.deployment or setup.deployment)
    pieces = standing_terrain(state, setup.terrain)
    return _drawn(setup, pieces, board(state, pieces, nobody=True, zones=recorded_for(setup).zones))


def before(row: Encounter) -> Drawn:
    """The terrain as it was agreed, before the first card."""
    setup = loading.setup_of(row)
    return bare(setup, setup.first_state())


def _drawn(setup: AnySetup, pieces: tuple[Piece, ...], svg: str) -> Drawn:
    return Drawn(drawing(svg), legend(Table(pieces)), setup.ground_name or "as agreed")
