"""Disengage (M3E-ACT-08 to -10)."""

from __future__ import annotations

from rules.core.game.actions.deed import Deed
from rules.core.game.actions.engagement import engagers, is_engaged
from rules.core.game.actions.general import general
from rules.core.game.actions.take import take_action
from rules.core.game.actions.targets import can_be_taken
from rules.core.game.asks import Proc, one_of
from rules.core.game.cards import flip_number
from rules.core.game.context import Game
from rules.core.game.effects.movement import move
from rules.core.game.events.models import UsedOnce
from rules.core.game.hooks import stat
from rules.core.game.options import Choice
from rules.core.game.statcards import Action
from rules.core.game.state import Model, other

DISENGAGE = "Disengage"


@general(Action(name=DISENGAGE), is_engaged)
def disengage(g: Game, deed: Deed) -> Proc[None]:
    """One enemy engaging the model may attack it; then it Pushes up to Mv, less what that attack cost."""
    model = g.model(deed.model)
    g.emit(UsedOnce(model.id, DISENGAGE))
    enemies = engagers(g, model)
    attack = yield from _parting_attack(g, model, enemies)
    inches = stat(g, model, "mv")
    if attack is not None and attack.succeeded and attack.duel is not None:
        inches -= yield from _lost(g, attack, len(enemies) - 1, model)
    if g.model(model.id).on_table:
        yield from move(g, model.id, max(0, inches), "push", by=model.id, text="Push where?")


def _parting_attack(g: Game, model: Model, enemies: tuple[Model, ...]) -> Proc[Deed | None]:
    """The opponent picks one engager and a melee Action, or none; no triggers, no effect of its own
    (M3E-ACT-08, -09, M3E-TRIG-04)."""
    ready = {
        f"{enemy.id}:{action.name}": (enemy, action)
        for enemy in enemies
        for action in g.actions(enemy)
        if action.icon == "melee" and action.is_attack and can_be_taken(g, enemy, action, model.id)
    }
    if not ready:
        return None
    choices = [
        Choice(key, f"{enemy.name}: {action.name}", enemy.id) for key, (enemy, action) in ready.items()
    ]
    choices.append(Choice("none", "Let it go"))
    key = yield from one_of(
        other(model.player),
        "attack",
        choices,
        rule="M3E-ACT-08",
        text=f"{model.name} disengages: attack?",
        about=(model.id,),
    )
    if key == "none":
        return None
    enemy, action = ready[key]
    attack = Deed(enemy.id, action, generated=True, no_triggers=True, no_effect=True, only_target=model.id)
    yield from take_action(g, attack)
    return attack


def _lost(g: Game, attack: Deed, others: int, model: Model) -> Proc[int]:
    """2/4/6 by the attack's accuracy, plus for each other enemy engaging (M3E-ACT-09, -10)."""
    assert attack.duel is not None
    accuracy = g.rules.accuracy_of(max(0, attack.duel.difference))
    by_attacker = g.policies.disengage_flip == "attacker"
    flipper = g.model(attack.model) if by_attacker else model
    number = yield from flip_number(
        g,
        flipper.player,
        g.rules.disengage,
        plus=max(0, accuracy) + others,
        minus=max(0, -accuracy),
        why=DISENGAGE,
        model=flipper,
    )
    return number.value
