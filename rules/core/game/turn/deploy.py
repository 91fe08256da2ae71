"""Deployment, step J (M3E-SETUP-19)."""

from __future__ import annotations

from rules.core.game.asks import Proc, one_of, several, spot
from rules.core.game.context import Game
from rules.core.game.events.models import Moved
from rules.core.game.events.turns import ZoneTaken
from rules.core.game.options import Choice
from rules.core.game.state import other

ENDS = {"south": "north", "north": "south"}


def deploy(g: Game) -> Proc[None]:
    """The Attacker picks a zone and splits the Crew; the Defender says which group comes first; the Defender
    deploys all; the Attacker the rest."""
    attacker = g.state.attacker
    defender = other(attacker)
    if not g.crew(attacker).zone:
        zones = (Choice("south", "South"), Choice("north", "North"))
        end = yield from one_of(attacker, "zone", zones, rule="M3E-SETUP-19", text="Which Deployment Zone?")
        g.emit(ZoneTaken(attacker, end))
        g.emit(ZoneTaken(defender, ENDS[end]))
    waiting = [model.id for model in g.state.models.values() if model.where == "reserve"]
    own = [name for name in waiting if g.model(name).seat == attacker]
    group = yield from several(
        attacker,
        "group",
        [Choice(name, g.model(name).name, name) for name in own],
        0,
        len(own),
        rule="M3E-SETUP-19",
        text="Which models form the first group?",
    )
    first, second = group, [name for name in own if name not in group]
    if first and second:
        groups = (Choice("first", _named(g, first)), Choice("second", _named(g, second)))
        key = yield from one_of(
            defender,
            "first",
            groups,
            rule="M3E-SETUP-19",
            text="Which group does the Attacker deploy first?",
        )
        if key == "second":
            first, second = second, first
    for names in (first, [name for name in waiting if g.model(name).seat == defender], second):
        for name in names:
            yield from deploy_one(g, name)


def _named(g: Game, names: list[str]) -> str:
    """A group as the Defender sees it: who is in it."""
    return ", ".join(f"{g.model(name).name} ({name})" for name in names)


def deploy_one(g: Game, name: str) -> Proc[None]:
    """Completely within the own zone."""
    model = g.model(name)
    options = g.ground.zone(g.state, g.state.deployment, g.crew(model.seat).zone, model)
    x, y = yield from spot(
        model.seat,
        "deploy",
        options,
        rule="M3E-SETUP-19",
        text=f"Where is {model.name} deployed?",
        about=(name,),
    )
    g.emit(Moved(name, x, y, 0.0, "deploy"))
