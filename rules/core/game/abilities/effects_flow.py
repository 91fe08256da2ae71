"""Words about what happens next: choices, duels, generated Actions, and what the players apply themselves."""

from __future__ import annotations

from rules.core.game.abilities import words
from rules.core.game.abilities.carry import Scene, carries_out, carry_out, this_model, who
from rules.core.game.abilities.costs import pay, payable
from rules.core.game.abilities.odd import ODD
from rules.core.game.abilities.resolvable import resolvable
from rules.core.game.actions.generated import generate
from rules.core.game.asks import Proc, one_of, yes
from rules.core.game.cards import flip_number, reflip
from rules.core.game.context import Game
from rules.core.game.duels.steps import simple_duel
from rules.core.game.effects.by_hand import by_hand
from rules.core.game.events.talk import TotalAnnounced
from rules.core.game.events.turns import Chained
from rules.core.game.options import Choice
from rules.table.geometry.footprints import TOUCH


@carries_out(words.TakeAction)
def do_take_action(g: Game, word: words.TakeAction, scene: Scene) -> Proc[None]:
    """Queued until the Action going on is wholly done (M3E-TRIG-12, M3E-TIME-09)."""
    actor = who(g, scene, word.whom)
    if actor is not None:
        generate(
            g,
            actor.id,
            name=word.name,
            icon=word.icon,
            optional=word.optional,
            target=scene.target if word.on_target else "",
            by_trigger=scene.by_trigger,
        )
    yield from ()


@carries_out(words.Duel)
def do_duel(g: Game, word: words.Duel, scene: Scene) -> Proc[None]:
    """A duel to avoid a penalty must be attempted (M3E-CHOICE-02)."""
    target = who(g, scene, word.whom)
    if target is None:
        return
    won = yield from simple_duel(g, target, word.stat, word.tn)
    yield from carry_out(g, word.success if won else word.failure, scene)


@carries_out(words.May)
def do_may(g: Game, word: words.May, scene: Scene) -> Proc[None]:
    chooser = who(g, scene, word.chooser)
    if chooser is None or not payable(g, chooser, word.cost):
        return
    text = word.text or f"{scene.label}: use it?"
    if (yield from yes(chooser.player, "use", rule="M3E-ABIL-01", text=text, about=(chooser.id,))):
        if (yield from pay(g, chooser, word.cost)):
            yield from carry_out(g, word.effects, scene)


@carries_out(words.Either)
def do_either(g: Game, word: words.Either, scene: Scene) -> Proc[None]:
    """Only what can be resolved may be chosen; nothing resolvable is ignored (M3E-CHOICE-01)."""
    chooser = who(g, scene, word.chooser) or this_model(g, scene)
    ready = [
        number
        for number, branch in enumerate(word.branches)
        if all(resolvable(g, effect, scene) for effect in branch)
    ]
    if not ready:
        return
    choices = [Choice(str(number), _named(word.branches[number])) for number in ready]
    key = yield from one_of(
        chooser.player, "branch", choices, rule="M3E-CHOICE-01", text=f"{scene.label}: which?", forced=True
    )
    yield from carry_out(g, word.branches[int(key)], scene)


def _named(branch: tuple[words.Effect, ...]) -> str:
    return ", ".join(type(effect).__name__.lower() for effect in branch)


@carries_out(words.FlipNumber)
def do_flip(g: Game, word: words.FlipNumber, scene: Scene) -> Proc[None]:
    """The number is X for what follows (M3E-GEN-05)."""
    target = who(g, scene, word.whom) or this_model(g, scene)
    number = yield from flip_number(g, target.player, word.profile, why=scene.label, model=target)
    scene.x = number.value


@carries_out(words.ActivateNext)
def do_activate_next(g: Game, word: words.ActivateNext, scene: Scene) -> Proc[None]:
    """A friendly model that has not Activated Activates next, if not too many have in a row (M3E-TURN-16)."""
    source = this_model(g, scene)
    if g.state.in_a_row >= g.policies.chain_limit or g.state.chained:
        return
    ready = [
        Choice(model.id, model.name, model.id)
        for model in g.state.crew_of(source.seat)
        if model.id != source.id
        and not model.activated
        and model.player == source.player
        and model.on_table
        and g.ground.gap(source, model) <= word.inches + TOUCH
    ]
    if not ready:
        return
    choices = (*ready, Choice("none", "Nobody"))
    name = yield from one_of(source.player, "model", choices, rule="M3E-TURN-16", text="Who Activates next?")
    if name != "none":
        g.emit(Chained(name))


@carries_out(words.Reflip)
def do_reflip(g: Game, word: words.Reflip, scene: Scene) -> Proc[None]:
    """The card goes and the flip is made anew; it may not be cheated again (M3E-FATE-15, -26)."""
    target = who(g, scene, word.whom)
    side = scene.duel.side_of(target) if scene.duel is not None and target is not None else None
    if side is None or side.flip is None:
        return
    yield from reflip(g, side.flip, scene.label)
    side.flip.cheated = True
    from rules.core.game.cards import joker_suit

    side.card_suits = yield from joker_suit(g, side.flip)
    g.emit(TotalAnnounced(side.model, side.total, side.suits, "final"))


@carries_out(words.ModifyDuel)
def do_modify(g: Game, word: words.ModifyDuel, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom)
    side = scene.duel.side_of(target) if scene.duel is not None and target is not None else None
    if side is not None:
        side.extra += word.total
        side.added += word.suits
        g.emit(TotalAnnounced(side.model, side.total, side.suits, "final"))
    yield from ()


@carries_out(words.Prompted)
def do_prompted(g: Game, word: words.Prompted, scene: Scene) -> Proc[None]:
    """The players apply the sentence with table commands, logged as any other event."""
    source = this_model(g, scene)
    yield from by_hand(g, source, word.text, about=(scene.source, scene.target))


@carries_out(words.Registered)
def do_registered(g: Game, word: words.Registered, scene: Scene) -> Proc[None]:
    yield from ODD[word.key](g, word.data, scene)
