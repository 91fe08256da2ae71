"""A chart as a table: its name for people, its rows in one flat list, and the row to which a fault belongs.

Charts kept per Faction (Lucky Miss, Rewards) have a first column ``of``: a Faction, or ``generic``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from rules.campaign.charts import CHARTS_BY_KEY, ROWS
from rules.campaign.charts.printed import PrintedChart
from rules.campaign.system import ChartRules, system_of
from rules.edition import Edition, edition_of, is_known, unnamed
from rules.refusal import Refusal, Violation

OF = "of"
Plain = dict[str, Any]


class Chart(Struct, frozen=True):
    """``key`` names the chart in a document, ``slug`` in addresses and file names; ``rules`` it serves."""

    key: str
    slug: str
    title: str
    about: str
    rules: tuple[str, ...]
    kind: type[Struct]
    keyed: bool = False


def _chart(key: str, title: str, about: str, *rules: str) -> Chart:
    kind = ROWS.get(key) or CHARTS_BY_KEY[key]
    return Chart(key, key.replace("_", "-"), title, about, rules, kind, key in CHARTS_BY_KEY)


CHARTS: dict[str, Chart] = {
    table.slug: table
    for table in (
        _chart("barter", "Barter", "What each Barter flip offers, and for how much Scrip.", "SL-BARTER-05"),
        _chart(
            "upgrades", "Campaign Upgrades", "Skills and Equipment that the other charts give.", "SL-UPG-02"
        ),
        _chart("injury_chart", "Injury flips", "What each card does to a model.", "SL-INJURY-01"),
        _chart("injuries", "Injuries", "What an Injury changes for good.", "SL-INJURY-05"),
        _chart("lucky_miss", "Lucky Miss", "After a Red Joker, by the faction of the Crew.", "SL-INJURY-12"),
        _chart("rewards", "Rewards", "After a Bounty, by suit: each faction’s, and generic.", "SL-REWARD-01"),
        _chart(
            "avatars", "Avatars", "What a Crew with a Master may take for a Reward instead.", "SL-REWARD-05"
        ),
        _chart("bounties", "Bounties", "Goals that last from game to game.", "SL-BOUNTY-02"),
        _chart("weekly_events", "Weekly Events", "What a week brings, by the card drawn.", "SL-EVENT-01"),
    )
}
BY_KEY = {table.key: table for table in CHARTS.values()}
_SUBJECT = re.compile(r"^(?P<chart>[a-z ]+?)(?: of (?P<of>[\w-]+))?(?: row (?P<row>\d+))?$")


def edition_for(body: Mapping[str, Any]) -> Edition:
    """The edition that these charts are for."""
    said = str(body.get("edition") or "")
    return edition_of(said) if is_known(said) else unnamed()


def rules_for(body: Mapping[str, Any]) -> ChartRules:
    """How the campaign that these charts are of reads them."""
    return system_of(str(body.get("campaign") or "")).charts


def printed_of(body: Mapping[str, Any]) -> Sequence[PrintedChart]:
    """The charts as tables of words, of a campaign whose charts are uploaded whole."""
    rules = rules_for(body)
    return rules.printed(rules.load(body, in_use=True)) if body.get("campaign") else ()


def factions(body: Mapping[str, Any]) -> dict[str, str]:
    """Slug and name of the Factions that these charts are for, by their edition."""
    return dict(edition_for(body).hiring.factions)


def flat_rows(body: Mapping[str, Any], table: Chart) -> list[Plain]:
    """The rows of one chart in their order, those of a keyed chart led by ``of``."""
    stored: Any = body.get(table.key) or ({} if table.keyed else [])
    if not table.keyed:
        return [dict(row) for row in stored]
    return [{OF: name, **row} for name, rows in stored.items() for row in rows]


def shaped(rows: Iterable[Mapping[str, Any]], table: Chart) -> Any:
    """Flat rows as the document holds them; the reverse of ``flat_rows``."""
    if not table.keyed:
        return [dict(row) for row in rows]
    by_name: dict[str, list[Plain]] = {}
    for row in rows:
        rest = {name: value for name, value in row.items() if name != OF}
        by_name.setdefault(str(row[OF]), []).append(rest)
    return by_name


def with_rows(body: Mapping[str, Any], table: Chart, rows: Iterable[Mapping[str, Any]]) -> Plain:
    """The document with this chart's rows in place of those it had."""
    return {**body, table.key: shaped(rows, table)}


def without_row(body: Mapping[str, Any], table: Chart, number: int) -> Plain:
    """The document as it would be without row ``number`` (from 1) of one chart."""
    rows = flat_rows(body, table)
    return with_rows(body, table, rows[: number - 1] + rows[number:])


class Fault(Struct, frozen=True):
    """A fault of a draft: in which chart (``None``: the document), at which row of it (from 1)."""

    table: Chart | None
    row: int | None
    sentence: str
    fix: str = ""


def faults_of(body: Mapping[str, Any]) -> list[Fault]:
    """Everything that keeps these charts from being flipped on; empty when they are sound."""
    try:
        rules_for(body).load(body)
    except Refusal as refusal:
        return [_placed(violation, body) for violation in refusal.violations]
    return []


def _placed(violation: Violation, body: Mapping[str, Any]) -> Fault:
    subject = _SUBJECT.match(violation.subject.replace("_", " "))
    table = BY_KEY.get(subject["chart"].replace(" ", "_")) if subject else None
    if subject is None or table is None or subject["row"] is None:
        return Fault(table, None, violation.sentence, violation.fix)
    row = int(subject["row"]) + (_before(body, table, subject["of"]) if table.keyed else 0)
    sentence = violation.sentence.removeprefix(violation.subject).lstrip(":, ")
    return Fault(table, row, sentence, violation.fix)


def _before(body: Mapping[str, Any], table: Chart, name: str) -> int:
    """How many flat rows come before those of ``name``."""
    count = 0
    for other, rows in body[table.key].items():
        if other == name:
            break
        count += len(rows)
    return count
