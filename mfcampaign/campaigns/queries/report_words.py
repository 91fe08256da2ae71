"""What a report says beside VP: Bounties ticked, Upgrades used up, who stood for whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from mfcampaign.campaigns.models import ArsenalBounty, ArsenalUpgrade, EncounterSide
from rules.campaign.charts.rows import Portion
from rules.game.results.casualties import Successor
from rules.game.results.result import EncounterResult

Words = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
"""By seat: the portions ticked, the Upgrades used up, in words."""
HOW_WORDS = {
    "killed": "killed",
    "buried": "buried at the end",
    "automatic": "finished off by an effect",
    "sacrificed": "sacrificed",
}


def report_words(sides: Sequence[EncounterSide], result: EncounterResult) -> Words:
    """Both sides by seat. One query for Bounties if any is ticked, one for Upgrades if any is used up."""
    ordered = sorted(sides, key=lambda side: side.seat)
    ticked = {s.entry_id: result.seats[s.seat].bounty for s in ordered if result.seats[s.seat].bounty_ticks}
    known: dict[int, ArsenalBounty] = {}
    if ticked:
        for row in ArsenalBounty.objects.filter(entry__in=ticked, slug__in=set(ticked.values())):
            if ticked[row.entry_id] == row.slug:
                known[row.entry_id] = row
    used = [pk for seat in result.seats for pk in seat.used_up]
    names = dict(ArsenalUpgrade.objects.filter(pk__in=used).values_list("pk", "name")) if used else {}
    return tuple(
        (
            _ticks(known.get(side.entry_id), result.seats[side.seat].bounty_ticks),
            tuple(names.get(pk, f"Upgrade {pk}") for pk in result.seats[side.seat].used_up),
        )
        for side in ordered
    )


def _ticks(row: ArsenalBounty | None, ticks: Sequence[str]) -> tuple[str, ...]:
    if not ticks:
        return ()
    portions = msgspec.convert(row.portions, tuple[Portion, ...]) if row is not None else ()
    goals = {portion.id: portion.goal for portion in portions}
    name = row.name if row is not None else "Bounty"
    return tuple(
        f"{name}: {goals.get(portion, portion)}"
        + (f", {ticks.count(portion)} times" if ticks.count(portion) > 1 else "")
        for portion in dict.fromkeys(ticks)
    )


def heir_words(heir: Successor, names: Mapping[int, str]) -> str:
    """One successor as a sentence."""
    who = " and ".join(names.get(pk, f"Model {pk}") for pk in heir.originals)
    fate = "stayed in play"
    if heir.killed:
        fate = "was Finished Off" if heir.finished_off else "was killed, not Finished Off"
    return f"{' then '.join(heir.names)} stood for {who} and {fate}."
