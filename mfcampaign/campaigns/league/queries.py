"""Loaders of the pages of a league: the list, its home, its people, its diary. Each has a fixed number of
queries."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict

from django.core.paginator import Page, Paginator
from django.db.models import (
    Aggregate,
    Count,
    Exists,
    F,
    Func,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models.functions import Coalesce
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import Viewer
from mfcampaign.audit.queries import ActSnapshot, act_snapshots, acts_of
from mfcampaign.campaigns import access
from mfcampaign.campaigns.league.diary_queries import DiaryFilter, filtered
from mfcampaign.campaigns.models import (
    Account,
    ArsenalBounty,
    ArsenalModel,
    Campaign,
    Entry,
    Game,
    GameSide,
    JoinRequest,
    Organiser,
    Week,
    WeekEntry,
)
from mfcampaign.campaigns.snapshots import EntrySnapshot, WeekSnapshot, entry_snapshot, week_snapshot
from mfcampaign.campaigns.week.fate import Restore, restores_of
from rules.campaign.arsenal import OwnedModel
from rules.columns import Criterion
from rules.fate.league import verify
from rules.tournament.standings.criteria import Scheme
from rules.tournament.standings.games import PlayerResult
from rules.tournament.standings.league import LeagueHolding, LeagueStanding
from rules.tournament.standings.league import league_standings as rank
from rules.tournament.standings.ranking import Adjustment

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class LeagueCard(Struct, frozen=True):
    """A league in the list: ``players`` who have not retired, the newest ``week`` if there is one, and
    whether the viewer plays in it or runs it."""

    campaign: Campaign
    players: int
    week: int | None
    plays: bool
    runs: bool


ON_CARDS = (*("slug", "name", "description", "edition", "state", "weeks_total", "starts_on", "listed"),)
AT_ONCE = 20


def leagues(user: Viewer) -> QuerySet[Campaign]:
    """The leagues ``user`` may know of, newest first; each tells a user who is signed in whether they
    ``plays`` in it and ``runs`` it. Settings are not read with them."""
    visible = access.visible_to(user).only(*ON_CARDS).order_by("-pk")
    return _with_part(visible, user.pk) if user.is_authenticated else visible


def _with_part(rows: QuerySet[Campaign], user: int) -> QuerySet[Any]:
    here: Any = {"campaign": OuterRef("pk"), "user": user}
    plays, runs = Exists(Entry.objects.filter(**here)), Exists(Organiser.objects.filter(**here))
    return rows.annotate(plays=plays, runs=runs)


def _own(user: int) -> QuerySet[Campaign]:
    """The leagues that ``user`` plays in or organises, in the order of their list."""
    own = Campaign.objects.filter(access.is_own(user)).only(*ON_CARDS)
    return _with_part(own, user).order_by("-plays", "-runs", "-pk")


def _seen(*, unlisted: bool) -> QuerySet[Campaign]:
    return Campaign.objects.all() if unlisted else Campaign.objects.filter(listed=True)


def _others(user: int, *, unlisted: bool) -> QuerySet[Campaign]:
    """The leagues of others, newest first."""
    return _seen(unlisted=unlisted).exclude(access.is_own(user)).only(*ON_CARDS).order_by("-pk")


def _newest(user: int, *, unlisted: bool) -> QuerySet[Any]:
    """The first leagues of others; each tells how many leagues there are, one's own too, as ``seen``."""
    others = _others(user, unlisted=unlisted)
    return others.annotate(seen=_number(_seen(unlisted=unlisted)))[:AT_ONCE]


def _number(rows: QuerySet[Any]) -> Subquery:
    """How many ``rows`` there are in all."""
    count = Func(F("pk"), function="COUNT", output_field=IntegerField())
    return Subquery(rows.order_by().values(number=count))


class LeagueList:
    """The leagues ``user`` may know of for a paginator: their own first, then the others, newest first.
    Their own are told from the others by ``plays`` and ``runs``. Settings are not read with them.

    Two queries, one more for a later page. The others are read in the order of their key, so a page costs
    the same however many leagues there are; only their count grows.
    """

    def __init__(self, user: Viewer) -> None:
        self.person = user.pk if user.is_authenticated else 0
        self.unlisted = user.is_authenticated and user.is_staff
        self.own = list(_own(self.person)) if self.person else []
        self.newest = list(_newest(self.person, unlisted=self.unlisted))

    def __len__(self) -> int:
        if not self.newest:
            return len(self.own)
        return self.newest[0].seen + sum(not (row.listed or self.unlisted) for row in self.own)

    def __getitem__(self, part: slice) -> list[Campaign]:
        """The rows from ``part.start`` to ``part.stop``, both whole numbers of at least 0."""
        first, last = (max(place - len(self.own), 0) for place in (part.start, part.stop))
        others = self.newest if last <= AT_ONCE else _others(self.person, unlisted=self.unlisted)
        return [*self.own[part], *others[first:last]]


def cards(campaigns: Iterable[Campaign]) -> list[LeagueCard]:
    """The rows of a ``LeagueList`` as a page shows them. One query."""
    campaigns = list(campaigns)
    players = _subquery(Entry.objects.exclude(state=Entry.State.RETIRED), Count("pk"))
    weeks = _subquery(Week.objects.all(), Max("number"))
    read = Campaign.objects.filter(pk__in=[row.pk for row in campaigns]).order_by()
    counted = {pk: (count or 0, week) for pk, count, week in read.values_list("pk", players, weeks)}
    return [
        LeagueCard(row, *counted[row.pk], **{mark: bool(getattr(row, mark, 0)) for mark in ("plays", "runs")})
        for row in campaigns
    ]


def _subquery(rows: QuerySet[Any], what: Aggregate) -> Subquery:
    """``what`` of the ``rows`` of each league."""
    of_league = rows.filter(campaign=OuterRef("pk")).order_by().values("campaign")
    return Subquery(of_league.annotate(result=what).values("result"))


# -- the table --------------------------------------------------------------------------------------


class SideResult(Struct, frozen=True):
    """One game with a result, as one side sees it. ``won`` is ``None`` for a draw."""

    week: int
    table: int
    opponent: str
    vp: int
    opponent_vp: int
    won: bool | None

    @property
    def outcome(self) -> str:
        return {True: "won", False: "lost", None: "drew"}[self.won]


class InDivision(Struct, frozen=True):
    """The division of a player (A-44)."""

    pk: int
    rank: int
    name: str


class TableRow(Struct, frozen=True):
    """One line of the standings with all it came from."""

    standing: LeagueStanding
    entry: EntrySnapshot
    games: tuple[SideResult, ...]
    mine: bool = False
    division: InDivision | None = None


class _OfEntry(TypedDict):
    """What the standings count of an entry."""

    byes: int
    scrip: int


Entrant: TypeAlias = "WithAnnotations[Entry, _OfEntry]"


class FinishedGame(Struct, frozen=True):
    """A game that counts, its entries and Victory Points by seat; ``winner`` is a seat."""

    week: int
    table: int
    entries: tuple[int, int]
    vp: tuple[int, int]
    winner: int | None


class Counted(Struct, frozen=True):
    """What the standings are counted from; ``values`` are Arsenal values in Soulstones by entry."""

    entries: Mapping[int, Entrant]
    games: Iterable[FinishedGame]
    values: Mapping[int, int]


def table(
    campaign: Campaign, scheme: Scheme | None = None, counted: Counted | None = None
) -> tuple[TableRow, ...]:
    """The standings by the league's own scheme or by another, each row with its games. Three queries
    whatever the number of players, none where the caller has ``counted``; one more each for a scheme that
    asks for ratings, Bounties or points."""
    scheme = scheme or campaign.scheme
    if counted is None:
        by_pk = {entry.pk: entry for entry in entrants(campaign)}
        counted = Counted(by_pk, _finished(campaign), _values(campaign))
    entries, values = counted.entries, counted.values
    games = _by_entry(counted.games, entries)
    ratings = _ratings(campaign) if Criterion.RATING in scheme.order else {}
    bounties = _bounties(campaign) if Criterion.BOUNTIES in scheme.order else {}
    given = adjustments(campaign) if Criterion.POINTS in scheme.order else ()
    rows = rank(
        entries,
        [
            PlayerResult(pk, other, game.week, game.vp, game.opponent_vp, game.won)
            for pk, played_games in games.items()
            for other, game in played_games
        ],
        {
            pk: LeagueHolding(
                scrip=entry.scrip,
                arsenal_value=values.get(pk, 0),
                byes=entry.byes,
                rating=ratings.get(pk, 0),
                bounties=bounties.get(pk, 0),
            )
            for pk, entry in entries.items()
        },
        scheme,
        given,
    )
    return tuple(
        TableRow(
            standing=row,
            entry=entry_snapshot(entries[row.entry]),
            games=tuple(game for _, game in games.get(row.entry, ())),
            division=_division(entries[row.entry]),
        )
        for row in rows
    )


def _division(entry: Entry) -> InDivision | None:
    row = entry.division
    return InDivision(row.pk, row.rank, row.name) if row is not None else None


def as_seen_by(entry: int | None, rows: Iterable[TableRow]) -> tuple[TableRow, ...]:
    """The same rows, the player's own marked."""
    return tuple(replace(row, mine=True) if row.entry.pk == entry else row for row in rows)


def standings(campaign: Campaign) -> list[LeagueStanding]:
    """The table alone, as pairing reads it."""
    return [row.standing for row in table(campaign)]


def entrants(campaign: Campaign) -> QuerySet[Entrant]:
    """The entries that the standings rank, with person, division, byes and Scrip. One query."""
    byes = (
        WeekEntry.objects.filter(entry=OuterRef("pk"), bye=True)
        .order_by()
        .values("entry")
        .annotate(count=Count("pk"))
        .values("count")
    )
    purse = Account.objects.filter(entry=OuterRef("pk"), kind=Account.Kind.PURSE).values("balance")[:1]
    return (
        campaign.entries.exclude(Entry.BUILDS_FIRST)
        .select_related("user", "division")
        .annotate(byes=Coalesce(Subquery(byes), 0), scrip=Coalesce(Subquery(purse), 0))
    )


def _values(campaign: Campaign) -> dict[int, int]:
    """Arsenal values in Soulstones by entry id (SL-SIZE-01, -03)."""
    owned = ArsenalModel.objects.filter(entry__campaign=campaign).owned().order_by()
    return values_of(campaign, owned.values_list("entry", "station", "cost", "surcharge"))


def values_of(campaign: Campaign, models: Iterable[tuple[int, str, int, int]]) -> dict[int, int]:
    """Arsenal values by entry, of the (entry, station, cost, surcharge) of each model that is owned."""
    owned: dict[int, list[OwnedModel]] = defaultdict(list)
    for entry, station, cost, surcharge in models:
        model = OwnedModel(id=0, slug="", name="", station=station, cost=cost, surcharge=surcharge)
        owned[entry].append(model)
    value, rules = campaign.played.crew.value, campaign.rules
    return {entry: value(theirs, rules).amount for entry, theirs in owned.items()}


def adjustments(campaign: Campaign) -> tuple[Adjustment, ...]:
    """The points beside results that count. One query."""
    rows = campaign.points_given.filter(taken_back_at=None)
    return tuple(Adjustment(*row) for row in rows.values_list("entry", "points", "why"))


def _ratings(campaign: Campaign) -> dict[int, int]:
    """The Campaign Rating of the Crew that each player hired last for a finished game (SL-RATING-01)."""
    sides = (
        GameSide.objects.filter(game__week__campaign=campaign, game__state__in=Game.WITH_RESULT)
        .order_by("game__week__number", "game__table")
        .values_list("entry", "seat", "game__reveal")
    )
    return {
        entry: reveal["seats"][seat]["rating"]["amount"]
        for entry, seat, reveal in sides
        if reveal.get("seats")
    }


def _bounties(campaign: Campaign) -> dict[int, int]:
    """How many Bounties each player has accomplished."""
    done = ArsenalBounty.objects.filter(
        entry__campaign=campaign, state=ArsenalBounty.State.ACCOMPLISHED
    ).order_by()
    return dict(done.values_list("entry").annotate(Count("pk")))


def _finished(campaign: Campaign) -> Iterator[FinishedGame]:
    """The finished games, oldest first."""
    sides = (
        GameSide.objects.filter(game__week__campaign=campaign, game__state__in=Game.WITH_RESULT)
        .order_by("game__week__number", "game__table", "seat")
        .values_list("game__week__number", "game__table", "entry", "game__outcome")
    )
    pairs: dict[tuple[int, int], tuple[list[int], dict[str, Any]]] = {}
    for number, table_number, entry, outcome in sides:
        pairs.setdefault((number, table_number), ([], outcome))[0].append(entry)
    for (number, table_number), ((first, second), outcome) in pairs.items():
        own, other = outcome["vp"]
        yield FinishedGame(number, table_number, (first, second), (own, other), outcome["winner"])


def _by_entry(
    games: Iterable[FinishedGame], entries: Mapping[int, Entry]
) -> dict[int, list[tuple[int, SideResult]]]:
    """Each entry's games in their order, with the opponent's id."""
    results: dict[int, list[tuple[int, SideResult]]] = defaultdict(list)
    for game in games:
        for seat, own in enumerate(game.entries):
            other = game.entries[1 - seat]
            played = SideResult(
                week=game.week,
                table=game.table,
                opponent=entries[other].label if other in entries else "",
                vp=game.vp[seat],
                opponent_vp=game.vp[1 - seat],
                won=None if game.winner is None else game.winner == seat,
            )
            results[own].append((other, played))
    return results


# -- people and fate --------------------------------------------------------------------------------


def members(campaign: Campaign) -> QuerySet[Entry]:
    """All entries, with ``size``: the living models of their Arsenal. One query."""
    alive = Count("models", filter=Q(models__annihilated_week=None, models__roster=F("roster")))
    return campaign.entries.select_related("user").annotate(size=alive).order_by("pk")


def organisers(campaign: Campaign) -> QuerySet[Organiser]:
    return campaign.organisers.select_related("user").order_by("added_at", "pk")


def asking_to_join(campaign: Campaign) -> QuerySet[JoinRequest]:
    """Open requests to join, the oldest first."""
    return campaign.join_requests.filter(state=JoinRequest.State.OPEN).select_related("user")


class SealedRestore(Struct, frozen=True):
    """A restore from a backup while a week was open. Its ``mark``, and whether that agrees with what was
    committed to, are told once the week is closed."""

    at: dt.datetime
    commitment: str
    mark: str = ""
    agrees: bool | None = None


class SealedWeek(Struct, frozen=True):
    """The published commitment of a week and, once it is closed, its seed and whether they agree."""

    week: WeekSnapshot
    seed: str = ""
    agrees: bool | None = None
    restores: tuple[SealedRestore, ...] = ()


def sealed(week: Week) -> SealedWeek:
    """Seed and marks only when the week is closed: before that they would tell every flip to come."""
    closed = week.state == Week.State.CLOSED
    restores = tuple(_sealed_restore(restore, closed=closed) for restore in restores_of(week))
    if not closed:
        return SealedWeek(week_snapshot(week), restores=restores)
    seed = bytes(week.fate_seed)
    return SealedWeek(week_snapshot(week), seed.hex(), verify(seed, week.fate_commitment), restores)


def _sealed_restore(restore: Restore, *, closed: bool) -> SealedRestore:
    if not closed:
        return SealedRestore(restore.at, restore.commitment)
    agrees = verify(bytes.fromhex(restore.mark), restore.commitment)
    return SealedRestore(restore.at, restore.commitment, restore.mark, agrees)


def fate_of_weeks(campaign: Campaign) -> list[SealedWeek]:
    """All weeks with their commitments, newest first. One query."""
    return [sealed(week) for week in campaign.weeks.order_by("-number")]


class WeekActs(Struct, frozen=True):
    """Acts of one week, the newest first; ``week`` is 0 before the first one opened."""

    week: int
    acts: tuple[ActSnapshot, ...]


Opened = tuple[tuple[int, dt.datetime], ...]
"""The weeks with their beginnings, the newest first."""


def opened_weeks(campaign: Campaign) -> Opened:
    return tuple(campaign.weeks.order_by("-number").values_list("number", "opens_at"))


def chapters(opened: Opened, acts: Iterable[ActSnapshot]) -> tuple[WeekActs, ...]:
    """``acts`` (the newest first) by the week that was open when each was done."""
    by_week = groupby(acts, key=lambda act: _week(act, opened))
    return tuple(WeekActs(number, tuple(week_acts)) for number, week_acts in by_week)


def _week(act: ActSnapshot, opened: Opened) -> int:
    """The week of an act, by time alone: a ruling on week 2 that was made in week 4 belongs to week 4."""
    return next((number for number, opens_at in opened if opens_at <= act.created_at), 0)


class DiaryPage(Struct, frozen=True):
    """One page of the diary, the newest act first: its acts by weeks, and the numbers of all weeks."""

    page: Page[ActSnapshot]
    chapters: tuple[WeekActs, ...]
    weeks: tuple[int, ...]


def diary_page(
    campaign: Campaign, *, organiser: bool, asked: str | None, size: int, wanted: DiaryFilter
) -> DiaryPage:
    """Three queries, one more for the acts of one week."""
    acts = filtered(acts_of(campaign, organiser=organiser), wanted, campaign)
    page: Any = Paginator(acts, size).get_page(asked)
    page.object_list = act_snapshots(page.object_list)
    opened = opened_weeks(campaign)
    numbers = tuple(number for number, _ in reversed(opened))
    return DiaryPage(page, chapters(opened, page.object_list), numbers)
