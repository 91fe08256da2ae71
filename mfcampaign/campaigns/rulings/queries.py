"""Rulings as the league reads them, and what an organiser may correct. Each reader has a fixed number of
queries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Prefetch, QuerySet
from msgspec import Struct

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns import loading
from mfcampaign.campaigns.league.queries import table
from mfcampaign.campaigns.ledger import queries as balances
from mfcampaign.campaigns.models import (
    Aftermath,
    ArsenalBounty,
    Campaign,
    Debt,
    Entry,
    Game,
    GameSide,
    Ruling,
    Week,
)
from mfcampaign.campaigns.rising import growth
from rules.campaign.rising.growth import Growth
from rules.campaign.rulings.changes import (
    AnyChange,
    Earned,
    GameSet,
    InjuryDue,
    Moved,
    Refunded,
    ResultEntered,
    ResultSet,
    RowSet,
    Unchanged,
)
from rules.game.results.result import EncounterResult, outcome
from rules.tournament.standings.league import LeagueStanding

Choices = list[tuple[str, str]]
RULABLE = (Game.State.AFTERMATH, Game.State.CLOSED, Game.State.FORFEITED)
"""The states of games that a ruling may change; a result may be entered for others, too."""


class ChangeRow(Struct, frozen=True):
    """One change for reading: the sentence, and before and after where it has both."""

    sentence: str
    before: str = ""
    after: str = ""


class ReadableRuling(Struct, frozen=True):
    """One ruling with all that the league may know of it."""

    row: Ruling
    changes: tuple[ChangeRow, ...]
    lent: tuple[Debt, ...] = ()

    @property
    def undone(self) -> Ruling | None:
        return getattr(self.row, "undone_by", None)


def rulings(campaign: Campaign) -> QuerySet[Ruling]:
    """All rulings, the newest first. Three queries with their games and players."""
    return (
        campaign.rulings.select_related("by", "game__week", "undoes", "undone_by")
        .prefetch_related(
            "entries__user", Prefetch("debts", Debt.objects.select_related("entry__user").order_by("pk"))
        )
        .order_by("-number")
    )


def read(row: Ruling) -> ReadableRuling:
    """A ruling in words. No query for a row of ``rulings``."""
    changes = msgspec.convert(row.changes, list[AnyChange])
    sentences = tuple(sentence for change in changes for sentence in _change_rows(change))
    return ReadableRuling(row, sentences, tuple(row.debts.all()))


def _change_rows(change: AnyChange) -> Iterator[ChangeRow]:
    match change:
        case Earned():
            yield ChangeRow(change.sentence, f"{change.before} Scrip", f"{change.after} Scrip")
        case Moved():
            yield ChangeRow(change.sentence, "", f"{change.amount:+d} Scrip")
        case Refunded():
            yield ChangeRow(change.sentence, "", f"+{change.amount} Scrip")
        case RowSet():
            yield ChangeRow(change.sentence, str(change.before), str(change.after))
        case ResultSet():
            yield ChangeRow(change.sentence, _vp(change.before), _vp(change.after))
        case ResultEntered():
            yield ChangeRow(change.sentence, _state(change.before), _vp(change.result))
        case GameSet():
            yield ChangeRow(change.sentence, _state(change.before), _state(change.after))
        case InjuryDue():
            yield ChangeRow(f"{change.name} owed an Injury flip. {change.drawn}")
            for done in change.followed:
                yield from _change_rows(_changed(done))
        case Unchanged():
            yield ChangeRow(change.sentence)
        case _:
            yield ChangeRow(change.sentence)


def _changed(done: Any) -> AnyChange:
    return msgspec.convert(done, AnyChange) if isinstance(done, dict) else done


def _vp(result: dict[str, Any]) -> str:
    first, second = outcome(msgspec.convert(result, EncounterResult)).vp
    return f"{first}–{second}"


def _state(state: str) -> str:
    return str(Game.State(state).label)


# -- what the standings would be --------------------------------------------------------------------


class StandingsPlace(Struct, frozen=True):
    """One player's line of the standings now, and with the ruling."""

    label: str
    before: LeagueStanding
    after: LeagueStanding

    @property
    def moves(self) -> bool:
        return _line(self.before) != _line(self.after)


def _line(row: LeagueStanding) -> tuple[int, ...]:
    return (row.rank, row.wins, row.draws, row.losses, row.vp, row.difference)


def places(campaign: Campaign, changes: tuple[AnyChange, ...]) -> list[StandingsPlace]:
    """The standings with ``changes``, worked out on the rows themselves and taken back at once."""
    if not any(isinstance(change, (ResultSet, ResultEntered, GameSet)) for change in changes):
        return []
    before = {row.standing.entry: row for row in table(campaign)}
    with transaction.atomic():
        for change in changes:
            if isinstance(change, ResultSet):
                game = Game.objects.select_related("week__campaign").get(pk=change.encounter)
                score = outcome(msgspec.convert(change.after, EncounterResult), game.week.rules)
                Game.objects.filter(pk=game.pk).update(outcome=msgspec.to_builtins(score))
            elif isinstance(change, ResultEntered):
                game = Game.objects.select_related("week__campaign").get(pk=change.encounter)
                score = outcome(msgspec.convert(change.result, EncounterResult), game.week.rules)
                closed = {"state": Game.State.CLOSED, "outcome": msgspec.to_builtins(score)}
                Game.objects.filter(pk=game.pk).update(**closed)
            elif isinstance(change, GameSet):
                Game.objects.filter(pk=change.encounter).update(
                    state=change.after, outcome=change.outcome_after
                )
        after = {row.standing.entry: row.standing for row in table(campaign)}
        transaction.set_rollback(True)
    found_places = [StandingsPlace(row.entry.label, row.standing, after[pk]) for pk, row in before.items()]
    return [place for place in found_places if place.moves]


# -- where an organiser begins ----------------------------------------------------------------------


class RulableGame(Struct, frozen=True):
    """A game whose result is final; ``party``: the organiser plays or played it."""

    game: Game
    players: str
    party: bool


def games(campaign: Campaign, user: Viewer) -> list[RulableGame]:
    """Every game that has a result or ended without one, the newest week first. Two queries."""
    sides: dict[int, list[GameSide]] = {}
    rows: dict[int, Game] = {}
    game_sides = GameSide.objects.filter(
        game__week__campaign=campaign, game__state__in=RULABLE
    ).select_related("game__week", "entry__user")
    for side in game_sides.order_by("-game__week__number", "game__table", "seat"):
        rows[side.game_id] = side.game
        sides.setdefault(side.game_id, []).append(side)
    return [
        RulableGame(
            rows[pk],
            " against ".join(side.label for side in both),
            any(side.entry.user_id == user.pk for side in both),
        )
        for pk, both in sides.items()
    ]


def players(campaign: Campaign) -> QuerySet[Entry]:
    return campaign.entries.exclude(state=Entry.State.BUILDING).select_related("user").order_by("pk")


class PlayerPage(Struct, frozen=True, kw_only=True):
    """What the forms of one player's page offer."""

    entry: Entry
    zone: str
    models: Choices
    owned: Choices
    lost: Choices
    things: list[tuple[str, Choices]]
    figures: list[tuple[str, Choices]]
    portions: Choices
    owed: int
    hires_locked: bool
    extendable: bool
    growth: Growth | None

    @property
    def plays(self) -> bool:
        return self.entry.state != Entry.State.RETIRED


def player(campaign: Campaign, entry: Entry) -> PlayerPage:
    """What may be corrected for one player. Nine queries."""
    models = list(entry.models.filter(roster=entry.roster).order_by("-is_leader", "name", "pk"))
    upgrades = list(
        entry.upgrades.filter(roster=entry.roster).select_related("bearer").order_by("name", "pk")
    )
    names = loading.distinct_names(models)
    rows = [(f"model:{m.pk}", f"{names[m.pk]} (model)", m.annihilated_week) for m in models]
    rows += [(f"upgrade:{u.pk}", _named(u), u.annihilated_week) for u in upgrades]
    parts = entry.weeks.exclude(week__state=Week.State.CLOSED).select_related("week")
    part = parts.order_by("-week__number").first()
    locked = part is not None and part.hires_locked_at is not None
    return PlayerPage(
        entry=entry,
        zone=campaign.timezone,
        models=[(str(m.pk), names[m.pk]) for m in models if m.annihilated_week is None],
        owned=[(key, label) for key, label, gone in rows if gone is None],
        lost=[(key, f"{label}, lost in week {gone}") for key, label, gone in rows if gone is not None],
        things=_things(campaign),
        figures=_figures(campaign, entry),
        portions=_portions(entry),
        owed=balances.owed(entry),
        hires_locked=locked and part is not None and part.week.state == Week.State.NEW_HIRES,
        extendable=part is not None,
        growth=growth.of(entry) if campaign.played.start.leader_is_built else None,
    )


def _named(upgrade: Any) -> str:
    on = f" of {upgrade.bearer}" if upgrade.bearer else ""
    return f"{upgrade.name}{on} ({upgrade.get_kind_display()})"


def _things(campaign: Campaign) -> list[tuple[str, Choices]]:
    charts, figures = loading.charts(campaign), loading.catalogue(campaign)
    ordinary = sorted({(u.name, u.slug) for u in figures.upgrades()})
    given = campaign.played.charts.given(charts)
    if campaign.played.start.leader_is_built:
        ordinary = []
    return [
        ("Skills and Equipment", [(f"campaign_upgrade:{slug}", name) for slug, name, _ in given]),
        ("Injuries", [(f"injury:{slug}", name) for slug, name in campaign.played.charts.injuries(charts)]),
        ("Upgrades of the catalogue", [(f"upgrade:{slug}", name) for name, slug in ordinary]),
    ]


def _figures(campaign: Campaign, entry: Entry) -> list[tuple[str, Choices]]:
    own: Choices = []
    others: Choices = []
    for profile in sorted(loading.catalogue(campaign).profiles(), key=lambda p: p.full_name):
        (own if entry.faction in profile.factions else others).append((profile.slug, profile.full_name))
    return [("Of the Faction", own), ("Everyone else", others)]


def _portions(entry: Entry) -> Choices:
    bounties = list(ArsenalBounty.objects.filter(entry=entry).order_by("-pk")[:4])
    if not bounties:
        return []
    sides = GameSide.objects.filter(entry=entry, game__confirmed_at__isnull=False)
    played = [side.game for side in sides.select_related("game__week").order_by("-game__week__number")]
    return [
        (
            f"{bounty.pk}:{game.pk}:{portion['id']}",
            f"{bounty.name}: {portion['goal']} (week {game.week.number}, table {game.table})",
        )
        for bounty in bounties
        for portion in bounty.portions
        for game in played
    ]


class OpenChoice(Struct, frozen=True):
    """The last choice of one side's Aftermath, if a ruling may open it again."""

    aftermath: int
    label: str
    asked: str


def open_choices(game: Game) -> list[OpenChoice]:
    """The sides whose Aftermath waits for the player after a choice of theirs. Two queries a side."""
    choices = []
    waiting = Aftermath.objects.filter(
        side__game=game, state=Aftermath.State.OPEN, waiting_for="player"
    ).select_related("side__entry__user")
    for aftermath in waiting:
        last = aftermath.decisions.order_by("-ordinal").first()
        if last is not None and last.source in ("player", "timeout"):
            choices.append(OpenChoice(aftermath.pk, aftermath.side.label, last.kind.replace("_", " ")))
    return choices
