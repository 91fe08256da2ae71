"""What no single row can show: references, gaps and doubles across the charts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from rules.core.campaign.arsenal import STATS
from rules.core.campaign.chart_rows import (
    AvatarRow,
    BarterRow,
    Bounty,
    ChartUpgrade,
    InjuryRow,
    InjuryUpgrade,
    LuckyMissRow,
    RewardRow,
    WeeklyEvent,
)
from rules.core.campaign.stats import OLD_STATS
from rules.core.crews.factions import FACTIONS
from rules.core.fate.cards import FULL_DECK, SUITS, Card
from rules.core.refusal import Violation

VALUES = range(1, 14)
FEWEST_ENDINGS = 4
"""Cards of the Injury chart that end a flip: more than a hand can hold back, so that each flip ends."""


def chart_faults(
    upgrades: Sequence[ChartUpgrade],
    barter: Sequence[BarterRow],
    injuries: Sequence[InjuryUpgrade],
    injury_chart: Sequence[InjuryRow],
    lucky_miss: Mapping[str, Sequence[LuckyMissRow]],
    rewards: Mapping[str, Sequence[RewardRow]],
    bounties: Sequence[Bounty],
    events: Sequence[WeeklyEvent],
    avatars: Sequence[AvatarRow] = (),
) -> Iterator[Violation]:
    """Every fault of well-formed rows, each naming its row."""
    known = {upgrade.slug: upgrade for upgrade in upgrades}
    yield from _twice("upgrades", [upgrade.slug for upgrade in upgrades])
    yield from _twice("injuries", [injury.slug for injury in injuries])
    yield from _twice("bounties", [bounty.slug for bounty in bounties])
    yield from _twice("weekly events", [event.slug for event in events])
    yield from _barter(barter, known)
    yield from _injuries(injuries)
    yield from _injury_chart(injury_chart, {injury.slug for injury in injuries})
    yield from _lucky_miss(lucky_miss, known)
    yield from _rewards(rewards, known)
    yield from _bounties(bounties)
    yield from _avatars(avatars, known)
    if events:
        yield from _values("weekly events", [event.values for event in events])


def _fault(row: str, sentence: str, mend: str = "Mend the row.") -> Violation:
    return Violation("", f"{row}: {sentence}", mend, row)


def _twice(label: str, slugs: Sequence[str]) -> Iterator[Violation]:
    for number, slug in enumerate(slugs, 1):
        first = slugs.index(slug) + 1
        if first < number:
            yield _fault(f"{label} row {number}", f"“{slug}” is in row {first} already.")


def _barter(rows: Sequence[BarterRow], known: Collection[str]) -> Iterator[Violation]:
    for number, row in enumerate(rows, 1):
        label = f"barter row {number}"
        if row.upgrade not in known:
            yield _fault(label, f"there is no Campaign Upgrade “{row.upgrade}”.")
        if not (row.values or row.red_joker or row.black_joker):
            yield _fault(label, "no value and no joker: it could never be offered.")
    yield from _twice("barter", [row.upgrade for row in rows])


def _injuries(rows: Sequence[InjuryUpgrade]) -> Iterator[Violation]:
    for number, row in enumerate(rows, 1):
        for mod in row.stat_mods:
            if mod.stat not in STATS and mod.stat not in OLD_STATS:
                yield _fault(
                    f"injuries row {number}", f"“{mod.stat}” is no stat; write one of {', '.join(STATS)}."
                )
            if not -9 <= mod.delta <= 9 or mod.delta == 0:
                yield _fault(f"injuries row {number}", f"{mod.stat} cannot change by {mod.delta}.")


def _injury_chart(rows: Sequence[InjuryRow], known: Collection[str]) -> Iterator[Violation]:
    owner: dict[Card, int] = {}
    endings = 0
    for number, row in enumerate(rows, 1):
        label = f"injury chart row {number}"
        if bool(row.joker) == bool(row.suits or row.values) or bool(row.suits) != bool(row.values):
            yield _fault(label, "write suits and values, or one joker.")
        if (row.result == "injury") != bool(row.injury):
            yield _fault(label, "an Injury is named exactly where the result is one.")
        elif row.injury and row.injury not in known:
            yield _fault(label, f"there is no Injury “{row.injury}”.")
        for card in FULL_DECK:
            if not row.matches(card):
                continue
            if card in owner:
                yield _fault(label, f"the {card.spoken} is in row {owner[card]} already.")
            owner.setdefault(card, number)
            endings += row.result != "reflip"
    missing = [card.spoken for card in FULL_DECK if card not in owner]
    if missing:
        yield _fault("injury chart", f"no row for {', '.join(missing)}.", "Add rows for these cards.")
    if endings < FEWEST_ENDINGS:
        yield _fault("injury chart", f"only {endings} cards end a flip; at least {FEWEST_ENDINGS} must.")


def _lucky_miss(
    charts: Mapping[str, Sequence[LuckyMissRow]], known: Mapping[str, ChartUpgrade]
) -> Iterator[Violation]:
    for faction in FACTIONS:
        if faction not in charts:
            yield _fault("lucky miss", f"no chart for {faction}.", "Add one chart per faction.")
    for faction, rows in charts.items():
        if faction not in FACTIONS:
            yield _fault(f"lucky miss of {faction}", "there is no such faction.", "Take it out.")
        for number, row in enumerate(rows, 1):
            label = f"lucky miss of {faction} row {number}"
            if bool(row.upgrade) == bool(row.other_effect):
                yield _fault(label, "name an Upgrade or another effect, one of the two.")
            elif row.upgrade and row.upgrade not in known:
                yield _fault(label, f"there is no Campaign Upgrade “{row.upgrade}”.")
        yield from _values(f"lucky miss of {faction}", [row.values for row in rows])


def _rewards(
    charts: Mapping[str, Sequence[RewardRow]], known: Mapping[str, ChartUpgrade]
) -> Iterator[Violation]:
    for name, rows in charts.items():
        if name not in FACTIONS and name != "generic":
            yield _fault(f"rewards of {name}", "there is no such faction.", "Take it out.")
        for number, row in enumerate(rows, 1):
            if row.upgrade not in known:
                yield _fault(
                    f"rewards of {name} row {number}", f"there is no Campaign Upgrade “{row.upgrade}”."
                )
        counted: Counter[str] = Counter(row.suit for row in rows)
        for suit in SUITS:
            if counted[suit] != 1:
                yield _fault(f"rewards of {name}", f"{suit} has {counted[suit]} rows; it needs one.")


def _avatars(rows: Sequence[AvatarRow], known: Collection[str]) -> Iterator[Violation]:
    for number, row in enumerate(rows, 1):
        if row.upgrade not in known:
            yield _fault(f"avatars row {number}", f"there is no Campaign Upgrade “{row.upgrade}”.")
    yield from _twice("avatars", [row.master for row in rows])


def _bounties(rows: Sequence[Bounty]) -> Iterator[Violation]:
    for number, row in enumerate(rows, 1):
        label = f"bounties row {number}"
        if row.faction and row.faction not in FACTIONS:
            yield _fault(label, f"there is no faction “{row.faction}”.")
        if not row.portions:
            yield _fault(label, "a Bounty has at least one portion.")
        for name, count in Counter(portion.id for portion in row.portions).items():
            if count > 1:
                yield _fault(label, f"the portion “{name}” is listed {count} times.")
        for portion in row.portions:
            if portion.per_game is not None and portion.per_game > portion.repeat:
                yield _fault(label, f"“{portion.id}” is done {portion.repeat} times, fewer than per game.")


def _values(label: str, rows: Iterable[Collection[int]]) -> Iterator[Violation]:
    """Each value from 1 to 13 belongs to exactly one row."""
    owner: dict[int, int] = {}
    for number, values in enumerate(rows, 1):
        for value in values:
            if value in owner:
                yield _fault(f"{label} row {number}", f"value {value} is in row {owner[value]} already.")
            owner.setdefault(value, number)
    missing = [str(value) for value in VALUES if value not in owner]
    if missing:
        yield _fault(label, f"no row for the values {', '.join(missing)}.", "Add rows for these values.")
