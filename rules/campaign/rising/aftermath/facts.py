"""What an Aftermath of *Rising Names* starts from, and the effects that follow, as plain frozen data."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.campaign.aftermath.asks import Ask, Effect, FlipRecord, HandDrawn, Note, OpponentEarns, Phase
from rules.campaign.rising.arsenal import Advancement, RisingArsenal
from rules.campaign.rising.charts import PrintedAction, RisingCharts
from rules.campaign.rising.experience import experience
from rules.campaign.rising.leader import LeaderCard, Source
from rules.campaign.rising.policies import RISING, RisingPolicies
from rules.campaign.weekly_events import EventGain, Gain
from rules.fate.cards import Card
from rules.refusal import Total, TotalLine


class CrewCard(Struct, frozen=True):
    """A crew card of a Master with one of the Keywords; ``effects`` its effects by name, where they are
    known."""

    slug: str
    name: str
    effects: tuple[str, ...] = ()


class RisingContext(Struct, frozen=True, kw_only=True):
    """Every fact of one side. ``hired`` are the ids of its models in this game, ``killed`` those that were
    killed, ``attached`` the Equipment by bearer (ids), ``pieces`` its slugs by id, what was used up among
    them. ``schemes`` counts
    those that brought 1 VP. ``card`` and ``totem_card`` are the Leader's and the Totem's, ``sources`` the
    models with one of the Keywords, ``crew_cards`` those of their Masters and ``master_actions`` what these
    print. ``event`` is the name of the week's, ``gains`` what it brings. ``outstanding`` is the Scrip
    that earlier rulings left to be paid by the next Payday."""

    arsenal: RisingArsenal
    charts: RisingCharts
    vp: int
    won: bool
    lost: bool
    schemes: int
    rating: int
    other_rating: int
    card: LeaderCard
    totem_card: LeaderCard | None = None
    hired: tuple[int, ...] = ()
    killed: tuple[int, ...] = ()
    attached: tuple[tuple[int, int], ...] = ()
    pieces: tuple[tuple[int, str], ...] = ()
    withdrew: Literal["", "early", "late"] = ""
    killed_enemy: bool = False
    interacted: bool = False
    more_experience: tuple[TotalLine, ...] = ()
    more_cards: int = 0
    sources: tuple[Source, ...] = ()
    crew_cards: tuple[CrewCard, ...] = ()
    master_actions: tuple[PrintedAction, ...] = ()
    event: str = ""
    gains: tuple[EventGain, ...] = ()
    outstanding: int = 0
    policies: RisingPolicies = RISING

    @property
    def experience(self) -> Total:
        """What this game brings the Leader (M4-CAMP-21)."""
        return experience(
            path=self.arsenal.path,
            killed_enemy=self.killed_enemy,
            interacted=self.interacted,
            lost=self.lost,
            before=self.arsenal.experience,
            more=self.more_experience,
        )

    def by_event(self, kind: Gain) -> int:
        """How much of that the week's event brings this side (M4-CAMP-30)."""
        to = {"all", *(["winner"] if self.won else []), *(["loser"] if self.lost else [])}
        return sum(gain.amount for gain in self.gains if gain.kind == kind and gain.to in to)


class ScripPaid(Effect, frozen=True, kw_only=True, tag=True):
    total: Total


class EquipmentBought(Effect, frozen=True, kw_only=True, tag=True):
    slug: str
    name: str
    price: int


class ExperienceGained(Effect, frozen=True, kw_only=True, tag=True):
    total: Total


class Advanced(Effect, frozen=True, kw_only=True, tag=True):
    """``price``: the Scrip for a third trigger on an Action."""

    advancement: Advancement
    price: int = 0


class InjuryTreated(Effect, frozen=True, kw_only=True, tag=True):
    """A try of the doctor; ``healed`` and what the treatment left. ``price`` is kept in any case."""

    model_id: int
    slug: str
    healed: bool
    characteristic: str = ""
    price: int = 1


class InjurySuffered(Effect, frozen=True, kw_only=True, tag=True):
    """``doctor``: the doctor caused it."""

    model_id: int
    slug: str
    name: str
    doctor: bool = False


class EquipmentSpares(Effect, frozen=True, kw_only=True, tag=True):
    """A ``piece`` of Equipment is annihilated instead of an Injury; the Lucky Upstart's own comes back."""

    model_id: int
    piece: int
    slug: str
    name: str


class InjuryEnds(Effect, frozen=True, kw_only=True, tag=True):
    """An Injury is gone by what happened in the game."""

    model_id: int
    slug: str
    name: str


class LuckyMissGained(Effect, frozen=True, kw_only=True, tag=True):
    model_id: int
    slug: str
    name: str
    doctor: bool = False


class ModelCopied(Effect, frozen=True, kw_only=True, tag=True):
    """A copy joins with Injuries and the Equipment of this game (ids of the pieces copied)."""

    model_id: int
    equipment: tuple[int, ...] = ()


class ModelBetrays(Effect, frozen=True, kw_only=True, tag=True):
    """The model leaves; the opponent may take a copy with its Injuries and the Equipment of this game."""

    model_id: int
    equipment: tuple[int, ...] = ()


class ModelLost(Effect, frozen=True, kw_only=True, tag=True):
    """Annihilated, with its Injuries."""

    model_id: int


class LeaderRecovers(Effect, frozen=True, kw_only=True, tag=True):
    """The Leader's first annihilation is ignored (M4-CAMP-20)."""


class CrewEnds(Effect, frozen=True, kw_only=True, tag=True):
    """The Leader is annihilated a second time: the Arsenal is retired (M4-CAMP-20)."""


class MadeUp(Effect, frozen=True, kw_only=True, tag=True):
    """What an earlier ruling found due is asked now: advancements of boxes, Injury flips of models (ids)."""

    boxes: tuple[int, ...] = ()
    models: tuple[int, ...] = ()


class Said(Note, frozen=True, kw_only=True, tag=True):
    """For the reader alone."""


RisingEffect = (
    HandDrawn
    | ScripPaid
    | EquipmentBought
    | ExperienceGained
    | Advanced
    | InjuryTreated
    | InjurySuffered
    | EquipmentSpares
    | InjuryEnds
    | OpponentEarns
    | LuckyMissGained
    | ModelCopied
    | ModelBetrays
    | ModelLost
    | LeaderRecovers
    | CrewEnds
    | MadeUp
    | Said
)


class RisingOutcome(Struct, frozen=True, kw_only=True):
    """Every consequence in order, every card, and the Arsenal as it is afterwards."""

    effects: tuple[RisingEffect, ...]
    flips: tuple[FlipRecord, ...]
    arsenal: RisingArsenal


class RisingView(Struct, frozen=True, kw_only=True):
    """An Aftermath after some answers; ``ask`` is ``None`` once it is over."""

    ask: Ask | None
    phase: Phase
    effects: tuple[RisingEffect, ...]
    flips: tuple[FlipRecord, ...]
    hand: tuple[Card, ...]
    unseen: tuple[Card, ...]
    scrip: int
    finished: bool = False
    outcome: RisingOutcome | None = None
