"""Tables of a league for spreadsheets, row by row. They hold nothing that its pages hide."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct

from mfcampaign.audit.queries import acts_of
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.history.flips import HEADER, flips
from mfcampaign.campaigns.history.record import record
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import (
    ArsenalModel,
    ArsenalUpgrade,
    Campaign,
    Game,
    GameSide,
    LedgerEntry,
)
from rules.columns import LEAGUE_TABLE

Rows = Iterator[tuple[Any, ...]]
CHUNK = 500


class LeagueSheet(Struct, frozen=True):
    """One table: ``members_only`` as the page it belongs to is."""

    title: str
    header: tuple[str, ...]
    rows: Callable[[LeagueVisit], Rows]
    members_only: bool = False


def _at(campaign: Campaign, moment: dt.datetime | None) -> str:
    """A moment in the league's time zone, with its offset."""
    if moment is None:
        return ""
    return moment.astimezone(ZoneInfo(campaign.timezone)).isoformat(timespec="seconds")


def _standings(visit: LeagueVisit) -> Rows:
    for row in league_page.table(visit.campaign):
        s = row.standing
        yield (
            s.rank,
            row.entry.label,
            row.entry.person,
            row.entry.faction,
            *(figure for _, figure in s.cells),
        )


def _ledger(visit: LeagueVisit) -> Rows:
    campaign = visit.campaign
    lines = (
        LedgerEntry.objects.filter(account__campaign=campaign, account__entry__isnull=False)
        .select_related("account__entry__user", "transfer__reverses")
        .order_by("transfer_id", "pk")
    )
    for line in lines.iterator(CHUNK):
        t = line.transfer
        yield (
            t.pk,
            line.account.entry.label if line.account.entry else "",
            line.account_version,
            t.week,
            t.get_reason_display(),
            t.memo,
            line.delta,
            line.balance_after,
            t.reverses_id,
            _at(campaign, t.created_at),
        )


def _arsenals(visit: LeagueVisit) -> Rows:
    campaign = visit.campaign
    models = ArsenalModel.objects.filter(entry__campaign=campaign).select_related("entry__user")
    for m in models.order_by("entry", "roster", "pk").iterator(CHUNK):
        yield (
            m.entry.label,
            m.roster,
            "model",
            m.pk,
            m.name,
            m.nickname,
            m.station,
            m.cost,
            m.surcharge,
            "",
            m.is_leader,
            m.hired_week,
            "",
            m.annihilated_week,
            m.annihilated_why,
        )
    upgrades = ArsenalUpgrade.objects.filter(entry__campaign=campaign).select_related("entry__user", "bearer")
    for u in upgrades.order_by("entry", "roster", "pk").iterator(CHUNK):
        yield (
            u.entry.label,
            u.roster,
            u.get_kind_display(),
            u.pk,
            u.name,
            "",
            "",
            u.ss_cost,
            "",
            u.bearer_id,
            "",
            u.gained_week,
            u.gained_how,
            u.annihilated_week,
            u.effect,
        )


def _encounters(visit: LeagueVisit) -> Rows:
    campaign = visit.campaign
    sides = (
        GameSide.objects.filter(game__week__campaign=campaign)
        .select_related("game__week", "entry__user")
        .order_by("game__week__number", "game__table", "seat")
    )
    fallen = {
        (game.week, game.table, seat): len(side.casualties)
        for game in record(campaign).games
        for seat, side in enumerate(game.sides)
    }
    for side in sides.iterator(CHUNK):
        game = side.game
        played = game.state in Game.WITH_RESULT
        winner = game.outcome.get("winner") if played else None
        seats = game.reveal.get("seats")
        yield (
            game.week.number,
            game.table,
            game.get_state_display(),
            game.additional,
            game.size or game.ceiling,
            game.scenario.get("strategy", ""),
            game.scenario.get("deployment", ""),
            side.seat + 1,
            side.label,
            seats[side.seat]["rating"]["amount"] if seats else None,
            seats[side.seat]["pool"]["amount"] if seats else None,
            game.outcome["vp"][side.seat] if played else None,
            ("draw" if winner is None else "win" if winner == side.seat else "loss") if played else "",
            fallen.get((game.week.number, game.table, side.seat)),
            _at(campaign, game.confirmed_at),
        )


def _flips(visit: LeagueVisit) -> Rows:
    at = HEADER.index("at")
    for row in flips(visit.campaign):
        yield (*row[:at], _at(visit.campaign, row[at]), *row[at + 1 :])


def _diary(visit: LeagueVisit) -> Rows:
    campaign = visit.campaign
    acts = acts_of(campaign, organiser=visit.organiser).order_by("ordinal")
    for act in acts.iterator(CHUNK):
        yield (
            act.ordinal,
            _at(campaign, act.created_at),
            act.facts.get("week"),
            act.kind,
            act.sentence,
            act.reason,
            str(act.actor) if act.actor else "the portal",
            act.get_audience_display(),
        )


SHEETS = {
    "standings": LeagueSheet(
        "Standings",
        (
            "place",
            "player",
            "person",
            "faction",
            *(each.column.heading for each in LEAGUE_TABLE),
        ),
        _standings,
    ),
    "encounters": LeagueSheet(
        "Encounters",
        (
            "week",
            "table",
            "state",
            "additional_game",
            "size",
            "strategy",
            "deployment",
            "seat",
            "player",
            "campaign_rating",
            "pool",
            "vp",
            "outcome",
            "models_killed",
            "confirmed_at",
        ),
        _encounters,
    ),
    "diary": LeagueSheet(
        "Diary", ("number", "at", "week", "kind", "sentence", "reason", "by", "for"), _diary
    ),
    "flips": LeagueSheet(
        "Flips of closed weeks",
        HEADER,
        _flips,
    ),
    "ledger": LeagueSheet(
        "Scrip ledger",
        ("transfer", "player", "line", "week", "why", "memo", "scrip", "balance", "reverses", "at"),
        _ledger,
        members_only=True,
    ),
    "arsenals": LeagueSheet(
        "Arsenals",
        (
            "player",
            "arsenal",
            "kind",
            "id",
            "name",
            "nickname",
            "station",
            "cost",
            "surcharge",
            "bearer",
            "leader",
            "since_week",
            "how",
            "annihilated_week",
            "note",
        ),
        _arsenals,
        members_only=True,
    ),
}
