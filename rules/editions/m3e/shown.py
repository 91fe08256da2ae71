"""A moment of the Third Edition for the player who is asked: the Action with its duel in figures, and what
each answer does.

Only what both players know at the table, and the own hand of the one who is asked.

>>> from rules.editions.m3e.examples.encounters import duel_of_two
>>> play = duel_of_two()
>>> play.action_shown() is None, play.notes(play.asks[0])
(True, {})
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.dialogue import Choice, OneOf, Several
from rules.editions.m3e.play import odds
from rules.editions.m3e.play.actions.available import copies_of
from rules.editions.m3e.play.actions.registry import GENERAL
from rules.editions.m3e.play.duels.triggers import triggers_of
from rules.editions.m3e.play.effects.conditions import action_limit
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import stat
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress, DuelSide
from rules.editions.m3e.play.scoring.digests import digest_of
from rules.editions.m3e.scripts.tell import tell
from rules.editions.m3e.scripts.words import Ability, Prompted, auras_of, parts_of
from rules.editions.m3e.statcards import Action, StatCard, Trigger, UpgradeCard
from rules.fate.cards import Card
from rules.game.narration import Names
from rules.game.procedure.asks import Ask
from rules.game.shown import ActionShown, CardShown, PrintedLine, SideShown
from rules.game.state import Model
from rules.wording import counted

GENERAL_WORDS = {
    "Assist": "Lower a friend’s Condition.",
    "Charge": "Push up to Mv, then melee, once.",
    "Concentrate": "Focused +1, only once.",
    "Disengage": "Push away; one may strike.",
    "Interact": "Drop or remove Markers.",
    "Slam": "Break or move what is near.",
    "Walk": "Move up to Mv.",
}
"""What the general Actions do, by name: M3E-ACT-04 to M3E-ACT-15, shortened."""


def action_shown(g: Game) -> ActionShown | None:
    """The flips for Initiative, the innermost duel that no Action makes, the innermost Action in progress;
    between two Actions what who Activates has left (M3E-TURN-14)."""
    if g.for_initiative:
        return _initiative(g)
    alone = _simple(g)
    if alone is not None:
        return _aside(g, alone)
    if not g.in_progress:
        model = g.state.models.get(g.state.activating)
        return None if model is None or not model.in_play else _between(g, model)
    going_on = g.in_progress[-1]
    names, duel = Names(g.state), going_on.duel
    return ActionShown(
        actor=names(going_on.model),
        action=going_on.action.name,
        figures=figures_of(going_on.action),
        does=_does(going_on.action),
        target=names(going_on.target) if going_on.target else "",
        tn=duel.tn if duel is not None else going_on.action.tn,
        sides=tuple(_side(side, names) for side in duel.sides) if duel is not None else (),
    )


def _simple(g: Game) -> DuelInProgress | None:
    """The duel that no Action makes, while no Action that came of it goes on."""
    depth, duel = g.simple[-1] if g.simple else (-1, None)
    return duel if depth == len(g.in_progress) else None


def _aside(g: Game, duel: DuelInProgress) -> ActionShown:
    names, going_on = Names(g.state), g.in_progress[-1] if g.in_progress else None
    during = f" during {going_on.action.name}" if going_on is not None else ""
    return ActionShown(
        actor=names(duel.actor.model),
        action=f"{_stat_name(duel.actor.stat_name)} duel{during}",
        figures="",
        does="",
        target=names(going_on.target) if going_on is not None and going_on.target else "",
        tn=duel.tn,
        sides=tuple(_side(side, names) for side in duel.sides),
    )


def _initiative(g: Game) -> ActionShown:
    sides = (
        SideShown(
            model="",
            name=Names(g.state).side(flip.seat),
            seat=flip.seat,
            stat_name="Pass Tokens",
            stat=g.crew(flip.seat).passes,
            card=flip.card.code,
            total=flip.card.value + g.crew(flip.seat).passes,
            suits=(),
            why=(),
        )
        for flip in g.for_initiative
        if flip.card is not None
    )
    return ActionShown(
        actor="Both Crews", action="flip for Initiative", figures="", does="", sides=tuple(sides)
    )


def _between(g: Game, model: Model) -> ActionShown:
    left = counted(max(0, action_limit(g, model) - model.acts), "Action")
    bonus = "" if model.bonus else " and the bonus Action"
    return ActionShown(
        actor=Names(g.state)(model.id), action=f"{left}{bonus} left", figures=_stats(g, model), does=""
    )


def _side(side: DuelSide, names: Names) -> SideShown:
    card = side.flip.card if side.flip is not None else None
    return SideShown(
        model=side.model,
        name=names(side.model),
        seat=side.seat,
        stat_name=_stat_name(side.stat_name),
        stat=side.stat,
        card=card.code if card is not None else "",
        total=side.total,
        suits=side.suits,
        why=tuple(side.why),
    )


def _stat_name(name: str) -> str:
    return name.capitalize() if name in ("df", "wp", "mv", "sz") else "Skill"


def figures_of(action: Action) -> str:
    """Range, stat and resist stat as a card prints them.

    >>> figures_of(Action(name="Strike", icon="melee", reach=1, stat=5, resist="df"))
    '1″ melee, stat 5 against Df'
    """
    figures = []
    if action.reach:
        figures.append(f"{action.reach:g}″ {action.icon}".strip())
    if action.stat is not None:
        against = f" against {action.resist.capitalize()}" if action.resist else ""
        tn = f", TN {action.tn}" if action.tn is not None else ""
        figures.append(f"stat {action.stat}{''.join(f' {suit}' for suit in action.suits)}{against}{tn}")
    if action.bonus:
        figures.append("bonus")
    return ", ".join(figures)


def effect_words(thing: object) -> str:
    """An effect as a sentence; empty when only its card says it."""
    effects = getattr(thing, "effects", ())
    if any(isinstance(word, Prompted) for word in parts_of(effects)):
        return "Its card says what it does; you carry that out."
    return tell(thing)


def card_shown(g: Game, model: Model) -> CardShown:
    """What is printed on the model's card and Upgrades; all of it is public (M3E-TOKEN-01)."""
    card, actions = g.cards[model.card], g.actions(model)
    upgrades = [g.upgrades[slug] for slug in model.upgrades if slug in g.upgrades]
    return _shown(f"{_stats(g, model)}, Sz {model.size}, {model.mm:g} mm", card, actions, upgrades)


def card_printed(card: StatCard, upgrades: Iterable[UpgradeCard] = ()) -> CardShown:
    """A printed card with its Upgrades, to be read beside a real table."""
    borne = list(upgrades)
    actions = [*card.actions, *(action for upgrade in borne for action in upgrade.actions)]
    figures = f"Health {card.health}, Df {card.df}, Wp {card.wp}, Mv {card.mv}, Sz {card.sz}, {card.mm:g} mm"
    return _shown(figures, card, actions, borne)


def _shown(
    figures: str, card: StatCard, actions: Iterable[Action], upgrades: Iterable[UpgradeCard]
) -> CardShown:
    abilities = [*card.abilities, *(ability for upgrade in upgrades for ability in upgrade.abilities)]
    return CardShown(
        figures,
        tuple(PrintedLine(action.name, figures_of(action), effect_words(action)) for action in actions),
        tuple(PrintedLine(ability.name, "", _ability_words(ability)) for ability in abilities),
        tuple(sorted({action.reach for action in actions if action.reach})),
        tuple(sorted(set(auras_of(abilities)))),
    )


def _ability_words(ability: Ability) -> str:
    by_hand = any(isinstance(word, Prompted) for word in parts_of(ability))
    return "Its card says what it does; you carry that out." if by_hand else tell(ability)


def notes(g: Game, ask: Ask) -> dict[str, str]:
    """What each answer would do, by its key; answers that need no note are left out."""
    if ask.kind == "schemes" and isinstance(ask.options, OneOf | Several):
        return {choice.key: digest_of(choice.key) for choice in ask.options.choices}
    if not isinstance(ask.options, OneOf):
        return {}
    if ask.kind in ("use", "order"):
        return _of_abilities(g, ask, ask.options.choices)
    keys = [choice.key for choice in ask.options.choices]
    actor = g.state.models.get(ask.about[0]) if ask.about else None
    going_on = g.in_progress[-1] if g.in_progress else None
    if ask.kind == "activate":
        return {key: _figures(g, g.model(key)) for key in keys if key in g.state.models}
    if ask.kind in ("action", "attack") and actor is not None:
        return _of_actions(g, actor, keys)
    if ask.kind == "target" and actor is not None and going_on is not None:
        return {key: target_words(g, actor, g.model(key), going_on) for key in keys if key in g.state.models}
    if ask.kind == "cheat" and g.for_initiative:
        return {key: _cheated_for_initiative(g, ask.seat, key) for key in keys}
    duel = _simple(g) or (going_on.duel if going_on is not None else None)
    if duel is None:
        return {}
    side = next((side for side in duel.sides if side.seat == ask.seat and side.flip), None)
    if actor is not None:
        side = duel.side_of(actor) or side
    if ask.kind == "cheat" and side is not None:
        return {key: _cheated(g, duel, side, key) for key in keys}
    if side is None:
        side = duel.side_of(actor) if actor is not None else None
    if side is None:
        return {}
    if ask.kind == "trigger":
        return {trigger.name: effect_words(trigger) for trigger in triggers_of(g, duel, side)}
    if ask.kind in ("stone", "suit"):
        return _of_suits(g, duel, side, keys)
    if ask.kind == "take" and duel.over is False:
        return {key: f"{side.stat + Card.parse(key).value + side.extra} in all" for key in keys}
    return {}


def _of_abilities(g: Game, ask: Ask, choices: Iterable[Choice]) -> dict[str, str]:
    """What the abilities do that the answers use, as their cards say it."""
    said = {}
    for choice in choices:
        name = ask.text.partition(":")[0] if choice.key == "yes" else choice.key.partition(":")[0]
        about = [g.state.models[model] for model in (choice.about, *ask.about) if model in g.state.models]
        read = (_named(g, model, name) for model in about)
        said[choice.key] = next((words for words in read if words), "")
    return {key: words for key, words in said.items() if words}


def _named(g: Game, model: Model, name: str) -> str:
    """What the ability, Action or Trigger of that name does on the model's card or Upgrades."""
    for ability in g.abilities(model):
        if ability.name == name:
            return _ability_words(ability)
    actions = g.actions(model)
    triggers = (trigger for action in actions for trigger in action.triggers)
    all_printed: tuple[Action | Trigger, ...] = (*actions, *triggers, *g.resistance_triggers(model))
    return next((effect_words(printed) for printed in all_printed if printed.name == name), "")


def _of_suits(g: Game, duel: DuelInProgress, side: DuelSide, keys: list[str]) -> dict[str, str]:
    """Which Triggers want the suits that may be chosen."""
    said = {"plus": "One card more is flipped; the better one counts."} if "plus" in keys else {}
    for key in keys:
        wanting = [trigger.name for trigger in triggers_of(g, duel, side) if key in trigger.suits]
        if wanting:
            said[key] = f"for {' or '.join(wanting)}"
    return said


def _stats(g: Game, model: Model) -> str:
    return f"Health {model.health} of {model.most}, {_figures(g, model)}"


def _figures(g: Game, model: Model) -> str:
    return ", ".join(f"{name.capitalize()} {stat(g, model, name)}" for name in ("df", "wp", "mv"))


def _of_actions(g: Game, actor: Model, keys: list[str]) -> dict[str, str]:
    actions = {name: general.action for name, general in GENERAL.items()}
    actions |= {action.name: action for action in (*g.actions(actor), *copies_of(g, actor))}
    said = {}
    for key in keys:
        if key in actions:
            parts = (
                f"{figures_of(actions[key])}." if figures_of(actions[key]) else "",
                _does(actions[key]),
            )
            said[key] = " ".join(part for part in parts if part)
    return said


def _does(action: Action) -> str:
    """The effect of a printed or a general Action."""
    return GENERAL_WORDS.get(action.name, "") if not action.effects else effect_words(action)


def target_words(g: Game, actor: Model, target: Model, going_on: ActionInProgress) -> str:
    """Whose it is, how far, what it resists with, Cover and Concealment (M3E-COVER, M3E-TRAIT-04)."""
    said = ["your own"] if target.player == actor.player else []
    said.append(f"{g.table.gap(actor, target):.1f}″ away")
    if going_on.action.resist:
        resist = going_on.action.resist
        said.append(f"{resist.capitalize()} {stat(g, target, resist)}")
    if g.table.cover(g.state, actor, target):
        said.append("Cover")
    if g.table.concealed(g.state, actor, target):
        said.append("Concealment")
    if going_on.action.is_attack and going_on.action.stat is not None:
        likely = odds.of_attack(g, actor.player, actor, going_on.action, target)
        said.append(f"{odds.percent(likely)} to succeed")
    return ", ".join(said)


def _cheated(g: Game, duel: DuelInProgress, side: DuelSide, key: str) -> str:
    """The total that a hand card would make, or that the flip has, what follows from it, and the
    probability that the opponent, who may cheat after it, holds nothing that changes it."""
    total = side.total if key == "keep" else side.stat + Card.parse(key).value + side.extra
    rival = duel.against(side)
    other = rival.total if rival is not None else duel.tn
    if other is None:
        return f"{total}"
    # The actor needs at least the resister's total or the TN; the resister needs more than the actor
    # (M3E-DUEL-12).
    ahead = total >= other if side is duel.actor else total > other
    stays = odds.of_cheating(g, duel, side, total)
    safe = f", {odds.percent(stays)} to stay so" if stays is not None else ""
    return f"{total} against {other}: {'ahead' if ahead else 'behind'}{safe}"


def _cheated_for_initiative(g: Game, seat: int, key: str) -> str:
    """As ``_cheated``: Pass Tokens are added, and on a tie both flip again (M3E-TURN-05)."""
    cards = {flip.seat: flip.card.value for flip in g.for_initiative if flip.card is not None}
    if key != "keep":
        cards[seat] = Card.parse(key).value
    total, rival = (cards[each] + g.crew(each).passes for each in (seat, 1 - seat))
    return f"{total} against {rival}: {'ahead' if total > rival else 'behind' if total < rival else 'a tie'}"
