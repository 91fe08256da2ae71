"""Words about what lasts, who controls whom, and cards that are shown."""

from __future__ import annotations

from rules.core.game.abilities import words
from rules.core.game.abilities.carry import Scene, carries_out, this_model, who
from rules.core.game.asks import Proc
from rules.core.game.context import Game
from rules.core.game.effects import lasting
from rules.core.game.effects.use_up import use_up
from rules.core.game.events.cards import CardSetAside, CardsLookedAt, CardsShown


@carries_out(words.Grant)
def do_grant(g: Game, word: words.Grant, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom)
    if target is not None:
        lasting.begin(g, scene.label, target.id, source=scene.source, until=word.until, part=word.part)
    yield from ()


@carries_out(words.TakeControl)
def do_control(g: Game, word: words.TakeControl, scene: Scene) -> Proc[None]:
    """Crew, friends and enemies stay what they were (M3E-CTRL-03)."""
    target, source = who(g, scene, word.whom), this_model(g, scene)
    if target is not None and target.player != source.player:
        lasting.begin(g, scene.label, target.id, source=scene.source, until=word.until, control=source.player)
    yield from ()


@carries_out(words.LookAt)
def do_look(g: Game, word: words.LookAt, scene: Scene) -> Proc[None]:
    """Cards return whence they came, in their order (M3E-FATE-14)."""
    target, source = who(g, scene, word.whom) or this_model(g, scene), this_model(g, scene)
    crew = g.crew(target.player)
    found = crew.hand if word.source == "hand" else crew.deck[: word.cards]
    if found and word.both:
        g.emit(CardsShown(crew.seat, found, word.source))
    elif found:
        g.emit(CardsLookedAt(crew.seat, found, source.player, word.source))
    yield from ()


@carries_out(words.SetAside)
def do_set_aside(g: Game, word: words.SetAside, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom) or this_model(g, scene)
    pile = g.crew(target.player).discard
    if pile:
        g.emit(CardSetAside(target.player, pile[-1], "discard"))
    yield from ()


@carries_out(words.UseUp)
def do_use_up(g: Game, word: words.UseUp, scene: Scene) -> Proc[None]:
    use_up(g, scene.source, word.upgrade)
    yield from ()
