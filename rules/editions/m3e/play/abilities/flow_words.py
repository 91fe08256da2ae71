"""Handlers of the words that control what happens next: choices (M3E-CHOICE-01), duels, generated Actions,
cards shown, control of models, lasting effects, and sentences that the players apply themselves."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from functools import partial
from typing import cast

from msgspec.structs import replace

from rules.dialogue import Choice
from rules.editions.m3e.play.abilities import choosing
from rules.editions.m3e.play.abilities.choosing import (
    bodies_of,
    count,
    holds,
    is_act,
    markers_of,
    matching,
    model_in_play,
    models_of,
    whole_number,
)
from rules.editions.m3e.play.abilities.costs import pay, payable
from rules.editions.m3e.play.abilities.execution import (
    CUSTOM,
    Scene,
    execute,
    executes,
    this_model,
    upon_each,
)
from rules.editions.m3e.play.abilities.health_words import accuracy, seats_of
from rules.editions.m3e.play.abilities.restrictions import may_declare, meets
from rules.editions.m3e.play.actions.take import Wanted, generate, names_somebody
from rules.editions.m3e.play.by_hand.performing import prompt_players
from rules.editions.m3e.play.duels.steps import simple_duel
from rules.editions.m3e.play.effects import lasting
from rules.editions.m3e.play.effects.conditions import can_gain
from rules.editions.m3e.play.effects.damage import damage
from rules.editions.m3e.play.league.claims import use_up
from rules.editions.m3e.play.procedure.cards import flip_number, joker_suit, reflip
from rules.editions.m3e.play.procedure.context import Game, with_stat
from rules.editions.m3e.play.procedure.in_progress import Hit
from rules.editions.m3e.scripts import words
from rules.editions.m3e.scripts.selects import Models, PrintedSuit, Spot, Who
from rules.editions.m3e.statcards import SUITS, Action, StatCard, UpgradeCard
from rules.game.events.announcements import Targeted, TotalAnnounced
from rules.game.events.table import SpentAction
from rules.game.events.turns import Chained
from rules.game.procedure.asks import Proc, one_of, several, yes
from rules.game.state import Model, Until, other
from rules.game.table_access.interface import Body
from rules.table.geometry.footprints import TOUCH


@executes(words.TakeAction)
def do_take_action(g: Game, word: words.TakeAction, scene: Scene) -> Proc[int | None]:
    """Queue the Action until the Action in progress is finished (M3E-TRIG-12, M3E-TIME-09)."""
    in_progress = scene.in_progress
    name = in_progress.action.printed if word.again and in_progress is not None else word.name
    controller = model_in_play(g, scene, word.controlled_by) if word.controlled_by else None
    actors = yield from models_of(g, scene, word.whom)
    upon = None
    if word.upon is not None:
        upon = frozenset(body.id for body in (yield from _upon(g, scene, word.upon)))
    elif word.on_target:
        upon = frozenset({scene.target})
    for actor in actors:
        generate(
            g,
            actor.id,
            name=name,
            icon=word.icon,
            optional=word.optional,
            by_trigger=scene.by_trigger,
            generator=scene.source,
            wanted=Wanted(
                acts=word.acts,
                upon=upon,
                not_upon=_others(scene) if word.different else frozenset(),
                controller=controller.player if controller is not None else None,
                plain=word.plain,
                no_triggers=word.no_triggers,
                ignoring=frozenset(word.ignoring),
                apart_from=_whose_engagement(g, word, scene),
                parts=_for_that_action(word),
                triggers_must=word.triggers_must,
                credits=scene.source if word.credit else "",
            ),
        )
    return len(actors)


def _whose_engagement(g: Game, word: words.TakeAction, scene: Scene) -> frozenset[str]:
    """The model whose engagement does not count for the generated Action."""
    model = model_in_play(g, scene, word.unengaged_by) if word.unengaged_by is not None else None
    return frozenset() if model is None else frozenset({model.id})


def _others(scene: Scene) -> frozenset[str]:
    """The ids of what the Action going on targets, which another one may not."""
    marker = scene.in_progress.target_marker if scene.in_progress is not None else None
    return frozenset({scene.target, *([marker.id] if marker is not None else [])})


def _upon(g: Game, scene: Scene, spot: Spot) -> Proc[list[Body]]:
    """The bodies that a generated Action may target: the whole selection, or the chosen one."""
    if isinstance(spot, Models):
        return list((yield from models_of(g, scene, spot)))
    return bodies_of(g, scene, spot)


def _for_that_action(word: words.TakeAction) -> tuple[words.Passive, ...]:
    parts: list[words.Passive] = []
    if word.plus or word.minus or word.total or word.suits:
        parts.append(
            words.DuelModifier(
                plus=word.plus, minus=word.minus, total=word.total, suits=word.suits, when="acting"
            )
        )
    if word.damage_plus or word.damage_minus:
        parts.append(words.DamageModifier(plus=word.damage_plus, minus=word.damage_minus))
    return tuple(parts)


@executes(words.CopyAction)
def do_copy_action(g: Game, word: words.CopyAction, scene: Scene) -> Proc[int | None]:
    """Queue an Action of those models as this model's, or let it have one as its own for a time; return how
    many there are to choose from."""
    actor = model_in_play(g, scene, word.whom)
    copies = list(_copies(g, word, scene, (yield from models_of(g, scene, word.models))))
    if actor is None or not copies:
        return 0
    if word.until is None:
        generate(
            g,
            actor.id,
            optional=word.optional,
            by_trigger=scene.by_trigger,
            generator=scene.source,
            wanted=Wanted(no_triggers=word.no_triggers, copies=tuple(action for _, action in copies)),
        )
        return len(copies)
    choices = [Choice(str(number), action.name) for number, (_, action) in enumerate(copies)]
    text = f"{scene.label}: which Action?"
    key = yield from one_of(
        actor.player, "branch", choices, rule="M3E-ACT-01", text=text, about=(actor.id,), noted=g.emit
    )
    slug, action = copies[int(key)]
    data: dict[str, str | int] = {"copied": action.name, "of": slug}
    if action.stat is not None:
        data["stat"] = action.stat
    lasting.begin(g, scene.label, actor.id, source=scene.source, until=word.until, data=data)
    return len(copies)


def _copies(
    g: Game, word: words.CopyAction, scene: Scene, models: list[Model]
) -> Iterator[tuple[str, Action]]:
    """The Actions that the word means, each with the slug of the card or Upgrade on which it is
    printed."""
    for model in models:
        cards: list[StatCard | UpgradeCard] = [] if word.printed == "upgrade" else [g.card(model)]
        if word.printed != "card":
            held = choosing.upgrades_of(g, model, word.upgrade)
            cards += [g.upgrades[slug] for slug in held if slug in g.upgrades]
        for card in cards:
            for action in card.actions:
                if is_act(g, None, action, word.acts) and not (word.plain and names_somebody(action)):
                    own = scene.in_progress.action.stat if scene.in_progress is not None else None
                    stat = own if word.own_stat else action.stat
                    yield card.slug, with_stat(action, (stat or 0) + word.stat_modifier)


@executes(words.Each)
def do_each(g: Game, word: words.Each, scene: Scene) -> Proc[int | None]:
    def one(target: Model) -> Proc[int]:
        yield from execute(g, word.effects, scene.upon(target.id))
        return 1

    return (yield from upon_each(g, scene, word.models, one))


@executes(words.EachMarker)
def do_each_marker(g: Game, word: words.EachMarker, scene: Scene) -> Proc[int | None]:
    chosen_markers = yield from markers_of(g, scene, word.markers)
    for marker in chosen_markers:
        yield from execute(g, word.effects, replace(scene, it_marker=marker.id))
    return len(chosen_markers)


@executes(words.If)
def do_if(g: Game, word: words.If, scene: Scene) -> Proc[int | None]:
    yield from execute(g, word.effects if holds(g, scene, word.test) else word.otherwise, scene)
    return None


@executes(words.Repeat)
def do_repeat(g: Game, word: words.Repeat, scene: Scene) -> Proc[int | None]:
    times = yield from whole_number(g, scene, word.times)
    for _ in range(times):
        yield from execute(g, word.effects, scene)
    return times


@executes(words.SetX)
def do_set_x(g: Game, word: words.SetX, scene: Scene) -> Proc[int | None]:
    scene.memory.x = yield from whole_number(g, scene, word.amount)
    return scene.memory.x


@executes(words.Later)
def do_later(g: Game, word: words.Later, scene: Scene) -> Proc[int | None]:
    """Resolve the effect once at a later moment; for another Activation or Phase it is stored as a lasting
    effect (``reactions.py``), each time anew. In the End Phase what changes no model comes also when the
    model is gone."""
    yield from ()
    model = model_in_play(g, scene, word.whom)
    if model is None:
        return None
    if word.when == "after_current":
        inner = replace(scene, it=scene.it if word.whom == "it" else model.id)
        g.after_current(lambda: execute(g, word.effects, inner))
        return None
    moment, until = LATER[word.when]
    part = words.Reaction(moment=moment, effects=word.effects)
    marker = choosing.this_marker(g, scene, "it_marker")
    data: dict[str, str | int] = {"later": 1, **({"marker": marker.id} if marker is not None else {})}
    if scene.by_trigger:
        data["by_trigger"] = 1
    alone = moment == "end_phase" and not _changes_a_model(word.effects)
    begun = {effect.name for effect in g.state.lasting}
    name = next(name for n in itertools.count(1) if (name := f"{scene.label}, later#{n}") not in begun)
    on = "" if alone else model.id
    lasting.begin(g, name, on, source=scene.source, until=until, part=part, data=data)
    return None


@executes(words.WhileBuried)
def do_while_buried(g: Game, word: words.WhileBuried, scene: Scene) -> Proc[int | None]:
    """Keep the effects for each of the moments, as lasting effects of the model that they are about
    (``reactions.py``); they end when the Buried model comes up."""
    yield from ()
    buried, about = model_in_play(g, scene, word.whom), model_in_play(g, scene, word.about)
    if buried is None or buried.where != "buried" or about is None:
        return 0
    for moment in word.moments:
        lasting.begin(
            g,
            f"{scene.label}#{buried.id}:{moment}",
            about.id,
            source=scene.source,
            until="game",
            part=words.Reaction(moment=moment, effects=word.effects),
            data={"buried": buried.id},
        )
    return 1


def _changes_a_model(effects: Iterable[words.Effect]) -> bool:
    """Whether any of the effects, those inside tests included, changes a model."""
    return any(
        _changes_a_model((*effect.effects, *effect.otherwise))
        if isinstance(effect, words.If)
        else hasattr(effect, "whom")
        for effect in effects
    )


LATER: dict[str, tuple[str, Until]] = {
    "activation_ends": ("activation_ends", "activation"),
    "end_phase": ("end_phase", "game"),
    "next_activation": ("activation_begins", "game"),
}


@executes(words.Duel)
def do_duel(g: Game, word: words.Duel, scene: Scene) -> Proc[int | None]:
    """Make each model take a duel that avoids a penalty and must be attempted (M3E-CHOICE-02); return how
    many passed."""

    def one(target: Model) -> Proc[int]:
        tn = yield from whole_number(g, scene, word.tn)
        minus = yield from whole_number(g, scene.upon(target.id), word.minus)
        won = yield from simple_duel(g, target, word.stat, tn, minus=minus, by=scene.source, why=scene.label)
        inner = scene if isinstance(word.whom, str) else scene.upon(target.id)
        yield from execute(g, word.success if won else word.failure, inner)
        return int(won)

    return (yield from upon_each(g, scene, word.whom, one))


@executes(words.May)
def do_may(g: Game, word: words.May, scene: Scene) -> Proc[int | None]:
    chooser = model_in_play(g, scene, word.chooser)
    if chooser is not None and payable(g, chooser, word.cost, scene) and _survives(g, word, scene, chooser):
        text = word.text or f"{scene.label}: use it?"
        if (yield from yes(chooser.player, "use", rule="M3E-ABIL-01", text=text, about=(chooser.id,))):
            if (yield from pay(g, chooser, word.cost, scene)):
                yield from execute(g, word.effects, scene)
                return 1
    yield from execute(g, word.otherwise, scene)
    return 0


def _survives(g: Game, word: words.May, scene: Scene, chooser: Model) -> bool:
    """Whether the chooser would not choose damage that brings it to 0 (M3E-CHOICE-03)."""
    own = (
        hit
        for hit in word.effects
        if isinstance(hit, words.Damage)
        and isinstance(hit.whom, str)
        and model_in_play(g, scene, hit.whom) == chooser
    )
    return all(resolvable(g, hit, scene, chooser) for hit in own)


@executes(words.Either)
def do_either(g: Game, word: words.Either, scene: Scene) -> Proc[int | None]:
    """Offer the branches that can be resolved; do nothing when there is none (M3E-CHOICE-01)."""
    chooser = this_model(g, scene)
    if word.chooser != "opposing":
        chooser = model_in_play(g, scene, word.chooser) or chooser
    seat = other(chooser.player) if word.chooser == "opposing" else chooser.player
    ready = [
        number
        for number, branch in enumerate(word.branches)
        if all(resolvable(g, effect, scene, chooser) for effect in branch)
    ]
    if not ready:
        return None
    choices = [Choice(str(number), _named(word.branches[number])) for number in ready]
    key = yield from one_of(
        seat, "branch", choices, rule="M3E-CHOICE-01", text=f"{scene.label}: which?", noted=g.emit
    )
    yield from execute(g, word.branches[int(key)], scene)
    return None


def _named(branch: tuple[words.Effect, ...]) -> str:
    return ", ".join(type(effect).__name__.lower() for effect in branch)


@executes(words.FlipNumber)
def do_flip(g: Game, word: words.FlipNumber, scene: Scene) -> Proc[None]:
    """Flip the number that later effects use as X (M3E-GEN-05), with the accuracy of the duel that it results
    from (M3E-DMG-05)."""
    target = model_in_play(g, scene, word.whom) or this_model(g, scene)
    modifier = accuracy(g, scene)
    number = yield from flip_number(
        g,
        target.player,
        word.profile,
        plus=max(0, modifier),
        minus=max(0, -modifier),
        why=scene.label,
        model=target,
    )
    scene.memory.x = number.value
    scene.memory.card = number.card


@executes(words.ActivateNext)
def do_activate_next(g: Game, word: words.ActivateNext, scene: Scene) -> Proc[int | None]:
    """Make a friendly model that has not Activated the next to Activate, unless too many of its side have
    Activated in a row. Models that one effect Activates are not counted against each other (M3E-TURN-16)."""
    source = this_model(g, scene)
    if g.state.in_a_row >= g.policies.chain_limit or g.state.chain:
        return 0
    if word.whom is not None:
        one = model_in_play(g, scene, word.whom)
        candidates = [one] if one is not None else []
    elif word.models is not None:
        candidates = matching(g, scene, word.models)
    else:
        candidates = [
            model
            for model in g.state.crew_of(source.seat)
            if model.id != source.id and model.on_table and g.table.gap(source, model) <= word.inches + TOUCH
        ]
    by_crew = g.policies.activates_controlled == "crew"  # M3E-CTRL-06
    able = g.to_activate(source.seat if by_crew else source.player)
    ready = [
        Choice(model.id, model.name, model.id)
        for model in candidates
        if model in able and model.id != g.state.activating and payable(g, model, word.cost, scene)
    ]
    if not ready:
        return 0
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
        return len(names)
    choices = ready if word.must else [*ready, Choice("none", "Nobody")]
    name = yield from one_of(source.player, "model", choices, rule="M3E-TURN-16", text="Who Activates next?")
    if name == "none" or not (yield from pay(g, g.model(name), word.cost, scene)):
        return 0
    g.emit(Chained(name))
    return 1


@executes(words.ActivateInstead)
def do_activate_instead(g: Game, word: words.ActivateInstead, scene: Scene) -> Proc[int | None]:
    """Change which model Activates (M3E-TURN-12)."""
    models = yield from models_of(g, scene, word.whom)
    if scene.happening is None or not models:
        return 0
    scene.happening.facts["activates"] = models[0].id
    return 1


@executes(words.EndActivation)
def do_end_activation(g: Game, word: words.EndActivation, scene: Scene) -> Proc[int | None]:
    """End the current Activation if it is that model's: it takes no further Actions (M3E-TURN-13)."""
    target = model_in_play(g, scene, word.whom)
    if target is not None and target.id == g.state.activating:
        g.ended = target.id
    yield from ()
    return None


@executes(words.MoreActions)
def do_more_actions(g: Game, word: words.MoreActions, scene: Scene) -> Proc[int | None]:
    target = model_in_play(g, scene, word.whom)
    if target is not None:
        g.emit(SpentAction(target.id, scene.label, -word.number, 0))
    yield from ()
    return None


@executes(words.Instead)
def do_instead(g: Game, word: words.Instead, scene: Scene) -> Proc[int | None]:
    """Resolve the effects now, and none of the Action's own afterwards."""
    source = this_model(g, scene)
    if word.optional:
        text = f"{scene.label}: use it?"
        if not (yield from yes(source.player, "use", rule="M3E-TRIG-08", text=text, about=(source.id,))):
            return 0
    if scene.in_progress is not None:
        scene.in_progress.replaced = True
    yield from execute(g, word.effects, scene)
    return 1


@executes(words.EffectsOf)
def do_effects_of(g: Game, word: words.EffectsOf, scene: Scene) -> Proc[int | None]:
    """Choose one of the Actions, pay its cost and resolve its effects as those of the Action in progress,
    with what it says of its duel, its damage and what it ignores."""
    source, in_progress = this_model(g, scene), scene.in_progress
    models = yield from models_of(g, scene, word.models)
    if in_progress is None or not models:
        return 0
    actions = [
        action
        for model in models
        for action in g.actions(model)
        if is_act(g, None, action, word.acts)
        and not any(isinstance(part, words.Shockwave) for part in words.parts_of(action.effects))
        and may_declare(g, source, action.restrictions, targets=True)
        and meets(g, source, action.restrictions, g.model(scene.target))
        and payable(g, source, action.cost, scene)
    ]
    if not actions:
        return 0
    choices = [Choice(str(number), action.name) for number, action in enumerate(actions)]
    text = f"{scene.label}: the effects of which Action?"
    key = yield from one_of(
        source.player, "branch", choices, rule="M3E-ACT-21", text=text, about=(source.id,), noted=g.emit
    )
    action = actions[int(key)]
    if not (yield from pay(g, source, action.cost, scene)):
        return 0
    in_progress.parts += action.parts
    in_progress.ignoring |= frozenset(action.ignoring)
    in_progress.action = replace(in_progress.action, after=(*in_progress.action.after, *action.after))
    yield from execute(g, action.effects, scene)
    return 1


@executes(words.IgnoreTrigger)
def do_ignore_trigger(g: Game, word: words.IgnoreTrigger, scene: Scene) -> Proc[int | None]:
    """Let the declared Trigger do nothing."""
    yield from ()
    side = scene.happening.facts.get("side") if scene.happening is not None else None
    if side is None:
        return 0
    side.unheeded = True
    return 1


@executes(words.AtShockwave)
def do_at_shockwave(g: Game, word: words.AtShockwave, scene: Scene) -> Proc[int | None]:
    """Keep the effects for the Action's Shockwave Markers."""
    yield from ()
    if scene.in_progress is not None:
        kept = scene.in_progress.at_shockwave.setdefault(word.when, [])
        kept.append(partial(execute, g, word.effects, scene))
    return None


@executes(words.CountsAsKiller)
def do_counts_as_killer(g: Game, word: words.CountsAsKiller, scene: Scene) -> Proc[int | None]:
    models = yield from models_of(g, scene, word.whom)
    if not models:
        return 0
    if scene.happening is not None and "killer" in scene.happening.facts:
        scene.happening.facts["killer"] = models[0].id
    elif scene.in_progress is not None:
        scene.in_progress.killer = models[0].id
    return 1


@executes(words.FailAction)
def do_fail(g: Game, word: words.FailAction, scene: Scene) -> Proc[int | None]:
    if scene.in_progress is not None:
        scene.in_progress.failed = f"{scene.label}"
    yield from ()
    return None


@executes(words.NewTarget)
def do_new_target(g: Game, word: words.NewTarget, scene: Scene) -> Proc[int | None]:
    """Change the target of the Action in progress; range, sight and restrictions are not checked."""
    targets = yield from models_of(g, scene, word.whom)
    if scene.in_progress is not None and targets:
        scene.in_progress.target_model = targets[0]
        g.emit(Targeted(scene.in_progress.model, scene.in_progress.action.name, targets[0].id))
        return 1
    return 0


@executes(words.ChangeCondition)
def do_change_condition(g: Game, word: words.ChangeCondition, scene: Scene) -> Proc[int | None]:
    """Change the Condition that a model is about to gain or lose: prevent it, reduce it, or replace it by
    another."""
    coming = scene.happening.facts.get("coming") if scene.happening is not None else None
    if coming is None:
        return 0
    if word.condition:
        coming.key, coming.value = word.condition, word.value
    else:
        coming.value = max(0, coming.value - word.less) if word.less else 0
    yield from ()
    return 1


SEVERE = 2
TAKEN_OVER = "taken over"
"""The mark of damage that a model suffers for another; such damage cannot be redirected again."""


@executes(words.ChangeHit)
def do_change_hit(g: Game, word: words.ChangeHit, scene: Scene) -> Proc[int | None]:
    """Lower, raise, prevent or redirect the damage that is about to be suffered; irreducible damage is not
    lowered (M3E-DMG-09)."""
    hit = scene.happening.facts.get("hit") if scene.happening is not None else None
    if hit is None or (word.onto is not None and TAKEN_OVER in hit.kinds):
        return 0
    before = int(hit.final)
    if word.onto is not None:
        other_model = model_in_play(g, scene, word.onto)
        if other_model is not None:
            kinds = hit.kinds | {TAKEN_OVER}
            onto = Hit(other_model.id, hit.final, by=hit.by, source=hit.source, kinds=kinds)
            g.defer(lambda: damage(g, onto))
            hit.final = 0
    elif word.moderate:
        if isinstance(hit.amount, tuple) and hit.segment == SEVERE:
            hit.final = min(before, max(0, hit.amount[SEVERE - 1] + hit.more))
    elif word.nothing:
        hit.final = min(before, word.floor)
        hit.irreducible = hit.irreducible or word.irreducible
    elif not hit.irreducible:
        less = yield from whole_number(g, scene, word.reduce)
        hit.final = max(min(before, word.floor), before - less)
    scene.memory.x = before
    return before - int(hit.final)


@executes(words.MoreShockwaves)
def do_more_shockwaves(g: Game, word: words.MoreShockwaves, scene: Scene) -> Proc[int | None]:
    if scene.in_progress is not None:
        scene.in_progress.more_shockwaves += yield from whole_number(g, scene, word.number)
        scene.in_progress.more_shockwave_tn += word.tn
    return None


@executes(words.Reflip)
def do_reflip(g: Game, word: words.Reflip, scene: Scene) -> Proc[int | None]:
    """Discard the card and flip again; the new flip may not be cheated (M3E-FATE-15, -26)."""
    target = model_in_play(g, scene, word.whom)
    if scene.happening is not None and scene.happening.moment == "number_flipped":
        flip = scene.happening.facts["flip"]
        yield from reflip(g, flip, scene.label)
        flip.cheated = True
        return 1
    side = scene.duel.side_of(target) if scene.duel is not None and target is not None else None
    if side is None or side.flip is None:
        return 0
    side.flip.plus += word.plus
    side.flip.minus += word.minus
    yield from reflip(g, side.flip, scene.label)
    side.flip.cheated = True
    side.card_suits = yield from joker_suit(g, side.flip)
    g.emit(TotalAnnounced(side.model, side.total, side.suits, "final"))
    return 1


@executes(words.ModifyDuel)
def do_modify(g: Game, word: words.ModifyDuel, scene: Scene) -> Proc[int | None]:
    """Modify one model's side of the duel: fate modifiers before its flip, a number or suits in its total."""
    target = model_in_play(g, scene, word.whom)
    side = scene.duel.side_of(target) if scene.duel is not None and target is not None else None
    if side is None or scene.duel is None:
        return None
    if word.plus or word.minus:
        side.modify(scene.label, word.plus, word.minus)
    total = yield from whole_number(g, scene, word.total)
    side.extra += total
    for suit in word.suits:
        if suit == "chosen":
            side.added += (scene.suit,) if scene.suit else ()
        elif suit == "any":
            choices = [Choice(name, name.capitalize()) for name in SUITS]
            text = f"{scene.label}: which suit?"
            side.added += ((yield from one_of(side.seat, "suit", choices, rule="M3E-DUEL-09", text=text)),)
        else:
            side.added += (suit,)
    side.no_cheat = side.no_cheat or word.cannot_cheat
    side.no_trigger = side.no_trigger or word.cannot_trigger
    side.no_suits = side.no_suits or word.no_suits
    change = scene.duel.in_progress.change if scene.duel.in_progress is not None else None
    if change is not None and side is scene.duel.actor:
        change.plus += word.damage_plus
        change.minus += word.damage_minus
    if side.flip is not None and (total or word.suits or word.no_suits):
        g.emit(TotalAnnounced(side.model, side.total, side.suits, "final"))
    return None


@executes(words.Prompted)
def do_prompted(g: Game, word: words.Prompted, scene: Scene) -> Proc[None]:
    """Ask the players to apply the sentence with table commands, which are logged like other events."""
    source = this_model(g, scene)
    yield from prompt_players(g, source, word.text, about=(scene.source, scene.target))


@executes(words.Registered)
def do_registered(g: Game, word: words.Registered, scene: Scene) -> Proc[None]:
    yield from CUSTOM[word.key](g, word.data, scene)


@executes(words.Grant)
def do_grant(g: Game, word: words.Grant, scene: Scene) -> Proc[int | None]:
    if word.marker is not None:
        return _grant_marker(g, word, scene)
    targets = yield from models_of(g, scene, word.whom)
    for target in targets:
        if word.part is not None:
            name = f"{scene.label}{_number(g, scene, word)}"
            part = _with_suit(word.part, scene.suit)
            lasting.begin(g, name, target.id, source=scene.source, until=word.until, part=part)
    return len(targets)


def _grant_marker(g: Game, word: words.Grant, scene: Scene) -> int:
    assert word.marker is not None
    marker = choosing.this_marker(g, scene, word.marker)
    if marker is None or marker.id not in g.state.markers:
        return 0
    name = f"{scene.label}{_number(g, scene, word)}"
    lasting.begin(g, name, marker.id, source=scene.source, until=word.until, part=word.part)
    return 1


def _with_suit(part: words.Part, suit: str) -> words.Part:
    """The part with the suit that was chosen before."""
    if not isinstance(part, words.DuelModifier) or "chosen" not in part.suits:
        return part
    known = (suit if held == "chosen" else held for held in part.suits)
    return replace(part, suits=cast(tuple[PrintedSuit, ...], tuple(held for held in known if held)))


def _number(g: Game, scene: Scene, word: words.Grant) -> str:
    """A suffix that distinguishes the parts of one effect: empty for the first grant of a name, ``#2``
    for the second."""
    held = [
        effect
        for effect in g.state.lasting
        if effect.name.partition("#")[0] == scene.label and effect.source == scene.source
    ]
    same = next((effect.name for effect in held if effect.part == word.part), "")
    if same:
        return same[len(scene.label) :]
    return f"#{len(held) + 1}" if held else ""


@executes(words.TakeControl)
def do_control(g: Game, word: words.TakeControl, scene: Scene) -> Proc[None]:
    """Give a player control of the model; its Crew, and who counts as friendly or enemy, do not change
    (M3E-CTRL-03)."""
    target, source = model_in_play(g, scene, word.whom), this_model(g, scene)
    if target is not None and target.player != source.player:
        lasting.begin(g, scene.label, target.id, source=scene.source, until=word.until, control=source.player)
    yield from ()


@executes(words.UseUp)
def do_use_up(g: Game, word: words.UseUp, scene: Scene) -> Proc[None]:
    use_up(g, scene.source, word.upgrade)
    yield from ()


def resolvable(g: Game, effect: words.Effect, scene: Scene, chooser: Model) -> bool:
    """Whether the effect can be resolved: with no card or Pass Token there is nothing to discard, a
    Condition that would change nothing cannot be gained, a model cannot choose damage that would kill itself
    (M3E-CHOICE-03)."""
    if isinstance(effect, words.PassToken):
        taken = -count(g, scene, effect.number)
        return all(g.crew(seat).passes >= taken for seat in seats_of(g, scene, effect.player))
    if isinstance(effect, words.DiscardCards) and effect.player is not None:
        discarded = count(g, scene, effect.cards)
        return all(len(g.crew(seat).hand) >= discarded for seat in seats_of(g, scene, effect.player))
    whom: Who = getattr(effect, "whom", "self")
    if isinstance(whom, Models):
        return bool(matching(g, scene, whom))
    model = choosing.model_meant(g, scene, whom)
    if model is None or not model.in_play:
        return False
    match effect:
        case words.DiscardCards():
            return len(g.crew(model.player).hand) >= count(g, scene, effect.cards)
        case words.Gain():
            return can_gain(g, model, f"{effect.condition}:{effect.of}" if effect.of else effect.condition)
        case words.Lose():
            return model.conditions.get(effect.condition, 0) >= max(1, count(g, scene, effect.value))
        case words.EndConditions():
            return bool(model.conditions)
        case words.Damage():
            if isinstance(effect.amount, tuple) or model.id != chooser.id:
                return True
            return model.health - count(g, scene, effect.amount) > 0
        case words.Heal():
            return model.health < model.most
        case words.Token():
            taken = -count(g, scene, effect.number)
            return taken <= 0 or model.tokens.get(effect.name, 0) >= taken
        case words.Kill() | words.Sacrifice():
            return model.player == model.seat  # M3E-CHOICE-04
        case words.Stone():
            number = count(g, scene, effect.number)
            return all(g.crew(seat).stones >= -number for seat in seats_of(g, scene, effect.player))
    return True
