"""What follows from an Aftermath: each consequence is plain frozen data, to be written in order."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.core.campaign.arsenal import StatMod
from rules.core.fate.cards import Card
from rules.core.refusal import Total

Gift = Literal["lucky miss", "reward", "avatar"]


class Effect(Struct, frozen=True, kw_only=True, tag=True):
    """A consequence to be written, in order. ``sentence`` tells it; ``rule`` is its ledger row."""

    sentence: str
    rule: str


class HandDrawn(Effect, frozen=True, kw_only=True, tag=True):
    cards: tuple[Card, ...]


class ScripEarned(Effect, frozen=True, kw_only=True, tag=True):
    total: Total


class UpgradeBought(Effect, frozen=True, kw_only=True, tag=True):
    """A Campaign Upgrade paid with ``price`` Scrip; Skills name their ``bearer_id`` (SL-UPG-03)."""

    slug: str
    name: str
    category: Literal["skill", "equipment"]
    ss_cost: int
    price: int
    bearer_id: int | None = None


class UpgradeGained(Effect, frozen=True, kw_only=True, tag=True):
    """Equipment that joins the Arsenal for nothing."""

    slug: str
    name: str
    ss_cost: int
    how: Gift = "lucky miss"


class SkillGained(Effect, frozen=True, kw_only=True, tag=True):
    """A Skill for nothing: a Lucky Miss, of SS cost 0 (SL-INJURY-13), or a Reward (SL-REWARD-02)."""

    slug: str
    name: str
    bearer_id: int
    ss_cost: int = 0
    how: Gift = "lucky miss"


class SkillAnnihilated(Effect, frozen=True, kw_only=True, tag=True):
    """``upgrade_id`` is ``None`` for a Skill gained in this same Aftermath."""

    slug: str
    name: str
    bearer_id: int
    upgrade_id: int | None


class InjuryAttached(Effect, frozen=True, kw_only=True, tag=True):
    slug: str
    name: str
    model_id: int
    ss_cost: int = 0
    stat_mods: tuple[StatMod, ...] = ()


class ModelAnnihilated(Effect, frozen=True, kw_only=True, tag=True):
    """The model leaves the Arsenal with its Skills and Injuries (SL-ANNIH-04)."""

    model_id: int
    name: str


class OpponentEarns(Effect, frozen=True, kw_only=True, tag=True):
    """Scrip the *other* Crew of the Encounter gains from an Injury (a house reading)."""

    amount: int
    model_id: int


class BountyBought(Effect, frozen=True, kw_only=True, tag=True):
    """A Bounty paid with ``price`` Scrip; it is the active one now (SL-BOUNTY-01, -03)."""

    slug: str
    name: str
    price: int


class BountyDropped(Effect, frozen=True, kw_only=True, tag=True):
    """The active Bounty is discarded with its progress (SL-BOUNTY-03)."""

    slug: str
    name: str


class TitleSwapped(Effect, frozen=True, kw_only=True, tag=True):
    """A Master goes on as another title of the same name (SL-3E-10)."""

    model_id: int
    slug: str
    name: str


class LeaderChanged(Effect, frozen=True, kw_only=True, tag=True):
    model_id: int
    name: str


class Note(Effect, frozen=True, kw_only=True, tag=True):
    """Nothing to write: only told."""

    model_id: int | None = None


AnyEffect = (
    HandDrawn
    | ScripEarned
    | UpgradeBought
    | UpgradeGained
    | SkillGained
    | SkillAnnihilated
    | InjuryAttached
    | ModelAnnihilated
    | OpponentEarns
    | BountyBought
    | BountyDropped
    | TitleSwapped
    | LeaderChanged
    | Note
)
