"""Words about Health, Conditions, tokens, cards and stones."""

from __future__ import annotations

from functools import partial

from rules.game.abilities.execution import Scene, amount_of, executes, this_model, who
from rules.game.effects.areas import blasts
from rules.game.effects.conditions import change_condition, end, gain
from rules.game.effects.damage import damage, kill
from rules.game.effects.healing import heal
from rules.game.events.table import TokensSet
from rules.game.events.turns import StonesChanged
from rules.game.procedure.asks import Proc
from rules.game.procedure.cards import discard, draw
from rules.game.procedure.context import Game
from rules.game.procedure.in_progress import Hit
from rules.game.scripts import words


def accuracy(g: Game, scene: Scene) -> int:
    """Net modifiers of a variable flip resulting from an opposed duel (M3E-DMG-05)."""
    duel = scene.duel
    return g.rules.accuracy_of(max(0, duel.difference)) if duel is not None and duel.opposed else 0


def focus(scene: Scene) -> int:
    """Plus on a damage flip from a duel for which Focused was used (M3E-COND-19)."""
    if scene.duel is None:
        return 0
    side = scene.duel.side_of(scene.source)
    return int(side is not None and side.focused)


@executes(words.Damage)
def deal(g: Game, word: words.Damage, scene: Scene) -> Proc[None]:
    """Damage with what triggers add, then its blasts (M3E-DMG-11, M3E-AREA-04). During another model's damage
    timing all of it waits (M3E-TIME-07)."""
    if g.busy:
        g.defer(partial(deal, g, word, scene))
        return
    target = who(g, scene, word.whom)
    if target is None:
        return
    in_progress = scene.in_progress
    of_action = (
        in_progress is not None and in_progress.target == target.id and in_progress.model == scene.source
    )
    more = in_progress.take_more_damage() if in_progress is not None and of_action else 0
    amount = amount_of(scene, word.amount)
    hit = Hit(
        target.id,
        amount,
        by=scene.source,
        source=scene.label,
        irreducible=word.irreducible,
        accuracy=accuracy(g, scene),
        plus=focus(scene),
        blasts=word.blasts,
        in_progress=in_progress,
        more=more,
    )
    yield from damage(g, hit)
    if any(word.blasts):
        yield from blasts(g, hit, target)


@executes(words.MoreDamage)
def more(g: Game, word: words.MoreDamage, scene: Scene) -> Proc[None]:
    """Counted before the Action's effects (``actions/take.py``; M3E-DMG-11)."""
    yield from ()


@executes(words.Heal)
def do_heal(g: Game, word: words.Heal, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom)
    if target is not None:
        dying = target.health <= 0
        yield from heal(
            g, target.id, amount_of(scene, word.amount), scene.source, accuracy(g, scene), dying=dying
        )


@executes(words.Gain)
def do_gain(g: Game, word: words.Gain, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom)
    if target is not None:
        key = f"{word.condition}:{word.of}" if word.of else word.condition
        yield from gain(g, target.id, key, word.value, scene.source)


@executes(words.Lose)
def do_lose(g: Game, word: words.Lose, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom)
    if target is None:
        return
    if word.value:
        yield from change_condition(g, target.id, word.condition, -word.value)
    else:
        yield from end(g, target.id, word.condition)


@executes(words.Draw)
def do_draw(g: Game, word: words.Draw, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom) or this_model(g, scene)
    yield from draw(g, target.player, word.cards)


@executes(words.DiscardCards)
def do_discard(g: Game, word: words.DiscardCards, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom) or this_model(g, scene)
    text = f"Discard {word.cards} ({scene.label})."
    yield from discard(g, target.player, word.cards, word.cards, rule="M3E-FATE-12", text=text, model=target)


@executes(words.Token)
def do_token(g: Game, word: words.Token, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom)
    if target is not None:
        held = max(0, target.tokens.get(word.name, 0) + word.number)
        g.emit(TokensSet(word.name, held, target.id))
    yield from ()


@executes(words.Stone)
def do_stone(g: Game, word: words.Stone, scene: Scene) -> Proc[None]:
    seat = this_model(g, scene).player
    change = max(word.number, -g.crew(seat).stones)
    g.emit(StonesChanged(seat, change, scene.label, scene.source))
    yield from ()


@executes(words.Kill)
def do_kill(g: Game, word: words.Kill, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom)
    if target is not None:
        yield from kill(
            g, target.id, by=scene.source, source=scene.label, in_progress=scene.in_progress, instant=True
        )


@executes(words.Sacrifice)
def do_sacrifice(g: Game, word: words.Sacrifice, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom)
    if target is not None:
        yield from kill(g, target.id, by=target.id, source=scene.label, instant=True)
