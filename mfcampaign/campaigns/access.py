"""The permission check of leagues: a fetch that answers 404 for what a person may not see."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from msgspec import Struct
from msgspec.structs import replace

from mfcampaign.accounts.persons import Person, Viewer
from mfcampaign.campaigns.models import (
    Availability,
    Campaign,
    Entry,
    Game,
    GameSide,
    LeagueFile,
    Organiser,
    Placing,
    Week,
)


class LeagueVisit(Struct, frozen=True):
    """What one visitor is in one league."""

    campaign: Campaign
    entry: Entry | None
    organiser: bool
    person: int | None = None
    stands_in: bool = False
    """Whether they play somebody else's Crew in a week of this league (A-47)."""
    expected: bool = False
    """Whether they played the season before, and join without an invitation (A-44)."""

    @property
    def aggregate(self) -> Campaign:
        return self.campaign

    @property
    def member(self) -> bool:
        return self.organiser or self.entry is not None

    @property
    def viewer(self) -> tuple[Any, ...]:
        """All that a page of this league, forms and hidden things apart, may depend on of who looks: the
        entry, whether they organise or are expected, and who they are where they stand in for somebody."""
        who = (self.entry.pk if self.entry is not None else None, self.organiser, self.expected)
        return (*who, self.person) if self.stands_in else who


class PlayerVisit(LeagueVisit, frozen=True):
    """What one player is in one league."""

    entry: Entry


def visible_to(user: Viewer) -> QuerySet[Campaign]:
    """The leagues ``user`` may know of: the listed ones, those they play in or organise, and the next seasons
    of what they played."""
    if not user.is_authenticated:
        return Campaign.objects.filter(listed=True)
    if user.is_staff:
        return Campaign.objects.all()
    expected = Q(pk__in=Placing.objects.filter(user=user.pk).values("campaign"))
    return Campaign.objects.filter(Q(listed=True) | is_own(user.pk) | expected)


def is_own(user: int) -> Q:
    """The condition that the person with the id ``user`` plays in a league or organises it."""
    entries = Entry.objects.filter(user=user).values("campaign")
    organisers = Organiser.objects.filter(user=user).values("campaign")
    return Q(pk__in=entries) | Q(pk__in=organisers)


def _seen(user: int) -> QuerySet[Any]:
    standing_in = Availability.objects.filter(entry__campaign=OuterRef("pk"), stand_in=user)
    leagues: Any = Campaign.objects.annotate(
        mine=FilteredRelation("entries", condition=Q(entries__user=user)),
        own=FilteredRelation("organisers", condition=Q(organisers__user=user)),
        stands_in=Exists(standing_in),
        expected=Exists(Placing.objects.filter(campaign=OuterRef("pk"), user=user)),
    )
    return leagues.select_related("mine", "own", "pack")


def league(user: Viewer, slug: str) -> LeagueVisit:
    """The league and the part ``user`` has in it; 404 for people who may not know of it. One query."""
    if not user.is_authenticated:
        listed = Campaign.objects.filter(listed=True).select_related("pack")
        return LeagueVisit(get_object_or_404(listed, slug=slug), None, False)
    campaign: Any = get_object_or_404(_seen(user.pk), slug=slug)
    entry: Entry | None = getattr(campaign, "mine", None)
    organised = getattr(campaign, "own", None) is not None
    # What visible_to asks of the database, asked of the one row that is here: half the time of a page.
    there = entry is not None or organised or campaign.stands_in or campaign.expected
    if not (campaign.listed or there or user.is_staff):
        raise Http404
    if entry is not None:
        entry.campaign, entry.user = campaign, user
    expected = campaign.expected and entry is None
    return LeagueVisit(campaign, entry, organised, user.pk, campaign.stands_in, expected)


def member(user: Viewer, slug: str) -> LeagueVisit:
    """As ``league``, for players and organisers only."""
    visit = league(user, slug)
    if not visit.member:
        raise Http404
    return visit


def player(user: Viewer, slug: str) -> PlayerVisit:
    """As ``league``, for those with an entry only."""
    visit = league(user, slug)
    if visit.entry is None:
        raise Http404
    return PlayerVisit(
        campaign=visit.campaign,
        entry=visit.entry,
        organiser=visit.organiser,
        person=visit.person,
        stands_in=visit.stands_in,
    )


def own_entry(user: Viewer, slug: str) -> Entry:
    """The entry of ``user`` in a league; 404 for those without one."""
    entry = league(user, slug).entry
    if entry is None:
        raise Http404
    return entry


def own_arsenal(user: Viewer, slug: str, entry: int) -> Entry:
    """As ``own_entry``; 404 for the number of another entry."""
    own = own_entry(user, slug)
    if own.pk != entry:
        raise Http404
    return own


def own_league_file(user: Viewer, file: int) -> LeagueFile:
    """A file of a league that ``user`` uploaded."""
    return get_object_or_404(LeagueFile.objects.select_related("campaign"), pk=file, owner_id=user.pk)


def organiser(user: Viewer, slug: str) -> LeagueVisit:
    """As ``league``, for organisers only."""
    visit = league(user, slug)
    if not visit.organiser:
        raise Http404
    return visit


def absent(user: Viewer, slug: str, entry: int) -> Entry:
    """Somebody else's entry, for organisers who act for a player who is away."""
    return absent_of(organiser(user, slug), entry)


def absent_of(visit: LeagueVisit, entry: int) -> Entry:
    """As ``absent``, for who has been let in as an organiser. One query."""
    rows = visit.campaign.entries.select_related("user").exclude(user=visit.person)
    row: Entry = get_object_or_404(rows, pk=entry, state=Entry.State.ACTIVE)
    row.campaign = visit.campaign
    return row


class Seat(Struct, frozen=True):
    """What one member is at one game: ``own`` is their side, if they play it."""

    visit: LeagueVisit
    game: Game
    sides: tuple[GameSide, ...]
    own: GameSide | None

    @property
    def aggregate(self) -> Campaign:
        return self.visit.campaign

    @property
    def week(self) -> Week:
        return self.game.week

    @property
    def party(self) -> bool:
        """Whether they play it and may not decide it as an organiser: ``own_games`` holds them to that."""
        return self.other is not None and self.other.consented_at is None

    @property
    def other(self) -> GameSide | None:
        if self.own is None:
            return None
        return next(side for side in self.sides if side.pk != self.own.pk)


class PlayerSeat(Seat, frozen=True):
    """What one player is at a game they play."""

    own: GameSide

    @property
    def other(self) -> GameSide:
        return next(side for side in self.sides if side.pk != self.own.pk)


def seat(user: Viewer, slug: str, week: int, table: int) -> Seat:
    """A member's place at one game of a league ``user`` may see. Two queries."""
    return at_table(league(user, slug), week, table)


def at_table(visit: LeagueVisit, week: int, table: int) -> Seat:
    """As ``seat``, for who has been let into the league. One query."""
    sides = tuple(
        GameSide.objects.filter(
            game__week__campaign=visit.campaign, game__week__number=week, game__table=table
        )
        .select_related("game__week", "entry__user")
        .order_by("seat")
    )
    if not sides:
        raise Http404
    game = sides[0].game
    game.week.campaign = visit.campaign
    for side in sides:
        side.game, side.entry.campaign = game, visit.campaign
    own = next((s for s in sides if visit.entry is not None and s.entry_id == visit.entry.pk), None)
    return Seat(visit, game, sides, own)


def playing(visit: LeagueVisit, week: int, table: int) -> LeagueVisit:
    """The visitor as who they play at one game: themselves, or the absent player whose Crew they play in that
    week (A-47). No query for people who are nobody's stand-in."""
    if not visit.stands_in:
        return visit
    there = Entry.objects.filter(
        campaign=visit.campaign, sides__game__week__number=week, sides__game__table=table
    ).select_related("user")
    if visit.entry is not None and there.filter(pk=visit.entry.pk).exists():
        return visit
    absent = there.filter(availabilities__week=week, availabilities__stand_in=visit.person).first()
    if absent is None:
        return visit
    absent.campaign = visit.campaign
    return replace(visit, entry=absent)


def played_side(user: Viewer, slug: str, week: int, table: int) -> PlayerSeat:
    """As ``own_side``, for a stand-in too: what is done at the table, and nothing of the Arsenal."""
    return player_seat(at_table(playing(league(user, slug), week, table), week, table))


def player_seat(seat: Seat) -> PlayerSeat:
    """The seat as its player's; 404 for who does not play there."""
    if seat.own is None:
        raise Http404
    return PlayerSeat(seat.visit, seat.game, seat.sides, seat.own)


def player_of(side: GameSide) -> Person:
    """The person at a seat: the player, or their stand-in of that week. One query."""
    said = Availability.objects.filter(entry=side.entry_id, week=side.game.week.number)
    absent = said.exclude(stand_in=None).select_related("stand_in").first()
    stand_in: Person | None = absent.stand_in if absent is not None else None
    return stand_in or side.entry.user


def organised_table(user: Viewer, slug: str, week: int, table: int) -> Seat:
    """As ``seat``, for organisers only."""
    return at_table(organiser(user, slug), week, table)


def own_side(user: Viewer, slug: str, week: int, table: int) -> PlayerSeat:
    """As ``seat``, for the two who play it only."""
    return player_seat(seat(user, slug, week, table))
