"""Morale of the First Edition: Morale Duels, Terrifying, falling back and rallying (M1-MOR)."""

from __future__ import annotations

from rules.editions.m1e.play.damage import kill
from rules.editions.m1e.play.duels import simple
from rules.editions.m1e.play.ground.movement import fall_back
from rules.editions.m1e.play.match import BRAVE, FELL_BACK, MUST_FALL_BACK, PANIC, Match, threatened_by
from rules.game.events.table import ConditionSet
from rules.game.procedure.asks import Proc
from rules.game.state import Model

CAUSE = "cause"
"""Prefix of a Condition: ``cause:b1`` names the model from which this one will fall back."""


def morale_duel(g: Match, name: str, tn: int, cause: str = "") -> Proc[bool]:
    """Duel with Wp against the number; return whether the model passed. A model that fails falls back, now in
    its own activation, otherwise in its next (M1-MOR-01, -02, Q-19)."""
    model = g.model(name)
    if not g.figure(model).fears:
        return True
    if (yield from simple(g, model, "wp", tn)).success:
        return True
    if not g.model(name).on_table:
        return False
    if g.state.activating == name:
        yield from run_away(g, name, cause)
        return False
    g.emit(ConditionSet(name, PANIC, MUST_FALL_BACK))
    if cause:
        g.emit(ConditionSet(name, f"{CAUSE}:{cause}", 1))
    return False


def frightened_by(g: Match, model: Model) -> list[Model]:
    """The terrifying enemies whose melee range the model is in and that it has not faced successfully
    (M1-MOR-03, -04)."""
    if not g.figure(model).fears:
        return []
    return [
        enemy
        for enemy in threatened_by(g, model)
        if g.figure(enemy).number("Terrifying") and not model.has(f"{BRAVE}:{enemy.id}")
    ]


def stand_up(g: Match, name: str, enemy: Model) -> Proc[bool]:
    """Make one Morale Duel for that enemy; a success holds until the model leaves its melee range (M1-MOR-04,
    Q-21)."""
    passed = yield from morale_duel(g, name, g.figure(enemy).number("Terrifying"), enemy.id)
    if passed and g.model(name).on_table:
        g.emit(ConditionSet(name, f"{BRAVE}:{enemy.id}", 1))
    return passed


def terrified(g: Match, name: str) -> Proc[bool]:
    """Make a Morale Duel for each terrifying enemy where an Action starts or ends; return whether the model
    goes on (M1-MOR-03, M1-ABL-29)."""
    for enemy in frightened_by(g, g.model(name)):
        if not (yield from stand_up(g, name, enemy)):
            return False
    return True


def terrified_to_charge(g: Match, name: str, target: str) -> Proc[bool]:
    """Make the Morale Duel against a terrifying enemy before a Charge; return whether it was passed
    (M1-ABL-29)."""
    aim = g.model(target)
    return not shrinks_from(g, g.model(name), aim) or (yield from stand_up(g, name, aim))


def shrinks_from(g: Match, model: Model, aim: Model) -> bool:
    """Whether the model would make a Morale Duel before a Charge at that model (M1-ABL-29)."""
    if not g.figure(model).fears or not g.figure(aim).number("Terrifying"):
        return False
    return model.player != aim.player and not model.has(f"{BRAVE}:{aim.id}")


def panic_of(g: Match, name: str) -> Proc[bool]:
    """Let a panicked model fall back, or rally if it has fallen back, at the start of its activation; either
    is the whole activation (M1-MOR-02, -08, Q-35). Return whether the model may act."""
    value = g.model(name).conditions.get(PANIC, 0)
    if not value:
        return True
    causes = [held for held in g.model(name).conditions if held.startswith(f"{CAUSE}:")]
    for held in causes:
        g.emit(ConditionSet(name, held, 0))
    if value == FELL_BACK:
        g.emit(ConditionSet(name, PANIC, 0, "rallied"))
    else:
        cause = causes[0].partition(":")[2] if causes else ""
        yield from run_away(g, name, cause)
    return False


def run_away(g: Match, name: str, cause: str) -> Proc[None]:
    """Fall back after a failed Morale Duel; a model that is alone in the dark dies instead (M1-EVT-02)."""
    if g.happens("Alone in the Dark"):
        yield from kill(g, name, by=cause, source="Alone in the Dark", outright=True)
    else:
        yield from fall_back(g, name, cause)
