"""What a report of a campaign game may say: the game's own rules, and what the Arsenals allow."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from rules.core.campaign.bounty import ActiveBounty, check_ticks
from rules.core.campaign.policies import POLICIES, Policies
from rules.core.game.result import EncounterResult, SeatResult, check_result
from rules.core.refusal import Violation


class SideFacts(Struct, frozen=True, kw_only=True):
    """What one side brought: the ids of its ``crew``, its active ``bounty``, and by id the names of the
    Upgrades in its Crew that Annihilate themselves when used (SL-UPG-13)."""

    crew: Collection[int]
    bounty: ActiveBounty | None = None
    usable: Mapping[int, str] = {}


class ReportFacts(Struct, frozen=True, kw_only=True):
    """Both sides by seat, and the names of the Encounter's pool of ``schemes``."""

    sides: tuple[SideFacts, SideFacts]
    schemes: Collection[str]


def check_report(
    result: EncounterResult, facts: ReportFacts, policies: Policies = POLICIES
) -> tuple[Violation, ...]:
    """Everything impossible in a report, each fault with the seat it concerns as its subject."""
    first, second = facts.sides
    found = [*check_result(result, (first.crew, second.crew), facts.schemes, policies)]
    for number, (seat, side) in enumerate(zip(result.seats, facts.sides, strict=True)):
        found += _bounty(number, seat, side)
        found += _used_up(number, seat, side)
    return tuple(found)


def _bounty(number: int, seat: SeatResult, side: SideFacts) -> Iterator[Violation]:
    if seat.bounty_ticks and side.bounty is not None and seat.bounty != side.bounty.slug:
        sentence = f"The active Bounty is {side.bounty.name}; the ticks are of another."
        yield Violation("SL-BOUNTY-03", sentence, "Tick the portions again.", f"seat-{number}")
    else:
        yield from check_ticks(side.bounty, seat.bounty_ticks, number)


def _used_up(number: int, seat: SeatResult, side: SideFacts) -> Iterator[Violation]:
    for upgrade_id in seat.used_up:
        if upgrade_id not in side.usable or seat.used_up.count(upgrade_id) > 1:
            sentence = f"Upgrade {upgrade_id} is none that Annihilates itself, or not in that Crew."
            yield Violation("SL-UPG-13", sentence, "Take it out.", f"seat-{number}")
