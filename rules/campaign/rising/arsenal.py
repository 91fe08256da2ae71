"""The Arsenal of *Rising Names*: what is owned, what it is worth, and what it brings into an Encounter."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal

from msgspec import Struct

from rules.campaign.rising.charts import PrintedAction
from rules.campaign.rising.policies import RISING, RisingPolicies
from rules.crews.catalogue import PEON
from rules.refusal import Total, TotalLine

MOST_INJURIES = 3
"""With so many a model is annihilated (M4-CAMP-26)."""
COPIED_LEADER = 5


class HeldInjury(Struct, frozen=True):
    slug: str
    name: str


class GrownModel(Struct, frozen=True, kw_only=True):
    """One owned model, or a character with all its ``titles`` (slugs), which share their Injuries
    (M4-CAMP-10); ``costs`` is one cost for each title. ``role`` is the Leader's and the Totem's. ``copied``:
    a copy by a Lucky Miss, outside the limits. ``gained`` are characteristics that the doctor left."""

    id: int
    titles: tuple[str, ...]
    name: str
    costs: tuple[int, ...] = (0,)
    station: str = ""
    role: Literal["", "leader", "totem"] = ""
    insignificant: bool = False
    triggers: bool = True
    attacks: bool = True
    signature: bool = True
    injuries: tuple[HeldInjury, ...] = ()
    lucky: tuple[str, ...] = ()
    gained: tuple[str, ...] = ()
    copied: bool = False

    @property
    def is_peon(self) -> bool:
        """A Peon bears no Equipment and no Injury, and is never annihilated (M4-CAMP-27)."""
        return self.station == PEON


class HeldEquipment(Struct, frozen=True):
    """``free``: the Lucky Upstart's own piece, outside the rating; annihilated it comes back (M4-CAMP-05)."""

    id: int
    slug: str
    name: str
    free: bool = False


class Advancement(Struct, frozen=True, kw_only=True):
    """What one box brought. ``action`` is the Action that a modification is on, ``before`` that Action
    without it; ``added`` the Action or ability that came to the card; ``words`` what the player named;
    ``week`` is that of the league, once it is kept."""

    recipient: Literal["leader", "totem", "crew"]
    table: str
    slug: str
    name: str
    action: str = ""
    words: str = ""
    added: str = ""
    week: int = 0
    before: PrintedAction | None = None


class RisingArsenal(Struct, frozen=True, kw_only=True):
    """``recovered``: the Leader's first annihilation was ignored already (M4-CAMP-20). A ruling found
    ``owed_boxes`` without their advancement, and Injury flips of ``owed_injuries`` (ids)."""

    faction: str
    keywords: tuple[str, ...]
    path: Literal["bruiser", "strategist"]
    models: tuple[GrownModel, ...]
    equipment: tuple[HeldEquipment, ...] = ()
    scrip: int = 0
    experience: int = 0
    advancements: tuple[Advancement, ...] = ()
    recovered: bool = False
    owed_boxes: tuple[int, ...] = ()
    owed_injuries: tuple[int, ...] = ()

    @property
    def leader(self) -> GrownModel:
        return next(model for model in self.models if model.role == "leader" and not model.copied)

    @property
    def totem(self) -> GrownModel | None:
        return next((model for model in self.models if model.role == "totem" and not model.copied), None)


def arsenal_value(models: Iterable[GrownModel]) -> Total:
    """Soulstones of all models; Leader and Totem count 0, a character's titles once, at the highest cost
    (M4-CAMP-10, -11)."""
    return Total.of(
        TotalLine(model.name, max(model.costs), "M4-CAMP-11" if len(model.costs) == 1 else "M4-CAMP-10")
        for model in models
        if not model.role
    )


def largest_encounter(a: int, b: int, policies: RisingPolicies = RISING) -> Total:
    """The smaller value and 6 (M4-CAMP-11).

    >>> largest_encounter(27, 35).amount
    33
    """
    return Total.of(
        [
            TotalLine("the smaller Arsenal", min(a, b), "M4-CAMP-11"),
            TotalLine("allowance", policies.size_bonus, "M4-CAMP-11"),
        ]
    )


def rating(arsenal: RisingArsenal, hired: Collection[int], attached: Collection[int]) -> Total:
    """The campaign rating of a Crew (M4-CAMP-12): the Equipment ``attached`` (ids), the advancements of
    Leader and Totem, less the Injuries of the models ``hired`` (ids); the copy of a Leader counts 5. It may
    be negative."""
    pieces = sum(piece.id in attached and not piece.free for piece in arsenal.equipment)
    crew = [model for model in arsenal.models if model.id in hired]
    grown = len(arsenal.advancements)
    injuries = sum(len(model.injuries) for model in crew)
    copies = sum(COPIED_LEADER for model in crew if model.copied and model.role == "leader")
    return Total.of(
        [
            TotalLine("Equipment", pieces, "M4-CAMP-12"),
            TotalLine("advancements", grown, "M4-CAMP-12"),
            TotalLine("Injuries", -injuries, "M4-CAMP-12"),
            *([TotalLine("a copied Leader", copies, "M4-CAMP-26")] if copies else []),
        ]
    )


def pool(left: int, mine: int, theirs: int, policies: RisingPolicies = RISING) -> Total:
    """The Soulstone Pool: what hiring left, at most 6, and for the lower rating the difference, at most 3,
    beyond these 6 (M4-CAMP-13).

    >>> pool(8, -1, 1).amount, pool(2, 5, 1).amount, pool(0, -4, 3).amount
    (8, 2, 3)
    """
    lines = [TotalLine("left after hiring", min(left, policies.pool_most), "M4-CAMP-13")]
    if theirs > mine:
        bonus = min(theirs - mine, policies.pool_bonus_most)
        lines.append(TotalLine(f"rating {mine} against {theirs}", bonus, "M4-CAMP-13"))
    return Total.of(lines)


def vp_after_withdrawal(mine: int, theirs: int, turn: int) -> tuple[int, int]:
    """The VP that count after the first side withdrew in Turn ``turn`` (M4-CAMP-15): by Turn 2 it has none;
    later the other side counts at least one more.

    >>> vp_after_withdrawal(3, 1, 2), vp_after_withdrawal(3, 1, 3), vp_after_withdrawal(1, 4, 4)
    ((0, 1), (3, 4), (1, 4))
    """
    if turn <= 2:
        return 0, theirs
    return mine, theirs if theirs > mine else mine + 1
