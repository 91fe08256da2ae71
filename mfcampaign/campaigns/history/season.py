"""A season as a whole, from the record: totals, awards, weeks, Annihilated models."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from mfcampaign.campaigns.history.record import Life, Person, Record, SeasonGame, WeekPlayed, record
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Campaign
from mfcampaign.campaigns.playoffs import queries as playoffs
from mfcampaign.web.cache import cached
from rules.tournament.awards import Award, SeasonFigures, awards


class Given(Struct, frozen=True):
    """An award with the people who won it."""

    award: Award
    winners: tuple[Person, ...]


class Chapter(Struct, frozen=True):
    """One week: its scenario, its event if there was one, its games."""

    number: int
    strategy: str
    event: str
    games: tuple[SeasonGame, ...]


class Season(Struct, frozen=True):
    """The archive of a league."""

    record: Record
    table: tuple[league_page.TableRow, ...]
    awards: tuple[Given, ...]
    chapters: tuple[Chapter, ...]
    graves: tuple[Life, ...]


def season(campaign: Campaign) -> Season:
    """Everything of the archive's page. One query beside the record's own, three more where there are
    play-offs."""
    entries = {entry.pk: entry for entry in league_page.entrants(campaign)}
    league_record = record(campaign, entries.values())
    table = cached(
        campaign,
        "table",
        lambda: league_page.table(campaign, counted=_counted(campaign, league_record, entries)),
        "",
    )
    ranks = {row.entry.pk: row.standing.rank for row in table}
    season_awards = awards(
        [
            season_figures(league_record, person.entry, ranks.get(person.entry, 999))
            for person in league_record.people.values()
        ],
        playoffs.champion(campaign),
    )
    return Season(
        record=league_record,
        table=table,
        awards=tuple(
            Given(award, tuple(league_record.people[pk] for pk in award.winners)) for award in season_awards
        ),
        chapters=tuple(_chapter(week, league_record) for week in league_record.by_week),
        graves=tuple(
            sorted(
                (life for life in league_record.lives.values() if life.gone is not None),
                key=lambda x: (x.gone, x.model),
            )
        ),
    )


def _counted(
    campaign: Campaign, league_record: Record, entries: Mapping[int, league_page.Entrant]
) -> league_page.Counted:
    """What the standings are counted from, of the record."""
    games = (
        league_page.FinishedGame(
            game.week,
            game.table,
            (game.sides[0].entry, game.sides[1].entry),
            (game.sides[0].vp, game.sides[1].vp),
            game.winner,
        )
        for game in league_record.games
    )
    owned = (
        (life.entry, life.station, life.cost, life.surcharge)
        for life in league_record.lives.values()
        if not life.annihilated and life.entry in entries and life.roster == entries[life.entry].roster
    )
    return league_page.Counted(entries, games, league_page.values_of(campaign, owned))


def _chapter(week: WeekPlayed, league_record: Record) -> Chapter:
    return Chapter(
        number=week.number,
        strategy=week.strategy,
        event=week.event,
        games=tuple(game for game in league_record.games if game.week == week.number),
    )


def season_figures(league_record: Record, entry: int, rank: int) -> SeasonFigures:
    """One player's figures."""
    played = league_record.games_of(entry)
    own = [game.sides[seat] for game, seat in played]
    others = [game.sides[1 - seat] for game, seat in played]
    won = [game.won_by(seat) is True for game, seat in played]
    alive = {life.model for life in league_record.lives_of(entry) if life.gone is None}
    upsets = [other.rating - mine.rating for mine, other, win in zip(own, others, won, strict=True) if win]
    return SeasonFigures(
        entry=entry,
        rank=rank,
        games=len(played),
        wins=sum(won),
        vp=sum(side.vp for side in own),
        best=max((side.vp for side in own), default=0),
        kills=sum(len(side.casualties) for side in others),
        lost=sum(len(side.casualties) for side in own),
        injuries=sum(
            g.kind == "injury" and g.gone is None and g.bearer in alive
            for g in league_record.gains
            if g.entry == entry
        ),
        annihilated=sum(life.annihilated for life in league_record.lives_of(entry)),
        earned=league_record.earned.get(entry, 0),
        upset=max(upsets, default=0),
        streak=_longest(won),
        survivor=max(
            (sum(model in side.crew for side in own) for model in alive),
            default=0,
        ),
    )


def _longest(won: list[bool]) -> int:
    best = run = 0
    for win in won:
        run = run + 1 if win else 0
        best = max(best, run)
    return best
