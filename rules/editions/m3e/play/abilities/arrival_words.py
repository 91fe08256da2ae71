"""Handlers of the words that Summon, Replace, Bury and Unbury models and that attach or discard Upgrades."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TypeGuard, cast

from rules.dialogue import Choice
from rules.editions.m3e.play.abilities.choosing import (
    RELATIONS,
    bodies_of,
    count,
    inches_of,
    matching,
    model_in_play,
    models_of,
    spot_of,
    upgrades_of,
    whole_number,
)
from rules.editions.m3e.play.abilities.execution import Scene, execute, executes, this_model, upon_each
from rules.editions.m3e.play.abilities.passive import removable
from rules.editions.m3e.play.effects.arrivals import (
    attach_upgrade,
    bury,
    discard_upgrade,
    replace_model,
    summon,
    unbury,
    within_limits,
)
from rules.editions.m3e.play.effects.markers import remove
from rules.editions.m3e.play.effects.upgrades import may_bear
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.scripts import words
from rules.editions.m3e.scripts.arrivals import fits, is_card, of_kind
from rules.editions.m3e.scripts.selects import Amount, Chosen, Models, StatTest
from rules.editions.m3e.statcards import Action, StatCard
from rules.game.procedure.asks import Proc, one_of, several, yes
from rules.game.state import Model
from rules.game.table_access.interface import Body

ANYWHERE = 60.0  # inches: farther than any table is wide
ANY = 99  # "any number": more than a Crew may hold


@executes(words.Summon)
def do_summon(g: Game, word: words.Summon, scene: Scene) -> Proc[int | None]:
    """Summon the models; return how many arrived. A model to which the demanded Upgrade cannot be attached
    does not arrive (M3E-SUMM-03)."""
    source = this_model(g, scene)
    if not source.on_table:
        return 0
    if word.optional:
        text = f"{scene.label}: Summon?"
        if not (yield from yes(source.player, "use", rule="M3E-SUMM-01", text=text, about=(source.id,))):
            return 0
    named = list(scene.in_progress.named) if scene.in_progress is not None and word.declared else None
    number = len(named) if named is not None else (yield from whole_number(g, scene, word.number))
    upgrade = yield from _upgrade_of(g, word, scene, source)
    if word.upgrade and not upgrade:
        return 0
    summoned = 0
    for turn in range(number):
        card = named[turn] if named is not None else (yield from _which_card(g, word, scene, source))
        near, inches = yield from _summoning_place(g, word, scene, source)
        if not card or not near:
            break
        new = yield from summon(
            g, source.id, card, upgrade=upgrade, near=near, inches=inches, apart=word.apart
        )
        if not new:
            continue
        summoned += 1
        if scene.in_progress is not None:
            scene.in_progress.arrived.append(new)
        place = scene.in_progress.target_marker if scene.in_progress else None
        if place is not None and word.remove and removable(g, [place], source):
            yield from remove(g, place.id, source.id)
        yield from execute(g, word.effects, scene.upon(new))
    return summoned


def _summoning_place(
    g: Game, word: words.Summon, scene: Scene, source: Model
) -> Proc[tuple[tuple[Body, ...], float]]:
    """The models or markers near which the new model is placed, and the distance in inches
    (M3E-SUMM-01)."""
    if word.anywhere:
        return (source,), ANYWHERE
    if word.in_range and scene.in_progress is not None:
        return (g.state.models[scene.in_progress.model],), scene.in_progress.action.reach
    if word.contact is not None:
        return tuple(bodies_of(g, scene, word.contact)), 0.0
    if word.within is not None:
        inches = yield from inches_of(g, scene, word.within)
        body = yield from spot_of(g, scene, word.of)
        return (body,) if body is not None else (), inches
    target = scene.in_progress.target_marker if scene.in_progress is not None else None
    return (target or source,), 0.0


def _which_card(g: Game, word: words.Summon, scene: Scene, source: Model) -> Proc[str]:
    """The slug of the card that is Summoned: the one named, or one chosen among the cards that match
    and that the Crew may hold one more of; empty when there is none."""
    fitting = _summonable(g, word, scene, source)
    return (
        yield from _choose_card(
            g, fitting, source, f"{scene.label}: Summon which model?", "M3E-SUMM-01", named=bool(word.card)
        )
    )


def _summonable(
    g: Game, word: words.Summon, scene: Scene, source: Model, coming: tuple[str, ...] = ()
) -> list[str]:
    """The slugs of the cards that the word may Summon, of which the Crew may hold one more besides those
    ``coming``."""
    most = None if word.cost_most is None else count(g, scene, word.cost_most)
    return [
        slug
        for slug, card in g.cards.items()
        if (is_card(card, word.card) if word.card else fits(card, word.words, word.all_words, word.not_words))
        and (most is None or card.cost <= most)
        and not card.of
        and within_limits(g, slug, source.seat, coming=coming)
    ]


def declared_word(action: Action) -> words.Summon | words.Replace | None:
    """The word of the Action whose models are named on declaring it (M3E-SUMM-01, M3E-REPL-01)."""
    for word in words.parts_of(action.effects):
        if isinstance(word, words.Summon | words.Replace) and word.declared:
            return word
    return None


def nameable(
    g: Game, word: words.Summon | words.Replace, scene: Scene, named: tuple[str, ...] = ()
) -> list[str]:
    """The slugs of the cards that may be named besides those ``named``."""
    source = this_model(g, scene)
    if isinstance(word, words.Summon):
        return _summonable(g, word, scene, source, named)
    target = model_in_play(g, scene, word.whom)
    return _replacing(g, word, scene, target, (target.id,)) if target is not None else []


def name_cards(g: Game, scene: Scene, word: words.Summon | words.Replace) -> Proc[tuple[str, ...]]:
    """Let the acting model's player name as many cards as the word says, one after the other."""
    source = this_model(g, scene)
    least, most = 1, 1
    if isinstance(word, words.Summon):
        if isinstance(word.number, Chosen):
            least = count(g, scene, word.number.least)
            most = ANY if word.number.most is None else count(g, scene, word.number.most)
        else:
            least = most = count(g, scene, word.number)
    named: tuple[str, ...] = ()
    while len(named) < most and (fitting := nameable(g, word, scene, named)):
        choices = [Choice(slug, g.cards[slug].name) for slug in fitting]
        if len(named) >= least:
            choices.append(Choice("none", "Nobody else"))
        slug = yield from one_of(
            source.player,
            "card",
            choices,
            rule="M3E-SUMM-01" if isinstance(word, words.Summon) else "M3E-REPL-01",
            text=f"{scene.label}: name which model?",
            about=(source.id,),
            noted=g.emit,
        )
        if slug == "none":
            break
        named += (slug,)
    return named


def _choose_card(
    g: Game, slugs: Iterable[str], source: Model, text: str, rule: str, *, named: bool
) -> Proc[str]:
    """One of the cards; a single card is not asked about."""
    choices = [Choice(slug, g.cards[slug].name) for slug in slugs]
    if not choices:
        return ""
    if len(choices) == 1 and named:
        return choices[0].key
    return (
        yield from one_of(
            source.player, "card", choices, rule=rule, text=text, about=(source.id,), noted=g.emit
        )
    )


@executes(words.Replace)
def do_replace(g: Game, word: words.Replace, scene: Scene) -> Proc[int | None]:
    """Replace the models; return how many new models arrived (M3E-REPL)."""
    target, source = model_in_play(g, scene, word.whom), this_model(g, scene)
    if target is None or not target.on_table:
        return 0
    if word.optional:
        text = f"{scene.label}: Replace {target.name}?"
        if not (yield from yes(source.player, "use", rule="M3E-REPL-01", text=text, about=(target.id,))):
            return 0
    together: list[Model | None] = [model_in_play(g, scene, whom) for whom in word.together_with]
    if word.together is not None:
        others = yield from _others(g, scene, word.together, source)
        if others is None:
            return 0
        together += others
    originals = [target, *(model for model in together if model is not None and model.id != target.id)]
    names = tuple(model.id for model in originals)
    cards = list(word.cards)
    if word.declared and scene.in_progress is not None:
        cards = [g.cards[slug].slug for slug in scene.in_progress.named]
        if not cards:
            return 0
    if not cards:
        fitting = _replacing(g, word, scene, target, names)
        card = yield from _choose_card(
            g,
            fitting,
            source,
            f"{scene.label}: Replace {target.name} by which model?",
            "M3E-REPL-01",
            named=bool(word.card),
        )
        if not card:
            return 0
        cards = [card] * word.number
    slugs = tuple(_slug(g, name) for name in cards)
    if not all(slugs):
        return 0
    heals = 0
    for healing in filter(_heals_new, word.effects):
        heals += yield from whole_number(g, scene, cast(Amount, healing.amount))
    new = yield from replace_model(
        g, names, slugs, heals=heals, by=scene.source, keep_upgrades=word.keep_upgrades
    )
    after = tuple(effect for effect in word.effects if not _heals_new(effect))
    for name in new:
        if g.model(name).in_play:
            yield from execute(g, after, scene.upon(name))
    return len(new)


def _others(g: Game, scene: Scene, wanted: Models, source: Model) -> Proc[list[Model] | None]:
    """The models that are Replaced with the first: all, or exactly so many; ``None`` when there are too
    few."""
    if wanted.which != "some":
        return (yield from models_of(g, scene, wanted))
    number, ready = count(g, scene, wanted.number), matching(g, scene, wanted)
    if len(ready) < number:
        return None
    choices = [Choice(model.id, model.name, model.id) for model in ready]
    text = f"{scene.label}: Replace which models too?"
    keys = yield from several(
        source.player, "model", choices, number, number, rule="M3E-REPL-01", text=text, about=(source.id,)
    )
    return [g.model(key) for key in keys]


def _replacing(
    g: Game, word: words.Replace, scene: Scene, target: Model, leaving: tuple[str, ...]
) -> list[str]:
    """The slugs of the cards that may replace the model."""
    killed = {g.state.models[kill.victim].card for kill in g.state.kills if kill.seat == target.seat}
    return [
        slug
        for slug, card in g.cards.items()
        if (is_card(card, word.card) if word.card else fits(card, word.words, word.all_words, word.not_words))
        and (not word.killed or slug in killed)
        and all(_passes(g, scene.upon(target.id), card, test) for test in word.stats)
        and within_limits(g, slug, target.seat, leaving)
    ]


def _heals_new(effect: words.Effect) -> TypeGuard[words.Heal]:
    """Whether the effect heals the new model by a number: in step 2 of the Replace, before a model at
    Health 0 is killed (M3E-REPL-02, -06)."""
    return isinstance(effect, words.Heal) and effect.whom == "it" and not isinstance(effect.amount, tuple)


def _slug(g: Game, name: str) -> str:
    return next((slug for slug, card in g.cards.items() if is_card(card, name)), "")


def _passes(g: Game, scene: Scene, card: StatCard, test: StatTest) -> bool:
    """Whether a stat of the new card passes the test; "it" in the test's amount is the old model."""
    value = card.health if test.stat in ("health", "max_health") else int(getattr(card, test.stat, 0))
    return RELATIONS[test.is_](value, count(g, scene, test.than))


@executes(words.Bury)
def do_bury(g: Game, word: words.Bury, scene: Scene) -> Proc[int | None]:
    def one(target: Model) -> Proc[int]:
        was = target.on_table
        yield from bury(g, target.id, scene.source)
        return int(was)

    return (yield from upon_each(g, scene, word.whom, one))


@executes(words.Unbury)
def do_unbury(g: Game, word: words.Unbury, scene: Scene) -> Proc[int | None]:
    """Unbury the models in base contact with this model, or where the card says, in its owner's zone when
    nothing is there; return how many (M3E-BURY-03)."""
    source = this_model(g, scene)

    def one(target: Model) -> Proc[int]:
        if target.where != "buried":
            return 0
        if word.optional:
            text = f"{scene.label}: Unbury {target.name}?"
            if not (yield from yes(source.player, "use", rule="M3E-BURY-03", text=text, about=(target.id,))):
                return 0
        near: tuple[Body, ...] = (source,) if source.on_table else ()
        inches = 0.0
        if word.contact == "self" and _just_buried(scene):
            near = (source,)
        elif word.contact is not None:
            near = tuple(bodies_of(g, scene, word.contact))
        elif word.within is not None:
            inches = yield from inches_of(g, scene, word.within)
            body = yield from spot_of(g, scene, word.of)
            near = (body,) if body is not None else ()
        elif word.anywhere:
            near, inches = tuple(g.state.on_table())[:1], ANYWHERE
        up = yield from unbury(
            g, target.id, near, inches, chooser=source.player, apart=word.apart, no_zone=word.no_zone
        )
        return int(up)

    return (yield from upon_each(g, scene, word.whom, one))


def _just_buried(scene: Scene) -> bool:
    """Whether this model was Buried a moment ago: what comes up beside it stands where it stood."""
    happening = scene.happening
    about = happening.model if happening is not None and happening.moment == "buried" else None
    return about is not None and about.id == scene.source


# Upgrades


def _upgrade_of(g: Game, word: words.Summon, scene: Scene, source: Model) -> Proc[str]:
    """The slug of the Upgrade that the word demands by name or kind; empty when there is none."""
    ready = (
        [Choice(card.slug, card.name) for card in of_kind(word.upgrade, g.upgrades)] if word.upgrade else []
    )
    if not ready:
        return ""
    text = f"{scene.label}: attach which Upgrade?"
    return (yield from one_of(source.player, "card", ready, rule="M3E-SUMM-03", text=text, noted=g.emit))


@executes(words.Attach)
def do_attach(g: Game, word: words.Attach, scene: Scene) -> Proc[int | None]:
    """Attach the Upgrade; return how many models gained it. The chooser picks the models when the script
    allows several (M3E-HIRE-19, -20)."""
    chooser = model_in_play(g, scene, word.chooser) or this_model(g, scene)
    gone: set[str] = set()
    if word.different:
        facts = scene.happening.facts if scene.happening is not None else {}
        gone = scene.memory.upgrades | {facts.get("upgrade", "")}

    def one(target: Model) -> Proc[int]:
        ready = [
            slug
            for slug in (card.slug for card in of_kind(word.upgrade, g.upgrades))
            if slug not in target.upgrades
            and slug not in gone
            and may_bear(g, slug, target.card, target.seat)
        ]
        if not ready:
            return 0
        choices = [Choice(slug, g.upgrades[slug].name) for slug in ready]
        if word.optional:
            choices.append(Choice("none", "None"))
        slug = yield from one_of(
            chooser.player,
            "card",
            choices,
            rule="M3E-HIRE-19",
            text=f"{scene.label}: attach which Upgrade to {target.name}?",
            about=(target.id,),
            forced=not word.optional,
        )
        return 0 if slug == "none" else int((yield from attach_upgrade(g, target.id, slug, scene.source)))

    return (yield from upon_each(g, scene, word.whom, one))


def _discard_each(g: Game, model: str, slugs: Iterable[str], by: str) -> Proc[None]:
    for slug in slugs:
        yield from discard_upgrade(g, model, slug, by)


@executes(words.DiscardUpgrade)
def do_discard_upgrade(g: Game, word: words.DiscardUpgrade, scene: Scene) -> Proc[int | None]:
    """Discard Upgrades or move them to another model; return how many."""
    chooser = model_in_play(g, scene, word.chooser) or this_model(g, scene)
    heir = model_in_play(g, scene, word.to) if word.to is not None else None
    if word.to is not None and heir is None:
        return 0
    number = None if word.number is None else (yield from whole_number(g, scene, word.number))

    def one(target: Model) -> Proc[int]:
        held = upgrades_of(g, target, word.upgrade)
        slugs = held
        if number is not None and (word.optional or len(held) > number):
            choices = [Choice(slug, g.upgrades[slug].name if slug in g.upgrades else slug) for slug in held]
            least = 0 if word.optional else min(number, len(held))
            slugs = yield from several(
                chooser.player,
                "card",
                choices,
                least,
                number,
                rule="M3E-HIRE-16",
                text=f"{scene.label}: which Upgrades of {target.name}?",
                about=(target.id,),
            )
        if word.after_current:
            g.after_current(partial(_discard_each, g, target.id, slugs, scene.source))
            return len(slugs)
        gone = 0
        scene.memory.upgrades.update(slugs)
        for slug in slugs:
            gone += yield from discard_upgrade(g, target.id, slug, scene.source)
            if heir is not None:
                yield from attach_upgrade(g, heir.id, slug, scene.source)
        return gone

    return (yield from upon_each(g, scene, word.whom, one))
