"""The games and events of one person, as far as a viewer may see them. Two queries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from mfcampaign.accounts.persons import Viewer
from mfcampaign.crews.outings import Outing
from mfcampaign.events import access
from mfcampaign.events.loading import game
from mfcampaign.events.models import Game, Player, Round
from mfcampaign.events.models.round import strategies_in
from rules.tournament.standings.games import Outcome
from rules.tournament.standings.record import Participation, PlayedGame


def parts(viewer: Viewer, person: int) -> list[Participation]:
    """The events that ``person`` has a place in, or had."""
    rows = Player.objects.filter(user=person, event__in=access.visible_to(viewer).values("pk"))
    players = rows.exclude(state=Player.State.WAITING).select_related("event")
    return [
        Participation(
            row.event.starts_at, row.event.name, reverse("events:player", args=[row.event.slug, row.number])
        )
        for row in players
    ]


def meetings(viewer: Viewer, person: int) -> list[PlayedGame]:
    """The confirmed games of ``person``, in order; byes are none."""
    return [
        _meeting(row, viewer, first=row.a.user_id == person)
        for row in _confirmed(viewer, Q(a__user=person) | Q(b__user=person))
    ]


def outings(viewer: Viewer, crew: int, link: str) -> list[Outing]:
    """The confirmed games of events in which ``viewer`` declared that Crew by its ``link``. What its models
    did there is nowhere written down. One query."""
    if viewer.pk is None:
        return []
    declared = [Q(**{f"{side}__user": viewer.pk, f"{side}__crew__contains": link}) for side in ("a", "b")]
    return [
        Outing(_meeting(row, viewer, first=row.a.user_id == viewer.pk and link in row.a.crew))
        for row in _confirmed(viewer, declared[0] | declared[1])
    ]


def _confirmed(viewer: Viewer, which: Q) -> QuerySet[Game]:
    return (
        Game.objects.filter(
            which,
            state=Game.State.CONFIRMED,
            b__isnull=False,
            round__event__in=access.visible_to(viewer).values("pk"),
        )
        .exclude(round__state=Round.State.DRAFT)
        .select_related("round__event", "round__challenge", "a__user", "b__user")
        .defer("round__certificate")
        .order_by("round__event__starts_at", "round__event", "round__number")
    )


def _meeting(row: Game, viewer: Viewer, *, first: bool) -> PlayedGame:
    """From the side of the ``first`` player of the pair, or of the second."""
    a, b = row.a, row.b
    assert b is not None, "a bye is no meeting"
    own, other = (a, b) if first else (b, a)
    event, forfeit = row.round.event, row.outcome != Outcome.SCORE
    challenge = getattr(row.round, "challenge", None)
    user = other.user
    named = user is not None and user.shows_past_to(viewer)
    vp = row.counts if first else row.counts[::-1]
    where = f"challenge {row.round.number}" if event.climbing else f"round {row.round.number}"
    return PlayedGame(
        at=(challenge.ended_at if challenge is not None else None) or event.starts_at,
        where=event.name,
        about=where if event.climbing else f"{where}, table {row.table}",
        path=reverse("events:round", args=[event.slug, row.round.number]),
        opponent=other.name,
        rival=f"person:{other.user_id}" if named else f"event:{event.pk}:{other.number}",
        person=other.user_id if named else None,
        vp=vp[0],
        vp_against=vp[1],
        won=game(row).won[0 if first else 1],
        faction=own.faction,
        opponent_faction=other.faction,
        strategy=own_strategy(row.scenario, 0 if first else 1),
        forfeit=forfeit,
        instead=_absent(row.outcome, a, b) if forfeit else "",
        kind="event",
        edition=event.edition,
        deployment=str(row.scenario.get("deployment") or ""),
    )


def own_strategy(scenario: Mapping[str, Any], seat: int) -> str:
    """What that seat played for."""
    names = strategies_in(scenario)
    return names[min(seat, len(names) - 1)] if names else ""


def _absent(outcome: str, a: Player, b: Player) -> str:
    if outcome == Outcome.FORFEIT_BY_BOTH:
        return "neither was there"
    return f"{(a if outcome == Outcome.FORFEIT_BY_A else b).name} was not there"
