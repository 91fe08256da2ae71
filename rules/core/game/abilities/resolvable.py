"""Whether an effect could be resolved now: what "A or B" may be answered with (M3E-CHOICE-01)."""

from __future__ import annotations

from rules.core.game.abilities import words
from rules.core.game.abilities.carry import Scene, this_model, who
from rules.core.game.context import Game
from rules.core.game.effects.conditions import condition_of


def resolvable(g: Game, effect: words.Effect, scene: Scene) -> bool:
    """No card cannot be discarded, a Condition without a value cannot be gained twice, nobody chooses damage
    that would kill it (M3E-CHOICE-03)."""
    model = who(g, scene, getattr(effect, "whom", "self"))
    if model is None:
        return False
    match effect:
        case words.DiscardCards():
            return len(g.crew(model.player).hand) >= effect.cards
        case words.Gain():
            return condition_of(effect.condition).valued or not model.has(effect.condition)
        case words.Lose():
            return model.has(effect.condition)
        case words.Damage():
            return not isinstance(effect.amount, int) or model.health - effect.amount > 0
        case words.Heal():
            return model.health < model.most
        case words.Kill() | words.Sacrifice():
            return model.player == model.seat  # M3E-CHOICE-04
        case words.Stone():
            return effect.number > 0 or g.crew(this_model(g, scene).player).stones >= -effect.number
    return True
