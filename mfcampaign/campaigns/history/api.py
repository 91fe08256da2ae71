"""Endpoints of a league's past: figures over the weeks, biographies of models, histories of players, the
season."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from msgspec import Struct, structs

from mfcampaign.accounts.persons import PersonCall, PortalCall
from mfcampaign.api.endpoint import get
from mfcampaign.api.paging import Page, PageQuery, by_place
from mfcampaign.campaigns import access
from mfcampaign.campaigns.api_access import LEAGUE, league
from mfcampaign.campaigns.history import biographies as history_lives
from mfcampaign.campaigns.history import figures
from mfcampaign.campaigns.history import front_page as history_front
from mfcampaign.campaigns.history import season as history_season
from mfcampaign.campaigns.history import series as history_charts
from mfcampaign.campaigns.history import spreadsheets as sheets
from mfcampaign.campaigns.history.record import Gain, Life, Person, record
from mfcampaign.campaigns.models import Campaign
from mfcampaign.web.cache import cached

TAG = "History"


class PersonRow(Struct, frozen=True):
    """A player of the league by the number of their entry."""

    entry: int
    label: str
    faction: str
    state: str


class PastSide(Struct, frozen=True):
    """One side of a game: VP, the Campaign Rating of its Crew, the ids of who played."""

    entry: int
    vp: int
    rating: int
    crew: tuple[int, ...]


class PastGame(Struct, frozen=True):
    """A game with a result; ``winner`` is a seat, null for a draw."""

    week: int
    table: int
    additional: bool
    sides: tuple[PastSide, PastSide]
    winner: int | None


class FigureCourse(Struct, frozen=True):
    """One player's figure at the end of each week."""

    entry: int
    values: tuple[int | None, ...]


class FigureChart(Struct, frozen=True):
    """One figure of everybody over ``weeks`` (0 is the start)."""

    name: str
    title: str
    about: str
    weeks: tuple[int, ...]
    courses: tuple[FigureCourse, ...]


class HistoryView(Struct, frozen=True):
    """Everybody's figures over the weeks, and every game with a result."""

    people: tuple[PersonRow, ...]
    charts: tuple[FigureChart, ...]
    games: tuple[PastGame, ...]


class Appearance(Struct, frozen=True):
    """One game of a player or model; ``fell`` where the model was killed, ``kills`` whom it killed."""

    week: int
    table: int
    opponent: int | None
    vp: int
    opponent_vp: int
    outcome: str
    fell: bool
    finished_off: bool
    killer: str
    kills: tuple[str, ...]


class ModelLife(Struct, frozen=True):
    """A model from its hire (``since`` a week) to its end (``gone``, and ``why``)."""

    model: int
    entry: int
    arsenal: int
    name: str
    nickname: str
    station: str
    leader: bool
    since: int
    gone: int | None
    why: str
    annihilated: bool


class GainRow(Struct, frozen=True):
    """A Skill, Injury or Upgrade that a model bore."""

    kind: str
    name: str
    effect: str
    since: int
    how: str
    gone: int | None


class BiographyView(Struct, frozen=True):
    """All that the league knows of one model."""

    life: ModelLife
    owner: PersonRow
    outings: tuple[Appearance, ...]
    gains: tuple[GainRow, ...]
    wins: int
    deaths: int
    kills: int
    finished_off: int
    weeks: int


class RivalRow(Struct, frozen=True):
    """What a player made of their meetings with one opponent."""

    opponent: PersonRow
    games: int
    won: int
    drawn: int
    lost: int
    difference: int


class PlayerHistory(Struct, frozen=True):
    """A player's way through the league; ``ruled`` is the Scrip that rulings gave and took in all."""

    person: PersonRow
    won: int
    drawn: int
    lost: int
    kills: int
    fallen: int
    byes: tuple[int, ...]
    games: tuple[Appearance, ...]
    rivals: tuple[RivalRow, ...]
    present: tuple[ModelLife, ...]
    gone: tuple[ModelLife, ...]
    ruled: int = 0


class AwardRow(Struct, frozen=True):
    """An award with who won it; ``reason`` is a sentence without its subject."""

    name: str
    winners: tuple[int, ...]
    figure: int
    reason: str


class WeekChapter(Struct, frozen=True):
    """One week of the archive."""

    number: int
    strategy: str
    event: str
    games: tuple[PastGame, ...]


class FactionRow(Struct, frozen=True):
    """A Faction over the games; ``percent`` is its share of wins, half for a draw."""

    slug: str
    name: str
    played: int
    wins: int
    draws: int
    losses: int
    mirrors: int
    percent: int | None


class StrategyRow(Struct, frozen=True):
    """A Strategy over the games; VP of both sides and margin are means."""

    name: str
    played: int
    draws: int
    vp: float
    margin: float


class ArchiveView(Struct, frozen=True):
    """A season as a whole: awards, weeks, its dead, and what the games say of Factions and Strategies.
    The awards are final once the league is ``complete``."""

    complete: bool
    people: tuple[PersonRow, ...]
    awards: tuple[AwardRow, ...]
    chapters: tuple[WeekChapter, ...]
    graves: tuple[ModelLife, ...]
    factions: tuple[FactionRow, ...]
    strategies: tuple[StrategyRow, ...]


class WeekBest(Struct, frozen=True):
    """The Arsenal of the week: whose, why (a sentence without its subject), and who played."""

    entry: int
    reason: str
    models: tuple[str, ...]


class WeekStory(Struct, frozen=True):
    """The latest week worth telling, in sentences; ``best`` is null where nobody won."""

    week: int
    strategy: str
    closed: bool
    sentences: tuple[str, ...]
    games: tuple[PastGame, ...]
    best: WeekBest | None


class FrontView(Struct, frozen=True):
    """What one shows a friend of a league; ``story`` is null before the first result, ``to_play`` are the
    tables of the week under way that nobody has played yet."""

    story: WeekStory | None
    people: tuple[PersonRow, ...]
    awards: tuple[AwardRow, ...]
    week: int | None
    to_play: tuple[int, ...]


class DataSheetQuery(PageQuery, frozen=True):
    """Which part of a sheet."""


class DataSheetRow(Struct, frozen=True):
    """One row by the columns' names."""

    cells: dict[str, Any]


@get(f"{LEAGUE}history/", HistoryView, open=True, tag=TAG)
def history(call: PortalCall, slug: str) -> HistoryView:
    """Everybody's Arsenal value, Scrip, VP, rating and Injuries over the weeks; all games."""
    campaign = league(call, slug).campaign
    league_record = record(campaign)
    courses = cached(campaign, "courses", lambda: history_charts.charts(league_record, campaign))
    return HistoryView(
        tuple(_person(person) for person in league_record.people.values()),
        tuple(
            FigureChart(
                chart.name,
                chart.title,
                chart.what,
                chart.weeks,
                tuple(FigureCourse(course.person.entry, course.values) for course in chart.courses),
            )
            for chart in courses
        ),
        tuple(_game(game) for game in league_record.games),
    )


@get(f"{LEAGUE}players/<int:entry>/", PlayerHistory, open=True, tag=TAG)
def player_history(call: PortalCall, slug: str, entry: int) -> PlayerHistory:
    """One player's games, and what they made of each opponent."""
    history = history_lives.history(record(league(call, slug).campaign), entry)
    if history is None:
        raise Http404
    won, drawn, lost = history.tally
    return PlayerHistory(
        _person(history.person),
        won,
        drawn,
        lost,
        history.kills,
        history.fallen,
        history.byes,
        tuple(_outing(outing) for outing in history.games),
        tuple(
            RivalRow(_person(rival.person), len(rival.games), *rival.tally, rival.difference)
            for rival in history.rivals
        ),
        tuple(_life(life) for life in history.present),
        tuple(_life(life) for life in history.gone),
        history.ruled,
    )


@get(f"{LEAGUE}models/<int:model>/", BiographyView, tag=TAG)
def biography(call: PersonCall, slug: str, model: int) -> BiographyView:
    """One model, from its hire to its end."""
    league_record = record(league(call, slug, access.member).campaign)
    life = history_lives.biography(league_record, model)
    if life is None:
        raise Http404
    return BiographyView(
        _life(life.life),
        _person(life.owner),
        tuple(_outing(outing) for outing in life.outings),
        tuple(_gain(gain) for gain in life.gains),
        life.wins,
        life.deaths,
        life.kills,
        life.finished_off,
        life.weeks(league_record.weeks),
    )


@get(f"{LEAGUE}archive/", ArchiveView, open=True, tag=TAG)
def archive(call: PortalCall, slug: str) -> ArchiveView:
    """The season as a whole: awards, chapters, graves, statistics."""
    campaign = league(call, slug).campaign
    season = cached(campaign, "season", lambda: history_season.season(campaign))
    counts = cached(campaign, "figures", lambda: figures.figures(campaign))
    return ArchiveView(
        campaign.state == Campaign.State.COMPLETE,
        tuple(_person(person) for person in season.record.people.values()),
        _awards(season.awards),
        tuple(
            WeekChapter(week.number, week.strategy, week.event, tuple(_game(game) for game in week.games))
            for week in season.chapters
        ),
        tuple(_life(life) for life in season.graves),
        tuple(FactionRow(*structs.astuple(line)) for line in counts.factions),
        tuple(StrategyRow(*structs.astuple(line)) for line in counts.strategies),
    )


@get(f"{LEAGUE}front/", FrontView, open=True, tag=TAG)
def front(call: PortalCall, slug: str) -> FrontView:
    """The front page: the last week told in sentences, its best Arsenal, awards, games to play."""
    campaign = league(call, slug).campaign
    page = cached(campaign, "front", lambda: history_front.front(campaign))
    return FrontView(
        _week_story(page.story) if page.story is not None else None,
        tuple(_person(person) for person in page.record.people.values()),
        _awards(page.awards),
        page.week,
        tuple(table.game.table for table in page.to_play),
    )


def _week_story(week: history_front.WeekStory) -> WeekStory:
    best = week.best
    return WeekStory(
        week.number,
        week.strategy,
        week.closed,
        tuple(line.sentence for line in week.lines),
        tuple(_game(game) for game in week.games),
        WeekBest(best.person.entry, best.reason, tuple(life.label for life in best.models)) if best else None,
    )


def _awards(given: tuple[history_season.Given, ...]) -> tuple[AwardRow, ...]:
    return tuple(
        AwardRow(row.award.name, row.award.winners, row.award.figure, row.award.reason) for row in given
    )


@get(f"{LEAGUE}sheets/<slug:sheet>/", Page[DataSheetRow], query=DataSheetQuery, open=True, tag=TAG)
def league_sheet(call: PortalCall, slug: str, sheet: str) -> Page[DataSheetRow]:
    """One of the league's tables for spreadsheets: ``standings``, ``encounters``, ``diary``, ``flips``; for
    members ``ledger`` and ``arsenals``."""
    data_sheet = sheets.SHEETS.get(sheet)
    if data_sheet is None:
        raise Http404
    visit = league(call, slug, access.member if data_sheet.members_only else access.league)
    rows = list(data_sheet.rows(visit))
    return by_place(
        rows, call.query, lambda row: DataSheetRow(dict(zip(data_sheet.header, row, strict=True)))
    )


def _person(person: Person) -> PersonRow:
    return PersonRow(person.entry, person.label, person.faction, person.state)


def _game(game: Any) -> PastGame:
    first, second = (PastSide(side.entry, side.vp, side.rating, side.crew) for side in game.sides)
    return PastGame(game.week, game.table, game.additional, (first, second), game.winner)


def _outing(outing: history_lives.Outing) -> Appearance:
    return Appearance(
        outing.game.week,
        outing.game.table,
        outing.opponent.entry if outing.opponent else None,
        outing.vp,
        outing.opponent_vp,
        outing.outcome,
        outing.fell is not None,
        outing.fell is not None and outing.fell.finished_off,
        outing.killer,
        outing.kills,
    )


def _life(life: Life) -> ModelLife:
    return ModelLife(
        life.model,
        life.entry,
        life.roster,
        life.name,
        life.nickname,
        life.station,
        life.leader,
        life.since,
        life.gone,
        life.why,
        life.annihilated,
    )


def _gain(gain: Gain) -> GainRow:
    return GainRow(gain.kind, gain.name, gain.effect, gain.since, gain.how, gain.gone)
