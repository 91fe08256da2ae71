"""``Game``: the context of the Third Edition's procedures."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from rules.editions.m3e.play.procedure.in_progress import ActionInProgress, DuelInProgress, Flip
from rules.editions.m3e.play.setup.hiring import Stock
from rules.editions.m3e.ruleset import Ruleset, RulesetPolicies
from rules.editions.m3e.scripts.words import (
    Ability,
    Armor,
    Aura,
    Grant,
    Later,
    Once,
    Part,
    Reaction,
    While,
    WhileBuried,
)
from rules.editions.m3e.statcards import Action, StatCard, Trigger, UpgradeCard, reaches_of
from rules.fate.dealer import Dealer
from rules.game.events.table import CardsMet, UsedOnce
from rules.game.procedure.asks import Proc
from rules.game.procedure.running import Running
from rules.game.setup.setup import EncounterSetup
from rules.game.state import Model, State
from rules.game.table_access.interface import TableAccess


class HeldPart(NamedTuple):
    """A part of an ability, with its index among the parts of that ability."""

    ability: Ability
    number: int
    part: Part


Held = tuple[HeldPart, ...]
Printed = tuple[tuple[str, StatCard | UpgradeCard], ...]
"""The cards and Upgrades of an Encounter, each with its slug."""


class Game(Running):
    """The running Encounter of the Third Edition.

    ``cards`` and ``upgrades`` are those of the set-up. ``waiting`` holds queues of effects generated
    meanwhile, first in first out (M3E-TIME-08); ``in_progress`` the Actions being resolved, the innermost
    last. ``simple`` holds the duels that no Action makes, each with the number of Actions being resolved,
    ``for_initiative`` the flips for Initiative while they are made. ``busy`` is one more than the index of
    the queue in which damage or healing timing began, 0 outside of it (M3E-TIME-07, M3E-HEAL-04). ``memo``
    caches who engages each model and which models have auras until models, markers, terrain or lasting
    effects change. ``kinds`` and ``moments`` are the kinds of parts and the moments that occur on any card of
    the Encounter, ``auras`` and ``reacting`` the cards on which they occur; ``_held`` caches a model's parts
    by its card and Upgrades. ``activities`` lists what was done in the current Activation (``activity.py``);
    ``bare`` maps models that leave no marker when
    killed to the kind they leave instead, ``passed`` those that the last move outside of an Action crossed,
    ``silent`` holds those whose Demise does nothing; ``heirs`` names for each model that was Replaced in this
    Activation the one that stands for it. ``naming`` is
    true while what a model counts as is determined, ``measuring`` while its melee ranges are. ``deciding`` is
    the flip about whose card its player is asked (``play.asking``)."""

    __slots__ = (
        "_held",
        "_memo",
        "_of",
        "activities",
        "auras",
        "bare",
        "busy",
        "cards",
        "deciding",
        "for_initiative",
        "heirs",
        "in_progress",
        "kinds",
        "measuring",
        "moments",
        "naming",
        "passed",
        "reacting",
        "rules",
        "setup",
        "silent",
        "simple",
        "stock",
        "upgrades",
        "waiting",
    )

    def __init__(
        self,
        setup: EncounterSetup,
        rules: Ruleset,
        table: TableAccess,
        dealer: Dealer,
        state: State,
        stock: Stock | None = None,
    ) -> None:
        super().__init__(table, dealer, state)
        self.settle(setup)
        self.stock = stock
        self.rules = rules
        self.waiting: list[deque[Callable[[], Proc[object]]]] = [deque()]
        self.in_progress: list[ActionInProgress] = []
        self.simple: list[tuple[int, DuelInProgress]] = []
        self.for_initiative: list[Flip] = []
        self.busy = 0
        self.activities: list[Any] = []
        self.naming = False
        self.measuring = False
        self.deciding: Flip | None = None
        self.bare: dict[str, str] = {}
        self.passed: list[str] = []
        self.silent: set[str] = set()
        self.heirs: dict[str, str] = {}

    def meet(self, cards: Iterable[StatCard], upgrades: Iterable[UpgradeCard] = ()) -> None:
        """Add cards that the Encounter lacks, each once under its slug."""
        new = tuple(card for card in cards if card.slug not in self.cards)
        bought = tuple(card for card in upgrades if card.slug not in self.upgrades)
        if new or bought:
            self.emit(CardsMet(new, bought))
            self.settle(self.setup)

    def settle(self, setup: EncounterSetup) -> None:
        """Replace the set-up by one with the hired Crews, keeping cards that were added since."""
        if self.state.cards or self.state.upgrades:
            cards = {**self.state.cards, **setup.cards}
            setup = replace(setup, cards=cards, upgrades={**self.state.upgrades, **setup.upgrades})
        self.setup = setup
        self.cards = cast(Mapping[str, StatCard], setup.cards)
        self.upgrades = cast(Mapping[str, UpgradeCard], setup.upgrades)
        printed: Printed = (*self.cards.items(), *self.upgrades.items())
        self.moments = moments_of(printed)
        self.kinds = kinds_of(printed)
        self.auras = auras_of(printed)
        self.reacting = reacting_of(printed)
        self._held: dict[object, Held] = {}
        self._memo: dict[object, tuple[Model, ...]] = {}
        self._of: State | None = None
        self.table.know(reaches_of(self.cards, self.upgrades))

    @property
    def memo(self) -> dict[object, tuple[Model, ...]]:
        state, of = self.state, self._of
        if (
            of is None
            or of.models is not state.models
            or of.markers is not state.markers
            or of.terrain_gone is not state.terrain_gone
            or of.lasting is not state.lasting
        ):
            self._memo = {}
        self._of = state
        return self._memo

    @property
    def policies(self) -> RulesetPolicies:
        return self.rules.policies

    def later(self, effect: Callable[[], Proc[object]]) -> None:
        """Queue an effect generated meanwhile (M3E-TIME-08)."""
        self.waiting[-1].append(effect)

    def defer(self, effect: Callable[[], Proc[object]]) -> None:
        """Queue an effect behind the one whose damage or healing timing is in progress (M3E-TIME-07,
        M3E-HEAL-04)."""
        self.waiting[self.busy - 1].append(effect)

    def after_current(self, effect: Callable[[], Proc[object]]) -> None:
        """Queue an effect until the Action in progress is resolved; without one, until everything else is."""
        if self.in_progress:
            self.in_progress[-1].afterwards.append(effect)
        else:
            self.waiting[0].append(effect)

    def has_used(self, model: Model, key: str, once: Once) -> bool:
        """Whether the use limited to ``once`` has been spent (M3E-ONCE-01)."""
        if once == "game":
            return (model.id, key) in self.state.once_game
        return key in (model.once_turn if once == "turn" else model.once_activation)

    def use(self, model: str, key: str, once: Once) -> None:
        """Spend a limited use; uses limited per target are stored for the Activation."""
        self.emit(UsedOnce(model, key, once if once in ("turn", "game") else "activation"))

    def restart(self) -> None:
        """Clear everything that procedures hold, to continue from the state alone."""
        self.waiting = [deque()]
        self.in_progress, self.busy, self.ended = [], 0, ""
        self.simple, self.for_initiative = [], []
        self.activities = []
        self.heirs = {}

    def boundary(self) -> None:
        """Mark a point at which the state suffices to continue: nothing is queued, no card is in a
        Conflict."""
        assert not self.in_progress
        assert not self.busy
        assert [len(queue) for queue in self.waiting] == [0]
        self.heirs.clear()
        super().boundary()

    # Who and what

    def to_activate(self, seat: int) -> list[Model]:
        """The models that the player could activate: of the own Crew or controlled, by policy
        ``activates_controlled`` (M3E-TURN-12, M3E-CTRL-06)."""
        if self.policies.activates_controlled == "controller":
            return super().to_activate(seat)
        return [model for model in self.state.crew_of(seat) if model.in_play and not model.activated]

    def heir(self, model: str) -> str:
        """The id of the model that stands for that one since it was Replaced; its own otherwise
        (M3E-REPL-04)."""
        while model in self.heirs:
            model = self.heirs[model]
        return model

    def card(self, model: Model | str) -> StatCard:
        held = self.state.models[model] if isinstance(model, str) else model
        return self.cards[held.card]

    def abilities(self, model: Model) -> Iterator[Ability]:
        """The model's abilities in printed order, then those of its Upgrades, each name once unless it
        adds (values are added by M3E-ABIL-02); abilities that an effect removed are left out."""
        lost = self._lost(model) if self.state.lasting else ()
        for card in self._borne(model):
            for ability in card.abilities:
                if not lost or ability.name.casefold() not in lost:
                    yield ability

    def parts_of(self, model: Model, kind: type[Part]) -> Held:
        """The parts of that kind in the model's abilities, tests around them included. A second copy
        of an ability is ignored unless its value adds (M3E-ABIL-02)."""
        return self._kept(model, kind, self._parts_of)

    def aura_parts_of(self, model: Model, kind: type[Part]) -> Held:
        """The auras among the model's abilities that give parts of that kind (M3E-AREA-01)."""
        return self._kept(model, (Aura, kind), self._aura_parts_of)

    def reactions_of(self, model: Model, moment: str) -> Held:
        """The reactions to that moment in the model's abilities, each with its index in its
        ability."""
        return self._kept(model, moment, self._reactions_of)

    def _kept(self, model: Model, what: Any, find: Callable[[Model, Any], Held]) -> Held:
        key = (model.card, model.upgrades, what)
        held = self._held.get(key)
        if held is None:
            held = self._held[key] = find(model, what)
        if held and self.state.lasting and (lost := self._lost(model)):
            return tuple(one for one in held if one.ability.name.casefold() not in lost)
        return held

    def _parts_of(self, model: Model, kind: type[Part]) -> Held:
        seen: set[str] = set()
        bearing: list[HeldPart] = []
        for ability in self._printed(model):
            if ability.name in seen and kind is not Armor and not adds(ability.name):
                continue
            seen.add(ability.name)
            bearing += (
                HeldPart(ability, number, part)
                for number, part in enumerate(ability.parts)
                if isinstance(innermost(part), kind) or isinstance(part, kind)
            )
        return tuple(bearing)

    def _aura_parts_of(self, model: Model, what: tuple[type[Aura], type[Part]]) -> Held:
        return tuple(
            HeldPart(ability, number, part)
            for ability in self._printed(model)
            for number, part in enumerate(ability.parts)
            if isinstance(aura := innermost(part), Aura) and isinstance(innermost(aura.part), what[1])
        )

    def _reactions_of(self, model: Model, moment: str) -> Held:
        return tuple(
            HeldPart(ability, number, part)
            for ability in self._printed(model)
            for number, part in enumerate(ability.parts)
            if isinstance(reaction := innermost(part), Reaction) and reaction.moment == moment
        )

    def _printed(self, model: Model) -> Iterator[Ability]:
        for card in self._borne(model):
            yield from card.abilities

    def _borne(self, model: Model) -> Iterator[StatCard | UpgradeCard]:
        yield self.cards[model.card]
        for upgrade in model.upgrades:
            if upgrade in self.upgrades:
                yield self.upgrades[upgrade]

    def _lost(self, model: Model) -> frozenset[str]:
        """The names of the abilities that an effect has removed for a time."""
        return frozenset(
            str(effect.data["loses"]).casefold()
            for effect in self.state.lasting
            if effect.on == model.id and "loses" in effect.data
        )

    def actions(self, model: Model) -> tuple[Action, ...]:
        """The Actions printed on its card and Upgrades, and those that it has for a time as if they were."""
        actions = self.cards[model.card].actions
        for upgrade in model.upgrades:
            if upgrade in self.upgrades:
                actions += self.upgrades[upgrade].actions
        if self.state.lasting:
            actions += tuple(self._copied(model))
        return actions

    def _copied(self, model: Model) -> Iterator[Action]:
        """The Actions of other cards that an effect lets the model treat as its own."""
        printed: dict[str, StatCard | UpgradeCard] = {**self.upgrades, **self.cards}
        for effect in self.state.lasting:
            if effect.on == model.id and "copied" in effect.data:
                card = printed[str(effect.data["of"])]
                action = next(one for one in card.actions if one.name == effect.data["copied"])
                yield with_stat(action, effect.data["stat"]) if "stat" in effect.data else action

    def resistance_triggers(self, model: Model) -> tuple[Trigger, ...]:
        triggers = self.cards[model.card].triggers
        for upgrade in model.upgrades:
            if upgrade in self.upgrades:
                triggers += self.upgrades[upgrade].triggers
        return triggers


def with_stat(action: Action, stat: object) -> Action:
    """The Action with that number as its stat, if it has one."""
    return replace(action, stat=stat, stat_name="") if action.stat is not None else action


def adds(ability: str) -> bool:
    """Whether the value in an ability's name adds up over several copies (M3E-ABIL-02).

    >>> adds("Regeneration +1"), adds("Demise +2 (Flaming)"), adds("Terrifying (12)")
    (True, True, False)
    """
    return re.search(r" \+\d+( \(|$)", ability) is not None


def moments_of(printed: Printed) -> frozenset[str]:
    """The moments that any card of the Encounter reacts to, and ``aura`` when a card has an aura."""
    parts = _parts_of(printed)
    moments = {part.moment for part in parts if isinstance(part, Reaction)}
    return frozenset(moments | {"aura" for part in parts if isinstance(part, Aura)})


def kinds_of(printed: Printed) -> frozenset[type[Part]]:
    """Every kind of part on any card of the Encounter, those given by auras included."""
    return frozenset(type(part) for part in _parts_of(printed))


def auras_of(printed: Printed) -> dict[type[Part], frozenset[str]]:
    """For each kind of part, the slugs of the cards and Upgrades whose auras give it."""
    bearing: dict[type[Part], set[str]] = {}
    for slug, card in printed:
        for part in (part for ability in card.abilities for part in ability.parts):
            aura = innermost(part)
            if isinstance(aura, Aura):
                bearing.setdefault(type(innermost(aura.part)), set()).add(slug)
    return {kind: frozenset(slugs) for kind, slugs in bearing.items()}


def reacting_of(printed: Printed) -> dict[str, frozenset[str]]:
    """For each moment, the slugs of the cards and Upgrades with an ability that reacts to it."""
    reacting: dict[str, set[str]] = {}
    for slug, card in printed:
        for part in (part for ability in card.abilities for part in ability.parts):
            if isinstance(reaction := innermost(part), Reaction):
                reacting.setdefault(reaction.moment, set()).add(slug)
    return {moment: frozenset(slugs) for moment, slugs in reacting.items()}


def innermost(part: Part) -> Part:
    """The part inside all tests around it."""
    while isinstance(part, While):
        part = part.part
    return part


def _parts_of(printed: Printed) -> list[Part]:
    """The parts of all abilities, with those inside auras, tests, granting effects and postponed
    effects."""
    return [part for _, card in printed for part in _parts_of_card(card)]


_looked_through: dict[int, tuple[StatCard | UpgradeCard, tuple[Part, ...]]] = {}
MOST_LOOKED_THROUGH = 512


def _parts_of_card(card: StatCard | UpgradeCard) -> tuple[Part, ...]:
    """The parts of a card, cached by its identity: looking ahead starts many Encounters with the same
    cards."""
    kept = _looked_through.get(id(card))
    if kept is not None:
        return kept[1]
    parts: list[Part] = []
    for ability in card.abilities:
        for part in ability.parts:
            _inside(part, parts)
    for action in card.actions:
        _given(action, parts)
    for trigger in card.triggers:
        _given(trigger, parts)
    if len(_looked_through) >= MOST_LOOKED_THROUGH:
        _looked_through.clear()
    _looked_through[id(card)] = (card, tuple(parts))
    return tuple(parts)


def _inside(part: Part, parts: list[Part]) -> None:
    parts.append(part)
    if isinstance(part, Aura | While):
        _inside(part.part, parts)
    elif isinstance(part, Reaction):
        _given(part.effects, parts)


def _given(value: object, parts: list[Part]) -> None:
    """Collect the parts that effects grant, at any depth."""
    if isinstance(value, Grant) and value.part is not None:
        _inside(value.part, parts)
    elif isinstance(value, Later):
        parts.append(Reaction(moment=LATER_MOMENTS.get(value.when, "activated"), effects=()))
        _given(value.effects, parts)
    elif isinstance(value, WhileBuried):
        parts += (Reaction(moment=moment, effects=()) for moment in value.moments)
        _given(value.effects, parts)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            _given(getattr(value, name), parts)
    elif isinstance(value, tuple):
        for inner in value:
            _given(inner, parts)


LATER_MOMENTS = {
    "activation_ends": "activation_ends",
    "end_phase": "end_phase",
    "next_activation": "activation_begins",
}
