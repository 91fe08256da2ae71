"""What the judgement of a Crew says, whatever the edition: every violation, one sheet a model, the pool."""

from __future__ import annotations

from msgspec import Struct

from rules.refusal import CheckReport, Total


class MemberSheet(Struct, frozen=True):
    """What one model costs with its Upgrades. ``position`` counts members from 0; -1 is the Leader."""

    position: int
    slug: str
    label: str
    total: Total


class HiringReport(CheckReport, frozen=True):
    """The judgement of a Crew, in Soulstones; its violations are ordered by rule, its total has one line a
    model. ``lines`` are one sheet a model, Leader first; ``pool`` is the Soulstone pool."""

    lines: tuple[MemberSheet, ...]
    pool: int
