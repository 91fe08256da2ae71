"""The campaign's charts: Barter, Campaign Upgrades, Injuries, Lucky Miss, and those stored for later.

Charts are data an organiser may replace; ``load_charts`` takes the parsed JSON and refuses it with
every fault at once, each naming its row. ``rows`` holds the schema, ``validation`` the checks.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any, TypeVar

from msgspec import Struct

from rules.campaign.charts.rows import (
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
from rules.campaign.charts.validation import chart_faults, read_row, unsaid_house_rules
from rules.edition import edition_of, is_known, unnamed
from rules.fate.cards import FULL_DECK, Card
from rules.refusal import Refusal, Violation

Row = TypeVar("Row", bound=Struct)
ABOUT = ("slug", "name", "version", "edition", "about")
ROWS: dict[str, type[Struct]] = {
    "upgrades": ChartUpgrade,
    "barter": BarterRow,
    "injuries": InjuryUpgrade,
    "injury_chart": InjuryRow,
    "avatars": AvatarRow,
    "bounties": Bounty,
    "weekly_events": WeeklyEvent,
}
CHARTS_BY_KEY: dict[str, type[Struct]] = {"lucky_miss": LuckyMissRow, "rewards": RewardRow}
MOST_ROWS = 400
NEEDED = ("upgrades", "barter", "injuries", "injury_chart", "lucky_miss")


class Charts(Struct, frozen=True, kw_only=True, dict=True):
    """One version of all charts. Look-ups take the final card, after cheating."""

    slug: str
    name: str
    version: int
    upgrades: tuple[ChartUpgrade, ...]
    barter: tuple[BarterRow, ...]
    injuries: tuple[InjuryUpgrade, ...]
    injury_chart: tuple[InjuryRow, ...]
    lucky_miss_charts: dict[str, tuple[LuckyMissRow, ...]]
    rewards: dict[str, tuple[RewardRow, ...]]
    bounties: tuple[Bounty, ...]
    weekly_events: tuple[WeeklyEvent, ...]
    avatars: tuple[AvatarRow, ...] = ()

    def upgrade(self, slug: str) -> ChartUpgrade:
        """The Campaign Upgrade of that slug. Raise ``KeyError`` when there is none."""
        for upgrade in self.upgrades:
            if upgrade.slug == slug:
                return upgrade
        raise KeyError(slug)

    def injury(self, slug: str) -> InjuryUpgrade:
        """The Injury of that slug. Raise ``KeyError`` when there is none."""
        for injury in self.injuries:
            if injury.slug == slug:
                return injury
        raise KeyError(slug)

    def barter_offers(self, card: Card) -> tuple[BarterRow, ...]:
        """What that card offers: rows of equal value, jokers only where listed (SL-BARTER-05,
        A-21)."""
        return tuple(row for row in self.barter if row.offered_by(card))

    def injury_result(self, card: Card) -> InjuryRow:
        """What that card does to a model (SL-INJURY-01, -12); every card has exactly one row."""
        return self._injury_results[card]

    @cached_property
    def _injury_results(self) -> dict[Card, InjuryRow]:
        return {card: next(row for row in self.injury_chart if row.matches(card)) for card in FULL_DECK}

    def avatars_of(self, masters: Collection[str], faction: str = "") -> tuple[AvatarRow, ...]:
        """The Avatars available to a Crew of the ``faction`` with these Masters (slugs); none without
        a Master (SL-REWARD-05)."""
        return tuple(
            row
            for row in self.avatars
            if masters and row.master in (*masters, "any") and row.faction in ("", faction)
        )

    def reward(self, chart: str, card: Card) -> RewardRow | None:
        """What that card gives on the chart of a Faction or the ``generic`` one; ``None`` for a joker,
        which is flipped again (SL-REWARD-02, -03)."""
        return next((row for row in self.rewards[chart] if row.gives(card)), None)

    def lucky_miss(self, faction: str, card: Card) -> LuckyMissRow | None:
        """The Lucky Miss of the Crew's Faction; ``None`` for a joker, which is flipped again
        (SL-INJURY-12)."""
        if card.is_joker:
            return None
        return next(row for row in self.lucky_miss_charts[faction] if card.value in row.values)


def load_charts(document: Mapping[str, Any], *, in_use: bool = False) -> Charts:
    """The charts of a parsed JSON document. Raise ``Refusal`` with all faults, each naming its row.
    Charts ``in_use`` need not declare their house rules."""
    faults: list[Violation] = []
    for key in document:
        if key not in (*ABOUT, *ROWS, *CHARTS_BY_KEY):
            faults.append(Violation("", f"There is no chart called “{key}”.", "Remove it.", key))
    for key in NEEDED:
        if not document.get(key):
            faults.append(Violation("", f"The chart “{key}” is missing.", "Put it in.", key))
    lists: dict[str, Any] = {
        key: _rows(document.get(key, []), key, kind, faults) for key, kind in ROWS.items()
    }
    keyed: dict[str, Any] = {
        key: _keyed(document.get(key, {}), key, kind, faults) for key, kind in CHARTS_BY_KEY.items()
    }
    slug, name, version = _about(document, faults)
    edition = str(document.get("edition") or unnamed().code)
    if not is_known(edition):
        sentence = "There is no such edition of the game here."
        faults.append(Violation("", sentence, "Name none, or one that is.", edition))
    charts = Charts(
        slug=slug,
        name=name,
        version=version,
        lucky_miss_charts=keyed["lucky_miss"],
        rewards=keyed["rewards"],
        **lists,
    )
    if not faults:
        faults += chart_faults(
            charts.upgrades,
            charts.barter,
            charts.injuries,
            charts.injury_chart,
            charts.lucky_miss_charts,
            charts.rewards,
            charts.bounties,
            charts.weekly_events,
            charts.avatars,
            edition_of(edition).hiring.factions,
        )
        faults += () if in_use else unsaid_house_rules(charts.injury_chart)
    if faults:
        raise Refusal.of(faults)
    return charts


def _about(document: Mapping[str, Any], faults: list[Violation]) -> tuple[str, str, int]:
    slug, name, version = (document.get(key) for key in ("slug", "name", "version"))
    if not isinstance(slug, str) or not slug or not isinstance(name, str) or not name:
        faults.append(Violation("", "The charts need a slug and a name.", "Put them in."))
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        faults.append(Violation("", "The charts need a version: 1, 2, 3 …", "Put it in."))
        version = 1
    return str(slug), str(name), version


def _rows(plain_rows: Any, key: str, kind: type[Row], faults: list[Violation]) -> tuple[Row, ...]:
    """Every row of one list; a row that does not convert becomes a fault."""
    label = key.replace("_", " ")
    if not isinstance(plain_rows, list | tuple):
        faults.append(Violation("", f"{label}: a list of rows is expected.", "", key))
        return ()
    if len(plain_rows) > MOST_ROWS:
        faults.append(Violation("", f"{label}: more than {MOST_ROWS} rows.", "Charts are short tables.", key))
        return ()
    rows = []
    for number, plain in enumerate(plain_rows, 1):
        row, wrong = read_row(plain, kind)
        place = f"{label} row {number}"
        for fault in wrong:
            field = f", {fault.field}" if fault.field else ""
            faults.append(Violation("", f"{place}{field}: {fault.sentence}", "Fix the row.", place))
        if row is not None:
            rows.append(row)
    return tuple(rows)


def _keyed(charts: Any, key: str, kind: type[Row], faults: list[Violation]) -> dict[str, tuple[Row, ...]]:
    label = key.replace("_", " ")
    if not isinstance(charts, Mapping):
        faults.append(Violation("", f"{label}: one list of rows per faction is expected.", "", key))
        return {}
    return {str(name): _rows(rows, f"{label} of {name}", kind, faults) for name, rows in charts.items()}
