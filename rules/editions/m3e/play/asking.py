"""Which questions of the Third Edition nothing depends on, and how they are answered then.

A question is needless where the rules and what is on the table leave one sensible answer: no card turns a
duel or brings a Trigger, no suit is wanted, no order makes a difference. What an opponent must not know
(``hand``) is read only where nobody else plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from rules.dialogue import Answer, Choice, OneOf, Several
from rules.editions.m3e.play.abilities.passive import initiative_more
from rules.editions.m3e.play.abilities.reactions import may_react
from rules.editions.m3e.play.actions.available import END, menu
from rules.editions.m3e.play.duels.steps import cheat_order
from rules.editions.m3e.play.duels.triggers import triggers_of
from rules.editions.m3e.play.effects.conditions import action_limit
from rules.editions.m3e.play.effects.damage import LEAVES
from rules.editions.m3e.play.effects.markers import where_it_lies
from rules.editions.m3e.play.procedure.cards import KEEP, duel_of
from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.hooks import Happening
from rules.editions.m3e.play.procedure.in_progress import DuelInProgress, DuelSide, Flip
from rules.editions.m3e.play.setup.steps import NOBODY, ZONES, group_of, secret_of, zone_of
from rules.editions.m3e.scripts.selects import Difference
from rules.editions.m3e.scripts.words import Damage, Effect
from rules.editions.m3e.statcards import Trigger
from rules.fate.cards import RED_JOKER, SUITS, Card
from rules.fate.flips import segment
from rules.game.asking import (
    BEFORE_DRAWING,
    CHEATING_AHEAD,
    CHEATING_ELSE,
    CORPSE_AND_SCRAP,
    DECLINED,
    ONLY_TRIGGER,
    ORDER,
    STONES_AGAINST_DAMAGE,
    STONES_IN_DUELS,
    WHAT_PAYS,
    WON_INITIATIVE,
    by_hand,
    ending,
)
from rules.game.procedure.asks import Ask, Beside, RecurringUse
from rules.game.state import Model

HIGHEST = 14
SEVERE = 2
STONES = {
    "M3E-DUEL-06": STONES_IN_DUELS,
    "M3E-DMG-07": STONES_AGAINST_DAMAGE,
    "M3E-DMG-10": STONES_AGAINST_DAMAGE,
}
DISCARDS = frozenset({"M3E-TRIG-05", "M3E-FATE-06", "M3E-FATE-12"})
"""Rules by which cards of the own choice are discarded."""
SETTLES = (
    CHEATING_AHEAD,
    CHEATING_ELSE,
    STONES_IN_DUELS,
    STONES_AGAINST_DAMAGE,
    WHAT_PAYS,
    BEFORE_DRAWING,
    ORDER,
    ONLY_TRIGGER,
    CORPSE_AND_SCRAP,
    WON_INITIATIVE,
)
LEFT_BEHIND = frozenset(where_it_lies(kind) for _, kind in LEAVES)
"""What is asked where the killed leave a marker."""
JOINED = ("branch", "card", "destination", "marker", "model", "spot", "target")
"""Kinds of questions whose form may say, too, that the ability before them is used or left."""
HURT = ("would_suffer", "reducing", "damaged", "dying", "killing", "killed", "healed", "would_heal", "heals")
"""Moments that damage or its end may bring."""


def needless(g: Game, ask: Ask, *, alone: bool) -> Answer | None:
    """The answer, where nothing depends on it; ``None`` where something may. ``alone``: nobody who must not
    know the asked seat's hand can notice that it was not asked."""
    if not isinstance(ask.options, OneOf):
        return None
    hand = g.crew(ask.seat).hand if alone else None
    keys = [choice.key for choice in ask.options.choices]
    if ask.kind == "cheat":
        return None if _cheating_matters(g, ask, hand) else KEEP.key
    if ask.kind == "take":
        return _highest(g, [Card.parse(key) for key in keys])
    if ask.kind == "suit" and g.deciding is not None and ask.rule == "M3E-FATE-03":
        duel, side = duel_of(g, g.deciding)
        wanted = duel is not None and side is not None and _wanted(g, duel, side)
        return None if duel is None or wanted else keys[0]
    if ask.kind == "stone" and "plus" in keys:
        return "no" if _is_certain(g, ask) else None
    if ask.kind == "use" and ask.again:
        return keys[0]
    if ask.kind == "order" and all(_of_condition(key) for key in keys):
        return keys[0] if _commute(g, keys) else None
    if ask.kind == "action" and keys == [END.key]:
        return END.key if alone else None
    if ask.kind == "first" and ask.rule == "M3E-SETUP-19":
        somebody = [choice.key for choice in ask.options.choices if choice.label != NOBODY]
        return somebody[0] if len(somebody) == 1 else None
    return None


def recurring(g: Game, ask: Ask) -> RecurringUse | None:
    """What may be left every time, with the answer that leaves it."""
    if ask.kind == "apply":
        return by_hand(ask)
    if ask.kind == "cheat":
        return RecurringUse(CHEATING_AHEAD if _holds(g) else CHEATING_ELSE, leaves=KEEP.key)
    if ask.kind == "stone":
        return RecurringUse(STONES[ask.rule], leaves="no") if ask.rule in STONES else None
    if ask.kind == "order" and isinstance(ask.options, OneOf):
        return RecurringUse(ORDER, leaves=ask.options.choices[0].key)
    if ask.kind == "initiative":
        return RecurringUse(WON_INITIATIVE, leaves=str(ask.seat))
    if ask.kind == "action" and isinstance(ask.options, OneOf):
        return _bonus_left(g, g.model(ask.about[0]))
    if ask.kind == "spot" and ask.text in LEFT_BEHIND:
        return RecurringUse(CORPSE_AND_SCRAP, leaves=next(iter(ask.options.listed())))
    if ask.kind == "cards" and ask.rule == "M3E-TURN-02":
        return RecurringUse(BEFORE_DRAWING, leaves=[])
    if ask.kind == "cards" and ask.rule in DISCARDS and isinstance(ask.options, Several):
        held = sorted((Card.parse(choice.key) for choice in ask.options.choices), key=lambda card: card.value)
        lowest = [card.code for card in held[: ask.options.least]]
        return RecurringUse(WHAT_PAYS, leaves=lowest) if ask.options.most == len(lowest) else None
    return None


def _bonus_left(g: Game, model: Model) -> RecurringUse | None:
    """The end of an Activation with nothing left but bonus Actions; ``None`` where another may be taken."""
    left = tuple(menu(g, model))
    if not left or model.acts < action_limit(g, model):
        return None
    return ending(action.name for action in left)


def _holds(g: Game) -> bool:
    """Whether the total in question wins, and nobody may answer it."""
    flip = g.deciding
    if flip is None:
        return False
    duel, side = duel_of(g, flip)
    if duel is None or side is None or duel.over or not _is_ahead(duel, side, side.total):
        return False
    rival = duel.against(side)
    return rival is None or not _may_answer(g, duel, side, rival)


def with_next(g: Game, ask: Ask) -> Ask:
    """Whether to pass, and else which model Activates (M3E-TURN-11, -12), as one question."""
    if ask.kind != "pass":
        return ask
    ready = (Choice(model.id, model.name, model.id) for model in g.to_activate(ask.seat))
    return replace(ask, options=OneOf((Choice("yes", "Pass"), *ready)))


def only_use(ask: Ask) -> str | None:
    """The answer that uses the one ability that is asked about; ``None`` where something else is asked."""
    if ask.kind != "use" or not isinstance(ask.options, OneOf):
        return None
    offered = [choice.key for choice in ask.options.choices if choice.key not in DECLINED]
    return offered[0] if len(offered) == 1 and len(ask.options.choices) > 1 else None


def beside(g: Game, ask: Ask) -> tuple[Beside, ...]:
    """What is asked after the Deployment Zone and the Schemes, for one form with them (M3E-SETUP-18, -19).
    Between the Schemes and the Zone nobody learns anything."""
    if ask.kind == "zone":
        return (_together(g, ask.seat),)
    if ask.kind != "schemes" or ask.rule != "M3E-SETUP-18" or not isinstance(ask.options, Several):
        return ()
    secrets = [(choice.key, secret_of(g, ask.seat, choice.key)) for choice in ask.options.choices]
    written = tuple(
        Beside(
            secret,
            f"{name}: what do you write down?",
            tuple((choice.key, choice.label) for choice in secret.options.choices),
            of=f"{name}:",
        )
        for name, secret in secrets
        if isinstance(secret.options, OneOf) and len(secret.options.choices) > 1
    )
    if g.state.attacker != ask.seat or g.crew(ask.seat).zone:
        return written
    zone = zone_of(ask.seat)
    ends = tuple((choice.key, choice.label) for choice in ZONES)
    return (*written, Beside(zone, zone.text, ends), _together(g, ask.seat))


def _together(g: Game, seat: int) -> Beside:
    """That the Crew is not split into groups."""
    own = [model.id for model in g.state.models.values() if model.where == "reserve" and model.seat == seat]
    return Beside(group_of(g, seat, own), "How the Crew is deployed", (([], "All together"),), proposed=True)


# Cards


def _cheating_matters(g: Game, ask: Ask, hand: tuple[Card, ...] | None) -> bool:
    """Whether some card changes what follows. ``hand``: the cards that may be cheated with; ``None``: any."""
    flip = g.deciding
    if flip is None or flip.card is None:
        return True
    if any(flip is each for each in g.for_initiative):
        return _turns_initiative(g, flip, hand)
    if _own_react(g, ask):
        return True
    duel, side = duel_of(g, flip)
    if duel is None or side is None or duel.over:
        return _changes_number(g, flip, hand)
    if _is_friendly(g, duel):
        return True
    rival = duel.against(side)
    cards = None if hand is None else [flip.reads(card) for card in hand]
    best = HIGHEST if cards is None else max((card.value for card in cards), default=0)
    if _is_ahead(duel, side, side.total):
        if rival is not None and _may_answer(g, duel, side, rival):
            return best > flip.reads(flip.card).value
        if _hits_harder(g, duel, side, best):
            return True
        return any(_brings(g, duel, side, card) for card in _others(cards))
    if duel.tn is not None and side is duel.actor and not _has(side, flip.card, duel.tn_suits):
        return True
    if _is_ahead(duel, side, side.stat + best + side.extra):
        return True
    if side is duel.resister and _hit_less_hard(g, duel, side, best):
        return True
    return any(_brings(g, duel, side, card, losing=True) for card in _others(cards))


def _own_react(g: Game, ask: Ask) -> bool:
    """Whether the player's own abilities may answer to the cheating. Those of the other side only make it
    dearer."""
    held = g.state.models.get(ask.about[0]) if ask.about else None
    return held is not None and may_react(g, Happening("cheated", model=held, seat=ask.seat), ask.seat)


def _is_ahead(duel: DuelInProgress, side: DuelSide, total: int) -> bool:
    """Whether that total of the side wins against what there is (M3E-DUEL-12)."""
    rival = duel.against(side)
    if side is duel.resister:
        return rival is not None and total > rival.total
    return (rival is None or total >= rival.total) and (duel.tn is None or total >= duel.tn)


def _may_answer(g: Game, duel: DuelInProgress, side: DuelSide, rival: DuelSide) -> bool:
    """Whether the rival's chance to cheat is still to come."""
    flip = rival.flip
    if flip is None or flip.cheated or flip.barred or rival.no_cheat or not g.crew(rival.seat).hand:
        return False
    order = cheat_order(g, duel)
    return order.index(rival) > order.index(side)


def _is_friendly(g: Game, duel: DuelInProgress) -> bool:
    """Whether somebody may want to lose: both models are of one player, or a friend's effect asks for it."""
    first = g.model(duel.actor.model)
    if duel.resister is not None:
        return g.model(duel.resister.model).player == first.player
    by = g.state.models.get(duel.by)
    return by is not None and by.player == first.player


def _others(cards: list[Card] | None) -> list[Card]:
    return [Card(suit, HIGHEST - 1) for suit in SUITS] if cards is None else cards


def _has(side: DuelSide, card: Card, wanted: Iterable[str]) -> bool:
    """Whether the side has those suits with that card; the Red Joker is any suit."""
    have = Counter((*side.printed, *side.added, *(() if card.is_joker else (card.suit,))))
    missing = sum((Counter(wanted) - have).values())
    return missing <= (card == RED_JOKER)


def _wanted(g: Game, duel: DuelInProgress, side: DuelSide) -> list[Trigger]:
    """The side's Triggers that want a suit of the card."""
    model = g.model(side.model)
    if model.has("stunned") or side.no_trigger or (side is duel.actor and duel.triggers_barred):
        return []
    have = Counter((*side.printed, *side.added))
    return [trigger for trigger in triggers_of(g, duel, side) if Counter(trigger.suits) - have]


def _brings(g: Game, duel: DuelInProgress, side: DuelSide, card: Card, *, losing: bool = False) -> bool:
    """Whether the card brings a Trigger that the one in the Conflict does not, and does not lose what is
    won."""
    assert side.flip is not None
    assert side.flip.card is not None
    if not losing and not _is_ahead(duel, side, side.stat + card.value + side.extra):
        return False
    now = side.flip.reads(side.flip.card)
    return any(
        _has(side, card, trigger.suits) and not _has(side, now, trigger.suits)
        for trigger in _wanted(g, duel, side)
        if not losing or trigger.timing not in ("after_succeeding", "after_killing")
    )


def _hits_harder(g: Game, duel: DuelInProgress, side: DuelSide, best: int) -> bool:
    """Whether the highest card would win by enough for more damage (M3E-DMG-05)."""
    if side is not duel.actor or not _margin_counts(g, duel):
        return False
    against = duel.resister.total if duel.resister is not None else duel.tn or 0
    return _more(g, duel, side.stat + best + side.extra - against, side.total - against)


def _hit_less_hard(g: Game, duel: DuelInProgress, side: DuelSide, best: int) -> bool:
    """Whether the highest card would lose by so much less that the damage is less."""
    if not _margin_counts(g, duel):
        return False
    return _more(g, duel, duel.difference, duel.actor.total - (side.stat + best + side.extra))


def _more(g: Game, duel: DuelInProgress, high: int, low: int) -> bool:
    """Whether the higher margin does more than the lower one."""
    if any(_says(effects, Difference) for effects in _effects_of(g, duel)):
        return high > low
    accuracy = g.rules.accuracy_of
    return duel.opposed and accuracy(max(0, high)) > accuracy(max(0, low))


def _margin_counts(g: Game, duel: DuelInProgress) -> bool:
    """Whether the Action or a Trigger flips for damage, or counts the margin (M3E-DMG-05)."""
    return any(_says(effects, Difference) or _flips(effects) for effects in _effects_of(g, duel))


def _effects_of(g: Game, duel: DuelInProgress) -> list[tuple[Effect, ...]]:
    """The effects of the Action and of both sides' Triggers."""
    effects = [trigger.effects for side in duel.sides for trigger in triggers_of(g, duel, side)]
    return effects if duel.in_progress is None else [duel.in_progress.action.effects, *effects]


def _says(value: object, kind: type) -> bool:
    if isinstance(value, kind):
        return True
    if isinstance(value, Struct):
        return any(_says(getattr(value, name), kind) for name in value.__struct_fields__)
    return isinstance(value, tuple) and any(_says(each, kind) for each in value)


def _flips(value: object) -> bool:
    """Whether an effect flips for damage."""
    if isinstance(value, Damage) and not isinstance(value.amount, int):
        return True
    if isinstance(value, Struct):
        return any(_flips(getattr(value, name)) for name in value.__struct_fields__)
    return isinstance(value, tuple) and any(_flips(each) for each in value)


def _turns_initiative(g: Game, flip: Flip, hand: tuple[Card, ...] | None) -> bool:
    """Whether a card changes who is ahead for Initiative, or the rival still decides (M3E-TURN-05, -06)."""
    rival = next((each for each in g.for_initiative if each is not flip), None)
    if rival is None or rival.card is None or flip.card is None:
        return True
    own, other = (
        each.card.value + g.crew(each.seat).passes + initiative_more(g, each.seat)
        for each in (flip, rival)
        if each.card is not None
    )
    best = HIGHEST if hand is None else max((card.value for card in hand), default=0)
    most = own - flip.card.value + best
    if own > other:
        later = rival.card.value > flip.card.value or (
            rival.card.value == flip.card.value and rival.seat != g.state.initiative
        )
        return later and not rival.cheated and bool(g.crew(rival.seat).hand) and most > own
    return most >= other and most > own


def _changes_number(g: Game, flip: Flip, hand: tuple[Card, ...] | None) -> bool:
    """Whether a card of the hand makes the number of a damage or healing flip higher."""
    if hand is None or flip.card is None or not _is_for_the_better(g, flip.seat):
        return True
    now = flip.reads(flip.card)
    return any(flip.reads(card) == RED_JOKER or segment(card) > segment(now) for card in hand)


def _is_for_the_better(g: Game, seat: int) -> bool:
    """Whether the player of a damage or healing flip wants it high: it does not go at an own model."""
    target = g.in_progress[-1].target_model if g.in_progress else None
    return target is not None and g.model(target.id).player != seat


def _highest(g: Game, cards: list[Card]) -> Answer | None:
    """The highest of the revealed cards, where no suit and no own model is concerned (M3E-FATE-19)."""
    flip = g.deciding
    if flip is None or any(card.is_joker for card in cards):
        return None
    duel, side = duel_of(g, flip)
    best = max(cards, key=lambda card: card.value)
    if duel is None or side is None or duel.over:
        initiative = any(flip is each for each in g.for_initiative)
        return best.code if initiative or _is_for_the_better(g, flip.seat) else None
    if _is_friendly(g, duel) or (side is duel.actor and duel.tn_suits):
        return None
    wanted = _wanted(g, duel, side)
    brings = any(
        _has(side, card, trigger.suits) and not _has(side, best, trigger.suits)
        for card in cards
        for trigger in wanted
    )
    return None if brings else best.code


def _is_certain(g: Game, ask: Ask) -> bool:
    """Whether a simple duel succeeds with any card, and no suit is wanted (M3E-DUEL-12)."""
    duel = g.simple[-1][1] if g.simple else g.in_progress[-1].duel if g.in_progress else None
    side = duel.side_of(ask.about[0]) if duel is not None and ask.about else None
    if duel is None or side is None or duel.resister is not None or duel.tn is None:
        return False
    return side.stat + side.extra >= duel.tn and not duel.tn_suits and not _wanted(g, duel, side)


# What commutes


def _of_condition(key: str) -> bool:
    return key.partition(":")[0] in ("burning", "poison") or key.startswith("end ")


def _commute(g: Game, keys: list[str]) -> bool:
    """Whether the order of those Conditions makes no difference: no model loses its Shielded beside its
    damage, and nobody reacts to damage (M3E-TIME-11)."""
    hurt = {key.partition(":")[2] for key in keys if not key.startswith("end ")}
    shielded = {key.partition(":")[2] for key in keys if key.startswith("end shielded:")}
    return not hurt & shielded and not _listens(g, HURT)


def _listens(g: Game, moments: Iterable[str]) -> bool:
    """Whether a model in play, or an effect, reacts to one of the moments."""
    slugs = frozenset().union(*(g.reacting.get(moment, frozenset()) for moment in moments))
    if any(getattr(effect.part, "moment", "") in moments for effect in g.state.lasting):
        return True
    return any(_bears(model, slugs) for model in g.state.models.values() if model.in_play)


def _bears(model: Model, slugs: frozenset[str]) -> bool:
    return model.card in slugs or not slugs.isdisjoint(model.upgrades)
