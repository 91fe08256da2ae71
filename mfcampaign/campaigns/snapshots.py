"""Rows of a league as frozen values that caches may hold: an entry, a week, a game, an Arsenal.

Their fields have the names of the rows' fields, so a template shows either.
"""

from __future__ import annotations

import datetime as dt

from msgspec import Struct

from mfcampaign.campaigns.models import ArsenalModel, ArsenalUpgrade, Entry, Game, Week
from rules.campaign.policies import Policies


class EntrySnapshot(Struct, frozen=True):
    """A player of the league; ``person`` is the name of their account."""

    pk: int
    label: str
    faction: str
    state: str
    person: str


def entry_snapshot(row: Entry) -> EntrySnapshot:
    """No query when the user is loaded."""
    return EntrySnapshot(row.pk, row.label, row.faction, row.state, str(row.user))


class ScenarioDrawing(Struct, frozen=True):
    """A drawing of the week's scenario that was flipped again: who had it, and why."""

    by: str
    reason: str


class WeekSnapshot(Struct, frozen=True):
    """A week: its state, its moments, its commitment and the rules that it is played by."""

    number: int
    state: str
    opens_at: dt.datetime
    hires_close_at: dt.datetime
    games_close_at: dt.datetime
    contest_closes_at: dt.datetime | None
    closed_at: dt.datetime | None
    fate_commitment: str
    drawings: tuple[ScenarioDrawing, ...]
    rules: Policies


def week_snapshot(row: Week) -> WeekSnapshot:
    """No query when the campaign is loaded."""
    return WeekSnapshot(
        row.number,
        row.state,
        row.opens_at,
        row.hires_close_at,
        row.games_close_at,
        row.contest_closes_at,
        row.closed_at,
        row.fate_commitment,
        tuple(ScenarioDrawing(drawing["by"], drawing["reason"]) for drawing in row.drawings),
        row.rules,
    )


class GameSnapshot(Struct, frozen=True):
    """A game of a week, nothing of its Crews."""

    pk: int
    table: int
    state: str
    additional: bool
    ceiling: int
    size: int | None
    unplayed: bool
    confirmed_at: dt.datetime | None

    def get_state_display(self) -> str:
        return str(Game.State(self.state).label)


def game_snapshot(row: Game) -> GameSnapshot:
    return GameSnapshot(
        row.pk, row.table, row.state, row.additional, row.ceiling, row.size, row.unplayed, row.confirmed_at
    )


class ModelSnapshot(Struct, frozen=True):
    """A model of an Arsenal, in Soulstones."""

    pk: int
    name: str
    nickname: str
    station: str
    is_leader: bool
    cost: int
    surcharge: int
    hired_week: int
    annihilated_week: int | None
    annihilated_why: str

    def __str__(self) -> str:
        return self.nickname or self.name


def model_snapshot(row: ArsenalModel) -> ModelSnapshot:
    return ModelSnapshot(**{name: getattr(row, name) for name in ModelSnapshot.__struct_fields__})


class UpgradeSnapshot(Struct, frozen=True):
    """An Upgrade, Equipment, Skill or Injury of an Arsenal."""

    name: str
    kind: str
    effect: str
    ss_cost: int
    gained_week: int

    def get_kind_display(self) -> str:
        return str(ArsenalUpgrade.Kind(self.kind).label)


def upgrade_snapshot(row: ArsenalUpgrade) -> UpgradeSnapshot:
    return UpgradeSnapshot(**{name: getattr(row, name) for name in UpgradeSnapshot.__struct_fields__})
