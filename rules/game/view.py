"""The view of an Encounter for one seat, built from named public fields.

``seat`` 0 or 1 is a player, ``None`` a spectator. Pages, API, streams and exports all take only this.

>>> from rules import duel_of_two
>>> play = duel_of_two()
>>> seen = view(play.state, play.asks, 0)
>>> sorted(seen["crews"][1])[:4], "hand" in seen["crews"][1], "deck" in seen["crews"][0]
(['aside', 'conflict', 'deck_size', 'discard_size'], False, False)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules.fate.cards import Card
from rules.game.events import Event
from rules.game.narration import Names
from rules.game.procedure.asks import Ask
from rules.game.state import Crew, Lasting, Marker, Model, Scheme, State


def view(state: State, asks: Iterable[Ask], seat: int | None) -> dict[str, Any]:
    """What ``seat`` may see as plain data: the table, both Crews, the seat's own questions in full,
    and of the other seat's questions only their kind. ``seat`` ``None`` is a spectator."""
    names = Names(state)
    return {
        "phase": state.phase,
        "turn": state.turn,
        "attacker": state.attacker,
        "initiative": state.initiative,
        "active": state.active,
        "activating": state.activating,
        "chain": state.chain,
        "strategy": state.strategy,
        "deployment": state.deployment,
        "pool": list(state.pool),
        "notes": dict(state.notes),
        "crews": [crew_view(state, crew, seat) for crew in state.crews],
        "models": [{**model_view(model), "called": names(model.id)} for model in state.models.values()],
        "markers": [
            {**marker_view(marker), "face_down": marker.id in state.face_down}
            for marker in state.markers.values()
        ],
        "terrain_gone": list(state.terrain_gone),
        "lasting": [lasting_view(effect) for effect in state.lasting],
        "scores": [[score.turn, score.seat, score.source, score.step] for score in state.scores],
        "kills": [[kill.turn, kill.victim, kill.seat, kill.by, kill.by_seat] for kill in state.kills],
        "falls": [[fall.model, fall.how, fall.flip, fall.finished_off] for fall in state.falls],
        "withdrawals": [[withdrawal.seat, withdrawal.turn] for withdrawal in state.withdrawals],
        "claims": [[claim.kind, claim.seat, claim.what, claim.model] for claim in state.claims],
        "asks": [ask_view(ask) for ask in asks if ask.seat == seat],
        "waiting": [{"seat": ask.seat, "kind": ask.kind} for ask in asks if ask.seat != seat],
    }


def codes(cards: Iterable[Card]) -> list[str]:
    return [card.code for card in cards]


def crew_view(state: State, crew: Crew, seat: int | None) -> dict[str, Any]:
    """A Crew: the size of each pile and its public cards; hand and full discard pile only for their
    owner (M3E-FATE-07, -11)."""
    seen: dict[str, Any] = {
        "seat": crew.seat,
        "name": crew.name,
        "faction": crew.faction,
        "leader": crew.leader,
        "masters": list(crew.masters),
        "stones": crew.stones,
        "passes": crew.passes,
        "tokens": dict(crew.tokens),
        "zone": crew.zone,
        "vp": state.vp(crew.seat),
        "deck_size": len(crew.deck),
        "hand_size": len(crew.hand),
        "discard_size": len(crew.discard),
        "discard_top": crew.discard[-1].code if crew.discard else "",
        "revealed": codes(crew.revealed),
        "conflict": codes(crew.conflict),
        "aside": codes(crew.aside),
        "shuffles": crew.shuffles,
        "schemes_chosen": len(crew.schemes),
        "schemes": [scheme_view(scheme) for scheme in crew.schemes if scheme.revealed],
    }
    if seat == crew.seat:
        seen["hand"] = codes(crew.hand)
        seen["discard"] = codes(crew.discard)
        seen["own_schemes"] = [scheme_view(scheme) for scheme in crew.schemes]
    return seen


def scheme_view(scheme: Scheme) -> dict[str, Any]:
    return {"name": scheme.name, "secret": dict(scheme.secret), "revealed": scheme.revealed}


def model_view(model: Model) -> dict[str, Any]:
    """A model; all of its values are public (M3E-TOKEN-01)."""
    return {
        "id": model.id,
        "card": model.card,
        "name": model.name,
        "seat": model.seat,
        "health": model.health,
        "most": model.most,
        "mm": model.mm,
        "size": model.size,
        "x": model.x,
        "y": model.y,
        "elevation": model.elevation,
        "where": model.where,
        "controller": model.controller,
        "leader": model.leader,
        "activated": model.activated,
        "summoned": model.summoned,
        "acts": model.acts,
        "bonus": model.bonus,
        "conditions": dict(model.conditions),
        "tokens": dict(model.tokens),
        "upgrades": list(model.upgrades),
        "once_activation": dict(model.once_activation),
        "once_turn": dict(model.once_turn),
    }


def marker_view(marker: Marker) -> dict[str, Any]:
    return {
        "id": marker.id,
        "kind": marker.kind,
        "name": marker.name,
        "seat": marker.seat,
        "x": marker.x,
        "y": marker.y,
        "mm": marker.mm,
        "size": marker.size,
        "elevation": marker.elevation,
        "traits": list(marker.traits),
    }


def lasting_view(effect: Lasting) -> dict[str, Any]:
    return {"name": effect.name, "on": effect.on, "source": effect.source, "until": effect.until}


def ask_view(ask: Ask) -> dict[str, Any]:
    """The question as its own seat sees it."""
    return {
        "kind": ask.kind,
        "rule": ask.rule,
        "text": ask.text,
        "about": list(ask.about),
        "options": ask.options.shown(),
    }


def heard(event: Event, seat: int | None, *, over: bool = False) -> Event | None:
    """The event as ``seat`` may see it: the event, its shadow, or ``None``. Once the Encounter is
    ``over`` every event is public."""
    if over or event.audience == "all" or (seat is not None and event.audience == seat):
        return event
    return event.shadow()


def heard_by(events: Iterable[Event], seat: int | None, *, over: bool = False) -> list[Event]:
    """The events that ``seat`` may see, each as ``heard`` gives it."""
    return [seen for event in events if (seen := heard(event, seat, over=over)) is not None]
