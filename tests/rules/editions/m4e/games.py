"""Two Crews of the Fourth Edition at a table, and what is entered of their game."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.editions.m4e.recording.record import RecordM4
from rules.game.printed import PlainModel, UpgradeFigures
from rules.game.recording.edition import Due
from rules.game.setup.setup import CrewSetup, EncounterSetup, Hired
from rules.refusal import Refusal, Violation
from tests.rules.editions.m4e.season import SEASON

POOL = ("Breakthrough", "Assassinate", "Take the Highground")


def card(slug: str, station: str, health: int, *words: str, limit: int = 1, **more: Any) -> PlainModel:
    name, words = slug.replace("-", " ").title(), ("Living", *words)
    return PlainModel(
        slug=slug, name=name, station=station, health=health, characteristics=words, limit=limit, **more
    )


CARDS = {
    each.slug: each
    for each in (
        card("marshal", "Master", 12, "Unique", cost=0),
        card("deputy", "", 8, "Henchman", "Unique", cost=8),
        card("hound", "Minion", 6, limit=3, cost=4),
        card("rat", "Peon", 3, limit=2, cost=2),
        card("badge-boy", "", 5, "Totem", "Unique", totem_for="Marshal"),
        card("widow", "Master", 14, "Unique"),
        card("bride", "", 9, "Henchman", "Unique", cost=9),
        card("ghoul", "Minion", 5, limit=4, cost=5),
        card("wretch", "", 5, limit=1),
    )
}
HELD = UpgradeFigures(slug="badge", name="Badge of Office")
NARROW = UpgradeFigures(slug="lantern", name="Lantern", restricted=("henchman",))


def setup(**more: Any) -> EncounterSetup:
    """a1 Marshal, a2 Deputy, a3 and a4 Hounds, a5 Rat; b1 Widow, b2 Bride, b3 to b5 Ghouls."""
    first = ("marshal", "deputy", "hound", "hound", "rat")
    second = ("widow", "bride", "ghoul", "ghoul", "ghoul")
    crews = tuple(
        CrewSetup(
            name=name,
            models=tuple(Hired(card=slug, leader=place == 0) for place, slug in enumerate(slugs)),
            stones=3,
        )
        for name, slugs in (("Law", first), ("Grave", second))
    )
    agreed = EncounterSetup(
        encounter="m4e",
        crews=(crews[0], crews[1]),
        cards=CARDS,
        upgrades={HELD.slug: HELD, NARROW.slug: NARROW},
        ruleset="m4e",
        attacker=0,
        strategy="Boundary Dispute",
        deployment="Wedge",
        pool=POOL,
        size=50,
        schemes=SEASON.schemes,
    )
    return replace(agreed, **more)


def recorded(*taps: str | dict[str, Any], **more: Any) -> RecordM4:
    """A record with its scenario, and what ``enter`` adds."""
    agreed = setup(**more)
    record = RecordM4(agreed)
    scenario = {"do": "scenario", "attacker": 0, "strategy": agreed.strategy, "deployment": agreed.deployment}
    record.enter([{**scenario, "pool": list(agreed.pool)}])
    enter(record, *taps)
    return record


FIELDS = {
    "turn": ("turn",),
    "activated": ("model",),
    "acted": ("model",),
    "signature": ("model",),
    "take_command": ("model",),
    "drain": ("model",),
    "slay": ("model", "by"),
    "hurt": ("model", "amount"),
    "pass": ("seat",),
    "initiative": ("seat",),
    "abandon": ("seat",),
    "late_vp": ("seat",),
    "strategy_bonus": ("seat",),
    "counted": ("first", "second"),
    "token": ("model", "token", "side"),
    "token_off": ("model", "token", "side"),
    "kept": ("seat", "what", "number"),
    "schemes": ("seat", "schemes", "of"),
    "reveal": ("seat", "scheme", "vp"),
    "stones": ("seat", "change"),
    "summon": ("card", "seat"),
    "attach": ("model", "upgrade"),
}


def entry(tap: str | dict[str, Any]) -> dict[str, Any]:
    """``hurt a1 2``, or an entry as it is; what has blanks in it stands between slashes."""
    if isinstance(tap, dict):
        return tap
    do, _, rest = tap.partition(" ")
    parts = [part.strip() for part in rest.split("/")] if "/" in rest else rest.split()
    values: dict[str, Any] = {
        field: int(part) if part.lstrip("-").isdigit() else part
        for field, part in zip(FIELDS.get(do, ()), parts, strict=False)
    }
    for field in ("schemes", "of"):
        if field in values:
            values[field] = [str(values[field])]
    return {"do": do, **values}


def enter(record: RecordM4, *taps: str | dict[str, Any]) -> None:
    for tap in taps:
        record.enter([entry(tap)])


def refused(record: RecordM4, tap: str | dict[str, Any]) -> str:
    """The row by which it is refused; everything that speaks against it, with commas."""
    with pytest.raises(Refusal) as refusal:
        record.enter([entry(tap)])
    faults = refusal.value.violations or (Violation(refusal.value.rule, "", ""),)
    return ", ".join(fault.rule for fault in faults)


def due(record: RecordM4) -> list[Due]:
    from rules.editions.m4e.recording.edition import RECORDED

    return [*RECORDED.due(record.setup, record.state)]


def rows_due(record: RecordM4) -> list[str]:
    return [each.rule for each in due(record)]


def vp(record: RecordM4) -> tuple[int, int]:
    return record.state.vp(0), record.state.vp(1)
