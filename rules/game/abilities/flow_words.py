"""Words about what happens next: choices and what may be chosen (M3E-CHOICE-01), duels, generated Actions,
cards shown, control, effects that last, and what the players apply themselves.
"""

from __future__ import annotations

from rules.dialogue import Choice
from rules.game.abilities.costs import pay, payable
from rules.game.abilities.execution import CUSTOM, Scene, execute, executes, this_model, who
from rules.game.actions.take import generate
from rules.game.duels.steps import simple_duel
from rules.game.effects import lasting
from rules.game.effects.conditions import condition_of
from rules.game.events.announcements import TotalAnnounced
from rules.game.events.cards import CardSetAside, CardsLookedAt, CardsShown
from rules.game.events.turns import Chained
from rules.game.league.claims import use_up
from rules.game.procedure.asks import Proc, one_of, several, yes
from rules.game.procedure.cards import flip_number, joker_suit, reflip
from rules.game.procedure.context import Game
from rules.game.recording.commands import prompt_players
from rules.game.scripts import words
from rules.table.geometry.footprints import TOUCH


@executes(words.TakeAction)
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


@executes(words.Duel)
def do_duel(g: Game, word: words.Duel, scene: Scene) -> Proc[None]:
    """A duel to avoid a penalty must be attempted (M3E-CHOICE-02)."""
    target = who(g, scene, word.whom)
    if target is None:
        return
    won = yield from simple_duel(g, target, word.stat, word.tn)
    yield from execute(g, word.success if won else word.failure, scene)


@executes(words.May)
def do_may(g: Game, word: words.May, scene: Scene) -> Proc[None]:
    chooser = who(g, scene, word.chooser)
    if chooser is None or not payable(g, chooser, word.cost):
        return
    text = word.text or f"{scene.label}: use it?"
    if (yield from yes(chooser.player, "use", rule="M3E-ABIL-01", text=text, about=(chooser.id,))):
        if (yield from pay(g, chooser, word.cost)):
            yield from execute(g, word.effects, scene)


@executes(words.Either)
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
        chooser.player, "branch", choices, rule="M3E-CHOICE-01", text=f"{scene.label}: which?", noted=g.emit
    )
    yield from execute(g, word.branches[int(key)], scene)


def _named(branch: tuple[words.Effect, ...]) -> str:
    return ", ".join(type(effect).__name__.lower() for effect in branch)


@executes(words.FlipNumber)
def do_flip(g: Game, word: words.FlipNumber, scene: Scene) -> Proc[None]:
    """The number is X for what follows (M3E-GEN-05)."""
    target = who(g, scene, word.whom) or this_model(g, scene)
    number = yield from flip_number(g, target.player, word.profile, why=scene.label, model=target)
    scene.x = number.value


@executes(words.ActivateNext)
def do_activate_next(g: Game, word: words.ActivateNext, scene: Scene) -> Proc[None]:
    """A friendly model that has not Activated Activates next, if not too many have in a row. Those that one
    effect Activates are not counted against each other (M3E-TURN-16)."""
    source = this_model(g, scene)
    if g.state.in_a_row >= g.policies.chain_limit or g.state.chain:
        return
    ready = [
        Choice(model.id, model.name, model.id)
        for model in g.state.crew_of(source.seat)
        if model.id != source.id
        and not model.activated
        and model.player == source.player
        and model.on_table
        and g.table.gap(source, model) <= word.inches + TOUCH
    ]
    if not ready:
        return
    if word.most > 1:
        names = yield from several(
            source.player,
            "model",
            ready,
            0,
            word.most,
            ordered=True,
            rule="M3E-TURN-16",
            text="Who Activates next, and in which order?",
        )
        if names:
            g.emit(Chained(names[0], tuple(names[1:])))
        return
    choices = (*ready, Choice("none", "Nobody"))
    name = yield from one_of(source.player, "model", choices, rule="M3E-TURN-16", text="Who Activates next?")
    if name != "none":
        g.emit(Chained(name))


@executes(words.Reflip)
def do_reflip(g: Game, word: words.Reflip, scene: Scene) -> Proc[None]:
    """The card goes and the flip is made anew; it may not be cheated again (M3E-FATE-15, -26)."""
    target = who(g, scene, word.whom)
    side = scene.duel.side_of(target) if scene.duel is not None and target is not None else None
    if side is None or side.flip is None:
        return
    yield from reflip(g, side.flip, scene.label)
    side.flip.cheated = True
    side.card_suits = yield from joker_suit(g, side.flip)
    g.emit(TotalAnnounced(side.model, side.total, side.suits, "final"))


@executes(words.ModifyDuel)
def do_modify(g: Game, word: words.ModifyDuel, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom)
    side = scene.duel.side_of(target) if scene.duel is not None and target is not None else None
    if side is not None:
        side.extra += word.total
        side.added += word.suits
        g.emit(TotalAnnounced(side.model, side.total, side.suits, "final"))
    yield from ()


@executes(words.Prompted)
def do_prompted(g: Game, word: words.Prompted, scene: Scene) -> Proc[None]:
    """The players apply the sentence with table commands, logged as any other event."""
    source = this_model(g, scene)
    yield from prompt_players(g, source, word.text, about=(scene.source, scene.target))


@executes(words.Registered)
def do_registered(g: Game, word: words.Registered, scene: Scene) -> Proc[None]:
    yield from CUSTOM[word.key](g, word.data, scene)


@executes(words.Grant)
def do_grant(g: Game, word: words.Grant, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom)
    if target is not None:
        lasting.begin(g, scene.label, target.id, source=scene.source, until=word.until, part=word.part)
    yield from ()


@executes(words.TakeControl)
def do_control(g: Game, word: words.TakeControl, scene: Scene) -> Proc[None]:
    """Crew, friends and enemies stay what they were (M3E-CTRL-03)."""
    target, source = who(g, scene, word.whom), this_model(g, scene)
    if target is not None and target.player != source.player:
        lasting.begin(g, scene.label, target.id, source=scene.source, until=word.until, control=source.player)
    yield from ()


@executes(words.LookAt)
def do_look(g: Game, word: words.LookAt, scene: Scene) -> Proc[None]:
    """Cards return whence they came, in their order (M3E-FATE-14)."""
    target, source = who(g, scene, word.whom) or this_model(g, scene), this_model(g, scene)
    crew = g.crew(target.player)
    cards = crew.hand if word.source == "hand" else crew.deck[: word.cards]
    if cards and word.both:
        g.emit(CardsShown(crew.seat, cards, word.source))
    elif cards:
        g.emit(CardsLookedAt(crew.seat, cards, source.player, word.source))
    yield from ()


@executes(words.SetAside)
def do_set_aside(g: Game, word: words.SetAside, scene: Scene) -> Proc[None]:
    target = who(g, scene, word.whom) or this_model(g, scene)
    pile = g.crew(target.player).discard
    if pile:
        g.emit(CardSetAside(target.player, pile[-1], "discard"))
    yield from ()


@executes(words.UseUp)
def do_use_up(g: Game, word: words.UseUp, scene: Scene) -> Proc[None]:
    use_up(g, scene.source, word.upgrade)
    yield from ()


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
