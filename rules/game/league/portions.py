"""What a log proves of Bounty portions and awards of the Weekly Event: every kill with its Turn and the
killing side (SL-BOUNTY-05, SL-EVENT-04)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.game.league.needs import Fighter, GameRecord, KilledModel, killed_model, record_of
from rules.game.league.policies import policies_of
from rules.game.league.terms import Terms
from rules.game.results.result import EncounterResult, Scoring, outcome
from rules.game.setup.setup import EncounterSetup
from rules.game.state import KillRecord, Model, State


def logged_game(
    setup: EncounterSetup, state: State, result: EncounterResult, scoring: Scoring, *, over: bool = True
) -> GameRecord:
    """The game as its log tells it, with every kill, summoned models included. Awards of the Weekly
    Event are claimed last, so their Scrip is known only when the Encounter is ``over``."""
    terms = setup.terms or Terms()
    decided = outcome(result, policies_of(setup))
    known = record_of(result, decided, ({}, {}), state.pool or None)
    sides = [
        replace(own, event_scrip=None)
        if not over and terms.sides[seat].awards and decided.withdrew[seat] != "early"
        else own
        for seat, own in enumerate(known.sides)
    ]
    kills = tuple(_kills(setup, state))
    return replace(known, sides=(sides[0], sides[1]), kills=kills, logged=True, scheme_vp=scoring.scheme)


def _kills(setup: EncounterSetup, state: State) -> Iterator[KilledModel]:
    hired = setup.hired()
    crews = [
        [_fighter(setup, state, state.models[name]) for name in hired if state.models[name].seat == seat]
        for seat in (0, 1)
    ]
    for number, kill in enumerate((*state.kills, *_buried(state))):
        victim = state.models[kill.victim]
        yield killed_model(
            kill.seat,
            _fighter(setup, state, victim),
            crews[kill.seat],
            by_seat=kill.by_seat,
            hired=kill.victim in hired,
            first=number == 0,
            turn=kill.turn,
        )


def _buried(state: State) -> Iterator[KillRecord]:
    """Models still Buried when the game is over count as killed, by nobody (SL-FINISH-07)."""
    killed = {kill.victim for kill in state.kills}
    for model in state.models.values():
        if state.phase == "over" and model.where == "buried" and model.id not in killed:
            yield KillRecord(turn=state.turn, victim=model.id, seat=model.seat)


def _fighter(setup: EncounterSetup, state: State, model: Model) -> Fighter:
    card = state.cards.get(model.card) or setup.cards.get(model.card)
    if card is None:
        return Fighter(leader=model.leader)
    words = [card.station, *card.characteristics, *card.keywords, *(("totem",) if card.totem_for else ())]
    cost = None if card.station == "master" else card.cost
    return Fighter(model.leader, cost, frozenset(word.casefold() for word in words if word))
