"""Stat Cards for the engine: figures, Actions, Triggers and abilities as data (M3E-GEN-06, M3E-ACT-01).

Effects are words of ``rules.editions.m3e.scripts.words``: a closed vocabulary, checked when loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from rules.editions.m3e.scripts.selects import Acts, Amount
from rules.editions.m3e.scripts.words import (
    Ability,
    Cost,
    Effect,
    EngagementRange,
    Ignored,
    Once,
    Passive,
    ReachModifier,
    Restriction,
)
from rules.game.printed import ModelFigures, UpgradeFigures

RangeIcon = Literal["", "melee", "missile", "aura", "pulse"]
Timing = Literal["immediately", "when_resolving", "after_killing", "after_resolving", "after_succeeding"]
Status = Literal["automated", "prompted", "manual"]
SUITS = ("ram", "mask", "crow", "tome")


class Trigger(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One trigger. ``suits`` with multiplicity (M3E-TRIG-01); without a timing word it is
    ``after_succeeding`` (M3E-TRIG-11). ``resists`` names the stat of a Resistance Trigger."""

    name: str
    suits: tuple[str, ...] = ()
    timing: Timing = "after_succeeding"
    cost: tuple[Cost, ...] = ()
    restrictions: tuple[Restriction, ...] = ()
    effects: tuple[Effect, ...] = ()
    resists: str = ""
    status: Status = "automated"
    once: Once = ""
    parts: tuple[Passive, ...] = ()


class Action(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One Action. ``stat`` is the number used; ``stat_name`` names the stat where the card uses one ("mv",
    "wp", …). ``modifier`` is the net fate modifier printed with the stat, ``suits`` the suits. With
    ``resist`` it is an Attack action (M3E-ACT-02), which targets a model. ``targets`` "optional": a model
    or nobody; "buried" are Buried
    models, wherever they are (M3E-BURY-02). ``reach`` in inches. ``parts`` and ``ignoring`` hold for this
    Action alone; ``counted_tn`` stands where the card prints X; ``triggers_must`` be declared if able;
    ``resist_any``: resisted by one of those stats, as the actor says; ``after`` are effects of step 6."""

    name: str
    icon: RangeIcon = ""
    reach: float = 0.0
    stat: int | None = None
    stat_name: str = ""
    modifier: int = 0
    suits: tuple[str, ...] = ()
    resist: str = ""
    tn: int | None = None
    tn_suits: tuple[str, ...] = ()
    bonus: bool = False
    targets: Literal["none", "model", "buried", "marker", "either", "optional"] = "none"
    needs_sight: bool = True
    once: Once = ""
    cost: tuple[Cost, ...] = ()
    restrictions: tuple[Restriction, ...] = ()
    effects: tuple[Effect, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    status: Status = "automated"
    parts: tuple[Passive, ...] = ()
    ignoring: tuple[Ignored, ...] = ()
    counted_tn: Amount | None = None
    triggers_must: bool = False
    resist_any: tuple[str, ...] = ()
    can_target_self: bool = False
    after: tuple[Effect, ...] = ()

    @property
    def printed(self) -> str:
        """Its name on the card, also of a copy that is taken with another icon."""
        return self.name.removesuffix(f" ({self.icon})")

    @property
    def is_attack(self) -> bool:
        return bool(self.resist)

    @property
    def has_duel(self) -> bool:
        return self.stat is not None and (
            self.is_attack or self.tn is not None or self.counted_tn is not None
        )


def melee_range(actions: tuple[Action, ...], parts: Iterable[object] = ()) -> float | None:
    """The longest melee range in inches, ``None`` without a melee Action (M3E-ENG-01). An Action that one of
    the ``parts`` lets a model take as melee counts too."""
    reaches = [action.reach for action in actions if action.icon == "melee"]
    reaches += [
        part.as_inches
        for part in parts
        if isinstance(part, ReachModifier) and part.as_icon == "melee"
        if any(_is_of(action, part.acts) for action in actions)
    ]
    return max(reaches, default=None)


def _is_of(action: Action, acts: Acts) -> bool:
    return (not acts.icons or action.icon in acts.icons) and (not acts.names or action.printed in acts.names)


class StatCard(ModelFigures, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A model as printed. ``title`` distinguishes versions of one name (M3E-HIRE-13). ``of`` is the slug of
    the printed card when this is one model's own card, changed by its Injuries. ``health`` is 0 in a record
    where nobody knows it."""

    actions: tuple[Action, ...] = ()
    abilities: tuple[Ability, ...] = ()
    triggers: tuple[Trigger, ...] = ()  # Resistance Triggers
    of: str = ""

    @property
    def printed_as(self) -> str:
        return self.of or self.slug

    def action(self, name: str) -> Action | None:
        return next((action for action in self.actions if action.name == name), None)

    @property
    def engagement(self) -> float | None:
        """How far the card alone engages, in inches; ``None`` when it does not (M3E-ENG-01)."""
        parts = [part for ability in self.abilities for part in ability.parts]
        own = next((part for part in parts if isinstance(part, EngagementRange)), None)
        if own is not None:
            return own.inches
        return melee_range(self.actions, parts)


class UpgradeCard(UpgradeFigures, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An Upgrade attached to a model: what it adds."""

    actions: tuple[Action, ...] = ()
    abilities: tuple[Ability, ...] = ()
    triggers: tuple[Trigger, ...] = ()

    def is_a(self, name: str) -> bool:
        """Whether that is one of its kinds or stands in its name, as whole words.

        >>> artifact = UpgradeCard(slug="bladed", name="Bladed Artifact", kinds=("relic",))
        >>> [artifact.is_a(name) for name in ("Artifact", "relic", "Act")]
        [True, True, False]
        """
        wanted = _plain(name)
        words = re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", _plain(self.name))
        return wanted in map(_plain, self.kinds) or words is not None


def _plain(name: str) -> str:
    return name.replace("’", "'").casefold().strip()


def reaches_of(cards: Mapping[str, StatCard], upgrades: Mapping[str, UpgradeCard]) -> dict[str, float | None]:
    """How far those cards reach in melee, in inches, whose models hold who walks (M3E-ENG-07)."""
    carried = {slug: melee_range(upgrade.actions) for slug, upgrade in upgrades.items()}
    return {**carried, **{slug: card.engagement for slug, card in cards.items()}}
