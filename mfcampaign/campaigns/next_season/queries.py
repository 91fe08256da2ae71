"""Readers of a league's seasons: the chain of them, the table of all, and what a player may keep (A-44)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns import access, loading
from mfcampaign.campaigns.league import queries as league_page
from mfcampaign.campaigns.models import Campaign, Entry
from mfcampaign.web.cache import cached
from rules.campaign.arsenal import Arsenal, OwnedModel
from rules.campaign.kept import why_nothing_kept

MOST_SEASONS = 40


class FormerArsenal(Struct, frozen=True):
    """What a player had at the end of the season before; ``why`` it is not ``offered``; ``built`` are the
    models that come along in any case (ids)."""

    league: Campaign
    entry: Entry
    arsenal: Arsenal
    value: int
    most: int | None
    why: str
    built: frozenset[int] = frozenset()

    @property
    def chosen_from(self) -> tuple[OwnedModel, ...]:
        """Of whom the player says who is kept."""
        return tuple(model for model in self.arsenal.models if model.id not in self.built)

    @property
    def offered(self) -> bool:
        return not self.why

    @property
    def fits(self) -> bool:
        """Whether all of it may be kept."""
        return self.most is None or self.value <= self.most


def former_arsenal(entry: Entry) -> FormerArsenal | None:
    """The Arsenal of the same person in the season before; ``None`` where nothing is kept, or they had none.
    A few queries."""
    campaign = entry.campaign
    if campaign.keeps == Campaign.Keeps.NOTHING or campaign.previous_id is None:
        return None
    rows = Entry.objects.filter(campaign=campaign.previous_id, user=entry.user_id)
    former = rows.exclude(Entry.BUILDS_FIRST).select_related("campaign", "user").first()
    if former is None:
        return None
    arsenal = loading.arsenal(former)
    figures, built = loading.catalogue(campaign), _built(former, arsenal)

    def known(model: OwnedModel) -> bool:
        return model.id in built or figures.has_profile(model.slug)

    why = why_nothing_kept(arsenal, former.campaign.name, entry.faction, known)
    value = campaign.played.crew.value(arsenal.models, campaign.rules).amount
    return FormerArsenal(former.campaign, former, arsenal, value, campaign.keeps_value, why, built)


def _built(entry: Entry, arsenal: Arsenal) -> frozenset[int]:
    """The Leader who was built, its Totem and their copies: they have no card of the catalogue and are kept
    whatever else is (ids)."""
    start = entry.campaign.played.start
    return frozenset(model.id for model in arsenal.models if start.grown(arsenal, model) is not None)


# -- all seasons -------------------------------------------------------------------------------------


class SeasonResult(Struct, frozen=True):
    """One season in the list: its state, and who came first."""

    name: str
    slug: str
    state: str
    players: int
    first: tuple[str, ...]


class AllTimeRow(Struct, frozen=True):
    """One person over the seasons, under the newest name; ``titles``: first places of finished seasons."""

    person: int
    name: str
    seasons: int
    titles: int
    played: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    vp: int = 0
    difference: int = 0
    rank: int = 0


class Seasons(Struct, frozen=True):
    """A league from its first season to its newest, as far as the viewer may know of them."""

    seasons: tuple[SeasonResult, ...]
    table: tuple[AllTimeRow, ...]


def chain(campaign: Campaign, viewer: Viewer) -> list[Campaign]:
    """The seasons before and after with this one, the oldest first. A query a season."""
    visible = access.visible_to(viewer)
    before, first = [campaign], campaign
    while first.previous_id is not None and len(before) < MOST_SEASONS:
        row = visible.filter(pk=first.previous_id).first()
        if row is None:
            break
        first = row
        before.insert(0, row)
    last = campaign
    while len(before) < MOST_SEASONS:
        row = visible.filter(previous=last).exclude(state=Campaign.State.CANCELLED).order_by("pk").first()
        if row is None:
            break
        last = row
        before.append(row)
    return before


def seasons(campaign: Campaign, viewer: Viewer) -> Seasons:
    """The list and the table; each season's own table is kept until its next act."""
    leagues = chain(campaign, viewer)
    results = []
    people: dict[int, AllTimeRow] = {}
    for league in leagues:
        rows = cached(league, "table", partial(league_page.table, league), "")
        over = league.state == Campaign.State.COMPLETE
        users = dict(league.entries.values_list("pk", "user"))
        _add(people, rows, users, over)
        first = tuple(row.entry.label for row in rows if over and row.standing.rank == 1)
        state = str(Campaign.State(league.state).label)
        results.append(SeasonResult(league.name, league.slug, state, len(users), first))
    return Seasons(tuple(results), _ranked(people.values()))


def _add(
    people: dict[int, AllTimeRow], rows: Iterable[league_page.TableRow], users: dict[int, int], over: bool
) -> None:
    for row in rows:
        person, one = users[row.entry.pk], row.standing
        so_far = people.get(person) or AllTimeRow(person, row.entry.label, 0, 0)
        people[person] = replace(
            so_far,
            name=row.entry.label,
            seasons=so_far.seasons + 1,
            titles=so_far.titles + (over and one.rank == 1),
            played=so_far.played + one.played,
            wins=so_far.wins + one.wins,
            draws=so_far.draws + one.draws,
            losses=so_far.losses + one.losses,
            vp=so_far.vp + one.vp,
            difference=so_far.difference + one.difference,
        )


def _ranked(rows: Iterable[AllTimeRow]) -> tuple[AllTimeRow, ...]:
    """By titles, wins, draws, difference and Victory Points; who is equal in all shares the place."""

    def order(row: AllTimeRow) -> tuple[int, ...]:
        return (-row.titles, -row.wins, -row.draws, -row.difference, -row.vp)

    ranked: list[AllTimeRow] = []
    for n, row in enumerate(sorted(rows, key=lambda row: (order(row), row.name)), start=1):
        same = bool(ranked) and order(ranked[-1]) == order(row)
        ranked.append(replace(row, rank=ranked[-1].rank if same else n))
    return tuple(ranked)
