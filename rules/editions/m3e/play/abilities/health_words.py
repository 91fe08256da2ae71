"""Handlers of the words about Health, Conditions, tokens, cards and Soulstones."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from rules.dialogue import Choice
from rules.editions.m3e.play.abilities.choosing import (
    count,
    model_in_play,
    model_meant,
    models_of,
    number_of,
    whole_number,
)
from rules.editions.m3e.play.abilities.execution import Scene, executes, this_model, upon_each
from rules.editions.m3e.play.abilities.passive import cannot
from rules.editions.m3e.play.effects.areas import blasts
from rules.editions.m3e.play.effects.conditions import change_condition, end, gain, set_tokens
from rules.editions.m3e.play.effects.damage import damage, kill
from rules.editions.m3e.play.effects.healing import heal
from rules.editions.m3e.play.procedure.cards import choice_of, discard, discard_these, draw
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.play.procedure.timing import happen
from rules.editions.m3e.scripts import words
from rules.editions.m3e.scripts.selects import Chosen, Flippable, Limit
from rules.game.events.table import TokensSet
from rules.game.events.turns import PassesSet, StonesChanged
from rules.game.procedure.asks import Proc, one_of, several, yes
from rules.game.state import Model, other


def accuracy(g: Game, scene: Scene) -> int:
    """The net fate modifiers of a variable flip that results from an opposed duel, by the difference as the
    side sees it whose Action or Trigger it is; none for an ability that reacts (M3E-DMG-05)."""
    duel, side = scene.duel, scene.side
    if duel is None or side is None or not duel.opposed:
        return 0
    return g.rules.accuracy_of(max(0, duel.lead(side)))


def focus(scene: Scene) -> int:
    """The plus on a damage flip that results from a duel for which its side used Focused (M3E-COND-19)."""
    return int(scene.side is not None and scene.side.focused)


@executes(words.Damage)
def deal(g: Game, word: words.Damage, scene: Scene) -> Proc[int | None]:
    """Deal damage with the additions of Triggers, then place its blasts (M3E-DMG-11, M3E-AREA-04). During the
    damage timing of another model all of it waits (M3E-TIME-07)."""
    if g.busy:
        g.defer(partial(deal, g, word, scene))
        return 0
    return (yield from upon_each(g, scene, word.whom, partial(_deal_to, g, word, scene)))


def _deal_to(g: Game, word: words.Damage, scene: Scene, target: Model) -> Proc[int]:
    in_progress = scene.in_progress
    amount = yield from number_of(g, scene, _at_most(g, scene, word.amount, target))
    hit = Hit(
        target.id,
        amount,
        by=scene.source,
        source=scene.label,
        irreducible=word.irreducible,
        accuracy=accuracy(g, scene),
        plus=focus(scene) + word.plus,
        minus=word.minus,
        blasts=word.blasts,
        in_progress=in_progress,
        barred=not word.cheatable,
        ignoring=frozenset(word.ignoring),
        kinds=kinds_of(word, scene),
    )
    if hit.of_action and in_progress is not None:
        if (in_progress.model, in_progress.target) == (scene.source, target.id):
            by_action(hit)
    silenced = "demise" in word.ignoring and target.id not in g.silent
    if silenced:
        g.silent.add(target.id)
    suffered = (yield from damage(g, hit)) or 0
    if silenced:
        g.silent.discard(target.id)
    if any(hit.blasts):
        yield from blasts(g, hit, target)
    return suffered


def _at_most(g: Game, scene: Scene, amount: Flippable, target: Model) -> Flippable:
    """The amount; one that its own model chooses leaves it at least 1 Health (M3E-CHOICE-03)."""
    if not isinstance(amount, Chosen) or model_in_play(g, scene, amount.by) != target:
        return amount
    left = max(0, target.health - 1)
    return replace(amount, most=left if amount.most is None else Limit(amount=amount.most, most=left))


def by_action(hit: Hit) -> None:
    """Add what Triggers change in the damage of the Action in progress: a number, once (M3E-DMG-11), and fate
    modifiers of its flip."""
    in_progress = hit.in_progress
    assert in_progress is not None
    hit.more = in_progress.take_more_damage()
    change = in_progress.change
    hit.plus += change.plus
    hit.minus += change.minus
    hit.irreducible = hit.irreducible or change.irreducible
    hit.ignoring |= change.ignoring
    hit.barred = hit.barred or change.cheatable is False
    hit.despite_minus = hit.despite_minus or change.cheatable is True
    if change.no_blasts:
        hit.blasts = (0, 0, 0)
    elif change.blasts:
        weak, moderate, severe = hit.blasts
        hit.blasts = (weak + change.blasts, moderate + change.blasts, severe + change.blasts)


def kinds_of(word: words.Damage, scene: Scene) -> frozenset[str]:
    """The kinds of the damage, by which reductions and other abilities recognise it."""
    kinds = {word.of or "", word.area or ""}
    in_progress = scene.in_progress
    if word.of:
        kinds.add("condition")
    elif scene.by_trigger:
        kinds.add("trigger")
    elif in_progress is not None and in_progress.model == scene.source and scene.happening is None:
        kinds.add("action")
        if in_progress.action.is_attack:
            kinds.add("attack")
    else:
        kinds.add("ability")
    if kinds & {"action", "trigger"} and in_progress is not None:
        kinds.add(in_progress.action.icon)
    return frozenset(kinds - {""})


@executes(words.MoreDamage)
def more(g: Game, word: words.MoreDamage, scene: Scene) -> Proc[int | None]:
    """Add damage to the Action once, before its effects; deal it when these are resolved (M3E-DMG-11)."""
    in_progress = scene.in_progress
    if in_progress is None:
        return None
    number = yield from whole_number(g, scene, word.amount)
    if not in_progress.resolved:
        in_progress.more_damage += number
        return None
    target = model_in_play(g, scene, "target")
    if target is None or number <= 0:
        return 0
    kinds = frozenset({"trigger", in_progress.action.icon} - {""})
    hit = Hit(target.id, number, by=scene.source, source=scene.label, in_progress=in_progress, kinds=kinds)
    return (yield from damage(g, hit)) or 0


@executes(words.ChangeDamage)
def change_damage(g: Game, word: words.ChangeDamage, scene: Scene) -> Proc[int | None]:
    """Change the Action's damage to its target. A change by the resisting model is one of its reductions
    (M3E-TIME-02, -03)."""
    if scene.in_progress is None:
        return None
    change = scene.in_progress.change
    change.plus += yield from whole_number(g, scene, word.plus)
    change.minus += yield from whole_number(g, scene, word.minus)
    change.blasts += yield from whole_number(g, scene, word.blasts)
    change.no_blasts = change.no_blasts or word.no_blasts
    change.irreducible = change.irreducible or word.irreducible
    change.ignoring |= frozenset(word.ignoring)
    if word.cheatable is not None:
        change.cheatable = word.cheatable
    if word.nothing:
        change.reductions.append((99, 0))
    elif word.reduce:
        less = yield from whole_number(g, scene, word.reduce)
        change.reductions.append((less, word.floor))
    return None


@executes(words.MoreHealing)
def more_healing(g: Game, word: words.MoreHealing, scene: Scene) -> Proc[int | None]:
    """Add to what the Action heals its target, before its effects."""
    if scene.in_progress is not None:
        scene.in_progress.more_healing += yield from whole_number(g, scene, word.amount)
    return None


@executes(words.Heal)
def do_heal(g: Game, word: words.Heal, scene: Scene) -> Proc[int | None]:
    in_progress = scene.in_progress

    def one(target: Model) -> Proc[int]:
        before, more = target.health, 0
        amount = yield from number_of(g, scene, word.amount)
        plus = yield from whole_number(g, scene, word.plus)
        modifiers = 0 if word.plain else accuracy(g, scene) + plus - word.minus
        if in_progress is not None and not scene.by_trigger and in_progress.target == target.id:
            more, in_progress.more_healing = in_progress.more_healing, 0
        yield from heal(
            g,
            target.id,
            amount,
            scene.source,
            modifiers,
            more=more,
            dying=target.health <= 0,
            source=scene.label,
        )
        return g.model(target.id).health - before

    return (yield from upon_each(g, scene, word.whom, one, ordered=False))


@executes(words.Gain)
def do_gain(g: Game, word: words.Gain, scene: Scene) -> Proc[int | None]:
    of = (yield from _keyword(g, scene)) if word.of == "chosen" else word.of
    key = f"{word.condition}:{of}" if of else word.condition

    def one(target: Model) -> Proc[int]:
        value = yield from whole_number(g, scene, word.value)
        return (yield from gain(g, target.id, key, value, scene.source))

    return (yield from upon_each(g, scene, word.whom, one, ordered=False))


def _keyword(g: Game, scene: Scene) -> Proc[str]:
    """A Keyword of the Encounter's models, chosen by this model's player."""
    source = this_model(g, scene)
    cards = [g.card(model) for model in g.state.models.values()]
    choices = [Choice(name, name) for name in sorted({name for card in cards for name in card.keywords})]
    if not choices:
        return ""
    text = f"{scene.label}: which Keyword?"
    return (
        yield from one_of(
            source.player, "branch", choices, rule="M3E-ACT-19", text=text, about=(source.id,), noted=g.emit
        )
    )


@executes(words.SameCondition)
def do_same_condition(g: Game, word: words.SameCondition, scene: Scene) -> Proc[int | None]:
    facts = scene.happening.facts if scene.happening is not None else {}
    if "condition" not in facts:
        return 0
    coming = facts.get("coming")
    key, value = (coming.key, coming.value) if coming else (facts["condition"], facts.get("value", 1))

    def one(target: Model) -> Proc[int]:
        return (yield from gain(g, target.id, key, value, scene.source))

    return (yield from upon_each(g, scene, word.whom, one, ordered=False))


@executes(words.Lose)
def do_lose(g: Game, word: words.Lose, scene: Scene) -> Proc[int | None]:
    def one(target: Model) -> Proc[int]:
        before = target.conditions.get(word.condition, 0)
        value = yield from whole_number(g, scene, word.value)
        if value or word.value:
            yield from change_condition(g, target.id, word.condition, -value)
        else:
            yield from end(g, target.id, word.condition)
        return before - g.model(target.id).conditions.get(word.condition, 0)

    return (yield from upon_each(g, scene, word.whom, one, ordered=False))


@executes(words.ChangeHeal)
def do_change_heal(g: Game, word: words.ChangeHeal, scene: Scene) -> Proc[int | None]:
    """Raise, lower or prevent the healing that is being resolved, or give it to another model
    (M3E-HEAL-01)."""
    healing = scene.happening.facts.get("healing") if scene.happening is not None else None
    if healing is None:
        return 0
    amount: int = healing.amount
    healing.amount = 0 if word.nothing else max(0, amount + count(g, scene, word.more))
    if word.onto is not None:
        for model in (yield from models_of(g, scene, word.onto)):
            yield from heal(g, model.id, amount, scene.source, source=scene.label)
    return amount - int(healing.amount)


@executes(words.EndConditions)
def do_end_conditions(g: Game, word: words.EndConditions, scene: Scene) -> Proc[int | None]:
    """End as many Conditions as the word says, chosen by the chooser; do nothing when there is none
    (M3E-ACT-21)."""
    heir = model_in_play(g, scene, word.move_to) if word.move_to else None
    most = None if word.number is None else (yield from whole_number(g, scene, word.number))

    def one(target: Model) -> Proc[int]:
        chooser = model_in_play(g, scene, word.chooser) or this_model(g, scene)
        ended = 0
        while most is None or ended < most:
            held = g.model(target.id).conditions
            keys = [key for key in held if not word.conditions or key.partition(":")[0] in word.conditions]
            if not keys:
                break
            key = keys[0]
            if most is not None:
                choices = [Choice(name, name.capitalize(), target.id) for name in keys]
                if word.optional:
                    choices.append(Choice("none", "None"))
                key = yield from one_of(
                    chooser.player,
                    "condition",
                    choices,
                    rule="M3E-COND-02",
                    text=f"{scene.label}: which Condition ends?",
                    about=(target.id,),
                    forced=not word.optional,
                )
            if key == "none":
                break
            value = held[key]
            yield from end(g, target.id, key)
            ended += 1
            if heir is not None:
                value = value if word.most is None else min(value, word.most)
                yield from gain(g, heir.id, key, value, scene.source)
        return ended

    return (yield from upon_each(g, scene, word.whom, one, ordered=False))


@executes(words.Draw)
def do_draw(g: Game, word: words.Draw, scene: Scene) -> Proc[int | None]:
    """Draw for a player, or for models, whose player draws (M3E-FATE-11); without the model meant nobody
    draws but a player named for this model's sake."""
    number = yield from whole_number(g, scene, word.cards)
    drawing: list[tuple[int, Model | None]] = [(seat, None) for seat in seats_of(g, scene, word.player)]
    if not drawing:
        drawing = [(model.player, model) for model in (yield from models_of(g, scene, word.whom))]
    for seat, model in drawing or [(this_model(g, scene).player, None)]:
        yield from draw(g, seat, number)
        if model is not None and number > 0 and "drew" in g.moments:
            drawn = g.state.models.get(model.id, model)
            yield from happen(g, Happening("drew", model=drawn, by=this_model(g, scene)))
    return number


def seats_of(g: Game, scene: Scene, player: words.Player | None) -> list[int]:
    """The seats that the word names, this model's player first."""
    own = this_model(g, scene).player
    named = {"own": [own], "opposing": [other(own)], "both": [own, other(own)]}
    return named[player] if player is not None else []


@executes(words.DiscardCards)
def do_discard(g: Game, word: words.DiscardCards, scene: Scene) -> Proc[int | None]:
    number = yield from whole_number(g, scene, word.cards)
    discarders: list[tuple[int, Model | None]] = [(seat, None) for seat in seats_of(g, scene, word.player)]
    if not discarders:
        discarders = [(model.player, model) for model in (yield from models_of(g, scene, word.whom))]
    text = f"Discard {number} ({scene.label})."
    gone = 0
    for seat, model in discarders or [(this_model(g, scene).player, this_model(g, scene))]:
        before = g.crew(seat).hand
        if word.suit or word.chooser is not None:
            gone += yield from _discard_of(g, word, scene, seat, number, model)
        else:
            gone += yield from discard(g, seat, number, number, rule="M3E-FATE-12", text=text, model=model)
        left = [card for card in before if card not in g.crew(seat).hand]
        scene.memory.card = left[-1] if left else None
    return gone


def _discard_of(
    g: Game, word: words.DiscardCards, scene: Scene, seat: int, number: int, model: Model | None
) -> Proc[int]:
    """Discard cards of a suit, or that another player chooses; return how many (M3E-FATE-12)."""
    suit = scene.suit if word.suit == "chosen" else word.suit
    fitting = [card for card in g.crew(seat).hand if not word.suit or (suit and card.is_of((suit,)))]
    chooser = model_in_play(g, scene, word.chooser) if word.chooser is not None else None
    number = min(number, len(fitting))
    codes = [card.code for card in fitting]
    if number < len(fitting):
        codes = yield from several(
            chooser.player if chooser is not None else seat,
            "cards",
            [choice_of(card) for card in fitting],
            number,
            number,
            ordered=True,
            rule="M3E-FATE-12",
            text=f"Discard {number} ({scene.label}).",
        )
    yield from discard_these(g, seat, codes, model=model)
    return len(codes)


@executes(words.Token)
def do_token(g: Game, word: words.Token, scene: Scene) -> Proc[int | None]:
    """Give or take tokens; return how many, no more than there are (M3E-TOKEN-01)."""

    def one(target: Model) -> Proc[int]:
        held = target.tokens.get(word.name, 0)
        number = yield from whole_number(g, scene, word.number)
        now = 0 if word.all else max(0, held + number)
        text = f"{scene.label}: {word.name} Tokens?"
        if now == held or (
            word.optional
            and not (yield from yes(target.player, "use", rule="M3E-TOKEN-01", text=text, about=(target.id,)))
        ):
            return 0
        return (yield from set_tokens(g, target.id, word.name, now))

    return (yield from upon_each(g, scene, word.whom, one, ordered=False))


@executes(words.MoveTokens)
def do_move_tokens(g: Game, word: words.MoveTokens, scene: Scene) -> Proc[int | None]:
    source = model_meant(g, scene, word.source)
    takers = yield from models_of(g, scene, word.to)
    if source is None or not takers:
        return 0
    held = source.tokens.get(word.name, 0)
    wanted = held if word.number is None else (yield from whole_number(g, scene, word.number))
    number = min(held, wanted)
    if number <= 0:
        return 0
    heir = takers[0]
    if cannot(g, heir, "gain_tokens", key=word.name):
        return 0
    g.emit(TokensSet(word.name, held - number, source.id))
    g.emit(TokensSet(word.name, heir.tokens.get(word.name, 0) + number, heir.id))
    facts = {"token": word.name, "number": number}
    yield from happen(g, Happening("gained_token", model=g.model(heir.id), facts=facts))
    return number


@executes(words.PassToken)
def do_pass_token(g: Game, word: words.PassToken, scene: Scene) -> Proc[int | None]:
    number = yield from whole_number(g, scene, word.number)
    for seat in seats_of(g, scene, word.player):
        held = g.crew(seat).passes
        now = max(0, held + number)
        if now != held:
            g.emit(PassesSet(seat, now, scene.label))
    return abs(number)


@executes(words.Stone)
def do_stone(g: Game, word: words.Stone, scene: Scene) -> Proc[int | None]:
    number = yield from whole_number(g, scene, word.number)
    total = 0
    for seat in seats_of(g, scene, word.player):
        change = max(number, -g.crew(seat).stones)
        if change:
            g.emit(StonesChanged(seat, change, scene.label, scene.source))
            total += abs(change)
    return total


@executes(words.Kill)
def do_kill(g: Game, word: words.Kill, scene: Scene) -> Proc[int | None]:
    def one(target: Model) -> Proc[int]:
        if word.no_markers:
            g.bare[target.id] = ""
        if word.no_demise:
            g.silent.add(target.id)
        killed = yield from kill(
            g, target.id, by=scene.source, source=scene.label, in_progress=scene.in_progress, instant=True
        )
        g.silent.discard(target.id)
        return int(killed)

    return (yield from upon_each(g, scene, word.whom, one))


@executes(words.NoMarkers)
def do_no_markers(g: Game, word: words.NoMarkers, scene: Scene) -> Proc[int | None]:
    """Record, while the model is being killed and before its markers are dropped, that it leaves none
    (M3E-KILL-02, -06)."""
    model = g.state.models.get(scene.target if word.whom == "target" else scene.source)
    if model is not None:
        g.bare[model.id] = word.kind
    yield from ()
    return None


@executes(words.Sacrifice)
def do_sacrifice(g: Game, word: words.Sacrifice, scene: Scene) -> Proc[int | None]:
    def one(target: Model) -> Proc[int]:
        return int((yield from kill(g, target.id, by=target.id, source=scene.label, instant=True)))

    return (yield from upon_each(g, scene, word.whom, one))
