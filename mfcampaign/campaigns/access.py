"""Fetching is the permission check: whoever may not know of a thing gets a 404."""

from __future__ import annotations

from typing import Any

from django.db.models import FilteredRelation, JSONField, Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from msgspec import Struct, json

from mfcampaign.accounts.persons import Viewer
from mfcampaign.campaigns.models import Campaign, Encounter, EncounterSide, Entry
from mfcampaign.web.cache import cached


class Standing(Struct, frozen=True):
    """What one visitor is in one league."""

    campaign: Campaign
    entry: Entry | None
    organiser: bool

    @property
    def member(self) -> bool:
        return self.organiser or self.entry is not None

    @property
    def viewer(self) -> tuple[int | None, bool]:
        """All that a page of this league, forms and hidden things apart, may depend on of who looks."""
        return (self.entry.pk if self.entry is not None else None, self.organiser)


def visible_to(user: Viewer) -> QuerySet[Campaign]:
    """The leagues ``user`` may know of: the listed ones, and those they play in or organise.

    For a user who is signed in, ``mine`` and ``own`` can be asked of each row: their Entry, and what
    makes them an organiser. Both are unique in a league, so no row is doubled.
    """
    if not user.is_authenticated:
        return Campaign.objects.filter(listed=True)
    found = _as_seen_by(user)
    if user.is_staff:
        return found
    return found.filter(Q(listed=True) | Q(mine__isnull=False) | Q(own__isnull=False))


def _as_seen_by(user: Viewer) -> QuerySet[Campaign]:
    return Campaign.objects.annotate(
        mine=FilteredRelation("entries", condition=Q(entries__user=user)),
        own=FilteredRelation("organisers", condition=Q(organisers__user=user)),
    )


def league(user: Viewer, slug: str) -> Standing:
    """The league as ``user`` stands in it; 404 when it is not theirs to know of. One query."""
    if not user.is_authenticated:
        return Standing(get_object_or_404(Campaign, slug=slug, listed=True), None, False)
    known: Any = _as_seen_by(user)
    campaign: Any = get_object_or_404(known.select_related("mine", "own"), slug=slug)
    entry: Entry | None = getattr(campaign, "mine", None)
    organised = getattr(campaign, "own", None) is not None
    # What visible_to asks of the database, asked of the one row that is here: half the time of a page.
    if not (campaign.listed or entry is not None or organised or user.is_staff):
        raise Http404
    if entry is not None:
        entry.campaign, entry.user = campaign, user
    return Standing(campaign, entry, organised)


def member(user: Viewer, slug: str) -> Standing:
    """As ``league``, for players and organisers only."""
    standing = league(user, slug)
    if not standing.member:
        raise Http404
    return standing


def player(user: Viewer, slug: str) -> Standing:
    """As ``league``, for those with an entry only."""
    standing = league(user, slug)
    if standing.entry is None:
        raise Http404
    return standing


def organiser(user: Viewer, slug: str) -> Standing:
    """As ``league``, for organisers only."""
    standing = league(user, slug)
    if not standing.organiser:
        raise Http404
    return standing


class Seat(Struct, frozen=True):
    """What one member is at one Encounter: ``own`` is their side, if they play it."""

    standing: Standing
    encounter: Encounter
    sides: tuple[EncounterSide, ...]
    own: EncounterSide | None

    @property
    def other(self) -> EncounterSide | None:
        if self.own is None:
            return None
        return next(side for side in self.sides if side.pk != self.own.pk)


def encounter(user: Viewer, slug: str, week: int, table: int) -> Seat:
    """One Encounter of a league ``user`` may see. Two queries."""
    return at_table(league(user, slug), week, table)


def at_table(standing: Standing, week: int, table: int) -> Seat:
    """As ``encounter``, for who has been let into the league. One query."""
    sides = tuple(
        EncounterSide.objects.filter(
            encounter__week__campaign=standing.campaign, encounter__week__number=week, encounter__table=table
        )
        .select_related("encounter__week", "entry__user")
        .order_by("seat")
    )
    if not sides:
        raise Http404
    found = sides[0].encounter
    found.week.campaign = standing.campaign
    for side in sides:
        side.encounter = found
    own = next((s for s in sides if standing.entry is not None and s.entry_id == standing.entry.pk), None)
    return Seat(standing, found, sides, own)


def shown_game(standing: Standing, week: int, table: int) -> Seat:
    """As ``at_table``, for showing: no query while the league stands as it is.

    What is kept are the values of the Encounter and of who sits where, never rows: each request has rows of
    its own. The Crews of its sides are read only if asked for, so no hidden Crew is ever kept.
    """
    kept = cached(standing.campaign, "seats", lambda: _seated(standing, week, table), week, table)
    game = kept.game.row()
    game.week = kept.week.row()
    game.week.campaign = standing.campaign
    sides = tuple(_side(game, side) for side in kept.sides)
    own = next((s for s in sides if standing.entry is not None and s.entry_id == standing.entry.pk), None)
    return Seat(standing, game, sides, own)


class _Values(Struct, frozen=True):
    """The columns of one row, JSON as text: enough to make the row again."""

    model: type[Any]
    using: str
    columns: tuple[str, ...]
    values: tuple[Any, ...]

    @classmethod
    def of(cls, row: Any) -> _Values:
        fields = [field for field in row._meta.concrete_fields if field.attname in row.__dict__]
        return cls(
            type(row),
            row._state.db,
            tuple(field.attname for field in fields),
            tuple(
                json.encode(row.__dict__[field.attname])
                if isinstance(field, JSONField)
                else row.__dict__[field.attname]
                for field in fields
            ),
        )

    def row(self) -> Any:
        fields = {field.attname: field for field in self.model._meta.concrete_fields}
        values = [
            json.decode(value) if isinstance(fields[name], JSONField) else value
            for name, value in zip(self.columns, self.values, strict=True)
        ]
        return self.model.from_db(self.using, self.columns, values)


class _SeatedSide(Struct, frozen=True):
    pk: int
    seat: int
    played_as: str
    entry: _Values
    user: _Values


class _Seated(Struct, frozen=True):
    """Who sits where at one game of a league."""

    game: _Values
    week: _Values
    sides: tuple[_SeatedSide, ...]


def _seated(standing: Standing, week: int, table: int) -> _Seated:
    found = at_table(standing, week, table)
    return _Seated(
        _Values.of(found.encounter),
        _Values.of(found.encounter.week),
        tuple(
            _SeatedSide(
                side.pk, side.seat, side.played_as, _Values.of(side.entry), _Values.of(side.entry.user)
            )
            for side in found.sides
        ),
    )


def _side(game: Encounter, kept: _SeatedSide) -> EncounterSide:
    names = ("id", "encounter_id", "entry_id", "seat", "played_as")
    entry = kept.entry.row()
    entry.user, entry.campaign = kept.user.row(), game.week.campaign
    side = EncounterSide.from_db(
        game._state.db, names, (kept.pk, game.pk, entry.pk, kept.seat, kept.played_as)
    )
    side.encounter, side.entry = game, entry
    return side


def watched_game(user: Viewer, slug: str, week: int, table: int) -> Seat:
    """As ``shown_game``, for the league's own people only. One query."""
    return shown_game(member(user, slug), week, table)


def own_side(user: Viewer, slug: str, week: int, table: int) -> Seat:
    """As ``encounter``, for the two who play it only."""
    seat = encounter(user, slug, week, table)
    if seat.own is None:
        raise Http404
    return seat
