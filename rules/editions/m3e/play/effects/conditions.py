"""Conditions: gaining, cancelling, capping and ending them (M3E-COND). Burning and Poison in the End Phase
are in ``turn.py``. Adversary (X) is stored as ``adversary:X``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.editions.m3e.conditions import CONDITIONS
from rules.editions.m3e.play.abilities.passive import cannot, immune
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening, stat_modifier
from rules.editions.m3e.play.procedure.timing import happen
from rules.game.conditions import Condition, condition_named
from rules.game.events.table import ConditionSet, TokensSet
from rules.game.procedure.asks import Proc
from rules.game.state import Model


def condition_of(key: str) -> Condition:
    """The Condition of a key. Raise ``KeyError`` for an unknown one."""
    return condition_named(key, CONDITIONS)


def gain(g: Game, model: str, key: str, value: int = 1, by: str = "") -> Proc[int]:
    """Give the model a Condition; return how much of it is left after cancelling and caps (M3E-COND-01, -03,
    -20).

    "After gaining" effects do not resolve for a Condition that was cancelled completely (M3E-COND-04).
    """
    kind = condition_of(key)
    held = g.model(model)
    if not held.in_play or value <= 0 or _immune(g, held, kind.name):
        return 0
    if "would_gain" in g.moments:
        coming = Coming(key, value)
        facts = {"coming": coming, "condition": key}
        cause = g.state.models.get(by)
        yield from happen(g, Happening("would_gain", model=held, by=cause, facts=facts))
        key, value = coming.key, coming.value
        kind, held = condition_of(key), g.model(model)
        if value <= 0 or not held.in_play:
            return 0
    key = _same_adversary(g, held, key)
    gained = value if kind.valued else 1
    if key == "focused" and g.policies.focus_cap == "before_cancelling":
        gained = min(gained, g.rules.focused_cap - held.conditions.get(key, 0))
    gained -= _cancel(g, held, kind, gained)
    if gained <= 0:
        return 0
    held = g.model(model)
    now = held.conditions.get(key, 0) + gained if kind.valued else 1
    if key == "focused":
        now = min(now, g.rules.focused_cap)
    if now == held.conditions.get(key, 0) and kind.valued:
        return 0
    already = key in held.conditions
    g.emit(ConditionSet(model, key, now, by))
    if kind.valued or not already:
        facts = {"condition": key, "value": gained}
        cause = g.state.models.get(by)
        yield from happen(g, Happening("gained_condition", model=g.model(model), by=cause, facts=facts))
    return 0 if already and not kind.valued else gained


@dataclass(slots=True)
class Coming:
    """The Condition a model is about to gain; a reaction may change it (M3E-ABIL-01)."""

    key: str
    value: int


def can_gain(g: Game, model: Model, key: str) -> bool:
    """Whether gaining it would change anything: the model is not immune, and does not have it or has
    it at a value that can rise (M3E-CHOICE-01, M3E-COND-20)."""
    kind = condition_of(key)
    if _immune(g, model, kind.name):
        return False
    if kind.name == "focused":
        return model.conditions.get(key, 0) < g.rules.focused_cap
    return kind.valued or not model.has(key)


def _immune(g: Game, model: Model, name: str) -> bool:
    return immune(g, model, name) or cannot(g, model, "gain_condition", key=name)


def _same_adversary(g: Game, model: Model, key: str) -> str:
    """The key of the model's existing Adversary, to which the new one is added under policy "one"
    (M3E-COND-07)."""
    if key.startswith("adversary") and g.policies.adversaries == "one":
        return next((held for held in model.conditions if held.startswith("adversary")), key)
    return key


def _cancel(g: Game, model: Model, kind: Condition, gained: int) -> int:
    """Cancel opposed Conditions: Fast and Slow remove each other, Focused and Distracted lower each other
    (M3E-COND-03). Return how much of the gain was used up."""
    against = model.conditions.get(kind.opposite, 0) if kind.opposite else 0
    if not against:
        return 0
    used = min(gained, against) if kind.valued else gained
    left = against - used if kind.valued else 0
    g.emit(ConditionSet(model.id, kind.opposite, left, f"cancelled by {kind.name}"))
    return used


def change_condition(g: Game, model: str, key: str, change: int) -> Proc[None]:
    """Raise or lower a Condition's value, never below 0, without the effects of gaining it (M3E-COND-02)."""
    held = g.model(model).conditions.get(key, 0)
    if not held:
        return
    if change < 0 and "would_lose" in g.moments:
        coming = Coming(key, -change)
        losing = {"coming": coming, "condition": key}
        yield from happen(g, Happening("would_lose", model=g.model(model), facts=losing))
        change = -coming.value
    now = max(0, held + change)
    g.emit(ConditionSet(model, key, now))
    if now < held:
        facts = {"condition": key, "by": held - now}
        yield from happen(g, Happening("lost_condition", model=g.model(model), facts=facts))


def set_tokens(g: Game, model: str, name: str, number: int) -> Proc[int]:
    """Set the number of tokens of a name on the model; return the difference (M3E-TOKEN-01)."""
    held = g.model(model).tokens.get(name, 0)
    if number > held and cannot(g, g.model(model), "gain_tokens", key=name):
        return 0
    if number != held:
        g.emit(TokensSet(name, number, model))
    if number > held:
        facts = {"token": name, "number": number - held}
        yield from happen(g, Happening("gained_token", model=g.model(model), facts=facts))
    return abs(number - held)


def end(g: Game, model: str, key: str) -> Proc[None]:
    """End the Condition, whatever its value."""
    yield from change_condition(g, model, key, -g.model(model).conditions.get(key, 0))


def expire(g: Game, model: str) -> Proc[None]:
    """End the Conditions that end with the model's Activation (M3E-COND-10 to -14)."""
    for key in sorted(g.model(model).conditions):
        if condition_of(key).ends == "activation":
            yield from end(g, model, key)


def burn(value: int, policy: Literal["beyond_the_first", "by_three"] = "beyond_the_first") -> int:
    """The End Phase damage of Burning or Poison of that value (M3E-COND-15, -16).

    >>> [burn(value) for value in (1, 3, 4, 6, 7, 10, 13, 40)]
    [1, 1, 2, 2, 3, 4, 5, 5]
    >>> [burn(value, "by_three") for value in (1, 2, 3, 6)]
    [1, 1, 2, 3]
    """
    if value <= 0:
        return 0
    more = (value - 1) // 3 if policy == "beyond_the_first" else value // 3
    return min(5, 1 + more)


@stat_modifier
def injured(g: Game, model: Model, name: str) -> int:
    """Lower Df and Wp by the value of Injured (M3E-COND-09)."""
    return -model.conditions.get("injured", 0) if name in ("df", "wp") else 0


@stat_modifier
def staggered(g: Game, model: Model, name: str) -> int:
    """Lower Mv by 2 while Staggered (M3E-COND-12)."""
    return -2 if name == "mv" and model.has("staggered") else 0


def action_limit(g: Game, model: Model) -> int:
    """The model's Action Limit: 2, for Leaders and Masters 3, changed by Fast and Slow, never above 3
    (M3E-TURN-14, M3E-COND-10, -11)."""
    rules = g.rules
    most = (
        rules.leader_action_limit if model.leader or g.card(model).station == "Master" else rules.action_limit
    )
    if model.has("fast"):
        most = min(most + 1, max(rules.most_actions, most))
    if model.has("slow"):
        most -= 1
    return max(0, most)
