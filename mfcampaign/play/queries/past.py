"""The friendly games that one person counts among their own, as far as a viewer may see them. One query."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db.models import Prefetch

from mfcampaign.accounts.persons import Viewer
from mfcampaign.play import loading
from mfcampaign.play.access import Visit
from mfcampaign.play.models import Encounter, Seat
from rules.game.results.overtime import in_time
from rules.game.results.result import EncounterResult, outcome
from rules.tournament.standings.record import Participation, PlayedGame

FRIENDLY = "Friendly game"


def parts(viewer: Viewer, person: int) -> list[Participation]:
    """A friendly game belongs to nothing that one takes part in."""
    return []


def meetings(viewer: Viewer, person: int) -> list[PlayedGame]:
    """The friendly games of ``person`` that are over and that they count."""
    both = Prefetch("encounter__seats", Seat.objects.select_related("user"))
    own = Seat.objects.filter(
        user=person, in_history=True, encounter__state=Encounter.State.OVER, encounter__origin=""
    )
    rows = own.select_related("encounter__table_clock").prefetch_related(both)
    return [meeting(seat, viewer) for seat in rows.order_by("encounter__ended_at", "encounter_id")]


def meeting(own: Seat, viewer: Viewer) -> PlayedGame:
    """The game of ``own`` side, whose ``encounter`` has both."""
    row, seat = own.encounter, own.seat
    setup: Any = loading.setup_of(row)
    result = msgspec.convert(row.result, EncounterResult)
    clock = getattr(row, "table_clock", None)
    ended = in_time(outcome(result), clock.penalties if clock is not None else (0, 0))
    other = next(each for each in row.seats.all() if each.seat != seat)
    crew, others = setup.crews[seat], setup.crews[1 - seat]
    # A person is named to whoever may see their games, and to those who played this one.
    played = viewer.pk in (own.user_id, other.user_id)
    user = other.user if other.user_id != own.user_id else None
    open_ = user is not None and user.shows_past_to(viewer)
    return PlayedGame(
        at=row.ended_at or row.updated_at,
        where=FRIENDLY,
        about=row.title,
        path=row.get_absolute_url(),
        opponent=str(user) if user is not None and (open_ or played) else others.name,
        rival=f"person:{other.user_id}" if open_ else f"play:{row.pk}",
        person=other.user_id if open_ else None,
        vp=ended.vp[seat],
        vp_against=ended.vp[1 - seat],
        won=None if ended.winner is None else ended.winner == seat,
        faction=getattr(crew, "faction", ""),
        opponent_faction=getattr(others, "faction", ""),
        strategy=getattr(setup, "strategy", ""),
        kind="friendly",
        edition=setup.edition,
        leader=_leader(setup, seat),
        opponent_leader=_leader(setup, 1 - seat),
        deployment=getattr(setup, "deployment", ""),
        schemes=tuple(scheme.name for scheme in result.seats[seat].schemes),
    )


def _leader(setup: Any, seat: int) -> str:
    """Who leads that Crew, with the title; empty where the set-up marks nobody."""
    leads = next((each for each in setup.crews[seat].models if getattr(each, "leader", False)), None)
    if leads is None:
        return ""
    card = getattr(setup, "cards", {}).get(leads.card)
    return f"{card.name}, {card.title}" if card is not None and card.title else getattr(card, "name", "")


def own_choice(visit: Visit) -> dict[str, bool]:
    """For the page of an Encounter that is over: whether its reader may count it, and does."""
    own = [seat for seat in visit.seats if seat.seat in visit.own]
    friendly = not visit.row.origin and not any(seat.bot for seat in visit.seats)
    return {
        "may_count": bool(own) and friendly and visit.row.state == Encounter.State.OVER,
        "counted": any(seat.in_history for seat in own),
    }
