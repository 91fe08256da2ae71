"""Special events and features of the First Edition in play (M1-EVT, M1-FEAT). This file resolves what happens
at a moment; effects that last are tested where they apply, with ``Match.happens``."""

from __future__ import annotations

from typing import cast

from rules.dialogue import Choice
from rules.editions.m1e.play.cards import discard, draw, flip_card, gain_stones
from rules.editions.m1e.play.damage import HitM1, deal, heal, kill
from rules.editions.m1e.play.ground.movement import EDGES, edge_gaps, go, region
from rules.editions.m1e.play.ground.pieces import affects, is_ground, pieces_of
from rules.editions.m1e.play.match import ALL_GAME, EVENT, WIND, Match
from rules.editions.m1e.special import creepy_structure, event_named, event_strikes
from rules.editions.m1e.zones import DeploymentM1, centre_line
from rules.fate.cards import SUITS
from rules.game.events.announcements import Remark
from rules.game.events.table import TokensSet, UsedOnce
from rules.game.events.turns import Noted
from rules.game.procedure.asks import Ask, Proc, one_of
from rules.game.state import Model
from rules.game.table_access.interface import MoveRegion
from rules.game.table_access.spots import grid
from rules.table.geometry.footprints import MM, TOUCH
from rules.table.geometry.plane import point_to_segment
from rules.table.terrain import touches

ROCKS, STAMPEDE, SHOVE = 1.0, 8.0, 1.0
"""Inches of Rockfall, Stampede! and Earthquake (M1-EVT-10, -11, -06)."""
TOWARD = {"south": (0.0, -1.0), "north": (0.0, 1.0), "west": (-1.0, 0.0), "east": (1.0, 0.0)}


# Features


CREEPY = "Creepy Structure"
COMPLETELY = ("Gravestone", "Scrap Pile", "Soulstone Vein")
FEATURE_INTERACTS = ("Campsite", CREEPY, *COMPLETELY)


def interacts_of(g: Match, model: Model) -> list[str]:
    """The features that the model can use with a (1) Interact: those it is on, some of them only
    completely; a Soulstone Vein for Masters only, a Creepy Structure once a turn (M1-FEAT-03, -04, -07, -13,
    -14, Q-08)."""
    return [
        feature
        for feature in FEATURE_INTERACTS
        if is_on(g, feature, model)
        and (feature != "Soulstone Vein" or g.figure(model).station == "Master")
        and (feature != "Campsite" or g.crew(model.player).hand)
        and (feature != CREEPY or not any(held.once_turn.get(CREEPY) for held in _sharing(g, model)))
    ]


def is_on(g: Match, feature: str, model: Model) -> bool:
    """Completely where its row asks for that, else at least partly, as areas count (M1-TER-01)."""
    if feature in COMPLETELY:
        return g.wholly_on(feature, model)
    return any(piece.name == feature and affects(g, piece, model) for piece in pieces_of(g))


def _sharing(g: Match, model: Model) -> list[Model]:
    """The models whose use of a Creepy Structure counts for this model too (Q-08)."""
    return [model] if g.readings.creepy_once == "per_model" else list(g.state.models.values())


def use_feature(g: Match, name: str, feature: str) -> Proc[None]:
    """Resolve the Interact with a feature."""
    model = g.model(name)
    if feature == "Campsite":
        text = "Which card is swapped?"
        yield from discard(g, model.player, 1, 1, rule="M1-FEAT-03", text=text)
        draw(g, model.player)
    elif feature == "Soulstone Vein":
        gain_stones(g, model, 1, feature)
    elif feature == CREEPY:
        g.emit(UsedOnce(name, CREEPY, "turn"))
        yield from try_luck(g, name)
    else:
        counter = "corpse" if feature == "Gravestone" else "scrap"
        g.emit(TokensSet(counter, model.tokens.get(counter, 0) + 1, name))


def try_luck(g: Match, name: str) -> Proc[None]:
    """Flip a card for what a Creepy Structure does to the model that uses it (M1-FEAT-04)."""
    model = g.model(name)
    luck = creepy_structure(g.read(flip_card(g, model.player, CREEPY)))
    if luck.killed:
        yield from kill(g, name, source=CREEPY, outright=True)
        return
    if luck.wounds > 0:
        yield from wound(g, name, luck.wounds, CREEPY)
    elif luck.wounds < 0 or luck.all_healed:
        heal(g, name, model.most if luck.all_healed else -luck.wounds)
    if luck.gift:
        on_it = [other for other in g.state.on_table() if is_on(g, CREEPY, other)]
        choices = (Choice("none", "Nobody"), *(Choice(held.id, held.name, held.id) for held in on_it))
        text = "Who suffers 2 wounds?"
        victim = yield from one_of(
            model.player, "branch", choices, rule="M1-FEAT-04", text=text, about=(name,)
        )
        if victim != "none":
            yield from wound(g, victim, luck.gift, CREEPY)
    gain_stones(g, model, luck.soulstones, CREEPY)


# Events


def flip_for_event(g: Match) -> None:
    """Flip at the end of the Closing Phase: on 10 or more, or a joker, the event applies in the next turn, or
    from it on (M1-EVT-01, Q-18)."""
    event = event_named(g.setup.event)
    if event is None or g.state.notes.get(EVENT) == ALL_GAME:
        return
    if event_strikes(flip_card(g, g.first, f"special event: {event.name}")):
        turn = g.state.turn + 1
        lasts = event.span == "all game"
        g.emit(Noted(EVENT, ALL_GAME if lasts else str(turn)))
        when = f"from Turn {turn} on" if lasts else f"in Turn {turn}"
        g.emit(Remark(f"The special event, {event.name}, happens {when}.", "M1-EVT-01"))


def name_the_wind(g: Match) -> None:
    """Choose the direction of Cruel Winds by the suit of a card (M1-EVT-03)."""
    if g.setup.event != "Cruel Winds":
        return
    card = flip_card(g, g.setup.first, "where the winds blow")
    while card.is_joker:
        card = flip_card(g, g.setup.first, "where the winds blow")
    edge = EDGES[SUITS.index(card.suit)]
    g.emit(Noted(WIND, edge))
    g.emit(Remark(f"Cruel Winds blow toward the {edge} edge.", "M1-EVT-03"))


def blow(g: Match, name: str) -> Proc[None]:
    """Push the model 1" toward that edge at the end of its activation, as far as it is free (M1-EVT-03)."""
    model = g.model(name)
    if not model.on_table or not g.happens("Cruel Winds"):
        return
    edge = g.state.notes[WIND]
    inches = min(SHOVE, edge_gaps(g, model)[edge])
    across, up = TOWARD[edge]
    options = region(g, model, inches, "push")
    while inches > 0.0:
        place = grid(model.x + across * inches, model.y + up * inches)
        if options.contains(place):
            yield from go(g, name, cast(MoveRegion, options).end(place), "push", free=True)
            return
        inches -= 0.125


def activation_phase_begins(g: Match) -> Proc[None]:
    """Resolve Earthquake, Rockfall and Stampede! (M1-EVT-06, -10, -11)."""
    if g.happens("Earthquake"):
        yield from earthquake(g)
    if g.happens("Rockfall"):
        for model in [model for model in g.state.on_table() if under_rocks(g, model)]:
            yield from wound(g, model.id, 1, "Rockfall")
    if g.happens("Stampede!"):
        for model in [model for model in g.state.on_table() if in_the_way(g, model)]:
            yield from wound(g, model.id, model.size, "Stampede!")


def wound(g: Match, name: str, amount: int, source: str) -> Proc[None]:
    yield from deal(g, HitM1(target=name, amount=amount, source=source, wounds=True))


def under_rocks(g: Match, model: Model) -> bool:
    """Whether the model is within 1" of terrain."""
    reach = model.mm / 2 * MM + ROCKS
    pieces = g.table.as_table(g.state).pieces
    return any(touches(piece, model.x, model.y, reach) for piece in pieces if not is_ground(piece))


def in_the_way(g: Match, model: Model) -> bool:
    """Whether the model is within 8" of the line between the two sides."""
    start, stop = centre_line(cast(DeploymentM1, g.setup.deployment))
    return point_to_segment(model.x, model.y, start, stop) - model.mm / 2 * MM <= STAMPEDE + TOUCH


def start_order(g: Match) -> tuple[int, int]:
    """The order of the players for effects at the start of the Activation Phase: by chance in the
    first turn, then the activation order of the turn before, as initiative is flipped for afterwards
    (M1-TURN-04)."""
    if g.state.turn > 1:
        return g.seats()
    while True:
        values = [g.read(flip_card(g, seat, "whose effects come first")).value for seat in (0, 1)]
        if values[0] != values[1]:
            return (0, 1) if values[0] > values[1] else (1, 0)


def earthquake(g: Match) -> Proc[None]:
    """Let each player in order push every enemy 1" in any direction, except those that fly or float."""
    for seat in start_order(g):
        for model in [model for model in g.state.on_table() if model.player != seat]:
            figure = g.figure(model)
            if figure.has("Fly") or figure.has("Float"):
                continue
            options = region(g, g.model(model.id), SHOVE, "push")
            answer = yield Ask(
                seat=seat,
                kind="destination",
                options=options,
                rule="M1-EVT-06",
                text=f"Earthquake: where to with {model.name}?",
                about=(model.id,),
                inches=SHOVE,
            )
            yield from go(g, model.id, cast(MoveRegion, options).end(answer), "push", free=True)
