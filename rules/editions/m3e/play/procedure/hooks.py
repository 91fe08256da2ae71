"""Registries through which content extends the procedures: reactions to moments, and passive changes.

**Moments** (``MOMENTS``): a procedure calls ``happen(g, Happening("killed", …))`` (``timing.py``), which asks
every source in ``SOURCES`` for ``PendingReaction`` objects: abilities of cards, Strategies, Schemes,
Conditions, lasting effects. Register a source with ``@reacts(moment)``.

**Passive changes**: auras, Armor, plus and minus on duels are not stored but computed when needed. Register
them with ``@duel_modifier``, ``@stat_modifier``, ``@reduction``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from rules.editions.m3e.play.procedure.context import Game
from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress, DuelSide, Hit
from rules.editions.m3e.scripts.words import CountsAs, Fate
from rules.game.procedure.asks import Proc
from rules.game.state import Model

# The moments, with the ID of the row for each. A ``Happening`` of any other name is refused.
MOMENTS: dict[str, str] = {
    "game_begins": "start-of-game effects (M3E-SETUP-20)",
    "finished_off": "the model was Finished Off (SL-FINISH-03)",
    "initiative_known": "who has Initiative this Turn is settled (M3E-STRAT-14)",
    "start_phase": "Start Phase, step D (M3E-TURN-08)",
    "picked": "the model was chosen to Activate (M3E-TURN-12)",
    "activation_begins": "start of the model's Activation (M3E-TURN-13)",
    "activation_ends": "end of the model's Activation (M3E-TURN-13)",
    "activated": "after the model has Activated",
    "end_phase": "during the End Phase (M3E-TURN-18)",
    "turn_ends": "scoring at the end of the Turn, after step A (M3E-TURN-19)",
    "targeted": "an Action declared the model its target (M3E-ACT-18)",
    "before_duel": "step A of a duel (M3E-DUEL-06)",
    "cheated": "the model's player cheated a flip of it (M3E-AREA-03)",
    "action_resolved": "step 6 of an Action (M3E-ACT-22)",
    "damaged": "after damage was suffered (M3E-TIME-05)",
    "dying": "killed: heals and Replaces first (M3E-KILL-02, M3E-TIME-06 a)",
    "would_be_killed": "who counts as the killer of the model is settled (M3E-KILL-04)",
    "would_kill": "the same, for the model that kills (M3E-KILL-04)",
    "killed": "killed: everything else after it (M3E-TIME-06 c)",
    "killing": "the model killed another (M3E-TRIG-09)",
    "would_heal": "healing step 2 (M3E-HEAL-01)",
    "heals": "healing step 4 (M3E-HEAL-01)",
    "healed": "healing step 6 (M3E-HEAL-01)",
    "excess_healing": "healing step 7 (M3E-HEAL-01)",
    "gained_condition": "after gaining a Condition (M3E-COND-04)",
    "lost_condition": "a Condition ended or was lowered",
    "moved": "after the model moved (M3E-MOVE-01)",
    "discarded": "an effect told the player to discard (M3E-FATE-13)",
    "would_drop": "a marker is about to be dropped (M3E-MARK-09)",
    "marker_dropped": "a marker was dropped by the model's side",
    "marker_placed": "a marker was placed somewhere else (M3E-MARK-04)",
    "marker_removed": "a marker was removed, not quietly",
    "summoned": "after the model was Summoned",
    "buried": "after the model was Buried",
    "unburied": "after the model was Unburied",
    "deployed": "after Deployment (M3E-SETUP-19)",
    "declared": "the model declared an Action (M3E-ACT-17)",
    "trigger_declared": "the model declared a Trigger (M3E-DUEL-10)",
    "resolved_upon": "step 6 of an Action that targeted the model (M3E-ACT-22)",
    "before_triggers": "the final totals are known, before Triggers (M3E-DUEL-09)",
    "flipped": "cards were flipped for the model in a duel, before cheating (M3E-DUEL-07)",
    "number_flipped": "a variable flip was made for the model, before cheating (M3E-FATE-16)",
    "duel_ended": "the model's duel has its outcome (M3E-DUEL-12)",
    "would_suffer": "the model is about to suffer damage (M3E-TIME-03)",
    "reducing": "damage to the model is being lowered (M3E-DMG-08)",
    "would_gain": "the model is about to gain a Condition (M3E-COND-01)",
    "would_lose": "a Condition of the model is about to end or be lowered",
    "would_move": "something is about to move the model (M3E-MOVE-01)",
    "gained_token": "after the model gained a token (M3E-TOKEN-01)",
    "attached": "after an Upgrade was attached to the model",
    "upgrade_discarded": "after an attached Upgrade was discarded",
    "replaced": "after the model Replaced another (M3E-REPL-05)",
    "placed": "after the model was Placed (M3E-MOVE-15)",
    "pass_token_used": "a player discarded a Pass Token (M3E-TURN-11)",
    "stone_used": "a Soulstone was spent for the model (M3E-STONE-03)",
    "scheme_revealed": "a player revealed a Scheme (M3E-SCHEME-01)",
    "drew": "after the model's player drew by its effect",
}


class Happening(Struct, frozen=True):
    """A moment: its name, the model it is about in its state then, the model that caused it, and facts by
    name."""

    moment: str
    model: Model | None = None
    by: Model | None = None
    seat: int | None = None
    facts: dict[str, Any] = {}

    def __post_init__(self) -> None:
        if self.moment not in MOMENTS:
            raise ValueError(f"{self.moment!r} is no moment; add it to hooks.MOMENTS with its rule.")


class PendingReaction(Struct, frozen=True):
    """One effect that reacts to a moment. ``key`` identifies it within the moment; ``model`` is the model
    that has it, if any. A single mandatory reaction resolves without a question. ``rule`` is its row.
    ``only_ends`` is true when something ends and nothing else happens; the order of such reactions is not
    asked. ``replaces`` is the model that it Replaces, if any (M3E-REPL-07). ``again``: before it changes
    anything its player is asked whether it should."""

    key: str
    seat: int
    label: str
    resolve: Callable[[], Proc[None]]
    model: str = ""
    mandatory: bool = True
    rule: str = ""
    only_ends: bool = False
    replaces: str = ""
    again: bool = False


Source = Callable[[Game, Happening], Iterable[PendingReaction]]
SOURCES: dict[str, list[Source]] = {moment: [] for moment in MOMENTS}


def reacts(*moments: str) -> Callable[[Source], Source]:
    """Register a source of reactions to those moments; without one, to every moment. It is called again after
    each resolution and must read the current state. The order of registration does not matter."""

    def register(source: Source) -> Source:
        for moment in moments or MOMENTS:
            SOURCES[moment].append(source)
        return source

    return register


Observer = Callable[[Game, Happening], None]
OBSERVERS: dict[str, list[Observer]] = {moment: [] for moment in MOMENTS}


def observer(*moments: str) -> Callable[[Observer], Observer]:
    """Register an observer: a function that records those moments with ``Noted``. It is called once, before
    anything reacts, and asks no questions."""

    def register(observe: Observer) -> Observer:
        for moment in moments:
            OBSERVERS[moment].append(observe)
        return observe

    return register


DuelModifier = Callable[[Game, DuelInProgress, DuelSide], None]
DUEL_MODIFIERS: list[DuelModifier] = []


def duel_modifier(modifier: DuelModifier) -> DuelModifier:
    """Register a passive change to one side of a duel, applied before its flip (M3E-DUEL-03 A)."""
    DUEL_MODIFIERS.append(modifier)
    return modifier


StatModifier = Callable[[Game, Model, str], int]
STAT_MODIFIERS: list[StatModifier] = []


def stat_modifier(modifier: StatModifier) -> StatModifier:
    """Register a passive change to a stat (df, wp, mv, sz); the sum never goes below 0 (M3E-GEN-07)."""
    STAT_MODIFIERS.append(modifier)
    return modifier


class Reduction(Struct, frozen=True):
    """One reduction of a hit: its amount, and the least damage it leaves (M3E-DMG-08)."""

    name: str
    amount: int
    floor: int = 1


ReductionSource = Callable[[Game, Hit, Model], Iterable[Reduction]]
REDUCTIONS: list[ReductionSource] = []


def reduction(source: ReductionSource) -> ReductionSource:
    """Register a source of damage reductions."""
    REDUCTIONS.append(source)
    return source


HitModifier = Callable[[Game, Hit, Model], tuple[int, int]]
HIT_MODIFIERS: list[HitModifier] = []


def hit_modifier(modifier: HitModifier) -> HitModifier:
    """Register a source of fate modifiers (plus, minus) of a damage flip against a model."""
    HIT_MODIFIERS.append(modifier)
    return modifier


Ranges = Callable[[Game, Model], Iterable[float]]
MELEE_RANGES: list[Ranges] = []


def melee_ranges(source: Ranges) -> Ranges:
    """Register a source of the melee ranges that a model has now (M3E-ENG-01)."""
    MELEE_RANGES.append(source)
    return source


AfterKilling = Callable[[Game, ActionInProgress], Proc[None]]
AFTER_KILLING: list[AfterKilling] = []


def after_killing(follow: AfterKilling) -> AfterKilling:
    """Register what follows at once when an Action killed its own target (M3E-TRIG-09)."""
    AFTER_KILLING.append(follow)
    return follow


StoneUser = Callable[[Game, Model], bool]
STONE_USERS: list[StoneUser] = []


def stone_user(may_use: StoneUser) -> StoneUser:
    """Register a test that allows further models to use Soulstones (M3E-STONE-01)."""
    STONE_USERS.append(may_use)
    return may_use


HandBonus = Callable[[Game, int], int]
HAND_BONUSES: list[HandBonus] = []


def hand_bonus(bonus: HandBonus) -> HandBonus:
    """Register a bonus to a player's maximum hand (M3E-FATE-06)."""
    HAND_BONUSES.append(bonus)
    return bonus


def most_cards(g: Game, seat: int) -> int:
    """The player's maximum hand (M3E-FATE-06)."""
    return g.rules.hand_size + sum(bonus(g, seat) for bonus in HAND_BONUSES)


def stat(g: Game, model: Model, name: str) -> int:
    """The model's stat with all changes, never below 0 (M3E-GEN-07)."""
    value = int(getattr(g.cards[model.card], name))
    for modifier in STAT_MODIFIERS:
        value += modifier(g, model, name)
    return max(0, value)


Names = Callable[[Game, Model], Iterable[tuple[tuple[str, ...], tuple[str, ...]]]]
NAMES: list[Names] = []


def names(source: Names) -> Names:
    """Register a source of words that a model counts as, each with the printed ones they stand instead of."""
    NAMES.append(source)
    return source


def is_called(g: Game, model: Model, word: str) -> bool:
    """Whether a characteristic, keyword, station or name is the model's, printed or by an effect
    (M3E-ACT-24). Whom such an effect concerns is decided by what is printed."""
    wanted = word.casefold()
    if wanted == "leader":
        return model.leader
    if CountsAs in g.kinds and not g.naming:
        g.naming = True
        counted = [said for source in NAMES for said in source(g, model)]
        g.naming = False
        if any(wanted == name.casefold() for said, _ in counted for name in said):
            return True
        if any(wanted == name.casefold() for _, instead in counted for name in instead):
            return False
    return g.card(model).is_a(word)


Fates = Callable[[Game, Model, DuelInProgress | None], Iterable[Fate]]
FATES: list[Fates] = []


def fates(source: Fates) -> Fates:
    """Register a source of rules about the flips of a model, in a duel or outside of one."""
    FATES.append(source)
    return source


def fates_of(g: Game, model: Model, duel: DuelInProgress | None = None) -> list[Fate]:
    """The rules about the model's flips that apply now."""
    return [fate for source in FATES for fate in source(g, model, duel)] if Fate in g.kinds else []
