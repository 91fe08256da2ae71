"""Stand-ins: another person plays an absent player's Crew for a week (A-47).

A stand-in does what is done at the table: the size, the Crew, Schemes, the game, its report. New Hires and
the Aftermath belong to the Arsenal and remain with its owner.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Subquery
from msgspec import Struct

from mfcampaign.accounts.persons import Actor, Person
from mfcampaign.audit.operations import operation
from mfcampaign.campaigns.access import LeagueVisit
from mfcampaign.campaigns.game.steps import expect_going_on
from mfcampaign.campaigns.models import Availability, Campaign, Entry, Game, Week
from rules.refusal import Refusal


def name_stand_in(entry: Entry, actor: Actor, week: int, username: str) -> Person:
    """Whoever signs in as ``username`` plays this Crew in ``week``; who was named before does not. Said by
    the player or an organiser. ``Refusal`` for an opponent of that week, and for who plays for another."""
    with operation(entry.campaign, actor, kind="entry.stand_in") as act:
        league = act.row
        _expect_says(league, entry, actor)
        _expect_ahead(league, entry, week)
        person = get_user_model().objects.filter(username=username.strip(), is_active=True).first()
        if person is None or person.pk == entry.user_id:
            raise Refusal(
                "Nobody else signs in with that name.", rule="A-47", fix="Ask them what they sign in with."
            )
        games = Game.objects.filter(week__campaign=league, week__number=week).exclude(state=Game.State.VOID)
        if games.filter(sides__entry=entry).filter(sides__entry__user=person).exists():
            raise Refusal(f"{person} is the opponent of that week.", rule="A-47", fix="Name somebody else.")
        said = Availability.objects.filter(entry__campaign=league, week=week, stand_in=person)
        if said.exclude(entry=entry).exists():
            raise Refusal(
                f"{person} plays for somebody else in that week.", rule="A-47", fix="Name somebody else."
            )
        Availability.objects.update_or_create(
            entry=entry, week=week, defaults={"stand_in": person, "away": False}
        )
        act.say(f"{person} plays the Crew of {entry.label} in week {week}.", week=week)
    return person


def end_stand_in(entry: Entry, actor: Actor, week: int) -> None:
    """The player plays after all, or nobody does. Said by the player or an organiser."""
    with operation(entry.campaign, actor, kind="entry.stand_in_ended") as act:
        said = Availability.objects.filter(entry=entry, week=week).exclude(stand_in=None)
        row = said.select_related("stand_in").first()
        if row is None:
            raise Refusal("Nobody plays for this player in that week.", rule="A-47")
        _expect_says(act.row, entry, actor)
        _expect_ahead(act.row, entry, week)
        person, row.stand_in = row.stand_in, None
        row.save(update_fields=["stand_in"])
        act.say(f"{person} does not play for {entry.label} in week {week}.", week=week)


def _expect_says(league: Campaign, entry: Entry, actor: Actor) -> None:
    own = getattr(actor, "pk", None) == entry.user_id
    if not own and not league.organisers.filter(user=getattr(actor, "pk", None)).exists():
        raise Refusal("The player or an organiser says who plays for them.", rule="A-47")


def _expect_ahead(league: Campaign, entry: Entry, week: int) -> None:
    expect_going_on(league)
    if entry.state == Entry.State.RETIRED or week not in weeks_of(league):
        raise Refusal("That week is over, or never comes.", rule="A-47", fix="Choose a later one.")


def weeks_of(league: Campaign) -> range:
    """The weeks in which somebody may play for another: the open one and all to come."""
    if league.state in Campaign.OVER:
        return range(0)
    return weeks_after(league, league.weeks.filter(state=Week.State.CLOSED).count())


def weeks_after(league: Campaign, closed: int) -> range:
    """As ``weeks_of``, of the number of weeks that are over. No query."""
    return range(0) if league.state in Campaign.OVER else range(closed + 1, league.weeks_total + 1)


class PlaysFor(Struct, frozen=True):
    """A stand-in, the player, and the week; ``table`` is 0 while there is nothing to play."""

    week: int
    entry: int
    label: str
    person: str
    table: int


def of_entry(entry: Entry) -> list[PlaysFor]:
    """The stand-ins of this player, in weeks that are not over."""
    rows = Availability.objects.filter(entry=entry, week__in=weeks_of(entry.campaign))
    return [
        PlaysFor(row.week, entry.pk, entry.label, str(row.stand_in), 0)
        for row in rows.exclude(stand_in=None).select_related("stand_in")
    ]


def of_person(visit: LeagueVisit) -> list[PlaysFor]:
    """For whom the visitor plays, in weeks that are not over, and where. One query, none for nobody."""
    league = visit.campaign
    if not visit.stands_in or league.state in Campaign.OVER:
        return []
    games = Game.objects.filter(
        week__campaign=league, week__number=OuterRef("week"), sides__entry=OuterRef("entry")
    )
    tables = games.filter(state__in=Game.BEFORE_RESULT).order_by("table").values("table")
    closed = Week.objects.filter(campaign=league, number=OuterRef("week"), state=Week.State.CLOSED)
    rows: Any = (
        Availability.objects.filter(~Exists(closed), entry__campaign=league, stand_in=visit.person)
        .select_related("entry__user", "stand_in")
        .annotate(table=Subquery(tables[:1]))
    )
    return [
        PlaysFor(row.week, row.entry_id, row.entry.label, str(row.stand_in), row.table or 0) for row in rows
    ]
